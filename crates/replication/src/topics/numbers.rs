//! The samples and the table of all strategies.

use report::figure::Unit;
use report::table::Cell;
use report::{Sample, Table};
use statistics::mean_and_half_width;
use words::word;

use super::outcomes::{Outcome, Outcomes, share_of};
use crate::iterations::Spent;
use crate::speedup::{Speedup, ratios};
use crate::study::{Measured, Method, Study};

/// The samples of each run: its iteration time, its speedup, and the shares of the processors' time that it lost.
pub(super) fn samples(study: &Study, outcomes: &Outcomes) -> Vec<Sample> {
    let (Some(equal), Some(main)) = (outcomes.find(Method::Equal), outcomes.main()) else {
        return Vec::new();
    };
    let iterations = f64::from(study.parameters().iterations);
    let measured = &main.measured;
    let totals = &measured.totals;
    // The figures of reports are shares of the time of all runs together.
    let share = |key, name, part: fn(&Spent) -> f64| {
        Sample::new(
            key,
            name,
            Unit::Share,
            measured
                .spent_by_run
                .iter()
                .map(|spent| share_of(spent, part).unwrap_or(f64::NAN))
                .collect(),
        )
    };
    let equal = &equal.measured.totals;
    vec![
        Sample::new(
            "iteration_time",
            word!("Iteration time"),
            Unit::Milliseconds,
            totals.iter().map(|total| total / iterations).collect(),
        )
        .of_schedule(),
        Sample::new(
            "speedup",
            word!("Speedup over equal shares"),
            Unit::One,
            ratios(equal, totals),
        )
        .more_is_better(),
        share("waiting", word!("Waiting, mean of the runs"), |spent| {
            spent.waiting
        }),
        share(
            "discarded",
            word!("Work thrown away, mean of the runs"),
            |spent| spent.discarded,
        ),
        share(
            "rescheduling",
            word!("Rescheduling, mean of the runs"),
            |spent| spent.rescheduling,
        ),
    ]
}

/// The mean time of an iteration over the runs, ms, and the half width of its 95 % interval.
pub(super) fn iteration_time(measured: &Measured, iterations: u32) -> (f64, f64) {
    let (mean, half) = mean_and_half_width(&measured.totals);
    (mean / f64::from(iterations), half / f64::from(iterations))
}

/// The strategies that were run, row by row.
pub(super) fn table(study: &Study, outcomes: &Outcomes) -> Table {
    let columns = [
        word!("Strategy"),
        word!("Speedup (mean of the runs’ ratios)"),
        word!("Speedup (ratio of means)"),
        word!("Iteration time"),
        word!("Computing"),
        word!("Thrown away"),
        word!("Waiting"),
        word!("Synchronising"),
        word!("Rescheduling"),
    ];
    let row = |outcome: &Outcome| {
        let time = iteration_time(&outcome.measured, study.parameters().iterations);
        let share = |key: &str, part: &dyn Fn(&Spent) -> f64| {
            // A bound without a schedule has no use of time.
            let share = outcome.share(part);
            share.map_or_else(Cell::none, |share| Cell::figure(key, share, Unit::Share))
        };
        let Speedup {
            mean_of_ratios,
            half_width,
            ..
        } = outcome.speedup;
        vec![
            Cell::words(outcome.name.clone()),
            Cell::mean("speedup", (mean_of_ratios, half_width), Unit::One),
            Cell::Number(outcome.speedup.ratio_of_means),
            Cell::mean("iteration_time", time, Unit::Milliseconds),
            share("computing", &|spent| spent.computing),
            share("discarded", &|spent| spent.discarded),
            share("waiting", &|spent| spent.waiting),
            share("synchronising", &|spent| spent.synchronising),
            share("rescheduling", &|spent| spent.rescheduling),
        ]
    };
    Table::new(
        "strategies",
        word!("Strategies on the same resources"),
        columns,
        outcomes.all.iter().map(row),
    )
}
