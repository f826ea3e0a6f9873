//! Lengths and differences of schedules in words.

use report::figure::Unit;
use report::number::{fixed, scale, short};
use report::words::{self, list};
use schedule::Schedule;
use schedule::svg::fluid::step;

use super::scene::Scene;
use super::seen::Seen;
use super::subject::Subject;

/// Differences below this share of the shortest schedule have no unit and no decimals of their own.
const LEAST: f64 = 1e-3;
/// Powers of ten, by the number of decimals.
const POWERS: [f64; 5] = [1.0, 10.0, 100.0, 1e3, 1e4];

/// A number rounded to so many decimals, in units of the last decimal.
fn rounded(value: f64, decimals: usize) -> i64 {
    let told = fixed(value.abs(), decimals);
    let digits = told.chars().filter_map(|one| one.to_digit(10));
    let size = digits.fold(0, |sum: i64, digit| {
        sum.saturating_mul(10).saturating_add(digit.into())
    });
    if value < 0.0 { -size } else { size }
}

impl Scene {
    /// A length of time in words.
    #[must_use]
    pub fn words(&self, length: f64) -> String {
        let unit = self.schedules.first().map(Schedule::unit);
        words::length(unit.unwrap_or(schedule::Unit::Milliseconds), length)
    }

    /// The length of a schedule, or a difference of two, in words. All lengths share a unit: that of the largest difference, or
    /// their own if they would be long numbers in it. They have as many decimals as the differences need, so that they add up.
    #[must_use]
    pub fn length(&self, length: f64) -> String {
        /// The number from which on a length is too long to read.
        const LONG: f64 = 1e4;
        let unit = self.schedules.first().map(Schedule::unit);
        let ms = unit.map_or(1.0, |unit| unit.milliseconds());
        let of = match unit {
            Some(schedule::Unit::Units) => Unit::One,
            _ => Unit::Milliseconds,
        };
        let shortest = self.shortest();
        let difference = self.lengths().fold(0.0, f64::max) - shortest;
        let least = match difference {
            0.0 => shortest,
            difference => difference.clamp(LEAST * shortest, shortest),
        };
        let (one, name) = match scale(least * ms, of) {
            (one, _) if shortest * ms / one >= LONG => scale(shortest * ms, of),
            fine => fine,
        };
        let value = length * ms / one;
        let counted = self.counted.is_some() || of == Unit::One;
        let whole = counted && (value - value.round()).abs() < 1e-9 * value.abs();
        let number = match self.decimals(ms / one) {
            _ if whole => fixed(value.round(), 0),
            Some(told) if rounded(value, told) != 0 => fixed(value, told),
            _ => short(value),
        };
        match (of, &self.counted) {
            (Unit::One, Some((one, many))) => {
                let name = if number == "1" { one } else { many };
                format!("{number}\u{a0}{name}")
            }
            (Unit::One, None) => words::units(&number),
            _ => format!("{number}\u{a0}{name}"),
        }
    }

    /// The number of decimals of the differences from the first schedule, and so of all lengths; none if the differences are
    /// too small. A unit of the schedules has `many` units of the words.
    fn decimals(&self, many: f64) -> Option<usize> {
        /// The share of the shortest schedule above which a difference has three digits, and below which it has two.
        const LARGE: f64 = 0.1;
        let mut lengths = self.lengths().map(|length| length * many);
        let (first, others) = (lengths.next()?, lengths.collect::<Vec<_>>());
        let shortest = self.shortest() * many;
        let differences = others.iter().map(|other| (other - first).abs());
        let least = differences
            .filter(|difference| *difference > LEAST * shortest)
            .fold(f64::INFINITY, f64::min);
        if least.is_infinite() {
            return None;
        }
        let last = match least > LARGE * shortest {
            true => least / 100.0,
            false => least / 10.0,
        };
        let wanted = POWERS.iter().position(|power| 1.0 / power <= last);
        let wanted = wanted.unwrap_or(POWERS.len() - 1);
        let adds_up = |decimals: &usize| {
            others.iter().all(|other| {
                let told = rounded(*other, *decimals) - rounded(first, *decimals);
                told == rounded(other - first, *decimals)
            })
        };
        let finer = (wanted..POWERS.len()).take(3);
        Some(finer.into_iter().find(adds_up).unwrap_or(wanted))
    }

    fn shortest(&self) -> f64 {
        self.lengths().fold(f64::INFINITY, f64::min)
    }

    /// All schedules with their lengths, for users who do not see them.
    #[must_use]
    pub fn alternative(&self, subject: &Subject, seen: Seen) -> String {
        let sides = subject.titles.iter().zip(self.lengths());
        let sides: Vec<_> = sides
            .map(|(title, length)| {
                let takes = if self.counted.is_some() {
                    "has"
                } else {
                    "takes"
                };
                format!("“{title}” {takes} {}", self.length(length))
            })
            .collect();
        format!("{}: {}.", seen.title(subject), sides.join(", "))
    }

    /// The SVG element that tells how much earlier or later a world ends, over the rest of the axis, with words if there is
    /// room; none if the rest is too short. The line is as long as the words say: of two ways it reaches the end of the other
    /// one, of an earlier variant the end of the first.
    #[must_use]
    pub fn gap(&self, world: usize) -> Option<String> {
        const LEAST: f64 = 0.03;
        /// The room of a letter and around the words, in pixels.
        const LETTER: f64 = 7.5;
        const AROUND: f64 = 8.0;
        let end = self.schedules.get(world)?.makespan();
        let gap = self.figure.length - end;
        if gap <= LEAST * self.figure.length {
            return None;
        }
        let left = 100.0 * self.share(end);
        let middle = (left + 100.0) / 2.0;
        let [less, more] = match self.counted {
            Some(_) => ["fewer", "more"],
            None => ["earlier", "later"],
        };
        // Variants are compared with the first of them, two ways with each other.
        let (words, to) = match (self.paired, self.both()[0] - end) {
            (true, _) => (format!("{} {less}", self.length(gap)), Some(100.0)),
            (false, _) if world == 0 => return None,
            (false, before) if before.abs() < 1e-9 * self.figure.length => return None,
            (false, before) if before > 0.0 => (
                format!("{} {less}", self.length(before)),
                Some(100.0 * self.share(end + before)),
            ),
            // A line to an earlier end would lie over the bars.
            (false, after) => (format!("{} {more}", self.length(-after)), None),
        };
        let room = words.chars().count() as f64 * LETTER + AROUND;
        let place = match self.paired {
            true => format!("x=\"{middle:.2}%\""),
            false => format!("x=\"{left:.2}%\" dx=\"{AROUND}\" text-anchor=\"start\""),
        };
        let words = step(room, 1.0 - self.share(end)).map_or_else(String::new, |from| {
            format!("<text class=\"at-{from}\" {place} y=\"50%\" dy=\"-6\">{words}</text>")
        });
        let line = to.map_or_else(String::new, |to| {
            format!("<line x1=\"{left:.2}%\" x2=\"{to:.2}%\" y1=\"50%\" y2=\"50%\"/>")
        });
        Some(format!(
            "<svg class=\"gap\" aria-hidden=\"true\">{line}{words}</svg>"
        ))
    }

    /// The gain or loss by the end, or the lead at a moment and the gain by the end: "Gained 20 s",
    /// "Ahead by 25 s · 20 s gained at the end". Of variants, the first to end.
    #[must_use]
    pub fn balance(&self, subject: &Subject, at: Option<f64>) -> String {
        let level = |gain: f64| gain.abs() < 1e-9 * self.figure.length;
        if !subject.paired {
            let sides = subject.titles.iter().zip(self.lengths());
            let shortest = self.shortest();
            let first = sides.filter(|(_, length)| level(length - shortest));
            let first: Vec<_> = first.map(|(title, _)| title.clone()).collect();
            return match first.len() == subject.titles.len() {
                true => format!("All end together: {}", self.length(shortest)),
                false => format!("First: {}, {}", list(&first), self.length(shortest)),
            };
        }
        let [without, with] = self.both();
        if self.counted.is_some() {
            return match with - without {
                more if level(more) => "Equally full".into(),
                more if more > 0.0 => format!("{} more", self.length(more)),
                fewer => format!("{} fewer", self.length(-fewer)),
            };
        }
        let told = |gain: f64, [more, less, none]: [&str; 3]| match gain {
            gain if level(gain) => none.to_owned(),
            gain if gain > 0.0 => format!("{more} {}", self.length(gain)),
            loss => format!("{less} {}", self.length(-loss)),
        };
        let end = without - with;
        let Some(at) = at.filter(|at| *at < with) else {
            return told(end, ["Gained", "Lost", "No time gained"]);
        };
        let so_far = told(self.gained(at), ["Ahead by", "Behind by", "Even so far"]);
        let at_the_end = match end {
            end if level(end) => "no time gained".to_owned(),
            gain if gain > 0.0 => format!("{} gained", self.length(gain)),
            loss => format!("{} lost", self.length(-loss)),
        };
        format!("{so_far} · {at_the_end} at the end")
    }
}
