//! `cargo xtask bench load`: how soon the page is there, and what its parts weigh.

use anyhow::{Context, Result};

use crate::module;
use crate::page;
use crate::process;
use crate::setup;
use crate::sizes;
use crate::workshop::Workshop;

/// Builds the page, lets a browser load it as a slow device does, and prints what its parts weigh.
pub(super) fn run(workshop: &Workshop) -> Result<()> {
    setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
    let scripts = workshop.root.join("tests/bench");
    let dist = workshop.root.join("target/bench/page");
    page::build_into(workshop, &dist)?;
    let mut node = workshop.command("node");
    node.arg(scripts.join("load.mjs"));
    node.env("CHROMIUM", setup::browser_path()?)
        .env("DIST", &dist);
    process::show(&mut node).context("loading the page")?;
    let module = module::build(workshop)?;
    println!("\n{}", sizes::Parts::of(&dist, &module)?);
    Ok(())
}
