//! `cargo xtask check`: what must hold of the source before anything is run.

use anyhow::Result;

use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// Formatting, lints, then the dependencies: the quickest first.
///
/// Advisories are left out on purpose. They are fetched from elsewhere and change by themselves, so that a check of the
/// same commit would not always say the same.
pub(crate) fn run(workshop: &Workshop) -> Result<()> {
    process::show(workshop.command("cargo").args(["fmt", "--all", "--check"]))?;
    let clippy = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--features=makespan-web/bench",
        "--locked",
        "--",
        "-D",
        "warnings",
    ];
    process::show(workshop.command("cargo").args(clippy))?;
    setup::ensure(workshop, &setup::FOR_DEPENDENCIES)?;
    let mut deny = workshop.command("cargo-deny");
    deny.env("PATH", process::path_with(&[workshop.bin()])?);
    process::show(deny.args([
        "--locked",
        "check",
        "--hide-inclusion-graph",
        "bans",
        "licenses",
        "sources",
    ]))
}
