//! The possible shares of a chunk for its first subchunk.

use crate::Worker;

/// The shares θ with which a worker does not starve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// θ^min: below, the second subchunk arrives after the first is computed. May be below 0.
    pub low: f64,
    /// θ^max: above, the next first subchunk arrives after the second is computed. May be above 1.
    pub high: f64,
}

impl Window {
    /// The window for the chunk of a round and that of the next one, u, > 0.
    ///
    /// Source: Millot and Parrot 2016, equations 7 to 9, solved for θ.
    #[must_use]
    pub fn of(worker: &Worker, chunk: f64, next_chunk: f64) -> Self {
        let send = next_chunk / worker.send_bandwidth;
        let low =
            (send + worker.send_latency - worker.latency) / (send + next_chunk / worker.speed);
        let compute = chunk / worker.speed;
        let high = (compute + worker.latency - worker.send_latency - worker.return_latency)
            / (chunk / worker.send_bandwidth + compute + chunk / worker.return_bandwidth);
        Self { low, high }
    }

    /// The window for the limit chunk, where the target exceeds the latencies in the estimate of a round; none elsewhere, where
    /// the chunk vanishes.
    #[must_use]
    pub fn at_limit(worker: &Worker, target: f64) -> Option<Self> {
        let chunk = worker.limit_chunk(target);
        (chunk > 0.0).then(|| Self::of(worker, chunk, chunk))
    }

    /// Whether the window contains a share.
    #[must_use]
    pub fn has(self, theta: f64) -> bool {
        self.low <= theta && theta <= self.high
    }

    /// The window's middle within 0 and 1, kept within 0.01 and 0.99; also where the window is empty.
    ///
    /// Source: own choice; the document does not say which share of the window to take.
    #[must_use]
    pub fn middle(self) -> f64 {
        (0.5 * (self.low.max(0.0) + self.high.min(1.0))).clamp(0.01, 0.99)
    }
}

/// Whether the second subchunk of a worker with this window arrives after the first is computed, by more than rounding.
#[must_use]
pub fn is_late(worker: &Worker, window: Window) -> bool {
    worker.theta < window.low - 1e-12
}

/// The share used where none is given: the middle of the window at the limit chunk, by the master's beliefs; 1/2 where there is no limit
/// chunk.
///
/// Source: own choice.
#[must_use]
pub fn usual_share(worker: &Worker, target: f64) -> f64 {
    let believed = Worker {
        speed: worker.estimated_speed,
        latency: worker.estimated_latency,
        ..worker.clone()
    };
    Window::at_limit(&believed, target).map_or(0.5, Window::middle)
}
