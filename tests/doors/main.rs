//! Every input of a door (links, files, texts, states, messages) is refused in words or taken whole: nothing panics, overflows or
//! takes long, and a taken input is written and read again unchanged.
//!
//! Every test tries the inputs in `corpus/DOOR`, then the same few thousand others. `cargo xtask fuzz` tries more at each door, led
//! by the code that they reach (`fuzz.rs`), and keeps in `corpus/DOOR` the inputs that broke something or reach code that no other
//! input does.
//!
//! | module | contents |
//! |---|---|
//! | `door` | the type of a door, and its kept inputs |
//! | `doors` | the inputs of each door, and the rule that they keep |
//! | `mutate` | how one input is derived from others |

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test may stop, and says what it tried"
)]

mod door;
mod doors;
mod mutate;

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use rand::RngExt;
use trace::random::Random;

/// No input may take longer, on a busy machine and without optimisation.
const LONGEST: Duration = Duration::from_secs(10);

/// So many inputs that were taken are remembered, to be changed again.
const REMEMBERED: usize = 400;

/// Tries the kept inputs of a door, its first ones, and so many others.
fn hold(name: &str) {
    let listed = doors::ALL.iter().find(|(one, ..)| *one == name);
    let (_, make, others) = listed.unwrap_or_else(|| panic!("there is no door {name}"));
    let (door, others) = (make(), *others);
    let mut random = Random::stream(1, &[name.len() as u64, others]);
    let mut pool = door::kept(name);
    pool.extend(door.seeds.iter().cloned());
    let known = pool.len();
    let (mut taken, mut slowest) = (0_u64, Duration::ZERO);
    for tried in 0..known + others as usize {
        let input = match tried < known {
            true => pool[tried].clone(),
            false => {
                let mut input = pool[random.random_range(0..pool.len())].clone();
                mutate::change_some(&mut input, &pool, &mut random);
                input
            }
        };
        let start = Instant::now();
        let opened = catch_unwind(AssertUnwindSafe(|| (door.open)(&input)));
        let took = start.elapsed();
        slowest = slowest.max(took);
        let Ok(opened) = opened else {
            panic!("{}", lost(name, &input, "it breaks"));
        };
        assert!(
            took < LONGEST,
            "{}",
            lost(name, &input, "it takes too long")
        );
        if opened && tried >= known {
            match pool.len() - known < REMEMBERED {
                true => pool.push(input),
                false => pool[known + random.random_range(0..REMEMBERED)] = input,
            }
        }
        taken += u64::from(opened);
    }
    println!(
        "{name}: {known} kept and first inputs, {others} others, {taken} taken, the slowest took {:.0} ms",
        1000.0 * slowest.as_secs_f64()
    );
    assert!(taken > 0, "nothing comes through {name}");
}

/// Keeps an input that must not be lost, and returns its place.
fn lost(name: &str, input: &[u8], why: &str) -> String {
    let text = String::from_utf8_lossy(input);
    let folder = door::root().join("target/fuzz").join(name);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("fault-{}", lesson::sealed::digest(&text)));
    fs::write(&file, input).unwrap();
    let short: String = text.chars().take(400).collect();
    format!("{name}: {why}: {} holds {short:?}", file.display())
}

#[test]
fn every_kept_input_is_small_and_of_a_door() {
    let names: BTreeSet<&str> = doors::ALL.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names.len(), doors::ALL.len());
    let mut bytes = 0;
    for folder in fs::read_dir(door::root().join("tests/doors/corpus")).unwrap() {
        let folder = folder.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        assert!(names.contains(name), "{name}");
        for file in fs::read_dir(&folder).unwrap() {
            let file = file.unwrap();
            let size = file.metadata().unwrap().len();
            assert!(size <= 4_096, "{file:?}");
            bytes += size;
        }
    }
    assert!(bytes < 2_000_000, "{bytes} bytes are kept");
}

#[test]
fn the_documents_have_the_number_of_doors_and_of_inputs() {
    let kept = fs::read_to_string(door::root().join("docs/trust.json")).unwrap();
    let kept: serde_json::Value = serde_json::from_str(&kept).unwrap();
    let inputs: u64 = doors::ALL.iter().map(|(.., usual)| usual).sum();
    let number = |name: &str| kept["tests"][name].as_u64();
    assert_eq!(number("doors"), Some(doors::ALL.len() as u64));
    assert_eq!(number("inputs"), Some(inputs));
}

#[test]
fn links_are_refused_or_read_and_written_again() {
    hold("links");
}

#[test]
fn contents_of_links_are_refused_or_read_and_written_again() {
    hold("contents");
}

#[test]
fn scenario_files_are_refused_or_read_and_written_again() {
    hold("scenarios");
}

#[test]
fn states_of_searches_are_refused_or_gone_on_from() {
    hold("states");
}

#[test]
fn files_of_traces_are_refused_or_read_and_written_again() {
    hold("traces");
    hold("stored");
}

#[test]
fn sheets_matrices_and_events_are_read_and_written_again() {
    hold("sheets");
    hold("matrices");
    hold("events");
}

#[test]
fn texts_of_parameters_are_refused_by_a_rule_or_a_run() {
    hold("texts");
}

#[test]
fn lessons_challenges_and_what_is_handed_in_are_refused_or_read() {
    hold("lessons");
    hold("answers");
    hold("challenges");
    hold("submissions");
}

#[test]
fn plans_journals_and_certificates_are_refused_or_read_and_written_again() {
    hold("plans");
    hold("journals");
    hold("certificates");
}

#[test]
fn messages_between_page_and_workers_are_refused_or_read_and_written_again() {
    hold("requests");
    hold("orders");
    hold("replies");
}
