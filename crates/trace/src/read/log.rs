//! Logs of batch systems: a line for each job, fields between white space, −1 for unknown values.
//!
//! - SWF 2.2, the Standard Workload Format of the Parallel Workloads Archive: 18 fields, comments after `;`, among them
//!   a header (`; MaxNodes: 128`, `; Queue: 1 batch`).
//! - GWF, the Grid Workload Format of the Grid Workloads Archive: 29 fields (some files have a 30th), the first 16 as in
//!   SWF, then the sites; identifiers may be text; comments after `#`.
//!
//! The runtimes of completed jobs, in the order in which they started, become a series for each partition, or else
//! queue (GWF: site of execution, site of submission, partition, queue), whichever first has two different values;
//! else one series.

use std::borrow::Cow;
use std::collections::HashMap;

use super::feed::Rows;
use super::header::one_line;
use super::lines::{counted, lines};
use super::{Collected, Form, Layout, Unit};
use crate::Error;
use crate::set::{MAX_NAME, MAX_NODES, MAX_VALUES, is_readable};

/// A kind of log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Log {
    Swf,
    Gwf,
}

// Fields, counted from 0, which both kinds share.
const SUBMIT: usize = 1;
const WAIT: usize = 2;
const RUN: usize = 3;
const STATUS: usize = 10;
const QUEUE: usize = 14;
const PARTITION: usize = 15;
// Those of GWF.
const SUBMISSION_SITE: usize = 16;
const EXECUTION_SITE: usize = 17;
/// The number of fields of the longest log, and room for more.
const MOST_FIELDS: usize = 32;

/// The number of lines that are looked at.
const SAMPLE: usize = 100;
/// Headings of the comments at the top of an SWF file.
const SWF_HEADINGS: [&str; 9] = [
    "Version:",
    "Computer:",
    "Installation:",
    "MaxJobs:",
    "MaxRecords:",
    "UnixStartTime:",
    "MaxNodes:",
    "MaxProcs:",
    "Acknowledge:",
];

impl Log {
    fn comment(self) -> char {
        match self {
            Self::Swf => ';',
            Self::Gwf => '#',
        }
    }

    /// The least number of fields.
    fn fields(self) -> usize {
        match self {
            Self::Swf => 18,
            Self::Gwf => 29,
        }
    }

    /// The fields that may tell series apart, with the name of their values.
    fn groups(self) -> &'static [(usize, &'static str)] {
        match self {
            Self::Swf => &[(PARTITION, "partition"), (QUEUE, "queue")],
            Self::Gwf => &[
                (EXECUTION_SITE, "site"),
                (SUBMISSION_SITE, "origin"),
                (PARTITION, "partition"),
                (QUEUE, "queue"),
            ],
        }
    }
}

/// The fields of a line, empty past its end, and their number.
fn split(line: &str) -> ([&str; MOST_FIELDS], usize) {
    let mut fields = [""; MOST_FIELDS];
    let mut count = 0;
    for field in line.split_ascii_whitespace() {
        if let Some(place) = fields.get_mut(count) {
            *place = field;
        }
        count += 1;
    }
    (fields, count)
}

fn number(field: &str) -> Option<f64> {
    field.parse().ok().filter(|number: &f64| number.is_finite())
}

/// The kind of log that a text is, if any.
pub(super) fn kind(text: &str) -> Option<Log> {
    let mut marks = [false; 2];
    for (_, line) in lines(text).take(SAMPLE) {
        if let Some(words) = line.strip_prefix(Log::Swf.comment()) {
            let words = words.trim_ascii();
            if SWF_HEADINGS.iter().any(|word| words.starts_with(word)) {
                return Some(Log::Swf);
            }
            marks = [true, marks[1]];
        } else if let Some(words) = line.strip_prefix(Log::Gwf.comment()) {
            if is_gwf_header(words) {
                return Some(Log::Gwf);
            }
            marks = [marks[0], true];
        } else if is_gwf_header(line) {
            return Some(Log::Gwf);
        } else if let Some(log) = kind_of_line(line, marks) {
            return Some(log);
        }
    }
    None
}

/// The kind of log that has a line like this, below comments of SWF, of GWF.
fn kind_of_line(line: &str, marks: [bool; 2]) -> Option<Log> {
    let (fields, count) = split(line);
    let mut numbers = fields.iter().take(STATUS + 1);
    // A table between tabs has no negative runtimes.
    let table = line.contains('\t') && !fields.contains(&"-1");
    if table || !numbers.all(|field| number(field).is_some()) {
        return None;
    }
    match marks {
        [_, false] if count == Log::Swf.fields() => Some(Log::Swf),
        [false, _] if count >= Log::Gwf.fields() => Some(Log::Gwf),
        _ => None,
    }
}

/// Whether a line names the fields of GWF, as some files have it without a mark before it.
fn is_gwf_header(line: &str) -> bool {
    let (fields, _) = split(line);
    matches!(fields, ["JobID", "SubmitTime", "WaitTime", "RunTime", ..])
}

/// One job that completed.
struct Job {
    /// The start of the job, s.
    start: f64,
    /// The runtime of the job, s.
    runtime: f64,
    /// The number of its value in each of [`Log::groups`].
    groups: [u32; 4],
}

/// The different values of a field, in the order in which they were met.
#[derive(Default)]
struct Values<'text> {
    numbers: HashMap<&'text str, u32>,
    values: Vec<&'text str>,
    last: Option<(&'text str, u32)>,
}

impl<'text> Values<'text> {
    fn number(&mut self, value: &'text str) -> u32 {
        if let Some((last, number)) = self.last
            && last == value
        {
            return number;
        }
        let next = self.values.len() as u32;
        let number = *self.numbers.entry(value).or_insert(next);
        if number == next {
            self.values.push(value);
        }
        self.last = Some((value, number));
        number
    }
}

/// Jobs that were left out because of their status.
#[derive(Default)]
struct LeftOut {
    failed: usize,
    parts: usize,
}

/// Reads a log.
pub(super) fn read(text: &str, log: Log) -> Result<(Form, Collected), Error> {
    let mut collected = Collected::default();
    let mut jobs: Vec<Job> = Vec::new();
    let mut values: [Values<'_>; 4] = Default::default();
    let mut names = HashMap::new();
    let mut left_out = LeftOut::default();
    let mut header = false;
    let mut backwards = (0, None);
    let mut submitted = f64::NEG_INFINITY;

    for (line_number, line) in lines(text) {
        if let Some(comment) = line.strip_prefix(log.comment()) {
            header |= collected.rows == 0;
            if let Some((key, name)) = name_of_group(comment) {
                names.insert(key, name);
            }
            continue;
        }
        if log == Log::Gwf && is_gwf_header(line) {
            header = true;
            continue;
        }
        collected.rows += 1;
        let (fields, count) = split(line);
        let checked = match check(log, line, &fields, count) {
            Ok(checked) => checked,
            Err((column, found, expected)) => {
                collected.rejected += 1;
                collected.problems.add(line_number, column, &found, || {
                    format!("{expected}; the job is dropped")
                });
                continue;
            }
        };
        match checked.status {
            0 | 5 => {
                left_out.failed += 1;
                continue;
            }
            2..=4 => {
                left_out.parts += 1;
                continue;
            }
            _ => {}
        }
        if checked.submit < submitted {
            backwards = (backwards.0 + 1, backwards.1.or(Some(line_number)));
        }
        submitted = checked.submit;
        if jobs.len() == MAX_VALUES {
            return Err(Error::TooManyValues {
                found: MAX_VALUES + 1,
            });
        }
        let mut groups = [0; 4];
        let fields = log.groups().iter().map(|(field, _)| fields.get(*field));
        for ((group, values), field) in groups.iter_mut().zip(&mut values).zip(fields) {
            *group = values.number(field.copied().unwrap_or("-1"));
        }
        jobs.push(Job {
            start: checked.submit + checked.wait,
            runtime: checked.runtime,
            groups,
        });
    }

    collected.notes = notes(&left_out, backwards);
    // Of jobs that started together the first of the file is the first.
    jobs.sort_by(|a, b| a.start.total_cmp(&b.start));
    series(log, &jobs, &values, &names, &mut collected);
    let form = Form {
        layout: match log {
            Log::Swf => Layout::Swf,
            Log::Gwf => Layout::Gwf,
        },
        rows: Rows::Unrelated,
        header,
        unit: Unit::Seconds,
        delimiter: ' ',
        decimal: '.',
    };
    Ok((form, collected))
}

/// The fields that are read of a line.
struct Checked {
    submit: f64,
    wait: f64,
    runtime: f64,
    status: i8,
}

/// The fault of a line: the field, its text, the expected value.
type Bad = (usize, String, String);

fn check(log: Log, line: &str, fields: &[&str; MOST_FIELDS], count: usize) -> Result<Checked, Bad> {
    let least = log.fields();
    let right = match log {
        Log::Swf => count == least,
        Log::Gwf => count >= least,
    };
    if !right {
        let mut expected = format!("{least} fields, but found {count}");
        if line.contains([',', ';']) {
            expected.push_str(" (fields are separated by spaces or tabs)");
        } else if count < least {
            expected.push_str(" (is the line cut off?)");
        }
        return Err((
            count.min(least).saturating_sub(1),
            line.to_owned(),
            expected,
        ));
    }
    let field = |place: usize| fields.get(place).copied().unwrap_or_default();
    let time = |place: usize, what: &str| {
        number(field(place)).ok_or_else(|| {
            let found = field(place).to_owned();
            (
                place,
                found,
                format!("the {what}, a number of seconds, or -1"),
            )
        })
    };
    let submit = time(SUBMIT, "submit time")?;
    let wait = time(WAIT, "wait time")?.max(0.0);
    let found = time(RUN, "run time")?;
    let runtime = found * 1e3;
    let whole = |status: &f64| status.fract() == 0.0 && (-1.0..=5.0).contains(status);
    let status = number(field(STATUS)).filter(whole).ok_or_else(|| {
        let expected =
            "a status: 1 (completed), 0 (failed), 5 (cancelled), 2 to 4 (a part of a job), or -1";
        (STATUS, field(STATUS).to_owned(), expected.to_owned())
    })?;
    let status = status as i8;
    // A cancelled job need not have run.
    if matches!(status, -1 | 1) && !is_readable(runtime) {
        let expected = match found {
            -1.0 => "a run time above 0 s, but it is unknown",
            0.0 => "a run time above 0 s, but the job took less than half a second",
            _ => "a run time above 0 s, at most 1e12 s",
        };
        return Err((RUN, field(RUN).to_owned(), expected.to_owned()));
    }
    Ok(Checked {
        submit,
        wait,
        runtime,
        status,
    })
}

/// The name of a partition or queue, from a comment of SWF: `Queue: 1 batch`.
fn name_of_group(comment: &str) -> Option<((&'static str, &str), &str)> {
    let (heading, rest) = comment.trim_ascii().split_once(':')?;
    let what = match heading {
        "Partition" => "partition",
        "Queue" => "queue",
        _ => return None,
    };
    let mut words = rest.split_ascii_whitespace();
    let number = words.next()?.trim_end_matches(',');
    let name = words.next()?;
    number.parse::<u32>().ok()?;
    Some(((what, number), name))
}

fn notes(left_out: &LeftOut, (backwards, first): (usize, Option<u64>)) -> Vec<String> {
    let mut notes = Vec::new();
    if left_out.failed > 0 {
        let jobs = counted(left_out.failed, "job");
        notes.push(format!("left out as failed or cancelled: {jobs}"));
    }
    if left_out.parts > 0 {
        let lines = counted(left_out.parts, "line");
        notes.push(format!(
            "left out as parts of interrupted jobs, which have a line of their own: {lines}"
        ));
    }
    if let Some(first) = first {
        notes.push(format!(
            "submit times go backwards in {}, first in line {first}: the jobs were put in the order in which they \
             started",
            counted(backwards, "place")
        ));
    }
    notes
}

/// Puts the jobs, which are in order, into series.
fn series(
    log: Log,
    jobs: &[Job],
    values: &[Values<'_>; 4],
    names: &HashMap<(&str, &str), &str>,
    collected: &mut Collected,
) {
    let groups = log.groups().iter().zip(values).enumerate();
    let telling = |values: &Values<'_>| (2..=MAX_NODES).contains(&values.values.len());
    let mut groups = groups.filter(|(_, (_, values))| telling(values));
    let Some((place, ((_, what), values))) = groups.next() else {
        if !jobs.is_empty() {
            let runtimes = jobs.iter().map(|job| job.runtime).collect();
            collected.nodes.push(("all jobs".to_owned(), runtimes));
        }
        return;
    };
    let mut series = vec![Vec::new(); values.values.len()];
    for job in jobs {
        let number = job.groups.get(place).map(|number| *number as usize);
        if let Some(series) = number.and_then(|number| series.get_mut(number)) {
            series.push(job.runtime);
        }
    }
    collected.notes.push(format!(
        "a series for each {what}, its jobs in the order in which they started"
    ));
    let mut named: Vec<_> = values.values.iter().copied().zip(series).collect();
    named.sort_by_cached_key(|(value, _)| (value.parse::<i64>().ok(), *value));
    for (value, runtimes) in named {
        collected.nodes.push((name(what, value, names), runtimes));
    }
}

/// The series' name; equal names are numbered later.
fn name(what: &str, value: &str, names: &HashMap<(&str, &str), &str>) -> String {
    let value: Cow<'_, str> = if value == "-1" {
        "unknown".into()
    } else {
        value.chars().take(MAX_NAME / 2).collect::<String>().into()
    };
    let name = match names.get(&(what, value.as_ref())) {
        Some(name) => {
            let name: String = name.chars().take(MAX_NAME / 4).collect();
            format!("{what} {value} ({name})")
        }
        None => format!("{what} {value}"),
    };
    one_line(&name).into_owned()
}
