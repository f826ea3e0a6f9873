//! The method and its parameters.

use crate::dynamic_smoothing::{Filing, Residual};
use crate::method::Method;

/// The method that predicts, and its parameters. Each method reads its own and leaves the others alone; [`Settings::of`]
/// gives a method with the defaults of Dobber 2006, chapter 7.
///
/// Values outside their range are brought into it: nothing here fails.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The method.
    pub method: Method,
    /// α, the weight of the newest value in exponential smoothing and damped trend; 0 to 1, default 0.5.
    pub smoothing: f64,
    /// The number of values that a sliding mean or median looks back on; at least 1, default 31.
    pub window: usize,
    /// p, the number of values that autoregression combines; at least 1, default 16.
    pub order: usize,
    /// The number of values that autoregression waits for, at least p + 1; default 100. Before, it predicts the mean.
    pub least: usize,
    /// The number of values after which autoregression and smooth transition are fitted anew; at least 1, default 20.
    pub refit: usize,
    /// The number of last values that smooth transition is fitted to; `None`, the default: all, up to
    /// [`crate::transition::MOST`].
    pub fit_window: Option<usize>,
    /// φ, the smoothing of errors in Trigg and Leach's method; 0 to 1, default 0.2.
    pub adaptation: f64,
    /// φ, the part of the trend that is left after each step in the damped trend; 0 to 1, default 0.9.
    pub damping: f64,
    /// k, the number of values in the standard deviation of DES; at least 2, default 20.
    pub deviation_window: usize,
    /// l, the number of values that the median of DES looks back on; at least 1, default 31.
    pub median_window: usize,
    /// The number of pairs that DES learns from in each class; at least 1, default 500.
    pub memory: usize,
    /// The numbers of standard deviations above which DES calls an error a peak, a jump and part of a movement; default 10, 2, 1.
    pub thresholds: [f64; 3],
    /// The class under which DES files a learnt pair.
    pub filing: Filing,
    /// The forecast whose errors DES classifies and learns from.
    pub residual: Residual,
    /// Whether DES holds its weights between 0 and 1; default no.
    pub clip: bool,
    /// `None`, the default: the expected value. `Some(q)`, 0 to 1: the forecast plus the q-quantile of its last 100
    /// errors, so that a share q of the values should lie below.
    pub quantile: Option<f64>,
}

impl Settings {
    /// A method with its default parameters.
    #[must_use]
    pub fn of(method: Method) -> Self {
        Self {
            method,
            smoothing: 0.5,
            window: 31,
            order: 16,
            least: 100,
            refit: 20,
            fit_window: None,
            adaptation: 0.2,
            damping: 0.9,
            deviation_window: 20,
            median_window: 31,
            memory: 500,
            thresholds: [10.0, 2.0, 1.0],
            filing: Filing::default(),
            residual: Residual::default(),
            clip: false,
            quantile: None,
        }
    }

    /// The settings with the defaults of all parameters that the method does not read: settings that predict the same are equal.
    #[must_use]
    pub fn effective(&self) -> Self {
        let mut effective = Self {
            quantile: self.quantile,
            ..Self::of(self.method)
        };
        match self.method {
            Method::LastValue
            | Method::RunningMean
            | Method::WeatherService
            | Method::Whybark
            | Method::Mentzer
            | Method::PantazopoulosPappis
            | Method::LocalLevel => {}
            Method::ExponentialSmoothing => effective.smoothing = self.smoothing,
            Method::DampedTrend => {
                (effective.smoothing, effective.damping) = (self.smoothing, self.damping);
            }
            Method::SlidingMean | Method::SlidingMedian => effective.window = self.window,
            Method::Autoregression => {
                (effective.order, effective.least, effective.refit) =
                    (self.order, self.least, self.refit);
            }
            Method::TriggLeach => effective.adaptation = self.adaptation,
            Method::TransitionError
            | Method::TransitionErrorFalling
            | Method::TransitionSquare
            | Method::TransitionWhybark => {
                (effective.fit_window, effective.refit) = (self.fit_window, self.refit);
            }
            Method::DynamicSmoothing => {
                effective.deviation_window = self.deviation_window;
                effective.median_window = self.median_window;
                effective.memory = self.memory;
                effective.thresholds = self.thresholds;
                (effective.filing, effective.residual, effective.clip) =
                    (self.filing, self.residual, self.clip);
            }
        }
        effective
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(Method::default())
    }
}
