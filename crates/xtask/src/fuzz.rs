//! `cargo xtask fuzz`: random inputs at every door, for as long as there is time.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;

use crate::process;
use crate::workshop::Workshop;

/// Tries inputs at each door for so many seconds, or at those whose test's name has this word, with checks of overflow. Each call tries
/// others; a seed tries the same again.
///
/// libFuzzer is not used: it needs a nightly compiler, which setting up does not bring.
pub(crate) fn run(
    workshop: &Workshop,
    seconds: u64,
    only: Option<&str>,
    seed: Option<u64>,
) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = seed.unwrap_or_else(|| now.map_or(1, |now| now.as_secs()));
    println!("seed {seed}");
    let mut cargo = workshop.command("cargo");
    cargo.args(["test", "--locked", "--workspace", "--test", "doors", "--"]);
    cargo.args(only).arg("--nocapture");
    cargo.env("MAKESPAN_FUZZ_SECONDS", seconds.to_string());
    cargo.env("MAKESPAN_FUZZ_SEED", seed.to_string());
    process::show(&mut cargo)
}
