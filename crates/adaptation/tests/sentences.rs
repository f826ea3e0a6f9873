//! Sentences and figures of random scenarios, recomputed slowly from the model's outcome and from definitions.

use crate::{run, typed};
use adaptation::model::strategy::hill_climbing::Direction;
use adaptation::model::strategy::{Decision, Still};
use adaptation::model::{Outcome, engine, outcome::End, record};
use adaptation::parameters::Strategy as Chosen;
use adaptation::setting::{Setting, strategy};
use proptest::prelude::*;
use report::Report;
use report::table::Cell;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use trial::{fault, figure, random};

/// The number before some words, where they stand for the first time.
fn before(sentence: &str, words: &str) -> Option<f64> {
    let (before, _) = sentence.split_once(words)?;
    before.rsplit([' ', '\u{a0}']).next()?.parse().ok()
}

/// Whether a number that was written with some digits is this one.
fn written(text: f64, value: f64) -> bool {
    (text - value).abs() <= 0.006 * value.abs().max(1.0)
}

/// The runs of a scenario by the engine itself, without a picture.
pub(crate) fn outcomes(values: &Value, chosen: Chosen) -> Vec<Outcome> {
    let parameters = typed(values).unwrap();
    let setting = Setting::of(&parameters).unwrap();
    (0..parameters.runs)
        .map(|run| {
            let mut own = strategy(chosen, &parameters).unwrap();
            engine::run(
                &setting.seeded(run),
                own.as_mut(),
                &mut record::Off,
                &mut report::Silent,
            )
            .unwrap()
        })
        .collect()
}

fn chosen(name: &str) -> Chosen {
    match name {
        "coordinator" => Chosen::Coordinator,
        "climbing" => Chosen::Climbing,
        "best-seen" => Chosen::BestSeen,
        "marginal" => Chosen::Marginal,
        "watching" => Chosen::Watching,
        _ => Chosen::None,
    }
}

fn table<'r>(report: &'r Report, key: &str) -> Option<&'r report::Table> {
    report.tables.iter().find(|table| table.key == key)
}

/// Random disturbances of three clusters of four nodes.
pub(crate) fn disturbance() -> impl Strategy<Value = String> {
    let time = 0.0_f64..120.0;
    prop_oneof![
        (time.clone(), 0_u32..3, 1.0_f64..30.0).prop_map(|(at, cluster, factor)| format!(
            "{at:.1} load cluster={cluster} factor={factor:.1}"
        )),
        (time.clone(), 0_u32..3, 4.0_f64..7.0).prop_map(|(at, cluster, digits)| format!(
            "{at:.1} link cluster={cluster} bandwidth={:.0}",
            ten_to(digits)
        )),
        (time.clone(), 0_u32..3)
            .prop_map(|(at, cluster)| format!("{at:.1} crash cluster={cluster}")),
        (time.clone(), 0_u32..12).prop_map(|(at, node)| format!("{at:.1} crash nodes={node}")),
        (time.clone(), 0_u32..12).prop_map(|(at, node)| format!("{at:.1} leave nodes={node}")),
        (time.clone(), 0_u32..3)
            .prop_map(|(at, cluster)| format!("{at:.1} leave cluster={cluster}")),
        (time.clone(), 0_u32..3, 1_u32..9)
            .prop_map(|(at, node, more)| format!("{at:.1} leave nodes={node},{}", node + more)),
        (time.clone(), 0_u32..12).prop_map(|(at, node)| format!("{at:.1} join nodes={node}")),
        (time, 1_u32..5, 0.5_f64..3.0).prop_map(|(at, nodes, speed)| format!(
            "{at:.1} add cluster=1 nodes={nodes} speed={speed:.2}"
        )),
    ]
}

/// Ten to a power.
fn ten_to(digits: f64) -> f64 {
    [1e4, 1e5, 1e6][digits as usize - 4]
}

fn scenario() -> impl Strategy<Value = Value> {
    let strategies = prop::sample::select(vec![
        "coordinator",
        "climbing",
        "best-seen",
        "marginal",
        "watching",
        "none",
    ]);
    (
        strategies,
        prop::collection::vec(disturbance(), 0..4),
        (1_u32..5, 1_u32..3, 0.0_f64..8.0),
        (1_u32..4, 0_u32..5, 0_u32..5),
        (0_u64..1000, 1_u32..4, prop::bool::ANY, 0_u32..6),
    )
        .prop_map(
            |(
                strategy,
                mut events,
                (iterations, phases, serial),
                (a, b, c),
                (seed, runs, random, again),
            )| {
                // The same event again and again.
                if let Some((time, event)) = events.first().cloned().and_then(|first| {
                    let (time, event) = first.split_once(' ')?;
                    Some((time.parse::<f64>().ok()?, event.to_owned()))
                }) {
                    let more =
                        (1..=again).map(|place| format!("{:.1} {event}", time + f64::from(place)));
                    events.extend(more);
                }
                json!({
                    "strategy": strategy,
                    "disturbances": events.join("\n"),
                    "iterations": iterations,
                    "phases": phases,
                    "serial": serial,
                    "depth": 3,
                    "clusters": format!("nodes,active\n4,{a}\n4,{b}\n4,{c}\n"),
                    "period": 30.0,
                    "interval": 3.0,
                    "warmup": 2,
                    "seed": seed,
                    "runs": runs,
                    "policy": if random { "random" } else { "cluster-aware" },
                })
            },
        )
}

proptest! {
    #![proptest_config(random(60))]

    #[test]
    fn what_is_said_of_a_run_is_so(values in scenario()) {
        let report = run(&values).unwrap();
        let name = values["strategy"].as_str().unwrap();
        let without = outcomes(&values, Chosen::None);
        let with = outcomes(&values, chosen(name));
        let done = |outcome: &Outcome| outcome.end == End::Done;
        let all = without.iter().chain(&with).all(done);
        // A text on one run says so if there are other runs.
        let pictures = format!("show the first of {} runs", without.len());
        prop_assert_eq!(report.notes.iter().any(|note| note.contains(&pictures)), without.len() > 1, "{:?}", report.notes);
        let first = format!("In the first of {} runs, ", without.len());
        let headline = &match report.headline.strip_prefix(&first) {
            Some(told) => report::words::capital(told),
            None => report.headline.clone(),
        };
        let of_all = all || without.len() == 1 || headline.contains("does not end in every run");
        prop_assert_eq!(report.headline.starts_with(&first), !of_all, "{}", report.headline);
        let mean = |runs: &[Outcome]| runs.iter().map(|run| run.runtime).sum::<f64>() / runs.len() as f64;
        let speedup = mean(&without) / mean(&with);
        // Only a program without a node never ends.
        for (runs, called) in [(&without, ["without adaptation it ", "The program "]), (&with, ["the program ", "The program "])] {
            let never = called.iter().any(|called| headline.contains(&format!("{called}never ends")));
            prop_assert!(!never || runs[0].end == End::NoNode, "{}", headline);
            let unfinished = called.iter().any(|called| headline.contains(&format!("{called}is unfinished after ")));
            prop_assert!(!unfinished || matches!(runs[0].end, End::Stalled | End::Stopped), "{}", headline);
        }
        if name == "none" {
            prop_assert_eq!(headline.contains("never ends"), without[0].end == End::NoNode, "{}", headline);
            if !headline.contains(" stealing") && all {
                let told = format!("Without adaptation the program takes {} on ", report::words::seconds(mean(&without)));
                prop_assert!(headline.starts_with(&told), "{} / {}", headline, told);
                prop_assert_eq!(headline.ends_with(", on average"), without.len() > 1, "{}", headline);
            }
            let beside = outcomes(&other_way(&values), Chosen::None);
            if without.iter().chain(&beside).all(done) {
                stealing_holds(&report, &values, &beside, &without)?;
            }
        } else if all {
            prop_assert!((figure(&report, "speedup") - speedup).abs() < 1e-9);
            // The speed, the saving and both runtimes are of one piece.
            prop_assert!((figure(&report, "reduction") - (1.0 - 1.0 / speedup)).abs() < 1e-9);
            prop_assert!((figure(&report, "runtime") - 1000.0 * mean(&with)).abs() < 1e-6);
            if let Some(fast) = before(headline, " times as fast") {
                prop_assert!(written(fast, speedup) && speedup > 1.0, "{} for {}", headline, speedup);
            } else if let Some(long) = before(headline, " times as long") {
                prop_assert!(written(1.0 / long, speedup) && speedup < 1.0, "{} for {}", headline, speedup);
            } else {
                prop_assert!(headline.contains("as long as") || headline.contains("no clear difference"), "{}", headline);
                // A size is told by both times.
                prop_assert!(!headline.contains("about as long"), "{}", headline);
                if headline.contains("no clear difference") {
                    instead_of(headline, mean(&with), mean(&without))?;
                }
            }
            // A single run claims an order only where its iterations do, or where it has but one, and says so.
            if let ([one], [other]) = (without.as_slice(), with.as_slice()) {
                let (mean, half) = statistics::mean_and_half_width(&one.iterations.iter().zip(&other.iterations).map(|(a, b)| a - b).collect::<Vec<_>>());
                let alone = one.iterations.len() == 1;
                let claimed = headline.contains(" times as ");
                prop_assert!(!claimed || alone || mean.abs() > half * (1.0 - 1e-9), "{} {} {}", headline, mean, half);
                prop_assert_eq!(claimed, headline.starts_with("In the only run, "), "{}", headline);
            } else {
                prop_assert!(!headline.contains("only run"), "{}", headline);
            }
        } else {
            let both = (done(&without[0]), done(&with[0]));
            let fates = ["never ends", "is unfinished after "];
            let fate = |called: &str| fates.iter().any(|fate| headline.contains(&format!("{called}{fate}")));
            let neither = headline.starts_with("The program never ends: no node is left");
            let said = (!fate("without adaptation it ") && !neither, !fate("the program ") && !neither);
            if both != (true, true) {
                prop_assert_eq!(said, both, "{}", headline);
            }
            prop_assert!(report.worlds.is_none());
            // Some runs are no fair sample.
            prop_assert!(figure(&report, "speedup").is_nan() && figure(&report, "reduction").is_nan());
        }
        if name != "none" {
            intervals_agree(&report)?;
        }
        thefts_add_up(&report, &with[0])?;
        // The share of their time that nodes compute.
        let share = |outcome: &Outcome| {
            let took: f64 = outcome.nodes.iter().map(|node| node.took_part).sum();
            outcome.nodes.iter().map(|node| node.times.busy).sum::<f64>() / took
        };
        let useful = with.iter().map(share).sum::<f64>() / with.len() as f64;
        prop_assert!((figure(&report, "useful") - useful).abs() < 1e-9);
        let told = match name {
            "none" => report.why.split_once("The nodes compute ").unwrap().1,
            _ => report.why.rsplit_once(" of their time without adaptation and ").unwrap().1,
        };
        let told: f64 = told.trim_start_matches(['<', '>', '\u{a0}', ' ']).split('\u{a0}').next().unwrap().parse().unwrap();
        prop_assert!((told - 100.0 * useful).abs() <= 1.0, "{} for {}", told, useful);
        prop_assert_eq!(figure(&report, "nodes"), with[0].nodes.iter().filter(|node| node.active).count() as f64);
        // Every change is in the log, and none else.
        let changes: usize = with[0].decisions.iter().map(|decision| decision.actions.len()).sum();
        let log = table(&report, "log");
        let logged = log.map_or(0, |log| {
            let what = log.rows.iter().filter_map(|row| match &row[4] {
                Cell::Text(text) => Some(text.clone()),
                _ => None,
            });
            what.map(|text| match before(&text, "\u{a0}nodes of") {
                Some(number) => number as usize,
                None => text.matches("node ").count(),
            })
            .sum()
        });
        if log.is_none_or(|log| log.rows.len() < 400) {
            prop_assert_eq!(logged, changes);
        }
        prop_assert_eq!(figure(&report, "runtime").is_finite(), with.iter().any(done));
        // The number of runs that do not end, for each way, is told of means alone.
        for (called, runs) in [("Without", &without), ("With", &with)].into_iter().take(if name == "none" { 1 } else { 2 }) {
            let failed = runs.iter().filter(|run| !done(run)).count();
            let said = match failed {
                _ if runs.len() == 1 => String::new(),
                0 => String::new(),
                failed if failed == runs.len() => format!("{called} adaptation no run ends: "),
                1 => format!("{called} adaptation 1 of {} runs is unfinished.", runs.len()),
                failed => format!("{called} adaptation {failed} of {} runs are unfinished.", runs.len()),
            };
            let parts = [" no run ends: ", " is unfinished.", " are unfinished."];
            let noted = report.notes.iter().find(|note| {
                note.starts_with(&format!("{called} ")) && parts.iter().any(|part| note.contains(part))
            });
            prop_assert_eq!(noted.is_some(), !said.is_empty(), "{:?}", report.notes);
            prop_assert!(noted.is_none_or(|note| note.starts_with(&said)), "{:?} {}", noted, said);
        }
        // Means of some runs are told so, but not in comparisons, which print none.
        let some = [&without, &with].into_iter().any(|runs| {
            let ended = runs.iter().filter(|run| done(run)).count();
            0 < ended && ended < runs.len()
        });
        let means = "A mean runtime is that of the runs that end.";
        prop_assert_eq!(report.alone.iter().any(|note| note == means), some, "{:?}", report.alone);
        // A note on one of several runs says so.
        for note in &report.notes {
            let of_one = [" the run ends unfinished ", " the run was stopped ", " the simulation stopped ", " found again by "];
            let of_one = of_one.iter().any(|part| note.contains(part));
            prop_assert!(!of_one || note.starts_with(&first) == (without.len() > 1), "{}", note);
        }
        prop_assert_eq!(fault(&report), None);
        let beside = match name {
            "none" => outcomes(&other_way(&values), Chosen::None),
            _ => without.clone(),
        };
        first_of(&report, &values, (&beside, &with))?;
        reasons_hold(&report, name, &with)?;
        scene_holds(&report, &without[0], &with[0])?;
        if name == "watching" {
            let bench = with[0].nodes.iter().map(|node| node.times.bench).sum::<f64>();
            prop_assert_eq!(report.why.to_lowercase().contains("benchmarks take"), bench > 0.0, "{}", &report.why);
        }
        if with[0].orphans_reused > 0 && with[0].redone > 0 {
            let found = match with[0].orphans_reused {
                1 => "1 job had lost its parent and was found again by its place in the tree; ".to_owned(),
                jobs => format!("{jobs}\u{a0}jobs had lost their parents and were found again by their places in the tree; "),
            };
            prop_assert!(report.notes.iter().any(|note| note.trim_start_matches(&first).starts_with(&found)), "{:?}", report.notes);
        }
        lanes_add_up(&report, &with[0])?;
        if name != "none" {
            worlds_hold(&report, &without[0], &with[0])?;
        }
    }
}

/// Checks that a headline tells both times.
fn instead_of(headline: &str, time: f64, before: f64) -> Result<(), TestCaseError> {
    let number = |text: &str| -> Option<f64> {
        let (number, unit) = text.split_once('\u{a0}')?;
        let unit = unit.split([' ', ':', ';']).next()?;
        let units = [("ms", 0.001), ("s", 1.0), ("min", 60.0), ("h", 3600.0)];
        let (_, size) = units.iter().find(|(name, _)| *name == unit)?;
        Some(number.replace('\u{202f}', "").parse::<f64>().ok()? * size)
    };
    let (_, told) = headline.split_once(" takes ").unwrap();
    prop_assert!(
        written(number(told).unwrap(), time),
        "{} {}",
        headline,
        time
    );
    match told.split_once(" instead of ") {
        Some((_, other)) => {
            prop_assert!(
                written(number(other).unwrap(), before),
                "{} {}",
                headline,
                before
            );
        }
        None => prop_assert!(written(time, before), "{} {} {}", headline, time, before),
    }
    Ok(())
}

/// The line of the first event of a time.
fn line_of(values: &Value, time: f64) -> u32 {
    let mut lines = values["disturbances"].as_str().unwrap().lines();
    let at = |line: &str| line.split(' ').next().unwrap().parse::<f64>().unwrap();
    lines.position(|line| at(line) == time).unwrap() as u32
}

/// Checks that the told event is the first in time that a run of either way meets, that all of them are counted, and that runs that ended
/// before it are told; and the same of the reasons of both worlds.
fn first_of(
    report: &Report,
    values: &Value,
    (without, adapted): (&[Outcome], &[Outcome]),
) -> Result<(), TestCaseError> {
    let with = &adapted[0];
    let compares = values["strategy"] != "none";
    let (here, there) = match (compares, values["policy"] == "random") {
        (true, _) => ("without adaptation", "with adaptation"),
        (false, true) => ("with cluster-aware stealing", "with random stealing"),
        (false, false) => ("with random stealing", "with cluster-aware stealing"),
    };
    let lines = values["disturbances"].as_str().unwrap().lines();
    let times = lines.map(|line| line.split(' ').next().unwrap().parse::<f64>().unwrap());
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    // A run whose last node crashes ends with that event.
    let meets = |run: &Outcome, time: f64| {
        time < run.runtime || time == run.runtime && run.end == End::NoNode
    };
    let runs = || without.iter().chain(adapted);
    let met: Vec<f64> = times
        .iter()
        .copied()
        .filter(|time| runs().any(|run| meets(run, *time)))
        .collect();
    let counted = before(&report.why, "\u{a0}events.");
    prop_assert_eq!(
        counted,
        (met.len() > 1).then_some(met.len() as f64),
        "{}",
        &report.why
    );
    let ended = |time: f64| -> String {
        let of = |runs: &[Outcome], called: &str| {
            let ended = runs.iter().filter(|run| !meets(run, time)).count();
            match (ended, runs.len()) {
                (0, _) => None,
                (_, 1) => Some(format!("the run {called}")),
                (ended, all) => Some(format!("{ended} of {all} runs {called}")),
            }
        };
        let ended: Vec<String> = of(without, here)
            .into_iter()
            .chain(of(adapted, there))
            .collect();
        match ended.is_empty() {
            true => String::new(),
            false => format!(", after the end of {},", ended.join(" and ")),
        }
    };
    if let Some(first) = met.first().copied() {
        let told = format!("At {}{} ", report::words::seconds(first), ended(first));
        prop_assert!(report.why.contains(&told), "{} {}", &report.why, told);
        // The text names the way in which the event changes nothing, if it is one alone.
        let place = line_of(values, first);
        let acts = |run: &Outcome| meets(run, first) && !run.idle.contains(&place);
        let way = |runs: &[Outcome]| {
            let met = runs.iter().any(|run| meets(run, first));
            (met, runs.iter().any(acts))
        };
        let said = match (way(without), way(adapted)) {
            ((_, false), (_, false)) => Some(String::new()),
            ((true, false), _) => Some(format!(" {here}")),
            (_, (true, false)) => Some(format!(" {there}")),
            _ => None,
        };
        let nothing = report
            .why
            .split_once("” changes nothing")
            .map(|(_, rest)| rest.split(['.', ',']).next().unwrap().to_owned());
        prop_assert_eq!(nothing, said, "{}", &report.why);
        // A decision before the event is told before it: the one that changes most after an event that changes something, if there is any.
        let acting = times
            .iter()
            .copied()
            .filter(|time| meets(with, *time) && !with.idle.contains(&line_of(values, *time)));
        let acting = acting.fold(f64::INFINITY, f64::min);
        let acted = || with.decisions.iter().filter(|one| !one.actions.is_empty());
        let most = |from: f64| {
            let all = acted().filter(|one| one.time >= from);
            all.rev()
                .max_by_key(|one| one.actions.len())
                .map(|one| one.time)
        };
        let earlier = most(acting)
            .or_else(|| most(0.0))
            .is_some_and(|time| time < first);
        prop_assert_eq!(
            !report.why.starts_with(&told),
            compares && earlier,
            "{}",
            &report.why
        );
        if meets(&without[0], first) {
            stays(report, values, &without[0], first)?;
        }
    }
    // A disturbance of the second world alone is told there.
    for reason in report.worlds.iter().flat_map(|worlds| &worlds.reasons) {
        if let Some(time) = times
            .iter()
            .find(|time| **time == reason.at && reason.text.starts_with("At "))
            && !reason.text.contains(" the strategy ")
        {
            prop_assert_eq!(reason.with, !meets(&without[0], *time), "{}", &reason.text);
            prop_assert_eq!(
                reason.text.contains("after the end of"),
                !ended(*time).is_empty(),
                "{}",
                &reason.text
            );
        }
    }
    Ok(())
}

/// Checks the reason of a decision that changes nothing, from the nodes and the productivity around it.
fn still_holds(outcome: &Outcome, row: &[Cell]) -> Result<(), TestCaseError> {
    let why = row[5].text();
    let Cell::Figure(time) = &row[0] else {
        panic!("no time");
    };
    let mut decisions = outcome.decisions.iter();
    let at = decisions.position(|one| (1000.0 * one.time - time.value).abs() < 1e-6);
    let at = at.unwrap();
    let own = &outcome.decisions[at];
    let productivity = |one: &Decision| one.figures.productivity;
    let before = outcome.decisions[..at].iter().rev().find_map(productivity);
    let fell = before > productivity(own);
    let set = |one: &Decision| -> BTreeSet<u32> {
        let found = one.assessment.iter();
        found
            .flat_map(|found| &found.members)
            .map(|one| one.node)
            .collect()
    };
    match why.as_str() {
        "productivity fell while nodes were added: the climber turns" => {
            prop_assert_eq!(own.figures.direction, Some(Direction::Removing));
            prop_assert!(fell, "{:?} {:?}", before, own);
        }
        "productivity fell while nodes were removed: the climber rests"
        | "productivity fell before a node was removed: the climber rests"
        | "one node is left: the climber rests"
        | "the climber rests" => {
            prop_assert_eq!(
                own.figures.direction,
                Some(Direction::Finished),
                "{:?}",
                own
            );
            prop_assert!(
                !why.starts_with("one") || own.figures.active == 1,
                "{:?}",
                own
            );
            if why.starts_with("productivity") {
                let turns = [Some(Still::Turns), Some(Still::NoneFree)];
                let mut earlier = outcome.decisions[..at].iter().rev();
                let turn = earlier.find(|one| turns.contains(&one.figures.still));
                let fewer = own.figures.active < turn.unwrap().figures.active;
                prop_assert_eq!(why.contains("while"), fewer, "{:?}", own);
            }
        }
        "no node is free: the climber turns" => {
            prop_assert_eq!(own.figures.direction, Some(Direction::Removing));
        }
        "not all nodes have measured their speed" => {
            let found = own.assessment.as_ref().unwrap();
            prop_assert!(found.members.len() < own.figures.active, "{:?}", own);
        }
        "the nodes added before did not pay: the strategy rests"
        | "no more nodes take part than before: the strategy rests" => {
            let wished =
                |one: &&Decision| one.added() > 0 || one.figures.still == Some(Still::NoneFree);
            let mut earlier = outcome.decisions[..at].iter().rev();
            let more = own.figures.active > earlier.find(wished).unwrap().figures.active;
            prop_assert_eq!(why.starts_with("the nodes"), more, "{:?}", own);
        }
        "the strategy stays with the best set of nodes so far" => {
            let mut earlier = outcome.decisions[..at].iter();
            prop_assert!(
                earlier.any(|one| set(one) == set(own) && productivity(one) > productivity(own)),
                "{:?}",
                own
            );
        }
        "nodes of the best set so far are missing, and none of them is free" => {
            let mut earlier = outcome.decisions[..at].iter();
            prop_assert!(
                earlier.any(|one| !set(one).is_subset(&set(own))),
                "{:?}",
                own
            );
        }
        _ => {}
    }
    Ok(())
}

/// Checks that speedup and saving leave the same order open, or none.
fn intervals_agree(report: &Report) -> Result<(), TestCaseError> {
    let clear = |key: &str, than: f64| {
        let figure = report.figures.iter().find(|one| one.key == key)?;
        let interval = figure.interval?;
        Some(interval.low > than + 1e-9 || interval.high < than - 1e-9)
    };
    prop_assert_eq!(
        clear("speedup", 1.0),
        clear("reduction", 0.0),
        "{:?}",
        report.figures
    );
    let open = report.headline.contains("no clear difference");
    if let Some(clear) = clear("speedup", 1.0) {
        prop_assert!(!clear || !open, "{}", &report.headline);
    }
    Ok(())
}

/// Checks the thefts of the map: jobs that clusters stole from others are those that others stole from them.
fn thefts_add_up(report: &Report, outcome: &Outcome) -> Result<(), TestCaseError> {
    let map = report
        .charts
        .iter()
        .find(|chart| chart.key == "map")
        .unwrap();
    let report::chart::Series::Graph { places, .. } = &map.series[0] else {
        panic!("no graph");
    };
    let of = |words: &str| -> f64 {
        let details = places
            .iter()
            .filter_map(|place| before(&place.detail, words));
        details.sum()
    };
    let taken =
        of("\u{a0}jobs stolen from other clusters") + of("\u{a0}job stolen from other clusters");
    prop_assert_eq!(taken, of(" stolen from it"));
    // Jobs on their way when their phase ends arrive nowhere.
    prop_assert!(taken <= outcome.remote.steals as f64);
    Ok(())
}

/// Checks that the master is told to stay where the first event lets nodes leave and the master is one of them.
fn stays(
    report: &Report,
    values: &Value,
    outcome: &Outcome,
    time: f64,
) -> Result<(), TestCaseError> {
    let line = values["disturbances"].as_str().unwrap();
    let line = line.lines().nth(line_of(values, time) as usize).unwrap();
    let Some((_, whom)) = line.split_once(" leave ") else {
        return Ok(());
    };
    // The nodes that take part at the start, of three clusters of four nodes.
    let rows = values["clusters"].as_str().unwrap().lines().skip(1);
    let active = (0..).zip(rows).flat_map(|(cluster, row)| {
        let active: u32 = row.split(',').nth(1).unwrap().parse().unwrap();
        (0..active).map(move |node| (cluster, 4 * cluster + node))
    });
    let active: Vec<(u32, u32)> = active.collect();
    let master = active[0].1;
    let named = |(cluster, node): &(u32, u32)| match whom.split_once('=').unwrap() {
        ("cluster", own) => own.parse() == Ok(*cluster),
        (_, nodes) => nodes.split(',').any(|own| own.parse() == Ok(*node)),
    };
    let mut leave: Vec<u32> = active
        .iter()
        .filter(|one| named(one))
        .map(|one| one.1)
        .collect();
    let wanted = leave.len();
    leave.retain(|node| *node != master);
    // The number of nodes that are left a moment later.
    let mut left = outcome.active.iter().filter(|one| one.0 <= time);
    let left = left.next_back().unwrap().1 as usize;
    prop_assert!(left + leave.len() <= active.len(), "{:?}", &outcome.active);
    let told = format!("(node {master}, the master, stays)");
    prop_assert_eq!(
        report.why.contains(&told),
        !leave.is_empty() && wanted > leave.len(),
        "{} {}",
        &report.why,
        line
    );
    Ok(())
}

/// Checks the reasons: no WAE of a strategy without it, and a highest badness only among nodes that may leave.
fn reasons_hold(report: &Report, name: &str, outcomes: &[Outcome]) -> Result<(), TestCaseError> {
    let outcome = &outcomes[0];
    let texts = trial::texts(report).join(" ");
    if ["marginal", "climbing", "none"].contains(&name) {
        prop_assert!(!texts.contains("WAE is"), "{}", texts);
        prop_assert!(report.charts.iter().all(|chart| chart.key != "wae"));
    }
    // A WAE that is above its threshold, 50 %, is written so, and none as nothing.
    for place in texts.match_indices("WAE of ").map(|found| found.0) {
        let said = texts[place + "WAE of ".len()..]
            .split('\u{a0}')
            .next()
            .unwrap();
        prop_assert!(said.parse::<f64>().unwrap() > 50.0, "{}", texts);
    }
    let mut wae = outcome.decisions.iter().map(|one| one.figures.wae);
    let nothing = wae.any(|wae| wae.is_some_and(|wae| wae < 1e-12));
    prop_assert!(nothing || !texts.contains("WAE is 0.0\u{a0}%"), "{}", texts);
    let nodes = outcomes.iter().flat_map(|outcome| &outcome.nodes);
    let shares = nodes.map(|node| node.times.busy).sum::<f64>();
    prop_assert_eq!(
        report.why.contains("compute 0\u{a0}% of their time."),
        shares == 0.0 && name == "none",
        "{}",
        &report.why
    );
    prop_assert!(!texts.contains("badness is the highest,"), "{}", texts);
    // The master may produce less, but may not leave.
    for place in texts.match_indices(" produce").map(|found| found.0) {
        if texts[place..].starts_with(" produces least")
            || texts[place..].starts_with(" produce least")
        {
            prop_assert!(
                texts[..place].contains("of the nodes that may leave"),
                "{}",
                texts
            );
        }
    }
    if name == "marginal" {
        additions_hold(report, outcome)?;
    }
    badness_holds(report, outcome)?;
    // Each rule has a reason for every decision, and nodes leave because they are not in the best set.
    for row in table(report, "log").iter().flat_map(|log| &log.rows) {
        let (what, why) = (row[4].text(), row[5].text());
        prop_assert_ne!(&why, "–", "{:?}", row);
        if why.contains("in the best set") && what != "no change" {
            prop_assert_eq!(
                what.starts_with("removes"),
                why.contains(" not in the best set"),
                "{:?}",
                row
            );
        }
        still_holds(outcome, row)?;
    }
    // A cluster that leaves is above the limit, 25 %, and its share is written so.
    for (_, told) in texts
        .match_indices("the cluster spends ")
        .map(|found| texts.split_at(found.0))
    {
        let said = before(told, "\u{a0}% of its time in communication").unwrap();
        prop_assert!(said > 25.0, "{}", told);
    }
    // A reason follows “because” as a sentence, and one node is not several.
    for wrong in [
        "because in ",
        "because silent",
        "because slower",
        "because faster than",
    ] {
        prop_assert!(!texts.contains(wrong), "{}: {}", wrong, texts);
    }
    let reasons = report.worlds.iter().flat_map(|worlds| &worlds.reasons);
    for step in reasons.flat_map(|reason| reason.text.split("; it ")) {
        let Some((what, why)) = step.split_once(", because ") else {
            continue;
        };
        let one = what.contains(" node ") && !what.contains(" and ");
        let said = ["their badness", "these produce", "they "];
        let several = said.iter().any(|words| why.contains(words));
        prop_assert!(!(one && several), "{}", step);
        let said = [
            "its badness",
            "it produces",
            "it is ",
            "it was ",
            "it takes ",
        ];
        let single = said.iter().any(|words| why.contains(words));
        prop_assert!(one || !single, "{}", step);
    }
    let master = outcome.decisions.iter().find_map(|decision| {
        let found = decision.assessment.as_ref()?;
        let bad = |action: &&adaptation::model::strategy::Action| {
            matches!(action.why, adaptation::model::strategy::Why::Bad { .. })
        };
        let removed: Vec<u32> = decision
            .actions
            .iter()
            .filter(bad)
            .map(|one| one.node)
            .collect();
        let of = |node: &u32| {
            let place = found.members.iter().position(|member| member.node == *node);
            place.map_or(f64::NAN, |place| found.ranking.nodes[place])
        };
        let least = removed.iter().map(of).fold(f64::INFINITY, f64::min);
        // No node that stays is worse, except the master.
        let stay = found
            .members
            .iter()
            .filter(|member| !removed.contains(&member.node));
        let worse = stay.filter(|member| of(&member.node) > least).count();
        (!removed.is_empty() && worse > 1).then_some(decision.time)
    });
    prop_assert_eq!(master, None);
    Ok(())
}

/// The table of the worst nodes has every node that is removed, the worst first, and of equals the larger number first.
fn badness_holds(report: &Report, outcome: &Outcome) -> Result<(), TestCaseError> {
    let Some(bad) = table(report, "badness") else {
        return Ok(());
    };
    let mut decisions = outcome.decisions.iter();
    let decision = decisions.find(|one| one.removed() > 0 && one.assessment.is_some());
    let (decision, found) = decision
        .map(|one| (one, one.assessment.as_ref().unwrap()))
        .unwrap();
    let leaves = |node: u32| {
        let mut actions = decision.actions.iter();
        actions.any(|one| {
            one.node == node && one.change == adaptation::model::strategy::Change::Remove
        })
    };
    let known = found
        .members
        .iter()
        .filter(|member| leaves(member.node))
        .count();
    let removed = bad.rows.iter().filter(|row| row[6].text() == "yes").count();
    prop_assert_eq!(removed, known, "{:?}", &bad.rows);
    let keys = bad.rows.iter().map(|row| {
        let badness = match row[5] {
            Cell::Number(badness) => badness,
            _ => f64::NAN,
        };
        let node: u32 = row[0].text().rsplit(' ').next().unwrap().parse().unwrap();
        (badness, node)
    });
    let keys: Vec<(f64, u32)> = keys.collect();
    for pair in keys.windows(2) {
        let falls = pair[0].0 > pair[1].0 || (pair[0].0 == pair[1].0 && pair[0].1 > pair[1].1);
        prop_assert!(falls, "{:?}", keys);
    }
    Ok(())
}

/// Nodes are said to have paid only where there were fewer, which produced less, since nodes were last removed.
fn additions_hold(report: &Report, outcome: &Outcome) -> Result<(), TestCaseError> {
    let Some(log) = table(report, "log") else {
        return Ok(());
    };
    for row in &log.rows {
        if !row[5].text().contains("added before paid") {
            continue;
        }
        let time = match &row[0] {
            Cell::Figure(figure) => figure.value / 1000.0,
            Cell::Number(value) => *value,
            Cell::Text(text) => panic!("{text} is no time"),
        };
        let at = outcome
            .decisions
            .iter()
            .position(|one| (one.time - time).abs() < 1e-6);
        let (own, before) = (at.unwrap(), &outcome.decisions[..at.unwrap()]);
        let since = before
            .iter()
            .rposition(|one| one.removed() > 0)
            .map_or(0, |place| place + 1);
        let figures = &outcome.decisions[own].figures;
        let more = before[since..].iter().any(|one| {
            one.figures.active < figures.active && one.figures.productivity < figures.productivity
        });
        prop_assert!(more, "{:?}", row);
    }
    Ok(())
}

/// The scene counts the nodes that take part in either way.
fn scene_holds(report: &Report, without: &Outcome, with: &Outcome) -> Result<(), TestCaseError> {
    let part = (0..with.nodes.len()).filter(|place| {
        let ways = [without, with].map(|way| way.nodes.get(*place));
        ways.iter().flatten().any(|node| node.took_part > 0.0)
    });
    let (part, all) = (part.count(), with.nodes.len());
    let machine = &report.scene.as_ref().unwrap().machine;
    prop_assert_eq!(machine.contains(" steal parts"), part > 1, "{}", machine);
    let told = match machine.split_once("clusters, ") {
        Some((_, rest)) => rest.split(' ').next().unwrap().parse().unwrap(),
        None => all,
    };
    prop_assert_eq!(told, part, "{}", machine);
    Ok(())
}

/// Checks that the busy time of lanes equals the busy time of the nodes, and that thefts are the thefts of the outcome.
fn lanes_add_up(report: &Report, outcome: &Outcome) -> Result<(), TestCaseError> {
    let schedule = report.schedule.as_ref().unwrap();
    prop_assert!((schedule.makespan() - outcome.runtime).abs() < 1e-9);
    let (mut busy, mut bench) = (0.0, 0.0);
    for span in schedule.spans() {
        let name = &schedule.phases()[usize::from(span.phase.0)].name;
        match name.as_str() {
            "computes" | "merges results" | "sequential part" | "computes lost work again" => {
                busy += span.end - span.start;
            }
            "benchmark" => bench += span.end - span.start,
            _ => {}
        }
    }
    let sum = |of: fn(&adaptation::model::metrics::overhead::Times) -> f64| {
        outcome
            .nodes
            .iter()
            .map(|node| of(&node.times))
            .sum::<f64>()
    };
    prop_assert!((busy - sum(|times| times.busy)).abs() < 1e-6 * (1.0 + busy));
    prop_assert!((bench - sum(|times| times.bench)).abs() < 1e-6 * (1.0 + bench));
    let ends = schedule
        .marks()
        .iter()
        .filter(|mark| mark.text == "iteration")
        .count();
    prop_assert_eq!(ends, outcome.iterations.len());
    if outcome.end == End::Done {
        units_are_iterations(schedule, outcome)?;
    }
    let arrived = schedule.links().len() as u64;
    prop_assert!(arrived <= outcome.local.steals + outcome.remote.steals);
    Ok(())
}

/// Checks that iterations are the units of work of a schedule, however often an event or a decision recurs.
fn units_are_iterations(
    schedule: &schedule::Schedule,
    outcome: &Outcome,
) -> Result<(), TestCaseError> {
    let ends = schedule::same_work::ends(schedule);
    prop_assert_eq!(ends.len(), outcome.iterations.len());
    let mut now = 0.0;
    for (end, iteration) in ends.iter().zip(&outcome.iterations) {
        now += iteration;
        prop_assert!((end - now).abs() <= 1e-9 * now, "{} {}", end, now);
    }
    Ok(())
}

/// A scenario whose nodes steal in the other way.
fn other_way(values: &Value) -> Value {
    let mut other = values.clone();
    let random = values["policy"] == "random";
    other["policy"] = json!(if random { "cluster-aware" } else { "random" });
    other
}

/// Checks that both ways to steal are compared where nobody adapts.
fn stealing_holds(
    report: &Report,
    values: &Value,
    beside: &[Outcome],
    own: &[Outcome],
) -> Result<(), TestCaseError> {
    let headline = &report.headline;
    let mean = |runs: &[Outcome]| {
        let sum: f64 = runs.iter().map(|run| run.runtime).sum();
        sum / runs.len() as f64
    };
    let speedup = mean(beside) / mean(own);
    let named = match values["policy"] == "random" {
        true => "With random stealing",
        false => "With cluster-aware stealing",
    };
    prop_assert!((figure(report, "stealing") - speedup).abs() < 1e-9);
    // Several iterations of one run, and several runs, may leave the order open: then there is no winner, and both times are told.
    let open = headline.contains("no clear difference");
    prop_assert_eq!(headline.starts_with(named), !open, "{}", headline);
    if open {
        let (one, other) = match values["policy"] == "random" {
            true => ("random stealing", "cluster-aware stealing"),
            false => ("cluster-aware stealing", "random stealing"),
        };
        let (_, told) = headline.split_once(" takes ").unwrap();
        let order = (told.find(one), told.find(other));
        prop_assert!(order.0 < order.1 && order.0.is_some(), "{}", headline);
        let told = told
            .replace(" both", "")
            .replace(&format!(" with {one} and with "), " with ")
            .replace(&format!(" with {one} and "), " instead of ");
        instead_of(&format!(" takes {told}"), mean(own), mean(beside))?;
        prop_assert!(
            report
                .winner
                .as_ref()
                .is_none_or(|winner| winner.ahead.is_none())
        );
        prop_assert!(!headline.contains(" times as "), "{}", headline);
    } else {
        let (_, takes) = headline.split_once(": it").unwrap();
        instead_of(takes, mean(own), mean(beside))?;
    }
    let means = headline.contains(" on average");
    prop_assert_eq!(means, own.len() > 1, "{}", headline);
    if let Some(fast) = before(headline, " times as fast") {
        prop_assert!(written(fast, speedup) && speedup > 1.0, "{}", headline);
    } else if let Some(long) = before(headline, " times as long") {
        prop_assert!(
            written(1.0 / long, speedup) && speedup < 1.0,
            "{}",
            headline
        );
    }
    worlds_hold(report, &beside[0], &own[0])
}

/// Both worlds show the runs, and their caption says how they compare.
fn worlds_hold(report: &Report, without: &Outcome, with: &Outcome) -> Result<(), TestCaseError> {
    let Some(worlds) = &report.worlds else {
        return Ok(());
    };
    let schedules = worlds.schedules.as_deref().unwrap();
    for (schedule, outcome) in schedules.iter().zip([without, with]) {
        prop_assert!((schedule.makespan() - outcome.runtime).abs() < 1e-9);
        units_are_iterations(schedule, outcome)?;
    }
    prop_assert_eq!(worlds.count as usize, without.iterations.len());
    let gain = without.runtime / with.runtime;
    if let Some(fast) = before(&worlds.caption, " times as fast") {
        prop_assert!(written(fast, gain), "{}", &worlds.caption);
    }
    for reason in &worlds.reasons {
        let outcome = if reason.with { with } else { without };
        prop_assert!(
            reason.at <= outcome.runtime * (1.0 + 1e-9),
            "{}",
            &reason.text
        );
        prop_assert!((reason.unit as usize) < outcome.iterations.len());
        if let Some(number) = reason.text.strip_prefix("Iteration ") {
            let place: usize = number.split(' ').next().unwrap().parse().unwrap();
            let (a, b) = (without.iterations[place - 1], with.iterations[place - 1]);
            prop_assert_ne!(report::words::seconds(a), report::words::seconds(b));
            prop_assert_eq!(a > b, !reason.with, "{}", &reason.text);
        }
    }
    Ok(())
}

/// Nodes of a random table.
fn nodes() -> impl Strategy<Value = Vec<(u32, f64, f64, f64)>> {
    let node = (0_u32..3, 0.0_f64..100.0, 0.0_f64..1.0, 0.0_f64..0.5);
    prop::collection::vec(node, 1..12)
}

fn text(nodes: &[(u32, f64, f64, f64)]) -> String {
    let mut text = String::from("cluster,speed,overhead,inter\n");
    for (cluster, speed, overhead, inter) in nodes {
        text += &format!("{cluster},{speed},{overhead},{inter}\n");
    }
    text
}

/// The WAE and the productivity by their definitions.
fn measures(nodes: &[(u32, f64, f64, f64)]) -> (f64, f64) {
    let fastest = nodes.iter().map(|node| node.1).fold(0.0, f64::max);
    let productivity: f64 = nodes.iter().map(|node| node.1 * (1.0 - node.2)).sum();
    match fastest > 0.0 {
        true => (productivity / fastest / nodes.len() as f64, productivity),
        false => (0.0, productivity),
    }
}

/// The cluster, other than that of the first node, that spends most of its time, more than a quarter, with other clusters; and its
/// size.
fn overloaded(nodes: &[(u32, f64, f64, f64)]) -> Option<(u32, usize)> {
    let mut worst: Option<(u32, f64, usize)> = None;
    for cluster in (0..3).filter(|cluster| nodes.first().is_some_and(|node| node.0 != *cluster)) {
        let own: Vec<f64> = nodes
            .iter()
            .filter(|node| node.0 == cluster)
            .map(|node| node.3)
            .collect();
        let mean = own.iter().sum::<f64>() / own.len() as f64;
        if mean > 0.25 && worst.is_none_or(|(_, most, _)| mean >= most) {
            worst = Some((cluster, mean, own.len()));
        }
    }
    worst.map(|(cluster, _, size)| (cluster, size))
}

proptest! {
    #![proptest_config(random(300))]

    #[test]
    fn what_is_said_of_nodes_is_so(own in nodes(), remove in 0_usize..12, added in prop::option::of(nodes())) {
        let remove = remove % (own.len() + 1);
        let mut after = own.clone();
        if remove > 0 {
            after.remove(remove - 1);
        }
        after.extend(added.iter().flatten().copied());
        let values = json!({
            "topic": "metrics",
            "nodes": text(&own),
            "remove": remove,
            "add": added.as_ref().map_or_else(String::new, |added| text(added)),
        });
        let report = run(&values).unwrap();
        let shown = if after.is_empty() { &own } else { &after };
        let (wae, productivity) = measures(shown);
        prop_assert!((figure(&report, "wae") - wae).abs() < 1e-9);
        prop_assert!((figure(&report, "productivity") - productivity).abs() < 1e-9 * (1.0 + productivity));
        let (old, work) = measures(&own);
        let headline = &report.headline;
        if headline.contains(" raises the WAE") {
            prop_assert!(wae > old, "{}", headline);
        }
        if headline.contains(" lowers the WAE") {
            prop_assert!(wae < old, "{}", headline);
        }
        // Both numbers are compared as written: a value that stays is the same, and the numbers of a change differ.
        if headline.contains(" leaves the WAE at ") {
            prop_assert!((wae - old).abs() <= 1e-9, "{}", headline);
        } else if let Some((_, rest)) = headline.split_once("s the WAE from ") {
            let (from, to) = rest.split_once("\u{a0}% to ").unwrap();
            prop_assert_ne!(from, to.split('\u{a0}').next().unwrap(), "{}", headline);
        }
        prop_assert!(!headline.contains("productivity rises") || productivity > work, "{}", headline);
        prop_assert!(!headline.contains("productivity falls") || productivity < work, "{}", headline);
        if headline.contains(", yet ") {
            prop_assert!((wae > old) != (productivity > work), "{}", headline);
        } else if headline.contains("s the WAE from") && (productivity - work).abs() > 1e-9 {
            prop_assert!((wae > old) == (productivity > work), "{}", headline);
        }
        // The coordinator's advice, from its rule.
        let n = shown.len() as f64;
        let advice = &table(&report, "totals").unwrap().rows.last().unwrap()[7];
        let Cell::Text(advice) = advice else { panic!("no advice") };
        if wae > 0.5 {
            let add = (2.0 * n * (wae - 0.5) / 0.5 - 1e-9).ceil().max(1.0);
            prop_assert!(advice.contains(&format!(" {add}\u{a0}node")), "{}: {}", advice, add);
        } else if wae < 0.3 && overloaded(shown).is_some() {
            let (cluster, size) = overloaded(shown).unwrap();
            prop_assert!(advice.starts_with(&format!("removes cluster {cluster}, {size}\u{a0}node")), "{}", advice);
        } else if wae < 0.3 && shown.len() > 1 {
            let wish = (0.75 * n * (0.3 - wae) / 0.3 - 1e-9).ceil().max(1.0);
            let removed = wish.min((n * 0.5).floor().max(1.0)).min(n - 1.0);
            prop_assert!(advice.contains(&format!(" {removed}\u{a0}node")), "{}: {}", advice, removed);
        } else {
            prop_assert_eq!(advice, "changes nothing");
        }
        // The advice is told once; where it stands in the headline alone, the text below gives its reason.
        let changed = (remove > 0 || added.is_some()) && !after.is_empty();
        prop_assert_eq!(headline.ends_with(advice.as_str()), !changed, "{}", headline);
        prop_assert_eq!(report.why.contains(&format!("The coordinator {advice}.")), changed, "{}", report.why);
        for (told, is_so) in [("below the lower threshold", wae < 0.3), ("above the upper", wae > 0.5), ("within the thresholds", (0.3..=0.5).contains(&wae))] {
            prop_assert_eq!(report.why.contains(told), is_so && !changed, "{}", report.why);
        }
        // The table of nodes names the nodes that the advice counts.
        let rows = &table(&report, "nodes").unwrap().rows;
        let left = rows.iter().filter(|row| matches!(&row[8], Cell::Text(text) if text.contains("removed")));
    let left: Vec<u32> = left.map(|row| row[1].text().parse().unwrap()).collect();
        let told = advice.split(['\u{a0}', ' ']).filter_map(|word| word.parse::<usize>().ok()).next_back();
        prop_assert_eq!(left.len(), if advice.starts_with("removes") { told.unwrap() } else { 0 }, "{}", advice);
        if let (true, Some((cluster, size))) = (advice.contains("cluster"), overloaded(shown)) {
            prop_assert!(left.iter().all(|own| *own == cluster));
            let of = match size {
                1 => format!("The only node of cluster {cluster} spends "),
                _ => format!("The nodes of cluster {cluster} spend "),
            };
            prop_assert!(report.notes.iter().any(|note| note.starts_with(&of)), "{:?}", report.notes);
        }
        // Outliers but the master are replaced.
        let mut all: Vec<f64> = shown.iter().map(|node| node.1 * (1.0 - node.2)).collect();
        let own = all.clone();
        all.sort_by(f64::total_cmp);
        let median = (all[(all.len() - 1) / 2] + all[all.len() / 2]) / 2.0;
        for (place, (row, productivity)) in rows.iter().zip(own).enumerate() {
            let slower = 1.0 - productivity / median;
            if (slower - 0.2).abs() > 1e-9 && median > 0.0 {
                prop_assert_eq!(row[8].text().contains("as an outlier"), place > 0 && slower > 0.2, "{:?}", row);
            }
        }
        prop_assert_eq!(fault(&report), None);
        // Badness by its definition.
        let fastest = shown.iter().map(|node| node.1).fold(0.0, f64::max);
        let sum = |cluster: u32| shown.iter().filter(|node| node.0 == cluster).map(|node| node.1).sum::<f64>();
        let mean = |cluster: u32| {
            let all: Vec<f64> = shown.iter().filter(|node| node.0 == cluster).map(|node| node.3).collect();
            all.iter().sum::<f64>() / all.len() as f64
        };
        let clusters: std::collections::BTreeSet<u32> = shown.iter().map(|node| node.0).collect();
        let most = clusters.iter().map(|cluster| sum(*cluster)).fold(0.0, f64::max);
        let badness = |cluster: &u32| most / sum(*cluster) + 100.0 * mean(*cluster);
        let worst = clusters.iter().max_by(|a, b| badness(a).total_cmp(&badness(b)).then(a.cmp(b)));
        for (row, node) in table(&report, "nodes").unwrap().rows.iter().zip(shown) {
            let gamma = if Some(&node.0) == worst { 10.0 } else { 0.0 };
            let expected = fastest / node.1 + 100.0 * node.3 + gamma;
            if let Cell::Number(found) = row[7] {
                prop_assert!((found - expected).abs() < 1e-6 * expected, "{} for {}", found, expected);
            }
        }
    }
}

#[test]
fn of_nodes_that_never_took_part_no_share_of_their_time_is_told() {
    for strategy in ["none", "coordinator"] {
        let report = run(&json!({
            "clusters": "nodes,active\n2,2\n2,2", "disturbances": "0 crash cluster=0\n0 crash cluster=1", "runs": 2, "strategy": strategy,
        }))
        .unwrap();
        assert!(!report.why.contains("of their time"), "{}", report.why);
        let ways = report
            .notes
            .iter()
            .filter(|note| note.contains(" adaptation no run ends: there is no mean runtime."));
        assert_eq!(ways.count(), if strategy == "none" { 1 } else { 2 });
    }
}

#[test]
fn a_single_node_steals_from_nobody() {
    let report =
        run(&json!({"clusters": "nodes,active\n1,1", "disturbances": "", "strategy": "none"}))
            .unwrap();
    let scene = format!("{:?}", report.scene);
    assert!(
        scene.contains("computes all parts") && !scene.contains("steal"),
        "{scene}"
    );
}

#[test]
fn thresholds_that_are_said_to_change_nothing_change_nothing() {
    let of = |least: f64| {
        // A cluster behind a slow link leaves as a whole.
        let mut values = json!({});
        values["least"] = json!(least);
        run(&values).unwrap()
    };
    let usual = of(0.3);
    let label = |report: &Report| {
        let chart = report.charts.iter().find(|chart| chart.key == "wae")?;
        let mut lines = chart.references.iter();
        let least = |handle: &report::chart::Handle| handle.parameter == "least";
        let line = lines.find(|line| line.handle.as_ref().is_some_and(least))?;
        Some(line.label.clone())
    };
    let label = label(&usual).unwrap();
    let (_, range) = label.split_once("no effect from ").expect(&label);
    let (from, to) = range.split_once(" to ").unwrap();
    let share = |text: &str| -> f64 {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.parse::<f64>().unwrap() / 100.0
    };
    let figures = |report: &Report| report.figures.clone();
    let log = |report: &Report| table(report, "log").map(|log| log.rows.clone());
    for least in [share(from), share(to)] {
        let other = of(least);
        assert_eq!(figures(&other), figures(&usual), "{least} in {label}");
        assert_eq!(log(&other), log(&usual), "{least} in {label}");
    }
}

/// The texts of the log of a report.
fn reasons(report: &Report) -> Vec<String> {
    let log = table(report, "log").unwrap();
    log.rows.iter().map(|row| row[5].text()).collect()
}

#[test]
fn the_first_nodes_that_are_added_are_tried_and_only_later_ones_follow_nodes_that_paid() {
    let values = json!({
        "strategy": "marginal", "disturbances": "", "clusters": "nodes,active\n12,2\n12,0\n", "iterations": 6, "phases": 1, "depth": 4,
        "serial": 1, "period": 20.0,
    });
    let report = run(&values).unwrap();
    let log = table(&report, "log").unwrap().rows.iter();
    let changes = log.filter(|row| row[4].text() != "no change");
    let told: Vec<String> = changes.map(|row| row[5].text()).collect();
    assert_eq!(
        told[0], "the strategy tries whether more nodes pay",
        "{told:?}"
    );
    assert_eq!(told[1], "the nodes added before paid", "{told:?}");
}

#[test]
fn nodes_that_never_came_or_have_not_come_yet_are_not_said_not_to_pay() {
    let mut values = json!({
        "strategy": "marginal", "disturbances": "", "clusters": "nodes,active\n12,12\n", "iterations": 4,
    });
    assert_eq!(
        reasons(&run(&values).unwrap())[..3],
        [
            "no node is free that may be added",
            "no more nodes take part than before: the strategy rests",
            "the strategy rests while productivity stays about the same",
        ]
    );
    values["clusters"] = json!("nodes,active\n12,4\n12,0\n");
    values["period"] = json!(60.0);
    values["allocation"] = json!(120.0);
    assert_eq!(
        reasons(&run(&values).unwrap())[1..5],
        [
            "the strategy tries whether more nodes pay",
            "the requested nodes have not come yet",
            "not all nodes have measured their speed",
            "the nodes added before did not pay: the strategy rests",
        ]
    );
}

#[test]
fn productivity_that_falls_right_after_the_turn_is_not_said_to_follow_a_removal() {
    let report = run(&json!({
        "strategy": "climbing", "disturbances": "220 load cluster=0 factor=3", "clusters": "nodes,active\n12,12\n", "iterations": 2,
    }));
    assert_eq!(
        reasons(&report.unwrap())[..2],
        [
            "no node is free: the climber turns",
            "productivity fell before a node was removed: the climber rests",
        ]
    );
}

#[test]
fn a_best_set_that_lost_nodes_is_not_said_to_stay() {
    let report = run(&json!({
        "strategy": "best-seen", "disturbances": "500 crash cluster=1", "clusters": "nodes,active\n12,12\n12,12\n12,12\n", "iterations": 10,
    }));
    let told = reasons(&report.unwrap());
    assert_eq!(
        told[4], "nodes of the best set so far are missing, and none of them is free",
        "{told:?}"
    );
}

#[test]
fn nodes_that_joined_by_adaptation_alone_leave_in_the_adapted_run_alone() {
    let mut values = json!({
        "strategy": "marginal", "disturbances": "", "clusters": "nodes,active\n4,4\n4,0\n", "iterations": 8, "phases": 1, "depth": 4,
        "serial": 1, "period": 20.0,
    });
    let decisions = &outcomes(&values, Chosen::Marginal)[0].decisions;
    let added = decisions.iter().find(|one| one.added() > 0).unwrap();
    let time = added.time + added.actions[0].delay + 1.0;
    values["disturbances"] = json!(format!("{time} leave cluster=1"));
    let with = &outcomes(&values, Chosen::Marginal)[0];
    assert!(with.idle.is_empty() && with.runtime > time);
    assert_eq!(outcomes(&values, Chosen::None)[0].idle, [0]);
    let report = run(&values).unwrap();
    let told = &format!(
        "At {} “cluster 1 leaves” changes nothing without adaptation.",
        report::words::seconds(time)
    );
    assert!(report.why.contains(told), "{}", report.why);
    let reasons = report.worlds.iter().flat_map(|worlds| &worlds.reasons);
    let nothing = |text: &&str| text.contains("changes nothing");
    for text in reasons.map(|reason| reason.text.as_str()).filter(nothing) {
        assert_eq!(text, told);
    }
}

#[test]
fn a_load_ends_only_where_there_is_one() {
    for (events, ends) in [
        ("5 load cluster=0 factor=1", false),
        ("2 load nodes=1 factor=3\n5 load cluster=0 factor=1", true),
        ("2 load nodes=5 factor=3\n5 load cluster=0 factor=1", false),
        ("5 load cluster=0 factor=1\n2 load cluster=0 factor=3", true),
        (
            "2 load cluster=0 factor=3\n3 load nodes=0-3 factor=1\n5 load cluster=0 factor=1",
            false,
        ),
        (
            "2 add cluster=0 nodes=1 speed=1\n2 join nodes=8\n3 load nodes=8 factor=2\n5 load cluster=0 factor=1",
            true,
        ),
        (
            "2 load nodes=8 factor=2\n3 add cluster=0 nodes=1 speed=1\n5 load cluster=0 factor=1",
            false,
        ),
    ] {
        let values = json!({
            "strategy": "none", "disturbances": events, "clusters": "nodes,active\n4,4\n4,4\n", "iterations": 3, "phases": 1, "depth": 3,
        });
        let report = run(&values).unwrap();
        let schedule = report.schedule.as_ref().unwrap();
        let marks: Vec<&str> = schedule
            .marks()
            .iter()
            .map(|mark| mark.text.as_str())
            .collect();
        let told = match ends {
            true => "the load on cluster 0 ends",
            false => "“the load on cluster 0 ends” changes nothing",
        };
        let told = format!("5.00\u{a0}s: {told}");
        assert!(marks.contains(&told.as_str()), "{events}: {marks:?}");
        // Without the event the run is the same where it changes nothing.
        let mut bare = values.clone();
        let others = events
            .lines()
            .filter(|line| *line != "5 load cluster=0 factor=1");
        bare["disturbances"] = json!(others.collect::<Vec<_>>().join("\n"));
        let time = |values: &Value| outcomes(values, Chosen::None)[0].runtime;
        let same = (time(&values) - time(&bare)).abs() < 1e-6;
        assert_eq!(same, !ends, "{events}");
    }
}

#[test]
fn the_climber_removes_the_least_productive_of_the_nodes_that_may_leave() {
    // The master is slower than all others.
    let report = run(&json!({
        "strategy": "climbing", "disturbances": "0 load nodes=0 factor=9", "clusters": "nodes,active\n8,8\n", "iterations": 12, "phases": 1,
        "depth": 5, "serial": 1, "interval": 2.0, "warmup": 2,
    }))
    .unwrap();
    let told = reasons(&report);
    let least = "the climber tries fewer nodes, and of the nodes that may leave it produces least";
    assert!(told.iter().any(|why| why == least), "{told:?}");
}

#[test]
fn a_log_that_is_cut_says_so() {
    let long = |strategy: &str, more: Value| {
        let mut values = json!({
            "strategy": strategy, "disturbances": "", "clusters": "nodes,active\n4,4\n4,0\n", "iterations": 40, "phases": 1, "depth": 2,
            "leaf": 20.0, "serial": 50.0, "period": 10.0, "bench_overhead": 0.01, "interval": 0.5, "warmup": 0, "grace": 0, "block": 1,
        });
        for (name, value) in more.as_object().unwrap() {
            values[name] = value.clone();
        }
        values
    };
    for (strategy, chosen, more) in [
        ("watching", Chosen::Watching, json!({})),
        ("coordinator", Chosen::Coordinator, json!({})),
        (
            "climbing",
            Chosen::Climbing,
            json!({"tolerance": 1.5, "longest_rest": 1}),
        ),
    ] {
        let values = long(strategy, more);
        let report = run(&values).unwrap();
        let outcome = &outcomes(&values, chosen)[0];
        let still = outcome
            .decisions
            .iter()
            .filter(|one| one.actions.is_empty())
            .count();
        let acts = outcome.decisions.len() - still;
        let rows = table(&report, "log").unwrap().rows.len();
        // Each decision that acts has a row at least.
        assert!(acts + still > 400, "{acts} {still}");
        let left = report::words::count(
            still,
            "decision that changes nothing",
            "decisions that change nothing",
        );
        let note = report
            .notes
            .iter()
            .find(|note| note.starts_with("The table of decisions "))
            .unwrap();
        match acts {
            0 => assert_eq!(
                note,
                &format!("The table of decisions shows the first 400 of {left}.")
            ),
            acts if acts < 400 => assert_eq!(
                (note, rows),
                (&format!("The table of decisions leaves out {left}."), acts)
            ),
            _ => assert!(
                note.ends_with(&format!("changes, and leaves out {left}.")),
                "{note}"
            ),
        }
        assert_eq!(
            note.contains("shows the first 400 of "),
            rows == 400,
            "{note}"
        );
    }
    // A whole table has no note that it is cut.
    let report = run(&json!({"strategy": "climbing", "iterations": 2})).unwrap();
    assert!(
        report
            .notes
            .iter()
            .all(|note| !note.starts_with("The table of decisions "))
    );
}

/// A run keeps so many decisions that change nothing, and all that change something: numbers, charts and thresholds are not those of the
/// kept ones.
#[test]
fn decisions_that_are_not_kept_are_counted_and_end_the_charts() {
    let mut values = json!({
        "clusters": "nodes,active,speed\n1,1,0.05", "disturbances": "", "period": 10.0, "iterations": 40, "phases": 1, "serial": 500, "depth": 4,
        "leaf": 5.0, "strategy": "watching",
    });
    let outcome = &outcomes(&values, Chosen::Watching)[0];
    let (last, until) = (outcome.decisions.last().unwrap(), outcome.unkept.unwrap());
    assert!(last.time < until && until < outcome.runtime - 1e5);
    // A decision ends each period from the first speed on.
    let first = &outcome.decisions[0];
    let all = ((outcome.runtime - first.time) / 10.0).floor() as usize + 1;
    assert_eq!(outcome.decided, (0, all as u64));
    let report = run(&values).unwrap();
    let all = report::words::count(all, "", "decisions that change nothing");
    let cut = format!("The table of decisions shows the first 400 of {all}.");
    assert!(report.notes.contains(&cut), "{:?}", report.notes);
    let ends = format!("show those before {}:", report::words::seconds(until));
    assert!(
        report.notes.iter().any(|note| note.contains(&ends)),
        "{:?}",
        report.notes
    );
    let inter = report.charts.iter().find(|chart| chart.key == "inter");
    assert!(inter.is_none_or(|inter| inter.title.contains(", up to ")));
    // A late change is kept and told: nodes come, measure their speed, and have nothing to do.
    for (name, value) in [
        ("clusters", json!("nodes,active,speed\n1,1,0.09")),
        ("least", json!(0.4)),
        ("strategy", json!("coordinator")),
        ("iterations", json!(200)),
        ("depth", json!(1)),
        ("branching", json!(2)),
        ("leaf", json!(0.01)),
        (
            "disturbances",
            json!("1000000 add cluster=0 nodes=2 speed=0.001"),
        ),
    ] {
        values[name] = value;
    }
    let outcome = &outcomes(&values, Chosen::Coordinator)[0];
    let until = outcome.unkept.unwrap();
    let late = outcome.decisions.iter().filter(|one| one.time > until);
    let late: Vec<f64> = late.map(|one| one.time).collect();
    assert!(!late.is_empty());
    let report = run(&values).unwrap();
    let log = table(&report, "log").unwrap().rows.iter();
    let logged =
        log.filter(|row| matches!(&row[0], Cell::Figure(time) if time.value > 1000.0 * until));
    assert!(logged.count() >= late.len());
    assert!(
        !report
            .notes
            .iter()
            .any(|note| note.starts_with("The lower threshold has no effect"))
    );
    let wae = report
        .charts
        .iter()
        .find(|chart| chart.key == "wae")
        .unwrap();
    let report::chart::Series::Line { points, .. } = &wae.series[0] else {
        panic!("no line");
    };
    assert!(points.iter().all(|point| point.x < 1000.0 * until));
}

/// The map counts all thefts, also those that the picture has no room for.
#[test]
fn all_thefts_are_counted() {
    let values = json!({
        "iterations": 100, "phases": 16, "serial": 0, "leaf": 0.44, "strategy": "none", "disturbances": "",
    });
    let outcome = &outcomes(&values, Chosen::None)[0];
    let taken: u64 = outcome.nodes.iter().map(|node| node.taken).sum();
    // Nothing leaves: every theft arrives.
    assert_eq!(taken, outcome.remote.steals);
    assert!(outcome.local.steals + outcome.remote.steals > 250_000);
    let report = run(&values).unwrap();
    let map = report
        .charts
        .iter()
        .find(|chart| chart.key == "map")
        .unwrap();
    let report::chart::Series::Graph { places, .. } = &map.series[0] else {
        panic!("no graph");
    };
    let told = places.iter().filter_map(|place| {
        let (before, _) = place
            .detail
            .split_once("\u{a0}jobs stolen from other clusters")?;
        before
            .replace('\u{202f}', "")
            .rsplit(' ')
            .next()?
            .parse::<u64>()
            .ok()
    });
    assert_eq!(told.sum::<u64>(), taken);
}

/// An event that the run of one way alone meets is told with the end of the other one, in the text and in the world that meets it.
#[test]
fn an_event_after_the_end_of_one_run_says_so() {
    let platform = |events: String| {
        json!({
            "disturbances": events, "clusters": "nodes,active\n8,2\n8,0", "iterations": 6, "phases": 1, "depth": 3, "serial": 1, "leaf": 2.0,
            "period": 30.0,
        })
    };
    let alone = platform(String::new());
    let end = |chosen: Chosen| outcomes(&alone, chosen)[0].runtime;
    let (none, adapted) = (end(Chosen::None), end(Chosen::Coordinator));
    assert!(adapted < none - 10.0);
    let time = (adapted + none) / 2.0;
    let report = run(&platform(format!("{time} load cluster=0 factor=25"))).unwrap();
    let told = format!(
        "At {}, after the end of the run with adaptation, load slows cluster 0 down by a factor of 25.",
        report::words::seconds(time)
    );
    assert!(report.why.contains(&told), "{}", report.why);
    let reasons = || report.worlds.iter().flat_map(|worlds| &worlds.reasons);
    assert!(reasons().any(|reason| reason.text == told && !reason.with));
    // Benchmarks alone make the program longer.
    let mut watched = platform(String::new());
    for (name, value) in [
        ("strategy", json!("watching")),
        ("bench_overhead", json!(0.5)),
    ] {
        watched[name] = value;
    }
    let adapted = outcomes(&watched, Chosen::Watching)[0].runtime;
    assert!(adapted > none + 1.0);
    let time = (adapted + none) / 2.0;
    watched["disturbances"] = json!(format!("{time} load cluster=0 factor=25"));
    let report = run(&watched).unwrap();
    let told = format!(
        "At {}, after the end of the run without adaptation, load slows cluster 0 down by a factor of 25.",
        report::words::seconds(time)
    );
    assert!(report.why.contains(&told), "{}", report.why);
    let reasons = || report.worlds.iter().flat_map(|worlds| &worlds.reasons);
    assert!(reasons().any(|reason| reason.text == told && reason.with));
}

/// A slow leaf takes longer than a thousand changes: the program comes further, and its run goes on.
#[test]
fn a_cluster_that_comes_after_the_end_of_the_adapted_run_has_its_row() {
    let values = json!({
        "strategy": "marginal", "clusters": "nodes,active\n4,1\n4,0\n", "disturbances": "450 add cluster=2 nodes=2\n451 join cluster=2",
        "iterations": 4, "phases": 2, "depth": 3, "serial": 1.0, "leaf": 1.0, "period": 10.0,
    });
    let report = run(&values).unwrap();
    let ways = [("without", Chosen::None), ("with", Chosen::Marginal)];
    let runs = ways.map(|(name, chosen)| (name, outcomes(&values, chosen).remove(0)));
    let mut expected = Vec::new();
    for cluster in 0..3 {
        for (name, outcome) in &runs {
            let own = outcome.nodes.iter().filter(|node| node.cluster == cluster);
            let hours = own.map(|node| node.took_part).sum::<f64>() / 3600.0;
            if hours > 0.0 {
                expected.push(([format!("cluster {cluster}"), (*name).to_owned()], hours));
            }
        }
    }
    let late = ["cluster 2".to_owned(), "without".to_owned()];
    assert!(expected.iter().any(|(names, _)| *names == late));
    let rows = &table(&report, "clusters").unwrap().rows;
    assert_eq!(rows.len(), expected.len());
    for (row, (names, hours)) in rows.iter().zip(expected) {
        assert_eq!([row[0].text(), row[1].text()], names);
        let told = matches!(row[2], Cell::Number(own) if (own - hours).abs() < 1e-9);
        assert!(told, "{row:?} {hours}");
    }
}

#[test]
fn a_run_whose_leaves_are_slow_is_not_stalled() {
    let values = json!({
        "clusters": "nodes,active,speed,spread,uplink,downlink,latency,LAN bandwidth,LAN latency\n4,4,0.05,0,125000000.0,100000.0,0.2,12500000.0,0.01\n2,0,0.5,0.5,10000.0,12500000.0,0,12500000.0,0.0001\n",
        "disturbances": "7 link cluster=1 bandwidth=1.25e+07\n0 link cluster=1 bandwidth=10000\n0 load cluster=0 factor=10\n0 load nodes=3-5 factor=25",
        "iterations": 2, "phases": 1, "branching": 2, "depth": 3, "jitter": 0, "merge": 1, "input_bytes": 100_000, "output_bytes": 0,
        "policy": "random", "orphans": "discard", "detection": 100, "first_wait": 100, "strategy": "climbing", "interval": 1, "block": 1, "decay": 1,
        "warmup": 3, "grace": 0, "tolerance": 1, "reference": "last", "accelerates": false, "step_up": 5, "step_down": 0, "longest_rest": 1,
        "replaces": false, "toleration": 10, "seed": 838,
    });
    let outcome = &outcomes(&values, Chosen::Climbing)[0];
    assert_eq!(outcome.end, End::Done);
    assert!(
        (outcome.runtime - 24_349.0).abs() < 1.0,
        "{}",
        outcome.runtime
    );
}

/// The event that ends a run is in its report.
#[test]
fn the_crash_that_leaves_no_node_is_told() {
    for (detection, time) in [(0.0, 40.0), (5.0, 40.0), (0.0, 0.0)] {
        let values = json!({
            "clusters": "nodes,active\n2,2\n3,0", "disturbances": format!("{time} crash cluster=0\n50 load nodes=2 factor=3"),
            "detection": detection, "iterations": 5, "phases": 1, "serial": 1, "depth": 3, "leaf": 3.0,
        });
        let report = run(&values).unwrap();
        assert!(report.headline.starts_with("The program never ends"));
        let told = format!("At {} cluster 0 crashes.", report::words::seconds(time));
        assert!(report.why.contains(&told), "{}", report.why);
        let marks = report.schedule.as_ref().unwrap().marks();
        assert!(
            marks
                .iter()
                .any(|mark| mark.text.ends_with("cluster 0 crashes"))
        );
    }
}

#[test]
fn of_both_ways_to_steal_each_cut_schedule_is_told_once() {
    // Nodes that ask often and wait long are in many states.
    let of = |clusters: &str| {
        let report = run(&json!({
            "strategy": "none", "disturbances": "", "iterations": 3, "phases": 1, "depth": 1, "leaf": 20.0, "serial": 100.0, "policy": "random",
            "clusters": format!("nodes,active,LAN latency\n{clusters}"), "first_wait": 20.0, "longest_wait": 0.02,
        }));
        let notes = report.unwrap().notes.into_iter();
        notes
            .filter(|note| note.contains("more would be too much to draw"))
            .collect::<Vec<_>>()
    };
    let cut = of("16,16,0.008\n16,16,0.008");
    assert!(
        cut.iter()
            .any(|note| note.starts_with("With random stealing the schedule shows the first ")),
        "{cut:?}"
    );
    assert!(
        cut.iter()
            .any(|note| note
                .starts_with("With cluster-aware stealing the schedule shows the first ")),
        "{cut:?}"
    );
    assert_eq!(cut.len(), 2, "{cut:?}");
    let cut = of("32,32,0.008");
    assert_eq!(cut.len(), 1, "{cut:?}");
    assert!(
        cut[0].starts_with("The schedule shows the first "),
        "{cut:?}"
    );
}

#[test]
fn one_node_of_several_that_takes_part_steals_from_nobody() {
    for (active, told) in [
        (
            "4,1\n4,0",
            "Of 8\u{a0}nodes in 2\u{a0}clusters, 1 computes all parts of one program.",
        ),
        (
            "4,2\n4,1",
            "Of 8\u{a0}nodes in 2\u{a0}clusters, 3 steal parts of one program from each other.",
        ),
        (
            "4,4\n4,4",
            "8\u{a0}nodes in 2\u{a0}clusters steal parts of one program from each other.",
        ),
    ] {
        let report = run(&json!({
            "clusters": format!("nodes,active\n{active}"), "disturbances": "", "strategy": "none", "iterations": 1, "depth": 2,
        }))
        .unwrap();
        assert_eq!(report.scene.unwrap().machine, told);
    }
}

#[test]
fn without_a_benchmark_none_is_said_to_take_time() {
    let of = |period: f64| {
        let values = json!({
            "strategy": "watching", "disturbances": "", "iterations": 1, "phases": 1, "serial": 0.0, "depth": 2, "leaf": 0.1, "period": period,
            "bench_work": 100.0, "bench_overhead": 0.001, "clusters": "nodes,active\n2,2\n",
        });
        let bench: f64 = outcomes(&values, Chosen::Watching)[0]
            .nodes
            .iter()
            .map(|node| node.times.bench)
            .sum();
        (bench, run(&values).unwrap().why)
    };
    let (bench, why) = of(60.0);
    assert_eq!(bench, 0.0);
    assert!(
        why.starts_with("No benchmark runs, and nobody acts on the reports."),
        "{why}"
    );
}

#[test]
fn iterations_that_were_done_are_counted_in_the_singular_and_the_plural() {
    for (iterations, told) in [
        (1, "0 of 1\u{a0}iteration was done."),
        (3, "0 of 3\u{a0}iterations were done."),
    ] {
        let report = run(&json!({
            "disturbances": "0 load cluster=0 factor=1000000", "strategy": "none", "iterations": iterations,
            "clusters": "nodes,active\n12,12\n12,12\n",
        }))
        .unwrap();
        let notes = report.notes.join(" ");
        assert!(notes.contains(told), "{notes}");
    }
}

#[test]
fn numbers_that_are_written_alike_are_not_told_as_different() {
    let of = |nodes: &str, add: &str| {
        run(&json!({"topic": "metrics", "nodes": format!("speed,overhead\n{nodes}"), "remove": 0, "add": format!("speed,overhead\n{add}")})).unwrap()
    };
    let why = of("50,0.2\n40,0.2", "50.001,0.2").why;
    assert!(!why.contains("Before, the fastest node"), "{why}");
    let why = of("50,0.2\n40,0.2", "51,0.2").why;
    assert!(
        why.contains("51.0 leaves per second. Before, the fastest node had a speed of 50.0."),
        "{why}"
    );
    let headline = of("50,0.2\n50,0.2", "50,0.20000000003").headline;
    assert!(
        headline.contains(" leaves the WAE at 80.0\u{a0}%"),
        "{headline}"
    );
}

#[test]
fn a_master_stays_where_its_cluster_leaves() {
    for (event, told, left) in [
        (
            "5 leave cluster=0",
            "At 5.00\u{a0}s cluster 0 leaves (node 0, the master, stays).",
            5,
        ),
        (
            "5 leave nodes=0,3,6",
            "At 5.00\u{a0}s nodes 0, 3 and 6 leave (node 0, the master, stays).",
            6,
        ),
        (
            "5 leave nodes=0",
            "At 5.00\u{a0}s “node 0 leaves” changes nothing.",
            8,
        ),
        (
            "5 leave nodes=3,6",
            "At 5.00\u{a0}s nodes 3 and 6 leave.",
            6,
        ),
    ] {
        let values = json!({
            "strategy": "none", "disturbances": event, "clusters": "nodes,active\n4,4\n4,4\n", "iterations": 2, "phases": 1, "depth": 3,
        });
        let report = run(&values).unwrap();
        assert!(report.why.starts_with(told), "{}", report.why);
        let outcome = &outcomes(&values, Chosen::None)[0];
        assert_eq!(outcome.final_active(), left);
    }
}

#[test]
fn one_job_that_was_found_again_has_lost_its_parent() {
    let of = |seed: u64| {
        json!({
            "strategy": "none", "disturbances": "14 crash nodes=5", "clusters": "nodes,active\n4,4\n4,4\n", "iterations": 1, "phases": 1,
            "serial": 1.0, "depth": 4, "detection": 1.0, "seed": seed,
        })
    };
    let one = |values: &Value| {
        let outcome = &outcomes(values, Chosen::None)[0];
        outcome.orphans_reused == 1 && outcome.redone > 0
    };
    let values = (1..500).map(of).find(one).unwrap();
    let notes = run(&values).unwrap().notes;
    let told = "1 job had lost its parent and was found again by its place in the tree; ";
    assert!(notes.iter().any(|note| note.starts_with(told)), "{notes:?}");
}

#[test]
fn a_strategy_that_changes_nodes_all_the_time_lets_the_masters_work_end() {
    // A thousand changes fit into the sequential part, and into a leaf.
    for (serial, leaf, tree) in [(50.0, 0.01, 3), (0.1, 60.0, 1)] {
        let values = json!({
            "strategy": "climbing", "iterations": 1, "phases": 1, "serial": serial, "depth": tree, "leaf": leaf, "disturbances": "",
            "clusters": "nodes,active,speed\n8,4,0.1", "interval": 0.1, "block": 1, "warmup": 0, "grace": 0,
        });
        let with = &outcomes(&values, Chosen::Climbing)[0];
        assert!(with.decisions.len() > 1000, "{}", with.decisions.len());
        let report = run(&values).unwrap();
        assert_eq!(with.end, End::Done, "{}", report.headline);
    }
}

#[test]
fn a_schedule_that_is_cut_within_its_first_iteration_compares_no_iterations() {
    for strategy in ["climbing", "none"] {
        let report = run(&json!({
            "strategy": strategy, "interval": 1.0, "iterations": 1, "phases": 8, "depth": 15, "branching": 2, "leaf": 0.01, "serial": 1.0,
            "split": 0.0, "merge": 0.0, "input_bytes": 100.0, "output_bytes": 100.0, "disturbances": "5 load cluster=1 factor=2",
        }))
        .unwrap();
        let cut = report
            .notes
            .iter()
            .any(|note| note.contains("more would be too much to draw"));
        assert!(cut && report.worlds.is_none(), "{:?}", report.notes);
    }
}

#[test]
fn an_idle_node_has_no_negative_efficiency() {
    // The sum of a period's times is longer than the period by rounding.
    let values = json!({
        "clusters": "nodes,active\n36,36", "disturbances": "", "serial": 200.0, "phases": 1, "iterations": 1, "depth": 2, "least": 0.0,
        "period": 37.0, "bench_overhead": 0.5, "seed": 16,
    });
    let with = &outcomes(&values, Chosen::Coordinator)[0];
    let wae = with.decisions.iter().filter_map(|one| one.figures.wae);
    assert!(wae.clone().any(|wae| wae < 1e-12) && wae.into_iter().all(|wae| wae >= 0.0));
    assert!(with.decisions.iter().all(|one| one.removed() == 0));
    let texts = trial::texts(&run(&values).unwrap()).join(" ");
    assert!(!texts.contains("0.000000") && !texts.contains("·10^−16"));
}

#[test]
fn a_run_that_ends_before_the_coordinator_looks_says_nothing_of_thresholds() {
    let report = run(&json!({
        "iterations": 1, "phases": 1, "serial": 1.0, "depth": 3, "leaf": 1.0, "clusters": "nodes,active\n4,4", "disturbances": "",
    }))
    .unwrap();
    assert!(
        report
            .notes
            .iter()
            .all(|note| !note.contains("threshold has no effect")),
        "{:?}",
        report.notes
    );
}

#[test]
fn a_tree_that_is_not_drawn_is_told() {
    for (tree, told) in [
        (1, None),
        (5, Some("Tree 5 is not drawn: the run has 1\u{a0}tree.")),
    ] {
        let report = run(&json!({"iterations": 1, "phases": 1, "tree": tree})).unwrap();
        let note = report
            .notes
            .iter()
            .find(|note| note.starts_with("Tree "))
            .map(String::as_str);
        assert_eq!(note, told);
        assert_eq!(
            report.charts.iter().any(|chart| chart.key == "tree"),
            told.is_none()
        );
    }
}

#[test]
fn an_event_that_sets_what_is_there_changes_nothing() {
    for (events, nothing) in [
        ("10 link cluster=0 bandwidth=12500000", 1),
        (
            "10 link cluster=0 bandwidth=1250000\n20 link cluster=0 bandwidth=1250000",
            1,
        ),
        ("10 load nodes=1 factor=2\n20 load nodes=1 factor=2", 1),
        ("10 load nodes=1 factor=2\n20 load nodes=1 factor=3", 0),
    ] {
        let values = json!({"strategy": "none", "disturbances": events, "clusters": "nodes,active\n4,3\n4,2"});
        assert_eq!(
            outcomes(&values, Chosen::None)[0].idle.len(),
            nothing,
            "{events}"
        );
        let report = run(&values).unwrap();
        let marks = report.schedule.as_ref().unwrap().marks().iter();
        assert_eq!(
            marks
                .filter(|mark| mark.text.contains("changes nothing"))
                .count(),
            nothing,
            "{events}"
        );
    }
}

#[test]
fn the_chart_of_badness_shows_every_node_that_is_removed_or_names_it() {
    let many = "0,1,0.9,0\n".repeat(60);
    for (nodes, bars, notes) in [
        (
            many.as_str(),
            40,
            vec!["The chart of badness shows 40 of 60 nodes"],
        ),
        (
            "0,1,0.9,0\n0,0,0.9,0\n0,0,0.5,0",
            1,
            vec!["The chart of badness has no bar where the badness is infinite: "],
        ),
        ("0,1,0.9,0\n0,1,0.5,0", 2, vec![]),
    ] {
        let report = run(&json!({"topic": "metrics", "nodes": format!("cluster,speed,overhead,inter\n{nodes}"), "remove": 0})).unwrap();
        let chart = report
            .charts
            .iter()
            .find(|chart| chart.key == "badness")
            .unwrap();
        let all = match &chart.series[0] {
            report::chart::Series::Bars { bars } => bars.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(all.len(), bars);
        let removed = table(&report, "nodes").unwrap().rows.iter();
        let removed = removed
            .filter(|row| row[8].text().contains("removed") && row[7].text() != "∞")
            .count();
        assert_eq!(all.iter().filter(|bar| bar.main).count(), removed);
        let told: Vec<&String> = report
            .notes
            .iter()
            .filter(|note| note.starts_with("The chart of badness"))
            .collect();
        assert_eq!(told.len(), notes.len(), "{told:?}");
        assert!(
            told.iter()
                .zip(&notes)
                .all(|(told, note)| told.starts_with(note)),
            "{told:?}"
        );
    }
}
