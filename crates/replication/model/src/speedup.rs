//! Repeated runs, paired: the same resources and the same times for each strategy.

use report::Interval;
use statistics::mean_and_half_width;

use crate::parameters::Topic;

/// A strategy's speedup over equal shares in repeated runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speedup {
    /// Mean of the run times of equal shares over mean of those of the strategy (Dobber 2006, section 2.5).
    pub ratio_of_means: f64,
    /// Half of the 95 % interval of that ratio, by Student's t (own choice): the half width of the mean of `equal − ratio · strategy`, over
    /// the mean of the strategy's run times (Cochran, *Sampling Techniques*, 1977, section 6.4); not a number for a single run.
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
        let pairs = || equal.iter().zip(strategy);
        let ratios: Vec<f64> = pairs().map(|(equal, strategy)| equal / strategy).collect();
        let (mean_of_ratios, half_width) = mean_and_half_width(&ratios);
        let sum = strategy.iter().sum::<f64>();
        let ratio_of_means = equal.iter().sum::<f64>() / sum;
        let residuals: Vec<f64> = pairs()
            .map(|(equal, strategy)| equal - ratio_of_means * strategy)
            .collect();
        let (_, half) = mean_and_half_width(&residuals);
        Self {
            ratio_of_means,
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
