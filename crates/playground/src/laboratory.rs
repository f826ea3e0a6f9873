//! The laboratories, and what the door asks of each.

mod divisible;
mod prediction;
mod replication;

use garde::Validate;
use report::parameters::Described;
use report::quantity::Quantity;
use report::{Observer, Report, Sample};
use serde::Serialize;
use serde::de::DeserializeOwned;
use trace::TraceSet;
use trace::read::View;
use trace::source::Source;

use crate::setup::Axis;
use crate::{Cache, Error, Scenario};

/// A laboratory, as a view presents it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laboratory {
    /// Its key in JSON, the first word of its parameters' paths.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What somebody asks who comes to it.
    pub question: &'static str,
    /// What its reports show first.
    pub picture: Picture,
}

/// What a laboratory's reports show first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// The schedule.
    Schedule,
    /// The charts; a schedule comes after them.
    Charts,
}

/// All laboratories.
#[must_use]
pub fn all() -> &'static [Laboratory] {
    &ALL
}

/// That of a scenario.
#[must_use]
pub fn of(scenario: &Scenario) -> Laboratory {
    fn about<P: Parameters>(_: &P) -> Laboratory {
        P::LABORATORY
    }
    each!(scenario, parameters => about(parameters))
}

const ALL: [Laboratory; 3] = [
    ::replication::Parameters::LABORATORY,
    ::divisible::Parameters::LABORATORY,
    ::prediction::Parameters::LABORATORY,
];

/// What the door asks of a laboratory's parameters.
pub(crate) trait Parameters:
    Clone + Default + PartialEq + Serialize + DeserializeOwned + Described + Validate<Context: Default>
{
    /// The laboratory.
    const LABORATORY: Laboratory;

    /// The seed of all randomness.
    fn seed(&self) -> u64;

    /// The traces that it runs on.
    fn traces(&self) -> &Source;

    /// The same, to be replaced.
    fn traces_mut(&mut self) -> &mut Source;

    /// What it uses traces for.
    fn view(&self) -> View;

    /// Lowers what the traces of `set` are too few or too short for; says in words what was changed.
    fn fit(&mut self, set: &TraceSet) -> Vec<String>;

    /// See [`crate::Scenario::suggestion`].
    fn suggestion(&self) -> [Axis; 2];

    /// See [`crate::Scenario::miniature`].
    fn miniature(&self) -> Self;

    /// Runs it and keeps what each of its runs came to; of the first sample, less is better. The result is the same to the
    /// bit, whatever was kept of runs before it.
    fn run(
        &self,
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<(Report, Vec<Sample>), Error>;

    /// Into how many parts a run is worth being split.
    fn parts(&self) -> u32 {
        1
    }

    /// See [`crate::Scenario::beginning`].
    fn beginning(&self, _parts: u32, _of: u32) -> Self {
        self.clone()
    }

    /// One of several parts of a run, counted from 0, as bytes for [`Parameters::finish`].
    ///
    /// Of a run that is not split there is nothing to be done beforehand.
    fn run_part(
        &self,
        _part: u32,
        _parts: u32,
        _cache: &mut Cache,
        _observer: &mut dyn Observer,
    ) -> Result<Vec<u8>, Error> {
        Ok(Vec::new())
    }

    /// As [`Parameters::run`], from all parts in any order; to the bit, whatever their number.
    fn finish(
        &self,
        _parts: &[Vec<u8>],
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<(Report, Vec<Sample>), Error> {
        self.run(cache, observer)
    }

    /// Its pure formulas.
    fn quantities() -> Vec<Quantity>;
}

/// Lowers a number to what a file has, and says so.
fn lower(changes: &mut Vec<String>, what: &str, value: &mut u32, most: usize) {
    if (*value as usize) > most {
        *value = most as u32;
        changes.push(format!(
            "{what} lowered to {most}, which is what this file has"
        ));
    }
}
