//! What is told of this laboratory without its models.

use laboratory::about::lower;
use laboratory::{About, Axis, Need, Picture, Traces};
use parameters::check::{text, whole};
use parameters::{Parameters as _, Values};
use trace::TraceSet;
use trace::read::View;

use crate::Parameters;
use crate::parameters::Topic;

/// What every program knows of it.
pub(crate) const ABOUT: About = About {
    name: "prediction",
    title: "Traces and forecasts",
    question: "The same job takes now more, now less time: what kind of machine is it, and can the next time be predicted?",
    picture: Picture::Charts,
    table: Parameters::TABLE,
    presets: include_str!("../presets.json"),
    traces: Some(Traces {
        view,
        scale: None,
        fit,
    }),
    parts: None,
    need,
    suggestion: |_| {
        let predictors = [
            "last-value",
            "exponential-smoothing",
            "running-mean",
            "sliding-mean",
        ];
        [
            Axis::of("predictor", predictors),
            Axis::of("quantile", [0.5, 0.75, 0.9, 0.95]),
        ]
    },
};

/// An estimate within a factor of two or three.
fn need(values: &Values) -> Need {
    /// The time for each value of a series in the tournament, and of any other series, s; measured.
    const FORECAST: f64 = 4e-5;
    const DESCRIBED: f64 = 6e-6;
    let parameters = Parameters::from_values(values);
    let nodes = parameters.traces.nodes(parameters.synthetic_nodes as usize);
    let length = f64::from(parameters.values);
    let loaded = parameters.traces.values(
        parameters.synthetic_nodes as usize,
        parameters.values as usize,
    );
    let entrants = f64::from(parameters.entrants).min(nodes as f64);
    let time = match parameters.topic {
        Topic::Forecasts => FORECAST * entrants * length,
        Topic::Series => DESCRIBED * entrants * length,
        Topic::Set | Topic::Likeness => DESCRIBED * nodes as f64 * length,
    };
    Need {
        // The traces, and what is made of them.
        memory: 4.0 * 8.0 * loaded as f64,
        time,
        lowers_memory: &["values", "synthetic_nodes"],
        lowers_time: &["values", "entrants"],
    }
}

fn view(values: &Values) -> View {
    match text(values, "topic") {
        "forecasts" => View::Forecasts,
        _ => View::Description,
    }
}

fn fit(values: &mut Values, set: &TraceSet) -> Vec<String> {
    let mut changes = Vec::new();
    lower(&mut changes, values, "series", "Series", set.nodes().len());
    let shown = whole(values, "series") as usize - 1;
    let most = set.nodes().get(shown).map_or(1, |node| node.runtimes.len());
    lower(&mut changes, values, "first", "First value shown", most);
    changes
}
