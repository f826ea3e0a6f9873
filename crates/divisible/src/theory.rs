//! The theory of AS4DR, as far as its hypotheses hold under some settings.

use crate::formulas::baseline::SingleChunk;
use crate::formulas::window::{Window, is_late};
use crate::settings::{Delays, Order, Ports, Scope, Settings};
use crate::{Platform, Worker};

/// The theory for some workers under some settings. Sentences about limits, windows and spacings take their numbers from here:
/// there are none where a hypothesis fails.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theory<'a> {
    settings: &'a Settings,
    clusters: &'a [Platform],
}

impl<'a> Theory<'a> {
    /// The theory for the workers of these clusters.
    pub(crate) fn of(settings: &'a Settings, clusters: &'a [Platform]) -> Self {
        Self { settings, clusters }
    }

    /// The workers of all clusters.
    pub(crate) fn workers(&self) -> impl Iterator<Item = &'a Worker> + use<'a> {
        self.clusters.iter().flat_map(Platform::workers)
    }

    /// Whether no speed varies.
    pub(crate) fn is_constant(&self) -> bool {
        self.workers().all(is_constant)
    }

    /// Whether chunks are sized by AS4DR's estimate of a round, from the first subchunk's computing time.
    fn estimates(&self) -> bool {
        self.settings.adapt && self.settings.split
    }

    /// Whether the estimate follows the last round alone: smoothing changes no constant speed where the believed latency is true.
    fn forgets(&self, worker: &Worker) -> bool {
        self.settings.smoothing == 1.0 || worker.estimated_latency == worker.latency
    }

    /// The latencies of a round as the scheduler sees it, which no size of a chunk changes, s.
    pub(crate) fn latencies(&self, worker: &Worker) -> f64 {
        match (self.settings.adapt, self.settings.split) {
            (true, true) => worker.apparent_latency(),
            (true, false) => SingleChunk::of(worker).latency,
            (false, _) => 2.0 * worker.latency,
        }
    }

    /// Whether a worker's chunks shrink to nothing, because latencies alone take a round.
    pub(crate) fn vanishes(&self, worker: &Worker) -> bool {
        self.settings.adapt
            && self.forgets(worker)
            && self.latencies(worker) >= self.settings.target
    }

    /// The first chunk, u; none where a strategy of one's own sizes it.
    pub(crate) fn first_chunk(&self, worker: &Worker) -> Option<f64> {
        (!self.settings.own).then(|| worker.first_chunk(self.settings.target))
    }

    /// The chunk that the scheduler takes for one of τ, u. DA1's round has it only where nothing waits.
    pub(crate) fn right_chunk(&self, worker: &Worker) -> f64 {
        match self.settings.split {
            true => worker.limit_chunk(self.settings.target),
            false => SingleChunk::of(worker).limit_chunk(self.settings.target),
        }
    }

    /// The factor by which each round shrinks the distance of a worker's chunk to its limit; none where chunks have no limit by
    /// the estimate.
    pub(crate) fn ratio(&self, worker: &Worker) -> Option<f64> {
        let latencies = self.latencies(worker) / self.settings.target;
        let ratio = match self.settings.relaxation {
            1.0 => latencies.abs(),
            power => (1.0 - power * (1.0 - latencies)).abs(),
        };
        (self.estimates() && self.forgets(worker)).then_some(ratio)
    }

    /// The limit of a worker's chunks, u; none where its speeds vary, or where chunks do not tend to a limit.
    pub(crate) fn limit(&self, worker: &Worker) -> Option<f64> {
        if self.estimates() && self.vanishes(worker) {
            return Some(0.0);
        }
        // A first estimate of 0 or less makes a chunk without measure.
        let begins = self.first_chunk(worker)? / worker.speed + self.latencies(worker) > 0.0;
        let tends = is_constant(worker) && begins && self.ratio(worker)? < 1.0;
        tends.then(|| worker.limit_chunk(self.settings.target))
    }

    /// Whether the estimates of all workers tend to τ.
    pub(crate) fn settles(&self) -> bool {
        self.workers()
            .all(|worker| self.limit(worker).is_some_and(|limit| limit > 0.0))
    }

    /// The window of θ in the first round; none where there is a single subchunk, where a strategy of one's own sizes it, or where
    /// speeds vary.
    fn first_window(&self, worker: &Worker) -> Option<Window> {
        let chunk = self.first_chunk(worker)?;
        let applies = self.settings.split && is_constant(worker);
        applies.then(|| Window::of(worker, chunk, chunk))
    }

    /// The window of θ in the long run.
    fn window(&self, worker: &Worker) -> Option<Window> {
        if !self.settings.adapt {
            // The worker's chunks keep their size.
            return self.first_window(worker);
        }
        let limit = self.limit(worker).filter(|limit| *limit > 0.0)?;
        Some(Window::of(worker, limit, limit))
    }

    /// Whether a worker's second subchunk comes late in the first round.
    pub(crate) fn starves_first(&self, worker: &Worker) -> bool {
        self.first_window(worker)
            .is_some_and(|window| is_late(worker, window))
    }

    /// Whether a worker's next chunk comes late in every round of the long run, though the second subchunk does not.
    pub(crate) fn starves_between(&self, worker: &Worker) -> bool {
        self.is_above(worker, false)
    }

    /// Whether a worker starves in every round of the long run because its window is empty: θ is on the wrong side of both ends.
    pub(crate) fn starves_anyhow(&self, worker: &Worker) -> bool {
        self.is_above(worker, true)
    }

    /// Whether θ is above its window, and whether it is below it as well.
    fn is_above(&self, worker: &Worker, late: bool) -> bool {
        self.window(worker).is_some_and(|window| {
            worker.theta > window.high + 1e-12 && is_late(worker, window) == late
        })
    }

    /// Whether a worker's first chunk is smaller than its limit.
    pub(crate) fn grows(&self, worker: &Worker) -> bool {
        let pair = self.first_chunk(worker).zip(self.limit(worker));
        pair.is_some_and(|(first, limit)| first < limit * (1.0 - 1e-12))
    }

    /// Whether no worker's data come late in any round.
    pub(crate) fn feeds(&self) -> bool {
        self.workers().all(|worker| {
            !self.starves_first(worker)
                && !self.starves_between(worker)
                && !self.starves_anyhow(worker)
        })
    }

    /// Whether all speeds and latencies of computing are believed as they are.
    pub(crate) fn is_exact(&self) -> bool {
        self.workers().all(|worker| {
            worker.estimated_speed == worker.speed && worker.estimated_latency == worker.latency
        })
    }

    /// The spacings of one turn of each cluster, summed, s; nothing where they are not kept in every round, or where the order of
    /// arrival makes other sums.
    pub(crate) fn turns(&self) -> Vec<f64> {
        let every = self.settings.ports == Ports::One && self.settings.scope == Scope::Every;
        match (self.settings.delays, self.settings.order) {
            (Delays::First, Order::Ring) | (Delays::Same(_), _) if every => self.first_turns(),
            _ => Vec::new(),
        }
    }

    /// The spacings of the first round of each cluster, summed, s.
    pub(crate) fn first_turns(&self) -> Vec<f64> {
        let sum = |cluster: &Platform| self.settings.spacings(cluster).iter().sum();
        self.clusters.iter().map(sum).collect()
    }
}

/// Whether no speed of a worker varies.
fn is_constant(worker: &Worker) -> bool {
    let profile = &worker.profile;
    [&profile.compute, &profile.send, &profile.receive]
        .iter()
        .all(|steps| steps.is_constant())
}
