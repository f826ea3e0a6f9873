//! All predictors over the same series, so that common effects cancel out.

use forecast::score;
use report::evidence::{Evidence, Verdict, difference, same};
use report::{Cancelled, Observer};

use crate::cache::Forecasts;
use crate::study::Study;
use crate::{Error, Predictor};

/// The number of iterations of a balanced program that the kept forecasts serve.
pub const BALANCED: usize = 2_000;

/// The scores of a predictor, series by series.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The predictor.
    pub method: Predictor,
    /// Root mean square error over the mean of the series.
    pub relative: Vec<f64>,
    /// Mean absolute error over that of the last value (MASE; Hyndman and Koehler, 2006): below 1 is better than the
    /// last value.
    pub scaled: Vec<f64>,
    /// Root mean square error, ms.
    pub rmse: Vec<f64>,
    /// The share of the values that were not above their forecast, 0 to 1.
    pub coverage: Vec<f64>,
    /// The forecasts of the iterations N, 2N, … (counted from 0) up to [`BALANCED`], for which a program that is
    /// balanced every N iterations asks, ms.
    pub kept: Vec<Vec<f64>>,
}

/// The outcome of a competition of predictors over the same series.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tournament {
    /// The scores of the predictors, in the order in which [`Tournament::hold`] received them.
    pub entries: Vec<Entry>,
    /// The least error that the forecasters of the weather service's bank could have had, had the best one been known
    /// at each step: RMSE* of Dobber 2006, section 7.4, series by series, ms.
    pub hindsight: Vec<f64>,
    /// The names of the series.
    pub series: Vec<String>,
}

impl Entry {
    fn of(method: Predictor) -> Self {
        Self {
            method,
            relative: Vec::new(),
            scaled: Vec::new(),
            rmse: Vec::new(),
            coverage: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn add(&mut self, study: &Study, series: &[f64], forecasts: &[f64]) {
        let scores = score::scores(series, forecasts);
        let mean = statistics::mean(series);
        let rmse = without_rounding(scores.rmse, mean);
        self.rmse.push(rmse);
        self.relative.push(rmse / mean);
        self.scaled.push(scores.mase);
        self.coverage.push(score::coverage(series, forecasts));
        let every = study.parameters().rebalance_every as usize;
        let asked = forecasts.iter().take(BALANCED).step_by(every).skip(1);
        self.kept.push(asked.copied().collect());
    }
}

/// Errors over the mean of a series that are less are rounding of forecasts that are exact.
const EXACT: f64 = 1e-12;

/// An error in a series of this mean. Rounding is no error: it has no order and no gain.
pub(crate) fn without_rounding(error: f64, mean: f64) -> f64 {
    match error <= EXACT * mean {
        true => 0.0,
        false => error,
    }
}

impl Entry {
    /// The verdict on this predictor's errors against those of another one, series by series: faster is closer. Where only
    /// one of both is exact on some series, no ratio tells how much closer it is: then the verdict is on the differences.
    #[must_use]
    pub fn verdict(&self, other: &Self) -> Verdict {
        let pairs = self.relative.iter().zip(&other.relative);
        let pairs = pairs.map(|(own, other)| match same(*own, *other) {
            true => (1.0, 1.0),
            false => (*own, *other),
        });
        let (own, others): (Vec<f64>, Vec<f64>) = pairs.unzip();
        let exact = own.iter().chain(&others).any(|error| *error == 0.0);
        match Evidence::geometric(&others, &own).filter(|_| !exact) {
            Some(evidence) => evidence.verdict(),
            None => difference(&others, &own),
        }
    }

    /// The order of the errors against those of another predictor: the verdict, but of a single series its own order, as
    /// sentences say "this series".
    #[must_use]
    pub fn order(&self, other: &Self) -> Verdict {
        match (self.relative.as_slice(), other.relative.as_slice()) {
            ([own], [other]) if same(*own, *other) => Verdict::Equal,
            ([own], [other]) if own < other => Verdict::Faster,
            ([_], [_]) => Verdict::Slower,
            _ => self.verdict(other),
        }
    }
}

impl Tournament {
    /// Lets the methods compete over the entrants of a study. Known forecasts are not computed anew.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so, and the error of an own strategy.
    pub fn hold(
        study: &Study,
        methods: &[Predictor],
        known: &mut Forecasts,
        observer: &mut dyn Observer,
    ) -> Result<Self, Error> {
        let mut out = Self {
            entries: methods.iter().copied().map(Entry::of).collect(),
            hindsight: Vec::new(),
            series: Vec::new(),
        };
        let entrants = study.entrants();
        let total = (entrants.len() * methods.len()) as u64;
        let mut done = 0;
        known.begin();
        for (place, (name, series)) in entrants.enumerate() {
            out.series.push(name.to_owned());
            out.hindsight.push(known.hindsight(place, series));
            for entry in &mut out.entries {
                let parameters = study.parameters();
                match entry.method {
                    Predictor::Known(method) => {
                        let settings = parameters.settings(method);
                        entry.add(study, series, &known.of(&settings, place, series));
                    }
                    Predictor::Own => {
                        let mut goes_on = || observer.progress(done, total);
                        let own = known.own(parameters, place, (name, series), &mut goes_on)?;
                        entry.add(study, series, &own.forecasts);
                    }
                }
                done += 1;
                if observer.progress(done, total).is_break() {
                    return Err(Cancelled.into());
                }
            }
        }
        Ok(out)
    }

    /// The entry of a predictor.
    #[must_use]
    pub fn entry(&self, method: impl Into<Predictor>) -> Option<&Entry> {
        let method = method.into();
        self.entries.iter().find(|entry| entry.method == method)
    }

    /// Δ %(own, other): the part won of the distance between the other's error and the least one in hindsight, in per
    /// cent, series by series (Dobber 2006, equation 7.29). Not a number where there is no such distance: the other's error is that in
    /// hindsight, but for rounding, or less.
    #[must_use]
    pub fn delta(&self, own: &Entry, other: &Entry) -> Vec<f64> {
        let errors = own.rmse.iter().zip(&other.rmse).zip(&self.hindsight);
        errors
            .map(|((own, other), least)| match same(*other, *least) {
                true => f64::NAN,
                false => score::delta(*own, *other, *least),
            })
            .collect()
    }

    /// The mean rank of a predictor over the series, 1 for the smallest error; equals share their ranks.
    #[must_use]
    pub fn rank(&self, entry: &Entry) -> f64 {
        let ranks = entry.relative.iter().enumerate().map(|(series, own)| {
            let others = || {
                self.entries
                    .iter()
                    .filter_map(move |other| other.relative.get(series))
            };
            let below = others()
                .filter(|other| *other < own && !same(**other, *own))
                .count();
            let equal = others().filter(|other| same(**other, *own)).count();
            below as f64 + (equal as f64 + 1.0) / 2.0
        });
        ranks.sum::<f64>() / self.series.len() as f64
    }

    /// The entries from the least mean relative error upwards; those without one last.
    #[must_use]
    pub fn by_error(&self) -> Vec<&Entry> {
        let mean = |entry: &Entry| statistics::mean(&entry.relative);
        let mut sorted: Vec<_> = self.entries.iter().collect();
        schedule::sort::by(&mut sorted, |a, b| mean(a).total_cmp(&mean(b)));
        sorted
    }
}
