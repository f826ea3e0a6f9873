//! `cargo xtask test`: the native tests, then the page in a real browser.
//!
//! The page is built while the native tests run, and the module while the page is tested: linking is the work of one core, testing
//! that of the others.

mod browser;
mod native;
mod times;

use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Result, anyhow};

use crate::host;
use crate::module;
use crate::page;
use crate::process;
use crate::setup;
use crate::sizes;
use crate::workshop::Workshop;
use times::Times;

/// The tests to run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Halves {
    native: bool,
    browser: bool,
}

impl Halves {
    /// Both halves, unless one was asked for.
    pub(crate) fn chosen(native: bool, browser: bool) -> Self {
        Self {
            native: native || !browser,
            browser: browser || !native,
        }
    }
}

/// Runs the tests and prints the times of each part and of the slowest files, whether they passed or not.
pub(crate) fn run(workshop: &Workshop, halves: Halves) -> Result<()> {
    let times = Times::default();
    let done = halves_in_turn(workshop, halves, &times);
    println!("\n{times}");
    done
}

/// Nothing is tried in the browser before the native tests have passed: they fail sooner, and say more.
fn halves_in_turn(workshop: &Workshop, halves: Halves, times: &Times) -> Result<()> {
    let built = thread::scope(|scope| {
        let building = halves
            .browser
            .then(|| scope.spawn(|| page(workshop, halves, times)));
        let tested = if halves.native {
            native::run(workshop, times)
        } else {
            Ok(())
        };
        let built = building
            .map(|building| building.join().map_err(|_| anyhow!("the build stopped")))
            .transpose()?;
        tested.and_then(|()| built.transpose())
    })?;
    match built {
        None => Ok(()),
        Some(page) => {
            let command = times.part("the command", || host::command(workshop))?;
            let module = || module(workshop, &page, times);
            browser::run(workshop, &page, &command, module, times)
        }
    }
}

/// Makes screenshots of the page for people to look at, into `target/screenshots`.
pub(crate) fn screenshots(workshop: &Workshop) -> Result<()> {
    setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
    let page = page::build(workshop)?;
    let mut node = workshop.command("node");
    node.arg(workshop.browser_tests().join("looks.mjs"));
    node.env("CHROMIUM", setup::browser_path()?)
        .env("DIST", page)
        .env("MAKESPAN", host::command(workshop)?);
    process::show(&mut node)
}

/// Builds the page as it is published; beside other work, the output of the tools goes into a file.
fn page(workshop: &Workshop, halves: Halves, times: &Times) -> Result<PathBuf> {
    let build = |workshop: &Workshop| {
        setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
        times.part("building the page", || page::build(workshop))
    };
    if halves.native {
        workshop.logging_into("page.log", build)
    } else {
        build(workshop)
    }
}

/// Builds the module as it is published, and weighs it and the page.
fn module(workshop: &Workshop, page: &Path, times: &Times) -> Result<PathBuf> {
    workshop.logging_into("module.log", |workshop| {
        let module = times.part("building the module", || module::build(workshop))?;
        let weighed = times.part("weighing both", || sizes::Parts::of(page, &module));
        weighed?.hold()?;
        Ok(module)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_file_of_tests_is_a_module_of_the_one_program() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut found = 0;
        for folder in fs::read_dir(crates).unwrap() {
            let folder = folder.unwrap().path().join("tests");
            let Ok(program) = fs::read_to_string(folder.join("all.rs")) else {
                continue;
            };
            for file in fs::read_dir(folder).unwrap() {
                let file = file.unwrap().path();
                let module = file.file_stem().unwrap().to_str().unwrap();
                if file.extension().is_some_and(|kind| kind == "rs") && module != "all" {
                    found += 1;
                    assert!(
                        program.contains(&format!("mod {module};")),
                        "{}",
                        file.display()
                    );
                }
            }
        }
        assert!(found > 30, "{found}");
    }

    #[test]
    fn both_halves_run_unless_one_is_asked_for() {
        let halves = |native, browser| Halves { native, browser };
        assert!(Halves::chosen(false, false) == halves(true, true));
        assert!(Halves::chosen(true, false) == halves(true, false));
        assert!(Halves::chosen(false, true) == halves(false, true));
    }
}
