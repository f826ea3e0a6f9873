//! `cargo xtask bench load`: the loading time of the page, and the weights of its parts.

use anyhow::{Context, Result};

use super::Bench;
use crate::module;
use crate::process;
use crate::sizes;

/// Lets a browser load the page as a slow device does, and prints the weights of its parts.
pub(super) fn run(bench: &Bench<'_>) -> Result<()> {
    let dist = bench.page()?;
    process::show(bench.node("load.mjs")?.env("DIST", dist)).context("loading the page")?;
    let module = module::build(bench.workshop)?;
    println!("\n{}", sizes::Parts::of(dist, &module)?);
    Ok(())
}
