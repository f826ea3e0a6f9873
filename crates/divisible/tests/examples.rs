//! The worked examples against the simulation, figure by figure.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::settings::{Delays, Order, Ports, Results};
use divisible::speeds::{Profile, Steps};
use divisible::watch::{Each, Round, Unwatched};
use divisible::{Outcome, Platform, Settings, Stream, Worker, as4dr};
use schedule::Off;
use serde_json::Value;

fn data() -> Value {
    serde_json::from_str(include_str!("examples.json")).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

/// A number; an infinite bandwidth is `null`.
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::INFINITY)
}

/// The platform of a run.
fn platform(run: &Value) -> Platform {
    let rows = run["workers"].as_array().unwrap().iter().enumerate();
    let workers = rows.map(|(place, row)| {
        let mut worker = Worker::new(format!("w{place}"), numbers(row).try_into().unwrap());
        worker.estimated_speed *= number(&run["over"]);
        worker.gamma = number(&run["gamma"]);
        if let Some(thetas) = run["theta"].as_array() {
            worker.theta = number(&thetas[place]);
        }
        if let Some(steps) = run["steps"].as_array() {
            let steps = steps[place].as_array().unwrap().iter();
            let steps = Steps::new(steps.map(|step| (number(&step[0]), number(&step[1])))).unwrap();
            worker.profile = Profile::compute(steps);
        }
        worker
    });
    Platform::new(workers.collect()).unwrap()
}

fn settings(run: &Value) -> Settings {
    let given = &run["settings"];
    let mut settings = Settings::as4dr(number(&run["target"]));
    if given["ports"] == "multi" {
        settings.ports = Ports::Multi;
    }
    if given["order"] == "fifo" {
        settings.order = Order::Fifo;
    }
    if given["results"] == "push" {
        settings.results = Results::Push;
    }
    settings.delays = match given["delays"].as_str() {
        Some("none") => Delays::None,
        Some("current") => Delays::Current,
        _ => Delays::First,
    };
    settings.adapt = given["adapt"] != false;
    settings
}

fn stream(run: &Value) -> Stream {
    match run["rounds"].as_u64() {
        Some(rounds) => Stream::rounds(rounds as u32),
        None => Stream::until(number(&run["horizon"])),
    }
}

/// The outcome and the rounds of each worker.
fn simulate(
    platform: &Platform,
    settings: &Settings,
    stream: &Stream,
) -> (Outcome, Vec<Vec<Round>>) {
    let mut rounds = vec![Vec::new(); platform.workers().len()];
    let outcome = as4dr::simulate(
        platform,
        settings,
        stream,
        &mut Off,
        &mut Each(|round: &Round| rounds[round.worker as usize].push(*round)),
    )
    .unwrap();
    (outcome, rounds)
}

#[track_caller]
fn near(what: &str, computed: f64, expected: f64) {
    let scale = expected.abs().max(1.0);
    assert!(
        (computed - expected).abs() <= 1e-9 * scale,
        "{what}: {computed}, expected {expected}"
    );
}

/// The examples also have the chunk that is not returned at the horizon, so that they may have one more.
#[track_caller]
fn all_near(what: &str, computed: impl IntoIterator<Item = f64>, expected: &Value) {
    let computed: Vec<_> = computed.into_iter().collect();
    let expected = numbers(expected);
    assert!(
        computed.len() + 1 >= expected.len() && !computed.is_empty(),
        "{what}: only {} of {}",
        computed.len(),
        expected.len()
    );
    for (place, (computed, expected)) in computed.into_iter().zip(expected).enumerate() {
        near(&format!("{what} [{place}]"), computed, expected);
    }
}

#[test]
fn every_run_comes_to_the_sizes_dates_and_accounts_of_the_worked_example() {
    let data = data();
    for run in data["runs"].as_array().unwrap() {
        let name = run["name"].as_str().unwrap();
        let expect = &run["expect"];
        let (platform, settings) = (platform(run), settings(run));
        let (outcome, rounds) = simulate(&platform, &settings, &stream(run));
        for (worker, rounds) in rounds.iter().enumerate() {
            let of = |what: &str| format!("{name}: {what} of w{worker}");
            all_near(
                &of("alpha"),
                rounds.iter().map(|round| round.size),
                &expect["alpha"][worker],
            );
            all_near(
                &of("sigma"),
                rounds.iter().map(|round| round.sigma),
                &expect["sigma"][worker],
            );
            all_near(
                &of("post"),
                rounds.iter().map(|round| round.due),
                &expect["post"][worker],
            );
        }
        if settings.delays == Delays::First && settings.ports == Ports::One {
            let delays = platform.delays(settings.target);
            if delays.len() > 1 {
                all_near(name, delays, &expect["delays"]);
            }
        }
        let contention = [outcome.sending.events, outcome.returning.events];
        let expected: Vec<u64> = numbers(&expect["contention"])
            .iter()
            .map(|&count| count as u64)
            .collect();
        assert_eq!(contention.to_vec(), expected, "{name}: contention");
        if let Some(wait) = expect["wait"].as_f64() {
            near(
                &format!("{name}: wait"),
                outcome.sending.wait + outcome.returning.wait,
                wait,
            );
        }
        if run["horizon"].is_null() {
            continue;
        }
        near(
            &format!("{name}: throughput"),
            outcome.throughput(),
            number(&expect["throughput"]),
        );
        near(
            &format!("{name}: efficiency"),
            outcome.efficiency(),
            number(&expect["efficiency"]),
        );
        near(
            &format!("{name}: efficiency of all"),
            outcome.efficiency_of_all(),
            number(&expect["efficiency_of_all"]),
        );
        let accounts = || outcome.workers.iter();
        all_near(
            &format!("{name}: inter"),
            accounts().map(|a| a.inter),
            &expect["inter"],
        );
        all_near(
            &format!("{name}: intra"),
            accounts().map(|a| a.intra),
            &expect["intra"],
        );
        all_near(
            &format!("{name}: latency"),
            accounts().map(|a| a.latency),
            &expect["latency"],
        );
        all_near(
            &format!("{name}: startup"),
            accounts().map(|a| a.startup),
            &expect["startup"],
        );
        all_near(
            &format!("{name}: done"),
            accounts().map(|a| a.done),
            &expect["done"],
        );
    }
}

#[test]
fn every_date_of_e0_is_that_of_its_trace() {
    let data = data();
    let run = &data["runs"][0];
    let (_, rounds) = simulate(&platform(run), &settings(run), &stream(run));
    for (worker, rounds) in rounds.iter().enumerate() {
        let trace = run["expect"]["trace"][worker].as_array().unwrap();
        // The last round is not sent back by the ring, which has ended, but at once.
        for ((round, next), row) in rounds.iter().zip(&rounds[1..]).zip(trace).take(8) {
            let [(c1s, c1e), (c2s, c2e)] = round.computed;
            let (r2s, r2e) = next.returned_before.unwrap();
            let dates = [
                ("post", round.due),
                ("send", round.posted),
                ("arr1", round.arrived[0]),
                ("arr2", round.arrived[1]),
                ("c1s", c1s),
                ("c1e", c1e),
                ("c2s", c2s),
                ("c2e", c2e),
                ("r1s", round.returned.0),
                ("r1e", round.returned.1),
                ("r2s", r2s),
                ("r2e", r2e),
            ];
            for (what, date) in dates {
                near(
                    &format!("w{worker}, round {}, {what}", round.number),
                    date,
                    number(&row[what]),
                );
            }
        }
    }
}

#[test]
fn a_jump_of_the_speed_is_followed_within_three_rounds_as_in_e6() {
    let data = data();
    let runs = data["runs"].as_array().unwrap();
    let run = runs
        .iter()
        .find(|run| run["expect"].get("drop").is_some())
        .unwrap();
    let (_, rounds) = simulate(&platform(run), &settings(run), &stream(run));
    for edge in ["drop", "recovery"] {
        let expect = &run["expect"][edge];
        let first = expect["first"].as_u64().unwrap() as usize;
        let rounds = &rounds[1][first..];
        all_near(
            edge,
            rounds.iter().map(|round| round.computed[0].0),
            &expect["c1s"],
        );
        all_near(
            edge,
            rounds.iter().map(|round| round.size),
            &expect["alpha"],
        );
        all_near(
            edge,
            rounds.iter().map(|round| round.sigma),
            &expect["sigma"],
        );
    }
}

/// One worker without ports.
fn alone(worker: Worker, settings: Settings, rounds: u32) -> Vec<Round> {
    let settings = Settings {
        ports: Ports::Multi,
        order: Order::Fifo,
        ..settings
    };
    let platform = Platform::new(vec![worker]).unwrap();
    simulate(&platform, &settings, &Stream::rounds(rounds))
        .1
        .remove(0)
}

#[test]
fn outside_the_window_of_theta_a_worker_starves_as_in_e8() {
    for row in data()["window"].as_array().unwrap() {
        let mut worker = Worker::new("w", [1.0, 0.05, 4.0, 0.02, 8.0, 0.02]);
        worker.theta = number(&row["theta"]);
        worker.estimated_speed = 0.9;
        let name = format!("theta {}", worker.theta);
        let rounds = alone(worker, Settings::as4dr(1.0), 60);
        let (last, before) = (&rounds[59], &rounds[58]);
        near(&name, last.posted - before.posted, number(&row["period"]));
        near(&name, last.inter, number(&row["inter"]));
        near(&name, rounds[0].intra, number(&row["intra0"]));
        near(&name, last.intra, number(&row["intra"]));
        near(&name, last.sigma, 1.0);
    }
}

#[test]
fn with_a_target_of_two_latencies_or_less_chunks_fade_as_in_e9() {
    for row in data()["degenerate"].as_array().unwrap() {
        let target = number(&row["target"]);
        let free = f64::INFINITY;
        let mut worker = Worker::new("w", [1.0, number(&row["latency"]), free, 0.0, free, 0.0]);
        worker.estimated_speed = 1.0 / target;
        let rounds = alone(worker, Settings::as4dr(target), 10);
        all_near(
            "alpha",
            rounds.iter().map(|round| round.size),
            &row["alpha"],
        );
    }
}

#[test]
fn as4dr_and_its_ancestors_come_to_the_sizes_of_e10() {
    for row in data()["ancestors"].as_array().unwrap() {
        let method = row["method"].as_str().unwrap();
        let settings = match method {
            "AS4DR" => Settings::as4dr(60.0),
            "BS" => Settings::baseline(60.0),
            _ => Settings::da1(60.0),
        };
        let mut worker = Worker::new("w", [0.08, 0.1, 0.93, 0.1, 0.93, 0.8]);
        worker.estimated_speed = 0.04;
        let rounds = alone(worker, settings, 12);
        all_near(method, rounds.iter().map(|round| round.size), &row["alpha"]);
        let (last, before) = (&rounds[10], &rounds[9]);
        let period = last.computed[0].0 - before.computed[0].0;
        near(method, before.size / period, number(&row["thr"]));
        near(
            method,
            (last.inter + last.intra) / period,
            number(&row["idle"]),
        );
    }
}

#[test]
fn a_wrong_latency_shifts_the_limit_as_in_e11() {
    for row in data()["latencies"].as_array().unwrap() {
        let mut worker = Worker::new("w", [2.0, 0.5, 1e3, 0.0, 1e3, 0.0]);
        worker.theta = number(&row["theta"]);
        worker.estimated_latency = number(&row["estimate"]);
        let rounds = alone(worker, Settings::as4dr(10.0), 40);
        near("alpha", rounds[30].size, number(&row["alpha"]));
    }
}

#[test]
fn the_recorder_does_not_change_a_bit() {
    for run in data()["runs"].as_array().unwrap() {
        let (platform, settings, stream) = (platform(run), settings(run), stream(run));
        let off = as4dr::simulate(&platform, &settings, &stream, &mut Off, &mut Unwatched).unwrap();
        let mut recording =
            divisible::lanes::recording(std::slice::from_ref(&platform), settings.ports);
        let on = as4dr::simulate(
            &platform,
            &settings,
            &stream,
            &mut recording,
            &mut Unwatched,
        )
        .unwrap();
        assert_eq!(off, on);
        let schedule = recording.finish(on.elapsed).unwrap();
        assert!(
            schedule.len() > 10 * platform.workers().len(),
            "{}",
            run["name"]
        );
    }
}
