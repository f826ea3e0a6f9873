//! Curves: several printed numbers of one quantity over one abscissa, and the computed line under them. The place where each number
//! is computed decides the curve: cells of one column over the rows' numbers, cells of one row over the columns', points of one
//! series, one formula over the parameter that changes. A printed list is a curve where its entry names the abscissa.

mod abscissa;
mod line;

use report::agreement::{Agreement, sentence};
use report::chart::{Axis, Point, Series};
use report::figure::Unit;
use report::{Chart, Report};
use serde::{Deserialize, Serialize};

use crate::document::Value;
use crate::kept::Outcome;
use crate::printed::Printed;
use abscissa::Abscissa;

/// So many printed numbers make a curve.
const FEWEST: usize = 3;

/// A line through more points has a band instead of error bars.
const BARRED: usize = 60;

/// Axes whose numbers are so many times apart are logarithmic.
const FAR: f64 = 30.0;

/// A computed line, and the printed numbers over it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The title.
    pub title: String,
    /// The abscissa.
    pub x: Axis,
    /// The quantity of the line, in the unit of the run or the formula.
    pub y: Axis,
    /// The computed points, from left to right.
    pub line: Vec<Point>,
    /// The printed numbers, from left to right.
    pub printed: Vec<Mark>,
}

/// A printed number on a curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// The place of its result among the entry's; several numbers of a printed list have one.
    pub outcome: usize,
    /// Its place on the abscissa.
    pub x: f64,
    /// The printed number, in the unit of the vertical axis.
    pub y: f64,
    /// How it agrees with the computed one.
    pub agreement: Agreement,
}

impl Curve {
    /// The curve as a chart: the computed line, and a series of printed dots for each agreement that occurs.
    #[must_use]
    pub fn chart(&self, key: &str) -> Chart {
        let line = self.line.iter().copied();
        let line = match self.line.len() > BARRED {
            true => Series::curve("computed", line, true),
            false => Series::line("computed", line, true),
        };
        let printed = Agreement::ALL.into_iter().map(|agreement| {
            let own = self.printed.iter().filter(|one| one.agreement == agreement);
            let name = format!("printed: {}", agreement.words());
            Series::printed(&name, own.map(|mark| (mark.x, mark.y)), agreement)
        });
        let printed = printed.filter(|series| !series.is_empty());
        let series = std::iter::once(line).chain(printed).collect();
        Chart::new(key, &self.title, self.x.clone(), self.y.clone(), series)
    }

    /// The number of printed numbers with each agreement, as a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        sentence(self.printed.iter().map(|mark| mark.agreement))
    }
}

/// A printed number, its result and the report that has its computed one.
pub(crate) struct Judged<'a> {
    /// The printed number.
    pub(crate) value: &'a Value,
    /// Its result.
    pub(crate) outcome: &'a Outcome,
    /// The report of its scenario.
    pub(crate) report: Option<&'a Report>,
    /// The link of its scenario, which tells it from others.
    pub(crate) link: Option<&'a str>,
}

/// The curves of an entry's printed numbers: always the curve with the most remaining numbers; no number is on two.
pub(crate) fn of_values(all: &[Judged<'_>]) -> Vec<Curve> {
    let mut left: Vec<usize> = (0..all.len()).collect();
    let mut curves = Vec::new();
    let mut refused = Vec::new();
    while let Some(group) = abscissa::largest(all, &left, &refused) {
        match drawn(all, &group) {
            Some(curve) => {
                left.retain(|place| group.places.iter().all(|(own, _)| own != place));
                curves.push(curve);
            }
            None => refused.push(group.of),
        }
    }
    curves
}

fn drawn(all: &[Judged<'_>], group: &Abscissa) -> Option<Curve> {
    let (first, _) = group.places.first()?;
    let first = all.get(*first)?;
    let mut printed = Vec::new();
    for (place, x) in &group.places {
        let one = all.get(*place)?;
        let at = &one.value.at;
        let number = Printed::read(&one.value.printed)?.value;
        printed.push(Mark {
            outcome: *place,
            x: *x,
            y: number / at.times.unwrap_or(1.0) + at.less,
            agreement: one.outcome.agreement?,
        });
    }
    printed.sort_by(|one, other| one.x.total_cmp(&other.x));
    let xs: Vec<f64> = printed.iter().map(|mark| mark.x).collect();
    let line = line::under(&first.value.at, first.report, &group.along, &xs)?;
    let title = format!("{}{} by {}", line.of, line.y.label, line.x.label);
    Some(Curve {
        title,
        x: line.x,
        y: line.y,
        line: line.points,
        printed,
    })
}

/// The curve of a printed list beside the computed one: over steps of 1 from `from` on, or over the numbers that the list's name
/// ends with.
pub(crate) fn of_list(
    (over, shows): (&str, &str),
    from: Option<f64>,
    place: usize,
    outcome: &Outcome,
) -> Option<Curve> {
    let numbers = |text: &str| -> Option<Vec<f64>> {
        text.split(", ").map(|part| part.parse().ok()).collect()
    };
    let printed: Option<Vec<Printed>> = outcome
        .printed
        .as_ref()?
        .split(", ")
        .map(Printed::read)
        .collect();
    let (printed, computed) = (printed?, numbers(&outcome.computed)?);
    let x = |at: usize| match from {
        Some(from) => Some(from + at as f64),
        None => {
            let (_, given) = outcome.what.rsplit_once(": ")?;
            numbers(given)?.get(at).copied()
        }
    };
    let line = computed.iter().enumerate();
    let line: Option<Vec<Point>> = line
        .map(|(at, number)| Some(Point::new(x(at)?, *number)))
        .collect();
    let marks: Option<Vec<Mark>> = printed
        .iter()
        .enumerate()
        .map(|(at, number)| {
            let agreement = computed.get(at).map_or(Agreement::Differs, |computed| {
                Agreement::of(number, 0.0, *computed, None)
            });
            Some(Mark {
                outcome: place,
                x: x(at)?,
                y: number.value,
                agreement,
            })
        })
        .collect();
    let title = match (from, outcome.what.rsplit_once(": ")) {
        (None, Some((title, _))) => title,
        _ => &outcome.what,
    };
    let unit = match computed.iter().all(|number| number.fract() == 0.0) {
        true => Unit::Count,
        false => Unit::One,
    };
    let marks = marks.filter(|marks| marks.len() >= FEWEST)?;
    Some(Curve {
        title: title.to_owned(),
        x: line::axis(over, line.iter().flatten().map(|point| point.x)),
        y: Axis::new(shows, unit),
        line: line?,
        printed: marks,
    })
}
