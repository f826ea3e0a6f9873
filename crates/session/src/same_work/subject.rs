//! The subject of schedules of the same work.

use report::words::count;
use report::worlds::{Reason, Stated, Worlds, amount, from, shown, times};
use schedule::opening::commonest;
use schedule::same_work::{Same, ends};
use schedule::{Schedule, Span};

use super::seen::Seen;

/// The subject of schedules of the same work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subject {
    /// The common title, if it has words of its own.
    pub title: Option<String>,
    /// The noun of lengths that are no times, singular and plural.
    pub counted: Option<(String, String)>,
    /// The name of each schedule.
    pub titles: Vec<String>,
    /// The unit of work, singular and plural.
    pub unit: (String, String),
    /// The amount of a unit, if work is an amount.
    pub amount: Option<f64>,
    /// Whether all lanes begin each unit together.
    pub together: bool,
    /// The number of the first start in the run, counted from 1.
    pub number: usize,
    /// The value of every lane's series with which each start of a view begins, counted from 1; empty if units of equal number
    /// are the same work.
    pub moments: Vec<usize>,
    /// The number of units of the run.
    pub of: usize,
    /// Whether the scenario has runs; then the schedules show the first one.
    pub runs: bool,
    /// The caption of the first view.
    pub caption: String,
    /// The reasons why one schedule is ahead of another.
    pub reasons: Vec<Reason>,
    /// Whether the schedules are of two ways, without and with, rather than of variants.
    pub paired: bool,
}

impl Subject {
    /// The subject of two worlds, by their schedules.
    #[must_use]
    pub fn of(worlds: &Worlds, schedules: &[&Schedule]) -> Self {
        Self {
            title: worlds.title.clone(),
            counted: worlds.counted.clone(),
            titles: vec![worlds.without.clone(), worlds.with.clone()],
            unit: worlds.unit.clone(),
            amount: worlds.amount,
            together: worlds.together,
            number: worlds.number as usize,
            moments: moments(&Same::of(schedules)),
            of: worlds.of as usize,
            runs: worlds.runs > 0,
            caption: worlds.caption.clone(),
            reasons: worlds.reasons.clone(),
            paired: true,
        }
    }

    /// The subject of compared variants, by their names and schedules. With a `load`, given as the amount of a unit and its
    /// noun, their marks end units of it. None if their work does not have the same units.
    pub(super) fn compared(
        titles: Vec<String>,
        schedules: &[&Schedule],
        load: Option<(f64, &str)>,
    ) -> Option<Self> {
        let same = Same::of(schedules);
        let of = same.most();
        let (unit, amount) = match load {
            Some((amount, name)) => ((name.to_owned(), name.to_owned()), Some(amount)),
            None => {
                let unit = commonest(schedules.first()?.marks())?;
                // Marks end units of work only if nothing goes on over them; others mean something else.
                let same = |schedule: &&Schedule| {
                    let ends = ends(schedule);
                    commonest(schedule.marks()) == Some(unit)
                        && ends.iter().all(|end| !is_busy(schedule, *end))
                };
                if !schedules.iter().all(same) {
                    return None;
                }
                ((unit.to_owned(), format!("{unit}s")), None)
            }
        };
        (of > 0).then(|| Self {
            titles,
            unit,
            amount,
            together: amount.is_none(),
            number: 1,
            moments: moments(&same),
            of,
            ..Self::default()
        })
    }

    /// The caption of the first view: its comparison with the statement on all runs.
    pub(super) fn stand(
        &self,
        schedules: &[&Schedule],
        seen: Seen,
        stated: Option<&Stated>,
    ) -> String {
        let same = Same::of(schedules);
        let part = from(&same, &self.units(seen.count));
        let told = same
            .gains(seen.first, seen.count)
            .zip(self.titles.split_first());
        let (Some((gains, (base, names))), Some(stated)) = (told, stated) else {
            return format!("{}.", shown(&part, self.runs));
        };
        let others: Vec<_> = names.iter().map(String::as_str).zip(gains).collect();
        stated.caption(&part, base, &others)
    }

    /// The caption of a view; `opening` is the first view.
    #[must_use]
    pub fn told(&self, schedules: &[&Schedule], seen: Seen, opening: Seen) -> String {
        if seen == opening {
            return self.caption.clone();
        }
        let same = Same::of(schedules);
        let part = shown(&from(&same, &self.units(seen.count)), self.runs);
        let gains = same.gains(seen.first, seen.count);
        let told = gains.zip(self.titles.split_first());
        let Some((gains, (base, names))) = told.filter(|_| self.counted.is_none()) else {
            return format!("{part}.");
        };
        match (self.paired, &gains[..]) {
            (true, [gain]) => format!("{part}: {}.", times(*gain)),
            _ => {
                let others = names.iter().zip(gains);
                let others: Vec<_> = others
                    .map(|(name, gain)| format!("{name}: {}", times(gain)))
                    .collect();
                // The wording follows the caption of the first view.
                format!("{part}, compared with {base}. {}.", others.join(". "))
            }
        }
    }

    /// The end of a unit of work, for a legend: "iteration ends", "every 15 MB".
    #[must_use]
    pub fn mark(&self) -> String {
        match self.amount {
            None => format!("{} ends", self.unit.0),
            Some(_) => format!("every {}", self.units(1)),
        }
    }

    /// A number of units in words: "6 iterations", "240 MB".
    pub(super) fn units(&self, units: usize) -> String {
        let (one, many) = &self.unit;
        match self.amount {
            None => count(units, one, many),
            Some(each) => format!("{}\u{a0}{many}", amount(each, units)),
        }
    }
}

/// Whether a lane works over a moment.
fn is_busy(schedule: &Schedule, at: f64) -> bool {
    let slack = 1e-9 * schedule.makespan();
    let over = |span: &Span| {
        let phase = schedule.phases().get(usize::from(span.phase.0));
        let busy = phase.is_some_and(|phase| !phase.role.is_idle());
        busy && span.start < at - slack && span.end > at + slack
    };
    schedule.iter_lanes().any(|lane| {
        let mut rows = schedule.spans_in(lane.id(), at - slack, at + slack);
        rows.any(|row| schedule.span(row).is_some_and(|span| over(&span)))
    })
}

/// The value with which each start begins, counted from 1, if units of equal number use other values.
pub(super) fn moments(same: &Same) -> Vec<usize> {
    let starts = 0..if same.in_step() { 0 } else { same.starts(1) };
    starts
        .filter_map(|start| Some(same.position(start)? + 1))
        .collect()
}
