//! Two worlds: the same work without and with the feature that a report is about, so that the reason for its headline is seen.

use crate::Interval;
use crate::evidence::{Evidence, ROUNDING, Verdict, factor};
use crate::number::fixed;
use crate::words::{count, length as told};
use schedule::same_work::{Same, Waiting};
use schedule::{LaneId, Schedule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::{say, word};

/// A part of a run, with the feature that the report is about and without it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Worlds {
    /// The title of both together, where "without and with" would say something else: "The same crashes with both schemes". Said
    /// where all of the run is seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The unit of a schedule's length where that is no time, one and many: "process", "processes".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<(String, String)>,
    /// The first schedule's name, in a few words: "Equal shares".
    pub without: String,
    /// The second schedule's name: "Two copies of each job".
    pub with: String,
    /// Both schedules, without and with. They travel apart, as the report's own.
    #[serde(skip)]
    pub schedules: Option<Box<[Schedule; 2]>>,
    /// The unit of work, one and many: "iteration", "iterations". The marks of the most frequent kind end a unit.
    pub unit: (String, String),
    /// The amount of a unit, where work is an amount: 40 where 40 MB are a unit, and `unit` is ("MB", "MB").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<f64>,
    /// Whether all lanes begin each unit together, so that they wait for the last of them.
    #[serde(default)]
    pub together: bool,
    /// The start of the first view, counted from 0 among the starts that both schedules share: see [`Same`].
    pub first: u32,
    /// The number of units in the first view.
    pub count: u32,
    /// The number of the first start in the run, counted from 1.
    pub number: u32,
    /// The number of units in the run.
    pub of: u32,
    /// The number of runs, whose first one the schedules show; 0 for a scenario without runs.
    #[serde(default)]
    pub runs: u32,
    /// The caption of the visible part: how its gain compares with that of all runs.
    pub caption: String,
    /// The reasons why one is ahead of the other, decision by decision, in the order of the work.
    pub reasons: Vec<Reason>,
}

/// The unit of work.
#[derive(Clone, Copy, Debug)]
pub enum Work<'w> {
    /// Units that all lanes begin together, one and many: "iteration", "iterations".
    Units(&'w str, &'w str),
    /// The amount of a load that is a unit: 40 of "MB".
    Amounts(f64, &'w str),
}

/// A part of a run, in units of work.
#[derive(Clone, Copy, Debug)]
pub struct Part<'w> {
    /// The unit of work.
    pub work: Work<'w>,
    /// The first unit of the second schedule in the run, counted from 0.
    pub first: usize,
    /// The start of the first view, counted from 0 among the starts that both schedules share.
    pub telling: usize,
    /// The number of units in the first view.
    pub seen: usize,
    /// The number of units in the run.
    pub all: usize,
    /// The comparison of the second way with the first over all runs.
    pub evidence: &'w Evidence,
}

impl Worlds {
    /// Both schedules, without and with, by their titles, and why one is ahead of the other. Nothing where the part that is to be
    /// seen first is not in both.
    #[must_use]
    pub fn of(
        schedules: [&Schedule; 2],
        [without, with]: [String; 2],
        part: &Part<'_>,
        reasons: Vec<Reason>,
    ) -> Option<Self> {
        let same = Same::of(&schedules);
        let gained = *same.gains(part.telling, part.seen)?.first()?;
        let (one, many, each) = match part.work {
            Work::Units(one, many) => (one, many, None),
            Work::Amounts(each, name) => (name, name, Some(each)),
        };
        let seen = match each {
            None => count(part.seen, one, many),
            Some(each) => format!("{}\u{a0}{many}", amount(each, part.seen)),
        };
        Some(Self {
            title: None,
            counted: None,
            without,
            with,
            schedules: Some(Box::new(schedules.map(Schedule::clone))),
            unit: (one.into(), many.into()),
            amount: each,
            together: each.is_none(),
            first: part.telling as u32,
            count: part.seen as u32,
            number: part.first as u32 + 1,
            of: part.all as u32,
            runs: part.evidence.runs as u32,
            caption: caption(&from(&same, &seen), part, gained),
            reasons,
        })
    }
}

/// The load done over time, not yet cut into units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// The length of a part of the time, in the schedule's unit of time.
    pub width: f64,
    /// The load done in each part, from the schedule's beginning on.
    pub parts: Vec<f64>,
}

impl Done {
    /// The load done in all.
    #[must_use]
    pub fn load(&self) -> f64 {
        self.parts.iter().sum()
    }

    /// The length of all parts, in the schedule's unit of time.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.width * self.parts.len() as f64
    }

    /// The time at which each unit of this load was done.
    ///
    /// ```
    /// use report::worlds::Done;
    /// let done = Done { width: 10.0, parts: vec![0.0, 30.0, 10.0] };
    /// assert_eq!(done.ends(15.0), [15.0, 20.0]);
    /// ```
    #[must_use]
    pub fn ends(&self, unit: f64) -> Vec<f64> {
        let total = self.load();
        let (mut ends, mut done) = (Vec::new(), 0.0);
        for (place, part) in self.parts.iter().enumerate() {
            loop {
                let next = unit * (ends.len() + 1) as f64;
                if next > total || done + part < next {
                    break;
                }
                let share = (next - done) / part;
                ends.push((place as f64 + share) * self.width);
            }
            done += part;
        }
        ends
    }
}

/// A number to two significant digits, rounded down.
#[must_use]
pub fn rounded(value: f64) -> f64 {
    let digit = libm::pow(10.0, libm::floor(libm::log10(value)) - 1.0);
    digit * libm::floor(value / digit * (1.0 + 1e-12))
}

/// The same load in several schedules, cut into equal units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Common {
    /// The amount of a unit.
    pub unit: f64,
    /// The unit of the load: "MB".
    pub name: String,
    /// The end of each unit in each schedule, in its unit of time.
    pub ends: Vec<Vec<f64>>,
}

impl Common {
    /// The number of units into which the load that all schedules do is cut.
    const UNITS: f64 = 12.0;

    /// Cuts the load that all of several schedules do; nothing where one of them does nothing.
    #[must_use]
    pub fn of(name: &str, all: &[&Done]) -> Option<Self> {
        let least = all.iter().map(|done| done.load());
        let least = least.fold(f64::INFINITY, f64::min);
        let unit = rounded(least / Self::UNITS);
        if !(unit.is_finite() && unit > 0.0) {
            return None;
        }
        let mut ends: Vec<_> = all.iter().map(|done| done.ends(unit)).collect();
        let units = ends.iter().map(Vec::len).min()?;
        for ends in &mut ends {
            ends.truncate(units);
        }
        Some(Self {
            unit,
            name: name.into(),
            ends,
        })
    }
}

/// The statement of a comparison on several ways, to hold their schedules against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stated {
    /// The measure by which they are judged: "Iteration time".
    pub what: String,
    /// The number of runs; 0 for a scenario without runs.
    pub runs: usize,
    /// The time of each way but the first over that of the first: the mean of the runs' ratios, and its 95 % interval. Nothing
    /// where something else is judged than the schedules' length.
    pub ratios: Option<Vec<(f64, Option<Interval>)>>,
}

impl Stated {
    /// The speed of each way but the first, as a multiple of the first one's, where that is stated.
    #[must_use]
    pub fn gains(&self) -> Option<Vec<f64>> {
        let ratios = self.ratios.as_ref()?;
        Some(ratios.iter().map(|(ratio, _)| 1.0 / ratio).collect())
    }

    /// The comparison of the same work in several ways, the first one called `base`, with the statement on all runs: `what` is
    /// the visible part, and the others have their names and their gains in it.
    #[must_use]
    pub fn caption(&self, what: &str, base: &str, others: &[(&str, f64)]) -> String {
        let Some(ratios) = &self.ratios else {
            let run = match self.runs {
                0 => String::new(),
                _ => format!("{}.", shown(what, true)),
            };
            let other = say!(
                "The headline compares something else than these times: {}.",
                crate::words::within(&self.what)
            );
            return crate::words::sentences([run, other]);
        };
        let all = match self.runs {
            0 => word!("the whole schedule").to_owned(),
            1 => word!("the whole run").to_owned(),
            runs => say!("mean of {}", count(runs, word!("run"), word!("runs"))),
        };
        let told = others
            .iter()
            .zip(ratios)
            .map(|((name, gained), (ratio, interval))| {
                let gain = 1.0 / ratio;
                let clear = gain.is_finite()
                    && interval.is_none_or(|it| it.low > 1.0 || it.high < 1.0);
                let stated = match clear {
                    true => times(gain),
                    false => word!("no clear difference").into(),
                };
                // The reader must not take the visible part for the mean.
                let why = match others.len() {
                    1 if clear && shows_less(*gained, gain) => {
                        word!("; no part of the schedules of this length shows as much")
                    }
                    1 if clear && shows_much_more(*gained, gain) => {
                        word!("; these parts of the schedules differ more than the whole")
                    }
                    2.. if clear && (gained - 1.0) * (gain - 1.0) < 0.0 => {
                        word!("; no part of the schedules of this length shows all as they are on average")
                    }
                    _ => "",
                };
                format!("{name}: {} ({all}: {stated}{why})", times(*gained))
            });
        let told: Vec<_> = told.collect();
        say!(
            "{}, compared with {base}. {}.",
            these(what).0,
            told.join(". ")
        )
    }
}

/// The reason why the two worlds differ at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// The unit of work it belongs to, counted from 0 in the schedules.
    pub unit: u32,
    /// Whether it is seen in the world with the feature, rather than in the one without.
    pub with: bool,
    /// The lane where it is seen.
    pub lane: u32,
    /// The time, in that schedule's unit of time.
    pub at: f64,
    /// One sentence.
    pub text: String,
}

/// An amount of so many units of work of `each`, to the digits that `each` has, or as short as a small number can be.
///
/// ```
/// use report::worlds::amount;
/// assert_eq!(amount(0.000_000_026, 6), "1.56·10^−7");
/// assert_eq!([amount(15.0, 6), amount(0.25, 6), amount(3200.0, 6)], ["90", "1.50", "19\u{202f}200"]);
/// ```
#[must_use]
pub fn amount(each: f64, units: usize) -> String {
    if each.abs() < 1e-3 {
        return crate::number::short(each * units as f64);
    }
    let digits = (0..9).find(|digits| {
        let scaled = each * libm::pow(10.0, f64::from(*digits));
        (scaled - libm::round(scaled)).abs() <= 1e-9 * scaled
    });
    fixed(each * units as f64, digits.unwrap_or(9) as usize)
}

/// Units of work, `what`, by their beginning: "6 iterations from the same moment".
#[must_use]
pub fn from(same: &Same, what: &str) -> String {
    match same.is_placed() {
        true => say!("{what} from the same moment"),
        false => what.into(),
    }
}

/// The visible part, to begin a sentence, and whether it is a single unit: "These 6 iterations", "This iteration".
fn these(what: &str) -> (String, bool) {
    match what.strip_prefix("1\u{a0}") {
        Some(one) => (say!("This {one}"), true),
        None => (say!("These {what}"), false),
    }
}

/// The visible part, `what`, to begin a sentence; with its run if the scenario has `runs`.
///
/// ```
/// use report::worlds::shown;
/// assert_eq!(shown("1\u{a0}iteration", true), "This iteration is of the first run");
/// assert_eq!(shown("21\u{a0}iterations", true), "These 21\u{a0}iterations are of the first run");
/// assert_eq!(shown("21\u{a0}iterations", false), "These 21\u{a0}iterations");
/// ```
#[must_use]
pub fn shown(what: &str, runs: bool) -> String {
    match these(what) {
        (part, _) if !runs => part,
        (this, true) => say!("{this} is of the first run"),
        (these, false) => say!("{these} are of the first run"),
    }
}

/// The gain of the visible part, `what`, beside that of all runs: "These 6 iterations from the same moment: 1.32 times as fast;
/// the mean of 20 runs: 1.18 times as fast."
#[must_use]
fn caption(what: &str, part: &Part<'_>, gained: f64) -> String {
    let evidence = part.evidence;
    let all = match (evidence.verdict(), evidence.runs) {
        (_, 1) => say!("the whole run: {}", times(evidence.speedup)),
        (Verdict::Unclear, _) => word!("the mean of all runs shows no clear difference").to_owned(),
        (_, runs) => say!(
            "the mean of {}: {}",
            count(runs, word!("run"), word!("runs")),
            times(evidence.speedup)
        ),
    };
    let claimed = matches!(evidence.verdict(), Verdict::Faster | Verdict::Slower);
    // The reader must not take the visible part for the mean.
    let why = match claimed && shows_less(gained, evidence.speedup) {
        true if part.seen < part.all => {
            word!("; no part of this run of the same length shows as much")
        }
        true => word!("; this run shows less"),
        false => "",
    };
    say!("{}: {}; {all}{why}.", these(what).0, times(gained))
}

/// Whether a part shows less of an effect than there is in all, in the digits that are told.
fn shows_less(gained: f64, typical: f64) -> bool {
    let less = (typical >= 1.005 && gained < typical) || (typical <= 0.995 && gained > typical);
    less && times(gained) != times(typical)
}

/// Whether a part shows far more of an effect than there is in all: that is no small one that chance makes larger.
fn shows_much_more(gained: f64, typical: f64) -> bool {
    let (seen, all) = ((gained - 1.0).abs(), (typical - 1.0).abs());
    seen > 0.05 && seen > 3.0 * all
}

/// A gain in words: "1.18 times as fast".
#[must_use]
pub fn times(gain: f64) -> String {
    match gain {
        gain if (gain - 1.0).abs() < ROUNDING => word!("equally fast").to_owned(),
        gain if (0.995..1.005).contains(&gain) => word!("almost equally fast").to_owned(),
        gain if gain > 1.0 => say!("{} times as fast", factor(gain)),
        gain => say!("{} times as long", factor(1.0 / gain)),
    }
}

/// The lanes that wait for one lane, within a sentence.
fn others_wait(schedule: &Schedule) -> &'static str {
    match schedule.lanes().len() {
        2 => word!("the other one waits"),
        _ => word!("all others wait"),
    }
}

/// A unit of work, by its place in the schedules and by its number in the run.
#[derive(Clone, Copy, Debug)]
pub struct Place<'w> {
    /// Counted from 0 in the schedules.
    pub unit: u32,
    /// Counted from 1 in the run.
    pub number: usize,
    /// The unit's name: "iteration".
    pub called: &'w str,
}

impl Place<'_> {
    /// The reason that all wait for the slowest in the world without.
    #[must_use]
    pub fn waits(&self, schedule: &Schedule, slow: &Waiting) -> Reason {
        let text = say!(
            "In {} {}, {} {} for {}.",
            self.called,
            self.number,
            others_wait(schedule),
            time(schedule, slow.to - slow.from),
            schedule.lane(slow.lane).name()
        );
        self.reason(false, slow.lane, slow.to, text)
    }

    /// The reason that all wait for the slowest in the world with, and the length of the wait without.
    #[must_use]
    pub fn waits_still(
        &self,
        schedule: &Schedule,
        still: &Waiting,
        without: Option<(&Schedule, &Waiting)>,
    ) -> Reason {
        let now = time(schedule, still.to - still.from);
        let before = without.map_or_else(String::new, |(other, slow)| {
            let then = time(other, slow.to - slow.from);
            let node = match slow.lane == still.lane {
                true if then == now => return word!(", as without").into(),
                true => String::new(),
                false => say!(" for {}", other.lane(slow.lane).name()),
            };
            say!(", instead of {then}{node}")
        });
        let text = say!(
            "In {} {}, {} {now} for {}{before}.",
            self.called,
            self.number,
            others_wait(schedule),
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
    told(schedule.unit(), length)
}
