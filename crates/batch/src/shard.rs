//! One machine's share of a study.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The most shards of a study.
pub const MOST: u64 = 100_000;

/// Shard `number` of `of`: every `of`-th point from `number` − 1 on, so that each shard has slow and fast points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Its number, from 1.
    pub number: u64,
    /// The number of shards.
    pub of: u64,
}

impl Shard {
    /// The whole study.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// The numbers of its points, of `points` in all.
    pub fn places(self, points: u64) -> impl Iterator<Item = u64> {
        let step = usize::try_from(self.of.max(1)).unwrap_or(usize::MAX);
        (self.number.saturating_sub(1)..points).step_by(step)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let allowed = || {
            format!(
                "“{text}” is no shard; allowed: i/n, such as 1/8, with i from 1 to n and n up to {MOST}"
            )
        };
        let (number, of) = text.split_once('/').ok_or_else(allowed)?;
        let read = |text: &str| text.trim().parse::<u64>().map_err(|_| allowed());
        let (number, of) = (read(number)?, read(of)?);
        match (1..=of).contains(&number) && of <= MOST {
            true => Ok(Self { number, of }),
            false => Err(allowed()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.number, self.of)
    }
}
