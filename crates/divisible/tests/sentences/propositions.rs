//! The propositions' panels, and the workers to drop.

use divisible::Worker;
use divisible::formulas::spacing::spacings;
use divisible::study::proof::proof;
use divisible::what_if::{Drop, what_if};
use proptest::prelude::*;
use report::Silent;
use report::table::Cell;
use report::words::seconds;
use serde_json::{Value, json};

use super::{random, report, scenario, table};

/// The panel of a proposition.
fn claim(report: &report::Report, number: u32) -> report::claim::Claim {
    let title = format!("Proposition {number}");
    let mut claims = report.claims.iter();
    claims
        .find(|one| one.title.starts_with(&title))
        .unwrap()
        .clone()
}

#[test]
fn what_holds_of_limits_is_not_said_of_the_first_round_nor_of_latencies() {
    let first = table(",estimated speed,theta", &["10,1,20,0,1000,0,1,0.2"]);
    said_is_so(&first, &json!({"topic": "propositions", "target": 10})).unwrap();
    let latencies = table("", &["10,0.5,100,0.01,100,0.01", "10,0.5,100,0.3,100,0.01"]);
    let rest = json!({"topic": "propositions", "target": 5});
    said_is_so(&latencies, &rest).unwrap();
    let why = report(&latencies, &rest).why;
    assert!(!why.contains("22.2"), "{why}");
    let lone = report(
        &table("", &["1,0,30,0,300,0"]),
        &json!({"topic": "propositions", "target": 5, "spacing": "none"}),
    );
    assert!(
        !claim(&lone, 4).expected.contains("may have to wait"),
        "{:?}",
        claim(&lone, 4)
    );
}

#[test]
fn a_round_that_is_shorter_than_its_latencies_takes_many_turns_to_vanish() {
    let report = report(
        &table("", &["1,5.1,1000,0,1000,0"]),
        &json!({"topic": "propositions", "theta": 0.5, "target": 10}),
    );
    assert!(
        report.claims.iter().all(|claim| claim.met != Some(false)),
        "{:?}",
        report.claims
    );
    assert_eq!(claim(&report, 1).met, Some(true));
    assert!(
        report.headline.ends_with("predictions") || report.headline.ends_with("turns"),
        "{}",
        report.headline
    );
}

#[test]
fn a_chunk_that_vanishes_is_measured_by_the_first_one() {
    let panels = ["1e6", "1"].map(|speed| {
        let text = format!("F,f\n{speed},1\n{speed},1");
        let report = report(&text, &json!({"topic": "propositions", "target": 2}));
        let claim = claim(&report, 1);
        (claim.met, claim.observed)
    });
    assert_eq!(panels[0], panels[1]);
    assert!(!panels[0].1.contains("off their limits"), "{panels:?}");
}

#[test]
fn a_ring_in_which_a_worker_waits_for_the_first_turn_is_not_said_to_be_without_waiting() {
    let report = report(
        &table(
            ",estimated speed",
            &["1,0,100,0,100,0,3", "1,0,100,0,100,0,1"],
        ),
        &json!({"topic": "propositions", "theta": 0.5, "target": 10}),
    );
    let second = claim(&report, 2);
    assert_eq!(second.expected, "In the long run no worker waits for data.");
    assert!(
        second.observed.contains("the last wait was in round"),
        "{}",
        second.observed
    );
}

#[test]
fn a_ring_that_starves_is_said_to_turn_as_slowly_as_it_does() {
    let report = report(
        &table("", &["1,0.05,4,0.02,8,0.02"]),
        &json!({"topic": "propositions", "theta": 0.8, "gamma": 0.2, "target": 1}),
    );
    let fifth = claim(&report, 5);
    assert!(
        fifth.expected.contains("turns in 1.08"),
        "{}",
        fifth.expected
    );
    assert!(fifth.observed.contains("1.08"), "{}", fifth.observed);
}

#[test]
fn no_more_workers_are_said_to_have_to_go_than_must() {
    let mut lines = vec!["1,0,1000,1,1000,0"];
    lines.extend(["1,0,1000,0.2,1000,0"; 5]);
    let report = report(
        &table("", &lines),
        &json!({"topic": "propositions", "theta": 0.5, "target": 1.5}),
    );
    assert!(
        report
            .why
            .contains("at least 3\u{a0}workers must be dropped"),
        "{}",
        report.why
    );
}

#[test]
fn no_shortest_round_is_named_where_any_length_will_do() {
    let quick = "1,0,100,0,100,0";
    let values = json!({"topic": "propositions", "theta": 0.5, "target": 10});
    let why = report(&table("", &[quick, quick]), &values).why;
    assert!(
        why.starts_with("The spacings of this ring fit into rounds of any length."),
        "{why}"
    );
    let why = report(&table("", &[quick, "1,0,100,0.5,100,0"]), &values).why;
    assert!(
        why.ends_with(" the spacings fit into rounds of any length."),
        "{why}"
    );
    assert!(!why.contains(" 0\u{a0}"), "{why}");
}

/// The fewest workers to drop, by trying every subset.
fn fewest(ring: &[Worker], target: f64) -> usize {
    let fits = |subset: u32| {
        let kept: Vec<&Worker> = ring
            .iter()
            .enumerate()
            .filter(|(place, _)| subset >> place & 1 == 1)
            .map(|(_, one)| one)
            .collect();
        spacings(&kept, |worker| worker.first_chunk(target))
            .iter()
            .sum::<f64>()
            <= target
    };
    let kept = (0..1 << ring.len())
        .filter(|subset| fits(*subset))
        .map(u32::count_ones);
    ring.len() - kept.max().unwrap() as usize
}

/// The shortest rounds without the named worker: the rest’s spacings fit, no latencies fill a round, and without any other worker,
/// or with the whole ring, they are no shorter.
fn shortens_is_so(why: &str, ring: &[Worker]) -> Result<(), TestCaseError> {
    let shortest = |gone: Option<usize>| -> Option<f64> {
        let rest = ring
            .iter()
            .enumerate()
            .filter(|(place, _)| Some(*place) != gone);
        let rest: Vec<&Worker> = rest.map(|(_, one)| one).collect();
        let latencies = rest
            .iter()
            .map(|one| 2.0 * one.estimated_latency)
            .fold(0.0, f64::max);
        let fits = |target: f64| {
            let sum: f64 = spacings(&rest, |one| one.first_chunk(target)).iter().sum();
            target > latencies * (1.0 - 1e-9) && sum <= target * (1.0 + 1e-9)
        };
        let mut targets = (0..6000).map(|step| 1e-3 * libm::pow(1.005, f64::from(step)));
        (!rest.is_empty())
            .then(|| targets.find(|target| fits(*target)))
            .flatten()
    };
    let (_, said) = why.rsplit_once(" Without ").unwrap_or(("", ""));
    if let Some(name) = said.strip_suffix(" the spacings fit into rounds of any length.") {
        let gone = ring.iter().position(|one| one.name == name).unwrap();
        prop_assert!(shortest(Some(gone)).unwrap() <= 1e-3, "{}", why);
        prop_assert!(shortest(None).is_none_or(|all| all > 1e-3), "{}", why);
        return Ok(());
    }
    let said = said
        .split_once(" rounds could be as short as ")
        .or(said.split_once(" all rounds longer than "));
    let best = (0..ring.len())
        .filter_map(|gone| shortest(Some(gone)))
        .fold(f64::INFINITY, f64::min);
    match said {
        Some((name, time)) => {
            let gone = ring.iter().position(|one| one.name == name).unwrap();
            let least = shortest(Some(gone)).unwrap();
            let time = time
                .trim_end_matches('.')
                .trim_end_matches(", the latencies of a round, would do");
            let (number, unit) = time.split_once('\u{a0}').unwrap();
            let unit = match unit {
                "µs" => 1e-6,
                "ms" => 1e-3,
                "s" => 1.0,
                "min" => 60.0,
                other => panic!("{other} in {why}"),
            };
            let told = number.parse::<f64>().unwrap() * unit;
            prop_assert!(
                told < 1.1e-3 || (told / least - 1.0).abs() < 0.02,
                "{why}: {least}"
            );
            prop_assert!(least <= best * 1.006, "{why}: {best}");
        }
        None => prop_assert!(
            shortest(None).is_none_or(|all| all <= best * 1.006 || all < 1.1e-3),
            "{why}: {best}"
        ),
    }
    Ok(())
}

/// The throughput of all workers but the one at `gone`, believed or true.
fn yields(ring: &[Worker], gone: usize, target: f64, believed: bool) -> f64 {
    let others = ring.iter().enumerate().filter(|(place, _)| *place != gone);
    let rates = others.map(|(_, one)| match believed {
        true => (1.0 - 2.0 * one.estimated_latency / target).max(0.0) * one.estimated_speed,
        false => (1.0 - 2.0 * one.latency / target).max(0.0) * one.speed,
    });
    rates.sum()
}

/// The report marks throughputs that are only believed.
fn beliefs_are_so(
    report: &report::Report,
    ring: &[Worker],
    target: f64,
) -> Result<(), TestCaseError> {
    let place = |name: &str| ring.iter().position(|one| one.name == name).unwrap();
    let table = report
        .tables
        .iter()
        .find(|one| one.key == "without")
        .unwrap();
    let believed = table.columns[4].contains("as believed");
    for row in &table.rows {
        let (Cell::Text(name), Cell::Number(told)) = (&row[0], &row[4]) else {
            panic!("{row:?}")
        };
        let slow = yields(ring, place(name), target, believed);
        prop_assert!(
            (told - slow).abs() <= 1e-9 * slow,
            "{}: {row:?}, {slow}",
            table.columns[4]
        );
    }
    if let Some((_, rest)) = report.why.split_once("it suffices to drop ")
        && let Some((name, _)) = rest.split_once("; no other single worker costs less throughput")
    {
        let fits = |gone: usize| {
            let others = ring.iter().enumerate().filter(|(place, _)| *place != gone);
            let rest: Vec<&Worker> = others.map(|(_, one)| one).collect();
            let spacings = spacings(&rest, |worker| worker.first_chunk(target));
            spacings.iter().sum::<f64>() <= target
        };
        let left = yields(ring, place(name), target, false);
        let most = (0..ring.len()).filter(|gone| fits(*gone));
        let most = most.map(|gone| yields(ring, gone, target, false));
        prop_assert!(
            left >= most.fold(0.0, f64::max) * (1.0 - 1e-12),
            "{}",
            report.why
        );
    }
    Ok(())
}

#[test]
fn a_believed_throughput_is_not_taken_for_a_true_one() {
    // The first worker is believed to be the slowest, and is the fastest.
    let lines = ["10,0,40,0,400,0,1", "1,0,4,0,40,0,2", "1,0,4,0,40,0,2"];
    let text = table(",estimated speed", &lines);
    let rest = json!({"topic": "propositions", "theta": 0.5, "target": 10});
    said_is_so(&text, &rest).unwrap();
}

/// The panels and the sentences of a ring, recomputed from a longer simulation and by trying all.
fn said_is_so(text: &str, rest: &Value) -> Result<(), TestCaseError> {
    let report = report(text, rest);
    let parameters = scenario(text, rest);
    let constant = divisible::experiment::platform(&parameters, 0).unwrap();
    let settings = divisible::experiment::settings(&parameters, parameters.scheduler);
    let target = parameters.target;
    let ring = constant.workers();
    let spaced = settings.keeps_first_spacings();
    let table = report.tables.iter().any(|one| one.key == "without");
    prop_assert_eq!(table, spaced);
    let advises = report.why.contains("dropped") || report.why.contains("to drop");
    prop_assert_eq!(
        advises || report.why.contains("not even a single"),
        spaced,
        "{}",
        report.why
    );
    if spaced {
        advice_is_so(&report, ring, target)?;
    }
    let proof = proof(&constant, &settings, &mut Silent).unwrap();
    let simulated = report
        .notes
        .iter()
        .any(|note| note.contains("is simulated until"));
    prop_assert_eq!(simulated, proof.is_some(), "{:?}", report.notes);
    let Some(proof) = proof else {
        prop_assert!(report.claims.is_empty());
        return Ok(());
    };
    panels_are_so(&report, &constant, &settings, &proof)
}

/// The spacings that fit, and the workers to drop.
fn advice_is_so(
    report: &report::Report,
    ring: &[Worker],
    target: f64,
) -> Result<(), TestCaseError> {
    let drop = match what_if(ring, target).drop {
        Drop::Nobody => 0,
        Drop::One(_) => 1,
        Drop::Several { gone, least } => {
            prop_assert_eq!(gone.len(), least);
            least
        }
    };
    prop_assert_eq!(drop, fewest(ring, target), "{}", report.why);
    beliefs_are_so(report, ring, target)?;
    prop_assert_eq!(
        drop == 0,
        report.why.contains("no worker need be dropped"),
        "{}",
        report.why
    );
    if let Some((_, rest)) = report.why.split_once("it suffices to drop ") {
        let without = |gone: usize| {
            let others = ring
                .iter()
                .enumerate()
                .filter(move |(place, _)| *place != gone);
            others.map(|(_, one)| one).collect::<Vec<&Worker>>()
        };
        let yields = |gone: usize| -> f64 {
            let rate = |one: &&Worker| {
                (1.0 - 2.0 * one.estimated_latency / target).max(0.0) * one.estimated_speed
            };
            without(gone).iter().map(rate).sum()
        };
        let suffices = |gone: &usize| {
            spacings(&without(*gone), |worker| worker.first_chunk(target))
                .iter()
                .sum::<f64>()
                <= target
        };
        let (name, _) = rest.split_once(';').unwrap();
        let gone = ring.iter().position(|one| one.name == name).unwrap();
        prop_assert!(suffices(&gone), "{}", report.why);
        let most = (0..ring.len())
            .filter(suffices)
            .map(yields)
            .fold(0.0, f64::max);
        prop_assert!(yields(gone) >= most * (1.0 - 1e-12), "{}", report.why);
    }
    shortens_is_so(&report.why, ring)?;
    let least = super::figure(report, "least") / 1000.0;
    let slack = |target: f64| {
        let all: Vec<&Worker> = ring.iter().collect();
        target
            - spacings(&all, |worker| worker.first_chunk(target))
                .iter()
                .sum::<f64>()
    };
    if least.is_nan() {
        prop_assert!(report.why.starts_with("No target"), "{}", report.why);
        prop_assert!(
            (-60..60).all(|power| slack(libm::exp2(f64::from(power) / 2.0)) < 0.0),
            "{}",
            report.why
        );
    } else {
        prop_assert!(slack(least) >= -1e-9 * least, "{}", report.why);
        prop_assert!(
            least <= 1e-9 || slack(0.999 * least) < 0.0,
            "{}",
            report.why
        );
    }
    Ok(())
}

/// The panels of propositions, against a longer simulation.
fn panels_are_so(
    report: &report::Report,
    constant: &divisible::Platform,
    settings: &divisible::Settings,
    proof: &divisible::study::proof::Proof,
) -> Result<(), TestCaseError> {
    let target = settings.target;
    let broken = report
        .claims
        .iter()
        .filter(|claim| claim.met == Some(false))
        .count();
    prop_assert_eq!(broken, 0, "{}: {:?}", report.headline, report.claims);
    prop_assert!(
        !report.headline.contains("contradict"),
        "{}",
        report.headline
    );
    let met = report
        .claims
        .iter()
        .filter(|claim| claim.met == Some(true))
        .count();
    if report.headline.contains("confirms") {
        let said = format!("confirms {met}\u{a0}prediction");
        prop_assert!(report.headline.contains(&said), "{}", report.headline);
    }
    let first = claim(report, 1);
    if let Some((_, rest)) = first
        .expected
        .split_once("Chunks are within 1 % of their limits ")
        && first.met == Some(true)
    {
        let from: usize = match rest {
            "from the first round on." => 0,
            "after one round." => 1,
            rounds => {
                let rounds = rounds.strip_prefix("after ").unwrap();
                rounds.trim_end_matches(" rounds.").parse().unwrap()
            }
        };
        let limits = &proof.theorems[0].expected;
        let far = |round: usize| {
            let off = |(place, approach): (usize, &divisible::study::proof::Approach)| {
                let divisible::theorems::Expected::Chunk { value, .. } = limits[place] else {
                    panic!("{limits:?}")
                };
                approach
                    .chunks
                    .get(round)
                    .map_or(0.0, |chunk| (1.0 - value / chunk).abs())
            };
            proof
                .approaches
                .iter()
                .enumerate()
                .map(off)
                .fold(0.0, f64::max)
        };
        prop_assert!(
            (from..24).all(|round| far(round) <= 0.01 * (1.0 + 1e-6)),
            "{first:?}"
        );
        prop_assert!(
            from == 0 || from > 23 || far(from - 1) > 0.01 * (1.0 - 1e-6),
            "{first:?}"
        );
    }
    // Ten times as many turns, against the sentences about the long run.
    let turn = proof.observed.period.max(target);
    let horizon = turn * (10.0 * f64::from(proof.observed.turns) + 1000.0);
    let later = divisible::theorems::observe(constant, settings, horizon).unwrap();
    let second = claim(report, 2);
    let never = "In the long run no worker waits for data";
    if second.met == Some(true) && second.expected.starts_with(never) {
        let waited = later
            .starvation
            .iter()
            .filter(|waited| **waited > 2e-5 * turn)
            .count();
        prop_assert_eq!(waited, 0, "{:?} {:?}", second, later);
    }
    // A worker that the panel says waits in the first round is not said to have never waited.
    let late = second
        .expected
        .contains("in the first round the second subchunk comes late");
    let never = second
        .observed
        .contains("No worker waited for data after its first subchunk");
    prop_assert!(
        !late || !never || !second.expected.starts_with("In the long run"),
        "{:?}",
        second
    );
    let third = claim(report, 3);
    if third.met == Some(true)
        && let Ok(said) = third.expected.split(' ').next().unwrap().parse::<f64>()
        && said > 0.0
    {
        prop_assert!(
            (said / later.throughput - 1.0).abs() < 1e-3,
            "{third:?} {}",
            later.throughput
        );
    }
    let one_port = settings.ports == divisible::settings::Ports::One;
    if !one_port {
        return Ok(());
    }
    // No proposition that assumes that nothing contends applies beside contention.
    for number in 1..=3 {
        let one = claim(report, number);
        prop_assert!(!one.holds() || later.contention == 0, "{one:?} {later:?}");
        let without = one.expected.starts_with("Without contention");
        prop_assert!(number == 1 || !without || !one.holds(), "{one:?}");
    }
    let fifth = claim(report, 5);
    if fifth.met == Some(true)
        && let Some((_, rest)) = fifth.expected.split_once("turns in ")
    {
        let said: f64 = rest.split(' ').next().unwrap().parse().unwrap();
        prop_assert!(
            (said / later.period - 1.0).abs() < 1e-3,
            "{fifth:?} {}",
            seconds(later.period)
        );
    }
    if fifth.expected.contains("no contention") || claim(report, 4).holds() {
        prop_assert_eq!(later.contention, 0, "{:?}", fifth);
    }
    Ok(())
}

proptest! {
    #![proptest_config(trial::random(50))]

    #[test]
    fn panels_say_what_longer_simulations_show_and_no_fewer_workers_could_be_dropped(
        workers in random::workers(8), service in random::service(), gamma in prop_oneof![Just(0.0), 0.0..1.0_f64],
        deviations in random::deviations(), results in random::some("results", &[json!("push")]),
    ) {
        let mut rest = service;
        for some in [deviations, results] {
            rest.extend(some);
        }
        rest.insert("topic".into(), json!("propositions"));
        rest.insert("gamma".into(), json!(gamma));
        said_is_so(&workers, &Value::Object(rest))?;
    }
}

#[test]
fn a_throughput_is_that_of_the_chunks_to_which_beliefs_lead() {
    let misjudged =
        json!({"topic": "propositions", "target": 10, "theta": 0.25, "latency_factor": 2});
    let vanishing = json!({"topic": "propositions", "target": 1});
    for (line, rest, said) in [
        (
            "2,0.5,1000,0.1,1000,0.1",
            misjudged,
            "1.818 u/s of the 2 u/s",
        ),
        ("10,1,100,2,100,2", vanishing, "0 u/s of the 10 u/s"),
    ] {
        let third = claim(&report(&table("", &[line]), &rest), 3);
        assert!(third.expected.starts_with(said), "{}", third.expected);
    }
}

#[test]
fn latencies_that_are_believed_are_not_taken_for_true_ones() {
    for (factor, latencies, beside) in [(1, 1000.0, None), (3, 3000.0, Some("as believed"))] {
        let rest = json!({"topic": "propositions", "target": 10, "latency_factor": factor});
        let report = report(&table("", &["10,0.5,100,0.01,100,0.01"; 2]), &rest);
        let mut figures = report.figures.iter();
        let figure = figures.find(|figure| figure.key == "latencies").unwrap();
        assert_eq!(
            (figure.value, figure.beside.as_deref()),
            (latencies, beside)
        );
    }
}
