//! The door of the laboratory of divisible loads.

use divisible::Parameters as Divisible;
use divisible::parameters::{Topic, Variation};
use report::quantity::Quantity;
use report::{Observer, Report, Sample};
use trace::TraceSet;
use trace::read::View;
use trace::source::Source;

use super::{Laboratory, Parameters, Picture};
use crate::setup::Axis;
use crate::{Error, Kept};

impl Parameters for Divisible {
    const LABORATORY: Laboratory = Laboratory {
        name: "divisible",
        title: "Divisible load",
        question: "A stream of work has to be cut into chunks: how large should each be, when nobody knows how fast the workers are?",
        picture: Picture::Schedule,
    };

    fn seed(&self) -> u64 {
        self.seed
    }

    fn traces(&self) -> &Source {
        &self.traces
    }

    fn traces_mut(&mut self) -> &mut Source {
        &mut self.traces
    }

    fn view(&self) -> View {
        View::Description
    }

    fn fit(&mut self, _set: &TraceSet) -> Vec<String> {
        if self.variation == Variation::Series {
            return Vec::new();
        }
        self.variation = Variation::Series;
        vec!["Variation set to “By traces”: speeds follow the series of this file".into()]
    }

    fn suggestion(&self) -> [Axis; 2] {
        match self.topic {
            Topic::Finite => [
                Axis::of("scheduler", ["as4dr", "da1", "olmr"]),
                Axis::of("load", [20, 50, 100, 200, 500]),
            ],
            Topic::Stream => [
                Axis::of("scheduler", ["as4dr", "baseline", "da1", "olmr"]),
                Axis::of("inaccuracy", [0.0, 0.18, 0.36, 0.54, 0.72, 0.9]),
            ],
        }
    }

    fn miniature(&self) -> Self {
        /// As many workers and targets as a stamp can show.
        const WORKERS: u32 = 6;
        const TARGETS: u32 = 4;
        Self {
            runs: 1,
            workers_shown: self.workers_shown.min(WORKERS),
            shown: self.shown.min(TARGETS),
            horizon: self
                .horizon
                .min(self.target * f64::from(self.shown_from + 3 * TARGETS)),
            ..self.clone()
        }
    }

    fn run(
        &self,
        _kept: &mut Kept,
        observer: &mut dyn Observer,
    ) -> Result<(Report, Vec<Sample>), Error> {
        divisible::run(self, observer).map_err(|error| match error {
            divisible::Error::Rejected(rejected) => {
                Error::Rejected(rejected.below(Self::LABORATORY.name))
            }
            divisible::Error::Cancelled(cancelled) => cancelled.into(),
            divisible::Error::Trace(error) => error.into(),
            other => Error::Other(other.to_string()),
        })
    }

    fn quantities() -> Vec<Quantity> {
        divisible::quantities::all()
    }
}
