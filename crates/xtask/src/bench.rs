//! `cargo xtask bench`: the speed of everything, beside the programs that others use for it. Not part of the tests: figures
//! depend on the machine.

mod command;
mod figures;
mod instructions;
mod load;
mod models;
mod others;
mod page;

use std::cell::OnceCell;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::process;
use crate::setup;
use crate::workshop::Workshop;
use figures::{Benchmark, Measured};

/// The name of a benchmark, and its subject.
type Listed = (String, String);

/// The options of `cargo xtask bench`.
pub(crate) struct Asked {
    /// The benchmarks by name; all where there is none.
    pub(crate) names: Vec<String>,
    /// Whether each part runs once, in small sizes, to try the mechanism.
    pub(crate) quick: bool,
    /// The folder of `measured.json`, where it is not the usual one.
    pub(crate) out: Option<PathBuf>,
    /// Whether the figures are kept in `docs` and in the README.
    pub(crate) page: bool,
}

/// Measures, one benchmark after the other, and keeps the figures after each.
pub(crate) fn run(workshop: &Workshop, asked: &Asked) -> Result<()> {
    let all = all(workshop)?;
    let names = chosen(&all, &asked.names)?;
    let out = asked.out.clone().unwrap_or_else(|| {
        let folder = workshop.root.join("target/bench");
        if asked.quick {
            folder.join("quick")
        } else {
            folder
        }
    });
    let bench = Bench::new(workshop, asked.quick)?;
    fs::create_dir_all(&out).with_context(|| format!("cannot write {}", out.display()))?;
    let file = out.join("measured.json");
    let kept = workshop.root.join(page::KEPT);
    let mut measured = Measured::of_this_machine(workshop, [&file, &kept])?;
    let mut failed = Vec::new();
    for (name, about) in all
        .iter()
        .filter(|(name, _)| names.contains(&name.as_str()))
    {
        println!("\n# {name}: {about}");
        match bench.measured(name, about) {
            Ok(found) => {
                println!("\n{name} took {:.0} s", found.seconds);
                measured.put(found, &all);
                measured.write(&file)?;
            }
            Err(error) => {
                eprintln!("\n{name}: {error:#}");
                failed.push(name.as_str());
            }
        }
    }
    println!("\nThe figures are in {}.", file.display());
    if asked.page {
        page::keep(workshop, &measured)?;
    }
    if !failed.is_empty() {
        bail!("not measured: {}", failed.join(", "));
    }
    Ok(())
}

/// All benchmarks: the crates' first, then the others.
fn all(workshop: &Workshop) -> Result<Vec<Listed>> {
    let others = others::ALL.map(|(name, about)| (name.to_owned(), about.to_owned()));
    Ok(models::all(workshop)?.into_iter().chain(others).collect())
}

/// The names that were asked for, which have to exist; `all` and none are all.
fn chosen<'a>(all: &'a [Listed], asked: &[String]) -> Result<Vec<&'a str>> {
    let names = || all.iter().map(|(name, _)| name.as_str());
    if asked.iter().all(|name| name == "all") {
        return Ok(names().filter(|name| *name != others::APART).collect());
    }
    if let Some(unknown) = asked
        .iter()
        .find(|name| names().all(|known| known != *name))
    {
        let list: Vec<_> = all
            .iter()
            .map(|(name, about)| format!("  {name:12} {about}"))
            .collect();
        bail!(
            "there is no benchmark {unknown}; choose among\n{}",
            list.join("\n")
        );
    }
    Ok(names()
        .filter(|name| asked.iter().any(|one| one == name))
        .collect())
}

/// The shared parts of all benchmarks: the page that is built once, and the file of records.
struct Bench<'w> {
    workshop: &'w Workshop,
    quick: bool,
    /// The folder of benchmarks, in the target folder.
    folder: PathBuf,
    /// A line of JSON for each figure of the benchmark that runs; `crates/gauge` describes it.
    records: PathBuf,
    page: OnceCell<PathBuf>,
}

impl<'w> Bench<'w> {
    fn new(workshop: &'w Workshop, quick: bool) -> Result<Self> {
        let folder = workshop.root.join("target/bench");
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot write {}", folder.display()))?;
        Ok(Self {
            workshop,
            quick,
            records: folder.join("figures.jsonl"),
            folder,
            page: OnceCell::new(),
        })
    }

    /// Runs a benchmark and gathers its figures.
    fn measured(&self, name: &str, about: &str) -> Result<Benchmark> {
        fs::remove_file(&self.records).ok();
        // The page is built once for all of them.
        self.page_for(name)?;
        let begun = Instant::now();
        if others::ALL.iter().any(|(known, _)| *known == name) {
            others::run(self, name)?;
        } else {
            models::run(self, name)?;
        }
        let lines = fs::read_to_string(&self.records).unwrap_or_default();
        Benchmark::new(name, about, begun.elapsed(), self.quick, &lines)
    }

    /// A command that keeps records.
    fn command(&self, program: &str) -> Command {
        let mut command = self.workshop.command(program);
        command.env("FIGURES", &self.records);
        command.env("PYTHONPATH", self.workshop.root.join("tests/bench"));
        if self.quick {
            command.env("QUICK", "1");
        }
        command
    }

    /// A script of `tests/bench` for Node, which may start a browser.
    fn node(&self, script: &str) -> Result<Command> {
        setup::ensure(self.workshop, &setup::FOR_BROWSER_TESTS)?;
        let mut node = self.command("node");
        node.arg(self.workshop.root.join("tests/bench").join(script));
        node.env("CHROMIUM", setup::browser_path()?);
        Ok(node)
    }

    /// The page, built once for all benchmarks.
    fn page(&self) -> Result<&Path> {
        if let Some(page) = self.page.get() {
            return Ok(page);
        }
        let folder = self.folder.join("page");
        crate::page::build_into(self.workshop, &folder)?;
        Ok(self.page.get_or_init(|| folder))
    }

    fn page_for(&self, name: &str) -> Result<()> {
        if others::needs_page(name) || models::needs_page(self.workshop, name) {
            self.page()?;
        }
        Ok(())
    }

    /// The number of runs of a long measurement.
    fn runs(&self) -> u32 {
        if self.quick { 1 } else { 3 }
    }

    /// Records and prints the reason for a missing measurement.
    fn missing(&self, reason: &str) -> Result<()> {
        println!("\n{reason}");
        self.record(&serde_json::json!({ "missing": reason }))
    }

    /// Keeps a record.
    fn record(&self, record: &serde_json::Value) -> Result<()> {
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.records)?;
        Ok(writeln!(file, "{record}")?)
    }
}

/// The first line of a program's version.
fn version(program: &str) -> String {
    let said = process::read(Command::new(program).arg("--version")).unwrap_or_default();
    said.lines().next().unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_chosen_unless_some_are_named_and_an_unknown_one_is_told_the_others() {
        let all = [("a", "One"), ("b", "Two")].map(|(name, about)| (name.into(), about.into()));
        let words = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(chosen(&all, &[]).unwrap(), ["a", "b"]);
        assert_eq!(chosen(&all, &words(&["all"])).unwrap(), ["a", "b"]);
        assert_eq!(chosen(&all, &words(&["b"])).unwrap(), ["b"]);
        let error = chosen(&all, &words(&["b", "c"])).unwrap_err().to_string();
        assert!(
            error.contains("no benchmark c") && error.contains("Two"),
            "{error}"
        );
    }

    /// The mechanism, natively, on the smallest benchmark; its peer may be missing.
    #[test]
    fn a_quick_benchmark_leaves_its_figures_and_says_what_it_lacks() {
        let workshop = Workshop::find().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let bench = Bench {
            workshop: &workshop,
            quick: true,
            records: folder.path().join("figures.jsonl"),
            folder: folder.path().into(),
            page: OnceCell::new(),
        };
        models::natively(&bench, "bounds").unwrap();
        let lines = fs::read_to_string(&bench.records).unwrap();
        let found = Benchmark::new("bounds", "…", std::time::Duration::ZERO, true, &lines).unwrap();
        let h = &found.figures[0];
        assert_eq!(
            (h.name.as_str(), h.unit.as_str(), h.runs.len()),
            ("H, 7,500 values", "ms", 1)
        );
        // Its peer did the same, or the reason for its lack is recorded.
        let beside = found
            .figures
            .iter()
            .filter(|figure| figure.peer.is_some())
            .count();
        assert!(
            beside == 4 || found.missing[0].contains("ortools"),
            "{found:?}"
        );
    }
}
