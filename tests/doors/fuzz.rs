//! One door as a target of libFuzzer, which `cargo xtask fuzz` builds with counters of the code that an input reaches.
//!
//! `DOOR` names the door while the program is compiled. No other door is linked: libFuzzer looks at all counters of a program after each
//! input, which takes longer than most doors do. The first inputs are written into the folder `FIRST`. Without a door, the program
//! lists all doors.

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

/// The constructor of the door.
const MAKE: Option<fn() -> Door> = match option_env!("DOOR") {
    Some(name) => made(name),
    None => None,
};

const fn made(name: &str) -> Option<fn() -> Door> {
    let mut at = 0;
    while at < doors::ALL.len() {
        let (one, make, _) = doors::ALL[at];
        if same(one.as_bytes(), name.as_bytes()) {
            return Some(make);
        }
        at += 1;
    }
    panic!("there is no such door");
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The names of all doors, apart from their constructors.
const NAMES: [&str; doors::ALL.len()] = {
    let mut names = [""; doors::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        (names[at], ..) = doors::ALL[at];
        at += 1;
    }
    names
};

/// The door, with its kept inputs among the first ones.
static TARGET: OnceLock<Door> = OnceLock::new();

fn target() -> &'static Door {
    TARGET.get_or_init(|| {
        let (Some(make), Some(name)) = (MAKE, option_env!("DOOR")) else {
            NAMES.iter().for_each(|name| println!("{name}"));
            process::exit(0);
        };
        let mut door = make();
        if let Some(folder) = env::var_os("FIRST") {
            for (number, seed) in door.seeds.iter().enumerate() {
                fs::write(Path::new(&folder).join(number.to_string()), seed).unwrap();
            }
        }
        door.seeds.extend(door::kept(name));
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
