//! Units of time, and their places in the names of columns.

use serde::{Deserialize, Serialize};

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// 0.000001 ms.
    Nanoseconds,
    /// 0.001 ms.
    Microseconds,
    /// 1 ms.
    #[default]
    Milliseconds,
    /// 1000 ms.
    Seconds,
    /// 60000 ms.
    Minutes,
    /// 3600000 ms.
    Hours,
}

impl Unit {
    /// All units, the shortest first.
    pub const ALL: [Self; 6] = [
        Self::Nanoseconds,
        Self::Microseconds,
        Self::Milliseconds,
        Self::Seconds,
        Self::Minutes,
        Self::Hours,
    ];

    /// A time of this unit in ms.
    pub(super) fn to_ms(self, time: f64) -> f64 {
        match self {
            Self::Nanoseconds => time / 1e6,
            Self::Microseconds => time / 1e3,
            Self::Milliseconds => time,
            Self::Seconds => time * 1e3,
            Self::Minutes => time * 6e4,
            Self::Hours => time * 3.6e6,
        }
    }

    /// The symbol as users write it.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Nanoseconds => "ns",
            Self::Microseconds => "µs",
            Self::Milliseconds => "ms",
            Self::Seconds => "s",
            Self::Minutes => "min",
            Self::Hours => "h",
        }
    }

    /// The unit that a user names.
    pub fn named(word: &str) -> Option<Self> {
        Self::of(word.trim().to_lowercase().as_str())
    }

    /// The unit that a word in lower case stands for, or its abbreviation with a full stop.
    pub(super) fn of(word: &str) -> Option<Self> {
        Some(match word.trim_end_matches('.') {
            "ns" | "nsec" | "nanosecond" | "nanoseconds" | "nanosekunden" => Self::Nanoseconds,
            // The micro sign and the Greek letter.
            "us" | "µs" | "μs" | "usec" | "µsec" | "microsecond" | "microseconds"
            | "mikrosekunden" => Self::Microseconds,
            "ms" | "msec" | "msek" | "millis" | "millisecond" | "milliseconds"
            | "millisekunden" => Self::Milliseconds,
            "s" | "sec" | "secs" | "sek" | "second" | "seconds" | "sekunde" | "sekunden" => {
                Self::Seconds
            }
            "min" | "mins" | "minute" | "minutes" | "minuten" => Self::Minutes,
            "h" | "hr" | "hrs" | "hour" | "hours" | "stunde" | "stunden" => Self::Hours,
            _ => return None,
        })
    }
}

/// A column's name and the unit behind its last underscore, as in `ar01_s`.
pub(super) fn split_suffix(name: &str) -> Option<(&str, Unit)> {
    let (name, unit) = name.rsplit_once('_')?;
    let unit = Unit::of(unit.to_lowercase().as_str())?;
    (!name.is_empty()).then_some((name, unit))
}

/// A column's name and the unit in brackets behind it, as in `ar01 (s)`.
pub(super) fn split_unit(header: &str) -> (&str, Option<Unit>) {
    match split_brackets(header) {
        Some((name, unit)) => match Unit::named(unit) {
            Some(unit) => (name, Some(unit)),
            None => (header, None),
        },
        None => (header, None),
    }
}

/// A column's name and the word in brackets behind it that is no unit.
pub(super) fn unknown_unit(header: &str) -> Option<(&str, &str)> {
    let (name, word) = split_brackets(header)?;
    let words = !word.is_empty()
        && word
            .chars()
            .all(|c| c.is_alphabetic() || ".%/ ".contains(c));
    (words && Unit::named(word).is_none()).then_some((name, word))
}

/// A name and the text in brackets behind it.
fn split_brackets(header: &str) -> Option<(&str, &str)> {
    let split = |open: char, close: char| {
        let (name, inside) = header.strip_suffix(close)?.rsplit_once(open)?;
        Some((name.trim_end(), inside.trim())).filter(|(name, _)| !name.is_empty())
    };
    split('(', ')').or_else(|| split('[', ']'))
}
