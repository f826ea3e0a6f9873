//! The description of this laboratory without its models.

use adaptation_model::application::MOST_JOBS;
use laboratory::{About, Axis, Face, Need, Picture, Rule};
use parameters::{AnyName, Parameters as _, names};
use words::say;

use crate::parameters::{Climbed, Policy, Strategy, Topic};
use crate::setting::application;
use crate::{Adaptation, Parameters, rated};

use crate::parameters::ParametersNames;

const NAMES: ParametersNames = Parameters::NAMES;

/// The description for every program.
pub(crate) const ABOUT: About = About {
    name: "adaptation",
    title: "Adaptation",
    question: "How many nodes, and which, should a divide-and-conquer program use while the grid changes under it?",
    picture: Picture::Schedule,
    table: Parameters::TABLE,
    words: words::catalogue!(),
    presets: include_str!("../presets.json"),
    traces: None,
    face: Face::of::<Adaptation>(),
};

/// The rules between parameters, which are told before a run.
pub(crate) const RULES: &[Rule<Parameters>] = &[
    Rule::of(&NAMES.least, |parameters| {
        let most = parameters.most;
        thresholds(parameters).then(|| say!("must be less than {most}, the upper threshold"))
    }),
    Rule::of(&NAMES.most, |parameters| {
        let least = parameters.least;
        thresholds(parameters).then(|| say!("must be more than {least}, the lower threshold"))
    }),
    Rule::of(&NAMES.depth, crowded),
    Rule::of(&NAMES.branching, crowded),
    Rule::of(&NAMES.iterations, crowded),
    Rule::of(&NAMES.phases, crowded),
    Rule::of(&NAMES.first_wait, |parameters| {
        let longest = 1000.0 * parameters.longest_wait;
        waits(parameters).then(|| say!("must be at most {longest} ms, the longest wait"))
    }),
    Rule::of(&NAMES.longest_wait, |parameters| {
        let first = parameters.first_wait / 1000.0;
        waits(parameters).then(|| say!("must be at least {first} s, the first wait"))
    }),
    Rule::of(&NAMES.start, |parameters| {
        let pool = parameters.pool;
        starts(parameters).then(|| say!("must be at most {pool}, all nodes"))
    }),
    Rule::of(&NAMES.pool, |parameters| {
        let start = parameters.start;
        starts(parameters).then(|| say!("must be at least {start}, the nodes at the start"))
    }),
    Rule::of(&NAMES.remove, |parameters| {
        if parameters.topic != Topic::Metrics {
            return None;
        }
        let nodes = rated::read("nodes", &parameters.nodes, 1).ok()?.len();
        (parameters.remove as usize > nodes)
            .then(|| say!("is more than the {nodes} nodes of the table"))
    }),
];

/// Whether a program is simulated.
fn simulated(topic: Topic) -> bool {
    !matches!(topic, Topic::Metrics | Topic::Landscape | Topic::Climbers)
}

/// Whether the coordinator's rule uses the thresholds, and they are in the wrong order; to an own strategy, they are numbers in any order.
fn thresholds(parameters: &Parameters) -> bool {
    let used = match parameters.topic {
        Topic::Run => matches!(
            parameters.strategy,
            Strategy::Coordinator | Strategy::Watching | Strategy::BestSeen
        ),
        Topic::Landscape | Topic::Climbers | Topic::Tournament | Topic::Grid => false,
        Topic::Metrics => true,
    };
    used && parameters.least >= parameters.most
}

/// Whether idle nodes steal, and their longest wait is shorter than the first.
fn waits(parameters: &Parameters) -> bool {
    simulated(parameters.topic) && parameters.longest_wait < parameters.first_wait / 1000.0
}

/// Whether more nodes climb at the start than there are.
fn starts(parameters: &Parameters) -> bool {
    parameters.topic == Topic::Landscape && parameters.start > parameters.pool
}

/// The refusal of a program with too many jobs.
fn crowded(parameters: &Parameters) -> Option<String> {
    let jobs = application(parameters).jobs();
    let few = jobs.is_some_and(|jobs| jobs <= MOST_JOBS);
    (simulated(parameters.topic) && !few)
        .then(|| say!("makes more than {MOST_JOBS} jobs, the most of a run"))
}

pub(crate) fn keys(parameters: &Parameters) -> &'static [AnyName] {
    match parameters.topic {
        Topic::Metrics => names!(Parameters: remove, least, most),
        Topic::Tournament => names!(Parameters: iterations, serial, policy),
        Topic::Grid => names!(Parameters: iterations, jitter, policy),
        Topic::Climbers => names!(Parameters: tolerance, noise, grace),
        Topic::Landscape => match parameters.climbed {
            Climbed::Client => names!(Parameters: start, tolerance, accelerates),
            Climbed::Up => names!(Parameters: start, step_up, penalty),
            Climbed::Down => names!(Parameters: start, step_down, penalty),
        },
        Topic::Run => match parameters.strategy {
            Strategy::Coordinator | Strategy::BestSeen | Strategy::Own => {
                names!(Parameters: strategy, least, most)
            }
            Strategy::Climbing => names!(Parameters: strategy, outlier, interval),
            Strategy::Marginal => names!(Parameters: strategy, most_badness, period),
            Strategy::Watching => names!(Parameters: strategy, period, iterations),
            Strategy::None => names!(Parameters: strategy, policy, iterations),
        },
    }
}

pub(crate) fn need(parameters: &Parameters) -> Need {
    Need {
        lowers_time: match parameters.topic {
            Topic::Metrics => &[],
            Topic::Landscape | Topic::Climbers => names!(Parameters: runs, intervals),
            _ => names!(Parameters: runs, iterations, depth),
        },
        ..Need::default()
    }
}

pub(crate) fn suggestion(parameters: &Parameters) -> [Axis; 2] {
    match parameters.topic {
        Topic::Metrics => [
            Axis::of(&NAMES.remove, [0, 1, 3, 4]),
            Axis::of(&NAMES.remove, [0, 1, 2, 3, 4]),
        ],
        Topic::Tournament | Topic::Grid => [
            Axis::of(&NAMES.policy, [Policy::ClusterAware, Policy::Random]),
            Axis::of(&NAMES.iterations, [3, 6, 9]),
        ],
        Topic::Climbers => [
            Axis::of(&NAMES.tolerance, [1.0, 1.03, 1.1]),
            Axis::of(&NAMES.noise, [0.0, 0.01, 0.02, 0.05]),
        ],
        Topic::Landscape => [
            // The tolerance changes no accelerated step.
            match parameters.climbed {
                Climbed::Client => Axis::of(&NAMES.tolerance, [1.0, 1.03, 1.1]),
                Climbed::Up => Axis::of(&NAMES.step_up, [1.0, 2.0, 4.0]),
                Climbed::Down => Axis::of(&NAMES.step_down, [1.0, 2.0, 4.0]),
            },
            Axis::of(&NAMES.start, [1, 10, 20, 40, 80]),
        ],
        Topic::Run => [
            Axis::of(
                &NAMES.strategy,
                [
                    Strategy::Coordinator,
                    Strategy::Climbing,
                    Strategy::BestSeen,
                    Strategy::Marginal,
                ],
            ),
            Axis::of(&NAMES.iterations, [5, 10, 15, 20]),
        ],
    }
}
