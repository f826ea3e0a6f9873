//! Whatever comes through a door (links, files, texts, states, messages) is refused in words or taken whole: nothing panics, overflows or
//! takes long, and what was taken is written and read again unchanged.
//!
//! Every test tries the same few thousand inputs. `cargo xtask fuzz [SECONDS]` tries others for so long, each door for itself, and keeps an
//! input that breaks something in `target/fuzz`; moved to `kept/DOOR`, it is tried first from then on.
//!
//! | module | what it holds |
//! |---|---|
//! | `doors` | what comes in where, and what must hold of it |
//! | `mutate` | how one input is made of others |

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test may stop, and says what it tried"
)]

mod doors;
mod mutate;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use rand::RngExt;
use trace::random::Random;

/// A door: what is tried first, and what happens to an input; whether it was taken.
struct Door {
    name: &'static str,
    seeds: Vec<Vec<u8>>,
    open: fn(&[u8]) -> bool,
    /// How many inputs are tried every day.
    usual: u64,
}

/// No input may take longer, on a busy machine and without optimisation.
const LONGEST: Duration = Duration::from_secs(10);

/// So many inputs that were taken are remembered, to be changed again.
const REMEMBERED: usize = 400;

impl Door {
    /// Tries inputs, as long or as many as is asked for.
    fn hold(self) {
        let setting = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
        let seconds = setting("MAKESPAN_FUZZ_SECONDS").map(Duration::from_secs);
        let seed = setting("MAKESPAN_FUZZ_SEED").unwrap_or(1);
        let mut random = Random::stream(seed, &[self.name.len() as u64, self.usual]);
        let begun = Instant::now();
        let mut pool = self.kept();
        pool.extend(self.seeds.iter().cloned());
        let known = pool.len();
        let (mut tried, mut taken, mut slowest) = (0_u64, 0_u64, Duration::ZERO);
        loop {
            let goes_on = match seconds {
                Some(seconds) => begun.elapsed() < seconds,
                None => tried < self.usual + known as u64,
            };
            if !goes_on {
                break;
            }
            let input = match pool.get(tried as usize).filter(|_| tried < known as u64) {
                Some(known) => known.clone(),
                None => mutate::mutated(&pool, &mut random),
            };
            let start = Instant::now();
            let opened = catch_unwind(AssertUnwindSafe(|| (self.open)(&input)));
            let took = start.elapsed();
            slowest = slowest.max(took);
            let Ok(opened) = opened else {
                panic!("{}", self.lost(&input, "it breaks"));
            };
            assert!(took < LONGEST, "{}", self.lost(&input, "it takes too long"));
            if opened && tried >= known as u64 {
                match pool.len() - known < REMEMBERED {
                    true => pool.push(input),
                    false => pool[known + random.random_range(0..REMEMBERED)] = input,
                }
            }
            tried += 1;
            taken += u64::from(opened);
        }
        println!(
            "{}: {tried} inputs, {taken} taken, the slowest took {:.0} ms",
            self.name,
            1000.0 * slowest.as_secs_f64()
        );
        assert!(taken > 0, "nothing comes through {}", self.name);
    }

    /// Inputs that broke something once.
    fn kept(&self) -> Vec<Vec<u8>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("doors/kept");
        let Ok(all) = fs::read_dir(folder.join(self.name)) else {
            return Vec::new();
        };
        let mut all: Vec<_> = all.map(|file| file.unwrap().path()).collect();
        all.sort();
        all.iter().map(|path| fs::read(path).unwrap()).collect()
    }

    /// Keeps an input that must not be lost, and says where.
    fn lost(&self, input: &[u8], why: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz");
        let folder = folder.join(self.name);
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join(lesson::sealed::digest(&String::from_utf8_lossy(input)));
        fs::write(&file, input).unwrap();
        let text = String::from_utf8_lossy(input);
        let short: String = text.chars().take(400).collect();
        format!("{}: {why}: {} holds {short:?}", self.name, file.display())
    }
}

#[test]
fn links_are_refused_or_read_and_written_again() {
    doors::links().hold();
}

#[test]
fn contents_of_links_are_refused_or_read_and_written_again() {
    doors::contents().hold();
}

#[test]
fn scenario_files_are_refused_or_read_and_written_again() {
    doors::scenarios().hold();
}

#[test]
fn states_of_searches_are_refused_or_gone_on_from() {
    doors::states().hold();
}

#[test]
fn files_of_traces_are_refused_or_read_and_written_again() {
    doors::traces().hold();
}

#[test]
fn sheets_matrices_and_events_are_read_and_written_again() {
    doors::sheets().hold();
    doors::matrices().hold();
    doors::events().hold();
}

#[test]
fn texts_of_parameters_are_refused_by_a_rule_or_a_run() {
    doors::texts().hold();
}

#[test]
fn lessons_challenges_and_what_is_handed_in_are_refused_or_read() {
    doors::lessons().hold();
    doors::answers().hold();
    doors::challenges().hold();
    doors::submissions().hold();
}

#[test]
fn plans_and_journals_of_studies_are_refused_or_read() {
    doors::plans().hold();
    doors::journals().hold();
}

#[test]
fn messages_between_page_and_workers_are_refused_or_read_and_written_again() {
    doors::requests().hold();
    doors::orders().hold();
    doors::replies().hold();
}
