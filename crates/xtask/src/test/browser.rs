//! The tests in a real browser: the page, the module and the command, compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use super::Built;
use super::times::Times;
use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// What a file may take: several times what the longest does on a slow machine. A browser that never answers would hold its
/// test, and all that wait for it, for ever.
const PATIENCE: Duration = Duration::from_secs(480);

/// Runs every file of tests, each with a browser of its own, and names those that failed.
pub(super) fn run(workshop: &Workshop, built: &Built, command: &Path, times: &Times) -> Result<()> {
    let folder = workshop.browser_tests();
    let browser = setup::browser_path()?;
    let limit = format!("--test-timeout={}", PATIENCE.as_millis());
    let run = |file: &Path| {
        let mut node = workshop.command("node");
        node.args(["--test", "--test-reporter=spec", &limit])
            .arg(file);
        node.env("CHROMIUM", &browser)
            .env("DIST", &built.page)
            .env("MODULE", &built.module)
            .env("MAKESPAN", command);
        process::show_whole(&mut node)
    };
    let test = |file: &Path| {
        let begun = Instant::now();
        let mut done = run(file);
        if done.is_err() && begun.elapsed() >= PATIENCE {
            println!(
                "a browser gave no answer; what it was asked last stands above, and the file is tested once more"
            );
            done = run(file);
        }
        let name = file.strip_prefix(&folder).unwrap_or(file).display();
        times.file(&name.to_string(), begun.elapsed());
        done.is_err().then(|| name.to_string())
    };
    // Those that measure how soon the page answers have the machine for themselves.
    let (timed, others) = timed(test_files(&folder)?)?;
    let lanes = thread::available_parallelism().map_or(2, |cores| cores.get().clamp(2, 4));
    let mut failed = times.part("browser tests", || in_lanes(lanes, others, &test))?;
    failed.extend(times.part("browser tests that hold a watch", || {
        in_lanes(1, timed, &test)
    })?);
    if !failed.is_empty() {
        bail!("tests failed in {}", failed.join(", "));
    }
    Ok(())
}

/// Tests all files, as many at a time as there are lanes, and gives the names of those that failed.
fn in_lanes(
    lanes: usize,
    mut files: Vec<PathBuf>,
    test: &(impl Fn(&Path) -> Option<String> + Sync),
) -> Result<Vec<String>> {
    // The next one is taken from the end.
    files.reverse();
    let files = Mutex::new(files);
    let next = || files.lock().map_or(None, |mut files| files.pop());
    let lane = || {
        let mut failed = Vec::new();
        while let Some(file) = next() {
            failed.extend(test(&file));
        }
        failed
    };
    thread::scope(|scope| {
        let lanes: Vec<_> = (0..lanes).map(|_| scope.spawn(lane)).collect();
        let mut failed = Vec::new();
        for lane in lanes {
            failed.extend(
                lane.join()
                    .map_err(|_| anyhow!("a lane of tests stopped"))?,
            );
        }
        failed.sort();
        Ok(failed)
    })
}

/// The files whose tests hold a watch, and the others; each the longest first, so that no lane is left with one at the end.
fn timed(files: Vec<PathBuf>) -> Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let mut read = Vec::new();
    for file in files {
        let text =
            fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        read.push((file, text));
    }
    read.sort_by_key(|(_, text)| std::cmp::Reverse(text.len()));
    let (timed, others): (Vec<_>, Vec<_>) = read
        .into_iter()
        .partition(|(_, text)| text.contains("performance.now"));
    let names = |files: Vec<(PathBuf, String)>| files.into_iter().map(|(file, _)| file).collect();
    Ok((names(timed), names(others)))
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
    fn tests_that_hold_a_watch_run_alone_and_long_files_first() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let slow = file("slow.test.mjs", "await open(page);");
        let soon = file("soon.test.mjs", "const start = performance.now();");
        let long = file("long.test.mjs", "await open(page); await close(page);");
        assert_eq!(
            timed(vec![slow.clone(), soon.clone(), long.clone()]).unwrap(),
            (vec![soon], vec![long, slow])
        );
    }

    #[test]
    fn every_file_is_tested_once_and_those_that_fail_are_named() {
        let files: Vec<PathBuf> = (0..20).map(|at| format!("{at}").into()).collect();
        let tested = Mutex::new(Vec::new());
        let failed = in_lanes(3, files.clone(), &|file: &Path| {
            tested.lock().unwrap().push(file.to_path_buf());
            (file == Path::new("7")).then(|| "seven".to_owned())
        });
        assert_eq!(failed.unwrap(), ["seven"]);
        let mut tested = tested.into_inner().unwrap();
        tested.sort_by_key(|file| files.iter().position(|other| other == file));
        assert_eq!(tested, files);
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
