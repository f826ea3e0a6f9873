//! `cargo xtask bench replication`: the strategies natively, as WebAssembly, and with numpy; and the page's sliders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::page;
use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// Measures the native strategies; then, in the same run, the same program as WebAssembly and the same runs by a Python
/// that has numpy; then how soon the page shows what a slider does.
pub(super) fn run(workshop: &Workshop) -> Result<()> {
    let folder = workshop.root.join("target/bench/replication");
    fs::create_dir_all(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
    let which = ["--locked", "-q", "-p", "makespan-replication"];
    let mut cargo = workshop.command("cargo");
    cargo
        .arg("bench")
        .args(which)
        .args(["--bench", "strategies", "--"]);
    process::show(cargo.arg(&folder))?;
    // As the page has it.
    let mut cargo = workshop.command("cargo");
    cargo
        .arg("build")
        .args(which)
        .args(["--bench", "strategies", "--profile", "page"]);
    cargo.args(["--target", "wasm32-unknown-unknown", "--target-dir"]);
    let target = workshop.root.join("target/bench/wasm");
    process::show(cargo.arg(&target))?;
    let program = newest(&target.join("wasm32-unknown-unknown/page/deps"))?;
    let mut node = workshop.command("node");
    node.arg(workshop.root.join("tests/bench/replication.mjs"));
    process::show(node.arg(program).arg(&folder))?;
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

/// The program that was built last: its name has a digest of how it was built.
fn newest(folder: &Path) -> Result<PathBuf> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut programs: Vec<_> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "wasm")
        })
        .collect();
    programs.sort_by_key(|path| path.metadata().and_then(|about| about.modified()).ok());
    match programs.pop() {
        Some(program) => Ok(program),
        None => bail!("there is no program in {}", folder.display()),
    }
}
