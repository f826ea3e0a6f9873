//! The user's own strategy: a function that is handed all values so far and answers the forecast of the next one.

use std::ops::ControlFlow;

use laboratory::own::{About, Own};
use report::number::short;
use report::{Asked, Cancelled};
use strategy::{Budget, Handed, Hook, Value};
use words::say;

use crate::{Error, Parameters};

/// The moment at which a strategy is asked.
pub static PREDICT: Hook = Hook {
    name: "predict",
    handed: &[Handed::new(
        "values",
        "ms",
        "All runtimes so far, the newest last: values[-1] is the last one.",
    )],
    answer: "The forecast of the next runtime in ms, a number.",
};

/// The largest forecast, in either direction: the longest runtime of a trace, ms.
const MOST: f64 = trace::set::LONGEST;

/// The draws of strategies, among those of a seed: `[series, PURPOSE]`.
const PURPOSE: u64 = 0x6f77_6e00;

/// A strategy's forecasts for a series, and the questions to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expected {
    /// The forecasts ŷ₁ … ŷ_N, as [`forecast::forecasts`] makes them: ŷₜ from y₁ … yₜ₋₁ alone.
    pub(crate) forecasts: Vec<f64>,
    /// The first questions to it.
    pub(crate) asked: Vec<Asked>,
}

/// Asks the strategy of a scenario for the forecasts of the series at a place, from 0.
///
/// # Errors
/// Where the strategy cannot be read; [`laboratory::Error::Stopped`] where it fails or answers no number, at the first such value;
/// [`Cancelled`] where `goes_on` says so, which is asked after each value.
pub(crate) fn expected(
    parameters: &Parameters,
    place: usize,
    (name, series): (&str, &[f64]),
    goes_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Expected, Error> {
    let mut own = Own::read(&parameters.code, Parameters::NAMES.code.any(), &PREDICT)?;
    // The questions about the series that is shown.
    own.listen(place + 1 == parameters.series as usize);
    let stream = [place as u64, PURPOSE];
    own.begin(parameters.seed, &stream, Budget::default());
    let mut forecasts = Vec::with_capacity(series.len());
    let mut last = None;
    for value in series {
        let forecast = match last {
            None => *value,
            Some(last) => {
                let number = forecasts.len() + 1;
                let about = || About {
                    what: say!("value {number} of {name}"),
                    at: None,
                };
                own.ask(&[Value::Shown], about, number_in_ms)
                    .map_err(|fault| {
                        let handed = say!(
                            "it was asked for value {number} of {name}, after {} ms",
                            short(last)
                        );
                        let rejected = own.refused(&fault, &handed);
                        laboratory::own::stopped(rejected, None, own.take())
                    })?
            }
        };
        forecasts.push(forecast);
        own.show(*value);
        last = Some(*value);
        if goes_on().is_break() {
            return Err(Cancelled.into());
        }
    }
    let asked = own.take();
    Ok(Expected { forecasts, asked })
}

fn number_in_ms(answer: &Value) -> Result<f64, String> {
    let number = answer.number().filter(|number| number.abs() <= MOST);
    number.ok_or_else(|| match answer {
        Value::Number(number) if number.0.is_finite() => {
            say!("predict answered {answer}; a number up to {MOST:e} is needed, in ms")
        }
        Value::Number(_) => {
            say!("predict answered {answer}, which is no runtime; a number in ms is needed")
        }
        other => say!(
            "predict answered {}; a number in ms is needed",
            other.told()
        ),
    })
}
