//! The kept results, so that views show them without a run.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::document::{self, Document, Entry};
use crate::verdict::Verdict;

/// What was computed, by document and label.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Kept {
    /// By the document's key, then by the entry's label.
    pub documents: BTreeMap<String, BTreeMap<String, Computed>>,
}

/// What an entry came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Computed {
    /// How it compares with print.
    pub verdict: Verdict,
    /// Its printed numbers, its claims and its printed lists, in this order.
    pub outcomes: Vec<Outcome>,
    /// Why the two differ, where they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What a printed number, claim or list came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What it is, or what is claimed.
    pub what: String,
    /// As it is printed; a claim prints no number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// The computed number with its interval, or the numbers that decide the claim.
    pub computed: String,
    /// How it compares with print.
    pub verdict: Verdict,
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
    /// As it is kept in a file.
    ///
    /// # Errors
    /// Those of the writer.
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
    /// What it came to.
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
