//! The description of this laboratory without its models.

use laboratory::{About, Axis, Face, Need, Picture, Rule};
use parameters::{AnyName, Parameters as _, names};
use report::words::count;
use words::{say, word};

use crate::parameters::{Form, ParametersNames, Surface, Topic};
use crate::topics::reallocation;
use crate::{Bounds, Parameters};

/// The description that every program has of this laboratory.
pub(crate) const ABOUT: About = About {
    name: "bounds",
    title: "Bounds",
    question: "What can be lost, at worst, by forbidding processes to move or jobs to be interrupted?",
    picture: Picture::Schedule,
    table: Parameters::TABLE,
    words: words::catalogue!(),
    presets: include_str!("../presets.json"),
    traces: None,
    face: Face::of::<Bounds>(),
};

const NAMES: ParametersNames = Parameters::NAMES;

/// Rules between parameters, told before a run.
pub(crate) const RULES: &[Rule<Parameters>] = &[
    Rule::of(&NAMES.allocation, |parameters| {
        let n = u64::from(parameters.processes);
        let (placed, _) = placed(parameters)?;
        (placed != n).then(|| say!("places {} instead of {n}", processes(placed)))
    }),
    Rule::of(&NAMES.processes, |parameters| {
        let (placed, _) = placed(parameters)?;
        (placed != u64::from(parameters.processes))
            .then(|| say!("differs from the {} of the allocation", processes(placed)))
    }),
    Rule::of(&NAMES.computers, |parameters| {
        let (_, computers) = placed(parameters)?;
        (computers > parameters.computers as usize).then(|| {
            let computers = count(computers, word!("computer"), word!("computers"));
            say!("is less than the {computers} of the allocation")
        })
    }),
    Rule::of(&NAMES.search_more, search_more),
    Rule::of(&NAMES.search_machines, |parameters| {
        let j = parameters.search_more;
        (preemptions(parameters) && j >= parameters.search_machines)
            .then(|| say!("must be more than {j}, the larger number of preemptions"))
    }),
    Rule::of(&NAMES.search_fewer, |parameters| {
        let j = parameters.search_more;
        (preemptions(parameters) && parameters.search_fewer >= j)
            .then(|| say!("must be less than {j}, the other number of preemptions"))
    }),
];

/// Why the second schedule of the searched jobs cannot have so many preemptions. A run refuses it for the same reason.
pub(crate) fn search_more(parameters: &Parameters) -> Option<String> {
    let (m, i) = (parameters.search_machines, parameters.search_fewer);
    let j = parameters.search_more;
    match preemptions(parameters) {
        true if j >= m => Some(say!(
            "must be less than the {}",
            count(m as usize, word!("processor"), word!("processors"))
        )),
        true if j <= i => Some(say!(
            "must be more than {i}, the other number of preemptions"
        )),
        _ => None,
    }
}

/// The number of processes that the user's allocation places, and its last computer with processes; nothing where no readable
/// allocation is given.
fn placed(parameters: &Parameters) -> Option<(u64, usize)> {
    if parameters.topic != Topic::Reallocation {
        return None;
    }
    let parts = reallocation::read(&parameters.allocation, parameters.processes).ok()??;
    let last = parts.iter().rposition(|part| *part > 0);
    let placed = parts.into_iter().map(u64::from).sum();
    Some((placed, last.map_or(0, |last| last + 1)))
}

fn processes(number: u64) -> String {
    count(number as usize, word!("process"), word!("processes"))
}

/// Whether the program can have signals: without them, their delay has no effect.
fn has_signals(parameters: &Parameters) -> bool {
    parameters.form == Form::Text || !parameters.signals.trim().is_empty()
}

/// Whether the scenario searches for jobs.
fn preemptions(parameters: &Parameters) -> bool {
    parameters.topic == Topic::Search && parameters.search == Surface::Preemption
}

pub(crate) fn keys(parameters: &Parameters) -> &'static [AnyName] {
    match parameters.topic {
        Topic::Reallocation => {
            names!(Parameters: processes, computers, signal_delay, granularity)
        }
        Topic::Preemption => names!(Parameters: machines, fewer, more),
        Topic::EqualJobs => names!(Parameters: equal_jobs, machines, fewer, more),
        Topic::Jobs => names!(Parameters: own_machines, own_fewer, own_more),
        Topic::Surface => names!(Parameters: surface, product, size, surface_machines),
        Topic::Table => names!(Parameters: figure_row, overlay),
        Topic::MigrationCost => names!(Parameters: move_cost, own_computers, own_delay),
        Topic::Search => match parameters.search {
            Surface::Preemption => {
                names!(Parameters: search_machines, search_fewer, search_more)
            }
            Surface::Migration => names!(Parameters: search_processes, search_computers, tries),
        },
        Topic::Program if !has_signals(parameters) => {
            names!(Parameters: own_computers, own_processors)
        }
        Topic::Program => names!(Parameters: own_computers, own_processors, own_delay),
        Topic::Transformations => {
            names!(Parameters: step, own_computers, own_processors, own_delay)
        }
    }
}

pub(crate) fn need(parameters: &Parameters) -> Need {
    Need {
        lowers_time: match parameters.topic {
            Topic::Reallocation => names!(Parameters: processes, computers),
            Topic::Preemption | Topic::EqualJobs => names!(Parameters: machines),
            Topic::Jobs => names!(Parameters: own_machines),
            Topic::Surface => names!(Parameters: size),
            Topic::Table => &[],
            Topic::Search => names!(Parameters: tries),
            Topic::Program | Topic::MigrationCost | Topic::Transformations => {
                names!(Parameters: own_computers)
            }
        },
        resumes: parameters.topic == Topic::Search,
        ..Need::default()
    }
}

pub(crate) fn suggestion(parameters: &Parameters) -> [Axis; 2] {
    match parameters.topic {
        Topic::Reallocation => [
            Axis::of(&NAMES.computers, [2, 4, 6, 8]),
            Axis::of(&NAMES.signal_delay, [0.0, 0.25, 0.5, 1.0, 1.5, 2.0]),
        ],
        Topic::Preemption => [
            Axis::of(&NAMES.fewer, [0, 1, 2]),
            Axis::of(&NAMES.machines, [4, 8, 16, 32, 64]),
        ],
        // Preemptions save nothing where the jobs are a multiple of the processors.
        Topic::EqualJobs => [
            Axis::of(&NAMES.fewer, [0, 2, 4]),
            Axis::of(&NAMES.equal_jobs, [6, 8, 11, 14, 17]),
        ],
        Topic::Jobs => [
            Axis::of(&NAMES.own_fewer, [0, 1, 2]),
            Axis::of(&NAMES.own_machines, [2, 3, 4, 5, 6]),
        ],
        Topic::Surface => match parameters.surface {
            Surface::Migration => [
                Axis::of(&NAMES.size, [6, 12, 24]),
                Axis::of(&NAMES.product, [0.0, 0.025, 0.05]),
            ],
            Surface::Preemption => [
                Axis::of(&NAMES.surface_machines, [10, 200]),
                Axis::of(&NAMES.surface_machines, [5, 10, 20, 50, 100, 200]),
            ],
        },
        Topic::MigrationCost => [
            Axis::of(&NAMES.own_computers, [2, 3]),
            Axis::of(&NAMES.move_cost, [0.0, 0.5, 1.0, 2.0, 4.0]),
        ],
        Topic::Search => [
            Axis::of(&NAMES.seed, [1, 2, 3]),
            Axis::of(&NAMES.tries, [100, 300, 1000, 3000]),
        ],
        Topic::Table => [
            Axis::of(&NAMES.figure_row, [2, 8]),
            Axis::of(&NAMES.figure_row, [2, 3, 4, 5, 6, 7, 8]),
        ],
        Topic::Program if !has_signals(parameters) => [
            Axis::of(&NAMES.own_processors, [1, 2, 3]),
            Axis::of(&NAMES.own_computers, [1, 2, 3, 4]),
        ],
        Topic::Program | Topic::Transformations => [
            Axis::of(&NAMES.own_computers, [1, 2, 3]),
            Axis::of(&NAMES.own_delay, [0.0, 0.5, 1.0, 2.0, 3.0]),
        ],
    }
}
