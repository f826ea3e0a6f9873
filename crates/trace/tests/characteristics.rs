//! The 24 statistics: their invariants, and series too short or too flat for some.

use std::collections::BTreeSet;

use proptest::prelude::*;
use statistics::correlation::matrix;
use trace::characteristics::{ALL, Characteristics, Kind};

fn series() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(1.0..1000.0, 2..120)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn times_scale_with_the_runtimes_and_the_rest_stays(values in series(), block in 1_usize..40) {
        // A power of two, so that no value crosses the bound of a jump by rounding.
        let scaled: Vec<f64> = values.iter().map(|value| 8.0 * value).collect();
        let (before, after) = (Characteristics::of(&values, block).values(), Characteristics::of(&scaled, block).values());
        for ((characteristic, before), after) in ALL.iter().zip(before).zip(after) {
            let factor = match characteristic.kind {
                Kind::Time => 8.0,
                Kind::SquaredTime => 64.0,
                Kind::Ratio | Kind::Share => 1.0,
            };
            prop_assert!(
                close(factor * before, after) || (before.is_nan() && after.is_nan()),
                "{}: {before} became {after}", characteristic.key
            );
        }
    }

    #[test]
    fn parts_are_no_larger_than_their_whole_and_shares_no_larger_than_one(values in series()) {
        let c = Characteristics::of(&values, 20);
        prop_assert!(c.rmse_jumps <= c.rmse_last_value);
        prop_assert!(c.sd_jumps <= c.sd * (1.0 + 1e-12));
        for (characteristic, value) in ALL.iter().zip(c.values()) {
            if characteristic.kind == Kind::Share {
                prop_assert!(value.is_nan() || (0.0..=1.0).contains(&value), "{}: {value}", characteristic.key);
            }
        }
        prop_assert!(c.values().iter().all(|value| value.is_nan() || *value >= 0.0));
    }

    #[test]
    fn differences_of_neighbours_cannot_hide_fluctuations_below_half(values in series()) {
        // sum (y_t - y_(t-1))^2 <= 4 sum (y_t - mu)^2, with equality in the limit of alternating values.
        let c = Characteristics::of(&values, 20);
        prop_assert!(c.sd_over_rmse_last_value.is_nan() || c.sd_over_rmse_last_value >= 0.5 - 1e-12);
    }

    #[test]
    fn correlations_are_symmetric_within_one_and_one_with_themselves(
        rows in prop::collection::vec((0.0..1.0, 0.0..1.0, prop::option::of(0.0..1.0)), 0..12),
    ) {
        let columns = [
            rows.iter().map(|row| row.0).collect(),
            rows.iter().map(|row| row.1).collect(),
            rows.iter().map(|row| row.2.unwrap_or(f64::NAN)).collect(),
            rows.iter().map(|_| 0.1).collect::<Vec<f64>>(),
        ];
        let matrix = matrix(&columns);
        for (i, row) in matrix.iter().enumerate() {
            for (j, r) in row.iter().enumerate() {
                prop_assert_eq!(r.to_bits(), matrix[j][i].to_bits());
                prop_assert!(r.is_nan() || r.abs() <= 1.0);
                prop_assert!(i != j || r.is_nan() || *r > 1.0 - 1e-12);
            }
            prop_assert!(row[3].is_nan());
        }
    }
}

#[test]
fn a_row_with_something_missing_counts_for_the_other_pairs() {
    let columns = [
        vec![1.0, 2.0, 3.0, 9.0],
        vec![3.0, 2.0, 1.0, 9.0],
        vec![2.0, 4.0, 6.0, f64::NAN],
    ];
    let matrix = matrix(&columns);
    assert!((matrix[0][2] - 1.0).abs() < 1e-12 && (matrix[1][2] + 1.0).abs() < 1e-12);
    assert!(matrix[0][1] > 0.0);
}

#[test]
fn two_traces_go_together_wholly_or_against_each_other() {
    let matrix = matrix(&[vec![1.0, 2.0], vec![5.0, 3.0], vec![0.1, 0.7]]);
    assert!((matrix[0][1] + 1.0).abs() < 1e-12 && (matrix[0][2] - 1.0).abs() < 1e-12);
}

#[test]
fn what_needs_two_values_or_a_whole_block_is_not_a_number_without() {
    let none = Characteristics::of(&[], 20);
    assert!(none.values().iter().all(|value| value.is_nan()));
    let one = Characteristics::of(&[5.0], 20);
    assert_eq!(one.mean, 5.0);
    assert!(one.values()[1..].iter().all(|value| value.is_nan()));
    // Two values have all statistics but those of blocks, and ratios to no jump.
    let two = Characteristics::of(&[5.0, 7.0], 20);
    assert_eq!((two.mean, two.rmse_last_value, two.jumps), (6.0, 2.0, 0.0));
    assert!(
        two.sd_of_means.is_nan() && two.sd_of_sds.is_nan() && two.sd_of_sds_over_mean_sd.is_nan()
    );
    // A block of one value has no deviation, but a mean.
    let ones = Characteristics::of(&[5.0, 7.0], 0);
    assert_eq!(ones.sd_of_means, 1.0);
    assert!(ones.sd_of_sds.is_nan());
}

#[test]
fn a_constant_series_has_no_deviation_and_no_ratio_to_one() {
    // 0.1 has no exact mean.
    let c = Characteristics::of(&[0.1; 50], 20);
    assert_eq!(
        (c.sd, c.rmse_last_value, c.sd_of_means, c.sd_of_sds),
        (0.0, 0.0, 0.0, 0.0)
    );
    assert_eq!(
        (c.coefficient_of_variation, c.jumps, c.rmse_jumps),
        (0.0, 0.0, 0.0)
    );
    assert!(c.sd_over_rmse_last_value.is_nan() && c.scaled_sd_of_means_over_sd.is_nan());
    assert!(c.sd_of_sds_over_mean_sd.is_nan() && c.rmse_jumps_over_mean_and_jumps.is_nan());
}

#[test]
fn a_rest_behind_the_last_block_counts_for_all_but_the_blocks() {
    let values: Vec<f64> = (0..45).map(|t| f64::from(t * t % 17)).collect();
    let (all, whole) = (
        Characteristics::of(&values, 20),
        Characteristics::of(&values[..40], 20),
    );
    assert_ne!(all.mean, whole.mean);
    assert_eq!(all.sd_of_sds, whole.sd_of_sds);
}

#[test]
fn every_statistic_has_names_of_its_own() {
    let keys: BTreeSet<&str> = ALL.iter().map(|c| c.key).collect();
    let names: BTreeSet<&str> = ALL.iter().map(|c| c.name).collect();
    let symbols: BTreeSet<&str> = ALL.iter().map(|c| c.symbol).collect();
    assert_eq!((keys.len(), names.len(), symbols.len()), (24, 24, 24));
    assert!(
        ALL.iter()
            .all(|c| c.help.ends_with('.') && !c.name.ends_with('.'))
    );
}
