//! Send and finalize times of every pair of nodes (Dobber 2006, section 2.4).
//!
//! The thesis measured them; here they are drawn (own choice): each pair has an independent series of lognormal
//! times whose mean grows with the distance of its nodes. The series belong to the seed and the pair, not to a
//! run, so that runs that draw the same pair meet the same times, as they would with measured ones.

use trace::random::Random;

/// The mean distance of two points of the unit square: a pair that far apart has just the mean time.
const MEAN_DISTANCE: f64 = 0.521405;

/// By what the mean time of a pair is multiplied: 0.5 for two series of the same place, 1 at the mean distance.
/// Nodes of unknown position are a mean distance apart.
#[must_use]
pub fn distance_factor(a: Option<[f64; 2]>, b: Option<[f64; 2]>) -> f64 {
    match (a, b) {
        (Some([ax, ay]), Some([bx, by])) => {
            let distance = ((ax - bx) * (ax - bx) + (ay - by) * (ay - by)).sqrt();
            0.5 + 0.5 * distance / MEAN_DISTANCE
        }
        _ => 1.0,
    }
}

/// The series of one kind of message for all pairs of a pool of nodes; each is drawn when it is first needed.
///
/// Times are kept in single precision: a hundred million of them may be needed, and they are noise. Sums over
/// them are in double precision.
#[derive(Debug)]
pub struct PairTimes {
    seed: u64,
    /// Tells send times from finalize times.
    purpose: u64,
    mean: f64,
    noise: f64,
    iterations: usize,
    positions: Vec<Option<[f64; 2]>>,
    /// The pair {a, b}, b < a, at a(a−1)/2 + b; empty until drawn.
    series: Vec<Vec<f32>>,
}

impl PairTimes {
    /// No series drawn yet. `mean` in ms, `noise` the coefficient of variation, `positions` of the pool's nodes.
    #[must_use]
    pub fn new(
        seed: u64,
        purpose: u64,
        mean: f64,
        noise: f64,
        iterations: usize,
        positions: Vec<Option<[f64; 2]>>,
    ) -> Self {
        let pairs = positions.len() * positions.len().saturating_sub(1) / 2;
        Self {
            seed,
            purpose,
            mean,
            noise,
            iterations,
            positions,
            series: vec![Vec::new(); pairs],
        }
    }

    /// The mean time of a pair, ms.
    #[must_use]
    pub fn mean_of(&self, a: usize, b: usize) -> f64 {
        let position = |node: usize| self.positions.get(node).copied().flatten();
        self.mean * distance_factor(position(a), position(b))
    }

    /// Draws the series of a pair, unless it is there.
    pub fn draw(&mut self, a: usize, b: usize) {
        if !self.series(a, b).is_empty() {
            return;
        }
        let mean = self.mean_of(a, b);
        let (seed, purpose, noise, iterations) =
            (self.seed, self.purpose, self.noise, self.iterations);
        if let Some(series) = pair_index(a, b).and_then(|pair| self.series.get_mut(pair)) {
            let mut random = Random::stream(seed, &[purpose, a.max(b) as u64, a.min(b) as u64]);
            let sd = libm::log(1.0 + noise * noise).sqrt();
            series.extend((0..iterations).map(|_| (mean * random.lognormal_sd(sd)) as f32));
        }
    }

    /// Whether the series of the other are those of this one, drawn or not.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        let of = |times: &Self| {
            let numbers = [times.mean, times.noise].map(f64::to_bits);
            (times.seed, times.purpose, numbers, times.iterations)
        };
        of(self) == of(other) && self.positions == other.positions
    }

    /// How many series were drawn.
    pub(crate) fn drawn(&self) -> usize {
        self.series
            .iter()
            .filter(|series| !series.is_empty())
            .count()
    }

    /// The series of a pair, ms, one value for each iteration; empty unless it was drawn.
    #[must_use]
    pub fn series(&self, a: usize, b: usize) -> &[f32] {
        pair_index(a, b)
            .and_then(|pair| self.series.get(pair))
            .map_or(&[], Vec::as_slice)
    }
}

/// The place of the pair {a, b}: (1,0), (2,0), (2,1), (3,0), …
pub(crate) fn pair_index(a: usize, b: usize) -> Option<usize> {
    let (high, low) = (a.max(b), a.min(b));
    (high != low).then(|| high * (high - 1) / 2 + low)
}

/// The series between the processors of one run, by their place in the chain.
#[derive(Clone, Debug, Default)]
pub struct PairColumns<'a> {
    series: Vec<&'a [f32]>,
    /// How many iterations there were before the first of these.
    before: usize,
}

impl<'a> PairColumns<'a> {
    /// `chain` names the node of each processor; every pair of them was drawn.
    #[must_use]
    pub fn new(times: &'a PairTimes, chain: &[usize]) -> Self {
        let mut series = Vec::with_capacity(chain.len() * chain.len().saturating_sub(1) / 2);
        for (i, a) in chain.iter().enumerate() {
            series.extend(chain.iter().take(i).map(|b| times.series(*a, *b)));
        }
        Self::from_series(series)
    }

    /// From the series of the pairs (2,1), (3,1), (3,2), (4,1), …
    #[must_use]
    pub fn from_series(series: Vec<&'a [f32]>) -> Self {
        Self { series, before: 0 }
    }

    /// The same without the first `iterations`.
    #[must_use]
    pub fn from(&self, iterations: usize) -> Self {
        Self {
            series: self.series.clone(),
            before: self.before + iterations,
        }
    }

    /// The times between processors `i` and `j`, counted from 0, ms, one for each iteration; none for a processor and
    /// itself.
    #[must_use]
    pub fn column(&self, i: usize, j: usize) -> &'a [f32] {
        pair_index(i, j)
            .and_then(|pair| self.series.get(pair))
            .and_then(|series| series.get(self.before..))
            .unwrap_or_default()
    }

    /// The time between processors `i` and `j` in iteration `k`, all counted from 0; ms.
    #[must_use]
    pub fn at(&self, i: usize, j: usize, k: usize) -> f64 {
        self.column(i, j).get(k).copied().map_or(0.0, f64::from)
    }
}
