//! What is told of this laboratory without its models.

use std::ops::Range;

use laboratory::about::lower;
use laboratory::{About, Axis, Parts, Picture, Traces};
use parameters::check::{text, whole};
use parameters::{Field as _, Parameters as _, Values};
use trace::TraceSet;
use trace::read::View;
use words::{say, word};

use crate::parameters::Topic;
use crate::rules::RULES;
use crate::study::{runs_of, runtimes};
use crate::{Parameters, need};

/// What every program knows of it.
pub(crate) const ABOUT: About = About {
    name: "replication",
    title: "Replication",
    question: "Every iteration waits for the slowest node: rebalance the work, or run each job more than once?",
    picture: Picture::Schedule,
    table: Parameters::TABLE,
    words: words::catalogue!(),
    presets: include_str!("../presets.json"),
    traces: Some(Traces {
        used: |values| text(values, "topic") != "formulas" || text(values, "family") == "empirical",
        view: |_| View::Iterations,
        scale: Some("trace_mean"),
        fit,
    }),
    parts: Some(Parts {
        number: parts,
        beginning,
    }),
    need: |values| need::need(&Parameters::from_values(values)),
    suggestion,
    keys,
    rules: RULES,
};

fn keys(values: &Values) -> &'static [&'static str] {
    match text(values, "topic") {
        "processors" => &["strategy", "processors", "problem_size", "iterations"],
        "intervals" => &["strategy", "processors", "problem_size", "iterations"],
        "decision" => &["copies", "processors", "problem_size", "decide_every"],
        "formulas" => &["variation", "copies", "processors", "model"],
        "model" => &["variation", "copies", "processors", "model"],
        "estimates" => &["iterations", "picture", "traces"],
        _ => &["strategy", "copies", "processors", "rebalance_every"],
    }
}

fn fit(values: &mut Values, set: &TraceSet) -> Vec<String> {
    let mut changes = Vec::new();
    lower(
        &mut changes,
        values,
        "processors",
        word!("Processors"),
        set.nodes().len(),
    );
    lower(
        &mut changes,
        values,
        "iterations",
        word!("Iterations"),
        set.jobs(),
    );
    let (processors, copies) = (whole(values, "processors"), whole(values, "copies"));
    // An iteration takes as many runtimes of a node as there are copies.
    let jobs = whole(values, "iterations");
    let fits = |number: &u64| processors.is_multiple_of(*number) && *number <= jobs;
    if !fits(&copies) {
        let fewer = (1..=copies).rev().find(fits).unwrap_or(1);
        values.insert("copies".into(), fewer.into());
        changes.push(if copies > jobs {
            let s = if jobs == 1 { "" } else { "s" };
            say!(
                "Copies lowered to {fewer}: an iteration with {copies} copies takes {copies} jobs of each node, and this \
                 file has {jobs} job{s} a node"
            )
        } else {
            say!("Copies lowered to {fewer}, which divides {processors} processors")
        });
    }
    changes
}

fn suggestion(values: &Values) -> [Axis; 2] {
    match text(values, "topic") {
        "formulas" | "model" => [
            Axis::of("model", ["1.1", "2.1", "2.3a", "2.3b"]),
            Axis::of("variation", [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]),
        ],
        "estimates" => [
            Axis::of("traces", ["quiet", "shared", "bursts", "set-two"]),
            Axis::of("iterations", [250, 500, 1_000]),
        ],
        _ => [
            Axis::of("strategy", ["equal", "dynamic", "replicate"]),
            Axis::of("processors", [2, 4, 8, 16]),
        ],
    }
}

fn parts(values: &Values) -> u32 {
    /// How many simulated runtimes a part has about: some fifty milliseconds, so that something is seen soon and a run that
    /// is not wanted any more ends soon.
    const PART: u64 = 1_000_000;
    /// Fewer parts are not worth starting other workers, more not their messages.
    const PARTS: Range<u64> = 4..100;
    let topic = values
        .get("topic")
        .and_then(Topic::from_value)
        .unwrap_or_default();
    let processors = whole(values, "processors") as u32;
    let Some(each) = runtimes(topic, processors, whole(values, "iterations")) else {
        return 1;
    };
    let runs = whole(values, "runs");
    let parts = (each * runs / PART).min(PARTS.end);
    if parts < PARTS.start {
        return 1;
    }
    parts.min(runs) as u32
}

fn beginning(values: &Values, parts: u32, of: u32) -> Values {
    let runs = runs_of(whole(values, "runs") as u32, parts, of).start;
    let mut values = values.clone();
    values.insert("runs".into(), runs.into());
    values
}
