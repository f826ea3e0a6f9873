//! What is told of this laboratory without its models.

use laboratory::{About, Axis, Need, Picture, Rule};
use parameters::check::{number, text, whole};
use parameters::{Parameters as _, Values};
use words::say;

use crate::Parameters;
use crate::setting::{MOST, jobs, too_many};

/// What every program knows of it.
pub(crate) const ABOUT: About = About {
    name: "adaptation",
    title: "Adaptation",
    question: "How many nodes, and which, should a divide-and-conquer program use while the grid changes under it?",
    picture: Picture::Schedule,
    table: Parameters::TABLE,
    words: words::catalogue!(),
    presets: include_str!("../presets.json"),
    traces: None,
    parts: None,
    need,
    suggestion,
    keys,
    rules: &[
        Rule {
            parameter: "least",
            refuses: |values| {
                let most = number(values, "most");
                thresholds(values).then(|| say!("must be less than {most}, the upper threshold"))
            },
        },
        Rule {
            parameter: "most",
            refuses: |values| {
                let least = number(values, "least");
                thresholds(values).then(|| say!("must be more than {least}, the lower threshold"))
            },
        },
        Rule {
            parameter: "depth",
            refuses: crowded,
        },
        Rule {
            parameter: "branching",
            refuses: crowded,
        },
        Rule {
            parameter: "iterations",
            refuses: crowded,
        },
        Rule {
            parameter: "phases",
            refuses: crowded,
        },
        Rule {
            parameter: "first_wait",
            refuses: |values| {
                let longest = number(values, "longest_wait");
                waits(values)
                    .then(|| say!("must be at most {} ms, the longest wait", 1000.0 * longest))
            },
        },
        Rule {
            parameter: "longest_wait",
            refuses: |values| {
                let first = number(values, "first_wait") / 1000.0;
                waits(values).then(|| say!("must be at least {first} s, the first wait"))
            },
        },
        Rule {
            parameter: "start",
            refuses: |values| {
                let pool = whole(values, "pool");
                let more = text(values, "topic") == "landscape" && whole(values, "start") > pool;
                more.then(|| say!("must be at most {pool}, all nodes"))
            },
        },
        Rule {
            parameter: "pool",
            refuses: |values| {
                let start = whole(values, "start");
                let fewer = text(values, "topic") == "landscape" && whole(values, "pool") < start;
                fewer.then(|| say!("must be at least {start}, the nodes at the start"))
            },
        },
        Rule {
            parameter: "remove",
            refuses: |values| {
                if text(values, "topic") != "metrics" {
                    return None;
                }
                let nodes = crate::rated::read("nodes", text(values, "nodes"), 1)
                    .ok()?
                    .len();
                (whole(values, "remove") > nodes as u64)
                    .then(|| say!("is more than the {nodes} nodes of the table"))
            },
        },
    ],
};

/// Whether a program is simulated.
fn simulated(values: &Values) -> bool {
    !["metrics", "landscape"].contains(&text(values, "topic"))
}

/// Whether the thresholds are used and in the wrong order.
fn thresholds(values: &Values) -> bool {
    let used = match text(values, "topic") {
        "run" => ["coordinator", "watching", "best-seen"].contains(&text(values, "strategy")),
        "landscape" | "tournament" | "grid" => false,
        _ => true,
    };
    used && number(values, "least") >= number(values, "most")
}

/// Whether idle nodes steal, and their longest wait is shorter than the first.
fn waits(values: &Values) -> bool {
    simulated(values) && number(values, "longest_wait") < number(values, "first_wait") / 1000.0
}

/// The jobs of a run.
fn all_jobs(values: &Values) -> Option<u64> {
    let of = |name| whole(values, name);
    jobs(of("iterations"), of("phases"), of("branching"), of("depth"))
}

/// Why a program has too many jobs.
fn crowded(values: &Values) -> Option<String> {
    (simulated(values) && too_many(all_jobs(values)))
        .then(|| say!("makes more than {MOST} jobs, the most of a run"))
}

fn keys(values: &Values) -> &'static [&'static str] {
    match text(values, "topic") {
        "metrics" => &["remove", "least", "most"],
        "tournament" => &["iterations", "serial", "policy"],
        "grid" => &["iterations", "jitter", "policy"],
        "landscape" => match text(values, "climbed") {
            "client" => &["start", "tolerance", "accelerates"],
            "up" => &["start", "step_up", "penalty"],
            _ => &["start", "step_down", "penalty"],
        },
        _ => match text(values, "strategy") {
            "coordinator" | "best-seen" => &["strategy", "least", "most"],
            "climbing" => &["strategy", "outlier", "interval"],
            "marginal" => &["strategy", "most_badness", "period"],
            "watching" => &["strategy", "period", "iterations"],
            _ => &["strategy", "policy", "iterations"],
        },
    }
}

fn need(values: &Values) -> Need {
    Need {
        lowers_time: match text(values, "topic") {
            "metrics" => &[],
            "landscape" => &["runs", "intervals"],
            _ => &["runs", "iterations", "depth"],
        },
        ..Need::default()
    }
}

fn suggestion(values: &Values) -> [Axis; 2] {
    match text(values, "topic") {
        "metrics" => [
            Axis::of("remove", [0, 1, 3, 4]),
            Axis::of("remove", [0, 1, 2, 3, 4]),
        ],
        "tournament" | "grid" => [
            Axis::of("policy", ["cluster-aware", "random"]),
            Axis::of("iterations", [3, 6, 9]),
        ],
        "landscape" => [
            Axis::of("tolerance", [1.0, 1.03, 1.1]),
            Axis::of("start", [1, 10, 20, 40, 80]),
        ],
        _ => [
            Axis::of(
                "strategy",
                ["coordinator", "climbing", "best-seen", "marginal"],
            ),
            Axis::of("iterations", [5, 10, 15, 20]),
        ],
    }
}
