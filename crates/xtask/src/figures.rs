//! `cargo xtask figures`: what the documents print, beside what is computed.

use anyhow::Result;

use crate::process;
use crate::workshop::Workshop;

/// Runs all entries, on all cores, and fails where a number or a verdict has changed, unless that is to be kept.
pub(crate) fn run(workshop: &Workshop, update: bool) -> Result<()> {
    let mut cargo = workshop.command("cargo");
    cargo.args(["test", "--locked", "--workspace"]);
    // The test that keeps the results is told by the same variable as all others that keep a file.
    if update {
        cargo.env("UPDATE_EXPECT", "1");
    }
    process::show(cargo.args(["--test", "figures-tests", "reproduction"]))
}
