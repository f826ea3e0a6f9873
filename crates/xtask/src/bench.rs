//! `cargo xtask bench`: how fast something is. Not part of the tests: figures depend on the machine.

mod divisible;
mod forecast;
mod load;
mod replication;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;

use crate::page;
use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// What can be measured.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// The Gantt view with up to a million spans
    Gantt,
    /// The predictors over 130 series of 2,000 values
    Forecast,
    /// The strategies of the replication laboratory over 1,000 runs, natively, as WebAssembly, and with numpy; its sliders in the page
    Replication,
    /// Streams over 1,000 workers, simulated natively, as WebAssembly, by SimPy and by SimGrid
    Divisible,
    /// How soon the page shows a picture and answers, on a slow device and network; what its parts weigh
    Load,
    /// Files of traces of 100 MB and more, natively, by Python's libraries, and in the page
    Import,
}

/// Builds what is measured, brings what it is measured beside, and measures.
pub(crate) fn run(workshop: &Workshop, what: What) -> Result<()> {
    match what {
        What::Gantt => gantt(workshop),
        What::Forecast => forecast::run(workshop),
        What::Replication => replication::run(workshop),
        What::Divisible => divisible::run(workshop),
        What::Load => load::run(workshop),
        What::Import => import(workshop),
    }
}

/// The packages of others are installed here and not by a set-up: nothing else needs them.
fn gantt(workshop: &Workshop) -> Result<()> {
    setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
    let folder = workshop.root.join("tests/bench");
    setup::node::npm(&folder, &["ci"]).context("the packages of tests/bench")?;
    let bench = workshop.root.join("target/bench");
    let dist = bench.join("gantt");
    let page = workshop.root.join("index.html");
    let page =
        fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    let document = bench.join("index.html");
    fs::create_dir_all(&bench)
        .and_then(|()| fs::write(&document, for_benchmark(&page)))
        .with_context(|| format!("cannot write {}", document.display()))?;
    page::build_other(workshop, &document, &dist)?;
    let mut node = workshop.command("node");
    node.arg(folder.join("gantt.mjs"));
    node.env("CHROMIUM", setup::browser_path()?)
        .env("DIST", dist);
    process::show(&mut node)
}

/// Python's figures are left out where there is no Python.
fn import(workshop: &Workshop) -> Result<()> {
    setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
    let bench = workshop.root.join("target/bench");
    let (files, dist) = (bench.join("import"), bench.join("page"));
    let mut cargo = workshop.command("cargo");
    cargo.args([
        "run",
        "--release",
        "--locked",
        "--package",
        "makespan-trace",
    ]);
    process::show(cargo.args(["--example", "import", "--"]).arg(&files))?;
    let scripts = workshop.root.join("tests/bench");
    let python = Command::new("python3").arg("--version").output();
    if python.is_ok_and(|version| version.status.success()) {
        let mut python = workshop.command("python3");
        process::show(python.arg(scripts.join("import.py")).arg(&files))?;
    } else {
        println!("There is no python3 to read the files beside.");
    }
    page::build_into(workshop, &dist)?;
    let mut node = workshop.command("node");
    node.arg(scripts.join("import.mjs")).arg(&files);
    node.env("CHROMIUM", setup::browser_path()?)
        .env("DIST", dist);
    process::show(&mut node)
}

/// Measures the benchmark of a crate as WebAssembly, built as the page is, beside the native figures in `folder`; it should
/// take at most `reach` times as long.
fn as_webassembly(
    workshop: &Workshop,
    package: &str,
    bench: &str,
    folder: &Path,
    reach: &str,
) -> Result<()> {
    let target = workshop.root.join("target/bench/wasm");
    let mut cargo = workshop.command("cargo");
    cargo.args(["build", "--locked", "-q", "--profile", "page"]);
    cargo.args(["-p", package, "--bench", bench]);
    cargo.args(["--target", "wasm32-unknown-unknown", "--target-dir"]);
    process::show(cargo.arg(&target))?;
    let program = newest(&target.join("wasm32-unknown-unknown/page/deps"), bench)?;
    let mut node = workshop.command("node");
    node.arg(workshop.root.join("tests/bench/wasm.mjs"));
    process::show(node.arg(program).arg(folder).arg(reach))
}

/// The program of a benchmark that was built last: its name ends with a digest of how it was built.
fn newest(folder: &Path, bench: &str) -> Result<PathBuf> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let is_program = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| name.starts_with(bench) && name.ends_with(".wasm"))
    };
    let mut programs: Vec<_> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(is_program)
        .collect();
    programs.sort_by_key(|path| path.metadata().and_then(|about| about.modified()).ok());
    match programs.pop() {
        Some(program) => Ok(program),
        None => bail!("there is no program in {}", folder.display()),
    }
}

/// The first Python that has these modules. A machine may have several.
fn python(modules: &str) -> Option<String> {
    let named = std::env::var("PYTHON").ok();
    let usual = ["python3", "/usr/bin/python3"].map(str::to_owned);
    named.into_iter().chain(usual).find(|python| {
        let mut asked = Command::new(python);
        asked
            .args(["-c", &format!("import {modules}")])
            .current_dir(Path::new("/"));
        process::read(&mut asked).is_ok()
    })
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
