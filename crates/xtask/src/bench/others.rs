//! The benchmarks that belong to no crate: those of the page, and those of the command.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use super::{Bench, command, instructions, load};
use crate::page;
use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// The names of these benchmarks, and their subjects.
pub(super) const ALL: [(&str, &str); 9] = [
    (
        "answers",
        "From a key to the new headline, from a typed strategy to its headline, from cancel to idle",
    ),
    (
        "drags",
        "Frames while a hand drags something of each laboratory's opening picture",
    ),
    (
        "gantt",
        "The Gantt view with up to a million spans, beside vis-timeline and plain SVG",
    ),
    (
        "import",
        "Files of traces of 100 MB and more, natively, by Python's libraries, and in the page",
    ),
    (
        "load",
        "The times until the page shows a picture and answers, on a slow device and network; the sizes of its parts",
    ),
    (
        "scaling",
        "How time and memory of each simulation grow with its size, as fitted powers",
    ),
    (
        "sweep",
        "A share of a study of 10,000 points with 100 replications each, on all cores",
    ),
    (
        "instructions",
        "Instructions of the hottest kernels, which are the same on a busy machine",
    ),
    (
        APART,
        "The whole study, undisturbed and killed three times, compared byte for byte; only by this name, because it takes ten minutes",
    ),
];

/// The benchmark that takes ten minutes, and runs only where it is named.
pub(super) const APART: &str = "kills";

/// Whether a benchmark measures the page that is published.
pub(super) fn needs_page(name: &str) -> bool {
    ["answers", "drags", "import", "load"].contains(&name)
}

/// Runs one of these benchmarks.
pub(super) fn run(bench: &Bench<'_>, name: &str) -> Result<()> {
    match name {
        "answers" => with_presets(bench, "answers.mjs"),
        "drags" => with_presets(bench, "drags.mjs"),
        "gantt" => gantt(bench),
        "import" => import(bench),
        "scaling" => command::scaling(bench),
        "sweep" => command::sweep(bench),
        "instructions" => instructions::run(bench),
        APART => command::kills(bench),
        _ => load::run(bench),
    }
}

/// Runs a script over the page that asks the command for presets.
fn with_presets(bench: &Bench<'_>, script: &str) -> Result<()> {
    let makespan = crate::host::command(bench.workshop)?;
    let mut node = bench.node(script)?;
    process::show(node.env("MAKESPAN", makespan).env("DIST", bench.page()?))
}

/// The packages of others are installed here and not by a set-up: nothing else needs them.
fn gantt(bench: &Bench<'_>) -> Result<()> {
    let workshop: &Workshop = bench.workshop;
    setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
    let folder = workshop.root.join("tests/bench");
    setup::node::npm(&folder, &["ci"]).context("the packages of tests/bench")?;
    let dist = bench.folder.join("gantt");
    let page = workshop.root.join("index.html");
    let page =
        fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    let document = bench.folder.join("index.html");
    fs::write(&document, for_benchmark(&page))
        .with_context(|| format!("cannot write {}", document.display()))?;
    page::build_other(workshop, &document, &["bench"], &dist)?;
    process::show(bench.node("gantt.mjs")?.env("DIST", dist))
}

/// Python's figures are left out where there is no Python.
fn import(bench: &Bench<'_>) -> Result<()> {
    let files = bench.folder.join("import");
    let mut cargo = bench.command("cargo");
    cargo.args([
        "run",
        "--release",
        "--locked",
        "--package",
        "makespan-trace",
    ]);
    process::show(cargo.args(["--example", "import", "--"]).arg(&files))?;
    let python = super::models::python("csv").unwrap_or_else(|| "python3".to_owned());
    let found = Command::new(&python).arg("--version").output();
    if found.is_ok_and(|version| version.status.success()) {
        let script = bench.workshop.root.join("tests/bench/import.py");
        process::show(bench.command(&python).arg(script).arg(&files))?;
    } else {
        bench.missing("There is no python3 to read the files beside.")?;
    }
    let mut node = bench.node("import.mjs")?;
    process::show(node.arg(&files).env("DIST", bench.page()?))
}

/// The page's document as it has to be two folders below the page's: with the same styles, without measured traces, and with
/// the door for the benchmark.
fn for_benchmark(page: &str) -> String {
    let lines = page
        .lines()
        .filter(|line| !line.contains("crates/trace/data"));
    let lines = lines.map(|line| {
        line.replace(
            "href=\"web/Cargo.toml\"",
            "href=\"web/Cargo.toml\" data-cargo-features=\"bench\"",
        )
        .replace("href=\"web/", "href=\"../../web/")
        .replace("href=\"target/", "href=\"../../target/")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_benchmarks_document_has_the_pages_styles_and_the_door() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let page = fs::read_to_string(root.join("index.html")).unwrap();
        let document = for_benchmark(&page);
        let count = |text: &str, word: &str| text.matches(word).count();
        assert_eq!(
            count(&page, "type=\"css\" href=\"web/styles/"),
            count(&document, "type=\"css\" href=\"../../web/styles/")
        );
        assert_eq!(count(&document, "data-cargo-features=\"bench\""), 1);
        let built = document.lines().filter(|line| line.contains("data-trunk"));
        for line in built {
            assert!(line.contains("href=\"../../"), "{line}");
        }
        assert_eq!(count(&document, "href=\"../../target/charts/charts.js"), 1);
    }
}
