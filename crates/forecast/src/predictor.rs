//! The interface of every predictor, and the predictor that settings name.

use crate::adaptive::Adaptive;
use crate::autoregression::Autoregression;
use crate::damped_trend::DampedTrend;
use crate::dynamic_smoothing::{Class, DynamicSmoothing};
use crate::local_level::LocalLevel;
use crate::mean::{RunningMean, SlidingMean};
use crate::median::SlidingMedian;
use crate::mentzer::Mentzer;
use crate::method::Method;
use crate::pantazopoulos_pappis::PantazopoulosPappis;
use crate::quantile::Quantile;
use crate::settings::Settings;
use crate::smoothing::ExponentialSmoothing;
use crate::transition::{Surprise, Transition};
use crate::trigg_leach::TriggLeach;
use crate::weather_service::WeatherService;
use crate::whybark::Whybark;

/// Predicts the next value of a series from those before it.
pub trait Predict {
    /// The prediction of the next value; nothing before the first value was seen.
    fn forecast(&self) -> Option<f64>;

    /// Takes in the next value. Nothing is allocated.
    fn observe(&mut self, value: f64);

    /// αₜ, the weight that the newest value got in the next forecast, where the method is a smoothing; DES: the weight
    /// of its component, also where mean or median are the forecast.
    fn smoothing(&self) -> Option<f64> {
        None
    }

    /// The class in which DES put the last value.
    fn class(&self) -> Option<Class> {
        None
    }
}

/// The predictor that [`Settings`] name.
#[derive(Clone, Debug, PartialEq)]
pub struct Predictor {
    model: Model,
    quantile: Option<Quantile>,
}

/// One of the methods, at work.
#[derive(Clone, Debug, PartialEq)]
enum Model {
    ExponentialSmoothing(ExponentialSmoothing),
    RunningMean(RunningMean),
    SlidingMean(SlidingMean),
    SlidingMedian(SlidingMedian),
    WeatherService(Box<WeatherService>),
    Autoregression(Box<Autoregression>),
    TriggLeach(Adaptive<TriggLeach>),
    Whybark(Adaptive<Whybark>),
    Mentzer(Adaptive<Mentzer>),
    PantazopoulosPappis(Adaptive<PantazopoulosPappis>),
    Transition(Box<Transition>),
    DynamicSmoothing(Box<DynamicSmoothing>),
    DampedTrend(DampedTrend),
    LocalLevel(LocalLevel),
}

/// Does the same with any model.
macro_rules! each {
    ($model:expr, $it:ident => $do:expr) => {
        match $model {
            Model::ExponentialSmoothing($it) => $do,
            Model::RunningMean($it) => $do,
            Model::SlidingMean($it) => $do,
            Model::SlidingMedian($it) => $do,
            Model::WeatherService($it) => $do,
            Model::Autoregression($it) => $do,
            Model::TriggLeach($it) => $do,
            Model::Whybark($it) => $do,
            Model::Mentzer($it) => $do,
            Model::PantazopoulosPappis($it) => $do,
            Model::Transition($it) => $do,
            Model::DynamicSmoothing($it) => $do,
            Model::DampedTrend($it) => $do,
            Model::LocalLevel($it) => $do,
        }
    };
}

impl Predictor {
    /// A predictor that has seen nothing. All memory that it will ever need is allocated here.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let transition = |surprise| {
            Model::Transition(Box::new(Transition::new(
                surprise,
                settings.fit_window,
                settings.refit,
            )))
        };
        let model = match settings.method {
            Method::LastValue => Model::ExponentialSmoothing(ExponentialSmoothing::new(1.0)),
            Method::ExponentialSmoothing => {
                Model::ExponentialSmoothing(ExponentialSmoothing::new(settings.smoothing))
            }
            Method::RunningMean => Model::RunningMean(RunningMean::default()),
            Method::SlidingMean => Model::SlidingMean(SlidingMean::new(settings.window)),
            Method::SlidingMedian => Model::SlidingMedian(SlidingMedian::new(settings.window)),
            Method::WeatherService => Model::WeatherService(Box::default()),
            Method::Autoregression => Model::Autoregression(Box::new(Autoregression::new(
                settings.order,
                settings.least,
                settings.refit,
            ))),
            Method::TriggLeach => {
                Model::TriggLeach(Adaptive::new(TriggLeach::new(settings.adaptation)))
            }
            Method::Whybark => Model::Whybark(Adaptive::default()),
            Method::Mentzer => Model::Mentzer(Adaptive::default()),
            Method::PantazopoulosPappis => Model::PantazopoulosPappis(Adaptive::default()),
            Method::TransitionError => transition(Surprise::Error),
            Method::TransitionErrorFalling => transition(Surprise::ErrorFalling),
            Method::TransitionSquare => transition(Surprise::Square),
            Method::TransitionWhybark => transition(Surprise::Whybark),
            Method::DynamicSmoothing => {
                Model::DynamicSmoothing(Box::new(DynamicSmoothing::new(settings)))
            }
            Method::DampedTrend => {
                Model::DampedTrend(DampedTrend::new(settings.smoothing, settings.damping))
            }
            Method::LocalLevel => Model::LocalLevel(LocalLevel::default()),
        };
        Self {
            model,
            quantile: settings.quantile.map(Quantile::new),
        }
    }
}

impl Predict for Predictor {
    fn forecast(&self) -> Option<f64> {
        let expected = each!(&self.model, model => model.forecast())?;
        Some(match &self.quantile {
            Some(quantile) => quantile.shift(expected),
            None => expected,
        })
    }

    fn observe(&mut self, value: f64) {
        if let Some(quantile) = &mut self.quantile
            && let Some(expected) = each!(&self.model, model => model.forecast())
        {
            quantile.observe(value - expected);
        }
        each!(&mut self.model, model => model.observe(value));
    }

    fn smoothing(&self) -> Option<f64> {
        each!(&self.model, model => model.smoothing())
    }

    fn class(&self) -> Option<Class> {
        each!(&self.model, model => model.class())
    }
}

/// The one-step-ahead forecasts ŷ₁ … ŷ_N of a series, in its unit: ŷₜ from y₁ … yₜ₋₁ alone; the first is y₁.
///
/// ```
/// use forecast::{Method, Settings, forecasts};
/// let forecasts = forecasts(&Settings::of(Method::RunningMean), &[10.0, 12.0, 11.0, 30.0]);
/// assert_eq!(forecasts, [10.0, 10.0, 11.0, 11.0]);
/// ```
#[must_use]
pub fn forecasts(settings: &Settings, series: &[f64]) -> Vec<f64> {
    let mut predictor = Predictor::new(settings);
    series
        .iter()
        .map(|value| {
            let forecast = predictor.forecast().unwrap_or(*value);
            predictor.observe(*value);
            forecast
        })
        .collect()
}
