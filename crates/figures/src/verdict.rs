//! How a computed number or claim compares with print.

use report::figure::Interval;
use serde::{Deserialize, Serialize};

use crate::printed::Printed;

/// How an entry, or a value of it, compares with print. The order is from agreement to difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The claim holds in the computed numbers.
    ClaimHolds,
    /// The computed number has the printed digits.
    SameDigits,
    /// The two are no further apart than the picture could be read, or the number was rounded.
    WithinReading,
    /// The printed number lies in the 95 % interval of ours.
    WithinInterval,
    /// None of these.
    Differs,
    /// The document does not say enough, or the data are not public.
    NotComputable,
}

impl Verdict {
    /// All verdicts, in the order in which they are listed.
    pub const ALL: [Self; 6] = [
        Self::SameDigits,
        Self::ClaimHolds,
        Self::WithinReading,
        Self::WithinInterval,
        Self::Differs,
        Self::NotComputable,
    ];

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::SameDigits => "Same digits",
            Self::ClaimHolds => "Claim holds",
            Self::WithinReading => "Within the reading error",
            Self::WithinInterval => "Within the interval",
            Self::Differs => "Differs",
            Self::NotComputable => "Not computable",
        }
    }

    /// Its key in files, flags and addresses.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::SameDigits => "same-digits",
            Self::ClaimHolds => "claim-holds",
            Self::WithinReading => "within-reading",
            Self::WithinInterval => "within-interval",
            Self::Differs => "differs",
            Self::NotComputable => "not-computable",
        }
    }

    /// The verdict on several values: the one that agrees least.
    #[must_use]
    pub fn of_several(verdicts: impl IntoIterator<Item = Self>) -> Self {
        verdicts.into_iter().max().unwrap_or(Self::NotComputable)
    }
}

/// How a computed number compares with a printed one that was read with this error.
///
/// ```
/// use figures::printed::Printed;
/// use figures::verdict::{Verdict, number};
///
/// let printed = Printed::read("1.8").unwrap();
/// assert_eq!(number(&printed, 0.1, 1.93, None), Verdict::WithinReading);
/// ```
#[must_use]
pub fn number(
    printed: &Printed,
    reading: f64,
    computed: f64,
    interval: Option<&Interval>,
) -> Verdict {
    // Beyond the reading error, a digit may have been rounded.
    let half = printed.half_unit();
    let within = |interval: &Interval| {
        interval.low - half <= printed.value && printed.value <= interval.high + half
    };
    if printed.is_written_as(computed) {
        Verdict::SameDigits
    } else if reading > 0.0 && (computed - printed.value).abs() <= reading + half {
        Verdict::WithinReading
    } else if interval.is_some_and(within) {
        Verdict::WithinInterval
    } else {
        Verdict::Differs
    }
}

/// How a claim compares with what was computed.
#[must_use]
pub const fn claim(holds: bool) -> Verdict {
    if holds {
        Verdict::ClaimHolds
    } else {
        Verdict::Differs
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    #[test]
    fn a_number_has_the_verdict_that_its_distance_earns() {
        use Verdict::{Differs, SameDigits, WithinInterval, WithinReading};
        for (printed, reading, computed, half, verdict) in [
            ("1.80", 0.0, 1.804, None, SameDigits),
            ("1.80", 0.0, 1.806, None, Differs),
            ("1.80", 0.05, 1.854, None, WithinReading),
            ("1.80", 0.05, 1.856, None, Differs),
            ("1.80", 0.05, 1.90, Some(0.1), WithinInterval),
            ("1.80", 0.05, 1.90, Some(0.09), Differs),
            ("1.80", 0.0, 1.90, Some(0.0), Differs),
            ("6/5", 0.0, 1.2, None, SameDigits),
            ("6/5", 0.0, 1.2001, None, Differs),
            ("38", 2.0, 40.4, None, WithinReading),
            ("0.0", 0.0, f64::NAN, None, Differs),
            ("0.0", 0.0, f64::INFINITY, None, Differs),
        ] {
            let printed = Printed::read(printed).unwrap();
            let interval = half.and_then(|half| Interval::around(computed, half));
            let found = number(&printed, reading, computed, interval.as_ref());
            assert_eq!(found, verdict, "{printed:?} {computed}");
        }
    }

    #[test]
    fn several_values_agree_as_little_as_the_worst_of_them() {
        use Verdict::{ClaimHolds, Differs, NotComputable, SameDigits, WithinReading};
        assert_eq!(Verdict::of_several([]), NotComputable);
        assert_eq!(
            Verdict::of_several([SameDigits, WithinReading]),
            WithinReading
        );
        assert_eq!(
            Verdict::of_several([ClaimHolds, Differs, SameDigits]),
            Differs
        );
        assert_eq!([claim(true), claim(false)], [ClaimHolds, Differs]);
    }

    #[test]
    fn a_verdict_is_written_by_its_key() {
        for verdict in Verdict::ALL {
            let written = serde_json::to_value(verdict).unwrap();
            assert_eq!(written, verdict.key());
        }
    }
}
