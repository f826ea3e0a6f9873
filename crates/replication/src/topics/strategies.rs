//! All strategies on the same resources, as soon as each run is made.

use report::chart::{Axis, Bins, Series};
use report::number::fixed;
use report::words::{capital, list, number as number_word, percent};
use report::{Chart, Figure, Report, Sample};
use schedule::Schedule;

use super::notes::{self, every};
use super::outcomes::{Outcome, Outcomes};
use super::{blocks, charts, course, numbers, worlds};
use crate::parameters::{Parameters, Strategy};
use crate::speedup::Speedup;
use crate::study::{Method, Results, Study};

/// How many bins the histogram of iteration times has.
const BINS: usize = 40;

/// What all strategies came to.
pub(super) struct Findings<'a> {
    study: &'a Study,
    outcomes: Outcomes,
}

/// From what was measured: whoever runs studies makes them in parts.
pub(super) fn compute(study: &Study, results: Results) -> Findings<'_> {
    Findings {
        outcomes: Outcomes::of(study, results),
        study,
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self { study, outcomes } = self;
        let label = super::outcomes::label(outcomes.shown);
        let mut charts = vec![charts::speedups(outcomes)];
        charts.extend(iteration_times(outcomes, study.parameters().iterations));
        charts.extend(course::charts(&outcomes.first, &label));
        charts.extend(blocks::charts(&outcomes.first.blocks));
        Report {
            headline: headline(study, outcomes),
            why: why(study, outcomes),
            figures: figures(study, outcomes),
            charts,
            tables: vec![numbers::table(study, outcomes)],
            notes: notes::notes(study, outcomes.shown),
            traces: Some(study.traces().clone()),
            worlds: worlds::of(study, outcomes),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        numbers::samples(self.study, &self.outcomes)
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.outcomes.schedule)
    }
}

/// What happened, with the number that matters.
fn headline(study: &Study, outcomes: &Outcomes) -> String {
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
            let waiting = percent(main.waiting(), 0);
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
                number_word(number),
                comparison(speedup, "finish", "take")
            ),
        },
        Strategy::Speculate => than_equal("Copying late jobs".into(), "finishes", "takes"),
        Strategy::Adaptive => than_equal(
            format!(
                "Choosing between balancing and {} copies every {} iterations",
                number_word(parameters.copies).to_lowercase(),
                parameters.decide_every
            ),
            "finishes",
            "takes",
        ),
    }
}

/// Why it happened, and what another strategy would have given.
fn why(study: &Study, outcomes: &Outcomes) -> String {
    let parameters = study.parameters();
    if parameters.processors == 1 {
        return "Without a second processor there is nothing to balance, to replicate or to synchronise.".into();
    }
    let (Some(equal), Some(main)) = (outcomes.find(Method::Equal), outcomes.main()) else {
        return String::new();
    };
    let slowest = match &outcomes.slowest {
        // Worth a word where one node is slowest clearly more often than its turn.
        Some((name, often)) if *often > 1.5 / f64::from(parameters.processors) => {
            format!(", in the run shown mostly for {name}")
        }
        _ => String::new(),
    };
    let before = match parameters.strategy {
        Strategy::Equal => format!(
            "They wait for the slowest node{slowest}; synchronising takes {}.",
            percent(main.synchronising(), 0)
        ),
        _ => format!(
            "With equal shares, {} of the processors’ time is spent waiting for the slowest node{slowest}.",
            percent(equal.waiting(), 0)
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
fn spent(strategy: Strategy, equal: &Outcome, main: &Outcome) -> String {
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
        format!("{}{goes} {what}", percent(share, 0))
    })
    .collect();
    let waiting = percent(main.waiting(), 0);
    match costs.is_empty() {
        true => format!("{subject} {change} {waiting}."),
        false => format!("{subject} {change} {waiting}; {}.", list(&costs)),
    }
}

/// What the other way, balancing or copies, would have given.
fn other(parameters: &Parameters, outcomes: &Outcomes, shown: Method) -> String {
    let every = every(parameters.rebalance_every);
    let speedup = |outcome: &Outcome| fixed(outcome.speedup.mean_of_ratios, 2);
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
                number_word(number).to_lowercase(),
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

/// What the run came to, in four to six numbers.
fn figures(study: &Study, outcomes: &Outcomes) -> Vec<Figure> {
    let parameters = study.parameters();
    let (Some(equal), Some(main)) = (outcomes.find(Method::Equal), outcomes.main()) else {
        return Vec::new();
    };
    let (iteration, half) = numbers::iteration_time(&main.measured, parameters.iterations);
    let share = |key: &str, name: &str, share| Figure::share(key, name, share);
    let mut waiting = share("waiting", "Waiting", main.waiting());
    if parameters.strategy != Strategy::Equal {
        waiting = waiting.beside(format!("was {}", percent(equal.waiting(), 0)));
    }
    let mut out = vec![
        Figure::number(
            "speedup",
            "Speedup over equal shares",
            main.speedup.mean_of_ratios,
        )
        .within(main.speedup.half_width),
        Figure::time("iteration_time", "Iteration time", iteration).within(half),
        waiting,
    ];
    let discarded = || share("discarded", "Work thrown away", main.discarded());
    let rescheduling = || share("rescheduling", "Rescheduling", main.rescheduling());
    match parameters.strategy {
        Strategy::Equal => {}
        Strategy::Replicate | Strategy::ReplicateBest | Strategy::Speculate => {
            out.push(discarded());
        }
        Strategy::Static
        | Strategy::StaticHindsight
        | Strategy::Dynamic
        | Strategy::DynamicHindsight => out.push(rescheduling()),
        Strategy::Adaptive => out.extend([discarded(), rescheduling()]),
    }
    let tried: Vec<_> = study.copies_tried().iter().map(u32::to_string).collect();
    let best = outcomes
        .best_replicated()
        .map_or(1, |best| best.method.copies());
    let best = Figure::count("best_copies", "Best number of copies", best.into());
    out.push(best.beside(format!("of {}", tried.join(", "))));
    out
}

/// How much the runs differ.
fn iteration_times(outcomes: &Outcomes, iterations: u32) -> Option<Chart> {
    let per_iteration = |outcome: &Outcome| -> Vec<f64> {
        let totals = outcome.measured.totals.iter();
        totals.map(|total| total / f64::from(iterations)).collect()
    };
    let (equal, main) = (outcomes.find(Method::Equal)?, outcomes.main()?);
    let (before, after) = (per_iteration(equal), per_iteration(main));
    let bins = Bins::over(BINS, before.iter().chain(&after).copied());
    let mut series = vec![Series::histogram(&main.label, &bins, &after, true)];
    if main.method != Method::Equal {
        series.push(Series::histogram(&equal.label, &bins, &before, false));
    }
    Some(Chart::new(
        "iteration_times",
        "How much do the runs differ?",
        Axis::time("iteration time"),
        Axis::count("runs"),
        series,
    ))
}
