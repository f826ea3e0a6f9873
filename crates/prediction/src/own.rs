//! The user's own strategy: a function that is handed all values so far and answers the forecast of the next one.

use std::ops::ControlFlow;

use laboratory::own;
use report::Cancelled;
use strategy::{Fault, Handed, Hook, Machine, Value};
use words::say;

use crate::{Error, Parameters};

/// The moment at which a strategy is asked.
pub static PREDICT: Hook = Hook {
    name: "predict",
    handed: &[Handed {
        name: "values",
        unit: "ms",
        help: "All runtimes so far, the newest last: values[-1] is the last one.",
    }],
    answer: "The forecast of the next runtime in ms, a number.",
};

/// The draws of strategies, among those of a seed: `[series, PURPOSE]`.
const PURPOSE: u64 = 0x6f77_6e00;

/// The strategy of a scenario, ready to be asked.
///
/// # Errors
/// Where it cannot be read.
pub(crate) fn read(parameters: &Parameters) -> Result<Box<dyn Machine>, Error> {
    let name = Parameters::NAMES.code.any();
    Ok(own::read(&parameters.code, name, &PREDICT)?)
}

/// The forecasts ŷ₁ … ŷ_N of the series at a place, from 0, as [`forecast::forecasts`] makes them: ŷₜ from y₁ … yₜ₋₁ alone.
///
/// # Errors
/// Where the strategy fails or answers no number, at the first value where it does; [`Cancelled`] where `goes_on` says so, which is
/// asked after each value.
pub(crate) fn forecasts(
    machine: &mut dyn Machine,
    parameters: &Parameters,
    place: usize,
    (name, series): (&str, &[f64]),
    goes_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Vec<f64>, Error> {
    machine.begin(parameters.seed, &[place as u64, PURPOSE]);
    let mut out = Vec::with_capacity(series.len());
    let mut last = None;
    for value in series {
        let forecast = match last {
            None => *value,
            Some(last) => {
                let number = out.len() + 1;
                ask(machine, parameters).map_err(|fault| {
                    let handed = say!("it was asked for value {number} of {name}, after {last} ms");
                    own::refused(Parameters::NAMES.code.any(), &fault, &handed)
                })?
            }
        };
        out.push(forecast);
        machine.show(&[*value]);
        last = Some(*value);
        if goes_on().is_break() {
            return Err(Cancelled.into());
        }
    }
    Ok(out)
}

fn ask(machine: &mut dyn Machine, parameters: &Parameters) -> Result<f64, Fault> {
    let value = machine.ask(&[Value::Shown])?.value;
    let number = value.number().filter(|number| number.is_finite());
    number.ok_or_else(|| {
        let line = PREDICT.line(&parameters.code);
        let told = match &value {
            Value::Number(_) => {
                say!("predict answered {value}, which is no runtime; a number in ms is needed")
            }
            other => say!(
                "predict answered {}; a number in ms is needed",
                other.kind()
            ),
        };
        Fault::at(line, told)
    })
}
