//! What is told of this laboratory without its models.

use laboratory::about::lower;
use laboratory::{About, Axis, Need, Picture, Rule, Traces};
use parameters::check::{text, whole};
use parameters::{Parameters as _, Values};
use trace::TraceSet;
use trace::read::View;
use trace::source::extent;
use words::{say, word};

use crate::Parameters;

/// What every program knows of it.
pub(crate) const ABOUT: About = About {
    name: "prediction",
    title: "Traces and forecasts",
    question: "The same job takes a different time on every run: what kind of machine is it, and can the next runtime be predicted?",
    picture: Picture::Charts,
    table: Parameters::TABLE,
    words: words::catalogue!(),
    presets: include_str!("../presets.json"),
    traces: Some(Traces {
        used: |_| true,
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
    keys: |values| match text(values, "topic") {
        "forecasts" => &["predictor", "rival", "quantile", "series"],
        "set" => &["values", "block", "lags"],
        _ => &["series", "values", "lags"],
    },
    rules: &[
        Rule {
            parameter: "series",
            refuses: series,
        },
        Rule {
            parameter: "traces",
            refuses: |values| {
                series(values)?;
                Some(say!("has no series {}", whole(values, "series")))
            },
        },
        Rule {
            parameter: "first",
            refuses: first,
        },
        Rule {
            parameter: "values",
            refuses: |values| {
                first(values)?;
                let first = whole(values, "first");
                Some(say!("is less than {first}, the first value shown"))
            },
        },
    ],
};

/// Why there is no such series.
fn series(values: &Values) -> Option<String> {
    let traces = values.get("traces")?;
    let (nodes, _) = extent(traces, whole(values, "synthetic_nodes"));
    (whole(values, "series") > nodes).then(|| match nodes {
        1 => word!("is more than the single series of these traces").into(),
        nodes => say!("is more than the {nodes} series of these traces"),
    })
}

/// Why no series has such a first value.
fn first(values: &Values) -> Option<String> {
    let traces = values.get("traces")?;
    let (_, jobs) = extent(traces, whole(values, "synthetic_nodes"));
    // Of a file the shortest series is known alone.
    let own = text(values, "traces") == "own";
    let most = jobs.filter(|_| !own).unwrap_or(u64::MAX);
    let most = most.min(whole(values, "values"));
    (whole(values, "first") > most).then(|| say!("is more than the {most} values of a series"))
}

fn need(values: &Values) -> Need {
    let parameters = Parameters::from_values(values);
    let loaded = parameters.traces.values(
        parameters.synthetic_nodes as usize,
        parameters.values as usize,
    );
    Need {
        // The traces, and what is made of them.
        memory: 4.0 * 8.0 * loaded as f64,
        lowers_memory: &["values", "synthetic_nodes"],
        lowers_time: &["values", "entrants"],
        ..Need::default()
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
    lower(
        &mut changes,
        values,
        "series",
        word!("Series"),
        set.nodes().len(),
    );
    let shown = whole(values, "series") as usize - 1;
    let most = set.nodes().get(shown).map_or(1, |node| node.runtimes.len());
    lower(
        &mut changes,
        values,
        "first",
        word!("First value shown"),
        most,
    );
    changes
}
