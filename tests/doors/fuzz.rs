//! One door as a target of libFuzzer, which `cargo xtask fuzz` builds with counters of what an input reaches.
//!
//! `DOOR` names the door, and its first inputs are written into the folder `FIRST`. Without a name, it lists all doors.

#![no_main]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test may stop, and says what it tried"
)]

mod door;
mod doors;
mod mutate;

use std::path::Path;
use std::sync::OnceLock;
use std::{env, fs, process};

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use rand::RngExt;
use trace::random::Random;

use door::Door;

/// The door, with its kept inputs among the first ones.
static TARGET: OnceLock<Door> = OnceLock::new();

fn target() -> &'static Door {
    TARGET.get_or_init(|| {
        let Ok(name) = env::var("DOOR") else {
            doors::ALL.iter().for_each(|(name, ..)| println!("{name}"));
            process::exit(0);
        };
        let (mut door, _) = doors::named(&name);
        if let Some(folder) = env::var_os("FIRST") {
            for (number, seed) in door.seeds.iter().enumerate() {
                fs::write(Path::new(&folder).join(number.to_string()), seed).unwrap();
            }
        }
        door.seeds.extend(door::kept(&name));
        door
    })
}

fuzz_target!(
    init: {
        target();
    },
    |input: &[u8]| {
        (target().open)(input);
    }
);

// Half of the changes are those of the tests of every day, which keep words, numbers and lines whole; the others are libFuzzer's.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = Random::stream(seed.into(), &[]);
    if random.random_bool(0.5) {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut input = data[..size].to_vec();
    mutate::change_some(&mut input, &target().seeds, &mut random);
    let length = input.len().min(max_size);
    data[..length].copy_from_slice(&input[..length]);
    length
});
