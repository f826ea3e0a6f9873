//! Charts over all runs.

use report::Chart;
use report::chart::{Axis, Bar, Bins, Course, Point, Series, Spread};
use report::figure::Unit;

use super::outcomes::{Outcome, Outcomes};
use crate::study::Method;

/// How many bins the histogram of iteration times has.
const BINS: usize = 40;

/// A chart without lines to compare with.
pub(super) fn chart(key: &str, title: &str, x: Axis, y: Axis, series: Vec<Series>) -> Chart {
    Chart {
        key: key.into(),
        title: title.into(),
        x,
        y,
        series,
        references: Vec::new(),
    }
}

/// A straight line through points, with error bars where they have intervals.
pub(super) fn line(name: &str, points: Vec<Point>, main: bool) -> Series {
    Series::Line {
        name: name.into(),
        points,
        course: Course::Straight,
        spread: Spread::Bars,
        main,
    }
}

/// Which strategy is best.
pub(super) fn speedups(outcomes: &Outcomes<'_>) -> Chart {
    let main = outcomes.main().map(|outcome| outcome.method);
    // One copy is the same as equal shares, which stand there already.
    let drawn = |outcome: &&Outcome<'_>| outcome.method != Method::Replicate(1);
    let is_main = |method| {
        Some(method) == main || (method == Method::Equal && main == Some(Method::Replicate(1)))
    };
    let bars = outcomes.all.iter().filter(drawn).map(|outcome| Bar {
        label: outcome.label.clone(),
        value: outcome.speedup.mean_of_ratios,
        interval: outcome.speedup.interval(),
        main: is_main(outcome.method),
    });
    chart(
        "speedup",
        "Which strategy finishes soonest?",
        Axis::new("strategy", Unit::One),
        Axis::new("speedup over equal shares", Unit::One),
        vec![Series::Bars {
            bars: bars.collect(),
        }],
    )
}

/// How much the runs differ.
pub(super) fn iteration_times(outcomes: &Outcomes<'_>, iterations: u32) -> Option<Chart> {
    let per_iteration = |outcome: &Outcome<'_>| -> Vec<f64> {
        let totals = outcome.measured.totals.iter();
        totals.map(|total| total / f64::from(iterations)).collect()
    };
    let (equal, main) = (outcomes.find(Method::Equal)?, outcomes.main()?);
    let (before, after) = (per_iteration(equal), per_iteration(main));
    let bins = Bins::over(BINS, before.iter().chain(&after).copied());
    let histogram = |name: &str, values: &[f64], main| Series::Histogram {
        name: name.into(),
        from: bins.from,
        width: bins.width,
        counts: bins.count(values.iter().copied()),
        main,
    };
    let mut series = vec![histogram(&main.label, &after, true)];
    if main.method != Method::Equal {
        series.push(histogram(&equal.label, &before, false));
    }
    Some(chart(
        "iteration_times",
        "How much do the runs differ?",
        Axis::new("iteration time", Unit::Milliseconds),
        Axis::new("runs", Unit::Count),
        series,
    ))
}
