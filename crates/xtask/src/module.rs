//! `cargo xtask module`: the models as an ES module.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, anyhow};
use serde_json::json;

use crate::process;
use crate::setup;
use crate::sizes;
use crate::workshop::Workshop;

/// What a program is called before it has its JavaScript.
const PROGRAM: &str = "makespan_bindings";

/// The program without models.
const WITHOUT: &str = "none";

/// The programs: one without models, and one for each laboratory, by its feature.
const PROGRAMS: [&str; 4] = [WITHOUT, "replication", "divisible", "prediction"];

/// Builds the module into `target/module` and weighs it.
pub(crate) fn run(workshop: &Workshop) -> Result<()> {
    let folder = build(workshop)?;
    println!("\n{}", sizes::module(&folder)?);
    println!("The module is in {}.", folder.display());
    Ok(())
}

/// Builds the module into `target/module`, and says where that is.
///
/// It has the page's profile, so that what the worker was compiled from is not compiled again.
pub(crate) fn build(workshop: &Workshop) -> Result<PathBuf> {
    setup::ensure(workshop, &setup::FOR_MODULE)?;
    let types = process::read(workshop.command("cargo").args([
        "run",
        "--quiet",
        "--locked",
        "--package",
        "makespan-bindings",
        "--example",
        "types",
    ]))?;

    let folder = workshop.root.join("target/module");
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    build_programs(workshop, &folder.join("programs"))?;

    let source = workshop.root.join("crates/bindings");
    for file in sizes::files_of(&source.join("js"))? {
        copy(&source.join("js").join(&file), &folder.join(&file))?;
    }
    copy(&source.join("README.md"), &folder.join("README.md"))?;
    let measured = folder.join("measured");
    fs::create_dir(&measured).with_context(|| format!("cannot make {}", measured.display()))?;
    let data = workshop.root.join("crates/trace/data");
    for file in sizes::files_of(&data)? {
        if file.extension().is_some_and(|kind| kind == "bin") {
            copy(&data.join(&file), &measured.join(&file))?;
        }
    }
    let version = workshop.locked_version("makespan-bindings")?;
    write(&folder.join("package.json"), &package(&version)?)?;
    write(&folder.join("types.d.ts"), &types)?;
    Ok(folder)
}

/// Compiles the programs one after the other; while one is compiled, those before it are finished.
fn build_programs(workshop: &Workshop, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    thread::scope(|scope| {
        let mut finishing = Vec::new();
        for name in PROGRAMS {
            let program = compile(workshop, name, folder)?;
            finishing.push(scope.spawn(move || finish(workshop, name, &program, folder)));
        }
        for finished in finishing {
            finished
                .join()
                .map_err(|_| anyhow!("a program could not be finished"))??;
        }
        Ok(())
    })
}

/// Compiles a program, and puts it where the next one does not take its place.
fn compile(workshop: &Workshop, name: &str, folder: &Path) -> Result<PathBuf> {
    let mut cargo = workshop.wasm_command("cargo")?;
    cargo.args(["rustc", "--locked", "--profile", "page", "--lib"]);
    cargo.args(["--package", "makespan-bindings"]);
    // What is a library for Rust as well is not optimised as a whole.
    cargo.args(["--crate-type", "cdylib"]);
    if name != WITHOUT {
        cargo.args(["--features", name]);
    }
    process::show(cargo.args(["--target", "wasm32-unknown-unknown"]))?;
    let program = workshop
        .target()?
        .join("wasm32-unknown-unknown/page")
        .join(PROGRAM)
        .with_extension("wasm");
    let kept = folder.join(name).with_extension("wasm");
    copy(&program, &kept)?;
    Ok(kept)
}

/// Adds what wasm-bindgen writes around a program, and optimises it.
fn finish(workshop: &Workshop, name: &str, program: &Path, folder: &Path) -> Result<()> {
    let mut bindgen = workshop.wasm_command("wasm-bindgen")?;
    bindgen.args(["--target", "web", "--no-typescript", "--out-name", name]);
    process::show(bindgen.arg("--out-dir").arg(folder).arg(program))?;
    fs::remove_file(program).with_context(|| format!("cannot remove {}", program.display()))?;
    let wasm = folder.join(format!("{name}_bg.wasm"));
    let mut optimise = workshop.wasm_command("wasm-opt")?;
    process::show(optimise.arg("-O3").arg(&wasm).arg("-o").arg(&wasm))
}

/// What Node and bundlers ask.
fn package(version: &str) -> Result<String> {
    let package = json!({
        "name": "makespan",
        "version": version,
        "description": "Makespan's scheduling models for scripts",
        "license": "MIT OR Apache-2.0",
        "type": "module",
        "exports": {
            ".": { "types": "./makespan.d.ts", "default": "./makespan.js" },
            "./replication": { "types": "./replication.d.ts", "default": "./replication.js" },
            "./divisible": { "types": "./divisible.d.ts", "default": "./divisible.js" },
            "./prediction": { "types": "./prediction.d.ts", "default": "./prediction.js" },
            "./package.json": "./package.json",
        },
        "engines": { "node": ">=20.10" },
    });
    Ok(serde_json::to_string_pretty(&package)? + "\n")
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot write {}", to.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_names_files_that_there_are() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/js");
        let package: serde_json::Value = serde_json::from_str(&package("1.2.3").unwrap()).unwrap();
        assert_eq!(package["version"], "1.2.3");
        for entry in [".", "./replication", "./divisible", "./prediction"] {
            for kind in ["types", "default"] {
                let file = package["exports"][entry][kind].as_str().unwrap();
                assert!(source.join(file).is_file(), "{file}");
            }
        }
    }
}
