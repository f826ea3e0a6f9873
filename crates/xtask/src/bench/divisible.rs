//! `cargo xtask bench divisible`: the simulation of streams, and the same stars simulated with SimPy.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::workshop::Workshop;

/// Measures our simulation; then, in the same run and over the same stars, that of a Python that has SimPy.
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
    match python() {
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

/// The first Python that has the peer. A machine may have several.
fn python() -> Option<String> {
    let named = std::env::var("PYTHON").ok();
    let usual = ["python3", "/usr/bin/python3"].map(str::to_owned);
    named.into_iter().chain(usual).find(|python| {
        let mut asked = Command::new(python);
        asked
            .args(["-c", "import simpy"])
            .current_dir(Path::new("/"));
        process::read(&mut asked).is_ok()
    })
}
