//! Dots that bend the speed of a worker: their changes, and the chunks that follow.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::Parameters;
use parameters::Parameters as _;
use proptest::prelude::*;
use report::chart::{Grip, Point, Series};
use report::{Chart, Report, Silent};
use serde_json::Value;

fn told(parameters: &Parameters) -> Report {
    divisible::run(parameters, &mut Silent).unwrap().0
}

fn chart<'r>(report: &'r Report, key: &str) -> &'r Chart {
    report.charts.iter().find(|chart| chart.key == key).unwrap()
}

fn points(chart: &Chart, line: usize) -> &[Point] {
    match &chart.series[line] {
        Series::Line { points, .. } => points,
        _ => &[],
    }
}

/// The speed on a line at a time.
fn at(points: &[Point], time: f64) -> f64 {
    points.iter().rfind(|point| point.x <= time).unwrap().y
}

/// The parameters after the user dragged a dot to a stop.
fn dragged(parameters: &Parameters, grip: &Grip, stop: usize) -> Parameters {
    let mut values = parameters.to_values();
    values.extend(grip.also.clone());
    values.insert(grip.parameter.clone(), grip.text(stop).unwrap().into());
    let checked = Parameters::TABLE.check(&Value::Object(values)).unwrap();
    Parameters::from_values(&checked)
}

fn base() -> Parameters {
    Parameters {
        runs: 1,
        inaccuracy: 0.0,
        ..Parameters::default()
    }
}

proptest! {
    #![proptest_config(trial::random(12))]

    #[test]
    fn a_dot_bends_the_speed_of_its_worker_from_its_date_on_and_chunks_follow(worker in 0_usize..4, stop in 3_usize..30) {
        let before = told(&base());
        let speeds = chart(&before, "speeds");
        prop_assert_eq!(speeds.grips.len(), 4);
        let grip = &speeds.grips[worker];
        let factor = grip.stops[stop];
        let parameters = dragged(&base(), grip, stop);
        let after = told(&parameters);
        let bent = chart(&after, "speeds");
        for line in 0..4 {
            let (old, new) = (points(speeds, line), points(bent, line));
            for time in [0.0, grip.x - 1.0, grip.x, grip.x + 1.0] {
                let expected = at(old, time) * if line == worker && time >= grip.x { factor } else { 1.0 };
                let seen = at(new, time);
                prop_assert!((seen - expected).abs() <= 1e-9 * expected, "{line} {time}: {seen} {expected}");
            }
        }
        // The dot is known again, and stands at its stop.
        prop_assert_eq!(bent.grips.len(), 1);
        let kept = &bent.grips[0];
        prop_assert_eq!((&kept.title, kept.x, kept.stops[kept.at as usize]), (&grip.title, grip.x, factor));
        prop_assert!((kept.scale * factor - at(points(bent, worker), kept.x)).abs() <= 1e-9 * kept.scale);
        // The ratio of the last chunk to the former one, except for latencies.
        let last = |report: &Report| points(chart(report, "chunks"), worker).last().unwrap().y;
        let ratio = last(&after) / last(&before);
        prop_assert!((ratio / factor - 1.0).abs() < 0.05, "{ratio} {factor}");
    }

    #[test]
    fn a_dot_of_many_steps_changes_its_own_alone(step in 0_usize..3, stop in 0_usize..30) {
        let parameters = Parameters {
            variation: divisible::parameters::Variation::Steps,
            steps: "300:0.5; 600:0.8 900:1".into(),
            ..base()
        };
        let report = told(&parameters);
        let grips = &chart(&report, "speeds").grips;
        prop_assert_eq!(grips.len(), 3);
        let grip = &grips[step];
        prop_assert!(grip.also.is_empty());
        let mut factors = [0.5, 0.8, 1.0];
        prop_assert_eq!(grip.stops[grip.at as usize], factors[step]);
        factors[step] = grip.stops[stop];
        let steps = dragged(&parameters, grip, stop).steps;
        let expected = divisible::speeds::Steps::new([300.0, 600.0, 900.0].into_iter().zip(factors)).unwrap();
        prop_assert_eq!(divisible::speeds::Steps::parse(&steps).unwrap(), expected);
    }
}

#[test]
fn where_something_else_sets_the_speeds_there_is_no_dot() {
    use divisible::parameters::{Variation, Varied};
    let others = [
        Parameters {
            variation: Variation::Often,
            ..base()
        },
        Parameters {
            variation: Variation::Steps,
            varied: Varied::Send,
            ..base()
        },
    ];
    for parameters in others {
        assert!(chart(&told(&parameters), "speeds").grips.is_empty());
    }
}
