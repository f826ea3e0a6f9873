//! Reports of scenarios: the figures of the worked examples, frames that show the events, runs that stop on request.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::ops::ControlFlow;

use divisible::experiment::{Experiment, platform};
use divisible::lanes::{self, Frame, Window};
use divisible::parameters::{
    Policy, Scheduler, Spacing, Topic, Values, Variation, Varied, Whose, Workers,
};
use divisible::platform::Signs;
use divisible::settings::Ports;
use divisible::watch::Unwatched;
use divisible::{Divisible, Error, Parameters, run, streams};
use laboratory::Laboratory as _;
use parameters::Field as _;
use report::{Report, Silent};
use schedule::Span;
use serde_json::json;
use trace::source::{Own, Source};
use trace::{Node, TraceSet};

/// One run without errors of belief, shares of a half.
fn exact() -> Parameters {
    Parameters {
        inaccuracy: 0.0,
        theta: Some(0.5),
        runs: 1,
        ..Parameters::default()
    }
}

fn report(parameters: &Parameters) -> Report {
    run(parameters, &mut Silent).unwrap().0
}

fn figure(report: &Report, key: &str) -> f64 {
    let figure = report.figures.iter().find(|figure| figure.key == key);
    figure.unwrap().value
}

fn said(report: &Report, words: &str) -> bool {
    report.notes.iter().any(|note| note.contains(words))
}

#[test]
fn workers_believed_ten_times_too_fast_settle_after_the_rounds_that_the_recurrence_says() {
    // Millot and Parrot 2016, figure 7: within 1 % of τ.
    let parameters = Parameters {
        estimate_factor: 10.0,
        ..exact()
    };
    let expected = platform(&parameters, 0)
        .unwrap()
        .workers()
        .iter()
        .map(|worker| {
            let sigma = |round| {
                divisible::formulas::recurrence::round_time_at(
                    worker.first_chunk(60.0),
                    worker.speed,
                    worker.latency,
                    60.0,
                    round,
                )
            };
            let settled = (0..).find(|&round| (sigma(round) - 60.0).abs() <= 0.6);
            settled.unwrap() + 1
        })
        .max();
    let report = report(&parameters);
    assert_eq!(figure(&report, "settled"), f64::from(expected.unwrap()));
    assert!(said(&report, "equation 15 fails"), "{:?}", report.notes);
}

#[test]
fn what_fails_is_named() {
    let short = Parameters {
        target: 5.0,
        horizon: 400.0,
        ..exact()
    };
    assert!(said(&report(&short), "proposition 1"));
    let none = report(&Parameters {
        topic: Topic::Propositions,
        inaccuracy: 0.9,
        ..short
    });
    assert!(none.headline.contains("None of 5"), "{}", none.headline);
    let late = Parameters {
        theta: Some(0.95),
        ..exact()
    };
    let late = report(&late);
    assert!(said(
        &late,
        "θ is above the window of w0, w1, w2 and 1 more"
    ));
    assert!(figure(&late, "inter") > 0.01);
    let early = Parameters {
        theta: Some(0.01),
        ..exact()
    };
    let early = report(&early);
    assert!(said(&early, "θ is below the window"));
    assert!(figure(&early, "intra") > 0.0);
    let loose = Parameters {
        spacing: Spacing::None,
        ..exact()
    };
    let loose = report(&loose);
    assert!(said(&loose, "Without spacing"));
    assert!(figure(&loose, "contention") > 0.0);
    let all_well = report(&exact());
    assert!(!said(&all_well, "proposition"), "{:?}", all_well.notes);
    assert_eq!(figure(&all_well, "contention"), 0.0);
}

#[test]
fn a_frame_shows_what_a_whole_recording_has_there() {
    let parameters = Parameters {
        platform: Workers::Drawn,
        workers: 9,
        target: 10.0,
        horizon: 200.0,
        clusters: 2,
        ..Parameters::default()
    };
    for ports in [Ports::One, Ports::Multi] {
        let parameters = Parameters {
            ports,
            ..parameters.clone()
        };
        let experiment = Experiment::of(&parameters, Scheduler::As4dr, 0).unwrap();
        let Experiment {
            clusters,
            settings,
            stream,
            ..
        } = &experiment;
        let mut whole = lanes::recording(clusters, ports);
        streams::simulate(clusters, settings, stream, &mut whole, &mut Unwatched).unwrap();
        let whole = whole.finish(200.0).unwrap();
        let frame = Frame {
            workers: 3..7,
            from: 40.0,
            until: 90.0,
        };
        let mut window = Window::new(clusters, ports, &frame);
        streams::simulate(clusters, settings, stream, &mut window, &mut Unwatched).unwrap();
        let (part, _) = window.finish(200.0).unwrap();
        assert_eq!(part.makespan(), 50.0);
        let expected: Vec<&String> = whole.lanes().iter().collect();
        let mut compared = 0;
        for (lane, name) in part.lanes().iter().enumerate() {
            let place = expected.iter().position(|other| *other == name).unwrap();
            let of = |schedule: &schedule::Schedule, lane: usize| -> Vec<Span> {
                let spans = schedule.spans();
                spans.filter(|span| span.lane.0 as usize == lane).collect()
            };
            let inside: Vec<(f64, f64)> = of(&whole, place)
                .iter()
                .map(|span| (span.start.max(40.0) - 40.0, span.end.min(90.0) - 40.0))
                .filter(|(start, end)| end > start)
                .collect();
            let found: Vec<(f64, f64)> = of(&part, lane)
                .iter()
                .map(|span| (span.start, span.end))
                .collect();
            assert_eq!(inside, found, "{name}");
            compared += found.len();
        }
        assert!(compared > 50);
    }
}

#[test]
fn a_thousand_workers_are_simulated_whole_and_shown_in_part() {
    let parameters = Parameters {
        platform: Workers::Table3,
        target: 3.0,
        horizon: 2000.0,
        clusters: 11,
        signs: Signs::Balanced,
        theta: Some(0.5),
        runs: 1,
        seed: 1001,
        shown: 1000,
        workers_shown: 200,
        ..Parameters::default()
    };
    let report = report(&parameters);
    // Millot and Parrot 2016, section 3, as in the tests of the simulation.
    assert!((figure(&report, "efficiency") - 0.983).abs() < 2e-3);
    let schedule = report.schedule.unwrap();
    assert!(schedule.len() < 400_000);
    let points: usize = report
        .charts
        .iter()
        .map(|chart| chart.table().rows.len())
        .sum();
    assert!(points < 20_000, "{points}");
}

#[test]
fn a_run_stops_within_a_simulation() {
    let parameters = Parameters {
        platform: Workers::Table3,
        target: 3.0,
        horizon: 2000.0,
        clusters: 11,
        runs: 1,
        ..Parameters::default()
    };
    for topic in [Topic::Stream, Topic::Finite] {
        let mut asked = 0;
        let mut third = |_: u64, _: u64| {
            asked += 1;
            match asked {
                3 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let parameters = Parameters {
            topic,
            load: 1e8,
            piece: 1e4,
            ..parameters.clone()
        };
        let refused = run(&parameters, &mut third).unwrap_err();
        assert!(matches!(refused, Error::Cancelled(_)), "{refused}");
        assert_eq!(asked, 3);
    }
}

#[test]
fn speeds_follow_what_the_scenario_says() {
    let at = |parameters: &Parameters, worker: usize, date: f64| {
        let platform = platform(parameters, 0).unwrap();
        platform.workers()[worker].profile.compute.at(date)
    };
    let base = Parameters {
        depth: 0.25,
        varied_worker: 2,
        ..exact()
    };
    for (variation, low, high) in [
        (Variation::Once, 1000.0, 400.0),
        (Variation::Twice, 500.0, 1000.0),
        (Variation::Often, 200.0, 400.0),
        (Variation::Stairs, 200.0, 400.0),
        (Variation::Periodic, 200.0, 400.0),
    ] {
        let parameters = Parameters {
            variation,
            ..base.clone()
        };
        assert_eq!(at(&parameters, 1, low), 0.75, "{variation:?}");
        assert_eq!(at(&parameters, 1, high), 1.0, "{variation:?}");
        assert_eq!(at(&parameters, 0, low), 1.0, "{variation:?}");
        let all = Parameters {
            whose: Whose::All,
            shift: 17.0,
            ..parameters
        };
        assert_eq!(at(&all, 0, low + 17.0), 0.75, "{variation:?}");
    }
    let drawn = Parameters {
        variation: Variation::Steps,
        steps: "10:0.5; 20:2".into(),
        ..base.clone()
    };
    assert_eq!(at(&drawn, 1, 15.0), 0.5);
    assert_eq!(at(&drawn, 1, 25.0), 2.0);
    let walks = Parameters {
        variation: Variation::Walks,
        step: 10.0,
        ..base.clone()
    };
    let course = |worker| -> Vec<f64> {
        let dates = (0..180).map(|k| f64::from(10 * k));
        dates.map(|date| at(&walks, worker, date)).collect()
    };
    let (first, second) = (course(0), course(1));
    assert_eq!(first[0], 1.0);
    assert!(first.iter().all(|factor| (0.75..=1.0).contains(factor)));
    assert!(first.iter().any(|factor| *factor < 0.95) && first != second);
    assert_eq!(first, course(0));
    let still = Parameters {
        volatility: 0.0,
        ..walks.clone()
    };
    assert_eq!(at(&still, 0, 1000.0), 1.0);
    let traces = Parameters {
        variation: Variation::Series,
        step: 1.0,
        ..base
    };
    let factors: Vec<f64> = (0..1000).map(|k| at(&traces, 0, f64::from(k))).collect();
    assert!(factors.iter().all(|factor| *factor > 0.0 && *factor <= 1.0));
    assert!(factors.contains(&1.0) && factors.iter().any(|factor| *factor < 0.9));
}

#[test]
fn the_greatest_load_and_the_least_piece_that_a_refusal_names_are_allowed() {
    let least = Parameters {
        topic: Topic::Finite,
        policy: Policy::Fixed,
        load: 1e12,
        ..exact()
    };
    let refused = |parameters: &Parameters| {
        let error = divisible::study::finite::run(parameters, &mut Silent).unwrap_err();
        error.to_string()
    };
    let after = |text: &str, words: &str| -> f64 {
        let number = text.split_once(words).unwrap().1;
        let end = number.find(|c: char| !c.is_ascii_digit() && c != '.');
        number[..end.unwrap()]
            .trim_end_matches('.')
            .parse()
            .unwrap()
    };
    let platform = platform(&least, 0).unwrap();
    let speeds: f64 = platform.workers().iter().map(|worker| worker.speed).sum();
    // All workers are busy with it for 100,000 s.
    let most = after(&refused(&least), "up to ");
    assert!((most / speeds - 100_000.0).abs() < 1e-3, "{most}");
    let pieces = Parameters {
        load: 1000.0,
        piece: 1e-4,
        ..least
    };
    let piece = after(&refused(&pieces), "from ");
    assert!((1000.0 / piece - 200_000.0).abs() < 1e-3, "{piece}");
}

#[test]
fn a_run_tells_how_far_it_is_until_all_is_done() {
    let told = |parameters: &Parameters| {
        let mut told = Vec::new();
        let mut observer = |done: u64, total: u64| {
            told.push((done, total));
            ControlFlow::Continue(())
        };
        run(parameters, &mut observer).unwrap();
        assert!(told.windows(2).all(|pair| pair[0].0 <= pair[1].0));
        let (done, total) = *told.last().unwrap();
        assert!(told.iter().all(|one| one.1 == total), "{told:?}");
        (done, total)
    };
    // Every policy in every run, the displayed one, and the two beside each other.
    let finite = Parameters {
        topic: Topic::Finite,
        runs: 3,
        ..exact()
    };
    let all = 3 * Policy::ALL.len() as u64 + 2;
    assert_eq!(told(&finite), (all, all));
    // Two schedulers in every run, and both once more.
    let stream = Parameters { runs: 3, ..exact() };
    assert_eq!(told(&stream), (8, 8));
}

#[test]
fn speeds_vary_where_the_scenario_says() {
    let factors = |varied: Varied| {
        let parameters = Parameters {
            variation: Variation::Once,
            depth: 0.25,
            whose: Whose::All,
            varied,
            ..exact()
        };
        let platform = platform(&parameters, 0).unwrap();
        let profile = platform.workers()[0].profile.clone();
        [profile.compute, profile.send, profile.receive].map(|steps| steps.at(1000.0))
    };
    assert_eq!(factors(Varied::All), [0.75, 0.75, 0.75]);
    assert_eq!(factors(Varied::Compute), [0.75, 1.0, 1.0]);
    assert_eq!(factors(Varied::Send), [1.0, 0.75, 1.0]);
    assert_eq!(factors(Varied::Return), [1.0, 1.0, 0.75]);
}

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    let refused = |parameters: Parameters| run(&parameters, &mut Silent).unwrap_err().to_string();
    let table = |table: &str| {
        refused(Parameters {
            platform: Workers::Own,
            table: table.into(),
            ..exact()
        })
    };
    assert_eq!(
        table("F,f\n1,0\n-2,0"),
        "table: line 3, column 1 (speed F): \"-2\" must be a finite number of more than 0"
    );
    assert_eq!(
        table(""),
        "table: the table has no rows; it needs at least one"
    );
    let steps = refused(Parameters {
        variation: Variation::Steps,
        steps: "10:0".into(),
        ..exact()
    });
    assert!(
        steps.starts_with("steps: step 1: factor 0 must be"),
        "{steps}"
    );
    let worker = refused(Parameters {
        variation: Variation::Once,
        varied_worker: 5,
        ..exact()
    });
    assert_eq!(
        worker,
        "varied_worker is 5; allowed: 1 to 4, the number of workers"
    );
    let values = refused(Parameters {
        variation: Variation::Series,
        values: Values::Share,
        ..exact()
    });
    assert!(
        values.starts_with("values: needs a file of availabilities"),
        "{values}"
    );
    let load = refused(Parameters {
        topic: Topic::Finite,
        load: 1e9,
        ..exact()
    });
    assert!(load.starts_with("load is 1000000000; allowed"), "{load}");
}

#[test]
fn availabilities_come_from_a_file_and_rules_know_it() {
    let file = |values: &str, most: f64| {
        let node = Node {
            name: "n1".into(),
            position: None,
            host: 0,
            runtimes: vec![0.5, most],
        };
        let set = TraceSet::new("free.csv", vec![node]).unwrap();
        let traces = Source::Own(Own::of(&set, 10)).to_value();
        json!({"variation": "series", "values": values, "runs": 1, "traces": traces})
    };
    let built_in = |values: &str| json!({"variation": "series", "values": values, "runs": 1});
    let refused = [
        built_in("share"),
        built_in("percent"),
        file("share", 1.5),
        file("percent", 100.5),
    ];
    let allowed = [
        built_in("runtimes"),
        file("percent", 100.0),
        file("share", 1.0),
        json!({"topic": "propositions", "variation": "series", "values": "share", "runs": 1}),
    ];
    trial::ruled::<Divisible>(&refused, &allowed);
}

#[test]
fn a_run_is_said_to_need_the_memory_of_the_traces_that_it_loads() {
    let series = |topic, horizon, step| Parameters {
        topic,
        horizon,
        step,
        variation: Variation::Series,
        traces: Source::Ar01,
        ..exact()
    };
    for (parameters, values) in [
        (series(Topic::Stream, 1e5, 0.01), 10_000),
        (series(Topic::Stream, 100.0, 1.0), 100),
        // A finite load has no horizon.
        (series(Topic::Finite, 100.0, 100.0), 1_000),
        (series(Topic::Propositions, 1e5, 0.01), 0),
        (series(Topic::Selection, 1e5, 0.01), 0),
    ] {
        let loaded = divisible::experiment::traces(&parameters).unwrap();
        let loaded = loaded.map_or(0, |set| set.nodes().len() * set.jobs());
        assert_eq!(loaded, 16 * values);
        let need = Divisible::need(&parameters);
        assert_eq!(need.memory, 16.0 * loaded as f64);
        assert_eq!(Divisible::uses_traces(&parameters), loaded > 0);
    }
}

#[test]
fn the_least_piece_that_a_run_allows_breaks_no_rule() {
    // Divided by the piece, the load is 200,000 and a rounding error.
    let finite = |piece: f64| json!({"topic": "finite", "load": 0.4, "piece": piece, "runs": 1});
    trial::ruled::<Divisible>(&[finite(1.9e-6)], &[finite(2e-6)]);
}

#[test]
fn rules_and_runs_refuse_more_clusters_than_workers_and_targets_the_wrong_way_round() {
    let target = |least: u32, most: u32| json!({"topic": "target", "runs": 1, "horizon": 300, "target_least": least, "target_most": most});
    let refused = [
        json!({"clusters": 5, "runs": 1}),
        json!({"topic": "inaccuracy", "clusters": 16, "runs": 1}),
        json!({"platform": "drawn", "workers": 1, "clusters": 2, "runs": 1}),
        json!({"topic": "target", "clusters": 5, "runs": 1}),
        target(100, 50),
    ];
    let allowed = [
        json!({"clusters": 4, "runs": 1}),
        json!({"platform": "drawn", "workers": 2, "clusters": 2, "runs": 1}),
        json!({"topic": "finite", "clusters": 5, "runs": 1}),
        target(100, 100),
    ];
    trial::ruled::<Divisible>(&refused, &allowed);
}

#[test]
fn a_table_of_ones_own_keeps_its_shares_and_its_estimates() {
    let parameters = Parameters {
        platform: Workers::Own,
        table: "F,f,theta,estimated speed\n4,0.1,0.3,8\n2,0.1,0.6,2".into(),
        theta: None,
        estimate_factor: 0.5,
        ..exact()
    };
    let platform = platform(&parameters, 0).unwrap();
    let read: Vec<(f64, f64)> = platform
        .workers()
        .iter()
        .map(|worker| (worker.theta, worker.estimated_speed))
        .collect();
    assert_eq!(read, [(0.3, 4.0), (0.6, 1.0)]);
}

#[test]
fn on_workers_that_are_alike_every_policy_does_the_whole_load() {
    let parameters = Parameters {
        topic: Topic::Finite,
        platform: Workers::Drawn,
        workers: 4,
        computing_spread: 0.0,
        communicating_spread: 0.0,
        inaccuracy: 0.5,
        load: 5000.0,
        piece: 25.0,
        target: 10.0,
        shown: 1000,
        runs: 3,
        ..Parameters::default()
    };
    for policy in Policy::ALL {
        let parameters = Parameters {
            policy,
            ..parameters.clone()
        };
        let report = report(&parameters);
        let table = &report.tables[0];
        assert_eq!(table.rows.len(), Policy::ALL.len());
        let schedule = report.schedule.unwrap();
        let computed: f64 = schedule
            .spans()
            .filter(|span| {
                let phase = &schedule.phases()[usize::from(span.phase.0)];
                phase.role == schedule::Role::Compute
            })
            .map(|span| span.end - span.start)
            .sum();
        // The frame shows all of it: 5,000 u at 10 u/s.
        assert!((computed - 500.0).abs() < 1e-6, "{policy:?}: {computed}");
    }
}
