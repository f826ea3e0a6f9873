//! What is told of this laboratory without its models.

use laboratory::{About, Axis, Need, Picture, Rule};
use parameters::check::{text, whole};
use parameters::{Parameters as _, Values};
use words::say;

use crate::Parameters;

/// What every program knows of it.
pub(crate) const ABOUT: About = About {
    name: "recovery",
    title: "Recovery",
    question: "Which computer takes over whose work when several crash?",
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
            parameter: "crashed",
            refuses: |values| {
                let n = whole(values, "computers");
                let crashed = crashed(values)?;
                if let Some(beyond) = crashed.iter().find(|computer| **computer >= n) {
                    return Some(say!(
                        "names computer {beyond}; there are computers 0 to {}",
                        n - 1
                    ));
                }
                let up = (0..n).any(|computer| !crashed.contains(&computer));
                (!up).then(|| say!("crashes all {n} computers; leave at least one up"))
            },
        },
        Rule {
            parameter: "computers",
            refuses: |values| {
                let kinds = kinds(values).into_iter();
                kinds
                    .filter_map(|kind| unfit(values, kind))
                    .chain(counted(values))
                    .next()
            },
        },
        Rule {
            parameter: "scheme",
            refuses: |values| {
                let scheme = text(values, "scheme");
                on_a_cluster(values).then(|| unfit(values, scheme))?
            },
        },
        Rule {
            parameter: "other",
            refuses: |values| {
                let other = text(values, "other");
                (text(values, "topic") == "crash").then(|| unfit(values, other))?
            },
        },
        Rule {
            parameter: "crashes",
            refuses: |values| {
                let n = whole(values, "computers");
                let counted = ["worst", "one-by-one"].contains(&text(values, "set"));
                let crash = text(values, "topic") == "crash";
                (crash && counted && whole(values, "crashes") >= n)
                    .then(|| say!("must be less than the {n} computers"))
            },
        },
        Rule {
            parameter: "processes",
            refuses: |values| {
                let n = whole(values, "computers");
                let processes = whole(values, "processes");
                let lists = ["consistent", "rendezvous", "own-lists"];
                let several = processes > 1 && on_a_cluster(values);
                if several && processes > n {
                    return Some(say!("must be at most {n}, the number of computers"));
                }
                let other = (text(values, "topic") == "crash").then(|| text(values, "other"));
                let unequal = lists.contains(&text(values, "scheme"))
                    || other.is_some_and(|other| lists.contains(&other));
                (several && unequal)
                    .then(|| say!("must be 1 where each process has a list of its own"))
            },
        },
    ],
};

/// The schemes of the cluster that the user chose.
fn kinds(values: &Values) -> Vec<&str> {
    let crash = text(values, "topic") == "crash";
    let other = crash.then(|| text(values, "other"));
    let scheme = on_a_cluster(values).then(|| text(values, "scheme"));
    scheme.into_iter().chain(other).collect()
}

/// The words of a text, between spaces, commas or semicolons.
fn parts(text: &str) -> usize {
    let words = text.split(|sign: char| sign.is_whitespace() || ",;".contains(sign));
    words.filter(|word| !word.is_empty()).count()
}

/// The lines of a text that are not blank.
fn lines(text: &str) -> usize {
    text.lines().filter(|line| !line.trim().is_empty()).count()
}

/// Why there is no scheme of this kind for the number of computers.
fn unfit(values: &Values, kind: &str) -> Option<String> {
    /// For these numbers of computers there is a wrapped ruler.
    const WRAPPED: [u64; 27] = [
        2, 4, 6, 7, 10, 12, 13, 14, 15, 16, 18, 20, 21, 24, 35, 36, 38, 40, 44, 48, 56, 63, 91, 98,
        101, 116, 128,
    ];
    let n = whole(values, "computers");
    match kind {
        "published" if !(4..=21).contains(&n) => {
            Some(say!("needs 4 to 21 computers; there are {n}"))
        }
        "recomputed" if n > 28 => Some(say!("needs 2 to 28 computers; there are {n}")),
        "wrapped" if !WRAPPED.contains(&n) => Some(say!("has no ruler for {n} computers")),
        "own" => {
            let entries = parts(text(values, "list")) as u64;
            (entries + 1 != n)
                .then(|| say!("differs from the {} computers of the list", entries + 1))
        }
        "own-lists" => {
            let lists = lines(text(values, "lists")) as u64;
            if lists == n && whole(values, "processes") > 1 {
                return Some(say!(
                    "gives each process a list of its own, which is for 1 process per computer"
                ));
            }
            (lists != n).then(|| say!("differs from the {lists} lists"))
        }
        "consistent" | "rendezvous" if whole(values, "processes") > 1 => Some(say!(
            "gives each process a list of its own, which is for 1 process per computer"
        )),
        _ => None,
    }
}

/// Why texts that count computers do not fit their number.
fn counted(values: &Values) -> Option<String> {
    if !on_a_cluster(values) {
        return None;
    }
    let n = whole(values, "computers");
    let weights = parts(text(values, "weights")) as u64;
    if weights > 0 && weights != n {
        return Some(say!("differs from the {weights} weights"));
    }
    let times = lines(text(values, "means")) as u64;
    if text(values, "topic") == "faults" && times > 0 && times != n {
        return Some(say!("differs from the {times} lines of times"));
    }
    if text(values, "topic") != "crash" {
        return None;
    }
    let named = match text(values, "set") {
        "chosen" => crashed(values)?.into_iter().max()?,
        "script" => {
            let numbers = text(values, "script").split(|sign: char| !sign.is_ascii_digit());
            numbers.filter_map(|number| number.parse().ok()).max()?
        }
        _ => whole(values, "crashes"),
    };
    (named >= n).then(|| match text(values, "set") {
        "chosen" | "script" => say!("is too few: computer {named} is named"),
        _ => say!("is too few for {named} crashes"),
    })
}

/// Whether the topic has a cluster.
fn on_a_cluster(values: &Values) -> bool {
    ["crash", "vectors", "faults"].contains(&text(values, "topic"))
}

/// The computers that the user crashes; nothing where there are none that can be read.
fn crashed(values: &Values) -> Option<Vec<u64>> {
    if text(values, "topic") != "crash" || text(values, "set") != "chosen" {
        return None;
    }
    let words = text(values, "crashed")
        .split(|sign: char| sign.is_whitespace() || ",;".contains(sign))
        .filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect()
}

fn keys(values: &Values) -> &'static [&'static str] {
    // Lists of the user's are for one number of computers.
    let own = kinds(values).iter().any(|kind| kind.starts_with("own"));
    match text(values, "topic") {
        "vectors" if own => &["scheme", "compared"],
        "vectors" => &["computers", "scheme", "compared"],
        "guarantees" => &["most_computers", "promising"],
        "printed" => &["paper", "outcome"],
        "faults" => &["between_failures", "to_repair", "scheme"],
        "availability" => &["between_failures", "to_repair"],
        "search" => match text(values, "sought") {
            "ruler" => &["sought", "sought_marks"],
            "sequence" => &["sought", "sought_modulus"],
            _ => &["sought", "sought_computers"],
        },
        _ => match text(values, "set") {
            "worst" | "one-by-one" => &["crashes", "scheme", "other"],
            _ if own => &["scheme", "other"],
            _ => &["scheme", "other", "computers"],
        },
    }
}

fn need(values: &Values) -> Need {
    /// The memory of a search that keeps as many unions as it may, bytes: a million, with their weights, twice.
    const UNIONS: f64 = 1.5e8;
    let topic = text(values, "topic");
    let searched = ["crash", "vectors"].contains(&topic) && whole(values, "computers") > 36;
    Need {
        memory: if searched { UNIONS } else { 0.0 },
        lowers_memory: &["computers"],
        lowers_time: match topic {
            "vectors" => &["computers", "processes"],
            "guarantees" => &["most_computers"],
            "printed" | "availability" => &[],
            "faults" => &["runs", "length"],
            "search" => match text(values, "sought") {
                "ruler" => &["sought_marks"],
                "sequence" => &["sought_modulus"],
                _ => &["sought_computers"],
            },
            _ => &["computers", "crashes"],
        },
        resumes: topic == "search",
    }
}

fn suggestion(values: &Values) -> [Axis; 2] {
    let schemes = || {
        Axis::of(
            "scheme",
            ["intuitive", "log", "greedy", "golomb", "trapezium"],
        )
    };
    match text(values, "topic") {
        "vectors" => [schemes(), Axis::of("computers", [8, 10, 12, 14, 16])],
        "guarantees" => [
            Axis::of("most_computers", [16, 32]),
            Axis::of("most_computers", [12, 16, 20, 24, 28]),
        ],
        "printed" => [
            Axis::of("paper", ["iii", "iv"]),
            Axis::of("paper", ["iii", "iv", "v", "vi"]),
        ],
        "faults" => [
            schemes(),
            Axis::of("to_repair", [10.0, 20.0, 50.0, 100.0, 200.0]),
        ],
        "search" => match text(values, "sought") {
            "ruler" => [
                Axis::of("sought_marks", [8, 9, 10]),
                Axis::of("sought_marks", [5, 6, 7, 8, 9]),
            ],
            "sequence" => [
                Axis::of("sought_modulus", [21, 31]),
                Axis::of("sought_modulus", [7, 11, 16, 21, 26, 31]),
            ],
            _ => [
                Axis::of("sought_computers", [12, 16]),
                Axis::of("sought_computers", [10, 12, 14, 16, 18]),
            ],
        },
        "availability" => [
            Axis::of("to_repair", [1.0, 10.0, 100.0]),
            Axis::of("between_failures", [10.0, 100.0, 1_000.0, 10_000.0]),
        ],
        _ => match text(values, "set") {
            "worst" | "one-by-one" => [schemes(), Axis::of("crashes", [1, 2, 3, 4, 5])],
            _ => [
                schemes(),
                Axis::of("other", ["intuitive", "log", "greedy", "trapezium"]),
            ],
        },
    }
}
