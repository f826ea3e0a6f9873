//! The established methods for a finite load of known size: baselines that are **not** of Millot and Parrot 2016, who only cite
//! some of them. AS4DR needs neither the size nor the speeds, so compare throughput, not makespan.
//!
//! The master has one port, results are not returned. A policy is a list of chunks with their workers, planned
//! beforehand ([`single_round`], [`umr`], [`multi_installment`]), or a rule for the size of the next chunk of a worker
//! that asks ([`Rule`]); [`send`] and [`on_demand`] simulate it.

mod rounds;
mod rules;

use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
use words::word;

use crate::earliest::Earliest;
use crate::{Error, Platform, Worker};
pub use rounds::{Uniform, installments, multi_installment, single_round, umr};
pub use rules::Rule;

/// A chunk and its worker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chunk {
    /// The worker's place.
    pub worker: u32,
    /// Its size, u.
    pub size: f64,
}

/// The outcome of a policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Finite {
    /// When the last worker has finished, s.
    pub makespan: f64,
    /// The chunks in the order in which they were sent.
    pub chunks: Vec<Chunk>,
    /// When each worker has finished, s.
    pub finished: Vec<f64>,
    /// How long each worker was idle between its first chunk and its last, s.
    pub idle: Vec<f64>,
}

const SEND: PhaseId = PhaseId(0);
const LATENCY: PhaseId = PhaseId(1);
pub(crate) const COMPUTE: PhaseId = PhaseId(2);
const IDLE: PhaseId = PhaseId(3);

/// An empty recording for a baseline: the master's send port, then the workers.
pub fn recording(platform: &Platform) -> Recording {
    recording_of(platform.workers())
}

/// The same with some workers.
pub(crate) fn recording_of(workers: &[Worker]) -> Recording {
    let workers = workers.iter().map(|worker| worker.name.clone());
    let phases = [
        (word!("send chunk"), Role::Message),
        (word!("latency"), Role::Rebalance),
        (word!("compute chunk"), Role::Compute),
        (word!("starvation"), Role::Wait),
    ];
    Recording::new(
        Unit::Seconds,
        std::iter::once(word!("send port").to_owned())
            .chain(workers)
            .collect(),
        phases.map(|(name, role)| Phase::new(name, role)).into(),
    )
}

/// Sends the chunks in their order, each as soon as the port is free.
///
/// # Errors
/// No chunk, a chunk of size 0 or less, or one for a worker that does not exist.
pub fn send<R: Recorder>(
    platform: &Platform,
    chunks: &[Chunk],
    recorder: &mut R,
) -> Result<Finite, Error> {
    let mut star = Star::new(platform);
    for &chunk in chunks {
        if !(chunk.size.is_finite() && chunk.size > 0.0) {
            return Err(Error::Run {
                quantity: word!("a chunk"),
                value: chunk.size,
                allowed: word!("a finite number of more than 0"),
            });
        }
        star.send(chunk, 0.0, recorder)?;
    }
    star.finish()
}

/// Sends each chunk to the worker that has been idle longest, of several to the one with the lowest place, until `load` is gone:
/// self-scheduling by a rule. A worker asks when it has finished, so that its transfers do not overlap its computing.
///
/// # Errors
/// A load of 0 or less; a fixed chunk of 0 or less.
pub fn on_demand<R: Recorder>(
    platform: &Platform,
    load: f64,
    rule: Rule,
    recorder: &mut R,
) -> Result<Finite, Error> {
    let workers = platform.workers().len();
    let sizes = rule.sizes(load, workers)?;
    let mut star = Star::new(platform);
    let mut asking = Earliest::new(workers);
    for place in 0..workers as u32 {
        asking.set(place, 0.0);
    }
    for size in sizes {
        let Some((asked, worker)) = asking.first() else {
            break;
        };
        let finished = star.send(Chunk { worker, size }, asked, recorder)?;
        asking.set(worker, finished);
    }
    star.finish()
}

/// The master, its port and its workers.
struct Star<'a> {
    workers: &'a [Worker],
    port: f64,
    chunks: Vec<Chunk>,
    finished: Vec<f64>,
    idle: Vec<f64>,
    cursors: Vec<[usize; 2]>,
}

impl<'a> Star<'a> {
    fn new(platform: &'a Platform) -> Star<'a> {
        let workers = platform.workers();
        Star {
            workers,
            port: 0.0,
            chunks: Vec::new(),
            finished: vec![0.0; workers.len()],
            idle: vec![0.0; workers.len()],
            cursors: vec![[0; 2]; workers.len()],
        }
    }

    /// Sends a chunk, no earlier than `from`, and returns when it is computed.
    fn send<R: Recorder>(
        &mut self,
        chunk: Chunk,
        from: f64,
        recorder: &mut R,
    ) -> Result<f64, Error> {
        let place = chunk.worker as usize;
        let (Some(worker), Some(finished), Some(idle), Some([sends, computes])) = (
            self.workers.get(place),
            self.finished.get_mut(place),
            self.idle.get_mut(place),
            self.cursors.get_mut(place),
        ) else {
            return Err(Error::Run {
                quantity: word!("the worker of a chunk"),
                value: f64::from(chunk.worker),
                allowed: word!("a place on the platform"),
            });
        };
        let job = Job(self.chunks.len() as u32);
        let begun = from.max(self.port);
        let sent = worker.profile.send.end(
            sends,
            begun + worker.send_latency,
            chunk.size / worker.send_bandwidth,
        );
        let computes_from = sent.max(*finished);
        let after_latency = computes_from + worker.latency;
        let computed =
            worker
                .profile
                .compute
                .end(computes, after_latency, chunk.size / worker.speed);
        if *finished > 0.0 {
            *idle += computes_from - *finished;
        }
        if R::ON {
            let lane = LaneId(1 + chunk.worker);
            let mut span = |lane, phase, start: f64, end: f64, job| {
                if end > start {
                    recorder.span(lane, phase, start, end, job);
                }
            };
            span(LaneId(0), SEND, begun, sent, job);
            span(lane, IDLE, *finished, computes_from, Job::NONE);
            span(lane, LATENCY, computes_from, after_latency, job);
            span(lane, COMPUTE, after_latency, computed, job);
        }
        self.port = sent;
        *finished = computed;
        self.chunks.push(chunk);
        Ok(computed)
    }

    fn finish(self) -> Result<Finite, Error> {
        if self.chunks.is_empty() {
            return Err(Error::Run {
                quantity: word!("the number of chunks"),
                value: 0.0,
                allowed: word!("at least 1"),
            });
        }
        Ok(Finite {
            makespan: self.finished.iter().copied().fold(0.0, f64::max),
            chunks: self.chunks,
            finished: self.finished,
            idle: self.idle,
        })
    }
}
