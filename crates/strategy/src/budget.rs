//! How much a strategy may do in a whole run.

use serde::{Deserialize, Serialize};

/// How much a strategy may do from one beginning to the next, in operations. What counts as one is the language's; time never counts, so
/// that a run ends at the same place everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Beside what its answers may take on average: some long answers are no fault.
    pub once: u64,
    /// For each answer.
    pub each: u64,
}

impl Budget {
    /// What it may do with each item, where it is handed many, beside what it may do for each answer.
    const ITEM: u64 = 100;

    /// That of a strategy that is handed so many items, such as nodes, which it may look at one by one.
    #[must_use]
    pub fn of_items(items: u64) -> Self {
        let Self { once, each } = Self::default();
        Self {
            once,
            each: each.saturating_add(items.saturating_mul(Self::ITEM)),
        }
    }

    /// How many operations so many answers may take together.
    #[must_use]
    pub fn until(&self, answers: u64) -> u64 {
        self.once.saturating_add(self.each.saturating_mul(answers))
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            once: 100_000,
            each: 2_000,
        }
    }
}
