//! The one door to the laboratories.
//!
//! Everything flows one way: a [`Scenario`] goes in, a [`Report`] comes out, and views draw it. A run is a pure
//! function of its scenario: the same link gives the same numbers on every machine.
//!
//! | module | contents |
//! |---|---|
//! | [`scenario`] | the input of a run: a plain value with its JSON form, its schema and its checks |
//! | [`setup`] | a scenario and its view: itself, beside others, or swept |
//! | [`extras`] | the extras of a scenario, which change no number: the viewed part, the result of a run |
//! | [`compare`] | the outcome of a set-up: variants of a scenario on the same randomness |
//! | [`need`] | the needs of a run, told before it starts, and its pace |
//! | [`json`] | JSON from outside, in which no key stands twice |
//! | [`link`] | a scenario as the fragment of an address, short and for ever |
//! | [`imprint`] | the origin that a figure states |
//! | [`presets`] | scenarios worth starting from |
//! | [`printed`] | the numbers that documents print, beside the numbers that presets compute |
//! | [`search`] | the search for a preset by words or by a citation |
//! | [`list`] | the laboratories, and the ones that a program takes along |
//! | [`traces`] | a file of one's own in a scenario |
//!
//! ```
//! use playground::{Scenario, link, run};
//! use report::Silent;
//!
//! let scenario = link::decode("#p=set-one-dynamic&runs=2&iterations=50")?.scenario;
//! let report = run(&scenario, &mut Silent)?;
//! assert_eq!(report.figures[0].key, "speedup");
//!
//! let again = link::decode(&link::encode(&scenario)?)?.scenario;
//! assert_eq!(run(&again, &mut Silent)?.fingerprint(), report.fingerprint());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod compare;
mod draws;
mod effect;
pub mod extras;
pub mod imprint;
pub mod json;
pub mod link;
pub mod list;
pub mod need;
pub mod presets;
pub mod printed;
pub mod scenario;
pub mod search;
pub mod setup;
mod sweep;
pub mod traces;
mod variant;

use std::fmt;

use laboratory::{Formula, Models, Outcome as Ended, Runner};
use report::{Observer, Report};

pub use compare::{Beside, Outcome, resume_setup, run_setup};
pub use draws::Draws;
pub use extras::Extras;
pub use laboratory::Error;
pub use list::{Installed, install, laboratories, laboratory};
pub use scenario::Scenario;
pub use setup::{Setup, View};
pub use sweep::{Judged, Numbers, Ran};
pub use variant::unit_after;

/// Runs a scenario of any laboratory.
///
/// # Errors
/// See [`Error`].
pub fn run(scenario: &Scenario, observer: &mut dyn Observer) -> Result<Report, Error> {
    Ok(run_sampled(scenario, &mut Cache::default(), observer)?.0)
}

/// The models that can be run, and the values that runs leave for the next ones, such as predictions and the times of messages: a program
/// that runs one scenario after another, as the page does while a slider is dragged, keeps one cache. No result depends on these values.
pub struct Cache {
    models: Models,
    /// The laboratory that ran last, by name.
    last: Option<(&'static str, Box<dyn Runner>)>,
}

impl fmt::Debug for Cache {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Cache").field(&self.models).finish()
    }
}

impl Default for Cache {
    /// An empty cache for the models that this program installed.
    fn default() -> Self {
        Self::of(list::installed().models)
    }
}

impl Cache {
    /// An empty cache for these models.
    #[must_use]
    pub fn of(models: Models) -> Self {
        Self { models, last: None }
    }

    /// The runner of a scenario's laboratory.
    fn runner(&mut self, scenario: &Scenario) -> Result<&mut dyn Runner, Error> {
        let laboratory = scenario.laboratory();
        if self
            .last
            .as_ref()
            .is_none_or(|(name, _)| *name != laboratory)
        {
            let model = self.models.find(laboratory);
            let model = model.ok_or(Error::Elsewhere { laboratory })?;
            self.last = Some((laboratory, model.start()));
        }
        match &mut self.last {
            Some((_, runner)) => Ok(runner.as_mut()),
            None => Err(Error::Elsewhere { laboratory }),
        }
    }
}

/// The scenario of a thumbnail: the first moments of one run under the same method.
///
/// # Errors
/// [`Error::Elsewhere`] where this program does not have the laboratory's models.
pub fn miniature(scenario: &Scenario, cache: &mut Cache) -> Result<Scenario, Error> {
    let values = cache.runner(scenario)?.miniature(scenario.checked());
    Ok(scenario.with_checked(values))
}

/// Runs a scenario and keeps the values of its figures in each run; the first figure is the objective.
///
/// # Errors
/// See [`Error`].
pub fn run_sampled(
    scenario: &Scenario,
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Ended, Error> {
    need::afford(scenario)?;
    let runner = cache.runner(scenario)?;
    let (mut report, samples) = runner.run(scenario.checked(), observer)?;
    printed::add(scenario, &mut report);
    Ok((report, samples))
}

/// The number of parts into which one worker or many split the run of a set-up: 1 where [`run_setup`] does it in one go.
#[must_use]
pub fn parts(setup: &Setup) -> u32 {
    match setup.view {
        View::One => {
            let scenario = &setup.scenario;
            (scenario.about().face.parts)(&scenario.without_runtimes())
        }
        View::Compare(_) | View::Sweep(_) => 1,
    }
}

/// Runs one of several parts of a run, counted from 0, into bytes for [`finish`]: several workers can run one part each.
///
/// # Errors
/// See [`Error`].
pub fn run_part(
    scenario: &Scenario,
    part: u32,
    parts: u32,
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Vec<u8>, Error> {
    need::afford(scenario)?;
    let runner = cache.runner(scenario)?;
    runner.run_part(scenario.checked(), part, parts, observer)
}

/// Makes the report of [`run`] from all parts of a run, in any order. The report is the same to the bit, for any number of parts.
///
/// # Errors
/// See [`Error`]; [`Error::Other`] where the parts belong to another scenario.
pub fn finish(
    scenario: &Scenario,
    parts: &[Vec<u8>],
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Report, Error> {
    let runner = cache.runner(scenario)?;
    let (mut report, _) = runner.finish(scenario.checked(), parts, observer)?;
    printed::add(scenario, &mut report);
    Ok(report)
}

/// The pure formulas that this program can evaluate.
pub fn formulas() -> impl Iterator<Item = &'static Formula> {
    list::installed().formulas.iter().copied().flatten()
}

/// A formula by its name: laboratory, dot, formula.
#[must_use]
pub fn formula(name: &str) -> Option<&'static Formula> {
    formulas().find(|formula| formula.name == name)
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
