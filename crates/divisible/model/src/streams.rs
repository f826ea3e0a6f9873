//! Several streams at once: each cluster has a master of its own; the clusters are simulated one after the other.

use schedule::Recorder;

use crate::outcome::{Account, Contention, End, Outcome, Sigma};
use crate::settings::{Settings, Stream};
use crate::watch::{Round, Turn, Watch};
use crate::{Error, Platform, as4dr, lanes};

/// The outcome of several clusters.
#[derive(Clone, Debug, PartialEq)]
pub struct Together {
    /// The outcome of each cluster.
    pub clusters: Vec<Outcome>,
    /// Estimates of the duration of rounds, over all clusters.
    pub sigma: Sigma,
    /// Contention for send ports, over all clusters.
    pub sending: Contention,
    /// Contention for receive ports, over all clusters.
    pub returning: Contention,
}

impl Together {
    /// The longest account of a cluster, s.
    pub fn elapsed(&self) -> f64 {
        self.clusters
            .iter()
            .map(|cluster| cluster.elapsed)
            .fold(0.0, f64::max)
    }

    /// T_eff of all clusters, u/s.
    pub fn throughput(&self) -> f64 {
        self.clusters.iter().map(Outcome::throughput).sum()
    }

    /// CPU_eff of the streams: the mean over all workers.
    pub fn efficiency(&self) -> f64 {
        self.mean(Account::efficiency)
    }

    /// CPU_eff where waiting at the start and at the end counts as well.
    pub fn efficiency_of_all(&self) -> f64 {
        self.mean(Account::efficiency_of_all)
    }

    /// Rounds of all workers.
    pub fn rounds(&self) -> u64 {
        self.clusters.iter().map(Outcome::rounds).sum()
    }

    fn mean(&self, of: impl Fn(&Account, f64) -> f64) -> f64 {
        let of = &of;
        let all = self.clusters.iter().flat_map(|cluster| {
            cluster
                .workers
                .iter()
                .map(move |worker| of(worker, cluster.elapsed))
        });
        let workers: usize = self
            .clusters
            .iter()
            .map(|cluster| cluster.workers.len())
            .sum();
        all.sum::<f64>() / workers.max(1) as f64
    }
}

/// Simulates every cluster under a stream of its own, all with the same settings. With a recording from
/// [`lanes::recording`] of the same clusters it draws them one below the other; workers are named by their place over
/// all clusters.
///
/// # Errors
/// As of [`as4dr::simulate`].
pub fn simulate<R: Recorder, W: Watch>(
    clusters: &[Platform],
    settings: &Settings,
    stream: &Stream,
    recorder: &mut R,
    watch: &mut W,
) -> Result<Together, Error> {
    let mut together = Together {
        clusters: Vec::with_capacity(clusters.len()),
        sigma: Sigma::new(settings.target),
        sending: Contention::default(),
        returning: Contention::default(),
    };
    let (mut lane, mut place) = (0, 0);
    for cluster in clusters {
        let mut shifted = From {
            first: place,
            watch,
        };
        let outcome =
            as4dr::simulate_from(cluster, settings, stream, lane, recorder, &mut shifted)?;
        lane += lanes::count(cluster.workers().len(), settings.ports);
        place += cluster.workers().len() as u32;
        together.sigma.merge(outcome.sigma);
        together.sending.merge(outcome.sending);
        together.returning.merge(outcome.returning);
        let stopped = outcome.end == End::Stopped;
        together.clusters.push(outcome);
        if stopped {
            break;
        }
    }
    Ok(together)
}

/// Passes rounds on with places that begin at `first`.
struct From<'a, W> {
    first: u32,
    watch: &'a mut W,
}

impl<W: Watch> Watch for From<'_, W> {
    const ON: bool = W::ON;

    fn round(&mut self, round: &Round) {
        self.watch.round(&Round {
            worker: self.first + round.worker,
            ..*round
        });
    }

    fn size(&mut self, turn: &Turn<'_>) -> Option<f64> {
        self.watch.size(&Turn {
            shown: self.first + turn.shown,
            ..*turn
        })
    }

    fn goes_on(&self) -> bool {
        self.watch.goes_on()
    }
}
