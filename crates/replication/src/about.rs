//! The description of this laboratory without its models.

use std::ops::Range;

use laboratory::face::lower;
use laboratory::{About, Axis, Face, Picture, Traces};
use parameters::{AnyName, Parameters as _, names};
use report::words::{count, milliseconds};
use trace::TraceSet;
use trace::source::Source;
use words::{say, word};

use crate::parameters::{Model, ParametersNames, Strategy, Topic};
use crate::rules::rows;
use crate::study::{runs_of, runtimes};
use crate::{Parameters, Replication};

/// The description of the laboratory that every program knows.
pub(crate) const ABOUT: About = About {
    name: "replication",
    title: "Replication",
    question: "Every iteration waits for the slowest node: rebalance the work, or run each job more than once?",
    picture: Picture::Schedule,
    table: Parameters::TABLE,
    words: words::catalogue!(),
    presets: include_str!("../presets.json"),
    traces: Some(Traces {
        scale: Some(NAMES.trace_mean.any()),
    }),
    face: Face::of::<Replication>(),
};

const NAMES: ParametersNames = Parameters::NAMES;

pub(crate) fn keys(parameters: &Parameters) -> &'static [AnyName] {
    match parameters.topic {
        Topic::Strategies => names!(Parameters: strategy, copies, processors, rebalance_every),
        Topic::Processors | Topic::Intervals => {
            names!(Parameters: strategy, processors, problem_size, iterations)
        }
        Topic::Decision => names!(Parameters: copies, processors, problem_size, decide_every),
        Topic::Formulas | Topic::Model => names!(Parameters: variation, copies, processors, model),
        Topic::Estimates => names!(Parameters: iterations, picture, traces),
    }
}

/// The longest times that the parameters allow, ms: of a message, and of a rescheduling.
const MOST_MESSAGE: f64 = 5_000.0;
const MOST_RESCHEDULING: f64 = 100_000.0;

pub(crate) fn fit(parameters: &mut Parameters, set: &TraceSet) -> Vec<String> {
    let mut changes = Vec::new();
    let (nodes, jobs) = (set.nodes().len(), set.jobs());
    let most = match parameters.topic {
        // Formulas need no node for a processor.
        Topic::Formulas => usize::MAX,
        // The runs beside formulas need a power of two, and a job of each node for each copy.
        Topic::Model => 1 << nodes.min(jobs).ilog2(),
        _ => nodes,
    };
    let processors = &mut parameters.processors;
    lower(&mut changes, processors, word!("Processors"), most);
    let iterations = &mut parameters.iterations;
    lower(&mut changes, iterations, word!("Iterations"), jobs);
    let most = *iterations as usize;
    let first = &mut parameters.first_shown;
    lower(&mut changes, first, word!("First iteration shown"), most);
    let (processors, copies) = (parameters.processors, parameters.copies);
    let jobs = parameters.iterations;
    let few = |number: u32| rows(parameters, number) > jobs;
    let fits = |number: &u32| processors.is_multiple_of(*number) && !few(*number);
    if !fits(&copies) {
        let (fewer, few) = ((1..=copies).rev().find(fits).unwrap_or(1), few(copies));
        parameters.copies = fewer;
        changes.push(if few {
            let s = if jobs == 1 { "" } else { "s" };
            say!(
                "Copies lowered to {fewer}: an iteration with {copies} copies takes {copies} jobs of each node, and this \
                 file has {jobs} job{s} a node"
            )
        } else {
            let processors = count(processors as usize, word!("processor"), word!("processors"));
            say!("Copies lowered to {fewer}, which divides {processors}")
        });
    }
    if let Some(told) = set.message() {
        changes.push(take_message(parameters, told));
    }
    changes
}

/// Takes the delays from the time of a message that a file tells, ms, as far as they are allowed; says so.
fn take_message(parameters: &mut Parameters, told: f64) -> String {
    // To set shares anew, every processor tells its speed and hears its share, whatever the size of the problem.
    let messages = 2.0 * f64::from(parameters.processors);
    let message = told.min(MOST_MESSAGE).min(MOST_RESCHEDULING / messages);
    (parameters.send_time, parameters.finalize_time) = (message, message);
    parameters.rescheduling_time = (messages * message).min(MOST_RESCHEDULING);
    parameters.rescheduling_exponent = 0.0;
    parameters.rescheduling_scales = false;
    let [taken, rescheduling] = [message, parameters.rescheduling_time].map(milliseconds);
    match told > message {
        false => say!(
            "Sending and stopping a copy take {taken}, the time of a message in this file, and the rescheduling time is {rescheduling}, two \
             messages for each processor"
        ),
        true => say!(
            "Sending and stopping a copy take {taken}, and the rescheduling time is {rescheduling}, two messages for each processor: with \
             the {} that a message takes in this file, one of these times would be longer than is allowed",
            milliseconds(told)
        ),
    }
}

pub(crate) fn suggestion(parameters: &Parameters) -> [Axis; 2] {
    match parameters.topic {
        Topic::Formulas | Topic::Model => [
            Axis::of(
                &NAMES.model,
                [
                    Model::OneOne,
                    Model::TwoOne,
                    Model::TwoThreeFit,
                    Model::TwoThreeTable,
                ],
            ),
            Axis::of(&NAMES.variation, [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]),
        ],
        Topic::Estimates => {
            let iterations = parameters.iterations as usize;
            let mut all = vec![
                Source::Quiet,
                Source::Shared,
                Source::Bursts,
                Source::SetTwo,
            ];
            all.retain(|one| one.jobs().is_none_or(|jobs| jobs >= iterations));
            if all.len() == 1 {
                all.insert(0, Source::SetOne);
            }
            [
                Axis::of(&NAMES.traces, all),
                Axis::of(&NAMES.iterations, [250, 500, 1_000]),
            ]
        }
        Topic::Strategies | Topic::Processors | Topic::Intervals | Topic::Decision => [
            Axis::of(
                &NAMES.strategy,
                [Strategy::Equal, Strategy::Dynamic, Strategy::Replicate],
            ),
            Axis::of(&NAMES.processors, [2, 4, 8, 16]),
        ],
    }
}

pub(crate) fn parts(parameters: &Parameters) -> u32 {
    /// The approximate number of simulated runtimes in a part: some fifty milliseconds, so that results show soon and an
    /// unwanted run ends soon.
    const PART: u64 = 1_000_000;
    /// Fewer parts are not worth starting other workers, more not their messages.
    const PARTS: Range<u64> = 4..100;
    // If a strategy stopped several parts, the error would depend on the part that ends first.
    if parameters.strategy == Strategy::Own {
        return 1;
    }
    let iterations = parameters.iterations.into();
    let Some(each) = runtimes(parameters.topic, parameters.processors, iterations) else {
        return 1;
    };
    let parts = (each * u64::from(parameters.runs) / PART).min(PARTS.end);
    if parts < PARTS.start {
        return 1;
    }
    parts.min(parameters.runs.into()) as u32
}

pub(crate) fn beginning(parameters: &Parameters, parts: u32, of: u32) -> Parameters {
    Parameters {
        runs: runs_of(parameters.runs, parts, of).start,
        ..parameters.clone()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop")]

    use parameters::Kind;
    use replication_model::rescheduling::Rescheduling;
    use trace::Node;

    use super::*;

    #[test]
    fn a_rescheduling_takes_two_messages_of_a_file_for_each_processor() {
        let node = |host: usize| Node {
            name: format!("n{host}"),
            position: None,
            host,
            runtimes: vec![10.0; 3],
        };
        for (processors, told) in [(2, 0.5), (4, 1_000.0), (2, 6_000.0), (16, 5_000.0)] {
            let set = TraceSet::new("file", (0..processors).map(node).collect()).unwrap();
            let mut parameters = Parameters {
                processors: processors as u32,
                ..Parameters::default()
            };
            let said = fit(&mut parameters, &set.with_message(told)).join(" ");
            let most = MOST_RESCHEDULING / (2.0 * processors as f64);
            let message = told.min(MOST_MESSAGE).min(most);
            let rescheduling = Rescheduling {
                mean: parameters.rescheduling_time,
                exponent: parameters.rescheduling_exponent,
                scales: parameters.rescheduling_scales,
            };
            let taken = rescheduling.mean_for(parameters.problem_size, parameters.processors);
            assert_eq!(taken, 2.0 * processors as f64 * message);
            assert_eq!(parameters.send_time, message);
            for time in [message, told, taken] {
                assert!(said.contains(&milliseconds(time)), "{said}");
            }
            let less = said.contains("would be longer than is allowed");
            assert_eq!(less, told > message, "{said}");
        }
    }

    #[test]
    fn the_longest_times_taken_from_a_file_are_those_that_the_parameters_allow() {
        let most = |name: &str| match ABOUT.table.find(name).unwrap().kind {
            Kind::Number { maximum, .. } => maximum,
            _ => f64::NAN,
        };
        let most = ["send_time", "finalize_time", "rescheduling_time"].map(most);
        assert_eq!(most, [MOST_MESSAGE, MOST_MESSAGE, MOST_RESCHEDULING]);
    }
}
