//! The project's programs for this machine, compiled as the native tests have them.
//!
//! Cargo compiles a package with the features that the chosen packages ask for. All packages are chosen here, so that every
//! program has the features of the tests, and nothing is compiled twice.

use std::path::PathBuf;

use anyhow::Result;

use crate::process;
use crate::workshop::Workshop;

/// Builds `makespan`, and returns its path.
///
/// Its numbers are those of the released program: the compiler's optimisations change no bit of them.
pub(crate) fn command(workshop: &Workshop) -> Result<PathBuf> {
    build(workshop, "--bin", "", "makespan")
}

/// Builds the program that draws presets.
pub(crate) fn pictures(workshop: &Workshop) -> Result<PathBuf> {
    build(workshop, "--bin", "", "makespan-pictures")
}

/// Builds the program that writes the types of the module for scripts.
pub(crate) fn types(workshop: &Workshop) -> Result<PathBuf> {
    build(workshop, "--example", "examples", "types")
}

fn build(workshop: &Workshop, kind: &str, folder: &str, name: &str) -> Result<PathBuf> {
    let build = ["build", "--locked", "--workspace", kind, name];
    process::show(workshop.command("cargo").args(build))?;
    Ok(workshop.target()?.join("debug").join(folder).join(name))
}
