//! What each run came to: the values behind a figure of merit, for comparisons run by run.

use crate::figure::Unit;

/// Whether numbers owe something to chance, and with it what a sentence may say of runs and intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// They come from runs that are drawn: another seed gives others.
    Drawn,
    /// They are computed without draws: every seed gives the same.
    Exact,
}

/// One number of each run, in the order of the runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The key of the figure that is its mean; of a share of time, the figure is that of all runs together.
    pub key: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Whether less of it is better, rather than more.
    pub less_is_better: bool,
    /// What the numbers count.
    pub unit: Unit,
    /// The numbers, in `unit`.
    pub values: Vec<f64>,
}

impl Sample {
    /// A sample whose smaller numbers are the better ones.
    #[must_use]
    pub fn new(key: &'static str, name: &'static str, unit: Unit, values: Vec<f64>) -> Self {
        Self {
            key,
            name,
            less_is_better: true,
            unit,
            values,
        }
    }

    /// The same numbers where more of them is better.
    #[must_use]
    pub fn more_is_better(mut self) -> Self {
        self.less_is_better = false;
        self
    }
}
