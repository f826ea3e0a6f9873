//! `cargo xtask bench divisible`: the simulation of streams natively and as WebAssembly, and the same stars with SimPy.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::workshop::Workshop;

/// Measures our simulation, natively and as WebAssembly; then, in the same run and over the same stars, that of a Python that
/// has SimPy.
pub(super) fn run(workshop: &Workshop) -> Result<()> {
    let folder = workshop.root.join("target/bench/divisible");
    fs::create_dir_all(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
    let mut cargo = workshop.command("cargo");
    cargo.args([
        "bench",
        "--locked",
        "-q",
        "-p",
        "makespan-divisible",
        "--bench",
        "streams",
        "--",
    ]);
    process::show(cargo.arg(&folder))?;
    super::as_webassembly(workshop, "makespan-divisible", "streams", &folder, "1.67")?;
    match super::python("simpy") {
        Some(python) => process::show(
            Command::new(python)
                .arg(workshop.root.join("tests/bench/divisible.py"))
                .arg(&folder),
        ),
        None => {
            println!(
                "\nNo python3 with simpy, so it is not measured beside ours. Install it (Debian: apt install \
                 python3-simpy; elsewhere: pip install simpy), or name a Python that has it in $PYTHON."
            );
            Ok(())
        }
    }
}
