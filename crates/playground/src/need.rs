//! What a run takes, told before it starts: too much is refused, and for much one is asked.

use laboratory::{Error, Need};
use parameters::{Parameter, Rejected};
use report::number::fixed;

use crate::Scenario;
use crate::setup::{Setup, View};

/// The most memory that a worker may take, bytes.
pub const MOST_MEMORY: f64 = 1e9;

/// From which time on a user is asked before a run starts, s.
pub const CONSENT: f64 = 10.0;

impl Scenario {
    /// What its run takes, estimated.
    #[must_use]
    pub fn need(&self) -> Need {
        (self.about().need)(&self.without_runtimes())
    }
}

impl Setup {
    /// What its run takes, estimated: of all scenarios together, which are run one after the other.
    #[must_use]
    pub fn need(&self) -> Need {
        let mut all = self.scenario.need();
        let mut add = |scenario: &Scenario| {
            let need = scenario.need();
            all.time += need.time;
            all.memory = all.memory.max(need.memory);
        };
        match &self.view {
            View::One => {}
            View::Compare(variants) => {
                let variants = variants
                    .iter()
                    .filter_map(|one| self.scenario.changed(one).ok());
                variants.for_each(|variant| add(&variant));
            }
            View::Sweep(axes) => {
                let points = axes.iter().map(|axis| axis.values.len()).product();
                (0..points)
                    .filter_map(|place| self.point(place))
                    .for_each(|point| add(&point));
            }
        }
        all
    }

    /// Whether its run can be paused and resumed.
    #[must_use]
    pub fn resumes(&self) -> bool {
        self.view == View::One && self.scenario.need().resumes
    }

    /// What to tell a user before this is run by so many workers, where it takes long.
    #[must_use]
    pub fn asks(&self, workers: u32) -> Option<String> {
        let need = self.need();
        let workers = workers.min(crate::parts(self)).max(1);
        let time = need.time / f64::from(workers);
        (time > CONSENT).then(|| {
            let lower = lower(&self.scenario.parameters(), need.lowers_time);
            format!(
                "this run takes about {} and {} of memory; a lower {lower} makes it shorter",
                in_words(time),
                size(need.memory * f64::from(workers))
            )
        })
    }
}

/// Refuses a run that takes more memory than a worker has.
pub(crate) fn afford(scenario: &Scenario) -> Result<(), Error> {
    let need = scenario.need();
    if need.memory <= MOST_MEMORY {
        return Ok(());
    }
    let cause = need.lowers_memory.first().copied().unwrap_or_default();
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
fn lower(parameters: &[Parameter], names: &[&str]) -> String {
    let title = |name: &&str| {
        let known = parameters.iter().find(|one| one.name == *name);
        known.map(|known| format!("“{}”", known.title))
    };
    let titles: Vec<_> = names.iter().filter_map(title).collect();
    titles.join(" or ")
}

/// A time in words, roughly.
fn in_words(seconds: f64) -> String {
    let (value, unit) = if seconds < 120.0 {
        (seconds, "s")
    } else if seconds < 7_200.0 {
        (seconds / 60.0, "min")
    } else if seconds < 172_800.0 {
        (seconds / 3_600.0, "h")
    } else {
        (seconds / 86_400.0, "days")
    };
    format!("{} {unit}", rough(value))
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
