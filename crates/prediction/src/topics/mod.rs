//! The study as a report.

mod forecasts;
mod likeness;
mod series;
mod set;

use forecast::{Method, score};
use report::chart::{Axis, Course as Stroke, Fit, Point, Reference, Series, Side, Spread};
use report::figure::Unit;
use report::number::fixed;
use report::{Chart, Observer, Sample};

use crate::parameters::Topic;
use crate::study::Study;
use crate::tournament::{Entry, Tournament};
use crate::{Error, Outcome};

/// Says what came out and why.
///
/// # Errors
/// [`Error::Cancelled`] where the observer says so.
pub fn outcome(study: &Study, observer: &mut dyn Observer) -> Result<Outcome, Error> {
    let parameters = study.parameters();
    let methods: Vec<Method> = match parameters.topic {
        Topic::Forecasts => Method::all().to_vec(),
        Topic::Series | Topic::Set | Topic::Likeness => {
            vec![parameters.predictor, parameters.rival]
        }
    };
    let tournament = Tournament::hold(study, &methods, observer)?;
    let report = match parameters.topic {
        Topic::Forecasts => forecasts::report(study, &tournament),
        Topic::Series => series::report(study),
        Topic::Set => set::report(study, &tournament),
        Topic::Likeness => likeness::report(study),
    };
    Ok(Outcome {
        report,
        samples: samples(study, &tournament),
        tournament,
    })
}

/// What the scenario's predictor and its rival came to.
fn pair<'a>(study: &Study, tournament: &'a Tournament) -> Option<(&'a Entry, &'a Entry)> {
    let parameters = study.parameters();
    Some((
        tournament.entry(parameters.predictor)?,
        tournament.entry(parameters.rival)?,
    ))
}

/// What each series of the tournament came to under the predictor of the scenario.
fn samples(study: &Study, tournament: &Tournament) -> Vec<Sample> {
    let Some((own, rival)) = pair(study, tournament) else {
        return Vec::new();
    };
    let sample = |key, name, less_is_better, unit, values| Sample {
        key,
        name,
        less_is_better,
        unit,
        values,
    };
    let delta = tournament.delta(own, rival).into_iter();
    vec![
        sample(
            "relative_error",
            "Error over the mean",
            true,
            Unit::Share,
            own.relative.clone(),
        ),
        sample(
            "scaled_error",
            "Error over that of the last value",
            true,
            Unit::One,
            own.scaled.clone(),
        ),
        sample(
            "gain",
            "Gain over the rival",
            false,
            Unit::Share,
            delta.map(|percent| percent / 100.0).collect(),
        ),
        sample(
            "coverage",
            "Values below their forecast",
            false,
            Unit::Share,
            own.coverage.clone(),
        ),
    ]
}

/// A predictor's error over the mean of the series, and its interval over the series.
fn error(entry: &Entry) -> (f64, f64) {
    trace::statistics::mean_and_half_width(&entry.relative)
}

fn percent(share: f64, digits: usize) -> String {
    format!("{}\u{a0}%", fixed(100.0 * share, digits))
}

/// A chart without lines to compare with.
fn chart(key: &str, title: &str, x: Axis, y: Axis, series: Vec<Series>) -> Chart {
    Chart {
        key: key.into(),
        title: title.into(),
        x,
        y,
        series,
        references: Vec::new(),
    }
}

/// A line to compare with.
fn beside(on: Side, value: f64, label: &str) -> Reference {
    Reference {
        on,
        value,
        label: label.into(),
    }
}

fn line(name: &str, points: impl IntoIterator<Item = (f64, f64)>, main: bool) -> Series {
    Series::Line {
        name: name.into(),
        points: points.into_iter().map(|(x, y)| Point::new(x, y)).collect(),
        course: Stroke::Straight,
        spread: Spread::Band,
        main,
    }
}

fn dots(name: &str, points: impl IntoIterator<Item = (f64, f64)>, main: bool) -> Series {
    Series::Scatter {
        name: name.into(),
        points: points.into_iter().map(|(x, y)| Point::new(x, y)).collect(),
        fit: None,
        main,
    }
}

/// Dots with the straight line through them.
fn fitted(name: &str, points: impl IntoIterator<Item = (f64, f64)>, main: bool) -> Series {
    let points: Vec<_> = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
    Series::Scatter {
        name: name.into(),
        fit: Fit::least_squares(&points),
        points,
        main,
    }
}

fn jobs_axis() -> Axis {
    Axis::new("job", Unit::Count)
}

fn runtime_axis() -> Axis {
    Axis::new("runtime", Unit::Milliseconds)
}

/// How the traces were used, in a sentence.
fn source_note(study: &Study) -> String {
    format!(
        "Traces: {}, {} series, {} values of the one that is shown, in ms.",
        study.set().name(),
        study.set().nodes().len(),
        fixed(study.values().len() as f64, 0),
    )
}

/// How errors are counted, in a sentence.
fn score_note() -> String {
    "Errors are one-step-ahead, of the second to the last value; the first is no forecast.".into()
}

/// Root mean square error of a predictor over one series, ms.
fn rmse(study: &Study, method: Method) -> f64 {
    let series = study.values();
    let forecasts = ::forecast::forecasts(&study.parameters().settings(method), series);
    score::scores(series, &forecasts).rmse
}
