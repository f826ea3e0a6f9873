//! Charts of the first run: its iterations, its time and its shares as it went on.

use report::Chart;
use report::chart::{Axis, Bins, Point, Series};
use words::{say, word};

use super::outcomes::label;
use crate::study::{First, Method};

/// The number of bins of a histogram of iterations.
const BINS: usize = 60;
/// The most points of a line through a run.
const POINTS: usize = 200;
/// The number of processors with a line of their own.
const PROCESSORS: usize = 8;

/// `shown` is the method of that run.
pub(super) fn charts(first: &First, shown: Method) -> Vec<Chart> {
    let mut out = vec![times(first, shown), cumulative(first, shown)];
    out.extend(shares(first));
    out
}

/// The time of every iteration of the first run (as Dobber 2006, figure 4.3, has it for whole runs).
fn times(first: &First, shown: Method) -> Chart {
    let bins = Bins::over(BINS, first.equal.iter().chain(&first.course).copied());
    let mut series = vec![Series::histogram(&label(shown), &bins, &first.course, true)];
    if shown != Method::Equal {
        series.push(Series::histogram(
            &label(Method::Equal),
            &bins,
            &first.equal,
            false,
        ));
    }
    Chart::new(
        "first_run_iterations",
        word!("How long are the iterations of the first run?"),
        Axis::time(word!("iteration time")),
        Axis::count(word!("iterations")),
        series,
    )
}

/// Time against iteration (Dobber 2006, figure 4.7).
fn cumulative(first: &First, shown: Method) -> Chart {
    let line = |name: &str, course: &[f64], pauses: &[(usize, f64)], main| {
        let mut points = vec![Point::new(0.0, 0.0)];
        let mut pauses = pauses.iter().peekable();
        let mut clock = 0.0;
        let step = course.len().div_ceil(POINTS).max(1);
        for (k, time) in (0..).zip(course) {
            while let Some((_, pause)) = pauses.next_if(|(after, _)| *after <= k) {
                clock += pause;
            }
            clock += time;
            if (k + 1) % step == 0 || k + 1 == course.len() {
                points.push(Point::new((k + 1) as f64, clock));
            }
        }
        let rest: f64 = pauses.map(|(_, pause)| pause).sum();
        if let Some(last) = points.last_mut() {
            last.y += rest;
        }
        Series::curve(name, points, main)
    };
    let mut series = vec![line(&label(shown), &first.course, &first.pauses, true)];
    if shown != Method::Equal {
        series.push(line(&label(Method::Equal), &first.equal, &[], false));
    }
    Chart::new(
        "cumulative_time",
        word!("Where does the first run gain its time?"),
        Axis::count(word!("iteration")),
        Axis::time(word!("time since the start")),
        series,
    )
}

/// The share of every processor as the run went on (Dobber 2006, figures 4.5 and 4.6).
fn shares(first: &First) -> Option<Chart> {
    let (_, loads) = first.loads.first()?;
    let processors = loads.len();
    let step = first.loads.len().div_ceil(POINTS).max(1);
    let end = first.course.len() as f64;
    let line = |processor: usize| {
        let share =
            |loads: &[f64]| loads.get(processor).copied().unwrap_or(f64::NAN) / processors as f64;
        let mut points: Vec<_> = first
            .loads
            .iter()
            .step_by(step)
            .map(|(from, loads)| Point::new(*from as f64, share(loads)))
            .collect();
        points.extend(
            first
                .loads
                .last()
                .map(|(_, loads)| Point::new(end, share(loads))),
        );
        let name = first
            .names
            .get(processor)
            .cloned()
            .unwrap_or_else(|| say!("processor {}", processor + 1));
        Series::steps(&name, points, true)
    };
    let title = if processors > PROCESSORS {
        say!("What share of the load do the first {PROCESSORS} of {processors} processors get?")
    } else {
        word!("What share of the load does each processor get?").into()
    };
    Some(Chart::new(
        "load_shares",
        &title,
        Axis::count(word!("iteration")),
        Axis::share(word!("share of the load")),
        (0..processors.min(PROCESSORS)).map(line).collect(),
    ))
}
