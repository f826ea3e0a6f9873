//! `cargo xtask fuzz`: inputs at every door, led by what they reach, for as long as there is time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};

use crate::process;
use crate::trust::{self, Door};
use crate::workshop::Workshop;

/// What is asked for.
pub(crate) struct Asked {
    /// How long at each door, s.
    pub(crate) seconds: u64,
    /// Only at doors whose names have this word.
    pub(crate) only: Option<String>,
    /// What an earlier call tried with this seed.
    pub(crate) seed: Option<u64>,
    /// Whether the counts are kept in the documents.
    pub(crate) page: bool,
}

/// The largest input that is kept, bytes.
const LARGEST: u64 = 4_096;

/// What compiles counters into all code, so that libFuzzer sees what an input reaches. They are passes of LLVM that every `rustc` has.
const COUNTERS: [&str; 4] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
];

/// Tries inputs at each door, with checks of overflow and debug assertions on, and keeps in `tests/doors/corpus` those that reach what no
/// other does. An input that breaks something ends the attack on its door and is kept in `target/fuzz`.
pub(crate) fn run(workshop: &Workshop, asked: &Asked) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    // libFuzzer takes 32 bits, and another one for 0.
    let seed = asked
        .seed
        .unwrap_or_else(|| now.map_or(1, |now| now.as_secs()));
    let seed = (seed % u64::from(u32::MAX)).max(1);
    println!("seed {seed}");
    let fuzzer = Fuzzer::built(workshop)?;
    let only = asked.only.as_deref().unwrap_or_default();
    let names = process::read(&mut fuzzer.command())?;
    let names: Vec<&str> = names.lines().filter(|name| name.contains(only)).collect();
    if names.is_empty() {
        bail!("no door's name has {only}");
    }
    let mut broken = Vec::new();
    for name in names {
        let place = Place::of(workshop, name)?;
        let tried = fuzzer.attack(&place, asked.seconds, seed);
        if asked.page
            && let Ok(tried) = &tried
        {
            trust::tried(workshop, name, tried)?;
        }
        if let Err(error) = &tried {
            println!("{name}: {error:#}");
            broken.push(name);
        }
        let kept = fuzzer.keep(&place)?;
        if let Ok(tried) = tried {
            println!(
                "{name}: {} inputs, {:.0} a second; {kept} more are kept",
                tried.inputs,
                tried.inputs as f64 / tried.seconds
            );
        }
    }
    if asked.page {
        trust::draw(workshop)?;
    }
    if !broken.is_empty() {
        bail!("something is wrong behind {}", broken.join(", "));
    }
    Ok(())
}

/// The folders of a door.
struct Place {
    name: String,
    /// Its kept inputs.
    corpus: PathBuf,
    /// What belongs to attacks on it, in the target folder.
    folder: PathBuf,
}

impl Place {
    fn of(workshop: &Workshop, name: &str) -> Result<Self> {
        let place = Self {
            name: name.to_owned(),
            corpus: workshop.root.join("tests/doors/corpus").join(name),
            folder: workshop.root.join("target/fuzz").join(name),
        };
        // Those of an earlier version of the door are none of it.
        fs::remove_dir_all(place.first()).ok();
        for folder in [&place.corpus, &place.first(), &place.reached()] {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot write {}", folder.display()))?;
        }
        Ok(place)
    }

    /// The inputs that the door's own code makes.
    fn first(&self) -> PathBuf {
        self.folder.join("first")
    }

    /// The inputs that reached something new.
    fn reached(&self) -> PathBuf {
        self.folder.join("reached")
    }
}

/// The doors, as a program of libFuzzer.
struct Fuzzer<'w> {
    workshop: &'w Workshop,
    /// The machine that compiles, which keeps counters out of what runs while it does.
    host: String,
    target: PathBuf,
}

impl<'w> Fuzzer<'w> {
    fn built(workshop: &'w Workshop) -> Result<Self> {
        let about = process::read(workshop.command("rustc").arg("-vV"))?;
        let host = about.lines().find_map(|line| line.strip_prefix("host: "));
        let fuzzer = Self {
            workshop,
            host: host.context("rustc names no host")?.to_owned(),
            target: workshop.target()?.join("fuzzing"),
        };
        process::show(&mut fuzzer.cargo("build"))?;
        Ok(fuzzer)
    }

    fn cargo(&self, does: &str) -> Command {
        let mut cargo = self.workshop.command("cargo");
        cargo.args([
            does,
            "--locked",
            "--package=makespan-tests",
            "--example=fuzz",
        ]);
        cargo.args(["--features=fuzz", "--profile=fuzz", "--target", &self.host]);
        cargo.env("CARGO_TARGET_DIR", &self.target);
        cargo.env("CARGO_ENCODED_RUSTFLAGS", COUNTERS.join("\u{1f}"));
        cargo
    }

    /// The program itself.
    fn command(&self) -> Command {
        let mut cargo = self.cargo("run");
        cargo.args(["--quiet", "--"]);
        cargo
    }

    /// Tries inputs for so many seconds.
    fn attack(&self, place: &Place, seconds: u64, seed: u64) -> Result<Door> {
        let mut command = self.command();
        command.env("DOOR", &place.name).env("FIRST", place.first());
        command.args(["-timeout=10", "-rss_limit_mb=2048", "-verbosity=0"]);
        command.arg("-print_final_stats=1");
        command.arg(format!("-max_total_time={seconds}"));
        command.arg(format!("-seed={seed}"));
        let prefix = place.folder.join("fault-");
        command.arg(format!("-artifact_prefix={}", prefix.display()));
        command.args([place.reached(), place.corpus.clone(), place.first()]);
        let begun = Instant::now();
        let mut inputs = None;
        process::show_lines(command, None, |line| {
            let said = line.strip_prefix("stat::number_of_executed_units:");
            inputs = said.and_then(|said| said.trim().parse().ok()).or(inputs);
        })?;
        Ok(Door {
            inputs: inputs.context("libFuzzer does not say how many inputs it tried")?,
            seconds: begun.elapsed().as_secs_f64(),
        })
    }

    /// Keeps the small inputs that reach what no kept and no first one does; gives their number.
    fn keep(&self, place: &Place) -> Result<usize> {
        let folder = tempfile::tempdir()?;
        let [before, small] = ["before", "small"].map(|name| folder.path().join(name));
        fs::create_dir(&before)?;
        fs::create_dir(&small)?;
        for from in [&place.corpus, &place.first()] {
            copy(from, &before, u64::MAX)?;
        }
        let known = names(&before)?;
        copy(&place.reached(), &small, LARGEST)?;
        let mut merge = self.command();
        merge.env("DOOR", &place.name);
        // Only new places count, not how often one is passed.
        merge.args(["-merge=1", "-use_counters=0", "-verbosity=0"]);
        process::read(merge.args([&before, &small]))?;
        let new = names(&before)?;
        let new: Vec<_> = new.iter().filter(|name| !known.contains(name)).collect();
        for name in &new {
            fs::copy(before.join(name), place.corpus.join(name))?;
        }
        Ok(new.len())
    }
}

fn names(folder: &Path) -> Result<Vec<PathBuf>> {
    crate::sizes::files_of(folder)
}

/// Copies the files of a folder that are not larger.
fn copy(from: &Path, to: &Path, largest: u64) -> Result<()> {
    for name in names(from)? {
        if fs::metadata(from.join(&name))?.len() <= largest {
            fs::copy(from.join(&name), to.join(&name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_small_files_are_copied() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        fs::create_dir(&from).unwrap();
        fs::create_dir(&to).unwrap();
        fs::write(from.join("small"), "ab").unwrap();
        fs::write(from.join("large"), "abc").unwrap();
        copy(&from, &to, 2).unwrap();
        assert_eq!(names(&to).unwrap(), [PathBuf::from("small")]);
    }
}
