//! A slow twin of the simulation, written from the definition: a queue of events that is searched from end to end, workers
//! with a queue of subchunks, a master that wakes up. Its only common code with the simulation is the description of a
//! worker.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

use std::collections::VecDeque;

use divisible::settings::{Delays, Order, Ports, Results};
use divisible::speeds::{Profile, Steps};
use divisible::watch::{Each, Round, Unwatched};
use divisible::{Platform, Settings, Stream, Worker, as4dr, lanes};
use proptest::prelude::*;
use schedule::Off;

/// Events, in the order of ties: transfers end, computations end, the master wakes up.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
enum Event {
    Arrived {
        worker: usize,
        first: bool,
        size: f64,
    },
    Received {
        worker: usize,
    },
    Computed {
        worker: usize,
        first: bool,
    },
    Woken {
        worker: usize,
    },
}

impl Event {
    fn rank(self) -> (u8, usize) {
        match self {
            Event::Arrived { worker, .. } | Event::Received { worker } => (0, worker),
            Event::Computed { worker, .. } => (1, worker),
            Event::Woken { worker } => (2, worker),
        }
    }
}

#[derive(Default)]
struct Node {
    queue: VecDeque<(bool, f64)>,
    busy: bool,
    /// The beginning and the duration of computing the first subchunk of the round.
    began: f64,
    took: f64,
    size: f64,
    before: Option<f64>,
    rounds: Vec<(f64, f64, f64, f64)>,
    posted: f64,
}

struct Twin<'a> {
    workers: &'a [Worker],
    settings: &'a Settings,
    delays: Vec<f64>,
    horizon: f64,
    events: Vec<(f64, Event)>,
    nodes: Vec<Node>,
    out_free: f64,
    in_free: f64,
    last_sent: f64,
    /// The worker whose turn it is in the ring; the workers that offer results, in order; the workers that wait for a
    /// chunk.
    turn: usize,
    offered: Vec<usize>,
    received: Vec<usize>,
    waking: bool,
    started: usize,
}

/// The end of `work` s at factor 1 that begin at `start`: instead of a million small steps it steps from edge to edge.
fn end(steps: &Steps, start: f64, work: f64) -> f64 {
    let (mut now, mut left) = (start, work);
    loop {
        let factor = steps.at(now);
        let next = steps.iter().map(|(date, _)| date).find(|date| *date > now);
        match next {
            Some(next) if (next - now) * factor < left => {
                left -= (next - now) * factor;
                now = next;
            }
            _ => return now + left / factor,
        }
    }
}

impl Twin<'_> {
    fn post(&mut self, w: usize, now: f64) {
        let worker = &self.workers[w];
        let node = &mut self.nodes[w];
        let size = match node.rounds.last() {
            None => (1.0 + worker.gamma) * worker.estimated_speed * self.settings.target,
            Some(&(_, sigma, ..)) => node.size * self.settings.target / sigma,
        };
        node.before = (!node.rounds.is_empty()).then_some(node.size);
        node.size = size;
        let begin = now.max(self.out_free);
        node.posted = begin;
        let first = worker.theta * size;
        let steps = &worker.profile.send;
        let one = end(
            steps,
            begin + worker.send_latency,
            first / worker.send_bandwidth,
        );
        let two = end(
            steps,
            one + worker.send_latency,
            (size - first) / worker.send_bandwidth,
        );
        let arrive = |first, size| Event::Arrived {
            worker: w,
            first,
            size,
        };
        self.events.push((one, arrive(true, first)));
        self.events.push((two, arrive(false, size - first)));
        self.out_free = two;
        self.last_sent = begin;
    }

    fn compute(&mut self, w: usize, now: f64) {
        let worker = &self.workers[w];
        let node = &mut self.nodes[w];
        if node.busy {
            return;
        }
        if let Some((first, size)) = node.queue.pop_front() {
            node.busy = true;
            let ends = end(
                &worker.profile.compute,
                now + worker.latency,
                size / worker.speed,
            );
            if first {
                (node.began, node.took) = (now, ends - now);
            }
            self.events
                .push((ends, Event::Computed { worker: w, first }));
        }
    }

    /// Returns results from `slot` on; the value is the date at which the first is in.
    fn receive(&mut self, w: usize, slot: f64) -> f64 {
        let (worker, node) = (&self.workers[w], &self.nodes[w]);
        let steps = &worker.profile.receive;
        let result = |from, size| {
            end(
                steps,
                from + worker.return_latency,
                size / worker.return_bandwidth,
            )
        };
        let first = result(slot, worker.theta * node.size);
        self.in_free = match node.before {
            Some(before) => result(first, before * (1.0 - worker.theta)),
            None => first,
        };
        first
    }

    /// The master serves the next worker, if one is ready.
    fn master(&mut self, now: f64) {
        if self.started < self.workers.len() || self.waking {
            return;
        }
        let ring = self.settings.order == Order::Ring;
        let pull = self.settings.results == Results::Pull;
        let waiting = if pull { &self.offered } else { &self.received };
        let place = match ring {
            true => waiting.iter().position(|w| *w == self.turn),
            false => (!waiting.is_empty()).then_some(0),
        };
        let Some(place) = place else { return };
        let w = waiting[place];
        if pull {
            self.offered.remove(place);
            let worker = &self.workers[w];
            let steps = &worker.profile.receive;
            let from = now.max(self.in_free);
            let work = worker.theta * self.nodes[w].size / worker.return_bandwidth;
            let lasts = |from: f64| end(steps, from + worker.return_latency, work) - from;
            let posted = self.last_sent + self.delays[w];
            let mut slot = from.max(posted - lasts(from));
            if slot + lasts(slot) < posted {
                // The link became faster while the master waited: the first sufficiently late date, by bisection.
                let mut late = posted;
                for _ in 0..200 {
                    let middle = 0.5 * (slot + late);
                    match middle + lasts(middle) < posted {
                        true => slot = middle,
                        false => late = middle,
                    }
                }
            }
            let woken = self.receive(w, slot);
            self.events.push((woken, Event::Woken { worker: w }));
        } else {
            self.received.remove(place);
            let at = now.max(self.last_sent + self.delays[w]);
            self.events.push((at, Event::Woken { worker: w }));
        }
        self.waking = true;
    }

    fn measure(&mut self, w: usize, at: f64) {
        let (worker, node) = (&self.workers[w], &mut self.nodes[w]);
        let sigma =
            (node.took - worker.estimated_latency) / worker.theta + 2.0 * worker.estimated_latency;
        node.rounds.push((node.size, sigma, node.posted, at));
    }

    /// The rounds of each worker: size, σ, the beginning of sending, the end of returning the first result.
    fn run(mut self) -> Vec<Vec<(f64, f64, f64, f64)>> {
        self.events.push((0.0, Event::Woken { worker: 0 }));
        while let Some(place) = (0..self.events.len()).min_by(|a, b| {
            let key = |place: usize| (self.events[place].0, self.events[place].1.rank(), place);
            key(*a).partial_cmp(&key(*b)).unwrap()
        }) {
            let (now, event) = self.events.remove(place);
            match event {
                Event::Arrived {
                    worker,
                    first,
                    size,
                } => {
                    self.nodes[worker].queue.push_back((first, size));
                    self.compute(worker, now);
                }
                Event::Computed { worker, first } => {
                    self.nodes[worker].busy = false;
                    if first && now <= self.horizon {
                        if self.settings.results == Results::Pull {
                            self.offered.push(worker);
                        } else {
                            let at = self.receive(worker, now.max(self.in_free));
                            self.events.push((at, Event::Received { worker }));
                        }
                    }
                    self.compute(worker, now);
                    self.master(now);
                }
                Event::Received { worker } => {
                    self.measure(worker, now);
                    if now <= self.horizon {
                        self.received.push(worker);
                    }
                    self.master(now);
                }
                Event::Woken { worker } if self.started < self.workers.len() => {
                    self.post(worker, now);
                    self.started += 1;
                    if let Some(delay) = self.delays.get(self.started) {
                        let next = Event::Woken {
                            worker: self.started,
                        };
                        self.events.push((self.last_sent + delay, next));
                    }
                    self.master(now);
                }
                Event::Woken { worker } => {
                    if self.settings.results == Results::Pull {
                        self.measure(worker, now);
                    }
                    self.post(worker, now);
                    self.waking = false;
                    self.turn = (worker + 1) % self.workers.len();
                    self.master(now);
                }
            }
        }
        self.nodes.into_iter().map(|node| node.rounds).collect()
    }
}

fn twin(platform: &Platform, settings: &Settings, horizon: f64) -> Vec<Vec<(f64, f64, f64, f64)>> {
    let workers = platform.workers();
    let delays = match &settings.delays {
        Delays::First => platform.delays(settings.target),
        _ => vec![0.0; workers.len()],
    };
    Twin {
        workers,
        settings,
        delays,
        horizon,
        events: Vec::new(),
        nodes: workers.iter().map(|_| Node::default()).collect(),
        out_free: 0.0,
        in_free: 0.0,
        last_sent: 0.0,
        turn: 0,
        offered: Vec::new(),
        received: Vec::new(),
        waking: false,
        started: 0,
    }
    .run()
}

fn any_steps() -> impl Strategy<Value = Steps> {
    prop::collection::vec((1.0..40.0_f64, 0.2..1.5_f64), 0..4).prop_map(|steps| {
        let mut date = 0.0;
        let dated = steps.into_iter().map(|(after, factor)| {
            date += after;
            (date, factor)
        });
        Steps::new(dated.collect::<Vec<_>>()).unwrap()
    })
}

fn any_worker() -> impl Strategy<Value = Worker> {
    (
        (
            1.0..10.0_f64,
            0.0..0.3_f64,
            20.0..90.0_f64,
            0.0..0.2_f64,
            20.0..90.0_f64,
            0.0..0.2_f64,
        ),
        0.1..0.9_f64,
        0.2..3.0_f64,
        (any_steps(), any_steps(), any_steps()),
    )
        .prop_map(
            |((f, fl, bd, bdl, br, brl), theta, over, (compute, send, receive))| {
                let mut worker = Worker::new("w", [f, fl, bd, bdl, br, brl]);
                worker.theta = theta;
                worker.estimated_speed *= over;
                worker.profile = Profile {
                    compute,
                    send,
                    receive,
                };
                worker
            },
        )
}

pub(crate) fn any_platform() -> impl Strategy<Value = Platform> {
    prop::collection::vec(any_worker(), 1..7).prop_map(|workers| Platform::new(workers).unwrap())
}

/// The settings that the twin supports.
fn any_settings() -> impl Strategy<Value = Settings> {
    (
        prop_oneof![Just(Order::Ring), Just(Order::Fifo)],
        prop_oneof![Just(Results::Pull), Just(Results::Push)],
        any::<bool>(),
    )
        .prop_map(|(order, results, spaced)| Settings {
            order,
            results,
            // With first come, first served the spacing depends on the predecessor; the twin has only the ring's.
            delays: if spaced && order == Order::Ring {
                Delays::First
            } else {
                Delays::None
            },
            ..Settings::as4dr(10.0)
        })
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_simulation_and_its_slow_twin_agree(platform in any_platform(), settings in any_settings()) {
        let horizon = 150.0;
        let mut rounds = vec![Vec::new(); platform.workers().len()];
        as4dr::simulate(
            &platform,
            &settings,
            &Stream::until(horizon),
            &mut Off,
            &mut Each(|round: &Round| rounds[round.worker as usize].push(*round)),
        )
        .unwrap();
        for (worker, (fast, slow)) in rounds.iter().zip(twin(&platform, &settings, horizon)).enumerate() {
            prop_assert!(fast.len().abs_diff(slow.len()) <= 1, "w{worker}: {} and {}", fast.len(), slow.len());
            for (fast, (size, sigma, posted, returned)) in fast.iter().zip(slow) {
                prop_assert!(near(fast.size, size), "w{worker} round {}: {} {size}", fast.number, fast.size);
                prop_assert!(near(fast.sigma, sigma), "w{worker} round {}: sigma", fast.number);
                prop_assert!(near(fast.posted, posted), "w{worker} round {}: {} {posted}", fast.number, fast.posted);
                prop_assert!(near(fast.returned.1, returned), "w{worker} round {}", fast.number);
            }
        }
    }

    #[test]
    fn postings_keep_their_order_and_their_spacing_while_links_vary(
        platform in any_platform(),
        settings in any_settings(),
        multi in any::<bool>(),
    ) {
        let settings = Settings {
            ports: if multi { Ports::Multi } else { Ports::One },
            order: Order::Ring,
            ..settings
        };
        let mut rounds = Vec::new();
        let each = &mut Each(|round: &Round| rounds.push(*round));
        as4dr::simulate(&platform, &settings, &Stream::until(150.0), &mut Off, each).unwrap();
        let workers = platform.workers().len();
        let delays = match (settings.ports, settings.delays) {
            (Ports::One, Delays::First) => platform.delays(settings.target),
            _ => vec![0.0; workers],
        };
        rounds.sort_by_key(|round| (round.number, round.worker));
        for pair in rounds.windows(2) {
            let (before, after) = (&pair[0], &pair[1]);
            let place = |round: &Round| round.number as usize * workers + round.worker as usize;
            // With several ports the first chunks are sent at once.
            if place(after) == place(before) + 1 {
                let apart = after.posted - before.posted;
                prop_assert!(apart >= delays[after.worker as usize] - 1e-9, "{before:?} {after:?}");
            }
        }
        if multi && settings.results == Results::Pull {
            // Results wait for their own link only.
            for worker in 0..workers as u32 {
                let own: Vec<_> = rounds.iter().filter(|round| round.worker == worker).collect();
                for pair in own.windows(2) {
                    let free = pair[0].returned_before.map_or(pair[0].returned.1, |(_, end)| end);
                    let [(_, ready), _] = pair[1].computed;
                    prop_assert_eq!(pair[1].returned.0, ready.max(free));
                }
            }
        }
    }

    #[test]
    fn all_of_a_finite_load_is_computed_and_comes_back(
        platform in any_platform(),
        settings in any_settings(),
        multi in any::<bool>(),
        load in 10.0..3000.0_f64,
    ) {
        let settings = Settings { ports: if multi { Ports::Multi } else { Ports::One }, ..settings };
        let mut recording = lanes::recording(std::slice::from_ref(&platform), settings.ports);
        let outcome =
            as4dr::simulate(&platform, &settings, &Stream::of(load), &mut recording, &mut Unwatched).unwrap();
        let done: f64 = outcome.workers.iter().map(|worker| worker.done).sum();
        prop_assert!(near(done, load), "{done} of {load}");
        // A schedule whose spans overlap on a lane is refused: a port takes one transfer at a time.
        let schedule = recording.finish(outcome.elapsed).unwrap();
        prop_assert!(near(schedule.makespan(), outcome.elapsed));
        prop_assert_eq!(
            &outcome,
            &as4dr::simulate(&platform, &settings, &Stream::of(load), &mut Off, &mut Unwatched).unwrap()
        );
    }

    #[test]
    fn every_second_up_to_the_horizon_is_accounted_for(platform in any_platform(), settings in any_settings()) {
        let platform = platform.map(|_, worker| worker.profile = Profile::default()).unwrap();
        let outcome = as4dr::simulate(
            &platform, &settings, &Stream::until(80.0), &mut Off, &mut Unwatched,
        ).unwrap();
        for (account, worker) in outcome.workers.iter().zip(platform.workers()) {
            let computing = account.done / worker.speed;
            let all = account.startup + account.inter + account.intra + account.latency + computing;
            prop_assert!(near(all, 80.0), "{all}");
        }
    }

    #[test]
    fn estimates_approach_the_target_from_one_side(
        worker in any_worker(),
        over in 0.2..5.0_f64,
    ) {
        let mut worker = worker;
        worker.profile = Profile::default();
        worker.estimated_speed = over * worker.speed;
        let platform = Platform::new(vec![worker]).unwrap();
        let mut sigmas = Vec::new();
        as4dr::simulate(
            &platform,
            &Settings::as4dr(10.0),
            &Stream::rounds(12),
            &mut Off,
            &mut Each(|round: &Round| sigmas.push(round.sigma)),
        ).unwrap();
        for pair in sigmas.windows(2) {
            let (before, after) = (pair[0] - 10.0, pair[1] - 10.0);
            prop_assert!(after.abs() <= before.abs() + 1e-9 && before * after >= -1e-9, "{sigmas:?}");
        }
    }

    #[test]
    fn enough_spacing_and_first_chunks_that_are_large_enough_leave_no_contention(
        platform in any_platform(),
        over in 1.0..2.0_f64,
        fifo in any::<bool>(),
    ) {
        let platform = platform.map(|_, worker| {
            worker.profile = Profile::default();
            worker.estimated_speed = over * worker.speed;
        }).unwrap();
        // Proposition 5: eq (12) by the estimates, eq (13) by the settings, eq (15) by a sufficiently long target.
        let target = [10.0, 20.0, 40.0].into_iter().find(|target| {
            platform.delays(*target).iter().sum::<f64>() <= *target
        });
        prop_assume!(target.is_some());
        let settings = Settings {
            order: if fifo { Order::Fifo } else { Order::Ring },
            ..Settings::as4dr(target.unwrap())
        };
        let outcome = as4dr::simulate(
            &platform, &settings, &Stream::until(1000.0), &mut Off, &mut Unwatched,
        ).unwrap();
        prop_assert_eq!(outcome.sending.events + outcome.returning.events, 0);
    }
}

/// Two or more pasted workers, with a profile of returning for all.
fn varied(rows: &[([f64; 6], f64, f64)], steps: &str) -> Platform {
    let worker = |(row, estimated_speed, theta): &([f64; 6], f64, f64)| Worker {
        estimated_speed: *estimated_speed,
        theta: *theta,
        profile: Profile {
            receive: Steps::parse(steps).unwrap(),
            ..Profile::default()
        },
        ..Worker::new("", *row)
    };
    Platform::new(rows.iter().map(worker).collect()).unwrap()
}

fn posted(platform: &Platform, settings: &Settings, horizon: f64) -> Vec<Round> {
    let mut rounds = Vec::new();
    let each = &mut Each(|round: &Round| rounds.push(*round));
    as4dr::simulate(platform, settings, &Stream::until(horizon), &mut Off, each).unwrap();
    rounds
}

#[test]
fn the_master_waits_on_where_the_return_link_becomes_faster_while_it_waits() {
    let row = [1.0, 0.0, 100.0, 0.0, 10.0, 0.0];
    let platform = varied(&[(row, 1.0, 0.6), (row, 1.0, 0.3)], "3:0.2, 9.3:1");
    let settings = Settings::as4dr(10.0);
    let delays = platform.delays(10.0);
    assert!((delays[1] - 0.7).abs() < 1e-12);
    let rounds = posted(&platform, &settings, 60.0);
    let second: Vec<f64> = rounds
        .iter()
        .filter(|round| round.number == 1)
        .map(|round| round.posted)
        .collect();
    assert!((second[1] - second[0] - 0.7).abs() < 1e-9, "{second:?}");
}

#[test]
fn a_ring_whose_master_has_several_ports_keeps_only_the_order_of_postings() {
    let row = [1.0, 0.0, 100.0, 0.0, 3.0, 0.0];
    let platform = varied(&[(row, 2.0, 0.5), (row, 1.0, 0.3)], "2:0.1, 8:1");
    let settings = Settings {
        ports: Ports::Multi,
        ..Settings::as4dr(10.0)
    };
    // The second worker has its first result back as soon as it is computed, and its chunk when the first worker has one.
    let rounds = posted(&platform, &settings, 80.0);
    let of = |worker, number| {
        let one = |round: &&Round| (round.worker, round.number) == (worker, number);
        *rounds.iter().find(one).unwrap()
    };
    let [(_, ready), _] = of(1, 0).computed;
    assert_eq!(of(1, 0).returned.0, ready);
    assert_eq!(of(1, 1).posted, of(0, 1).posted.max(of(1, 0).returned.1));

    let row = [1.0, 0.0, 20.0, 0.0, 20.0, 0.0];
    let platform = varied(&[(row, 3.0, 0.5), (row, 1.0, 0.5)], "");
    let settings = Settings {
        ports: Ports::Multi,
        ..Settings::da1(10.0)
    };
    let stream = Stream::until(400.0);
    let outcome = as4dr::simulate(&platform, &settings, &stream, &mut Off, &mut Unwatched).unwrap();
    assert!(
        (outcome.throughput() - 1.769).abs() < 5e-4,
        "{}",
        outcome.throughput()
    );
}
