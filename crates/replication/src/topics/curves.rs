//! Charts of speedups against processors and against copies.

use report::Chart;
use report::chart::{Axis, Course, Point, Reference, Series, Side, Spread};
use report::figure::Unit;

use super::setting::{Times, speedup, speedup_over_one};
use crate::model::{CAP, power};

/// Times from one place: a model, exact ones, runs.
pub(super) struct Curve<'a> {
    /// What they are of; empty for the model whose lines need no name.
    pub(super) name: &'a str,
    pub(super) times: &'a Times,
    /// Half widths of the intervals of its speedups at 95 %.
    pub(super) half_widths: Option<&'a Times>,
    /// The numbers of copies, or of processors, for which it is drawn, as powers of two.
    pub(super) drawn: Vec<u32>,
    pub(super) main: bool,
}

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

pub(super) fn line(name: &str, points: impl IntoIterator<Item = Point>, main: bool) -> Series {
    Series::Line {
        name: name.into(),
        points: points.into_iter().collect(),
        course: Course::Straight,
        spread: Spread::Bars,
        main,
    }
}

/// The same, a value holding until the next point.
pub(super) fn steps(name: &str, points: impl IntoIterator<Item = Point>, main: bool) -> Series {
    Series::Line {
        name: name.into(),
        points: points.into_iter().collect(),
        course: Course::Steps,
        spread: Spread::Band,
        main,
    }
}

pub(super) fn beside(on: Side, value: f64, label: &str) -> Reference {
    Reference {
        on,
        value,
        label: label.into(),
    }
}

/// "8 processors", "1 copy".
pub(super) fn times_of(number: f64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1.0 { one } else { many })
}

pub(super) fn processors_axis() -> Axis {
    Axis::new("processors", Unit::Count).logarithmic()
}

pub(super) fn copies_axis() -> Axis {
    Axis::new("copies of each job", Unit::Count).logarithmic()
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
            line(&name, (*r..=most).map(point), curve.main && *r == main)
        })
    });
    let mut chart = chart(
        "by_processors",
        "What do copies gain on more processors?",
        processors_axis(),
        Axis::new("speedup over no copies", Unit::One),
        lines.collect(),
    );
    limit(&mut chart, capped);
    chart
}

/// Speedups against copies, a line for each number of processors.
pub(super) fn by_copies(curves: &[Curve<'_>], main: u32, capped: bool) -> Chart {
    let lines = curves.iter().flat_map(|curve| {
        curve.drawn.iter().map(move |p| {
            let point = |r| point(curve, power(r), r, *p, capped);
            let name = named(&format!("P = {}", power(*p)), curve);
            line(&name, (0..=*p).map(point), curve.main && *p == main)
        })
    });
    let mut chart = chart(
        "by_copies",
        "How many copies are worth it?",
        copies_axis(),
        Axis::new("speedup over no copies", Unit::One),
        lines.collect(),
    );
    limit(&mut chart, capped);
    chart
}

/// Speedups over one processor that does the whole load, against processors.
pub(super) fn over_one(curve: &Curve<'_>, most: u32, main: u32) -> Chart {
    let lines = curve.drawn.iter().map(|r| {
        let points = (*r..=most).map(|p| {
            let value = speedup_over_one(curve.times, *r, p);
            Point::new(power(p), if value.is_finite() { value } else { f64::NAN })
        });
        line(&format!("R = {}", power(*r)), points, *r == main)
    });
    chart(
        "over_one",
        "How much faster than one processor?",
        processors_axis(),
        Axis::new("speedup over one processor", Unit::One).logarithmic(),
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

fn limit(chart: &mut Chart, capped: bool) {
    chart.references.push(beside(Side::Y, 1.0, "no copies"));
    if capped {
        chart.references.push(beside(
            Side::Y,
            CAP,
            "more, but the formula is out of its depth",
        ));
    }
}
