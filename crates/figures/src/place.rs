//! The places in a report or a formula of the numbers that a document prints.

use playground::printed::Place;
use report::Report;
use report::chart::{Bar, Point, Series};
use report::figure::Figure;
use report::table::Cell;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Where something is computed: in a report (`figure`; `table` and `column`, with a `row` or without; `chart` and `series`, with an
/// `x` or without), or by a formula (`formula`, `with`).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct At {
    /// The link of the scenario, where it is not the entry's.
    pub run: Option<String>,
    /// A figure of merit, by its key.
    pub figure: Option<String>,
    /// A table, by its key.
    pub table: Option<String>,
    /// The first cell of a row.
    pub row: Option<String>,
    /// A column, from 0.
    pub column: Option<usize>,
    /// A chart, by its key.
    pub chart: Option<String>,
    /// A series of the chart, by its name; of bars, the label of one.
    pub series: Option<String>,
    /// A place on the horizontal axis.
    pub x: Option<f64>,
    /// A claim that the report itself tests, by its title.
    pub claim: Option<String>,
    /// A formula, by its name.
    pub formula: Option<String>,
    /// The formula's parameters.
    pub with: Map<String, Value>,
    /// The choice of one number among several.
    pub of: Option<Of>,
    /// Of a chart's series or a table's column: only where the horizontal place, or the number of the row, is in this range.
    pub between: Option<[f64; 2]>,
    /// A number to subtract from the computed one, before it is multiplied: 1 where a gain is printed and a ratio computed.
    pub less: f64,
    /// The factor of the computed number: 100 where per cent are printed.
    pub times: Option<f64>,
}

/// One number of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Of {
    /// The greatest.
    Greatest,
    /// The least.
    Least,
    /// Where the greatest is.
    PlaceOfGreatest,
    /// Where the least is.
    PlaceOfLeast,
    /// The first.
    First,
    /// The last.
    Last,
    /// Their mean.
    Mean,
    /// How many there are.
    Count,
    /// The greatest less the least.
    Range,
}

/// The value found at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// A number, perhaps with its interval.
    Number(Figure),
    /// Numbers over places, in their order, perhaps with their intervals.
    Several(Vec<(f64, Figure)>),
    /// A text.
    Text(String),
    /// A claim of the report, and whether it was met.
    Met(bool),
}

impl At {
    /// Finds the value in a report; a formula needs no report.
    ///
    /// # Errors
    /// In words, where the report or formula has no such value.
    pub fn find(&self, report: Option<&Report>) -> Result<Found, String> {
        let found = match (&self.formula, report) {
            (Some(name), _) => self.evaluate(name)?,
            (None, Some(report)) => self.in_report(report)?,
            (None, None) => return Err("neither a scenario nor a formula is named".into()),
        };
        let found = match (self.of, found) {
            (Some(of), Found::Several(values)) => {
                let figure = of.taken(&values);
                Found::Number(figure.ok_or("nothing is there to choose from")?)
            }
            (Some(_), other) => return Err(format!("one of {other:?} cannot be chosen")),
            (None, found) => found,
        };
        let times = self.times.unwrap_or(1.0);
        Ok(match found {
            Found::Number(figure) => Found::Number(moved(&figure, self.less, times)),
            Found::Several(values) => {
                let values = values.iter();
                let moved = values.map(|(place, value)| (*place, moved(value, self.less, times)));
                Found::Several(moved.collect())
            }
            found => found,
        })
    }

    fn evaluate(&self, name: &str) -> Result<Found, String> {
        let formula = playground::formula(name).ok_or(format!("there is no formula {name}"))?;
        let value = formula
            .evaluate(&Value::Object(self.with.clone()))
            .map_err(|rejected| rejected.to_string())?;
        Ok(Found::Number(bare(value)))
    }

    fn in_report(&self, report: &Report) -> Result<Found, String> {
        if let Some(title) = &self.claim {
            let claim = report.claims.iter().find(|claim| claim.title == *title);
            let claim = claim.ok_or(format!("there is no claim {title}"))?;
            let met = claim
                .met
                .ok_or(format!("the run does not decide {title}"))?;
            return Ok(Found::Met(claim.holds() && met));
        }
        if let Some(key) = &self.chart {
            return self.in_chart(report, key);
        }
        match (&self.figure, &self.table, &self.row, self.column) {
            (Some(figure), ..) => number(
                &Place::Figure {
                    figure: figure.clone(),
                },
                report,
            ),
            (None, Some(table), Some(row), Some(column)) => {
                let place = Place::Cell {
                    table: table.clone(),
                    row: row.clone(),
                    column,
                };
                match place.cell(report) {
                    Some(Cell::Text(text)) => {
                        Ok(text.parse().map_or(Found::Text(text.clone()), |value| {
                            Found::Number(bare(value))
                        }))
                    }
                    _ => number(&place, report),
                }
            }
            (None, Some(table), None, Some(column)) => self.column(report, table, column),
            _ => Err("neither a figure, a cell, a column nor a chart is named".into()),
        }
    }

    /// A column's numbers, over those of the first column, or over the numbers of the rows.
    fn column(&self, report: &Report, key: &str, column: usize) -> Result<Found, String> {
        let table = report.tables.iter().find(|table| table.key == key);
        let table = table.ok_or(format!("there is no table {key}"))?;
        let rows = table.rows.iter().enumerate().filter_map(|(at, row)| {
            let place = row.first().and_then(plain);
            let place = place.map_or(at as f64, |figure| figure.value);
            Some((place, plain(row.get(column)?)?))
        });
        Ok(Found::Several(self.kept(rows.collect())))
    }

    fn in_chart(&self, report: &Report, key: &str) -> Result<Found, String> {
        let chart = report.charts.iter().find(|chart| chart.key == key);
        let chart = chart.ok_or(format!("there is no chart {key}"))?;
        let name = self.series.as_deref();
        for series in &chart.series {
            match series {
                Series::Line { points, .. } | Series::Scatter { points, .. }
                    if name.is_none_or(|name| series.name() == Some(name)) =>
                {
                    let figure = |point: &Point| Figure {
                        interval: point.interval,
                        ..Figure::new("point", "point", point.y, chart.y.unit)
                    };
                    let Some(x) = self.x else {
                        let all = points.iter().map(|point| (point.x, figure(point)));
                        return Ok(Found::Several(self.kept(all.collect())));
                    };
                    let point = points.iter().find(|point| (point.x - x).abs() < 1e-9);
                    let point = point.ok_or(format!("the series has no point at {x}"))?;
                    return Ok(Found::Number(figure(point)));
                }
                Series::Bars { bars } => {
                    let figure = |bar: &Bar| Figure {
                        interval: bar.interval,
                        ..Figure::new("bar", "bar", bar.value, chart.y.unit)
                    };
                    let Some(label) = name else {
                        let all = bars.iter().enumerate();
                        let all = all.map(|(at, bar)| (at as f64, figure(bar)));
                        return Ok(Found::Several(self.kept(all.collect())));
                    };
                    let bar = bars.iter().find(|bar| bar.label == label);
                    let bar = bar.ok_or(format!("there is no bar {label}"))?;
                    return Ok(Found::Number(figure(bar)));
                }
                _ => {}
            }
        }
        Err(format!("the chart {key} has no series {name:?}"))
    }

    fn kept(&self, mut values: Vec<(f64, Figure)>) -> Vec<(f64, Figure)> {
        if let Some([low, high]) = self.between {
            values.retain(|(place, _)| (low..=high).contains(place));
        }
        values.retain(|(_, figure)| figure.value.is_finite());
        values
    }
}

impl From<&Place> for At {
    fn from(place: &Place) -> Self {
        match place.clone() {
            Place::Figure { figure } => Self {
                figure: Some(figure),
                ..Self::default()
            },
            Place::Cell { table, row, column } => Self {
                table: Some(table),
                row: Some(row),
                column: Some(column),
                ..Self::default()
            },
        }
    }
}

impl Of {
    /// The number that is meant; one of the numbers keeps its interval.
    fn taken(self, values: &[(f64, Figure)]) -> Option<Figure> {
        let order = |a: &&(f64, Figure), b: &&(f64, Figure)| a.1.value.total_cmp(&b.1.value);
        // Of equal ones, the first.
        let greatest = || values.iter().rev().max_by(order);
        let least = || values.iter().min_by(order);
        match self {
            Self::Greatest => greatest().map(|found| found.1.clone()),
            Self::Least => least().map(|found| found.1.clone()),
            Self::PlaceOfGreatest => greatest().map(|found| bare(found.0)),
            Self::PlaceOfLeast => least().map(|found| bare(found.0)),
            Self::First => values.first().map(|found| found.1.clone()),
            Self::Last => values.last().map(|found| found.1.clone()),
            Self::Mean => {
                let sum: f64 = values.iter().map(|found| found.1.value).sum();
                (!values.is_empty()).then(|| bare(sum / values.len() as f64))
            }
            Self::Count => Some(bare(values.len() as f64)),
            Self::Range => Some(bare(greatest()?.1.value - least()?.1.value)),
        }
    }
}

fn number(place: &Place, report: &Report) -> Result<Found, String> {
    let found = place.find(report);
    found
        .map(Found::Number)
        .ok_or(format!("the report has no number at {place:?}"))
}

/// The number of a cell; a text may be one.
fn plain(cell: &Cell) -> Option<Figure> {
    match cell {
        Cell::Number(number) => Some(bare(*number)),
        Cell::Figure(figure) => Some(figure.clone()),
        Cell::Text(text) => text.parse().ok().map(bare),
    }
}

/// A number without a name, a unit or an interval.
fn bare(value: f64) -> Figure {
    Figure::number("value", "value", value)
}

fn moved(figure: &Figure, less: f64, times: f64) -> Figure {
    let mut moved = figure.clone();
    let of = |value: f64| times * (value - less);
    moved.value = of(figure.value);
    if let Some(interval) = &mut moved.interval {
        let (one, other) = (of(interval.low), of(interval.high));
        (interval.low, interval.high) = (one.min(other), one.max(other));
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::figure::Interval;

    #[test]
    fn one_of_several_is_the_one_that_is_meant() {
        let values = [(1.0, 3.0), (2.0, 5.0), (4.0, 5.0), (8.0, 2.0)];
        let values = values.map(|(place, value)| {
            let half = (place == 2.0).then_some(0.5);
            let interval = half.and_then(|half| Interval::around(value, half));
            let figure = bare(value);
            (place, Figure { interval, ..figure })
        });
        for (of, value) in [
            (Of::Greatest, 5.0),
            (Of::PlaceOfGreatest, 2.0),
            (Of::Least, 2.0),
            (Of::PlaceOfLeast, 8.0),
            (Of::First, 3.0),
            (Of::Last, 2.0),
            (Of::Mean, 3.75),
            (Of::Count, 4.0),
            (Of::Range, 3.0),
        ] {
            let taken = of.taken(&values);
            assert_eq!(taken.map(|figure| figure.value), Some(value), "{of:?}");
        }
        let greatest = Of::Greatest.taken(&values);
        assert!(greatest.is_some_and(|figure| figure.interval.is_some()));
        assert_eq!(Of::Greatest.taken(&[]), None);
    }

    #[test]
    fn a_place_that_names_nothing_is_refused() {
        let report = Report::default();
        assert!(At::default().find(Some(&report)).is_err());
        let chart = At {
            chart: Some("none".into()),
            ..At::default()
        };
        assert!(chart.find(Some(&report)).is_err());
        assert!(chart.find(None).is_err());
    }
}
