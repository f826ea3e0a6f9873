//! The units of work that are seen.

use report::number::fixed;
use report::words::count;
use report::worlds::{Stated, Worlds, amount};
use schedule::Schedule;
use schedule::same_work::Same;

use super::subject::Subject;

/// Of schedules that are compared so many units are seen first.
const COMPARED: usize = 6;

/// The units of work that are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Their start, counted from 0 among the starts that all schedules share.
    pub first: usize,
    /// How many.
    pub count: usize,
}

impl Seen {
    /// What is seen first.
    #[must_use]
    pub fn opening(worlds: &Worlds) -> Self {
        Self {
            first: worlds.first as usize,
            count: worlds.count as usize,
        }
    }

    /// What is seen first of schedules that are compared: units in which they stand to each other as is stated of all runs, else as
    /// in all that they show.
    pub(super) fn compared(schedules: &[&Schedule], stated: Option<&Stated>) -> Self {
        let same = Same::of(schedules);
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

    /// The units that somebody saw, by their number in the run, where `units` units from `number` on have them all.
    #[must_use]
    pub fn part((first, count): (u32, u32), number: usize, units: usize) -> Option<Self> {
        let first = (first as usize).checked_sub(number)?;
        let count = count as usize;
        (count > 0 && first + count <= units).then_some(Self { first, count })
    }

    /// The same by their number in the run, and how many.
    #[must_use]
    pub fn numbers(self, number: usize) -> (u32, u32) {
        ((number + self.first) as u32, self.count as u32)
    }

    /// What the schedules show, as a title: "The same 6 iterations without and with".
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

    /// Which part of the run that is: "iterations 41 to 46 of 1,000", "400 to 640 of 9,000 MB", "from runtime 81 of each node on" where
    /// iterations of equal number meet others; nothing where it is all of it.
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
