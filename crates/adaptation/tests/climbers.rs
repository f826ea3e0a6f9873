//! All ways to climb on the four landscapes of figure 5.6: the texts on their ranking are true.

use adaptation::climbers::{EXPERIMENTS, Way, repeats, setting};
use adaptation::model::landscape::evaluation::Experiment;
use adaptation::model::landscape::{Outcome, Setting, run as climb};
use adaptation::model::strategy::client::{Client, Settings};
use adaptation::model::strategy::hill_climbing;
use adaptation::model::strategy::{Strategy as Decides, Unadapted};
use proptest::prelude::*;
use report::Silent;
use serde_json::{Value, json};

use crate::{run, typed};
use trial::{fault, figure, random, table};

/// A run of a way, straight from the model.
fn outcome(way: Way, experiment: Experiment, values: &Value, run: u32) -> Outcome {
    let parameters = typed(values).unwrap();
    let setting = setting(experiment, &parameters, run);
    let climbing = hill_climbing::Settings {
        tolerance: parameters.tolerance,
        ..hill_climbing::Settings::default()
    };
    let climbing = match way {
        Way::Start => {
            return climb(&setting, &mut Unadapted, &mut Silent).unwrap();
        }
        Way::Constant => {
            // Every number of nodes is tried.
            let sum = |start: &usize| setting.landscape.constant(*start, setting.intervals);
            let all = (1..=setting.pool).max_by(|one, other| sum(one).total_cmp(&sum(other)));
            let constant = Setting {
                start: all.unwrap(),
                ..setting
            };
            return climb(&constant, &mut Unadapted, &mut Silent).unwrap();
        }
        Way::Climbing => climbing,
        Way::Last => hill_climbing::Settings {
            reference: hill_climbing::Reference::Last,
            ..climbing
        },
        Way::Single => hill_climbing::Settings {
            accelerates: false,
            ..climbing
        },
        Way::Once => hill_climbing::Settings {
            restarts: false,
            ..climbing
        },
    };
    let settings = Settings {
        climbing: Some(climbing),
        grace: u64::from(parameters.grace),
        outliers: None,
        ..Settings::default()
    };
    let mut client: Box<dyn Decides> = Box::new(Client::new(settings).unwrap());
    climb(&setting, client.as_mut(), &mut Silent).unwrap()
}

/// Mean and half width of a 95 % interval by Student's t.
fn interval(values: &[f64]) -> (f64, f64) {
    const T: [f64; 5] = [
        f64::NAN,
        12.706_204_736,
        4.302_652_73,
        3.182_446_305,
        2.776_445_105,
    ];
    let number = values.len() as f64;
    let mean = values.iter().sum::<f64>() / number;
    let squares = values.iter().map(|value| (value - mean) * (value - mean));
    let error = (squares.sum::<f64>() / (number - 1.0) / number).sqrt();
    (mean, T[values.len() - 1] * error)
}

/// Whether one way is ahead of another for certain: the intervals of both means of their ratios leave 1 out.
fn is_ahead(one: &[f64], other: &[f64]) -> bool {
    let ratios: Vec<f64> = one
        .iter()
        .zip(other)
        .map(|(one, other)| one / other)
        .collect();
    if let [only] = ratios.as_slice() {
        return *only > 1.0 + 1e-9;
    }
    let logarithms: Vec<f64> = ratios.iter().copied().map(libm::log).collect();
    let ((mean, half), (centre, spread)) = (interval(&ratios), interval(&logarithms));
    mean - half > 1.0 + 1e-9 && centre - spread > 1e-9
}

proptest! {
    #![proptest_config(random(8))]

    #[test]
    fn places_are_those_of_the_runs(
        intervals in 30_u32..400, runs in 1_u32..=4, seed in any::<u32>(),
        noise in prop::sample::select(vec![0.0, 0.01, 0.1]), tolerance in prop::sample::select(vec![1.0, 1.03, 1.2]), grace in 0_u32..8,
    ) {
        let values = json!({
            "topic": "climbers", "intervals": intervals, "runs": runs, "seed": seed, "noise": noise, "tolerance": tolerance, "grace": grace,
        });
        let report = run(&values).unwrap();
        prop_assert_eq!(fault(&report), None);
        let shares: Vec<Vec<Vec<f64>>> = Way::ALL
            .iter()
            .map(|way| {
                let of = |experiment: &Experiment, run| {
                    let outcome = outcome(*way, *experiment, &values, run);
                    outcome.sum() / outcome.ideal()
                };
                EXPERIMENTS.iter().map(|one| (0..runs).map(|run| of(one, run)).collect()).collect()
            })
            .collect();
        let scores: Vec<Vec<f64>> = shares
            .iter()
            .map(|all| (0..runs as usize).map(|run| all.iter().map(|one| one[run]).sum::<f64>() / 4.0).collect())
            .collect();
        let mean = |way: Way| scores[way.at()].iter().sum::<f64>() / f64::from(runs);
        for (key, way) in [("climbing", Way::Climbing), ("constant", Way::Constant), ("start", Way::Start)] {
            prop_assert!((figure(&report, key) - mean(way)).abs() < 1e-9, "{}", key);
        }
        // Each way stands in one row, by its place, and ties share it.
        let rows = &table(&report, "ranking").rows;
        prop_assert_eq!(rows.len(), Way::ALL.len());
        let mut firsts = Vec::new();
        let mut last = 1;
        let mut means = Vec::new();
        for row in rows {
            let way = Way::ALL.into_iter().find(|way| way.label() == row[1].text()).unwrap();
            let ahead = Way::ALL.iter().filter(|other| is_ahead(&scores[other.at()], &scores[way.at()])).count();
            // No way is placed before one with a larger mean.
            let place = if means.is_empty() { 1 } else { last.max(ahead + 1) };
            prop_assert_eq!(row[0].text(), place.to_string(), "{:?}", way);
            prop_assert!(means.iter().all(|other| *other >= mean(way) * (1.0 - 1e-9)));
            means.push(mean(way));
            last = place;
            if place == 1 {
                firsts.push(way.name());
            }
        }
        let headline = report.headline.to_lowercase();
        let (named, _) = headline.split_once(if firsts.len() == 1 { " is first" } else { " share the first place" }).unwrap();
        prop_assert_eq!(named, report::words::list(&firsts.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()));
        prop_assert_eq!(headline.contains("only run"), firsts.len() == 1 && runs == 1);
        // Of several first ways, the headline names the one with the share.
        prop_assert_eq!(headline.contains(&format!("place: {} reaches", firsts[0])), firsts.len() > 1, "{}", headline);
        // The cause: hill climbing beside the best constant numbers, and the number of landscapes on which it is better.
        let (own, other) = (&scores[Way::Climbing.at()], &scores[Way::Constant.at()]);
        let told = match (is_ahead(own, other), is_ahead(other, own)) {
            (true, _) => "more than the best",
            (_, true) => "less than the best",
            _ if own.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-9) => "as much as the best",
            _ => "no clear difference from the best",
        };
        prop_assert!(report.why.contains(told), "{} lacks {}", report.why, told);
        let better = |than: Way| {
            let mean = |way: Way, at: usize| shares[way.at()][at].iter().sum::<f64>() / f64::from(runs);
            (0..4).filter(|at| mean(Way::Climbing, *at) > mean(than, *at) + 1e-9).count()
        };
        let on = format!("on {} of 4 landscapes, and above that of no adaptation on {}.", better(Way::Constant), better(Way::Start));
        prop_assert!(report.why.contains(&on), "{} lacks {}", report.why, on);
        // Printed gains are those of other numbers of intervals.
        prop_assert!(report.tables.iter().all(|table| table.key != "published"));
    }
}

#[test]
fn hill_climbing_is_ahead_of_every_constant_number_on_the_landscapes_of_the_thesis() {
    let values = json!({"topic": "climbers", "intervals": 7000, "runs": 2});
    let report = run(&values).unwrap();
    assert!(figure(&report, "gain") > 1.05, "{}", report.why);
    assert!(
        report.why.contains("of no adaptation on 4."),
        "{}",
        report.why
    );
    // The printed rule never notices a slow decline.
    let rows = &table(&report, "ranking").rows;
    let at = |label: &str| rows.iter().position(|row| row[1].text() == label).unwrap();
    assert!(at("hill climbing") < at("printed rule, “last”"));
    // Printed beside computed.
    let rows = &table(&report, "published").rows;
    assert_eq!(rows.len(), EXPERIMENTS.len());
    let beside = [Way::Constant, Way::Start, Way::Start, Way::Constant];
    for ((row, experiment), beside) in rows.iter().zip(EXPERIMENTS).zip(beside) {
        let sum = |way: Way, run: u32| outcome(way, experiment, &values, run).sum();
        let gains = (0..2).map(|run| sum(Way::Climbing, run) / sum(beside, run) - 1.0);
        let gain = gains.sum::<f64>() / 2.0;
        let computed: f64 = row[3].exact().parse().unwrap();
        assert!((computed - gain).abs() < 1e-6, "{computed} {gain}");
    }
}

#[test]
fn printed_gains_stand_beside_those_of_the_same_experiments_alone() {
    let repeated = |name: &str, value: Value| {
        let mut values = json!({"topic": "climbers", "intervals": 7000});
        values[name] = value;
        repeats(&typed(&values).unwrap())
    };
    for (name, value) in [
        ("runs", json!(3)),
        ("seed", json!(9)),
        ("climbed", json!("up")),
        ("replaces", json!(true)),
    ] {
        assert!(repeated(name, value), "{name}");
    }
    for (name, value) in [
        ("intervals", json!(600)),
        ("noise", json!(0.02)),
        ("join_lag", json!(2)),
        ("tolerance", json!(1.05)),
        ("grace", json!(4)),
        ("step_up", json!(1.5)),
    ] {
        assert!(!repeated(name, value), "{name}");
    }
}
