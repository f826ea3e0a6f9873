//! Repeated runs, paired: the same resources and the same times for each strategy.

use report::Interval;
use report::evidence::{same, spread_of_ratio};
use statistics::mean_and_half_width;

use crate::parameters::Topic;

/// A ratio of times; 1 where these differ by rounding, as sums in another order do.
fn level(ratio: f64) -> f64 {
    if same(ratio, 1.0) { 1.0 } else { ratio }
}

/// The strategy's speedup over equal shares in each run.
#[must_use]
pub fn ratios(equal: &[f64], strategy: &[f64]) -> Vec<f64> {
    let pairs = equal.iter().zip(strategy);
    pairs
        .map(|(equal, strategy)| level(equal / strategy))
        .collect()
}

/// The first of some with the highest speedup; numbers that differ by rounding are equal.
#[must_use]
pub fn highest<T>(all: impl IntoIterator<Item = T>, speedup: impl Fn(&T) -> f64) -> Option<T> {
    all.into_iter().reduce(|best, one| {
        let (most, own) = (speedup(&best), speedup(&one));
        if own > most && !same(own, most) {
            one
        } else {
            best
        }
    })
}

/// A strategy's speedup over equal shares in repeated runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speedup {
    /// Mean of the run times of equal shares over mean of those of the strategy (Dobber 2006, section 2.5).
    pub ratio_of_means: f64,
    /// Half of the 95 % interval of that ratio (own choice), as [`spread_of_ratio`] has it; not a number for a single run.
    pub ratio_half_width: f64,
    /// Mean of the runs' own ratios.
    pub mean_of_ratios: f64,
    /// Half of the 95 % interval of that mean, by Student's t (own choice); not a number for a single run.
    pub half_width: f64,
}

impl Speedup {
    /// From the run times of equal shares and of the strategy, run by run, in the same unit.
    #[must_use]
    pub fn of(equal: &[f64], strategy: &[f64]) -> Self {
        let (mean_of_ratios, half_width) = mean_and_half_width(&ratios(equal, strategy));
        let sum = strategy.iter().sum::<f64>();
        let ratio = equal.iter().sum::<f64>() / sum;
        let half = spread_of_ratio(equal, strategy, ratio);
        Self {
            ratio_of_means: level(ratio),
            ratio_half_width: half * strategy.len() as f64 / sum,
            mean_of_ratios,
            half_width,
        }
    }

    /// The speedup that a topic prints, by which it chooses the best number of copies, too.
    #[must_use]
    pub fn printed(&self, topic: Topic) -> f64 {
        match topic {
            Topic::Processors | Topic::Intervals => self.ratio_of_means,
            _ => self.mean_of_ratios,
        }
    }

    /// The 95 % interval of [`Speedup::mean_of_ratios`].
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        Interval::around(self.mean_of_ratios, self.half_width)
    }
}
