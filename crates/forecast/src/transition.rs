//! STES: smooth transition exponential smoothing (Dobber 2006, section 7.2.3).

use crate::deviation;
use crate::predictor::Predict;
use crate::ring::Ring;
use crate::smoothing::blend;
use crate::whybark::Weights;

/// What the weight is a function of.
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

/// How many values are kept where STES is fitted to all of them.
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
    recursion: Recursion,
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
            recursion: Recursion::new(surprise, Weighting::default()),
        }
    }

    /// β and γ as they are now.
    #[must_use]
    pub fn weighting(&self) -> Weighting {
        self.recursion.weighting
    }
}

impl Predict for Transition {
    fn forecast(&self) -> Option<f64> {
        self.recursion.forecast
    }

    fn observe(&mut self, value: f64) {
        self.values.push(value);
        self.count += 1;
        if self.count <= self.refit || self.count.is_multiple_of(self.refit) {
            let (older, newer) = self.values.pieces();
            let (weighting, _) = fit_pieces(self.surprise, older, newer);
            self.recursion = Recursion::new(self.surprise, weighting);
            for value in older.iter().chain(newer) {
                self.recursion.observe(*value);
            }
        } else {
            self.recursion.observe(value);
        }
    }

    fn smoothing(&self) -> Option<f64> {
        self.recursion.forecast.map(|_| self.recursion.weight)
    }
}

/// Smoothing with given β and γ: the recursion that is fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Recursion {
    surprise: Surprise,
    weighting: Weighting,
    whybark: Weights,
    weight: f64,
    forecast: Option<f64>,
}

impl Recursion {
    /// Before the first value.
    #[must_use]
    pub fn new(surprise: Surprise, weighting: Weighting) -> Self {
        Self {
            surprise,
            weighting,
            whybark: Weights::default(),
            weight: 0.5,
            forecast: None,
        }
    }
}

impl Predict for Recursion {
    fn forecast(&self) -> Option<f64> {
        self.forecast
    }

    fn observe(&mut self, value: f64) {
        let Some(forecast) = self.forecast else {
            self.forecast = Some(value);
            return;
        };
        let error = value - forecast;
        let surprise = match self.surprise {
            Surprise::Error | Surprise::ErrorFalling => error.abs(),
            Surprise::Square => error * error,
            Surprise::Whybark => self.whybark.after(error),
        };
        self.weight = logistic(self.weighting, surprise);
        self.forecast = Some(blend(self.weight, value, forecast));
    }

    fn smoothing(&self) -> Option<f64> {
        self.forecast.map(|_| self.weight)
    }
}

/// 1 / (1 + exp(β + γ V)); the exponent is held within ±700, where exp neither overflows nor vanishes.
fn logistic(weighting: Weighting, surprise: f64) -> f64 {
    let exponent = weighting.offset + weighting.slope * surprise;
    1.0 / (1.0 + libm::exp(exponent.clamp(-700.0, 700.0)))
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
    let mut best = (0.0, 0.0, f64::INFINITY);
    let consider = |offset: f64, slope: f64, best: &mut (f64, f64, f64)| {
        if surprise == Surprise::ErrorFalling && slope >= 0.0 {
            return;
        }
        let weighting = Weighting {
            offset,
            slope: slope * scale,
        };
        let mut recursion = Recursion::new(surprise, weighting);
        let mut squares = 0.0;
        for value in older.iter().chain(newer) {
            let error = value - recursion.forecast.unwrap_or(*value);
            squares += error * error;
            // The sum only grows: what is not better by now will never be.
            if squares >= best.2 {
                return;
            }
            recursion.observe(*value);
        }
        if squares < best.2 {
            *best = (offset, slope, squares);
        }
    };
    for offset in GRID {
        for slope in GRID {
            consider(offset, slope, &mut best);
        }
    }
    for step in [1.0, 0.5, 0.25, 0.125, 0.0625] {
        let (offset, slope, _) = best;
        for to in [-step, 0.0, step] {
            for up in [-step, 0.0, step] {
                consider(offset + to, slope + up, &mut best);
            }
        }
    }
    let (offset, slope, squares) = best;
    let weighting = Weighting {
        offset,
        slope: slope * scale,
    };
    (weighting, squares)
}

const GRID: [f64; 7] = [-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0];
