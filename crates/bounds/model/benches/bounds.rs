//! How long surfaces and exact searches take: H over n and k, G over i and j, C(P, m, i) for fourteen jobs on eight processors,
//! and P||Cmax, which `cargo xtask bench bounds` hands to another solver.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::fs;
use std::path::Path;
use std::time::Instant;

use bounds_model::jobs::few_preemptions;
use bounds_model::program::phases::Phases;
use bounds_model::program::{exact, text};
use bounds_model::rational::{ratio, to_f64};
use bounds_model::reallocation::{self, Search};
use bounds_model::{Error, Jobs, Machine, Thick, envelope, preemption};
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

/// G over all i < j at m = 400: 79,800 values.
fn preemptions() -> Result<f64, Error> {
    Ok(preemption::surface(400)?.iter().sum())
}

/// C(P, 8, i) for fourteen jobs and all i, of several sets; the slowest counts.
fn schedules() -> Result<f64, Error> {
    let mut slowest = 0.0_f64;
    for text in [
        "97 89 83 79 73 71 67 61 59 53 47 43 41 37",
        "14 13 12 11 10 9 8 7 6 5 4 3 2 1",
        "1 1 1 1 1 1 1 1 1 1 1 1 1 1",
        "1013 997 883 769 761 757 751 743 733 727 719 709 701 691",
        "9.17 8.53 8.11 7.93 7.71 7.37 6.97 6.61 6.23 5.87 5.41 4.99 4.57 4.19",
        "100003 70001 50021 35023 25013 17011 12007 9001 6007 4001 3001 2003 1511 1009",
    ] {
        let jobs = Jobs::read(text)?;
        let start = Instant::now();
        let found = few_preemptions::all(&jobs, 8, &mut report::Silent)?;
        let time = start.elapsed().as_secs_f64();
        let nodes: u64 = found.iter().map(|shortest| shortest.nodes).sum();
        println!("  {:.1} ms, {nodes} nodes: {text}", time * 1e3);
        slowest = slowest.max(time);
    }
    Ok(slowest)
}

/// H exactly where it is slow, its envelope, and exact schedules of programs at their limits.
fn others() -> Result<(), Error> {
    let timed = |name: &str, run: &mut dyn FnMut() -> Result<String, Error>| -> Result<(), Error> {
        let start = Instant::now();
        let told = run()?;
        println!(
            "{name}: {:.1} ms, {told}",
            start.elapsed().as_secs_f64() * 1e3
        );
        Ok(())
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

/// The shortest schedules without preemption of random sets of jobs; what another program needs to find the same is written into
/// the folder, where there is one.
fn without_preemption(folder: Option<&Path>) -> Result<(), Box<dyn std::error::Error>> {
    let mut groups = Vec::new();
    for processors in [2, 3, 5, 8] {
        let mut random = Random::stream(2007, &[u64::from(processors)]);
        let mut lengths = || -> Vec<u64> { (0..JOBS).map(|_| 1 + random.below(LONGEST)).collect() };
        let all: Vec<Vec<u64>> = (0..SETS).map(|_| lengths()).collect();
        let sets: Result<Vec<Jobs>, Error> = all
            .iter()
            .map(|jobs| Jobs::new(jobs.iter().map(|length| ratio(*length, 1_u32)).collect()))
            .collect();
        let sets = sets?;
        let mut best = f64::INFINITY;
        let mut makespans = Vec::new();
        for _ in 0..5 {
            let start = Instant::now();
            let found: Result<Vec<_>, Error> = sets
                .iter()
                .map(|jobs| few_preemptions::up_to(jobs, processors, 0, &mut report::Silent))
                .collect();
            best = best.min(start.elapsed().as_secs_f64());
            let shortest = found?.into_iter().flatten();
            makespans = shortest.map(|one| to_f64(&one.makespan) as u64).collect();
        }
        println!(
            "P||Cmax, {SETS} sets of {JOBS} jobs, m = {processors}: {:.2} ms",
            best * 1e3
        );
        groups.push(serde_json::json!({
            "processors": processors, "jobs": all, "makespans": makespans, "seconds": best
        }));
    }
    if let Some(folder) = folder {
        fs::write(
            folder.join("instances.json"),
            serde_json::to_string(&groups)?,
        )?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo adds a flag of its own.
    let folder = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    for (name, reach, run) in [
        (
            "H, 7,500 values",
            1.0,
            reallocations as fn() -> Result<f64, Error>,
        ),
        ("G, m = 400", 0.02, preemptions),
    ] {
        let mut best = f64::INFINITY;
        for _ in 0..5 {
            let start = Instant::now();
            std::hint::black_box(run()?);
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("{name}: {:.1} ms of {:.0} ms", best * 1e3, reach * 1e3);
    }
    others()?;
    println!(
        "C(P, 8, i), 14 jobs, all i: {:.1} ms of 100 ms",
        schedules()? * 1e3
    );
    without_preemption(folder.as_deref().map(Path::new))
}
