//! Whether one predictor is better than another beyond chance: both met the same series.

use report::evidence::same;
use statistics::mean_and_half_width;

/// The errors of one predictor against those of another, series by series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// The excess of the error, as a share of the other's: the geometric mean of the ratios, less one.
    pub excess: f64,
    /// The lower end of its 95 % interval; not a number for fewer than two series.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The number of series on which the error is the smaller one by more than rounding.
    pub wins: usize,
    /// The number of series on which it is the larger one by more than rounding.
    pub losses: usize,
    /// The p-value of the two-sided sign test: the probability of a record at least as one-sided between equals, 0 to 1. 1
    /// without wins and losses.
    pub chance: f64,
}

impl Paired {
    /// From the errors of both, series by series. Pairs with an error of zero or without one are left out of the
    /// mean of the ratios.
    ///
    /// ```
    /// let paired = prediction::paired::Paired::of(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]);
    /// assert!((paired.excess + 0.5).abs() < 1e-12);
    /// assert_eq!((paired.wins, paired.losses, paired.chance), (3, 0, 0.25));
    /// ```
    #[must_use]
    pub fn of(own: &[f64], other: &[f64]) -> Self {
        let pairs = || own.iter().zip(other);
        let ratios: Vec<f64> = pairs()
            .map(|(own, other)| own / other)
            .filter(|ratio| *ratio > 0.0 && ratio.is_finite())
            .map(libm::log)
            .collect();
        let (mean, half) = mean_and_half_width(&ratios);
        let excess = |logarithm: f64| libm::expm1(logarithm);
        let differ = |(own, other): &(&f64, &f64)| !same(**own, **other);
        let wins = pairs().filter(differ).filter(|(own, other)| own < other);
        let losses = pairs().filter(differ).filter(|(own, other)| own > other);
        let (wins, losses) = (wins.count(), losses.count());
        Self {
            excess: excess(mean),
            low: excess(mean - half),
            high: excess(mean + half),
            wins,
            losses,
            chance: sign_test(wins, losses),
        }
    }
}

/// The two-sided sign test: the chance of at most `min(wins, losses)` heads among as many tosses of a fair coin, twice.
fn sign_test(wins: usize, losses: usize) -> f64 {
    let tosses = (wins + losses) as f64;
    let fewer = wins.min(losses);
    let ln_choose = |k: f64| {
        libm::lgamma(tosses + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(tosses - k + 1.0)
    };
    let tail: f64 = (0..=fewer)
        .map(|heads| libm::exp(ln_choose(heads as f64) - tosses * core::f64::consts::LN_2))
        .sum();
    let chance = (2.0 * tail).min(1.0);
    // A multiple of a power of two: the logarithms' rounding is not shown.
    (chance * 1e12).round() / 1e12
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// By counting Pascal's triangle.
    fn counted(wins: usize, losses: usize) -> f64 {
        let tosses = wins + losses;
        let mut row = vec![1.0_f64];
        for _ in 0..tosses {
            let mut next = vec![1.0];
            next.extend(row.windows(2).map(|pair| pair.iter().sum::<f64>()));
            next.push(1.0);
            row = next;
        }
        let total: f64 = row.iter().sum();
        let tail: f64 = row.iter().take(wins.min(losses) + 1).sum();
        (2.0 * tail / total).min(1.0)
    }

    proptest! {
        #[test]
        fn the_sign_test_counts_tosses_of_a_fair_coin(wins in 0_usize..30, losses in 0_usize..30) {
            prop_assert!((sign_test(wins, losses) - counted(wins, losses)).abs() < 1e-9);
        }

        #[test]
        fn who_wins_against_whom_is_turned_round_with_the_pair(
            pairs in prop::collection::vec((0.1..10.0, 0.1..10.0), 2..20)
        ) {
            let (own, other): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            let (there, back) = (Paired::of(&own, &other), Paired::of(&other, &own));
            prop_assert_eq!((there.wins, there.losses), (back.losses, back.wins));
            prop_assert!(((1.0 + there.excess) * (1.0 + back.excess) - 1.0).abs() < 1e-9);
            prop_assert!((there.chance - back.chance).abs() < 1e-12);
        }
    }
}
