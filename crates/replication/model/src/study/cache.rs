//! Studies kept for the next one.

use report::Observer;
use trace::TraceSet;

use super::{Compared, Method, Part, Study, checks, parts, processors, runs_of};
use crate::parameters::Parameters;
use crate::{Error, node_factors};

/// The last studies, from which the next one takes over all unchanged parts: traces, predictions, the send and finalize times
/// of the pairs, the synchronisation times of as many runs as there is room for, and the outcome of each run under the
/// methods that a change does not touch. A run yields the same bits with it as without.
///
/// A program that runs one scenario after another, as the page does while a slider is dragged, keeps a value of this type.
#[derive(Debug, Default)]
pub struct Cache {
    /// The traces, with the parameters that named them.
    set: Option<(Parameters, TraceSet)>,
    studies: Vec<Study>,
}

impl Cache {
    /// Returns `tell` of all strategies on the same resources, on one number of processors or several.
    ///
    /// # Errors
    /// See [`Error`]. `parameters` must have been checked at the door; the checks against the traces happen here.
    pub fn compare<T>(
        &mut self,
        parameters: &Parameters,
        observer: &mut dyn Observer,
        tell: fn(Compared<'_>) -> T,
    ) -> Result<T, Error> {
        self.with(parameters, |studies| {
            let part = parts::part(studies, 0..parameters.runs, observer)?;
            Ok(tell(parts::whole(studies, parameters, vec![part])?))
        })
    }

    /// One of `parts` equal parts of the runs, counted from 0, for [`finish`](Self::finish).
    ///
    /// # Errors
    /// As of [`compare`](Self::compare).
    pub fn run_part(
        &mut self,
        parameters: &Parameters,
        part: u32,
        parts: u32,
        observer: &mut dyn Observer,
    ) -> Result<Part, Error> {
        self.with(parameters, |studies| {
            parts::part(studies, runs_of(parameters.runs, part, parts), observer)
        })
    }

    /// As [`compare`](Self::compare), from the parts of all runs, in any order. The result is the same to the bit, for
    /// any number of parts.
    ///
    /// # Errors
    /// As there, and [`Error::Parts`] where the parts are not those of these parameters.
    pub fn finish<T>(
        &mut self,
        parameters: &Parameters,
        parts: Vec<Part>,
        tell: fn(Compared<'_>) -> T,
    ) -> Result<T, Error> {
        self.with(parameters, |studies| {
            Ok(tell(parts::whole(studies, parameters, parts)?))
        })
    }

    /// Calls `run` with studies that take over fitting parts of the last ones, and keeps them, also if cancelled.
    fn with<T>(
        &mut self,
        parameters: &Parameters,
        run: impl FnOnce(&mut [Study]) -> Result<T, Error>,
    ) -> Result<T, Error> {
        // A strategy that cannot be read leaves the kept studies as they are.
        checks::strategy(parameters)?;
        let set = match self.set.take() {
            Some((named, set)) if same_set(&named, parameters) => set,
            _ => parameters.trace_set()?,
        };
        let mut last = std::mem::take(&mut self.studies);
        let all = processors::studies(parameters);
        let alike =
            |last: &Study, wanted: &Parameters| last.parameters.processors == wanted.processors;
        for wanted in &all {
            let place = last.iter().position(|last| alike(last, wanted));
            // A study that no other number of processors needs still saves the parts that do not depend on that number.
            let place = place.or_else(|| {
                let free = last.iter().enumerate();
                let free = free.filter(|(_, last)| !all.iter().any(|wanted| alike(last, wanted)));
                free.max_by_key(|(_, last)| last.send.drawn())
                    .map(|(place, _)| place)
            });
            let last = place.map(|place| last.swap_remove(place));
            self.studies.push(Study::after(wanted, &set, last)?);
        }
        self.set = Some((parameters.clone(), set));
        run(&mut self.studies)
    }
}

/// Whether both name the same traces.
fn same_set(a: &Parameters, b: &Parameters) -> bool {
    let of = |parameters: &Parameters| {
        let Parameters {
            synthetic_nodes,
            iterations,
            seed,
            ..
        } = *parameters;
        (synthetic_nodes, iterations, seed)
    };
    of(a) == of(b) && a.traces == b.traces
}

/// Whether the pools have the same runtimes and predictions.
pub(super) fn same_pool(a: &Parameters, b: &Parameters) -> bool {
    let of = |parameters: &Parameters| {
        let Parameters {
            trace_mean,
            homogeneous,
            variation,
            rebalance_every,
            processors,
            problem_size,
            ..
        } = *parameters;
        let alike = homogeneous.then_some(variation);
        (trace_mean, alike, rebalance_every, processors, problem_size)
    };
    let factors = |parameters: &Parameters| node_factors::of(parameters).ok();
    same_set(a, b) && of(a) == of(b) && a.forecast() == b.forecast() && factors(a) == factors(b)
}

/// Whether a method has the same outcome in every run of both scenarios.
pub(super) fn same_runs(method: Method, a: &Parameters, b: &Parameters) -> bool {
    let chooses = method.chooses() || method == Method::Own;
    let balances = chooses || method == Method::Dynamic;
    let replicates = matches!(method, Method::Replicate(_));
    let helps = method == Method::Speculate;
    let mut a = a.clone();
    // The settings of the view and of the formulas.
    (a.topic, a.strategy, a.picture) = (b.topic, b.strategy, b.picture);
    (a.first_shown, a.shown, a.runs) = (b.first_shown, b.shown, b.runs);
    (a.model, a.family, a.doublings) = (b.model, b.family, b.doublings);
    (a.excess, a.spread, a.dependence) = (b.excess, b.spread, b.dependence);
    if !a.homogeneous {
        a.variation = b.variation;
    }
    if method != Method::Own {
        a.code.clone_from(&b.code);
    }
    if !balances {
        (a.predictor, a.quantile) = (b.predictor, b.quantile);
        (a.smoothing, a.forecast_window) = (b.smoothing, b.forecast_window);
        if method != Method::DynamicHindsight {
            a.rebalance_every = b.rebalance_every;
        }
    }
    if !replicates && !chooses {
        a.replication = b.replication;
        if !helps {
            a.finalize_time = b.finalize_time;
        }
    }
    if !chooses {
        a.decide_every = b.decide_every;
        a.first_block = b.first_block;
        a.switch_to_balancing = b.switch_to_balancing;
        a.switch_to_replication = b.switch_to_replication;
        if !helps {
            a.copies = b.copies;
        }
    }
    if !helps {
        a.delay = b.delay;
    }
    if method != Method::Static {
        a.cold_iterations = b.cold_iterations;
    }
    if method == Method::Equal || replicates || helps {
        a.rescheduling_time = b.rescheduling_time;
        a.rescheduling_exponent = b.rescheduling_exponent;
        a.rescheduling_scales = b.rescheduling_scales;
    }
    a == *b
}
