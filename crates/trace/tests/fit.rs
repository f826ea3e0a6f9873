//! Synthetic twins: parameters come back, statistics meet, nothing is too short or too odd.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use parameters::Parameters as _;
use proptest::prelude::*;
use statistics::{mean, sd};
use trace::characteristics::{BLOCK, Characteristics};
use trace::measured;
use trace::random::Random;
use trace::synthetic::{Fitted, MEANS, Match, NodeParameters, Preset, fit, series};

fn fitted(truth: &NodeParameters, jobs: usize, seed: u64) -> NodeParameters {
    fit(&series(&mut Random::new(seed), truth, jobs, true), 1).parameters
}

#[track_caller]
fn assert_near(what: &str, found: f64, truth: f64, relative: f64, absolute: f64) {
    assert!(
        (found - truth).abs() <= relative * truth + absolute,
        "{what}: found {found}, in truth {truth}"
    );
}

/// Checks parameters to within a part of the truth, plus the tolerance of so many jobs.
#[track_caller]
fn assert_recovered(name: &str, found: &NodeParameters, truth: &NodeParameters, part: f64) {
    let near = |what: &str, found, truth, relative, absolute| {
        assert_near(&format!("{name}, {what}"), found, truth, relative, absolute);
    };
    near("mean", found.mean, truth.mean, 1e-9, 0.0);
    near("level sd", found.level_sd, truth.level_sd, part, 0.01);
    near(
        "level duration",
        found.level_duration,
        truth.level_duration,
        2.0 * part,
        0.0,
    );
    near(
        "autocorrelation",
        found.autocorrelation,
        truth.autocorrelation,
        0.0,
        0.3 * part,
    );
    near("noise sd", found.noise_sd, truth.noise_sd, 0.5 * part, 0.0);
    near(
        "peaks",
        found.peak_probability,
        truth.peak_probability,
        2.0 * part,
        0.001,
    );
    near(
        "dips",
        found.dip_probability,
        truth.dip_probability,
        2.0 * part,
        0.001,
    );
    near(
        "slow mode",
        found.slow_probability,
        truth.slow_probability,
        part,
        0.001,
    );
    if truth.peak_probability > 0.01 {
        near(
            "peak duration",
            found.peak_duration,
            truth.peak_duration,
            part,
            0.0,
        );
        near(
            "peak height",
            found.peak_height,
            truth.peak_height,
            2.0 * part,
            0.0,
        );
    }
    if truth.slow_probability > 0.0 {
        near(
            "slow height",
            found.slow_height,
            truth.slow_height,
            0.5 * part,
            0.0,
        );
    }
}

/// Whether a scenario could name these parameters.
fn in_range(parameters: &NodeParameters) -> bool {
    let values = parameters.to_values().into();
    NodeParameters::TABLE.check(&values).is_ok()
}

#[test]
fn many_jobs_of_a_preset_give_its_parameters_back() {
    // All but `telaviv01`, whose levels differ by less than its noise wanders, and `usa`, which has a dozen levels.
    for name in [
        Preset::Ar01,
        Preset::Ar02,
        Preset::Au01,
        Preset::Au02,
        Preset::Warsch01,
        Preset::Peaks,
        Preset::Switches,
    ] {
        let truth = name.parameters();
        assert_recovered(name.key(), &fitted(&truth, 20_000, 1), &truth, 0.15);
    }
}

#[test]
fn two_thousand_jobs_give_the_parameters_roughly() {
    for name in [Preset::Ar01, Preset::Ar02, Preset::Warsch01, Preset::Peaks] {
        let truth = name.parameters();
        assert_recovered(name.key(), &fitted(&truth, 2_000, 3), &truth, 0.5);
    }
}

#[test]
fn a_slow_mode_is_told_from_peaks() {
    let slow = NodeParameters {
        slow_probability: 0.1,
        slow_height: 1.2,
        noise_sd: 0.15,
        ..NodeParameters::default()
    };
    assert_recovered("slow mode", &fitted(&slow, 20_000, 1), &slow, 0.2);
    for height in [0.5, 1.0, 6.0] {
        let peaks = NodeParameters {
            peak_probability: 0.06,
            peak_height: height,
            ..NodeParameters::default()
        };
        assert_eq!(
            fitted(&peaks, 4_000, 1).slow_probability,
            0.0,
            "height {height}"
        );
    }
}

/// Whether all statistics of the given series are where series with the fitted parameters have them.
#[track_caller]
fn assert_matched(name: &str, fitted: &Fitted) {
    assert_eq!(fitted.matches.len(), 18);
    for one in &fitted.matches {
        // The mean is met exactly.
        let allowed = 3.5 * one.spread + 1e-9 * one.original;
        assert!(
            (one.original - one.expected).abs() <= allowed && one.made.is_finite(),
            "{name}: {one:?}"
        );
    }
}

#[test]
fn series_made_like_a_preset_have_its_statistics() {
    for name in [
        Preset::Ar02,
        Preset::Au01,
        Preset::Au02,
        Preset::Telaviv01,
        Preset::Switches,
        Preset::Usa,
    ] {
        let given = series(&mut Random::new(5), &name.parameters(), 2_000, true);
        assert_matched(name.key(), &fit(&given, 1));
    }
}

#[test]
fn series_made_like_measured_ones_have_their_statistics() {
    // These were not made by the generator.
    for key in ["bursts", "shared", "quiet"] {
        let set = measured::load(key).unwrap();
        let node = &set.nodes()[0];
        let one = fit(&node.runtimes, 1);
        assert_matched(key, &one);
        assert!(in_range(&one.parameters));
    }
}

#[test]
fn a_fit_is_a_function_of_values_and_seed() {
    let given = series(&mut Random::new(5), &NodeParameters::default(), 500, true);
    let (one, again, other) = (fit(&given, 1), fit(&given, 1), fit(&given, 2));
    assert_eq!(one, again);
    assert_eq!(one.parameters, other.parameters);
    assert_ne!(one.series, other.series);
}

#[test]
fn values_without_anything_to_see_have_quiet_parameters() {
    for values in [&[][..], &[7.0], &[7.0, 7.0], &[0.1; 300]] {
        let one = fit(values, 1);
        let p = one.parameters;
        assert_eq!(
            (
                p.level_sd,
                p.noise_sd,
                p.peak_probability,
                p.dip_probability,
                p.slow_probability
            ),
            (0.0, 0.0, 0.0, 0.0, 0.0)
        );
        assert!(in_range(&p));
        assert_eq!(one.series.len(), values.len());
        assert!(
            one.series
                .iter()
                .zip(values)
                .all(|(made, given)| (made / given - 1.0).abs() < 1e-9)
        );
    }
}

#[test]
fn what_is_no_runtime_is_left_out() {
    let given = series(&mut Random::new(5), &NodeParameters::default(), 300, true);
    let mut spoilt = given.clone();
    for (place, bad) in [(0, f64::NAN), (100, 0.0), (200, -3.0), (303, f64::INFINITY)] {
        spoilt.insert(place, bad);
    }
    assert_eq!(fit(&spoilt, 1).parameters, fit(&given, 1).parameters);
}

#[test]
fn runtimes_of_five_hours_are_as_like_as_those_of_five_milliseconds() {
    let given = series(&mut Random::new(5), &NodeParameters::default(), 300, true);
    let of = |factor: f64| {
        let values: Vec<f64> = given
            .iter()
            .map(|value| value * factor / mean(&given))
            .collect();
        fit(&values, 1)
    };
    let (short, long) = (of(1e7), of(1.8e7));
    assert_near("scale", long.scale, 1.8, 1e-12, 0.0);
    for (short, long) in short.matches.iter().zip(&long.matches) {
        let miss = |one: &Match| (one.original - one.expected).abs() / one.spread;
        if short.key != "mean" && miss(short).is_finite() {
            assert_near(short.key, miss(long), miss(short), 1e-3, 1e-3);
        }
    }
}

#[test]
fn made_series_without_a_jump_leave_the_statistics_of_jumps_to_the_others() {
    let mut given = vec![10.0; 121];
    given[60] = 100_000.0;
    for one in fit(&given, 1).matches {
        assert!(
            one.expected.is_finite() || !one.made.is_finite(),
            "{}",
            one.key
        );
    }
}

#[test]
fn a_long_series_takes_no_more_work_than_its_length() {
    let truth = NodeParameters::default();
    let found = fitted(&truth, 300_000, 1);
    assert_recovered("long", &found, &truth, 0.1);
}

#[test]
fn the_sampling_error_of_a_long_series_is_that_of_series_as_long() {
    const JOBS: usize = 640_000;
    let truth = NodeParameters::default();
    let one = fit(&series(&mut Random::new(5), &truth, JOBS, true), 1);
    // Series of that length, whose statistics vary a quarter as much as those of 40 000 jobs.
    let rows: Vec<[f64; 24]> = (0..12)
        .map(|seed| series(&mut Random::new(seed), &one.parameters, JOBS, true))
        .map(|values| Characteristics::of(&values, BLOCK).values())
        .collect();
    // All series have the same mean; the last one is no characteristic.
    let judged = one.matches.iter().enumerate().take(17).skip(1);
    let ratios: Vec<f64> = judged
        .map(|(column, one)| {
            let column: Vec<f64> = rows.iter().map(|row| row[column]).collect();
            libm::log(one.spread / sd(&column))
        })
        .collect();
    assert!(mean(&ratios).abs() < libm::log(2.0), "{ratios:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn any_runtimes_have_parameters_in_range_and_a_series_of_their_length_and_mean(
        values in prop::collection::vec(prop_oneof![1e-3..10.0, 900.0..1100.0, Just(500.0), 1.0..1e6], 1..120),
        unit in prop::sample::select(vec![1e-6, 1.0, 1e9]),
    ) {
        let values: Vec<f64> = values.iter().map(|value| value * unit).collect();
        let Fitted { parameters, series, matches, scale } = fit(&values, 1);
        let within = (MEANS[0]..=MEANS[1]).contains(&mean(&values));
        prop_assert_eq!(scale == 1.0, within, "{}", scale);
        prop_assert!((parameters.mean * scale / mean(&values) - 1.0).abs() < 1e-9);
        prop_assert!(in_range(&parameters), "{parameters:?}");
        prop_assert_eq!(series.len(), values.len());
        prop_assert!((mean(&series) / mean(&values) - 1.0).abs() < 1e-9);
        prop_assert_eq!(matches.len(), 18);
    }
}
