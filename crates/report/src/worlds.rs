//! Two worlds: the same work done without and with what a report speaks of, so that the reason for its headline is seen.

use crate::evidence::{Evidence, Verdict};
use crate::number::fixed;
use crate::words::{count, milliseconds};
use schedule::worlds::Waiting;
use schedule::{LaneId, Schedule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::{say, word};

/// A part of a run, under what the report speaks of and without it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Worlds {
    /// What the first schedule shows, in a few words: "Equal shares".
    pub without: String,
    /// What the second schedule shows: "Two copies of each job".
    pub with: String,
    /// Both schedules, without and with. They travel apart, as the report's own.
    #[serde(skip)]
    pub schedules: Option<Box<[Schedule; 2]>>,
    /// What work is counted in, one and many: "iteration", "iterations". The marks of the most frequent kind end a unit.
    pub unit: (String, String),
    /// How much a unit is, where work is an amount: 40 where 40 MB are a unit, and `unit` is ("MB", "MB").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<f64>,
    /// Whether all lanes begin each unit together, so that they wait for the last of them.
    #[serde(default)]
    pub together: bool,
    /// The first unit of the first view, counted from 0 in the schedules.
    pub first: u32,
    /// How many units the first view has.
    pub count: u32,
    /// The number of the schedules' first unit in the run, counted from 1.
    pub number: u32,
    /// How many units the run has.
    pub of: u32,
    /// What is to be said of the part that is seen: how its gain compares with that of all runs.
    pub caption: String,
    /// Why one is ahead of the other, decision by decision, in the order of the work.
    pub reasons: Vec<Reason>,
}

/// Why the two worlds differ at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// The unit of work it belongs to, counted from 0 in the schedules.
    pub unit: u32,
    /// Whether it is seen in the world with what the report speaks of, rather than in the one without.
    pub with: bool,
    /// The lane where it is seen.
    pub lane: u32,
    /// When, in that schedule's unit of time.
    pub at: f64,
    /// One sentence.
    pub text: String,
}

/// An amount of so many units of work of `each`, to the digits that `each` has.
///
/// ```
/// use report::worlds::amount;
/// assert_eq!([amount(15.0, 6), amount(0.25, 6), amount(3200.0, 6)], ["90", "1.50", "19\u{202f}200"]);
/// ```
#[must_use]
pub fn amount(each: f64, units: usize) -> String {
    let digits = (0..9).find(|digits| {
        let scaled = each * libm::pow(10.0, f64::from(*digits));
        (scaled - libm::round(scaled)).abs() <= 1e-9 * scaled
    });
    fixed(each * units as f64, digits.unwrap_or(9) as usize)
}

/// How the gain of the part that is seen, `what`, compares with that of all runs: "These 6 iterations: 1.32 times as fast; the mean of
/// 20 runs: 1.18 times as fast."
#[must_use]
pub fn caption(what: &str, evidence: &Evidence, gained: f64) -> String {
    let times = |gain: f64| match gain {
        gain if (0.995..1.005).contains(&gain) => word!("equally fast").to_owned(),
        gain if gain > 1.0 => say!("{} times as fast", fixed(gain, 2)),
        gain => say!("{} times as long", fixed(1.0 / gain, 2)),
    };
    let all = match (evidence.verdict(), evidence.runs) {
        (Verdict::Unclear, _) => word!("the mean of all runs shows no clear difference").to_owned(),
        (_, 1) => say!("the whole run: {}", times(evidence.speedup)),
        (_, runs) => say!(
            "the mean of {}: {}",
            count(runs, word!("run"), word!("runs")),
            times(evidence.speedup)
        ),
    };
    let typical = evidence.speedup;
    let less = (typical >= 1.005 && gained < typical) || (typical <= 0.995 && gained > typical);
    let why = match less {
        // What is seen must not be taken for the mean.
        true => word!("; no part of this run that is as long shows as much"),
        false => "",
    };
    say!("These {what}: {}; {all}{why}.", times(gained))
}

/// A unit of work, by its place in the schedules and by its number in the run.
#[derive(Clone, Copy, Debug)]
pub struct Place<'w> {
    /// Counted from 0 in the schedules.
    pub unit: u32,
    /// Counted from 1 in the run.
    pub number: usize,
    /// What it is called: "iteration".
    pub called: &'w str,
}

impl Place<'_> {
    /// All wait for the slowest in the world without.
    #[must_use]
    pub fn waits(&self, schedule: &Schedule, slow: &Waiting) -> Reason {
        let text = say!(
            "In {} {}, all others wait {} for {}.",
            self.called,
            self.number,
            time(schedule, slow.to - slow.from),
            schedule.lane(slow.lane).name()
        );
        self.reason(false, slow.lane, slow.to, text)
    }

    /// All wait for the slowest in the world with, and how long they wait without.
    #[must_use]
    pub fn waits_still(
        &self,
        schedule: &Schedule,
        still: &Waiting,
        without: Option<(&Schedule, &Waiting)>,
    ) -> Reason {
        let before = without.map_or_else(String::new, |(other, slow)| {
            let node = match slow.lane == still.lane {
                true => String::new(),
                false => say!(" for {}", other.lane(slow.lane).name()),
            };
            say!(", instead of {}{node}", time(other, slow.to - slow.from))
        });
        let text = say!(
            "In {} {}, all others wait {} for {}{before}.",
            self.called,
            self.number,
            time(schedule, still.to - still.from),
            schedule.lane(still.lane).name()
        );
        self.reason(true, still.lane, still.to, text)
    }

    /// Another reason of this unit.
    #[must_use]
    pub fn reason(&self, with: bool, lane: LaneId, at: f64, text: String) -> Reason {
        Reason {
            unit: self.unit,
            with,
            lane: lane.0,
            at,
            text,
        }
    }
}

/// A length of time of a schedule in words.
fn time(schedule: &Schedule, length: f64) -> String {
    milliseconds(length * schedule.unit().milliseconds())
}
