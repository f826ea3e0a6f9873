//! Long runs stop at a stated number of steps with their results so far.

use adaptation::model::outcome::End;
use adaptation::model::strategy::Unadapted;
use adaptation::model::study::plain;
use adaptation::model::{Outcome, Scenario};
use adaptation::setting::Setting;
use report::Silent;
use serde_json::{Value, json};

use crate::{run, typed};
use trial::fault;

/// The run without adaptation, stopped after so many steps.
fn stopped_after(values: &Value, steps: u64) -> Outcome {
    let scenario = Scenario {
        most_steps: steps,
        ..Setting::of(&typed(values).unwrap()).unwrap().scenario
    };
    plain(&scenario, &mut Unadapted, &mut Silent).unwrap()
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
        let report = run(&values).unwrap();
        assert_eq!(fault(&report), None, "{values}");
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
