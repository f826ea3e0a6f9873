//! Strategies over many runs: 64 processors of 90 nodes, 2,000 iterations, all pairs synchronise.
//!
//! `cargo xtask bench replication` runs this program with a folder for the inputs and results that another program
//! compares with, and runs it once more as WebAssembly, where the loading program takes the time.
#![allow(clippy::print_stdout, reason = "this is a program that prints a table")]
#![allow(
    unsafe_code,
    reason = "a name that another program can call is a promise"
)]

use std::cell::RefCell;
use std::hint::black_box;
use std::ops::ControlFlow;

use forecast::{Settings, forecasts};
use replication_model::Parameters;
use replication_model::communication::{PairColumns, PairTimes};
use replication_model::dynamic::Predicted;
use replication_model::iterations::Times;
use replication_model::ordering::chain;
use replication_model::parameters::Replication;
use replication_model::study::{Cache, Compared};
use replication_model::synchronisation::{Drawing, Longest};
use replication_model::{copies, dynamic, equal};
use report::Silent;
use schedule::Off;
use trace::random::Random;
use trace::source::Source;

const NODES: usize = 90;
const PROCESSORS: usize = 64;
const ITERATIONS: usize = 2_000;
const EVERY: usize = 10;
const COPIES: usize = 4;
const RUNS: usize = 1_000;
const SEED: u64 = 2006;

/// The inputs of all runs.
struct Program {
    runtimes: Vec<Vec<f64>>,
    #[cfg_attr(target_arch = "wasm32", allow(dead_code))]
    forecasts: Vec<Vec<f64>>,
    predicted: Vec<Predicted>,
    send: PairTimes,
    finalize: PairTimes,
    longest: Longest,
    chains: Vec<Vec<usize>>,
    rescheduling: Vec<Vec<f64>>,
}

impl Program {
    fn new() -> Self {
        let set = trace::synthetic::set_two(ITERATIONS);
        let factor = 1.0 / PROCESSORS as f64;
        let runtimes: Vec<Vec<f64>> = set
            .nodes()
            .iter()
            .map(|node| node.runtimes.iter().map(|time| time * factor).collect())
            .collect();
        let settings = Settings::default();
        let forecasts: Vec<Vec<f64>> = runtimes
            .iter()
            .map(|runtimes| forecasts(&settings, runtimes))
            .map(|all| all.into_iter().step_by(EVERY).skip(1).collect())
            .collect();
        let predicted = runtimes
            .iter()
            .zip(&forecasts)
            .map(|(runtimes, forecasts)| Predicted::new(runtimes, forecasts, EVERY))
            .collect();
        let positions: Vec<_> = set.nodes().iter().map(|node| node.position).collect();
        let times = |purpose, mean| {
            let mut times = PairTimes::new(SEED, purpose, mean, 0.5, ITERATIONS, positions.clone());
            for a in 0..NODES {
                for b in 0..a {
                    times.draw(a, b);
                }
            }
            times
        };
        let send = times(2, 750.0);
        let runs = 0..RUNS as u64;
        Self {
            finalize: times(3, 300.0),
            longest: Longest::new(
                &send,
                NODES,
                PROCESSORS,
                ITERATIONS,
                &mut Drawing(&mut |_| ControlFlow::Continue(())),
            )
            .unwrap_or_default(),
            chains: runs
                .clone()
                .map(|run| Random::stream(SEED, &[run, 1]).sample(NODES, PROCESSORS))
                .map(|drawn| chain(&drawn, |a, b| send.mean_of(a, b)))
                .collect(),
            rescheduling: runs
                .map(|run| {
                    let mut random = Random::stream(SEED, &[run, 4]);
                    let draw = |_| 9_375.0 * random.lognormal(0.5);
                    (0..ITERATIONS / EVERY).map(draw).collect()
                })
                .collect(),
            runtimes,
            forecasts,
            predicted,
            send,
        }
    }

    /// The run times of all runs, with the synchronisation times of each.
    fn totals(&self, mut strategy: impl FnMut(&Times<'_>, &[usize]) -> f64) -> Vec<f64> {
        let run = |(chain, rescheduling): (&Vec<usize>, &Vec<f64>)| {
            let runtimes: Vec<_> = chain
                .iter()
                .filter_map(|node| self.runtimes.get(*node).map(Vec::as_slice))
                .collect();
            let times = Times {
                runtimes: &runtimes,
                synchronisation: &self.longest.between(chain, &self.send),
                finalize: &PairColumns::new(&self.finalize, chain),
                rescheduling,
            };
            strategy(&times, chain)
        };
        self.chains
            .iter()
            .zip(&self.rescheduling)
            .map(run)
            .collect()
    }

    fn equal(&self) -> Vec<f64> {
        let mut course = Vec::new();
        self.totals(|times, _| equal::simulate(times, &mut course, &mut Off).total)
    }

    fn dynamic(&self) -> Vec<f64> {
        let mut course = Vec::new();
        self.totals(|times, chain| {
            let nodes = chain.iter().filter_map(|node| self.predicted.get(*node));
            let nodes: Vec<_> = nodes.collect();
            dynamic::simulate(times, EVERY, &nodes, &mut course, &mut Off).total
        })
    }

    fn replicate(&self) -> Vec<f64> {
        let mut course = Vec::new();
        self.totals(|times, _| {
            let thesis = Replication::Thesis;
            copies::simulate(times, COPIES, thesis, &mut course, &mut Off).total
        })
    }
}

/// A whole study of a scenario without its texts: traces, predictions, drawing, every number of copies, the schedule.
fn study(source: Source, processors: u32, iterations: u32) -> f64 {
    let parameters = Parameters {
        traces: source,
        processors,
        iterations,
        runs: RUNS as u32,
        ..Parameters::default()
    };
    Cache::default()
        .compare(black_box(&parameters), &mut Silent, totals)
        .unwrap_or(f64::NAN)
}

/// The run times of all runs under all methods.
fn totals(compared: Compared<'_>) -> f64 {
    match compared {
        Compared::Strategies(_, results) => results.measured.iter().flat_map(|m| &m.totals).sum(),
        Compared::Machines(_) => f64::NAN,
    }
}

/// Gives this program the measured trace set of a study, which the WebAssembly module does not carry.
#[cfg_attr(
    target_family = "wasm",
    allow(clippy::expect_used, reason = "the bench may stop")
)]
fn give() {
    #[cfg(target_family = "wasm")]
    trace::measured::give(
        "bursts",
        include_bytes!("../../../trace/data/bursts.bin").to_vec(),
    )
    .expect("the file of this set");
}

thread_local! {
    static PROGRAM: RefCell<Option<Program>> = const { RefCell::new(None) };
}

/// Runs one part of the benchmark and returns the sum of its results: 0 draws anew, 1 to 3 are the strategies, 4 to 6
/// whole studies.
#[unsafe(no_mangle)]
pub extern "C" fn measure(part: u32) -> f64 {
    match part {
        4 => study(Source::SetTwo, 64, 2_000),
        5 => {
            give();
            study(Source::Bursts, 8, 1_000)
        }
        6 => study(Source::SetTwo, 16, 2_000),
        _ => PROGRAM.with_borrow_mut(|program| {
            if part == 0 {
                *program = None;
            }
            let program = program.get_or_insert_with(Program::new);
            let totals = match part {
                1 => program.equal(),
                2 => program.dynamic(),
                3 => program.replicate(),
                _ => Vec::new(),
            };
            totals.iter().sum()
        }),
    }
}

/// The names of the parts of [`measure`], and the native times to reach, s.
#[cfg(not(target_arch = "wasm32"))]
const PARTS: [(&str, Option<f64>); 7] = [
    ("random times of all pairs", None),
    ("equal shares", Some(0.2)),
    ("dynamic balancing", Some(0.2)),
    ("four copies", Some(0.4)),
    ("study, P = 64 of 90, K = 2,000", None),
    ("study, P = 8 of 16, K = 1,000", None),
    ("study, P = 16 of 90, K = 2,000", None),
];

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    if gauge::counted(measure) {
        return Ok(());
    }
    let gauge = gauge::Gauge::from_environment();
    println!("{RUNS} runs on one core, medians; every strategy with its synchronisation times\n");
    println!("{:<34} {:>9} {:>9}", "", "s", "reach");
    for (part, (name, reach)) in (0..).zip(PARTS) {
        gauge.tell(part, name, reach, gauge.time(|| measure(black_box(part))))?;
    }
    if let Some(folder) = gauge::folder() {
        write(&folder)?;
    }
    Ok(())
}

/// Writes the inputs for another program, and the results to compare with.
#[cfg(not(target_arch = "wasm32"))]
fn write(folder: &std::path::Path) -> std::io::Result<()> {
    use std::fs;
    let file = |name: &str, bytes: Vec<u8>| fs::write(folder.join(name), bytes);
    // Little-endian, as most machines keep numbers in memory.
    let f64s = |values: &[f64]| {
        values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect()
    };
    let series = |times: &PairTimes| -> Vec<u8> {
        (0..NODES)
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .flat_map(|(a, b)| {
                let times = times.series(a, b);
                (0..ITERATIONS).flat_map(move |k| times.at(k).to_le_bytes())
            })
            .collect()
    };
    PROGRAM.with_borrow_mut(|program| {
        let program = program.get_or_insert_with(Program::new);
        file("runtimes.f64", f64s(&program.runtimes.concat()))?;
        file("forecasts.f64", f64s(&program.forecasts.concat()))?;
        file("rescheduling.f64", f64s(&program.rescheduling.concat()))?;
        file("send.f32", series(&program.send))?;
        file("finalize.f32", series(&program.finalize))?;
        let chains = program.chains.concat();
        let chains = chains
            .into_iter()
            .flat_map(|node| (node as u32).to_le_bytes());
        file("chains.u32", chains.collect())?;
        file("equal.f64", f64s(&program.equal()))?;
        file("dynamic.f64", f64s(&program.dynamic()))?;
        file("replicate.f64", f64s(&program.replicate()))
    })
}

#[cfg(target_arch = "wasm32")]
fn main() {}
