//! Two schedulers on one stream.

use divisible::experiment::{Experiment, settings};
use divisible::formulas::window::Window;
use divisible::parameters::Scheduler;
use divisible::settings::{Delays, Ports, Scope};
use divisible::streams::{self, Together};
use divisible::study::watched;
use divisible::watch::{Round, Unwatched};
use proptest::prelude::*;
use report::number::{fixed, short};
use report::words::{percent, rough_percent, seconds};
use schedule::Off;
use serde_json::{Value, json};

use super::{Order, claimed, order, random, report, same, scenario, table};

fn simulated(experiment: &Experiment) -> Together {
    streams::simulate(
        &experiment.clusters,
        &experiment.settings,
        &experiment.stream,
        &mut Off,
        &mut Unwatched,
    )
    .unwrap()
}

/// The report names an average of the runs’ own ratios beside the ratio of the mean throughputs, where it claims an order and both
/// differ.
fn averages_are_so(
    report: &report::Report,
    ratios: &[f64],
    of_means: f64,
) -> Result<(), TestCaseError> {
    let by_run = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let expected = match order(ratios) {
        Order::Faster(_) => Some((by_run, of_means)),
        Order::Slower(_) => Some((1.0 / by_run, 1.0 / of_means)),
        Order::Equal | Order::Unclear => None,
    };
    let told = report.notes.iter().find_map(|note| {
        let (by_run, rest) = note
            .strip_prefix("The factor ")?
            .split_once(" is an average of ")?;
        let (_, of_means) = rest.split_once("the ratio of the mean throughputs is ")?;
        let number = |text: &str| text.trim_end_matches('.').parse::<f64>().ok();
        Some((number(by_run)?, number(of_means)?))
    });
    let unit = |value: f64| if value < 10.0 { 0.01 } else { 0.1 };
    match (told, expected) {
        (None, None) => {}
        (None, Some((one, other))) => {
            prop_assert!(
                (one - other).abs() < 1.001 * unit(one.max(other)),
                "{one} {other}"
            );
        }
        (Some(told), Some(slow)) => {
            let near = |(told, slow): (f64, f64)| (told - slow).abs() < 0.501 * unit(slow);
            let both = near((told.0, slow.0)) && near((told.1, slow.1));
            prop_assert!(both && told.0 != told.1, "{told:?} {slow:?}");
        }
        (Some(_), None) => prop_assert!(false, "{:?}: {ratios:?}", report.notes),
    }
    Ok(())
}

#[test]
fn the_average_of_ratios_is_not_taken_for_the_ratio_of_averages() {
    let report = trial::run::<divisible::Divisible>(&json!({})).unwrap();
    assert!(
        report.headline.contains(" 1.86 times as fast as "),
        "{}",
        report.headline
    );
    let note = "The factor 1.86 is an average of the runs’ own ratios; the ratio of the mean throughputs is 1.66.";
    assert!(
        report.notes.iter().any(|one| one == note),
        "{:?}",
        report.notes
    );
}

fn said_is_so(text: &str, rest: &Value) -> Result<(), TestCaseError> {
    let (report, parameters) = (report(text, rest), scenario(text, rest));
    let own = parameters.scheduler;
    let rival = match own {
        Scheduler::As4dr => Scheduler::Baseline,
        _ => Scheduler::As4dr,
    };
    let runs = |scheduler| -> Vec<Together> {
        let one = |run| simulated(&Experiment::of(&parameters, scheduler, run).unwrap());
        (0..parameters.runs).map(one).collect()
    };
    let (own, rival) = (runs(own), runs(rival));
    let headline = &report.headline;
    let shares_are_so = |text: &str| -> Result<(), TestCaseError> {
        let mean =
            |all: &[Together]| all.iter().map(Together::efficiency).sum::<f64>() / all.len() as f64;
        // Only all of the time reads as all of the time.
        let share = |all: &[Together]| match mean(all) {
            most if rough_percent(most) == "100\u{a0}%" && most < 1.0 - 1e-9 => {
                let texts = (1..9).map(|digits| percent(most, digits));
                let mut less = texts.filter(|text| !text.starts_with("100"));
                less.next().unwrap()
            }
            share => rough_percent(share),
        };
        let shares = [share(&own), share(&rival)];
        for share in &shares {
            prop_assert!(text.contains(share.as_str()), "{text}: {shares:?}");
        }
        Ok(())
    };
    let leads = headline.contains(" brings the rounds of every worker within ");
    if leads {
        let (_, told) = report.why.split_once(" They compute ").unwrap();
        shares_are_so(told)?;
        // Three lines of a page.
        let short = headline.chars().count() <= 190;
        prop_assert!(short || parameters.runs > 1, "{headline}");
    }
    if !leads && !headline.contains("vanish") && !headline.contains("cannot be compared") {
        let ratios: Vec<f64> = own
            .iter()
            .zip(&rival)
            .map(|(own, other)| own.throughput() / other.throughput())
            .collect();
        prop_assert!(
            same(claimed(headline, parameters.runs), order(&ratios)),
            "{headline}: {ratios:?}"
        );
        let sum = |all: &[Together]| all.iter().map(Together::throughput).sum::<f64>();
        averages_are_so(&report, &ratios, sum(&own) / sum(&rival))?;
        shares_are_so(headline)?;
    }
    // Accounts of each worker: shares of the time of all workers.
    let share = |of: fn(&divisible::outcome::Account) -> f64| {
        let one = |together: &Together| {
            let accounts = together
                .clusters
                .iter()
                .flat_map(|one| one.workers.iter().map(|w| (of(w), one.elapsed)));
            let (sum, time) = accounts.fold((0.0, 0.0), |(sum, time), (part, all)| {
                (sum + part, time + all)
            });
            sum / time
        };
        own.iter().map(one).sum::<f64>() / own.len() as f64
    };
    let starved = format!(
        "Processors starve {} of the time",
        rough_percent(share(|one| one.inter + one.intra))
    );
    prop_assert!(report.why.contains(&starved), "{}: {starved}", report.why);
    // The round in which the last worker comes within 1 % of τ for the first time, in each run.
    let settled = |run| -> f64 {
        let experiment = Experiment::of(&parameters, parameters.scheduler, run).unwrap();
        let mut last: f64 = 0.0;
        for ring in &experiment.clusters {
            let mut near = vec![f64::NAN; ring.workers().len()];
            let mut each = |round: &Round| {
                let first = &mut near[round.worker as usize];
                let off = (round.sigma - parameters.target).abs();
                if first.is_nan() && off <= 0.01 * parameters.target {
                    *first = f64::from(round.number + 1);
                }
            };
            watched(ring, &experiment.settings, &experiment.stream, &mut each).unwrap();
            // Not a number where a worker never does.
            for one in near {
                last = if one.is_nan() || last.is_nan() {
                    f64::NAN
                } else {
                    last.max(one)
                };
            }
        }
        last
    };
    if matches!(parameters.scheduler, Scheduler::As4dr | Scheduler::Olmr) {
        let rounds = (0..parameters.runs).map(settled).sum::<f64>() / f64::from(parameters.runs);
        let words = if rounds.is_nan() {
            "not every worker gets within 1\u{a0}%".to_owned()
        } else {
            let unit = if rounds == 1.0 { "round." } else { "rounds." };
            format!(
                "after {} {unit}",
                fixed(rounds, usize::from(rounds != rounds.round()))
            )
        };
        prop_assert!(report.why.contains(&words), "{}: {words}", report.why);
        // Where speeds are believed wrong by a factor, the headline leads with the rounds that put them right.
        let lost = headline.contains("vanish");
        let first = Experiment::of(&parameters, parameters.scheduler, 0).unwrap();
        let all = first.clusters.iter().flat_map(divisible::Platform::workers);
        let believed: Vec<f64> = all.map(|one| one.estimated_speed / one.speed).collect();
        // To the displayed digits.
        let right = believed.iter().all(|one| short(*one).parse() == Ok(1.0));
        let wrong = parameters.estimate_factor != 1.0 && !right;
        prop_assert_eq!(leads, wrong && !rounds.is_nan() && !lost, "{}", headline);
        let after = words.trim_end_matches('.');
        prop_assert!(!leads || headline.contains(after), "{headline}: {after}");
        if leads {
            believed_is_so(headline, &believed)?;
            let many = parameters.runs > 1;
            prop_assert_eq!(headline.contains(" on average, though "), many);
            let drawn = many && parameters.inaccuracy > 0.0;
            prop_assert_eq!(headline.contains("though in the first run "), drawn);
            let target = format!("within 1\u{a0}% of {} after ", seconds(parameters.target));
            prop_assert!(headline.contains(&target), "{headline}: {target}");
        }
    }
    let experiment = Experiment::of(&parameters, parameters.scheduler, 0).unwrap();
    let how = settings(&parameters, parameters.scheduler);
    let target = parameters.target;
    let too_long = how.ports == Ports::One
        && how.delays == Delays::First
        && experiment
            .clusters
            .iter()
            .any(|ring| ring.delays(target).iter().sum::<f64>() > target);
    let note = |words: &str| report.notes.iter().any(|note| note.contains(words));
    prop_assert_eq!(note("equation 15 fails"), too_long, "{:?}", report.notes);
    if too_long {
        prop_assert_eq!(
            note("kept in every round"),
            how.scope == Scope::Every,
            "{:?}",
            report.notes
        );
    }
    let all = experiment
        .clusters
        .iter()
        .flat_map(divisible::Platform::workers);
    let small = all.filter(|one| {
        one.first_chunk(target) < one.speed * (target - 2.0 * one.latency) * (1.0 - 1e-9)
    });
    let said = match small.count() {
        0 => None,
        1 => Some("The first chunk of "),
        _ => Some("The first chunks of "),
    };
    let said = said.filter(|_| how.adapt && how.ports == Ports::One && how.delays == Delays::First);
    let meagre = report
        .notes
        .iter()
        .find(|note| note.contains("equation 12 fails"));
    prop_assert_eq!(meagre.is_some(), said.is_some(), "{:?}", report.notes);
    if let (Some(meagre), Some(said)) = (meagre, said) {
        prop_assert!(meagre.starts_with(said), "{meagre}");
        prop_assert!(
            meagre.contains(" is smaller than ") != said.contains("chunks"),
            "{meagre}"
        );
    }
    let mut workers = experiment
        .clusters
        .iter()
        .flat_map(divisible::Platform::workers);
    let above = workers.any(|one| {
        let first = one.first_chunk(target);
        let window = match how.adapt {
            true => Window::at_limit(one, target),
            false => Some(Window::of(one, first, first)),
        };
        how.split && window.is_some_and(|window| one.theta > window.high)
    });
    prop_assert_eq!(note("θ is above the window"), above, "{:?}", report.notes);
    starves_first(&report, &experiment)?;
    let all = || {
        experiment
            .clusters
            .iter()
            .flat_map(divisible::Platform::workers)
    };
    let vanishing = all().any(|one| target <= 2.0 * one.latency);
    prop_assert_eq!(note("is not more than 2f of"), vanishing);
    prop_assert_eq!(
        note("Chunks shrink towards nothing"),
        vanishing && how.adapt,
        "{:?}",
        report.notes
    );
    // Masters and workers are counted.
    let scene = format!("{:?}", report.scene);
    prop_assert_eq!(
        scene.contains("which returns results"),
        all().count() == 1,
        "{}",
        scene
    );
    let once = report
        .notes
        .iter()
        .any(|note| note == "Figures, schedule and charts are of one run.");
    prop_assert_eq!(once, parameters.runs == 1, "{:?}", report.notes);
    Ok(())
}

/// The workers that notes say starve within the first round do, and no other while nothing comes between the subchunks of a
/// worker.
fn starves_first(report: &report::Report, experiment: &Experiment) -> Result<(), TestCaseError> {
    let notes = || report.notes.iter();
    let said = notes().find_map(|note| {
        let (_, rest) = note.split_once("θ is below the window of ")?;
        Some(rest.split_once(": the second subchunk").unwrap().0)
    });
    for ring in &experiment.clusters {
        let constant = ring.workers().iter().all(|one| {
            let profile = &one.profile;
            [&profile.compute, &profile.send, &profile.receive]
                .iter()
                .all(|steps| steps.is_constant())
        });
        if !constant {
            continue;
        }
        let mut waited = vec![None; ring.workers().len()];
        let mut each = |round: &Round| {
            if round.number == 0 {
                waited[round.worker as usize] = Some(round.intra);
            }
        };
        watched(ring, &experiment.settings, &experiment.stream, &mut each).unwrap();
        for (one, waited) in ring.workers().iter().zip(waited) {
            let Some(waited) = waited.filter(|_| experiment.settings.split) else {
                continue;
            };
            let listed = said.is_some_and(|said| {
                said.replace(" and ", ", ")
                    .split(", ")
                    .any(|name| name == one.name)
            });
            let counted = said.is_some_and(|said| said.ends_with(" more"));
            prop_assert!(waited > 0.0 || !listed, "{said:?}: {} {waited}", one.name);
            let alone = experiment.settings.ports == Ports::Multi;
            let late = waited > 1e-9 * experiment.settings.target;
            prop_assert!(
                !alone || !late || listed || counted,
                "{said:?}: {} {waited}",
                one.name
            );
        }
    }
    Ok(())
}

/// The stated factor of misjudgement holds for all workers, or both its ends do.
fn believed_is_so(headline: &str, believed: &[f64]) -> Result<(), TestCaseError> {
    let (_, said) = headline.split_once("speeds are believed ").unwrap();
    let (said, _) = said.split_once(" times as high as they are").unwrap();
    let (low, high) = match said.strip_prefix("as little as ") {
        Some(low) => (low, "1"),
        None => said.split_once(" to ").unwrap_or((said, said)),
    };
    let is = |said: &str, value: f64| (said.parse::<f64>().unwrap() / value - 1.0).abs() < 0.006;
    let least = believed.iter().copied().fold(f64::INFINITY, f64::min);
    let most = believed.iter().copied().fold(0.0, f64::max);
    prop_assert!(is(low, least) && is(high, most), "{headline}: {believed:?}");
    Ok(())
}

#[test]
fn hypotheses_of_the_first_round_and_of_all_rounds_are_not_mixed_up() {
    let rows = |more, line| table(more, &[line]);
    for (text, rest) in [
        (
            rows(",estimated speed,theta", "10,1,20,0,1000,0,1,0.2"),
            json!({"target": 10, "horizon": 300}),
        ),
        (
            rows(",estimated speed,theta", "10,0.1,20,0,1000,0,30,0.2"),
            json!({"target": 10, "horizon": 300}),
        ),
        (
            rows("", "10,0.5,1000,0.001,1000,0.001"),
            json!({"target": 1, "horizon": 60, "scheduler": "baseline"}),
        ),
        (
            rows("", "10,0.5,1000,0.001,1000,0.001"),
            json!({"target": 1, "horizon": 60}),
        ),
        (
            rows("", "10,0.1,1000,0,1000,0"),
            json!({"target": 60, "horizon": 600}),
        ),
    ] {
        said_is_so(&text, &rest).unwrap();
    }
}

#[test]
fn each_cluster_has_a_master_and_a_stream_of_its_own() {
    for (clusters, masters) in [
        (1, "A master sends chunks of a stream to "),
        (2, "2 masters send chunks of 2 streams to "),
    ] {
        let rest = json!({"target": 3, "horizon": 30, "clusters": clusters, "first_worker": 4});
        let report = report(&table("", &["10,0.1,1000,0,1000,0"; 4]), &rest);
        let scene = format!("{:?}", report.scene);
        assert!(scene.contains(masters), "{scene}");
        let shown = report
            .notes
            .iter()
            .any(|note| note == "The schedule shows worker 4 of 4.");
        assert!(shown, "{:?}", report.notes);
    }
}

#[test]
fn schedulers_without_results_are_said_to_have_none() {
    let values = json!({"target": 0.001, "horizon": 0.02, "runs": 1});
    let report = trial::run::<divisible::Divisible>(&values).unwrap();
    assert!(
        report
            .headline
            .starts_with("No result comes back within 20.0\u{a0}ms"),
        "{}",
        report.headline
    );
}

proptest! {
    #![proptest_config(trial::random(50))]

    #[test]
    fn two_schedulers_stand_to_each_other_as_their_runs_do(
        workers in random::workers(5), service in random::service(), runs in 1..5_u32,
        scheduler in random::some("scheduler", &[json!("baseline"), json!("da1"), json!("olmr")]),
        scope in random::some("scope", &[json!("first")]), inaccuracy in prop_oneof![Just(0.0), 0.1..0.8_f64],
        variation in random::some("variation", &[json!("mixed"), json!("often")]), turns in 3..40_u32,
        factor in random::some("estimate_factor", &[json!(0.5), json!(1.25), json!(10)]),
    ) {
        let mut rest = service;
        let target = rest["target"].as_f64().unwrap();
        for some in [scheduler, scope, variation, factor] {
            rest.extend(some);
        }
        rest.insert("runs".into(), json!(runs));
        rest.insert("inaccuracy".into(), json!(inaccuracy));
        rest.insert("horizon".into(), json!(target * f64::from(turns)));
        said_is_so(&workers, &Value::Object(rest))?;
    }
}

#[test]
fn a_sentence_says_how_chunks_are_scaled() {
    let lines = ["10,0,1000,0,1000,0,20"; 2];
    for (more, said) in [
        (json!({}), "over the duration of the round before: "),
        (
            json!({"relaxation": 0.5}),
            "over the duration of the round before, to the power 0.500",
        ),
        (
            json!({"smoothing": 0.5}),
            "over the duration of a round at the smoothed speed: ",
        ),
    ] {
        let mut rest = json!({"target": 10, "horizon": 300});
        rest.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let report = report(&super::table(",estimated speed", &lines), &rest);
        assert!(report.why.contains(said), "{}", report.why);
    }
}

proptest! {
    #![proptest_config(trial::random(15))]

    #[test]
    fn ratios_that_differ_from_run_to_run_are_averaged_as_is_said(
        workers in random::workers(4), service in random::service(), runs in 4..8_u32, inaccuracy in 0.7..0.95_f64, turns in 10..30_u32,
    ) {
        let mut rest = service;
        let target = rest["target"].as_f64().unwrap();
        rest.insert("runs".into(), json!(runs));
        rest.insert("inaccuracy".into(), json!(inaccuracy));
        rest.insert("horizon".into(), json!(target * f64::from(turns)));
        said_is_so(&workers, &Value::Object(rest))?;
    }
}
