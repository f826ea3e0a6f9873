//! The laboratory of bounds: the worst loss from forbidding migration or preemption.
//!
//! A parallel program runs on a cluster where no process may move, or on shared processors where all may: how much longer can it
//! take? Jobs run with few preemptions or with many: how much longer can they take?
//!
//! The theorems are those of K. Klonowska, "Theoretical Aspects on Performance Bounds and Fault Tolerance in Parallel Computing",
//! PhD thesis, Blekinge Institute of Technology, 2007. The computations are in [`bounds_model`]; the sentences about them are here.
//!
//! | module | idea |
//! |---|---|
//! | [`parameters`] | the parameters of a scenario |
//! | [`quantities`] | the pure formulas by name |
//! | `topics` | each question as a report |
//! | `worlds` | two schedules of the same work |
//! | `exact` | exact fractions in figures, cells and sentences |

mod about;
mod exact;
pub mod parameters;
pub mod quantities;
mod topics;
mod worlds;

use ::parameters::AnyName;
use laboratory::{About, Axis, Formula, Laboratory, Need, Rule};
use report::Observer;

pub use self::parameters::Parameters;
pub use bounds_model as model;

/// The laboratory of bounds.
#[derive(Clone, Copy, Debug)]
pub struct Bounds;

impl Laboratory for Bounds {
    type Parameters = Parameters;
    /// The thick parts of allocations, which serve all signal costs and numbers of computers.
    type Cache = bounds_model::Thick;

    const ABOUT: About = about::ABOUT;
    const FORMULAS: &'static [Formula] = quantities::FORMULAS;
    const PRINTED: &'static str = include_str!("../printed.json");
    const RULES: &'static [Rule<Parameters>] = about::RULES;

    fn need(parameters: &Parameters) -> Need {
        about::need(parameters)
    }

    fn suggestion(parameters: &Parameters) -> [Axis; 2] {
        about::suggestion(parameters)
    }

    fn keys(parameters: &Parameters) -> &'static [AnyName] {
        about::keys(parameters)
    }

    fn run(
        parameters: &Parameters,
        thick: &mut bounds_model::Thick,
        observer: &mut dyn Observer,
    ) -> Result<laboratory::Outcome, laboratory::Error> {
        topics::report(parameters, thick, observer)
    }

    fn miniature(parameters: &Parameters) -> Parameters {
        /// As much as a thumbnail can show.
        const TRIES: u32 = 200;
        const SIZE: u32 = 12;
        Parameters {
            tries: parameters.tries.min(TRIES),
            size: parameters.size.min(SIZE),
            ..parameters.clone()
        }
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
