//! The definition of a laboratory.
//!
//! A laboratory implements [`Laboratory`]: its description without its models stands in [`About`], its computations are the trait's
//! functions. A program that shows scenarios needs the description alone; one that runs them takes the computations as a [`Model`].
//! The list of all laboratories is in `playground`.
//!
//! | module | contents |
//! |---|---|
//! | [`about`] | name, question, table of parameters, presets, traces |
//! | [`face`] | rules between parameters, the most important parameters, the needs of a run |
//! | [`model`] | runs, whole or in parts, with the types of one laboratory forgotten |
//! | [`formula`] | pure formulas by name |
//! | [`own`] | strategies that users write |
//! | [`error`] | why there is no report |

pub mod about;
pub mod error;
pub mod face;
pub mod formula;
pub mod model;
pub mod own;

use parameters::{AnyName, Parameters};
use report::{Observer, Report, Sample};
use trace::TraceSet;
use trace::read::View;

pub use about::{About, Picture, Traces};
pub use error::Error;
pub use face::{Axis, Face, Need, Rule};
pub use formula::{Arguments, Formula};
pub use model::{Model, Models, Runner};

/// A run's report, and the samples of its single runs: of the first sample, less is better.
pub type Outcome = (Report, Vec<Sample>);

/// A laboratory: a question about schedules, and the models that answer it.
pub trait Laboratory {
    /// Its parameters.
    type Parameters: Parameters + Clone + 'static;

    /// Data that a run leaves for the next ones, such as draws. No result depends on them.
    type Cache: Default;

    /// Its description, without a run.
    const ABOUT: About;

    /// Its pure formulas.
    const FORMULAS: &'static [Formula];

    /// The printed values of documents that its presets show, as JSON text: see `playground::printed`. Only programs with its
    /// models have it.
    const PRINTED: &'static str = "[]";

    /// The rules between a parameter and others, as far as they can be checked before a run.
    const RULES: &'static [Rule<Self::Parameters>];

    /// The resources that a run needs, told before it starts.
    fn need(parameters: &Self::Parameters) -> Need;

    /// A parameter to compare some values of, and a parameter for a sweep.
    fn suggestion(parameters: &Self::Parameters) -> [Axis; 2];

    /// The parameters that decide most of a report, the most telling first: two or three of them stand above the picture. More
    /// than three fill the places of those without an effect.
    fn keys(parameters: &Self::Parameters) -> &'static [AnyName];

    /// Whether a run uses traces, by laboratories with [`About::traces`].
    fn uses_traces(_parameters: &Self::Parameters) -> bool {
        true
    }

    /// The use of traces, by laboratories with [`About::traces`].
    fn view(_parameters: &Self::Parameters) -> View {
        View::Description
    }

    /// Lowers parameters to the limits of a set of traces, and returns the changes in words.
    fn fit(_parameters: &mut Self::Parameters, _set: &TraceSet) -> Vec<String> {
        Vec::new()
    }

    /// The number of parts into which workers should split a run: 1 where it should stay whole.
    fn parts(_parameters: &Self::Parameters) -> u32 {
        1
    }

    /// The parameters with as many runs as the first `parts` of `of` parts have.
    #[must_use]
    fn beginning(parameters: &Self::Parameters, _parts: u32, _of: u32) -> Self::Parameters {
        parameters.clone()
    }

    /// Runs a scenario.
    ///
    /// # Errors
    /// See [`Error`].
    fn run(
        parameters: &Self::Parameters,
        cache: &mut Self::Cache,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Error>;

    /// The first moments of one run under the same method, for a picture the size of a stamp.
    #[must_use]
    fn miniature(parameters: &Self::Parameters) -> Self::Parameters {
        parameters.clone()
    }

    /// One of several parts of a run, counted from 0, as bytes for [`Laboratory::finish`]; for laboratories whose
    /// runs have [parts](Laboratory::parts).
    ///
    /// # Errors
    /// See [`Error`].
    fn run_part(
        _parameters: &Self::Parameters,
        _part: u32,
        _parts: u32,
        _cache: &mut Self::Cache,
        _observer: &mut dyn Observer,
    ) -> Result<Vec<u8>, Error> {
        Ok(Vec::new())
    }

    /// As [`Laboratory::run`], from all parts in any order; the same to the bit for any number of parts.
    ///
    /// # Errors
    /// See [`Error`]; [`Error::Other`] where the parts are not those of this scenario.
    fn finish(
        parameters: &Self::Parameters,
        _parts: &[Vec<u8>],
        cache: &mut Self::Cache,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Error> {
        Self::run(parameters, cache, observer)
    }
}
