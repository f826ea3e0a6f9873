//! The data with which an entry runs on measured runtimes of a reader: its scenario, and the places of its numbers in the report of a run.

use std::collections::BTreeMap;

use figures::kept::{self, Shown};
use figures::place::At;
use playground::{Scenario, link};
use serde::Serialize;
use serde_json::{Map, Value, json};
use session::import::When;
use session::message::Order;

use super::id;
use crate::html::escaped;

/// An entry that runs on traces.
#[derive(Serialize)]
pub(super) struct Machine {
    /// The laboratory whose worker runs it.
    laboratory: &'static str,
    /// The request to the file worker; the file travels beside it.
    read: Order,
    /// The parameter that scales the runtimes of a file as the laboratory scales others.
    scale: Map<String, Value>,
    /// The printed numbers, in their order.
    numbers: Vec<Number>,
}

/// A printed number.
#[derive(Serialize)]
struct Number {
    /// Its name.
    what: String,
    /// Its printed text.
    printed: String,
    /// Its text as computed on the traces of the preset.
    computed: String,
    /// Its place in a report.
    at: Value,
    /// See [`At::less`] and [`At::times`].
    less: f64,
    times: f64,
}

/// All entries that run on traces, by their anchors.
pub(super) fn all() -> Result<BTreeMap<String, Machine>, figures::Error> {
    let all = kept::all()?;
    let machines = all.iter().filter_map(|shown| {
        let machine = machine(shown)?;
        Some((id(shown.document, &shown.entry.label), machine))
    });
    Ok(machines.collect())
}

fn machine(shown: &Shown) -> Option<Machine> {
    let scenario = link::decode(shown.entry.run.as_deref()?).ok()?.scenario;
    // Entries without a preset may follow from printed tables alone.
    if !scenario.uses_traces() || shown.entry.preset.is_empty() {
        return None;
    }
    let values = shown.entry.printed();
    let numbers: Option<Vec<Number>> = values
        .iter()
        .zip(&shown.computed.outcomes)
        .map(|(value, outcome)| {
            Some(Number {
                what: value.what.clone(),
                printed: value.printed.clone(),
                computed: outcome.computed.clone(),
                at: place(&value.at)?,
                less: value.at.less,
                times: value.at.times.unwrap_or(1.0),
            })
        })
        .collect();
    Some(Machine {
        laboratory: scenario.laboratory(),
        scale: scale(&scenario),
        read: Order::Read {
            scenario: Box::new(scenario),
            said: Box::default(),
            when: When::Now,
        },
        numbers: numbers.filter(|numbers| !numbers.is_empty())?,
    })
}

/// The place of a number in a report, for a program that reads its JSON; none where that is no single place.
fn place(at: &At) -> Option<Value> {
    if at.of.is_some() || at.between.is_some() || at.run.is_some() {
        return None;
    }
    match (&at.figure, &at.table, &at.row, at.column) {
        (Some(figure), ..) => Some(json!({ "figure": figure })),
        (None, Some(table), Some(row), Some(column)) => {
            Some(json!({ "table": table, "row": row, "column": column }))
        }
        _ => None,
    }
}

/// The laboratory's own value of the parameter that scales runtimes.
fn scale(scenario: &Scenario) -> Map<String, Value> {
    let name = scenario.about().traces.and_then(|traces| traces.scale);
    let usual = Scenario::of(scenario.laboratory()).map(|usual| usual.values());
    let value = name.and_then(|name| Some((name.text(), usual?.get(name.text())?.clone())));
    let value = value.filter(|(_, value)| !value.is_null());
    value
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The offer below an entry that runs on traces. A script shows it.
pub(super) fn offer(shown: &Shown) -> String {
    if machine(shown).is_none() {
        return String::new();
    }
    let label = escaped(&shown.entry.label);
    format!(
        "<div class=\"machine\" hidden><button type=\"button\">Put my machine on it<span class=\"apart\">: {label}</span></button> <span \
         class=\"note\">A CSV file of job runtimes, one column a node. It stays on this device.</span><input type=\"file\" \
         accept=\".csv,.tsv,.txt,.gz\" hidden aria-label=\"Runtimes for {label}\"><div class=\"own\"></div><p role=\"status\"></p></div>\n"
    )
}
