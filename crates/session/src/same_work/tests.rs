//! Lengths, titles and lanes of small schedules.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use schedule::{MarkId, Recorder, Recording, Unit};

use schedule::{LaneId, Phase, Role, Schedule};

use super::*;

fn run(length: f64) -> Schedule {
    let mut recording =
        Recording::new(Unit::Seconds, vec!["node 1".into()], Vec::new()).with_marks(["iteration"]);
    for iteration in 1..=4 {
        recording.mark(f64::from(iteration) * length, MarkId(0));
    }
    recording.finish(4.0 * length).unwrap()
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
            "Level · gained 8.00 s at the end",
            "Ahead by 4.00 s · gained 8.00 s at the end",
            "Gained 8.00 s"
        ]
    );
    assert_eq!(
        told(&loss, Some(10.0)),
        "Behind by 4.00 s · lost 8.00 s at the end"
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
    assert_eq!([scene.minor(0), scene.minor(1)], [vec![0, 1], vec![0, 1]]);
    assert_eq!(
        scene.fewer().unwrap(),
        "6 of 8 lanes fit here, those that decide. A wider window shows all."
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
        ["147.49 s", "147.97 s", "0.485 s"]
    );
    assert_eq!(told(&short, 10.0), "10.00 s");
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
    let counted = Subject {
        amount: None,
        unit: ("round".into(), "rounds".into()),
        ..amount
    };
    assert_eq!(seen.range(&counted), "rounds 11 to 13 of 50");
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
    // Marks that work goes on over end no unit of it.
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
