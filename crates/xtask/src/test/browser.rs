//! The tests in a real browser: the page, the module and the command, compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use super::times::Times;
use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// The time limit of a file: several times the time of the longest one on a slow machine. A browser that never answers would
/// hold its test, and all that wait for it, for ever.
const PATIENCE: Duration = Duration::from_secs(480);

/// The import by which a file of tests belongs to the module.
const OF_THE_MODULE: &str = "\"./module.mjs\"";

/// Runs every file of tests, each with a browser of its own, and names the failed ones. `module` builds the module, whose
/// tests wait for it.
pub(super) fn run(
    workshop: &Workshop,
    page: &Path,
    command: &Path,
    module: impl FnOnce() -> Result<PathBuf> + Send,
    times: &Times,
) -> Result<()> {
    let folder = workshop.browser_tests();
    let browser = setup::browser_path()?;
    let limit = format!("--test-timeout={}", PATIENCE.as_millis());
    let run = |file: &Path, module: Option<&Path>| {
        let mut node = workshop.command("node");
        node.args(["--test", "--test-reporter=spec", &limit])
            .arg(file);
        node.env("CHROMIUM", &browser)
            .env("DIST", page)
            .env("MAKESPAN", command);
        if let Some(module) = module {
            node.env("MODULE", module);
        }
        process::show_whole(&mut node)
    };
    let test = |file: &Path, module: Option<&Path>| {
        let begun = Instant::now();
        let mut done = run(file, module);
        if done.is_err() && begun.elapsed() >= PATIENCE {
            println!(
                "a browser gave no answer; its last request stands above, and the file is tested once more"
            );
            done = run(file, module);
        }
        let name = file.strip_prefix(&folder).unwrap_or(file).display();
        times.file(&name.to_string(), begun.elapsed());
        done.is_err().then(|| name.to_string())
    };
    let files = Files::of(test_files(&folder)?)?;
    let lanes = thread::available_parallelism().map_or(2, |cores| cores.get().clamp(2, 4));
    let before = |file: &Path| test(file, None);
    let (mut failed, module) = times.part("browser tests", || {
        in_lanes(lanes, files.others, &before, module)
    })?;
    let module = module.map_err(|error| match failed.is_empty() {
        true => error,
        false => error.context(format!("tests failed in {}", failed.join(", "))),
    })?;
    let after = |file: &Path| test(file, Some(&module));
    for (part, lanes, files) in [
        ("browser tests of the module", lanes, files.of_the_module),
        // These tests have the machine for themselves.
        ("browser tests that hold a watch", 1, files.timed),
    ] {
        let done = times.part(part, || in_lanes(lanes, files, &after, || ()))?;
        failed.extend(done.0);
    }
    if !failed.is_empty() {
        bail!("tests failed in {}", failed.join(", "));
    }
    Ok(())
}

/// Tests all files, as many at a time as there are lanes, and returns the names of the failed ones. One lane does other `work` first.
fn in_lanes<T: Send>(
    lanes: usize,
    mut files: Vec<PathBuf>,
    test: &(impl Fn(&Path) -> Option<String> + Sync),
    work: impl FnOnce() -> T + Send,
) -> Result<(Vec<String>, T)> {
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
    let stopped = || anyhow!("a lane of tests stopped");
    thread::scope(|scope| {
        let working = scope.spawn(|| {
            let done = work();
            (lane(), done)
        });
        let others: Vec<_> = (1..lanes).map(|_| scope.spawn(lane)).collect();
        let mut failed = Vec::new();
        for lane in others {
            failed.extend(lane.join().map_err(|_| stopped())?);
        }
        let (own, done) = working.join().map_err(|_| stopped())?;
        failed.extend(own);
        failed.sort();
        Ok((failed, done))
    })
}

/// The files of tests by their needs, each the longest first, so that no lane is left with one at the end.
#[derive(Debug, Default, PartialEq)]
struct Files {
    /// Files that need the module.
    of_the_module: Vec<PathBuf>,
    /// Files that need a machine without other work: they hold a watch.
    timed: Vec<PathBuf>,
    /// Files that need the page alone.
    others: Vec<PathBuf>,
}

impl Files {
    fn of(files: Vec<PathBuf>) -> Result<Self> {
        let mut read = Vec::new();
        for file in files {
            let text = fs::read_to_string(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            read.push((file, text));
        }
        read.sort_by_key(|(_, text)| std::cmp::Reverse(text.len()));
        let mut sorted = Self::default();
        for (file, text) in read {
            let own = if text.contains("performance.now") {
                &mut sorted.timed
            } else if text.contains(OF_THE_MODULE) {
                &mut sorted.of_the_module
            } else {
                &mut sorted.others
            };
            own.push(file);
        }
        Ok(sorted)
    }
}

/// All test files below a folder, in order, but not those of the packages in it.
///
/// They are listed because versions of `node --test` read a folder differently.
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
    fn files_are_sorted_by_what_they_need_and_long_ones_come_first() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let slow = file("slow.test.mjs", "await open(page);");
        let soon = file("soon.test.mjs", "const start = performance.now();");
        let long = file("long.test.mjs", "await open(page); await close(page);");
        let module = file("module.test.mjs", "import { run } from \"./module.mjs\";");
        let all = [&slow, &soon, &module, &long].map(Clone::clone);
        assert_eq!(
            Files::of(all.to_vec()).unwrap(),
            Files {
                of_the_module: vec![module],
                timed: vec![soon],
                others: vec![long, slow],
            }
        );
    }

    #[test]
    fn every_file_is_tested_once_and_those_that_fail_are_named() {
        let files: Vec<PathBuf> = (0..20).map(|at| format!("{at}").into()).collect();
        let tested = Mutex::new(Vec::new());
        let test = |file: &Path| {
            tested.lock().unwrap().push(file.to_path_buf());
            (file == Path::new("7")).then(|| "seven".to_owned())
        };
        let done = in_lanes(3, files.clone(), &test, || "built").unwrap();
        assert_eq!(done, (vec!["seven".to_owned()], "built"));
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
