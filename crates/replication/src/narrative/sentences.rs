//! The headline, the reason and the notes.

use forecast::Method;
use report::figure::Unit;
use report::number::{fixed, with_unit};

use super::{Outcomes, percent};
use crate::parameters::{Parameters, Replication, Scope, Strategy};
use crate::speedup::Speedup;
use crate::study::Study;

/// What happened, with the number that matters.
pub(super) fn headline(study: &Study, outcomes: &Outcomes<'_>) -> String {
    let parameters = study.parameters();
    let speedup = &outcomes.main().speedup;
    match parameters.strategy {
        _ if parameters.processors == 1 => "One processor waits for nobody".into(),
        Strategy::Equal => {
            let waiting = percent(outcomes.equal.waiting());
            format!("With equal shares, {waiting} of the processors’ time is spent waiting")
        }
        Strategy::Dynamic => {
            let every = every(parameters.rebalance_every);
            format!(
                "Rebalancing {every} {} equal shares",
                comparison(speedup, "finishes", "takes")
            )
        }
        Strategy::Replicate if parameters.copies == 1 => {
            "One copy of each job is the same as equal shares".into()
        }
        _ => {
            format!(
                "{} copies of each job {} one",
                count(parameters.copies),
                comparison(speedup, "finish", "take")
            )
        }
    }
}

/// Why it happened, and what another strategy would have given.
pub(super) fn why(
    study: &Study,
    outcomes: &Outcomes<'_>,
    slowest: Option<&(String, f64)>,
) -> String {
    let parameters = study.parameters();
    if parameters.processors == 1 {
        return "Without a second processor there is nothing to balance, to replicate or to synchronise.".into();
    }
    let slowest = match slowest {
        // Worth a word where one node is slowest clearly more often than its turn.
        Some((name, often)) if *often > 1.5 / f64::from(parameters.processors) => {
            format!(", in the run shown mostly for {name}")
        }
        _ => String::new(),
    };
    let before = match parameters.strategy {
        Strategy::Equal => format!("They wait for the slowest node{slowest}."),
        _ => format!(
            "With equal shares, {} of the processors’ time is spent waiting for the slowest node{slowest}.",
            percent(outcomes.equal.waiting())
        ),
    };
    let speedup = |speedup: &Speedup| fixed(speedup.mean_of_ratios, 2);
    let every = every(parameters.rebalance_every);
    let balancing = speedup(&outcomes.dynamic.speedup);
    let best = outcomes.best_replicated();
    let main = outcomes.main();
    let after = match parameters.strategy {
        Strategy::Equal if best.copies() > 1 => format!(
            "Rebalancing {every} would give a speedup of {balancing}, and {} copies of each job one of {}.",
            count(best.copies()).to_lowercase(),
            speedup(&best.speedup)
        ),
        Strategy::Equal => {
            format!(
                "Rebalancing {every} would give a speedup of {balancing}; copies of jobs would not help."
            )
        }
        Strategy::Dynamic => format!(
            "Shares that follow the predicted speeds cut that to {}, and setting them anew takes {}.",
            percent(main.waiting()),
            percent(main.rescheduling())
        ),
        Strategy::Replicate if parameters.copies == 1 => {
            format!("Rebalancing {every} would give a speedup of {balancing}.")
        }
        _ => format!(
            "Copies cut that to {} and throw {} of the time away; rebalancing {every} would give a speedup of {balancing}.",
            percent(main.waiting()),
            percent(main.discarded())
        ),
    };
    format!("{before} {after}")
}

fn every(iterations: u32) -> String {
    if iterations == 1 {
        "after every iteration".into()
    } else {
        format!("every {iterations} iterations")
    }
}

/// "finish 1.9 times sooner than", "take 1.3 times as long as", or neither where the interval holds 1.
fn comparison(speedup: &Speedup, finish: &str, take: &str) -> String {
    // A single run has no interval, and nothing speaks against its ratio.
    let clear = speedup
        .interval()
        .is_none_or(|interval| interval.low > 1.0 || interval.high < 1.0);
    let factor = |value: f64| fixed(value, if value < 10.0 { 2 } else { 1 });
    match speedup.mean_of_ratios {
        ratio if clear && ratio >= 1.005 => format!("{finish} {} times sooner than", factor(ratio)),
        ratio if clear && ratio <= 0.995 => {
            format!("{take} {} times as long as", factor(1.0 / ratio))
        }
        _ => format!("{take} about as long as"),
    }
}

fn count(number: u32) -> String {
    let words = [
        "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
    ];
    words
        .get(number as usize)
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// How balancing predicts, where it is not the usual way.
fn prediction(parameters: &Parameters) -> Option<String> {
    let plan = match parameters.quantile {
        Some(share) => format!(
            ", and follows what {} of the runtimes should stay below",
            percent(share)
        ),
        None if parameters.predictor == Method::default() => return None,
        None => String::new(),
    };
    Some(format!(
        "Balancing predicts runtimes by {}{plan}; it never expects less than the shortest runtime so far.",
        parameters.predictor.name()
    ))
}

/// What a careful reader should know.
pub(super) fn notes(study: &Study) -> Vec<String> {
    let parameters = study.parameters();
    let mut notes = vec![format!(
        "{} runs of {} iterations on {} of the {} nodes of “{}”; every strategy meets the same nodes and the same \
         times. The schedule shows the first run.",
        fixed(f64::from(parameters.runs), 0),
        fixed(f64::from(parameters.iterations), 0),
        parameters.processors,
        study.traces().nodes,
        study.traces().name,
    )];
    if let Some(mean) = parameters.trace_mean {
        notes.push(format!(
            "The traces are scaled so that the whole load takes {} on one processor, on average.",
            with_unit(mean, Unit::Milliseconds, None)
        ));
    }
    notes.push(
        match parameters.replication {
            Replication::Thesis => {
                "Replication as the thesis computes it: all copies of a job start together and end when the message \
                 of the first one arrives, even where a copy would have finished before."
            }
            Replication::Causal => {
                "Causal replication: every processor keeps its own clock, and a copy that finishes before the \
                 message arrives goes on at once."
            }
            Replication::Dependent => {
                "Dependent replication: all steps of an iteration meet the same runtimes; neither messages nor \
                 synchronisation take time, so its speedups are not comparable with measured ones."
            }
        }
        .into(),
    );
    let copied = parameters.strategy == Strategy::Replicate && parameters.copies > 1;
    if copied && parameters.replication != Replication::Dependent {
        notes.push(format!(
            "With {} copies the schedule has {} iterations: each of them meets as many of the nodes’ runtimes as there \
             are copies, and the times are scaled to all {} iterations (Dobber 2006, equation 2.31).",
            parameters.copies,
            fixed(f64::from(parameters.iterations / parameters.copies), 0),
            fixed(f64::from(parameters.iterations), 0),
        ));
    }
    notes.extend(prediction(parameters));
    if parameters.synchronisation == Scope::Neighbours {
        notes.push("Only neighbours in the chain exchange data at the end of an iteration.".into());
    }
    if parameters.processors as usize == study.traces().nodes && parameters.runs > 1 {
        notes.push(
            "Every run uses all nodes, so the runs differ in rescheduling times alone and the intervals say nothing \
             about other nodes."
                .into(),
        );
    }
    if !parameters.processors.is_multiple_of(parameters.copies) {
        notes.push(format!(
            "{} copies are left out: they do not divide {} processors.",
            parameters.copies, parameters.processors
        ));
    }
    notes.push(
        "The speedup is the mean of the runs' own ratios with 1.96 standard errors; the ratio of the mean run times \
         is the thesis' definition."
            .into(),
    );
    notes
}
