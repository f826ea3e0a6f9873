//! STES: smooth transition exponential smoothing (Dobber 2006, section 7.2.3).

use crate::adaptive::{Adaptive, Weigh};
use crate::deviation;
use crate::exponential::exp;
use crate::predictor::Predict;
use crate::ring::Ring;
use crate::smoothing::blend;
use crate::whybark::Whybark;

/// The variable that the weight is a function of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surprise {
    /// |eₜ|, the size of the last error.
    Error,
    /// The same, with γ below 0: the weight may only grow with the error.
    ErrorFalling,
    /// eₜ².
    Square,
    /// Whybark's weight for the predictor's own errors.
    Whybark,
}

/// β and γ of the weight αₜ = 1 / (1 + exp(β + γ Vₜ)) (equation 7.9); γ has the unit of 1/V.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weighting {
    /// β.
    pub offset: f64,
    /// γ.
    pub slope: f64,
}

impl Weighting {
    /// 1 / (1 + exp(β + γ V)): the weight of the newest value. The exponent is held within ±700, where exp neither
    /// overflows nor vanishes.
    #[must_use]
    #[inline]
    pub fn weight(self, surprise: f64) -> f64 {
        let exponent = self.offset + self.slope * surprise;
        1.0 / (1.0 + exp(exponent.clamp(-700.0, 700.0)))
    }
}

/// The number of values kept where STES is fitted to all of them.
pub const MOST: usize = 10_000;

/// Smoothing with αₜ = 1 / (1 + exp(β + γ Vₜ)), where β and γ are fitted to the last values.
///
/// A fit runs over all values that it looks back on, some ninety times; in between each value is O(1).
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    surprise: Surprise,
    refit: usize,
    values: Ring,
    count: usize,
    recursion: Adaptive<Rule>,
}

impl Transition {
    /// β and γ minimise the sum of squared errors over the last `window` values (at least 3), `None`: all, up to
    /// [`MOST`]. They are fitted anew after each of the first `refit` values and after every `refit` values from then on
    /// (own choice for other values than 1); with a fit the recursion starts anew at the window's first value.
    #[must_use]
    pub fn new(surprise: Surprise, window: Option<usize>, refit: usize) -> Self {
        Self {
            surprise,
            refit: refit.max(1),
            values: Ring::new(window.map_or(MOST, |window| window.clamp(3, MOST))),
            count: 0,
            recursion: Adaptive::new(Rule::new(surprise, Weighting::default())),
        }
    }

    /// β and γ as they are now.
    #[must_use]
    pub fn weighting(&self) -> Weighting {
        self.recursion.rule().weighting
    }
}

impl Predict for Transition {
    fn forecast(&self) -> Option<f64> {
        self.recursion.forecast()
    }

    fn observe(&mut self, value: f64) {
        self.values.push(value);
        self.count += 1;
        if self.count <= self.refit || self.count.is_multiple_of(self.refit) {
            let (older, newer) = self.values.pieces();
            let (weighting, _) = fit_pieces(self.surprise, older, newer);
            self.recursion = Adaptive::new(Rule::new(self.surprise, weighting));
            for value in older.iter().chain(newer) {
                self.recursion.observe(*value);
            }
        } else {
            self.recursion.observe(value);
        }
    }

    fn smoothing(&self) -> Option<f64> {
        self.recursion.smoothing()
    }
}

/// The weight by given β and γ.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    surprise: Surprise,
    weighting: Weighting,
    whybark: Whybark,
    weight: f64,
}

impl Rule {
    /// Before the first error.
    #[must_use]
    pub fn new(surprise: Surprise, weighting: Weighting) -> Self {
        Self {
            surprise,
            weighting,
            whybark: Whybark::default(),
            weight: 0.5,
        }
    }
}

impl Weigh for Rule {
    fn learn(&mut self, value: f64, forecast: f64) {
        let error = value - forecast;
        let surprise = match self.surprise {
            Surprise::Error | Surprise::ErrorFalling => error.abs(),
            Surprise::Square => error * error,
            Surprise::Whybark => self.whybark.after(error),
        };
        self.weight = self.weighting.weight(surprise);
    }

    fn weight(&self) -> f64 {
        self.weight
    }
}

/// β and γ with the least sum of squared one-step errors over `values`, and that sum (own choice of a deterministic
/// search: the thesis does not say how).
///
/// γ is sought in units of the values' standard deviation. First on a grid of −6, −4 … 6 for both; then, with steps of
/// 1, 1/2 … 1/16, the best of the point and its eight neighbours. Fewer than 3 values, or constant ones: β = γ = 0.
#[must_use]
pub fn fit(surprise: Surprise, values: &[f64]) -> (Weighting, f64) {
    fit_pieces(surprise, &[], values)
}

fn fit_pieces(surprise: Surprise, older: &[f64], newer: &[f64]) -> (Weighting, f64) {
    let nothing = (Weighting::default(), 0.0);
    if older.len() + newer.len() < 3 {
        return nothing;
    }
    let Some(deviation) = deviation::sample(older.iter().chain(newer).copied()) else {
        return nothing;
    };
    if deviation == 0.0 {
        return nothing;
    }
    let scale = match surprise {
        Surprise::Error | Surprise::ErrorFalling => 1.0 / deviation,
        Surprise::Square => 1.0 / (deviation * deviation),
        Surprise::Whybark => 1.0,
    };
    let search = Search {
        surprise,
        older,
        newer,
        scale,
    };
    let mut best = Point {
        offset: 0.0,
        slope: 0.0,
        squares: f64::INFINITY,
    };
    let grid = GRID
        .iter()
        .flat_map(|offset| GRID.iter().map(move |slope| (*offset, *slope)));
    search.best_of(grid, &mut best);
    for step in [1.0, 0.5, 0.25, 0.125, 0.0625] {
        let Point { offset, slope, .. } = best;
        let around = [-step, 0.0, step];
        let around = around
            .iter()
            .flat_map(|to| around.iter().map(move |up| (*to, *up)));
        let around = around.map(|(to, up)| (offset + to, slope + up));
        search.best_of(around, &mut best);
    }
    (search.weighting(best.offset, best.slope), best.squares)
}

const GRID: [f64; 7] = [-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0];

/// Sums of squares that differ by less, relative to each other, differ by rounding. Near the minimum, sums that differ by
/// little more do differ.
const ROUNDING: f64 = 1e-12;

/// The number of points tried at once. Each is a long chain of operations that wait for each other; several chains fill
/// the gaps.
const AT_ONCE: usize = 8;

/// A number for each of the points that are tried at once.
type Each = [f64; AT_ONCE];

/// A point of the search: β, γ in units of the values' deviation, and the sum of squared errors.
#[derive(Clone, Copy)]
struct Point {
    offset: f64,
    slope: f64,
    squares: f64,
}

/// The search: the values in two pieces, and the scale that makes γ of a slope.
struct Search<'a> {
    surprise: Surprise,
    older: &'a [f64],
    newer: &'a [f64],
    scale: f64,
}

impl Search<'_> {
    fn weighting(&self, offset: f64, slope: f64) -> Weighting {
        Weighting {
            offset,
            slope: slope * self.scale,
        }
    }

    /// Replaces `best` by the first point with the least sum of squares, where this is less by more than rounding: where
    /// few errors differ, many points give the same sum.
    fn best_of(&self, points: impl Iterator<Item = (f64, f64)>, best: &mut Point) {
        let falling = self.surprise == Surprise::ErrorFalling;
        let mut points = points.filter(|(_, slope)| !falling || *slope < 0.0);
        while let Some(first) = points.next() {
            // Places that are left over try the first point again, which is never better than itself.
            let mut batch = [first; AT_ONCE];
            for (place, point) in batch.iter_mut().skip(1).zip(points.by_ref()) {
                *place = point;
            }
            let weightings = batch.map(|(offset, slope)| self.weighting(offset, slope));
            let squares = match self.surprise {
                Surprise::Error | Surprise::ErrorFalling => {
                    self.squares(best.squares, by_surprise(&weightings, f64::abs))
                }
                Surprise::Square => self.squares(
                    best.squares,
                    by_surprise(&weightings, |error| error * error),
                ),
                Surprise::Whybark => {
                    let mut rules = weightings.map(by_whybark);
                    self.squares(best.squares, move |errors, weights| {
                        for ((rule, error), weight) in rules.iter_mut().zip(errors).zip(weights) {
                            *weight = rule(*error);
                        }
                    })
                }
            };
            for ((offset, slope), squares) in batch.into_iter().zip(squares) {
                if squares < best.squares * (1.0 - ROUNDING) {
                    *best = Point {
                        offset,
                        slope,
                        squares,
                    };
                }
            }
        }
    }

    /// The sums of squared one-step errors of several recursions, for whose errors `weigh` writes the weights. Sums only
    /// grow: once none can become less than `enough` any more, they are left as they are.
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    fn squares(&self, enough: f64, mut weigh: impl FnMut(&Each, &mut Each)) -> Each {
        let mut values = self.older.iter().chain(self.newer);
        let mut forecasts = [values.next().copied().unwrap_or_default(); AT_ONCE];
        let mut sums = [0.0; AT_ONCE];
        let mut weights = [0.0; AT_ONCE];
        for value in values {
            let errors = forecasts.map(|forecast| value - forecast);
            weigh(&errors, &mut weights);
            let of_each = sums.iter_mut().zip(&mut forecasts).zip(&errors);
            for (((sum, forecast), error), weight) in of_each.zip(&weights) {
                *sum += error * error;
                *forecast = blend(*weight, *value, *forecast);
            }
            if sums.iter().all(|sum| *sum >= enough) {
                break;
            }
        }
        sums
    }
}

/// The weights for errors, by their `surprise`. All β stand side by side, and all γ, so that two recursions are computed
/// at a time.
fn by_surprise(
    weightings: &[Weighting; AT_ONCE],
    surprise: impl Fn(f64) -> f64,
) -> impl FnMut(&Each, &mut Each) {
    let offsets = weightings.map(|weighting| weighting.offset);
    let slopes = weightings.map(|weighting| weighting.slope);
    move |errors, weights| {
        let of_each = errors.iter().zip(&offsets).zip(&slopes);
        for (((error, offset), slope), weight) in of_each.zip(weights) {
            let (offset, slope) = (*offset, *slope);
            *weight = Weighting { offset, slope }.weight(surprise(*error));
        }
    }
}

/// The weight for an error by way of Whybark's weight, which has three values.
fn by_whybark(weighting: Weighting) -> impl FnMut(f64) -> f64 {
    let mut whybark = Whybark::default();
    let weights = Whybark::ALL.map(|weight| (weight, weighting.weight(weight)));
    move |error| {
        let weight = whybark.after(error);
        let found = weights.iter().find(|(other, _)| *other == weight);
        found.map_or(0.5, |(_, weight)| *weight)
    }
}
