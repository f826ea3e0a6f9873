//! What is told of this laboratory without its models.

use laboratory::{About, Axis, Need, Picture, Rule};
use parameters::check::{text, whole};
use parameters::{Parameters as _, Values};
use words::{say, word};

use crate::Parameters;

/// What every program knows of it.
pub(crate) const ABOUT: About = About {
    name: "bounds",
    title: "Bounds",
    question: "What can be lost, at worst, by forbidding processes to move or jobs to be interrupted?",
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
            parameter: "allocation",
            refuses: |values| {
                let n = whole(values, "processes");
                let (placed, _) = placed(values)?;
                (placed != n).then(|| say!("places {} instead of {n}", processes(placed)))
            },
        },
        Rule {
            parameter: "processes",
            refuses: |values| {
                let (placed, _) = placed(values)?;
                (placed != whole(values, "processes"))
                    .then(|| say!("differs from the {} of the allocation", processes(placed)))
            },
        },
        Rule {
            parameter: "computers",
            refuses: |values| {
                let (_, computers) = placed(values)?;
                (computers > whole(values, "computers")).then(|| match computers {
                    1 => word!("is less than the computer of the allocation").to_owned(),
                    computers => say!("is less than the {computers} computers of the allocation"),
                })
            },
        },
        Rule {
            parameter: "search_more",
            refuses: |values| {
                let (m, i) = (
                    whole(values, "search_machines"),
                    whole(values, "search_fewer"),
                );
                let j = whole(values, "search_more");
                match preemptions(values) {
                    true if j >= m => Some(say!("must be less than the {m} processors")),
                    true if j <= i => Some(say!(
                        "must be more than {i}, the other number of preemptions"
                    )),
                    _ => None,
                }
            },
        },
        Rule {
            parameter: "search_machines",
            refuses: |values| {
                let j = whole(values, "search_more");
                (preemptions(values) && j >= whole(values, "search_machines"))
                    .then(|| say!("must be more than {j}, the larger number of preemptions"))
            },
        },
        Rule {
            parameter: "search_fewer",
            refuses: |values| {
                let j = whole(values, "search_more");
                (preemptions(values) && whole(values, "search_fewer") >= j)
                    .then(|| say!("must be less than {j}, the other number of preemptions"))
            },
        },
    ],
};

/// How many processes the user's allocation places, and on how many computers; nothing where there is none that can be read.
fn placed(values: &Values) -> Option<(u64, u64)> {
    if text(values, "topic") != "reallocation" {
        return None;
    }
    let allocation = text(values, "allocation");
    let parts = allocation
        .strip_prefix('\u{feff}')
        .unwrap_or(allocation)
        .split(|sign: char| sign.is_whitespace() || ",;()".contains(sign))
        .filter(|word| !word.is_empty());
    let parts: Option<Vec<u32>> = parts.map(|word| word.parse().ok()).collect();
    let parts = parts.filter(|parts| !parts.is_empty())?;
    let used = parts.iter().filter(|part| **part > 0).count();
    Some((parts.into_iter().map(u64::from).sum(), used as u64))
}

fn processes(number: u64) -> String {
    match number {
        1 => word!("1 process").to_owned(),
        number => say!("{number} processes"),
    }
}

/// Whether jobs are searched for.
fn preemptions(values: &Values) -> bool {
    text(values, "topic") == "search" && text(values, "search") == "preemption"
}

fn keys(values: &Values) -> &'static [&'static str] {
    match text(values, "topic") {
        "preemption" => &["machines", "fewer", "more"],
        "jobs" => &["own_machines", "own_fewer", "own_more"],
        "surface" => &["surface", "product", "size", "surface_machines"],
        "table" => &["figure_row", "overlay"],
        "migration-cost" => &["move_cost", "own_computers", "own_delay"],
        "search" if preemptions(values) => &["search_machines", "search_fewer", "search_more"],
        "search" => &["search_processes", "search_computers", "tries"],
        // Without signals, their delay has no effect.
        "program"
            if text(values, "form") == "phases" && text(values, "signals").trim().is_empty() =>
        {
            &["own_computers", "own_processors"]
        }
        "program" | "transformations" => &["own_computers", "own_processors", "own_delay"],
        _ => &["processes", "computers", "signal_delay", "granularity"],
    }
}

fn need(values: &Values) -> Need {
    let topic = text(values, "topic");
    Need {
        lowers_time: match topic {
            "preemption" => &["machines"],
            "jobs" => &["own_machines"],
            "surface" => &["size"],
            "table" => &[],
            "search" => &["tries"],
            "program" | "migration-cost" | "transformations" => &["own_computers"],
            _ => &["processes", "computers"],
        },
        resumes: topic == "search",
        ..Need::default()
    }
}

fn suggestion(values: &Values) -> [Axis; 2] {
    match text(values, "topic") {
        "preemption" => [
            Axis::of("fewer", [0, 1, 2]),
            Axis::of("machines", [4, 8, 16, 32, 64]),
        ],
        "jobs" => [
            Axis::of("own_fewer", [0, 1, 2]),
            Axis::of("own_machines", [2, 3, 4, 5, 6]),
        ],
        "surface" => [
            Axis::of("surface", ["migration", "preemption"]),
            Axis::of("product", [0.0, 0.025, 0.05]),
        ],
        "migration-cost" => [
            Axis::of("own_computers", [2, 3]),
            Axis::of("move_cost", [0.0, 0.5, 1.0, 2.0, 4.0]),
        ],
        "search" => [
            Axis::of("seed", [1, 2, 3]),
            Axis::of("tries", [100, 300, 1000, 3000]),
        ],
        "table" => [
            Axis::of("figure_row", [2, 8]),
            Axis::of("figure_row", [2, 3, 4, 5, 6, 7, 8]),
        ],
        "program" | "transformations" => [
            Axis::of("own_computers", [1, 2, 3]),
            Axis::of("own_delay", [0.0, 0.5, 1.0, 2.0, 3.0]),
        ],
        _ => [
            Axis::of("computers", [2, 4, 6, 8]),
            Axis::of("signal_delay", [0.0, 0.25, 0.5, 1.0, 1.5, 2.0]),
        ],
    }
}
