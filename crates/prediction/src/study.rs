//! The traces, checked against the parameters.

use std::sync::Arc;

use parameters::Rejected;
use report::words::count;
use report::{Asked, Observer, Traces};
use trace::{Node, TraceSet};
use words::{say, word};

use crate::cache::Forecasts;
use crate::course::Course;
use crate::own::Expected;
use crate::parameters::Topic;
use crate::{Error, Parameters, Predictor};

/// The least values a series needs: two errors to compare.
const LEAST: usize = 3;

/// Parameters and traces that go together.
#[derive(Debug)]
pub struct Study {
    parameters: Parameters,
    set: Arc<TraceSet>,
    /// The own strategy's answers on the series that is shown, where it takes part; see [`Study::ask`].
    own: Expected,
}

impl Study {
    /// Checks traces that were loaded before.
    ///
    /// # Errors
    /// [`Error::Rejected`] where the traces lack the series or the first value to be shown, where a series is too short, or
    /// where the window of a fit is no whole number.
    pub fn of(parameters: &Parameters, set: Arc<TraceSet>) -> Result<Self, Error> {
        let mut parameters = parameters.clone();
        let usual = Parameters::default();
        match parameters.topic {
            Topic::Forecasts => {}
            // Nothing is predicted here.
            Topic::Series | Topic::Likeness => {
                (parameters.predictor, parameters.rival) = (usual.predictor, usual.rival);
            }
            // No single series is shown here.
            Topic::Set => (parameters.series, parameters.first) = (usual.series, usual.first),
        }
        if let Some(part) = parameters.fit_window.filter(|window| window.fract() != 0.0) {
            let allowed = word!("allowed: a whole number of values");
            return Err(Rejected::one("fit_window", part, allowed).into());
        }
        let nodes = set.nodes().len();
        if parameters.series as usize > nodes {
            let allowed = say!("allowed: 1 to {nodes}, the number of series in these traces");
            return Err(Rejected::one("series", parameters.series, allowed).into());
        }
        if let Some(short) = set.nodes().iter().find(|node| node.runtimes.len() < LEAST) {
            let allowed = say!(
                "series “{}” has {}; at least {LEAST} are needed, so that there are errors to compare",
                short.name,
                count(short.runtimes.len(), word!("value"), word!("values")),
            );
            // The series is at fault, not the name of the traces.
            return Err(Rejected::one("traces", "", allowed).into());
        }
        let study = Self {
            parameters,
            set,
            own: Expected::default(),
        };
        let parameters = &study.parameters;
        let values = study.values().len();
        if parameters.first as usize > values {
            let allowed = say!(
                "allowed for the first value shown: 1 to {values}, the number of values used of this series"
            );
            return Err(Rejected::one("first", parameters.first, allowed).into());
        }
        Ok(study)
    }

    /// Asks the own strategy about the series that is shown, where it takes part.
    ///
    /// # Errors
    /// Where the strategy fails, or the observer says so.
    pub(crate) fn ask(
        &mut self,
        known: &mut Forecasts,
        observer: &mut dyn Observer,
    ) -> Result<(), Error> {
        if self.has_own() {
            let place = self.parameters.series as usize - 1;
            let series = (self.name(), self.values());
            let mut goes_on = || observer.progress(0, 1);
            self.own = known.own(&self.parameters, place, series, &mut goes_on)?;
        }
        Ok(())
    }

    /// The questions to the own strategy about that series.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.own.asked.clone()
    }

    /// Whether the own strategy takes part.
    #[must_use]
    pub fn has_own(&self) -> bool {
        [self.parameters.predictor, self.parameters.rival].contains(&Predictor::Own)
    }

    /// The course of a predictor over the series that is shown.
    #[must_use]
    pub fn course(&self, predictor: Predictor) -> Course {
        match predictor {
            Predictor::Known(method) => {
                Course::of(&self.parameters.settings(method), self.values())
            }
            Predictor::Own => Course {
                forecasts: self.own.forecasts.clone(),
                smoothing: vec![None; self.own.forecasts.len()],
                classes: vec![None; self.own.forecasts.len()],
            },
        }
    }

    /// The parameters of the scenario.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The traces in a line.
    #[must_use]
    pub fn traces(&self) -> Traces {
        Traces {
            name: self.set.name().to_owned(),
            nodes: self.set.nodes().len(),
            jobs: self.set.jobs(),
            scaled: None,
        }
    }

    /// The traces.
    #[must_use]
    pub fn set(&self) -> &TraceSet {
        &self.set
    }

    /// The name of the series that charts of one series show.
    #[must_use]
    pub fn name(&self) -> &str {
        self.shown().map_or("", |node| &node.name)
    }

    /// The used values of that series, ms.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        self.shown().map_or(&[], |node| self.used(node))
    }

    /// All series: their names and the values that are used.
    pub fn all(&self) -> impl ExactSizeIterator<Item = (&str, &[f64])> + Clone {
        self.set
            .nodes()
            .iter()
            .map(|node| (node.name.as_str(), self.used(node)))
    }

    /// The series that take part in the tournament.
    pub fn entrants(&self) -> impl ExactSizeIterator<Item = (&str, &[f64])> {
        self.all().take(self.parameters.entrants as usize)
    }

    /// The places, from 0, of the values that the course of a series shows.
    #[must_use]
    pub fn window(&self) -> std::ops::Range<usize> {
        let first = self.parameters.first as usize - 1;
        let shown = self.parameters.shown as usize;
        first..self.values().len().min(first + shown)
    }

    /// The series that charts of one series show.
    pub(crate) fn shown(&self) -> Option<&Node> {
        self.set.nodes().get(self.parameters.series as usize - 1)
    }

    fn used<'a>(&self, node: &'a Node) -> &'a [f64] {
        let runtimes = &node.runtimes;
        runtimes
            .get(..self.parameters.values as usize)
            .unwrap_or(runtimes)
    }
}
