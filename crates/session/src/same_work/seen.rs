//! The units of work in view.

use report::number::fixed;
use report::words::count;
use report::worlds::{Stated, Worlds, amount};
use schedule::Schedule;
use schedule::same_work::Same;

use super::subject::Subject;

/// The number of units in the first view of compared schedules.
const COMPARED: usize = 6;

/// The units of work in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Their start, counted from 0 among the starts that all schedules share.
    pub first: usize,
    /// Their number.
    pub count: usize,
}

impl Seen {
    /// The first view.
    #[must_use]
    pub fn opening(worlds: &Worlds) -> Self {
        Self {
            first: worlds.first as usize,
            count: worlds.count as usize,
        }
    }

    /// The first view of compared schedules: units that compare as the statement on all runs does, else as the whole schedules
    /// do.
    pub(super) fn compared(schedules: &[&Schedule], stated: Option<&Stated>) -> Self {
        let same = Same::with_phases(schedules);
        let count = same.most().min(COMPARED);
        let gains = stated.and_then(Stated::gains);
        let first = match gains.as_deref() {
            // As in two worlds.
            Some([gain]) => same.telling(count, *gain),
            Some(gains) => same.nearest(count, gains),
            None => same.typical(count),
        };
        Self {
            first: first.unwrap_or_default(),
            count,
        }
    }

    /// The units that somebody saw, by their number in the run; none if the `units` units from `number` on lack some of them.
    #[must_use]
    pub fn part((first, count): (u32, u32), number: usize, units: usize) -> Option<Self> {
        let first = (first as usize).checked_sub(number)?;
        let count = count as usize;
        (count > 0 && first + count <= units).then_some(Self { first, count })
    }

    /// The first unit, by its number in the run, and the number of units.
    #[must_use]
    pub fn numbers(self, number: usize) -> (u32, u32) {
        ((number + self.first) as u32, self.count as u32)
    }

    /// The title of the view: "The same 6 iterations without and with".
    #[must_use]
    pub fn title(self, subject: &Subject) -> String {
        if let Some(title) = subject.title.clone().filter(|_| self.count == subject.of) {
            return title;
        }
        let how = match (subject.paired, subject.titles.len()) {
            (true, _) => "without and with".to_owned(),
            (false, sides) => format!("in {}", count(sides, "schedule", "schedules")),
        };
        match (self.count, subject.of, subject.amount) {
            _ if !subject.moments.is_empty() => {
                format!("{} from the same moment {how}", subject.units(self.count))
            }
            // There is nothing to count.
            (1, _, None) => format!("The same {} {how}", subject.unit.0),
            _ => format!("The same {} {how}", subject.units(self.count)),
        }
    }

    /// The part of the run in view: "iterations 41 to 46 of 1,000", "400 to 640 of 9,000 MB", "from runtime 81 of each node on"
    /// if iterations of equal number use other values; empty if it is the whole run.
    #[must_use]
    pub fn range(self, subject: &Subject) -> String {
        if let Some(moment) = subject.moments.get(self.first) {
            return format!("from runtime {} of each node on", fixed(*moment as f64, 0));
        }
        if self.count == subject.of {
            return String::new();
        }
        let before = subject.number + self.first - 1;
        let [first, last, all] =
            [before + 1, before + self.count, subject.of].map(|number| fixed(number as f64, 0));
        let (one, many) = &subject.unit;
        if let Some(each) = subject.amount {
            let units = [before, before + self.count, subject.of];
            let [from, to, all] = units.map(|units| match units {
                0 => "0".to_owned(),
                units => amount(each, units),
            });
            return format!("{from} to {to} of {all}\u{a0}{many}");
        }
        match self.count {
            1 => format!("{one} {first} of {all}"),
            _ => format!("{many} {first} to {last} of {all}"),
        }
    }
}
