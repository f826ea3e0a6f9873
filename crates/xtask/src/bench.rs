//! `cargo xtask bench`: how fast something is. Not part of the tests: figures depend on the machine.

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::page;
use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// What can be measured.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// The Gantt view with up to a million spans
    Gantt,
}

/// Builds what is measured, brings what it is measured beside, and measures.
pub(crate) fn run(workshop: &Workshop, what: What) -> Result<()> {
    match what {
        What::Gantt => gantt(workshop),
    }
}

/// The packages of others are installed here and not by a set-up: nothing else needs them.
fn gantt(workshop: &Workshop) -> Result<()> {
    setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
    let folder = workshop.root.join("tests/bench");
    setup::node::npm(&folder, &["ci"]).context("the packages of tests/bench")?;
    let dist = workshop.root.join("target/bench/gantt");
    page::build_other(workshop, &folder.join("index.html"), &dist)?;
    let mut node = workshop.command("node");
    node.arg(folder.join("gantt.mjs"));
    node.env("CHROMIUM", setup::browser_path()?)
        .env("DIST", dist);
    process::show(&mut node)
}
