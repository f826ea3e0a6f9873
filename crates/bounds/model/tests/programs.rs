//! Programs as texts and matrices against worked examples and slow definitions.

use bounds_model::program::exact::{self, Budget, placements};
use bounds_model::program::list_scheduling;
use bounds_model::program::phases::Phases;
use bounds_model::program::text::{self, Reason};
use bounds_model::program::{Operation, check};
use bounds_model::rational::{self, NotRead, ratio, whole};
use bounds_model::reallocation::{self, Granularity, Search};
use bounds_model::{Error, Machine, Program, Rational, Thick, Time};
use proptest::prelude::*;
use report::Silent;
use serde::Deserialize;

use crate::common::fraction;

#[derive(Deserialize)]
struct Example {
    text: String,
    placements: Vec<Placement>,
    best: Vec<u32>,
    h: Vec<String>,
}

#[derive(Deserialize)]
struct Placement {
    owners: Vec<usize>,
    single: Vec<u32>,
    at_one: Vec<u32>,
}

fn example() -> Example {
    serde_json::from_str(include_str!("data/programs.json")).unwrap()
}

fn h(n: u32, k: u32, q: u32, product: &Rational) -> Rational {
    let machine = Machine::new(n, k, q).unwrap();
    let weight = Granularity::Work.weight(machine, product).unwrap();
    reallocation::exact(
        machine,
        &weight,
        Search::default(),
        &mut Thick::default(),
        &mut report::Silent,
    )
    .unwrap()
    .value
}

fn placed(program: &Program, owners: &[usize], delay: &Rational) -> Rational {
    let found = exact::placed(program, owners, delay, &mut Budget::default(), &mut Silent).unwrap();
    assert!(found.proved());
    let completed = check::completion(program, &found.plan, Some(owners), delay).unwrap();
    assert_eq!(completed, found.most);
    found.plan.schedule(&[], Vec::new()).unwrap();
    found.most
}

#[test]
fn the_program_of_figure_2_has_its_worked_values() {
    let example = example();
    let program = text::read(&example.text).unwrap();
    // A6.
    assert_eq!(
        (program.work(), program.signals(), program.granularity()),
        (whole(6), 5, ratio(5, 6))
    );
    assert_eq!(program.unused().count(), 0);
    let shared = exact::shared(&program, 2, &mut Budget::default(), &mut Silent).unwrap();
    assert_eq!((&shared.least, &shared.most), (&whole(3), &whole(3)));
    assert_eq!(shared.plan.activity(), [(2, whole(3))]);
    for (delay, (best, expected)) in (0..).zip(example.best.iter().zip(&example.h)) {
        let delay = whole(delay);
        let found =
            exact::best_placed(&program, 2, &delay, &mut Budget::default(), &mut Silent).unwrap();
        assert!(found.completion.proved());
        assert_eq!(found.completion.most, whole(*best), "{delay}");
        let bound = h(3, 2, 2, &(&delay * program.granularity()));
        assert_eq!(bound, fraction(expected));
        assert!(found.completion.most <= &bound * &shared.most);
        let machine = Machine::new(3, 2, 2).unwrap();
        let own = reallocation::of_program(
            machine,
            &shared.plan.activity(),
            &(whole(5) * delay),
            &mut Thick::default(),
            &mut report::Silent,
        )
        .unwrap();
        assert!(found.completion.most <= own.value && own.value <= bound * &shared.most);
    }
    for placement in &example.placements {
        for (delay, expected) in (0..).zip(&placement.single) {
            assert_eq!(
                placed(&program, &placement.owners, &whole(delay)),
                whole(*expected),
                "{:?} {delay}",
                placement.owners
            );
        }
        let [_, single, ..] = placement.at_one[..] else {
            panic!()
        };
        assert_eq!(single, placement.single[1]);
    }
    // With the printed weight: 17/9 at t = 1.
    let machine = Machine::new(3, 2, 2).unwrap();
    let printed = reallocation::exact(
        machine,
        &ratio(5, 6),
        Search::default(),
        &mut Thick::default(),
        &mut report::Silent,
    )
    .unwrap();
    assert_eq!(printed.value, ratio(17, 9));
}

#[test]
fn slots_can_hide_the_optimum_of_moving_processes() {
    // Three processes of one unit on two processors: slots of 1 give 2, of 1/2 give 3/2.
    let program = text::read("a: Work(1)\nb: Work(1)\nc: Work(1)").unwrap();
    let found = exact::shared(&program, 2, &mut Budget::default(), &mut Silent).unwrap();
    assert!(found.proved() && found.most == ratio(3, 2));
    let five = text::read("a: Work(1)\nb: Work(1)\nc: Work(1)\nd: Work(1)\ne: Work(1)").unwrap();
    for q in 1..=6 {
        let found = exact::shared(&five, q, &mut Budget::default(), &mut Silent).unwrap();
        assert!(found.proved());
        assert_eq!(found.most, ratio(5, q.min(5)));
    }
}

#[test]
fn faults_of_a_text_are_named_with_line_and_column() {
    for (text, message) in [
        (
            "P1: Wrok(1)",
            "line 1, column 5: \"Wrok\" is no operation: use Work(1), Activate(a) or Wait(a)",
        ),
        (
            "\nP1: Work 1",
            "line 2, column 10: '(' is missing, as in Work(1)",
        ),
        (
            "P1: Work(1",
            "line 1, column 11: ')' is missing, as in Work(1)",
        ),
        (
            "P1: Work(-1)",
            "line 1, column 10: \"-1\" must be work of at least 0, as in 1, 2.5 or 7/2",
        ),
        (
            "P1: Work(1/0)",
            "line 1, column 10: \"1/0\" must be work of at least 0, as in 1, 2.5 or 7/2",
        ),
        (
            "P1: Work()",
            "line 1, column 10: \"\" must be work of at least 0, as in 1, 2.5 or 7/2",
        ),
        (
            "P1: Work(1) Wait(?)",
            "line 1, column 18: \"?\" must be an event: letters, digits and _",
        ),
        (
            "P1: Work(1)\n P1: Work(1)",
            "line 2, column 2: process P1 is already named on line 1",
        ),
        (
            "P1: Activate(a) Work(1)\nP2: Activate(a)",
            "line 2, column 5: event a is already activated on line 1, column 5: each event is activated once",
        ),
        (
            "P1: Work(1) Wait(b)",
            "line 1, column 13: nothing activates event b",
        ),
        (
            "P1: Work(0)",
            "line 1, column 1: the program has no work; give at least one process work greater than 0",
        ),
        (
            "",
            "line 1, column 1: the program has no work; give at least one process work greater than 0",
        ),
        (
            "P1 Work(1)",
            "line 1, column 4: a colon must follow the name of the process, as in P1: Work(1)",
        ),
        (
            "(1): Work(1)",
            "line 1, column 1: \"(1\" must be the name of a process: letters, digits and _",
        ),
        (
            "P1: Work(1) Wait(a) Activate(b)\nP2: Wait(b) Activate(a)",
            "line 1, column 13: deadlock: these wait for each other: Wait(a) of P1 on line 1, column 13, Wait(b) of P2 on line 2, column 5",
        ),
        (
            "Ä: Work(1) Wait(é) Activate(é)",
            "line 1, column 12: deadlock: these wait for each other: Wait(é) of Ä on line 1, column 12",
        ),
    ] {
        assert_eq!(text::read(text).unwrap_err().to_string(), message, "{text}");
    }
    // A process that only waits for the circle is not named.
    let fault = text::read(
        "P0: Work(1) Wait(c)\nP1: Wait(a) Activate(b) Activate(c)\nP2: Wait(b) Activate(a)",
    )
    .unwrap_err();
    assert!(
        matches!(&fault.reason, Reason::Cycle(words) if !words.contains("P0")),
        "{fault}"
    );
}

#[test]
fn a_number_that_cannot_be_read_is_repeated_up_to_twenty_characters() {
    let shown = |text: &str| match rational::read(text).unwrap_err() {
        NotRead::Form(shown) => (shown, None),
        NotRead::Long(shown, long) => (shown, Some(long)),
    };
    let (twenty, more) = ("x".repeat(20), format!("{}…", "x".repeat(20)));
    assert_eq!(shown(&twenty), (twenty.clone(), None));
    assert_eq!(shown(&"x".repeat(21)), (more.clone(), None));
    assert_eq!(shown(&"x".repeat(40)), (more.clone(), None));
    assert_eq!(shown(&"x".repeat(41)), (more, Some(41)));
    assert!(rational::read(&"1".repeat(40)).is_ok() && rational::read(&"1".repeat(41)).is_err());
    assert_eq!(rational::typed(0.0), Some(whole(0)));
    assert!(rational::typed(-0.1).is_none() && rational::typed(f64::INFINITY).is_none());
}

#[test]
fn a_text_may_have_blanks_comments_and_unused_events() {
    let program = text::read("# a comment\n\n  P1 :Work ( 1.5 )Activate( a )  # and another\nP2:Wait(a)Work(1/2)Activate(x)").unwrap();
    assert_eq!((program.work(), program.signals()), (whole(2), 1));
    assert_eq!(program.unused().collect::<Vec<_>>(), ["x"]);
    assert_eq!(program.processes()[0].operations[1], Operation::Activate(0));
}

#[test]
fn too_large_programs_are_refused() {
    let text: String = (0..7)
        .map(|number| format!("P{number}: Work(1)\n"))
        .collect();
    let program = text::read(&text).unwrap();
    let refused = exact::shared(&program, 2, &mut Budget::default(), &mut Silent).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "number of processes is 7; it must be from 1 to 6"
    );
    assert_eq!(placements(7, 2).unwrap_err(), refused);
    let long = text::read("P: Work(5001) Work(2)").unwrap();
    assert!(matches!(
        exact::shared(&long, 1, &mut Budget::default(), &mut Silent).unwrap_err(),
        Error::Unit { of: Time::Work, .. }
    ));
    let one = text::read("P: Work(1)").unwrap();
    assert!(exact::placed(&one, &[1], &whole(0), &mut Budget::default(), &mut Silent).is_err());
    assert!(
        exact::placed(
            &one,
            &[0, 0],
            &whole(0),
            &mut Budget::default(),
            &mut Silent
        )
        .is_err()
    );
    assert!(exact::best_placed(&one, 1, &-whole(1), &mut Budget::default(), &mut Silent).is_err());
    let many: String = (0..2001).map(|_| "Work(1) ").collect();
    assert!(matches!(
        text::read(&format!("P: {many}")).unwrap_err().reason,
        Reason::TooMany { .. }
    ));
}

#[test]
fn a_schedule_of_too_many_slots_says_so_and_fits_with_a_shorter_delay() {
    let signals = |one: &str, other: &str| -> String {
        (0..30)
            .map(|at| format!("{one}{at}) {other}{at}) "))
            .collect()
    };
    let (there, back) = (
        signals("Activate(a", "Wait(b"),
        signals("Wait(a", "Activate(b"),
    );
    let program = text::read(&format!("A: {there}Work(1)\nB: {back}")).unwrap();
    let mut budget = Budget::default();
    let refused = exact::placed(&program, &[0, 1], &whole(2000), &mut budget, &mut Silent);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "the schedule needs more than 100\u{202f}000\u{a0}slots; make the program smaller or the delay shorter"
    );
    assert_eq!(placed(&program, &[0, 1], &whole(1)), whole(61));
}

#[test]
fn what_makes_the_unit_too_small_is_named() {
    let program = |text: &str| text::read(text).unwrap();
    let blamed = |text: &str, delay: Rational| {
        let found = exact::best_placed(
            &program(text),
            2,
            &delay,
            &mut Budget::default(),
            &mut Silent,
        );
        match found {
            Ok(_) => None,
            Err(Error::Unit { of, units, most }) => Some((of, units, most)),
            Err(other) => panic!("{other}"),
        }
    };
    let units = |of, units: &str| Some((of, units.to_owned(), exact::MOST_SLOTS));
    let apart = "A: Work(4000) Activate(a)\nB: Wait(a) Work(2000)";
    // The largest unit is 2000, and 1 with a delay of 1.
    assert_eq!(blamed(apart, whole(0)), None);
    assert_eq!(blamed(apart, whole(4000)), None);
    assert_eq!(blamed(apart, whole(1)), units(Time::Delay, "6000"));
    // Without signals, their delay is nothing.
    assert_eq!(blamed("A: Work(4000)\nB: Work(2000)", whole(1)), None);
    assert_eq!(
        blamed("A: Work(4000)\nB: Work(1)", whole(1)),
        units(Time::Work, "4001")
    );
    // Where the delay is the longest, its units are told.
    let short = "A: Work(1) Activate(a)\nB: Wait(a) Work(1)";
    assert_eq!(blamed(short, whole(2000)), None);
    assert_eq!(blamed(short, whole(2001)), units(Time::Delay, "2001"));
    let long = |text: &str| {
        let found = exact::shared(&program(text), 1, &mut Budget::default(), &mut Silent);
        found.unwrap_err().to_string()
    };
    assert_eq!(
        long("A: Work(4000)\nB: Work(1)"),
        "the work is 4001 units in all, in the largest unit that makes each work whole; at most 2000 are allowed: round it"
    );
    // Of more than 16 digits only their number is told.
    let told = long("A: Work(12345678901234567)\nB: Work(1)");
    assert!(
        told.starts_with("the work is more than 10^16 units in all"),
        "{told}"
    );
    let told = long("A: Work(9999999999999999)\nB: Work(1)");
    assert!(told.starts_with("the work is 10^16 units in all"), "{told}");
    let told = long("A: Work(1234567890123456)\nB: Work(1)");
    assert!(
        told.starts_with("the work is 1234567890123457 units in all"),
        "{told}"
    );
    let tiny = program("A: Work(1/3) Activate(a)\nB: Wait(a) Work(1)");
    let listed = |delay: &Rational, cost: &Rational| {
        list_scheduling::schedule(&tiny, 2, Some(cost), delay, &mut Silent).err()
    };
    let small = ratio(1, 10_u64.pow(15));
    assert_eq!(listed(&ratio(1, 10_u64.pow(9)), &whole(26_000)), None);
    let of = |error: Option<Error>| match error {
        Some(Error::Unit { of, .. }) => Some(of),
        _ => None,
    };
    assert_eq!(of(listed(&small, &whole(1))), Some(Time::Delay));
    assert_eq!(of(listed(&whole(1), &small)), Some(Time::Migration));
    let phases = |delay: Rational, signals: Vec<(usize, usize)>| {
        let phases = Phases::read("1 1/3")
            .unwrap()
            .with_signals(signals)
            .unwrap();
        of(phases.best_placed(2, &delay, &mut Silent).err())
    };
    assert_eq!(phases(small.clone(), vec![(0, 1)]), Some(Time::Delay));
    assert_eq!(phases(small, Vec::new()), None);
    let fine = Phases::read("1 1/3000000000000000").unwrap();
    assert_eq!(
        of(fine.best_placed(2, &whole(1), &mut Silent).err()),
        Some(Time::Work)
    );
}

#[test]
fn searches_share_a_budget_and_end_with_an_interval() {
    let text = "A: Work(2) Activate(a) Work(3) Wait(c) Work(2)\nB: Work(3) Activate(b) Wait(a) Work(2)\nC: Wait(b) Work(3) Activate(c) Work(1)\nD: Work(5)";
    let program = text::read(text).unwrap();
    let of = |states: usize| {
        let mut budget = Budget::of(states);
        let found = exact::shared(&program, 2, &mut budget, &mut Silent).unwrap();
        let placed =
            exact::best_placed(&program, 2, &ratio(1, 2), &mut budget, &mut Silent).unwrap();
        (found, placed.completion, budget.left())
    };
    let (shared, placed, left) = of(150_000);
    assert!(shared.proved() && placed.proved() && left < 150_000 && left > 140_000);
    let mut before = None;
    for states in [0, 1, 10, 30, 100, 1000] {
        let (found, other, left) = of(states);
        assert!(left <= states);
        assert!(found.least <= shared.most && shared.most <= found.most);
        assert!(
            other.least <= placed.most && placed.most <= other.most,
            "{states}"
        );
        // More states never make the schedule longer.
        assert!(before.is_none_or(|before| found.most <= before));
        before = Some(found.most);
    }
}

#[test]
fn a_last_wait_lasts_until_its_signal_is_there() {
    let program =
        text::read("P1: Activate(a) Work(2)\nP2: Wait(b)\nP3: Wait(a) Activate(b)").unwrap();
    assert_eq!(placed(&program, &[0, 1, 2], &whole(3)), whole(6));
    assert_eq!(placed(&program, &[0, 0, 0], &whole(3)), whole(2));
}

#[test]
fn a_matrix_has_the_values_of_its_phases() {
    let complete = Phases::read("110\n101\n011").unwrap();
    assert_eq!(complete.shared(2).unwrap(), whole(3));
    let plan = complete.shared_schedule(2).unwrap();
    assert_eq!(plan.makespan, whole(3));
    assert_eq!(complete.activity(2).unwrap(), [(2, whole(3))]);
    // One round of signals, t = 1/4: T_s = 5, which only the corrected weight allows.
    let round = vec![(0, 1), (1, 0), (0, 2), (2, 1), (1, 2), (2, 0)];
    let with = complete.with_signals(round).unwrap();
    let (best, owners) = with.best_placed(2, &ratio(1, 4), &mut Silent).unwrap();
    assert_eq!(best, whole(5));
    let plan = with.placed_schedule(&owners, &ratio(1, 4)).unwrap();
    assert_eq!((plan.makespan, plan.arrows.len()), (whole(5), 4));
    assert_eq!(h(3, 2, 2, &(ratio(1, 4) * with.granularity())), ratio(5, 3));
    let uneven = Phases::read("3 1 1\n1/2 0 0").unwrap();
    assert_eq!(uneven.shared(2).unwrap(), ratio(7, 2));
    assert_eq!(
        uneven.activity(2).unwrap(),
        [(1, ratio(3, 2)), (2, whole(2))]
    );
}

#[test]
fn phases_end_when_those_before_them_and_they_themselves_are_done() {
    let phases = Phases::read("3 1 1 2\n1/2 0 0 4\n2 2 1 1").unwrap();
    let (shared, placed) = (
        phases.shared_ends(2).unwrap(),
        phases.placed_ends(&[0, 0, 1, 1]),
    );
    assert_eq!((shared.len(), placed.len()), (3, 3));
    for number in 1..=3 {
        let begun = Phases::new(phases.rows()[..number].to_vec(), Vec::new()).unwrap();
        assert_eq!(shared[number - 1], begun.shared(2).unwrap());
        assert_eq!(
            placed[number - 1],
            begun.placed(&[0, 0, 1, 1], &whole(0)).unwrap()
        );
    }
}

#[test]
fn bad_matrices_are_refused_by_place() {
    assert_eq!(Phases::read("0 0").unwrap_err(), Error::NoWork);
    assert_eq!(Phases::read("").unwrap_err(), Error::NoWork);
    assert_eq!(
        Phases::read("1 1\n1").unwrap_err(),
        Error::Row {
            phase: 2,
            found: 1,
            expected: 2
        }
    );
    assert_eq!(
        Phases::read("1 x").unwrap_err().to_string(),
        "phase 1, process 2: \"x\" must be work of at least 0, as in 1, 2.5 or 7/2"
    );
    let one = Phases::read("1 1").unwrap();
    assert!(matches!(
        one.clone().with_signals(vec![(0, 1), (1, 2)]).unwrap_err(),
        Error::Signal {
            place: 2,
            to: 3,
            ..
        }
    ));
    assert!(one.clone().with_signals(vec![(1, 1)]).is_err());
    assert!(one.shared(0).is_err() && one.best_placed(0, &whole(0), &mut Silent).is_err());
    let wide = Phases::new(vec![vec![whole(1); 13]], Vec::new()).unwrap();
    assert!(wide.best_placed(2, &whole(0), &mut Silent).is_err());
    let stopped = Phases::new(
        (0..12)
            .map(|row| {
                (0..12)
                    .map(|column| ratio((row * 7 + column * 5) % 11 + 1, 3))
                    .collect()
            })
            .collect(),
        Vec::new(),
    )
    .unwrap()
    .best_placed(6, &whole(0), &mut |_, _| std::ops::ControlFlow::Break(()));
    assert_eq!(stopped.unwrap_err(), Error::Cancelled(report::Cancelled));
}

/// A program that cannot deadlock: units of work and signals one after the other. (0, p, _) is work, (1, a, b) a signal.
fn generated(processes: usize, actions: &[(u8, usize, usize)]) -> String {
    let mut lines = vec![String::new(); processes];
    for (number, (kind, one, other)) in actions.iter().enumerate() {
        let (one, other) = (one % processes, other % processes);
        if *kind == 0 || one == other {
            lines[one] += " Work(1)";
        } else {
            lines[one] += &format!(" Activate({number})");
            lines[other] += &format!(" Wait({number})");
        }
    }
    lines
        .iter()
        .enumerate()
        .map(|(number, line)| format!("P{number}:{line}\n"))
        .collect()
}

/// T_s by trying every order of the units of each computer: earliest dates by relaxation.
fn by_orders(program: &Program, owners: &[usize], delay: u32) -> Rational {
    // Nodes: every operation; edges with lags.
    let mut nodes = Vec::new();
    let mut edges: Vec<(usize, usize, u32)> = Vec::new();
    let mut sent = vec![0; program.events().len()];
    for (process, lines) in program.processes().iter().enumerate() {
        for (place, operation) in lines.operations.iter().enumerate() {
            let work = u32::from(matches!(operation, Operation::Work(_)));
            if place > 0 {
                let before: u32 = nodes.last().map_or(0, |(_, work)| *work);
                edges.push((nodes.len() - 1, nodes.len(), before));
            }
            if let Operation::Activate(event) = operation {
                sent[*event] = nodes.len();
            }
            nodes.push((process, work));
        }
    }
    let mut node = 0;
    for lines in program.processes() {
        for operation in &lines.operations {
            if let Operation::Wait(event) = operation {
                let from = sent[*event];
                let apart = owners[nodes[from].0] != owners[nodes[node].0];
                edges.push((from, node, if apart { delay } else { 0 }));
            }
            node += 1;
        }
    }
    let units: Vec<Vec<usize>> = (0..owners.len())
        .map(|computer| {
            (0..nodes.len())
                .filter(|node| nodes[*node].1 > 0 && owners[nodes[*node].0] == computer)
                .collect()
        })
        .collect();
    fn orders(left: &[usize]) -> Vec<Vec<usize>> {
        if left.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for (place, first) in left.iter().enumerate() {
            let mut rest = left.to_vec();
            rest.remove(place);
            for mut order in orders(&rest) {
                order.insert(0, *first);
                all.push(order);
            }
        }
        all
    }
    let mut combined: Vec<Vec<(usize, usize, u32)>> = vec![edges];
    for units in &units {
        let mut next = Vec::new();
        for order in orders(units) {
            for edges in &combined {
                let mut edges = edges.clone();
                edges.extend(order.windows(2).map(|pair| (pair[0], pair[1], 1)));
                next.push(edges);
            }
        }
        combined = next;
    }
    let mut best = u32::MAX;
    for edges in combined {
        let mut dates = vec![0; nodes.len()];
        let mut changed = true;
        for _ in 0..=nodes.len() {
            changed = false;
            for (from, to, lag) in &edges {
                if dates[*from] + lag > dates[*to] {
                    dates[*to] = dates[*from] + lag;
                    changed = true;
                }
            }
        }
        if !changed {
            best = best.min(
                dates
                    .iter()
                    .zip(&nodes)
                    .map(|(date, (_, work))| date + work)
                    .max()
                    .unwrap_or(0),
            );
        }
    }
    whole(best)
}

fn actions(most: usize) -> impl Strategy<Value = Vec<(u8, usize, usize)>> {
    prop::collection::vec((0_u8..2, 0_usize..4, 0_usize..4), 1..most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_search_finds_what_all_orders_have(n in 1_usize..4, actions in actions(8), delay in 0_u32..4, code in 0_usize..100) {
        let text = generated(n, &actions);
        let Ok(program) = text::read(&text) else { return Ok(()) };
        let all = placements(n as u32, n as u32).unwrap();
        let owners = &all[code % all.len()];
        prop_assume!(program.work() <= whole(5));
        prop_assert_eq!(placed(&program, owners, &whole(delay)), by_orders(&program, owners, delay), "{}", text);
    }

    #[test]
    fn no_program_breaks_its_bound(n in 1_usize..5, actions in actions(14), k in 1_u32..4, q in 1_u32..4, delay in 0_u32..6) {
        let Ok(program) = text::read(&generated(n, &actions)) else { return Ok(()) };
        let delay = ratio(delay, 2);
        let shared = exact::shared(&program, q, &mut Budget::default(), &mut Silent).unwrap();
        prop_assert!(shared.least <= shared.most);
        prop_assert_eq!(check::completion(&program, &shared.plan, None, &whole(0)).unwrap(), shared.most.clone());
        let best = exact::best_placed(&program, k, &delay, &mut Budget::default(), &mut Silent).unwrap();
        prop_assert!(best.completion.proved());
        for owners in placements(n as u32, k).unwrap() {
            prop_assert!(placed(&program, &owners, &delay) >= best.completion.most);
        }
        let bound = h(n as u32, k, q, &(&delay * program.granularity()));
        // The shared time in slots is an upper bound.
        prop_assert!(best.completion.most <= &bound * &shared.most);
        let machine = Machine::new(n as u32, k, q).unwrap();
        let signals = whole(program.signals()) * delay;
        let own = reallocation::of_program(machine, &shared.plan.activity(), &signals, &mut Thick::default(), &mut report::Silent).unwrap();
        prop_assert!(best.completion.most <= own.value);
    }

    #[test]
    fn phases_are_placed_best_as_enumeration_finds(
        rows in prop::collection::vec(prop::collection::vec(0_u32..4, 4), 1..5),
        signals in prop::collection::vec((0_usize..4, 0_usize..4), 0..6),
        k in 1_u32..5, q in 1_u32..5, delay in 0_u32..5,
    ) {
        let work: Vec<Vec<Rational>> = rows.iter().map(|row| row.iter().map(|work| ratio(*work, 2)).collect()).collect();
        let signals: Vec<_> = signals.into_iter().filter(|(from, to)| from != to).collect();
        let Ok(phases) = Phases::new(work, signals) else { return Ok(()) };
        let delay = ratio(delay, 3);
        let (best, owners) = phases.best_placed(k, &delay, &mut Silent).unwrap();
        let all = placements(4, k).unwrap().into_iter().map(|owners| phases.placed(&owners, &delay).unwrap());
        prop_assert_eq!(Some(best.clone()), all.min());
        prop_assert_eq!(&best, &phases.placed(&owners, &delay).unwrap());
        let shared = phases.shared(q).unwrap();
        prop_assert_eq!(&phases.shared_schedule(q).unwrap().makespan, &shared);
        let activity = phases.activity(q).unwrap();
        prop_assert_eq!(activity.iter().fold(whole(0), |sum, (_, time)| sum + time), shared.clone());
        prop_assert_eq!(activity.iter().fold(whole(0), |sum, (active, time)| sum + time * whole(*active)), phases.total());
        prop_assert!(best <= h(4, k, q, &(&delay * phases.granularity())) * &shared);
        let machine = Machine::new(4, k, q).unwrap();
        let signals = whole(phases.signals().len()) * delay;
        let own = reallocation::of_program(machine, &activity, &signals, &mut Thick::default(), &mut report::Silent).unwrap();
        prop_assert!(best <= own.value);
    }
}
