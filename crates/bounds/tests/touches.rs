//! What is touched in the row of computers: each move of a process is accepted, and the picture and its numbers follow.

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
            let Move { from, to, parameter, text } = choose.get(moves).clone();
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
            prop_assert!(chart.title.contains("H "), "{}", chart.title);
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
