//! Bad input gets a message with its place; odd but valid input gets a note.

use crate::common::{figure, run};
use serde_json::{Value, json};

fn refused(values: &Value) -> String {
    run(values).expect_err("should be refused")
}

#[test]
fn a_bad_program_is_refused_with_line_and_column() {
    let program =
        |text: &str| refused(&json!({"topic": "program", "form": "text", "program": text}));
    assert!(program("P1: Work(1) Wiat(a)").contains("line 1, column 13"));
    assert!(program("P1: Work(-1)").contains("line 1, column 10"));
    assert!(program("P1: Work(1) Wait(a)").contains("nothing activates event a"));
    assert!(program("P1: Activate(a) Work(1)\nP2: Activate(a)").contains("already activated"));
    assert!(
        program("P1: Wait(a) Work(1) Activate(b)\nP2: Wait(b) Activate(a)").contains("deadlock")
    );
    assert!(program("P1: Work(0)").contains("no work"));
    assert!(program("").contains("no work"));
}

#[test]
fn bad_phases_signals_jobs_and_allocations_are_refused_with_their_place() {
    let phases = |text: &str| refused(&json!({"topic": "program", "phases": text}));
    assert!(phases("1 0\n1 -1").contains("phase 2, process 2"));
    assert!(phases("1 0\n1").contains("phase 2"));
    assert!(phases("0 0").contains("no work"));
    let signals = |text: &str| refused(&json!({"topic": "program", "signals": text}));
    assert!(signals("1-2 1-9").contains("signal 2"));
    assert!(signals("1-2 x").contains("signal 2"));
    let jobs = |text: &str| refused(&json!({"topic": "jobs", "jobs": text}));
    assert!(jobs("").contains("no job"));
    assert!(jobs("7 0").contains("job 2"));
    assert!(jobs("7 -5").contains("job 2"));
    assert!(jobs(&"1 ".repeat(15)).contains("15"));
    let allocation = |text: &str| refused(&json!({"allocation": text}));
    assert!(allocation("3 2 x").contains("computer 3"));
    assert!(allocation("3 2").contains('5'));
    assert!(allocation("2 2 1 1 1 1 1").contains('7'));
}

#[test]
fn odd_values_are_valid_and_noted() {
    let notes = |values: &Value| run(values).unwrap().notes.join(" ");
    let many = json!({"processes": 4, "alike": false, "processors": 9});
    assert!(notes(&many).contains("more shared processors than processes"));
    let same = json!({"topic": "preemption", "fewer": 3, "more": 3});
    assert!(notes(&same).contains("i is not less than j"));
    assert_eq!(figure(&run(&same).unwrap(), "gain"), 1.0);
    let beyond = json!({"topic": "preemption", "more": 30});
    assert!(notes(&beyond).contains("j counts as 4"));
    for m in [1, 2, 25, 400] {
        let report = run(&json!({"topic": "preemption", "machines": m})).unwrap();
        assert_eq!(report.worlds.is_some(), (4..=24).contains(&m));
    }
    let search = json!({"topic": "search", "search": "preemption", "search_machines": 2});
    assert!(refused(&search).contains("on 2 processors"));
}

#[test]
fn a_stop_ends_every_topic_that_searches() {
    use bounds::{Bounds, Parameters};
    use laboratory::Laboratory;
    use parameters::Parameters as _;
    use std::ops::ControlFlow;

    for topic in [
        "reallocation",
        "jobs",
        "program",
        "surface",
        "search",
        "migration-cost",
    ] {
        let checked = Bounds::ABOUT.table.check(&json!({"topic": topic})).unwrap();
        let mut stop = |_: u64, _: u64| ControlFlow::Break(());
        let parameters = Parameters::from_values(&checked);
        let ended = Bounds::run(&parameters, &mut Default::default(), &mut stop);
        assert!(
            matches!(ended, Err(laboratory::Error::Cancelled(_))),
            "{topic} does not stop"
        );
    }
}
