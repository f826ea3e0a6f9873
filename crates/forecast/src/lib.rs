//! One-step-ahead predictors of a series y₁, y₂, …
//!
//! The prediction ŷₜ uses y₁ … yₜ₋₁ alone; ŷ₁ := y₁ is never scored (Dobber 2006, chapter 7). Every predictor here is
//! scale equivariant: predicting c·y gives c times the prediction.
//!
//! | module | content |
//! |---|---|
//! | [`method`] | the names of the methods |
//! | [`settings`] | the method and its parameters |
//! | [`predictor`] | the interface of every predictor, and the predictor that [`Settings`] name |
//! | [`mean`] | running mean, sliding mean, trimmed mean |
//! | [`median`] | sliding median, median over a window that adapts |
//! | [`smoothing`] | last value, exponential smoothing, smoothing with a trend |
//! | [`weather_service`] | the tournament of 23 forecasters of the Network Weather Service |
//! | [`autoregression`] | AR(p) from running autocovariances |
//! | [`adaptive`] | smoothing whose weight follows the errors, by a rule |
//! | [`trigg_leach`], [`whybark`], [`mentzer`], [`pantazopoulos_pappis`] | four rules |
//! | [`transition`] | smoothing whose weight is a fitted logistic function of the error (STES) |
//! | [`dynamic_smoothing`] | DES: a learnt weight for each class of movement, with mean and median to fall back on |
//! | [`damped_trend`] | a trend that fades |
//! | [`local_level`] | a Kalman filter for a level that wanders |
//! | [`quantile`] | a pessimistic forecast from any of them |
//! | [`score`] | the scores of forecasts |

pub mod adaptive;
pub mod autoregression;
pub mod damped_trend;
mod deviation;
pub mod dynamic_smoothing;
mod exponential;
pub mod local_level;
pub mod mean;
pub mod median;
pub mod mentzer;
pub mod method;
pub mod pantazopoulos_pappis;
pub mod predictor;
pub mod quantile;
mod ring;
pub mod score;
pub mod settings;
pub mod smoothing;
mod sorted;
mod tie;
pub mod transition;
pub mod trigg_leach;
pub mod weather_service;
pub mod whybark;

pub use dynamic_smoothing::{Class, Filing, Residual};
pub use method::Method;
pub use predictor::{Predict, Predictor, forecasts};
pub use settings::Settings;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
