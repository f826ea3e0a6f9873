//! Presses and moves in the row of computers: each move of a process is accepted, and the picture and its numbers follow.

use crate::run;
use proptest::prelude::*;
use report::chart::{Move, Series};
use report::{Chart, Report};
use serde_json::json;
use trial::{figure, random};

fn row(report: &Report) -> (&Chart, Vec<u32>, &[Move]) {
    let chart = report
        .charts
        .iter()
        .find(|chart| chart.key == "sizes")
        .unwrap();
    let Series::Graph {
        places,
        tokens,
        moves,
        ..
    } = &chart.series[0]
    else {
        panic!("{:?}", chart.series);
    };
    let parts: Vec<u32> = (0..places.len())
        .map(|place| {
            tokens
                .iter()
                .filter(|token| token.place as usize == place)
                .count() as u32
        })
        .collect();
    for (place, part) in places.iter().zip(&parts) {
        assert_eq!(place.value, f64::from(*part));
    }
    (chart, parts, moves)
}

/// For each move, the H in its sentence about the best computer.
fn said_best(moves: &[Move]) -> Vec<Option<String>> {
    let words = moves.iter().map(|one| one.best.split_whitespace());
    let bound = |words: std::str::SplitWhitespace| {
        let mut words = words.skip_while(|word| *word != "H");
        let number = words.nth(1)?;
        Some(number.trim_end_matches(['.', ',']).to_owned())
    };
    words.map(bound).collect()
}

/// The same by a run of each move.
fn best_places(values: &serde_json::Value, moves: &[Move]) -> Vec<Option<String>> {
    let bound = |one: &Move| {
        let mut values = values.clone();
        values[&one.parameter] = one.text.clone().into();
        let report = run(&values).unwrap();
        let title = &row(&report).0.title;
        let (_, shown) = title.rsplit_once(": up to ").unwrap();
        let shown = shown.strip_suffix(" times as long").unwrap().to_owned();
        (figure(&report, "h"), shown)
    };
    let bounds: Vec<_> = moves.iter().map(bound).collect();
    let least = |from: u32| {
        let own = moves
            .iter()
            .zip(&bounds)
            .filter(|(one, _)| one.from == from);
        own.map(|(_, (bound, _))| *bound)
            .fold(f64::INFINITY, f64::min)
    };
    let all = moves.iter().zip(&bounds);
    all.map(|(one, (bound, shown))| (*bound <= least(one.from) + 1e-12).then(|| shown.clone()))
        .collect()
}

proptest! {
    #![proptest_config(random(30))]

    #[test]
    fn a_process_that_is_moved_lies_where_it_was_moved_to(
        n in 2_u32..=9,
        k in 1_u32..=7,
        t in prop::sample::select(vec![0.0, 0.5, 1.0]),
        first in any::<prop::sample::Index>(),
        second in any::<prop::sample::Index>(),
    ) {
        let mut values = json!({"processes": n, "computers": k, "signal_delay": t, "granularity": 0.5});
        let best = run(&values).unwrap();
        let mut report = best.clone();
        prop_assert!(report.offers.is_empty());
        for choose in [first, second] {
            let (_, before, moves) = row(&report);
            prop_assert_eq!(before.iter().sum::<u32>(), n);
            let full = before.iter().filter(|part| **part > 0).count();
            prop_assert_eq!(moves.len(), full * before.len());
            prop_assert_eq!(best_places(&values, moves), said_best(moves));
            let Move { from, to, parameter, text, .. } = choose.get(moves).clone();
            let before_text = values.get("allocation").cloned();
            values[&parameter] = text.clone().into();
            let after = run(&values).unwrap();
            let (chart, parts, _) = row(&after);
            if from == to {
                // The hand came back: nothing has changed.
                prop_assert_eq!(before_text.unwrap_or_else(|| "".into()), text);
                prop_assert_eq!(after.fingerprint(), report.fingerprint());
            } else {
                let mut expected = before.clone();
                expected[from as usize] -= 1;
                expected[to as usize] += 1;
                prop_assert_eq!(&parts, &expected);
            }
            // The worst program has as many busy lanes as computers have processes, in the same order.
            if let Some(schedule) = &after.schedule && t > 0.0 {
                let busy: Vec<bool> = schedule.iter_lanes().map(|lane| lane.iter().next().is_some()).collect();
                for (place, part) in parts.iter().enumerate().filter(|(_, part)| **part > 0) {
                    prop_assert!(busy[place], "{} {}", place, part);
                }
            }
            prop_assert!(figure(&after, "h") >= figure(&best, "h") - 1e-9);
            prop_assert!(chart.title.ends_with(" times as long"), "{}", chart.title);
            report = after;
        }
        // The best allocation is one press away.
        if let Some(offer) = report.offers.first() {
            for (name, value) in &offer.changes {
                values[name] = value.clone();
            }
            prop_assert_eq!(run(&values).unwrap().fingerprint(), best.fingerprint());
        } else {
            prop_assert_eq!(&report.fingerprint(), &best.fingerprint());
        }
    }
}

/// The change that a press on each bar of the jobs makes.
fn cuts(report: &Report) -> Vec<Option<report::Offer>> {
    let chart = report.charts.iter().find(|chart| chart.key == "jobs");
    let Series::Bars { bars } = &chart.unwrap().series[0] else {
        panic!("{chart:?}");
    };
    bars.iter().map(|bar| bar.offer.clone()).collect()
}

/// The lengths of the list of jobs.
fn lengths(report: &Report) -> Vec<f64> {
    let chart = report.charts.iter().find(|chart| chart.key == "jobs");
    let Series::Bars { bars } = &chart.unwrap().series[0] else {
        panic!("{chart:?}");
    };
    bars.iter().map(|bar| bar.value).collect()
}

proptest! {
    #![proptest_config(random(20))]

    #[test]
    fn a_job_that_is_cut_becomes_two_halves_and_no_schedule_gets_longer(
        jobs in prop::collection::vec(1_u32..=12, 2..=7),
        machines in 2_u32..=4,
        fewer in 0_u32..=1,
        place in any::<prop::sample::Index>(),
    ) {
        let list: Vec<String> = jobs.iter().map(u32::to_string).collect();
        let mut values = json!({"topic": "jobs", "jobs": list.join(" "), "own_machines": machines, "own_fewer": fewer, "own_more": 2});
        let before = run(&values).unwrap();
        let at = place.index(jobs.len());
        let offer = cuts(&before)[at].clone().unwrap();
        let half = f64::from(jobs[at]) / 2.0;
        // The words say the job and its halves; pressing it makes just these.
        let said = format!("Cut J{} into two jobs of {half}", at + 1);
        prop_assert!(offer.title.starts_with(&said), "{}", offer.title);
        values.as_object_mut().unwrap().extend(offer.changes);
        let after = run(&values).unwrap();
        let mut expected: Vec<f64> = jobs.iter().map(|job| f64::from(*job)).collect();
        expected.splice(at..=at, [half, half]);
        prop_assert_eq!(lengths(&after), expected);
        for makespan in ["fewer", "more"] {
            let [long, short] = [&before, &after].map(|report| figure(report, makespan));
            prop_assert!(short <= long, "{makespan} grew from {long} to {short}");
        }
    }
}

#[test]
fn a_list_that_is_as_long_as_can_be_is_not_cut() {
    let jobs = |number: usize| json!({"topic": "jobs", "jobs": vec!["2"; number].join(" ")});
    let offered = |number| cuts(&run(&jobs(number)).unwrap()).iter().flatten().count();
    assert_eq!([offered(13), offered(14)], [13, 0]);
}

#[test]
fn a_worst_job_that_is_cut_allows_one_preemption_more() {
    for extremal in ["equal", "boxed"] {
        let mut values = json!({"topic": "preemption", "machines": 4, "fewer": 0, "more": 3, "extremal": extremal});
        let mut bound = f64::INFINITY;
        for allowed in 0..=3 {
            let report = run(&values).unwrap();
            let now = figure(&report, "gain");
            assert!(now <= bound, "{now} after {bound}");
            bound = now;
            let offers = cuts(&report);
            if allowed == 3 {
                assert!(offers.iter().all(Option::is_none), "no schedule needs more");
                break;
            }
            let offer = offers[0].clone().unwrap();
            assert!(offers.iter().all(|one| one.as_ref() == Some(&offer)));
            let said = format!("allow {} preemption", allowed + 1);
            assert!(offer.title.contains(&said), "{}", offer.title);
            assert_eq!(offer.changes["fewer"], allowed + 1);
            values.as_object_mut().unwrap().extend(offer.changes);
        }
    }
}
