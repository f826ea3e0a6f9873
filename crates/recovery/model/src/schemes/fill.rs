//! Rules for the entries that no scheme prescribes. The thesis appends them ascending; the other orders are not of the thesis
//! (own choice).

use trace::random::Random;

use crate::error::Error;
use crate::list::List;

/// The purpose of the random numbers, as part of their streams. The number is used once only.
const PURPOSE: u64 = 0x0601;

/// The order in which the missing computers are appended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// Ascending, as in the thesis.
    #[default]
    Ascending,
    /// Descending.
    Descending,
    /// Shuffled, the same for the same seed.
    Random {
        /// The seed.
        seed: u64,
    },
}

impl Fill {
    /// The list that begins with these entries.
    ///
    /// # Errors
    /// As for [`List::new`], where an entry is wrong.
    pub fn complete(self, computers: usize, prefix: Vec<usize>) -> Result<List, Error> {
        let mut named = vec![false; computers.min(crate::list::MOST_COMPUTERS + 1)];
        for entry in &prefix {
            if let Some(named) = named.get_mut(*entry) {
                *named = true;
            }
        }
        let unnamed = |(entry, named): (usize, &bool)| (!named).then_some(entry);
        let mut rest: Vec<usize> = named
            .iter()
            .enumerate()
            .skip(1)
            .filter_map(unnamed)
            .collect();
        match self {
            Self::Ascending => {}
            Self::Descending => rest.reverse(),
            Self::Random { seed } => {
                let order = Random::stream(seed, &[PURPOSE]).sample(rest.len(), rest.len());
                rest = order
                    .into_iter()
                    .filter_map(|at| rest.get(at).copied())
                    .collect();
            }
        }
        let mut entries = prefix;
        entries.extend(rest);
        List::new(computers, entries)
    }
}
