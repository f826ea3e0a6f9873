//! The description of this laboratory without its models.

use laboratory::{About, Axis, Face, Need, Picture, Rule, Traces};
use parameters::{AnyName, Parameters as _, names};
use words::{say, word};

use crate::experiment::{no_availabilities, uses_traces, values};
use crate::parameters::{ParametersNames, Scheduler, Topic, Variation, Workers};
use crate::platform::Signs;
use crate::settings::Order;
use crate::study::finite::{CHUNKS, least_piece};
use crate::{Divisible, Parameters, Platform};

/// The entry of this laboratory in every program.
pub(crate) const ABOUT: About = About {
    name: "divisible",
    title: "Divisible load",
    question: "A stream of work has to be cut into chunks: how large should each chunk be, when nobody knows how fast the workers are?",
    picture: Picture::Schedule,
    table: Parameters::TABLE,
    words: words::catalogue!(),
    presets: include_str!("../presets.json"),
    traces: Some(Traces { scale: None }),
    face: Face::of::<Divisible>(),
};

const NAMES: ParametersNames = Parameters::NAMES;

/// Rules between parameters, checked before a run.
pub(crate) const RULES: &[Rule<Parameters>] = &[
    Rule::of(&NAMES.varied_worker, varied_worker),
    Rule::of(&NAMES.platform, |parameters| {
        varied_worker(parameters)?;
        let varied = parameters.varied_worker;
        Some(say!("has no worker {varied}, the one that varies"))
    }),
    Rule::of(&NAMES.variation, another),
    Rule::of(&NAMES.whose, another),
    Rule::of(&NAMES.workers, |parameters| {
        varied_worker(parameters)?;
        let varied = parameters.varied_worker;
        Some(say!("is less than {varied}, the worker that varies"))
    }),
    Rule::of(&NAMES.clusters, |parameters| {
        Some(match too_few(parameters)? {
            1 => word!("is more than 1, the only worker").into(),
            workers => say!("is more than the {workers} workers"),
        })
    }),
    Rule::of(&NAMES.platform, |parameters| {
        too_few(parameters)?;
        Some(say!(
            "has fewer workers than {} clusters need",
            parameters.clusters
        ))
    }),
    Rule::of(&NAMES.workers, |parameters| {
        too_few(parameters)?;
        Some(say!(
            "is less than {}, the number of clusters",
            parameters.clusters
        ))
    }),
    Rule::of(&NAMES.target_most, |parameters| {
        let (least, _) = crossed(parameters)?;
        Some(say!("is less than {least}, the shortest target"))
    }),
    Rule::of(&NAMES.target_least, |parameters| {
        let (_, most) = crossed(parameters)?;
        Some(say!("is more than {most}, the longest target"))
    }),
    Rule::of(&NAMES.values, no_availabilities),
    Rule::of(&NAMES.traces, |parameters| {
        no_availabilities(parameters)?;
        Some(word!("holds no availabilities").into())
    }),
    Rule::of(&NAMES.variation, |parameters| {
        no_availabilities(parameters)?;
        Some(word!("needs traces of availabilities").into())
    }),
    Rule::of(&NAMES.load, |parameters| {
        chunks(parameters).then(|| say!("makes more than {CHUNKS} of the fixed chunks"))
    }),
    Rule::of(&NAMES.piece, |parameters| {
        chunks(parameters).then(|| say!("makes more than {CHUNKS} chunks"))
    }),
];

/// The reason why the worker whose speeds vary does not exist.
fn varied_worker(parameters: &Parameters) -> Option<String> {
    let one = parameters.changes() && parameters.is_alone();
    let workers = workers(parameters)?;
    (one && parameters.varied_worker > workers).then(|| match workers {
        1 => word!("is more than 1, the only worker").into(),
        _ => say!("is more than the {workers} workers"),
    })
}

/// The shortest target and the longest one that are tried, s, where they are stated in reverse order.
fn crossed(parameters: &Parameters) -> Option<(f64, f64)> {
    let both = parameters.target_least.zip(parameters.target_most);
    both.filter(|(least, most)| most < least)
}

/// The number of workers; none where their table cannot be read, which is refused as such.
fn workers(parameters: &Parameters) -> Option<u32> {
    Some(match parameters.platform {
        Workers::Drawn => parameters.workers,
        Workers::Table3 => 1_000,
        Workers::Table1 | Workers::Table3Four => 4,
        Workers::Own => Platform::from_table(&parameters.table)
            .ok()?
            .workers()
            .len() as u32,
    })
}

/// The number of workers, where it is less than that of the clusters.
fn too_few(parameters: &Parameters) -> Option<u32> {
    let too_many = |workers: &u32| parameters.is_clustered() && parameters.clusters > *workers;
    workers(parameters).filter(too_many)
}

fn another(parameters: &Parameters) -> Option<String> {
    varied_worker(parameters).map(|_| word!("needs another worker that varies").into())
}

/// Whether self-scheduling makes more chunks of fixed size than a run takes.
fn chunks(parameters: &Parameters) -> bool {
    parameters.topic == Topic::Finite && least_piece(parameters).is_some()
}

pub(crate) fn keys(parameters: &Parameters) -> &'static [AnyName] {
    match parameters.topic {
        Topic::Stream => names!(Parameters: inaccuracy, target, scheduler, theta),
        Topic::Finite => names!(Parameters: scheduler, inaccuracy, load, target),
        Topic::Propositions => names!(Parameters: target, theta, estimate_factor),
        Topic::Inaccuracy => names!(Parameters: signs, target, theta, order),
        Topic::Dynamicity => names!(Parameters: variation, target, theta, order),
        Topic::Target => names!(Parameters: theta, depth, horizon, target_most),
        Topic::Selection => names!(Parameters: streams, target, theta),
    }
}

/// Makes the series of a file the speeds.
pub(crate) fn fit(parameters: &mut Parameters) -> Vec<String> {
    if parameters.variation == Variation::Series {
        return Vec::new();
    }
    parameters.variation = Variation::Series;
    vec![word!("Variation set to “By traces”: speeds follow the series of this file").into()]
}

pub(crate) fn need(parameters: &Parameters) -> Need {
    let nodes = parameters.synthetic_nodes as usize;
    let loaded = match uses_traces(parameters) {
        true => parameters.traces.values(nodes, values(parameters)),
        false => 0,
    };
    Need {
        memory: 2.0 * 8.0 * loaded as f64,
        lowers_memory: names!(Parameters: horizon, synthetic_nodes),
        lowers_time: match parameters.topic {
            Topic::Finite => names!(Parameters: runs, load),
            _ => names!(Parameters: runs, horizon),
        },
        ..Need::default()
    }
}

pub(crate) fn suggestion(parameters: &Parameters) -> [Axis; 2] {
    use Scheduler::{As4dr, Baseline, Da1, Olmr};
    let orders = || Axis::of(&NAMES.order, [Order::Ring, Order::Fifo]);
    let targets = |all: &[f64]| Axis::of(&NAMES.target, all.iter().copied());
    match parameters.topic {
        Topic::Finite => [
            Axis::of(&NAMES.scheduler, [As4dr, Da1, Olmr]),
            Axis::of(&NAMES.load, [20.0, 50.0, 100.0, 200.0, 500.0]),
        ],
        Topic::Propositions => [
            targets(&[10.0, 15.0, 20.0, 30.0, 60.0, 120.0]),
            Axis::of(&NAMES.estimate_factor, [0.5, 1.0, 2.0, 5.0, 10.0]),
        ],
        Topic::Inaccuracy => [
            Axis::of(
                &NAMES.signs,
                [Signs::Over, Signs::Under, Signs::Free, Signs::Balanced],
            ),
            orders(),
        ],
        Topic::Dynamicity => [Axis::of(&NAMES.depth, [0.0, 0.2, 0.4, 0.6, 0.8]), orders()],
        Topic::Target => [
            Axis::of(&NAMES.depth, [0.0, 0.3, 0.6, 0.9]),
            Axis::of(&NAMES.horizon, [500.0, 1000.0, 2000.0, 4000.0]),
        ],
        Topic::Selection => [
            Axis::of(&NAMES.streams, [1, 2, 4, 8, 11]),
            targets(&[3.0, 10.0, 30.0, 100.0]),
        ],
        Topic::Stream => [
            Axis::of(&NAMES.scheduler, [As4dr, Baseline, Da1, Olmr]),
            Axis::of(&NAMES.inaccuracy, [0.0, 0.18, 0.36, 0.54, 0.72, 0.9]),
        ],
    }
}
