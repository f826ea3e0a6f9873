//! Many runs over the same resources for all strategies (Dobber 2006, sections 2.5 and 2.6).

mod checks;
mod draw;
mod parts;
mod pool;
mod predictors;
mod record;
mod results;
mod window;

use report::{Observer, Traces};
use schedule::Recorder;
use trace::TraceSet;

use crate::communication::PairTimes;
use crate::iterations::Outcome;
use crate::parameters::Parameters;
use crate::{Error, copies, dynamic, equal};
use draw::Run;
use pool::Pool;

pub use parts::Part;
pub use predictors::{Balanced, Forecasts};
pub use results::{Measured, Method, Results};

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
    pool: Pool,
    send: PairTimes,
    finalize: PairTimes,
    traces: Traces,
}

impl Study {
    /// Loads and scales the traces.
    ///
    /// # Errors
    /// Where the traces cannot be had, and as [`Study::of`].
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
    /// Where the traces have fewer nodes than processors or fewer jobs than iterations, where the strategy needs groups of
    /// R processors and R does not divide P, or where the schedule would begin after the last iteration.
    pub fn of(parameters: &Parameters, set: &TraceSet) -> Result<Self, Error> {
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
        Ok(Self {
            send: times(purpose::SEND, parameters.send_time),
            finalize: times(purpose::FINALIZE, parameters.finalize_time),
            pool: Pool::new(parameters, set),
            parameters: parameters.clone(),
            traces: Traces {
                name: set.name().to_owned(),
                nodes: nodes.len(),
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

    /// Where nodes were made alike, the share of their runtimes that was clipped.
    #[must_use]
    pub fn clipped(&self) -> Option<f64> {
        self.pool.clipped
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

    /// What is compared, in the order of charts.
    #[must_use]
    pub fn methods(&self) -> Vec<Method> {
        let mut methods = vec![Method::Equal, Method::Dynamic];
        methods.extend(self.copies_tried().into_iter().map(Method::Replicate));
        methods
    }

    /// Runs every method on the resources of every run.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so; as [`Study::finish`].
    pub fn run(mut self, observer: &mut dyn Observer) -> Result<(Self, Results), Error> {
        let part = self.part(0..self.parameters.runs, observer)?;
        self.finish(vec![part])
    }

    /// One method on the resources of one run.
    fn simulate<R: Recorder>(
        &self,
        method: Method,
        run: &Run<'_>,
        course: &mut Vec<f64>,
        recorder: &mut R,
    ) -> Outcome {
        let Parameters {
            replication,
            rebalance_every,
            ..
        } = self.parameters;
        let times = &run.times;
        match method {
            Method::Dynamic => {
                let every = rebalance_every as usize;
                dynamic::simulate(times, every, run.predicted, course, recorder)
            }
            Method::Replicate(copies) => {
                copies::simulate(times, copies as usize, replication, course, recorder)
            }
            // The other strategies get their arms here, and their places in `methods`.
            _ => equal::simulate(times, course, recorder),
        }
    }
}
