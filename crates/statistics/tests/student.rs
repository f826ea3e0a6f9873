//! Intervals and tests of few values: against a published library, and against thousands of studies.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use statistics::{mean_and_half_width, paired, quantile};
use statrs::distribution::{ContinuousCDF, StudentsT};
use trace::random::Random;

#[test]
#[cfg_attr(miri, ignore = "it takes many numbers")]
fn quantiles_agree_with_a_published_library() {
    for degrees in 1..200 {
        let given = StudentsT::new(0.0, 1.0, degrees as f64)
            .unwrap()
            .inverse_cdf(0.975);
        let ours = quantile(degrees);
        assert!(
            (ours - given).abs() < 1e-6 * given,
            "{degrees} degrees of freedom: {ours}, expected {given}"
        );
    }
}

#[test]
fn intervals_narrow_with_each_degree_of_freedom() {
    assert!((1..500).all(|degrees| quantile(degrees) > quantile(degrees + 1)));
    // Its first two terms: 1.959964 + 2.372 / n.
    assert!((quantile(1_000_000) - 1.959_966_4).abs() < 1e-7);
    assert!(quantile(0).is_nan());
}

#[test]
#[cfg_attr(miri, ignore = "it takes many numbers")]
fn of_2000_studies_of_2_to_30_values_93_to_97_in_100_intervals_contain_the_mean_of_all() {
    for values in 2..=30 {
        let hits = (0..2_000).filter(|study| {
            let mut random = Random::stream(values, &[*study]);
            let drawn: Vec<f64> = (0..values).map(|_| 7.0 + 3.0 * random.normal()).collect();
            let (mean, half) = mean_and_half_width(&drawn);
            (mean - 7.0).abs() <= half
        });
        let hits = hits.count();
        assert!(
            (1_860..=1_940).contains(&hits),
            "{values} values: {hits} of 2,000"
        );
    }
}

#[test]
fn tests_of_paired_values_agree_with_a_published_library() {
    for values in 2..120_usize {
        let mut random = Random::stream(2006, &[values as u64]);
        let differences: Vec<f64> = (0..values).map(|_| 0.3 + random.normal()).collect();
        let test = paired(&differences);
        assert_eq!(test.degrees, values - 1);
        let law = StudentsT::new(0.0, 1.0, test.degrees as f64).unwrap();
        let expected = 2.0 * law.cdf(-test.t.abs());
        assert!(
            (test.p - expected).abs() < 1e-9,
            "{values} values: {}, expected {expected}",
            test.p
        );
        // The interval contains 0 where the test does not reject.
        let (mean, half) = mean_and_half_width(&differences);
        assert_eq!(test.p > 0.05, mean.abs() < half, "{values} values");
    }
    let constant = paired(&[2.0; 5]);
    assert!(constant.t.is_nan() && constant.p.is_nan() && paired(&[1.0]).p.is_nan());
}
