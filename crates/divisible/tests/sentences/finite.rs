//! Policies on a load of known size.

use divisible::parameters::{Policy, Variation};
use divisible::study::finite::{Entry, run};
use divisible::{Outcome, Parameters, Settings, Stream, as4dr};
use proptest::prelude::*;
use report::Silent;
use report::table::Cell;
use schedule::Off;
use serde_json::{Value, json};

use super::{Order, claimed, order, random, report, same, scenario};

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

fn ratios(subject: &Entry, baseline: &Entry) -> Vec<f64> {
    subject
        .times
        .iter()
        .zip(&baseline.times)
        .map(|(own, other)| other / own)
        .collect()
}

/// The order of a subject and a baseline by the ratio of their mean times, where Student's t-test of their paired differences finds
/// one.
fn order_of_means(subject: &Entry, baseline: &Entry) -> Order {
    let number = subject.times.len() as f64;
    let ratio = mean(&baseline.times) / mean(&subject.times);
    let pairs = baseline.times.iter().zip(&subject.times);
    let differences: Vec<f64> = pairs.map(|(a, b)| a - b).collect();
    let middle = mean(&differences);
    let squares = differences
        .iter()
        .map(|one| (one - middle) * (one - middle));
    let half = match subject.times.len() {
        1 => 0.0,
        runs => {
            let deviation = (squares.sum::<f64>() / (number - 1.0)).sqrt();
            statistics::quantile(runs - 1) * deviation / number.sqrt() / mean(&subject.times)
        }
    };
    match () {
        () if matches!(order(&ratios(subject, baseline)), Order::Equal) => Order::Equal,
        () if ratio - half > 1.0 + 1e-9 => Order::Faster(ratio),
        () if ratio + half < 1.0 - 1e-9 => Order::Slower(1.0 / ratio),
        () => Order::Unclear,
    }
}

/// The share of the workers' power, from the table, against the loads that the workers could process second by second.
fn powers_are_so(
    report: &report::Report,
    parameters: &Parameters,
    entries: &[Entry],
) -> Result<(), TestCaseError> {
    let could = |run: u32, time: f64| -> f64 {
        let platform = divisible::experiment::platform(parameters, run).unwrap();
        let each = platform.workers().iter().map(|one| {
            let steps = &one.profile.compute;
            let dates = steps.iter().map(|(date, _)| date);
            let mut dates: Vec<f64> = dates.filter(|date| *date < time).collect();
            dates.extend([0.0, time]);
            dates.sort_by(f64::total_cmp);
            let parts = dates
                .windows(2)
                .map(|two| (two[1] - two[0]) * steps.at(two[0]));
            one.speed * parts.sum::<f64>()
        });
        each.sum()
    };
    for (row, entry) in report.tables[0].rows.iter().zip(entries) {
        let Cell::Figure(used) = &row[3] else {
            panic!("{row:?}")
        };
        let each = (0..).zip(&entry.times);
        let shares = each.map(|(run, time)| parameters.load / could(run, *time));
        let slow = mean(&shares.collect::<Vec<f64>>());
        if slow.is_finite() {
            prop_assert!((used.value / slow - 1.0).abs() < 1e-6, "{row:?} {slow}");
            prop_assert!(used.value <= 1.0 + 1e-9, "{row:?}");
        }
    }
    let plans = report.tables[0]
        .rows
        .iter()
        .filter(|row| row[1].text().starts_with("size, speeds"));
    for row in plans {
        let told = row[1].text().ends_with("not how they vary");
        prop_assert_eq!(told, parameters.variation != Variation::Constant);
    }
    Ok(())
}

fn said_is_so(text: &str, rest: &Value) -> Result<(), TestCaseError> {
    let (report, parameters) = (report(text, rest), scenario(text, rest));
    let entries = run(&parameters, &mut Silent).unwrap().entries;
    let (own, others): (Vec<&Entry>, Vec<&Entry>) = entries
        .iter()
        .partition(|entry| entry.policy == Policy::Scheduler);
    let own = own[0];
    let headline = &report.headline;
    if !mean(&own.times).is_finite() {
        prop_assert!(headline.contains("does not process"), "{headline}");
        let failed = own.times.iter().filter(|time| !time.is_finite()).count();
        let runs = own.times.len();
        let counted = match failed {
            _ if runs == 1 => headline.contains(" within "),
            all if all == runs => headline.contains(&format!(" in any of {runs} runs")),
            some => headline.contains(&format!(" in {some} of {runs} runs")),
        };
        prop_assert!(counted, "{headline}: {failed}");
        prop_assert!(!report.why.contains("hardly count"), "{}", report.why);
        return Ok(());
    }
    let done: Vec<&&Entry> = others
        .iter()
        .filter(|entry| mean(&entry.times).is_finite())
        .collect();
    let fastest = done
        .iter()
        .map(|entry| mean(&entry.times))
        .fold(f64::INFINITY, f64::min);
    if done.is_empty() {
        return Ok(());
    }
    let name = |entry: &Entry| entry.policy.name(parameters.scheduler);
    // The sentence may name any of the policies with the least mean.
    let named: Vec<&&&Entry> = done
        .iter()
        .filter(|entry| mean(&entry.times) <= fastest * (1.0 + 1e-12))
        .collect();
    let fits = |best: &Entry| {
        let verb = claimed(headline, parameters.runs);
        let (_, after) = headline
            .split_once(" as ")
            .or_else(|| headline.split_once(" from "))
            .unwrap();
        after.contains(name(best)) && same(verb, order_of_means(own, best))
    };
    prop_assert!(
        named.iter().any(|best| fits(best)),
        "{headline}: {entries:?}"
    );
    // The sentence lists all policies that nothing separates from it, and no other; of a single run only the fastest in
    // it.
    let named_last = [
        "the fastest other policy",
        "one of the fastest others",
        "one of the two fastest others",
    ];
    let start = named_last.iter().find_map(|words| headline.find(words));
    let rank = &headline[start.unwrap()..];
    let only = match (parameters.runs, headline.contains("takes as long as")) {
        (1, true) => " in the only run",
        (1, false) => " in that run",
        _ => "",
    };
    let alone = rank == format!("the fastest other policy{only}");
    let two = format!("one of the two fastest others{only}; the second is ");
    let many = format!("one of the fastest others{only}, together with ");
    let among = rank.starts_with(&two) || rank.starts_with(&many);
    prop_assert!(alone || among, "{headline}");
    for entry in &done {
        let told_apart = named
            .iter()
            .all(|best| matches!(order(&ratios(best, entry)), Order::Faster(_)));
        let listed = headline.contains(name(entry));
        prop_assert!(
            told_apart != listed || named.len() > 1,
            "{headline}: {}",
            name(entry)
        );
    }
    let idle = run(&parameters, &mut Silent)
        .unwrap()
        .outcome
        .workers
        .iter()
        .filter(|one| one.done == 0.0)
        .count();
    let told = match idle {
        1 => report.why.contains("One worker of"),
        some => report.why.contains(&format!(" {some} workers of")),
    };
    prop_assert_eq!(told, idle > 0, "{}: {}", report.why, idle);
    prop_assert_eq!(
        report.why.contains("In the first run "),
        parameters.runs > 1,
        "{}",
        report.why
    );
    let once = report
        .notes
        .iter()
        .any(|note| note == "Figures, schedule and chunks are of one run.");
    prop_assert_eq!(once, parameters.runs == 1, "{:?}", report.notes);
    powers_are_so(&report, &parameters, &entries)?;
    // The table has the same times, and none below the time of all workers together.
    let speeds: f64 = divisible::experiment::platform(&parameters, 0)
        .unwrap()
        .workers()
        .iter()
        .map(|one| one.speed)
        .sum();
    for (row, entry) in report.tables[0].rows.iter().zip(&entries) {
        if let Cell::Figure(time) = &row[2]
            && time.value.is_finite()
        {
            prop_assert!((time.value / 1000.0 / mean(&entry.times) - 1.0).abs() < 1e-9);
            let constant = parameters.variation == Variation::Constant;
            prop_assert!(
                !constant || time.value / 1000.0 >= parameters.load / speeds * (1.0 - 1e-9),
                "{row:?}"
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(trial::random(50))]

    #[test]
    fn the_scheduler_stands_to_the_fastest_policy_as_their_runs_do(
        workers in random::workers(4), service in random::service(), runs in 1..4_u32, load in random::scaled(10.0, 1000.0),
        inaccuracy in prop_oneof![Just(0.0), 0.1..0.8_f64], whose in random::some("whose", &[json!("all")]),
        steps in random::some("steps", &[json!("0:2"), json!("0:0.1"), json!("5:3, 20:0.2, 70:1")]),
    ) {
        let mut rest = service;
        if !steps.is_empty() {
            rest.insert("variation".into(), json!("steps"));
        }
        rest.extend(steps);
        rest.extend(whose);
        rest.insert("topic".into(), json!("finite"));
        rest.insert("runs".into(), json!(runs));
        rest.insert("inaccuracy".into(), json!(inaccuracy));
        rest.insert("load".into(), json!(load));
        said_is_so(&workers, &Value::Object(rest))?;
    }
}

#[test]
fn runs_in_which_a_load_is_not_processed_are_counted() {
    for runs in [1, 5] {
        let rest = json!({
            "topic": "finite", "platform": "drawn", "workers": 1, "latency": 1, "computing_spread": 0.9, "target": 2, "load": 400,
            "runs": runs, "seed": 2
        });
        said_is_so("F,f\n1,1", &rest).unwrap();
    }
}

#[test]
fn a_schedule_of_a_whole_run_is_not_said_to_show_a_part_of_it() {
    let text = super::table(
        "",
        &["1,0.05,100,0.05,100,0.05", "2,0.05,100,0.05,100,0.05"],
    );
    for policy in ["scheduler", "single-round", "one-chunk", "guided"] {
        for (shown, whole) in [(1000, true), (1, false)] {
            let rest = json!({
                "topic": "finite", "target": 5, "load": 40, "policy": policy, "shown": shown
            });
            let notes = report(&text, &rest).notes;
            let mut part = notes.iter();
            let part = part.any(|note| note.starts_with("The schedule shows the stream from "));
            assert_eq!(part, !whole, "{policy}: {notes:?}");
        }
    }
}

#[test]
fn start_and_end_weigh_more_only_where_they_take_time() {
    for (load, counts) in [(20.0, true), (5_000.0, false)] {
        let rest = json!({"topic": "finite", "target": 5, "load": load});
        let report = report(&super::table("", &["1,0.05,100,0.05,100,0.05"; 3]), &rest);
        assert_eq!(report.why.contains("weigh more"), counts, "{}", report.why);
        assert_eq!(
            report.why.contains("hardly count"),
            !counts,
            "{}",
            report.why
        );
    }
}

/// A load of so many units on workers of these lines.
fn of_load(
    lines: &[&str],
    load: f64,
    target: f64,
    how: impl Fn(Settings) -> Settings,
) -> (Outcome, usize) {
    let text = super::table(",theta", lines);
    let platform = divisible::Platform::from_table(&text).unwrap();
    let mut chunks = 0;
    let each = &mut divisible::watch::Each(|_: &divisible::watch::Round| chunks += 1);
    let stream = Stream::of(load);
    let settings = how(Settings::as4dr(target));
    let outcome = as4dr::simulate(&platform, &settings, &stream, &mut Off, each).unwrap();
    (outcome, chunks)
}

#[test]
fn a_load_of_whole_rounds_has_no_chunk_of_rounding() {
    // Rounds of 0.2, 0.7 and 1.1 units: their sums are rounded.
    let lines = [
        "0.1,0,1000,0.1,1000,0,0.5",
        "0.35,0,1000,0.1,1000,0,0.5",
        "0.55,0,1000,0.1,1000,0,0.5",
    ];
    for rounds in 1..60_u32 {
        let load = f64::from(rounds) * 2.0;
        let (whole, chunks) = of_load(&lines, load, 2.0, |how| how);
        let (less, fewer) = of_load(&lines, load * (1.0 - 1e-8), 2.0, |how| how);
        assert_eq!(chunks, fewer, "{load}");
        assert_eq!(chunks, 3 * rounds as usize, "{load}");
        assert!((whole.elapsed - less.elapsed).abs() < 1e-3, "{load}");
    }
}

#[test]
fn the_last_results_wait_for_no_spacing() {
    // Computed at 71.9 s, and nothing is left to send.
    let lines = ["3.493,0,7.844,0,55.86,0,0.7"];
    let (kept, _) = of_load(&lines, 214.04, 30.0, |how| how);
    let (none, _) = of_load(&lines, 214.04, 30.0, |how| Settings {
        scope: divisible::settings::Scope::First,
        ..how
    });
    assert!((kept.elapsed - 72.5526).abs() < 1e-3, "{}", kept.elapsed);
    assert_eq!(kept.elapsed, none.elapsed);
}

#[test]
fn plans_for_identical_workers_go_to_their_limit_on_ever_faster_links() {
    let times = |bandwidth: &str| -> Vec<f64> {
        let line = format!("1,0{bandwidth}");
        let head = if bandwidth.is_empty() {
            "F,f"
        } else {
            "F,f,BD,bD"
        };
        let text = format!("{head}\n{line}\n{line}\n{line}");
        let rest = json!({"topic": "finite", "load": 90, "target": 10});
        let entries = run(&scenario(&text, &rest), &mut Silent).unwrap().entries;
        entries.iter().map(|entry| mean(&entry.times)).collect()
    };
    let (fast, ideal) = (times(",1e12,0"), times(""));
    for (fast, ideal) in fast.iter().zip(&ideal) {
        assert!((fast / ideal - 1.0).abs() < 1e-6, "{fast} {ideal}");
    }
}

#[test]
fn outcomes_of_runs_are_those_of_the_policy_that_is_asked_for() {
    let text = super::table(
        "",
        &["1,0.05,100,0.05,100,0.05", "2,0.05,100,0.05,100,0.05"],
    );
    for (name, place) in [
        ("scheduler", 0),
        ("single-round", 1),
        ("umr", 2),
        ("fixed", 5),
    ] {
        let rest = json!({"topic": "finite", "target": 5, "load": 40, "policy": name, "runs": 2});
        let parameters = scenario(&text, &rest);
        let (report, samples) = divisible::run(&parameters, &mut Silent).unwrap();
        let row = &report.tables[0].rows[place];
        for (sample, column) in samples.iter().zip([2, 3]) {
            let Cell::Figure(told) = &row[column] else {
                panic!("{row:?}")
            };
            // A policy that does not exist here has no time.
            let own = mean(&sample.values);
            assert!(
                own == told.value || own.is_nan() && told.value.is_nan(),
                "{name}"
            );
            assert_eq!(own.is_nan(), name == "umr", "{name}");
        }
    }
}

#[test]
fn a_failing_hypothesis_is_named_before_start_and_end() {
    let fast = ["0.08,3,1e9,0.1,1e9,0.1", "0.516,0,1e9,0.1,1e9,0.1"];
    let slow = ["0.08,0,1e9,0.1,0.0311,0", "0.516,0,1e9,0.1,1e9,0.1"];
    let spaced = ["1,0,100,2,100,2"; 4];
    for (lines, target, said) in [
        (&fast[..], 1.0, "is not more than 2f of"),
        (&slow[..], 60.0, "equation 15 fails"),
        (&spaced[..], 7.0, "equation 15 fails"),
    ] {
        let rest = json!({"topic": "finite", "target": target, "load": 1000});
        let report = report(&super::table("", lines), &rest);
        assert!(report.why.contains(said), "{}", report.why);
        assert!(!report.why.contains("suit a stream"), "{}", report.why);
    }
}

#[test]
fn chunks_are_drawn_in_the_order_of_sending() {
    let lines = [
        "1,0.05,10,0.05,10,0.05",
        "3,0.05,30,0.05,30,0.05",
        "0.4,0,4,0.05,4,0.05",
    ];
    let text = super::table("", &lines);
    for load in [50.0, 123.4, 300.0] {
        let rest = json!({"topic": "finite", "target": 6, "load": load, "inaccuracy": 0.5});
        let parameters = scenario(&text, &rest);
        let entries = run(&parameters, &mut Silent).unwrap().entries;
        let platform = divisible::experiment::platform(&parameters, 0).unwrap();
        let settings = divisible::experiment::settings(&parameters, parameters.scheduler);
        let mut sent = Vec::new();
        let each = &mut divisible::watch::Each(|round: &divisible::watch::Round| {
            sent.push((round.posted, round.size));
        });
        as4dr::simulate(&platform, &settings, &Stream::of(load), &mut Off, each).unwrap();
        sent.sort_by(|one, other| one.0.total_cmp(&other.0));
        let sizes: Vec<f64> = sent.iter().map(|(_, size)| *size).collect();
        assert_eq!(entries[0].sizes, sizes);
    }
}
