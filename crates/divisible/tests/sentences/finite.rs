//! Policies on a load of known size.

use divisible::parameters::Policy;
use divisible::study::finite::{Entry, run};
use proptest::prelude::*;
use report::Silent;
use report::table::Cell;
use serde_json::{Value, json};

use super::{Order, claimed, order, random, report, same, scenario};

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

fn ratios(subject: &Entry, baseline: &Entry) -> Vec<f64> {
    subject
        .times
        .iter()
        .zip(&baseline.times)
        .map(|(own, other)| other / own)
        .collect()
}

/// The order of a subject and a baseline by the ratio of their mean times: its interval, either way round, leaves out 1.
fn order_of_means(subject: &Entry, baseline: &Entry) -> Order {
    let number = subject.times.len() as f64;
    let ratio = mean(&baseline.times) / mean(&subject.times);
    let pairs = baseline.times.iter().zip(&subject.times);
    let residuals: Vec<f64> = pairs.map(|(a, b)| a - ratio * b).collect();
    let middle = mean(&residuals);
    let squares = residuals.iter().map(|one| (one - middle) * (one - middle));
    let half = match subject.times.len() {
        1 => 0.0,
        runs => {
            let deviation = (squares.sum::<f64>() / (number - 1.0)).sqrt();
            statistics::quantile(runs - 1) * deviation / number.sqrt() / mean(&subject.times)
        }
    };
    let turned = half / (ratio * ratio);
    match () {
        () if matches!(order(&ratios(subject, baseline)), Order::Equal) => Order::Equal,
        () if ratio - half > 1.0 + 1e-9 && 1.0 / ratio + turned < 1.0 - 1e-9 => {
            Order::Faster(ratio)
        }
        () if ratio + half < 1.0 - 1e-9 && 1.0 / ratio - turned > 1.0 + 1e-9 => {
            Order::Slower(1.0 / ratio)
        }
        () => Order::Unclear,
    }
}

fn said_is_so(text: &str, rest: &Value) -> Result<(), TestCaseError> {
    let (report, parameters) = (report(text, rest), scenario(text, rest));
    let entries = run(&parameters, &mut Silent).unwrap().entries;
    let (own, others): (Vec<&Entry>, Vec<&Entry>) = entries
        .iter()
        .partition(|entry| entry.policy == Policy::Scheduler);
    let own = own[0];
    let headline = &report.headline;
    if !mean(&own.times).is_finite() {
        prop_assert!(headline.contains("does not process"), "{headline}");
        let failed = own.times.iter().filter(|time| !time.is_finite()).count();
        let runs = own.times.len();
        let counted = match failed {
            _ if runs == 1 => headline.contains(" within "),
            all if all == runs => headline.contains(&format!(" in any of {runs} runs")),
            some => headline.contains(&format!(" in {some} of {runs} runs")),
        };
        prop_assert!(counted, "{headline}: {failed}");
        prop_assert!(!report.why.contains("hardly count"), "{}", report.why);
        return Ok(());
    }
    let done: Vec<&&Entry> = others
        .iter()
        .filter(|entry| mean(&entry.times).is_finite())
        .collect();
    let fastest = done
        .iter()
        .map(|entry| mean(&entry.times))
        .fold(f64::INFINITY, f64::min);
    if done.is_empty() {
        return Ok(());
    }
    let name = |entry: &Entry| entry.policy.name(parameters.scheduler);
    // The sentence may name any of the policies with the least mean.
    let named: Vec<&&&Entry> = done
        .iter()
        .filter(|entry| mean(&entry.times) <= fastest * (1.0 + 1e-12))
        .collect();
    let fits = |best: &Entry| {
        let verb = claimed(headline, parameters.runs);
        let (_, after) = headline
            .split_once(" as ")
            .or_else(|| headline.split_once(" from "))
            .unwrap();
        after.contains(name(best)) && same(verb, order_of_means(own, best))
    };
    prop_assert!(
        named.iter().any(|best| fits(best)),
        "{headline}: {entries:?}"
    );
    // The sentence lists all policies that nothing separates from it, and no other; of a single run only the fastest in
    // it.
    let named_last = [
        "the fastest other policy",
        "one of the fastest others",
        "one of the two fastest others",
    ];
    let start = named_last.iter().find_map(|words| headline.find(words));
    let rank = &headline[start.unwrap()..];
    let only = match (parameters.runs, headline.contains("takes as long as")) {
        (1, true) => " in the only run",
        (1, false) => " in that run",
        _ => "",
    };
    let alone = rank == format!("the fastest other policy{only}");
    let two = format!("one of the two fastest others{only}; the second is ");
    let many = format!("one of the fastest others{only}, together with ");
    let among = rank.starts_with(&two) || rank.starts_with(&many);
    prop_assert!(alone || among, "{headline}");
    for entry in &done {
        let told_apart = named
            .iter()
            .all(|best| matches!(order(&ratios(best, entry)), Order::Faster(_)));
        let listed = headline.contains(name(entry));
        prop_assert!(
            told_apart != listed || named.len() > 1,
            "{headline}: {}",
            name(entry)
        );
    }
    let idle = run(&parameters, &mut Silent)
        .unwrap()
        .outcome
        .workers
        .iter()
        .filter(|one| one.done == 0.0)
        .count();
    let told = match idle {
        1 => report.why.contains("One worker of"),
        some => report.why.contains(&format!(" {some} workers of")),
    };
    prop_assert_eq!(told, idle > 0, "{}: {}", report.why, idle);
    prop_assert_eq!(
        report.why.contains("In the first run "),
        parameters.runs > 1,
        "{}",
        report.why
    );
    let once = report
        .notes
        .iter()
        .any(|note| note == "Figures, schedule and chunks are of one run.");
    prop_assert_eq!(once, parameters.runs == 1, "{:?}", report.notes);
    // The table has the same times, and none below the time of all workers together.
    let speeds: f64 = divisible::experiment::platform(&parameters, 0)
        .unwrap()
        .workers()
        .iter()
        .map(|one| one.speed)
        .sum();
    for (row, entry) in report.tables[0].rows.iter().zip(&entries) {
        if let Cell::Figure(time) = &row[2]
            && time.value.is_finite()
        {
            prop_assert!((time.value / 1000.0 / mean(&entry.times) - 1.0).abs() < 1e-9);
            prop_assert!(
                time.value / 1000.0 >= parameters.load / speeds * (1.0 - 1e-9),
                "{row:?}"
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(trial::random(50))]

    #[test]
    fn the_scheduler_stands_to_the_fastest_policy_as_their_runs_do(
        workers in random::workers(4), service in random::service(), runs in 1..4_u32, load in random::scaled(10.0, 1000.0),
        inaccuracy in prop_oneof![Just(0.0), 0.1..0.8_f64],
    ) {
        let mut rest = service;
        rest.insert("topic".into(), json!("finite"));
        rest.insert("runs".into(), json!(runs));
        rest.insert("inaccuracy".into(), json!(inaccuracy));
        rest.insert("load".into(), json!(load));
        said_is_so(&workers, &Value::Object(rest))?;
    }
}

#[test]
fn runs_in_which_a_load_is_not_processed_are_counted() {
    for runs in [1, 5] {
        let rest = json!({
            "topic": "finite", "platform": "drawn", "workers": 1, "latency": 1, "computing_spread": 0.9, "target": 2, "load": 400,
            "runs": runs, "seed": 2
        });
        said_is_so("F,f\n1,1", &rest).unwrap();
    }
}

#[test]
fn start_and_end_weigh_more_only_where_they_take_time() {
    for (load, counts) in [(20.0, true), (5_000.0, false)] {
        let rest = json!({"topic": "finite", "target": 5, "load": load});
        let report = report(&super::table("", &["1,0.05,100,0.05,100,0.05"; 3]), &rest);
        assert_eq!(report.why.contains("weigh more"), counts, "{}", report.why);
        assert_eq!(
            report.why.contains("hardly count"),
            !counts,
            "{}",
            report.why
        );
    }
}
