//! The origin of each drawn number (a run, a series, a seed), and the words for a single number.

use report::Pairing;
use serde::{Deserialize, Serialize};

/// The origin of each drawn number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Draws {
    /// A run.
    #[default]
    Runs,
    /// Other things: series.
    Of {
        /// The word for one of them.
        one: String,
        /// The word for many of them.
        many: String,
    },
    /// A seed gives one number, and there are no runs to ask for.
    Seed,
}

impl Draws {
    /// The singular and the plural.
    pub(crate) fn names(&self) -> [&str; 2] {
        match self {
            Self::Runs => ["run", "runs"],
            Self::Of { one, many } => [one, many],
            Self::Seed => ["seed", "seeds"],
        }
    }

    /// The words after a statement about a single number.
    pub(crate) fn only(&self) -> String {
        match self {
            Self::Seed => " with this seed".into(),
            Self::Runs => " in the only run".into(),
            // There are others, which a scenario leaves out.
            Self::Of { one, .. } => format!(" in one {one}"),
        }
    }

    /// The words after a statement about two numbers of different things.
    pub(crate) fn each(&self) -> String {
        format!(", one {} each", self.names()[0])
    }

    /// The beginning of a sentence on pairs of numbers.
    pub(crate) fn in_common(&self, pairing: Pairing) -> String {
        match self {
            Self::Of { many, .. } if pairing == Pairing::Named => {
                format!("On {many} of the same names")
            }
            Self::Of { many, .. } => format!("On the same {many}"),
            Self::Runs | Self::Seed => "With the same random draws".into(),
        }
    }

    /// The randomness or the things that all have in common.
    pub(crate) fn shared(&self, pairing: Pairing) -> String {
        match self {
            Self::Of { many, .. } if pairing == Pairing::Named => {
                format!("{many} of the same names, with other values")
            }
            Self::Of { many, .. } => format!("the same {many}"),
            Self::Runs | Self::Seed => "the same random draws".into(),
        }
    }

    /// The doubt that a single number leaves.
    pub(crate) fn doubt(&self) -> String {
        let [one, many] = self.names();
        match self {
            Self::Seed => {
                "One draw gives no interval: other seeds show whether this is more than chance."
                    .into()
            }
            _ => format!(
                "One {one} gives no interval: more {many} show whether this is more than chance."
            ),
        }
    }

    /// The end of a title: ", run by run".
    pub(crate) fn pair_by_pair(&self) -> String {
        match self {
            Self::Seed => String::new(),
            other => {
                let one = other.names()[0];
                format!(", {one} by {one}")
            }
        }
    }
}
