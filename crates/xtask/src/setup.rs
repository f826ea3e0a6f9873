//! Setting up: the parts that building and testing need beyond Rust, Node and npm.
//!
//! Each [`Item`] knows how to find itself and how to be made. All are looked for first; only when one is missing is the
//! tools folder locked and the missing ones are made, in two lanes that do not wait for each other: one compiles, the
//! other downloads.

mod apt;
mod browser;
mod debian;
pub(crate) mod node;
mod programs;
pub(crate) mod wasm;

use std::fs::{self, File, TryLockError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;

use crate::workshop::Workshop;

pub(crate) use browser::path as browser_path;

/// The parts that `setup --only` tells apart.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// A standard library for wasm32
    Wasm,
    /// trunk, wasm-bindgen, wasm-opt and cargo-deny
    Tools,
    /// A browser
    Browser,
    /// The packages of the charts and of the browser tests
    Npm,
}

/// One thing that must be there.
pub(crate) struct Item {
    /// Its name in the log and in the summary.
    name: &'static str,
    /// The part of `--only` that means it.
    part: Part,
    lane: Lane,
    /// Names the item that is there and fit, e.g. by its version; `None` if it must be made.
    find: fn(&Workshop) -> Result<Option<String>>,
    make: fn(&Workshop, &Log) -> Result<()>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Lane {
    Compile,
    Download,
}

static WASM: Item = Item {
    name: "wasm32 std",
    part: Part::Wasm,
    lane: Lane::Compile,
    find: wasm::find,
    make: wasm::make,
};
static TRUNK: Item = Item {
    name: "trunk",
    part: Part::Tools,
    lane: Lane::Compile,
    find: |workshop| programs::TRUNK.find(workshop),
    make: |workshop, log| programs::TRUNK.make(workshop, log),
};
static BINDGEN: Item = Item {
    name: "wasm-bindgen",
    part: Part::Tools,
    lane: Lane::Compile,
    find: |workshop| programs::BINDGEN.find(workshop),
    make: |workshop, log| programs::BINDGEN.make(workshop, log),
};
static DENY: Item = Item {
    name: "cargo-deny",
    part: Part::Tools,
    lane: Lane::Compile,
    find: |workshop| programs::DENY.find(workshop),
    make: |workshop, log| programs::DENY.make(workshop, log),
};
static NODE: Item = Item {
    name: "node",
    part: Part::Npm,
    lane: Lane::Download,
    find: node::find,
    make: node::make,
};
static WASM_OPT: Item = Item {
    name: "wasm-opt",
    part: Part::Tools,
    lane: Lane::Download,
    find: node::find_wasm_opt,
    make: node::make_wasm_opt,
};
static CHARTS: Item = Item {
    name: "chart library",
    part: Part::Npm,
    lane: Lane::Download,
    find: |workshop| node::find_packages(&workshop.charts()),
    make: |workshop, log| node::make_packages(&workshop.charts(), log),
};
static PACKAGES: Item = Item {
    name: "test packages",
    part: Part::Npm,
    lane: Lane::Download,
    find: |workshop| node::find_packages(&workshop.browser_tests()),
    make: |workshop, log| node::make_packages(&workshop.browser_tests(), log),
};
static BROWSER: Item = Item {
    name: "browser",
    part: Part::Browser,
    lane: Lane::Download,
    find: browser::find,
    make: browser::make,
};

/// All items, in the order of the summary, and of each lane.
static ALL: [&Item; 9] = [
    &NODE, &WASM, &TRUNK, &BINDGEN, &WASM_OPT, &DENY, &CHARTS, &PACKAGES, &BROWSER,
];
/// The items for building the page.
pub(crate) static FOR_PAGE: [&Item; 6] = [&NODE, &WASM, &TRUNK, &BINDGEN, &WASM_OPT, &CHARTS];
/// The items for building the module.
pub(crate) static FOR_MODULE: [&Item; 4] = [&NODE, &WASM, &BINDGEN, &WASM_OPT];
/// The items for the browser tests and for the page.
pub(crate) static FOR_BROWSER_TESTS: [&Item; 8] = [
    &NODE, &WASM, &TRUNK, &BINDGEN, &WASM_OPT, &CHARTS, &PACKAGES, &BROWSER,
];
/// The items for checking the dependencies.
pub(crate) static FOR_DEPENDENCIES: [&Item; 1] = [&DENY];

/// The outcome of one item.
struct Outcome {
    name: &'static str,
    /// The item that is ready, or the reason why there is none.
    state: Result<String>,
    seconds: f64,
}

/// `cargo xtask setup`: everything, or one part, with a summary at the end.
pub(crate) fn run(workshop: &Workshop, only: Option<Part>) -> Result<()> {
    let wanted: Vec<&Item> = ALL
        .into_iter()
        .filter(|item| only.is_none_or(|part| item.part == part))
        .collect();
    let outcomes = prepare(workshop, &wanted)?;
    print!("{}", summary(workshop, &outcomes));
    match outcomes
        .iter()
        .filter(|outcome| outcome.state.is_err())
        .count()
    {
        0 => Ok(()),
        failed => bail!(
            "{failed} of {} could not be set up; see the reasons above",
            outcomes.len()
        ),
    }
}

/// Makes the missing items of `wanted`, silently if none is missing; the first failure is the error.
pub(crate) fn ensure(workshop: &Workshop, wanted: &[&Item]) -> Result<()> {
    let mut failed = None;
    for outcome in prepare(workshop, wanted)? {
        if let Err(reason) = outcome.state {
            eprintln!("[{}] {reason:#}", outcome.name);
            failed.get_or_insert(outcome.name);
        }
    }
    match failed {
        None => Ok(()),
        Some(name) => {
            bail!("{name} is not there and could not be set up; `cargo xtask setup` tries again")
        }
    }
}

/// Looks for all of `wanted` and makes the missing ones.
fn prepare(workshop: &Workshop, wanted: &[&Item]) -> Result<Vec<Outcome>> {
    let found = in_lanes(wanted, |item| look(workshop, item))?;
    if found.iter().all(|outcome| outcome.state.is_ok()) {
        return Ok(found);
    }
    let _lock = lock(workshop)?;
    let made = in_lanes(wanted, |item| look_or_make(workshop, item))?;
    if made.iter().all(|outcome| outcome.state.is_ok()) {
        programs::remove_build_files(workshop);
    }
    Ok(made)
}

/// Does the same for every item: those of one lane one after the other, the lanes side by side.
fn in_lanes(wanted: &[&Item], work: impl Fn(&Item) -> Outcome + Sync) -> Result<Vec<Outcome>> {
    let lane = |lane: Lane| {
        wanted
            .iter()
            .filter(|item| item.lane == lane)
            .map(|item| work(item))
            .collect::<Vec<_>>()
    };
    let mut outcomes = thread::scope(|scope| {
        let downloads = scope.spawn(|| lane(Lane::Download));
        let mut outcomes = lane(Lane::Compile);
        outcomes.extend(
            downloads
                .join()
                .map_err(|_| anyhow!("a part of the set-up stopped unexpectedly"))?,
        );
        anyhow::Ok(outcomes)
    })?;
    outcomes.sort_by_key(|outcome| wanted.iter().position(|item| item.name == outcome.name));
    Ok(outcomes)
}

/// Only looks whether the item is there.
fn look(workshop: &Workshop, item: &Item) -> Outcome {
    let begun = Instant::now();
    let state = (item.find)(workshop).and_then(|found| found.context("missing"));
    Outcome {
        name: item.name,
        state,
        seconds: begun.elapsed().as_secs_f64(),
    }
}

/// Looks again, since another set-up may have made it by now, and otherwise makes it.
fn look_or_make(workshop: &Workshop, item: &Item) -> Outcome {
    let begun = Instant::now();
    let log = Log { name: item.name };
    let state = (item.find)(workshop).and_then(|found| match found {
        Some(found) => Ok(found),
        None => {
            (item.make)(workshop, &log)?;
            (item.find)(workshop)?.context("it was set up and still is not usable")
        }
    });
    if let Err(reason) = &state {
        log.say(&format!("failed: {reason:#}"));
    }
    Outcome {
        name: item.name,
        state,
        seconds: begun.elapsed().as_secs_f64(),
    }
}

/// One set-up at a time works in the tools folder; the lock goes with the process that holds it.
fn lock(workshop: &Workshop) -> Result<File> {
    let tools = &workshop.tools;
    fs::create_dir_all(tools)
        .and_then(|()| File::create(tools.join(".lock")))
        .with_context(|| {
            format!(
                "cannot write into {}; set MAKESPAN_TOOLS to a folder of yours",
                tools.display()
            )
        })
        .and_then(|file| {
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    eprintln!("waiting for another set-up in {} to end", tools.display());
                    file.lock()?;
                }
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
            Ok(file)
        })
}

/// The last screen of `cargo xtask setup`.
fn summary(workshop: &Workshop, outcomes: &[Outcome]) -> String {
    let mut text = format!("\nTools are in {}\n", workshop.tools.display());
    for Outcome {
        name,
        state,
        seconds,
    } in outcomes
    {
        let line = match state {
            Ok(which) => format!("  {name:<13} ready    {which} ({seconds:.1} s)\n"),
            Err(reason) => {
                // The many lines of a failed program were shown when it failed.
                let reason = format!("{reason:#}");
                format!(
                    "  {name:<13} MISSING  {}\n",
                    reason.lines().next().unwrap_or_default()
                )
            }
        };
        text.push_str(&line);
    }
    text
}

/// The messages on one item.
pub(crate) struct Log {
    name: &'static str,
}

impl Log {
    fn say(&self, what: &str) {
        eprintln!("[{}] {what}", self.name);
    }

    /// Announces a step, does it, and says its duration.
    fn step<T>(&self, what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.say(&format!("{what} …"));
        let begun = Instant::now();
        let done = work().with_context(|| what.to_owned())?;
        self.say(&format!(
            "{what}: done in {:.1} s",
            begun.elapsed().as_secs_f64()
        ));
        Ok(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &'static str, lane: Lane) -> Item {
        Item {
            name,
            part: Part::Tools,
            lane,
            find: |_| Ok(None),
            make: |_, _| Ok(()),
        }
    }

    #[test]
    fn outcomes_come_in_the_order_in_which_items_were_asked_for() {
        let items = [
            item("a", Lane::Download),
            item("b", Lane::Compile),
            item("c", Lane::Download),
        ];
        let wanted: Vec<&Item> = items.iter().collect();
        let outcome = |item: &Item| Outcome {
            name: item.name,
            state: Ok(String::new()),
            seconds: 0.0,
        };
        let names: Vec<_> = in_lanes(&wanted, outcome)
            .unwrap()
            .iter()
            .map(|outcome| outcome.name)
            .collect();
        assert_eq!(names, ["a", "b", "c"]);
    }

    #[test]
    fn the_parts_of_the_set_up_together_are_all_of_it() {
        for item in FOR_BROWSER_TESTS
            .iter()
            .chain(&FOR_PAGE)
            .chain(&FOR_DEPENDENCIES)
        {
            assert!(
                ALL.iter().any(|other| other.name == item.name),
                "{}",
                item.name
            );
        }
    }
}
