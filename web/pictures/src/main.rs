//! `makespan-pictures FOLDER`: runs every preset and writes what comes out as a part of the page's document, so that the first
//! picture needs no program.
//!
//! | file | what it holds |
//! |---|---|
//! | `NAME.html` | headline, why, figures of merit and schedule of the preset `NAME`, as the page shows them |
//! | `starters.html` | what new visitors are offered to start from |
//! | `pictures.css` | the styles that depend on the schedules: thresholds of widths, numbers of lanes |
//! | `design.json` | the report that `#design` shows, and a small picture |
//! | `docs/NAME.html` | the guide `NAME` as a page of the site |
//! | `presets.json` | the presets' names, titles and numbers of lanes; the first is what the page opens with |
#![allow(
    clippy::print_stderr,
    reason = "talking to the terminal is this program's job"
)]

mod design;
mod guides;
mod page;

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, anyhow};
use playground::presets::{self, Preset};
use report::Silent;
use serde_json::json;

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: makespan-pictures FOLDER");
        return ExitCode::from(2);
    };
    match write(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Writes all files anew.
fn write(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let put = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
    };
    let mut names = Vec::new();
    let mut lanes = BTreeSet::new();
    for (preset, made) in presets::all().iter().zip(all()?) {
        put(&format!("{}.html", preset.name), &made.html)?;
        names.push(json!({ "name": preset.name, "title": preset.title }));
        lanes.extend(made.lanes);
    }
    put("pictures.css", &styles(&lanes))?;
    fs::create_dir_all(folder.join("docs"))?;
    put("docs/guides.css", guides::STYLES)?;
    for (name, page) in guides::all() {
        put(&format!("docs/{name}.html"), &page)?;
    }
    put("design.json", &serde_json::to_string(&design::sample())?)?;
    put("starters.html", &page::keys::starters())?;
    put("presets.json", &serde_json::to_string(&names)?)
}

/// A preset's picture.
struct Made {
    html: String,
    /// How many lanes its schedules have.
    lanes: Vec<usize>,
}

/// The pictures of all presets, in their order; as many at once as the machine has cores.
fn all() -> Result<Vec<Made>> {
    let (presets, next) = (presets::all(), AtomicUsize::new(0));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let some = || -> Result<Vec<(usize, Made)>> {
        let mut made = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(preset) = presets.get(place) else {
                return Ok(made);
            };
            made.push((place, picture(preset)?));
        }
    };
    let mut made = thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(some)).collect();
        let mut made = Vec::new();
        for worker in running {
            made.extend(worker.join().map_err(|_| anyhow!("a run failed"))??);
        }
        Ok::<_, anyhow::Error>(made)
    })?;
    made.sort_by_key(|(place, _)| *place);
    Ok(made.into_iter().map(|(_, made)| made).collect())
}

fn picture(preset: &Preset) -> Result<Made> {
    let scenario = preset.scenario();
    let report = playground::run(&scenario, &mut Silent)
        .with_context(|| format!("the preset {} does not run", preset.name))?;
    let schedule = report.schedule.as_ref();
    let lanes = schedule.map(|schedule| schedule.lanes().len());
    Ok(Made {
        html: page::result(preset.name, &scenario, &report),
        lanes: lanes.into_iter().chain(page::lanes(&report)).collect(),
    })
}

/// The styles that depend on the schedules. A number of lanes is an attribute and not a style of its element, so that a
/// content-security policy can forbid those.
fn styles(lanes: &BTreeSet<usize>) -> String {
    let mut styles = schedule::svg::fluid::rules();
    for lanes in lanes {
        // A `String` takes all that is written to it.
        let _ = write!(styles, "[data-lanes=\"{lanes}\"]{{--lanes:{lanes}}}");
    }
    styles
}
