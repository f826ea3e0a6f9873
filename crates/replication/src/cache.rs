//! Studies kept from one run of a scenario for the next.

use replication_model::study;
use report::{Observer, Report, Sample};

use crate::topics;
use crate::{Error, Parameters, Part};

/// The last studies, from which the next one takes over all unchanged parts, see [`study::Cache`].
///
/// A program that runs one scenario after another, as the page does while a slider is dragged, keeps a value of this type.
#[derive(Debug, Default)]
pub struct Cache(study::Cache);

impl Cache {
    /// As [`run_sampled`](crate::run_sampled).
    ///
    /// # Errors
    /// As there.
    pub fn run_sampled(
        &mut self,
        parameters: &Parameters,
        observer: &mut dyn Observer,
    ) -> Result<(Report, Vec<Sample>), Error> {
        topics::of(parameters, self, observer)
    }

    /// All strategies on the same resources, on one number of processors or several.
    pub(crate) fn strategies(
        &mut self,
        parameters: &Parameters,
        observer: &mut dyn Observer,
    ) -> Result<(Report, Vec<Sample>), Error> {
        self.0.compare(parameters, observer, topics::compared)
    }

    /// As [`run_part`](crate::run_part).
    ///
    /// # Errors
    /// As there.
    pub fn run_part(
        &mut self,
        parameters: &Parameters,
        part: u32,
        parts: u32,
        observer: &mut dyn Observer,
    ) -> Result<Part, Error> {
        self.0.run_part(parameters, part, parts, observer)
    }

    /// As [`finish`](crate::finish).
    ///
    /// # Errors
    /// As there.
    pub fn finish(
        &mut self,
        parameters: &Parameters,
        parts: Vec<Part>,
    ) -> Result<(Report, Vec<Sample>), Error> {
        self.0.finish(parameters, parts, topics::compared)
    }
}
