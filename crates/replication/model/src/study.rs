//! Many runs over the same resources for all strategies (Dobber 2006, sections 2.5 and 2.6).

mod cache;
mod checks;
mod decisions;
mod draw;
mod first;
mod intervals;
mod known;
mod own;
mod parts;
mod pool;
mod predictors;
mod processors;
mod record;
mod results;
mod window;

use report::{Observer, Scaled, Traces};
use schedule::{Off, Recorder};
use trace::TraceSet;
use trace::source::Source;

use crate::adaptive::{Block, Courses};
use crate::communication::PairTimes;
use crate::homogeneous::Alike;
use crate::iterations::Outcome;
use crate::own::{Log, Rule};
use crate::parameters::{Parameters, Scope, Strategy};
use crate::synchronisation::Longest;
use crate::{Error, adaptive, copies, dynamic, equal, hindsight, speculation, static_balancing};
use draw::{Drawn, Run};
use known::Known;
use pool::Pool;

pub use cache::Cache;
pub use decisions::Decisions;
pub(crate) use first::CHANGES;
pub use first::First;
pub use intervals::Intervals;
pub use own::Stopped;
pub use parts::{Part, runs_of};
pub use predictors::{Balanced, Balancing, Forecasts};
pub use processors::{Compared, Machines, runtimes, studies};
pub use record::Worlds;
pub use results::{Measured, Method, Results};

/// The purposes of a study's random streams; part of each stream's name, so never to be renumbered.
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
    pool: Pool,
    send: PairTimes,
    finalize: PairTimes,
    /// The pairs with the longest send times, once they are ordered.
    longest: Option<Longest>,
    traces: Traces,
    /// The draws of some of the runs.
    drawn: Drawn,
    /// The outcomes of runs.
    known: Known,
    /// The forecasts of every node for each iteration but the first, ms; only for a strategy of one's own.
    expected: Vec<Vec<f64>>,
}

/// The buffers of a simulated run.
#[derive(Debug, Default)]
struct Scratch {
    /// The courses that choices depend on.
    known: Courses,
    log: Vec<Block>,
    course: Vec<f64>,
}

impl Study {
    /// Loads and scales the traces.
    ///
    /// # Errors
    /// Where the traces cannot be loaded, and as [`Study::of`].
    pub fn new(parameters: &Parameters) -> Result<Self, Error> {
        let set = parameters.trace_set()?;
        Self::of(parameters, &set)
    }

    /// Scales traces that were loaded before.
    ///
    /// # Errors
    /// Where the traces have fewer nodes than processors or fewer jobs than iterations, or lack a node with a factor; where the
    /// strategy needs groups of R processors and R does not divide P, or blocks of decisions have no room for an iteration with copies;
    /// where the schedule would begin after the last iteration; or where a strategy of one's own cannot be read.
    pub fn of(parameters: &Parameters, set: &TraceSet) -> Result<Self, Error> {
        checks::strategy(parameters)?;
        Self::after(parameters, set, None)
    }

    /// Takes over the unchanged parts of the last study. The traces are those that the parameters name, or those of the
    /// last study.
    fn after(parameters: &Parameters, set: &TraceSet, last: Option<Self>) -> Result<Self, Error> {
        checks::check(parameters, set)?;
        let nodes = set.nodes();
        let positions: Vec<_> = nodes.iter().map(|node| node.position).collect();
        let times = |purpose, mean| {
            PairTimes::new(
                parameters.seed,
                purpose,
                mean,
                parameters.noise,
                parameters.iterations as usize,
                positions.clone(),
            )
        };
        let mut send = times(purpose::SEND, parameters.send_time);
        let mut finalize = times(purpose::FINALIZE, parameters.finalize_time);
        let (mut pool, mut longest) = (None, None);
        let (mut drawn, mut known) = (Drawn::default(), Known::default());
        let mut expected = Vec::new();
        if let Some(mut last) = last {
            let before = &last.parameters;
            last.known
                .retain(|method| cache::same_runs(method, before, parameters));
            known = last.known;
            if cache::same_pool(&last.parameters, parameters) {
                pool = Some(last.pool);
                expected = last.expected;
            }
            if last.send.same_as(&send) {
                if last.parameters.processors == parameters.processors {
                    if last.parameters.synchronisation == parameters.synchronisation {
                        drawn = last.drawn;
                    }
                    if parameters.synchronisation == Scope::AllPairs {
                        longest = last.longest;
                    }
                }
                send = last.send;
            }
            if last.finalize.same_as(&finalize) {
                finalize = last.finalize;
            }
        }
        let pool = pool.unwrap_or_else(|| Pool::new(parameters, set));
        if parameters.strategy == Strategy::Own && expected.is_empty() {
            let nodes = pool.nodes.iter();
            let of = |node: &pool::Pooled| pool::forecasts(&node.runtimes, parameters, 1);
            expected = nodes.map(of).collect();
        }
        Ok(Self {
            send,
            finalize,
            longest,
            pool,
            parameters: parameters.clone(),
            traces: Traces {
                name: set.name().to_owned(),
                nodes: nodes.len(),
                jobs: set.jobs(),
                scaled: scaled(parameters, set),
            },
            drawn,
            known,
            expected,
        })
    }

    /// The parameters of the scenario.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The traces whose nodes the runs draw from.
    #[must_use]
    pub fn traces(&self) -> &Traces {
        &self.traces
    }

    /// Where nodes were made alike, the runtimes and nodes that this did not make so.
    #[must_use]
    pub fn alike(&self) -> Option<Alike> {
        self.pool.alike
    }

    /// The numbers of copies that are tried: powers of two and the scenario's own number, if they divide P and K iterations have enough
    /// jobs of each node for one iteration with them.
    #[must_use]
    pub fn copies_tried(&self) -> Vec<u32> {
        let Parameters {
            processors, copies, ..
        } = self.parameters;
        (1..=processors)
            .filter(|tried| tried.is_power_of_two() || *tried == copies)
            .filter(|tried| processors.is_multiple_of(*tried))
            .filter(|tried| self.rows(*tried) <= self.parameters.iterations)
            .collect()
    }

    /// The number of jobs of each node that an iteration with so many copies takes.
    fn rows(&self, copies: u32) -> u32 {
        copies::rows_each(copies as usize, self.parameters.replication) as u32
    }

    /// The compared methods, in the order of charts.
    #[must_use]
    pub fn methods(&self) -> Vec<Method> {
        let mut methods = vec![
            Method::Equal,
            Method::Static,
            Method::StaticHindsight,
            Method::Dynamic,
            Method::DynamicHindsight,
        ];
        methods.extend(self.copies_tried().into_iter().map(Method::Replicate));
        // Speculation takes longer than all other methods together.
        if self.parameters.strategy == Strategy::Speculate {
            methods.push(Method::Speculate);
        }
        if self.parameters.strategy == Strategy::Own {
            methods.push(Method::Own);
        }
        if self.can_choose() {
            methods.extend([Method::Adaptive, Method::Hindsight]);
        }
        methods
    }

    /// Whether choosing between balancing and the scenario's number of copies makes sense: R divides P, a block has room for an
    /// iteration of both, and there is more than one processor, unless the scenario asks for the adaptive strategy.
    fn can_choose(&self) -> bool {
        let Parameters {
            processors,
            iterations,
            copies,
            decide_every,
            strategy,
            ..
        } = self.parameters;
        let alone = processors == 1 && strategy != Strategy::Adaptive;
        let rows = self.rows(copies);
        let room = rows <= decide_every && rows <= iterations;
        !alone && room && processors.is_multiple_of(copies)
    }

    /// The settings of the adaptive strategy.
    fn adaptive(&self) -> adaptive::Settings {
        let parameters = &self.parameters;
        adaptive::Settings {
            every: parameters.rebalance_every as usize,
            copies: parameters.copies as usize,
            replication: parameters.replication,
            block: parameters.decide_every as usize,
            first_block: parameters.first_block,
            to_balancing: parameters.switch_to_balancing,
            to_replication: parameters.switch_to_replication,
        }
    }

    /// Simulates the methods that choices depend on: balancing, and replication with the scenario's number of copies.
    fn learn(&self, run: &Run<'_>, known: &mut Courses) -> Result<[Outcome; 2], Error> {
        let replicate = Method::Replicate(self.parameters.copies);
        Ok([
            self.simulate(Method::Dynamic, run, &mut known.balanced, &mut Off)?,
            self.simulate(replicate, run, &mut known.replicated, &mut Off)?,
        ])
    }

    /// A choice between balancing and replication in every block or stretch, where the courses of both are known.
    fn choose<R: Recorder>(
        &self,
        method: Method,
        run: &Run<'_>,
        scratch: &mut Scratch,
        recorder: &mut R,
    ) -> Outcome {
        let Scratch { known, log, course } = scratch;
        let settings = self.adaptive();
        if method == Method::Adaptive {
            let (times, nodes) = (&run.times, run.predicted);
            return adaptive::simulate_known(times, nodes, &settings, known, log, course, recorder);
        }
        // The best choice in hindsight has neither a schedule nor a use of time.
        let pauses = match run.times.processors() {
            1 => &[],
            _ => run.times.rescheduling,
        };
        let rows = copies::rows_each(settings.copies, settings.replication);
        let Courses {
            balanced,
            replicated,
        } = known;
        let every = settings.every;
        let total = hindsight::choose(balanced, pauses, every, replicated, rows, course);
        Outcome {
            total,
            clock: total,
            ..Outcome::default()
        }
    }

    /// Runs methods on the resources of one run, and tells each outcome. Methods that choices depend on are simulated once.
    fn compare(
        &self,
        methods: impl Iterator<Item = Method> + Clone,
        run: &Run<'_>,
        scratch: &mut Scratch,
        mut came_to: impl FnMut(Method, Outcome),
    ) -> Result<(), Error> {
        let replicate = Method::Replicate(self.parameters.copies);
        let choices = methods.clone().any(Method::chooses);
        let choices = choices.then(|| self.learn(run, &mut scratch.known));
        let choices = choices.transpose()?;
        for method in methods {
            let outcome = match choices {
                Some([balanced, _]) if method == Method::Dynamic => balanced,
                Some([_, replicated]) if method == replicate => replicated,
                _ if method.chooses() => self.choose(method, run, scratch, &mut Off),
                _ => self.simulate(method, run, &mut scratch.course, &mut Off)?,
            };
            came_to(method, outcome);
        }
        Ok(())
    }

    /// Runs every method on the resources of every run.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so; [`Error::Stopped`] where a strategy of one's own stops a run.
    pub fn run(mut self, observer: &mut dyn Observer) -> Result<(Self, Results), Error> {
        let part = self.part(0..self.parameters.runs, observer)?;
        let results = self.results(part.measured)?;
        Ok((self, results))
    }

    /// One method on the resources of one run.
    ///
    /// # Errors
    /// [`Error::Stopped`] where a strategy of one's own stops it.
    fn simulate<R: Recorder>(
        &self,
        method: Method,
        run: &Run<'_>,
        course: &mut Vec<f64>,
        recorder: &mut R,
    ) -> Result<Outcome, Error> {
        let Parameters {
            replication,
            rebalance_every,
            cold_iterations,
            copies,
            delay,
            ..
        } = self.parameters;
        let (every, group) = (rebalance_every as usize, copies as usize);
        let times = &run.times;
        Ok(match method {
            Method::Equal => equal::simulate(times, course, recorder),
            Method::Static => {
                static_balancing::simulate(times, cold_iterations as usize, course, recorder)
            }
            Method::StaticHindsight => static_balancing::in_hindsight(times, course, recorder),
            Method::Dynamic => dynamic::simulate(times, every, run.predicted, course, recorder),
            Method::DynamicHindsight => hindsight::balance(times, every, course, recorder),
            Method::Replicate(copies) => {
                copies::simulate(times, copies as usize, replication, course, recorder)
            }
            Method::Speculate => {
                speculation::simulate(times, group, delay * self.pool.mean, course, recorder)
            }
            Method::Adaptive | Method::Hindsight => {
                let mut scratch = Scratch::default();
                self.learn(run, &mut scratch.known)?;
                std::mem::swap(course, &mut scratch.course);
                let outcome = self.choose(method, run, &mut scratch, recorder);
                *course = scratch.course;
                outcome
            }
            Method::Own => {
                let mut rule = Rule::read(&self.parameters)?;
                self.decide_by(&mut rule, run, &mut Log::Off, course, recorder)?
            }
        })
    }
}

/// The scaling of the runtimes of a file of one's own, where the scenario asks for it.
fn scaled(parameters: &Parameters, set: &TraceSet) -> Option<Scaled> {
    let mean = parameters.trace_mean?;
    matches!(parameters.traces, Source::Own(_)).then(|| Scaled {
        mean,
        factor: mean / set.mean(),
    })
}
