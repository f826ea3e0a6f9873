//! Charts of speedups against processors and against copies.

use report::Chart;
use report::chart::{Axis, Point, Series, Side};
use report::words::plural;
use words::word;

use super::setting::{Times, speedup, speedup_over_one};
use crate::model::{CAP, power};
use crate::parameters::Picture;

/// Times from one place: a model, exact ones, runs.
pub(super) struct Curve<'a> {
    /// The source of the times; empty for the model whose lines need no name.
    pub(super) name: &'a str,
    pub(super) times: &'a Times,
    /// Half widths of the intervals of the speedups at 95 %.
    pub(super) half_widths: Option<&'a Times>,
    /// The numbers of copies, or of processors, for which the curve is drawn, as powers of two.
    pub(super) drawn: Vec<u32>,
    pub(super) main: bool,
}

/// "8 processors", "1 copy".
pub(super) fn times_of(number: f64, one: &str, many: &str) -> String {
    format!("{number} {}", plural(number, one, many))
}

pub(super) fn processors_axis() -> Axis {
    Axis::count(word!("processors")).logarithmic()
}

pub(super) fn copies_axis() -> Axis {
    Axis::count(word!("copies of each job")).logarithmic()
}

fn named(what: &str, curve: &Curve<'_>) -> String {
    if curve.name.is_empty() {
        what.to_owned()
    } else {
        format!("{what}, {}", curve.name)
    }
}

/// Speedups against processors, a line for each number of copies.
pub(super) fn by_processors(curves: &[Curve<'_>], most: u32, main: u32, capped: bool) -> Chart {
    let lines = curves.iter().flat_map(|curve| {
        curve.drawn.iter().map(move |r| {
            let point = |p| point(curve, power(p), *r, p, capped);
            let name = named(&format!("R = {}", power(*r)), curve);
            Series::line(&name, (*r..=most).map(point), curve.main && *r == main)
        })
    });
    let chart = Chart::new(
        "by_processors",
        word!("What do copies gain on more processors?"),
        processors_axis(),
        Axis::number(word!("speedup over no copies")),
        lines.collect(),
    );
    limit(chart, capped)
}

/// Speedups against copies, a line for each number of processors.
pub(super) fn by_copies(curves: &[Curve<'_>], main: u32, capped: bool) -> Chart {
    let lines = curves.iter().flat_map(|curve| {
        curve.drawn.iter().map(move |p| {
            let point = |r| point(curve, power(r), r, *p, capped);
            let name = named(&format!("P = {}", power(*p)), curve);
            Series::line(&name, (0..=*p).map(point), curve.main && *p == main)
        })
    });
    let chart = Chart::new(
        "by_copies",
        word!("How many copies are worth it?"),
        copies_axis(),
        Axis::number(word!("speedup over no copies")),
        lines.collect(),
    );
    limit(chart, capped)
}

/// Speedups over one processor that does the whole load, against processors.
pub(super) fn over_one(curve: &Curve<'_>, most: u32, main: u32) -> Chart {
    let lines = curve.drawn.iter().map(|r| {
        let points = (*r..=most).map(|p| {
            let value = speedup_over_one(curve.times, *r, p);
            Point::new(power(p), if value.is_finite() { value } else { f64::NAN })
        });
        Series::line(&format!("R = {}", power(*r)), points, *r == main)
    });
    Chart::new(
        "over_one",
        word!("How much faster than one processor?"),
        processors_axis(),
        Axis::number(word!("speedup over one processor")).logarithmic(),
        lines.collect(),
    )
}

fn point(curve: &Curve<'_>, x: f64, r: u32, p: u32, capped: bool) -> Point {
    let value = speedup(curve.times, r, p);
    let point = Point::new(x, if capped { value.min(CAP) } else { value });
    match curve.half_widths {
        Some(half) => point.within(super::setting::time(half, r, p)),
        None => point,
    }
}

fn limit(chart: Chart, capped: bool) -> Chart {
    chart.beside(Side::Y, 1.0, word!("no copies")).beside_any(
        Side::Y,
        capped.then_some(CAP),
        word!("more, outside the formula’s valid range"),
    )
}

/// The charts, with the chart of the picture asked for first.
pub(super) fn in_order<const N: usize>(
    mut charts: [(Picture, Chart); N],
    asked: Picture,
) -> Vec<Chart> {
    schedule::sort::by(&mut charts, |a, b| (a.0 != asked).cmp(&(b.0 != asked)));
    charts.map(|(_, chart)| chart).to_vec()
}
