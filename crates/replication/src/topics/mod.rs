//! The study as a report.

mod best;
mod blocks;
mod charts;
mod course;
mod curves;
mod decision;
mod estimates;
mod formulas;
mod intervals;
mod misprinted;
mod model;
mod numbers;
mod outcomes;
mod processors;
mod sentences;
mod setting;

use report::number::fixed;
use report::{Observer, Report, Sample};

use crate::parameters::{Parameters, Topic};
use crate::study::{Results, Study};
use crate::{Cache, Error};
use outcomes::Outcomes;
pub(crate) use processors::report as machines;

/// What the topic of a scenario asks for, with what each run came to.
///
/// # Errors
/// See [`Error`].
pub fn of(
    parameters: &Parameters,
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    match parameters.topic {
        Topic::Strategies | Topic::Processors => cache.strategies(parameters, observer),
        Topic::Intervals => {
            let (study, intervals) = Study::new(parameters)?.intervals(observer)?;
            let samples = samples(&study, &intervals.results);
            Ok((intervals::report(&study, intervals), samples))
        }
        Topic::Decision => {
            let (study, decisions) = Study::new(parameters)?.decide(observer)?;
            let samples = samples(&study, &decisions.results);
            Ok((decision::report(&study, decisions), samples))
        }
        Topic::Formulas => formulas::outcome(parameters),
        Topic::Model => model::outcome(parameters, observer),
        Topic::Estimates => estimates::outcome(parameters, observer),
    }
}

/// Says what came out and why.
#[must_use]
pub fn report(study: &Study, results: Results) -> Report {
    let outcomes = Outcomes::of(study, &results);
    let iterations = study.parameters().iterations;
    let label = outcomes::label(results.shown);
    let mut charts = vec![charts::speedups(&outcomes)];
    charts.extend(charts::iteration_times(&outcomes, iterations));
    charts.extend(course::charts(&results.first, &label));
    charts.extend(blocks::charts(&results.first.blocks));
    Report {
        headline: sentences::headline(study, &outcomes),
        why: sentences::why(study, &outcomes, results.slowest.as_ref()),
        figures: numbers::figures(study, &outcomes),
        charts,
        tables: vec![numbers::table(study, &outcomes)],
        notes: sentences::notes(study, results.shown),
        schedule: Some(results.schedule),
        claims: Vec::new(),
        offers: Vec::new(),
        traces: Some(study.traces().clone()),
    }
}

/// What each run came to under the strategy that the parameters name.
#[must_use]
pub fn samples(study: &Study, results: &Results) -> Vec<Sample> {
    numbers::samples(study, &Outcomes::of(study, results))
}

fn percent(share: f64) -> String {
    format!("{}\u{a0}%", fixed(100.0 * share, 0))
}
