//! How a computed number agrees with a printed one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::{say, word};

use crate::figure::Interval;
use crate::printed::Printed;
use crate::words::list;

/// The largest factor between two numbers of the same order.
const FACTOR: f64 = 2.0;

/// How a computed number agrees with a printed one, from agreement to difference.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// The computed number has the printed digits.
    SameDigits,
    /// The two are no further apart than the picture could be read, with the rounding of the printed number.
    WithinReading,
    /// The printed number lies in the 95 % interval of the computed one.
    WithinInterval,
    /// Neither is more than twice the other.
    SameOrder,
    /// None of these.
    Differs,
}

impl Agreement {
    /// From agreement to difference.
    pub const ALL: [Self; 5] = [
        Self::SameDigits,
        Self::WithinReading,
        Self::WithinInterval,
        Self::SameOrder,
        Self::Differs,
    ];

    /// How a computed number agrees with a printed one that was read with this error.
    ///
    /// ```
    /// use report::agreement::Agreement;
    /// use report::printed::Printed;
    ///
    /// let printed = Printed::read("1.8").unwrap();
    /// let of = |computed| Agreement::of(&printed, 0.1, computed, None);
    /// assert_eq!(of(1.84), Agreement::SameDigits);
    /// assert_eq!(of(1.93), Agreement::WithinReading);
    /// assert_eq!(of(3.5), Agreement::SameOrder);
    /// assert_eq!(of(-1.8), Agreement::Differs);
    /// ```
    #[must_use]
    pub fn of(printed: &Printed, reading: f64, computed: f64, interval: Option<&Interval>) -> Self {
        // Beyond the reading error, a digit may have been rounded.
        let half = printed.half_unit();
        let within = |interval: &Interval| {
            interval.low - half <= printed.value && printed.value <= interval.high + half
        };
        if printed.is_written_as(computed) {
            Self::SameDigits
        } else if reading > 0.0 && (computed - printed.value).abs() <= reading + half {
            Self::WithinReading
        } else if interval.is_some_and(within) {
            Self::WithinInterval
        } else if (1.0 / FACTOR..=FACTOR).contains(&(computed / printed.value)) {
            Self::SameOrder
        } else {
            Self::Differs
        }
    }

    /// In words, for a legend or a cell.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::SameDigits => word!("same digits"),
            Self::WithinReading => word!("within the reading error"),
            Self::WithinInterval => word!("within the interval"),
            Self::SameOrder => word!("same order (within a factor of 2)"),
            Self::Differs => word!("differs"),
        }
    }

    /// Its key in files and style sheets.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::SameDigits => "same-digits",
            Self::WithinReading => "within-reading",
            Self::WithinInterval => "within-interval",
            Self::SameOrder => "same-order",
            Self::Differs => "differs",
        }
    }

    /// The words for one printed number, or for several.
    fn predicate(self, one: bool) -> &'static str {
        match (self, one) {
            (Self::SameDigits, true) => word!("has the computed digits"),
            (Self::SameDigits, false) => word!("have the computed digits"),
            (Self::WithinReading, true) => word!("is within the reading error"),
            (Self::WithinReading, false) => word!("are within the reading error"),
            (Self::WithinInterval, true) => word!("lies within the computed interval"),
            (Self::WithinInterval, false) => word!("lie within the computed interval"),
            (Self::SameOrder, true) => word!("is of the same order (within a factor of 2)"),
            (Self::SameOrder, false) => word!("are of the same order (within a factor of 2)"),
            (Self::Differs, true) => word!("differs by more than a factor of 2"),
            (Self::Differs, false) => word!("differ by more than a factor of 2"),
        }
    }
}

/// How many of some printed numbers agree how far, in a sentence; empty without any.
///
/// ```
/// use report::agreement::{Agreement::{Differs, SameDigits}, sentence};
///
/// assert_eq!(
///     sentence([SameDigits, Differs, SameDigits]),
///     "Of 3 printed numbers, 2 have the computed digits and 1 differs by more than a factor of 2."
/// );
/// assert_eq!(sentence([Differs; 2]), "Both printed numbers differ by more than a factor of 2.");
/// assert_eq!(sentence([SameDigits; 2]), "Both printed numbers have the computed digits.");
/// assert_eq!(sentence([SameDigits]), "The printed number has the computed digits.");
/// ```
#[must_use]
pub fn sentence(all: impl IntoIterator<Item = Agreement>) -> String {
    let all: Vec<Agreement> = all.into_iter().collect();
    let count = |one: Agreement| all.iter().filter(|other| **other == one).count();
    let there = Agreement::ALL.map(|one| (one, count(one)));
    let there = there.iter().filter(|(_, count)| *count > 0);
    let parts: Vec<String> = there
        .map(|(one, count)| format!("{count} {}", one.predicate(*count == 1)))
        .collect();
    match (all.as_slice(), parts.len()) {
        ([], _) => String::new(),
        ([one], _) => say!("The printed number {}.", one.predicate(true)),
        ([one, _], 1) => say!("Both printed numbers {}.", one.predicate(false)),
        ([one, ..], 1) => say!(
            "All {} printed numbers {}.",
            all.len(),
            one.predicate(false)
        ),
        _ => say!("Of {} printed numbers, {}.", all.len(), list(&parts)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    #[test]
    fn a_number_agrees_as_far_as_its_distance_allows() {
        use Agreement::{Differs, SameDigits, SameOrder, WithinInterval, WithinReading};
        for (printed, reading, computed, half, expected) in [
            ("1.80", 0.0, 1.804, None, SameDigits),
            ("1.80", 0.0, 1.806, None, SameOrder),
            ("1.80", 0.05, 1.854, None, WithinReading),
            ("1.80", 0.05, 1.856, None, SameOrder),
            ("1.80", 0.05, 1.90, Some(0.1), WithinInterval),
            ("1.80", 0.05, 1.90, Some(0.09), SameOrder),
            ("1.80", 0.0, 3.60, None, SameOrder),
            ("1.80", 0.0, 3.61, None, Differs),
            ("1.80", 0.0, 0.89, None, Differs),
            ("−0.70", 0.0, -0.4, None, SameOrder),
            ("−0.70", 0.0, 0.7, None, Differs),
            ("6/5", 0.0, 1.2, None, SameDigits),
            ("38", 2.0, 40.4, None, WithinReading),
            ("0.0", 0.0, 0.1, None, Differs),
            ("0.0", 0.0, f64::NAN, None, Differs),
            ("0.0", 0.0, f64::INFINITY, None, Differs),
        ] {
            let printed = Printed::read(printed).unwrap();
            let interval = half.and_then(|half| Interval::around(computed, half));
            let found = Agreement::of(&printed, reading, computed, interval.as_ref());
            assert_eq!(found, expected, "{printed:?} {computed}");
        }
    }

    #[test]
    fn an_agreement_is_written_by_its_key() {
        for one in Agreement::ALL {
            assert_eq!(serde_json::to_value(one).unwrap(), one.key());
        }
        assert!(Agreement::ALL.is_sorted());
    }
}
