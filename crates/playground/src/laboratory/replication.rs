//! The door of the replication laboratory.

use std::ops::Range;

use replication::parameters::Topic;
use replication::{Parameters as Replication, Part};
use report::quantity::Quantity;
use report::{Observer, Report, Sample};
use trace::TraceSet;
use trace::read::View;
use trace::source::Source;

use super::{Laboratory, Parameters, Picture, lower};
use crate::setup::Axis;
use crate::{Cache, Error};

impl Parameters for Replication {
    const LABORATORY: Laboratory = Laboratory {
        name: "replication",
        title: "Replication",
        question: "Every iteration waits for the slowest node: rebalance the work, or run each job more than once?",
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
        View::Replication
    }

    fn fit(&mut self, set: &TraceSet) -> Vec<String> {
        let mut changes = Vec::new();
        lower(
            &mut changes,
            "Processors",
            &mut self.processors,
            set.nodes().len(),
        );
        lower(&mut changes, "Iterations", &mut self.iterations, set.jobs());
        if !self.processors.is_multiple_of(self.copies) {
            let (processors, copies) = (self.processors, self.copies);
            self.copies = (1..=copies)
                .rev()
                .find(|fewer| processors.is_multiple_of(*fewer))
                .unwrap_or(1);
            changes.push(format!(
                "Copies lowered to {}, which divides {processors} processors",
                self.copies
            ));
        }
        changes
    }

    fn suggestion(&self) -> [Axis; 2] {
        match self.topic {
            Topic::Formulas | Topic::Model => [
                Axis::of("model", ["1.1", "2.1", "2.3a", "2.3b"]),
                Axis::of("variation", [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]),
            ],
            Topic::Estimates => [
                Axis::of("traces", ["quiet", "shared", "bursts", "set-two"]),
                Axis::of("iterations", [250, 500, 1_000]),
            ],
            Topic::Strategies | Topic::Processors | Topic::Intervals | Topic::Decision => [
                Axis::of("strategy", ["equal", "dynamic", "replicate"]),
                Axis::of("processors", [2, 4, 8, 16]),
            ],
        }
    }

    fn miniature(&self) -> Self {
        /// As many as a stamp can show.
        const ITERATIONS: u32 = 12;
        /// Enough for a curve of runs, or a histogram of draws.
        const CURVE: u32 = 128;
        match self.topic {
            Topic::Formulas | Topic::Model | Topic::Estimates => Self {
                runs: self.runs.min(CURVE / 4),
                iterations: self.iterations.min(CURVE),
                ..self.clone()
            },
            Topic::Strategies | Topic::Processors | Topic::Intervals | Topic::Decision => Self {
                runs: 1,
                first_shown: 1,
                iterations: self.iterations.min(ITERATIONS.max(self.copies)),
                ..self.clone()
            },
        }
    }

    fn run(
        &self,
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<(Report, Vec<Sample>), Error> {
        cache.replication.run_sampled(self, observer).map_err(error)
    }

    fn parts(&self) -> u32 {
        /// How many simulated runtimes a part has about: some fifty milliseconds, so that something is seen soon and what is
        /// not wanted any more ends soon.
        const PART: u64 = 1_000_000;
        /// Fewer parts are not worth starting other workers, more not their messages.
        const PARTS: Range<u64> = 4..100;
        let Some(runtimes) = replication::runtimes_each(self) else {
            return 1;
        };
        let parts = (runtimes * u64::from(self.runs) / PART).min(PARTS.end);
        if parts < PARTS.start {
            return 1;
        }
        (parts as u32).min(self.runs)
    }

    fn beginning(&self, parts: u32, of: u32) -> Self {
        Self {
            runs: replication::runs_of(self.runs, parts, of).start,
            ..self.clone()
        }
    }

    fn run_part(
        &self,
        part: u32,
        parts: u32,
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<Vec<u8>, Error> {
        let part = cache.replication.run_part(self, part, parts, observer);
        Ok(part.map_err(error)?.to_bytes())
    }

    fn finish(
        &self,
        parts: &[Vec<u8>],
        cache: &mut Cache,
        _observer: &mut dyn Observer,
    ) -> Result<(Report, Vec<Sample>), Error> {
        let parts: Option<Vec<_>> = parts.iter().map(|bytes| Part::from_bytes(bytes)).collect();
        let parts = parts.ok_or_else(|| Error::Other("bytes that are no part of a run".into()))?;
        cache.replication.finish(self, parts).map_err(error)
    }

    fn quantities() -> Vec<Quantity> {
        replication::quantities::all()
    }
}

fn error(error: replication::Error) -> Error {
    match error {
        replication::Error::Rejected(rejected) => {
            Error::Rejected(rejected.below(Replication::LABORATORY.name))
        }
        replication::Error::Cancelled(cancelled) => cancelled.into(),
        replication::Error::Trace(error) => error.into(),
        error @ (replication::Error::Schedule(_) | replication::Error::Parts { .. }) => {
            Error::Other(error.to_string())
        }
    }
}
