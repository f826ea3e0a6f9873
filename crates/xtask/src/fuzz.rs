//! `cargo xtask fuzz`: inputs at every door, led by the code that they reach, for a given time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow, bail};

use crate::nightly;
use crate::process;
use crate::trust::{self, Door};
use crate::workshop::Workshop;

/// The options of `cargo xtask fuzz`.
pub(crate) struct Asked {
    /// The time at each door, s.
    pub(crate) seconds: u64,
    /// A word: only doors whose names have it are attacked.
    pub(crate) only: Option<String>,
    /// Whether `seconds` count the processor time of the earlier attacks that the documents keep.
    pub(crate) in_all: bool,
    /// The seed of an earlier call, to try the same inputs.
    pub(crate) seed: Option<u64>,
    /// Whether the documents keep the counts.
    pub(crate) page: bool,
    /// Whether AddressSanitizer watches.
    pub(crate) address: bool,
    /// The number of doors that are attacked at once.
    pub(crate) at_once: usize,
}

/// The largest input that is kept, bytes.
const LARGEST: u64 = 4_096;

/// The most bytes that are kept for a door.
const ROOM: u64 = 60_000;

/// The most inputs that are kept for a door: the tests of every day try all.
const MOST: usize = 50;

/// The flags that compile counters into all code, so that libFuzzer sees the code that an input reaches. The counters are
/// passes of LLVM that every `rustc` has.
const COUNTERS: [&str; 4] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
];

/// Tries inputs at each door, with checks of overflow and debug assertions on, and keeps in `tests/doors/corpus` the inputs
/// that reach code that no other reaches. An input that breaks something ends the attack on its door and is kept in
/// `target/fuzz`. Doors are attacked while the next ones are built.
pub(crate) fn run(workshop: &Workshop, asked: &Asked) -> Result<()> {
    let nightly = match asked.address {
        false => None,
        true => match nightly::toolchain(workshop, &["rust-std"]) {
            Ok(name) => Some(name),
            Err(why) => {
                println!("Nothing was tried: {why}");
                return Ok(());
            }
        },
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    // libFuzzer takes 32 bits, and replaces a seed of 0.
    let seed = asked
        .seed
        .unwrap_or_else(|| now.map_or(1, |now| now.as_secs()));
    let seed = (seed % u64::from(u32::MAX)).max(1);
    println!("seed {seed}");
    let fuzzer = Fuzzer::of(workshop, nightly)?;
    let only = asked.only.as_deref().unwrap_or_default();
    let names = process::read(&mut workshop.command(&fuzzer.built(None)?))?;
    let mut names: Vec<&str> = names.lines().filter(|name| name.contains(only)).collect();
    if names.is_empty() {
        bail!("no door's name has {only}");
    }
    // The least attacked doors come first, so that a call that is cut short skips other doors each time.
    let attacked = trust::attacked(workshop, asked.address)?;
    let seconds = |name: &str| attacked.get(name).map_or(0.0, |door| door.seconds);
    names.sort_by(|one, other| seconds(one).total_cmp(&seconds(other)));
    // An attack is an attack, whether or not AddressSanitizer watches.
    let others = trust::attacked(workshop, !asked.address)?;
    let earlier = |name: &str| seconds(name) + others.get(name).map_or(0.0, |door| door.seconds);
    let lacking = |name: &str| match asked.in_all {
        true => (asked.seconds as f64 - earlier(name)).max(0.0).ceil() as u64,
        false => asked.seconds,
    };
    names.retain(|name| lacking(name) > 0);
    let (ready, built) = mpsc::channel();
    let built = Mutex::new(built);
    let broken = thread::scope(|scope| {
        let attack = || fuzzer.attack_all(asked, seed, &built);
        let attackers = (0..asked.at_once).map(|_| scope.spawn(attack));
        let attackers: Vec<_> = attackers.collect();
        for name in names {
            let program = fuzzer.built(Some(name))?;
            // The attackers end early only where all have failed, and give the reason.
            let place = Place::of(workshop, name, program, lacking(name))?;
            ready.send((name, place)).ok();
        }
        drop(ready);
        let mut broken = Vec::new();
        for attacker in attackers {
            let found = attacker.join();
            broken.extend(found.map_err(|_| anyhow!("an attack ended without a word"))??);
        }
        Ok::<_, anyhow::Error>(broken)
    })?;
    if asked.page {
        trust::draw(workshop)?;
    }
    if !broken.is_empty() {
        bail!("something is wrong behind {}", broken.join(", "));
    }
    Ok(())
}

/// A door that is about to be attacked.
struct Place {
    /// The program that attacks the door.
    program: String,
    /// The time of the attack, s.
    seconds: u64,
    /// The door's kept inputs.
    corpus: PathBuf,
    /// The files of attacks on the door, in the target folder.
    folder: PathBuf,
}

impl Place {
    fn of(workshop: &Workshop, name: &str, program: String, seconds: u64) -> Result<Self> {
        let place = Self {
            program,
            seconds,
            corpus: workshop.root.join("tests/doors/corpus").join(name),
            folder: workshop.root.join("target/fuzz").join(name),
        };
        // The first inputs of an earlier version of the door do not belong to this one.
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

/// The doors, each as a program of libFuzzer.
struct Fuzzer<'w> {
    workshop: &'w Workshop,
    /// The compiling machine, named as the target: it keeps counters out of the programs that run during the build.
    host: String,
    target: PathBuf,
    /// The toolchain that has AddressSanitizer watch.
    nightly: Option<String>,
    /// Held while the counts of the documents change.
    counts: Mutex<()>,
}

impl<'w> Fuzzer<'w> {
    fn of(workshop: &'w Workshop, nightly: Option<String>) -> Result<Self> {
        let about = process::read(workshop.command("rustc").arg("-vV"))?;
        let host = about.lines().find_map(|line| line.strip_prefix("host: "));
        let folder = match nightly {
            None => "fuzzing",
            Some(_) => "fuzzing-address",
        };
        Ok(Self {
            workshop,
            host: host.context("rustc names no host")?.to_owned(),
            target: workshop.target()?.join(folder),
            nightly,
            counts: Mutex::new(()),
        })
    }

    /// Builds the program of a door, or the program that lists all doors; returns its path.
    fn built(&self, door: Option<&str>) -> Result<String> {
        let mut cargo = self.workshop.command("cargo");
        cargo.args([
            "build",
            "--locked",
            "--package=makespan-tests",
            "--example=fuzz",
        ]);
        cargo.args(["--features=fuzz", "--profile=fuzz", "--target", &self.host]);
        cargo.env("CARGO_TARGET_DIR", &self.target);
        let mut flags = COUNTERS.to_vec();
        if let Some(nightly) = &self.nightly {
            cargo.env("RUSTUP_TOOLCHAIN", nightly);
            flags.push("-Zsanitizer=address");
            // AddressSanitizer sees no accesses that are optimised away.
            cargo.env("CARGO_PROFILE_FUZZ_OPT_LEVEL", "1");
        }
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
        match door {
            Some(door) => cargo.env("DOOR", door),
            None => cargo.env_remove("DOOR"),
        };
        process::show(&mut cargo)?;
        let built = self.target.join(&self.host).join("fuzz/examples/fuzz");
        let doors = self.target.join("doors");
        let own = doors.join(door.unwrap_or("all-doors"));
        let copied = fs::create_dir_all(&doors).and_then(|()| fs::copy(&built, &own));
        copied.with_context(|| format!("cannot write {}", own.display()))?;
        let own = own.to_str().map(str::to_owned);
        own.context("the target folder's name is no text")
    }

    /// Attacks built doors until there are no more; returns the names of the doors with a fault.
    fn attack_all<'n>(
        &self,
        asked: &Asked,
        seed: u64,
        built: &Mutex<mpsc::Receiver<(&'n str, Place)>>,
    ) -> Result<Vec<&'n str>> {
        let mut broken = Vec::new();
        loop {
            let next = built.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((name, place)) = next else {
                return Ok(broken);
            };
            let tried = self.attack(&place, asked, seed);
            if asked.page
                && let Ok(tried) = &tried
            {
                let _alone = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
                trust::tried(self.workshop, name, tried, asked.address)?;
            }
            if let Err(error) = &tried {
                println!("{name}: {error:#}");
                broken.push(name);
            }
            let kept = self.keep(&place)?;
            if let Ok(tried) = tried {
                println!(
                    "{name}: {} inputs, {:.0} a second; {kept} more are kept",
                    tried.inputs,
                    tried.inputs as f64 / tried.seconds
                );
            }
        }
    }

    /// Data that the program of a door reads once stays as long as the program runs, and is no leak.
    fn without_leaks(mut command: Command) -> Command {
        command.env("ASAN_OPTIONS", "detect_leaks=0");
        command
    }

    /// Tries inputs at a door for the given time.
    fn attack(&self, place: &Place, asked: &Asked, seed: u64) -> Result<Door> {
        let shell = self.workshop.command("sh");
        let mut command = Self::without_leaks(process::timed(shell, Path::new(&place.program)));
        command.env("FIRST", place.first());
        // AddressSanitizer slows the program down, and keeps freed memory for a while.
        let (longest, memory) = match self.nightly {
            None => (10, 2_048),
            Some(_) => (60, 4_096),
        };
        // Attacks share the processors.
        let longest = longest * asked.at_once;
        command.arg(format!("-timeout={longest}"));
        command.arg(format!("-rss_limit_mb={memory}"));
        command.arg("-verbosity=0");
        // Entropic schedules take most of the time of a door with many branches, and found less in the same time.
        command.args(["-entropic=0", "-print_final_stats=1", "-print_funcs=0"]);
        command.arg(format!("-max_total_time={}", place.seconds));
        command.arg(format!("-seed={seed}"));
        let prefix = place.folder.join("fault-");
        command.arg(format!("-artifact_prefix={}", prefix.display()));
        command.args([place.reached(), place.corpus.clone(), place.first()]);
        let (mut inputs, mut seconds) = (None, None);
        process::show_lines(command, None, |line| {
            let said = line.strip_prefix("stat::number_of_executed_units:");
            inputs = said.and_then(|said| said.trim().parse().ok()).or(inputs);
            seconds = process::processor_time(line).or(seconds);
        })?;
        Ok(Door {
            inputs: inputs.context("libFuzzer does not say how many inputs it tried")?,
            seconds: seconds.context("the shell does not tell the processor time")?,
        })
    }

    /// Keeps the small inputs that reach code that no kept and no first input reaches, while there is room; returns their number.
    fn keep(&self, place: &Place) -> Result<usize> {
        let kept = sizes_of(&place.corpus, names(&place.corpus)?)?;
        if kept.len() >= MOST {
            return Ok(0);
        }
        let folder = tempfile::tempdir()?;
        let [before, small] = ["before", "small"].map(|name| folder.path().join(name));
        fs::create_dir(&before)?;
        fs::create_dir(&small)?;
        for from in [&place.corpus, &place.first()] {
            copy(from, &before, u64::MAX)?;
        }
        let known = names(&before)?;
        copy(&place.reached(), &small, LARGEST)?;
        let mut merge = Self::without_leaks(self.workshop.command(&place.program));
        // Only new places count, not the number of passes through a place.
        merge.args(["-merge=1", "-use_counters=0", "-verbosity=0"]);
        process::read(merge.args([&before, &small]))?;
        let mut new = names(&before)?;
        new.retain(|name| !known.contains(name));
        let new = sizes_of(&before, new)?;
        let fitting = fitting(&kept, new);
        for name in &fitting {
            fs::copy(before.join(name), place.corpus.join(name))?;
        }
        Ok(fitting.len())
    }
}

/// The new inputs that fit beside the kept ones, the smallest first.
fn fitting(kept: &[(u64, PathBuf)], mut new: Vec<(u64, PathBuf)>) -> Vec<PathBuf> {
    let mut room = ROOM.saturating_sub(kept.iter().map(|(size, _)| size).sum());
    new.sort();
    new.truncate(MOST.saturating_sub(kept.len()));
    let fitting = new.into_iter().map_while(|(size, name)| {
        room = room.checked_sub(size)?;
        Some(name)
    });
    fitting.collect()
}

fn sizes_of(folder: &Path, names: Vec<PathBuf>) -> Result<Vec<(u64, PathBuf)>> {
    let size = |name: &PathBuf| fs::metadata(folder.join(name)).map(|about| about.len());
    let all = names.into_iter().map(|name| Ok((size(&name)?, name)));
    all.collect()
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
    #[test]
    fn inputs_are_kept_while_there_is_room_the_smallest_first() {
        let one = |size: u64, name: &str| (size, PathBuf::from(name));
        let new = || vec![one(900, "c"), one(7, "a"), one(60, "b")];
        let most = |kept: u64| fitting(&[one(kept, "k")], new());
        assert_eq!(most(100), ["a", "b", "c"].map(PathBuf::from));
        assert_eq!(most(ROOM - 100), ["a", "b"].map(PathBuf::from));
        assert!(most(ROOM).is_empty());
        let many: Vec<_> = (1..MOST).map(|place| one(1, &place.to_string())).collect();
        assert_eq!(fitting(&many, new()), [PathBuf::from("a")]);
    }
}
