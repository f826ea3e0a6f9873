//! `cargo xtask figures`: the numbers that the documents print, beside the computed ones.

use anyhow::Result;

use crate::process;
use crate::workshop::Workshop;

/// Runs all entries, on all cores, and fails where a number or a verdict has changed, unless `update` keeps the change.
pub(crate) fn run(workshop: &Workshop, update: bool) -> Result<()> {
    let mut cargo = workshop.command("cargo");
    cargo.args(["test", "--locked", "--workspace"]);
    // The same variable tells this test and all others to keep their files.
    if update {
        cargo.env("UPDATE_EXPECT", "1");
    }
    process::show(cargo.args(["--test", "figures-tests", "reproduction"]))
}
