//! `cargo xtask check`: what must hold of the source before anything is run.

mod names;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// Formatting, lints, then the dependencies: the quickest first.
///
/// Advisories are left out on purpose. They are fetched from elsewhere and change by themselves, so that a check of the
/// same commit would not always say the same.
pub(crate) fn run(workshop: &Workshop) -> Result<()> {
    process::show(workshop.command("cargo").args(["fmt", "--all", "--check"]))?;
    compiled_once(workshop)?;
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
    let mut deny = workshop.command("cargo-deny");
    deny.env("PATH", process::path_with(&[workshop.bin()])?);
    process::show(deny.args([
        "--locked",
        "check",
        "--hide-inclusion-graph",
        "bans",
        "licenses",
        "sources",
    ]))
}

/// The packages whose programs the browser gets.
const FOR_BROWSERS: [&str; 3] = ["makespan-web", "makespan-worker", "makespan-bindings"];

/// Says what would be compiled more than once because the programs for the browser ask for different features of it.
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
