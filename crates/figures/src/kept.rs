//! The kept results, so that views show them without a run.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use report::Agreement;
use report::number::fixed;
use report::words::{capital, percent};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::curve::Curve;
use crate::document::{self, Document, Entry};
use crate::printed::Printed;
use crate::verdict::Verdict;

/// The computed results, by document and label.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Kept {
    /// By the document's key, then by the entry's label.
    pub documents: BTreeMap<String, BTreeMap<String, Computed>>,
}

/// The result of an entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Computed {
    /// How it compares with print.
    pub verdict: Verdict,
    /// Its printed numbers, its claims and its printed lists, in this order.
    pub outcomes: Vec<Outcome>,
    /// Why the two differ, where they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Its printed numbers over the computed lines, where several lie over one abscissa.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
}

/// The result of a printed number, claim or list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The name of the number or list, or the claim.
    pub what: String,
    /// The printed text; a claim prints no number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// The computed number with its interval, or the numbers that decide the claim.
    pub computed: String,
    /// The computed number in full, in the printed unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<f64>,
    /// How the number agrees with the printed one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Agreement>,
    /// How it compares with print.
    pub verdict: Verdict,
}

/// How far a computed number is from the printed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// Computed less printed, with the digits of the computed number.
    pub difference: String,
    /// The same in per cent of the printed number; a printed 0 has none.
    pub relative: String,
}

impl Outcome {
    /// The result for two texts, such as lists of numbers, which are the same or not.
    pub(crate) fn of_texts(what: String, printed: String, computed: String, same: bool) -> Self {
        let verdict = match same {
            true => Verdict::SameDigits,
            false => Verdict::Differs,
        };
        Self {
            what,
            printed: Some(printed),
            computed,
            number: None,
            agreement: None,
            verdict,
        }
    }

    /// How it compares with print, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let agreement = self.agreement.map(Agreement::words);
        agreement.map_or_else(|| self.verdict.words().to_owned(), capital)
    }

    /// How far the computed number is from the printed one; a claim or a list has no such distance.
    #[must_use]
    pub fn deviation(&self) -> Option<Deviation> {
        let printed = Printed::read(self.printed.as_ref()?)?.value;
        let difference = self.number? - printed;
        let number = self.computed.split(' ').next().unwrap_or_default();
        let digits = number.split_once('.').map_or(0, |(_, after)| after.len());
        let share = difference / printed.abs();
        Some(Deviation {
            difference: signed(difference, &fixed(difference, digits)),
            relative: match share.is_finite() {
                true => signed(share, &percent(share, 1)),
                false => "–".into(),
            },
        })
    }
}

/// A number with a plus where it is above 0.
fn signed(value: f64, text: &str) -> String {
    let rounded = !text.contains(|digit| ('1'..='9').contains(&digit));
    match value > 0.0 && !rounded {
        true => format!("+{text}"),
        false => text.to_owned(),
    }
}

impl Computed {
    /// How many of its numbers and claims differ from print.
    #[must_use]
    pub fn differing(&self) -> usize {
        let differ = |outcome: &&Outcome| outcome.verdict == Verdict::Differs;
        self.outcomes.iter().filter(differ).count()
    }
}

impl Kept {
    /// The text of the kept file.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// An entry with its document and its result.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The document.
    pub document: &'static Document,
    /// The entry.
    pub entry: &'static Entry,
    /// Its result.
    pub computed: &'static Computed,
}

/// All entries with their kept results, in the documents' order. An entry without one is left out, which a test rules out.
///
/// # Errors
/// Where a file does not have its form.
pub fn all() -> Result<Vec<Shown>, Error> {
    static KEPT: LazyLock<Result<Kept, String>> = LazyLock::new(|| {
        serde_json::from_str(include_str!("../computed.json")).map_err(|error| error.to_string())
    });
    let kept = KEPT.as_ref().map_err(|reason| Error::File {
        name: "computed.json".into(),
        reason: reason.clone(),
    })?;
    let entries = document::all()?.iter().flat_map(|document| {
        let own = kept.documents.get(&document.key);
        document.entries.iter().filter_map(move |entry| {
            Some(Shown {
                document,
                entry,
                computed: own?.get(&entry.label)?,
            })
        })
    });
    Ok(entries.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deviation_has_the_digits_of_the_computed_number_and_a_sign() {
        let deviation = |printed: &str, computed: &str, number| {
            let outcome = Outcome {
                what: String::new(),
                printed: Some(printed.into()),
                computed: computed.into(),
                number: Some(number),
                agreement: None,
                verdict: Verdict::Differs,
            };
            outcome
                .deviation()
                .map(|found| (found.difference, found.relative))
        };
        for (printed, computed, number, difference, relative) in [
            ("1.80", "1.931 ± 0.040", 1.9312, "+0.131", "+7.3\u{a0}%"),
            ("1.80", "1.600", 1.6, "−0.200", "−11.1\u{a0}%"),
            ("6/5", "1.2000", 1.2, "0.0000", "0.0\u{a0}%"),
            ("0.0", "0.00002", 0.000_02, "+0.00002", "–"),
            ("10", "11", 11.0, "+1", "+10.0\u{a0}%"),
        ] {
            let expected = Some((difference.to_owned(), relative.to_owned()));
            assert_eq!(deviation(printed, computed, number), expected, "{printed}");
        }
        assert_eq!(deviation("1, 2, 3", "1, 2, 3", 0.0), None);
    }
}
