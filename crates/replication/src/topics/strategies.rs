//! All strategies on the same resources.

use report::chart::{Axis, Bins, Series};
use report::evidence::{Evidence, Verdict, WOULD_TAKE, factor, same};
use report::words::{
    capital, count, list, number as number_word, plural, rough_percent, sentences,
};
use report::{Chart, Figure, Layout, Report, Sample, Scene};
use schedule::Schedule;
use words::{say, word};

use super::notes::{self, every};
use super::outcomes::{Outcome, Outcomes, level};
use super::{blocks, charts, communication, course, nodes, numbers, worlds};
use crate::parameters::{Parameters, Replication, Strategy};
use crate::study::{Method, Results, Study};

/// The number of bins of the histogram of iteration times.
const BINS: usize = 40;

/// The outcomes of all strategies.
pub(super) struct Findings<'a> {
    study: &'a Study,
    outcomes: Outcomes,
}

/// The findings on the results of a study, which programs run in parts.
pub(super) fn compute(study: &Study, results: Results) -> Findings<'_> {
    Findings {
        outcomes: Outcomes::of(study, results),
        study,
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self { study, outcomes } = self;
        let mut charts = vec![charts::speedups(outcomes)];
        charts.extend(iteration_times(outcomes, study.parameters().iterations));
        charts.extend(nodes::chart(study.parameters(), &outcomes.first));
        charts.extend(course::charts(&outcomes.first, outcomes.shown));
        charts.extend(blocks::charts(&outcomes.first.blocks));
        // Methods that are equal by definition are equal in every run.
        let differs = outcomes
            .against(Method::Equal, outcomes.shown)
            .is_some_and(|evidence| evidence.verdict() != Verdict::Equal);
        let (headline, why) = notes::of_runs(
            study.parameters(),
            differs,
            headline(study, outcomes),
            why(study, outcomes),
        );
        let report = Report {
            layout: Layout::schedule_then(&["speedup"])
                .beneath(&["nodes"])
                .folding(&["first_run_iterations", "cumulative_time"]),
            headline,
            why,
            figures: figures(study, outcomes),
            charts,
            tables: vec![numbers::table(study, outcomes)],
            notes: notes::notes(study, outcomes),
            traces: Some(study.traces().clone()),
            worlds: worlds::of(study, outcomes),
            winner: worlds::winner(study, outcomes),
            scene: Some(scene(study)),
            asked: outcomes.told.asked.clone(),
            ..Report::default()
        };
        communication::heads(report, study, outcomes)
    }

    fn samples(&self) -> Vec<Sample> {
        numbers::samples(self.study, &self.outcomes)
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.outcomes.schedule)
    }
}

/// The machine, in a sentence.
fn scene(study: &Study) -> Scene {
    Scene::new(say!(
        "A program on {} ends an iteration when all its jobs are done.",
        count(
            study.parameters().processors as usize,
            word!("processor"),
            word!("processors")
        )
    ))
}

/// The outcome in a sentence, with the number that matters.
fn headline(study: &Study, outcomes: &Outcomes) -> String {
    let parameters = study.parameters();
    let Some(main) = outcomes.main() else {
        return String::new();
    };
    let than_equal = |subject: String, take: &str| {
        let evidence = outcomes.against(Method::Equal, main.method);
        evidence.map_or_else(String::new, |evidence| {
            say!("{subject} {} equal shares", evidence.pace(take))
        })
    };
    let every = every(parameters.rebalance_every);
    match parameters.strategy {
        _ if parameters.processors == 1 => word!("One processor waits for nobody").into(),
        Strategy::Equal => match main.waiting() {
            0.0 => word!("With equal shares, no processor waits").into(),
            waiting => say!(
                "With equal shares, {} of the processors’ time is spent waiting",
                rough_percent(waiting)
            ),
        },
        Strategy::Static if parameters.cold_iterations == 0 => {
            word!("Without rebalancing, shares stay equal").into()
        }
        Strategy::Static => than_equal(word!("Setting the shares once").into(), "takes"),
        Strategy::StaticHindsight => than_equal(
            word!("Setting the shares once, with knowledge of the whole run,").into(),
            WOULD_TAKE,
        ),
        Strategy::Dynamic => than_equal(say!("Rebalancing {every}"), "takes"),
        Strategy::DynamicHindsight => than_equal(
            word!("Rebalancing with perfect forecasts").into(),
            WOULD_TAKE,
        ),
        Strategy::Replicate | Strategy::ReplicateBest => replicated(parameters, outcomes, main),
        Strategy::Speculate => than_equal(word!("Copying late jobs").into(), "takes"),
        Strategy::Own => than_equal(word!("Your own strategy").into(), "takes"),
        Strategy::Adaptive => than_equal(
            say!(
                "Choosing between balancing and {}{} {}",
                copies(parameters.copies).to_lowercase(),
                match parameters.replication {
                    Replication::Dependent => word!(" without messages"),
                    _ => "",
                },
                super::notes::every(parameters.decide_every)
            ),
            "takes",
        ),
    }
}

/// "Two copies of each job".
pub(super) fn copies_of_each(number: u32) -> String {
    say!("{} of each job", copies(number))
}

/// "Two copies".
pub(super) fn copies(number: u32) -> String {
    let noun = plural(f64::from(number), word!("copy"), word!("copies"));
    format!("{} {noun}", number_word(number))
}

/// Copies against one copy of each job, which meets the same messages.
fn replicated(parameters: &Parameters, outcomes: &Outcomes, main: &Outcome) -> String {
    let number = main.method.copies();
    if number == 1 {
        let equal = outcomes.against(Method::Equal, main.method);
        let same = equal.is_some_and(|equal| equal.verdict() == Verdict::Equal);
        let gains = |one: &Outcome| {
            let evidence = outcomes.against(main.method, one.method);
            evidence.is_some_and(|evidence| evidence.verdict() == Verdict::Faster)
        };
        return match equal {
            _ if parameters.strategy == Strategy::ReplicateBest
                && !outcomes.replicated().any(gains) =>
            {
                word!("No number of copies is clearly faster than one").into()
            }
            Some(equal) if !same => {
                let mode = match parameters.replication {
                    Replication::Dependent => word!(", without messages,"),
                    _ => "",
                };
                say!(
                    "One copy of each job{mode} {} equal shares",
                    equal.pace("takes")
                )
            }
            _ => word!("One copy of each job is the same as equal shares").into(),
        };
    }
    let evidence = outcomes.against(Method::Replicate(1), main.method);
    evidence.map_or_else(String::new, |evidence| {
        say!("{} {} one", copies_of_each(number), evidence.pace("take"))
    })
}

/// The reason of the outcome, and the gain of another strategy.
fn why(study: &Study, outcomes: &Outcomes) -> String {
    let parameters = study.parameters();
    if parameters.processors == 1 {
        return word!("Without a second processor there is nothing to balance, to replicate or to synchronise.").into();
    }
    let (Some(equal), Some(main)) = (outcomes.find(Method::Equal), outcomes.main()) else {
        return String::new();
    };
    let slowest = match &outcomes.slowest {
        Some((name, often)) => say!(
            ", most often {name} in the run shown ({} of its iterations)",
            rough_percent(*often)
        ),
        None => String::new(),
    };
    let before = match (parameters.strategy, equal.waiting()) {
        (Strategy::Equal, 0.0) => match main.synchronising() {
            0.0 => word!("All end their shares together.").into(),
            share => say!("Synchronising takes {}.", rough_percent(share)),
        },
        (_, 0.0) => word!("With equal shares, no processor waits.").into(),
        (Strategy::Equal, _) => say!(
            "They wait for the slowest node{slowest}; synchronising takes {}.",
            rough_percent(main.synchronising())
        ),
        (_, waiting) => say!(
            "With equal shares, {} of the processors’ time is spent waiting for the slowest node{slowest}.",
            rough_percent(waiting)
        ),
    };
    let cold = parameters.cold_iterations;
    let never_set = cold == 0 || cold >= parameters.iterations;
    let never_set = main.method == Method::Static && never_set;
    // Copies without messages are compared with one copy, whose waiting is not that of equal shares.
    let alike = main.method.copies() == 1 || parameters.replication != Replication::Dependent;
    let differs = main.method != Method::Equal && main.method != Method::Replicate(1) && !never_set;
    sentences([
        before,
        match differs && alike {
            true => spent(parameters, equal, main),
            false => String::new(),
        },
        other(parameters, outcomes, main.method),
    ])
}

/// The effect of the strategy on waiting, and its cost.
fn spent(parameters: &Parameters, equal: &Outcome, main: &Outcome) -> String {
    let (subject, several) = match parameters.strategy {
        Strategy::Replicate | Strategy::ReplicateBest => (word!("Copies"), true),
        Strategy::Speculate => (word!("Help for late jobs"), false),
        Strategy::Adaptive => (word!("The choice"), false),
        Strategy::Own => (word!("Your strategy"), false),
        Strategy::Static => (word!("Shares that follow the first speeds"), true),
        Strategy::StaticHindsight => (word!("Shares that follow the mean speeds"), true),
        Strategy::Equal | Strategy::Dynamic => {
            (word!("Shares that follow the predicted speeds"), true)
        }
        Strategy::DynamicHindsight => (word!("Shares that follow every speed at once"), true),
    };
    let (before, after) = (
        rough_percent(equal.waiting()),
        rough_percent(main.waiting()),
    );
    let (same, less) = (before == after, main.waiting() < equal.waiting());
    // A share of a run that takes longer is not always less time, nor a larger one always more.
    let time = |outcome: &Outcome| outcome.waiting() * statistics::mean(&outcome.measured.totals);
    let contrary = match less {
        true => time(main) > time(equal) * (1.0 + 1e-9),
        false => time(main) < time(equal) * (1.0 - 1e-9),
    };
    let change = match (equal.waiting(), main.waiting(), several) {
        (0.0, 0.0, true) => say!("{subject} have no waiting to cut"),
        (0.0, 0.0, false) => say!("{subject} has no waiting to cut"),
        (0.0, _, true) => say!("{subject} bring {after} of waiting"),
        (0.0, _, false) => say!("{subject} brings {after} of waiting"),
        (_, _, true) if same => say!("{subject} leave it at {after}"),
        (_, _, false) if same => say!("{subject} leaves it at {after}"),
        (_, _, true) if less && contrary => {
            say!(
                "{subject} make processors wait longer, though that is only {after} of a longer run"
            )
        }
        (_, _, false) if less && contrary => {
            say!(
                "{subject} makes processors wait longer, though that is only {after} of a longer run"
            )
        }
        (_, _, true) if contrary => {
            say!("{subject} let processors wait less, though that is {after} of a shorter run")
        }
        (_, _, false) if contrary => {
            say!("{subject} lets processors wait less, though that is {after} of a shorter run")
        }
        (_, _, true) if less => say!("{subject} cut it to {after}"),
        (_, _, false) if less => say!("{subject} cuts it to {after}"),
        (_, _, true) => say!("{subject} raise it to {after}"),
        (_, _, false) => say!("{subject} raises it to {after}"),
    };
    let costs: Vec<_> = [
        (main.discarded(), word!("to copies that are killed")),
        (main.rescheduling(), word!("to setting shares anew")),
        (main.synchronising(), word!("to synchronising")),
    ]
    .into_iter()
    .filter(|(share, _)| *share >= 0.005)
    .enumerate()
    .map(
        |(place, (share, what))| match (place, rough_percent(share)) {
            (0, share) => say!("{share} goes {what}"),
            (_, share) => format!("{share} {what}"),
        },
    )
    .collect();
    match costs.is_empty() {
        true => format!("{change}."),
        false => format!("{change}; {}.", list(&costs)),
    }
}

/// The gain of the other way, balancing or copies.
fn other(parameters: &Parameters, outcomes: &Outcomes, shown: Method) -> String {
    // Copies without messages are not comparable with balancing, which pays for them.
    let comparable = parameters.replication != Replication::Dependent;
    let copies_shown = shown.copies() > 1;
    let balances = shown == Method::Dynamic;
    let balancing = outcomes.against(Method::Equal, Method::Dynamic);
    let balancing = balancing.filter(|_| !balances && (comparable || !copies_shown));
    let balancing = balancing.map(|evidence| {
        let every = every(parameters.rebalance_every);
        say!(
            "rebalancing {every} {} equal shares",
            evidence.pace(WOULD_TAKE)
        )
    });
    let best = outcomes.best_copies().filter(|_| !copies_shown);
    let best = best.and_then(|best| {
        let evidence = outcomes.against(Method::Replicate(1), best.method)?;
        Some(say!(
            "{} {} one",
            copies_of_each(best.method.copies()).to_lowercase(),
            evidence.pace(WOULD_TAKE)
        ))
    });
    let said: Vec<String> = [balancing, best].into_iter().flatten().collect();
    match said.is_empty() {
        true => String::new(),
        false => capital(&format!("{}.", said.join(", and "))),
    }
}

/// The outcome of the run in four to six numbers.
fn figures(study: &Study, outcomes: &Outcomes) -> Vec<Figure> {
    let parameters = study.parameters();
    let (Some(equal), Some(main)) = (outcomes.find(Method::Equal), outcomes.main()) else {
        return Vec::new();
    };
    let (iteration, half) = numbers::iteration_time(&main.measured, parameters.iterations);
    let share = |key: &str, name: &str, share| Figure::share(key, name, share);
    let mut waiting = share("waiting", word!("Waiting"), main.waiting());
    if parameters.strategy != Strategy::Equal {
        waiting = waiting.beside(say!("was {}", rough_percent(equal.waiting())));
    }
    let mut speedup = Figure::number(
        "speedup",
        word!("Speedup over equal shares"),
        main.speedup.mean_of_ratios,
    )
    .within(main.speedup.half_width);
    // Without messages, even one copy is faster than equal shares: the gain of copies shows beside one copy.
    if let Some(one) = outcomes.find(Method::Replicate(1))
        && main.method.copies() > 1
        && !same(one.speedup.mean_of_ratios, 1.0)
    {
        speedup = speedup.beside(say!("one copy {}", factor(one.speedup.mean_of_ratios)));
    }
    let mut out = vec![
        speedup,
        Figure::time("iteration_time", word!("Iteration time"), iteration).within(half),
        waiting,
    ];
    let discarded = || share("discarded", word!("Work thrown away"), main.discarded());
    let rescheduling = || share("rescheduling", word!("Rescheduling"), main.rescheduling());
    match parameters.strategy {
        Strategy::Equal => {}
        Strategy::Replicate | Strategy::ReplicateBest | Strategy::Speculate => {
            out.push(discarded());
        }
        Strategy::Static
        | Strategy::StaticHindsight
        | Strategy::Dynamic
        | Strategy::DynamicHindsight => out.push(rescheduling()),
        Strategy::Adaptive | Strategy::Own => out.extend([discarded(), rescheduling()]),
    }
    out.push(best_copies(study, outcomes));
    out
}

/// The number of copies with the highest speedup, and those with no clear difference from it.
fn best_copies(study: &Study, outcomes: &Outcomes) -> Figure {
    let tried: Vec<_> = study.copies_tried().iter().map(u32::to_string).collect();
    let tried = tried.join(", ");
    let of = match study.parameters().runs {
        1 => say!("of {tried}, in the only run"),
        _ => say!("of {tried}"),
    };
    let all: Vec<&Outcome> = outcomes.replicated().collect();
    let best = outcomes
        .best_replicated()
        .map_or(1, |best| best.method.copies());
    let place = all.iter().position(|one| one.method.copies() == best);
    let ways: Vec<&[f64]> = all
        .iter()
        .map(|one| one.measured.totals.as_slice())
        .collect();
    let ties = place.map_or_else(Vec::new, |place| level(&ways, place, Evidence::of));
    let ties = ties.into_iter().filter_map(|at| all.get(at));
    let ties: Vec<_> = ties.map(|one| one.method.copies().to_string()).collect();
    let figure = Figure::count("best_copies", word!("Best number of copies"), best.into());
    figure.beside(match ties.is_empty() {
        true => of,
        false => say!("{of}; no clear difference from {}", list(&ties)),
    })
}

/// The spread of the runs.
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
        word!("How much do the runs differ?"),
        Axis::time(word!("iteration time")),
        Axis::count(word!("runs")),
        series,
    ))
}
