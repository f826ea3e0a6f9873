//! Building the page.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::process;
use crate::programs;
use crate::setup;
use crate::workshop::Workshop;

/// Builds the page as it is published, into `dist/`, and says where that is.
pub(crate) fn build(workshop: &Workshop) -> Result<PathBuf> {
    let dist = workshop.root.join("dist");
    build_into(workshop, &dist)?;
    Ok(dist)
}

/// Builds the page as it is published. What was in the folder goes: name one that is only for this.
pub(crate) fn build_into(workshop: &Workshop, folder: &Path) -> Result<()> {
    setup::ensure(workshop, &setup::FOR_PAGE)?;
    // The build itself is offline (see Trunk.toml), so that whatever is downloaded is downloaded here, in sight.
    process::show(workshop.command("cargo").args(["fetch", "--locked"]))?;
    build_other(workshop, Path::new("index.html"), folder)
}

/// Builds another document as the page is built, whose set-up is done.
pub(crate) fn build_other(workshop: &Workshop, document: &Path, folder: &Path) -> Result<()> {
    build_workers(workshop)?;
    draw_presets(workshop)?;
    let mut trunk = workshop.wasm_command("trunk")?;
    trunk.args(["build", "--release", "--dist"]).arg(folder);
    trunk.arg(document);
    trunk
        .env("CARGO_NET_OFFLINE", "true")
        .env("TRUNK_SKIP_VERSION_CHECK", "true");
    // What went wrong is in the compiler's words above; where trunk was at that time is not of use.
    trunk.env("RUST_BACKTRACE", "0");
    if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        // The convention is that any value will do; trunk wants this one.
        trunk.env("NO_COLOR", "true");
    } else {
        trunk.env_remove("NO_COLOR");
    }
    process::show(&mut trunk)
}

/// Builds the workers' programs into `target/workers`: the last step of the build (`web/finish.mjs`) puts them into the page.
fn build_workers(workshop: &Workshop) -> Result<()> {
    let laboratories = programs::laboratories(workshop)?;
    let folder = workshop.root.join("target/workers");
    programs::build(workshop, &programs::WORKER, &laboratories, &folder)
}

/// Runs every preset and draws what comes out, into `target/pictures`: the last step of the build (`web/finish.mjs`) puts it
/// into the page. The profile is that of the native tests, so that nothing is compiled for this alone.
fn draw_presets(workshop: &Workshop) -> Result<()> {
    let mut cargo = workshop.command("cargo");
    cargo.args([
        "run",
        "--quiet",
        "--locked",
        "--package",
        "makespan-pictures",
    ]);
    process::show(cargo.arg("--").arg(workshop.root.join("target/pictures")))
}
