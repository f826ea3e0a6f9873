//! The description of this laboratory without its models.

use std::ops::RangeInclusive;

use laboratory::{About, Axis, Face, Need, Picture, Rule};
use parameters::{AnyName, Parameters as _, names};
use recovery_model::schemes::{golomb, optimal};
use report::words::count;
use words::{say, word};

use crate::cluster::called;
use crate::parameters::{Crashes, Kind, Optimum, Paper, ParametersNames, Sought, Topic};
use crate::{Parameters, Recovery};

/// The entry of this laboratory in every program.
pub(crate) const ABOUT: About = About {
    name: "recovery",
    title: "Recovery",
    question: "Which computer takes over whose work when several crash?",
    picture: Picture::Schedule,
    table: Parameters::TABLE,
    words: words::catalogue!(),
    presets: include_str!("../presets.json"),
    traces: None,
    face: Face::of::<Recovery>(),
};

const NAMES: ParametersNames = Parameters::NAMES;

/// Rules between parameters, checked before a run.
pub(crate) const RULES: &[Rule<Parameters>] = &[
    Rule::of(&NAMES.crashed, |parameters| {
        let n = parameters.computers as usize;
        let crashed = crashed(parameters)?;
        if let Some(beyond) = crashed.iter().find(|computer| **computer >= n) {
            return Some(say!(
                "names computer {beyond}; there are computers 0 to {}",
                n - 1
            ));
        }
        let up = (0..n).any(|computer| !crashed.contains(&computer));
        (!up).then(|| say!("crashes all {n} computers; leave at least one up"))
    }),
    Rule::of(&NAMES.computers, |parameters| {
        let misfit = kinds(parameters).find(|kind| unfit(parameters, *kind).is_some());
        misfit
            .map(|kind| say!("does not fit {}", called(kind)))
            .or_else(|| counted(parameters))
    }),
    Rule::of(&NAMES.scheme, |parameters| {
        on_a_cluster(parameters).then(|| unchosen(parameters, parameters.scheme))?
    }),
    Rule::of(&NAMES.other, |parameters| {
        (parameters.topic == Topic::Crash).then(|| unchosen(parameters, parameters.other))?
    }),
    Rule::of(&NAMES.crashes, |parameters| {
        let n = parameters.computers;
        let counted = matches!(parameters.set, Crashes::Worst | Crashes::OneByOne);
        (parameters.topic == Topic::Crash && counted && parameters.crashes >= n)
            .then(|| say!("must be less than the {n} computers"))
    }),
    Rule::of(&NAMES.most_listed, |parameters| {
        (parameters.topic == Topic::Gap).then(|| unlisted(parameters))?
    }),
    Rule::of(&NAMES.processes, |parameters| {
        let n = parameters.computers;
        let several = parameters.processes > 1 && on_a_cluster(parameters);
        if several && parameters.processes > n {
            return Some(say!("must be at most {n}, the number of computers"));
        }
        (several && kinds(parameters).any(single))
            .then(|| say!("must be 1 where each process has a list of its own"))
    }),
];

/// The schemes of the cluster that the user chose.
fn kinds(parameters: &Parameters) -> impl Iterator<Item = Kind> + use<> {
    let scheme = on_a_cluster(parameters).then_some(parameters.scheme);
    let other = (parameters.topic == Topic::Crash).then_some(parameters.other);
    scheme.into_iter().chain(other)
}

/// Whether the user chose a list or lists of their own, which are for one number of computers.
fn own(parameters: &Parameters) -> bool {
    kinds(parameters).any(|kind| matches!(kind, Kind::Own | Kind::OwnLists))
}

/// Whether each process has a list of its own, which is for 1 process per computer.
pub(crate) fn single(kind: Kind) -> bool {
    matches!(kind, Kind::Consistent | Kind::Rendezvous | Kind::OwnLists)
}

/// The words of a text, between spaces, commas or semicolons.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|sign: char| sign.is_whitespace() || ",;".contains(sign));
    words.filter(|word| !word.is_empty())
}

/// The lines of a text that are not blank.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty())
}

/// The reason why a scheme of this kind cannot be chosen, as a predicate of the scheme.
fn unchosen(parameters: &Parameters, kind: Kind) -> Option<String> {
    let processes = parameters.processes;
    unfit(parameters, kind).or_else(|| {
        (processes > 1 && single(kind))
            .then(|| say!("can have only 1 process per computer; there are {processes}"))
    })
}

/// The reason why a scheme of this kind does not exist for the number of computers, as a predicate of the scheme.
fn unfit(parameters: &Parameters, kind: Kind) -> Option<String> {
    let n = parameters.computers as usize;
    let outside = |sizes: &RangeInclusive<usize>| {
        let (least, most) = (sizes.start(), sizes.end());
        (!sizes.contains(&n)).then(|| say!("needs {least} to {most} computers; there are {n}"))
    };
    let computers = |number: usize| count(number, word!("computer"), word!("computers"));
    match kind {
        Kind::Published => outside(&optimal::PUBLISHED_FOR),
        Kind::Recomputed => outside(&optimal::RECOMPUTED_FOR),
        Kind::Wrapped if golomb::wrapping(n).is_none() => {
            Some(say!("has no ruler for {n} computers"))
        }
        Kind::Own => {
            let listed = words(&parameters.list).count() + 1;
            // If words are no computers, the run names the first of them.
            let counted = words(&parameters.list).all(|word| {
                word.trim_matches(|sign| "<[()]>".contains(sign))
                    .bytes()
                    .all(|sign| sign.is_ascii_digit())
            });
            (counted && listed != n).then(|| say!("is for {}; there are {n}", computers(listed)))
        }
        Kind::OwnLists => {
            let lists = lines(&parameters.lists).count();
            (lists != n).then(|| say!("are for {}; there are {n}", computers(lists)))
        }
        _ => None,
    }
}

/// The reason why Paper VI has no lists for up to so many computers.
pub(crate) fn unlisted(parameters: &Parameters) -> Option<String> {
    let most = *optimal::PUBLISHED_FOR.end();
    let beyond = parameters.most_listed as usize > most;
    (beyond && parameters.optimum == Optimum::Published)
        .then(|| say!("must be at most {most} for the published lists"))
}

/// The reason why texts that count computers do not fit their number.
fn counted(parameters: &Parameters) -> Option<String> {
    if !on_a_cluster(parameters) {
        return None;
    }
    let n = parameters.computers as usize;
    let weights = words(&parameters.weights).count();
    if weights > 0 && weights != n {
        return Some(say!("differs from the {weights} weights"));
    }
    let times = lines(&parameters.means).count();
    if parameters.topic == Topic::Faults && times > 0 && times != n {
        return Some(say!("differs from the {times} lines of times"));
    }
    if parameters.topic != Topic::Crash {
        return None;
    }
    let named = match parameters.set {
        Crashes::Chosen => crashed(parameters)?.into_iter().max()?,
        Crashes::Script => {
            let numbers = parameters.script.split(|sign: char| !sign.is_ascii_digit());
            numbers.filter_map(|number| number.parse().ok()).max()?
        }
        Crashes::Worst | Crashes::OneByOne => {
            let crashes = parameters.crashes as usize;
            return (crashes >= n).then(|| say!("is too few for {crashes} crashes"));
        }
    };
    (named >= n).then(|| say!("is too few: computer {named} is named"))
}

/// Whether the topic has a cluster.
fn on_a_cluster(parameters: &Parameters) -> bool {
    matches!(
        parameters.topic,
        Topic::Crash | Topic::Vectors | Topic::Faults
    )
}

/// The computers that the user crashes; nothing where the text names none or is unreadable.
fn crashed(parameters: &Parameters) -> Option<Vec<usize>> {
    let chosen = parameters.topic == Topic::Crash && parameters.set == Crashes::Chosen;
    let crashed = || {
        words(&parameters.crashed)
            .map(|word| word.parse().ok())
            .collect()
    };
    chosen.then(crashed)?
}

pub(crate) fn keys(parameters: &Parameters) -> &'static [AnyName] {
    let own = own(parameters);
    match parameters.topic {
        Topic::Crash => match parameters.set {
            Crashes::Worst | Crashes::OneByOne => names!(Parameters: crashes, scheme, other),
            _ if own => names!(Parameters: scheme, other),
            _ => names!(Parameters: scheme, other, computers),
        },
        Topic::Vectors if own => names!(Parameters: scheme, compared),
        Topic::Vectors => names!(Parameters: computers, scheme, compared),
        Topic::Guarantees => names!(Parameters: most_computers, promising),
        Topic::Printed => names!(Parameters: paper, outcome),
        Topic::Gap => names!(Parameters: most_listed, optimum),
        Topic::Faults => names!(Parameters: between_failures, to_repair, scheme),
        Topic::Availability => names!(Parameters: between_failures, to_repair),
        Topic::Search => match parameters.sought {
            Sought::List => names!(Parameters: sought, sought_computers),
            Sought::Ruler => names!(Parameters: sought, sought_marks),
            Sought::Sequence => names!(Parameters: sought, sought_modulus),
        },
    }
}

pub(crate) fn need(parameters: &Parameters) -> Need {
    /// The memory of a search with the most unions, bytes: a million, with their weights, twice.
    const UNIONS: f64 = 1.5e8;
    let topic = parameters.topic;
    let searched = matches!(topic, Topic::Crash | Topic::Vectors) && parameters.computers > 36;
    Need {
        memory: if searched { UNIONS } else { 0.0 },
        lowers_memory: names!(Parameters: computers),
        lowers_time: match topic {
            Topic::Crash => names!(Parameters: computers, crashes),
            Topic::Vectors => names!(Parameters: computers, processes),
            Topic::Guarantees => names!(Parameters: most_computers),
            Topic::Gap => names!(Parameters: most_listed),
            Topic::Printed | Topic::Availability => &[],
            Topic::Faults => names!(Parameters: runs, length),
            Topic::Search => match parameters.sought {
                Sought::List => names!(Parameters: sought_computers),
                Sought::Ruler => names!(Parameters: sought_marks),
                Sought::Sequence => names!(Parameters: sought_modulus),
            },
        },
        resumes: topic == Topic::Search,
        proves: topic == Topic::Search,
    }
}

pub(crate) fn suggestion(parameters: &Parameters) -> [Axis; 2] {
    use Kind::{Golomb, Greedy, Intuitive, Log, Trapezium};
    use Paper::{Fifth, Fourth, Sixth, Third};
    let schemes = || Axis::of(&NAMES.scheme, [Intuitive, Log, Greedy, Golomb, Trapezium]);
    match parameters.topic {
        Topic::Crash => [
            schemes(),
            match parameters.set {
                Crashes::Worst | Crashes::OneByOne => Axis::of(&NAMES.crashes, [1, 2, 3, 4, 5]),
                _ => Axis::of(&NAMES.other, [Intuitive, Log, Greedy, Trapezium]),
            },
        ],
        Topic::Vectors if own(parameters) => [schemes(), schemes()],
        Topic::Vectors => [schemes(), Axis::of(&NAMES.computers, [8, 10, 12, 14, 16])],
        Topic::Guarantees => [
            Axis::of(&NAMES.most_computers, [16, 32]),
            Axis::of(&NAMES.most_computers, [12, 16, 20, 24, 28]),
        ],
        Topic::Printed => [
            Axis::of(&NAMES.paper, [Third, Fourth]),
            Axis::of(&NAMES.paper, [Third, Fourth, Fifth, Sixth]),
        ],
        Topic::Gap => [
            Axis::of(&NAMES.optimum, [Optimum::Published, Optimum::Recomputed]),
            Axis::of(&NAMES.most_listed, [9, 12, 15, 18, 21]),
        ],
        Topic::Faults => [
            schemes(),
            Axis::of(&NAMES.to_repair, [10.0, 20.0, 50.0, 100.0, 200.0]),
        ],
        Topic::Availability => [
            Axis::of(&NAMES.to_repair, [1.0, 10.0, 100.0]),
            Axis::of(&NAMES.between_failures, [10.0, 100.0, 1_000.0, 10_000.0]),
        ],
        Topic::Search => match parameters.sought {
            Sought::List => [
                Axis::of(&NAMES.sought_computers, [12, 16]),
                Axis::of(&NAMES.sought_computers, [10, 12, 14, 16, 18]),
            ],
            Sought::Ruler => [
                Axis::of(&NAMES.sought_marks, [8, 9, 10]),
                Axis::of(&NAMES.sought_marks, [5, 6, 7, 8, 9]),
            ],
            Sought::Sequence => [
                Axis::of(&NAMES.sought_modulus, [21, 31]),
                Axis::of(&NAMES.sought_modulus, [7, 11, 16, 21, 26, 31]),
            ],
        },
    }
}
