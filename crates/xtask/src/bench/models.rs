//! The benchmark of a crate: natively, as WebAssembly, beside its peers, and its sliders in the page.
//!
//! `crates/NAME/bench/bench.json` describes it; the peers' programs lie beside that file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::Bench;
use super::instructions::Kernel;
use crate::process;
use crate::programs;
use crate::workshop::Workshop;

/// The content of `bench.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct What {
    /// Its subject, for the list of benchmarks.
    about: String,
    /// The package that has the native benchmark.
    package: String,
    /// The name of the native benchmark there. It writes the data of the others into a given folder.
    bench: String,
    /// The factor that its time as WebAssembly may reach; without a factor it is not measured as WebAssembly.
    webassembly: Option<f64>,
    /// Parts whose instructions are counted, by name.
    #[serde(default)]
    kernels: BTreeMap<String, u32>,
    /// The peers that are measured over the same data.
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

/// The crates that have a benchmark, with its subject, in alphabetical order.
pub(super) fn all(workshop: &Workshop) -> Result<Vec<(String, String)>> {
    let found = files(workshop, "bench.json")?.into_iter();
    found
        .map(|(name, _)| {
            let about = read(workshop, &name)?.about;
            Ok((name, about))
        })
        .collect()
}

/// The crates that have such a file in their folder `bench`, in alphabetical order, and the files.
pub(super) fn files(workshop: &Workshop, file: &str) -> Result<Vec<(String, PathBuf)>> {
    let crates = workshop.root.join("crates");
    let entries =
        fs::read_dir(&crates).with_context(|| format!("cannot read {}", crates.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let path = folder_of(workshop, &name).join(file);
        if path.exists() {
            found.push((name, path));
        }
    }
    found.sort();
    Ok(found)
}

/// The parts whose instructions are counted, compiled as they are released.
pub(super) fn kernels(bench: &Bench<'_>) -> Result<Vec<Kernel>> {
    let mut kernels = Vec::new();
    for (crate_name, _) in files(bench.workshop, "bench.json")? {
        let what = read(bench.workshop, &crate_name)?;
        if what.kernels.is_empty() {
            continue;
        }
        let mut cargo = bench.workshop.command("cargo");
        cargo.args(["bench", "--locked", "-q", "--no-run", "-p", &what.package]);
        process::show(cargo.args(["--bench", &what.bench]))?;
        let built = bench.workshop.target()?.join("release/deps");
        let program = newest(&built, &what.bench, "")?;
        kernels.extend(what.kernels.into_iter().map(|(name, part)| Kernel {
            name,
            program: program.clone(),
            part,
        }));
    }
    Ok(kernels)
}

/// Whether a crate's benchmark measures sliders of the page.
pub(super) fn needs_page(workshop: &Workshop, name: &str) -> bool {
    read(workshop, name).is_ok_and(|bench| bench.sliders.is_some())
}

/// Measures the benchmark of the crate of that name, its peers and its sliders.
pub(super) fn run(bench: &Bench<'_>, name: &str) -> Result<()> {
    let what = read(bench.workshop, name)?;
    let folder = ours(bench, name, &what)?;
    if let Some(reach) = what.webassembly {
        as_webassembly(bench, &what, reach)?;
    }
    beside(bench, name, &what, &folder)?;
    match &what.sliders {
        Some(sliders) => in_the_page(bench, sliders, &folder),
        None => Ok(()),
    }
}

/// The part that needs neither a browser nor WebAssembly.
#[cfg(test)]
pub(super) fn natively(bench: &Bench<'_>, name: &str) -> Result<()> {
    let what = read(bench.workshop, name)?;
    let folder = ours(bench, name, &what)?;
    beside(bench, name, &what, &folder)
}

/// Measures the benchmark natively; returns the folder with the data of the others. A quick one is compiled as the tests are.
fn ours(bench: &Bench<'_>, name: &str, what: &What) -> Result<PathBuf> {
    let folder = bench.folder.join(name);
    fs::create_dir_all(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
    let mut cargo = bench.command("cargo");
    cargo.args(["bench", "--locked", "-q"]);
    match bench.quick {
        true => cargo.args(["--workspace", "--profile", "dev"]),
        false => cargo.args(["-p", &what.package]),
    };
    process::show(cargo.args(["--bench", &what.bench, "--"]).arg(&folder))?;
    Ok(folder)
}

/// Measures the benchmark's peers.
fn beside(bench: &Bench<'_>, name: &str, what: &What, folder: &Path) -> Result<()> {
    let scripts = folder_of(bench.workshop, name);
    let mut peers = what.peers.iter();
    peers.try_for_each(|peer| peer.measure(bench, &scripts, folder))
}

fn folder_of(workshop: &Workshop, name: &str) -> PathBuf {
    workshop.root.join("crates").join(name).join("bench")
}

fn read(workshop: &Workshop, name: &str) -> Result<What> {
    let path = folder_of(workshop, name).join("bench.json");
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// Measures the benchmark as WebAssembly, built as the page is, beside the native figures.
fn as_webassembly(bench: &Bench<'_>, what: &What, reach: f64) -> Result<()> {
    let target = bench.folder.join("wasm");
    let mut cargo = bench.workshop.wasm_command("cargo")?;
    cargo.args(["build", "--locked", "-q", "--profile", "page"]);
    cargo.args(["-p", &what.package, "--bench", &what.bench]);
    cargo.args(["--target", "wasm32-unknown-unknown", "--target-dir"]);
    process::show(cargo.arg(&target))?;
    let built = target.join("wasm32-unknown-unknown/page/deps");
    let program = newest(&built, &what.bench, "wasm")?;
    let mut node = bench.node("wasm.mjs")?;
    let optimised = target.join(&what.bench).with_extension("wasm");
    programs::optimise(bench.workshop, &program, &optimised)?;
    process::show(node.arg(optimised).arg(reach.to_string()))
}

/// The program of a benchmark that was built last: its name ends with a digest of how it was built.
fn newest(folder: &Path, bench: &str, extension: &str) -> Result<PathBuf> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let is_program = |path: &PathBuf| {
        let name = path.file_stem().map(|name| name.to_string_lossy());
        let digest = name.as_deref().and_then(|name| name.rsplit_once('-'));
        let kind = path.extension().unwrap_or_default();
        digest.is_some_and(|(name, _)| name == bench) && kind == extension
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

impl Peer {
    /// Measures a peer over the data that our benchmark wrote into `folder`. Records where the machine lacks something for it.
    fn measure(&self, bench: &Bench<'_>, scripts: &Path, folder: &Path) -> Result<()> {
        match self {
            Self::Python {
                script,
                modules,
                missing,
            } => match python(modules) {
                Some(python) => {
                    let mut command = bench.command(&python);
                    process::show(command.arg(scripts.join(script)).arg(folder))
                }
                None => bench.missing(missing),
            },
            Self::Cpp {
                source,
                header,
                library,
                missing,
            } => {
                let mut found = Command::new("c++");
                found.args(["-E", "-x", "c++", "-include", header, "/dev/null"]);
                if process::read(&mut found).is_err() {
                    return bench.missing(missing);
                }
                let program = folder.join(library);
                let mut compiler = Command::new("c++");
                compiler.args(["-O2", "-std=c++17"]);
                compiler.arg(scripts.join(source));
                compiler.arg(format!("-l{library}")).arg("-o").arg(&program);
                process::show(&mut compiler)?;
                process::show(bench.command(&program.display().to_string()).arg(folder))
            }
        }
    }
}

/// The first Python that has these modules. A machine may have several.
pub(super) fn python(modules: &str) -> Option<String> {
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

/// Measures the time until the page shows the effect of its sliders.
fn in_the_page(bench: &Bench<'_>, sliders: &serde_json::Value, folder: &Path) -> Result<()> {
    let path = folder.join("sliders.json");
    fs::write(&path, sliders.to_string())
        .with_context(|| format!("cannot write {}", path.display()))?;
    let mut node = bench.node("slider.mjs")?;
    process::show(node.arg(path).env("DIST", bench.page()?))
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

    /// Code that asks the system for entropy does not compile for WebAssembly, and only the benchmark would find that out.
    #[test]
    fn what_runs_as_webassembly_needs_no_entropy() {
        let workshop = Workshop::find().unwrap();
        for (name, _) in all(&workshop).unwrap() {
            let What {
                package,
                webassembly,
                ..
            } = read(&workshop, &name).unwrap();
            if webassembly.is_none() {
                continue;
            }
            let mut tree = workshop.command("cargo");
            tree.args(["tree", "--locked", "--prefix=none", "--package", &package]);
            tree.args(["--edges=normal,dev", "--target=wasm32-unknown-unknown"]);
            let listed = process::read(&mut tree).unwrap();
            assert!(listed.contains("makespan-gauge"), "{listed}");
            let entropy = listed.lines().find(|line| line.starts_with("getrandom"));
            assert_eq!(entropy, None, "of {package}");
        }
    }
}
