//! Lengths, titles and lanes of small schedules.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use schedule::{MarkId, Recorder, Recording, Unit};

use schedule::{LaneId, Phase, Role, Schedule};

use super::*;

fn run(length: f64) -> Schedule {
    run_of(4, length)
}

fn run_of(iterations: u32, length: f64) -> Schedule {
    let mut recording =
        Recording::new(Unit::Seconds, vec!["node 1".into()], Vec::new()).with_marks(["iteration"]);
    for iteration in 1..=iterations {
        recording.mark(f64::from(iteration) * length, MarkId(0));
    }
    recording.finish(f64::from(iterations) * length).unwrap()
}

#[test]
fn schedules_of_unequal_work_tell_how_much_each_has() {
    let [four, two, one] = [4, 2, 1].map(|iterations| run_of(iterations, 5.0));
    let told = unequal(&[&four, &two, &one]);
    assert_eq!(
        told.iter()
            .map(|one| one.replace('\u{a0}', " "))
            .collect::<Vec<_>>(),
        ["4 iterations", "2 iterations", "1 iteration"]
    );
    assert!(unequal(&[&four, &run(9.0)]).is_empty());
}

fn subject() -> Subject {
    Subject {
        paired: true,
        ..Subject::default()
    }
}

#[test]
fn a_loss_is_called_a_loss_and_a_gain_a_gain() {
    let seen = Seen { first: 1, count: 2 };
    let of = |without, with| Scene::new(&subject(), &[&run(without), &run(with)], seen).unwrap();
    let (gain, loss, same) = (of(10.0, 6.0), of(6.0, 10.0), of(6.0, 6.0));
    let told = |scene: &Scene, at| scene.balance(&subject(), at).replace('\u{a0}', " ");
    assert_eq!(
        [&gain, &loss, &same].map(|scene| told(scene, None)),
        ["Gained 8.00 s", "Lost 8.00 s", "No time gained"]
    );
    assert_eq!(
        [0.0, 6.0, 12.0].map(|at| told(&gain, Some(at))),
        [
            "Even so far · 8.00 s gained at the end",
            "Ahead by 4.00 s · 8.00 s gained at the end",
            "Gained 8.00 s"
        ]
    );
    assert_eq!(
        told(&loss, Some(10.0)),
        "Behind by 4.00 s · 8.00 s lost at the end"
    );
}

#[test]
fn variants_that_end_together_share_the_first_place() {
    let seen = Seen { first: 0, count: 1 };
    let subject = Subject {
        titles: ["a", "b", "c"].map(String::from).to_vec(),
        ..Subject::default()
    };
    let told = |lengths: [f64; 3]| {
        let all = lengths.map(run);
        let scene = Scene::new(&subject, &all.each_ref(), seen).unwrap();
        scene.balance(&subject, None).replace('\u{a0}', " ")
    };
    assert_eq!(
        [[5.0, 4.0, 4.0], [5.0, 4.0, 6.0], [5.0, 5.0, 5.0]].map(told),
        [
            "First: b and c, 4.00 s",
            "First: b, 4.00 s",
            "All end together: 5.00 s"
        ]
    );
}

#[test]
fn what_is_counted_is_fewer_and_not_earlier() {
    let run = |length: f64| {
        let mut recording = Recording::new(Unit::Units, vec!["computer 0".into()], Vec::new())
            .with_marks(["round"]);
        recording.mark(length, MarkId(0));
        recording.finish(length).unwrap()
    };
    let subject = Subject {
        counted: Some(("process".into(), "processes".into())),
        ..subject()
    };
    let seen = Seen { first: 0, count: 1 };
    let of = |without, with| Scene::new(&subject, &[&run(without), &run(with)], seen).unwrap();
    let told = |scene: &Scene| scene.balance(&subject, None).replace('\u{a0}', " ");
    assert_eq!(
        [of(5.0, 3.0), of(3.0, 4.0), of(3.0, 3.0)].map(|scene| told(&scene)),
        ["2 processes fewer", "1 process more", "Equally full"]
    );
    let gap = of(5.0, 3.0).gap(1).unwrap();
    assert!(gap.contains("2\u{a0}processes fewer"), "{gap}");
    assert_eq!(of(5.0, 3.0).length(5.0), "5\u{a0}processes");
}

#[test]
fn of_lanes_those_whose_work_differs_decide() {
    let phases = vec![
        Phase::new("run", Role::Compute),
        Phase::new("down", Role::Failed),
    ];
    let run = |loads: [f64; 8]| {
        let names = (0..8).map(|lane| format!("computer {lane}")).collect();
        let mut recording =
            Recording::new(Unit::Units, names, phases.clone()).with_marks(["round"]);
        for (lane, load) in (0..).map(LaneId).zip(loads) {
            let (phase, end) = match load {
                0.0 => (schedule::PhaseId(1), 5.0),
                load => (schedule::PhaseId(0), load),
            };
            recording.span(lane, phase, 0.0, end, schedule::Job::NONE);
        }
        recording.mark(5.0, MarkId(0));
        recording.finish(5.0).unwrap()
    };
    let both = [
        run([0.0, 0.0, 1.0, 1.0, 5.0, 1.0, 1.0, 1.0]),
        run([0.0, 0.0, 1.0, 1.0, 3.0, 2.0, 2.0, 1.0]),
    ];
    let subject = Subject {
        together: true,
        ..subject()
    };
    let seen = Seen { first: 0, count: 1 };
    let scene = Scene::new(&subject, &both.each_ref(), seen).unwrap();
    // The headline speaks of the lanes that are down.
    assert_eq!([scene.minor(0), scene.minor(1)], [vec![3, 7], vec![3, 7]]);
    assert_eq!(
        scene.fewer().unwrap(),
        "The 6 lanes that matter most, of 8."
    );
    assert_eq!((scene.least(0), scene.fewest()), (Vec::new(), None));
    let three = [&both[0], &both[1], &both[1]];
    let scene = Scene::new(&subject, &three, seen).unwrap();
    assert_eq!(scene.least(2), [1, 4, 2, 3, 7]);
    assert_eq!(
        scene.fewest().unwrap(),
        "The 3 lanes that matter most, of 8."
    );
}

#[test]
fn a_unit_without_a_name_is_a_unit_and_one_thing_is_not_counted() {
    let run = |length: f64| {
        let mut recording =
            Recording::new(Unit::Units, vec!["P1".into()], Vec::new()).with_marks(["set of jobs"]);
        recording.mark(length, MarkId(0));
        recording.finish(length).unwrap()
    };
    let seen = Seen { first: 0, count: 1 };
    let scene = Scene::new(&subject(), &[&run(4.65), &run(1.0)], seen).unwrap();
    let told = |length| scene.length(length).replace('\u{a0}', " ");
    assert_eq!([4.65, 1.0].map(told), ["4.65 units", "1 unit"]);
    let subject = Subject {
        unit: ("set of jobs".into(), "sets of jobs".into()),
        number: 1,
        of: 1,
        ..subject()
    };
    assert_eq!(
        seen.title(&subject),
        "The same set of jobs without and with"
    );
    assert_eq!(seen.range(&subject), "");
}

#[test]
fn a_small_difference_of_long_lengths_is_told_in_their_unit() {
    let seen = Seen { first: 1, count: 2 };
    let of = |without, with| Scene::new(&subject(), &[&run(without), &run(with)], seen).unwrap();
    let told = |scene: &Scene, length| scene.length(length).replace('\u{a0}', " ");
    let (near, short) = (of(73.743, 73.9855), of(5.0, 5.1));
    assert_eq!(
        [147.486, 147.971, 0.485].map(|length| told(&near, length)),
        ["147.486 s", "147.971 s", "0.485 s"]
    );
    assert_eq!(told(&short, 10.0), "10.00 s");
}

#[test]
fn lengths_have_the_decimals_of_their_difference_and_add_up() {
    let seen = Seen { first: 0, count: 1 };
    let of = |all: &[f64], unit: Unit| {
        let run = |length: &f64| {
            let mut recording =
                Recording::new(unit, vec!["P1".into()], Vec::new()).with_marks(["iteration"]);
            recording.mark(*length, MarkId(0));
            recording.finish(*length).unwrap()
        };
        let all: Vec<_> = all.iter().map(run).collect();
        let scene = Scene::new(&subject(), &all.iter().collect::<Vec<_>>(), seen).unwrap();
        let first = all[0].makespan();
        let told = |length: f64| scene.length(length).replace('\u{a0}', " ");
        let mut texts: Vec<_> = all.iter().map(|one| told(one.makespan())).collect();
        texts.extend(
            all.iter()
                .skip(1)
                .map(|one| told((one.makespan() - first).abs())),
        );
        texts
    };
    assert_eq!(
        of(&[661.31, 353.72], Unit::Seconds),
        ["661.3 s", "353.7 s", "307.6 s"]
    );
    // 10.89 s and 10.45 s are not 0.43 s apart.
    assert_eq!(
        of(&[10.8851, 10.4549], Unit::Seconds),
        ["10.885 s", "10.455 s", "0.430 s"]
    );
    assert_eq!(
        of(&[661.0, 354.0], Unit::Seconds),
        ["661 s", "354 s", "307 s"]
    );
    assert_eq!(
        of(&[112.0, 24.3], Unit::Units),
        ["112 units", "24.3 units", "87.7 units"]
    );
    assert_eq!(
        of(&[312.2, 367.9, 293.4], Unit::Seconds),
        ["312 s", "368 s", "293 s", "56 s", "19 s"]
    );
}

#[test]
fn a_line_is_as_long_as_its_words_say() {
    let seen = Seen { first: 0, count: 1 };
    let all = [run(300.0), run(400.0), run(280.0), run(320.0)];
    let scene = |paired| {
        let subject = Subject {
            paired,
            ..subject()
        };
        Scene::new(&subject, &all.each_ref(), seen).unwrap()
    };
    let variants = scene(false);
    let earlier = variants.gap(2).unwrap().replace('\u{a0}', " ");
    assert!(earlier.contains("x1=\"70.00%\" x2=\"75.00%\""), "{earlier}");
    assert!(earlier.contains("20 s earlier"), "{earlier}");
    let later = variants.gap(3).unwrap().replace('\u{a0}', " ");
    assert!(
        later.contains("20 s later") && !later.contains("<line"),
        "{later}"
    );
    assert_eq!((variants.gap(0), variants.gap(1)), (None, None));
    assert!(scene(true).gap(2).unwrap().contains("x2=\"100.00%\""));
}

#[test]
fn another_part_is_told_by_what_is_seen_of_it() {
    let of = |ends: [f64; 4]| {
        let mut recording = Recording::new(Unit::Seconds, vec!["node 1".into()], Vec::new())
            .with_marks(["iteration"]);
        for end in ends {
            recording.mark(end, MarkId(0));
        }
        recording.finish(ends[3]).unwrap()
    };
    let all = [of([10.0, 20.0, 30.0, 50.0]), of([10.0, 20.0, 30.0, 40.0])];
    let all = all.each_ref();
    let subject = Subject {
        unit: ("iteration".into(), "iterations".into()),
        titles: vec!["One copy".into(), "Two copies".into()],
        runs: true,
        caption: "The caption of the first part.".into(),
        ..subject()
    };
    let [opening, other] = [1, 2].map(|first| Seen { first, count: 2 });
    let told = |subject: &Subject, seen| subject.told(&all, seen, opening).replace('\u{a0}', " ");
    assert_eq!(told(&subject, opening), subject.caption);
    assert_eq!(
        told(&subject, other),
        "These 2 iterations are of the first run: 1.50 times as fast."
    );
    let variants = Subject {
        paired: false,
        ..subject.clone()
    };
    let earlier = Seen { first: 0, count: 2 };
    assert_eq!(
        told(&variants, earlier),
        "These 2 iterations are of the first run, compared with One copy. Two copies: equally fast."
    );
    // There is no first run where there are no runs.
    let [paired, variants] = [subject, variants].map(|subject| Subject {
        runs: false,
        ..subject
    });
    assert_eq!(
        told(&paired, other),
        "These 2 iterations: 1.50 times as fast."
    );
    assert_eq!(
        told(&variants, earlier),
        "These 2 iterations, compared with One copy. Two copies: equally fast."
    );
}

#[test]
fn a_reason_says_of_which_schedule_it_is_where_units_have_other_numbers() {
    let reasons = vec![report::worlds::Reason {
        unit: 0,
        with: true,
        lane: 0,
        at: 1.0,
        text: "In iteration 189, node 1 waits.".into(),
    }];
    let seen = Seen { first: 0, count: 1 };
    let alike = Subject {
        titles: vec!["One copy".into(), "Two copies".into()],
        reasons,
        ..subject()
    };
    let apart = Subject {
        moments: vec![1, 3],
        ..alike.clone()
    };
    let text = |subject: &Subject| {
        let scene = Scene::new(subject, &[&run(2.0), &run(1.0)], seen).unwrap();
        scene.reasons[0].text.clone()
    };
    assert_eq!(text(&alike), "In iteration 189, node 1 waits.");
    assert_eq!(text(&apart), "Two copies: in iteration 189, node 1 waits.");
}

#[test]
fn a_part_that_somebody_saw_is_found_again_where_it_is_there() {
    let seen = Seen { first: 4, count: 3 };
    assert_eq!(Seen::part(seen.numbers(41), 41, 20), Some(seen));
    assert_eq!(Seen::part((45, 3), 41, 7), Some(seen));
    let elsewhere = [((45, 3), 41, 6), ((40, 3), 41, 20), ((45, 0), 41, 20)];
    for (part, number, units) in elsewhere {
        assert_eq!(Seen::part(part, number, units), None);
    }
}

#[test]
fn an_amount_is_said_in_its_unit_and_units_are_counted() {
    let seen = Seen { first: 2, count: 3 };
    let amount = Subject {
        unit: ("MB".into(), "MB".into()),
        amount: Some(40.0),
        number: 9,
        of: 50,
        ..subject()
    };
    assert_eq!(seen.title(&amount), "The same 120\u{a0}MB without and with");
    assert_eq!(seen.range(&amount), "400 to 520 of 2\u{202f}000\u{a0}MB");
    let from_the_start = Subject {
        amount: Some(1.4),
        number: 1,
        of: 8,
        ..amount.clone()
    };
    let first = Seen { first: 0, count: 1 };
    assert_eq!(first.range(&from_the_start), "0 to 1.4 of 11.2\u{a0}MB");
    let counted = Subject {
        amount: None,
        unit: ("round".into(), "rounds".into()),
        ..amount
    };
    assert_eq!(seen.range(&counted), "rounds 11 to 13 of 50");
    assert_eq!(first.title(&counted), "The same round without and with");
    let long = Subject {
        number: 12_344,
        of: 20_000,
        ..counted
    };
    assert_eq!(
        seen.range(&long),
        "rounds 12\u{202f}346 to 12\u{202f}348 of 20\u{202f}000"
    );
}

#[test]
fn schedules_are_compared_by_the_units_that_all_have() {
    let (one, other) = (run(10.0), run(6.0));
    let subject = Subject::compared(vec!["a".into(), "b".into()], &[&one, &other], None).unwrap();
    assert_eq!((subject.of, subject.unit.1.as_str()), (4, "iterations"));
    let unmarked = Recording::new(Unit::Seconds, vec!["node 1".into()], Vec::new());
    let unmarked = unmarked.finish(1.0).unwrap();
    assert_eq!(
        Subject::compared(Vec::new(), &[&one, &unmarked], None),
        None
    );
    // Marks over which work goes on end no unit of it.
    let phases = vec![Phase::new("compute", Role::Compute)];
    let mut recording =
        Recording::new(Unit::Seconds, vec!["node 1".into()], phases).with_marks(["a chunk waits"]);
    recording.span(
        LaneId(0),
        schedule::PhaseId(0),
        0.0,
        9.0,
        schedule::Job::NONE,
    );
    recording.mark(4.0, MarkId(0));
    let busy = recording.finish(9.0).unwrap();
    assert_eq!(Subject::compared(Vec::new(), &[&busy, &busy], None), None);
}

#[test]
fn steps_go_from_span_to_span_and_stop_at_the_ends() {
    let phases = vec![Phase::new("compute", Role::Compute)];
    let mut recording =
        Recording::new(Unit::Seconds, vec!["node 1".into()], phases).with_marks(["iteration"]);
    for (from, to) in [(0.0, 2.0), (4.0, 6.0)] {
        recording.span(
            LaneId(0),
            schedule::PhaseId(0),
            from,
            to,
            schedule::Job::NONE,
        );
    }
    recording.mark(6.0, MarkId(0));
    let schedule = recording.finish(6.0).unwrap();
    let scene = Scene::new(
        &subject(),
        &[&schedule, &schedule],
        Seen { first: 0, count: 1 },
    )
    .unwrap();
    let step = |at, forward| scene.step(0, LaneId(0), at, forward).unwrap();
    assert_eq!(
        [
            step(-1.0, true),
            step(1.0, true),
            step(3.0, true),
            step(5.0, true)
        ],
        [1.0, 5.0, 5.0, 5.0]
    );
    assert_eq!(
        [step(5.0, false), step(3.0, false), step(1.0, false)],
        [1.0, 1.0, 1.0]
    );
}
