//! The values that an argument of an event takes, also as text.

/// The values that an argument takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    /// A number.
    Number {
        /// The least that is allowed.
        minimum: f64,
        /// The most that is allowed.
        maximum: f64,
    },
    /// A whole number.
    Whole {
        /// The least that is allowed.
        minimum: u64,
        /// The most that is allowed.
        maximum: u64,
    },
    /// Whole numbers and ranges of them, such as `4-7,9`.
    Ranges {
        /// The least that each may be.
        minimum: u64,
        /// The most that each may be.
        maximum: u64,
    },
}

/// The value of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A whole number.
    Whole(u64),
    /// Ranges of whole numbers, both ends included, ascending, none touching the next.
    Ranges(Vec<(u64, u64)>),
}

impl Takes {
    /// The same in words, after "must be".
    #[must_use]
    pub fn allowed(self) -> String {
        match self {
            Self::Number { minimum, maximum } => {
                format!("a number from {} to {}", number(minimum), number(maximum))
            }
            Self::Whole { minimum, maximum } => {
                format!("a whole number from {minimum} to {maximum}")
            }
            Self::Ranges { minimum, maximum } => {
                format!("whole numbers from {minimum} to {maximum}, such as 4-7,9")
            }
        }
    }

    /// The value that a word stands for, if it is one that the argument takes.
    #[must_use]
    pub fn read(self, word: &str) -> Option<Value> {
        match self {
            Self::Number { minimum, maximum } => {
                let number: f64 = word.parse().ok()?;
                let within = (minimum..=maximum).contains(&number);
                // Without the sign of zero, which no one sees.
                within.then_some(Value::Number(number + 0.0))
            }
            Self::Whole { minimum, maximum } => {
                let whole: u64 = word.parse().ok()?;
                let within = (minimum..=maximum).contains(&whole);
                within.then_some(Value::Whole(whole))
            }
            Self::Ranges { minimum, maximum } => {
                let range = |part: &str| -> Option<(u64, u64)> {
                    let (first, last) = part.split_once('-').unwrap_or((part, part));
                    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
                    let within = minimum <= first && first <= last && last <= maximum;
                    within.then_some((first, last))
                };
                let ranges = word.split(',').map(range);
                ranges
                    .collect::<Option<Vec<_>>>()
                    .map(|ranges| Value::Ranges(merged(ranges)))
            }
        }
    }
}

impl Value {
    /// The value as a word.
    #[must_use]
    pub fn write(&self) -> String {
        match self {
            Self::Number(value) => number(*value),
            Self::Whole(whole) => whole.to_string(),
            Self::Ranges(ranges) => joined(ranges, "-", ","),
        }
    }

    /// The value for people.
    #[must_use]
    pub fn said(&self) -> String {
        match self {
            Self::Ranges(ranges) => joined(ranges, "–", ", "),
            other => other.write(),
        }
    }
}

/// A number in as few digits as it needs, with an exponent only where it would be long.
pub(super) fn number(value: f64) -> String {
    let plain = value.to_string();
    match plain.len() {
        0..=12 => plain,
        _ => {
            let exponent = format!("{value:e}");
            if exponent.len() < plain.len() {
                exponent
            } else {
                plain
            }
        }
    }
}

/// Ranges in order; ranges that overlap or touch become one.
fn merged(mut ranges: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    ranges.sort_unstable();
    let mut out: Vec<(u64, u64)> = Vec::new();
    for (first, last) in ranges {
        match out.last_mut() {
            Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
            _ => out.push((first, last)),
        }
    }
    out
}

fn joined(ranges: &[(u64, u64)], to: &str, and: &str) -> String {
    let parts: Vec<_> = ranges
        .iter()
        .map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}{to}{last}"),
        })
        .collect();
    parts.join(and)
}
