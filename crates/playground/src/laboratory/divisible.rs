//! The door of the laboratory of divisible loads.

use divisible::Parameters as Divisible;
use divisible::parameters::{Topic, Variation, Workers};
use report::quantity::Quantity;
use report::{Observer, Report, Sample};
use trace::TraceSet;
use trace::read::View;
use trace::source::Source;

use super::{Laboratory, Parameters, Picture};
use crate::setup::Axis;
use crate::{Cache, Error};

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
            Topic::Propositions => [
                Axis::of("target", [10.0, 15.0, 20.0, 30.0, 60.0, 120.0]),
                Axis::of("estimate_factor", [0.5, 1.0, 2.0, 5.0, 10.0]),
            ],
            Topic::Inaccuracy => [
                Axis::of("signs", ["over", "under", "free", "balanced"]),
                Axis::of("order", ["ring", "fifo"]),
            ],
            Topic::Dynamicity => [
                Axis::of("depth", [0.0, 0.2, 0.4, 0.6, 0.8]),
                Axis::of("order", ["ring", "fifo"]),
            ],
            Topic::Target => [
                Axis::of("depth", [0.0, 0.3, 0.6, 0.9]),
                Axis::of("horizon", [500.0, 1000.0, 2000.0, 4000.0]),
            ],
            Topic::Selection => [
                Axis::of("streams", [1.0, 2.0, 4.0, 8.0, 11.0]),
                Axis::of("target", [3.0, 10.0, 30.0, 100.0]),
            ],
        }
    }

    fn miniature(&self) -> Self {
        /// As many workers and targets as a stamp can show.
        const WORKERS: u32 = 6;
        const TARGETS: u32 = 4;
        // What varies takes its time, and so does trying targets: fewer workers instead.
        let (platform, clusters, whole) = match self.topic {
            Topic::Dynamicity if self.platform == Workers::Table3 => (Workers::Table3Four, 1, true),
            Topic::Dynamicity | Topic::Target => (self.platform, self.clusters, true),
            Topic::Stream
            | Topic::Finite
            | Topic::Propositions
            | Topic::Inaccuracy
            | Topic::Selection => (self.platform, self.clusters, false),
        };
        let least = self.target * f64::from(self.shown_from + 3 * TARGETS);
        Self {
            runs: 1,
            platform,
            clusters,
            workers_shown: self.workers_shown.min(WORKERS),
            shown: self.shown.min(TARGETS),
            horizon: if whole {
                self.horizon
            } else {
                self.horizon.min(least)
            },
            ..self.clone()
        }
    }

    fn run(
        &self,
        _cache: &mut Cache,
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
