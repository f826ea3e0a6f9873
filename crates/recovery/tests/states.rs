//! States that somebody rewrote, with the right digest: none makes a report claim a falsehood.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use recovery::model::lower_bounds;
use recovery::model::schemes::greedy;
use recovery::model::tables::NATIVE_MODULO;
use report::Report;
use report::state::{self, Refused};
use serde_json::{Value, json};
use trial::{fault, figure};

use crate::run;
use crate::searches::{Pauses, list, ruler, sequence, watched};

/// The state of a search after so many parts.
fn paused(values: &Value, parts: u32) -> Value {
    let mut pauses = Pauses {
        left: parts,
        ..Pauses::default()
    };
    // A search that ends earlier keeps its last state.
    let _ = watched(values, &mut pauses);
    state::open(&pauses.kept.unwrap()).unwrap()
}

/// A search resumed from this state, for so many parts at most.
fn resumed_for(parts: u32, values: &Value, kept: &Value) -> (Option<Report>, Pauses) {
    let mut pauses = Pauses {
        left: parts,
        kept: Some(state::seal(kept)),
        ..Pauses::default()
    };
    let report = watched(values, &mut pauses).ok();
    (report, pauses)
}

/// The last report of a search resumed from this state, its earlier reports, and the reason why it refused the state.
fn resumed(values: &Value, kept: &Value) -> (Report, Vec<Report>, Option<Refused>) {
    let (report, pauses) = resumed_for(u32::MAX, values, kept);
    (report.unwrap(), pauses.seen, pauses.refused)
}

/// All places of a value, as pointers.
fn places(value: &Value, here: String, all: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                places(item, format!("{here}/{at}"), all);
            }
        }
        Value::Object(fields) => {
            for (name, item) in fields {
                places(item, format!("{here}/{name}"), all);
            }
        }
        _ => {}
    }
    all.push(here);
}

/// Rewrites one place.
fn rewrite(value: &mut Value, place: Index, kind: u8, number: u64) {
    let mut all = Vec::new();
    places(value, String::new(), &mut all);
    let there = value
        .pointer_mut(&all[place.index(all.len())])
        .expect("a place of the value");
    let small = number % 45;
    *there = match (kind, there.take()) {
        (0, _) => json!(small),
        (1, _) => json!(number),
        (2, _) => [json!(null), json!(true), json!([]), json!("x")][small as usize % 4].clone(),
        (_, Value::Array(mut items)) if !items.is_empty() => {
            let at = small as usize % items.len();
            match kind {
                3 => drop(items.remove(at)),
                4 => items.push(items[at].clone()),
                5 => items.truncate(at),
                6 => items.reverse(),
                _ => items.push(json!(small)),
            }
            Value::Array(items)
        }
        (3 | 4, Value::Number(old)) => json!(old.as_u64().map(|old| old.saturating_add(1))),
        (_, Value::Number(old)) => json!(old.as_u64().map(|old| old.saturating_sub(1))),
        (_, Value::Bool(old)) => Value::Bool(!old),
        (_, _) => json!([small, small]),
    };
}

/// The number of rewritten states to try.
const REWRITTEN: u32 = 60;

#[test]
fn the_documents_have_the_number_of_rewritten_states() {
    let kept: Value = serde_json::from_str(include_str!("../../../docs/trust.json")).unwrap();
    assert_eq!(kept["tests"]["rewritten-states"], REWRITTEN);
}

proptest! {
    #![proptest_config(trial::random(REWRITTEN))]

    #[test]
    fn no_rewritten_state_makes_a_report_claim_what_is_not_so(
        which in 0..6_usize,
        parts in 0..14_u32,
        rewritings in vec((any::<Index>(), 0..8_u8, prop_oneof![0..200_u64, any::<u64>(), Just(u64::MAX), Just(1 << 60)]), 1..4),
    ) {
        let values = [list(9), list(17), list(18), ruler(9), ruler(10), sequence(30)][which].clone();
        let mut kept = paused(&values, parts);
        for (place, kind, number) in rewritings {
            rewrite(&mut kept, place, kind, number);
        }
        let fresh = run(&values).unwrap();
        let (report, seen, refused) = resumed(&values, &kept);
        prop_assert_eq!(fault(&report), None);
        prop_assert_eq!(&report.headline, &fresh.headline, "{:?}: {}", refused, kept);
        let key = ["tight", "tight", "tight", "length", "length", "marks"][which];
        prop_assert_eq!(figure(&report, key), figure(&fresh, key));
        for early in &seen {
            prop_assert_eq!(fault(early), None);
            if !early.headline.to_lowercase().contains("so far") {
                prop_assert_eq!(&early.headline, &fresh.headline, "{}", kept);
            }
        }
    }
}

#[test]
fn a_state_that_leaves_out_beginnings_claims_nothing_meanwhile() {
    // Of 17 computers all lists may begin with 1: the state says that none does.
    let kept = json!({
        "computers": 17, "prefix": [], "stages": 16, "loads": [], "load": 2, "base": [], "entries": [],
        "tried": 1, "nodes": 0, "before": 0, "refutations": [],
    });
    let fresh = run(&list(17)).unwrap();
    let (report, seen, refused) = resumed(&list(17), &kept);
    assert_eq!(refused, None);
    assert_eq!(report.headline, fresh.headline);
    for early in seen {
        let open = early.headline.to_lowercase().contains("so far");
        assert!(
            open || early.headline == fresh.headline,
            "{}",
            early.headline
        );
    }
}

/// A state with the claim that, of all lists, ⟨1, 2, …⟩ is the best.
fn ascending(n: usize) -> Value {
    let mut refutations = Vec::new();
    let mut before = 0;
    for crashes in 1..n {
        let least = lower_bounds::least_load(n, crashes).unwrap().max(before);
        for load in least..=crashes {
            refutations.push(json!({"crashes": crashes, "load": load, "nodes": 1}));
        }
        before = crashes + 1;
    }
    let base: Vec<usize> = (1..n).collect();
    let loads: Vec<usize> = (2..=n).collect();
    json!({
        "computers": n, "prefix": [], "stages": n - 1, "loads": loads, "load": n, "base": base, "entries": base,
        "tried": 0, "nodes": 1_000_000, "before": 0, "refutations": refutations,
    })
}

#[test]
fn a_state_that_says_what_is_known_to_be_wrong_is_refused() {
    let wrong = Some(Refused::wrong("its result so far is known to be wrong"));
    let (report, _, refused) = resumed(&list(16), &ascending(16));
    assert_eq!(refused, wrong);
    assert!(report.headline.contains("every number of crashes"));

    let greedy: Vec<usize> = greedy::Steps::default().take(9).collect();
    let length: usize = greedy.iter().sum();
    let search = json!({"steps": 9, "path": [], "best": greedy, "nodes": 9});
    let (report, _, refused) = resumed(
        &ruler(10),
        &json!({"search": search, "found": [[8, length]]}),
    );
    assert_eq!(refused, wrong);
    assert_eq!(
        report.headline,
        "The shortest ruler with 10 marks is 55 long"
    );

    let none = json!({"computers": 40, "length": 2, "first": "Divisors", "marks": [], "tried": 0, "nodes": 1, "refuted": true});
    let kept = json!({"search": none, "best": [1], "found": [1]});
    assert_eq!(resumed(&sequence(40), &kept).2, wrong);
}

#[test]
fn a_resumed_search_for_an_unknown_answer_claims_no_proof() {
    // The report before the result is checked.
    let (_, pauses) = resumed_for(1, &list(38), &ascending(38));
    let report = &pauses.seen[0];
    assert_eq!((&pauses.refused, fault(report)), (&None, None));
    assert!(
        report
            .headline
            .starts_with("A resumed search found no turned list for 38 computers"),
        "{}",
        report.headline
    );
    let all = serde_json::to_string(&report).unwrap();
    assert!(
        !all.contains("proved to be") && !all.contains("optimal list, and"),
        "{all}"
    );
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.contains("only as certain as that state"))
    );

    let known = NATIVE_MODULO[58 - 2];
    let none = json!({"computers": 58, "length": known.len() + 1, "first": "Divisors", "marks": [], "tried": 0, "nodes": 1, "refuted": true});
    let kept = json!({"search": none, "best": known, "found": vec![1; known.len()]});
    let (report, _, refused) = resumed(&sequence(58), &kept);
    assert_eq!((refused, fault(&report)), (None, None));
    assert!(
        report
            .headline
            .starts_with("A resumed search found no modulo sequence for 58")
    );
    assert!(
        !serde_json::to_string(&report)
            .unwrap()
            .contains("does not exist")
    );
}

#[test]
fn a_search_that_a_state_led_astray_begins_anew_and_says_so() {
    // The state omits all rulers whose first step is less than 20: the shortest ones.
    let kept = json!({"search": {"steps": 9, "path": [20], "best": null, "nodes": 9}, "found": []});
    let (report, _, refused) = resumed(&ruler(10), &kept);
    assert_eq!(refused, None);
    assert_eq!(
        report.headline,
        "The shortest ruler with 10 marks is 55 long"
    );
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.contains("makes the whole search again"))
    );
}

#[test]
fn a_resumed_result_that_the_independent_check_refuses_makes_the_search_begin_anew() {
    // No answer is known for so many computers; a check finds a better list soon.
    let values = list(38);
    let (stopped, mut pauses) = resumed_for(9, &values, &ascending(38));
    assert_eq!((stopped.is_some(), &pauses.refused), (false, &None));
    assert_eq!(pauses.certificate, None, "nothing proves a wrong result");
    let (first, last) = (&pauses.seen[0], pauses.seen.last().unwrap());
    let early = |report: &Report| report.headline.to_lowercase().contains("so far");
    assert!(!early(first) && early(last), "{}", last.headline);
    assert!(figure(last, "tight") > figure(first, "tight"));
    let anew = "The kept state of an earlier run led to a wrong result. This run makes the whole search again.";
    assert_eq!(last.notes.last().unwrap(), anew);
    // Its new state replaces the one that led it astray, and a search resumes from it.
    assert!(pauses.astray);
    pauses.left = 1;
    assert!(watched(&values, &mut pauses).is_err());
    assert_eq!(pauses.refused, None);
}
