//! The decision whether to balance or to replicate, by the nodes' past runtimes (Dobber 2006, section 6.3.1).
//!
//! The time of an iteration is nearly a straight line in one statistic, Y, under either strategy; where the two lines
//! cross, the better strategy changes.

use report::evidence::same;
use statistics::{Line, least_squares, mean};

/// The two strategies to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// DLB.
    Balance,
    /// JR.
    Replicate,
}

/// Y: the computing time of an iteration whose shares follow the mean speeds, P / Σ 1/mean, in the unit of the means.
///
/// `means` are the mean runtimes of an equal share on each processor, above zero. Fast processors dominate Y: it is at
/// most P times the least of the means.
#[must_use]
pub fn statistic(means: impl IntoIterator<Item = f64>) -> f64 {
    let (mut processors, mut inverse_sum) = (0_u32, 0.0);
    for mean in means {
        processors += 1;
        inverse_sum += 1.0 / mean;
    }
    f64::from(processors) / inverse_sum
}

/// D_it: the time of an iteration of dynamic balancing from first principles, Y of the predictions + the synchronisation
/// time + the rescheduling time over N (equation 6.1); all in the same unit.
#[must_use]
pub fn balanced_iteration(y: f64, synchronisation: f64, rescheduling: f64, every: u32) -> f64 {
    y + synchronisation + rescheduling / f64::from(every)
}

/// The dependence of the iteration times of both strategies on Y (equations 6.2 and 6.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lines {
    /// a_D and b_D.
    pub balance: Line,
    /// a_R and b_R.
    pub replicate: Line,
}

impl Lines {
    /// The lines of least squares through blocks: their Y, and the mean times of their iterations under both strategies.
    /// Where the Y differ by no more than rounding they are flat, at the means. An intercept that is 0 to rounding is set to 0.
    #[must_use]
    pub fn through(y: &[f64], balanced: &[f64], replicated: &[f64]) -> Self {
        let first = y.first().copied().unwrap_or(f64::NAN);
        let level = vec![first; y.len()];
        let y = match y.iter().all(|y| same(*y, first)) {
            true => &level,
            false => y,
        };
        let middle = mean(y);
        let line = |times: &[f64]| {
            let line = least_squares(y, times);
            let from_zero = line.slope * middle;
            match same(from_zero + line.intercept, from_zero) {
                true => Line {
                    intercept: 0.0,
                    ..line
                },
                false => line,
            }
        };
        Self {
            balance: line(balanced),
            replicate: line(replicated),
        }
    }

    /// Y*, at which both strategies take equally long: (b_D − b_R) / (a_R − a_D), where equations 6.2 and 6.3 are equal.
    /// Lines that are parallel, to rounding, never meet.
    #[must_use]
    pub fn threshold(&self) -> Option<f64> {
        if same(self.balance.slope, self.replicate.slope) {
            return None;
        }
        let threshold = (self.balance.intercept - self.replicate.intercept)
            / (self.replicate.slope - self.balance.slope);
        threshold.is_finite().then_some(threshold)
    }

    /// The times of an iteration at a Y, balanced and replicated.
    #[must_use]
    pub fn at(&self, y: f64) -> (f64, f64) {
        let height = |line: &Line| line.slope * y + line.intercept;
        (height(&self.balance), height(&self.replicate))
    }
}

/// The strategy that takes less time; the current one where both take the same, to rounding (own choice).
///
/// Of the times of [`Lines::at`] a Y, in the usual case, a_R above a_D, this is the rule of section 6.3.1: replicate below Y*,
/// balance above it. With a_R below a_D the order is reversed, and of parallel lines the lower one wins (own choice).
#[must_use]
pub fn better(balanced: f64, replicated: f64, current: Choice) -> Choice {
    if same(balanced, replicated) {
        current
    } else if balanced < replicated {
        Choice::Balance
    } else if replicated < balanced {
        Choice::Replicate
    } else {
        current
    }
}

/// The lines of least squares through pairs that come one after another.
///
/// Means and sums of squares are updated with each pair (Welford, 1962), so that a run of any length costs the same for
/// each decision; they agree with [`statistics::least_squares`] but for rounding.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fits {
    pairs: f64,
    mean_y: f64,
    mean_balanced: f64,
    mean_replicated: f64,
    squares: f64,
    squares_balanced: f64,
    squares_replicated: f64,
    mixed_balanced: f64,
    mixed_replicated: f64,
}

impl Fits {
    /// Adds the Y of a block and the mean times of its iterations under both strategies.
    pub fn add(&mut self, y: f64, balanced: f64, replicated: f64) {
        self.pairs += 1.0;
        let from_before = y - self.mean_y;
        self.mean_y += from_before / self.pairs;
        let from_now = y - self.mean_y;
        self.squares += from_before * from_now;
        let mixed = |mean: &mut f64, squares: &mut f64, mixed: &mut f64, value: f64| {
            let before = value - *mean;
            *mean += before / self.pairs;
            let after = value - *mean;
            *squares += before * after;
            *mixed += from_before * after;
        };
        mixed(
            &mut self.mean_balanced,
            &mut self.squares_balanced,
            &mut self.mixed_balanced,
            balanced,
        );
        mixed(
            &mut self.mean_replicated,
            &mut self.squares_replicated,
            &mut self.mixed_replicated,
            replicated,
        );
    }

    /// The lines through all pairs so far. Where the Y differ by no more than rounding they are flat, at the means.
    #[must_use]
    pub fn lines(&self) -> Lines {
        let deviation = (self.squares / self.pairs).sqrt();
        let level = same(self.mean_y + deviation, self.mean_y);
        let line = |mean: f64, squares: f64, mixed: f64| {
            let slope = if level { 0.0 } else { mixed / self.squares };
            let explained = slope * mixed / squares;
            Line {
                slope,
                intercept: mean - slope * self.mean_y,
                r_squared: if explained.is_finite() {
                    explained
                } else {
                    0.0
                },
            }
        };
        Lines {
            balance: line(
                self.mean_balanced,
                self.squares_balanced,
                self.mixed_balanced,
            ),
            replicate: line(
                self.mean_replicated,
                self.squares_replicated,
                self.mixed_replicated,
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(balance: (f64, f64), replicate: (f64, f64)) -> Lines {
        let line = |(slope, intercept)| Line {
            slope,
            intercept,
            r_squared: 1.0,
        };
        Lines {
            balance: line(balance),
            replicate: line(replicate),
        }
    }

    fn chosen(lines: &Lines, y: f64, current: Choice) -> Choice {
        let (balanced, replicated) = lines.at(y);
        better(balanced, replicated, current)
    }

    #[test]
    fn below_the_threshold_replication_is_chosen_and_above_it_balancing() {
        let usual = lines((1.2779, 7157.0), (2.0475, 1224.0));
        let threshold = usual.threshold().unwrap_or(f64::NAN);
        assert!((threshold - 7709.2).abs() < 0.05, "{threshold}");
        for current in [Choice::Balance, Choice::Replicate] {
            assert_eq!(chosen(&usual, 5_000.0, current), Choice::Replicate);
            assert_eq!(chosen(&usual, 10_000.0, current), Choice::Balance);
        }
    }

    #[test]
    fn where_replication_has_the_flatter_line_the_rule_is_the_other_way_round() {
        let reversed = lines((2.0, 1.0), (1.0, 5.0));
        assert_eq!(reversed.threshold(), Some(4.0));
        assert_eq!(chosen(&reversed, 3.0, Choice::Replicate), Choice::Balance);
        assert_eq!(chosen(&reversed, 5.0, Choice::Balance), Choice::Replicate);
    }

    #[test]
    fn parallel_lines_have_no_threshold_and_the_lower_one_wins() {
        let parallel = lines((1.0, 2.0), (1.0, 3.0));
        assert_eq!(parallel.threshold(), None);
        assert_eq!(chosen(&parallel, 1.0, Choice::Replicate), Choice::Balance);
    }

    #[test]
    fn where_both_take_equally_long_nothing_changes() {
        let same = lines((1.0, 2.0), (1.0, 2.0));
        for current in [Choice::Balance, Choice::Replicate] {
            assert_eq!(chosen(&same, 7.0, current), current);
        }
    }

    #[test]
    fn y_that_differ_in_the_last_digit_are_equal() {
        let y = [0.1 + 0.2, 0.3, 0.3];
        let (balanced, replicated) = ([1.0, 2.0, 3.0], [4.0, 6.0, 5.0]);
        let lines = Lines::through(&y, &balanced, &replicated);
        let mut fits = Fits::default();
        for ((y, balanced), replicated) in y.iter().zip(&balanced).zip(&replicated) {
            fits.add(*y, *balanced, *replicated);
        }
        for lines in [lines, fits.lines()] {
            assert_eq!((lines.balance.slope, lines.replicate.slope), (0.0, 0.0));
            assert_eq!((lines.at(0.3), lines.threshold()), ((2.0, 5.0), None));
        }
    }

    proptest! {
        #[test]
        fn running_fits_are_those_of_least_squares(
            rows in prop::collection::vec((0.1..1e4, 0.1..1e4, 0.1..1e4), 2..60),
        ) {
            let mut fits = Fits::default();
            let (mut y, mut balanced, mut replicated) = (Vec::new(), Vec::new(), Vec::new());
            for (a, b, c) in rows {
                fits.add(a, b, c);
                y.push(a);
                balanced.push(b);
                replicated.push(c);
            }
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0);
            for (ours, values) in [(fits.lines().balance, &balanced), (fits.lines().replicate, &replicated)] {
                let theirs = least_squares(&y, values);
                prop_assert!(close(ours.slope, theirs.slope), "{ours:?} {theirs:?}");
                prop_assert!(close(ours.intercept, theirs.intercept), "{ours:?} {theirs:?}");
                prop_assert!(close(ours.r_squared, theirs.r_squared), "{ours:?} {theirs:?}");
            }
        }
    }
}
