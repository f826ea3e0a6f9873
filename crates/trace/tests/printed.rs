//! The numbers that Dobber 2006 prints for its measured traces against our synthetic ones, which imitate them.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "helpers of a test may stop it"
)]

use statistics::correlation;
use statistics::hurst::from_autocorrelation;
use statistics::{mean, pearson, sd};
use trace::TraceSet;
use trace::characteristics::printed::{CORRELATIONS, POPULATION, PRINTED, SETS};
use trace::characteristics::{ALL, BLOCK, Characteristics};
use trace::synthetic::{population, preset};

/// A column for each statistic, a row for each node.
fn columns(set: &TraceSet) -> Vec<Vec<f64>> {
    let rows: Vec<[f64; 24]> = set
        .nodes()
        .iter()
        .map(|node| Characteristics::of(&node.runtimes, BLOCK).values())
        .collect();
    (0..ALL.len())
        .map(|column| rows.iter().map(|row| row[column]).collect())
        .collect()
}

fn place(key: &str) -> usize {
    ALL.iter().position(|c| c.key == key).unwrap()
}

/// Our averages over forty seeds; a single seed is off by a tenth to a third of the value.
fn ours() -> Vec<Vec<f64>> {
    SETS.iter()
        .map(|(name, _)| {
            columns(&preset(*name, 40, 2000, 1))
                .iter()
                .map(|c| mean(c))
                .collect()
        })
        .collect()
}

#[test]
fn presets_are_near_the_measured_sets_whose_names_they_have() {
    // Spread and its time scales (the first eight) were tuned by hand and come within a factor of 1.3; the statistics of
    // blocks and jumps are within 1.55: our peaks are somewhat too regular.
    for ((name, printed), ours) in SETS.iter().zip(ours()) {
        for (column, (printed, ours)) in printed.iter().zip(ours).enumerate() {
            let factor: f64 = if column < 8 { 1.3 } else { 1.55 };
            assert!(
                (1.0 / factor..factor).contains(&(ours / printed)),
                "{name:?}, {}: ours {ours}, printed {printed}",
                ALL[column].key
            );
        }
    }
}

#[test]
fn what_tells_the_measured_sets_apart_tells_the_presets_apart() {
    let ours = ours();
    for column in 0..PRINTED {
        let printed: Vec<f64> = SETS.iter().map(|(_, row)| row[column]).collect();
        let ours: Vec<f64> = ours.iter().map(|row| row[column]).collect();
        let r = pearson(&printed, &ours);
        assert!(r > 0.8, "{}: {r}", ALL[column].key);
    }
}

#[test]
fn the_population_has_the_averages_and_deviations_of_the_independent_program() {
    // To the digits that were recorded, for K = 2000.
    let recorded = [
        (3433.0, 5269.0),
        (1905.0, 2861.0),
        (0.570, 0.210),
        (1794.0, 2792.0),
        (1.14, 0.378),
        (1224.0, 1855.0),
        (1.63, 0.677),
        (2.88, 0.707),
        (843.0, 1537.0),
        (0.250, 0.167),
        (0.706, 0.299),
        (0.047, 0.040),
        (1126.0, 1905.0),
        (1439.0, 2380.0),
        (0.577, 0.193),
        (0.769, 0.149),
        (0.370, 0.207),
    ];
    let columns = columns(&population(2006, 130, 2000));
    for (column, (average, deviation)) in recorded.iter().enumerate() {
        for (computed, recorded) in [
            (mean(&columns[column]), average),
            (sd(&columns[column]), deviation),
        ] {
            assert!(
                (computed / recorded - 1.0).abs() < 0.012,
                "{}: {computed}, recorded {recorded}",
                ALL[column].key
            );
        }
    }
}

#[test]
fn the_population_is_near_the_printed_averages() {
    let columns = columns(&population(2006, 130, 2000));
    for (column, printed) in POPULATION.iter().enumerate() {
        let ours = mean(&columns[column]);
        // Within a factor of 1.45, and nowhere as far away as one measured trace is from another.
        assert!(
            (1.0 / 1.45..1.45).contains(&(ours / printed.average))
                && (ours - printed.average).abs() < printed.sd,
            "{}: {ours}, printed {}",
            ALL[column].key,
            printed.average
        );
    }
}

#[test]
fn what_goes_together_in_the_measured_traces_goes_together_in_the_population() {
    // Not tuned. Recorded of the independent program: to 0.01; from the thesis: sign, and size to 0.15.
    let recorded = [0.91, -0.58, -0.60, 0.59, -0.84, -0.79];
    let matrix = correlation::matrix(&columns(&population(2006, 130, 2000)));
    for ((pair, printed), recorded) in CORRELATIONS.iter().zip(recorded) {
        let [x, y] = pair.map(place);
        let ours = matrix[x][y];
        assert!(
            (ours - recorded).abs() < 0.01,
            "{pair:?}: {ours}, recorded {recorded}"
        );
        assert!(
            (ours - printed).abs() < 0.15,
            "{pair:?}: {ours}, printed {printed}"
        );
    }
}

#[test]
fn the_hurst_parameters_of_the_population_are_near_the_printed_ones() {
    // Dobber 2006, section 3.6: 0.73 on average, 63 % above 0.70; the independent program: 0.702 and 51.5 %.
    let hursts: Vec<f64> = population(2006, 130, 2000)
        .nodes()
        .iter()
        .filter_map(|node| Some(from_autocorrelation(&node.runtimes, 200)?.hurst))
        .collect();
    let above = hursts.iter().filter(|hurst| **hurst > 0.70).count();
    assert_eq!((hursts.len(), above), (130, 67));
    assert!((mean(&hursts) - 0.702).abs() < 0.001);
}
