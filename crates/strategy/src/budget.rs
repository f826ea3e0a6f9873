//! The operations that a strategy may use in a whole run.

use serde::{Deserialize, Serialize};

/// The operations that a strategy may use from one beginning to the next. The language defines an operation; time never counts, so that a
/// run ends at the same place everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Allowed beside `each` for all answers: some long answers are no fault.
    pub once: u64,
    /// Allowed for each answer.
    pub each: u64,
}

impl Budget {
    /// The operations for each handed item, beside those for each answer.
    const ITEM: u64 = 100;

    /// The budget of a strategy that gets so many items, such as nodes, and may look at each.
    #[must_use]
    pub fn of_items(items: u64) -> Self {
        let Self { once, each } = Self::default();
        Self {
            once,
            each: each.saturating_add(items.saturating_mul(Self::ITEM)),
        }
    }

    /// The operations that so many answers may take together.
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
