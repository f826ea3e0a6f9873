//! Figures of merit, samples and the table.

use report::figure::Unit;
use report::table::Cell;
use report::{Figure, Sample, Table};
use trace::statistics::mean_and_half_width;

use super::outcomes::{Outcome, Outcomes};
use super::percent;
use crate::iterations::Spent;
use crate::parameters::Strategy;
use crate::study::{Measured, Method, Study};

/// What the run came to, in four to six numbers.
pub(super) fn figures(study: &Study, outcomes: &Outcomes<'_>) -> Vec<Figure> {
    let parameters = study.parameters();
    let (Some(equal), Some(main)) = (outcomes.find(Method::Equal), outcomes.main()) else {
        return Vec::new();
    };
    let (iteration, half) = iteration_time(main.measured, parameters.iterations);
    let share = |key: &str, name: &str, share| Figure::new(key, name, share, Unit::Share);
    let mut waiting = share("waiting", "Waiting", main.waiting());
    if parameters.strategy != Strategy::Equal {
        waiting = waiting.beside(format!("was {}", percent(equal.waiting())));
    }
    let mut out = vec![
        Figure::new(
            "speedup",
            "Speedup over equal shares",
            main.speedup.mean_of_ratios,
            Unit::One,
        )
        .within(main.speedup.half_width),
        Figure::new(
            "iteration_time",
            "Iteration time",
            iteration,
            Unit::Milliseconds,
        )
        .within(half),
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
    let best = Figure::new(
        "best_copies",
        "Best number of copies",
        best.into(),
        Unit::Count,
    );
    out.push(best.beside(format!("of {}", tried.join(", "))));
    out
}

/// What each run came to: its iteration time, its speedup, and the shares of the processors' time that it lost.
pub(super) fn samples(study: &Study, outcomes: &Outcomes<'_>) -> Vec<Sample> {
    let (Some(equal), Some(main)) = (outcomes.find(Method::Equal), outcomes.main()) else {
        return Vec::new();
    };
    let iterations = f64::from(study.parameters().iterations);
    let measured = main.measured;
    let totals = &measured.totals;
    let share = |key, name, part: fn(&Spent) -> f64| Sample {
        key,
        name,
        unit: Unit::Share,
        less_is_better: true,
        values: measured
            .spent_by_run
            .iter()
            .map(|spent| part(spent) / spent.sum())
            .collect(),
    };
    let equal = equal.measured.totals.iter();
    vec![
        Sample {
            key: "iteration_time",
            name: "Iteration time",
            unit: Unit::Milliseconds,
            less_is_better: true,
            values: totals.iter().map(|total| total / iterations).collect(),
        },
        Sample {
            key: "speedup",
            name: "Speedup over equal shares",
            unit: Unit::One,
            less_is_better: false,
            values: equal.zip(totals).map(|(e, t)| e / t).collect(),
        },
        share("waiting", "Waiting", |spent| spent.waiting),
        share("discarded", "Work thrown away", |spent| spent.discarded),
        share("rescheduling", "Rescheduling", |spent| spent.rescheduling),
    ]
}

/// The mean time of an iteration over the runs, ms, and the half width of its 95 % interval.
pub(super) fn iteration_time(measured: &Measured, iterations: u32) -> (f64, f64) {
    let (mean, half) = mean_and_half_width(&measured.totals);
    (mean / f64::from(iterations), half / f64::from(iterations))
}

/// All strategies, row by row.
pub(super) fn table(study: &Study, outcomes: &Outcomes<'_>) -> Table {
    let columns = [
        "Strategy",
        "Speedup (mean of the runs’ ratios)",
        "Speedup (ratio of means)",
        "Iteration time",
        "Computing",
        "Thrown away",
        "Waiting",
        "Synchronising",
        "Rescheduling",
    ];
    let figure = |key: &str, value, unit| Figure::new(key, key, value, unit);
    let row = |outcome: &Outcome<'_>| {
        let (mean, half) = iteration_time(outcome.measured, study.parameters().iterations);
        let share = |key: &str, part: &dyn Fn(&Spent) -> f64| {
            // A bound without a schedule spends no time on anything.
            outcome.share(part).map_or_else(
                || Cell::Text("–".into()),
                |share| Cell::Figure(figure(key, share, Unit::Share)),
            )
        };
        let speedup = figure("speedup", outcome.speedup.mean_of_ratios, Unit::One);
        vec![
            Cell::Text(outcome.name.clone()),
            Cell::Figure(speedup.within(outcome.speedup.half_width)),
            Cell::Number(outcome.speedup.ratio_of_means),
            Cell::Figure(figure("iteration_time", mean, Unit::Milliseconds).within(half)),
            share("computing", &|spent| spent.computing),
            share("discarded", &|spent| spent.discarded),
            share("waiting", &|spent| spent.waiting),
            share("synchronising", &|spent| spent.synchronising),
            share("rescheduling", &|spent| spent.rescheduling),
        ]
    };
    Table {
        key: "strategies".into(),
        title: "All strategies on the same resources".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: outcomes.all.iter().map(row).collect(),
    }
}
