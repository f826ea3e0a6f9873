//! The outcomes of runs, or of the series of a set: the values behind a figure of merit, for comparisons run by run.

use words::word;

use crate::figure::Unit;

/// Whether numbers depend on chance, which decides the sentences on runs and intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// They come from runs that are drawn: another seed gives others.
    Drawn,
    /// They are computed without draws: every seed gives the same.
    Exact,
}

/// One number of each run, in the order of the runs, or of each thing that it is [`over`](Sample::over).
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The key of the figure that is its mean; of a share of time, the figure is that of all runs together.
    pub key: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Whether less of it is better, rather than more.
    pub less_is_better: bool,
    /// The unit of the numbers.
    pub unit: Unit,
    /// The numbers, in `unit`.
    pub values: Vec<f64>,
    /// The word for the object of each number, one and many.
    pub over: (&'static str, &'static str),
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
            over: (word!("run"), word!("runs")),
        }
    }

    /// The same numbers, each of something else than a run.
    #[must_use]
    pub fn over(mut self, one: &'static str, many: &'static str) -> Self {
        self.over = (one, many);
        self
    }

    /// The same numbers where more of them is better.
    #[must_use]
    pub fn more_is_better(mut self) -> Self {
        self.less_is_better = false;
        self
    }
}
