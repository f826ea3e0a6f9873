//! Touches of the rings: each change is accepted and matches its words, and the task is reached exactly where the report says so.

use crate::run;
use proptest::prelude::*;
use report::chart::{Place, Series, Token};
use report::{Offer, Report};
use serde_json::{Value, json};
use trial::random;

/// A ring's places and tokens.
fn ring<'r>(report: &'r Report, key: &str) -> (&'r [Place], &'r [Token]) {
    let chart = report.charts.iter().find(|chart| chart.key == key).unwrap();
    match &chart.series[0] {
        Series::Graph { places, tokens, .. } => (places, tokens),
        other => panic!("{other:?}"),
    }
}

fn down(report: &Report) -> Vec<usize> {
    let (places, _) = ring(report, "ring");
    let down = places
        .iter()
        .enumerate()
        .filter(|(_, place)| place.kind == 2);
    down.map(|(computer, _)| computer).collect()
}

/// The scenario with a change.
fn changed(values: &Value, offer: &Offer) -> Value {
    let mut values = values.clone();
    for (name, value) in &offer.changes {
        values[name] = value.clone();
    }
    values
}

proptest! {
    #![proptest_config(random(30))]

    #[test]
    fn a_press_crashes_or_repairs_its_computer_and_tokens_lie_where_the_lists_put_them(
        n in 3_usize..=14,
        scheme in prop::sample::select(vec!["golomb", "intuitive", "greedy", "trapezium"]),
        bits in any::<u32>(),
        at in any::<prop::sample::Index>(),
        opponent in any::<bool>(),
    ) {
        let set: Vec<String> = (0..n - 1).filter(|one| bits >> one & 1 == 1).map(|one| one.to_string()).collect();
        let values = json!({"computers": n, "scheme": scheme, "crashed": set.join(", ")});
        let report = run(&values).unwrap();
        let before = down(&report);
        let (places, tokens) = ring(&report, "ring");
        // Each process passed crashed computers, from its home on, and lies on one that is up.
        prop_assert_eq!(tokens.len(), n);
        for (home, token) in tokens.iter().enumerate() {
            prop_assert!(!before.contains(&(token.place as usize)));
            prop_assert!(token.way.iter().all(|passed| before.contains(&(*passed as usize))), "{:?}", token);
            let first = token.way.first().copied().unwrap_or(token.place);
            prop_assert_eq!(first as usize, home);
        }
        for (computer, place) in places.iter().enumerate() {
            let own = tokens.iter().filter(|token| token.place as usize == computer);
            prop_assert!((own.map(|token| token.size).sum::<f64>() - place.value).abs() < 1e-9);
        }
        let load = |report: &Report| ring(report, "ring").0.iter().map(|place| place.value).fold(0.0, f64::max);
        let presses: Vec<(usize, &Offer)> = places.iter().enumerate().filter_map(|(computer, place)| Some((computer, place.offer.as_ref()?))).collect();
        let (computer, offer) = *at.get(&presses);
        let after = down(&run(&changed(&values, offer)).unwrap());
        let mut expected = before.clone();
        match before.contains(&computer) {
            true => {
                prop_assert_eq!(&offer.title, &format!("Repair computer {computer}"));
                expected.retain(|one| *one != computer);
            }
            false => {
                prop_assert_eq!(&offer.title, &format!("Crash computer {computer}"));
                expected.push(computer);
                expected.sort_unstable();
            }
        }
        prop_assert_eq!(after, expected);
        // The opponent crashes the computer whose crash makes the fullest computer fullest.
        if opponent && let Some(move_) = report.offers.iter().find(|offer| offer.title.contains("opponent")) {
            let theirs = load(&run(&changed(&values, move_)).unwrap());
            for (_, offer) in presses.iter().filter(|(computer, _)| !before.contains(computer)) {
                prop_assert!(load(&run(&changed(&values, offer)).unwrap()) <= theirs);
            }
        }
    }

    #[test]
    fn the_task_is_reached_where_five_are_down_and_no_computer_has_more_than_it_says(
        n in 4_usize..=14,
        scheme in prop::sample::select(vec!["golomb", "intuitive", "log", "consistent"]),
        weight in 1_u32..=3,
        order in Just((0..14).collect::<Vec<usize>>()).prop_shuffle(),
        number in 3_usize..=6,
    ) {
        let order: Vec<usize> = order.into_iter().filter(|one| *one < n).collect();
        let set: Vec<String> = order.iter().take(number.min(n - 1)).map(ToString::to_string).collect();
        let values = json!({"computers": n, "scheme": scheme, "crashed": set.join(", "), "weights": vec![weight.to_string(); n].join(" ")});
        let report = run(&values).unwrap();
        let task = report.scene.clone().unwrap().task;
        prop_assert_eq!(task.is_some(), n > 6);
        let Some(task) = task else { return Ok(()) };
        let limit: f64 = task.goal.split("at most ").nth(1).unwrap().split('\u{a0}').next().unwrap().trim_end_matches('.').parse().unwrap();
        // Value k stands k times among the least worst cases from 2 on, or the mean load of the survivors is more.
        let mean = n.div_ceil(n - 5) as f64;
        prop_assert_eq!(limit, f64::from(weight) * mean.max(3.0), "{}", task.goal);
        let fullest = ring(&report, "ring").0.iter().map(|place| place.value).fold(0.0, f64::max);
        let five = down(&report).len() == 5;
        prop_assert_eq!(task.reached, five && fullest <= limit, "{:?}", task);
        prop_assert_eq!(task.state.starts_with("Reached"), task.reached);
        prop_assert_eq!(task.state.starts_with("Not reached"), five && !task.reached);
        // The start of the task crashes five computers, against this scheme.
        let worst = run(&changed(&values, &task.start.unwrap())).unwrap();
        prop_assert_eq!(down(&worst).len(), 5);
        let other = worst.scene.unwrap().task.unwrap();
        prop_assert!(other.start.is_none());
        if five && !task.reached {
            prop_assert!(!other.reached, "the worst five are no better");
        }
    }
}

#[test]
fn every_task_is_reached_by_a_scheme() {
    for n in 4..=128 {
        let scheme = if n <= 28 { "recomputed" } else { "golomb" };
        let values = json!({"computers": n, "scheme": scheme, "other": scheme, "set": "worst", "crashes": 5.min(n - 1)});
        let report = run(&values).unwrap();
        let task = report.scene.unwrap().task;
        assert_eq!(task.is_some(), n > 6);
        assert!(task.is_none_or(|task| task.reached), "{n} computers");
    }
    // Nobody knows a scheme with the least load of unequal weights, or of several processes for each computer.
    let values = [
        json!({"weights": "4 1 1 1 1 1 1 1 1 1 1 1"}),
        json!({"processes": 2}),
    ];
    for values in values {
        assert_eq!(run(&values).unwrap().scene.unwrap().task, None);
    }
}
