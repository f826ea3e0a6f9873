//! Two schedulers on one stream.

use divisible::experiment::{Experiment, settings};
use divisible::formulas::steady::steady_period;
use divisible::parameters::Scheduler;
use divisible::settings::{Delays, Ports, Scope};
use divisible::streams::{self, Together};
use divisible::study::watched;
use divisible::watch::{Round, Unwatched};
use proptest::prelude::*;
use report::number::fixed;
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
        let share = |share: f64| match share {
            most if rough_percent(most) == "100\u{a0}%" && most < 1.0 - 1e-9 => {
                let texts = (1..9).map(|digits| percent(most, digits));
                let mut less = texts.filter(|text| !text.starts_with("100"));
                less.next().unwrap()
            }
            share => rough_percent(share),
        };
        // No processor computes before its first chunk.
        let start = |all: &[Together]| {
            let all_of = |one: &Together| one.efficiency() - one.efficiency_of_all();
            all.iter().map(all_of).sum::<f64>() / all.len() as f64
        };
        let shares = [&own, &rival].map(|all| share(mean(all) - start(all)));
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
    let rough = |share: f64| match share {
        little if little > 0.0 && little < 0.5e-4 => "under 0.01\u{a0}%".to_owned(),
        share => rough_percent(share),
    };
    let idle = share(|one| one.inter + one.intra);
    // Of all that a processor does not compute, no more than 1 % is left out.
    let (starved, latency) = (rough(idle), rough(share(|one| one.latency)));
    let startup = share(|one| one.startup);
    let spent = match startup < 0.01 {
        true => {
            format!("Processors starve {starved} of the time and spend {latency} in latencies.")
        }
        false => format!(
            "Processors starve {starved} of the time, spend {latency} in latencies and wait {} for their first chunks.",
            rough(startup)
        ),
    };
    prop_assert!(report.why.contains(&spent), "{}: {spent}", report.why);
    let off = |round: &Round| (round.sigma / parameters.target - 1.0).abs() > 0.01 * (1.0 + 1e-12);
    let courses: Vec<Vec<Vec<Round>>> = (0..parameters.runs)
        .map(|run| rounds(&Experiment::of(&parameters, parameters.scheduler, run).unwrap()))
        .collect();
    // The number of rounds after which the last worker comes within 1 % of τ for the first time, and after which all stay there.
    let settled = |course: &Vec<Vec<Round>>| -> f64 {
        let first = |rounds: &Vec<Round>| rounds.iter().position(|round| !off(round));
        let first = course.iter().map(|rounds| first(rounds).map(|at| at + 1));
        let last = first.collect::<Option<Vec<usize>>>();
        last.map_or(f64::NAN, |last| last.into_iter().max().unwrap() as f64)
    };
    let kept = |course: &Vec<Vec<Round>>| -> f64 {
        let last = |rounds: &Vec<Round>| rounds.iter().rposition(off).map_or(0, |at| at + 1);
        let kept = |rounds: &Vec<Round>| (last(rounds) < rounds.len()).then(|| last(rounds) + 1);
        let kept = course.iter().map(kept).collect::<Option<Vec<usize>>>();
        kept.map_or(f64::NAN, |kept| kept.into_iter().max().unwrap() as f64)
    };
    let mean = |of: &dyn Fn(&Vec<Vec<Round>>) -> f64| {
        courses.iter().map(of).sum::<f64>() / courses.len() as f64
    };
    if matches!(parameters.scheduler, Scheduler::As4dr | Scheduler::Olmr) {
        let (settled, kept) = (mean(&settled), mean(&kept));
        let first = Experiment::of(&parameters, parameters.scheduler, 0).unwrap();
        let constant = first
            .clusters
            .iter()
            .flat_map(divisible::Platform::workers)
            .all(is_constant);
        let rounds = if constant && !kept.is_nan() {
            kept
        } else {
            settled
        };
        let stays = report.why.contains("is estimated to take every worker");
        // The rounds before the first right one.
        let before = rounds - 1.0;
        let words = match before {
            unknown if unknown.is_nan() => {
                "not every worker’s estimate gets within 1\u{a0}%".to_owned()
            }
            0.0 if stays => "from the first round on".to_owned(),
            0.0 => "in the first round".to_owned(),
            part if part < 1.0 => "after less than one round".to_owned(),
            before => {
                let unit = if before == 1.0 { "round" } else { "rounds" };
                let digits = usize::from(before != before.round());
                format!("after {} {unit}", fixed(before, digits))
            }
        };
        prop_assert_eq!(stays, constant && !kept.is_nan(), "{}", report.why);
        // Rounds last as long as they should.
        let lasts = courses.iter().flatten().all(|rounds| match &rounds[..] {
            [.., before, last] => {
                let period = last.posted - before.posted;
                (period / parameters.target - 1.0).abs() <= 0.01
            }
            _ => false,
        });
        let found = constant && kept > 1.0 && lasts;
        prop_assert!(report.why.contains(&words), "{}: {words}", report.why);
        // Where speeds are believed wrong by a factor, the headline leads with the rounds that put them right.
        let lost = headline.contains("vanish");
        let first = Experiment::of(&parameters, parameters.scheduler, 0).unwrap();
        let all = first.clusters.iter().flat_map(divisible::Platform::workers);
        let believed: Vec<f64> = all.map(|one| one.estimated_speed / one.speed).collect();
        let right = believed.iter().all(|one| (one - 1.0).abs() <= 0.01);
        let wrong = parameters.estimate_factor != 1.0 && !right;
        prop_assert_eq!(leads, wrong && found && !lost, "{}", headline);
        prop_assert!(!leads || headline.contains(&words), "{headline}: {words}");
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
    let ring = how.order == divisible::settings::Order::Ring || how.scope == Scope::First;
    let turn = |workers: &divisible::Platform| match how.delays {
        Delays::First if ring => workers.delays(target).iter().sum::<f64>(),
        Delays::Same(delay) => delay * workers.workers().len() as f64,
        _ => 0.0,
    };
    let mut turns = experiment.clusters.iter().map(turn);
    let too_long = how.ports == Ports::One && turns.any(|turn| turn > target);
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
    prop_assert!(
        idle > 0.0 || !note("workers starve although"),
        "{:?}",
        report.notes
    );
    theory_is_so(&report, &experiment, &courses[0])?;
    starves_first(&report, &experiment)?;
    let all = || {
        experiment
            .clusters
            .iter()
            .flat_map(divisible::Platform::workers)
    };
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

/// The rounds of each worker.
fn rounds(experiment: &Experiment) -> Vec<Vec<Round>> {
    let mut all = Vec::new();
    for ring in &experiment.clusters {
        let mut own = vec![Vec::new(); ring.workers().len()];
        let mut each = |round: &Round| own[round.worker as usize].push(*round);
        watched(ring, &experiment.settings, &experiment.stream, &mut each).unwrap();
        all.extend(own);
    }
    all
}

fn is_constant(worker: &divisible::Worker) -> bool {
    let profile = &worker.profile;
    [&profile.compute, &profile.send, &profile.receive]
        .iter()
        .all(|steps| steps.is_constant())
}

/// Rounds of a worker from which on a sentence about the long run has to hold.
const LONG: usize = 12;

/// The workers that notes name do in the run as the notes say.
fn theory_is_so(
    report: &report::Report,
    experiment: &Experiment,
    courses: &[Vec<Round>],
) -> Result<(), TestCaseError> {
    let workers: Vec<&divisible::Worker> = experiment
        .clusters
        .iter()
        .flat_map(divisible::Platform::workers)
        .collect();
    let target = experiment.settings.target;
    // The courses of the workers between two parts of a note.
    let named = |before: &str, after: &str| -> Vec<(&divisible::Worker, &Vec<Round>)> {
        let said = report.notes.iter().find_map(|note| {
            let (_, rest) = note.split_once(before)?;
            Some(rest.split_once(after)?.0.replace(" and ", ", "))
        });
        let pairs = workers.iter().copied().zip(courses);
        pairs
            .filter(|(one, _)| {
                let said = said.iter().flat_map(|said| said.split(", "));
                said.into_iter().any(|name| name == one.name)
            })
            .collect()
    };
    let shrinking = [
        named(
            "is not more than 2f of ",
            ": each round’s latencies alone take that long. Chunks",
        ),
        named("is not more than bD + f + bR of ", ": the latencies"),
        named(
            "With the believed latencies of ",
            ", every round is estimated",
        ),
    ];
    for (one, rounds) in shrinking.iter().flatten() {
        let shrinks = rounds.windows(2).all(|two| two[1].size < two[0].size);
        prop_assert!(shrinks, "{}: {:?}", one.name, report.notes);
    }
    let long = |rounds: &Vec<Round>| rounds.len() >= LONG;
    // Chunks have their size, and waits are so long that they show soon.
    let starves = |one: &divisible::Worker, rounds: &Vec<Round>| match &rounds[..] {
        [.., before, last] if long(rounds) => {
            let settled = (last.size / before.size - 1.0).abs() < 1e-3;
            settled && steady_period(one, last.size) > 1.01 * one.computing(last.size)
        }
        _ => false,
    };
    for (one, rounds) in named("θ is above the window of ", ": ") {
        let waits = rounds.last().is_some_and(|last| last.inter > 0.0);
        prop_assert!(
            waits || !starves(one, rounds),
            "{}: {:?}",
            one.name,
            report.notes
        );
    }
    for (one, rounds) in named("The window of ", " has no θ") {
        let waits = rounds
            .last()
            .is_some_and(|last| last.inter + last.intra > 0.0);
        prop_assert!(
            waits || !starves(one, rounds),
            "{}: {:?}",
            one.name,
            report.notes
        );
    }
    let meagre = [
        named("The first chunk of ", " is smaller than"),
        named("The first chunks of ", " are smaller than"),
    ];
    for (one, rounds) in meagre.iter().flatten() {
        let grows = rounds.len() < 2 || rounds[1].size > rounds[0].size;
        prop_assert!(grows, "{}: {:?}", one.name, report.notes);
    }
    let tends = report
        .notes
        .iter()
        .any(|note| note.contains("every σ tends to τ"));
    for rounds in courses.iter().filter(|rounds| tends && long(rounds)) {
        let far = |round: &Round| libm::log(round.sigma / target).abs();
        let (first, last) = (far(&rounds[0]), far(rounds.last().unwrap()));
        prop_assert!(
            last <= 0.99 * first + 1e-9,
            "{first} {last}: {:?}",
            report.notes
        );
    }
    vanishing_is_told(report, experiment, &workers)
}

/// Workers whose latencies alone take a round are named, and no others: the notes follow the latencies that the scheduler sees.
fn vanishing_is_told(
    report: &report::Report,
    experiment: &Experiment,
    workers: &[&divisible::Worker],
) -> Result<(), TestCaseError> {
    let how = &experiment.settings;
    let seen = |one: &divisible::Worker| match (how.adapt, how.split) {
        (true, true) if one.estimated_latency == one.latency => 2.0 * one.latency,
        (true, true) => one.latency / one.theta + one.estimated_latency * (2.0 - 1.0 / one.theta),
        (true, false) => one.send_latency + one.latency + one.return_latency,
        (false, _) => 2.0 * one.latency,
    };
    let vanishes = workers.iter().any(|one| seen(one) >= how.target);
    let note = |words: &str| report.notes.iter().any(|note| note.contains(words));
    let told = note("is not more than 2f of")
        || note("is not more than bD + f + bR of")
        || note("With the believed latencies of");
    prop_assert_eq!(told, vanishes, "{:?}", report.notes);
    prop_assert_eq!(
        note("hrink towards nothing"),
        vanishes && how.adapt,
        "{:?}",
        report.notes
    );
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
        if !ring.workers().iter().all(is_constant) {
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
fn what_the_theory_says_is_said_only_where_its_hypotheses_hold() {
    let two = |line: &str| table("", &[line; 2]);
    let (long, short) = (two("10,1,1000,0,1000,0"), two("10,0.1,20,0.1,20,0.1"));
    let linked = table("", &["1,0,2,0,1000,0"; 3]);
    for (text, rest) in [
        (
            &long,
            json!({"scheduler": "da1", "target": 1.8, "horizon": 200}),
        ),
        (
            &short,
            json!({"scheduler": "da1", "target": 10, "inaccuracy": 0.1, "signs": "under", "horizon": 400}),
        ),
        (
            &long,
            json!({"target": 1.9, "latency_factor": 0, "theta": 0.9, "horizon": 200}),
        ),
        (
            &long,
            json!({"target": 3, "latency_factor": 3, "theta": 0.9, "horizon": 200}),
        ),
        (
            &long,
            json!({"target": 10, "inaccuracy": 0.25, "signs": "under", "latency_factor": 2, "theta": 0.75, "horizon": 200}),
        ),
        (
            &linked,
            json!({"inaccuracy": 0.5, "signs": "over", "relaxation": 2, "target": 10, "horizon": 3000, "theta": 0.4}),
        ),
        // No share keeps a worker fed.
        (
            &table("", &["8.02,0,5,0,5,0.252"]),
            json!({"target": 1.19, "theta": 0.2, "horizon": 25}),
        ),
        // Rounds that last longer than their chunks take, and an estimate that passes the target.
        (
            &linked,
            json!({"estimate_factor": 10, "target": 10, "horizon": 2000}),
        ),
        (
            &short,
            json!({"estimate_factor": 2, "target": 10, "theta": 0.95, "horizon": 400}),
        ),
        (
            &short,
            json!({"estimate_factor": 2, "target": 10, "horizon": 400, "variation": "walks", "volatility": 1}),
        ),
    ] {
        said_is_so(text, &rest).unwrap();
    }
}

#[test]
fn chunks_of_a_strategy_of_ones_own_are_not_taken_for_those_of_as4dr() {
    let one = table("", &["1,0.05,4,0.02,8,0.02"]);
    for theta in [0.05, 0.15, 0.9] {
        let rest = json!({
            "target": 1, "horizon": 60, "theta": theta, "scheduler": "own", "estimate_factor": 2, "code": "fn chunk(worker, last) { 0.1 }"
        });
        let report = report(&one, &rest);
        let note = report.notes.iter().find(|note| note.contains("window"));
        assert_eq!(note, None);
        let workers = trial::table(&report, "workers");
        let mut columns = workers.columns.iter();
        let place = columns.position(|name| name.starts_with("First chunk"));
        let report::table::Cell::Number(first) = workers.rows[0][place.unwrap()] else {
            panic!("{workers:?}")
        };
        assert_eq!(first, 0.1);
    }
}

#[test]
fn a_worker_is_said_to_compute_as_long_as_its_lane_shows() {
    // Sending takes so long that the third worker has nothing to compute before the stream ends.
    let report = report(
        &table("", &["1,0.1,1,0,100,0"; 3]),
        &json!({"target": 3, "horizon": 5, "theta": 0.5}),
    );
    let schedule = report.schedule.as_ref().unwrap();
    let workers = trial::table(&report, "workers");
    let mut columns = workers.columns.iter();
    let place = columns.position(|name| name == "Computing").unwrap();
    for row in &workers.rows {
        let mut lanes = schedule.lanes().iter();
        let lane = lanes.position(|lane| *lane == row[0].text()).unwrap();
        let computing = schedule.spans().filter(|span| {
            let phase = &schedule.phases()[usize::from(span.phase.0)];
            span.lane.0 as usize == lane && phase.role == schedule::Role::Compute
        });
        let computed: f64 = computing.map(|span| span.end - span.start).sum();
        let report::table::Cell::Figure(told) = &row[place] else {
            panic!("{row:?}")
        };
        assert!((told.value - computed / 5.0).abs() < 1e-9, "{row:?}");
    }
}

#[test]
fn nothing_is_told_of_rounds_before_one_is_measured() {
    let report = report(
        &table("", &["1,0.1,20,0.1,20,0.1"]),
        &json!({"target": 60, "horizon": 5}),
    );
    let schedulers = trial::table(&report, "schedulers");
    let mut columns = schedulers.columns.iter();
    let place = columns.position(|name| name.starts_with("Mean σ")).unwrap();
    for row in &schedulers.rows {
        for cell in &row[place..place + 2] {
            let report::table::Cell::Figure(figure) = cell else {
                panic!("{cell:?}")
            };
            assert!(figure.value.is_nan(), "{cell:?}");
        }
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
        factor in random::some("estimate_factor", &[json!(0.5), json!(1.25), json!(10)]), deviations in random::deviations(),
    ) {
        let mut rest = service;
        rest.extend(deviations);
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
