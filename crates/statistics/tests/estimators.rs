//! The estimators against slow twins written from their definitions, and their edge cases.

use proptest::prelude::*;
use statistics::*;

fn pairs() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    prop::collection::vec((-100.0..100.0, -100.0..100.0), 2..30)
        .prop_map(|pairs| pairs.into_iter().unzip())
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_standard_deviation_is_half_the_mean_squared_difference_of_all_pairs((x, _) in pairs()) {
        let n = x.len() as f64;
        let differences: f64 = x.iter().flat_map(|a| x.iter().map(move |b| (a - b) * (a - b))).sum();
        prop_assert!(close(sd(&x), (differences / (2.0 * n * (n - 1.0))).sqrt()));
    }

    #[test]
    fn an_interval_of_the_mean_narrows_as_its_values_come_again((x, _) in pairs(), times in 2_usize..5) {
        let (mean_once, once) = mean_and_half_width(&x);
        let (mean_again, again) = mean_and_half_width(&x.repeat(times));
        let (n, m) = (x.len() as f64, (x.len() * times) as f64);
        // Equal squares, summed `times` times, over m - 1 and m rather than n - 1 and n.
        prop_assert!(close(mean_once, mean_again));
        let (once, again) = (once / quantile(x.len() - 1), again / quantile(x.len() * times - 1));
        prop_assert!(close(again * again * (m - 1.0), once * once * (n - 1.0)));
        prop_assert!(close(once, sd(&x) / n.sqrt()));
    }

    #[test]
    fn half_of_the_values_lie_on_either_side_of_the_median((x, _) in pairs()) {
        let median = median(&x);
        let below = x.iter().filter(|value| **value < median).count();
        let above = x.iter().filter(|value| **value > median).count();
        prop_assert!(below * 2 <= x.len() && above * 2 <= x.len());
    }

    #[test]
    fn the_variance_of_a_sum_follows_from_variances_and_correlation((x, y) in pairs()) {
        let sum: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x + y).collect();
        let (a, b) = (sd(&x), sd(&y));
        let variance = sd(&sum) * sd(&sum);
        prop_assert!(close(variance, a * a + b * b + 2.0 * pearson(&x, &y) * a * b));
    }

    #[test]
    fn no_line_near_the_least_squares_line_has_a_smaller_error((x, y) in pairs(), rise in -0.1..0.1, shift in -0.1..0.1) {
        let Line { slope, intercept, r_squared } = least_squares(&x, &y);
        let error = |slope: f64, intercept: f64| {
            let fitted: Vec<f64> = x.iter().map(|x| slope * x + intercept).collect();
            mse(&fitted, &y)
        };
        prop_assert!(error(slope, intercept) <= error(slope + rise, intercept + shift) + 1e-9);
        let r = pearson(&x, &y);
        prop_assert!(close(r_squared, r * r));
    }

    #[test]
    fn a_mean_absolute_error_is_at_most_the_root_of_the_squared_one((x, y) in pairs()) {
        prop_assert!(mae(&x, &y) <= rmse(&x, &y) + 1e-9);
        prop_assert!(close(rmse(&x, &y) * rmse(&x, &y), mse(&x, &y)));
    }
}

#[test]
fn too_few_values_give_nan() {
    assert!(mean(&[]).is_nan() && median(&[]).is_nan() && mae(&[], &[]).is_nan());
    assert!(sd(&[]).is_nan() && sd(&[1.0]).is_nan() && coefficient_of_variation(&[1.0]).is_nan());
}

#[test]
fn a_constant_sample_whose_mean_is_rounded_is_constant_nevertheless() {
    let x = [0.1; 3];
    let y = [1.0, 2.0, 6.0];
    assert_eq!(
        least_squares(&x, &y),
        Line {
            slope: 0.0,
            intercept: 3.0,
            r_squared: 0.0
        }
    );
    assert_eq!(least_squares(&y, &x).r_squared, 0.0);
    assert!(pearson(&x, &y).is_nan());
}

#[test]
fn pairs_end_with_the_shorter_sample() {
    assert_eq!(mae(&[1.0, 2.0, 9.0], &[2.0, 4.0]), 1.5);
}
