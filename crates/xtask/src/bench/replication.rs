//! `cargo xtask bench replication`: the strategies natively, as WebAssembly, and with numpy; and the page's sliders.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::page;
use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// Measures the native strategies; then, in the same run, the same program as WebAssembly and the same runs by a Python
/// that has numpy; then how soon the page shows what a slider does.
pub(super) fn run(workshop: &Workshop) -> Result<()> {
    let folder = workshop.root.join("target/bench/replication");
    fs::create_dir_all(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
    let which = ["--locked", "-q", "-p", "makespan-replication-model"];
    let mut cargo = workshop.command("cargo");
    cargo
        .arg("bench")
        .args(which)
        .args(["--bench", "strategies", "--"]);
    process::show(cargo.arg(&folder))?;
    super::as_webassembly(
        workshop,
        "makespan-replication-model",
        "strategies",
        &folder,
        "1.5",
    )?;
    match super::python("numpy") {
        Some(python) => process::show(
            Command::new(python)
                .arg(workshop.root.join("tests/bench/replication.py"))
                .arg(&folder),
        ),
        None => {
            println!(
                "\nNo python3 with numpy, so it is not measured beside ours. Install it (Debian: apt install \
                 python3-numpy; elsewhere: pip install numpy), or name a Python that has it in $PYTHON."
            );
            Ok(())
        }
    }?;
    setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
    let dist = workshop.root.join("target/bench/page");
    page::build_into(workshop, &dist)?;
    let mut node = workshop.command("node");
    node.arg(workshop.root.join("tests/bench/slider.mjs"));
    node.env("CHROMIUM", setup::browser_path()?)
        .env("DIST", dist);
    process::show(&mut node)
}
