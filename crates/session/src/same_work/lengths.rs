//! Lengths and differences of schedules in words.

use report::figure::Unit;
use report::number::{fixed, scale, short};
use report::words::{self};
use schedule::Schedule;
use schedule::svg::fluid::step;

use super::scene::Scene;
use super::seen::Seen;
use super::subject::Subject;

impl Scene {
    /// A length of time in words.
    #[must_use]
    pub fn words(&self, length: f64) -> String {
        let unit = self.schedules.first().map(Schedule::unit);
        words::length(unit.unwrap_or(schedule::Unit::Milliseconds), length)
    }

    /// The length of a schedule, or a difference of these, in words: all in one unit, in which the largest difference is told; where
    /// lengths would be long numbers, in their own unit, with the decimals that the difference needs.
    #[must_use]
    pub fn length(&self, length: f64) -> String {
        /// Differences below this share of the shortest schedule have neither.
        const LEAST: f64 = 1e-3;
        /// Nobody reads a length of more.
        const LONG: f64 = 1e4;
        /// What the last digit stands for, by the number of decimals.
        const LAST: [f64; 5] = [1.0, 0.1, 0.01, 1e-3, 1e-4];
        let unit = self.schedules.first().map(Schedule::unit);
        let ms = unit.map_or(1.0, |unit| unit.milliseconds());
        let of = match unit {
            Some(schedule::Unit::Units) => Unit::One,
            _ => Unit::Milliseconds,
        };
        let shortest = self.lengths().fold(f64::INFINITY, f64::min);
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
        let decimals = |finest: f64| LAST.iter().position(|last| *last <= finest);
        let told = decimals(0.1 * difference * ms / one).filter(|told| {
            difference > LEAST * shortest && decimals(0.01 * value).is_some_and(|own| *told > own)
        });
        let whole = self.counted.is_some() && (value - value.round()).abs() < 1e-9 * value.abs();
        let number = match told {
            _ if whole => fixed(value.round(), 0),
            Some(told) => fixed(value, told),
            None => short(value),
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

    /// All with how long they take, for those who do not see them.
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

    /// What is left of the axis after a world's end, as an SVG element over its lanes, with words where there is room; nothing where
    /// that is too little.
    #[must_use]
    pub fn gap(&self, world: usize) -> Option<String> {
        const LEAST: f64 = 0.03;
        /// The room of a letter and of what is around the words, in pixels.
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
        let words = match (self.paired, self.both()[0] - end) {
            (true, _) => format!("{} {less}", self.length(gap)),
            (false, _) if world == 0 => return None,
            (false, before) if before.abs() < 1e-9 * self.figure.length => return None,
            (false, before) if before > 0.0 => format!("{} {less}", self.length(before)),
            (false, after) => format!("{} {more}", self.length(-after)),
        };
        let room = words.chars().count() as f64 * LETTER + AROUND;
        let words = step(room, 1.0 - self.share(end)).map_or_else(String::new, |from| {
            format!(
                "<text class=\"at-{from}\" x=\"{middle:.2}%\" y=\"50%\" dy=\"-6\">{words}</text>"
            )
        });
        Some(format!(
            "<svg class=\"gap\" aria-hidden=\"true\"><line x1=\"{left:.2}%\" x2=\"100%\" y1=\"50%\" y2=\"50%\"/>{words}</svg>"
        ))
    }

    /// What is gained or lost by the end, or who is ahead at a moment and what that comes to: "Gained 20 s",
    /// "Ahead by 25 s · gained 20 s at the end". Of more than two schedules who ends first.
    #[must_use]
    pub fn balance(&self, subject: &Subject, at: Option<f64>) -> String {
        let sides = subject.titles.iter().zip(self.lengths());
        let first = sides.min_by(|a, b| a.1.total_cmp(&b.1));
        if let (false, Some((title, length))) = (subject.paired, first) {
            return format!("First: {title}, {}", self.length(length));
        }
        let [without, with] = self.both();
        if self.counted.is_some() {
            return match with - without {
                level if level.abs() < 1e-9 * self.figure.length => "Equally full".into(),
                more if more > 0.0 => format!("{} more", self.length(more)),
                fewer => format!("{} fewer", self.length(-fewer)),
            };
        }
        let told = |gain: f64, [more, less, none]: [&str; 3]| match gain {
            gain if gain.abs() < 1e-9 * self.figure.length => none.to_owned(),
            gain if gain > 0.0 => format!("{more} {}", self.length(gain)),
            loss => format!("{less} {}", self.length(-loss)),
        };
        let end = without - with;
        match at.filter(|at| *at < with) {
            None => told(end, ["Gained", "Lost", "No time gained"]),
            Some(at) => format!(
                "{} · {} at the end",
                told(self.gained(at), ["Ahead by", "Behind by", "Level"]),
                told(end, ["gained", "lost", "level"])
            ),
        }
    }
}
