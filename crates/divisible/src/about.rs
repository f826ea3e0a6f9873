//! What is told of this laboratory without its models.

use laboratory::{About, Axis, Picture, Traces};
use parameters::check::text;
use parameters::{Parameters as _, Values};
use trace::TraceSet;
use trace::read::View;

use crate::Parameters;

/// What every program knows of it.
pub(crate) const ABOUT: About = About {
    name: "divisible",
    title: "Divisible load",
    question: "A stream of work has to be cut into chunks: how large should each be, when nobody knows how fast the workers are?",
    picture: Picture::Schedule,
    table: Parameters::TABLE,
    presets: include_str!("../presets.json"),
    traces: Some(Traces {
        view: |_| View::Description,
        fit,
    }),
    parts: None,
    suggestion,
};

fn fit(values: &mut Values, _set: &TraceSet) -> Vec<String> {
    if text(values, "variation") == "series" {
        return Vec::new();
    }
    values.insert("variation".into(), "series".into());
    vec!["Variation set to “By traces”: speeds follow the series of this file".into()]
}

fn suggestion(values: &Values) -> [Axis; 2] {
    match text(values, "topic") {
        "finite" => [
            Axis::of("scheduler", ["as4dr", "da1", "olmr"]),
            Axis::of("load", [20, 50, 100, 200, 500]),
        ],
        "propositions" => [
            Axis::of("target", [10.0, 15.0, 20.0, 30.0, 60.0, 120.0]),
            Axis::of("estimate_factor", [0.5, 1.0, 2.0, 5.0, 10.0]),
        ],
        "inaccuracy" => [
            Axis::of("signs", ["over", "under", "free", "balanced"]),
            Axis::of("order", ["ring", "fifo"]),
        ],
        "dynamicity" => [
            Axis::of("depth", [0.0, 0.2, 0.4, 0.6, 0.8]),
            Axis::of("order", ["ring", "fifo"]),
        ],
        "target" => [
            Axis::of("depth", [0.0, 0.3, 0.6, 0.9]),
            Axis::of("horizon", [500.0, 1000.0, 2000.0, 4000.0]),
        ],
        "selection" => [
            Axis::of("streams", [1.0, 2.0, 4.0, 8.0, 11.0]),
            Axis::of("target", [3.0, 10.0, 30.0, 100.0]),
        ],
        _ => [
            Axis::of("scheduler", ["as4dr", "baseline", "da1", "olmr"]),
            Axis::of("inaccuracy", [0.0, 0.18, 0.36, 0.54, 0.72, 0.9]),
        ],
    }
}
