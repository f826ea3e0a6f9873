//! Invariants after every event.

use std::collections::BTreeSet;

use playground::need::{BUDGET, LONG, WORD};
use session::command::Message;
use session::import::Stage;
use session::message::Request;
use session::outcome::Phase;
use session::program::FILES;

use crate::world::{CORES, Verdict, World, verdict};

/// The longest time that workers that answer leave timers waiting, s.
const LATE: f64 = 0.2;

impl World {
    /// The runs that workers work on.
    pub(crate) fn runs(&self) -> BTreeSet<u32> {
        let work = self.workers.values().flat_map(|fake| &fake.inbox);
        work.filter_map(|work| work.run()).collect()
    }

    /// Checks the invariants after every event.
    pub(crate) fn check(&self) {
        let runs = self.runs();
        assert!(runs.len() <= 1, "one run is in flight: {runs:?}");
        let state = self.state();
        assert!(runs.iter().all(|run| *run <= state.run));

        let parts = |message: &Message| matches!(message, Message::Request(Request::Part { .. }));
        let at_work = self.workers.values();
        let at_work = at_work.filter(|fake| fake.inbox.iter().any(|work| parts(&work.message)));
        assert!(at_work.count() <= CORES as usize, "a bound on workers");
        for fake in self.workers.values() {
            assert!(fake.inbox.len() <= 1, "one thing at a time: {fake:?}");
        }
        let files = self.workers.values().filter(|fake| fake.program == FILES);
        let files = files.count();
        assert!(files <= 1, "one file worker");
        // Beside the workers of a run: a spare one, one that makes previews, and one that searches a scale.
        assert!(self.workers.len() - files <= CORES as usize + 3);
        assert!(self.seekers().len() <= 1, "one scale is searched");

        if let Some(import) = state.import() {
            assert!(
                import.stage != Stage::Used || import.questions.is_empty(),
                "used before it was answered"
            );
            assert!(
                state.reading.is_some() || !import.differs(),
                "it is read as is wanted"
            );
        }

        let verdict = verdict(&state.scenario);
        match &state.phase {
            Phase::Done => {
                let result = state.result.as_ref().expect("a result");
                assert!(!result.partial);
                assert_eq!(result.report.headline, state.setup().digest());
                assert_eq!(verdict, Verdict::Done);
            }
            Phase::Refused(_) => assert_eq!(verdict, Verdict::Refused),
            Phase::Failed(_) => assert_eq!(verdict, Verdict::Failed),
            Phase::Cancelled => assert!(runs.is_empty(), "a cancelled run goes on"),
            Phase::Paused { .. } => {
                assert!(runs.is_empty(), "a paused run goes on");
                assert!(state.resumes());
            }
            Phase::Running { done, clock, .. } => {
                assert!((0.0..=1.0).contains(done));
                let begun = self
                    .begun
                    .get(&state.run)
                    .filter(|_| runs.contains(&state.run));
                let elapsed = begun.map_or(0.0, |begun| (self.now - begun) / 1000.0 - LATE);
                match clock {
                    None => assert!(elapsed < WORD, "{elapsed} s without a word"),
                    Some(clock) if clock.asks => {
                        assert!(elapsed < BUDGET + LONG, "{elapsed} s without an answer");
                    }
                    Some(_) => {}
                }
            }
            Phase::OutOfTime(pace) => {
                assert!(runs.is_empty(), "a run that is out of time goes on");
                assert!(pace.elapsed >= BUDGET);
            }
            Phase::FileNeeded(_) | Phase::Stopped(_) | Phase::Outdated => {}
        }
    }

    /// Workers that search for the lead.
    pub(crate) fn seekers(&self) -> Vec<u32> {
        let ahead = |message: &Message| matches!(message, Message::Request(Request::Ahead { .. }));
        let all = self.workers.iter();
        let at_work = all.filter(|(_, fake)| fake.inbox.iter().any(|work| ahead(&work.message)));
        at_work.map(|(worker, _)| *worker).collect()
    }

    /// Checks the invariants once all workers have answered.
    pub(crate) fn check_end(&self) {
        self.check();
        let state = self.state();
        assert!(!state.busy(), "nobody works on run {}", state.run);
        assert_eq!(state.reading, None);
        assert!(self.runs().is_empty());
        let link = playground::link::short(state.setup()).unwrap();
        assert_eq!(self.entries[self.at], link, "the address is the scenario's");
        assert!(self.seekers().is_empty());
        if let Some(lead) = state.lead() {
            let told = crate::leads::told(&state.scenario, &lead.scale);
            assert_eq!(lead.changes, told, "it is that of the scenario");
        }
        if state.phase == Phase::Done && !self.shares {
            let digest = state.setup().digest();
            assert!(!self.runs_kept.contains_key(&digest), "it has ended");
        }
        match state.phase {
            Phase::Cancelled | Phase::Paused { .. } | Phase::Stopped(_) => {}
            // The run that the clock ended took long, whether it would have ended or not.
            Phase::OutOfTime(_) => {}
            _ => match verdict(&state.scenario) {
                Verdict::Done => assert_eq!(state.phase, Phase::Done),
                Verdict::Refused => assert!(matches!(state.phase, Phase::Refused(_))),
                Verdict::Failed => assert!(matches!(state.phase, Phase::Failed(_))),
                Verdict::Endless => panic!("a run that never ends has {:?}", state.phase),
            },
        }
    }
}
