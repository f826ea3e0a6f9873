//! No picture of compared variants contradicts its headline: over presets with random variants, the first view shows the order
//! that the report states of all runs, or its caption says why not.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop"
)]

use std::rc::Rc;

use playground::{Outcome as Ran, Scenario, Setup, View, presets, run_setup};
use proptest::prelude::*;
use report::number::fixed;
use report::table::Cell;
use report::{Figure, Silent};
use schedule::Schedule;
use schedule::same_work::ends;
use serde_json::{Map, Value, json};
use session::key_parameters::{self, Control};
use session::outcome::{Beside, Outcome};
use session::same_work::{Seen, Subject, of};

/// The presets whose topics have a schedule that variants share.
const PRESETS: [&str; 9] = [
    "bursts-replicate",
    "shared-dynamic",
    "set-two-replicate",
    "peaks-replicate",
    "adaptive-run",
    "stream-adapts",
    "stream-starves",
    "finite-load",
    "shared-forecasts",
];

/// A preset, smaller, so that it is soon run.
fn small(preset: &str, seed: u64) -> Scenario {
    let preset = presets::all().iter().find(|one| one.name == preset);
    let scenario = preset.unwrap().scenario();
    let mut changes = Map::new();
    for (name, value) in [
        ("runs", json!(4)),
        ("iterations", json!(120)),
        ("entrants", json!(4)),
        ("seed", json!(seed)),
    ] {
        let known = scenario.parameters();
        if known.iter().any(|parameter| parameter.name == name) {
            changes.insert(name.into(), value);
        }
    }
    scenario.having(&changes).unwrap()
}

/// The values that a key parameter offers, as they are typed.
fn offers(control: &Control) -> Vec<String> {
    match control {
        Control::Segments(offers) | Control::List(offers) => {
            let allowed = offers.iter().filter(|offer| !offer.refused);
            allowed.map(|offer| offer.value.clone()).collect()
        }
        Control::Slider { stops, .. } => stops.clone(),
        Control::Swept(_) => Vec::new(),
    }
}

/// The outcome of a compared setup, as the page has it.
fn outcome(ran: Ran) -> Outcome {
    let Ran { mut report, beside } = ran;
    let beside = beside.unwrap();
    let variants = beside.variants.into_iter();
    Outcome {
        schedule: report.schedule.take().map(Rc::new),
        beside: Some(Beside {
            base: beside.base,
            variants: variants.map(|(name, one)| (name, Rc::new(one))).collect(),
            work: beside.work,
            stated: beside.stated,
        }),
        fingerprint: report.fingerprint(),
        report: report.carded(),
        partial: false,
        digest: String::new(),
        seed: 0,
        stem: String::new(),
        scenario: String::new(),
        took: 0.0,
    }
}

/// The stated ratio of each variant's time to that of the first, from the table.
fn ratios(outcome: &Outcome) -> Vec<Figure> {
    let mut tables = outcome.report.tables.iter();
    let table = tables.find(|table| table.key == "differences").unwrap();
    let ratio = |row: &Vec<Cell>| match &row[row.len() - 2] {
        Cell::Figure(figure) => figure.clone(),
        _ => panic!("no ratio"),
    };
    table.rows.iter().map(ratio).collect()
}

/// Whether the runs tell the order of the first variant and of another: the interval of their ratios does, and so do the words
/// beside its figure, which ask the inverse ratios, too.
fn is_clear(outcome: &Outcome, place: usize, ratio: &Figure) -> bool {
    let told = ratio
        .interval
        .is_none_or(|it| it.low > 1.0 || it.high < 1.0);
    let words = outcome.report.figures[place + 1].beside.as_deref();
    told && !words.is_some_and(|words| words.starts_with("no clear difference"))
}

/// A gain, as captions word it.
fn words(gain: f64) -> String {
    let told = |factor: f64| match factor {
        small if small < 10.0 => fixed(small, 2),
        middle if middle < 100.0 => fixed(middle, 1),
        large => fixed(large, 0),
    };
    match gain {
        gain if (gain - 1.0).abs() < 1e-9 => "equally fast".into(),
        gain if (0.995..1.005).contains(&gain) => "almost equally fast".into(),
        gain if gain > 1.0 => format!("{} times as fast", told(gain)),
        gain => format!("{} times as long", told(1.0 / gain)),
    }
}

/// The units of each schedule that begin with the same inputs.
fn starts(schedules: &[Rc<Schedule>]) -> Vec<Vec<usize>> {
    let inputs = |schedule: &Rc<Schedule>| -> Vec<u32> {
        let marks = schedule.marks().iter();
        let placed: Vec<u32> = marks.filter_map(|mark| Some(mark.inputs?.0)).collect();
        match placed.is_empty() {
            true => (0..ends(schedule).len() as u32).collect(),
            false => placed,
        }
    };
    let all: Vec<Vec<u32>> = schedules.iter().map(inputs).collect();
    let place = |row: &u32| -> Option<Vec<usize>> {
        let own = |rows: &Vec<u32>| rows.iter().position(|one| one == row);
        all.iter().map(own).collect()
    };
    all[0].iter().filter_map(place).collect()
}

/// The length of `count` units from one on, if there are so many.
fn length(schedule: &Schedule, first: usize, count: usize) -> Option<f64> {
    let ends = ends(schedule);
    let from = first.checked_sub(1).map_or(0.0, |before| ends[before]);
    Some(ends.get(first + count - 1)? - from)
}

fn check(outcome: &Outcome) -> Result<bool, TestCaseError> {
    let Some((subject, schedules, Seen { first, count })) = of(outcome) else {
        return Ok(false);
    };
    let Subject {
        caption, titles, ..
    } = &subject;
    let headline = &outcome.report.headline;
    if caption.contains("compares something else") {
        prop_assert!(
            !headline.to_lowercase().contains("time"),
            "{headline}: {caption}"
        );
        return Ok(true);
    }
    let (_, told) = caption
        .split_once(&format!(", compared with {}. ", titles[0]))
        .unwrap();
    let starts = starts(&schedules);
    let lengths = |start: usize| -> Option<Vec<f64>> {
        let units = schedules.iter().zip(starts.get(start)?);
        units
            .map(|(schedule, unit)| length(schedule, *unit, count))
            .collect()
    };
    let own = lengths(first).unwrap();
    for (place, (title, ratio)) in titles.iter().skip(1).zip(ratios(outcome)).enumerate() {
        let here = own[0] / own[place + 1];
        let stated = 1.0 / ratio.value;
        let clear = is_clear(outcome, place, &ratio);
        // The caption has both numbers, of this part and of all runs.
        prop_assert!(
            told.contains(&format!("{title}: {} (", words(here))),
            "{here} {caption}"
        );
        let mean = if clear {
            words(stated)
        } else {
            "no clear difference".into()
        };
        prop_assert!(told.contains(&format!(": {mean}")), "{stated} {caption}");
        // If the headline's effect is not visible, no part of the same length shows it.
        let shows = |here: f64| (here - 1.0) * (stated - 1.0) >= 0.0;
        let as_much = |here: f64| match stated {
            stated if stated > 1.005 => here >= stated,
            stated if stated < 0.995 => here <= stated,
            _ => true,
        };
        let holds = match titles.len() {
            2 => as_much(here),
            _ => shows(here),
        };
        if !clear || holds {
            continue;
        }
        prop_assert!(
            caption.contains("no part of the schedules"),
            "{headline}: {caption}"
        );
        if titles.len() == 2 {
            let mut parts = (0..starts.len())
                .filter_map(lengths)
                .map(|lengths| lengths[0] / lengths[1]);
            prop_assert!(!parts.any(as_much), "{headline}: {caption}");
        }
    }
    // The headline's pair is among these: it speaks of the first variant, or of one beside it.
    let apart = headline.contains("cannot be told apart");
    let mut ratios = ratios(outcome).into_iter().enumerate();
    let clear = ratios.all(|(place, ratio)| is_clear(outcome, place, &ratio));
    prop_assert!(!(apart && clear) && headline.contains(titles[0].as_str()) || titles.len() > 2);
    Ok(true)
}

fn compared(preset: &str, seed: u64, key: usize, values: &[usize]) -> Option<Outcome> {
    let scenario = small(preset, seed);
    let keys = key_parameters::of(&scenario, &[]);
    let key = keys.get(key % keys.len())?;
    let offers: Vec<String> = offers(&key.control);
    let others: Vec<_> = offers.into_iter().filter(|one| *one != key.value).collect();
    let mut variants: Vec<Map<String, Value>> = Vec::new();
    for value in values {
        let typed = others.get(value % others.len().max(1))?;
        let value = serde_json::from_str(typed).unwrap_or_else(|_| json!(typed));
        let change = Map::from_iter([(key.parameter.name.to_owned(), value)]);
        if !variants.contains(&change) {
            variants.push(change);
        }
    }
    let setup = Setup::new(scenario, View::Compare(variants)).ok()?;
    Some(outcome(run_setup(&setup, &mut Silent).ok()?))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_part_of_compared_schedules_that_is_seen_first_shows_what_the_headline_says(
        preset in prop::sample::select(PRESETS.to_vec()),
        seed in 0..1_000_u64,
        key in 0..3_usize,
        values in prop::collection::vec(0..64_usize, 1..4),
    ) {
        if let Some(outcome) = compared(preset, seed, key, &values) {
            check(&outcome)?;
        }
    }
}

#[test]
fn variants_of_a_load_are_seen_doing_the_same_work() {
    for preset in ["stream-adapts", "finite-load"] {
        for scheduler in ["baseline", "da1"] {
            let scenario = small(preset, 2);
            let change = Map::from_iter([("scheduler".to_owned(), json!(scheduler))]);
            let setup = Setup::new(scenario, View::Compare(vec![change])).unwrap();
            let outcome = outcome(run_setup(&setup, &mut Silent).unwrap());
            assert!(check(&outcome).unwrap(), "{preset} {scheduler}");
            let (subject, schedules, seen) = of(&outcome).unwrap();
            assert!(subject.amount.is_some() && subject.of >= 11, "{subject:?}");
            assert_eq!((schedules.len(), seen.count), (2, 6));
            println!("{}: {}", outcome.report.headline, subject.caption);
        }
    }
}

#[test]
fn schedules_without_runs_are_compared_by_their_lengths_in_units_with_names() {
    let told = |preset: &str, change: Value| {
        let scenario = presets::find(preset).unwrap().scenario();
        let change = change.as_object().unwrap().clone();
        let setup = Setup::new(scenario, View::Compare(vec![change])).unwrap();
        let outcome = outcome(run_setup(&setup, &mut Silent).unwrap());
        let (subject, _, seen) = of(&outcome).unwrap();
        let texts = [seen.title(&subject), subject.mark(), subject.caption];
        texts.map(|text| text.replace('\u{a0}', " "))
    };
    assert_eq!(
        told("own-jobs", json!({"own_machines": 2})),
        [
            "The same set of jobs in 2 schedules",
            "set of jobs ends",
            "This set of jobs, compared with 3 processors. 2 processors: 1.40 times as long \
             (the whole schedule: 1.40 times as long)."
        ]
    );
    // The bound is another figure than the makespan, which is the same.
    let [_, _, bound] = told("own-jobs", json!({"own_more": 1}));
    assert_eq!(
        bound,
        "The headline compares something else than these times: share of the bound."
    );
    assert_eq!(
        told("recovery-script", json!({"scheme": "log"})),
        [
            "The same 6 rounds in 2 schedules",
            "round ends",
            "The headline compares something else than these times: load of the fullest computer."
        ]
    );
    // A single round lasts as long as its fullest computer needs.
    let [title, _, round] = told("recovery", json!({"scheme": "log"}));
    assert_eq!(title, "The same round in 2 schedules");
    assert!(round.starts_with("This round, compared with "), "{round}");
}

#[test]
fn each_of_these_presets_shows_the_same_work_of_variants() {
    for preset in PRESETS {
        let seen = (0..3).filter_map(|key| compared(preset, 1, key, &[0, 1]));
        let seen = seen.filter(|outcome| check(outcome).unwrap()).count();
        assert!(seen > 0, "{preset}");
    }
}
