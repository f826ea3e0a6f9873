//! The study as a report.

mod contest;
mod forecasts;
mod likeness;
mod series;
mod set;

use forecast::{Method, score};
use report::chart::Axis;
use report::figure::Unit;
use report::number::fixed;
use report::words::count;
use report::{Chart, Findings as _, Observer, Sample};
use statistics::autocorrelation::{autocorrelation, confidence};
use trace::Node;
use words::{say, word};

use crate::cache::Forecasts;
use crate::parameters::Topic;
use crate::study::Study;
use crate::tournament::{Entry, Tournament, without_rounding};
use crate::{Error, Outcome, Predictor};

/// Reports the outcome and its reasons.
///
/// # Errors
/// [`Error::Cancelled`] where the observer says so.
pub(crate) fn outcome(
    study: &Study,
    known: &mut Forecasts,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let parameters = study.parameters();
    let mut hold = |methods: &[Predictor]| Tournament::hold(study, methods, known, observer);
    let tournament = match parameters.topic {
        Topic::Forecasts => {
            let known = Method::all().iter().copied().map(Predictor::from);
            let all = known.chain(study.has_own().then_some(Predictor::Own));
            hold(&all.collect::<Vec<_>>())?
        }
        Topic::Set => hold(&[parameters.predictor, parameters.rival])?,
        // Nothing is predicted there.
        Topic::Series | Topic::Likeness => Tournament::default(),
    };
    let (mut report, samples) = match parameters.topic {
        Topic::Forecasts => forecasts::compute(study, &tournament)?.told(),
        Topic::Series => series::compute(study).told(),
        Topic::Set => set::compute(study, &tournament).told(),
        Topic::Likeness => likeness::compute(study).told(),
    };
    report.asked = study.asked();
    Ok(Outcome {
        report,
        samples,
        tournament,
    })
}

/// The entries of the scenario's predictor and of its rival.
fn pair<'a>(study: &Study, tournament: &'a Tournament) -> Option<(&'a Entry, &'a Entry)> {
    let parameters = study.parameters();
    Some((
        tournament.entry(parameters.predictor)?,
        tournament.entry(parameters.rival)?,
    ))
}

/// The samples of each series of the tournament under the predictor of the scenario.
fn samples(study: &Study, tournament: &Tournament) -> Vec<Sample> {
    let Some((own, rival)) = pair(study, tournament) else {
        return Vec::new();
    };
    let delta = tournament.delta(own, rival).into_iter();
    let samples = [
        Sample::new(
            "relative_error",
            word!("Error over the mean"),
            Unit::Share,
            own.relative.clone(),
        ),
        Sample::new(
            "scaled_error",
            word!("Error over that of the last value"),
            Unit::One,
            own.scaled.clone(),
        ),
        Sample::new(
            "gain",
            word!("Gain over the rival"),
            Unit::Share,
            delta.map(|percent| percent / 100.0).collect(),
        )
        .more_is_better(),
        Sample::new(
            "coverage",
            word!("Values not above their forecast"),
            Unit::Share,
            own.coverage.clone(),
        )
        .more_is_better(),
    ];
    let of_series = |sample| over_series(sample, study, study.set().nodes());
    samples.into_iter().map(of_series).collect()
}

/// A sample of these series of a set, each named `set/series#values`: numbers of other series are not compared in pairs, and
/// parameters that make the series give others of the same name. Series without a number are left out.
fn over_series<'a>(
    mut sample: Sample,
    study: &Study,
    nodes: impl IntoIterator<Item = &'a Node>,
) -> Sample {
    let values = std::mem::take(&mut sample.values);
    let set = study.set().name();
    let thing = |node: &Node| format!("{set}/{}#{:016x}", node.name, identity(&node.runtimes));
    let numbers = values.into_iter().zip(nodes);
    let (values, things) = numbers
        .filter(|(value, _)| value.is_finite())
        .map(|(value, node)| (value, thing(node)))
        .unzip();
    sample.values = values;
    sample.over(word!("series"), word!("series"), things)
}

/// A number that tells series of different values apart: FNV-1a over the bits of the values.
fn identity(values: &[f64]) -> u64 {
    let add = |hash: u64, value: &f64| (hash ^ value.to_bits()).wrapping_mul(0x0100_0000_01b3);
    values.iter().fold(0xcbf2_9ce4_8422_2325, add)
}

/// The numbers among these: a series of equal values has no step and no gain.
fn finite(mut values: Vec<f64>) -> Vec<f64> {
    values.retain(|value| value.is_finite());
    values
}

/// A predictor's error over the mean of the series, and its interval over the series.
fn error(entry: &Entry) -> (f64, f64) {
    statistics::mean_and_half_width(&entry.relative)
}

fn jobs_axis() -> Axis {
    Axis::count(word!("job"))
}

/// The same chart of the values that are shown; where these are not all that are used, its title names them.
fn windowed(study: &Study, mut chart: Chart) -> Chart {
    let (window, used) = (study.window(), study.values().len());
    if window.len() < used {
        let number = |number: usize| fixed(number as f64, 0);
        chart.title = say!(
            "{} (jobs {} to {} of {})",
            chart.title,
            number(window.start + 1),
            number(window.end),
            number(used)
        );
    }
    chart
}

fn runtime_axis() -> Axis {
    Axis::time(word!("runtime"))
}

/// The memory of a series: the autocorrelation at lag 1, beside its 95 % band for independent values.
#[derive(Clone, Copy)]
enum Memory {
    /// Below the band.
    Alternates(f64),
    /// Within it, or of equal values.
    None(f64),
    /// Above it.
    Lasts(f64),
}

impl Memory {
    fn of(values: &[f64]) -> Self {
        let rho = autocorrelation(values, 1).first().copied().unwrap_or(0.0);
        match rho {
            rho if rho < -confidence(values.len()) => Self::Alternates(rho),
            rho if rho > confidence(values.len()) => Self::Lasts(rho),
            rho => Self::None(rho),
        }
    }

    /// Whether changes last: the spread of the values, so many times their typical step, is clearly larger than it.
    fn keeps_changes(self, spread_over_step: f64) -> bool {
        matches!(self, Self::Lasts(_)) && spread_over_step >= 1.1
    }
}

/// The number of autocorrelations of a series that can be drawn: those of N values end at lag N − 1.
fn lags_of(study: &Study) -> usize {
    let lags = study.parameters().lags as usize;
    lags.min(study.values().len().saturating_sub(1))
}

/// The use of the traces, in a sentence.
fn source_note(study: &Study) -> String {
    let values = |number| count(number, word!("value"), word!("values"));
    let (name, series) = (study.set().name(), study.set().nodes().len());
    match study.parameters().topic {
        Topic::Set => say!(
            "Traces: {name}, {series} series, at most {} of each, in ms.",
            values(study.parameters().values as usize)
        ),
        _ => say!(
            "Traces: {name}, {series} series, {} of the one that is shown, in ms.",
            values(study.values().len())
        ),
    }
}

/// The length of blocks, and its effect on the statistics that compare their means, in a sentence.
fn block_note(block: usize) -> String {
    say!(
        "Blocks have {}; c(μ) and s(μ)/s are multiplied by the root of that number.",
        count(block, word!("value"), word!("values"))
    )
}

/// The way errors are counted, in a sentence.
fn score_note() -> String {
    word!("Errors are one-step-ahead, from the second value to the last; the first is no forecast.")
        .into()
}

/// Root mean square error of a predictor over one series, ms.
fn rmse(study: &Study, predictor: Predictor) -> f64 {
    let values = study.values();
    let scores = score::scores(values, &study.course(predictor).forecasts);
    without_rounding(scores.rmse, statistics::mean(values))
}

/// The values at some places, each with the number of its job.
fn numbered<'v>(
    places: std::ops::Range<usize>,
    values: &'v [f64],
) -> impl Iterator<Item = (f64, f64)> + 'v {
    places.filter_map(|place| Some(((place + 1) as f64, *values.get(place)?)))
}
