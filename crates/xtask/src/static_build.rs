//! `cargo xtask static`: the command as one file that needs no library of the system.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use crate::process;
use crate::workshop::Workshop;

/// The target whose C library is part of the program.
const TARGET: &str = "x86_64-unknown-linux-musl";

/// The link of a run whose fingerprint the tests keep.
const LINK: &str = "#p=bursts-replicate";

/// The fingerprints that every build has.
const KEPT: &str = "tests/fingerprints.txt";

/// Builds the command, and runs a preset with it.
pub(crate) fn run(workshop: &Workshop) -> Result<()> {
    let built = build(workshop)?;
    let bytes = fs::read(&built)?;
    ensure!(
        is_static(&bytes)?,
        "{} asks for a dynamic linker",
        built.display()
    );
    let report = process::read(
        workshop
            .command(&built.display().to_string())
            .args(["run", LINK]),
    )?;
    let kept = fs::read_to_string(workshop.root.join(KEPT)).context(KEPT)?;
    let kept = kept_of(&kept, LINK).with_context(|| format!("{KEPT} has no line {LINK}"))?;
    if !report.contains(&format!("fingerprint  {kept}")) {
        bail!("another fingerprint than {kept}:\n{report}");
    }
    println!(
        "{} has the fingerprint of every build, and is {} MB.",
        built.display(),
        bytes.len() / 1_000_000
    );
    Ok(())
}

fn build(workshop: &Workshop) -> Result<PathBuf> {
    let targets = process::read(
        workshop
            .command("rustup")
            .args(["target", "list", "--installed"]),
    );
    if !targets.is_ok_and(|all| all.lines().any(|one| one == TARGET)) {
        process::show(workshop.command("rustup").args(["target", "add", TARGET]))?;
    }
    let build = [
        "build",
        "--release",
        "--locked",
        "--target",
        TARGET,
        "--package",
        "makespan-cli",
    ];
    process::show(
        workshop
            .command("cargo")
            .args(build)
            .args(["--bin", "makespan"]),
    )?;
    Ok(workshop.target()?.join(TARGET).join("release/makespan"))
}

/// Whether an ELF program of 64 bits names no interpreter, which would load its libraries.
fn is_static(elf: &[u8]) -> Result<bool> {
    const INTERPRETER: u32 = 3;
    let number = |at: usize, length: usize| {
        let bytes = elf
            .get(at..at + length)
            .context("this is no whole program")?;
        let digits = bytes.iter().rev();
        anyhow::Ok(digits.fold(0_usize, |all, byte| all << 8 | usize::from(*byte)))
    };
    ensure!(
        elf.starts_with(b"\x7fELF\x02\x01"),
        "this is no program for 64 bits"
    );
    let (table, size, entries) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
    for entry in 0..entries {
        if number(table + entry * size, 4)? == INTERPRETER as usize {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The fingerprint that is kept of a link.
fn kept_of<'t>(kept: &'t str, link: &str) -> Option<&'t str> {
    let mut pairs = kept.lines().filter_map(|line| line.split_once(' '));
    pairs
        .find(|(_, one)| *one == link)
        .map(|(fingerprint, _)| fingerprint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_with_an_interpreter_is_told_from_one_without() {
        let own = fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(!is_static(&own).unwrap(), "tests are linked dynamically");
        let mut without = own.clone();
        without[56] = 0;
        without[57] = 0;
        assert!(is_static(&without).unwrap());
        assert!(is_static(b"#!/bin/sh").is_err());
    }
}
