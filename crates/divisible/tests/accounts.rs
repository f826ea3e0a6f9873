//! The figures and courses of a run, added up once more from its rounds: every second and every unit of load.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::outcome::{Account, End};
use divisible::settings::{Delays, Order, Ports, Results};
use divisible::speeds::Steps;
use divisible::watch::{Each, Round, Unwatched};
use divisible::{Outcome, Platform, Settings, Stream, Worker, as4dr, lanes};
use proptest::prelude::*;
use schedule::Off;

use crate::twin::any_platform;

/// The horizon of the runs, s.
const HORIZON: f64 = 80.0;

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-7 * b.abs().max(1.0)
}

fn simulated(
    platform: &Platform,
    settings: &Settings,
    stream: &Stream,
) -> (Outcome, Vec<Vec<Round>>) {
    let mut rounds = vec![Vec::new(); platform.workers().len()];
    let mut each = Each(|round: &Round| rounds[round.worker as usize].push(*round));
    let outcome = as4dr::simulate(platform, settings, stream, &mut Off, &mut each).unwrap();
    (outcome, rounds)
}

/// The seconds of work at factor 1 in a time with these steps.
fn worth(steps: &Steps, from: f64, until: f64) -> f64 {
    let edges: Vec<f64> = std::iter::once(from)
        .chain(steps.iter().map(|(date, _)| date))
        .chain([until])
        .filter(|date| (from..=until).contains(date))
        .collect();
    edges
        .windows(2)
        .map(|pair| (pair[1] - pair[0]) * steps.at(f64::midpoint(pair[0], pair[1])))
        .sum()
}

/// The account of a worker at a moment, from rounds that go on beyond it.
fn account(worker: &Worker, rounds: &[Round], split: bool, until: f64) -> Account {
    let seen = |from: f64, to: f64| (to.min(until) - from.min(until)).max(0.0);
    let mut account = Account::default();
    let mut idle_from = 0.0;
    for round in rounds {
        let [(b1, e1), (b2, e2)] = round.computed;
        match round.number {
            0 => account.startup += seen(idle_from, b1),
            _ => account.inter += seen(idle_from, b1),
        }
        account.rounds += u32::from(round.returned.1 <= until);
        let mut parts = vec![(b1, e1, round.size)];
        if split {
            account.intra += seen(e1, b2);
            parts = vec![
                (b1, e1, worker.theta * round.size),
                (b2, e2, (1.0 - worker.theta) * round.size),
            ];
        }
        for (begun, ended, load) in parts {
            let computes = begun + worker.latency;
            account.latency += seen(begun, computes);
            let done = worth(&worker.profile.compute, computes, ended.min(until)) * worker.speed;
            account.done += if ended <= until { load } else { done };
        }
        idle_from = e2;
    }
    if idle_from < until {
        account.inter += until - idle_from;
    }
    account
}

/// A scheduler of one star.
fn any_scheduler() -> impl Strategy<Value = Settings> {
    let delays = prop::sample::select(vec![
        Delays::First,
        Delays::Current,
        Delays::None,
        Delays::Same(0.7),
    ]);
    let flags = (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    );
    let numbers = (4.0..15.0_f64, 0.6..1.6_f64, 0.3..=1.0_f64);
    (delays, flags, numbers).prop_map(
        |(delays, (multi, fifo, push, adapt, split), (target, relaxation, smoothing))| Settings {
            ports: if multi { Ports::Multi } else { Ports::One },
            order: if fifo { Order::Fifo } else { Order::Ring },
            results: if push { Results::Push } else { Results::Pull },
            delays,
            adapt,
            split,
            relaxation,
            smoothing,
            ..Settings::as4dr(target)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn accounts_are_what_longer_runs_show_of_them(platform in any_platform(), settings in any_scheduler()) {
        let (outcome, own) = simulated(&platform, &settings, &Stream::until(HORIZON));
        let (_, rounds) = simulated(&platform, &settings, &Stream::until(4.0 * HORIZON));
        prop_assume!(outcome.end == End::Horizon);
        prop_assert_eq!(outcome.elapsed, HORIZON);
        let mut efficiency = 0.0;
        for ((found, worker), rounds) in outcome.workers.iter().zip(platform.workers()).zip(&rounds) {
            let wanted = account(worker, rounds, settings.split, HORIZON);
            prop_assert!(near(found.done, wanted.done), "done {} {}", found.done, wanted.done);
            prop_assert!(near(found.startup, wanted.startup), "startup {} {}", found.startup, wanted.startup);
            prop_assert!(near(found.inter, wanted.inter), "inter {} {}", found.inter, wanted.inter);
            prop_assert!(near(found.intra, wanted.intra), "intra {} {}", found.intra, wanted.intra);
            prop_assert!(near(found.latency, wanted.latency), "latency {} {}", found.latency, wanted.latency);
            prop_assert_eq!(found.rounds, wanted.rounds);
            prop_assert_eq!(found.cleanup, 0.0);
            efficiency += 1.0 - (wanted.inter + wanted.intra + wanted.latency) / HORIZON;
        }
        let done: f64 = outcome.workers.iter().map(|worker| worker.done).sum();
        prop_assert!(near(outcome.throughput(), done / HORIZON));
        prop_assert!(near(outcome.efficiency(), efficiency / platform.workers().len() as f64));
        // The estimates are those of all reported rounds.
        let sigmas: Vec<f64> = own.iter().flatten().map(|round| round.sigma).collect();
        let count = sigmas.len().max(1) as f64;
        let mean = sigmas.iter().sum::<f64>() / count;
        let squares: f64 = sigmas.iter().map(|sigma| (sigma - mean) * (sigma - mean)).sum();
        if !sigmas.is_empty() {
            prop_assert!(near(outcome.sigma.mean(), mean));
            prop_assert!((outcome.sigma.deviation() - (squares / count).sqrt()).abs() < 1e-4 * mean.max(1.0));
        }
    }

    #[test]
    fn a_schedule_shows_what_each_round_tells(platform in any_platform(), settings in any_scheduler()) {
        let mut recording = lanes::recording(std::slice::from_ref(&platform), settings.ports);
        let stream = Stream::until(HORIZON);
        let outcome = as4dr::simulate(&platform, &settings, &stream, &mut recording, &mut Unwatched).unwrap();
        prop_assume!(outcome.end == End::Horizon);
        let schedule = recording.finish(HORIZON).unwrap();
        let (_, rounds) = simulated(&platform, &settings, &Stream::until(4.0 * HORIZON));
        for (place, (worker, rounds)) in platform.workers().iter().zip(&rounds).enumerate() {
            let (cpu, ports) = match settings.ports {
                Ports::One => (place + 2, [0, 1]),
                Ports::Multi => (3 * place + 1, [3 * place, 3 * place + 2]),
            };
            let mut wanted: Vec<(usize, &str, f64, f64)> = Vec::new();
            for round in rounds {
                let [(b1, e1), (b2, e2)] = round.computed;
                let [a1, a2] = round.arrived;
                let computes = b1 + worker.latency;
                wanted.push((cpu, "latency", b1, computes));
                wanted.push((cpu, "compute first subchunk", computes, e1));
                wanted.push((ports[0], "send first subchunk", round.posted, a1));
                wanted.push((ports[1], "return first result", round.returned.0, round.returned.1));
                if settings.split {
                    let computes = b2 + worker.latency;
                    wanted.push((cpu, "intra-round starvation", e1, b2));
                    wanted.push((cpu, "latency", b2, computes));
                    wanted.push((cpu, "compute second subchunk", computes, e2));
                    wanted.push((ports[0], "send second subchunk", a1, a2));
                }
                if let Some((from, until)) = round.returned_before {
                    wanted.push((ports[1], "return second result", from, until));
                }
            }
            let wanted = wanted.into_iter().map(|(lane, name, from, until)| (lane, name, from, until.min(HORIZON)));
            // A span shorter than rounding is not drawn.
            for (lane, name, from, until) in wanted.filter(|(.., from, until)| until - from > 1e-9) {
                let found = schedule.spans().any(|span| {
                    span.lane.0 as usize == lane
                        && schedule.phases()[usize::from(span.phase.0)].name == name
                        && near(span.start, from)
                        && near(span.end, until)
                });
                prop_assert!(found, "{lane}: {name} {from} {until}");
            }
            // The processor is never without a phase, and waits for contention only after its first round.
            let own: Vec<_> = schedule.spans().filter(|span| span.lane.0 as usize == cpu).collect();
            let all: f64 = own.iter().map(schedule::Span::duration).sum();
            prop_assert!(near(all, HORIZON), "{all}");
            let of = |name: &str| -> f64 {
                let named = own.iter().filter(|span| schedule.phases()[usize::from(span.phase.0)].name == name);
                named.map(schedule::Span::duration).sum()
            };
            let account = outcome.workers[place];
            prop_assert!(near(of("start-up"), account.startup));
            prop_assert!(near(of("inter-round starvation") + of("starved by contention"), account.inter));
        }
    }

    #[test]
    fn chunks_wait_for_the_port_as_often_as_others_hold_it(platform in any_platform(), settings in any_scheduler()) {
        let settings = Settings { ports: Ports::One, ..settings };
        let (outcome, _) = simulated(&platform, &settings, &Stream::until(HORIZON));
        prop_assume!(outcome.end == End::Horizon);
        let (_, rounds) = simulated(&platform, &settings, &Stream::until(4.0 * HORIZON));
        let mut posted: Vec<Round> = rounds.into_iter().flatten().collect();
        posted.sort_by(|a, b| a.posted.total_cmp(&b.posted));
        let late = posted
            .windows(2)
            .filter(|pair| pair[0].worker != pair[1].worker)
            .map(|pair| pair[1])
            .filter(|round| round.due <= HORIZON && round.posted > round.due + 1e-9);
        let (events, wait) = late.fold((0, 0.0), |(events, wait), round| (events + 1, wait + round.posted - round.due));
        prop_assert_eq!(outcome.sending.events, events);
        prop_assert!(near(outcome.sending.wait, wait));
        // A chunk never leaves during another one's sending, and arrives by the speed of its link.
        for pair in posted.windows(2) {
            prop_assert!(pair[1].posted >= pair[0].arrived[1] - 1e-9);
        }
    }

    #[test]
    fn a_load_ends_with_its_last_result_and_a_worker_that_is_done_earlier_cleans_up(
        platform in any_platform(),
        settings in any_scheduler(),
        load in 50.0..800.0_f64,
    ) {
        let (outcome, rounds) = simulated(&platform, &settings, &Stream { horizon: 2000.0, ..Stream::of(load) });
        prop_assume!(outcome.end == End::Load);
        let back = rounds.iter().flatten().map(|round| round.returned_before.map_or(round.returned.1, |(_, end)| end));
        let last_first = back.fold(0.0, f64::max);
        prop_assert!(outcome.elapsed >= last_first - 1e-9);
        if !settings.split {
            prop_assert!(near(outcome.elapsed, last_first));
        }
        let mut all = 0.0;
        for ((found, worker), rounds) in outcome.workers.iter().zip(platform.workers()).zip(&rounds) {
            let free = rounds.last().map_or(0.0, |round| round.computed[1].1);
            let wanted = account(worker, rounds, settings.split, free);
            prop_assert!(near(found.done, wanted.done));
            prop_assert!(near(found.inter, wanted.inter) && near(found.intra, wanted.intra));
            prop_assert_eq!(found.rounds as usize, rounds.len());
            match rounds.is_empty() {
                true => prop_assert!(near(found.startup, outcome.elapsed)),
                false => prop_assert!(near(found.cleanup, outcome.elapsed - free)),
            }
            all += 1.0 - (found.inter + found.intra + found.latency + found.startup + found.cleanup) / outcome.elapsed;
        }
        prop_assert!(near(outcome.efficiency_of_all(), all / platform.workers().len() as f64));
    }
}

#[test]
fn a_spacing_is_drawn_from_each_posting_to_where_the_next_may_be() {
    let worker = |speed| Worker::new("w", [speed, 0.1, 50.0, 0.05, 50.0, 0.05]);
    let platform = Platform::new([2.0, 3.0, 4.0].map(worker).into()).unwrap();
    let settings = Settings {
        delays: Delays::Same(0.7),
        ..Settings::as4dr(10.0)
    };
    let mut recording = lanes::recording(std::slice::from_ref(&platform), settings.ports);
    let (stream, mut watch) = (Stream::until(HORIZON), Unwatched);
    as4dr::simulate(&platform, &settings, &stream, &mut recording, &mut watch).unwrap();
    let schedule = recording.finish(HORIZON).unwrap();
    let spacings = schedule
        .links()
        .iter()
        .filter(|link| schedule.link_kinds()[usize::from(link.kind.0)].name == "spacing d");
    let mut drawn: Vec<(f64, f64)> = spacings.map(|link| (link.start, link.end)).collect();
    drawn.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (_, rounds) = simulated(&platform, &settings, &Stream::until(4.0 * HORIZON));
    let mut posted: Vec<f64> = rounds.iter().flatten().map(|round| round.posted).collect();
    posted.sort_by(f64::total_cmp);
    let followed = posted.windows(2).filter(|pair| pair[1] < HORIZON - 10.0);
    let wanted: Vec<(f64, f64)> = followed.map(|pair| (pair[0], pair[0] + 0.7)).collect();
    assert!(wanted.len() > 10 && drawn.len() >= wanted.len());
    for ((start, end), wanted) in drawn.iter().zip(&wanted) {
        assert!(
            near(*start, wanted.0) && near(*end, wanted.1),
            "{start} {end} {wanted:?}"
        );
    }
}
