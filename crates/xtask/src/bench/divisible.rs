//! `cargo xtask bench divisible`: the simulation of streams natively and as WebAssembly, and the same stars with SimPy and SimGrid.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::workshop::Workshop;

/// Measures our simulation, natively and as WebAssembly; then, in the same run and over the same stars, those of a Python that
/// has SimPy and of SimGrid.
pub(super) fn run(workshop: &Workshop) -> Result<()> {
    let folder = workshop.root.join("target/bench/divisible");
    fs::create_dir_all(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
    let mut cargo = workshop.command("cargo");
    cargo.args([
        "bench",
        "--locked",
        "-q",
        "-p",
        "makespan-divisible-model",
        "--bench",
        "streams",
        "--",
    ]);
    process::show(cargo.arg(&folder))?;
    super::as_webassembly(
        workshop,
        "makespan-divisible-model",
        "streams",
        &folder,
        "1.67",
    )?;
    match super::python("simpy") {
        Some(python) => process::show(
            Command::new(python)
                .arg(workshop.root.join("tests/bench/divisible.py"))
                .arg(&folder),
        )?,
        None => println!(
            "\nNo python3 with simpy 3 or later, so it is not measured beside ours. Install it (Debian: apt install \
             python3-simpy3; elsewhere: pip install simpy), or name a Python that has it in $PYTHON."
        ),
    }
    simgrid(workshop, &folder)
}

/// Measures SimGrid's simulation where this machine has the library and a compiler.
fn simgrid(workshop: &Workshop, folder: &Path) -> Result<()> {
    let program = folder.join("simgrid");
    let mut compiler = Command::new("c++");
    compiler
        .args(["-O2", "-std=c++17"])
        .arg(workshop.root.join("tests/bench/divisible.cpp"))
        .args(["-lsimgrid", "-o"])
        .arg(&program);
    let header = process::read(Command::new("c++").args([
        "-E",
        "-x",
        "c++",
        "-include",
        "simgrid/s4u.hpp",
        "/dev/null",
    ]));
    if header.is_err() {
        println!(
            "\nNo C++ compiler with SimGrid, so it is not measured beside ours. Install it (Debian: apt install g++ libsimgrid-dev)."
        );
        return Ok(());
    }
    process::show(&mut compiler)?;
    process::show(Command::new(program).arg(folder))
}
