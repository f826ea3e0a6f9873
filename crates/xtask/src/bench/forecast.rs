//! `cargo xtask bench forecast`: the predictors, and the same forecasts made with numpy and statsmodels.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::workshop::Workshop;

/// Measures our predictors; then, in the same run and over the same series, those of a Python that has the peers.
pub(super) fn run(workshop: &Workshop) -> Result<()> {
    let folder = workshop.root.join("target/bench/forecast");
    fs::create_dir_all(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
    let mut cargo = workshop.command("cargo");
    cargo.args([
        "bench",
        "--locked",
        "-q",
        "-p",
        "makespan-forecast",
        "--bench",
        "predictors",
        "--",
    ]);
    process::show(cargo.arg(&folder))?;
    match super::python("numpy, statsmodels") {
        Some(python) => process::show(
            Command::new(python)
                .arg(workshop.root.join("tests/bench/forecast.py"))
                .arg(&folder),
        ),
        None => {
            println!(
                "\nNo python3 with numpy and statsmodels, so these are not measured beside ours. Install them \
                 (Debian: apt install python3-statsmodels; elsewhere: pip install statsmodels), or name a Python that \
                 has them in $PYTHON."
            );
            Ok(())
        }
    }
}
