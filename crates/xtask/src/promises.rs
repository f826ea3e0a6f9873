//! Each promise of `SECURITY.md` names its holder, and the holder exists.

use std::fs;
use std::path::Path;

use clap::CommandFactory;

use crate::Arguments;
use crate::sizes;
use crate::workshop::Workshop;

/// The rows of the table of promises: each promise, and the names in code style of its holders.
fn promises(document: &str) -> Vec<(&str, Vec<&str>)> {
    let (_, table) = document.split_once("| promise | held by |\n").unwrap();
    let rows = table.lines().skip(1).take_while(|row| row.starts_with('|'));
    let parts = rows.map(|row| {
        let row = row.trim_start_matches('|').trim_end_matches('|');
        let (promise, held) = row.rsplit_once(" | ").unwrap();
        // Every second piece stands between two signs of code.
        (promise.trim(), held.split('`').skip(1).step_by(2).collect())
    });
    parts.collect()
}

/// Whether a file has tests, this one by name if there is one.
fn tests(path: &Path, test: Option<&str>) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    match test {
        Some(name) => text.contains(&format!("fn {name}(")),
        None => ["#[test]", "\ntest(", "def test_"]
            .iter()
            .any(|mark| text.contains(mark)),
    }
}

/// Whether a named holder has tests, or the holder's fault.
fn held(root: &Path, holder: &str) -> Result<bool, String> {
    if let Some(chore) = holder.strip_prefix("cargo xtask ") {
        let name = chore.split(' ').next().unwrap_or_default();
        let known = Arguments::command().find_subcommand(name).is_some();
        return known.then_some(true).ok_or(format!("no chore {name}"));
    }
    let (file, test) = match holder.split_once("::") {
        Some((file, test)) => (file, Some(test)),
        None => (holder, None),
    };
    let kind = Path::new(file).extension().and_then(|kind| kind.to_str());
    let is_file = matches!(kind, Some("rs" | "mjs" | "py"));
    if !is_file && !file.contains('/') {
        // A variable, or an example of its use.
        return Ok(false);
    }
    let path = root.join(file);
    if path.is_dir() {
        let all = sizes::files_of(&path).map_err(|error| error.to_string())?;
        let some = all.iter().any(|file| tests(&path.join(file), None));
        return some.then_some(true).ok_or(format!("{file} has no tests"));
    }
    match (path.is_file(), test) {
        (false, _) => Err(format!("{file} is not there")),
        (true, None) => Ok(tests(&path, None)),
        (true, Some(name)) => tests(&path, test)
            .then_some(true)
            .ok_or(format!("{file} has no test {name}")),
    }
}

/// All faults of the promises of a document.
fn faults(root: &Path, document: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (promise, holders) in promises(document) {
        let mut held_by_a_test = false;
        for holder in holders {
            match held(root, holder) {
                Ok(test) => held_by_a_test |= test,
                Err(fault) => all.push(fault),
            }
        }
        if !held_by_a_test {
            all.push(format!("no test holds “{promise}”"));
        }
    }
    all
}

#[test]
fn each_promise_is_held_by_a_test_that_is_there() {
    let root = Workshop::find().unwrap().root;
    let document = fs::read_to_string(root.join("SECURITY.md")).unwrap();
    assert!(promises(&document).len() > 20);
    assert_eq!(faults(&root, &document), Vec::<String>::new());
}

#[test]
fn a_promise_without_a_test_and_a_test_that_is_gone_are_faults() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for folder in ["tests/empty", "tests/some"] {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    fs::write(root.join("tests/some/a.rs"), "#[test]\nfn it_holds() {}\n").unwrap();
    fs::write(root.join("tests/help.mjs"), "export const a = 1;\n").unwrap();
    let table = |holder: &str| format!("| promise | held by |\n|---|---|\n| safe | {holder} |\n");
    let found = |holder: &str| faults(root, &table(holder)).join("; ");
    let right = [
        "`tests/some/a.rs`",
        "`tests/some`",
        "`tests/some/a.rs::it_holds` (`SEED`)",
        "`cargo xtask fuzz 5`",
        "`tests/some/a.rs`, `tests/help.mjs`",
    ];
    for holder in right {
        assert_eq!(found(holder), "", "{holder}");
    }
    let wrong = [
        ("nothing", "no test holds “safe”"),
        ("`SEED`", "no test holds “safe”"),
        ("`tests/help.mjs`", "no test holds “safe”"),
        ("`tests/some/a.rs`, `tests/b.rs`", "tests/b.rs is not there"),
        (
            "`tests/some/a.rs`, `tests/some/a.rs::it_held`",
            "tests/some/a.rs has no test it_held",
        ),
        (
            "`tests/some/a.rs`, `tests/empty`",
            "tests/empty has no tests",
        ),
        (
            "`tests/some/a.rs`, `cargo xtask nothing`",
            "no chore nothing",
        ),
    ];
    for (holder, fault) in wrong {
        assert_eq!(found(holder), fault, "{holder}");
    }
}
