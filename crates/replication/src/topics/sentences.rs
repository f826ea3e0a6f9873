//! The headline, the reason and the notes.

use forecast::Method as Forecast;
use report::figure::Unit;
use report::number::{fixed, with_unit};

use report::words::capital;

use super::outcomes::{Outcome, Outcomes};
use super::percent;
use crate::parameters::{Parameters, Replication, Scope, Strategy};
use crate::speedup::Speedup;
use crate::study::{Method, Study};

/// What happened, with the number that matters.
pub(super) fn headline(study: &Study, outcomes: &Outcomes<'_>) -> String {
    let parameters = study.parameters();
    let Some(main) = outcomes.main() else {
        return String::new();
    };
    let speedup = &main.speedup;
    let than_equal = |subject: String, finish: &str, take: &str| {
        format!(
            "{subject} {} equal shares",
            comparison(speedup, finish, take)
        )
    };
    let every = every(parameters.rebalance_every);
    match parameters.strategy {
        _ if parameters.processors == 1 => "One processor waits for nobody".into(),
        Strategy::Equal => {
            let waiting = percent(main.waiting());
            format!("With equal shares, {waiting} of the processors’ time is spent waiting")
        }
        Strategy::Static if parameters.cold_iterations == 0 => {
            "Shares that are never set are equal shares".into()
        }
        Strategy::Static => than_equal("Setting the shares once".into(), "finishes", "takes"),
        Strategy::StaticHindsight => than_equal(
            "Setting the shares once, by all that the run will bring,".into(),
            "would finish",
            "would take",
        ),
        Strategy::Dynamic => than_equal(format!("Rebalancing {every}"), "finishes", "takes"),
        Strategy::DynamicHindsight => than_equal(
            "Rebalancing with perfect forecasts".into(),
            "would finish",
            "would take",
        ),
        Strategy::Replicate | Strategy::ReplicateBest => match main.method.copies() {
            1 if parameters.strategy == Strategy::ReplicateBest => {
                "No number of copies is better than one".into()
            }
            1 => "One copy of each job is the same as equal shares".into(),
            number => format!(
                "{} copies of each job {} one",
                count(number),
                comparison(speedup, "finish", "take")
            ),
        },
        Strategy::Speculate => than_equal("Copying late jobs".into(), "finishes", "takes"),
        Strategy::Adaptive => than_equal(
            format!(
                "Choosing between balancing and {} copies every {} iterations",
                count(parameters.copies).to_lowercase(),
                parameters.decide_every
            ),
            "finishes",
            "takes",
        ),
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
    let (Some(equal), Some(main)) = (outcomes.find(Method::Equal), outcomes.main()) else {
        return String::new();
    };
    let slowest = match slowest {
        // Worth a word where one node is slowest clearly more often than its turn.
        Some((name, often)) if *often > 1.5 / f64::from(parameters.processors) => {
            format!(", in the run shown mostly for {name}")
        }
        _ => String::new(),
    };
    let before = match parameters.strategy {
        Strategy::Equal => format!(
            "They wait for the slowest node{slowest}; synchronising takes {}.",
            percent(main.synchronising())
        ),
        _ => format!(
            "With equal shares, {} of the processors’ time is spent waiting for the slowest node{slowest}.",
            percent(equal.waiting())
        ),
    };
    let mut out = vec![before];
    let never_set = main.method == Method::Static && parameters.cold_iterations == 0;
    if main.method != Method::Equal && main.method != Method::Replicate(1) && !never_set {
        out.push(spent(parameters.strategy, equal, main));
    }
    out.push(other(parameters, outcomes, main.method));
    out.join(" ")
}

/// What the strategy does to waiting, and what it costs.
fn spent(strategy: Strategy, equal: &Outcome<'_>, main: &Outcome<'_>) -> String {
    let subject = match strategy {
        Strategy::Replicate | Strategy::ReplicateBest => "Copies",
        Strategy::Speculate => "Help for late jobs",
        Strategy::Adaptive => "The choice",
        Strategy::Static => "Shares that follow the first speeds",
        Strategy::StaticHindsight => "Shares that follow the mean speeds",
        Strategy::Equal | Strategy::Dynamic => "Shares that follow the predicted speeds",
        Strategy::DynamicHindsight => "Shares that follow every speed at once",
    };
    let plural = subject == "Copies" || subject.starts_with("Shares");
    let change = match (main.waiting() < equal.waiting(), plural) {
        (true, true) => "cut that to",
        (true, false) => "cuts that to",
        (false, true) => "make that",
        (false, false) => "makes that",
    };
    let costs: Vec<_> = [
        (main.discarded(), "to copies that are killed"),
        (main.rescheduling(), "to setting shares anew"),
        (main.synchronising(), "to synchronising"),
    ]
    .into_iter()
    .filter(|(share, _)| *share >= 0.005)
    .enumerate()
    .map(|(place, (share, what))| {
        let goes = if place == 0 { " goes" } else { "" };
        format!("{}{goes} {what}", percent(share))
    })
    .collect();
    let waiting = percent(main.waiting());
    match costs.split_last() {
        None => format!("{subject} {change} {waiting}."),
        Some((last, [])) => format!("{subject} {change} {waiting}; {last}."),
        Some((last, first)) => {
            format!(
                "{subject} {change} {waiting}; {} and {last}.",
                first.join(", ")
            )
        }
    }
}

/// What the other way, balancing or copies, would have given.
fn other(parameters: &Parameters, outcomes: &Outcomes<'_>, shown: Method) -> String {
    let every = every(parameters.rebalance_every);
    let speedup = |outcome: &Outcome<'_>| fixed(outcome.speedup.mean_of_ratios, 2);
    let balancing = outcomes.find(Method::Dynamic).map(|dynamic| {
        format!(
            "rebalancing {every} would give a speedup of {}",
            speedup(dynamic)
        )
    });
    let best = outcomes
        .best_replicated()
        .map(|best| match best.method.copies() {
            1 => "copies of jobs would not help".to_owned(),
            number => format!(
                "{} copies of each job would give one of {}",
                count(number).to_lowercase(),
                speedup(best)
            ),
        });
    let said = match shown {
        Method::Dynamic => [
            None,
            best.map(|best| best.replace("give one of", "give a speedup of")),
        ],
        Method::Replicate(copies) if copies > 1 => [balancing, None],
        _ => [balancing, best],
    };
    let said: Vec<String> = said.into_iter().flatten().collect();
    capital(&format!("{}.", said.join(", and ")))
}

pub(super) fn every(iterations: u32) -> String {
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
        None if parameters.predictor == Forecast::default() => return None,
        None => String::new(),
    };
    Some(format!(
        "Balancing predicts runtimes by {}{plan}; it never expects less than the shortest runtime so far.",
        parameters.predictor.name()
    ))
}

/// How the strategy shown works, where the words on the page do not say it.
fn strategy(parameters: &Parameters) -> Option<String> {
    match parameters.strategy {
        Strategy::Speculate => Some(format!(
            "Speculation is not in the thesis. Groups have {} neighbours; who is done helps, but not before {} mean runtimes \
             of an equal share, with the job that has the fewest copies, and takes as long as for a share of its own.",
            parameters.copies,
            fixed(parameters.delay, 2),
        )),
        Strategy::Adaptive => Some(format!(
            "The adaptive strategy begins with balancing. After every {} iterations it fits the iteration times of both \
             strategies to Y, the computing time of an iteration at the mean speeds of those iterations, and takes the one \
             with the lower line at the last Y (Dobber 2006, section 6.3). A switch to copies takes {} rescheduling times, a \
             switch back {}.",
            parameters.decide_every,
            fixed(parameters.switch_to_replication, 1),
            fixed(parameters.switch_to_balancing, 1),
        )),
        _ => None,
    }
}

/// What a careful reader should know.
pub(super) fn notes(study: &Study, shown: Method) -> Vec<String> {
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
    let copied = shown.copies();
    if copied > 1 && parameters.replication != Replication::Dependent {
        notes.push(format!(
            "With {copied} copies the schedule has {} iterations: each of them meets as many of the nodes’ runtimes as there \
             are copies, and the times are scaled to all {} iterations (Dobber 2006, equation 2.31).",
            fixed(f64::from(parameters.iterations / copied), 0),
            fixed(f64::from(parameters.iterations), 0),
        ));
    }
    notes.extend(strategy(parameters));
    notes.push(
        "A star stands for hindsight, which no program has. “Dynamic*” is a lower bound of the computing time of all that \
         set shares. “Choice*” takes the better of dynamic balancing and the copies asked for in every step of as many \
         iterations as there are copies, and switches for nothing: a lower bound of any choosing between the two in such \
         steps."
            .into(),
    );
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
