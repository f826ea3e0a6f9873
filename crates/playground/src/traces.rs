//! A file of one's own in a scenario.

use trace::TraceSet;
use trace::read::View;
use trace::source::{Own, Source};

use crate::{Scenario, link};

/// The most values that travel in a link; more would be too long for it in any case.
const CARRIED: usize = 60_000;

impl Scenario {
    /// What its laboratory uses traces for.
    #[must_use]
    pub fn view(&self) -> View {
        match self {
            Self::Replication(_) => View::Replication,
        }
    }

    /// The scenario on the traces of `set`: they travel with it where they fit into a link. Processors and
    /// iterations are lowered to what the set has; the second value says in words what was changed.
    #[must_use]
    pub fn with_traces(&self, set: &TraceSet) -> (Self, Vec<String>) {
        let Self::Replication(parameters) = self;
        let mut parameters = parameters.clone();
        let mut changes = Vec::new();
        let mut lower = |what: &str, value: &mut u32, most: usize| {
            if (*value as usize) > most {
                *value = most as u32;
                changes.push(format!(
                    "{what} lowered to {most}, which is what this file has"
                ));
            }
        };
        lower("Processors", &mut parameters.processors, set.nodes().len());
        lower("Iterations", &mut parameters.iterations, set.jobs());
        if !parameters.processors.is_multiple_of(parameters.copies) {
            let (processors, copies) = (parameters.processors, parameters.copies);
            parameters.copies = (1..=copies)
                .rev()
                .find(|fewer| processors.is_multiple_of(*fewer))
                .unwrap_or(1);
            changes.push(format!(
                "Copies lowered to {}, which divides {processors} processors",
                parameters.copies
            ));
        }
        parameters.traces = Source::Own(Own::of(set, CARRIED));
        let carrying = Self::Replication(parameters.clone());
        if link::encode(&carrying).is_ok() {
            return (carrying, changes);
        }
        parameters.traces = Source::Own(Own::of(set, 0));
        (Self::Replication(parameters), changes)
    }

    /// The digest of the file that has to be supplied before this scenario can run.
    #[must_use]
    pub fn missing_file(&self) -> Option<&Own> {
        let Self::Replication(parameters) = self;
        match &parameters.traces {
            Source::Own(own) if own.series.is_empty() => Some(own),
            _ => None,
        }
    }

    /// The scenario with the values of the file that it speaks of, where `set` is that file; as it is otherwise.
    #[must_use]
    pub fn supplied(&self, set: &TraceSet) -> Self {
        let Self::Replication(parameters) = self;
        let wanted = self
            .missing_file()
            .is_some_and(|own| own.digest == set.digest());
        if !wanted {
            return self.clone();
        }
        let traces = Source::Own(Own::of(set, usize::MAX));
        Self::Replication(replication::Parameters {
            traces,
            ..parameters.clone()
        })
    }
}
