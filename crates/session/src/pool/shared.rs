//! A run in parts: the computed parts, and the workers of the others.

use playground::Scenario;

/// The remaining time above which a report of the first parts is worthwhile, ms.
const WORTH: f64 = 100.0;

/// A run in parts.
#[derive(Debug)]
pub(super) struct Shared<B> {
    pub(super) id: u32,
    pub(super) scenario: Scenario,
    /// The time of its beginning, ms.
    since: f64,
    /// The computed parts.
    parts: Vec<Option<B>>,
    /// Whether each part was given to a worker.
    taken: Vec<bool>,
    /// The number of parts of the last report, which may still be under way.
    told: usize,
    /// The worker of that report.
    telling: Option<u32>,
    /// Whether it is unwanted and ends with the parts under way.
    pub(super) leaving: bool,
    /// The workers that compute a part or a report, each with the share that is done, 0 to 1.
    at_work: Vec<(u32, f64)>,
}

impl<B: Clone> Shared<B> {
    /// A run in so many parts, before the first is computed.
    pub(super) fn new(id: u32, scenario: Scenario, parts: u32, now: f64) -> Self {
        Self {
            id,
            scenario,
            since: now,
            parts: vec![None; parts as usize],
            taken: vec![false; parts as usize],
            told: 0,
            telling: None,
            leaving: false,
            at_work: Vec::new(),
        }
    }

    /// The number of its parts.
    pub(super) fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Whether a report of some parts was delivered.
    pub(super) fn seen(&self) -> bool {
        self.told > 0 && self.telling.is_none()
    }

    /// The next part for the worker at this place among so many. Equally fast workers get the same parts in every run, because
    /// each keeps its own values.
    pub(super) fn next(&self, place: usize, workers: usize) -> Option<usize> {
        let free = || (0..self.taken.len()).filter(|part| self.taken.get(*part) == Some(&false));
        let own = free().find(|part| part % workers == place);
        own.or_else(|| free().next())
    }

    /// All parts, in order, if they are computed and no report is under way.
    pub(super) fn whole(&self) -> Option<Vec<B>> {
        let parts: Option<Vec<B>> = self.parts.iter().cloned().collect();
        parts.filter(|_| self.telling.is_none())
    }

    /// Whether all parts are computed.
    pub(super) fn is_whole(&self) -> bool {
        self.parts.iter().all(Option::is_some)
    }

    /// The first parts without a gap, if their report is worthwhile now.
    pub(super) fn beginning(&self, now: f64) -> Option<Vec<B>> {
        let first = self.parts.iter().take_while(|part| part.is_some()).count();
        let made = self.parts.iter().flatten().count();
        let left = (now - self.since) * (self.parts.len() - made) as f64 / made.max(1) as f64;
        let more = first > 0 && first >= 4 * self.told;
        (more && self.telling.is_none() && left > WORTH)
            .then(|| self.parts.iter().flatten().take(first).cloned().collect())
    }

    /// Notes that a worker computes a part.
    pub(super) fn give(&mut self, worker: u32, part: usize) {
        self.at_work.push((worker, 0.0));
        if let Some(taken) = self.taken.get_mut(part) {
            *taken = true;
        }
    }

    /// Notes that a worker computes the report of the first parts.
    pub(super) fn tell(&mut self, worker: u32, parts: usize) {
        self.at_work.push((worker, 0.0));
        (self.told, self.telling) = (parts, Some(worker));
    }

    /// Takes in a part that a worker computed.
    pub(super) fn made(&mut self, worker: u32, part: u32, bytes: Option<B>) {
        self.done(worker);
        if let Some(place) = self.parts.get_mut(part as usize) {
            *place = bytes;
        }
    }

    /// Whether this worker has just delivered the report of the first parts, not of all.
    pub(super) fn has_told(&mut self, worker: u32) -> bool {
        let told =
            self.told < self.parts.len() && self.telling.take_if(|at| *at == worker).is_some();
        if told {
            self.done(worker);
        }
        told
    }

    /// The share of the run that is done, 0 to 1, after a worker told the share of its part.
    pub(super) fn progress(&mut self, worker: u32, done: f64) -> f64 {
        for (at, part) in &mut self.at_work {
            if *at == worker {
                *part = done;
            }
        }
        let made = self.parts.iter().flatten().count() as f64;
        let making: f64 = self.at_work.iter().map(|(_, done)| done).sum();
        // A report of parts is work, too, but no part.
        ((made + making) / self.parts.len() as f64).min(1.0)
    }

    /// Notes that a worker is idle.
    pub(super) fn done(&mut self, worker: u32) {
        self.at_work.retain(|(at, _)| *at != worker);
    }

    /// Whether a worker computes a part or a report.
    pub(super) fn works(&self, worker: u32) -> bool {
        self.at_work.iter().any(|(at, _)| *at == worker)
    }

    /// Whether no worker computes a part or a report.
    pub(super) fn is_idle(&self) -> bool {
        self.at_work.is_empty()
    }
}
