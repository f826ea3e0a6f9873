//! What a document claims, whether it applies here, and whether it came.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A theorem of a document beside one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// Its name: "Proposition 1".
    pub title: String,
    /// What it says in general.
    pub statement: String,
    /// What it asks for; it applies where all of these hold.
    pub conditions: Vec<Condition>,
    /// What has to happen here, where it applies and where it does not.
    pub expected: String,
    /// What happened in the run; empty where none was made.
    pub observed: String,
    /// Whether what happened is what had to; `null` where nothing can be said.
    pub met: Option<bool>,
    /// Where it stands: document, section, number.
    pub source: String,
}

/// What a claim asks for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Condition {
    /// In words and symbols.
    pub text: String,
    /// Whether it holds here.
    pub holds: bool,
    /// The numbers that decide it, or for whom it fails.
    pub detail: String,
}

impl Claim {
    /// Whether it applies here: whether all that it asks for holds.
    ///
    /// ```
    /// use report::claim::{Claim, Condition};
    ///
    /// let mut claim = Claim::default();
    /// assert!(claim.holds());
    /// claim.conditions.push(Condition { text: "τ > 2f".into(), holds: false, detail: "6 s, 8 s".into() });
    /// assert!(!claim.holds());
    /// ```
    #[must_use]
    pub fn holds(&self) -> bool {
        self.conditions.iter().all(|condition| condition.holds)
    }
}
