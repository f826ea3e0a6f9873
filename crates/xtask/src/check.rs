//! `cargo xtask check`: the rules of the source, checked before anything is run.

mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// Formatting, lints, then the dependencies: the quickest first.
pub(crate) fn run(workshop: &Workshop) -> Result<()> {
    process::show(workshop.command("cargo").args(["fmt", "--all", "--check"]))?;
    compiled_once(workshop)?;
    compiled_for_tests(workshop)?;
    names::run(workshop)?;
    let clippy = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--features=makespan-web/bench",
        "--locked",
        "--",
        "-D",
        "warnings",
    ];
    process::show(workshop.command("cargo").args(clippy))?;
    setup::ensure(workshop, &setup::FOR_DEPENDENCIES)?;
    let deny = |arguments: &[&str]| -> Result<Command> {
        let mut deny = workshop.command("cargo-deny");
        deny.env("PATH", process::path_with(&[workshop.bin()])?);
        deny.arg("--locked").args(arguments);
        Ok(deny)
    };
    let check = ["check", "--hide-inclusion-graph"];
    process::show(deny(&check)?.args(["bans", "licenses", "sources"]))?;
    // The database is fetched by git from another host, which is not reached everywhere.
    let log = workshop.target()?.join("advisories.log");
    match process::read_within(&mut deny(&["fetch", "db"])?, FETCHING, &log) {
        Ok(()) => process::show(deny(&check)?.arg("advisories")),
        Err(reason) => {
            eprintln!("\nAdvisories were not checked: their database could not be had. {reason:#}");
            Ok(())
        }
    }
}

/// The longest time to fetch the database of advisories.
const FETCHING: Duration = Duration::from_secs(30);

/// The packages whose programs the browser gets.
const FOR_BROWSERS: [&str; 3] = ["makespan-web", "makespan-worker", "makespan-bindings"];

/// Refuses packages that would be compiled more than once because the programs for the browser ask for different features of them.
///
/// `web-sys` is left out: the page asks for hundreds of its features, and nothing of the models needs it.
fn compiled_once(workshop: &Workshop) -> Result<()> {
    let mut all = BTreeMap::new();
    for package in FOR_BROWSERS {
        let tree = [
            "tree",
            "--locked",
            "--package",
            package,
            "--prefix",
            "none",
            "--format",
            "{p}|{f}",
            "--edges",
            "normal,build",
            "--target",
            "wasm32-unknown-unknown",
        ];
        for (name, features) in features(&process::read(workshop.command("cargo").args(tree))?) {
            all.entry(name)
                .or_insert_with(BTreeSet::new)
                .insert(features);
        }
    }
    let twice: Vec<String> = all
        .into_iter()
        .filter(|(name, features)| features.len() > 1 && !name.starts_with("web-sys "))
        .filter(|(name, _)| !name.starts_with("makespan-"))
        .map(|(name, features)| format!("{name}: {features:?}"))
        .collect();
    if !twice.is_empty() {
        bail!(
            "these would be compiled more than once for the browser; let web/worker and crates/bindings ask for the features \
             that the page has, beside those that stand there already:\n{}",
            twice.join("\n")
        );
    }
    Ok(())
}

/// The package that is compiled by itself, for Python.
const FOR_PYTHON: &str = "makespan-python";

/// Refuses packages that would be compiled once more for Python because the tests have them with other features.
fn compiled_for_tests(workshop: &Workshop) -> Result<()> {
    let tree = |arguments: &[&str]| {
        let mut cargo = workshop.command("cargo");
        cargo.args(["tree", "--locked", "--prefix", "none"]);
        cargo.args(["--format", "{p}|{f}"]).args(arguments);
        process::read(&mut cargo)
    };
    let own = tree(&["--package", FOR_PYTHON, "--edges", "normal,build"])?;
    let tests = tree(&["--workspace", "--edges", "normal,build,dev"])?;
    let others = lacking(&own, &tests);
    if !others.is_empty() {
        bail!(
            "these would be compiled once more for Python; let crates/python ask for the features that the tests have, beside those \
             that stand there already:\n{}",
            others.join("\n")
        );
    }
    Ok(())
}

/// The packages of a tree that another one has with other features only.
fn lacking(tree: &str, other: &str) -> Vec<String> {
    let rows = |tree: &str| -> BTreeSet<String> {
        let lines = tree.lines().map(|line| line.trim_end_matches(" (*)"));
        lines.map(str::to_owned).collect()
    };
    rows(tree).difference(&rows(other)).cloned().collect()
}

/// Packages with their versions, and the features that they are compiled with.
fn features(tree: &str) -> BTreeMap<String, String> {
    tree.lines()
        .filter_map(|line| line.trim_end_matches(" (*)").split_once('|'))
        .map(|(package, features)| (package.to_owned(), features.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_with_other_features_is_named_and_one_with_the_same_is_not() {
        let tests = "a v1.0.0|x\na v1.0.0|x,y\nb v2.0.0|std (*)\n";
        assert!(lacking("a v1.0.0|x (*)\nb v2.0.0|std\n", tests).is_empty());
        assert_eq!(lacking("a v1.0.0|y\nb v2.0.0|std\n", tests), ["a v1.0.0|y"]);
    }

    #[test]
    fn features_are_read_from_a_tree() {
        let found =
            features("a v1.0.0 (/here)|x\nb v2.0.0|std,sync (*)\nb v2.0.0|std,sync\n\nc v3.0.0|\n");
        let rows: Vec<_> = found
            .iter()
            .map(|(package, features)| (package.as_str(), features.as_str()))
            .collect();
        assert_eq!(
            rows,
            [
                ("a v1.0.0 (/here)", "x"),
                ("b v2.0.0", "std,sync"),
                ("c v3.0.0", "")
            ]
        );
    }
}
