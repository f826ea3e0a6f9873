//! Workers on a star, and their believed values.

mod generate;
mod paste;
mod presets;

pub use generate::{Heterogeneity, Signs};
pub use paste::{COLUMNS, USUAL};
pub use presets::{TABLE_1, TABLE_2, TABLE_3};

use words::word;

use crate::Error;
use crate::formulas::recurrence::{apparent_latency, limit_chunk_with_estimate};
use crate::formulas::spacing::spacings;
use crate::speeds::Profile;

/// A worker and its link to the master: the execution parameters of Millot and Parrot 2016, section 2, and the
/// scheduler's beliefs and choices. Sizes are in the platform's unit of load, u: bytes, MB.
#[derive(Clone, Debug, PartialEq)]
pub struct Worker {
    /// Its name in reports and schedules.
    pub name: String,
    /// F, the load that it computes per second, u/s, more than 0.
    pub speed: f64,
    /// f, the latency of computing one subchunk, s, at least 0.
    pub latency: f64,
    /// B^D, the load that its link brings per second, u/s, more than 0; infinite where sending costs nothing.
    pub send_bandwidth: f64,
    /// b^D, the latency of sending one subchunk, s, at least 0.
    pub send_latency: f64,
    /// B^R, the load whose result its link returns per second, u/s, more than 0; infinite where returning costs nothing.
    pub return_bandwidth: f64,
    /// b^R, the latency of returning the result of one subchunk, s, at least 0.
    pub return_latency: f64,
    /// F̄, the believed speed before the first measurement, u/s, more than 0.
    pub estimated_speed: f64,
    /// f̄, the believed latency, s, at least 0.
    pub estimated_latency: f64,
    /// γ, the share by which the first chunk exceeds the estimated size (eq 14): more than -1.
    pub gamma: f64,
    /// θ, the share of a chunk that is its first subchunk: between 0 and 1, both excluded.
    pub theta: f64,
    /// How its speeds vary in time.
    pub profile: Profile,
}

impl Worker {
    /// A worker from its six execution parameters [F, f, B^D, b^D, B^R, b^R], which the scheduler knows exactly; γ = 0,
    /// θ = 1/2, constant speeds. Nothing is checked here: [`Platform::new`] does.
    pub fn new(name: impl Into<String>, parameters: [f64; 6]) -> Worker {
        let [
            speed,
            latency,
            send_bandwidth,
            send_latency,
            return_bandwidth,
            return_latency,
        ] = parameters;
        Worker {
            name: name.into(),
            speed,
            latency,
            send_bandwidth,
            send_latency,
            return_bandwidth,
            return_latency,
            estimated_speed: speed,
            estimated_latency: latency,
            gamma: 0.0,
            theta: 0.5,
            profile: Profile::default(),
        }
    }

    /// α_0, the first chunk for rounds of `target` s: (1 + γ) F̄ τ, eq (14). u.
    pub fn first_chunk(&self, target: f64) -> f64 {
        (1.0 + self.gamma) * self.estimated_speed * target
    }

    /// α*, the chunk that AS4DR estimates to take `target` s with the believed latency, u; 0 where there is none.
    pub fn limit_chunk(&self, target: f64) -> f64 {
        limit_chunk_with_estimate(
            self.speed,
            self.latency,
            self.estimated_latency,
            self.theta,
            target,
        )
    }

    /// The latencies in AS4DR's estimate of a round, which no size of a chunk changes, s.
    pub fn apparent_latency(&self) -> f64 {
        apparent_latency(self.latency, self.estimated_latency, self.theta)
    }

    /// D, the time that sending a chunk of this size takes, in two subchunks, s.
    pub fn sending(&self, size: f64) -> f64 {
        size / self.send_bandwidth + 2.0 * self.send_latency
    }

    /// Ḋ and D̈: the time that sending each subchunk takes, s.
    pub fn sending_parts(&self, size: f64) -> [f64; 2] {
        let (first, second) = self.split(size);
        [first, second].map(|part| part / self.send_bandwidth + self.send_latency)
    }

    /// C, the time that computing a chunk of this size takes, in two subchunks, s: σ of eq (5).
    pub fn computing(&self, size: f64) -> f64 {
        size / self.speed + 2.0 * self.latency
    }

    /// Ċ and C̈: the time that computing each subchunk takes, s.
    pub fn computing_parts(&self, size: f64) -> [f64; 2] {
        let (first, second) = self.split(size);
        [first, second].map(|part| part / self.speed + self.latency)
    }

    /// R, the time that returning the results of a chunk of this size takes, in two messages, s.
    pub fn returning(&self, size: f64) -> f64 {
        size / self.return_bandwidth + 2.0 * self.return_latency
    }

    /// Ṙ and R̈: the time that returning the result of each subchunk takes, s.
    pub fn returning_parts(&self, size: f64) -> [f64; 2] {
        let (first, second) = self.split(size);
        [first, second].map(|part| part / self.return_bandwidth + self.return_latency)
    }

    /// The sizes of both subchunks, eqs (2) and (3), u.
    pub fn split(&self, size: f64) -> (f64, f64) {
        let first = self.theta * size;
        (first, size - first)
    }

    fn check(&self) -> Result<(), Error> {
        let above = word!("a finite number of more than 0");
        let fast = word!("more than 0 (infinite where it costs nothing)");
        let from = word!("a finite number of at least 0");
        let positive = |value: f64| value.is_finite() && value > 0.0;
        let time = |value: f64| value.is_finite() && value >= 0.0;
        let checks = [
            (word!("speed F"), self.speed, positive(self.speed), above),
            (word!("latency f"), self.latency, time(self.latency), from),
            (
                word!("bandwidth B^D"),
                self.send_bandwidth,
                self.send_bandwidth > 0.0,
                fast,
            ),
            (
                word!("latency b^D"),
                self.send_latency,
                time(self.send_latency),
                from,
            ),
            (
                word!("bandwidth B^R"),
                self.return_bandwidth,
                self.return_bandwidth > 0.0,
                fast,
            ),
            (
                word!("latency b^R"),
                self.return_latency,
                time(self.return_latency),
                from,
            ),
            (
                word!("estimated speed"),
                self.estimated_speed,
                positive(self.estimated_speed),
                above,
            ),
            (
                word!("estimated latency"),
                self.estimated_latency,
                time(self.estimated_latency),
                from,
            ),
            (
                word!("gamma"),
                self.gamma,
                self.gamma.is_finite() && self.gamma > -1.0,
                word!("a finite number of more than -1, so that there is a first chunk"),
            ),
            (
                word!("theta"),
                self.theta,
                self.theta > 0.0 && self.theta < 1.0,
                word!("between 0 and 1, both excluded"),
            ),
        ];
        match checks.into_iter().find(|&(_, _, good, _)| !good) {
            None => Ok(()),
            Some((quantity, value, _, allowed)) => Err(Error::Worker {
                worker: self.name.clone(),
                quantity,
                value,
                allowed,
            }),
        }
    }
}

/// The workers of one master, at least one, each checked. Their order is that of the ring.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    workers: Vec<Worker>,
}

impl Platform {
    /// A platform of these workers.
    ///
    /// # Errors
    /// No worker; a number of a worker that is out of range.
    ///
    /// ```
    /// use divisible_model::{Platform, Worker};
    ///
    /// let worker = Worker::new("w0", [0.0, 0.1, 20.0, 0.05, 40.0, 0.03]);
    /// let refused = Platform::new(vec![worker]).unwrap_err();
    /// assert_eq!(refused.to_string(), "worker w0: speed F is 0; it must be a finite number of more than 0");
    /// ```
    pub fn new(workers: Vec<Worker>) -> Result<Platform, Error> {
        if workers.is_empty() {
            return Err(Error::Empty);
        }
        workers.iter().try_for_each(Worker::check)?;
        Ok(Platform { workers })
    }

    /// The workers, in the order of the ring.
    pub fn workers(&self) -> &[Worker] {
        &self.workers
    }

    /// The same platform with its workers changed.
    ///
    /// # Errors
    /// A number of a worker that is out of range now.
    pub fn map(&self, mut change: impl FnMut(usize, &mut Worker)) -> Result<Platform, Error> {
        let mut workers = self.workers.clone();
        for (place, worker) in workers.iter_mut().enumerate() {
            change(place, worker);
        }
        Platform::new(workers)
    }

    /// The workers in `clusters` runs of neighbours whose lengths differ by at most one, the longer ones first. Clusters
    /// that would be empty are left out.
    pub fn clusters(&self, clusters: usize) -> Vec<Platform> {
        let clusters = clusters.clamp(1, self.workers.len());
        let (short, longer) = (self.workers.len() / clusters, self.workers.len() % clusters);
        let mut rest = self.workers.as_slice();
        (0..clusters)
            .map(|cluster| {
                let length = short + usize::from(cluster < longer);
                let (workers, after) = rest.split_at(length.min(rest.len()));
                rest = after;
                Platform {
                    workers: workers.to_vec(),
                }
            })
            .collect()
    }

    /// d_w, the spacings of eq (13) for rounds of `target` s: the least time from the beginning of sending to the worker
    /// before in the ring to that of sending to this one, by the sizes of the first round. s, one for each worker.
    pub fn delays(&self, target: f64) -> Vec<f64> {
        let ring: Vec<&Worker> = self.workers.iter().collect();
        spacings(&ring, |worker| worker.first_chunk(target))
    }
}

/// The spacing of eq (13) between a worker with a chunk and the one served before it with its chunk, s.
pub(crate) fn spacing(before: &Worker, chunk_before: f64, worker: &Worker, chunk: f64) -> f64 {
    let [_, second] = before.returning_parts(chunk_before);
    let [first, _] = worker.returning_parts(chunk);
    before.sending(chunk_before).max(second + first)
}
