//! The workers selected for streams.

use divisible::selection::weights::weigh;
use proptest::prelude::*;
use report::table::Cell;
use serde_json::{Value, json};

use super::{figure, random, report, scenario};

/// The greatest throughput of any selection: every assignment of every worker.
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
    // Beliefs about workers bound the believed throughput, not the true one.
    let wrong = all
        .workers()
        .iter()
        .any(|one| one.estimated_speed != one.speed);
    let bound = report.why.contains("all that can be had");
    prop_assert!(!(bound && wrong), "{}", report.why);
    // A share of the workers that could serve is left out, all of them with one weight, where the reason is their room.
    let able: Vec<f64> = weighed
        .iter()
        .filter(|one| one.throughput > 0.0 && one.weight <= parameters.target * (1.0 - 1e-9))
        .map(|one| one.weight)
        .collect();
    let equal = able
        .iter()
        .all(|weight| (weight / able[0] - 1.0).abs() < 1e-6);
    let few = report.why.contains("take the same room");
    prop_assert!(!few || selected < able.len() && equal, "{}", report.why);
    let room = [
        "has room for the spacings of so many workers only",
        "has room for the spacing of one worker only",
    ];
    let room = room.iter().any(|words| report.why.contains(words));
    prop_assert!(!room || selected <= able.len(), "{}", report.why);
    prop_assert!(
        room || selected >= able.len() || selected == 0,
        "{}",
        report.why
    );
    let idle = weighed.iter().filter(|one| one.throughput <= 0.0).count();
    let told = match idle {
        1 => "One other worker has latencies".to_owned(),
        some => format!("{some} other workers have latencies"),
    };
    let said = report.why.contains("of a whole round");
    prop_assert!(
        !said || report.why.contains(&told),
        "{}: {idle}",
        report.why
    );
    prop_assert_eq!(
        headline.contains("as far as is believed"),
        wrong && selected > 0,
        "{}",
        headline
    );
    if selected == 0 {
        let longer = (1..300).map(|step| parameters.target * libm::pow(1.1, f64::from(step)));
        let mut rooms = longer.map(|target| (target, weigh(all.workers(), target)));
        let room = rooms.any(|(target, all)| {
            all.iter()
                .any(|one| one.throughput > 0.0 && one.weight <= target)
        });
        let (longer, links) = (room, weighed.iter().any(|one| one.throughput > 0.0));
        let told = match (longer, links) {
            (true, true) => "A longer target, or faster links, would make room.",
            (true, false) => "A longer target would make room; faster links would not.",
            (false, true) => "Faster links would make room; a longer target would not.",
            (false, false) => {
                "Neither a longer target alone nor faster links alone would make room."
            }
        };
        prop_assert_eq!(&report.why, told);
    }
    let whole = report.why.contains("all workers") || report.why.contains("the only worker");
    prop_assert_eq!(whole, selected == weighed.len(), "{}", report.why);
    Ok(())
}

#[test]
fn a_worker_that_would_process_nothing_is_not_said_to_lack_room() {
    let rest = json!({"topic": "selection", "target": 5, "streams": 2, "horizon": 200});
    for slow in ["500,3,100000,0.1,100000,0.1", "10,3,1000,0.1,1000,0.1"] {
        let text = super::table("", &["10,0.1,1000,0.1,1000,0.1", slow]);
        said_is_so(&text, &rest).unwrap();
        let why = report(&text, &rest).why;
        assert!(why.starts_with("One other worker has latencies"), "{why}");
    }
}

#[test]
fn advice_where_nobody_serves_and_bounds_where_all_do_are_so() {
    let one = |line: &str| super::table("", &[line]);
    for (line, target) in [
        ("10,0,5,0.01,100,0.01", 10_000.0),
        ("10,0,50,1,100,0.01", 1.0),
        ("10,1,50,0.01,100,0.01", 1.0),
        ("10,1,5,0.01,100,0.01", 1.0),
        ("10,0,500,0.01,100,0.01", 10.0),
    ] {
        let rest = json!({"topic": "selection", "target": target, "streams": 1, "horizon": f64::min(20.0 * target, 1e5)});
        said_is_so(&one(line), &rest).unwrap();
    }
    let rest = json!({"topic": "selection", "target": 60, "streams": 1, "horizon": 600, "estimate_factor": 0.1});
    said_is_so(&one("10,0,500,0.01,100,0.01"), &rest).unwrap();
}

#[test]
fn the_bound_is_said_to_be_above_what_is_found_by_a_share_of_what_is_found() {
    let values = json!({
        "topic": "selection", "platform": "drawn", "workers": 80, "streams": 6, "time_limit": 0.01, "target": 2, "horizon": 10,
        "inaccuracy": 0, "computing_spread": 0.9, "communicating_spread": 0.9, "send_bandwidth": 5000, "send_latency": 0,
        "return_bandwidth": 200, "return_latency": 0.01
    });
    let report = trial::run::<divisible::Divisible>(&values).unwrap();
    let why = &report.why;
    let (_, said) = why.split_once("No selection can yield more than ").unwrap();
    let (_, said) = said.split_once("/s, ").unwrap();
    let (said, _) = said.split_once("\u{a0}% more.").unwrap();
    let row = trial::table(&report, "streams").rows.last().unwrap();
    let (Cell::Number(found), Cell::Number(bound)) = (&row[2], &row[3]) else {
        panic!("{row:?}")
    };
    let more = 100.0 * (bound / found - 1.0);
    let off = (said.parse::<f64>().unwrap() - more).abs();
    assert!(off < 1e-4, "{why}: {more}");
}

#[test]
fn processors_that_wait_for_their_first_chunk_are_not_said_to_be_in_use() {
    let text = super::table("", &["10,0.1,100,0.1,100,0.1"; 5]);
    let rest = json!({"topic": "selection", "target": 5, "streams": 1, "horizon": 20});
    let report = report(&text, &rest);
    // All five workers serve the stream; each computes 10 u/s while it is in use.
    for (key, [processed, in_use]) in [("streams", [6, 7]), ("clusters", [5, 6])] {
        let row = &trial::table(&report, key).rows[0];
        let (Cell::Number(processed), Cell::Figure(used)) = (&row[processed], &row[in_use]) else {
            panic!("{row:?}")
        };
        assert!((used.value - processed / 50.0).abs() < 1e-9, "{row:?}");
    }
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
