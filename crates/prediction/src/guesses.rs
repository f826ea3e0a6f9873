//! The reader against predictors: forecasts of values that are hidden until the forecast is given, and their errors.

use forecast::{Method, Settings, forecasts};
use parameters::Rejected;
use statistics::mae;
use trace::set::LONGEST;
use words::say;

use crate::Parameters;
use crate::study::Study;

/// The number of values seen from the start, where the series has twice as many: by default, autoregression is fitted by then.
const SEEN: usize = 120;
/// The most values that are asked for.
pub const MOST: usize = 40;

/// The predictors that compete with the reader.
pub const RIVALS: [Method; 3] = [
    Method::DynamicSmoothing,
    Method::WeatherService,
    Method::Autoregression,
];

/// The forecasts of the reader and of the predictors for the same values.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest<'a> {
    /// The values that are known by now.
    pub known: &'a [f64],
    /// The place, from 0, of the first value that was hidden.
    pub begin: usize,
    /// The reader's forecasts of the values from there on.
    pub given: Vec<f64>,
    /// Each predictor's forecasts of the same values, each from those before it.
    pub rivals: [(Method, Vec<f64>); 3],
    /// Whether there is another value to forecast.
    pub goes_on: bool,
}

/// The forecasts of a reader as they are typed, ms.
///
/// # Errors
/// Where one is no runtime.
pub fn parse(text: &str) -> Result<Vec<f64>, Rejected> {
    let runtime = |(number, part): (usize, &str)| {
        let runtime = part.parse().ok();
        runtime
            .filter(|runtime: &f64| (0.0..=LONGEST).contains(runtime))
            .ok_or_else(|| {
                let allowed = say!(
                    "allowed: runtimes from 0 to {LONGEST:e} ms, separated by spaces, such as 950 1020 (this is number {number})"
                );
                Rejected::one(Parameters::NAMES.guesses.any().text(), part, allowed)
            })
    };
    (1..).zip(text.split_whitespace()).map(runtime).collect()
}

impl<'a> Contest<'a> {
    /// The contest on the series that is shown. Forecasts beyond the last value that is asked for do not count.
    ///
    /// # Errors
    /// As of [`parse`].
    pub fn of(study: &'a Study) -> Result<Self, Rejected> {
        let (parameters, values) = (study.parameters(), study.values());
        let begin = SEEN.min(values.len() / 2);
        let most = MOST.min(values.len() - begin);
        let mut given = parse(&parameters.guesses)?;
        given.truncate(most);
        let known = values.get(..begin + given.len()).unwrap_or(values);
        let said = |method| {
            // A reader forecasts the expected value, not one that is rarely exceeded.
            let settings = Settings {
                quantile: None,
                ..parameters.settings(method)
            };
            let all = forecasts(&settings, known);
            (method, all.into_iter().skip(begin).collect())
        };
        Ok(Self {
            known,
            begin,
            goes_on: given.len() < most,
            given,
            rivals: RIVALS.map(said),
        })
    }

    /// The values that were asked for.
    #[must_use]
    pub fn asked(&self) -> &'a [f64] {
        self.known.get(self.begin..).unwrap_or_default()
    }

    /// The reader's mean absolute error, ms.
    #[must_use]
    pub fn own_error(&self) -> f64 {
        mae(self.asked(), &self.given)
    }

    /// Each predictor with its mean absolute error on the same values, ms.
    pub fn errors(&self) -> impl Iterator<Item = (Method, f64)> + '_ {
        let of = |(method, said): &(Method, Vec<f64>)| (*method, mae(self.asked(), said));
        self.rivals.iter().map(of)
    }
}
