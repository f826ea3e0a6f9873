//! The laboratory of recovery: the computers that take over the work of several crashed ones.
//!
//! Each process has a list that names the other computers in the order in which they take it over. When computers crash, some
//! computer becomes the fullest: how full, under which scheme of lists, and in the worst case?
//!
//! The schemes are taken from K. Klonowska, "Theoretical Aspects on Performance Bounds and Fault Tolerance in Parallel Computing",
//! PhD thesis, Blekinge Institute of Technology, 2007, Papers III to VI. The models are in [`recovery_model`]; the texts about them
//! are here.
//!
//! | module | idea |
//! |---|---|
//! | [`parameters`] | the parameters of a scenario |
//! | [`quantities`] | the pure formulas by name |
//! | `cluster` | the schemes that a scenario chooses, with its weights and lists |
//! | `own` | lists that a user's strategy writes |
//! | `worst` | worst-case loads within a budget, and the bounds beside them |
//! | `rounds` | crashes as rounds of work: schedules, and the comparison of two |
//! | `topics` | each question as a report |

mod about;
mod cluster;
mod own;
pub mod parameters;
pub mod quantities;
mod rounds;
mod topics;
mod worst;

use ::parameters::AnyName;
use laboratory::{About, Axis, Formula, Laboratory, Need, Rule};
use report::Observer;

pub use self::parameters::Parameters;
pub use recovery_model as model;

/// The laboratory of recovery.
#[derive(Clone, Copy, Debug)]
pub struct Recovery;

impl Laboratory for Recovery {
    type Parameters = Parameters;
    type Cache = ();

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
        _: &mut (),
        observer: &mut dyn Observer,
    ) -> Result<laboratory::Outcome, laboratory::Error> {
        topics::report(parameters, observer)
    }

    fn miniature(parameters: &Parameters) -> Parameters {
        /// As much as a thumbnail can show.
        const RUNS: u32 = 20;
        const COMPUTERS: u32 = 24;
        const SOUGHT: u32 = 16;
        const MARKS: u32 = 9;
        Parameters {
            runs: parameters.runs.min(RUNS),
            most_computers: parameters.most_computers.min(COMPUTERS),
            sought_computers: parameters.sought_computers.min(SOUGHT),
            sought_marks: parameters.sought_marks.min(MARKS),
            sought_modulus: parameters.sought_modulus.min(COMPUTERS),
            most_listed: parameters.most_listed.min(SOUGHT),
            ..parameters.clone()
        }
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
