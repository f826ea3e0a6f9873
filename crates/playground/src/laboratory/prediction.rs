//! The door of the prediction laboratory.

use prediction::Parameters as Prediction;
use prediction::parameters::Topic;
use report::quantity::Quantity;
use report::{Observer, Report, Sample};
use trace::TraceSet;
use trace::read::View;
use trace::source::Source;

use super::{Laboratory, Parameters, Picture, lower};
use crate::setup::Axis;
use crate::{Cache, Error, balancing};

impl Parameters for Prediction {
    const LABORATORY: Laboratory = Laboratory {
        name: "prediction",
        title: "Traces and forecasts",
        question: "The same job takes now more, now less time: what kind of machine is it, and can the next time be predicted?",
        picture: Picture::Charts,
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
        match self.topic {
            Topic::Forecasts => View::Forecasts,
            Topic::Series | Topic::Set | Topic::Likeness => View::Description,
        }
    }

    fn fit(&mut self, set: &TraceSet) -> Vec<String> {
        let mut changes = Vec::new();
        lower(&mut changes, "Series", &mut self.series, set.nodes().len());
        let shown = set.nodes().get(self.series as usize - 1);
        let values = shown.map_or(1, |node| node.runtimes.len());
        lower(&mut changes, "First value shown", &mut self.first, values);
        changes
    }

    fn suggestion(&self) -> [Axis; 2] {
        [
            Axis::of(
                "predictor",
                [
                    "last-value",
                    "exponential-smoothing",
                    "running-mean",
                    "sliding-mean",
                ],
            ),
            Axis::of("quantile", [0.5, 0.75, 0.9, 0.95]),
        ]
    }

    fn miniature(&self) -> Self {
        /// As many as a stamp can show.
        const VALUES: u32 = 160;
        Self {
            // What a stamp shows is the course of one series.
            topic: match self.topic {
                Topic::Forecasts => Topic::Forecasts,
                Topic::Series | Topic::Set | Topic::Likeness => Topic::Series,
            },
            values: self.values.min(self.first + VALUES),
            shown: VALUES,
            entrants: 1,
            processors: 2,
            runs: 1,
            ..self.clone()
        }
    }

    fn run(
        &self,
        _cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<(Report, Vec<Sample>), Error> {
        let prediction::Outcome {
            mut report,
            samples,
            tournament,
        } = prediction::run(self, observer).map_err(|error| match error {
            prediction::Error::Rejected(rejected) => {
                Error::Rejected(rejected.below(Self::LABORATORY.name))
            }
            prediction::Error::Cancelled(cancelled) => cancelled.into(),
            prediction::Error::Trace(error) => error.into(),
        })?;
        if self.topic == Topic::Forecasts {
            balancing::add(self, &tournament, &mut report, observer)?;
        }
        Ok((report, samples))
    }

    fn quantities() -> Vec<Quantity> {
        prediction::quantities::all()
    }
}
