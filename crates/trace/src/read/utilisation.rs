//! CPU utilisation as CloudSim's PlanetLab workload has it: a whole number of percent, 0 to 100, on each line, one every
//! five minutes; a file of 288 lines is a day of one virtual machine. CloudSim Plus allows a first line `#288`.
//!
//! A utilisation u becomes the runtime of a job that needs [`UNIT_MS`] of an idle processor and gets the share that is
//! free: UNIT_MS / (1 − u). A processor at 100 % would never serve it, so that its share counts as 1 %, the share that
//! 99 % leaves. Both are our own choice; the file says nothing of jobs.

use super::feed::Rows;
use super::lines::{counted, lines};
use super::{Collected, Form, Layout, Unit};
use crate::Error;
use crate::set::{MAX_NODES, MAX_VALUES};

/// The job's runtime on an idle processor, ms.
const UNIT_MS: f64 = 1_000.0;
/// The lines of a day.
const DAY: usize = 288;
/// The number of lines that are looked at.
const SAMPLE: usize = DAY;
/// A file of fewer lines may be anything.
const FEWEST: usize = 12;

/// Whether a text is of this kind: one column of whole numbers from 0 to 100 without a header.
pub(super) fn is_utilisation(text: &str) -> bool {
    let mut lines = lines(text)
        .enumerate()
        .filter(|(place, (_, line))| !(*place == 0 && line.starts_with('#')))
        .map(|(_, (_, line))| percent(line).is_some());
    if lines.next() != Some(true) {
        return false;
    }
    let (good, all) = lines
        .take(SAMPLE - 1)
        .fold((1, 1), |(good, all), is| (good + usize::from(is), all + 1));
    // A damaged line in twenty does not make it another kind.
    all >= FEWEST && (all - good) * 20 <= all
}

/// A utilisation in percent.
fn percent(line: &str) -> Option<u8> {
    let digits = line.len() <= 3 && line.bytes().all(|byte| byte.is_ascii_digit());
    line.parse()
        .ok()
        .filter(|percent| digits && *percent <= 100)
}

/// The runtime under a utilisation in percent, ms.
fn runtime(percent: u8) -> f64 {
    let free = 100 - percent.min(99);
    UNIT_MS * 100.0 / f64::from(free)
}

/// Reads a file of this kind.
pub(super) fn read(text: &str) -> Result<(Form, Collected), Error> {
    let mut collected = Collected::default();
    let mut runtimes = Vec::new();
    // The beginnings of the parts, where several files were put one after the other.
    let mut starts = Vec::new();
    let mut full = 0_usize;
    let mut header = false;
    for (number, line) in lines(text) {
        if line.starts_with('#') {
            header |= collected.rows == 0;
            starts.push(runtimes.len());
            continue;
        }
        collected.rows += 1;
        let Some(percent) = percent(line) else {
            collected.rejected += 1;
            collected.problems.add(number, 0, line, || {
                "a CPU utilisation, a whole number from 0 to 100; the line is dropped".to_owned()
            });
            continue;
        };
        full += usize::from(percent == 100);
        if runtimes.len() == MAX_VALUES {
            return Err(Error::TooManyValues {
                found: MAX_VALUES + 1,
            });
        }
        runtimes.push(runtime(percent));
    }
    let days = runtimes.len() / DAY;
    let whole = collected.rejected == 0 && runtimes.len() == days * DAY && days > 1;
    let marked = starts.len() > 1;
    if !marked {
        starts = if whole && days <= MAX_NODES {
            (0..days).map(|day| day * DAY).collect()
        } else {
            vec![0]
        };
    }
    collected.notes.push(format!(
        "read as CPU utilisation in percent: at a utilisation u, a job that takes {UNIT_MS} ms alone takes \
         {UNIT_MS} ms / (1 - u). If these are runtimes, put the line 'runtime (ms)' above them"
    ));
    if full > 0 {
        collected.notes.push(format!(
            "100 % counts as 99 %, as a job would never end without a free share: {}",
            counted(full, "line")
        ));
    }
    if starts.len() > 1 && !marked {
        collected.notes.push(format!(
            "{} lines are {days} days of {DAY} lines, every five minutes; each is taken as a machine of its own on \
             the same day",
            runtimes.len()
        ));
    } else if starts.len() == 1 && runtimes.len() != DAY {
        collected.notes.push(format!(
            "a day has {DAY} lines, every five minutes; this file has {}",
            runtimes.len()
        ));
    }
    cut(&mut collected, &starts, runtimes)?;
    let form = Form {
        layout: Layout::PlanetLab,
        rows: Rows::Aligned,
        header,
        unit: Unit::Milliseconds,
        delimiter: '\n',
        decimal: '.',
    };
    Ok((form, collected))
}

/// Cuts the runtimes into machines.
fn cut(collected: &mut Collected, starts: &[usize], mut runtimes: Vec<f64>) -> Result<(), Error> {
    let mut machines = Vec::new();
    for start in starts.iter().rev() {
        machines.push(runtimes.split_off((*start).min(runtimes.len())));
    }
    machines.push(runtimes);
    machines.reverse();
    machines.retain(|machine| !machine.is_empty());
    if machines.len() > MAX_NODES {
        return Err(Error::TooManyNodes {
            found: machines.len(),
        });
    }
    let named = (1..).zip(machines);
    collected.nodes = named
        .map(|(number, machine)| (format!("machine {number}"), machine))
        .collect();
    Ok(())
}
