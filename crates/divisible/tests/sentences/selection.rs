//! Which workers serve which stream.

use divisible::selection::weights::weigh;
use proptest::prelude::*;
use report::table::Cell;
use serde_json::{Value, json};

use super::{figure, random, report, scenario};

/// The most that any selection yields: every assignment of every worker.
fn best(items: &[(f64, f64)], rooms: &mut [f64]) -> f64 {
    let Some(((weight, yields), rest)) = items.split_first() else {
        return 0.0;
    };
    let mut most = best(rest, rooms);
    for place in 0..rooms.len() {
        if rooms[place] >= weight * (1.0 - 1e-9) && !rooms[..place].contains(&rooms[place]) {
            rooms[place] -= weight;
            most = most.max(yields + best(rest, rooms));
            rooms[place] += weight;
        }
    }
    most
}

fn said_is_so(text: &str, rest: &Value) -> Result<(), TestCaseError> {
    let (report, parameters) = (report(text, rest), scenario(text, rest));
    let all = divisible::experiment::platform(&parameters, 0).unwrap();
    let weighed = weigh(all.workers(), parameters.target);
    let members = report
        .tables
        .iter()
        .find(|table| table.key == "workers")
        .unwrap();
    let mut loads = vec![0.0; parameters.streams as usize];
    let (mut selected, mut yields) = (0, 0.0);
    for (row, weighed) in members.rows.iter().zip(&weighed) {
        let Cell::Text(cluster) = &row[2] else {
            panic!("{row:?}")
        };
        if let Ok(cluster) = cluster.parse::<usize>() {
            loads[cluster - 1] += weighed.weight;
            selected += 1;
            yields += weighed.throughput;
        }
    }
    for load in &loads {
        prop_assert!(*load <= parameters.target * (1.0 + 1e-9), "{load}");
    }
    let headline = &report.headline;
    if selected == 0 {
        prop_assert!(headline.starts_with("No worker"), "{headline}");
    } else {
        let start = format!("{selected}\u{a0}worker");
        prop_assert!(headline.starts_with(&start), "{headline}: {selected}");
        let streams = loads.iter().filter(|load| **load > 0.0).count();
        let words = format!(
            "{} {streams}\u{a0}stream",
            if selected == 1 { "serves" } else { "serve" }
        );
        prop_assert!(headline.contains(&words), "{headline}: {words}");
        prop_assert!((figure(&report, "throughput") / yields - 1.0).abs() < 1e-9);
    }
    let items: Vec<(f64, f64)> = weighed
        .iter()
        .filter(|one| one.throughput > 0.0)
        .map(|one| (one.weight, one.throughput))
        .collect();
    let most = best(
        &items,
        &mut vec![parameters.target; parameters.streams as usize],
    );
    let gap = figure(&report, "gap");
    if report.why.contains("proved") || gap == 0.0 {
        prop_assert!(
            (yields - most).abs() <= 1e-9 * most,
            "{}: {yields} of {most}",
            report.why
        );
    } else {
        prop_assert!(
            most * (1.0 - gap) <= yields * (1.0 + 1e-9),
            "{}: {yields} of {most}",
            report.why
        );
    }
    let whole = report.why.contains("all workers");
    prop_assert_eq!(whole, selected == weighed.len(), "{}", report.why);
    Ok(())
}

proptest! {
    #![proptest_config(trial::random(50))]

    #[test]
    fn a_selection_is_as_good_as_trying_all_says(
        workers in random::workers(7), service in random::service(), streams in 1..4_u32,
    ) {
        let mut rest = service;
        let target = rest["target"].as_f64().unwrap();
        rest.insert("topic".into(), json!("selection"));
        rest.insert("streams".into(), json!(streams));
        rest.insert("horizon".into(), json!(20.0 * target));
        said_is_so(&workers, &Value::Object(rest))?;
    }
}
