//! The claims of a document, their conditions, and their outcomes in a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::word;

/// A theorem of a document beside one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// Its name: "Proposition 1".
    pub title: String,
    /// The general statement.
    pub statement: String,
    /// Its conditions; it applies where all of these hold.
    pub conditions: Vec<Condition>,
    /// The expected event here, where the claim applies and where it does not.
    pub expected: String,
    /// The observed event in the run; empty where no run was made.
    pub observed: String,
    /// Whether the observed event is the expected one; `null` where nothing can be said.
    pub met: Option<bool>,
    /// The place of the claim: document, section, number.
    pub source: String,
}

/// A condition of a claim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Condition {
    /// In words and symbols.
    pub text: String,
    /// Whether it holds here.
    pub holds: bool,
    /// The numbers that decide it, and the number of workers for which it fails, if it fails for several.
    pub detail: String,
}

/// A run's verdict on a claim, in the words of every view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The expected event happened.
    AsForetold,
    /// The expected event did not happen.
    NotAsForetold,
    /// The run was too short to tell.
    NotDecided,
    /// No run was made, or nothing was predicted.
    NothingToCompare,
}

impl Verdict {
    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::AsForetold => word!("As predicted"),
            Self::NotAsForetold => word!("Not as predicted"),
            Self::NotDecided => word!("Not decided"),
            Self::NothingToCompare => word!("Nothing to compare"),
        }
    }
}

impl Claim {
    /// Whether the claim applies here: whether all its conditions hold.
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

    /// Whether it applies here, in words.
    #[must_use]
    pub fn applies(&self) -> &'static str {
        match self.holds() {
            true => word!("Applies here"),
            false => word!("Does not apply here"),
        }
    }

    /// The run's verdict on the claim.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.met {
            Some(true) => Verdict::AsForetold,
            Some(false) => Verdict::NotAsForetold,
            None if !self.observed.is_empty() => Verdict::NotDecided,
            None => Verdict::NothingToCompare,
        }
    }
}

impl Condition {
    /// Whether it holds, in words.
    #[must_use]
    pub fn words(&self) -> &'static str {
        match self.holds {
            true => word!("holds"),
            false => word!("does not hold"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_was_watched_but_says_nothing_is_not_decided() {
        let claim = |observed: &str, met| Claim {
            observed: observed.into(),
            met,
            ..Claim::default()
        };
        assert_eq!(
            claim("a turn takes 6 s", Some(true)).verdict(),
            Verdict::AsForetold
        );
        assert_eq!(
            claim("a turn takes 7 s", Some(false)).verdict(),
            Verdict::NotAsForetold
        );
        assert_eq!(claim("still falling", None).verdict(), Verdict::NotDecided);
        assert_eq!(claim("", None).verdict(), Verdict::NothingToCompare);
    }
}
