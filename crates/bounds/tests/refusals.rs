//! Bad input gets a message with its place; odd but valid input gets a note.

use crate::run;
use serde_json::{Value, json};
use trial::figure;

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
    assert!(phases("1 0\n1").contains("phase 2 gives work to 1\u{a0}process; it must be 2"));
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
    let beyond = allocation("0 0 0 0 0 0 0 9");
    assert!(
        beyond.contains("computer 8 has processes; the cluster has 6\u{a0}computers"),
        "{beyond}"
    );
    let large = allocation("99999999999");
    assert!(
        large.contains("computer 1: ") && large.ends_with("more than the allowed 9"),
        "{large}"
    );
    let many = allocation("4294967295 4294967295");
    assert!(
        many.ends_with("computer 1: \"4294967295\" is more than the allowed 9"),
        "{many}"
    );
    // Computers beyond the cluster may be named if they are empty.
    run(&json!({"allocation": "9 0 0 0 0 0 0 0"})).unwrap();
    // A fault that a comma made tells of the comma.
    let comma = "1,5 counts as two numbers, 1 and 5: write 1.5 for a decimal number";
    let told = phases("1,5 2\n2 3");
    assert!(
        told.ends_with(comma) && told.contains("phase 2 gives work"),
        "{told}"
    );
    assert!(jobs("1,5 x").ends_with(comma));
    assert!(!phases("1 0\n1").contains("counts as"));
    assert!(signals("0-1").contains("the processes 1 to 3"));
}

#[test]
fn a_program_of_too_many_processes_hears_the_same_limit_of_every_step() {
    for number in [7, 10, 11, 64] {
        let lines = (1..=number).map(|process| format!("P{process}: Work(1)\n"));
        let program: String = lines.collect();
        for step in ["all", "program", "permuted"] {
            let values = json!({"topic": "transformations", "step": step, "program": program});
            assert_eq!(
                refused(&values),
                format!("program: number of processes is {number}; it must be from 1 to 6")
            );
        }
    }
}

#[test]
fn a_refusal_names_the_field_at_fault() {
    let program = |topic: &str, program: &str, delay: f64, cost: f64| {
        run(&json!({
            "topic": topic, "form": "text", "program": program, "own_delay": delay, "move_cost": cost
        }))
    };
    let two = "A: Work(1) Activate(a)\nB: Wait(a) Work(1)";
    for (topic, text, delay, cost, place) in [
        ("program", "A: Work(4001) Work(0.1)", 1.0, 1.0, "program"),
        ("program", two, 0.00001, 1.0, "own_delay"),
        ("transformations", two, 0.00001, 1.0, "own_delay"),
        ("migration-cost", two, 1e-17, 1.0, "own_delay"),
        ("migration-cost", two, 1.0, 1e-17, "move_cost"),
        (
            "migration-cost",
            "A: Work(1/3) Work(1/9999999999999999999)",
            1.0,
            1.0,
            "program",
        ),
    ] {
        let message = program(topic, text, delay, cost).expect_err("should be refused");
        assert!(message.starts_with(&format!("{place}: ")), "{message}");
    }
    for text in ["A: Work(26000)", "A: Work(0.00001)", "A: Work(1)"] {
        program("migration-cost", text, 1.0, 0.25).unwrap();
        program("migration-cost", text, 1e-17, 1.0).unwrap();
    }
    program("program", "P1: Work(4000)\nP2: Work(2000)", 1.0, 1.0).unwrap();
    let phases =
        |signals: &str| run(&json!({"topic": "program", "signals": signals, "own_delay": 1e-15}));
    phases("").unwrap();
    assert!(phases("1-2").unwrap_err().starts_with("own_delay: "));
    assert_eq!(
        refused(&json!({"allocation": "0"})),
        "allocation: the allocation places 0\u{a0}processes on 0\u{a0}computers; it must place 9 on at most 6\u{a0}computers"
    );
    assert!(refused(&json!({"allocation": "1"})).contains("1\u{a0}process on 1\u{a0}computer;"));
    let long = refused(&json!({"topic": "jobs", "jobs": "1".repeat(41)}));
    assert!(
        long.contains("has 41 characters; at most 40 are allowed"),
        "{long}"
    );
}

#[test]
fn a_mark_before_a_text_is_no_part_of_it_and_a_comma_is_told() {
    for (topic, name, text) in [
        ("jobs", "jobs", "7 5 4"),
        ("program", "phases", "110\n011"),
        ("program", "signals", "1-2"),
        ("reallocation", "allocation", "5 4"),
        ("migration-cost", "program", "P1: Work(1)"),
    ] {
        let marked =
            |mark: &str| run(&json!({"topic": topic, name: format!("{mark}{text}")})).unwrap();
        assert_eq!(marked("\u{feff}"), marked(""), "{name}");
    }
    for (topic, name, text, told) in [
        ("jobs", "jobs", "5,5", true),
        ("jobs", "jobs", "5, 5", false),
        ("jobs", "jobs", "7,5,4", false),
        ("program", "phases", "5,5 1", true),
    ] {
        let notes = run(&json!({"topic": topic, name: text}))
            .unwrap()
            .notes
            .join(" ");
        assert_eq!(
            notes.contains("5,5 counts as two numbers, 5 and 5: write 5.5"),
            told,
            "{text}"
        );
    }
}

#[test]
fn searches_that_reach_their_limit_say_so() {
    // Some sixty operations of six processes, drawn by a simple generator.
    let mut state = 7_u64;
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut lines = vec![String::new(); 6];
    for number in 0..56 {
        let (one, other) = (draw(6) as usize, draw(5) as usize + 1);
        if draw(2) == 0 {
            lines[one] += &format!(" Work({})", [1, 2, 3, 5, 7, 9, 13][draw(7) as usize]);
        } else {
            lines[one] += &format!(" Activate(e{number})");
            lines[(one + other) % 6] += &format!(" Wait(e{number})");
        }
    }
    let text: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(process, line)| format!("P{process}:{line}"))
        .collect();
    let report = run(&json!({
        "topic": "transformations", "program": text.join("\n"), "own_computers": 3, "own_processors": 2, "own_delay": 7.0
    }))
    .unwrap();
    let proved = figure(&report, "holds");
    let of = figure(&report, "placements");
    let limit = report
        .notes
        .iter()
        .any(|note| note.contains("share a limit"));
    assert!(
        limit && proved <= of,
        "{} {:?}",
        report.headline,
        report.notes
    );
    assert_eq!(
        report.headline.contains("leave the others open"),
        proved < of
    );
    assert!(
        report.headline.contains("60 of 122 placements"),
        "{}",
        report.headline
    );
}

/// Either the laboratory refuses an order of two numbers of preemptions, or no title calls one fewer and the other more.
#[test]
fn numbers_of_preemptions_in_any_order_are_refused_or_named_so() {
    use laboratory::Laboratory as _;
    for (topic, [fewer, more]) in [
        ("preemption", ["fewer", "more"]),
        ("equal-jobs", ["fewer", "more"]),
        ("jobs", ["own_fewer", "own_more"]),
        ("search", ["search_fewer", "search_more"]),
    ] {
        for [few, many] in [[2, 1], [2, 2], [1, 0]] {
            let values = json!({"topic": topic, "search": "preemption", fewer: few, more: many});
            let Ok(report) = run(&values) else {
                assert_eq!(topic, "search", "links with these values are kept");
                continue;
            };
            let table = bounds::Bounds::ABOUT.table;
            let parameters = table.parameters.iter();
            let named = parameters.filter(|one| [fewer, more].contains(&one.name));
            let mut titles: Vec<String> = named.map(|one| one.title.to_owned()).collect();
            assert_eq!(titles.len(), 2);
            titles.extend(report.worlds.into_iter().filter_map(|worlds| worlds.title));
            titles.extend(report.charts.into_iter().map(|chart| chart.x.label));
            for title in titles {
                let title = title.to_lowercase();
                assert!(!title.contains("fewer"), "{topic}: {title}");
                assert!(!title.contains("more preemptions"), "{topic}: {title}");
            }
        }
    }
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
        // More lanes than can stand above each other have the view of one schedule.
        assert_eq!(
            report
                .notes
                .join(" ")
                .contains("beside each other for up to"),
            m > 24
        );
    }
    let search = json!({"topic": "search", "search": "preemption", "search_machines": 2});
    assert!(refused(&search).ends_with("must be less than the 2\u{a0}processors"));
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
