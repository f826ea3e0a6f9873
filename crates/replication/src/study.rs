//! Many runs over the same resources for all strategies (Dobber 2006, sections 2.5 and 2.6).

mod predictors;

use forecast::{Predict, Predictor};
use report::parameters::Rejected;
use report::{Cancelled, Observer, Traces};
use schedule::{Bound, Group, Off, Recorder, Recording, Schedule, Unit};
use trace::TraceSet;
use trace::random::Random;

use crate::bound::perfect_balance;
use crate::communication::{PairColumns, PairTimes};
use crate::iterations::{Outcome, Spent, Times, links, phases};
use crate::parameters::{Parameters, Strategy};
use crate::rescaling::share_factor;
use crate::rescheduling::{self, Rescheduling};
use crate::{Error, copies, dynamic, equal, ordering};

pub use predictors::{Balanced, Forecasts};

/// What the random streams of a study are for; part of each stream's name, so never to be renumbered.
mod purpose {
    pub(super) const RESOURCES: u64 = 1;
    pub(super) const SEND: u64 = 2;
    pub(super) const FINALIZE: u64 = 3;
    pub(super) const RESCHEDULING: u64 = 4;
}

/// A study whose parameters and traces go together.
#[derive(Debug)]
pub struct Study {
    parameters: Parameters,
    pool: Vec<Pooled>,
    send: PairTimes,
    finalize: PairTimes,
    traces: Traces,
    /// What the runtimes of the traces are multiplied by.
    factor: f64,
}

/// A node that runs can draw.
#[derive(Debug)]
struct Pooled {
    name: String,
    /// Runtimes of an equal share, ms, one for each iteration.
    runtimes: Vec<f64>,
    /// What was predicted for the iteration after each rescheduling, ms.
    forecasts: Vec<f64>,
}

/// One strategy's results over all runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// How many copies there are of each job; 1 for the balancing strategies.
    pub copies: u32,
    /// The run times, ms, in the order of the runs.
    pub totals: Vec<f64>,
    /// Processor time by what it was spent on, summed over the runs.
    pub spent: Spent,
    /// The same of each run, in their order.
    pub spent_by_run: Vec<Spent>,
}

/// The results of all strategies over the same resources.
#[derive(Clone, Debug)]
pub struct Results {
    /// ELB.
    pub equal: Measured,
    /// DLB.
    pub dynamic: Measured,
    /// JR for each number of copies that was tried, ascending.
    pub replicated: Vec<Measured>,
    /// The first run, under the strategy that the parameters name.
    pub schedule: Schedule,
    /// In the first run, the node that was slowest most often, and in which share of the iterations.
    pub slowest: Option<(String, f64)>,
}

/// What one run met.
struct Draw {
    chain: Vec<usize>,
    runtimes: Vec<f64>,
    forecasts: Vec<f64>,
    rescheduling: Vec<f64>,
}

impl Study {
    /// Loads and scales the traces.
    ///
    /// # Errors
    /// Where the traces cannot be had, have fewer nodes than processors or fewer jobs than iterations, or where
    /// the strategy is replication and the number of copies does not divide the number of processors.
    pub fn new(parameters: &Parameters) -> Result<Self, Error> {
        let set = parameters.traces.load(
            parameters.synthetic_nodes as usize,
            parameters.iterations as usize,
            parameters.seed,
        )?;
        Self::of(parameters, &set)
    }

    /// Scales traces that were loaded before.
    ///
    /// # Errors
    /// As [`Study::new`].
    pub fn of(parameters: &Parameters, set: &TraceSet) -> Result<Self, Error> {
        let Parameters {
            processors,
            iterations,
            copies,
            ..
        } = *parameters;
        let divides = processors.is_multiple_of(copies);
        if parameters.strategy == Strategy::Replicate && !(divides && copies <= iterations) {
            return Err(
                Rejected::one("copies", copies, copies_allowed(processors, iterations)).into(),
            );
        }
        let nodes = set.nodes().len();
        if (processors as usize) > nodes {
            let allowed = format!("allowed: 1 to {nodes}, the number of nodes in these traces");
            return Err(Rejected::one("processors", processors, allowed).into());
        }
        if (iterations as usize) > set.jobs() {
            let allowed = format!(
                "allowed: 1 to {}, the number of jobs in these traces",
                set.jobs()
            );
            return Err(Rejected::one("iterations", iterations, allowed).into());
        }
        let scale = parameters.trace_mean.map_or(1.0, |mean| mean / set.mean());
        let factor = scale * share_factor(parameters.problem_size, processors);
        let pool: Vec<_> = set
            .nodes()
            .iter()
            .map(|node| {
                let runtimes: Vec<_> = node
                    .runtimes
                    .iter()
                    .take(iterations as usize)
                    .map(|runtime| runtime * factor)
                    .collect();
                let forecasts = forecasts(&runtimes, parameters);
                Pooled {
                    name: node.name.clone(),
                    runtimes,
                    forecasts,
                }
            })
            .collect();
        let positions: Vec<_> = set.nodes().iter().map(|node| node.position).collect();
        let times = |purpose, mean| {
            PairTimes::new(
                parameters.seed,
                purpose,
                mean,
                parameters.noise,
                iterations as usize,
                positions.clone(),
            )
        };
        Ok(Self {
            send: times(purpose::SEND, parameters.send_time),
            finalize: times(purpose::FINALIZE, parameters.finalize_time),
            pool,
            factor,
            parameters: parameters.clone(),
            traces: Traces {
                name: set.name().to_owned(),
                nodes,
                jobs: set.jobs(),
            },
        })
    }

    /// What the scenario said.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The traces whose nodes the runs draw from.
    #[must_use]
    pub fn traces(&self) -> &Traces {
        &self.traces
    }

    /// The numbers of copies that are tried: powers of two up to P that divide it, and the one asked for.
    #[must_use]
    pub fn copies_tried(&self) -> Vec<u32> {
        let Parameters {
            processors,
            iterations,
            copies,
            ..
        } = self.parameters;
        (1..=processors)
            .filter(|tried| tried.is_power_of_two() || *tried == copies)
            .filter(|tried| processors.is_multiple_of(*tried) && *tried <= iterations)
            .collect()
    }

    /// Runs every strategy on the resources of every run.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so.
    pub fn run(mut self, observer: &mut dyn Observer) -> Result<(Self, Results), Error> {
        let runs = u64::from(self.parameters.runs);
        let none = |copies| Measured {
            copies,
            totals: Vec::new(),
            spent: Spent::default(),
            spent_by_run: Vec::new(),
        };
        let mut equal = none(1);
        let mut dynamic = none(1);
        let mut replicated: Vec<_> = self.copies_tried().into_iter().map(none).collect();
        let mut first: Option<(Schedule, Option<(String, f64)>)> = None;
        for run in 0..runs {
            let draw = self.draw(run);
            let finalize = PairColumns::new(&self.finalize, &draw.chain);
            let synchronisation = self.synchronisation(&draw.chain);
            let times = draw.times(&synchronisation, &finalize);
            equal.add(equal::simulate(&times, &mut Off));
            dynamic.add(self.dynamic(&times, &draw.forecasts, &mut Off));
            for measured in &mut replicated {
                measured.add(self.replicate(&times, measured.copies, &mut Off));
            }
            if first.is_none() {
                first = Some((self.record(&times, &draw)?, self.slowest(&draw)));
            }
            if observer.progress(run + 1, runs).is_break() {
                return Err(Cancelled.into());
            }
        }
        let Some((schedule, slowest)) = first else {
            return Err(Rejected::one("runs", runs, "allowed: at least one").into());
        };
        Ok((
            self,
            Results {
                equal,
                dynamic,
                replicated,
                schedule,
                slowest,
            },
        ))
    }

    fn dynamic<R: Recorder>(
        &self,
        times: &Times<'_>,
        forecasts: &[f64],
        recorder: &mut R,
    ) -> Outcome {
        dynamic::simulate(
            times,
            self.parameters.rebalance_every as usize,
            forecasts,
            recorder,
        )
    }

    fn replicate<R: Recorder>(&self, times: &Times<'_>, number: u32, recorder: &mut R) -> Outcome {
        copies::simulate(
            times,
            number as usize,
            self.parameters.replication,
            recorder,
        )
    }

    /// The resources and times of a run; draws the pair series that it needs.
    fn draw(&mut self, run: u64) -> Draw {
        let Parameters {
            processors,
            iterations,
            rebalance_every,
            seed,
            ..
        } = self.parameters;
        let drawn = Random::stream(seed, &[run, purpose::RESOURCES])
            .sample(self.pool.len(), processors as usize);
        let chain = ordering::chain(&drawn, |a, b| self.send.mean_of(a, b));
        for (i, a) in chain.iter().enumerate() {
            for b in chain.iter().take(i) {
                self.send.draw(*a, *b);
                self.finalize.draw(*a, *b);
            }
        }
        let mean = Rescheduling {
            mean: self.parameters.rescheduling_time,
            exponent: self.parameters.rescheduling_exponent,
            scales: self.parameters.rescheduling_scales,
        }
        .mean_for(self.parameters.problem_size, processors);
        let mut random = Random::stream(seed, &[run, purpose::RESCHEDULING]);
        let rescheduling = (0..rescheduling::phases(iterations, rebalance_every))
            .map(|_| mean * random.lognormal(self.parameters.noise))
            .collect();
        let nodes: Vec<_> = chain
            .iter()
            .filter_map(|node| self.pool.get(*node))
            .collect();
        Draw {
            runtimes: by_rows(nodes.iter().map(|node| node.runtimes.as_slice())),
            forecasts: by_rows(nodes.iter().map(|node| node.forecasts.as_slice())),
            rescheduling,
            chain,
        }
    }

    fn synchronisation(&self, chain: &[usize]) -> Vec<f64> {
        let Parameters {
            synchronisation,
            iterations,
            ..
        } = self.parameters;
        PairColumns::new(&self.send, chain).synchronisation(
            synchronisation,
            chain.len(),
            iterations as usize,
        )
    }

    fn record(&self, times: &Times<'_>, draw: &Draw) -> Result<Schedule, Error> {
        let lanes = draw
            .chain
            .iter()
            .filter_map(|node| self.pool.get(*node))
            .map(|node| node.name.clone());
        let copies = match self.parameters.strategy {
            Strategy::Replicate => self.parameters.copies,
            _ => 1,
        };
        let mut recording = Recording::new(Unit::Milliseconds, lanes.collect(), phases())
            .with_marks(["iteration"])
            .with_links(links())
            .with_groups(groups(self.parameters.processors, copies))
            .with_bounds(vec![Bound {
                name: "perfect balance".into(),
                time: perfect_balance(times, copies as usize, self.parameters.replication),
            }]);
        let outcome = match self.parameters.strategy {
            Strategy::Equal => equal::simulate(times, &mut recording),
            Strategy::Dynamic => self.dynamic(times, &draw.forecasts, &mut recording),
            _ => self.replicate(times, self.parameters.copies, &mut recording),
        };
        Ok(recording.finish(outcome.clock)?)
    }

    fn slowest(&self, draw: &Draw) -> Option<(String, f64)> {
        let processors = draw.chain.len();
        let mut times_slowest = vec![0_u32; processors];
        for row in draw.runtimes.chunks_exact(processors) {
            let slowest = row
                .iter()
                .enumerate()
                .max_by(|a, b| a.1.total_cmp(b.1))
                .map(|(processor, _)| processor);
            if let Some(count) = slowest.and_then(|processor| times_slowest.get_mut(processor)) {
                *count += 1;
            }
        }
        let (processor, count) = times_slowest
            .iter()
            .enumerate()
            .max_by_key(|(_, count)| **count)?;
        let node = draw
            .chain
            .get(processor)
            .and_then(|node| self.pool.get(*node))?;
        Some((
            node.name.clone(),
            f64::from(*count) / f64::from(self.parameters.iterations),
        ))
    }
}

impl Draw {
    fn times<'a>(&'a self, synchronisation: &'a [f64], finalize: &'a PairColumns<'a>) -> Times<'a> {
        Times {
            processors: self.chain.len(),
            runtimes: &self.runtimes,
            synchronisation,
            finalize,
            rescheduling: &self.rescheduling,
        }
    }
}

impl Measured {
    fn add(&mut self, outcome: Outcome) {
        self.totals.push(outcome.total);
        self.spent.add(&outcome.spent);
        self.spent_by_run.push(outcome.spent);
    }
}

/// The groups of a run: those of R neighbours who run copies of the same job. One alone is no group.
fn groups(processors: u32, copies: u32) -> Vec<Group> {
    if copies < 2 || copies >= processors {
        return Vec::new();
    }
    let group = |(number, first)| Group {
        name: format!("group {number}"),
        first,
        lanes: copies,
    };
    (1..)
        .zip((0..processors).step_by(copies as usize))
        .map(group)
        .collect()
}

/// The predictions for the iterations N, 2N, … (counted from 0), each from the runtimes before it. None is shorter than
/// the shortest runtime so far (own choice): a predictor may go below it, even below 0, and shares cannot follow it there.
fn forecasts(runtimes: &[f64], parameters: &Parameters) -> Vec<f64> {
    let mut predictor = Predictor::new(&parameters.forecast());
    let every = parameters.rebalance_every as usize;
    let mut shortest = f64::INFINITY;
    let mut out = Vec::with_capacity(runtimes.len() / every);
    for (k, runtime) in runtimes.iter().enumerate() {
        if k > 0 && k.is_multiple_of(every) {
            out.extend(predictor.forecast().map(|forecast| forecast.max(shortest)));
        }
        predictor.observe(*runtime);
        shortest = shortest.min(*runtime);
    }
    out
}

/// Columns of equal length as one table, row by row.
fn by_rows<'a>(columns: impl ExactSizeIterator<Item = &'a [f64]> + Clone) -> Vec<f64> {
    let (width, height) = (
        columns.len(),
        columns.clone().map(<[f64]>::len).min().unwrap_or(0),
    );
    let mut table = vec![0.0; width * height];
    for (place, column) in columns.enumerate() {
        for (cell, value) in table.iter_mut().skip(place).step_by(width).zip(column) {
            *cell = *value;
        }
    }
    table
}

fn copies_allowed(processors: u32, iterations: u32) -> String {
    let divisors: Vec<_> = (1..=processors.min(iterations))
        .filter(|divisor| processors.is_multiple_of(*divisor))
        .map(|divisor| divisor.to_string())
        .collect();
    format!(
        "allowed with {processors} processors: {}",
        divisors.join(", ")
    )
}
