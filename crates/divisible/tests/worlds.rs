//! The same load under two schedulers: the sentences on both are read back and found again in the spans.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::experiment::Experiment;
use divisible::parameters::Scheduler;
use divisible::watch::{Each, Round};
use divisible::{Parameters, streams};
use parameters::Parameters as _;
use proptest::prelude::*;
use report::words::{percent, seconds};
use report::{Report, Silent};
use schedule::same_work::{ends, times};
use schedule::{Off, Schedule, Span};
use serde_json::{Map, Value, json};

fn parameters(values: Map<String, Value>) -> Parameters {
    let checked = Parameters::TABLE.check(&Value::Object(values)).unwrap();
    Parameters::from_values(&checked)
}

fn report(parameters: &Parameters) -> Report {
    divisible::run(parameters, &mut Silent).unwrap().0
}

/// Few workers of table 1, for a few dozen rounds.
fn scenarios() -> impl Strategy<Value = Parameters> {
    let choice = |name: &'static str, values: &[Value]| {
        let values = values.to_vec();
        prop::option::of(prop::sample::select(values))
            .prop_map(move |value| value.map(|value| (name.to_owned(), value)))
    };
    let how = (
        choice(
            "scheduler",
            &[json!("baseline"), json!("da1"), json!("olmr")],
        ),
        choice("ports", &[json!("multi")]),
        choice("order", &[json!("fifo")]),
        choice("spacing", &[json!("none"), json!("current")]),
        choice("theta", &[json!(0.2), json!(0.5), json!(0.95)]),
        choice("variation", &[json!("mixed"), json!("often")]),
        choice("platform", &[json!("table3-four")]),
    );
    let numbers = (any::<u32>(), 12..60_u32, 1..4_u32, 0.0..0.9_f64);
    (how, numbers).prop_map(|(how, (seed, turns, runs, inaccuracy))| {
        let (a, b, c, d, e, f, g) = how;
        let mut values: Map<String, Value> = [a, b, c, d, e, f, g].into_iter().flatten().collect();
        values.insert("seed".into(), json!(seed));
        values.insert("runs".into(), json!(runs));
        values.insert("target".into(), json!(20.0));
        values.insert("horizon".into(), json!(20.0 * f64::from(turns)));
        values.insert("inaccuracy".into(), json!(inaccuracy));
        parameters(values)
    })
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    Some(text.split_once(before)?.1.split_once(after)?.0)
}

/// All rounds of the first run under a scheduler.
fn rounds(parameters: &Parameters, scheduler: Scheduler) -> Vec<Round> {
    let experiment = Experiment::of(parameters, scheduler, 0).unwrap();
    let mut rounds = Vec::new();
    let mut each = Each(|round: &Round| rounds.push(*round));
    let (clusters, settings) = (&experiment.clusters, &experiment.settings);
    streams::simulate(clusters, settings, &experiment.stream, &mut Off, &mut each).unwrap();
    rounds
}

/// The load computed until a moment; that of a subchunk counts evenly over the time in which it is computed.
fn computed(rounds: &[Round], parameters: &Parameters, scheduler: Scheduler, until: f64) -> f64 {
    let experiment = Experiment::of(parameters, scheduler, 0).unwrap();
    let workers = experiment.clusters[0].workers();
    let part = |round: &Round| -> f64 {
        let worker = &workers[round.worker as usize];
        let [(b1, e1), (b2, e2)] = round.computed;
        let first = if e2 > b2 {
            worker.theta * round.size
        } else {
            round.size
        };
        [(b1, e1, first), (b2, e2, round.size - first)]
            .into_iter()
            .filter(|(begun, ended, _)| ended > begun)
            .map(|(begun, ended, load)| {
                let begun = begun + worker.latency;
                load * ((until - begun) / (ended - begun)).clamp(0.0, 1.0)
            })
            .sum()
    };
    rounds.iter().map(part).sum()
}

/// The spans of a lane that end at a moment or before, the last first.
fn back_from(schedule: &Schedule, lane: u32, at: f64) -> Vec<Span> {
    let own = |span: &Span| span.lane.0 == lane && span.end <= at + 1e-6;
    let mut own: Vec<Span> = schedule.spans().filter(own).collect();
    own.sort_by(|a, b| b.end.total_cmp(&a.end));
    own
}

/// The unbroken wait of a lane up to a moment.
fn waited(schedule: &Schedule, lane: u32, at: f64) -> f64 {
    let mut from = at;
    for span in back_from(schedule, lane, at) {
        let phase = &schedule.phases()[usize::from(span.phase.0)];
        if !phase.role.is_idle() || (span.end - from).abs() > 1e-6 {
            break;
        }
        from = span.start;
    }
    at - from
}

fn check(parameters: &Parameters) -> Result<(), TestCaseError> {
    let report = report(parameters);
    let Some(worlds) = &report.worlds else {
        return Ok(());
    };
    let [without, with] = worlds.schedules.as_deref().unwrap();
    let schedulers = match parameters.scheduler {
        Scheduler::As4dr => [Scheduler::Baseline, Scheduler::As4dr],
        other => [other, Scheduler::As4dr],
    };
    prop_assert_eq!(
        [&worlds.without, &worlds.with],
        [schedulers[0].name(), schedulers[1].name()]
    );
    let all = schedulers.map(|scheduler| rounds(parameters, scheduler));
    let marked = [without, with].map(ends);
    let amount = worlds.amount.unwrap();

    // Between two marks the workers compute one unit, in both worlds.
    for ((schedule, (scheduler, rounds)), ends) in [without, with]
        .into_iter()
        .zip(schedulers.into_iter().zip(&all))
        .zip(&marked)
    {
        let number = f64::from(worlds.number - 1);
        // The schedule's clock begins where so many units are done: found by halving.
        let (mut low, mut high) = (0.0, parameters.horizon);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            match computed(rounds, parameters, scheduler, middle) < number * amount {
                true => low = middle,
                false => high = middle,
            }
        }
        for (unit, end) in (1_u32..).zip(ends) {
            let done = computed(rounds, parameters, scheduler, high + end);
            let wanted = (number + f64::from(unit)) * amount;
            prop_assert!(
                (done - wanted).abs() < 0.05 * amount,
                "{done} {wanted} {schedule:?}"
            );
        }
    }

    // The gain in the caption is that of the picture.
    let seen = worlds.first as usize..(worlds.first + worlds.count) as usize;
    let [(a, b), (c, d)] = [0, 1].map(|world| times(&marked[world], seen.clone()).unwrap());
    let gain = (b - a) / (d - c);
    let first = worlds.caption.split(';').next().unwrap();
    if let Some(times) = between(first, ": ", " times as fast") {
        prop_assert!((times.parse::<f64>().unwrap() - gain).abs() <= 0.005_000_1);
    } else if let Some(times) = between(first, ": ", " times as long") {
        prop_assert!((times.parse::<f64>().unwrap() - 1.0 / gain).abs() <= 0.005_000_1);
    } else {
        prop_assert!(first.contains("equally fast") && (0.99..1.01).contains(&gain));
    }

    // Every reason is found again in the spans.
    for reason in &worlds.reasons {
        let side = usize::from(reason.with);
        let schedule = [without, with][side];
        let (from, to) = times(
            &marked[side],
            reason.unit as usize..reason.unit as usize + 1,
        )
        .unwrap();
        let (text, at) = (&reason.text, reason.at);
        prop_assert!(from <= at && at <= to, "{text}");
        let names = schedule.lanes();
        let name = &names[reason.lane as usize];
        if let Some(wait) = between(text, " waits ", " for its ") {
            prop_assert!(text.starts_with(name.as_str()), "{text}");
            // The schedule does not show the part of a wait before its beginning.
            let waited = waited(schedule, reason.lane, at);
            if waited < at - 1e-6 {
                prop_assert_eq!(wait, seconds(waited), "{}", text);
            }
            let chunk = |words: &str| between(text, words, " instead of ");
            let slow = between(text, "takes the result of ", ",").or(between(
                text,
                "takes the result of ",
                ".",
            ));
            let lane_of = |name: &str| names.iter().position(|own| own == name);
            if let (Some(other), Some(time)) = (slow, chunk("whose chunk takes ")) {
                // One of that worker's chunks has that duration.
                let lane = lane_of(other).unwrap() as u32;
                let took = took(schedule, lane);
                let cut = |job: u32| job == 0 || took.is_empty();
                let found = took.iter().any(|(_, length)| seconds(*length) == time);
                prop_assert!(
                    found || took.iter().any(|(job, _)| cut(*job)) || touches_edge(schedule, lane),
                    "{text}"
                );
                prop_assert_ne!(other, name);
            }
            if let Some(time) = chunk("it computes its chunk in ") {
                let took = took(schedule, reason.lane);
                let found = took.iter().any(|(_, length)| seconds(*length) == time);
                prop_assert!(found || touches_edge(schedule, reason.lane), "{text}");
            }
        } else {
            prop_assert!(reason.with);
            let estimated = between(text, "takes an estimated ", " instead of ").unwrap();
            let change = text
                .split_once("its next chunk is ")
                .unwrap()
                .1
                .trim_end_matches('.');
            let name = between(text, "The chunk of ", " takes").unwrap();
            prop_assert_eq!(name, &names[reason.lane as usize]);
            // The simulation has the same two rounds.
            let place = Experiment::of(parameters, Scheduler::As4dr, 0).unwrap();
            let place = place.clusters[0]
                .workers()
                .iter()
                .position(|one| one.name == name)
                .unwrap();
            let own: Vec<&Round> = all[1]
                .iter()
                .filter(|one| one.worker as usize == place)
                .collect();
            let found = own.windows(2).any(|pair| {
                let times = pair[1].size / pair[0].size;
                let words = match times {
                    times if times >= 2.0 => format!("{times:.1} times as large"),
                    times if times > 1.0 => format!("{} larger", percent(times - 1.0, 0)),
                    times => format!("{} smaller", percent(1.0 - times, 0)),
                };
                seconds(pair[0].sigma) == estimated && change == words
            });
            prop_assert!(found, "{text}");
        }
    }
    Ok(())
}

/// The computing times of a worker's chunks, by their rounds.
fn took(schedule: &Schedule, lane: u32) -> Vec<(u32, f64)> {
    let mut took: Vec<(u32, f64)> = Vec::new();
    for span in schedule.spans().filter(|span| span.lane.0 == lane) {
        let role = schedule.phases()[usize::from(span.phase.0)].role;
        let Some(job) = span.job.number().filter(|_| !role.is_idle()) else {
            continue;
        };
        match took.iter_mut().find(|(of, _)| *of == job) {
            Some((_, length)) => *length += span.duration(),
            None => took.push((job, span.duration())),
        }
    }
    took
}

/// Whether an edge of the schedule cuts a worker's chunk, so that its duration is not visible.
fn touches_edge(schedule: &Schedule, lane: u32) -> bool {
    let end = schedule.makespan();
    let mut own = schedule.spans().filter(|span| span.lane.0 == lane);
    own.any(|span| span.start <= 0.0 || span.end >= end)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_said_of_the_same_load_is_found_again_in_the_spans(parameters in scenarios()) {
        check(&parameters)?;
    }
}

/// A load of known size for the workers of table 1, under several policies.
fn loads() -> impl Strategy<Value = Parameters> {
    let numbers = (any::<u32>(), 20.0..400.0_f64, 5.0..60.0_f64, 1..4_u32);
    let scheduler = prop::sample::select(vec!["as4dr", "baseline", "da1"]);
    (numbers, scheduler).prop_map(|((seed, load, target, runs), scheduler)| {
        let values = json!({
            "topic": "finite", "seed": seed, "load": load.round(), "target": target.round(),
            "runs": runs, "scheduler": scheduler,
        });
        parameters(values.as_object().unwrap().clone())
    })
}

fn check_load(parameters: &Parameters) -> Result<(), TestCaseError> {
    let report = report(parameters);
    let Some(worlds) = &report.worlds else {
        prop_assert!(
            report.headline.contains("does not process"),
            "{}",
            report.headline
        );
        return Ok(());
    };
    let [without, with] = worlds.schedules.as_deref().unwrap();
    // Both begin and end with the run, and the policy is the one in the headline.
    prop_assert_eq!(
        (worlds.first, worlds.number, worlds.count),
        (0, 1, worlds.of)
    );
    let whole = worlds.amount.unwrap() * f64::from(worlds.of);
    prop_assert!((whole - parameters.load).abs() <= 1e-9 * parameters.load);
    for schedule in [without, with] {
        let ends = ends(schedule);
        prop_assert_eq!(ends.len(), worlds.of as usize);
        prop_assert_eq!(*ends.last().unwrap(), schedule.makespan());
    }
    let policy = worlds.without.to_lowercase();
    prop_assert!(
        report.headline.to_lowercase().contains(&policy),
        "{} {policy}",
        report.headline
    );
    let time = format!("in {} and", seconds(with.makespan()));
    if parameters.runs == 1 {
        prop_assert!(
            report.headline.contains(&time),
            "{} {time}",
            report.headline
        );
    }
    for reason in &worlds.reasons {
        let schedule = if reason.with { with } else { without };
        let name = &schedule.lanes()[reason.lane as usize];
        let text = &reason.text;
        if let Some(wait) = between(text, " waits ", " until it has its next chunk.") {
            prop_assert!(text.starts_with(name.as_str()) && !reason.with, "{text}");
            prop_assert_eq!(
                wait,
                seconds(waited(schedule, reason.lane, reason.at)),
                "{}",
                text
            );
            // No other wait of a worker that ends within the same unit is longer.
            let ends = ends(schedule);
            let (from, to) = times(&ends, reason.unit as usize..reason.unit as usize + 1).unwrap();
            let longest = schedule.spans().filter(|span| {
                let phase = &schedule.phases()[usize::from(span.phase.0)];
                phase.role.is_idle()
                    && span.end > from
                    && span.end <= to
                    && span.end < schedule.makespan()
            });
            let longest = longest.map(|span| span.duration()).fold(0.0, f64::max);
            prop_assert_eq!(wait, seconds(longest), "{}", text);
        } else if let Some(wait) = between(text, " waits ", " for its ") {
            let waited = waited(schedule, reason.lane, reason.at);
            prop_assert_eq!(wait, seconds(waited), "{}", text);
        } else if let Some(wait) = between(text, " waits ", " until it has its first chunk.") {
            let waited = waited(schedule, reason.lane, reason.at);
            prop_assert_eq!(wait, seconds(waited), "{}", text);
            prop_assert!((waited - reason.at).abs() <= 1e-9 * reason.at, "{text}");
        } else {
            prop_assert!(reason.with && text.contains(name.as_str()), "{text}");
            let estimated = between(text, " takes an estimated ", ": its next chunk");
            let same = estimated.and_then(|two| two.split_once(" instead of "));
            prop_assert!(same.is_none_or(|(one, other)| one != other), "{text}");
            // No chunk is sent after the rest of the load.
            let last = text.starts_with("Only ").then_some(reason.at);
            let later = |one: &&report::worlds::Reason| {
                one.with && one.text.contains(" takes an estimated ") && Some(one.at) > last
            };
            prop_assert!(
                last.is_none() || !worlds.reasons.iter().any(|one| later(&one)),
                "{text}"
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_whole_load_is_seen_under_the_fastest_policy_and_under_the_scheduler(parameters in loads()) {
        check_load(&parameters)?;
    }
}

#[test]
fn a_stream_that_ends_before_anything_is_computed_has_nothing_to_be_seen_beside() {
    let values = json!({"horizon": 1.0, "runs": 1});
    let parameters = parameters(values.as_object().unwrap().clone());
    assert_eq!(report(&parameters).worlds, None);
}

#[test]
fn both_worlds_have_the_lanes_of_the_schedule() {
    let values = json!({"runs": 1});
    let parameters = parameters(values.as_object().unwrap().clone());
    let report = report(&parameters);
    let lanes = report.schedule.as_ref().unwrap().lanes();
    for world in report.worlds.unwrap().schedules.unwrap().iter() {
        assert_eq!(world.lanes(), lanes);
    }
}

#[test]
fn each_kind_of_reason_is_said_where_it_holds() {
    let said = [
        (json!({"runs": 1}), "whose chunk takes "),
        (json!({"runs": 1}), "its next chunk is "),
        (
            json!({"runs": 1, "inaccuracy": 0.0, "theta": 0.95}),
            "its second subchunk takes less time",
        ),
        (
            json!({"runs": 1, "scheduler": "da1", "ports": "multi"}),
            "which is sent when the result of the one before is back",
        ),
        (
            json!({"runs": 1, "theta": 0.02}),
            "which arrives after the first is computed",
        ),
    ];
    for (values, words) in said {
        let parameters = parameters(values.as_object().unwrap().clone());
        let worlds = report(&parameters).worlds.unwrap();
        let found = worlds.reasons.iter().any(|one| one.text.contains(words));
        assert!(found, "{words}: {:#?}", worlds.reasons);
        check(&parameters).unwrap();
    }
}
