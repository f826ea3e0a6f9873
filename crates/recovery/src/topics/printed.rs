//! The computable values that Papers III to VI of the thesis print: reproduced ones, and different ones with the reason.

mod values;

use std::ops::ControlFlow;

use report::chart::{Axis, Bar, Series};
use report::figure::Unit;
use report::table::Cell;
use report::{Cancelled, Chart, Figure, Layout, Observer, Passes, Report, Sample, Table};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use words::{say, word};

use crate::Parameters;
use crate::parameters::{Outcome, Paper};
use values::Check;

/// The reproduced values.
const REPRODUCED: &str = include_str!("../../thesis.json");

/// The different values.
const DIFFERS: &str = include_str!("../../differs.json");

/// The papers, in order.
const PAPERS: [&str; 4] = ["III", "IV", "V", "VI"];

/// A data file: rows, and their source.
#[derive(Deserialize)]
struct File {
    rows: Vec<Value>,
}

/// A row with the computation of its value.
struct Row<T> {
    printed: T,
    check: Check,
    /// The result of a slow computation; a test recomputes it.
    kept: Option<Value>,
}

/// The rows of a data file.
fn rows<T: DeserializeOwned>(text: &str) -> Result<Vec<Row<T>>, serde_json::Error> {
    let file: File = serde_json::from_str(text)?;
    let row = |row: Value| {
        Ok(Row {
            printed: T::deserialize(&row)?,
            check: Check::deserialize(&row)?,
            kept: row.get("kept").cloned(),
        })
    };
    file.rows.into_iter().map(row).collect()
}

/// A reproduced value.
#[derive(Deserialize)]
struct Same {
    paper: String,
    check: String,
    given: Value,
    expected: Value,
}

/// A different value.
#[derive(Deserialize)]
struct Other {
    paper: String,
    row: String,
    about: String,
    given: Value,
    printed: Value,
}

/// The printed values beside the computed ones.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    same: Vec<(Same, Value)>,
    others: Vec<(Other, Value)>,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let wrong = |error: serde_json::Error| laboratory::Error::Other(error.to_string());
    let wanted = |paper: &str| parameters.paper == Paper::All || paper == name(parameters.paper);
    // The choice of displayed outcomes does not change the counts.
    let mut same: Vec<Row<Same>> = rows(REPRODUCED).map_err(wrong)?;
    same.retain(|row| wanted(&row.printed.paper));
    let mut others: Vec<Row<Other>> = rows(DIFFERS).map_err(wrong)?;
    others.retain(|row| wanted(&row.printed.paper));
    let mut passes = Passes::new(observer, (same.len() + others.len()) as u64);
    let same = same.into_iter();
    let same = same.map(|row| computed(parameters, row, &mut passes.next(1)));
    let same = same.collect::<Result<_, laboratory::Error>>()?;
    let others = others.into_iter();
    let others = others.map(|row| computed(parameters, row, &mut passes.next(1)));
    Ok(Findings {
        parameters,
        same,
        others: others.collect::<Result<_, laboratory::Error>>()?,
    })
}

/// A row with its computed value.
fn computed<T>(
    parameters: &Parameters,
    row: Row<T>,
    observer: &mut dyn Observer,
) -> Result<(T, Value), laboratory::Error> {
    if observer.progress(0, 1) == ControlFlow::Break(()) {
        return Err(Cancelled.into());
    }
    let value = match row.kept.filter(|_| !parameters.recompute) {
        Some(kept) => kept,
        // A value may take several searches: none of them is the progress of the row.
        None => row
            .check
            .value(&mut |_: u64, _: u64| observer.progress(0, 1))?,
    };
    Ok((row.printed, value))
}

/// The number of a paper.
fn name(paper: Paper) -> &'static str {
    match paper {
        Paper::All => "",
        Paper::Third => "III",
        Paper::Fourth => "IV",
        Paper::Fifth => "V",
        Paper::Sixth => "VI",
    }
}

/// The reason why a value differs.
fn reason(row: &str) -> &'static str {
    match row {
        "9.1" => word!("Eleven numbers are printed for twelve: a value 5 is missing."),
        "9.12" => word!(
            "Golomb rulers guarantee 12 from 107 computers on, greedy marks 9 for 92 to 96: the range is too wide at both ends."
        ),
        "9.13" => word!("At seven computers greedy guarantees 2, Golomb and modulo 3."),
        "9.11" => word!(
            "The sequence of another modulus is reused; some of its differences coincide modulo n."
        ),
        "9.19" => word!("The value 9/3 is printed twice; formula and loop give it three times."),
        "9.18" => word!("For one process the loop must be entered at step 5, not at step 1."),
        "9.20" => word!(
            "The printed formula divides twice; entry 9 is the mean load 24/3 rounded up over 2."
        ),
        "9.21" => word!(
            "The text adds 1 where a mark reaches n, the table adds nothing, so that the own computer is listed."
        ),
        "9.22" => word!(
            "Routes of processes of one computer overlap: the theorem cannot hold beyond P + 2 crashes."
        ),
        "3.6" => word!("The least-step rule gives this sequence; the table has a shorter one."),
        "table-1-trapezium" => word!(
            "The table gives a cluster as many computers as the sum of the steps, but the last mark must be below the number of computers: each printed number holds for one computer more. Followed by the other computers in order, the printed steps have the least load on 127 computers for 26 crashes, more than the 21 printed."
        ),
        "table-1-golomb" => word!(
            "The table gives a cluster as many computers as the length of the ruler, but its last mark must be below the number of computers: each number is one too high."
        ),
        "9.27" => {
            word!("The ruler of eleven steps has length 85 and fits into a hundred computers.")
        }
        "3.7" => word!(
            "The lists printed as optimal are not: from ten computers on, a complete search finds better ones."
        ),
        _ => "",
    }
}

/// A value of JSON for people: lists in brackets, sentences without quotes.
fn text(value: &Value) -> String {
    match value {
        Value::Null => word!("none").to_owned(),
        Value::Bool(true) => word!("yes").to_owned(),
        Value::Bool(false) => word!("no").to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) if items.iter().any(Value::is_array) => {
            let items = items.iter().map(|item| match item {
                Value::Array(_) => format!("({})", text(item)),
                other => text(other),
            });
            items.collect::<Vec<_>>().join(" ")
        }
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| format!("{name}: {}", text(value)));
            fields.collect::<Vec<_>>().join("; ")
        }
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let (same, total) = (self.agree(), self.same.len() + self.others.len());
        let differ = total - same;
        let of = match self.parameters.paper {
            Paper::All => word!("the thesis").to_owned(),
            paper => say!("Paper {}", name(paper)),
        };
        let mut notes = vec![word!("Counted are the values that survive in the scanned text and follow from definitions; lists and tables count as one value each.").to_owned()];
        if !self.parameters.recompute {
            notes.push(word!("Values that take seconds to compute are kept with the program; “Recompute slow values” computes them again.").to_owned());
        }
        if self.shows(Outcome::Different) {
            notes.push(word!("Each difference was found by independent programs; the laboratory’s explanation tells more.").to_owned());
        }
        Report {
            layout: Layout::charts(&["papers"]),
            headline: say!("{same} of {total} printed values of {of} are reproduced exactly"),
            why: match differ {
                0 => word!("Every definition gives the printed value.").to_owned(),
                1 => match self.shows(Outcome::Different) {
                    true => word!("One value differs, for the reason beside it.").to_owned(),
                    false => word!("One value differs; it is not shown.").to_owned(),
                },
                _ => match self.shows(Outcome::Different) {
                    true => say!("{differ} values differ, each for the reason beside it."),
                    false => say!("{differ} values differ; they are not shown."),
                },
            },
            figures: vec![
                Figure::count("same", word!("Reproduced"), same as f64),
                Figure::count("differ", word!("Different"), differ as f64),
            ],
            charts: vec![self.papers()],
            tables: self.tables(),
            notes,
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        vec![
            Sample::new(
                "same",
                word!("Number of reproduced values"),
                Unit::Count,
                vec![self.agree() as f64],
            )
            .more_is_better(),
        ]
    }
}

impl Findings<'_> {
    /// Whether values of this outcome are displayed, and exist.
    fn shows(&self, outcome: Outcome) -> bool {
        let chosen = self.parameters.outcome;
        let some = match outcome {
            Outcome::Reproduced => !self.same.is_empty(),
            _ => !self.others.is_empty(),
        };
        some && (chosen == Outcome::All || chosen == outcome)
    }

    /// The number of reproduced values.
    fn agree(&self) -> usize {
        let same = self
            .same
            .iter()
            .filter(|(row, found)| row.expected == *found);
        let others = self
            .others
            .iter()
            .filter(|(row, found)| row.printed == *found);
        same.count() + others.count()
    }

    fn papers(&self) -> Chart {
        let rows = PAPERS.iter().map(|paper| {
            let same = self
                .same
                .iter()
                .filter(|(row, _)| row.paper == *paper)
                .count();
            let others = self.others.iter();
            let others = others.filter(|(row, _)| row.paper == *paper).count();
            (say!("Paper {paper}"), vec![same as f64, others as f64])
        });
        let rows: Vec<(String, Vec<f64>)> = rows
            .filter(|(_, values)| values.iter().any(|value| *value > 0.0))
            .collect();
        let outcomes = [word!("reproduced"), word!("different")];
        if let [(_, values)] = rows.as_slice() {
            let bars = outcomes.into_iter().zip(values);
            return Chart::new(
                "papers",
                word!("How many values are reproduced?"),
                Axis::number(word!("outcome")),
                Axis::count(word!("values")),
                vec![Series::bars(
                    bars.map(|(outcome, value)| Bar::new(outcome, *value, true)),
                )],
            );
        }
        Chart::new(
            "papers",
            word!("Which papers’ values are reproduced?"),
            Axis::number(word!("outcome")),
            Axis::number(word!("paper")),
            vec![Series::heat(
                Axis::count(word!("values")),
                outcomes.map(str::to_owned),
                rows,
                None,
            )],
        )
    }

    fn tables(&self) -> Vec<Table> {
        // The name of a value and its argument: "Golomb list: 12".
        let what = |check: &str, given: &Value| {
            let check = report::words::capital(check);
            match given.is_null() {
                true => Cell::words(check),
                false => Cell::words(format!("{check}: {}", text(given))),
            }
        };
        let same = self.same.iter().map(|(row, found)| {
            [
                Cell::words(row.paper.clone()),
                what(&row.check, &row.given),
                Cell::words(text(&row.expected)),
                Cell::words(text(found)),
            ]
        });
        let others = self.others.iter().map(|(row, found)| {
            [
                Cell::words(row.paper.clone()),
                what(&row.about, &row.given),
                Cell::words(text(&row.printed)),
                Cell::words(text(found)),
                Cell::words(reason(&row.row)),
            ]
        });
        let columns = [
            word!("Paper"),
            word!("Value"),
            word!("Printed"),
            word!("Computed"),
        ];
        let mut tables = Vec::new();
        if self.shows(Outcome::Different) {
            tables.push(Table::new(
                "differ",
                word!("Values that differ"),
                columns.into_iter().chain([word!("Why")]),
                others,
            ));
        }
        if self.shows(Outcome::Reproduced) {
            tables.push(Table::new(
                "same",
                word!("Values that are reproduced"),
                columns,
                same,
            ));
        }
        tables
    }
}
