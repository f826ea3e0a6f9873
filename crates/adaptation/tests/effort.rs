//! Long runs stop at a stated number of steps with what was found so far, and estimates are near what runs take.

use adaptation::Adaptation;
use adaptation::model::outcome::End;
use adaptation::model::strategy::Unadapted;
use adaptation::model::study::plain;
use adaptation::model::{Outcome, Scenario};
use adaptation::setting::Setting;
use laboratory::Laboratory;
use proptest::prelude::*;
use report::Silent;
use serde_json::{Value, json};

use crate::common::{fault, run, typed};

/// The time of a step, s, as estimates have it.
const STEP: f64 = 1.2e-7;

/// The estimated steps of a run without adaptation.
fn estimated(values: &Value) -> f64 {
    let checked = Adaptation::ABOUT.table.check(values).unwrap();
    (Adaptation::ABOUT.need)(&checked).time / STEP
}

/// The run without adaptation, stopped after so many steps.
fn stopped_after(values: &Value, steps: u64) -> Outcome {
    let scenario = Scenario {
        most_steps: steps,
        ..Setting::of(&typed(values).unwrap()).unwrap().scenario
    };
    plain(&scenario, &mut Unadapted, &mut Silent).unwrap()
}

/// Extremes of what makes runs long, without adaptation.
fn extreme() -> impl Strategy<Value = Value> {
    let event = prop_oneof![
        Just(String::new()),
        (0.0..5.0_f64).prop_map(|digits| format!(
            "0 link cluster=1 bandwidth={:.0}",
            libm::pow(10.0, digits)
        )),
        (0.0..6.0_f64, 0..2_u32).prop_map(|(digits, cluster)| format!(
            "0 load cluster={cluster} factor={:.1}",
            libm::pow(10.0, digits)
        )),
    ];
    let nodes = prop::sample::select(vec![1, 4, 30, 300]);
    let bytes = prop::sample::select(vec![0.0, 3e4, 1e7]);
    (event, nodes, bytes, (1..40_u32, 1..5_u32, 0.0..100.0), prop::sample::select(vec![0.02, 0.5, 5.0])).prop_map(
        |(event, nodes, bytes, (iterations, depth, serial), wait)| {
            json!({
                "strategy": "none", "disturbances": event, "iterations": iterations, "depth": depth, "serial": serial,
                "clusters": format!("nodes,active\n{nodes},{nodes}\n{nodes},{nodes}\n"), "longest_wait": wait,
                "input_bytes": bytes, "output_bytes": bytes,
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn estimates_are_within_a_factor_of_three_or_the_run_is_stopped(values in extreme()) {
        const MOST: u64 = 1_000_000;
        let outcome = stopped_after(&values, MOST);
        let (found, said) = (outcome.events as f64, estimated(&values).min(MOST as f64));
        // What is over within a few milliseconds is asked by nobody.
        let (found, said) = (found.max(3e5), said.max(3e5));
        prop_assert!(found <= 3.0 * said && said <= 3.0 * found, "{} for {} {:?}", said, found, outcome.end);
    }
}

#[test]
fn long_runs_stop_and_say_what_was_found() {
    let cases = [
        json!({"disturbances": "0 link cluster=2 bandwidth=1"}),
        json!({"disturbances": "0 load cluster=0 factor=1000000", "strategy": "none"}),
        json!({"topic": "tournament", "input_bytes": 10_000_000, "hindsight": false}),
        json!({"clusters": "nodes,active\n10000,10000\n", "disturbances": "", "strategy": "none", "serial": 500.0}),
    ];
    for values in cases {
        let estimate = estimated(&values) * STEP;
        assert!(estimate < 120.0, "{values}: {estimate} s");
        let report = run(&values).unwrap();
        assert_eq!(fault(&report), None, "{values}");
        println!(
            "{values}: {estimate:.1} s\n{}\n{}\n{:?}",
            report.headline, report.why, report.notes
        );
        let notes = report.notes.join(" ");
        assert!(notes.contains("million simulated steps"), "{notes}");
        assert!(
            !report.headline.contains("never ends"),
            "{}",
            report.headline
        );
    }
}

#[test]
fn a_stopped_run_is_the_beginning_of_the_whole_one() {
    let values = json!({"strategy": "none", "iterations": 4});
    let whole = stopped_after(&values, u64::MAX >> 33);
    assert_eq!(whole.end, End::Done);
    let part = stopped_after(&values, whole.events / 2);
    assert_eq!(part.end, End::Stopped);
    assert_eq!(
        part.iterations[..],
        whole.iterations[..part.iterations.len()]
    );
    assert!(part.events <= whole.events / 2 && part.runtime < whole.runtime);
}
