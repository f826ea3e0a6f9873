//! A schedule or a chart the size of a stamp, as paths to be stroked or filled.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

use schedule::Schedule;
use serde::{Deserialize, Serialize};

use crate::Chart;
use crate::chart::{Bar, Point, Scale, Series};

/// The picture's size, in its own units.
pub const WIDTH: f64 = 240.0;
/// See [`WIDTH`].
pub const HEIGHT: f64 = 72.0;
/// The most lanes that can be told apart; of more, the first ones are shown.
const LANES: usize = 12;

/// A small picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Miniature {
    /// In drawing order, each with its class: the role of its spans, `main` or `line`, or `shade-1` to `shade-5`.
    pub paths: Vec<(String, String)>,
}

impl Miniature {
    /// The spans of a schedule, by their roles.
    #[must_use]
    pub fn of_schedule(schedule: &Schedule) -> Self {
        Self::named(paths(schedule))
    }

    /// The lines and outlines of a chart, the main one above the others, or its shades.
    #[must_use]
    pub fn of_chart(chart: &Chart) -> Self {
        match shades(chart) {
            Some(shades) => Self::named(shades),
            None => Self::named(lines(chart)),
        }
    }

    fn named(paths: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        let own = |(class, path): (&str, String)| (class.to_owned(), path);
        Self {
            paths: paths.into_iter().map(own).collect(),
        }
    }
}

/// A path for each line of a chart and for the outline of each histogram and of bars, all on the same axes.
fn lines(chart: &Chart) -> Vec<(&'static str, String)> {
    let mut found: Vec<(Cow<'_, [Point]>, bool)> = chart
        .series
        .iter()
        .filter_map(|series| match series {
            Series::Line { points, main, .. } => Some((points.into(), *main)),
            Series::Histogram {
                from,
                width,
                counts,
                main,
                ..
            } => Some((outline(*from, *width, counts).into(), *main)),
            Series::Bars { bars } => Some((columns(bars).into(), true)),
            _ => None,
        })
        .collect();
    // Where the main series is not drawn, such as dots, the first line stands for it.
    if found.iter().all(|(_, main)| !main)
        && let Some((_, main)) = found.first_mut()
    {
        *main = true;
    }
    // Equal ratios are equally long on a logarithmic axis.
    let place = |point: &Point| match chart.x.scale {
        Scale::Logarithmic => libm::log(point.x),
        Scale::Linear => point.x,
    };
    let drawn = || found.iter().map(|(points, main)| (points, *main));
    let all = || drawn().flat_map(|(points, _)| points.iter());
    let reach = |of: &dyn Fn(&Point) -> f64| {
        all()
            .map(of)
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            })
    };
    let ((left, right), (low, high)) = (reach(&place), reach(&|point| point.y));
    let across = WIDTH / (right - left).max(f64::MIN_POSITIVE);
    let up = HEIGHT / (high - low).max(f64::MIN_POSITIVE);
    let mut out: Vec<_> = drawn()
        .map(|(points, main)| {
            let mut path = String::new();
            let mut pen = 'M';
            for point in points.iter() {
                if !point.y.is_finite() {
                    pen = 'M';
                    continue;
                }
                let (x, y) = (
                    (place(point) - left) * across,
                    HEIGHT - (point.y - low) * up,
                );
                let _ = write!(path, "{pen}{x:.1} {y:.1}");
                pen = 'L';
            }
            (if main { "main" } else { "line" }, path)
        })
        .collect();
    schedule::sort::by(&mut out, |(one, _), (other, _)| one.cmp(other));
    out
}

/// A path for each strength of shades of a heat map, pale ones first; nothing where it is none.
fn shades(chart: &Chart) -> Option<Vec<(&'static str, String)>> {
    const CLASSES: [&str; 5] = ["shade-1", "shade-2", "shade-3", "shade-4", "shade-5"];
    let ends = chart.shades()?;
    let Some(Series::Heat { columns, rows, .. }) = chart.series.first() else {
        return None;
    };
    let (wide, high) = (
        WIDTH / columns.len().max(1) as f64,
        HEIGHT / rows.len().max(1) as f64,
    );
    let from = ends.centre.unwrap_or(ends.low);
    let along = |value: f64| if ends.ratio { libm::log(value) } else { value };
    let far = |value: f64| (along(value) - along(from)).abs();
    let reach = far(ends.high).max(f64::MIN_POSITIVE);
    let strength = |value: f64| (5.0 * far(value) / reach).min(4.0) as usize;
    let mut paths = vec![String::new(); CLASSES.len()];
    for (row, cells) in rows.iter().enumerate() {
        let strengths = cells.values.iter().map(|shade| shade.0);
        let strengths = strengths.map(|value| value.is_finite().then(|| strength(value)));
        let strengths: Vec<Option<usize>> = strengths.collect();
        let mut column = 0;
        // Cells beside each other that look the same are one rectangle.
        for run in strengths.chunk_by(|one, other| one == other) {
            let (left, right) = (column as f64 * wide, (column + run.len()) as f64 * wide);
            column += run.len();
            let Some(path) = run
                .first()
                .copied()
                .flatten()
                .and_then(|at| paths.get_mut(at))
            else {
                continue;
            };
            let top = row as f64 * high;
            let _ = write!(path, "M{left:.1} {top:.1}H{right:.1}v{high:.1}H{left:.1}z");
        }
    }
    Some(CLASSES.into_iter().zip(paths).collect())
}

/// The corners of a histogram, from its left foot to its right one.
fn outline(from: f64, width: f64, counts: &[u32]) -> Vec<Point> {
    let edge = |bin: usize| from + width * bin as f64;
    let tops = counts.iter().enumerate().flat_map(|(bin, count)| {
        let height = f64::from(*count);
        [
            Point::new(edge(bin), height),
            Point::new(edge(bin + 1), height),
        ]
    });
    let (first, last) = (Point::new(from, 0.0), Point::new(edge(counts.len()), 0.0));
    [first].into_iter().chain(tops).chain([last]).collect()
}

/// The corners of bars side by side.
fn columns(bars: &[Bar]) -> Vec<Point> {
    /// The share of its place that a bar takes.
    const WIDE: f64 = 0.8;
    (0_u32..)
        .zip(bars)
        .flat_map(|(place, bar)| {
            let left = f64::from(place);
            let right = left + WIDE;
            [
                (left, 0.0),
                (left, bar.value),
                (right, bar.value),
                (right, 0.0),
            ]
        })
        .map(|(x, y)| Point::new(x, y))
        .collect()
}

/// One path for all spans of a role.
fn paths(schedule: &Schedule) -> BTreeMap<&'static str, String> {
    let lanes = schedule.lanes().len().min(LANES);
    let pitch = HEIGHT / lanes.max(1) as f64;
    let bar = pitch * 0.78;
    let per_time = WIDTH / schedule.makespan().max(f64::MIN_POSITIVE);
    let mut paths = BTreeMap::<_, String>::new();
    for (row, lane) in schedule.iter_lanes().take(lanes).enumerate() {
        for span in lane.iter() {
            let Some(phase) = schedule.phases().get(usize::from(span.phase.0)) else {
                continue;
            };
            let (left, right) = (span.start * per_time, span.end * per_time);
            let path = paths.entry(phase.role.name()).or_default();
            let top = pitch * row as f64;
            let _ = write!(path, "M{left:.1} {top:.1}H{right:.1}v{bar:.1}H{left:.1}z");
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;
    use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};

    #[test]
    fn each_span_is_a_rectangle_of_its_role() {
        let phases = vec![
            Phase::new("work", Role::Compute),
            Phase::new("idle", Role::Wait),
        ];
        let lanes = vec!["a".to_owned(), "b".to_owned()];
        let mut recording = Recording::new(Unit::Milliseconds, lanes, phases);
        recording.span(LaneId(0), PhaseId(0), 0.0, 6.0, Job::NONE);
        recording.span(LaneId(1), PhaseId(0), 0.0, 12.0, Job::NONE);
        recording.span(LaneId(0), PhaseId(1), 6.0, 12.0, Job::NONE);
        let paths = paths(&recording.finish(12.0).unwrap());
        assert_eq!(
            paths["compute"],
            "M0.0 0.0H120.0v28.1H0.0zM0.0 36.0H240.0v28.1H0.0z"
        );
        assert_eq!(paths["wait"], "M120.0 0.0H240.0v28.1H120.0z");
    }

    #[test]
    fn shades_are_rectangles_by_their_strength() {
        let axis = || crate::chart::Axis::number("x");
        let columns = ["1", "2", "3"].map(str::to_owned);
        let rows = [
            ("a".to_owned(), vec![1.0, 1.0, 2.0]),
            ("b".to_owned(), vec![f64::NAN, 1.5, 1.5]),
        ];
        let heat = Series::heat(axis(), columns, rows, None);
        let chart = Chart::new("a", "A", axis(), axis(), vec![heat]);
        let found = shades(&chart).unwrap();
        let path = |class: &str| {
            let mut all = found.iter();
            all.find(|(of, _)| *of == class)
                .map(|(_, path)| path.as_str())
        };
        assert_eq!(path("shade-1"), Some("M0.0 0.0H160.0v36.0H0.0z"));
        assert_eq!(path("shade-3"), Some("M80.0 36.0H240.0v36.0H80.0z"));
        assert_eq!(path("shade-5"), Some("M160.0 0.0H240.0v36.0H160.0z"));
        assert_eq!(path("shade-2"), Some(""));
    }

    #[test]
    fn a_histogram_is_its_outline() {
        let corners: Vec<_> = outline(1.0, 0.5, &[2, 3])
            .iter()
            .map(|at| (at.x, at.y))
            .collect();
        let expected = [
            (1.0, 0.0),
            (1.0, 2.0),
            (1.5, 2.0),
            (1.5, 3.0),
            (2.0, 3.0),
            (2.0, 0.0),
        ];
        assert_eq!(corners, expected);
    }

    #[test]
    fn each_line_of_a_chart_is_a_path_with_gaps_and_the_main_one_is_on_top() {
        let axis = || crate::chart::Axis::new("x", crate::figure::Unit::One);
        let line = |points: &[(f64, f64)], main| Series::Line {
            name: "a".into(),
            points: points.iter().map(|(x, y)| Point::new(*x, *y)).collect(),
            course: crate::chart::Course::Straight,
            spread: crate::chart::Spread::Band,
            main,
        };
        let chart = Chart {
            key: "a".into(),
            title: "A".into(),
            x: axis(),
            y: axis(),
            series: vec![
                line(&[(0.0, 1.0), (1.0, 3.0)], true),
                line(&[(0.0, 1.0), (0.5, f64::NAN), (1.0, 2.0)], false),
            ],
            references: Vec::new(),
            grips: Vec::new(),
        };
        let expected = [
            ("line", "M0.0 72.0M240.0 36.0"),
            ("main", "M0.0 72.0L240.0 0.0"),
        ];
        assert_eq!(
            lines(&chart),
            expected.map(|(class, path)| (class, path.to_owned()))
        );
    }
}
