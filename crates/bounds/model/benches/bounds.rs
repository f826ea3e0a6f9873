//! How long surfaces and exact searches take: H over n and k, G over i and j, C(P, m, i) for fourteen jobs on eight processors,
//! and P||Cmax, which `cargo xtask bench bounds` hands to another solver. As WebAssembly it offers [`measure`].

#![allow(clippy::print_stdout, reason = "a benchmark prints")]
#![allow(
    unsafe_code,
    reason = "a name that another program can call is a promise"
)]

use std::hint::black_box;

use bounds_model::jobs::few_preemptions;
use bounds_model::rational::{ratio, to_f64};
use bounds_model::reallocation::{self, Search};
use bounds_model::{Error, Jobs, Machine, Thick, preemption};
use trace::random::Random;

/// H over 1 ≤ n, k ≤ 50 with q = k at three t·z: 7,500 values. Returns their sum, so that nothing is left out.
fn reallocations() -> Result<f64, Error> {
    let mut thick = Thick::default();
    let mut sum = 0.0;
    for product in [0.0, 0.025, 0.05] {
        for n in 1..=50 {
            for k in 1..=50 {
                let machine = Machine::new(n, k, k)?;
                let weight = product * f64::from(machine.active());
                sum += reallocation::rough(
                    machine,
                    weight,
                    Search::default(),
                    &mut thick,
                    &mut report::Silent,
                )?
                .value;
            }
        }
    }
    Ok(sum)
}

/// G over all i and j at m = 400: 160,000 values. Returns their sum.
fn preemptions() -> Result<f64, Error> {
    let mut sum = 0.0;
    for fewer in 0..400 {
        for more in 0..400 {
            let gain = preemption::gain(400, fewer, more)?;
            sum += *gain.numer() as f64 / *gain.denom() as f64;
        }
    }
    Ok(sum)
}

/// Sets of fourteen jobs.
const FOURTEEN: [&str; 6] = [
    "97 89 83 79 73 71 67 61 59 53 47 43 41 37",
    "14 13 12 11 10 9 8 7 6 5 4 3 2 1",
    "1 1 1 1 1 1 1 1 1 1 1 1 1 1",
    "1013 997 883 769 761 757 751 743 733 727 719 709 701 691",
    "9.17 8.53 8.11 7.93 7.71 7.37 6.97 6.61 6.23 5.87 5.41 4.99 4.57 4.19",
    "100003 70001 50021 35023 25013 17011 12007 9001 6007 4001 3001 2003 1511 1009",
];

/// C(P, 8, i) for all i, of every set: the nodes of the searches.
fn schedules() -> Result<f64, Error> {
    let mut nodes = 0;
    for text in FOURTEEN {
        let found = few_preemptions::all(&Jobs::read(text)?, 8, &mut report::Silent)?;
        nodes += found.iter().map(|shortest| shortest.nodes).sum::<u64>();
    }
    Ok(nodes as f64)
}

/// H exactly where it is slow, its envelope, and exact schedules of programs at their limits.
#[cfg(not(target_arch = "wasm32"))]
fn others(gauge: &gauge::Gauge) -> Result<(), Box<dyn std::error::Error>> {
    use bounds_model::envelope;
    use bounds_model::program::phases::Phases;
    use bounds_model::program::{exact, text};

    let timed = |name: &str, run: &mut dyn FnMut() -> Result<String, Error>| {
        let (seconds, told) = gauge.time(run);
        let runs = seconds.map(|seconds| 1e3 * seconds);
        println!("{name}: {:.1} ms, {}", runs.median(), told?);
        gauge.record(&gauge::Record {
            name,
            unit: "ms",
            runs,
            reach: None,
            same: serde_json::Value::Null,
        })?;
        Ok::<(), Box<dyn std::error::Error>>(())
    };
    for (n, k, q, over, under) in [
        (50, 16, 3, 149, 100),
        (50, 10, 10, 25, 4),
        (130, 13, 13, 11, 1),
        (130, 60, 65, 60, 1),
        (130, 100, 3, 3, 2),
    ] {
        timed(
            &format!("H({n}, {k}, {q}) exactly at weight {over}/{under}"),
            &mut || {
                let machine = Machine::new(n, k, q)?;
                let weight = ratio(over, under);
                let found = reallocation::exact(
                    machine,
                    &weight,
                    Search::default(),
                    &mut Thick::default(),
                    &mut report::Silent,
                )?;
                Ok(format!(
                    "{} expanded, proved {}",
                    found.expanded,
                    found.proved()
                ))
            },
        )?;
    }
    for (n, k, q) in [(50, 10, 10), (50, 20, 8), (130, 10, 10)] {
        timed(&format!("envelope of ({n}, {k}, {q})"), &mut || {
            let machine = Machine::new(n, k, q)?;
            let pieces = envelope::pieces(machine, &mut Thick::default(), &mut report::Silent)?;
            Ok(format!("{} pieces", pieces.len()))
        })?;
    }
    let text = "P1: Work(3) Activate(a) Work(2) Wait(d) Work(1)\nP2: Work(2) Wait(a) Work(3) Activate(b)\nP3: Work(1) Activate(c) Work(4) Wait(b)\n\
                P4: Wait(c) Work(4) Activate(d)\nP5: Work(2) Activate(e) Work(2)\nP6: Wait(e) Work(5)";
    let program = text::read(text)?;
    for q in [2, 3, 4, 5] {
        timed(
            &format!("six processes on {q} shared processors"),
            &mut || {
                let found = exact::shared(
                    &program,
                    q,
                    &mut exact::Budget::default(),
                    &mut report::Silent,
                )?;
                Ok(format!("{} to {}", found.least, found.most))
            },
        )?;
    }
    for (k, delay) in [(2, 1), (3, 2), (6, 1)] {
        timed(
            &format!("six processes placed on {k} computers, delay {delay}"),
            &mut || {
                let found = exact::best_placed(
                    &program,
                    k,
                    &ratio(delay, 1),
                    &mut exact::Budget::default(),
                    &mut report::Silent,
                )?;
                Ok(format!(
                    "{} to {}",
                    found.completion.least, found.completion.most
                ))
            },
        )?;
    }
    let row = |row: u32| {
        (0..12)
            .map(|column| ratio((row * row * 7 + column * column * 5 + row * column) % 13, 1))
            .collect()
    };
    let phases = Phases::new((0..12).map(row).collect(), Vec::new())?;
    for k in [2, 4, 6] {
        timed(
            &format!("twelve processes in phases on {k} computers"),
            &mut || {
                Ok(phases
                    .best_placed(k, &ratio(0, 1), &mut report::Silent)?
                    .0
                    .to_string())
            },
        )?;
    }
    Ok(())
}

/// How many sets of jobs there are for each number of processors, and how many jobs each has.
const SETS: u64 = 20;
const JOBS: u64 = 14;
/// The longest of these jobs.
const LONGEST: u64 = 1_000;

/// For these many processors.
const PROCESSORS: [u32; 4] = [2, 3, 5, 8];

/// The sets of jobs for so many processors.
fn sets(processors: u32) -> Vec<Vec<u64>> {
    let mut random = Random::stream(2007, &[u64::from(processors)]);
    let mut lengths = || (0..JOBS).map(|_| 1 + random.below(LONGEST)).collect();
    (0..SETS).map(|_| lengths()).collect()
}

/// The shortest schedules without preemption of these sets.
fn without_preemption(processors: u32) -> Result<Vec<u64>, Error> {
    let shortest = |jobs: Vec<u64>| {
        let jobs = Jobs::new(
            jobs.into_iter()
                .map(|length| ratio(length, 1_u32))
                .collect(),
        )?;
        let found = few_preemptions::up_to(&jobs, processors, 0, &mut report::Silent)?;
        Ok(found.first().map_or(0, |one| to_f64(&one.makespan) as u64))
    };
    sets(processors).into_iter().map(shortest).collect()
}

/// Runs one part of the benchmark and returns its result.
fn part(part: u32) -> Result<f64, Error> {
    match part {
        0 => reallocations(),
        1 => preemptions(),
        2 => schedules(),
        _ => {
            let processors = PROCESSORS.get(part as usize - 3).copied().unwrap_or(2);
            Ok(without_preemption(processors)?.into_iter().sum::<u64>() as f64)
        }
    }
}

/// The same for a program that is not Rust.
#[unsafe(no_mangle)]
pub extern "C" fn measure(number: u32) -> f64 {
    part(black_box(number)).unwrap_or(f64::NAN)
}

/// The names of the parts, and the time that each should take natively, ms: a set of jobs should take no longer than 100 ms.
#[cfg(not(target_arch = "wasm32"))]
const PARTS: [(&str, Option<f64>); 7] = [
    ("H, 7,500 values", Some(1_000.0)),
    ("G, m = 400", Some(20.0)),
    ("C(P, 8, i), six sets of 14 jobs, all i", Some(600.0)),
    ("P||Cmax, 20 sets of 14 jobs, m = 2", None),
    ("P||Cmax, 20 sets of 14 jobs, m = 3", None),
    ("P||Cmax, 20 sets of 14 jobs, m = 5", None),
    ("P||Cmax, 20 sets of 14 jobs, m = 8", None),
];

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    if gauge::counted(measure) {
        return Ok(());
    }
    let gauge = gauge::Gauge::from_environment();
    for (part, (name, reach)) in (0..).zip(PARTS) {
        let (seconds, sum) = gauge.time(|| measure(part));
        let runs = seconds.map(|seconds| 1e3 * seconds);
        let told = reach.map_or(String::new(), |reach| format!(" of {reach} ms"));
        println!("{name}: {:.2} ms{told}", runs.median());
        gauge.record(&gauge::Record {
            name,
            unit: "ms",
            runs,
            reach,
            same: serde_json::json!({ "part": part, "sum": sum, "scale": 1e3 }),
        })?;
    }
    if !gauge.is_quick() {
        others(&gauge)?;
    }
    if let Some(folder) = gauge::folder() {
        let mut groups = Vec::new();
        for ((name, _), processors) in PARTS.iter().skip(3).zip(PROCESSORS) {
            groups.push(serde_json::json!({
                "name": name,
                "processors": processors,
                "jobs": sets(processors),
                "makespans": without_preemption(processors)?,
            }));
        }
        let instances = serde_json::to_string(&groups)?;
        std::fs::write(folder.join("instances.json"), instances)?;
    }
    Ok(())
}
