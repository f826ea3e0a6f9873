//! Programs that are built once for each laboratory, and once without: the workers, and those of the module.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::host;
use crate::made_of::Sources;
use crate::process;
use crate::sizes;
use crate::workshop::Workshop;

/// A program that is built for each laboratory.
pub(crate) struct Program {
    /// The package.
    pub(crate) package: &'static str,
    /// Which of the package's targets, for cargo.
    pub(crate) target: &'static [&'static str],
    /// What cargo calls the file.
    pub(crate) file: &'static str,
    /// The kind of JavaScript around it, for wasm-bindgen.
    pub(crate) script: &'static str,
    /// More flags of wasm-bindgen.
    pub(crate) flags: &'static [&'static str],
    /// What its name begins with; a laboratory's name follows.
    pub(crate) prefix: &'static str,
    /// What follows where it has no laboratory.
    pub(crate) without: &'static str,
}

/// The workers of the page.
pub(crate) const WORKER: Program = Program {
    package: "makespan-worker",
    target: &["--bin", "makespan-worker"],
    file: "makespan-worker",
    script: "no-modules",
    flags: &[],
    prefix: "makespan-worker-",
    without: "files",
};

/// The programs of the module for scripts. What is a library for Rust as well is not optimised as a whole.
pub(crate) const MODULE: Program = Program {
    package: "makespan-bindings",
    target: &["--lib", "--crate-type", "cdylib"],
    file: "makespan_bindings",
    script: "web",
    // After a fault it begins anew.
    flags: &["--experimental-reset-state-function"],
    prefix: "",
    without: "none",
};

/// The program that reads, checks and builds lessons in the page: one, without models.
pub(crate) const LESSONS: Program = Program {
    package: "makespan-lessons",
    target: &["--lib", "--crate-type", "cdylib"],
    file: "makespan_lessons",
    script: "web",
    flags: &[],
    prefix: "makespan-",
    without: "lessons",
};

/// The language of own strategies: one program, for the page and for scripts.
pub(crate) const LANGUAGE: Program = Program {
    package: "makespan-language-program",
    target: &["--lib", "--crate-type", "cdylib"],
    file: "makespan_language",
    script: "web",
    // After a fault it begins anew.
    flags: &["--experimental-reset-state-function"],
    prefix: "makespan-",
    without: "language",
};

/// The names of the laboratories, from the command.
pub(crate) fn laboratories(workshop: &Workshop) -> Result<Vec<String>> {
    let command = host::command(workshop)?.display().to_string();
    let listed = process::read(workshop.command(&command).args(["laboratories", "--json"]))?;
    let listed: Vec<serde_json::Value> =
        serde_json::from_str(&listed).context("the command lists no laboratories")?;
    let names = listed.iter().filter_map(|one| one["name"].as_str());
    Ok(names.map(str::to_owned).collect())
}

/// Puts the programs of all laboratories, and that without one, into a folder, and nothing else.
///
/// A program is compiled where something that it is made of has changed; while one is compiled, those before it are finished.
pub(crate) fn build(
    workshop: &Workshop,
    kind: &Program,
    laboratories: &[String],
    folder: &Path,
) -> Result<()> {
    let sources = Sources::of(workshop, kind.package)?;
    let kept = workshop.target()?.join("programs").join(kind.package);
    let all = laboratories.iter().map(|name| Some(name.as_str()));
    let all: Vec<_> = all.chain([None]).collect();
    let place = |laboratory: Option<&str>| {
        kept.join(format!(
            "{}{}",
            kind.prefix,
            laboratory.unwrap_or(kind.without)
        ))
    };
    thread::scope(|scope| {
        let mut finishing = Vec::new();
        for laboratory in &all {
            let made_of = sources.made_of(laboratories, *laboratory);
            let place = place(*laboratory);
            let seal = place.with_extension("made");
            if fs::read_to_string(&seal).is_ok_and(|seal| seal == made_of) {
                continue;
            }
            empty(&place)?;
            let program = compile(workshop, kind, *laboratory, &place)?;
            finishing.push(scope.spawn(move || -> Result<()> {
                finish(workshop, kind, &program, &place)?;
                fs::write(&seal, made_of).with_context(|| cannot_write(&seal))
            }));
        }
        for finished in finishing {
            finished
                .join()
                .map_err(|_| anyhow!("a program could not be finished"))??;
        }
        Ok::<_, anyhow::Error>(())
    })?;
    empty(folder)?;
    for laboratory in all {
        let place = place(laboratory);
        for file in sizes::files_of(&place)? {
            let copy = folder.join(&file);
            fs::copy(place.join(&file), &copy).with_context(|| cannot_write(&copy))?;
        }
    }
    Ok(())
}

/// A folder without anything in it.
fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// Compiles a program into its own folder, where the next one does not take its place.
fn compile(
    workshop: &Workshop,
    kind: &Program,
    laboratory: Option<&str>,
    place: &Path,
) -> Result<PathBuf> {
    let mut cargo = workshop.wasm_command("cargo")?;
    cargo.args(["rustc", "--locked", "--profile", "page"]);
    cargo.args(["--package", kind.package]).args(kind.target);
    // Both packages know their laboratory by this variable.
    match laboratory {
        Some(name) => cargo.env("MAKESPAN_LABORATORY", name),
        None => cargo.env_remove("MAKESPAN_LABORATORY"),
    };
    process::show(cargo.args(["--target", "wasm32-unknown-unknown"]))?;
    let program = workshop
        .target()?
        .join("wasm32-unknown-unknown/page")
        .join(kind.file)
        .with_extension("wasm");
    let own = place.join("program.wasm");
    fs::copy(&program, &own).with_context(|| cannot_write(&own))?;
    Ok(own)
}

/// What wasm-bindgen writes around a program, and the program optimised.
fn finish(workshop: &Workshop, kind: &Program, program: &Path, place: &Path) -> Result<()> {
    let name = place.file_name().and_then(|name| name.to_str());
    let name = name.context("a program without a name")?;
    let mut bindgen = workshop.wasm_command("wasm-bindgen")?;
    bindgen.args([
        "--target",
        kind.script,
        "--no-typescript",
        "--out-name",
        name,
    ]);
    bindgen.args(kind.flags);
    process::show(bindgen.arg("--out-dir").arg(place).arg(program))?;
    fs::remove_file(program).with_context(|| format!("cannot remove {}", program.display()))?;
    let wasm = place.join(format!("{name}_bg.wasm"));
    let mut optimise = workshop.wasm_command("wasm-opt")?;
    process::show(optimise.arg("-O3").arg(&wasm).arg("-o").arg(&wasm))
}
