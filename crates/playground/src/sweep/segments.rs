//! Segments of a swept number: neighbouring points whose answers choose the same.

use report::chart::Side;
use report::{Chart, Choice};
use serde_json::Value;

use super::{Point, Swept};
use crate::variant::value_in_words;

/// The most segments that have their names in the chart.
const FEW: usize = 6;

/// Neighbouring points of one choice: the first and the last value.
struct Segment<'p> {
    choice: &'p Choice,
    from: &'p Value,
    to: &'p Value,
}

/// The segments, in the order of the axis; none where there is no choice, another axis, or one choice alone.
fn of<'p>(axes: &[Swept<'_>], points: &'p [Point<'_>]) -> Vec<Segment<'p>> {
    let mut all: Vec<Segment<'p>> = Vec::new();
    for point in points {
        let (Some(choice), [Some(value)]) = (&point.judged.choice, point.spot.told.as_slice())
        else {
            return Vec::new();
        };
        let value = *value;
        match all.last_mut() {
            Some(last) if last.choice == choice => last.to = value,
            _ => all.push(Segment {
                choice,
                from: value,
                to: value,
            }),
        }
    }
    let ascend = |pair: &[Value]| match pair {
        [one, other] => one.as_f64() < other.as_f64(),
        _ => false,
    };
    let ascending = matches!(axes, [(_, values)] if values.windows(2).all(ascend));
    match ascending && all.len() > 1 {
        true => all,
        false => Vec::new(),
    }
}

/// The chart with a line where each segment begins, named by its choice.
pub(super) fn named(chart: Chart, axes: &[Swept<'_>], points: &[Point<'_>]) -> Chart {
    let all = of(axes, points);
    let few = all.iter().filter(|_| all.len() <= FEW);
    let begins = few.filter_map(|segment| Some((segment.from.as_f64()?, segment)));
    begins.fold(chart, |chart, (from, segment)| {
        chart.beside(Side::X, from, &segment.choice.which)
    })
}

/// A sentence such as "The allocation changes with the signal delay: 3, 3, 3 from 0.1 to 0.5; 4, 5 from 0.6 to 2."
pub(super) fn sentence(axes: &[Swept<'_>], points: &[Point<'_>]) -> Option<String> {
    let all = of(axes, points);
    let ((parameter, _), first) = (axes.first()?, all.first()?);
    let part = |segment: &Segment<'_>| {
        let [from, to] = [segment.from, segment.to].map(|value| value_in_words(parameter, value));
        match from == to {
            true => format!("{} at {from}", segment.choice.which),
            false => format!("{} from {from} to {to}", segment.choice.which),
        }
    };
    let parts: Vec<_> = all.iter().map(part).collect();
    Some(format!(
        "The {} changes with the {}: {}.",
        first.choice.what,
        report::words::within(parameter.title),
        parts.join("; ")
    ))
}
