//! AS4DR beside BS over inaccuracies, depths and targets.

use divisible::experiment::Experiment;
use divisible::parameters::Scheduler;
use divisible::streams;
use divisible::watch::Unwatched;
use divisible::{Parameters, Platform};
use proptest::prelude::*;
use report::number::fixed;
use report::words::{percent, seconds};
use schedule::Off;
use serde_json::{Map, Value, json};

use super::{Order, order, random, report, scenario};

/// The use of the processors in each run.
fn uses(parameters: &Parameters, scheduler: Scheduler) -> Vec<f64> {
    let one = |run| {
        let experiment = Experiment::of(parameters, scheduler, run).unwrap();
        let (clusters, settings) = (&experiment.clusters, &experiment.settings);
        let together = streams::simulate(
            clusters,
            settings,
            &experiment.stream,
            &mut Off,
            &mut Unwatched,
        )
        .unwrap();
        let workers = clusters.iter().flat_map(Platform::workers).count() as f64;
        let accounts = together
            .clusters
            .iter()
            .flat_map(|one| one.workers.iter().map(|w| (w, one.elapsed)));
        let idle = accounts
            .map(|(w, elapsed)| (w.inter + w.intra + w.latency + w.startup + w.cleanup) / elapsed);
        1.0 - idle.sum::<f64>() / workers
    };
    (0..parameters.runs).map(one).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn verdict(subject: &[f64], baseline: &[f64]) -> Order {
    if subject == baseline {
        return Order::Equal;
    }
    order(
        &subject
            .iter()
            .zip(baseline)
            .map(|(own, other)| own / other)
            .collect::<Vec<_>>(),
    )
}

/// A use beside another in words.
fn change(subject: &[f64], baseline: &[f64]) -> String {
    let much = 100.0 * (mean(subject) - mean(baseline)).abs();
    let points = match much {
        much if much < 0.005 => "under 0.01".to_owned(),
        much if much < 0.05 => fixed(much, 2),
        much => fixed(much, 1),
    };
    match verdict(subject, baseline) {
        Order::Faster(_) => format!("{points} percentage points more"),
        Order::Slower(_) => format!("{points} percentage points less"),
        Order::Equal => "no difference".into(),
        Order::Unclear => "no clear difference".into(),
    }
}

fn changed_is_so(
    text: &str,
    rest: &Value,
    varied: fn(&Parameters, f64) -> Parameters,
    to: f64,
) -> Result<(), TestCaseError> {
    let (headline, parameters) = (report(text, rest).headline, scenario(text, rest));
    let said = |scheduler| {
        let (from, to) = (
            uses(&varied(&parameters, 0.0), scheduler),
            uses(&varied(&parameters, to), scheduler),
        );
        // Sums in another order may differ in the last bit, which decides the digit of a share between two digits.
        [1.0 - 1e-12, 1.0 + 1e-12].map(|bit| {
            format!(
                "{} of the time ({})",
                percent(bit * mean(&to), 1),
                change(&to, &from)
            )
        })
    };
    for (name, scheduler) in [
        ("AS4DR uses the processors", Scheduler::As4dr),
        ("BS", Scheduler::Baseline),
    ] {
        let either = said(scheduler).map(|said| format!("{name} {said}"));
        prop_assert!(
            either.iter().any(|words| headline.contains(words)),
            "{headline}: {either:?}"
        );
    }
    Ok(())
}

/// A service with a duration of so many targets and so many runs.
fn rest(mut service: Map<String, Value>, topic: &str, runs: u32, turns: u32) -> Map<String, Value> {
    let target = service["target"].as_f64().unwrap();
    service.insert("topic".into(), json!(topic));
    service.insert("runs".into(), json!(runs));
    service.insert("horizon".into(), json!(target * f64::from(turns)));
    service
}

fn targets_are_so(text: &str, rest: &Value) -> Result<(), TestCaseError> {
    let (report, parameters) = (report(text, rest), scenario(text, rest));
    let table = report
        .tables
        .iter()
        .find(|table| table.key == "targets")
        .unwrap();
    let chart = report
        .charts
        .iter()
        .find(|chart| chart.key == "efficiency")
        .unwrap();
    let report::chart::Series::Line { points, .. } = &chart.series[0] else {
        panic!("{chart:?}")
    };
    prop_assert_eq!(points.len(), table.rows.len());
    // To the last bit: what is drawn is in ms.
    let asked = Parameters {
        target: 0.02 * parameters.horizon,
        ..parameters.clone()
    };
    let asked = divisible::experiment::platform(&asked, 0).unwrap();
    let all: Vec<(f64, Vec<f64>)> =
        divisible::study::targets::targets(&parameters, asked.workers())
            .into_iter()
            .map(|target| {
                let changed = Parameters {
                    target,
                    ..parameters.clone()
                };
                (target, uses(&changed, Scheduler::As4dr))
            })
            .collect();
    if let [(shortest, least), .., (longest, last)] = all.as_slice() {
        // Sums in another order may round to the next digit.
        let shown = |uses: &[f64], rest: &str| {
            [1.0 - 1e-12, 1.0 + 1e-12].iter().any(|near| {
                report
                    .why
                    .contains(&format!("{}{rest}", percent(mean(uses) * near, 1)))
            })
        };
        let first = format!(" of the time with rounds of {}, ", seconds(*shortest));
        let second = format!(" with {}.", seconds(*longest));
        prop_assert!(
            shown(least, &first) && shown(last, &second),
            "{}",
            report.why
        );
    }
    let most = all.iter().map(|(_, uses)| mean(uses)).fold(0.0, f64::max);
    let said = percent(most, 1);
    prop_assert!(
        report.headline.contains(&said),
        "{}: {said}",
        report.headline
    );
    let best = all
        .iter()
        .rev()
        .find(|(_, uses)| mean(uses) >= most * (1.0 - 1e-12))
        .unwrap();
    let tied: Vec<&(f64, Vec<f64>)> = all
        .iter()
        .filter(|one| one.0 == best.0 || !matches!(verdict(&best.1, &one.1), Order::Faster(_)))
        .collect();
    if report.headline.contains("no clear difference") {
        prop_assert!(tied.len() > 1, "{}", report.headline);
        if !report.headline.contains(" targets ") {
            for (target, _) in &tied {
                prop_assert!(
                    report.headline.contains(&seconds(*target)),
                    "{}: {target}",
                    report.headline
                );
            }
        } else {
            let number = format!("{} of {} targets", tied.len(), all.len());
            prop_assert!(
                report.headline.contains(&number),
                "{}: {number}",
                report.headline
            );
        }
    } else {
        prop_assert_eq!(tied.len(), 1, "{}: {:?}", report.headline, tied);
    }
    Ok(())
}

proptest! {
    #![proptest_config(random::cases())]

    #[test]
    fn misjudged_speeds_cost_what_the_runs_say(
        workers in random::workers(4), service in random::service(), runs in 1..5_u32, turns in 5..30_u32,
    ) {
        let rest = Value::Object(rest(service, "inaccuracy", runs, turns));
        changed_is_so(&workers, &rest, |from, inaccuracy| Parameters { inaccuracy, ..from.clone() }, 0.9)?;
    }

    #[test]
    fn varying_speeds_cost_what_the_runs_say(
        workers in random::workers(4), service in random::service(), runs in 1..5_u32, turns in 5..30_u32, depth in 0..10_u32,
        variation in prop::sample::select(vec!["mixed", "once", "often", "stairs", "walks"]),
    ) {
        let depth = f64::from(depth) / 10.0;
        let mut rest = rest(service, "dynamicity", runs, turns);
        rest.insert("variation".into(), json!(variation));
        rest.insert("depth".into(), json!(depth));
        let depth_of = |from: &Parameters, depth| Parameters { depth, ..from.clone() };
        changed_is_so(&workers, &Value::Object(rest), depth_of, depth)?;
    }

    #[test]
    fn the_best_targets_are_those_that_no_run_tells_apart(
        workers in random::workers(3), service in random::service(), runs in 1..5_u32, turns in 20..60_u32,
        inaccuracy in prop_oneof![Just(0.0), 0.1..0.8_f64],
    ) {
        let mut rest = rest(service, "target", runs, turns);
        rest.insert("inaccuracy".into(), json!(inaccuracy));
        targets_are_so(&workers, &Value::Object(rest))?;
    }
}
