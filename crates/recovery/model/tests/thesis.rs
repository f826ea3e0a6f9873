//! Reasons why the thesis prints other values than its definitions give. The laboratory's topic of printed values tests the values
//! themselves.

use recovery_model::scheme::Rule;
use recovery_model::schemes::trapezium::Source;
use recovery_model::schemes::{greedy, modulo, trapezium};
use recovery_model::{Scheme, lower_bounds};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::common::{constructed, rows};

#[derive(Deserialize)]
struct Differing {
    about: String,
    printed: Value,
}

/// The plain lists of two processes as the thesis prints them, with the own computer.
fn printed_lists(n: usize, computers: usize) -> Vec<Vec<usize>> {
    let base = constructed("modulo", n).list;
    let scheme = Scheme::several(&base, 2, Rule::Plain).unwrap();
    let lists = scheme
        .processes()
        .iter()
        .enumerate()
        .take(2 * computers)
        .map(|(number, process)| {
            let turned: Vec<usize> = base
                .entries()
                .iter()
                .map(|entry| (entry + number / 2 + number % 2 * (n / 2)) % n)
                .collect();
            let valid: Vec<usize> = turned
                .iter()
                .copied()
                .filter(|computer| *computer != process.home)
                .collect();
            assert_eq!(process.list()[..valid.len()], valid);
            turned[..4].to_vec()
        });
    lists.collect()
}

/// The loop for the bound of P processes as printed, which is wrong for one process: it is entered at step 1.
fn printed_loop(processes: usize, length: usize) -> Vec<usize> {
    let (mut load, mut cost, mut rest, mut number) = (processes, 1, 1, 1);
    let step = |_| {
        if rest == 1 {
            load += 1;
            rest = cost;
            number += 1;
        } else {
            rest -= 1;
        }
        let now = load;
        if number == processes && rest == 1 {
            cost += 1;
            number = 0;
        }
        now
    };
    (0..length).map(step).collect()
}

#[test]
fn what_the_thesis_prints_follows_from_its_slips() {
    let rows: Vec<Differing> = rows(include_str!("../../differs.json"));
    let printed = |about: &str| {
        &rows
            .iter()
            .find(|row| row.about.starts_with(about))
            .unwrap()
            .printed
    };
    assert_eq!(json!(printed_loop(1, 12)), *printed("loop for one process"));
    assert_eq!(
        json!(printed_loop(2, 20)),
        json!(lower_bounds::of_several(2, 20).unwrap())
    );
    assert_eq!(
        json!(trapezium::steps(3, Source::Table).unwrap()),
        *printed("trapezium of order 3")
    );
    assert_eq!(
        json!(printed_lists(11, 11)[1]),
        *printed("list of the second process")
    );
    assert_eq!(
        json!(greedy::marks(42 / 2).len()),
        *printed("greedy, two processes")
    );
    let claims = [59, 103].map(modulo::claim);
    assert_eq!(json!(claims), *printed("modulo by reuse"));
}
