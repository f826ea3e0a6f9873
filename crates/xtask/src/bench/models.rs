//! The benchmark of a crate: natively, as WebAssembly, beside its peers, and its sliders in the page.
//!
//! `crates/NAME/bench/bench.json` says what there is; the peers' programs lie beside it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::page;
use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// What `bench.json` says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bench {
    /// What is measured, for the list of benchmarks.
    about: String,
    /// The package that has the native benchmark.
    package: String,
    /// Its name there. It is given a folder, into which it writes what the others read.
    bench: String,
    /// How many times as long it may take as WebAssembly; not measured so where nothing is said.
    webassembly: Option<f64>,
    /// What is measured beside it, over the same data.
    #[serde(default)]
    peers: Vec<Peer>,
    /// Sliders whose answers in the page are measured.
    sliders: Option<serde_json::Value>,
}

/// A program of somebody else's library.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, untagged)]
enum Peer {
    /// A script for a Python that has these modules.
    Python {
        script: String,
        modules: String,
        missing: String,
    },
    /// A C++ program that is linked with a library.
    Cpp {
        source: String,
        header: String,
        library: String,
        missing: String,
    },
}

/// The crates that have a benchmark, and what it measures, in alphabetical order.
pub(super) fn all(workshop: &Workshop) -> Result<Vec<(String, String)>> {
    let crates = workshop.root.join("crates");
    let entries =
        fs::read_dir(&crates).with_context(|| format!("cannot read {}", crates.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if folder_of(workshop, &name).join("bench.json").exists() {
            let about = read(workshop, &name)?.about;
            found.push((name, about));
        }
    }
    found.sort();
    Ok(found)
}

/// Measures the benchmark of the crate of that name, and whatever belongs beside it.
pub(super) fn run(workshop: &Workshop, name: &str) -> Result<()> {
    let bench = read(workshop, name)?;
    let folder = workshop.root.join("target/bench").join(name);
    fs::create_dir_all(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
    let mut cargo = workshop.command("cargo");
    cargo.args(["bench", "--locked", "-q", "-p", &bench.package]);
    process::show(cargo.args(["--bench", &bench.bench, "--"]).arg(&folder))?;
    if let Some(reach) = bench.webassembly {
        as_webassembly(workshop, &bench, &folder, reach)?;
    }
    for peer in &bench.peers {
        beside(peer, &folder_of(workshop, name), &folder)?;
    }
    match &bench.sliders {
        Some(sliders) => in_the_page(workshop, sliders, &folder),
        None => Ok(()),
    }
}

fn folder_of(workshop: &Workshop, name: &str) -> PathBuf {
    workshop.root.join("crates").join(name).join("bench")
}

fn read(workshop: &Workshop, name: &str) -> Result<Bench> {
    let path = folder_of(workshop, name).join("bench.json");
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// Measures it as WebAssembly, built as the page is, beside the native figures in `folder`.
fn as_webassembly(workshop: &Workshop, bench: &Bench, folder: &Path, reach: f64) -> Result<()> {
    let target = workshop.root.join("target/bench/wasm");
    let mut cargo = workshop.command("cargo");
    cargo.args(["build", "--locked", "-q", "--profile", "page"]);
    cargo.args(["-p", &bench.package, "--bench", &bench.bench]);
    cargo.args(["--target", "wasm32-unknown-unknown", "--target-dir"]);
    process::show(cargo.arg(&target))?;
    let built = target.join("wasm32-unknown-unknown/page/deps");
    let program = newest(&built, &bench.bench)?;
    let mut node = workshop.command("node");
    node.arg(workshop.root.join("tests/bench/wasm.mjs"));
    process::show(node.arg(program).arg(folder).arg(reach.to_string()))
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

/// Measures a peer over what our benchmark wrote into `folder`. Where the machine has not what it needs, says so.
fn beside(peer: &Peer, scripts: &Path, folder: &Path) -> Result<()> {
    match peer {
        Peer::Python {
            script,
            modules,
            missing,
        } => match python(modules) {
            Some(python) => {
                process::show(Command::new(python).arg(scripts.join(script)).arg(folder))
            }
            None => {
                println!("\n{missing}");
                Ok(())
            }
        },
        Peer::Cpp {
            source,
            header,
            library,
            missing,
        } => {
            let mut found = Command::new("c++");
            found.args(["-E", "-x", "c++", "-include", header, "/dev/null"]);
            if process::read(&mut found).is_err() {
                println!("\n{missing}");
                return Ok(());
            }
            let program = folder.join(library);
            let mut compiler = Command::new("c++");
            compiler.args(["-O2", "-std=c++17"]);
            compiler.arg(scripts.join(source));
            compiler.arg(format!("-l{library}")).arg("-o").arg(&program);
            process::show(&mut compiler)?;
            process::show(Command::new(program).arg(folder))
        }
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

/// Measures how soon the page shows what its sliders do.
fn in_the_page(workshop: &Workshop, sliders: &serde_json::Value, folder: &Path) -> Result<()> {
    setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
    let dist = workshop.root.join("target/bench/page");
    page::build_into(workshop, &dist)?;
    let path = folder.join("sliders.json");
    fs::write(&path, sliders.to_string())
        .with_context(|| format!("cannot write {}", path.display()))?;
    let mut node = workshop.command("node");
    node.arg(workshop.root.join("tests/bench/slider.mjs"))
        .arg(path);
    node.env("CHROMIUM", setup::browser_path()?)
        .env("DIST", dist);
    process::show(&mut node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_benchmark_says_what_it_measures_and_has_its_peers() {
        let workshop = Workshop::find().unwrap();
        let all = all(&workshop).unwrap();
        assert!(!all.is_empty());
        for (name, about) in all {
            assert!(!about.is_empty(), "{name}");
            for peer in read(&workshop, &name).unwrap().peers {
                let (Peer::Python { script, .. } | Peer::Cpp { source: script, .. }) = peer;
                assert!(
                    folder_of(&workshop, &name).join(&script).exists(),
                    "{script}"
                );
            }
        }
    }
}
