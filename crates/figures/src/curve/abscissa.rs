//! The abscissas of printed numbers, and the numbers that share one.

use serde_json::Value as Json;

use super::{FEWEST, Judged};
use crate::place::At;

/// Numbers that lie over one abscissa.
pub(super) struct Abscissa {
    /// Its key, which tells it from others.
    pub(super) of: String,
    /// Its kind.
    pub(super) along: Along,
    /// The places of the numbers, and where they lie.
    pub(super) places: Vec<(usize, f64)>,
}

/// The kind of an abscissa.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Along {
    /// The rows of a table.
    Rows,
    /// The columns of a table.
    Columns,
    /// The horizontal axis of a chart.
    Chart,
    /// A parameter of a formula.
    Parameter(String),
}

/// The abscissa with the most remaining numbers, of several the first; none has fewer than make a curve.
pub(super) fn largest(all: &[Judged<'_>], left: &[usize], refused: &[String]) -> Option<Abscissa> {
    let mut found: Vec<Abscissa> = Vec::new();
    for place in left {
        let one = all.get(*place)?;
        for (of, along, x) in places(one) {
            if refused.contains(&of) {
                continue;
            }
            match found.iter_mut().find(|other| other.of == of) {
                Some(other) if other.places.iter().any(|(_, own)| *own == x) => {}
                Some(other) => other.places.push((*place, x)),
                None => found.push(Abscissa {
                    of,
                    along,
                    places: vec![(*place, x)],
                }),
            }
        }
    }
    let most = found.iter().map(|one| one.places.len()).max()?;
    found
        .into_iter()
        .find(|one| one.places.len() == most)
        .filter(|one| one.places.len() >= FEWEST)
}

/// All abscissas of a number: each with its key, its kind and the place of the number.
fn places(one: &Judged<'_>) -> Vec<(String, Along, f64)> {
    let at = &one.value.at;
    if at.of.is_some() || at.between.is_some() {
        return Vec::new();
    }
    let named = |what: String| format!("{:?} {what} {} {:?}", one.link, at.less, at.times);
    if let Some(name) = &at.formula {
        return parameters(at, |name, rest| named(format!("{name} {rest}")), name);
    }
    if let (Some(chart), Some(x)) = (&at.chart, at.x) {
        return vec![(named(format!("{chart} {:?}", at.series)), Along::Chart, x)];
    }
    let (Some(table), Some(row), Some(column)) = (&at.table, &at.row, at.column) else {
        return Vec::new();
    };
    let over_rows = playground::printed::abscissa(row);
    let over_rows = over_rows.map(|x| {
        let of = named(format!("{table} {column} {}", symbol(row)));
        (of, Along::Rows, x)
    });
    let over_columns = header(one, table, column).map(|x| {
        let of = named(format!("{table} row {row}"));
        (of, Along::Columns, x)
    });
    over_rows.into_iter().chain(over_columns).collect()
}

/// The symbol whose value a row's number is: "P" of "P = 8".
pub(super) fn symbol(row: &str) -> &str {
    row.rsplit_once(" = ").map_or("", |(symbol, _)| symbol)
}

/// The number of a column's heading.
fn header(one: &Judged<'_>, table: &str, column: usize) -> Option<f64> {
    let tables = &one.report?.tables;
    let table = tables.iter().find(|other| other.key == table)?;
    playground::printed::abscissa(table.columns.get(column)?)
}

/// Each number among a formula's parameters.
fn parameters(
    at: &At,
    named: impl Fn(&str, &str) -> String,
    formula: &str,
) -> Vec<(String, Along, f64)> {
    let numbers = at.with.iter().filter_map(|(name, value)| {
        let x = value.as_f64()?;
        let mut rest = at.with.clone();
        rest.remove(name);
        let of = named(
            &format!("{formula} {name}"),
            &Json::Object(rest).to_string(),
        );
        Some((of, Along::Parameter(name.clone()), x))
    });
    numbers.collect()
}
