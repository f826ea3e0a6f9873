//! The winner among the ways that a report compares, so that a page can tell where it changes along a scale.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::evidence::{Evidence, Verdict};

/// The way that is ahead, as far as the evidence goes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Winner {
    /// The name of the way, the same for all numbers of the scenario; nothing where the evidence tells no order.
    pub ahead: Option<String>,
    /// Whether a single run tells it: sentences say so.
    #[serde(default)]
    pub only_run: bool,
}

impl Winner {
    /// The winner of a baseline and a subject, by the paired evidence of both.
    ///
    /// ```
    /// use report::Winner;
    /// use report::evidence::Evidence;
    ///
    /// let evidence = Evidence::of(&[10.0, 12.0, 11.0], &[5.0, 6.1, 5.4]).unwrap();
    /// let winner = Winner::of(&evidence, ["Equal shares", "Two copies"]);
    /// assert_eq!((winner.ahead.as_deref(), winner.only_run), (Some("Two copies"), false));
    /// ```
    #[must_use]
    pub fn of(evidence: &Evidence, names: [&str; 2]) -> Self {
        let only = evidence.in_the_only_run();
        Self {
            only_run: only.is_some(),
            ..Self::by(only.unwrap_or(evidence.verdict()), names)
        }
    }

    /// The winner by a verdict: "faster" where the subject is ahead.
    #[must_use]
    pub fn by(verdict: Verdict, [baseline, subject]: [&str; 2]) -> Self {
        let ahead = match verdict {
            Verdict::Faster => Some(subject),
            Verdict::Slower => Some(baseline),
            Verdict::Equal | Verdict::Unclear => None,
        };
        Self {
            ahead: ahead.map(str::to_owned),
            only_run: false,
        }
    }

    /// The winner by costs that are known exactly: the smaller one is ahead.
    ///
    /// ```
    /// use report::Winner;
    ///
    /// let of = |costs| Winner::exact(costs, ["one", "other"]).ahead;
    /// assert_eq!(of([2, 3]).as_deref(), Some("one"));
    /// assert_eq!(of([3, 3]), None);
    /// ```
    #[must_use]
    pub fn exact<T: PartialOrd>([baseline, subject]: [T; 2], names: [&str; 2]) -> Self {
        let verdict = match baseline.partial_cmp(&subject) {
            Some(core::cmp::Ordering::Greater) => Verdict::Faster,
            Some(core::cmp::Ordering::Less) => Verdict::Slower,
            _ => Verdict::Equal,
        };
        Self::by(verdict, names)
    }

    /// The winner of several ways, by the ways that nothing tells from the best one ([`leaders`](crate::evidence::leaders)), in
    /// so many runs.
    ///
    /// ```
    /// use report::Winner;
    ///
    /// assert_eq!(Winner::among(&["BS"], 5).ahead.as_deref(), Some("BS"));
    /// assert_eq!(Winner::among(&["BS", "AS4DR"], 5).ahead, None);
    /// ```
    #[must_use]
    pub fn among(leaders: &[&str], runs: usize) -> Self {
        let ahead = match leaders {
            [first] => Some((*first).to_owned()),
            _ => None,
        };
        Self {
            ahead,
            only_run: runs == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn nothing_is_ahead_but_by_an_interval_or_in_the_only_run(
            pairs in prop::collection::vec((0.5..1.5, 0.5..1.5), 1..20)
        ) {
            let (one, other): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            let evidence = Evidence::of(&one, &other).unwrap();
            let winner = Winner::of(&evidence, ["one", "other"]);
            prop_assert_eq!(winner.only_run, one.len() == 1);
            let expected = match evidence.interval {
                None if one[0] < other[0] => Some("one"),
                None if other[0] < one[0] => Some("other"),
                Some(interval) if interval.low > 1.0 => Some("other"),
                Some(interval) if interval.high < 1.0 => Some("one"),
                _ => None,
            };
            // The geometric mean may leave an order open that the mean alone would claim.
            prop_assert!(winner.ahead.is_none() || winner.ahead.as_deref() == expected);
            // In reverse order the mean of ratios is another number, which may leave the order open, but not turn it.
            let back = Winner::of(&Evidence::of(&other, &one).unwrap(), ["other", "one"]);
            prop_assert!(winner.ahead.is_none() || back.ahead.is_none() || winner == back);
        }
    }
}
