//! Programs that are built once for each laboratory, and once without: the workers, and the programs of the module.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::made_of::Sources;
use crate::process;
use crate::sizes;
use crate::workshop::Workshop;

/// A program that is built for each laboratory.
pub(crate) struct Program {
    /// The package.
    pub(crate) package: &'static str,
    /// The package's target, for cargo.
    pub(crate) target: &'static [&'static str],
    /// Cargo's name of the file.
    pub(crate) file: &'static str,
    /// The kind of JavaScript around it, for wasm-bindgen.
    pub(crate) script: &'static str,
    /// More flags of wasm-bindgen.
    pub(crate) flags: &'static [&'static str],
    /// The beginning of its name; a laboratory's name follows.
    pub(crate) prefix: &'static str,
    /// The end of its name where it has no laboratory.
    pub(crate) without: &'static str,
    /// Whether the program of a laboratory knows no other: neither parameters nor presets.
    pub(crate) alone: bool,
}

/// The profiles of `Cargo.toml` for these programs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// For publication: each program is optimised as a whole.
    Page,
    /// For a quick build after a change.
    Play,
}

impl Profile {
    /// Cargo's name of the profile.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Play => "play",
        }
    }
}

/// Programs that are wanted.
pub(crate) struct Wanted<'a> {
    /// The kind of program.
    pub(crate) program: &'static Program,
    /// The laboratories: one program for each, and one without.
    pub(crate) laboratories: &'a [String],
    /// The folder for these programs, and for nothing else.
    pub(crate) folder: PathBuf,
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
    alone: true,
};

/// The programs of the module for scripts. A package that is also a library for Rust is not optimised as a whole.
pub(crate) const MODULE: Program = Program {
    package: "makespan-bindings",
    target: &["--lib", "--crate-type", "cdylib"],
    file: "makespan_bindings",
    script: "web",
    // After a fault the program begins anew.
    flags: &["--experimental-reset-state-function"],
    prefix: "",
    without: "none",
    alone: false,
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
    alone: false,
};

/// The page that shows every component: for people who build the page, apart from it.
pub(crate) const DESIGN: Program = Program {
    package: "makespan-web",
    target: &["--bin", "makespan-design"],
    file: "makespan-design",
    script: "web",
    flags: &[],
    prefix: "makespan-",
    without: "design",
    alone: false,
};

/// The language of own strategies: one program, for the page and for scripts.
pub(crate) const LANGUAGE: Program = Program {
    package: "makespan-language-program",
    target: &["--lib", "--crate-type", "cdylib"],
    file: "makespan_language",
    script: "web",
    // After a fault the program begins anew.
    flags: &["--experimental-reset-state-function"],
    prefix: "makespan-",
    without: "language",
    alone: false,
};

/// Puts programs into their folders.
///
/// A program is compiled where one of its sources has changed; while one is compiled, the ones before it are finished.
/// `last` compiles the rest at the end, while the last programs are finished.
pub(crate) fn build(
    workshop: &Workshop,
    profile: Profile,
    wanted: &[Wanted<'_>],
    last: impl FnOnce() -> Result<()>,
) -> Result<()> {
    thread::scope(|scope| {
        let mut finishing = Vec::new();
        for Wanted {
            program: kind,
            laboratories,
            ..
        } in wanted
        {
            let sources = Sources::of(workshop, kind.package)?;
            for laboratory in each(laboratories) {
                let made_of = sources.made_of(laboratories, laboratory.filter(|_| kind.alone));
                let place = kept(workshop, profile, kind, laboratory)?;
                let seal = place.with_extension("made");
                if fs::read_to_string(&seal).is_ok_and(|seal| seal == made_of) {
                    continue;
                }
                empty(&place)?;
                let program = compile(workshop, profile, kind, laboratory, &place)?;
                finishing.push(scope.spawn(move || -> Result<()> {
                    finish(workshop, profile, kind, &program, &place)?;
                    fs::write(&seal, made_of).with_context(|| cannot_write(&seal))
                }));
            }
        }
        last()?;
        for finished in finishing {
            finished
                .join()
                .map_err(|_| anyhow!("a program could not be finished"))??;
        }
        Ok::<_, anyhow::Error>(())
    })?;
    for Wanted {
        program: kind,
        laboratories,
        folder,
    } in wanted
    {
        empty(folder)?;
        for laboratory in each(laboratories) {
            let place = kept(workshop, profile, kind, laboratory)?;
            for file in sizes::files_of(&place)? {
                let copy = folder.join(&file);
                fs::copy(place.join(&file), &copy).with_context(|| cannot_write(&copy))?;
            }
        }
    }
    Ok(())
}

/// Each of these laboratories, and none.
fn each(laboratories: &[String]) -> impl Iterator<Item = Option<&str>> {
    let named = laboratories.iter().map(|name| Some(name.as_str()));
    named.chain([None])
}

/// The place where a program is kept until one of its sources changes.
fn kept(
    workshop: &Workshop,
    profile: Profile,
    kind: &Program,
    laboratory: Option<&str>,
) -> Result<PathBuf> {
    let folder = workshop.target()?.join("programs").join(profile.name());
    let folder = folder.join(kind.package);
    let name = laboratory.unwrap_or(kind.without);
    Ok(folder.join(format!("{}{name}", kind.prefix)))
}

/// Empties a folder, or makes it.
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
    profile: Profile,
    kind: &Program,
    laboratory: Option<&str>,
    place: &Path,
) -> Result<PathBuf> {
    let mut cargo = workshop.wasm_command("cargo")?;
    cargo.args(["rustc", "--locked", "--profile", profile.name()]);
    cargo.args(["--package", kind.package]).args(kind.target);
    // Both packages know their laboratory by this variable.
    match laboratory {
        Some(name) => cargo.env("MAKESPAN_LABORATORY", name),
        None => cargo.env_remove("MAKESPAN_LABORATORY"),
    };
    process::show(cargo.args(["--target", "wasm32-unknown-unknown"]))?;
    let program = workshop
        .target()?
        .join("wasm32-unknown-unknown")
        .join(profile.name())
        .join(kind.file)
        .with_extension("wasm");
    let own = place.join("program.wasm");
    fs::copy(&program, &own).with_context(|| cannot_write(&own))?;
    Ok(own)
}

/// Writes wasm-bindgen's files around a program, and optimises the program where it is published.
fn finish(
    workshop: &Workshop,
    profile: Profile,
    kind: &Program,
    program: &Path,
    place: &Path,
) -> Result<()> {
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
    if profile == Profile::Play {
        return Ok(());
    }
    let wasm = place.join(format!("{name}_bg.wasm"));
    optimise(workshop, &wasm, &wasm)
}

/// Optimises a program of WebAssembly, as all published ones are; `index.html` names the same level for the page's. The third level
/// takes two and a half times as long; with the first one most programs are smaller once compressed, and none of eight
/// runs in Node was slower.
pub(crate) fn optimise(workshop: &Workshop, from: &Path, to: &Path) -> Result<()> {
    let mut optimise = workshop.wasm_command("wasm-opt")?;
    process::show(optimise.arg("-O1").arg(from).arg("-o").arg(to))
}
