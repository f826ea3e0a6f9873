//! DES: dynamic exponential smoothing (Dobber 2006, section 7.3).

use crate::deviation;
use crate::mean::RunningMean;
use crate::median::SlidingMedian;
use crate::predictor::Predict;
use crate::ring::Ring;
use crate::settings::Settings;
use crate::smoothing::blend;
use crate::tie::less;
use statistics::Sum;

/// The kind of movement that brought a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Class {
    /// H1: the error is above the threshold of a peak, by default ten standard deviations.
    Peak,
    /// H2: the error is above the threshold of a jump, by default two, upwards.
    Up,
    /// H3: the same, downwards.
    Down,
    /// M: the error and the one before it are above the threshold of a movement, by default one, on the same side.
    Movement,
    /// B: none of these.
    #[default]
    Base,
}

impl Class {
    /// All classes, in the order in which they are tested.
    pub const ALL: [Self; 5] = [Self::Peak, Self::Up, Self::Down, Self::Movement, Self::Base];

    /// The class of an error after the one before it, for a standard deviation of the last values and thresholds of a
    /// peak, a jump and a movement in units of it (equation 7.15). Without a standard deviation: base.
    #[must_use]
    pub fn of(error: f64, before: f64, deviation: Option<f64>, thresholds: [f64; 3]) -> Self {
        let Some(deviation) = deviation else {
            return Self::Base;
        };
        let [peak, jump, movement] = thresholds.map(|threshold| threshold * deviation);
        if error.abs() > peak {
            Self::Peak
        } else if error > jump {
            Self::Up
        } else if error < -jump {
            Self::Down
        } else if error.abs() > movement && before.abs() > movement && error * before > 0.0 {
            Self::Movement
        } else {
            Self::Base
        }
    }
}

/// In which class a pair of errors is filed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, parameters::Field)]
pub enum Filing {
    /// The class of the value whose weight it tells, as the text says.
    #[default]
    #[choice(title = "As the text says")]
    Previous,
    /// The class of the value after it, as equation 7.19 is printed.
    #[choice(title = "As equation 7.19 is printed")]
    Literal,
}

/// Whose errors are classified and learnt from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, parameters::Field)]
pub enum Residual {
    /// Errors of the smoothing component.
    #[default]
    #[choice(title = "Of the smoothing component")]
    Component,
    /// Errors of the forecast, which may be a mean or a median.
    #[choice(title = "Of the forecast")]
    Final,
}

/// The source of a forecast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Source {
    /// The smoothing component.
    #[default]
    Smoothing,
    /// The mean of all values.
    Mean,
    /// The median of the last values.
    Median,
}

/// The weight before anything was learnt.
const START: f64 = 0.5;

/// Smoothing whose weight is learnt for each [`Class`] of movement: the one that would have been best, in the sense of
/// least squares, after the last values of that class. Where the mean of all values or the median of the last ones had
/// a smaller sum of squared errors so far, they are the forecast instead.
#[derive(Clone, Debug, PartialEq)]
pub struct DynamicSmoothing {
    thresholds: [f64; 3],
    filing: Filing,
    residual: Residual,
    clip: bool,
    /// The last k values.
    recent: Ring,
    mean: RunningMean,
    median: SlidingMedian,
    /// The pairs learnt in each class, in the order of [`Class::ALL`].
    learnt: [Pairs; 5],
    class: Class,
    weight: f64,
    /// The last value's forecast, and its error, by which the class and the weight are found.
    last: Last,
    /// The forecasts of component, mean and median for the next value; nothing before the first one.
    candidates: Option<[f64; 3]>,
    /// κ: their sums of squared errors.
    squares: [f64; 3],
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Last {
    forecast: f64,
    error: f64,
}

impl DynamicSmoothing {
    /// Reads the values of DES from [`Settings`].
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self {
            thresholds: settings.thresholds,
            filing: settings.filing,
            residual: settings.residual,
            clip: settings.clip,
            recent: Ring::new(settings.deviation_window.max(2)),
            mean: RunningMean::default(),
            median: SlidingMedian::new(settings.median_window),
            learnt: std::array::from_fn(|_| Pairs::new(settings.memory)),
            class: Class::Base,
            weight: START,
            last: Last::default(),
            candidates: None,
            squares: [0.0; 3],
        }
    }

    /// The forecast of the smoothing component for the next value.
    #[must_use]
    pub fn component(&self) -> Option<f64> {
        self.candidates.map(|[component, ..]| component)
    }

    /// The source of the forecast for the next value (equation 7.14): ties, to rounding, go to the component, then to
    /// the mean.
    #[must_use]
    pub fn source(&self) -> Source {
        let [component, mean, median] = self.squares;
        if !less(mean, component) && !less(median, component) {
            Source::Smoothing
        } else if !less(median, mean) {
            Source::Mean
        } else {
            Source::Median
        }
    }

    /// κ: the sums of squared errors of component, mean and median (equation 7.18).
    #[must_use]
    pub fn squares(&self) -> [f64; 3] {
        self.squares
    }

    /// The forecast whose errors are classified and learnt from.
    fn reference(&self, candidates: [f64; 3]) -> f64 {
        match self.residual {
            Residual::Component => candidates[0],
            Residual::Final => self.pick(candidates),
        }
    }

    fn pick(&self, [component, mean, median]: [f64; 3]) -> f64 {
        match self.source() {
            Source::Smoothing => component,
            Source::Mean => mean,
            Source::Median => median,
        }
    }

    /// Learns from a value the weight that the one before it should have had, and finds the value's own weight.
    fn learn(&mut self, value: f64, forecast: f64) {
        let error = value - forecast;
        let before = self.last;
        let deviation = deviation::sample(self.recent.oldest_first());
        let class = Class::of(error, before.error, deviation, self.thresholds);
        let filed = match self.filing {
            Filing::Previous => self.class,
            Filing::Literal => class,
        };
        if let Some(pairs) = self.learnt.get_mut(filed as usize) {
            pairs.push(
                before.error * before.error,
                (value - before.forecast) * before.error,
            );
        }
        self.class = class;
        let learnt = self.learnt.get(class as usize).and_then(Pairs::weight);
        self.weight = learnt.unwrap_or(START);
        if self.clip {
            self.weight = self.weight.clamp(0.0, 1.0);
        }
        self.last = Last { forecast, error };
    }
}

impl Predict for DynamicSmoothing {
    fn forecast(&self) -> Option<f64> {
        self.candidates.map(|candidates| self.pick(candidates))
    }

    fn observe(&mut self, value: f64) {
        let component = match self.candidates {
            Some(candidates) => {
                let reference = self.reference(candidates);
                for (sum, candidate) in self.squares.iter_mut().zip(candidates) {
                    *sum += (value - candidate) * (value - candidate);
                }
                self.learn(value, reference);
                candidates[0]
            }
            None => {
                self.last.forecast = value;
                value
            }
        };
        self.recent.push(value);
        self.mean.observe(value);
        self.median.observe(value);
        self.candidates = Some([
            blend(self.weight, value, component),
            self.mean.forecast().unwrap_or(value),
            self.median.forecast().unwrap_or(value),
        ]);
    }

    fn smoothing(&self) -> Option<f64> {
        self.candidates.map(|_| self.weight)
    }

    fn class(&self) -> Option<Class> {
        self.candidates.map(|_| self.class)
    }
}

/// The last pairs (w, x) of a class: w = e′², x = (y − ŷ′) e′, where ŷ′ and e′ belong to the value before. The best
/// weight for a pair alone is x/w, for all of them Σx/Σw (equations 7.19 to 7.27).
#[derive(Clone, Debug, PartialEq)]
struct Pairs {
    squares: Ring,
    products: Ring,
    square_sum: Sum,
    product_sum: Sum,
    /// The number of pairs with w > 0.
    telling: usize,
}

impl Pairs {
    fn new(memory: usize) -> Self {
        Self {
            squares: Ring::new(memory),
            products: Ring::new(memory),
            square_sum: Sum::default(),
            product_sum: Sum::default(),
            telling: 0,
        }
    }

    fn push(&mut self, square: f64, product: f64) {
        self.square_sum.add(square);
        self.product_sum.add(product);
        self.telling += usize::from(square != 0.0);
        if let Some(old) = self.squares.push(square) {
            self.square_sum.add(-old);
            self.telling -= usize::from(old != 0.0);
        }
        if let Some(old) = self.products.push(product) {
            self.product_sum.add(-old);
        }
    }

    fn weight(&self) -> Option<f64> {
        (self.telling > 0).then(|| self.product_sum.value() / self.square_sum.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_told_by_size_sign_and_repetition() {
        let of = |error, before| Class::of(error, before, Some(1.0), [10.0, 2.0, 1.0]);
        assert_eq!(of(11.0, 0.0), Class::Peak);
        assert_eq!(of(-11.0, 0.0), Class::Peak);
        assert_eq!(of(2.5, 0.0), Class::Up);
        assert_eq!(of(-2.5, 0.0), Class::Down);
        assert_eq!(of(1.5, 1.5), Class::Movement);
        assert_eq!(of(1.5, -1.5), Class::Base);
        assert_eq!(of(1.5, 0.5), Class::Base);
        assert_eq!(of(2.0, 1.5), Class::Movement);
        assert_eq!(of(0.5, 3.0), Class::Base);
        assert_eq!(Class::of(50.0, 50.0, None, [10.0, 2.0, 1.0]), Class::Base);
    }
}
