//! The description of this laboratory without its models.

use forecast::Method;
use laboratory::face::lower;
use laboratory::{About, Axis, Face, Need, Picture, Rule, Traces};
use parameters::{AnyName, Parameters as _, names};
use report::words::milliseconds;
use trace::TraceSet;
use trace::read::View;
use trace::set::LONGEST;
use trace::source::Source;
use words::{say, word};

use crate::parameters::{ParametersNames, Topic};
use crate::{Parameters, Prediction, Predictor, guesses};

/// The description of the laboratory that every program knows.
pub(crate) const ABOUT: About = About {
    name: "prediction",
    title: "Traces and forecasts",
    question: "The same job takes a different time on every run: what kind of machine is it, and can the next runtime be predicted?",
    picture: Picture::Charts,
    table: Parameters::TABLE,
    words: words::catalogue!(),
    presets: include_str!("../presets.json"),
    traces: Some(Traces { scale: None }),
    face: Face::of::<Prediction>(),
};

const NAMES: ParametersNames = Parameters::NAMES;

/// The rules between parameters, told before a run.
pub(crate) const RULES: &[Rule<Parameters>] = &[
    Rule::of(&NAMES.series, series),
    Rule::of(&NAMES.traces, |parameters| {
        series(parameters)?;
        Some(say!("has no series {}", parameters.series))
    }),
    Rule::of(&NAMES.first, first),
    Rule::of(&NAMES.guesses, |parameters| {
        let asked = parameters.topic == Topic::Forecasts;
        let wrong = asked && guesses::parse(&parameters.guesses).is_err();
        wrong.then(|| {
            say!(
                "has a part that is no runtime from 0 to {LONGEST:e} ms: separate numbers by spaces"
            )
        })
    }),
    Rule::of(&NAMES.fit_window, |parameters| {
        let part = parameters
            .fit_window
            .is_some_and(|window| window.fract() != 0.0);
        part.then(|| word!("is no whole number of values").into())
    }),
    Rule::of(&NAMES.values, |parameters| {
        let first = parameters.first;
        let wrong = parameters.topic != Topic::Set && first > parameters.values;
        wrong.then(|| say!("is less than {first}, the first value shown"))
    }),
];

/// The refusal of a series that does not exist.
fn series(parameters: &Parameters) -> Option<String> {
    if parameters.topic == Topic::Set {
        return None;
    }
    let nodes = parameters.traces.nodes(parameters.synthetic_nodes as usize);
    (parameters.series as usize > nodes).then(|| match nodes {
        1 => word!("is more than the single series of these traces").into(),
        nodes => say!("is more than the {nodes} series of these traces"),
    })
}

/// The refusal of a first value that no series has.
fn first(parameters: &Parameters) -> Option<String> {
    if parameters.topic == Topic::Set {
        return None;
    }
    let most = match parameters.traces {
        // For a file, only the shortest series is known.
        Source::Own(_) => None,
        ref traces => traces.jobs(),
    };
    let values = parameters.values as usize;
    let most = most.map_or(values, |most| most.min(values));
    (parameters.first as usize > most).then(|| say!("is more than the {most} values of a series"))
}

pub(crate) fn keys(parameters: &Parameters) -> &'static [AnyName] {
    match parameters.topic {
        Topic::Forecasts => names!(Parameters: predictor, rival, quantile, series),
        Topic::Set => names!(Parameters: values, block, lags),
        Topic::Series | Topic::Likeness => names!(Parameters: series, values, lags),
    }
}

pub(crate) fn need(parameters: &Parameters) -> Need {
    let loaded = parameters.traces.values(
        parameters.synthetic_nodes as usize,
        parameters.values as usize,
    );
    Need {
        // The traces, and the data made of them.
        memory: 4.0 * 8.0 * loaded as f64,
        lowers_memory: names!(Parameters: values, synthetic_nodes),
        lowers_time: names!(Parameters: values, entrants),
        ..Need::default()
    }
}

pub(crate) fn suggestion() -> [Axis; 2] {
    let predictors = [
        Method::LastValue,
        Method::ExponentialSmoothing,
        Method::RunningMean,
        Method::SlidingMean,
    ];
    [
        Axis::of(&NAMES.predictor, predictors.map(Predictor::Known)),
        Axis::of(&NAMES.quantile, [0.5, 0.75, 0.9, 0.95].map(Some)),
    ]
}

pub(crate) fn view(parameters: &Parameters) -> View {
    match parameters.topic {
        Topic::Forecasts => View::Forecasts,
        Topic::Series | Topic::Set | Topic::Likeness => View::Description,
    }
}

/// The longest time of a message, ms, as its parameter allows.
const MOST_MESSAGE: f64 = 300.0;

pub(crate) fn fit(parameters: &mut Parameters, set: &TraceSet) -> Vec<String> {
    let mut changes = Vec::new();
    let nodes = set.nodes();
    // All series together show none of them alone.
    if parameters.topic != Topic::Set {
        let series = &mut parameters.series;
        lower(&mut changes, series, word!("Series shown"), nodes.len());
        let shown = nodes.get(*series as usize - 1);
        let most = shown.map_or(1, |node| node.runtimes.len());
        let first = &mut parameters.first;
        lower(&mut changes, first, word!("First value shown"), most);
    }
    if let Some(told) = set.message() {
        let message = told.min(MOST_MESSAGE);
        parameters.message_time = Some(message);
        let taken = milliseconds(message);
        changes.push(match told > MOST_MESSAGE {
            false => say!("A message of the balanced program takes {taken}, the time of a message in this file"),
            true => say!(
                "A message of the balanced program takes {taken}, the most that is allowed: the time of a message in this file is {}",
                milliseconds(told)
            ),
        });
    }
    changes
}
