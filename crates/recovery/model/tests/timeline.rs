//! Crashes and repairs step by step, availability, and refused inputs.

use proptest::prelude::*;
use recovery_model::availability::Availability;
use recovery_model::schemes::fill::Fill;
use recovery_model::{Crashed, Event, Scheme, placement, timeline, typed};
use serde::Deserialize;
use trace::random::Random;

use crate::common::{constructed, rows};

#[derive(Deserialize)]
struct Row {
    event: String,
    crashed: Vec<usize>,
    hosts: Vec<usize>,
    moved: Vec<usize>,
    loads: Vec<u32>,
    most: u32,
}

#[test]
fn the_timeline_of_section_7_12_moves_the_processes_printed_there() {
    let rows: Vec<Row> = rows(include_str!("data/timeline.json"));
    let script: Vec<&str> = rows.iter().map(|row| row.event.as_str()).collect();
    let events = typed::events(8, &script.join(", ")).unwrap();
    let scheme = Scheme::regular(&constructed("greedy", 8).list);
    let steps = timeline::run(&scheme, &events).unwrap();
    assert_eq!(steps.len(), 8);
    assert_eq!(steps[0].placement.loads, [1; 8]);
    for (step, row) in steps[1..].iter().zip(&rows) {
        assert_eq!(step.crashed, row.crashed, "{}", row.event);
        assert_eq!(step.placement.hosts, row.hosts, "{}", row.event);
        assert_eq!(step.moved, row.moved, "{}", row.event);
        assert_eq!(step.placement.loads, row.loads, "{}", row.event);
        assert_eq!(step.placement.load(), row.most, "{}", row.event);
    }
}

proptest! {
    #[test]
    fn a_placement_depends_on_the_set_of_crashes_alone(n in 2_usize..20, seed in any::<u64>(), length in 0_usize..60) {
        let scheme = Scheme::regular(&Fill::Random { seed }.complete(n, Vec::new()).unwrap());
        let mut random = Random::new(seed);
        let mut down = vec![false; n];
        let mut events = Vec::new();
        for _ in 0..length {
            let computer = random.below(n as u64) as usize;
            let up = down.iter().filter(|down| !**down).count();
            if down[computer] {
                events.push(Event::Repair(computer));
            } else if up > 1 {
                events.push(Event::Crash(computer));
            } else {
                continue;
            }
            down[computer] = !down[computer];
        }
        let steps = timeline::run(&scheme, &events).unwrap();
        for pair in steps.windows(2) {
            let crashed = Crashed::new(n, &pair[1].crashed).unwrap();
            prop_assert_eq!(&pair[1].placement, &placement::place(&scheme, &crashed));
            match pair[1].event.unwrap() {
                // A crash moves exactly the processes on that computer.
                Event::Crash(computer) => {
                    let there: Vec<usize> = (0..n).filter(|process| pair[0].placement.hosts[*process] == computer).collect();
                    prop_assert_eq!(&pair[1].moved, &there);
                }
                // A repair moves processes to that computer only, its own among them.
                Event::Repair(computer) => {
                    prop_assert!(pair[1].moved.contains(&computer));
                    prop_assert!(pair[1].moved.iter().all(|process| pair[1].placement.hosts[*process] == computer));
                }
            }
        }
    }
}

fn list_refused(computers: usize, text: &str) -> String {
    typed::list(computers, text).unwrap_err().to_string()
}

fn lists_refused(computers: usize, text: &str) -> String {
    typed::lists(computers, text).unwrap_err().to_string()
}

fn script_refused(text: &str) -> String {
    let scheme = Scheme::regular(&constructed("greedy", 3).list);
    let run = typed::events(3, text).and_then(|events| timeline::run(&scheme, &events));
    run.unwrap_err().to_string()
}

#[test]
fn wrong_lists_are_refused_with_place_value_and_range() {
    assert_eq!(
        list_refused(5, "1, 3, 3, 4"),
        "entry 3 of the list is 3, as entry 2 already is; each computer from 1 to 4 may stand there once"
    );
    assert_eq!(
        list_refused(5, "1, 3, 4"),
        "the list does not name computer 2; add it: each of the 4 other computers must stand there once"
    );
    assert_eq!(
        list_refused(5, "1, 0, 3, 4"),
        "entry 2 of the list is 0, the process's own computer; it must be another one from 1 to 4"
    );
    assert_eq!(
        list_refused(5, "1 5 3 4"),
        "entry 2 of the list is 5; it must be from 1 to 4"
    );
    assert_eq!(
        list_refused(5, "1 -2 3 4"),
        "entry 2 of the list is \"-2\"; it must be a whole number from 1 to 4"
    );
    assert_eq!(
        list_refused(1, "1"),
        "number of computers is 1; it must be from 2 to 1\u{202f}024"
    );
    assert_eq!(
        list_refused(2000, "1"),
        "number of computers is 2\u{202f}000; it must be from 2 to 1\u{202f}024"
    );
    assert_eq!(
        list_refused(3, "1 2 1 2 1"),
        "entry 3 of the list is 1, as entry 1 already is; each computer from 1 to 2 may stand there once"
    );
    assert_eq!(typed::list(4, "<1, 3, 2>").unwrap().entries(), [1, 3, 2]);
}

#[test]
fn wrong_lists_of_all_computers_are_refused_with_their_computer() {
    assert_eq!(
        lists_refused(3, "1 2\n0 2"),
        "there are 2 lists; there must be 3, one for each computer"
    );
    assert_eq!(
        lists_refused(3, "1 2\n0 2\n0 1\n1 2"),
        "there are 4 lists; there must be 3, one for each computer"
    );
    // All lines are counted, whatever stands in them.
    for (line, lines) in ["1 2 3\n", "?\n"].into_iter().zip([10, 7]) {
        assert_eq!(
            lists_refused(4, &line.repeat(lines)),
            format!("there are {lines} lists; there must be 4, one for each computer")
        );
    }
    assert_eq!(
        lists_refused(3, "1 2\n0 1\n0 1"),
        "entry 2 of the list of computer 1 is 1, the process's own computer; it must be another one from 0 to 2"
    );
    assert_eq!(
        lists_refused(3, "1 2\n0 2\n0 7"),
        "entry 2 of the list of computer 2 is 7; it must be from 0 to 2"
    );
    let scheme = typed::lists(3, "0: 1 2\n\n1: 0 2\n2: 0 1\n").unwrap();
    assert_eq!(scheme.processes()[1].list(), [0, 2]);
}

#[test]
fn events_that_cannot_happen_are_refused_with_their_place() {
    assert_eq!(
        script_refused("crash 1, crash 1"),
        "event 2 crashes computer 1, which is down already; choose one that is up"
    );
    assert_eq!(
        script_refused("repair 2"),
        "event 1 repairs computer 2, which is up; choose one that is down"
    );
    assert_eq!(
        script_refused("crash 1, crash 0, crash 2"),
        "event 3 crashes computer 2, the last one up; leave at least one up"
    );
    assert_eq!(
        script_refused("crash 1, break 2"),
        "event 2 is \"break 2\"; it must be as in crash 1 or repair 1, with a computer from 0 to 2"
    );
    let long = "crash 1, repair 1, ".repeat(501);
    assert_eq!(
        script_refused(&long),
        "number of events is 1\u{202f}002; it must be from 0 to 1\u{202f}000"
    );
    assert_eq!(
        script_refused("crash 3"),
        "event 1 is \"crash 3\"; it must be as in crash 1 or repair 1, with a computer from 0 to 2"
    );
}

#[test]
fn crash_sets_that_leave_no_computer_are_refused() {
    let refused = |crashed: &[usize]| Crashed::new(3, crashed).unwrap_err().to_string();
    assert_eq!(
        refused(&[0, 1, 2]),
        "all 3 computers are crashed; leave at least one up"
    );
    assert_eq!(
        refused(&[0, 4]),
        "entry of the crash set 2 is computer 4; it must be from 0 to 2"
    );
    assert_eq!(Crashed::new(3, &[2, 0, 2]).unwrap().computers(), [0, 2]);
}

#[test]
fn availability_classes_are_those_of_the_thesis_unshifted() {
    let rows = [
        (2, 87.6, 438.0),
        (3, 8.76, 43.8),
        (4, 0.876, 4.38),
        (5, 0.0876, 0.438),
        (6, 0.00876, 0.0438),
    ];
    for (class, hours, minutes) in rows {
        let nines = (0..class).fold(1.0, |share, _| share / 10.0);
        let found = Availability::new(1.0 - nines, nines).unwrap();
        assert_eq!(found.class(), class);
        assert!((found.hours_a_year() - hours).abs() < 1e-9 * hours);
        assert!((found.minutes_a_month() - minutes).abs() < 1e-9 * minutes);
        assert!((found.reliability() * nines - 1.0).abs() < 1e-9);
        assert!((found.up() + found.down() - 1.0).abs() < 1e-15);
    }
    let refused = Availability::new(0.0, 1.0).unwrap_err().to_string();
    assert_eq!(
        refused,
        "mean time between failures is 0; it must be a number greater than 0"
    );
}
