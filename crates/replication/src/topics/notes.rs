//! The notes of a study for a careful reader.

use forecast::Method as Forecast;
use report::evidence::same;
use report::number::{fixed, short};
use report::words::{capital, count, list, milliseconds, plural, rough_percent, sentences};
use words::{say, word};

use super::outcomes::Outcomes;
use crate::homogeneous::Alike;
use crate::node_factors;
use crate::parameters::{FirstBlock, Parameters, Replication, Scope, Strategy, Topic};
use crate::rescaling::REFERENCE_SIZE;
use crate::study::{Method, Study};

/// The interval between rebalancings, in words.
pub(super) fn every(iterations: u32) -> String {
    if iterations == 1 {
        word!("after every iteration").into()
    } else {
        say!("every {iterations} iterations")
    }
}

/// A parameter as it was entered: with as few decimals as tell it from its neighbours.
fn entered(value: f64) -> String {
    entered_with(value, 0)
}

/// The same with at least so many decimals.
pub(super) fn entered_with(value: f64, decimals: usize) -> String {
    let told = |digits: &usize| {
        let scale = libm::pow(10.0, *digits as f64);
        same(libm::round(value * scale) / scale, value)
    };
    match (decimals..=12).find(told) {
        Some(digits) => fixed(value, digits),
        None => short(value),
    }
}

/// A headline and its reason, which tells the limits of a single run where anything was `measured`. Orders of a single run say
/// themselves that it is the only one ([`report::evidence::Evidence::pace`]).
pub(super) fn of_runs(
    parameters: &Parameters,
    measured: bool,
    headline: String,
    why: String,
) -> (String, String) {
    match (parameters.runs, parameters.processors) {
        (1, 2..) if measured => (
            headline,
            sentences([
                why,
                word!("One run gives no interval: another may show another order.").into(),
            ]),
        ),
        _ => (headline, why),
    }
}

/// The forecasts of balancing, where they are not the usual ones.
fn prediction(parameters: &Parameters) -> Option<String> {
    let plan = match parameters.quantile {
        Some(share) => say!(
            ", and follows what {}\u{a0}% of the runtimes should stay below",
            entered(100.0 * share)
        ),
        None if parameters.predictor == Forecast::default() => return None,
        None => String::new(),
    };
    Some(say!(
        "Balancing predicts runtimes by {}{plan}; it never expects less than the shortest runtime so far.",
        parameters.predictor.spoken()
    ))
}

/// The mechanism of the strategy shown, where the words on the page do not say it.
fn strategy(parameters: &Parameters) -> Option<String> {
    match parameters.strategy {
        Strategy::Speculate => Some(say!(
            "Speculation is not in the thesis. Groups have {}; a processor that is done copies the job that has the fewest \
             copies, but not before {} {} of an equal share, and takes as long as for a share of its own.",
            count(
                parameters.copies as usize,
                word!("member"),
                word!("members")
            ),
            entered(parameters.delay),
            plural(
                parameters.delay,
                word!("mean runtime"),
                word!("mean runtimes")
            ),
        )),
        Strategy::Adaptive => Some(say!(
            "The adaptive strategy begins with balancing. {} it fits the iteration times of both strategies to Y, the \
             computing time of an iteration at the mean speeds of those iterations, and takes the one with the lower line at \
             the last Y (Dobber 2006, section 6.3). {} In rescheduling times, a switch to copies takes {}, a switch back {}.",
            capital(&every(parameters.decide_every)),
            match parameters.first_block {
                FirstBlock::Compare => {
                    word!(
                        "After the first block, which gives no line, it compares the times of both."
                    )
                }
                FirstBlock::Stay => {
                    word!("After the first block, which gives no line, it stays with balancing.")
                }
            },
            entered(parameters.switch_to_replication),
            entered(parameters.switch_to_balancing),
        )),
        Strategy::Own => Some(say!(
            "Your strategy is asked before the first iteration, and then whenever the iterations are done for which its answer was to \
             hold. To set shares takes the rescheduling time. In rescheduling times, a change to copies takes {}, a change back to shares {}. \
             Where fewer iterations are left than an iteration with so many copies stands for, an answer with copies changes nothing. \
             Dynamic balancing sets shares after the last iteration, too, where its interval divides the number of iterations.",
            entered(parameters.switch_to_replication),
            entered(parameters.switch_to_balancing),
        )),
        _ => None,
    }
}

/// The time of the whole load on one processor, for the problem size of the traces and for the one asked for.
fn scaled(parameters: &Parameters, mean: f64) -> String {
    let size = parameters.problem_size;
    let seconds = |size| format!("{}\u{a0}s", entered(size));
    if size == REFERENCE_SIZE {
        return say!(
            "The traces are scaled so that the whole load takes {} on one processor, on average.",
            milliseconds(mean)
        );
    }
    say!(
        "The traces are scaled so that the whole load takes {} on one processor, on average, for t = {}; for t = {}, as here, it takes {}.",
        milliseconds(mean),
        seconds(REFERENCE_SIZE),
        seconds(size),
        milliseconds(mean * size / REFERENCE_SIZE)
    )
}

/// The nodes that are slower or faster than in the traces, however those are scaled.
fn multiplied(parameters: &Parameters) -> Option<String> {
    let factors = node_factors::of(parameters).ok()?;
    let one = |(place, factor): &(usize, f64)| {
        say!("those of node {} by {}", place + 1, entered(*factor))
    };
    let all: Vec<String> = factors.iter().map(one).collect();
    let all = (!all.is_empty()).then(|| list(&all))?;
    Some(
        match parameters.trace_mean.is_some() || parameters.homogeneous {
            true => say!("After that, runtimes are multiplied: {all}."),
            false => say!("Runtimes are multiplied: {all}."),
        },
    )
}

/// The note on nodes made alike, on runtimes that this makes too short, and on nodes that it gives no variation.
fn alike(parameters: &Parameters, made: &Alike) -> String {
    let variation = parameters.variation;
    if made.never_vary(variation) {
        return word!("All nodes are rescaled to the same mean; their runtimes never vary, and rescaling gives them no variation.").into();
    }
    let percent = entered(100.0 * variation);
    let all = say!("All nodes are rescaled to the same mean and a variation of {percent}\u{a0}%");
    let short = (made.clipped > 0.0).then(|| {
        say!(
            "{} of the runtimes would be less than a thousandth of that mean, and are set to it (own choice)",
            rough_percent(made.clipped)
        )
    });
    let parts = [Some(all), short, constant(made, variation)];
    format!(
        "{}.",
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    )
}

/// The nodes that rescaling gives no variation; none where no node is so.
pub(super) fn constant(made: &Alike, variation: f64) -> Option<String> {
    (made.constant > 0 && variation > 0.0).then(|| {
        let nodes = count(
            made.constant,
            word!("node, whose runtimes never vary, keeps"),
            word!("nodes, whose runtimes never vary, keep"),
        );
        say!("{nodes} a variation of 0\u{a0}%")
    })
}

/// The meaning of a bound, where the report has one.
fn hindsight(parameters: &Parameters, outcomes: &Outcomes) -> Option<String> {
    let [fixed, dynamic, choice] = [
        Method::StaticHindsight,
        Method::DynamicHindsight,
        Method::Hindsight,
    ]
    .map(|method| outcomes.find(method).is_some());
    let dynamic = dynamic.then(|| match parameters.topic {
        Topic::Intervals => word!(
            "Dynamic balancing in hindsight (D*) is a lower bound of the computing time of all that set shares."
        ),
        _ => word!(
            "Perfect forecasts (D*) are a lower bound of the computing time of all that set shares."
        ),
    });
    let choice = choice.then(|| match parameters.replication {
        Replication::Dependent => word!(
            "The best choice in hindsight takes the better of dynamic balancing and the copies asked for in every iteration, and \
             switches for nothing: a lower bound of any choosing between the two."
        ),
        _ => word!(
            "The best choice in hindsight takes the better of dynamic balancing and the copies asked for in every step of as many \
             iterations as there are copies, and switches for nothing: a lower bound of any choosing between the two in such steps."
        ),
    });
    let star = word!("A star stands for hindsight, which no program has.");
    let said = [Some(star), dynamic, choice].into_iter().flatten();
    (fixed || dynamic.is_some() || choice.is_some()).then(|| sentences(said))
}

/// The mechanism of job replication.
fn replication(replication: Replication) -> &'static str {
    match replication {
        Replication::Thesis => {
            word!(
                "Replication as the thesis computes it: all copies of a job start together and end when the message \
                 of the first one arrives, even where a copy would have finished before."
            )
        }
        Replication::Causal => {
            word!(
                "Causal replication: every processor keeps its own clock, and a copy that finishes before the \
                 message arrives goes on at once."
            )
        }
        Replication::Dependent => {
            word!(
                "Dependent replication: all steps of an iteration meet the same runtimes; neither messages nor \
                 synchronisation take time, so its speedups are not comparable with measured ones."
            )
        }
    }
}

/// The speedups that are means of the runs’ own ratios; none where all are ratios of the mean run times.
fn ratios(topic: Topic) -> Option<&'static str> {
    match topic {
        Topic::Intervals => None,
        Topic::Processors => Some(word!(
            "In the table of strategies, the first speedup is the mean of the runs’ own ratios with its 95 % interval by Student’s t, the \
             second the ratio of the mean run times."
        )),
        _ => Some(word!(
            "The speedup is the mean of the runs’ own ratios with its 95 % interval by Student’s t; the ratio of the mean run times \
             is the thesis’ definition."
        )),
    }
}

/// The notes for a careful reader.
pub(super) fn notes(study: &Study, outcomes: &Outcomes) -> Vec<String> {
    let parameters = study.parameters();
    let mut notes = vec![say!(
        "{} of {} on {} of “{}”; every strategy meets the same nodes and the same times. The schedule shows the first run.",
        count(parameters.runs as usize, word!("run"), word!("runs")),
        count(
            parameters.iterations as usize,
            word!("iteration"),
            word!("iterations")
        ),
        match study.traces().nodes {
            1 => word!("the only node").to_owned(),
            nodes => say!(
                "{} of the {nodes} nodes, one for each processor,",
                parameters.processors
            ),
        },
        study.traces().name,
    )];
    notes.extend(parameters.trace_mean.map(|mean| scaled(parameters, mean)));
    notes.extend(study.alike().map(|made| alike(parameters, &made)));
    notes.extend(multiplied(parameters));
    let replicates = outcomes.all.iter().any(|one| one.method.replicates());
    if replicates {
        notes.push(replication(parameters.replication).into());
    }
    let copied = outcomes.shown.copies();
    if copied > 1 && parameters.replication != Replication::Dependent {
        notes.push(say!(
            "With {copied} copies a run has {}: an iteration meets as many of the nodes’ runtimes as there are copies, \
             and the times are scaled to all {} (Dobber 2006, equation 2.31).",
            count((parameters.iterations / copied) as usize, word!("iteration"), word!("iterations")),
            count(parameters.iterations as usize, word!("iteration"), word!("iterations")),
        ));
    }
    if outcomes.begins != parameters.first_shown {
        notes.push(say!(
            "The schedule has no iteration {}: it begins with its last one, iteration {}.",
            parameters.first_shown,
            outcomes.begins
        ));
    }
    notes.extend(strategy(parameters));
    notes.extend(hindsight(parameters, outcomes));
    notes.extend(prediction(parameters));
    if parameters.synchronisation == Scope::Neighbours {
        notes.push(
            word!("Only neighbours in the chain exchange data at the end of an iteration.").into(),
        );
    }
    if parameters.processors as usize == study.traces().nodes && parameters.runs > 1 {
        notes.push(
            word!("Every run uses all nodes: the intervals say nothing about other nodes.").into(),
        );
    }
    if replicates && !study.copies_tried().contains(&parameters.copies) {
        let reason = match parameters.processors.is_multiple_of(parameters.copies) {
            true => say!(
                "a run has only {}",
                count(
                    parameters.iterations as usize,
                    word!("iteration"),
                    word!("iterations")
                )
            ),
            false => say!(
                "they do not divide {}",
                count(
                    parameters.processors as usize,
                    word!("processor"),
                    word!("processors")
                )
            ),
        };
        notes.push(say!("{} copies are left out: {reason}.", parameters.copies));
    }
    notes.extend(ratios(parameters.topic).map(str::to_owned));
    notes
}
