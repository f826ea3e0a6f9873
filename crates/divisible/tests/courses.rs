//! The courses in a stream's report, and the parts of two runs beside each other, against all rounds of the run.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::experiment::{self, Experiment};
use divisible::outcome::Account;
use divisible::parameters::{Scheduler, Workers};
use divisible::settings::{Order, Ports, Results};
use divisible::study::course::course;
use divisible::study::stream::{self, COURSES, Ran, frame};
use divisible::study::{Progress, campaign, worlds};
use divisible::watch::{Each, Round};
use divisible::{Parameters, Platform, Settings, Stream, Worker, as4dr, lanes, streams};
use report::Silent;
use report::evidence::Evidence;
use schedule::Off;

/// A few dozen rounds of drawn workers in two clusters whose speeds change.
fn two_clusters() -> Parameters {
    Parameters {
        platform: Workers::Drawn,
        workers: 7,
        clusters: 2,
        target: 10.0,
        horizon: 400.0,
        inaccuracy: 0.5,
        runs: 2,
        first_worker: 3,
        workers_shown: 3,
        ..Parameters::default()
    }
}

fn rounds(experiment: &Experiment) -> Vec<Round> {
    let mut rounds = Vec::new();
    let mut each = Each(|round: &Round| rounds.push(*round));
    let (clusters, settings) = (&experiment.clusters, &experiment.settings);
    streams::simulate(clusters, settings, &experiment.stream, &mut Off, &mut each).unwrap();
    rounds
}

/// Each part of a round's computing: the worker's place, its beginning and end, and its load.
fn computed(experiment: &Experiment, rounds: &[Round]) -> Vec<(usize, f64, f64, f64)> {
    let workers: Vec<_> = experiment
        .clusters
        .iter()
        .flat_map(|cluster| cluster.workers())
        .collect();
    let parts = rounds.iter().flat_map(|round| {
        let place = round.worker as usize;
        let [(b1, e1), (b2, e2)] = round.computed;
        let latency = workers[place].latency;
        let first = match b2 < e2 {
            true => workers[place].theta * round.size,
            false => round.size,
        };
        [
            (place, b1 + latency, e1, first),
            (place, b2 + latency, e2, round.size - first),
        ]
    });
    parts.filter(|(_, from, until, _)| from < until).collect()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

fn check(parameters: &Parameters, ran: &Ran, shown: std::ops::Range<usize>) {
    let experiment = Experiment::of(parameters, ran.scheduler, 0).unwrap();
    let rounds = rounds(&experiment);
    let parts = computed(&experiment, &rounds);
    let workers = ran.first.clusters.iter().map(|one| one.workers.len()).sum();
    let last = |place: usize| {
        let own = rounds.iter().filter(|round| round.worker as usize == place);
        own.map(|round| round.computed[1].1).fold(0.0, f64::max)
    };
    let known = (0..workers).map(last).fold(f64::INFINITY, f64::min);
    let width = parameters.horizon / 120.0;
    let ends: Vec<f64> = (1..=120)
        .map(|number| f64::from(number) * width)
        .take_while(|end| *end <= known)
        .collect();
    assert!(ends.len() > 60);
    let over = |end: f64, from: f64, until: f64| (until.min(end) - from.max(end - width)).max(0.0);
    let (mut busy, mut load) = (Vec::new(), Vec::new());
    for end in &ends {
        let here = |(_, from, until, _): &(usize, f64, f64, f64)| over(*end, *from, *until);
        busy.push(parts.iter().map(here).sum::<f64>() / width / workers as f64);
        let done = parts
            .iter()
            .map(|part| part.3 * here(part) / (part.2 - part.1));
        load.push(done.sum::<f64>() / width);
    }
    let same = |found: Vec<(f64, f64)>, wanted: &[f64]| {
        assert_eq!(found.len(), ends.len());
        for ((found, end), wanted) in found.iter().zip(&ends).zip(wanted) {
            assert!(near(found.0, *end), "{found:?} {end}");
            assert!((found.1 - wanted).abs() < 1e-6, "{found:?} {wanted}");
        }
    };
    same(ran.course.computed.efficiency().collect(), &busy);
    same(ran.course.computed.throughput().collect(), &load);

    let settled = (0..workers).map(|place| {
        let own = rounds.iter().filter(|round| round.worker as usize == place);
        let target = parameters.target;
        own.clone()
            .find(|round| (round.sigma - target).abs() <= 0.01 * target)
            .map_or(f64::NAN, |round| f64::from(round.number + 1))
    });
    let settled: Vec<f64> = settled.collect();
    match settled.iter().any(|one| one.is_nan()) {
        true => assert!(ran.settled[0].is_nan()),
        false => assert_eq!(ran.settled[0], settled.into_iter().fold(0.0, f64::max)),
    }

    // Each course has the first rounds, and of more than 800 only every 2nd, 4th, 8th … after them.
    assert_eq!(ran.course.workers.len(), shown.len().min(COURSES));
    for (course, place) in ran.course.workers.iter().zip(shown) {
        let own: Vec<&Round> = rounds
            .iter()
            .filter(|round| round.worker as usize == place)
            .collect();
        let kept = |stride: u32| {
            let kept = own
                .iter()
                .filter(move |round| round.number < 64 || round.number % stride == 0);
            kept.map(|round| (round.returned.1, round.number, round.sigma, round.size))
        };
        let stride = (0..)
            .map(|power| 1 << power)
            .find(|stride| kept(*stride).count() <= 800)
            .unwrap();
        let found: Vec<_> = course
            .iter()
            .map(|one| (one.date, one.number, one.sigma, one.size))
            .collect();
        assert_eq!(found, kept(stride).collect::<Vec<_>>());
    }

    // Shares of the time of all processors.
    let time: f64 = ran
        .first
        .clusters
        .iter()
        .map(|one| one.elapsed * one.workers.len() as f64)
        .sum();
    let all = || ran.first.clusters.iter().flat_map(|one| &one.workers);
    let spent = ran.spent[0];
    assert!(near(
        spent.startup * time,
        all().map(|one| one.startup).sum()
    ));
    assert!(near(spent.inter * time, all().map(|one| one.inter).sum()));
    assert!(near(spent.intra * time, all().map(|one| one.intra).sum()));
    assert!(near(
        spent.latency * time,
        all().map(|one| one.latency).sum()
    ));
    let (sending, returning) = (ran.first.sending, ran.first.returning);
    assert_eq!(
        ran.contention[0],
        (sending.events + returning.events) as f64
    );
    assert!(near(ran.waited[0], sending.wait + returning.wait));
    // A campaign keeps the means over all workers.
    let kept = campaign::Ran::of(&ran.first);
    let shares = ran.first.clusters.iter().flat_map(|one| {
        let waits = |worker: &Account| (worker.inter + worker.intra) / one.elapsed;
        one.workers.iter().map(waits)
    });
    assert!(near(kept.starvation * workers as f64, shares.sum()));
    assert_eq!(kept.contention, sending.events + returning.events);
    let throughput = ran.throughput[0];
    assert_eq!(kept.throughput, throughput);
    assert!(near(ran.unit_times()[0] * throughput, 1000.0));
}

#[test]
fn courses_are_the_means_of_their_parts_and_the_rounds_that_are_kept() {
    for scheduler in [Scheduler::As4dr, Scheduler::Da1, Scheduler::Baseline] {
        let parameters = Parameters {
            scheduler,
            ..two_clusters()
        };
        let streamed = stream::run(&parameters, &mut Silent).unwrap();
        assert_eq!(streamed.frame.workers, 2..5);
        check(&parameters, &streamed.own, 2..5);
        check(&parameters, &streamed.rival, 2..5);
        assert_eq!(streamed.own.throughput.len(), 2);
    }
    // A run of one worker for thousands of rounds.
    let long = Parameters {
        workers: 1,
        clusters: 1,
        horizon: 20_000.0,
        runs: 1,
        first_worker: 1,
        ..two_clusters()
    };
    let streamed = stream::run(&long, &mut Silent).unwrap();
    check(&long, &streamed.own, 0..1);
}

#[test]
fn a_part_of_a_run_has_the_rounds_that_are_under_way_in_it() {
    let parameters = two_clusters();
    let of = |scheduler| Experiment::of(&parameters, scheduler, 0).unwrap();
    let both = [of(Scheduler::Baseline), of(Scheduler::As4dr)];
    let evidence = Evidence::of(&[2.0, 2.1, 2.2], &[1.0, 1.1, 1.2]).unwrap();
    for (shown, cluster) in [(2..4, 0..4), (5..6, 4..7), (3..5, 0..7)] {
        let found = worlds::pair(&mut Silent, [&both[0], &both[1]], &shown, evidence)
            .unwrap()
            .unwrap();
        assert!(found.telling + found.seen <= found.all);
        for (part, experiment) in found.sides.iter().zip(&both) {
            assert_eq!(part.workers, shown);
            let until = part.from + part.schedule.makespan();
            let wanted: Vec<Round> = rounds(experiment)
                .into_iter()
                .filter(|round| cluster.contains(&(round.worker as usize)))
                .filter(|round| {
                    let [(begun, _), (_, ended)] = round.computed;
                    ended >= part.from && begun <= until
                })
                .collect();
            assert_eq!(part.rounds, wanted);
            // Their lanes are the lanes named after them.
            let names: Vec<&String> = part
                .lanes
                .iter()
                .map(|lane| &part.schedule.lanes()[lane.0 as usize])
                .collect();
            let workers: Vec<_> = experiment
                .clusters
                .iter()
                .flat_map(|cluster| cluster.workers())
                .map(|worker| &worker.name)
                .collect();
            assert_eq!(names, workers[shown.clone()]);
        }
    }
}

#[test]
fn the_course_of_a_worker_has_its_first_rounds_from_end_to_end() {
    let experiment = Experiment::of(&two_clusters(), Scheduler::As4dr, 0).unwrap();
    let all = rounds(&experiment);
    let parts = computed(&experiment, &all);
    for place in [0, 5] {
        let own: Vec<&Round> = all.iter().filter(|round| round.worker == place).collect();
        let mut silent = Silent;
        let mut progress = Progress::new(&mut silent, 1);
        let turns = course(&experiment, place, 9, &mut progress).unwrap();
        assert_eq!(turns.len(), 9);
        let mut begin = own[0].computed[0].0;
        for (turn, round) in turns.iter().zip(own) {
            let end = round.computed[1].1;
            assert_eq!(
                (turn.end, turn.chunk, turn.sigma),
                (end, round.size, round.sigma)
            );
            assert!(near(turn.throughput, round.size / (end - begin)));
            // The share of the time from end to end in which the worker computes.
            let within = parts
                .iter()
                .filter(|part| part.0 == place as usize && part.1 >= begin && part.2 <= end);
            let busy: f64 = within.map(|(_, from, until, _)| until - from).sum();
            assert!(near(turn.efficiency, busy / (end - begin)));
            begin = end;
        }
    }
}

#[test]
fn what_is_computed_by_a_moment_is_what_rounds_had_computed_by_then() {
    let experiment = Experiment::of(&two_clusters(), Scheduler::As4dr, 0).unwrap();
    let all = rounds(&experiment);
    let parts = computed(&experiment, &all);
    let mut sum = worlds::Computed::new(&experiment);
    all.iter().for_each(|round| sum.round(round));
    for moment in [0.0, 33.0, 121.7, 300.0] {
        let done = sum.until(moment);
        assert!(done.time() <= moment && moment < done.time() + done.width + 1e-9);
        let share = |from: f64, until: f64| ((done.time() - from) / (until - from)).clamp(0.0, 1.0);
        let wanted: f64 = parts
            .iter()
            .map(|(_, from, until, load)| load * share(*from, *until))
            .sum();
        assert!(near(done.load(), wanted), "{} {wanted}", done.load());
    }
    // The computed load at a unit's end is a multiple of the unit.
    let ends = sum.ends(25.0);
    assert!(ends.len() > 10);
    for (number, end) in (1_u32..).zip(&ends) {
        let until = |moment: f64| -> f64 {
            let done = |(_, from, until, load): &(usize, f64, f64, f64)| {
                load * ((moment - from) / (until - from)).clamp(0.0, 1.0)
            };
            parts.iter().map(done).sum()
        };
        // Computing is even within a part of a round.
        assert!((until(*end) - 25.0 * f64::from(number)).abs() < 2.0);
    }
}

#[test]
fn a_first_part_that_is_shorter_than_the_believed_latency_is_counted_once_a_round() {
    let worker = Worker::new("hasty", [1.0, 0.0, 100.0, 0.0, 100.0, 0.0]);
    let believed = |estimated_latency| Worker {
        theta: 0.2,
        estimated_latency,
        ..worker.clone()
    };
    for (latency, tiny) in [(0.0, false), (1e3, true)] {
        let platform = Platform::new(vec![believed(latency)]).unwrap();
        // Constant sizes: the next chunk after a tiny duration would outlast the run.
        let settings = Settings {
            adapt: false,
            ..Settings::as4dr(10.0)
        };
        let mut sigmas = Vec::new();
        let mut each = Each(|round: &Round| sigmas.push(round.sigma));
        let outcome = as4dr::simulate(
            &platform,
            &settings,
            &Stream::until(200.0),
            &mut Off,
            &mut each,
        )
        .unwrap();
        assert!(sigmas.len() > 5, "{sigmas:?}");
        let fell = sigmas.iter().filter(|sigma| **sigma < 1e-6).count();
        assert_eq!(outcome.implausible, fell as u64, "{sigmas:?}");
        assert_eq!(fell > 0, tiny);
    }
}

#[test]
fn the_part_shown_has_fewer_rounds_where_workers_and_transfers_would_make_too_many_spans() {
    let shown = |clusters: usize, workers: usize, first_worker, workers_shown, ports| {
        let worker = |place| Worker::new(format!("w{place}"), [1.0, 0.0, 100.0, 0.0, 100.0, 0.0]);
        let cluster = || Platform::new((0..workers).map(worker).collect()).unwrap();
        let clusters: Vec<Platform> = (0..clusters).map(|_| cluster()).collect();
        let parameters = Parameters {
            target: 1.0,
            shown: 10_000,
            first_worker,
            workers_shown,
            ports,
            ..Parameters::default()
        };
        let frame = frame(&parameters, &clusters, 1e6);
        (frame.workers, frame.until - frame.from)
    };
    // Eight spans for each displayed worker and round; four of every worker of the clusters whose port is drawn.
    assert_eq!(shown(1, 10, 1, 10, Ports::Multi), (0..10, 2500.0));
    assert_eq!(
        shown(1, 10, 1, 10, Ports::One),
        (0..10, f64::from(200_000 / (80 + 40)))
    );
    assert_eq!(
        shown(1, 10, 1, 2, Ports::One),
        (0..2, f64::from(200_000 / (16 + 40)))
    );
    // The second cluster alone is shown, then both, then the first alone.
    assert_eq!(
        shown(3, 10, 11, 10, Ports::One),
        (10..20, f64::from(200_000 / (80 + 40)))
    );
    assert_eq!(
        shown(3, 10, 10, 2, Ports::One),
        (9..11, f64::from(200_000 / (16 + 80)))
    );
    assert_eq!(
        shown(3, 10, 1, 30, Ports::One),
        (0..30, f64::from(200_000 / (240 + 120)))
    );
}

#[test]
fn the_scheduler_is_the_one_of_the_parameters() {
    let base = Parameters::default();
    let of = |parameters: &Parameters| experiment::settings(parameters, Scheduler::As4dr);
    let usual = of(&base);
    let other = of(&Parameters {
        results: Results::Push,
        order: Order::Fifo,
        ports: Ports::Multi,
        relaxation: 0.7,
        smoothing: 0.4,
        ..base.clone()
    });
    assert_eq!(
        (other.results, other.order, other.ports),
        (Results::Push, Order::Fifo, Ports::Multi)
    );
    assert_eq!((other.relaxation, other.smoothing), (0.7, 0.4));
    assert_eq!(
        (usual.results, usual.order, usual.ports),
        (base.results, base.order, base.ports)
    );
    assert_eq!(
        (usual.relaxation, usual.smoothing),
        (base.relaxation, base.smoothing)
    );
}

#[test]
fn the_share_of_a_table_without_one_is_the_usual_share_and_that_of_a_table_with_one_is_kept() {
    let platform = |table: &str| {
        let parameters = Parameters {
            platform: Workers::Own,
            theta: None,
            table: table.into(),
            ..Parameters::default()
        };
        experiment::platform(&parameters, 0).unwrap()
    };
    let told =
        platform("F,f,BD,bD,BR,bR,theta\n1,0.5,10,0.1,10,0.1,0.3\n2,0.5,10,0.1,10,0.1,0.4\n");
    assert_eq!(
        told.workers()
            .iter()
            .map(|one| one.theta)
            .collect::<Vec<_>>(),
        [0.3, 0.4]
    );
    let untold = platform("F,f,BD,bD,BR,bR\n1,0.5,10,0.1,10,0.1\n2,0.5,10,0.1,10,0.1\n");
    assert_ne!(untold.workers()[0].theta, untold.workers()[1].theta);
}

#[test]
fn ports_of_one_cluster_have_no_number_and_those_of_several_have_that_of_their_cluster() {
    let worker = Worker::new("w", [1.0, 0.0, 100.0, 0.0, 100.0, 0.0]);
    let cluster = Platform::new(vec![worker]).unwrap();
    let lanes = |clusters: usize| {
        let recording = lanes::recording(&vec![cluster.clone(); clusters], Ports::One);
        recording.finish(1.0).unwrap().lanes().to_vec()
    };
    assert_eq!(lanes(1), ["send port", "receive port", "w"]);
    assert_eq!(
        lanes(2),
        [
            "send port 1",
            "receive port 1",
            "w",
            "send port 2",
            "receive port 2",
            "w"
        ]
    );
}
