//! What is told of this laboratory without its models.

use laboratory::about::lower;
use laboratory::{About, Axis, Picture, Traces};
use parameters::check::{text, whole};
use parameters::{Parameters as _, Values};
use trace::TraceSet;
use trace::read::View;

use crate::Parameters;

/// What every program knows of it.
pub(crate) const ABOUT: About = About {
    name: "prediction",
    title: "Traces and forecasts",
    question: "The same job takes now more, now less time: what kind of machine is it, and can the next time be predicted?",
    picture: Picture::Charts,
    table: Parameters::TABLE,
    presets: include_str!("../presets.json"),
    traces: Some(Traces { view, fit }),
    parts: None,
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
