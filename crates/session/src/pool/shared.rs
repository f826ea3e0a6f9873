//! A run that is made in parts: the parts that are there, and the workers that make the others.

use playground::Scenario;

/// The report of the first parts is worth making where the others take longer than that, ms.
const WORTH: f64 = 100.0;

/// A run that is made in parts.
#[derive(Debug)]
pub(super) struct Shared<B> {
    pub(super) id: u32,
    pub(super) scenario: Scenario,
    /// When it began, ms.
    since: f64,
    /// The parts that were made.
    parts: Vec<Option<B>>,
    /// The parts that were given to a worker.
    taken: Vec<bool>,
    /// Of how many parts there was, or is being made, a report.
    told: usize,
    /// The worker that makes it.
    telling: Option<u32>,
    /// It is not wanted any more, and ends with the parts that are being made.
    pub(super) leaving: bool,
    /// The workers that make a part or a report, and how much of it is done, 0 to 1.
    at_work: Vec<(u32, f64)>,
}

impl<B: Clone> Shared<B> {
    /// A run in so many parts, before the first is made.
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

    /// How many parts it has.
    pub(super) fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Whether there was a report of some parts.
    pub(super) fn seen(&self) -> bool {
        self.told > 0 && self.telling.is_none()
    }

    /// The next part for the worker at this place among so many. It is the same in every run as long as all are equally fast,
    /// because each keeps what it made.
    pub(super) fn next(&self, place: usize, workers: usize) -> Option<usize> {
        let free = || (0..self.taken.len()).filter(|part| self.taken.get(*part) == Some(&false));
        let own = free().find(|part| part % workers == place);
        own.or_else(|| free().next())
    }

    /// All parts, in order, where they are made and their report is not being made.
    pub(super) fn whole(&self) -> Option<Vec<B>> {
        let parts: Option<Vec<B>> = self.parts.iter().cloned().collect();
        parts.filter(|_| self.telling.is_none())
    }

    /// Whether all parts are made.
    pub(super) fn is_whole(&self) -> bool {
        self.parts.iter().all(Option::is_some)
    }

    /// The first parts without a gap, where their report is worth making now.
    pub(super) fn beginning(&self, now: f64) -> Option<Vec<B>> {
        let first = self.parts.iter().take_while(|part| part.is_some()).count();
        let made = self.parts.iter().flatten().count();
        let left = (now - self.since) * (self.parts.len() - made) as f64 / made.max(1) as f64;
        let more = first > 0 && first >= 4 * self.told;
        (more && self.telling.is_none() && left > WORTH)
            .then(|| self.parts.iter().flatten().take(first).cloned().collect())
    }

    /// A worker makes a part.
    pub(super) fn give(&mut self, worker: u32, part: usize) {
        self.at_work.push((worker, 0.0));
        if let Some(taken) = self.taken.get_mut(part) {
            *taken = true;
        }
    }

    /// A worker makes the report of the first parts.
    pub(super) fn tell(&mut self, worker: u32, parts: usize) {
        self.at_work.push((worker, 0.0));
        (self.told, self.telling) = (parts, Some(worker));
    }

    /// A worker made a part.
    pub(super) fn made(&mut self, worker: u32, part: u32, bytes: Option<B>) {
        self.done(worker);
        if let Some(place) = self.parts.get_mut(part as usize) {
            *place = bytes;
        }
    }

    /// Whether this worker was making the report of the first parts, not of all, which now is there.
    pub(super) fn has_told(&mut self, worker: u32) -> bool {
        let told =
            self.told < self.parts.len() && self.telling.take_if(|at| *at == worker).is_some();
        if told {
            self.done(worker);
        }
        told
    }

    /// How much of the run is done, 0 to 1, after a worker said how much of its part is.
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

    /// A worker has nothing to do any more.
    pub(super) fn done(&mut self, worker: u32) {
        self.at_work.retain(|(at, _)| *at != worker);
    }

    /// Whether a worker makes a part or a report.
    pub(super) fn works(&self, worker: u32) -> bool {
        self.at_work.iter().any(|(at, _)| *at == worker)
    }

    /// Whether no worker makes a part or a report.
    pub(super) fn is_idle(&self) -> bool {
        self.at_work.is_empty()
    }
}
