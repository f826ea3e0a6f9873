//! Helpers that several tests share.

use adaptation_model::record::{Off, Record, Segment, Steal, Transfer};
use adaptation_model::strategy::coordinator::{Coordinator, Settings};
use adaptation_model::strategy::{Strategy, Unadapted};
use adaptation_model::{Outcome, Scenario, engine};

/// A listener that keeps the activities of nodes and the messages between clusters.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    pub(crate) segments: Vec<Segment>,
    /// Two entries each.
    pub(crate) transfers: Vec<Transfer>,
}

impl Record for Recording {
    const ON: bool = true;

    fn segment(&mut self, segment: Segment) {
        self.segments.push(segment);
    }

    fn steal(&mut self, _: Steal) {}

    fn transfer(&mut self, transfer: Transfer) {
        self.transfers.push(transfer);
    }
}

pub(crate) fn run(scenario: &Scenario, strategy: &mut dyn Strategy) -> Outcome {
    engine::run(scenario, strategy, &mut Off, &mut report::Silent).unwrap()
}

pub(crate) fn unadapted(scenario: &Scenario) -> Outcome {
    run(scenario, &mut Unadapted)
}

pub(crate) fn coordinated(scenario: &Scenario, settings: Settings) -> Outcome {
    run(scenario, &mut Coordinator::new(settings).unwrap())
}

pub(crate) fn adapted(scenario: &Scenario) -> Outcome {
    coordinated(scenario, Settings::default())
}

pub(crate) fn monitored(scenario: &Scenario) -> Outcome {
    coordinated(
        scenario,
        Settings {
            acts: false,
            ..Settings::default()
        },
    )
}

pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.into_iter().collect();
    values.iter().sum::<f64>() / values.len() as f64
}
