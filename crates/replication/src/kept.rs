//! What one run of a scenario leaves for the next.

use iterative::study::{self, Compared};
use report::{Observer, Report, Sample};

use crate::narrative;
use crate::{Error, Parameters, Part};

/// The last studies, so that the next one need not make anew what has not changed, see [`study::Kept`].
///
/// Whoever runs one scenario after another, as the page does while a slider is dragged, keeps a value of this type.
#[derive(Debug, Default)]
pub struct Kept(study::Kept);

impl Kept {
    /// As [`run_sampled`](crate::run_sampled).
    ///
    /// # Errors
    /// As there.
    pub fn run_sampled(
        &mut self,
        parameters: &Parameters,
        observer: &mut dyn Observer,
    ) -> Result<(Report, Vec<Sample>), Error> {
        narrative::of(parameters, self, observer)
    }

    /// All strategies on the same resources, on one number of processors or several.
    pub(crate) fn strategies(
        &mut self,
        parameters: &Parameters,
        observer: &mut dyn Observer,
    ) -> Result<(Report, Vec<Sample>), Error> {
        self.0.compare(parameters, observer, told)
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
        self.0.finish(parameters, parts, told)
    }
}

/// The report, with what each run came to.
fn told(compared: Compared<'_>) -> (Report, Vec<Sample>) {
    match compared {
        Compared::Machines(machines) => narrative::machines(&machines),
        Compared::Strategies(study, results) => {
            let samples = narrative::samples(study, &results);
            (narrative::report(study, results), samples)
        }
    }
}
