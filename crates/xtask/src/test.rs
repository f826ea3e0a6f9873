//! `cargo xtask test`: the native tests, then the page in a real browser.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::module;
use crate::page;
use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// Which tests are to run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Halves {
    native: bool,
    browser: bool,
}

impl Halves {
    /// Both, unless one was asked for.
    pub(crate) fn chosen(native: bool, browser: bool) -> Self {
        Self {
            native: native || !browser,
            browser: browser || !native,
        }
    }
}

/// The quick half goes first: it needs no set-up and fails soonest.
pub(crate) fn run(workshop: &Workshop, halves: Halves) -> Result<()> {
    if halves.native {
        process::show(
            workshop
                .command("cargo")
                .args(["test", "--workspace", "--locked"]),
        )?;
    }
    if halves.browser {
        in_browser(workshop)?;
    }
    Ok(())
}

/// Builds the page, the module and the command, and lets the browser tests compare them.
fn in_browser(workshop: &Workshop) -> Result<()> {
    let folder = workshop.browser_tests();
    let files = test_files(&folder)?;
    if files.is_empty() {
        println!(
            "\nThere are no browser tests yet: no *.test.mjs in {}",
            folder.display()
        );
        return Ok(());
    }
    setup::ensure(workshop, &setup::FOR_BROWSER_TESTS)?;
    let command = native_command(workshop)?;
    let dist = page::build(workshop)?;
    let module = module::build(workshop)?;
    let browser = setup::browser_path()?;
    let run = |files: &[PathBuf], together: &str| {
        let mut node = workshop.command("node");
        node.arg("--test")
            .arg(format!("--test-concurrency={together}"))
            .args(files);
        node.env("CHROMIUM", &browser)
            .env("DIST", &dist)
            .env("MODULE", &module)
            .env("MAKESPAN", &command);
        process::show(&mut node)
    };
    // Those that measure how soon the page answers have the machine for themselves; the others mostly wait for a browser.
    let (timed, others) = timed(files)?;
    let first = run(&others, "2");
    run(&timed, "1").and(first)
}

/// The files whose tests hold a watch, and the others.
fn timed(files: Vec<PathBuf>) -> Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let (mut timed, mut others) = (Vec::new(), Vec::new());
    for file in files {
        let text =
            fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let group = if text.contains("performance.now") {
            &mut timed
        } else {
            &mut others
        };
        group.push(file);
    }
    Ok((timed, others))
}

/// Builds `makespan` as it is released and says where it is.
fn native_command(workshop: &Workshop) -> Result<PathBuf> {
    process::show(workshop.command("cargo").args([
        "build",
        "--release",
        "--locked",
        "--package",
        "makespan-cli",
    ]))?;
    Ok(workshop.target()?.join("release/makespan"))
}

/// All test files below a folder, in order, but not those of the packages in it.
///
/// They are listed because what `node --test` makes of a folder differs between its versions.
fn test_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        if path.is_dir() && name != "node_modules" {
            files.extend(test_files(&path)?);
        } else if name.ends_with(".test.mjs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_run_unless_one_is_asked_for() {
        let halves = |native, browser| Halves { native, browser };
        assert!(Halves::chosen(false, false) == halves(true, true));
        assert!(Halves::chosen(true, false) == halves(true, false));
        assert!(Halves::chosen(false, true) == halves(false, true));
    }

    #[test]
    fn tests_that_hold_a_watch_run_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let slow = file("slow.test.mjs", "await open(page);");
        let soon = file("soon.test.mjs", "const start = performance.now();");
        assert_eq!(
            timed(vec![slow.clone(), soon.clone()]).unwrap(),
            (vec![soon], vec![slow])
        );
    }

    #[test]
    fn test_files_are_found_in_folders_but_not_in_packages() {
        let folder = tempfile::tempdir().unwrap();
        for file in [
            "b.test.mjs",
            "a/c.test.mjs",
            "helper.mjs",
            "node_modules/x/d.test.mjs",
        ] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let found = test_files(folder.path()).unwrap();
        assert_eq!(
            found,
            [
                folder.path().join("a/c.test.mjs"),
                folder.path().join("b.test.mjs")
            ]
        );
    }
}
