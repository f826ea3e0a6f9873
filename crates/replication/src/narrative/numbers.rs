//! Figures of merit, charts and the table.

use report::chart::{Axis, Bar, Bins, Series};
use report::figure::Unit;
use report::table::Cell;
use report::{Chart, Figure, Sample, Table};
use trace::statistics::mean_and_half_width;

use super::{Outcome, Outcomes, percent};
use crate::iterations::Spent;
use crate::parameters::Strategy;
use crate::study::{Measured, Study};

/// How many bins the histogram of iteration times has.
const BINS: usize = 40;

/// What the run came to, in four or five numbers.
pub(super) fn figures(study: &Study, outcomes: &Outcomes<'_>) -> Vec<Figure> {
    let parameters = study.parameters();
    let main = outcomes.main();
    let (iteration, half) = iteration_time(main.measured, parameters.iterations);
    let share = |key: &str, name: &str, share| Figure::new(key, name, share, Unit::Share);
    let mut waiting = share("waiting", "Waiting", main.waiting());
    if parameters.strategy != Strategy::Equal {
        waiting = waiting.beside(format!("was {}", percent(outcomes.equal.waiting())));
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
    match parameters.strategy {
        Strategy::Replicate => out.push(share("discarded", "Work thrown away", main.discarded())),
        Strategy::Dynamic => out.push(share("rescheduling", "Rescheduling", main.rescheduling())),
        _ => {}
    }
    let best = f64::from(outcomes.best_replicated().copies());
    let tried: Vec<_> = study.copies_tried().iter().map(u32::to_string).collect();
    let best = Figure::new("best_copies", "Best number of copies", best, Unit::Count);
    out.push(best.beside(format!("of {}", tried.join(", "))));
    out
}

/// What each run came to: its iteration time, its speedup, and the shares of the processors' time that it lost.
pub(super) fn samples(study: &Study, outcomes: &Outcomes<'_>) -> Vec<Sample> {
    let iterations = f64::from(study.parameters().iterations);
    let measured = outcomes.main().measured;
    let totals = &measured.totals;
    let equal = &outcomes.equal.measured.totals;
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
            values: equal.iter().zip(totals).map(|(e, t)| e / t).collect(),
        },
        share("waiting", "Waiting", |spent| spent.waiting),
        share("discarded", "Work thrown away", |spent| spent.discarded),
        share("rescheduling", "Rescheduling", |spent| spent.rescheduling),
    ]
}

/// The mean time of an iteration over the runs, ms, and the half width of its 95 % interval.
fn iteration_time(measured: &Measured, iterations: u32) -> (f64, f64) {
    let (mean, half) = mean_and_half_width(&measured.totals);
    (mean / f64::from(iterations), half / f64::from(iterations))
}

/// Which strategy is best, and how much runs differ.
pub(super) fn charts(study: &Study, outcomes: &Outcomes<'_>) -> Vec<Chart> {
    vec![
        speedups(outcomes),
        iteration_times(outcomes, study.parameters().iterations),
    ]
}

fn speedups(outcomes: &Outcomes<'_>) -> Chart {
    let main = &outcomes.main().label;
    // One copy is the same as equal shares, which stand there already.
    let one = |outcome: &&Outcome<'_>| outcome.copies() > 1 || !outcome.label.starts_with('R');
    let bars = outcomes.all().filter(one).map(|outcome| Bar {
        label: outcome.label.clone(),
        value: outcome.speedup.mean_of_ratios,
        interval: outcome.speedup.interval(),
        main: outcome.label == *main || (outcome.label == "equal" && main == "R = 1"),
    });
    Chart {
        key: "speedup".into(),
        title: "Which strategy finishes soonest?".into(),
        x: Axis::new("strategy", Unit::One),
        y: Axis::new("speedup over equal shares", Unit::One),
        series: vec![Series::Bars {
            bars: bars.collect(),
        }],
        references: Vec::new(),
    }
}

fn iteration_times(outcomes: &Outcomes<'_>, iterations: u32) -> Chart {
    let per_iteration = |measured: &Measured| -> Vec<f64> {
        measured
            .totals
            .iter()
            .map(|total| total / f64::from(iterations))
            .collect()
    };
    let main = outcomes.main();
    let (before, after) = (
        per_iteration(outcomes.equal.measured),
        per_iteration(main.measured),
    );
    let bins = Bins::over(BINS, before.iter().chain(&after).copied());
    let histogram = |name: &str, values: &[f64], main| Series::Histogram {
        name: name.into(),
        from: bins.from,
        width: bins.width,
        counts: bins.count(values.iter().copied()),
        main,
    };
    let mut series = vec![histogram(&main.label, &after, true)];
    if main.label != outcomes.equal.label {
        series.push(histogram(&outcomes.equal.label, &before, false));
    }
    Chart {
        key: "iteration_times".into(),
        title: "How much do the runs differ?".into(),
        x: Axis::new("iteration time", Unit::Milliseconds),
        y: Axis::new("runs", Unit::Count),
        series,
        references: Vec::new(),
    }
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
    let rows = outcomes.all().map(|outcome| {
        let (mean, half) = iteration_time(outcome.measured, study.parameters().iterations);
        let share = |key: &str, part: &dyn Fn(&Spent) -> f64| {
            Cell::Figure(figure(key, outcome.share(part), Unit::Share))
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
    });
    Table {
        key: "strategies".into(),
        title: "All strategies on the same resources".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
