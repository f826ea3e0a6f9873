//! The documents' tables of the inputs at the doors, the interpreted tests, and the checked certificates.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{CERTIFICATES, Door, Trust, document, read};
use crate::block;
use crate::sizes;
use crate::workshop::Workshop;

/// The documents with these tables, and the tables' names there.
const TABLES: [(&str, &str); 4] = [
    ("README.md", "trust"),
    ("SECURITY.md", "doors"),
    ("SECURITY.md", "interpreted"),
    ("docs/certificates/README.md", "checks"),
];

/// The folder of inputs at the doors.
const CORPUS: &str = "tests/doors/corpus";

/// Writes the tables in the documents anew.
pub(crate) fn draw(workshop: &Workshop) -> Result<()> {
    for (name, text) in drawn(workshop)? {
        fs::write(workshop.root.join(name), text)
            .with_context(|| format!("cannot write {name}"))?;
    }
    Ok(())
}

/// The documents with their tables.
fn drawn(workshop: &Workshop) -> Result<BTreeMap<&'static str, String>> {
    let trust = read(workshop)?;
    let kept = kept(&workshop.root.join(CORPUS))?;
    let sizes = sizes(&workshop.root.join(CERTIFICATES))?;
    let lines = |file: &str, begin: &str| {
        let text = document(workshop, file)?;
        Ok::<_, anyhow::Error>(text.lines().filter(|line| line.starts_with(begin)).count() as u64)
    };
    let counted = Counted {
        faults: lines("tests/browser/faults.test.mjs", "test(")?,
        fingerprints: lines("tests/fingerprints.txt", "")?,
    };
    let tables = [
        summary(&trust, counted, &kept, &sizes),
        doors(&trust, &kept),
        interpreted(&trust),
        checks(&trust, &sizes),
    ];
    let mut all: BTreeMap<&str, String> = BTreeMap::new();
    for ((file, name), table) in TABLES.into_iter().zip(tables) {
        let text = match all.remove(file) {
            Some(text) => text,
            None => document(workshop, file)?,
        };
        let text = block::with(&text, name, &table);
        all.insert(file, text.with_context(|| format!("in {file}"))?);
    }
    Ok(all)
}

/// The counts from the files of tests themselves.
#[derive(Clone, Copy)]
struct Counted {
    /// Faults in the middle of a search.
    faults: u64,
    /// Scenarios with a kept fingerprint.
    fingerprints: u64,
}

/// The kept inputs of a door.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Kept {
    /// All kept inputs.
    inputs: usize,
    /// Inputs that broke something once.
    faults: usize,
}

fn kept(corpus: &Path) -> Result<BTreeMap<String, Kept>> {
    let mut all: BTreeMap<String, Kept> = BTreeMap::new();
    for file in sizes::files_of(corpus)? {
        let mut parts = file.iter().map(|part| part.to_string_lossy());
        let (Some(door), Some(name)) = (parts.next(), parts.next()) else {
            continue;
        };
        let door = all.entry(door.into_owned()).or_default();
        door.inputs += 1;
        door.faults += usize::from(name.starts_with("fault-"));
    }
    Ok(all)
}

/// The certificates and their sizes in bytes.
fn sizes(folder: &Path) -> Result<BTreeMap<String, u64>> {
    let files = sizes::files_of(folder)?;
    let json = |path: &PathBuf| path.extension().is_some_and(|end| end == "json");
    let files = files.iter().filter(|path| json(path));
    let files = files.map(|path| {
        let size = fs::metadata(folder.join(path))?.len();
        Ok((path.to_string_lossy().into_owned(), size))
    });
    files.collect()
}

/// The table of the README.
fn summary(
    trust: &Trust,
    counted: Counted,
    kept: &BTreeMap<String, Kept>,
    sizes: &BTreeMap<String, u64>,
) -> String {
    let inputs =
        |doors: &BTreeMap<String, Door>| doors.values().map(|door| door.inputs).sum::<u64>();
    let hours = |doors: &BTreeMap<String, Door>| {
        doors.values().fold(0.0, |sum, door| sum + door.seconds) / 3600.0
    };
    let faults: usize = kept.values().map(|kept| kept.faults).sum();
    let all: usize = kept.values().map(|kept| kept.inputs).sum();
    let checked = || trust.certificates.values();
    let seconds = checked().fold(0.0, |sum, check| sum + check.seconds);
    let beginnings: u64 = checked().map(|check| check.beginnings).sum();
    let least = sizes.values().min().copied().unwrap_or_default();
    let most = sizes.values().max().copied().unwrap_or_default();
    let tests = trust.tests;
    let each = |what: &str, number: u64| (what.to_owned(), grouped(number));
    let rows = [
        (
            format!(
                "inputs tried by libFuzzer at {} doors, in {:.1} hours",
                trust.doors.len(),
                hours(&trust.doors)
            ),
            grouped(inputs(&trust.doors)),
        ),
        (
            format!(
                "more inputs at {} doors while AddressSanitizer watched, in {:.1} hours",
                trust.watched.len(),
                hours(&trust.watched)
            ),
            grouped(inputs(&trust.watched)),
        ),
        each("faults found at these doors, all mended", faults as u64),
        each(
            "inputs kept because they reach a new place, or found a fault",
            all as u64,
        ),
        (
            format!(
                "tests of {} crates that Miri interprets without finding undefined behaviour",
                trust.interpreted.len()
            ),
            grouped(trust.interpreted.values().map(|all| all.tests).sum()),
        ),
        (
            format!(
                "random inputs at {} doors, in each run of the tests",
                tests.doors
            ),
            grouped(tests.inputs),
        ),
        each(
            "random inputs at the doors of scripts: results, lessons, markup, messages",
            tests.script_inputs,
        ),
        each(
            "rewritten states of searches, none of which makes a report claim anything false",
            tests.rewritten_states,
        ),
        each(
            "random edits of certificates, none of which proves anything false",
            tests.edited_certificates,
        ),
        (
            format!("certificates of optimal lists, {least} to {most} bytes each"),
            grouped(sizes.len() as u64),
        ),
        (
            format!(
                "of these checked to their end: {} beginnings in {} of processor time",
                grouped(beginnings),
                duration(seconds)
            ),
            grouped(trust.certificates.len() as u64),
        ),
        each(
            "faults in the middle of a search: its worker, memory, storage, network, clock, tabs, versions",
            counted.faults,
        ),
        each(
            "presets and kept links with the same fingerprint natively, in Node and in Firefox",
            counted.fingerprints,
        ),
        each(
            "pages and states for everyone: axe, 200 % and 400 %, no motion where it is reduced",
            tests.states_for_everyone,
        ),
    ];
    let rows = rows.map(|(what, number)| format!("| {what} | {number} |\n"));
    format!("| attack or check | number |\n|---|---|\n{}", rows.concat())
}

/// The table of doors.
fn doors(trust: &Trust, kept: &BTreeMap<String, Kept>) -> String {
    let mut out = String::from(
        "| door | inputs tried | a second | more while AddressSanitizer watched | kept inputs | of these, found a fault |\n|---|---|---|---|---|---|\n",
    );
    for (name, door) in &trust.doors {
        let kept = kept.get(name).copied().unwrap_or_default();
        let watched = trust.watched.get(name).copied().unwrap_or_default();
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | {} | {} |",
            grouped(door.inputs),
            grouped((door.inputs as f64 / door.seconds) as u64),
            grouped(watched.inputs),
            kept.inputs,
            kept.faults
        );
    }
    out
}

/// The table of interpreted crates.
fn interpreted(trust: &Trust) -> String {
    let mut out = String::from("| crate | tests | number | left out |\n|---|---|---|---|\n");
    for (name, all) in &trust.interpreted {
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} |",
            all.part, all.tests, all.left_out
        );
    }
    out
}

/// The table of certificates.
fn checks(trust: &Trust, sizes: &BTreeMap<String, u64>) -> String {
    let mut out =
        String::from("| certificate | bytes | beginnings | processor time |\n|---|---|---|---|\n");
    for (name, size) in sizes {
        let (beginnings, time) = match trust.certificates.get(name) {
            Some(check) => (grouped(check.beginnings), duration(check.seconds)),
            None => ("not checked to its end".to_owned(), String::new()),
        };
        let _ = writeln!(out, "| [{name}]({name}) | {size} | {beginnings} | {time} |");
    }
    out
}

/// A whole number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits: Vec<char> = number.to_string().chars().rev().collect();
    let groups: Vec<String> = digits
        .chunks(3)
        .map(|three| three.iter().collect())
        .collect();
    groups.join(",").chars().rev().collect()
}

fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 100.0 => format!("{seconds:.1} s"),
        _ if seconds < 6_000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3_600.0),
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;
    use crate::trust::{Check, Interpreted, Tests};

    #[test]
    fn the_documents_have_the_kept_numbers() {
        let workshop = Workshop::find().unwrap();
        if env::var_os("UPDATE_EXPECT").is_some() {
            draw(&workshop).unwrap();
        }
        for (name, text) in drawn(&workshop).unwrap() {
            assert!(document(&workshop, name).unwrap() == text, "{name}");
        }
    }

    #[test]
    fn tables_have_what_was_measured_and_say_what_was_not() {
        let found = Check {
            beginnings: 9_942_666,
            seconds: 1.72,
        };
        let door = Door {
            inputs: 1_234_567,
            seconds: 100.0,
        };
        let watched = Door {
            inputs: 9_876,
            seconds: 720.0,
        };
        let words = Interpreted {
            part: "all".to_owned(),
            tests: 12,
            left_out: 3,
        };
        let trust = Trust {
            tests: Tests::default(),
            doors: [("links".to_owned(), door)].into(),
            watched: [("links".to_owned(), watched)].into(),
            interpreted: [("words".to_owned(), words)].into(),
            certificates: [("list-24.json".to_owned(), found)].into(),
        };
        let kept = [(
            "links".to_owned(),
            Kept {
                inputs: 9,
                faults: 2,
            },
        )]
        .into();
        let sizes = [("list-24.json", 166), ("list-28.json", 187)];
        let sizes = sizes.map(|(name, size)| (name.to_owned(), size)).into();
        assert!(doors(&trust, &kept).contains("| links | 1,234,567 | 12,345 | 9,876 | 9 | 2 |"));
        assert!(interpreted(&trust).contains("| words | all | 12 | 3 |"));
        let checks = checks(&trust, &sizes);
        assert!(checks.contains("| 166 | 9,942,666 | 1.7 s |"), "{checks}");
        assert!(
            checks.contains("| 187 | not checked to its end |  |"),
            "{checks}"
        );
        let counted = Counted {
            faults: 11,
            fingerprints: 256,
        };
        let summary = summary(&trust, counted, &kept, &sizes);
        assert!(
            summary.contains("| 1,234,567 |") && summary.contains("166 to 187 bytes each | 2 |"),
            "{summary}"
        );
        assert!(
            summary.contains("at 1 doors while AddressSanitizer watched, in 0.2 hours | 9,876 |"),
            "{summary}"
        );
        assert!(summary.contains("| 12 |"), "{summary}");
    }

    #[test]
    fn kept_inputs_are_counted_by_door_and_faults_apart() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["links/a", "links/fault-b", "plans/c"] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let found = kept(folder.path()).unwrap();
        assert_eq!(
            found["links"],
            Kept {
                inputs: 2,
                faults: 1
            }
        );
        assert_eq!(
            found["plans"],
            Kept {
                inputs: 1,
                faults: 0
            }
        );
    }

    #[test]
    fn times_are_told_in_the_unit_that_suits_them() {
        assert_eq!(
            [3.04, 600.0, 7_200.0].map(duration),
            ["3.0 s", "10 min", "2.0 h"]
        );
    }
}
