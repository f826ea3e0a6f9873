//! Outcomes of runs, for the next study that asks for the same runs.

use super::Method;
use crate::iterations::{Outcome, Spent};

/// A run time, ms, and its uses.
type Came = (f64, Spent);

/// Outcomes of runs, by method and run. A study has at most a thousand runs.
#[derive(Debug, Default)]
pub(super) struct Known(Vec<(Method, Vec<Option<Came>>)>);

impl Known {
    pub(super) fn of(&self, method: Method, run: u32) -> Option<Came> {
        let (_, runs) = self.0.iter().find(|(known, _)| *known == method)?;
        *runs.get(run as usize)?
    }

    pub(super) fn add(&mut self, method: Method, run: u32, outcome: &Outcome) {
        let place = self.0.iter().position(|(known, _)| *known == method);
        let place = place.unwrap_or_else(|| {
            self.0.push((method, Vec::new()));
            self.0.len() - 1
        });
        if let Some((_, runs)) = self.0.get_mut(place) {
            let run = run as usize;
            runs.resize(runs.len().max(run + 1), None);
            if let Some(known) = runs.get_mut(run) {
                *known = Some((outcome.total, outcome.spent));
            }
        }
    }

    /// Forgets the methods for which `holds` is false.
    pub(super) fn retain(&mut self, holds: impl Fn(Method) -> bool) {
        self.0.retain(|(method, _)| holds(*method));
    }
}
