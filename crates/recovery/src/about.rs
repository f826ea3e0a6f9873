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

/// An estimate within a factor of three.
fn need(values: &Values) -> Need {
    /// The time of an exact vector, s.
    const VECTOR: f64 = 0.5;
    /// The memory of a search that keeps as many unions as it may, bytes.
    const UNIONS: f64 = 1.5e8;
    /// The time to place a process after an event, s.
    const EVENT: f64 = 2e-7;
    /// The time to look whether a beam's set completes a route, s.
    const BEAM: f64 = 1e-9;
    let n = whole(values, "computers") as f64;
    // Unions double with every three computers up to 48; then the budget ends them.
    let vector = |n: f64| VECTOR * power_of_two((n.min(48.0) - 48.0) / 3.5).max(1e-4);
    let schemes = match text(values, "compared") {
        "all" => 10.0,
        "thesis" => 8.0,
        "systems" => 4.0,
        _ => 1.0,
    };
    let processes = whole(values, "processes").max(1) as f64;
    // Unions of few crashes are few; a beam extends 64 sets of each size by every route and counts the routes of each.
    let worst = |crashes: f64| {
        let beam = if n > 36.0 && crashes > 36.0 {
            64.0 * crashes * n * processes * n * processes * BEAM
        } else {
            0.0
        };
        processes * vector(crashes) + beam
    };
    let (time, lowers_time): (f64, &'static [&'static str]) = match text(values, "topic") {
        "vectors" => (schemes * worst(n), &["computers", "processes"]),
        "guarantees" => {
            let most = whole(values, "most_computers") as f64;
            (2e-6 * most * most * most, &["most_computers"])
        }
        "printed" => match parameters::check::flag(values, "recompute") {
            true => (9.0, &[]),
            false => (0.3, &[]),
        },
        "faults" => {
            let number = |name| parameters::check::number(values, name);
            let cycle = number("between_failures") + number("to_repair");
            let own = text(values, "means").lines().filter_map(|line| {
                let words = line.split(|sign: char| sign.is_whitespace() || ",;".contains(sign));
                let times: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
                (!times.is_empty()).then(|| 1.0 / times.iter().sum::<f64>())
            });
            let cycles: Vec<f64> = own.collect();
            let cycles = match cycles.is_empty() {
                true => n / cycle,
                false => cycles.iter().sum(),
            };
            let events = 2.0 * cycles * number("length");
            let runs = whole(values, "runs") as f64;
            // No run begins beyond a budget, but one run is made.
            let run = schemes * events * n * processes;
            let placed = (runs * run).min(crate::topics::faults::BUDGET as f64 + run);
            (placed * EVENT, &["runs", "length"])
        }
        "availability" => (1e-4, &[]),
        "search" => sought(values),
        _ => {
            let crashes = match text(values, "set") {
                "chosen" => crashed(values).map_or(n, |crashed| crashed.len() as f64),
                "script" => n,
                _ => whole(values, "crashes") as f64,
            };
            (3.0 * worst(crashes.min(n)), &["computers", "crashes"])
        }
    };
    // A million unions of routes with their weights, twice.
    let searched = ["crash", "vectors"].contains(&text(values, "topic")) && n > 36.0;
    Need {
        memory: if searched { UNIONS } else { 0.0 },
        time,
        lowers_memory: &["computers"],
        lowers_time,
        resumes: text(values, "topic") == "search",
    }
}

/// How long a complete search takes, s, and what makes it shorter. It follows no law: the times are measured.
fn sought(values: &Values) -> (f64, &'static [&'static str]) {
    /// For 20 to 37 computers.
    const LISTS: [f64; 18] = [
        3.0, 0.1, 0.1, 0.3, 0.8, 5.0, 0.6, 1.7, 28.0, 2.0, 60.0, 30.0, 200.0, 500.0, 150.0, 300.0,
        600.0, 120.0,
    ];
    /// For 11 to 14 marks.
    const RULERS: [f64; 4] = [0.3, 2.0, 40.0, 600.0];
    /// The time of a search that nobody has finished.
    const LONG: f64 = 3_600.0;
    let of = |times: &[f64], name: &str, first: u64| {
        let value = whole(values, name);
        let place = value.checked_sub(first);
        place.map_or(0.05, |place| {
            times.get(place as usize).copied().unwrap_or(LONG)
        })
    };
    match text(values, "sought") {
        "ruler" => (of(&RULERS, "sought_marks", 11), &["sought_marks"]),
        "sequence" => {
            // Nobody has finished a search for more than 55 computers.
            let time = match whole(values, "sought_modulus") {
                56.. => LONG,
                n => 10.0 * power_of_two((n.min(50) as f64 - 50.0) / 2.0),
            };
            (time, &["sought_modulus"])
        }
        _ => (of(&LISTS, "sought_computers", 20), &["sought_computers"]),
    }
}

/// 2^x for x of at most 0, roughly: an estimate needs no more.
fn power_of_two(x: f64) -> f64 {
    (0..64)
        .take_while(|step| f64::from(*step) < -x)
        .fold(1.0, |value, _| value / 2.0)
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
