//! Runs, with the types of one laboratory forgotten.

use std::fmt;

use parameters::{Parameters, Values};
use report::Observer;

use crate::{Error, Formula, Laboratory, Outcome};

/// The models of a laboratory, as a program takes them along.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// The laboratory's name.
    pub name: &'static str,
    /// Its pure formulas.
    pub formulas: &'static [Formula],
    /// See [`Laboratory::PRINTED`].
    pub printed: &'static str,
    start: fn() -> Box<dyn Runner>,
}

impl Model {
    /// The models of a laboratory.
    #[must_use]
    pub const fn of<L: Laboratory + 'static>() -> Self {
        Self {
            name: L::ABOUT.name,
            formulas: L::FORMULAS,
            printed: L::PRINTED,
            start: || Box::new(Run::<L>(L::Cache::default())),
        }
    }

    /// A runner of scenarios, one after another.
    #[must_use]
    pub fn start(&self) -> Box<dyn Runner> {
        (self.start)()
    }
}

/// The laboratories whose models a program carries: only the models named here are linked into it.
#[derive(Clone, Copy)]
pub struct Models(pub &'static [Option<Model>]);

impl Models {
    /// The models of the laboratory with this name.
    #[must_use]
    pub fn find(self, name: &str) -> Option<&'static Model> {
        self.0.iter().flatten().find(|model| model.name == name)
    }
}

impl fmt::Debug for Models {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list()
            .entries(self.0.iter().flatten().map(|model| model.name))
            .finish()
    }
}

/// Runs scenarios of one laboratory, one after another, and keeps data of a run for the next: see [`Laboratory::Cache`]. All values
/// were checked by the laboratory's table.
pub trait Runner {
    /// See [`Laboratory::run`].
    ///
    /// # Errors
    /// As there.
    fn run(&mut self, values: &Values, observer: &mut dyn Observer) -> Result<Outcome, Error>;

    /// See [`Laboratory::run_part`].
    ///
    /// # Errors
    /// As there.
    fn run_part(
        &mut self,
        values: &Values,
        part: u32,
        parts: u32,
        observer: &mut dyn Observer,
    ) -> Result<Vec<u8>, Error>;

    /// See [`Laboratory::finish`].
    ///
    /// # Errors
    /// As there.
    fn finish(
        &mut self,
        values: &Values,
        parts: &[Vec<u8>],
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Error>;

    /// See [`Laboratory::miniature`].
    fn miniature(&self, values: &Values) -> Values;
}

/// The runner of a laboratory.
struct Run<L: Laboratory>(L::Cache);

fn typed<L: Laboratory>(values: &Values) -> L::Parameters {
    L::Parameters::from_values(values)
}

/// A complaint about parameters names the laboratory first.
fn below<L: Laboratory>(error: Error) -> Error {
    match error {
        Error::Rejected(rejected) => Error::Rejected(rejected.below(L::ABOUT.name)),
        Error::Stopped(mut report) => {
            let stopped = report.stopped.take();
            report.stopped = stopped.map(|rejected| rejected.below(L::ABOUT.name));
            Error::Stopped(report)
        }
        error => error,
    }
}

impl<L: Laboratory> Runner for Run<L> {
    fn run(&mut self, values: &Values, observer: &mut dyn Observer) -> Result<Outcome, Error> {
        L::run(&typed::<L>(values), &mut self.0, observer).map_err(below::<L>)
    }

    fn run_part(
        &mut self,
        values: &Values,
        part: u32,
        parts: u32,
        observer: &mut dyn Observer,
    ) -> Result<Vec<u8>, Error> {
        L::run_part(&typed::<L>(values), part, parts, &mut self.0, observer).map_err(below::<L>)
    }

    fn finish(
        &mut self,
        values: &Values,
        parts: &[Vec<u8>],
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Error> {
        L::finish(&typed::<L>(values), parts, &mut self.0, observer).map_err(below::<L>)
    }

    fn miniature(&self, values: &Values) -> Values {
        L::miniature(&typed::<L>(values)).to_values()
    }
}
