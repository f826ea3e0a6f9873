//! Send and finalize times of every pair of nodes (Dobber 2006, section 2.4).
//!
//! The thesis measured them; here they are drawn (own choice): each pair has an independent series of lognormal
//! times whose mean grows with the distance of its nodes. The series belong to the seed and the pair, not to a
//! run, so that runs that draw the same pair meet the same times, as they would with measured ones.

use trace::random::Random;

use crate::columns::greater;

/// The mean distance of two points of the unit square: a pair that far apart has just the mean time.
const MEAN_DISTANCE: f64 = 0.521405;

/// The factor of a pair's mean time: 0.5 for two series of the same place, 1 at the mean distance. Nodes of unknown
/// position are a mean distance apart.
fn distance_factor(a: Option<[f64; 2]>, b: Option<[f64; 2]>) -> f64 {
    match (a, b) {
        (Some([ax, ay]), Some([bx, by])) => {
            let distance = ((ax - bx) * (ax - bx) + (ay - by) * (ay - by)).sqrt();
            0.5 + 0.5 * distance / MEAN_DISTANCE
        }
        _ => 1.0,
    }
}

/// The most times of one kind of message that are kept, 128 MB: beyond, each time is drawn on demand.
const MOST: usize = 32_000_000;

/// The number of generator outputs for a lognormal time.
const OUTPUTS: u64 = 2;

/// The times of one pair of processors, ms, one for each iteration.
///
/// They are in single precision: a hundred million of them may be needed, and they are noise. Sums over them are in double
/// precision.
#[derive(Clone, Copy, Debug)]
pub enum Series<'a> {
    /// Drawn times that are kept.
    Kept(&'a [f32]),
    /// One time for all iterations, as without noise.
    Same(f32),
    /// Times that are drawn on demand.
    Drawn(Stream),
}

/// The random stream of a pair's times.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    mean: f64,
    /// The standard deviation of the logarithm.
    sd: f64,
    /// The state of the generator before the first time.
    start: u64,
    /// The number of iterations before the first time.
    before: u64,
}

impl Series<'_> {
    /// The time of an iteration, counted from 0; zero where there is none.
    #[inline]
    #[must_use]
    pub fn at(&self, k: usize) -> f32 {
        match self {
            Self::Kept(times) => times.get(k).copied().unwrap_or(0.0),
            Self::Same(time) => *time,
            Self::Drawn(stream) => stream.at(k),
        }
    }

    /// The series without its first `iterations` times.
    fn from(self, iterations: usize) -> Self {
        match self {
            Self::Kept(times) => Self::Kept(times.get(iterations..).unwrap_or_default()),
            Self::Same(time) => Self::Same(time),
            Self::Drawn(stream) => Self::Drawn(Stream {
                before: stream.before + iterations as u64,
                ..stream
            }),
        }
    }

    /// Raises each number to the time of its iteration, where that is longer; the first is that of iteration `from`.
    pub(crate) fn raise(&self, from: usize, longest: &mut [f32]) {
        match self {
            Self::Kept(times) => greater(times.get(from..).unwrap_or_default(), longest),
            Self::Same(time) => longest
                .iter_mut()
                .for_each(|longest| *longest = longest.max(*time)),
            Self::Drawn(stream) => {
                for (longest, time) in longest.iter_mut().zip(stream.times(from)) {
                    *longest = longest.max(time);
                }
            }
        }
    }

    /// Writes the times from iteration `from` on, as far as there are any.
    pub(crate) fn copy(&self, from: usize, out: &mut [f32]) {
        match self {
            Self::Kept(times) => {
                let times = times.get(from..).unwrap_or_default();
                out.iter_mut()
                    .zip(times)
                    .for_each(|(out, time)| *out = *time);
            }
            Self::Same(time) => out.fill(*time),
            Self::Drawn(stream) => {
                out.iter_mut()
                    .zip(stream.times(from))
                    .for_each(|(out, time)| *out = time);
            }
        }
    }

    /// Whether every time has to be drawn on demand.
    pub(crate) fn is_drawn(&self) -> bool {
        matches!(self, Self::Drawn(_))
    }
}

impl Stream {
    #[inline]
    fn at(&self, k: usize) -> f32 {
        let outputs = OUTPUTS * (self.before + k as u64);
        self.next(&mut Random::after(self.start, outputs))
    }

    /// All times from iteration `from` on.
    fn times(&self, from: usize) -> impl Iterator<Item = f32> + use<> {
        let mut random = Random::after(self.start, OUTPUTS * (self.before + from as u64));
        let stream = *self;
        std::iter::repeat_with(move || stream.next(&mut random))
    }

    #[inline]
    fn next(&self, random: &mut Random) -> f32 {
        (self.mean * random.lognormal_sd(self.sd)) as f32
    }
}

/// The series of one kind of message for all pairs of a pool of nodes; each is drawn when it is first needed, and kept
/// while there is room.
#[derive(Debug)]
pub struct PairTimes {
    seed: u64,
    /// The purpose that tells send times from finalize times.
    purpose: u64,
    mean: f64,
    noise: f64,
    iterations: usize,
    positions: Vec<Option<[f64; 2]>>,
    /// The pair {a, b}, b < a, at a(a−1)/2 + b; empty until drawn.
    series: Vec<Vec<f32>>,
    /// The number of series kept.
    kept: usize,
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
            kept: 0,
        }
    }

    /// The mean time of a pair, ms.
    #[must_use]
    pub fn mean_of(&self, a: usize, b: usize) -> f64 {
        let position = |node: usize| self.positions.get(node).copied().flatten();
        self.mean * distance_factor(position(a), position(b))
    }

    /// Whether the times vary, so that they have to be drawn.
    fn varies(&self) -> bool {
        self.noise > 0.0 && self.mean > 0.0
    }

    /// Whether all series of so many pairs can be kept.
    #[must_use]
    pub fn has_room(&self, pairs: usize) -> bool {
        pairs.saturating_mul(self.iterations) <= MOST
    }

    /// The most memory that the series of so many nodes take, bytes.
    #[must_use]
    pub fn most_memory(nodes: usize, iterations: usize) -> f64 {
        let pairs = nodes.saturating_mul(nodes.saturating_sub(1)) / 2;
        4.0 * pairs.saturating_mul(iterations).min(MOST) as f64
    }

    /// Draws the series of a pair, unless it is drawn already, does not vary, or there is no room for it.
    pub fn draw(&mut self, a: usize, b: usize) {
        if !self.varies() || !self.has_room(self.kept + 1) {
            return;
        }
        let stream = self.stream(a, b);
        if let Some(series) = pair_index(a, b).and_then(|pair| self.series.get_mut(pair))
            && series.is_empty()
        {
            series.extend(stream.times(0).take(self.iterations));
            self.kept += 1;
        }
    }

    fn stream(&self, a: usize, b: usize) -> Stream {
        Stream {
            mean: self.mean_of(a, b),
            sd: libm::log(1.0 + self.noise * self.noise).sqrt(),
            start: Random::start_of(self.seed, &[self.purpose, a.max(b) as u64, a.min(b) as u64]),
            before: 0,
        }
    }

    /// Whether both have the same series, drawn or not.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        let of = |times: &Self| {
            let numbers = [times.mean, times.noise].map(f64::to_bits);
            (times.seed, times.purpose, numbers, times.iterations)
        };
        of(self) == of(other) && self.positions == other.positions
    }

    /// The number of series kept.
    pub(crate) fn drawn(&self) -> usize {
        self.kept
    }

    /// The times of a pair, kept or not.
    #[must_use]
    pub fn series(&self, a: usize, b: usize) -> Series<'_> {
        let kept = pair_index(a, b).and_then(|pair| self.series.get(pair));
        match kept {
            Some(series) if !series.is_empty() => Series::Kept(series),
            Some(_) if self.varies() => Series::Drawn(self.stream(a, b)),
            Some(_) => Series::Same(self.mean_of(a, b) as f32),
            None => Series::Same(0.0),
        }
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
    series: Vec<Series<'a>>,
    /// The number of iterations before the first time.
    before: usize,
}

impl<'a> PairColumns<'a> {
    /// `chain` names the node of each processor.
    #[must_use]
    pub fn new(times: &'a PairTimes, chain: &[usize]) -> Self {
        let mut series = Vec::with_capacity(chain.len() * chain.len().saturating_sub(1) / 2);
        for (i, a) in chain.iter().enumerate() {
            series.extend(chain.iter().take(i).map(|b| times.series(*a, *b)));
        }
        Self { series, before: 0 }
    }

    /// From the series of the pairs (2,1), (3,1), (3,2), (4,1), …
    #[must_use]
    pub fn from_series(series: Vec<&'a [f32]>) -> Self {
        Self {
            series: series.into_iter().map(Series::Kept).collect(),
            before: 0,
        }
    }

    /// The columns without their first `iterations` times.
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
    pub fn column(&self, i: usize, j: usize) -> Series<'a> {
        pair_index(i, j)
            .and_then(|pair| self.series.get(pair))
            .map_or(Series::Same(0.0), |series| series.from(self.before))
    }

    /// The time between processors `i` and `j` in iteration `k`, all counted from 0; ms.
    #[must_use]
    pub fn at(&self, i: usize, j: usize, k: usize) -> f64 {
        f64::from(self.column(i, j).at(k))
    }
}
