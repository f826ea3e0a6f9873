//! The inputs tried at the doors, the interpreted tests, and the checked certificates, as kept in `docs/trust.json`.

mod tables;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::host;
use crate::process;
use crate::sizes;
use crate::workshop::Workshop;

pub(crate) use tables::draw;

/// The file of these counts.
const KEPT: &str = "docs/trust.json";

/// The folder of certificates.
const CERTIFICATES: &str = "docs/certificates";

/// All counts.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Trust {
    /// The counts of each run of the tests.
    tests: Tests,
    /// Inputs of all times, by the door's name.
    doors: BTreeMap<String, Door>,
    /// Inputs that AddressSanitizer watched, by the door's name.
    watched: BTreeMap<String, Door>,
    /// Tests that Miri interpreted last, by the crate's name.
    interpreted: BTreeMap<String, Interpreted>,
    /// Checks of certificates, by the certificate's file.
    certificates: BTreeMap<String, Check>,
}

impl Trust {
    fn doors_of(&mut self, watched: bool) -> &mut BTreeMap<String, Door> {
        match watched {
            false => &mut self.doors,
            true => &mut self.watched,
        }
    }
}

/// The counts of each run of the tests: each number is held by the test that counts it.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Tests {
    /// Doors, `tests/doors`.
    doors: u64,
    /// Inputs at these doors.
    inputs: u64,
    /// `tests/browser/doors.test.mjs`.
    script_inputs: u64,
    /// `crates/certificate/tests/forged.rs`.
    edited_certificates: u64,
    /// `crates/recovery/tests/states.rs`.
    rewritten_states: u64,
    /// Pages and states of them, `tests/browser/access.test.mjs`.
    states_for_everyone: u64,
}

/// The attacks on a door.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Door {
    /// The number of inputs.
    pub(crate) inputs: u64,
    /// The processor time, s.
    pub(crate) seconds: f64,
}

/// The tests of a crate that Miri interpreted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Interpreted {
    /// The part of the crate's tests.
    pub(crate) part: String,
    /// The number of passed tests.
    pub(crate) tests: u64,
    /// The number of left out tests.
    pub(crate) left_out: u64,
}

/// The check of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Check {
    /// The number of beginnings that it tried.
    beginnings: u64,
    /// Its processor time, s.
    seconds: f64,
}

/// The attacks on each door so far, by its name; attacks that AddressSanitizer watched are counted apart.
pub(crate) fn attacked(workshop: &Workshop, watched: bool) -> Result<BTreeMap<String, Door>> {
    Ok(std::mem::take(read(workshop)?.doors_of(watched)))
}

/// Adds an attack on a door.
pub(crate) fn tried(workshop: &Workshop, name: &str, tried: &Door, watched: bool) -> Result<()> {
    change(workshop, |trust| {
        let all = trust.doors_of(watched).entry(name.to_owned()).or_default();
        all.inputs += tried.inputs;
        all.seconds += tried.seconds;
    })
}

/// Keeps the tests of a crate that Miri interpreted.
pub(crate) fn interpreted(workshop: &Workshop, name: &str, all: Interpreted) -> Result<()> {
    change(workshop, |trust| {
        trust.interpreted.insert(name.to_owned(), all);
    })?;
    draw(workshop)
}

/// Checks the certificates in the documents whose names have this word, each once more, and keeps the counts.
pub(crate) fn certificates(workshop: &Workshop, only: &str) -> Result<()> {
    let makespan = host::command(workshop)?;
    let folder = workshop.root.join(CERTIFICATES);
    let mut found = false;
    for name in sizes::files_of(&folder)? {
        let Some(file) = name.to_str().filter(|name| name.ends_with(".json")) else {
            continue;
        };
        if !file.contains(only) {
            continue;
        }
        found = true;
        let mut verify = process::timed(workshop.command("sh"), &makespan);
        verify.arg("verify").arg(folder.join(&name));
        let said = process::read(&mut verify)?;
        let check = check(&said).with_context(|| format!("`makespan verify` said {said}"))?;
        println!(
            "{file}: proved; {} beginnings took {:.2} s of processor time",
            check.beginnings, check.seconds
        );
        change(workshop, |trust| {
            trust.certificates.insert(file.to_owned(), check);
        })?;
        draw(workshop)?;
    }
    if !found {
        bail!("no certificate's name has {only}");
    }
    Ok(())
}

/// Reads the words of `makespan verify` on a check that proved something, and its processor time behind them.
fn check(said: &str) -> Option<Check> {
    let (_, rest) = said.split_once("The check tried ")?;
    let (beginnings, rest) = rest.split_once(" in ")?;
    let digits: String = beginnings.chars().filter(char::is_ascii_digit).collect();
    Some(Check {
        beginnings: digits.parse().ok()?,
        seconds: process::processor_time(rest.lines().last()?)?,
    })
}

fn change(workshop: &Workshop, change: impl FnOnce(&mut Trust)) -> Result<()> {
    let mut trust = read(workshop)?;
    change(&mut trust);
    let path = workshop.root.join(KEPT);
    let text = serde_json::to_string_pretty(&trust)? + "\n";
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn read(workshop: &Workshop) -> Result<Trust> {
    let text = document(workshop, KEPT)?;
    serde_json::from_str(&text).with_context(|| format!("cannot read {KEPT}"))
}

fn document(workshop: &Workshop, name: &str) -> Result<String> {
    fs::read_to_string(workshop.root.join(name)).with_context(|| format!("cannot read {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_check_are_read() {
        let said = "proved: x\nThe check tried 9\u{202f}942\u{202f}666\u{a0}beginnings in 3.10 s; the certificate has 166\u{a0}bytes.\n";
        let found = check(&format!("{said}0m0.001s 0m0.002s\n1m1.720s 0m0.250s\n")).unwrap();
        assert_eq!((found.beginnings, found.seconds), (9_942_666, 61.97));
        assert_eq!(check("proved: x"), None);
        assert_eq!(check(said), None);
    }
}
