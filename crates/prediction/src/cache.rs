//! Data kept from one run for the next.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use forecast::{Settings, forecasts, quantile, score};
use iterations::study::Balancing;
use trace::TraceSet;
use trace::source::Source;

use crate::own::{self, Expected};
use crate::{Error, Parameters};

/// The common data of runs of nearly the same scenario: traces, forecasts, and a balanced program. A run yields the same
/// bits with it as without.
///
/// A program that runs one scenario after another, as the page does while a slider is dragged, keeps a value of this type.
#[derive(Debug, Default)]
pub struct Cache {
    set: Option<(Named, Arc<TraceSet>)>,
    pub(crate) forecasts: Forecasts,
    pub(crate) balancing: Balancing,
}

/// The name of a set of traces: its source, the numbers of nodes and values, the seed.
#[derive(Clone, Debug, PartialEq)]
struct Named(Source, u32, u32, u64);

impl Cache {
    /// The traces that a scenario names. Forecasts of other traces are forgotten.
    pub(crate) fn traces(&mut self, parameters: &Parameters) -> Result<Arc<TraceSet>, Error> {
        let Parameters {
            synthetic_nodes,
            values,
            seed,
            ..
        } = *parameters;
        let named = Named(parameters.traces.clone(), synthetic_nodes, values, seed);
        if let Some((known, set)) = &self.set
            && *known == named
        {
            return Ok(Arc::clone(set));
        }
        let set = Arc::new(parameters.load()?);
        self.forecasts = Forecasts::default();
        self.set = Some((named, Arc::clone(&set)));
        Ok(set)
    }
}

/// The forecasts of predictors for series, as long as there is room. All are series of the same traces.
#[derive(Debug, Default)]
pub struct Forecasts {
    known: Vec<Known>,
    /// [`score::hindsight_rmse`] of the first series.
    hindsight: Vec<f64>,
    /// The number of the tournament that is held.
    tournament: u64,
    /// The answers of an own strategy on series, by their places.
    own: (Said, BTreeMap<usize, Expected>),
}

/// The values that the answers of an own strategy depend on, beside the traces.
#[derive(Debug, Default, PartialEq)]
struct Said {
    code: String,
    seed: u64,
    /// The series whose questions are kept.
    series: u32,
}

impl Said {
    fn of(parameters: &Parameters) -> Self {
        Self {
            code: parameters.code.clone(),
            seed: parameters.seed,
            series: parameters.series,
        }
    }
}

/// A predictor's forecasts of the first series.
#[derive(Debug)]
struct Known {
    settings: Settings,
    series: Vec<Vec<f64>>,
    /// The last tournament that asked.
    asked: u64,
}

impl Known {
    fn values(&self) -> usize {
        self.series.iter().map(Vec::len).sum()
    }
}

impl Forecasts {
    /// The most forecasts that are kept: 32 MB.
    const MOST: usize = 4_000_000;
    /// The number of tournaments after which forecasts that none asked for are forgotten.
    const LONG: u64 = 64;

    /// Begins another tournament: forecasts that only earlier ones asked for make room where it is needed.
    pub(crate) fn begin(&mut self) {
        self.tournament += 1;
        let now = self.tournament;
        self.known.retain(|known| known.asked + Self::LONG > now);
    }

    /// The least error in hindsight of the series at a place, from 0, see [`score::hindsight_rmse`].
    pub(crate) fn hindsight(&mut self, place: usize, series: &[f64]) -> f64 {
        if let Some(known) = self.hindsight.get(place) {
            return *known;
        }
        let rmse = score::hindsight_rmse(series);
        if self.hindsight.len() == place {
            self.hindsight.push(rmse);
        }
        rmse
    }

    /// The forecasts of the series at a place, from 0, to the bit as [`forecast::forecasts`] makes them.
    pub(crate) fn of(
        &mut self,
        settings: &Settings,
        place: usize,
        series: &[f64],
    ) -> Cow<'_, [f64]> {
        // A pessimistic forecast follows from the expected one, which takes longer.
        let expecting = Settings {
            quantile: None,
            ..settings.effective()
        };
        let expected = self.expected(&expecting, place, series);
        match settings.quantile {
            Some(share) => quantile::shifted(share, series, &expected).into(),
            None => expected,
        }
    }

    /// The forecasts of the scenario's own strategy for the series at a place, from 0.
    ///
    /// # Errors
    /// As of [`own::expected`].
    pub(crate) fn own(
        &mut self,
        parameters: &Parameters,
        place: usize,
        (name, series): (&str, &[f64]),
        goes_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Expected, Error> {
        let (said, known) = &mut self.own;
        if *said != Said::of(parameters) {
            *said = Said::of(parameters);
            known.clear();
        }
        let expected = match known.get(&place) {
            Some(expected) => expected.clone(),
            None => {
                let made = own::expected(parameters, place, (name, series), goes_on)?;
                let kept: usize = known.values().map(|one| one.forecasts.len()).sum();
                if kept + made.forecasts.len() <= Self::MOST {
                    known.insert(place, made.clone());
                }
                made
            }
        };
        Ok(match parameters.quantile {
            Some(share) => Expected {
                forecasts: quantile::shifted(share, series, &expected.forecasts),
                ..expected
            },
            None => expected,
        })
    }

    fn expected(&mut self, settings: &Settings, place: usize, series: &[f64]) -> Cow<'_, [f64]> {
        let at = self.place_of(settings);
        let next = self.known.get(at).map(|known| known.series.len());
        if next == Some(place) && self.has_room(series.len()) {
            let at = self.place_of(settings);
            if let Some(known) = self.known.get_mut(at) {
                known.series.push(forecasts(settings, series));
            }
        }
        let at = self.place_of(settings);
        let known = self.known.get(at).and_then(|known| known.series.get(place));
        known.map_or_else(|| forecasts(settings, series).into(), Into::into)
    }

    /// The place of a predictor's forecasts, which this tournament asks for.
    fn place_of(&mut self, settings: &Settings) -> usize {
        let place = self.known.iter().position(|one| one.settings == *settings);
        let place = place.unwrap_or_else(|| {
            self.known.push(Known {
                settings: settings.clone(),
                series: Vec::new(),
                asked: self.tournament,
            });
            self.known.len() - 1
        });
        if let Some(known) = self.known.get_mut(place) {
            known.asked = self.tournament;
        }
        place
    }

    /// Whether so many more forecasts can be kept, if need be after the removal of forecasts that this tournament has not asked for.
    fn has_room(&mut self, more: usize) -> bool {
        let fits =
            |known: &[Known]| known.iter().map(Known::values).sum::<usize>() + more <= Self::MOST;
        if !fits(&self.known) {
            let tournament = self.tournament;
            self.known.retain(|known| known.asked == tournament);
        }
        fits(&self.known)
    }
}
