//! Statistics of series and of runs, with the same bits on every machine.
//!
//! - means, deviations, correlation, errors, least squares (Dobber 2006, section 2.5);
//! - [`mean_and_half_width`], [`quantile`]: 95 % intervals of means by Student's t; [`paired`]: the t-test of paired values;
//! - [`correlation`]: the correlation of a table's columns;
//! - [`autocorrelation`], [`hurst`]: autocorrelation, and estimates of the Hurst parameter;
//! - [`fourier`]: a Fourier transform;
//! - [`Sum`]: a running sum in twice the precision of its values.
//!
//! The definitions follow M. Dobber, *Robust Applications in Time-Shared Distributed Systems*, PhD thesis,
//! VU Amsterdam, 2006, cited as "Dobber 2006".

pub mod autocorrelation;
pub mod correlation;
mod estimators;
pub mod fourier;
pub mod hurst;
mod student;
mod sum;

pub use estimators::{
    Line, coefficient_of_variation, constant, least_squares, mae, mean, mean_of, median, mse,
    pearson, rmse, sd,
};
pub use student::{NORMAL, Test, mean_and_half_width, paired, quantile};
pub use sum::Sum;
