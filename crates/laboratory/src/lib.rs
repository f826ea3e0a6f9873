//! What a laboratory is.
//!
//! A laboratory implements [`Laboratory`]: what can be told of it without its models stands in [`About`], what it computes
//! are the trait's functions. A program that shows scenarios needs the first alone; one that runs them takes the second as a
//! [`Model`]. The list of all laboratories is in `playground`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`about`] | name, question, table of parameters, presets, traces |
//! | [`model`] | runs, whole or in parts, with the types of one laboratory forgotten |
//! | [`formula`] | pure formulas by name |
//! | [`error`] | why there is no report |

pub mod about;
pub mod error;
pub mod formula;
pub mod model;

use parameters::Parameters;
use report::{Observer, Report, Sample};

pub use about::{About, Axis, Need, Parts, Picture, Rule, Traces};
pub use error::Error;
pub use formula::{Arguments, Formula};
pub use model::{Model, Models, Runner};

/// A run's report, and what each of its runs came to: of the first sample, less is better.
pub type Outcome = (Report, Vec<Sample>);

/// A laboratory: a question about schedules, and the models that answer it.
pub trait Laboratory {
    /// Its parameters.
    type Parameters: Parameters + Clone;

    /// What a run leaves for the next ones, such as draws. No result depends on it.
    type Cache: Default;

    /// What can be told of it without running it.
    const ABOUT: About;

    /// Its pure formulas.
    const FORMULAS: &'static [Formula];

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

    /// One of several parts of a run, counted from 0, as bytes for [`Laboratory::finish`]; for laboratories that say in
    /// [`About::parts`] that their runs have parts.
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

    /// As [`Laboratory::run`], from all parts in any order; the same to the bit, whatever their number.
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
