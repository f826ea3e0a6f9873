//! How a computed number or claim compares with print.

use report::Agreement;
use serde::{Deserialize, Serialize};

/// How an entry, or a value of it, compares with print. The order is from agreement to difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The claim holds in the computed numbers.
    ClaimHolds,
    /// The computed number has the printed digits.
    SameDigits,
    /// The two are no further apart than the picture could be read, with the rounding of the printed number.
    WithinReading,
    /// The printed number lies in the 95 % interval of ours, or the runs leave a claim open.
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

impl From<Agreement> for Verdict {
    fn from(agreement: Agreement) -> Self {
        match agreement {
            Agreement::SameDigits => Self::SameDigits,
            Agreement::WithinReading => Self::WithinReading,
            Agreement::WithinInterval => Self::WithinInterval,
            Agreement::SameOrder | Agreement::Differs => Self::Differs,
        }
    }
}

/// The verdict on a claim: whether it holds in the computed numbers, and whether that is clear.
#[must_use]
pub const fn claim(holds: bool, clear: bool) -> Verdict {
    match (holds, clear) {
        (_, false) => Verdict::WithinInterval,
        (true, true) => Verdict::ClaimHolds,
        (false, true) => Verdict::Differs,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

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
        assert_eq!(
            [claim(true, true), claim(false, true)],
            [ClaimHolds, Differs]
        );
        let open = [claim(true, false), claim(false, false)];
        assert_eq!(open, [Verdict::WithinInterval; 2]);
    }

    #[test]
    fn a_verdict_is_written_by_its_key() {
        for verdict in Verdict::ALL {
            let written = serde_json::to_value(verdict).unwrap();
            assert_eq!(written, verdict.key());
        }
    }
}
