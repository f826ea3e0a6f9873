//! `cargo xtask bench`: how fast something is. Not part of the tests: figures depend on the machine.

mod load;
mod models;

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::page;
use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// What can be measured beside the benchmarks of crates, and what each is.
const OF_THE_PAGE: [(&str, &str); 4] = [
    (
        "drags",
        "Frames while a hand drags something of each laboratory's opening picture",
    ),
    ("gantt", "The Gantt view with up to a million spans"),
    (
        "import",
        "Files of traces of 100 MB and more, natively, by Python's libraries, and in the page",
    ),
    (
        "load",
        "The times until the page shows a picture and answers, on a slow device and network; the sizes of its parts",
    ),
];

/// Builds what is measured, brings what it is measured beside, and measures.
pub(crate) fn run(workshop: &Workshop, what: Option<&str>) -> Result<()> {
    let of_crates = models::all(workshop)?;
    match what {
        Some("drags") => drags(workshop),
        Some("gantt") => gantt(workshop),
        Some("import") => import(workshop),
        Some("load") => load::run(workshop),
        Some(name) if of_crates.iter().any(|(known, _)| known == name) => {
            models::run(workshop, name)
        }
        other => {
            let of_the_page = OF_THE_PAGE.map(|(name, about)| (name.to_owned(), about.to_owned()));
            let all = of_crates.into_iter().chain(of_the_page);
            let list: Vec<_> = all
                .map(|(name, about)| format!("  {name:12} {about}"))
                .collect();
            let list = list.join("\n");
            match other {
                Some(name) => bail!("there is no benchmark {name}; choose one of\n{list}"),
                None => {
                    println!("{list}");
                    Ok(())
                }
            }
        }
    }
}

/// The command names the presets.
fn drags(workshop: &Workshop) -> Result<()> {
    setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
    let bench = workshop.root.join("target/bench");
    let dist = bench.join("page");
    let makespan = crate::host::command(workshop)?;
    page::build_into(workshop, &dist)?;
    let mut node = workshop.command("node");
    node.arg(workshop.root.join("tests/bench/drags.mjs"));
    node.env("CHROMIUM", setup::browser_path()?)
        .env("MAKESPAN", makespan)
        .env("DIST", dist);
    process::show(&mut node)
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
    page::build_other(workshop, &document, &["bench"], &dist)?;
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
