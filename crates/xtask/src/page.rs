//! Building the page.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::host;
use crate::made_of::{self, Sources};
use crate::process;
use crate::programs::{self, Profile, Wanted};
use crate::setup;
use crate::workshop::Workshop;

/// Builds the page as it is published, into `dist/`, and returns the path.
pub(crate) fn build(workshop: &Workshop) -> Result<PathBuf> {
    let dist = workshop.root.join("dist");
    build_into(workshop, &dist)?;
    Ok(dist)
}

/// Builds the page as it is published into a folder. The build empties the folder: name one for this purpose only.
pub(crate) fn build_into(workshop: &Workshop, folder: &Path) -> Result<()> {
    prepare(workshop)?;
    build_other(workshop, Path::new(DOCUMENT), &[], folder)
}

/// Builds another document as the page is built, whose set-up is done. It asks for these features of the page's program.
pub(crate) fn build_other(
    workshop: &Workshop,
    document: &Path,
    features: &[&str],
    folder: &Path,
) -> Result<()> {
    // A native program makes the pictures: it is compiled and run while the workers are compiled.
    thread::scope(|scope| {
        let drawn = scope.spawn(|| draw(workshop));
        let built = build_programs(workshop, Profile::Page, features);
        let drawn = drawn
            .join()
            .map_err(|_| anyhow!("the pictures of presets could not be made"))?;
        built.and(drawn)
    })?;
    assemble(workshop, Profile::Page, document, folder)
}

/// Builds the page into a folder to see soon the effect of a change: with the pictures and texts of an earlier build, if
/// there was one. [`catch_up`] follows.
pub(crate) fn build_to_play(workshop: &Workshop, folder: &Path) -> Result<()> {
    prepare(workshop)?;
    build_programs(workshop, Profile::Play, &[])?;
    assemble(workshop, Profile::Play, Path::new(DOCUMENT), folder)
}

/// Makes the missing parts of a page to play: pictures of presets, lessons, guides, documents' figures and the page of
/// components. Returns whether there was anything to make.
pub(crate) fn catch_up(workshop: &Workshop, folder: &Path) -> Result<bool> {
    let made = || -> Result<Vec<_>> {
        let folders = [DRAWN, DESIGN].map(|folder| workshop.root.join(folder));
        let there = folders.iter().filter(|folder| folder.exists());
        there.map(|folder| made_of::digest(folder)).collect()
    };
    let before = made()?;
    draw(workshop)?;
    programs::build(workshop, Profile::Play, &[design(workshop)], || Ok(()))?;
    let lacks = before != made()?;
    if lacks {
        assemble(workshop, Profile::Play, Path::new(DOCUMENT), folder)?;
    }
    Ok(lacks)
}

/// The page's document.
const DOCUMENT: &str = "index.html";

/// The folder of the native program's pictures and texts; the last step of the build (`web/finish.mjs`) takes them into the page.
const DRAWN: &str = "target/pictures";

/// The folder of the program of the page of components.
const DESIGN: &str = "target/design";

fn design(workshop: &Workshop) -> Wanted<'static> {
    Wanted {
        program: &programs::DESIGN,
        laboratories: &[],
        folder: workshop.root.join(DESIGN),
    }
}

fn prepare(workshop: &Workshop) -> Result<()> {
    setup::ensure(workshop, &setup::FOR_PAGE)?;
    // The build itself is offline (see Trunk.toml), so that all downloads happen here, in sight.
    process::show(workshop.command("cargo").args(["fetch", "--locked"]))
}

/// Builds all programs of a page; the program of its components only for a published page.
fn build_programs(workshop: &Workshop, profile: Profile, features: &[&str]) -> Result<()> {
    let laboratories = made_of::laboratories(workshop)?;
    let target = workshop.root.join("target");
    let wanted = [
        (&programs::WORKER, laboratories.as_slice(), "workers"),
        (&programs::LESSONS, &[], "lessons"),
        (&programs::LANGUAGE, &[], "language"),
    ];
    let wanted = wanted.map(|(program, laboratories, folder)| Wanted {
        program,
        laboratories,
        folder: target.join(folder),
    });
    let published = (profile == Profile::Page).then(|| design(workshop));
    let wanted: Vec<_> = wanted.into_iter().chain(published).collect();
    programs::build(workshop, profile, &wanted, || {
        compile_page(workshop, profile, features)
    })
}

/// Has trunk make a page of a document, its programs and the other files that lie ready.
fn assemble(workshop: &Workshop, profile: Profile, document: &Path, folder: &Path) -> Result<()> {
    let mut trunk = workshop.wasm_command("trunk")?;
    trunk.arg("build");
    if profile == Profile::Page {
        trunk.arg("--release");
    }
    trunk.arg("--dist").arg(folder);
    trunk.arg(document);
    trunk
        .env("CARGO_NET_OFFLINE", "true")
        .env("TRUNK_SKIP_VERSION_CHECK", "true");
    // The compiler has named the fault above; the place where trunk was at that time is of no use.
    trunk.env("RUST_BACKTRACE", "0");
    if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        // The convention is that any value will do; trunk wants this one.
        trunk.env("NO_COLOR", "true");
    } else {
        trunk.env_remove("NO_COLOR");
    }
    process::show(&mut trunk)
}

/// Compiles the page's program as trunk does, which then finds it compiled.
fn compile_page(workshop: &Workshop, profile: Profile, features: &[&str]) -> Result<()> {
    let mut cargo = workshop.wasm_command("cargo")?;
    cargo.args(["build", "--locked", "--profile", profile.name()]);
    cargo.args(["--target", "wasm32-unknown-unknown"]);
    for feature in features {
        cargo.args(["--features", feature]);
    }
    process::show(cargo.args(["--manifest-path", "web/Cargo.toml", "--bin", "makespan-web"]))
}

/// Runs presets and draws their results, and writes the pages beside the page. A laboratory's presets are drawn where one of
/// their sources has changed.
fn draw(workshop: &Workshop) -> Result<()> {
    const PACKAGE: &str = "makespan-pictures";
    let laboratories = made_of::laboratories(workshop)?;
    let folder = workshop.root.join(DRAWN);
    let sources = Sources::of(workshop, PACKAGE)?;
    let mut changed = Vec::new();
    for name in &laboratories {
        let made_of = sources.made_of(&laboratories, Some(name));
        // The seal lies beside the pictures, which several clones do not share, though they may share a folder of programs.
        let seal = folder.join(name).with_extension("made");
        let same = fs::read_to_string(&seal).is_ok_and(|seal| seal == made_of);
        if !same {
            fs::remove_file(&seal).ok();
            changed.push((name, seal, made_of));
        }
    }
    let program = host::pictures(workshop)?.display().to_string();
    let mut draw = workshop.command(&program);
    draw.arg(&folder);
    process::show(draw.args(changed.iter().map(|(name, ..)| name)))?;
    for (_, seal, made_of) in changed {
        fs::write(&seal, made_of).with_context(|| format!("cannot write {}", seal.display()))?;
    }
    Ok(())
}
