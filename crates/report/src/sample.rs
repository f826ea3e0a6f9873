//! The outcomes of runs, or of the series of a set: the values behind a figure of merit, for comparisons run by run.

use statistics::{mean, mean_and_half_width, quantile, sd};
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
    /// The names of these objects, in the order of the numbers; empty for runs, which have none.
    pub things: Vec<String>,
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
            things: Vec::new(),
        }
    }

    /// The same numbers, each of something else than a run: of the thing of that name.
    #[must_use]
    pub fn over(mut self, one: &'static str, many: &'static str, things: Vec<String>) -> Self {
        (self.over, self.things) = ((one, many), things);
        self
    }

    /// Whether each number is of the same run or thing as the number of another sample at its place.
    #[must_use]
    pub fn pairs_with(&self, other: &Self) -> bool {
        let of = |one: &Self| (one.over, one.values.len());
        of(self) == of(other) && self.things == other.things
    }

    /// The mean less that of another sample, and the half width of its 95 % interval: by Student’s t where the numbers are
    /// [pairs](Self::pairs_with), else by Welch’s t for two independent samples. The half width is NaN where a sample has a single number.
    ///
    /// ```
    /// use report::{Sample, figure::Unit};
    /// let of = |things: [&str; 2], values| {
    ///     let things = things.map(str::to_owned).to_vec();
    ///     Sample::new("error", "Error", Unit::One, values).over("series", "series", things)
    /// };
    /// let base = of(["a", "b"], vec![1.0, 3.0]);
    /// assert_eq!(of(["a", "b"], vec![2.0, 4.0]).difference(&base), (1.0, 0.0));
    /// // Other things have a deviation of their own: two degrees of freedom.
    /// let (mean, half) = of(["c", "d"], vec![2.0, 4.0]).difference(&base);
    /// assert!(mean == 1.0 && (half - 4.302_652_73 * 2.0_f64.sqrt()).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn difference(&self, other: &Self) -> (f64, f64) {
        if self.pairs_with(other) {
            let pairs = self.values.iter().zip(&other.values);
            let differences: Vec<_> = pairs.map(|(own, other)| own - other).collect();
            return mean_and_half_width(&differences);
        }
        let both = [self, other].map(|one| one.values.as_slice());
        (mean(both[0]) - mean(both[1]), welch(both))
    }

    /// The same numbers where more of them is better.
    #[must_use]
    pub fn more_is_better(mut self) -> Self {
        self.less_is_better = false;
        self
    }
}

/// The half width of the 95 % interval of the difference of two means (B. L. Welch, *The generalization of “Student’s” problem*,
/// Biometrika 34, 1947).
fn welch(both: [&[f64]; 2]) -> f64 {
    let [own, other] = both.map(|values| {
        let number = values.len() as f64;
        (sd(values) * sd(values) / number, number - 1.0)
    });
    let error = own.0 + other.0;
    if error == 0.0 {
        return 0.0;
    }
    let degrees = error * error / (own.0 * own.0 / own.1 + other.0 * other.0 / other.1);
    // Fewer degrees of freedom make the interval wider: the whole ones below are on the safe side.
    quantile(degrees as usize) * error.sqrt()
}
