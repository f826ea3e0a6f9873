//! The draws of cases, and the ranking of competitors.

use std::collections::BTreeSet;

use challenge::{Better, Came, Challenge, Contest, Kind, Ranking};
use proptest::prelude::*;
use report::Silent;
use report::figure::Unit;

use crate::{GREEDY, NEXT, came, small};

#[test]
fn hidden_cases_follow_from_the_strategies_and_the_salt_alone() {
    let challenge = small();
    let drawn = challenge.cases([NEXT], "");
    assert_eq!(drawn.len(), 8);
    let different: BTreeSet<String> = drawn.iter().map(|case| format!("{case:?}")).collect();
    assert_eq!(different.len(), 8);
    for case in &drawn {
        assert!(
            (10..=20).contains(&case["computers"].as_u64().unwrap()),
            "{case:?}"
        );
        assert!(
            (3..=5).contains(&case["crashes"].as_u64().unwrap()),
            "{case:?}"
        );
    }
    assert_eq!(challenge.cases([NEXT], ""), drawn);
    // Line ends differ between systems.
    assert_eq!(
        challenge.cases([NEXT.replace('\n', "\r\n").as_str()], ""),
        drawn
    );
    assert_ne!(challenge.cases([GREEDY], ""), drawn);
    assert_ne!(challenge.cases([NEXT], "salt"), drawn);
    let both = challenge.cases([NEXT, GREEDY], "");
    assert_ne!(both, drawn);
    // Neither the order of files nor a second copy of a strategy changes the cases of a class.
    assert_eq!(challenge.cases([GREEDY, NEXT, GREEDY], ""), both);
    // The numbers are the same on every machine and in every version.
    let first = serde_json::to_string(&drawn[0]).unwrap();
    assert_eq!(first, FIRST);
}

/// The first case of the intuitive list.
const FIRST: &str = r#"{"computers":11,"crashes":5}"#;

#[test]
fn all_cases_are_drawn_where_as_many_are_wanted_as_there_are() {
    let challenge = Challenge {
        hidden: 33,
        ..small()
    };
    assert_eq!(challenge.different(), 33);
    let all = challenge.cases([NEXT], "");
    let different: BTreeSet<String> = all.iter().map(|case| format!("{case:?}")).collect();
    assert_eq!(different.len(), 33);
}

/// The ranking of strategies in the public cases, by running.
fn ranked(challenge: &Challenge, codes: &[(&str, &str)]) -> Ranking {
    let strategies = codes.iter().map(|(name, code)| ((*name).to_owned(), *code));
    let contest = Contest::new(challenge, strategies, challenge.cases([NEXT], ""));
    let ran = came(&contest);
    Ranking::of(challenge, &contest, &ran).unwrap()
}

#[test]
fn a_strategy_that_does_what_a_built_in_way_does_shares_its_place() {
    let ranking = ranked(&small(), &[("next", NEXT), ("greedy", GREEDY)]);
    let place = |name: &str| {
        ranking
            .rows
            .iter()
            .find(|row| row.name == name)
            .unwrap()
            .place
    };
    assert_eq!(place("next"), place("Intuitive"));
    assert!(place("greedy") < place("next"));
    let next = ranking.rows.iter().find(|row| row.name == "next").unwrap();
    let beside = next.beside.as_ref().unwrap();
    assert_eq!(
        (beside.mean, beside.says, next.shared),
        (0.0, "equal", true)
    );
    assert_eq!(ranking.figure, "Worst case of as many crashes");
}

#[test]
fn a_wrong_strategy_is_told_with_its_line_and_comes_last() {
    let ranking = ranked(
        &small(),
        &[(
            "wrong",
            "fn list(n) {\n    if n > 14 { throw \"too many\" }\n    [1, 2]\n}",
        )],
    );
    let last = ranking.rows.last().unwrap();
    assert_eq!(
        (last.name.as_str(), last.place, last.score),
        ("wrong", 3, None)
    );
    let fault = last.fault.as_ref().unwrap();
    assert!(
        fault.contains("line ") && fault.contains("(case computers "),
        "{fault}"
    );
}

#[test]
fn a_strategy_without_a_result_is_told_the_reason_of_its_run() {
    let text = include_str!("../../../docs/challenges/last-chunks.md");
    let challenge = challenge::parse(text).unwrap();
    // Chunks this small never finish the load: the run gives it up, and no line of the strategy fails.
    let tiny = ("tiny".to_owned(), "fn chunk(worker, last) { 1e-9 }");
    let contest = Contest::new(&challenge, [tiny], challenge.public[..1].to_vec());
    let run = contest.runs.last().unwrap();
    let scenario = run.scenario.as_ref().unwrap();
    let (report, _) =
        playground::run_sampled(scenario, &mut playground::Cache::default(), &mut Silent).unwrap();
    let fault = Came::by_running(scenario, &contest.figure, &mut Silent).unwrap_err();
    assert!(
        fault.ends_with(&format!("is not defined here: {}", report.headline)),
        "{fault}"
    );
    assert!(report.headline.contains("Your own strategy"), "{fault}");
}

/// The ranking of invented numbers: the first row is the baseline.
fn made(better: Better, rows: &[&[f64]]) -> Ranking {
    let challenge = Challenge {
        better,
        ways: small().ways[..1].to_vec(),
        ..small()
    };
    let names = (1..rows.len()).map(|place| (place.to_string(), NEXT));
    let cases = challenge.cases([NEXT], "")[..rows[0].len()].to_vec();
    let contest = Contest::new(&challenge, names, cases);
    let came = |value: &f64| {
        Ok(Came {
            value: *value,
            unit: Unit::Share,
            name: "Share".into(),
            fingerprint: String::new(),
        })
    };
    let ran: Vec<_> = rows.iter().flat_map(|row| row.iter().map(came)).collect();
    Ranking::of(&challenge, &contest, &ran).unwrap()
}

/// Student's t that 97.5 % lie below, from one degree of freedom on, as tables print it.
const STUDENT: [f64; 7] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365];

/// The mean difference and its half width, term by term.
fn slowly(one: &[f64], other: &[f64]) -> (f64, f64) {
    let count = one.len() as f64;
    let mut mean = 0.0;
    for (a, b) in one.iter().zip(other) {
        mean += (a - b) / count;
    }
    let mut squares = 0.0;
    for (a, b) in one.iter().zip(other) {
        squares += (a - b - mean) * (a - b - mean);
    }
    let error = (squares / (count - 1.0) / count).sqrt();
    (mean, STUDENT[one.len() - 2] * error)
}

/// The numbers of a text such as `−1.02 ± 0.22 percentage points`.
fn numbers(text: &str) -> Vec<f64> {
    let words = text
        .split([' ', '\u{a0}'])
        .map(|word| word.replace('−', "-"));
    words.filter_map(|word| word.parse().ok()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Places, and verdicts beside the baseline, from random cases.
    #[test]
    fn what_a_ranking_says_follows_from_its_numbers(
        more in any::<bool>(),
        rows in (2usize..=8).prop_flat_map(|cases| prop::collection::vec((0.0..0.3f64, prop::collection::vec(0.0..0.4f64, cases)), 2..6)),
    ) {
        let rows: Vec<Vec<f64>> = rows.iter().map(|(level, values)| values.iter().map(|value| level + value).collect()).collect();
        let slices: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let (better, sign) = if more { (Better::More, 1.0) } else { (Better::Less, -1.0) };
        let ranking = made(better, &slices);
        let ahead = |one: &[f64], other: &[f64]| {
            let (mean, half) = slowly(one, other);
            sign * mean - half
        };
        // The test skips cases that the digits of Student's table do not decide.
        let all = || rows.iter().flat_map(|one| rows.iter().map(move |other| ahead(one, other)));
        prop_assume!(all().all(|lead| lead == 0.0 || lead.abs() > 1e-4));
        for row in &ranking.rows {
            let own = &rows[row.entry];
            let place = 1 + rows.iter().filter(|other| ahead(other, own) > 0.0).count();
            prop_assert_eq!(row.place, place);
            let same = ranking.rows.iter().filter(|other| other.place == row.place).count();
            prop_assert_eq!(row.shared, same > 1);
            let Some(beside) = &row.beside else {
                prop_assert_eq!(row.entry, 0);
                continue;
            };
            let (mean, half) = slowly(own, &rows[0]);
            let says = match (sign * mean > half, -sign * mean > half) {
                (true, _) => "better",
                (_, true) => "worse",
                _ => "no clear difference",
            };
            prop_assert_eq!(beside.says, says);
            let told = numbers(&beside.text);
            prop_assert!(beside.text.ends_with(" percentage points") && told.len() == 2, "{}", beside.text);
            // Both have the digits of the half width: its rounding error bounds theirs.
            let least = 0.18 * told[1];
            prop_assert!((told[0] - 100.0 * mean).abs() <= least, "{} for {mean}", beside.text);
            prop_assert!((told[1] - 100.0 * half).abs() <= least, "{} for ± {half}", beside.text);
        }
        // The table is sorted by places, and within a place by scores.
        for pair in ranking.rows.windows(2) {
            let [above, below] = [&pair[0], &pair[1]];
            prop_assert!(above.place < below.place || above.place == below.place && sign * above.score.unwrap() >= sign * below.score.unwrap());
        }
    }
}

#[test]
fn differences_are_paired_and_what_they_do_not_tell_apart_is_a_tie() {
    // Cases differ much more than the ways in each of them.
    let base = [0.10, 0.30, 0.50, 0.70];
    let clear = base.map(|value| value - 0.01);
    let unclear = [0.12, 0.28, 0.53, 0.68];
    let ranking = made(Better::Less, &[&base, &clear, &unclear]);
    let places: Vec<_> = ranking
        .rows
        .iter()
        .map(|row| (row.entry, row.place, row.shared))
        .collect();
    assert_eq!(places, [(1, 1, true), (2, 1, true), (0, 2, false)]);
    let says: Vec<_> = ranking
        .rows
        .iter()
        .map(|row| row.beside.as_ref().map(|one| (one.says, one.text.as_str())))
        .collect();
    assert_eq!(
        says,
        [
            Some(("better", "−1.00 percentage points")),
            Some(("no clear difference", "0 ± 4 percentage points")),
            None
        ]
    );
    // More is better: the reverse order.
    let ranking = made(Better::More, &[&base, &clear]);
    let places: Vec<_> = ranking
        .rows
        .iter()
        .map(|row| (row.entry, row.place))
        .collect();
    assert_eq!(places, [(0, 1), (1, 2)]);
    assert_eq!(ranking.rows[0].kind, Kind::Baseline);
    // One case tells no order.
    let ranking = made(Better::Less, &[&[0.5], &[0.1]]);
    assert!(ranking.rows.iter().all(|row| row.place == 1 && row.shared));
}

#[test]
fn a_built_in_way_that_fails_is_a_fault_of_the_challenge() {
    let challenge = small();
    let contest = Contest::new(&challenge, [], challenge.public.clone());
    let ran = vec![Err("no".to_owned()); contest.runs.len()];
    let told = Ranking::of(&challenge, &contest, &ran).unwrap_err();
    assert_eq!(
        told,
        "the built-in way “Intuitive” cannot be run: no (case computers 10, crashes 3)"
    );
}
