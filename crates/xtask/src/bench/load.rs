//! `cargo xtask bench load`: how soon the page is there, and what its parts weigh.

use anyhow::{Context, Result};

use super::Bench;
use crate::module;
use crate::process;
use crate::sizes;

/// Lets a browser load the page as a slow device does, and prints what its parts weigh.
pub(super) fn run(bench: &Bench<'_>) -> Result<()> {
    let dist = bench.page()?;
    process::show(bench.node("load.mjs")?.env("DIST", dist)).context("loading the page")?;
    let module = module::build(bench.workshop)?;
    println!("\n{}", sizes::Parts::of(dist, &module)?);
    Ok(())
}
