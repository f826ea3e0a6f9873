//! What is told of this laboratory without its models.

use laboratory::{About, Axis, Need, Picture, Rule, Traces};
use parameters::check::{number, text, whole};
use parameters::{Parameters as _, Values};
use trace::TraceSet;
use trace::read::View;
use words::{say, word};

use crate::Parameters;
use crate::parameters::Topic;

/// What every program knows of it.
pub(crate) const ABOUT: About = About {
    name: "divisible",
    title: "Divisible load",
    question: "A stream of work has to be cut into chunks: how large should each chunk be, when nobody knows how fast the workers are?",
    picture: Picture::Schedule,
    table: Parameters::TABLE,
    words: words::catalogue!(),
    presets: include_str!("../presets.json"),
    traces: Some(Traces {
        used: |values| {
            let still = ["propositions", "selection"].contains(&text(values, "topic"));
            text(values, "variation") == "series" && !still
        },
        view: |_| View::Description,
        scale: None,
        fit,
    }),
    parts: None,
    need,
    suggestion,
    keys,
    rules: RULES,
};

/// What must hold between parameters, told before a run.
const RULES: &[Rule] = &[
    Rule {
        parameter: "varied_worker",
        refuses: varied_worker,
    },
    Rule {
        parameter: "variation",
        refuses: |values| {
            varied_worker(values).map(|_| word!("needs another worker that varies").into())
        },
    },
    Rule {
        parameter: "whose",
        refuses: |values| {
            varied_worker(values).map(|_| word!("needs another worker that varies").into())
        },
    },
    Rule {
        parameter: "workers",
        refuses: |values| {
            varied_worker(values)?;
            let varied = whole(values, "varied_worker");
            Some(say!("is less than {varied}, the worker that varies"))
        },
    },
    Rule {
        parameter: "load",
        refuses: |values| {
            chunks(values).then(|| say!("makes more than {CHUNKS} of the fixed chunks"))
        },
    },
    Rule {
        parameter: "piece",
        refuses: |values| chunks(values).then(|| say!("makes more than {CHUNKS} chunks")),
    },
];

/// Why there is no such worker whose speeds vary.
fn varied_worker(values: &Values) -> Option<String> {
    const ALIKE: [&str; 6] = ["once", "twice", "often", "stairs", "periodic", "steps"];
    const CHANGING: [&str; 5] = ["stream", "finite", "inaccuracy", "dynamicity", "target"];
    let one = text(values, "whose") == "one"
        && CHANGING.contains(&text(values, "topic"))
        && ALIKE.contains(&text(values, "variation"));
    let workers = match text(values, "platform") {
        "drawn" => whole(values, "workers"),
        "table3" => 1_000,
        "table1" | "table3-four" => 4,
        // The lines of a table are read by a run.
        _ => return None,
    };
    (one && whole(values, "varied_worker") > workers)
        .then(|| say!("is more than the {workers} workers"))
}

/// Whether self-scheduling makes more chunks of fixed size than a run takes.
fn chunks(values: &Values) -> bool {
    let finite = text(values, "topic") == "finite";
    finite && number(values, "load") / number(values, "piece") > f64::from(CHUNKS)
}

/// As many chunks of a fixed size a load may make.
const CHUNKS: u32 = 200_000;

fn keys(values: &Values) -> &'static [&'static str] {
    match text(values, "topic") {
        "finite" => &["scheduler", "inaccuracy", "load", "target"],
        "propositions" => &["target", "theta", "estimate_factor"],
        "inaccuracy" => &["signs", "target", "theta", "order"],
        "dynamicity" => &["variation", "target", "theta", "order"],
        "target" => &["theta", "depth", "horizon", "target_most"],
        "selection" => &["streams", "target", "theta"],
        _ => &["inaccuracy", "target", "scheduler", "theta"],
    }
}

fn fit(values: &mut Values, _set: &TraceSet) -> Vec<String> {
    if text(values, "variation") == "series" {
        return Vec::new();
    }
    values.insert("variation".into(), "series".into());
    vec![word!("Variation set to “By traces”: speeds follow the series of this file").into()]
}

fn need(values: &Values) -> Need {
    let parameters = Parameters::from_values(values);
    let nodes = parameters.synthetic_nodes as usize;
    let length = (parameters.horizon / parameters.step).ceil() as usize;
    let loaded = match text(values, "variation") {
        "series" => parameters.traces.values(nodes, length),
        _ => 0,
    };
    Need {
        memory: 2.0 * 8.0 * loaded as f64,
        lowers_memory: &["horizon", "synthetic_nodes"],
        lowers_time: match parameters.topic {
            Topic::Finite => &["runs", "load"],
            _ => &["runs", "horizon"],
        },
        ..Need::default()
    }
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
