//! The charts of a sweep: a figure over the swept values.

use parameters::{Kind, Parameter};
use report::Chart;
use report::chart::{self, Axis, Bar, Point as ChartPoint, Series, Side, Spread};
use report::figure::Unit;
use report::words::within;
use serde_json::Value;

use super::{Point, Spot, Swept, counted, different, segments};
use crate::variant::{title, value_in_words};

/// The points of a sweep, as its charts draw them.
struct Drawing<'c, 'a> {
    axes: &'c [Swept<'a>],
    points: &'c [Point<'a>],
    best: Option<&'c Point<'a>>,
    first: &'c Parameter,
    /// The second parameter, where there are two.
    second: Option<&'c Parameter>,
}

/// A chart for each figure of `template`, over the first axis: a line for each value of the second one where the first has numbers;
/// otherwise bars, in a chart for each value of the second one.
pub(super) fn all(
    axes: &[Swept<'_>],
    points: &[Point<'_>],
    template: Option<&Point<'_>>,
    best: Option<&Point<'_>>,
) -> Vec<Chart> {
    let (Some((first, _)), Some(template)) = (axes.first(), template) else {
        return Vec::new();
    };
    let drawing = Drawing {
        axes,
        points,
        best,
        first,
        second: axes.get(1).map(|(second, _)| *second),
    };
    let figures = 0..template.judged.figures.len();
    let charts = figures.flat_map(|place| drawing.of_figure(template, place));
    charts.collect()
}

impl<'a> Drawing<'_, 'a> {
    /// The charts of the figure at this place.
    fn of_figure(&self, template: &Point<'_>, place: usize) -> Vec<Chart> {
        let spots: Vec<&Spot<'a>> = self.points.iter().map(|point| &point.spot).collect();
        let groups = match self.second {
            Some(_) => different(self.axes, 1, &spots),
            None => vec![None],
        };
        // A value that may be left empty has no place on an axis.
        let counts = matches!(self.first.kind, Kind::Integer { .. } | Kind::Number { .. })
            && spots
                .iter()
                .filter_map(|spot| self.value(spot))
                .all(Value::is_number);
        if counts {
            let chart = self.lines(template, place, &groups);
            // The first chart names the segments; the others would say the same.
            return vec![match place {
                0 => segments::named(chart, self.axes, self.points),
                _ => chart,
            }];
        }
        match spots
            .iter()
            .all(|spot| spot.told.iter().all(Option::is_some))
        {
            true => self.grouped(template, place, &groups),
            false => self.named(template, place).into_iter().collect(),
        }
    }

    /// The value of the first parameter at a point that tells it.
    fn value(&self, spot: &Spot<'a>) -> Option<&'a Value> {
        spot.told.first().copied().flatten()
    }

    /// The points with this value of the second parameter.
    fn group(&self, value: Option<&Value>) -> impl Iterator<Item = &Point<'a>> {
        self.points.iter().filter(move |point| {
            let own = point.spot.told.get(1).copied().flatten();
            super::alike(own, value)
        })
    }

    fn is_best(&self, point: &Point<'_>) -> bool {
        self.best
            .is_some_and(|best| best.spot.place == point.spot.place)
    }

    /// "Makespan by processors".
    fn title(&self, template: &Point<'_>, place: usize) -> String {
        let name = template.figure(place).map_or("", |one| one.name.as_str());
        format!("{name} by {}", title(self.first).0)
    }

    /// "Makespan by processors and copies of each job".
    fn full_title(&self, template: &Point<'_>, place: usize) -> String {
        let first = self.title(template, place);
        match self.second {
            Some(second) => format!("{first} and {}", title(second).0),
            None => first,
        }
    }

    /// A chart of the figure, without series.
    fn chart(&self, template: &Point<'_>, place: usize, title: String, x: &str) -> Chart {
        let figure = template.figure(place);
        let (key, name, unit) = figure.map_or(("", "", Unit::One), |one| {
            (one.key.as_str(), one.name.as_str(), one.unit)
        });
        Chart {
            key: key.into(),
            title,
            x: Axis::new(x, Unit::One),
            y: Axis::new(&within(name), unit),
            series: Vec::new(),
            references: Vec::new(),
            grips: Vec::new(),
        }
    }

    /// A line for each value of the second parameter. A point without the first one is a line across the chart.
    fn lines(&self, template: &Point<'_>, place: usize, groups: &[Option<&Value>]) -> Chart {
        let label = within(self.first.title);
        let x = match self.first.unit {
            "" => label,
            unit => format!("{label} ({unit})"),
        };
        let drawn = |point: &Point<'a>| {
            let figure = point.figure(place)?;
            Some(ChartPoint {
                x: self.value(&point.spot)?.as_f64()?,
                y: figure.value,
                interval: figure.interval,
            })
        };
        let line = |group: &Option<&Value>| {
            let points: Vec<_> = self.group(*group).filter_map(drawn).collect();
            let name = self.second.zip(*group);
            let name = name.map(|(second, value)| counted(second, value));
            let figure = || template.figure(place).map(|one| one.name.clone());
            (!points.is_empty()).then(|| Series::Line {
                name: name.or_else(figure).unwrap_or_default(),
                points,
                course: chart::Course::Straight,
                spread: Spread::Bars,
                main: self.group(*group).any(|point| self.is_best(point)),
            })
        };
        let chart = Chart {
            series: groups.iter().filter_map(line).collect(),
            ..self.chart(template, place, self.full_title(template, place), &x)
        };
        let across = self.points.iter();
        let across = across.filter(|point| self.value(&point.spot).is_none());
        let across = across.filter_map(|point| Some((point.figure(place)?.value, &point.name)));
        across.fold(chart, |chart, (value, name)| {
            chart.beside(Side::Y, value, name)
        })
    }

    /// The bar of a point.
    fn bar(&self, point: &Point<'_>, place: usize, label: String) -> Option<Bar> {
        let figure = point.figure(place)?;
        Some(Bar {
            label,
            value: figure.value,
            interval: figure.interval,
            main: self.is_best(point),
            bound: false,
            offer: None,
        })
    }

    /// Bars by the first parameter, in a chart for each value of the second one.
    fn grouped(&self, template: &Point<'_>, place: usize, groups: &[Option<&Value>]) -> Vec<Chart> {
        let label = within(self.first.title);
        let chart = |(number, group): (usize, &Option<&Value>)| {
            let bar = |point: &Point<'a>| {
                let label = value_in_words(self.first, self.value(&point.spot)?);
                self.bar(point, place, label)
            };
            let bars: Vec<_> = self.group(*group).filter_map(bar).collect();
            let title = self.title(template, place);
            let title = match self.second.zip(*group) {
                Some((second, value)) => format!("{title}, {}", counted(second, value)),
                None => title,
            };
            let empty = self.chart(template, place, title, &label);
            (!bars.is_empty()).then(|| Chart {
                key: format!("{}_{number}", empty.key),
                series: vec![Series::Bars { bars }],
                ..empty
            })
        };
        groups.iter().enumerate().filter_map(chart).collect()
    }

    /// A bar for each point by its name, where some points lack a parameter.
    fn named(&self, template: &Point<'_>, place: usize) -> Option<Chart> {
        let bar = |point: &Point<'a>| self.bar(point, place, report::words::capital(&point.name));
        let bars: Vec<_> = self.points.iter().filter_map(bar).collect();
        let title = self.full_title(template, place);
        (!bars.is_empty()).then(|| Chart {
            series: vec![Series::Bars { bars }],
            ..self.chart(template, place, title, "point")
        })
    }
}
