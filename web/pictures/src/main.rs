//! `makespan-pictures FOLDER LABORATORY…`: runs every preset of these laboratories and writes the results as a part of the
//! page's document, so that the first picture needs no program. Pictures of other laboratories stay as they are in the folder.
//!
//! | file | content |
//! |---|---|
//! | `NAME.html` | headline, why, figures of merit and schedule of the preset `NAME`, as the page shows them |
//! | `pictures.css` | the styles that depend on the schedules: thresholds of widths, numbers of lanes |
//! | `design.json` | the report that `design.html` shows, and a small picture |
//! | `docs/NAME.html` | the guide `NAME` as a page of the site |
//! | `lessons/NAME.json`, `lessons/NAME.answers.json`, `lessons/NAME.md` | the lesson `NAME`, its answers, and its source |
//! | `lessons/list.json` | all lessons in their order |
//! | `reproduce/…` | the documents' figures beside the computed numbers, and a thumbnail of each of their scenarios |
//! | `presets.json` | the presets' names, titles and numbers of lanes; the page opens with the first preset |
#![allow(
    clippy::print_stderr,
    reason = "talking to the terminal is this program's job"
)]

mod design;
mod guides;
mod html;
mod lessons;
mod page;
mod reproduce;

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
use serde::{Deserialize, Serialize};

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let Some(folder) = arguments.next().map(PathBuf::from) else {
        eprintln!("usage: makespan-pictures FOLDER LABORATORY…");
        return ExitCode::from(2);
    };
    let laboratories: Vec<_> = arguments
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    match write(&folder, &laboratories) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// A preset whose picture is in the folder, as `presets.json` lists it.
#[derive(Deserialize, Serialize)]
struct Listed {
    name: String,
    title: String,
    /// The numbers of lanes of its schedules, and the heights of its charts in lines.
    lanes: Vec<usize>,
}

/// Draws the presets of these laboratories, and writes anew all files that depend on every preset.
fn write(folder: &Path, laboratories: &[String]) -> Result<()> {
    let list = folder.join("presets.json");
    // A list that another version wrote does not count: its pictures are drawn anew.
    let before: Vec<Listed> = fs::read_to_string(&list)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    for inner in ["docs", "reproduce/thumbnails"] {
        fs::create_dir_all(folder.join(inner))
            .with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let put = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
    };
    let is_drawn = |preset: &&Preset| {
        let own = preset.laboratory();
        laboratories.iter().any(|name| name == own)
    };
    let drawn: Vec<&Preset> = presets::all().iter().filter(is_drawn).collect();
    let mut listed = Vec::new();
    for (preset, made) in drawn.iter().zip(all(&drawn)?) {
        put(&format!("{}.html", preset.name), &made.html)?;
        listed.push(Listed {
            name: preset.name.to_owned(),
            title: preset.title.to_owned(),
            lanes: made.lanes,
        });
    }
    for kept in before {
        if presets::all().iter().all(|preset| preset.name != kept.name) {
            fs::remove_file(folder.join(format!("{}.html", kept.name))).ok();
        } else if listed.iter().all(|one| one.name != kept.name) {
            listed.push(kept);
        }
    }
    let place = |name: &str| presets::all().iter().position(|preset| preset.name == name);
    listed.sort_by_key(|one| place(&one.name));
    let lanes: BTreeSet<usize> = listed.iter().flat_map(|one| one.lanes.clone()).collect();
    put("pictures.css", &styles(&lanes))?;
    put("docs/guides.css", guides::STYLES)?;
    for (name, page) in guides::all() {
        put(&format!("docs/{name}.html"), &page)?;
    }
    lessons::write(&folder.join("lessons"))?;
    for (name, page) in reproduce::pages()? {
        put(&format!("reproduce/{name}"), &page)?;
    }
    put("reproduce/reproduce.css", reproduce::STYLES)?;
    put(
        "reproduce/entries.json",
        &serde_json::to_string(&reproduce::scripted()?)?,
    )?;
    put("reproduce/reproduce.js", reproduce::SCRIPT)?;
    thumbnails(&folder.join("reproduce/thumbnails"), laboratories)?;
    put("design.json", &serde_json::to_string(&design::sample())?)?;
    put("presets.json", &serde_json::to_string(&listed)?)
}

/// Draws the scenarios of the documents' figures that these laboratories run, and removes thumbnails without an entry.
fn thumbnails(folder: &Path, laboratories: &[String]) -> Result<()> {
    let links = reproduce::links()?;
    let kept: BTreeSet<String> = links.iter().map(|link| reproduce::file(link)).collect();
    for file in fs::read_dir(folder)? {
        let file = file?;
        if !kept.contains(&*file.file_name().to_string_lossy()) {
            fs::remove_file(file.path())?;
        }
    }
    for link in links {
        let scenario = playground::link::decode(link)?.scenario;
        let file = folder.join(reproduce::file(link));
        if laboratories
            .iter()
            .any(|name| name == scenario.laboratory())
            || !file.exists()
        {
            let svg = reproduce::thumbnail(link)?;
            fs::write(&file, svg).with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    Ok(())
}

/// A preset's picture.
struct Made {
    html: String,
    /// The numbers of lanes of its schedules, and the heights of its charts in lines.
    lanes: Vec<usize>,
}

/// The pictures of presets, in their order; as many at once as the machine has cores.
fn all(presets: &[&Preset]) -> Result<Vec<Made>> {
    let next = AtomicUsize::new(0);
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
        lanes: (lanes.into_iter().chain(page::lanes(&report)))
            .chain(page::lines(&report))
            .collect(),
    })
}

/// The styles that depend on the schedules. A number of lanes is an attribute and not a style of its element, so that a
/// content-security policy can forbid styles of elements.
fn styles(lanes: &BTreeSet<usize>) -> String {
    let mut styles = schedule::svg::fluid::rules();
    for lanes in lanes {
        // A `String` takes all text.
        let _ = write!(styles, "[data-lanes=\"{lanes}\"]{{--lanes:{lanes}}}");
    }
    styles
}
