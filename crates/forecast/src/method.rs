//! The names of the methods.

/// The methods that a scenario can name. Their parameters are [`crate::Settings`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, parameters::Field)]
pub enum Method {
    /// The forecast is the last value.
    #[choice(title = "Last value")]
    LastValue,
    /// A mean in which each older value weighs less.
    #[default]
    #[choice(title = "Exponential smoothing")]
    ExponentialSmoothing,
    /// The mean of all values.
    #[choice(title = "Running mean")]
    RunningMean,
    /// The mean of the last values.
    #[choice(title = "Sliding mean")]
    SlidingMean,
    /// The median of the last values: single peaks do not move it.
    #[choice(title = "Sliding median")]
    SlidingMedian,
    /// A tournament of 23 simple forecasters: the recently best one makes the forecast.
    #[choice(title = "Network Weather Service (NWS)")]
    WeatherService,
    /// A linear combination of the last p values, fitted to the autocorrelation of all.
    #[choice(title = "Autoregression (AR)")]
    Autoregression,
    /// Smoothing that trusts the newest value more while errors keep their sign.
    #[choice(title = "Trigg and Leach")]
    TriggLeach,
    /// Smoothing that trusts the newest value more after an error that is large, or repeated.
    #[choice(title = "Whybark")]
    Whybark,
    /// Smoothing that trusts the newest value more, the larger the error of the last forecast was.
    #[choice(title = "Mentzer")]
    Mentzer,
    /// Smoothing with the weight that would have been right one step ago.
    #[choice(title = "Pantazopoulos and Pappis")]
    PantazopoulosPappis,
    /// Smoothing whose weight is a fitted logistic function of the size of the last error.
    #[choice(title = "Smooth transition, |e| (STES)")]
    TransitionError,
    /// Smoothing whose weight is a fitted logistic function of the size of the last error that only grows with it.
    #[choice(title = "Smooth transition, |e|, γ < 0 (STES)")]
    TransitionErrorFalling,
    /// Smoothing whose weight is a fitted logistic function of the square of the last error.
    #[choice(title = "Smooth transition, e² (STES)")]
    TransitionSquare,
    /// Smoothing whose weight is a fitted logistic function of Whybark's weight.
    #[choice(title = "Smooth transition, Whybark (STES)")]
    TransitionWhybark,
    /// Smoothing with a weight learnt for each class of movement: peak, jump, drift, rest. Where the mean or the median has
    /// been better so far, it makes the forecast.
    #[choice(title = "Dynamic exponential smoothing (DES)")]
    DynamicSmoothing,
    /// Smoothing of a level and of a trend that fades.
    #[choice(title = "Damped trend")]
    DampedTrend,
    /// A Kalman filter for a level that wanders under noise; it learns the strength of both from the values.
    #[choice(title = "Local level (Kalman)")]
    LocalLevel,
}

impl Method {
    /// All methods, simple ones first.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &[
            Self::LastValue,
            Self::ExponentialSmoothing,
            Self::RunningMean,
            Self::SlidingMean,
            Self::SlidingMedian,
            Self::WeatherService,
            Self::Autoregression,
            Self::TriggLeach,
            Self::Whybark,
            Self::Mentzer,
            Self::PantazopoulosPappis,
            Self::TransitionError,
            Self::TransitionErrorFalling,
            Self::TransitionSquare,
            Self::TransitionWhybark,
            Self::DynamicSmoothing,
            Self::DampedTrend,
            Self::LocalLevel,
        ]
    }

    /// Its name in scenarios, links and files.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::LastValue => "last-value",
            Self::ExponentialSmoothing => "exponential-smoothing",
            Self::RunningMean => "running-mean",
            Self::SlidingMean => "sliding-mean",
            Self::SlidingMedian => "sliding-median",
            Self::WeatherService => "weather-service",
            Self::Autoregression => "autoregression",
            Self::TriggLeach => "trigg-leach",
            Self::Whybark => "whybark",
            Self::Mentzer => "mentzer",
            Self::PantazopoulosPappis => "pantazopoulos-pappis",
            Self::TransitionError => "transition-error",
            Self::TransitionErrorFalling => "transition-error-falling",
            Self::TransitionSquare => "transition-square",
            Self::TransitionWhybark => "transition-whybark",
            Self::DynamicSmoothing => "dynamic-smoothing",
            Self::DampedTrend => "damped-trend",
            Self::LocalLevel => "local-level",
        }
    }

    /// Its short name, for tables and charts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LastValue => "last value",
            Self::ExponentialSmoothing => "ES",
            Self::RunningMean => "mean",
            Self::SlidingMean => "sliding mean",
            Self::SlidingMedian => "sliding median",
            Self::WeatherService => "NWS",
            Self::Autoregression => "AR",
            Self::TriggLeach => "Trigg–Leach",
            Self::Whybark => "Whybark",
            Self::Mentzer => "Mentzer",
            Self::PantazopoulosPappis => "P&P",
            Self::TransitionError => "STES |e|",
            Self::TransitionErrorFalling => "STES |e|, γ < 0",
            Self::TransitionSquare => "STES e²",
            Self::TransitionWhybark => "STES Whybark",
            Self::DynamicSmoothing => "DES",
            Self::DampedTrend => "damped trend",
            Self::LocalLevel => "local level",
        }
    }

    /// Its name in the middle of a sentence, for a reader who does not know the short ones yet.
    #[must_use]
    pub fn spoken(self) -> &'static str {
        match self {
            Self::LastValue => "the last value",
            Self::ExponentialSmoothing => "exponential smoothing (ES)",
            Self::RunningMean => "the mean of all values",
            Self::SlidingMean => "the sliding mean",
            Self::SlidingMedian => "the sliding median",
            Self::WeatherService => "the Network Weather Service (NWS)",
            Self::Autoregression => "autoregression (AR)",
            Self::PantazopoulosPappis => "Pantazopoulos–Pappis (P&P)",
            Self::TransitionError => "smooth transition (STES |e|)",
            Self::TransitionErrorFalling => "smooth transition (STES |e|, γ < 0)",
            Self::TransitionSquare => "smooth transition (STES e²)",
            Self::TransitionWhybark => "smooth transition (STES Whybark)",
            Self::DynamicSmoothing => "dynamic exponential smoothing (DES)",
            Self::DampedTrend => "the damped trend",
            Self::LocalLevel => "the local level",
            Self::TriggLeach | Self::Whybark | Self::Mentzer => self.name(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use parameters::{Field as _, Kind};

    use super::*;

    #[test]
    fn every_method_has_a_key_that_scenarios_name_and_names_of_its_own() {
        let mut names = HashSet::new();
        for method in Method::all() {
            let read: Method = parameters::field::read(&method.key().into()).unwrap();
            assert_eq!(read, *method);
            assert!(names.insert(method.key()) && names.insert(method.name()));
        }
        let Kind::Choice(choices) = Method::KIND else {
            panic!("a method is one of several names")
        };
        assert_eq!(choices.len(), Method::all().len());
    }
}
