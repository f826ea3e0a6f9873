//! Memory and time of a run: a run that needs too much memory is refused before it starts; the clock tells the time while it runs.

use laboratory::{Error, Need};
use parameters::{AnyName, Parameter, Rejected};
use report::number::fixed;

use crate::Scenario;
use crate::setup::{Setup, View};

/// The most memory that a worker may take, bytes.
pub const MOST_MEMORY: f64 = 1e9;

/// The time after which a run without a result first tells its pace, s.
pub const WORD: f64 = 3.0;

/// The longest rest of a run that goes on unasked, s: with a longer or unknown rest, it goes on only if the user wants it.
pub const LONG: f64 = 10.0;

/// The time after which a run ends that nobody confirmed, s.
pub const BUDGET: f64 = 60.0;

/// The progress of a run after some time, and the time for its rest at this pace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// The time that the run has taken, s.
    pub elapsed: f64,
    /// The part that is done, 0 to 1.
    pub done: f64,
    /// The time for the rest, s; `None` where the run does not tell.
    pub left: Option<f64>,
}

/// The progress that a run has reported.
#[derive(Clone, Copy, Debug)]
pub struct Headway {
    /// The part that was done when the run began; a resumed run reports it first.
    from: Option<f64>,
    /// The part that is done.
    done: f64,
    /// Whether the progress fell back: then it is the progress of something other than the run.
    fell: bool,
    /// Two looks at the run: the time, s, and the part that was done. The rest is told by the pace since the first one, since a run may
    /// slow down, or stand still.
    looks: [Option<(f64, f64)>; 2],
}

impl Headway {
    /// The headway of a new or a resumed run that has reported nothing yet.
    #[must_use]
    pub fn new(goes_on: bool) -> Self {
        Self {
            from: (!goes_on).then_some(0.0),
            done: 0.0,
            fell: false,
            looks: [None; 2],
        }
    }

    /// Records the part that is done, 0 to 1.
    pub fn reach(&mut self, done: f64) {
        self.from.get_or_insert(done);
        // Several workers do not fall back by more than one of their parts.
        self.fell |= done < self.done - 0.2;
        self.done = done;
    }

    /// The pace of the run after `elapsed` seconds, over the last half of this time or more.
    #[must_use]
    pub fn pace(&mut self, elapsed: f64) -> Pace {
        let (done, fell) = (self.done, self.fell);
        match self.looks {
            [_, Some((time, _))] if elapsed < 2.0 * time => {}
            [_, last] => self.looks = [last, Some((elapsed, done))],
        }
        let start = (0.0, self.from.unwrap_or(done));
        let [first, _] = self.looks;
        let (since, before) = first.unwrap_or(start);
        let made = done - before;
        // A run that reports all done, and has no result yet, does not tell the time for its rest.
        let tells = !fell && made > 0.0 && done < 1.0;
        Pace {
            elapsed,
            done,
            left: tells.then(|| (elapsed - since) * (1.0 - done) / made),
        }
    }
}

impl Pace {
    /// Whether the rest takes long, as far as is known.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.left.is_none_or(|left| left > LONG)
    }

    /// Whether a run that nobody confirmed has used up its time: a run that is about to end gets [`LONG`] more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let most = BUDGET + LONG;
        let ends = self.left.is_some_and(|left| self.elapsed + left <= most);
        self.elapsed >= if ends { most } else { BUDGET }
    }

    /// The pace in words.
    #[must_use]
    pub fn words(&self) -> String {
        let after = spent(self.elapsed);
        match self.left {
            None => {
                format!("this run has taken {after}; how long the rest takes is not known yet")
            }
            Some(left) => {
                let (part, left) = (percent(self.done), roughly(left));
                format!("{part} is done after {after}; at this pace the rest takes {left}")
            }
        }
    }
}

impl Scenario {
    /// The needs of its run.
    #[must_use]
    pub fn need(&self) -> Need {
        (self.about().face.need)(&self.without_runtimes())
    }

    /// Whether its run in this view can be paused and resumed.
    #[must_use]
    pub fn resumes(&self, view: &View) -> bool {
        *view == View::One && self.need().resumes
    }
}

impl Setup {
    /// Whether its run can be paused and resumed.
    #[must_use]
    pub fn resumes(&self) -> bool {
        self.scenario.resumes(&self.view)
    }

    /// Whether its run finds an optimum, with a certificate.
    #[must_use]
    pub fn proves(&self) -> bool {
        self.view == View::One && self.scenario.need().proves
    }

    /// A sentence that names the parameters to lower for a shorter run; `None` where there are none.
    #[must_use]
    pub fn shorter(&self) -> Option<String> {
        let values = self.scenario.values();
        let parameters = self.scenario.parameters();
        let matter = parameters.into_iter().filter(|one| one.matters(&values));
        let names = lower(
            &matter.collect::<Vec<_>>(),
            self.scenario.need().lowers_time,
        );
        (!names.is_empty()).then(|| format!("A lower {names} makes it shorter."))
    }
}

/// Refuses a run that takes more memory than a worker has.
pub(crate) fn afford(scenario: &Scenario) -> Result<(), Error> {
    let need = scenario.need();
    if need.memory <= MOST_MEMORY {
        return Ok(());
    }
    let cause = need.lowers_memory.first().map_or("", |name| name.text());
    let expected = format!(
        "this run would take about {} of memory, and a worker has {}: lower {}",
        size(need.memory),
        size(MOST_MEMORY),
        lower(&scenario.parameters(), need.lowers_memory)
    );
    let rejected = Rejected::one(cause, scenario.get(cause), expected);
    Err(Error::Rejected(rejected.below(scenario.laboratory())))
}

/// The parameters to lower, by their titles.
fn lower(parameters: &[Parameter], names: &[AnyName]) -> String {
    let title = |name: &AnyName| {
        let known = parameters.iter().find(|one| one.name == name.text());
        known.map(|known| format!("“{}”", known.title))
    };
    let titles: Vec<_> = names.iter().filter_map(title).collect();
    titles.join(" or ")
}

/// A part in words, rounded down, so that no run is called done before it is.
fn percent(part: f64) -> String {
    match (100.0 * part).floor() {
        0.0 => "less than 1\u{202f}%".into(),
        percent => format!("{percent:.0}\u{202f}%"),
    }
}

/// A time that has passed, in words.
fn spent(seconds: f64) -> String {
    if seconds < 120.0 {
        format!("{}\u{202f}s", fixed(seconds, 0))
    } else if seconds < 7_200.0 {
        format!("{}\u{202f}min", fixed((seconds / 60.0).floor(), 0))
    } else {
        format!("{}\u{202f}h", fixed((seconds / 3_600.0).floor(), 0))
    }
}

/// A remaining time in words: nobody can rely on an estimate of days.
fn roughly(seconds: f64) -> String {
    let (value, unit) = if seconds < 120.0 {
        (seconds.ceil(), "s")
    } else if seconds < 7_200.0 {
        (seconds / 60.0, "min")
    } else if seconds < 86_400.0 {
        (seconds / 3_600.0, "h")
    } else {
        return "more than a day".into();
    };
    let step = if value < 100.0 { 1.0 } else { 10.0 };
    format!(
        "about {}\u{202f}{unit}",
        fixed((value / step).round() * step, 0)
    )
}

/// Bytes in words, roughly.
fn size(bytes: f64) -> String {
    let (value, unit) = if bytes < 1e9 {
        (bytes / 1e6, "MB")
    } else {
        (bytes / 1e9, "GB")
    };
    format!("{} {unit}", rough(value))
}

/// An estimate promises no more digits than it has.
fn rough(value: f64) -> String {
    if value < 10.0 {
        return fixed(value, 1);
    }
    let step = if value < 100.0 { 1.0 } else { 10.0 };
    fixed((value / step).round() * step, 0)
}
