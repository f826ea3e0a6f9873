//! The laboratory of adaptation: how many nodes, and which, a divide-and-conquer program should use while the grid changes.
//!
//! A program splits its work into jobs that idle nodes steal. Clusters get loaded, links get slow, nodes crash: which nodes should
//! leave, which should be added, and when?
//!
//! Sources: G. Wrzesinska, J. Maassen and H. E. Bal, "Self-adaptive applications on the Grid", PPoPP 2007; C. Rossow,
//! "Self-Adaptation in Divide-And-Conquer Systems", master's thesis, VU Amsterdam, 2009. The computations are in [`model`]; the texts about
//! them are here.
//!
//! | module | idea |
//! |---|---|
//! | [`parameters`] | the parameters of a scenario |
//! | [`platform`] | clusters in a text |
//! | [`disturbances`] | events in a text |
//! | [`rated`] | nodes with their speed and overheads in a text |
//! | [`landscape`] | the landscape of the parameters |
//! | [`climbers`] | every way to climb on the same landscapes |
//! | [`setting`] | the scenario and the strategy of the parameters |
//! | [`quantities`] | the pure formulas by name |
//! | [`tournament`] | all strategies on the same scenarios |
//! | `about` | the description of the laboratory, and the rules between parameters |
//! | `own` | the user's own strategy |
//! | `study` | runs without and with adaptation |
//! | `lanes` | a run as a schedule |
//! | `decisions` | decisions in words |
//! | `printed` | the numbers that the thesis prints of its experiments |
//! | `blocks` | the measurements and waits of a client |
//! | `topics` | each question as a report |

mod about;
mod blocks;
pub mod climbers;
mod decisions;
pub mod disturbances;
pub mod landscape;
mod lanes;
mod own;
pub mod parameters;
pub mod platform;
mod printed;
pub mod quantities;
pub mod rated;
pub mod setting;
mod study;
mod topics;
pub mod tournament;

use ::parameters::AnyName;
use laboratory::{About, Axis, Formula, Laboratory, Need, Rule};
use report::Observer;

pub use self::parameters::Parameters;
pub use adaptation_model as model;

/// The laboratory of adaptation.
#[derive(Clone, Copy, Debug)]
pub struct Adaptation;

impl Laboratory for Adaptation {
    type Parameters = Parameters;
    /// The runs without adaptation, which serve all strategies.
    type Cache = study::Cache;

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
        cache: &mut study::Cache,
        observer: &mut dyn Observer,
    ) -> Result<laboratory::Outcome, laboratory::Error> {
        topics::report(parameters, cache, observer)
    }

    fn miniature(parameters: &Parameters) -> Parameters {
        /// The most that a stamp can show: iterations, leaves of a tree, intervals of a landscape.
        const ITERATIONS: u32 = 8;
        const LEAVES: f64 = 64.0;
        const INTERVALS: u32 = 1_000;
        let mut small = Parameters {
            runs: 1,
            iterations: parameters.iterations.min(ITERATIONS),
            intervals: parameters.intervals.min(INTERVALS),
            ..parameters.clone()
        };
        // The same work in fewer and larger leaves, within the limit of their size.
        let grow = |value: f64, by: f64, most: f64| (value * by).min(most);
        let of_phases = f64::from(std::mem::replace(&mut small.phases, 1));
        small.leaf = grow(small.leaf, of_phases, 60.0);
        let k = f64::from(small.branching);
        while small.depth > 1 && libm::pow(k, f64::from(small.depth)) > LEAVES {
            small.depth -= 1;
            small.leaf = grow(small.leaf, k, 60.0);
            small.input_bytes = grow(small.input_bytes, k, 1e7);
            small.output_bytes = grow(small.output_bytes, k, 1e7);
        }
        small
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
