//! The outcome of a run.

/// The account of one worker up to [`Outcome::elapsed`], s and u.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Account {
    /// The load that the worker has computed, u; of an unfinished subchunk, the part that is done.
    pub done: f64,
    /// The start-up: the time until its first subchunk arrived.
    pub startup: f64,
    /// Inter-round starvation: the wait for the first subchunk of a round.
    pub inter: f64,
    /// Intra-round starvation: the wait for the second subchunk.
    pub intra: f64,
    /// Latencies of computing.
    pub latency: f64,
    /// The clean-up phase: the time after its last subchunk, where the stream ended.
    pub cleanup: f64,
    /// Rounds whose first result is back at the end of the account.
    pub rounds: u32,
}

impl Account {
    /// CPU_eff, eq (16), which the start-up and the clean-up do not reduce: 1 - (starvation + latency) / elapsed.
    pub fn efficiency(&self, elapsed: f64) -> f64 {
        1.0 - (self.inter + self.intra + self.latency) / elapsed
    }

    /// CPU_eff where waiting at the start and at the end counts as well.
    pub fn efficiency_of_all(&self, elapsed: f64) -> f64 {
        1.0 - (self.inter + self.intra + self.latency + self.startup + self.cleanup) / elapsed
    }
}

/// Transfers that had to wait because a transfer of another worker held the port.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contention {
    /// The number of these transfers.
    pub events: u64,
    /// Their total wait, s.
    pub wait: f64,
}

impl Contention {
    pub(crate) fn add(&mut self, wait: f64) {
        self.events += 1;
        self.wait += wait;
    }

    pub(crate) fn merge(&mut self, other: Contention) {
        self.events += other.events;
        self.wait += other.wait;
    }
}

/// Mean and deviation of σ over rounds and workers, held as sums of the excess over the target.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sigma {
    target: f64,
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sigma {
    pub(crate) fn new(target: f64) -> Sigma {
        Sigma {
            target,
            ..Sigma::default()
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, sigma: f64) {
        let above = sigma - self.target;
        self.count += 1.0;
        self.sum += above;
        self.squares += above * above;
    }

    pub(crate) fn merge(&mut self, other: Sigma) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean, s; not a number where nothing was measured.
    pub fn mean(&self) -> f64 {
        self.target + self.excess()
    }

    /// The mean excess over the target, s.
    fn excess(&self) -> f64 {
        self.sum / self.count
    }

    /// The standard deviation of the population, s; not a number where nothing was measured.
    pub fn deviation(&self) -> f64 {
        let mean = self.excess();
        let variance = self.squares / self.count - mean * mean;
        // Unlike `max`, keeps what is not a number.
        if variance < 0.0 { 0.0 } else { variance.sqrt() }
    }

    /// The same, but 0 where rounds all last the same and the deviation is only cancellation.
    pub fn clear_deviation(&self) -> f64 {
        let deviation = self.deviation();
        match deviation <= 3e-7 * self.excess().abs() {
            true => 0.0,
            false => deviation,
        }
    }
}

/// The reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The horizon was reached.
    Horizon,
    /// The whole load was processed and returned.
    Load,
    /// Rounds without duration: a wrong latency made the chunks vanish, and the stream cannot go on.
    Vanished,
    /// The watch stopped the run.
    Stopped,
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The duration of the account, s: until the last result of a load that ends, else until the horizon; without a
    /// horizon, until the processors have computed all.
    pub elapsed: f64,
    /// The account of each worker, in the order of the platform.
    pub workers: Vec<Account>,
    /// Contention for the send port.
    pub sending: Contention,
    /// Contention for the receive port.
    pub returning: Contention,
    /// The estimates of the duration of rounds.
    pub sigma: Sigma,
    /// The number of estimates of 0 or less, from a measured time below the believed latency: each was replaced by a tiny
    /// one.
    pub implausible: u64,
    /// The reason why the run ended.
    pub end: End,
}

impl Outcome {
    /// T_eff, the load computed per second, u/s.
    pub fn throughput(&self) -> f64 {
        self.workers.iter().map(|worker| worker.done).sum::<f64>() / self.elapsed
    }

    /// CPU_eff of the stream: the mean over the workers of [`Account::efficiency`].
    pub fn efficiency(&self) -> f64 {
        self.mean(|worker| worker.efficiency(self.elapsed))
    }

    /// The mean over the workers of [`Account::efficiency_of_all`].
    pub fn efficiency_of_all(&self) -> f64 {
        self.mean(|worker| worker.efficiency_of_all(self.elapsed))
    }

    /// Rounds of all workers whose first result is back.
    pub fn rounds(&self) -> u64 {
        self.workers
            .iter()
            .map(|worker| u64::from(worker.rounds))
            .sum()
    }

    fn mean(&self, of: impl Fn(&Account) -> f64) -> f64 {
        self.workers.iter().map(of).sum::<f64>() / self.workers.len().max(1) as f64
    }
}
