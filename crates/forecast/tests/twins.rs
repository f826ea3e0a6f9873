//! Every predictor against a slow twin written straight from its definition, and the properties of each.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

mod tournament;
mod twin;

use forecast::autoregression::{Autoregression, yule_walker};
use forecast::quantile::shifted;
use forecast::score::{coverage, hindsight_rmse, pinball, scores};
use forecast::transition::{Surprise, Weighting, fit};
use forecast::weather_service::WeatherService;
use forecast::{Filing, Method, Predict, Predictor, Residual, Settings, forecasts};
use proptest::prelude::*;

/// Settings of a method in which everything happens within some dozen values.
fn settings(method: Method) -> impl Strategy<Value = Settings> {
    let sizes = (
        1_usize..9,
        1_usize..5,
        2_usize..20,
        1_usize..9,
        2_usize..9,
        1_usize..9,
        1_usize..9,
    );
    let shares = (0.0..=1.0, 0.01..=1.0, 0.0..=1.0);
    let kinds = (any::<bool>(), any::<bool>(), any::<bool>());
    let optional = (
        prop::option::of(3_usize..12),
        prop::option::weighted(0.3, 0.01..0.99),
    );
    (sizes, shares, kinds, optional).prop_map(move |(sizes, shares, kinds, optional)| Settings {
        window: sizes.0,
        order: sizes.1,
        least: sizes.2,
        refit: sizes.3,
        deviation_window: sizes.4,
        median_window: sizes.5,
        memory: sizes.6,
        smoothing: shares.0,
        adaptation: shares.1,
        damping: shares.2,
        filing: if kinds.0 {
            Filing::Literal
        } else {
            Filing::Previous
        },
        residual: if kinds.1 {
            Residual::Final
        } else {
            Residual::Component
        },
        clip: kinds.2,
        thresholds: [3.0, 1.5, 0.8],
        fit_window: optional.0,
        quantile: optional.1,
        ..Settings::of(method)
    })
}

/// Runtimes: a level that jumps, noise, now and then a peak; whole numbers, so that values are equal now and then.
fn series(longest: usize) -> impl Strategy<Value = Vec<f64>> {
    let value = (0_u8..20, 0_u8..10, 1_u32..8);
    prop::collection::vec(value, 1..longest).prop_map(|draws| {
        let mut level = 10;
        let value = |(event, noise, size): (u8, u8, u32)| {
            if event == 0 {
                level = 10 * size;
            }
            let peak = if event == 1 { 100 * size } else { 0 };
            f64::from(level + u32::from(noise) + peak)
        };
        draws.into_iter().map(value).collect()
    })
}

fn is_close(value: f64, expected: f64, scale: f64) -> bool {
    (value - expected).abs() <= 1e-9 * expected.abs().max(scale)
}

fn follows_its_twin(settings: &Settings, series: &[f64]) -> Result<(), TestCaseError> {
    let largest = series.iter().fold(0.0_f64, |a, b| a.max(*b));
    let mut predictor = Predictor::new(settings);
    prop_assert_eq!(predictor.forecast(), None);
    for t in 0..series.len() {
        predictor.observe(series[t]);
        let (forecast, expected) = (
            predictor.forecast().unwrap(),
            twin::forecast(settings, &series[..=t]),
        );
        prop_assert!(
            is_close(forecast, expected, largest),
            "after {} values {forecast} instead of {expected}",
            t + 1
        );
    }
    Ok(())
}

macro_rules! twins {
    ($($name:ident: $method:ident;)*) => {
        proptest! {
            $(
                #[test]
                fn $name(settings in settings(Method::$method), series in series(60)) {
                    follows_its_twin(&settings, &series)?;
                }
            )*
        }
    };
}

twins! {
    the_last_value_follows_its_twin: LastValue;
    smoothing_follows_its_twin: ExponentialSmoothing;
    the_running_mean_follows_its_twin: RunningMean;
    the_sliding_mean_follows_its_twin: SlidingMean;
    the_sliding_median_follows_its_twin: SlidingMedian;
    autoregression_follows_its_twin: Autoregression;
    trigg_leach_follows_its_twin: TriggLeach;
    whybark_follows_its_twin: Whybark;
    mentzer_follows_its_twin: Mentzer;
    pantazopoulos_pappis_follows_its_twin: PantazopoulosPappis;
    dynamic_smoothing_follows_its_twin: DynamicSmoothing;
    the_damped_trend_follows_its_twin: DampedTrend;
    the_local_level_follows_its_twin: LocalLevel;
}

fn transition() -> impl Strategy<Value = Settings> {
    prop_oneof![
        settings(Method::TransitionError),
        settings(Method::TransitionErrorFalling),
        settings(Method::TransitionSquare),
        settings(Method::TransitionWhybark),
    ]
}

proptest! {
    // The twin of each is slow.
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn smooth_transition_follows_its_twin(settings in transition(), series in series(16)) {
        let settings = Settings { quantile: None, ..settings };
        follows_its_twin(&settings, &series)?;
    }

    #[test]
    fn a_quantile_is_that_of_the_last_hundred_errors(series in series(260), q in 0.01..0.99) {
        let settings = Settings { quantile: Some(q), ..Settings::of(Method::RunningMean) };
        let mut predictor = Predictor::new(&settings);
        for value in &series {
            predictor.observe(*value);
        }
        let (forecast, expected) = (predictor.forecast().unwrap(), twin::forecast(&settings, &series));
        prop_assert!(is_close(forecast, expected, 1.0), "{forecast} instead of {expected}");
    }

    #[test]
    fn the_weather_service_makes_the_same_choices_as_its_twin(series in series(170)) {
        let mut service = WeatherService::default();
        for ((t, value), expected) in series.iter().enumerate().zip(tournament::weather_service(&series)) {
            service.observe(*value);
            prop_assert_eq!((service.forecast().unwrap(), service.chosen()), expected, "{}", t);
        }
        let bank = service.bank().unwrap();
        prop_assert_eq!(bank.as_slice(), tournament::bank(&series));
    }
}

/// Any method; smooth transition is fitted seldom.
fn any_settings() -> impl Strategy<Value = Settings> {
    prop::sample::select(Method::all()).prop_flat_map(settings)
}

fn stays_between(settings: &Settings) -> bool {
    match settings.method {
        Method::WeatherService | Method::Autoregression | Method::DampedTrend => false,
        Method::DynamicSmoothing => settings.clip,
        _ => true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn settings_that_a_method_does_not_read_change_no_forecast(settings in any_settings(), series in series(60)) {
        prop_assert_eq!(forecasts(&settings.effective(), &series), forecasts(&settings, &series));
    }

    #[test]
    fn pessimistic_forecasts_are_made_of_expected_ones(settings in any_settings(), series in series(260), q in 0.01..0.99) {
        let pessimistic = Settings { quantile: Some(q), ..settings.clone() };
        let expected = forecasts(&Settings { quantile: None, ..settings }, &series);
        prop_assert_eq!(shifted(q, &series, &expected), forecasts(&pessimistic, &series));
    }

    #[test]
    fn values_in_another_unit_give_the_same_forecasts_in_that_unit(
        settings in any_settings(), series in series(60), power in -40_i32..40
    ) {
        // A power of two, so that not even rounding may differ.
        let unit = libm::exp2(f64::from(power));
        let scaled: Vec<_> = series.iter().map(|value| value * unit).collect();
        let expected: Vec<_> = forecasts(&settings, &series).iter().map(|f| f * unit).collect();
        prop_assert_eq!(forecasts(&settings, &scaled), expected);
    }

    /// A weight that is 1 gives the value itself: the next one asks whether that forecast was right, and must not hear rounding.
    #[test]
    fn adaptive_weights_do_not_hear_rounding(
        method in prop::sample::select(vec![Method::PantazopoulosPappis, Method::Mentzer, Method::Whybark]),
        slow in prop::collection::vec(any::<bool>(), 2..40),
        levels in (0.1..10.0, 20.0..1_000.0),
        unit in 0.1..10.0
    ) {
        let settings = Settings::of(method);
        let series = |unit: f64| -> Vec<f64> {
            let value = |slow: &bool| unit * if *slow { levels.1 } else { levels.0 };
            slow.iter().map(value).collect()
        };
        let scaled = forecasts(&settings, &series(unit));
        for (one, other) in forecasts(&settings, &series(1.0)).iter().zip(scaled) {
            prop_assert!(is_close(other, one * unit, 0.0), "{other} instead of {}", one * unit);
        }
    }

    #[test]
    fn forecasts_of_means_medians_and_smoothings_stay_between_the_least_and_the_largest_value(
        settings in any_settings(), series in series(80)
    ) {
        let settings = Settings { quantile: None, ..settings };
        prop_assume!(stays_between(&settings));
        let (low, high) = series.iter().fold((f64::MAX, 0.0_f64), |(l, h), v| (l.min(*v), h.max(*v)));
        for forecast in forecasts(&settings, &series) {
            prop_assert!(forecast >= low * (1.0 - 1e-12) && forecast <= high * (1.0 + 1e-12));
        }
    }

    #[test]
    fn a_constant_series_is_predicted(settings in any_settings(), value in 0.001..1e7, n in 1_usize..140) {
        for forecast in forecasts(&settings, &vec![value; n]) {
            prop_assert!(is_close(forecast, value, 0.0), "{forecast} instead of {value}");
        }
    }

    #[test]
    fn equal_values_are_fitted_by_no_weighting_at_all(
        surprise in prop::sample::select(vec![
            Surprise::Error, Surprise::ErrorFalling, Surprise::Square, Surprise::Whybark
        ]),
        value in 0.001..1e7, n in 3_usize..100
    ) {
        prop_assert_eq!(fit(surprise, &vec![value; n]), (Weighting::default(), 0.0));
    }

    #[test]
    fn the_first_forecast_is_the_first_value_and_so_is_the_second(
        settings in any_settings(), first in 0.001..1e7, second in 0.001..1e7
    ) {
        prop_assert_eq!(forecasts(&settings, &[]), Vec::<f64>::new());
        prop_assert_eq!(forecasts(&settings, &[first]), vec![first]);
        let both = forecasts(&settings, &[first, second]);
        prop_assert_eq!(both[0], first);
        prop_assert!(is_close(both[1], first, 0.0));
    }

    #[test]
    fn forecasts_look_at_the_past_alone(
        settings in any_settings(), series in series(60), cut in any::<prop::sample::Index>()
    ) {
        let known = cut.index(series.len()) + 1;
        let whole = forecasts(&settings, &series);
        prop_assert_eq!(&forecasts(&settings, &series[..known])[..], &whole[..known]);
    }

    #[test]
    fn nobody_beats_hindsight(series in series(120)) {
        let service = scores(&series, &forecasts(&Settings::of(Method::WeatherService), &series)).rmse;
        let hindsight = hindsight_rmse(&series);
        prop_assert!(series.len() < 2 || hindsight <= service);
        for method in [Method::LastValue, Method::RunningMean, Method::ExponentialSmoothing] {
            let member = scores(&series, &forecasts(&Settings::of(method), &series)).rmse;
            prop_assert!(series.len() < 2 || hindsight <= member);
        }
    }

    #[test]
    fn the_recursion_of_levinson_solves_the_equations(series in series(80), order in 1_usize..17) {
        let covariances = twin::autocovariances(&series, order);
        let mut coefficients = vec![0.0; order];
        yule_walker(&covariances, &mut coefficients);
        for (a, b) in coefficients.iter().zip(twin::solve(&covariances)) {
            prop_assert!((a - b).abs() < 1e-8, "{a} instead of {b}");
        }
    }
}

/// A linear congruential generator's numbers, 0 to 1.
fn uniform(n: usize) -> Vec<f64> {
    let next = |state: &u64| {
        let state = state.wrapping_mul(6_364_136_223_846_793_005);
        Some(state.wrapping_add(1_442_695_040_888_963_407))
    };
    std::iter::successors(Some(2006_u64), next)
        .skip(1)
        .take(n)
        .map(|state| (state >> 11) as f64 / (1_u64 << 53) as f64)
        .collect()
}

#[test]
fn running_autocovariances_stay_exact_for_a_large_mean_and_a_first_value_far_off() {
    let mut level = 0.0;
    let mut series: Vec<f64> = uniform(3_000)
        .iter()
        .map(|u| {
            level = 0.8 * level + u;
            1e6 + level
        })
        .collect();
    for first in [1e6, 1e9] {
        series[0] = first;
        let mut running = Autoregression::new(16, 100, 1);
        for (t, value) in series.iter().enumerate() {
            running.observe(*value);
            if [99, 100, 1_500, 2_999].contains(&t) {
                // The first value taken off: the same covariances, and no digits lost in the twin.
                let shifted: Vec<_> = series[..=t].iter().map(|value| value - 1e6).collect();
                let expected = twin::solve(&twin::autocovariances(&shifted, 16));
                for (a, b) in running.coefficients().iter().zip(expected) {
                    assert!((a - b).abs() < 1e-9, "after {t}: {a} instead of {b}");
                }
            }
        }
    }
}

#[test]
fn a_peak_that_has_left_the_window_leaves_no_trace_in_a_sliding_mean() {
    let settings = Settings {
        window: 3,
        ..Settings::of(Method::SlidingMean)
    };
    let mut predictor = Predictor::new(&settings);
    for value in [0.1, 0.2, 1e15, 0.3, 0.1, 0.2] {
        predictor.observe(value);
    }
    assert!(is_close(predictor.forecast().unwrap(), 0.2, 0.0));
}

#[test]
fn pessimistic_forecasts_cover_the_share_that_they_name() {
    let series = uniform(4_000);
    for (q, low, high) in [(0.1, 0.08, 0.12), (0.5, 0.47, 0.53), (0.9, 0.88, 0.92)] {
        let settings = Settings {
            quantile: Some(q),
            ..Settings::of(Method::RunningMean)
        };
        let forecasts = forecasts(&settings, &series);
        let covered = coverage(&series, &forecasts);
        assert!(low < covered && covered < high, "{covered} instead of {q}");
        // The best forecast of a uniform quantile costs q (1 − q) / 2.
        let cost = pinball(&series, &forecasts, q);
        assert!((cost - q * (1.0 - q) / 2.0).abs() < 0.005, "{cost}");
    }
}

#[test]
fn scores_of_few_or_perfect_forecasts_are_not_numbers_or_nought() {
    for n in 0..2 {
        let one = vec![5.0; n];
        let few = scores(&one, &one);
        assert_eq!(few.errors, 0);
        assert!(few.rmse.is_nan() && few.mae.is_nan() && few.mase.is_nan() && few.bias.is_nan());
        assert!(hindsight_rmse(&one).is_nan() && coverage(&one, &one).is_nan());
        assert!(pinball(&one, &one, 0.5).is_nan());
    }
    let series = [3.0, 1.0, 2.0];
    let perfect = scores(&series, &series);
    assert_eq!(
        (perfect.rmse, perfect.mae, perfect.mase, perfect.bias),
        (0.0, 0.0, 0.0, 0.0)
    );
    assert_eq!(coverage(&series, &series), 1.0);
    let above = scores(&series, &[0.0, 2.0, 3.0]);
    assert_eq!((above.bias, above.mae, above.errors), (1.0, 1.0, 2));
    assert!(is_close(pinball(&series, &[0.0, 2.0, 3.0], 0.9), 0.1, 0.0));
}
