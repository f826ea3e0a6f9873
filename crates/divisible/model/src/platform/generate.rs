//! Platforms and beliefs drawn at random.

use rand::{Rng, RngExt};
use trace::random::Random;
use words::word;

use super::{Platform, Worker};
use crate::Error;

/// Purposes of random streams. Each number is used once only.
pub(super) const PLACES: u64 = 0x0400;
const WORKERS: u64 = 0x0401;
const SIGNS: u64 = 0x0402;

/// A platform to draw: each number of each worker is uniform within `spread` of its mean, that is in
/// [(1 - spread) mean, (1 + spread) mean], independently (own choice).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heterogeneity {
    /// The number of workers, at least 1.
    pub workers: usize,
    /// The means of F, f, B^D, b^D, B^R, b^R, see [`Worker`].
    pub means: [f64; 6],
    /// The spread of computing speed and latency, 0 (all alike) to below 1.
    pub computing: f64,
    /// The spread of bandwidths and their latencies, 0 (all alike) to below 1.
    pub communicating: f64,
}

impl Heterogeneity {
    /// The platform that `seed` draws.
    ///
    /// # Errors
    /// No worker, a spread outside [0, 1), a mean that no worker can have.
    ///
    /// ```
    /// use divisible_model::platform::Heterogeneity;
    ///
    /// let like = Heterogeneity {
    ///     workers: 8,
    ///     means: [10.0, 0.01, 1e6, 0.01, 1e6, 0.01],
    ///     computing: 0.5,
    ///     communicating: 0.0,
    /// };
    /// let platform = like.draw(1)?;
    /// assert!(platform.workers().iter().all(|worker| (5.0..=15.0).contains(&worker.speed)));
    /// assert!(platform.workers().iter().all(|worker| worker.send_bandwidth == 1e6));
    /// # Ok::<(), divisible_model::Error>(())
    /// ```
    pub fn draw(&self, seed: u64) -> Result<Platform, Error> {
        for (quantity, spread) in [
            (word!("the spread of computing"), self.computing),
            (word!("the spread of communicating"), self.communicating),
        ] {
            if !(0.0..1.0).contains(&spread) {
                return Err(Error::Run {
                    quantity,
                    value: spread,
                    allowed: word!("at least 0 and below 1"),
                });
            }
        }
        let mut random = Random::stream(seed, &[0, WORKERS]);
        let spreads = [self.computing, self.communicating, self.communicating];
        let workers = (0..self.workers).map(|number| {
            let mut parameters = self.means;
            for (pair, spread) in parameters.chunks_mut(2).zip(spreads) {
                for value in pair {
                    *value *= 1.0 + spread * (2.0 * random.uniform() - 1.0);
                }
            }
            Worker::new(format!("w{number}"), parameters)
        });
        Platform::new(workers.collect())
    }
}

/// Which workers are believed to be faster than they are, and which slower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Signs {
    /// All are believed to be faster.
    #[choice(title = "All too fast")]
    Over,
    /// All are believed to be slower.
    #[choice(title = "All too slow")]
    Under,
    /// A fair coin decides for each worker.
    #[default]
    #[choice(title = "At random")]
    Free,
    /// Drawn at random, but half of the workers with the same six parameters, rounded up, are believed to be faster. This
    /// takes chance out of the means of section 3 (own choice).
    #[choice(title = "Half of each kind")]
    Balanced,
}

impl Platform {
    /// The same platform, each speed believed to be (1 + ι) or (1 - ι) times its true value, eq (17) of Millot and
    /// Parrot 2016.
    ///
    /// # Errors
    /// An `inaccuracy` ι that leaves an estimate of 0 or less.
    pub fn misestimated(
        &self,
        inaccuracy: f64,
        signs: Signs,
        seed: u64,
    ) -> Result<Platform, Error> {
        let mut random = Random::stream(seed, &[0, SIGNS]);
        let over = match signs {
            Signs::Over => vec![true; self.workers.len()],
            Signs::Under => vec![false; self.workers.len()],
            Signs::Free => self
                .workers
                .iter()
                .map(|_| random.random_bool(0.5))
                .collect(),
            Signs::Balanced => self.balanced(&mut random),
        };
        let mut over = over.into_iter();
        self.map(|_, worker| {
            let sign = if over.next().unwrap_or(true) {
                1.0
            } else {
                -1.0
            };
            worker.estimated_speed = worker.speed * (1.0 + sign * inaccuracy);
        })
    }

    /// Draws half of each kind of workers: one draw for each worker, the ranks decide.
    fn balanced(&self, random: &mut Random) -> Vec<bool> {
        let kind = |worker: &Worker| {
            [
                worker.speed,
                worker.latency,
                worker.send_bandwidth,
                worker.send_latency,
                worker.return_bandwidth,
                worker.return_latency,
            ]
            .map(f64::to_bits)
        };
        let mut lots: Vec<_> = self
            .workers
            .iter()
            .enumerate()
            .map(|(place, worker)| (kind(worker), random.next_u64(), place))
            .collect();
        schedule::sort::by(&mut lots, Ord::cmp);
        let mut over = vec![false; lots.len()];
        lots.chunk_by(|a, b| a.0 == b.0)
            .flat_map(|kind| {
                let half = kind.len().div_ceil(2);
                kind.iter()
                    .enumerate()
                    .map(move |(rank, lot)| (lot.2, rank < half))
            })
            .for_each(|(place, first)| {
                if let Some(over) = over.get_mut(place) {
                    *over = first;
                }
            });
        over
    }
}
