//! Dots that make a node slower or faster: their effects, and the processors that wait.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use proptest::prelude::*;
use replication::parameters::Strategy as Method;
use replication::{Parameters, run};
use report::chart::{Point, Series};
use report::{Chart, Report, Silent};
use trace::source::Source;

fn base(strategy: Method) -> Parameters {
    Parameters {
        traces: Source::SetTwo,
        strategy,
        processors: 4,
        iterations: 40,
        runs: 2,
        ..Parameters::default()
    }
}

fn told(parameters: &Parameters) -> Report {
    run(parameters, &mut Silent).unwrap()
}

fn nodes(report: &Report) -> &Chart {
    report
        .charts
        .iter()
        .find(|chart| chart.key == "nodes")
        .unwrap()
}

fn means(chart: &Chart) -> &[Point] {
    match &chart.series[0] {
        Series::Scatter { points, .. } => points,
        _ => &[],
    }
}

fn makespan(report: &Report) -> f64 {
    report.schedule.as_ref().unwrap().makespan()
}

proptest! {
    #![proptest_config(trial::random(12))]

    #[test]
    fn a_dot_makes_its_node_so_many_times_as_slow_and_no_other(lane in 0_usize..4, stop in 0_usize..19, again in 0_usize..19) {
        let before = told(&base(Method::Equal));
        let grip = &nodes(&before).grips[lane];
        prop_assert_eq!(grip.stops[grip.at as usize], 1.0);
        let parameters = Parameters { node_factors: grip.text(stop).unwrap(), ..base(Method::Equal) };
        let after = told(&parameters);
        let factor = grip.stops[stop];
        for (place, (old, new)) in means(nodes(&before)).iter().zip(means(nodes(&after))).enumerate() {
            let expected = old.y * if place == lane { factor } else { 1.0 };
            prop_assert!((new.y - expected).abs() < 1e-9 * expected, "{place}: {} {expected}", new.y);
        }
        // All wait for the slowest: a slower node ends no iteration earlier, a faster one none later.
        let (old, new) = (makespan(&before), makespan(&after));
        prop_assert!(if factor >= 1.0 { new >= old } else { new <= old }, "{factor}: {old} {new}");
        // The dot stands where it was left; another one keeps it.
        let kept = &nodes(&after).grips[lane];
        prop_assert_eq!(kept.stops[kept.at as usize], factor);
        let other = (lane + 1) % 4;
        let both = nodes(&after).grips[other].text(again).unwrap();
        let last = told(&Parameters { node_factors: both, ..base(Method::Equal) });
        let grips = &nodes(&last).grips;
        prop_assert_eq!(grips[lane].stops[grips[lane].at as usize], factor);
        prop_assert_eq!(grips[other].stops[grips[other].at as usize], grips[other].stops[again]);
    }
}

proptest! {
    #![proptest_config(trial::random(12))]

    #[test]
    fn each_dot_is_the_mean_of_its_lane_and_its_stops_have_places(
        bursts in any::<bool>(),
        processors in 2_u32..=16,
        seed in 0_u64..100,
        factor in 0.1_f64..20.0,
    ) {
        let parameters = Parameters {
            traces: if bursts { Source::Bursts } else { Source::SetTwo },
            processors: if bursts { processors } else { processors.min(4) },
            copies: 1,
            seed,
            node_factors: format!("1:{factor}"),
            ..base(Method::Equal)
        };
        let report = told(&parameters);
        let chart = nodes(&report);
        let lanes = report.schedule.as_ref().unwrap().lanes();
        prop_assert_eq!(chart.grips.len(), lanes.len());
        for ((place, grip), point) in chart.grips.iter().enumerate().zip(means(chart)) {
            prop_assert!(grip.title.ends_with(&lanes[place]), "{} {}", grip.title, lanes[place]);
            prop_assert_eq!(grip.x, point.x);
            let shown = grip.stops[grip.at as usize] * grip.scale;
            prop_assert!((shown - point.y).abs() <= 1e-9 * point.y, "{shown} {}", point.y);
            prop_assert!(grip.stops.iter().all(|stop| chart.y.has(stop * grip.scale)));
            prop_assert_eq!(grip.x, (place + 1) as f64);
        }
    }
}

#[test]
fn with_equal_shares_all_wait_for_a_slow_node_and_a_copy_saves_most_of_it() {
    let time = |strategy, factors: &str| {
        let report = told(&Parameters {
            node_factors: factors.into(),
            ..base(strategy)
        });
        makespan(&report)
    };
    let report = told(&base(Method::Equal));
    let slow = nodes(&report).grips[0].text(18).unwrap();
    assert!(slow.ends_with(":8"), "{slow}");
    let lost = |strategy| time(strategy, &slow) / time(strategy, "");
    assert!(
        lost(Method::Equal) > 1.5 * lost(Method::Replicate),
        "{} {}",
        lost(Method::Equal),
        lost(Method::Replicate)
    );
}

#[test]
fn a_text_that_names_no_node_is_refused() {
    for wrong in ["3", "0:2", "91:2", "1:0", "1:2, 1:3"] {
        let parameters = Parameters {
            node_factors: wrong.into(),
            ..base(Method::Equal)
        };
        let refused = run(&parameters, &mut Silent).unwrap_err().to_string();
        assert!(refused.contains("node_factors"), "{refused}");
    }
    let formulas = Parameters {
        topic: replication::parameters::Topic::Formulas,
        node_factors: "?".into(),
        ..Parameters::default()
    };
    assert!(run(&formulas, &mut Silent).is_ok());
}
