//! The contexts of section 4: one speed of one worker is reduced, with varying number, depth and steepness.

use report::Observer;
use trace::random::Random;
use words::say;

use super::campaign::{self, Cell, campaign};
use crate::experiment::{Experiment, seed};
use crate::parameters::{Scheduler, Variation, Varied};
use crate::{Error, Parameters};

/// The purpose of a random stream. The number is used once only.
const PHASES: u64 = 0x0410;

/// The time over which the steps of φ₃ spread, s.
const STAIR: f64 = 40.0;

/// A context.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Context {
    /// Its name in the document.
    pub name: &'static str,
    /// The dates of the reductions.
    pub variation: Variation,
    /// The share of each reduction.
    pub depth: f64,
}

/// f₁ to f₃, φ₃ and a₁ to a₃ of Millot and Parrot 2016, section 4; a₁ is f₁.
pub const CONTEXTS: [Context; 7] = [
    context("f₁", Variation::Once, 0.3),
    context("f₂", Variation::Twice, 0.3),
    context("f₃", Variation::Often, 0.3),
    context("φ₃", Variation::Stairs, 0.3),
    context("a₁", Variation::Once, 0.3),
    context("a₂", Variation::Once, 0.6),
    context("a₃", Variation::Once, 0.95),
];

const fn context(name: &'static str, variation: Variation, depth: f64) -> Context {
    Context {
        name,
        variation,
        depth,
    }
}

impl Context {
    /// The context in words: "once, by 30 %".
    #[must_use]
    pub fn words(&self) -> String {
        let less = 100.0 * self.depth;
        match self.variation {
            Variation::Twice => say!("twice, by {less:.0} %"),
            Variation::Often => say!("five times, by {less:.0} %"),
            Variation::Stairs => say!("five times, by {less:.0} %, in steps"),
            _ => say!("once, by {less:.0} %"),
        }
    }
}

/// The outcomes of AS4DR in each context, with the speed of computing reduced, and with that of one direction of the
/// link.
#[derive(Clone, Debug, PartialEq)]
pub struct Contexts {
    /// In the order of [`CONTEXTS`].
    pub compute: Vec<Cell>,
    /// The same for sending to the worker.
    pub send: Vec<Cell>,
    /// The same for returning its results.
    pub receive: Vec<Cell>,
}

/// The reduced speeds, in the order of [`Contexts`].
const SPEEDS: [Varied; 3] = [Varied::Compute, Varied::Send, Varied::Return];

/// The number of simulations of [`contexts`].
#[must_use]
pub fn simulations(parameters: &Parameters) -> u64 {
    campaign::simulations(&[0.0; CONTEXTS.len()], &SPEEDS, parameters.runs)
}

/// Simulates each context in every run, all dates later by a phase that each run draws from [0, τ): the cost of an edge depends on its date
/// within a round.
///
/// Source: Millot and Parrot 2016, section 4; dates and phases are own choices.
///
/// # Errors
/// As of [`campaign`].
pub fn contexts(parameters: &Parameters, observer: &mut dyn Observer) -> Result<Contexts, Error> {
    let places: Vec<f64> = (0..CONTEXTS.len()).map(|place| place as f64).collect();
    let mut experiment = |place: f64, varied: Varied, run: u32| {
        let context = CONTEXTS.get(place as usize);
        let mut random = Random::stream(seed(parameters, run), &[0, PHASES]);
        let changed = Parameters {
            variation: context.map_or_else(Variation::default, |one| one.variation),
            depth: context.map_or(0.0, |one| one.depth),
            shift: parameters.shift + parameters.target * random.uniform(),
            stair: STAIR,
            varied,
            ..parameters.clone()
        };
        Experiment::of(&changed, Scheduler::As4dr, run)
    };
    let mut curves =
        campaign(&places, &SPEEDS, parameters.runs, &mut experiment, observer)?.into_iter();
    let mut next = || curves.next().unwrap_or_default();
    Ok(Contexts {
        compute: next(),
        send: next(),
        receive: next(),
    })
}
