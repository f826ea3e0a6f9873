//! The tables of all points: `runs` with a row for each run of a point, `points` with a row for each point, and one for each
//! table of the reports that the plan keeps.

use parameters::Kind;
use report::figure::Unit;
use report::table::Cell;
use report::{Figure, Table};
use serde_json::{Value, json};

use crate::point::Outcome;
use crate::{Axis, Plan, Ran};

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Numbers.
    Number,
    /// Whole numbers from 0.
    Whole,
    /// Yes or no.
    Flag,
    /// Texts.
    Text,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name for programs.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Its unit, or empty: that of a parameter, `ms`, `1` for a share of one, or `count` for a number of things.
    pub unit: String,
    /// Its symbol in formulas, or empty.
    pub symbol: String,
    /// The type of its cells; a cell may be empty (null).
    pub holds: Type,
}

/// The tables of a study. Their columns are known once all points were seen.
#[derive(Clone, Debug)]
pub struct Columns {
    axes: Vec<Column>,
    /// One for each sample, identified by key and unit.
    samples: Vec<(String, Unit, Column)>,
    /// One for each figure; the flag says whether it has an interval.
    figures: Vec<(String, Unit, Column, bool)>,
    tables: Vec<Kept>,
}

/// A table of the reports.
#[derive(Clone, Debug)]
struct Kept {
    key: String,
    /// Each with its heading; the flag says whether its figures have intervals.
    columns: Vec<(Column, bool)>,
}

/// A table of a file: its name and columns.
pub type Sheet = (String, Vec<Column>);

impl Columns {
    /// The tables of a plan before its first point.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let kept = plan.keep().tables.iter().map(|key| Kept {
            key: key.clone(),
            columns: Vec::new(),
        });
        Self {
            axes: plan.axes().iter().map(axis).collect(),
            samples: Vec::new(),
            figures: Vec::new(),
            tables: kept.collect(),
        }
    }

    /// Takes in a point. Points come in their order, because it decides the order of the columns.
    pub fn see(&mut self, ran: &Ran) {
        let Ok(outcome) = &ran.outcome else {
            return;
        };
        for sample in &outcome.samples {
            let known =
                |one: &(String, Unit, Column)| (&one.0, one.1) == (&sample.key, sample.unit);
            if !self.samples.iter().any(known) {
                let twice = self.samples.iter().any(|one| one.0 == sample.key);
                let column = figure(&sample.key, &sample.name, sample.unit, twice);
                self.samples.push((sample.key.clone(), sample.unit, column));
            }
        }
        for one in &outcome.figures {
            let ends = one.interval.is_some();
            let mut all = self.figures.iter_mut();
            match all.find(|(key, unit, ..)| (key.as_str(), *unit) == (one.key.as_str(), one.unit))
            {
                Some((.., known)) => *known |= ends,
                None => {
                    let twice = self.figures.iter().any(|(key, ..)| *key == one.key);
                    let column = figure(&one.key, &one.name, one.unit, twice);
                    self.figures.push((one.key.clone(), one.unit, column, ends));
                }
            }
        }
        for table in &outcome.tables {
            let mut all = self.tables.iter_mut();
            if let Some(kept) = all.find(|kept| kept.key == table.key) {
                kept.see(table);
            }
        }
    }

    /// The tables, in the order of [`Columns::rows`].
    #[must_use]
    pub fn sheets(&self) -> Vec<Sheet> {
        let point = || whole("point", "Number of the point, from 0");
        let run = whole("run", "Number of the run, from 1");
        let samples = self.samples.iter().map(|(.., column)| column.clone());
        let figures = self.figures.iter().flat_map(|(_, _, column, ends)| {
            let mut columns = vec![column.clone()];
            if *ends {
                columns.extend(interval(column, "_"));
            }
            columns
        });
        let own = [
            text("fingerprint", "Fingerprint of the report"),
            text("refusal", "Why the point has no run"),
        ];
        let axes = || self.axes.iter().cloned();
        let mut sheets = vec![
            (
                "runs".to_owned(),
                [point()]
                    .into_iter()
                    .chain(axes())
                    .chain([run])
                    .chain(samples)
                    .collect(),
            ),
            (
                "points".to_owned(),
                [point()]
                    .into_iter()
                    .chain(axes())
                    .chain(own)
                    .chain(figures)
                    .collect(),
            ),
        ];
        for kept in &self.tables {
            let columns = kept.columns.iter().flat_map(|(column, ends)| {
                let mut columns = vec![column.clone()];
                if *ends {
                    columns.extend(interval(column, ", "));
                }
                columns
            });
            let row = whole("row", "Number of the row, from 1");
            let all = [point()]
                .into_iter()
                .chain(axes())
                .chain([row])
                .chain(columns);
            sheets.push((format!("table-{}", kept.key), all.collect()));
        }
        sheets
    }

    /// The rows of a point, for each table.
    #[must_use]
    pub fn rows(&self, plan: &Plan, ran: &Ran) -> Vec<Vec<Vec<Value>>> {
        let mut start = vec![json!(ran.place)];
        start.extend(plan.values(ran.place).into_iter().map(|value| match value {
            // A choice that holds its own parameters shows as its name.
            Value::Object(held) => held.keys().next().map_or(Value::Null, |name| json!(name)),
            Value::Array(_) => json!(value.to_string()),
            other => other,
        }));
        let outcome = ran.outcome.as_ref();
        let runs = outcome.map_or_else(|_| Vec::new(), |outcome| self.runs(&start, outcome));
        let mut point = start.clone();
        match outcome {
            Ok(outcome) => {
                point.extend([json!(outcome.fingerprint), Value::Null]);
                for (key, unit, _, ends) in &self.figures {
                    let mut all = outcome.figures.iter();
                    let found = all.find(|one| (&one.key, one.unit) == (key, *unit));
                    point.extend(numbers(found, *ends));
                }
            }
            Err(why) => {
                point.extend([Value::Null, json!(why)]);
                for (.., ends) in &self.figures {
                    point.extend(numbers(None, *ends));
                }
            }
        }
        let mut sheets = vec![runs, vec![point]];
        for kept in &self.tables {
            let found = outcome.ok().and_then(|outcome| {
                let mut tables = outcome.tables.iter();
                tables.find(|table| table.key == kept.key)
            });
            sheets.push(found.map_or_else(Vec::new, |table| kept.rows(&start, table)));
        }
        sheets
    }

    fn runs(&self, start: &[Value], outcome: &Outcome) -> Vec<Vec<Value>> {
        let samples: Vec<_> = self
            .samples
            .iter()
            .map(|(key, unit, _)| {
                let mut all = outcome.samples.iter();
                all.find(|one| (&one.key, one.unit) == (key, *unit))
            })
            .collect();
        let runs = outcome.samples.iter().map(|sample| sample.values.len());
        (0..runs.max().unwrap_or_default())
            .map(|run| {
                let mut row = start.to_vec();
                row.push(json!(run + 1));
                row.extend(samples.iter().map(|sample| {
                    let value = sample.and_then(|sample| sample.values.get(run).copied());
                    json!(value.flatten())
                }));
                row
            })
            .collect()
    }
}

impl Kept {
    fn see(&mut self, table: &Table) {
        for (place, heading) in table.columns.iter().enumerate() {
            let cells = || table.rows.iter().filter_map(|row| row.get(place));
            let words = cells().any(|cell| matches!(cell, Cell::Text(_)) && !cell.is_none());
            let ends =
                cells().any(|cell| matches!(cell, Cell::Figure(one) if one.interval.is_some()));
            let unit = cells().find_map(|cell| match cell {
                Cell::Figure(figure) => Some(figure.unit),
                Cell::Number(_) | Cell::Text(_) => None,
            });
            let holds = if words { Type::Text } else { Type::Number };
            match self.columns.get_mut(place) {
                Some((known, intervals)) => {
                    if holds == Type::Text {
                        known.holds = Type::Text;
                    }
                    *intervals |= ends;
                }
                None => self.columns.push((
                    Column {
                        name: heading.clone(),
                        title: heading.clone(),
                        unit: unit.map_or("", symbol_of).into(),
                        symbol: String::new(),
                        holds,
                    },
                    ends,
                )),
            }
        }
    }

    fn rows(&self, start: &[Value], table: &Table) -> Vec<Vec<Value>> {
        let row = |(at, row): (usize, &Vec<Cell>)| {
            let mut out = start.to_vec();
            out.push(json!(at + 1));
            for (place, (column, ends)) in self.columns.iter().enumerate() {
                let cell = row.get(place);
                out.push(match (cell, column.holds) {
                    (Some(cell), Type::Text) => json!(cell.exact()),
                    (Some(Cell::Number(number)), _) => finite(*number),
                    (Some(Cell::Figure(figure)), _) => finite(figure.value),
                    _ => Value::Null,
                });
                if *ends {
                    let figure = match cell {
                        Some(Cell::Figure(figure)) => Some(figure),
                        _ => None,
                    };
                    out.extend(numbers(figure, true).into_iter().skip(1));
                }
            }
            out
        };
        table.rows.iter().enumerate().map(row).collect()
    }
}

/// A figure's number, and the ends of its interval if the column has them.
fn numbers(figure: Option<&Figure>, ends: bool) -> Vec<Value> {
    let mut out = vec![figure.map_or(Value::Null, |figure| finite(figure.value))];
    if ends {
        let interval = figure.and_then(|figure| figure.interval);
        out.push(interval.map_or(Value::Null, |interval| finite(interval.low)));
        out.push(interval.map_or(Value::Null, |interval| finite(interval.high)));
    }
    out
}

fn finite(number: f64) -> Value {
    json!(number.is_finite().then_some(number))
}

fn axis(axis: &Axis) -> Column {
    Column {
        name: axis.parameter.clone(),
        title: axis.title.into(),
        unit: axis.unit.into(),
        symbol: axis.symbol.into(),
        holds: match axis.kind {
            Kind::Integer { .. } => Type::Whole,
            Kind::Number { .. } => Type::Number,
            Kind::Flag => Type::Flag,
            Kind::Choice(_) | Kind::List { .. } | Kind::Text { .. } => Type::Text,
        },
    }
}

fn figure(key: &str, title: &str, unit: Unit, twice: bool) -> Column {
    let symbol = symbol_of(unit);
    // A second column of the same key, in another unit.
    let name = if twice {
        format!("{key}_{symbol}")
    } else {
        key.into()
    };
    Column {
        name,
        title: title.into(),
        unit: symbol.into(),
        symbol: String::new(),
        holds: Type::Number,
    }
}

fn symbol_of(unit: Unit) -> &'static str {
    match unit {
        Unit::One => "",
        Unit::Milliseconds => "ms",
        Unit::Share => "1",
        Unit::Count => "count",
    }
}

fn interval(column: &Column, joint: &str) -> [Column; 2] {
    ["low", "high"].map(|end| Column {
        name: format!("{}{joint}{end}", column.name),
        title: format!("{}, {end} end of its 95 % interval", column.title),
        holds: Type::Number,
        ..column.clone()
    })
}

fn whole(name: &str, title: &str) -> Column {
    Column {
        name: name.into(),
        title: title.into(),
        unit: String::new(),
        symbol: String::new(),
        holds: Type::Whole,
    }
}

fn text(name: &str, title: &str) -> Column {
    Column {
        holds: Type::Text,
        ..whole(name, title)
    }
}
