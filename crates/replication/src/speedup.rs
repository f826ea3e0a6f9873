//! Repeated runs, paired: the same resources and the same times for each strategy.

use report::Interval;
use trace::statistics::mean_and_half_width;

/// What repeated runs say of a strategy against equal shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speedup {
    /// Mean of the run times of equal shares over mean of those of the strategy (Dobber 2006, section 2.5).
    pub ratio_of_means: f64,
    /// Mean of the runs' own ratios.
    pub mean_of_ratios: f64,
    /// 1.96 standard errors of that mean (own choice); not a number for a single run.
    pub half_width: f64,
}

impl Speedup {
    /// From the run times of equal shares and of the strategy, run by run, in the same unit.
    #[must_use]
    pub fn of(equal: &[f64], strategy: &[f64]) -> Self {
        let ratios: Vec<f64> = equal
            .iter()
            .zip(strategy)
            .map(|(equal, strategy)| equal / strategy)
            .collect();
        let (mean_of_ratios, half_width) = mean_and_half_width(&ratios);
        Self {
            ratio_of_means: equal.iter().sum::<f64>() / strategy.iter().sum::<f64>(),
            mean_of_ratios,
            half_width,
        }
    }

    /// The 95 % interval of [`Speedup::mean_of_ratios`].
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        Interval::around(self.mean_of_ratios, self.half_width)
    }
}
