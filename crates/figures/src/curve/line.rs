//! The computed line under printed numbers.

use parameters::table::Kind;
use report::chart::{Axis, Point, Scale, Series};
use report::figure::Unit;
use report::table::{Cell, Table};
use report::words::within;
use report::{Chart, Report};
use serde_json::{Value as Json, json};

use super::FAR;
use super::abscissa::{Along, symbol};
use crate::place::At;

/// How many points a formula is evaluated at.
const POINTS: u32 = 80;

/// A formula whose name has so few letters is called by a symbol.
const SYMBOL: usize = 3;

/// A line with its axes.
pub(super) struct Line {
    /// The quantity of the numbers, before the name of the vertical axis; empty where that name says it.
    pub(super) of: String,
    /// The horizontal axis.
    pub(super) x: Axis,
    /// The vertical axis.
    pub(super) y: Axis,
    /// From left to right.
    pub(super) points: Vec<Point>,
}

/// The line under numbers at these places; one of the numbers is computed at `at`.
pub(super) fn under(at: &At, report: Option<&Report>, along: &Along, xs: &[f64]) -> Option<Line> {
    match along {
        Along::Rows => {
            let (report, table) = table(at, report)?;
            let row = at.row.as_ref()?;
            let column = at.column?;
            let cells = table.rows.iter().filter_map(|cells| {
                let first = cells.first()?.exact();
                let same = symbol(&first) == symbol(row);
                let x = playground::printed::abscissa(&first).filter(|_| same)?;
                Some((x, cells.get(column)?))
            });
            let over = match symbol(row) {
                "" => table.columns.first()?,
                symbol => symbol,
            };
            let shown = table.columns.get(column)?;
            of_cells(report, cells, xs, ("", &within(over), shown))
        }
        Along::Columns => {
            let (report, table) = table(at, report)?;
            let place = playground::printed::Place::Cell {
                table: table.key.clone(),
                row: at.row.clone()?,
                column: 0,
            };
            let first = place.cell(report)?;
            let named = |cells: &&Vec<Cell>| cells.first() == Some(first);
            let cells = table.rows.iter().find(named)?;
            let heads = table.columns.iter().zip(cells);
            let over = symbol(table.columns.get(at.column?)?);
            let cells = heads.filter_map(|(head, cell)| {
                let x = playground::printed::abscissa(head)?;
                (symbol(head) == over).then_some((x, cell))
            });
            of_cells(report, cells, xs, (&table.title, over, &first.exact()))
        }
        Along::Chart => {
            let chart = report?.charts.iter();
            let chart = chart
                .into_iter()
                .find(|chart| Some(&chart.key) == at.chart.as_ref())?;
            let named =
                |series: &&Series| at.series.is_none() || series.name() == at.series.as_deref();
            of_series(chart, chart.series.iter().find(named)?)
        }
        Along::Parameter(name) => of_formula(at, name, xs),
    }
}

fn table<'r>(at: &At, report: Option<&'r Report>) -> Option<(&'r Report, &'r Table)> {
    let report = report?;
    let named = |table: &&Table| Some(&table.key) == at.table.as_ref();
    Some((report, report.tables.iter().find(named)?))
}

/// The line through cells: as a chart of the report draws it, where there is one that has the numbers at `xs`.
fn of_cells<'c>(
    report: &Report,
    cells: impl Iterator<Item = (f64, &'c Cell)>,
    xs: &[f64],
    (title, over, shown): (&str, &str, &str),
) -> Option<Line> {
    let mut unit = Unit::One;
    let mut points: Vec<Point> = cells
        .filter_map(|(x, cell)| match cell {
            Cell::Number(number) => Some(Point::new(x, *number)),
            Cell::Figure(figure) => {
                unit = figure.unit;
                let interval = figure.interval;
                Some(Point {
                    x,
                    y: figure.value,
                    interval,
                })
            }
            Cell::Text(text) => Some(Point::new(x, text.parse().ok()?)),
        })
        .filter(|point| point.y.is_finite())
        .collect();
    points.sort_by(|one, other| one.x.total_cmp(&other.x));
    let own: Vec<&Point> = points
        .iter()
        .filter(|point| xs.contains(&point.x))
        .collect();
    if own.len() != xs.len() {
        return None;
    }
    let drawn = report.charts.iter().find_map(|chart| {
        let shows = |series: &&Series| {
            let Series::Line { points, .. } = series else {
                return false;
            };
            let has = |own: &&&Point| points.iter().any(|one| one.x == own.x && one.y == own.y);
            own.iter().filter(has).count() == own.len()
        };
        let mut line = of_series(chart, chart.series.iter().find(shows)?)?;
        line.of = format!("{shown}: ");
        Some(line)
    });
    drawn.or_else(|| {
        Some(Line {
            of: match title {
                "" => String::new(),
                title => format!("{title}: "),
            },
            x: axis(over, points.iter().map(|point| point.x)),
            y: Axis::new(shown, unit),
            points,
        })
    })
}

/// A line of a chart.
fn of_series(chart: &Chart, series: &Series) -> Option<Line> {
    let Series::Line { name, points, .. } = series else {
        return None;
    };
    Some(Line {
        of: format!("{}: ", report::words::capital(name)),
        x: chart.x.clone(),
        y: chart.y.clone(),
        points: points.clone(),
    })
}

/// A formula over one of its parameters, from the least of some places to the greatest.
fn of_formula(at: &At, name: &str, xs: &[f64]) -> Option<Line> {
    let formula = playground::formula(at.formula.as_ref()?)?;
    let parameter = formula.parameters().iter().find(|one| one.name == name)?;
    let (low, high) = (xs.first()?, xs.last()?);
    let whole = matches!(parameter.kind, Kind::Integer { .. });
    let logarithmic = *low > 0.0 && high / low >= FAR;
    let between = (0..=POINTS).map(|step| {
        let share = f64::from(step) / f64::from(POINTS);
        let x = match logarithmic {
            true => low * libm::pow(high / low, share),
            false => low + (high - low) * share,
        };
        if whole { libm::round(x) } else { x }
    });
    let mut places: Vec<f64> = between.chain(xs.iter().copied()).collect();
    places.sort_by(f64::total_cmp);
    // Places that differ by rounding alone are one; the place of a printed number stays.
    places.dedup_by(|next, kept| {
        let same = (*next - *kept).abs() <= 1e-9 * kept.abs();
        if same && xs.contains(next) {
            *kept = *next;
        }
        same
    });
    let value = |x: &f64| {
        let mut with = at.with.clone();
        let number = if whole { json!(*x as u64) } else { json!(x) };
        with.insert(name.to_owned(), number);
        let y = formula.evaluate(&Json::Object(with)).ok()?;
        y.is_finite().then(|| Point::new(*x, y))
    };
    let points: Vec<Point> = places.iter().filter_map(value).collect();
    let title = parameter.title.replace('_', " ");
    let titled = match parameter.unit {
        "" => title,
        unit => format!("{title} ({unit})"),
    };
    let (_, shown) = formula.name.split_once('.')?;
    let shown = match shown.len() <= SYMBOL {
        true => shown.to_uppercase(),
        false => report::words::capital(&shown.replace('_', " ")),
    };
    let shown = match formula.unit {
        "" => shown,
        unit => format!("{shown} ({unit})"),
    };
    Some(Line {
        of: String::new(),
        x: axis(&titled, xs.iter().copied()),
        y: Axis::number(&shown),
        points,
    })
}

/// A horizontal axis for these numbers: of counts where all are whole, logarithmic where they are far apart.
pub(super) fn axis(label: &str, numbers: impl Iterator<Item = f64>) -> Axis {
    let numbers: Vec<f64> = numbers.collect();
    let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let unit = match numbers.iter().all(|number| number.fract() == 0.0) {
        true => Unit::Count,
        false => Unit::One,
    };
    Axis {
        label: label.to_owned(),
        unit,
        scale: match low > 0.0 && high / low >= FAR {
            true => Scale::Logarithmic,
            false => Scale::Linear,
        },
    }
}
