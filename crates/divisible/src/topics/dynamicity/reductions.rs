//! One speed of one worker is reduced: the contexts of section 4.

use report::chart::{Axis, Bar, Series};
use report::figure::Unit;
use report::table::Cell;
use report::{Chart, Table};
use words::{say, word};

use super::super::load_unit;
use crate::Parameters;
use crate::parameters::{Variation, Whose};
use crate::study::campaign::{Cell as Runs, Ran};
use crate::study::contexts::{CONTEXTS, Contexts};

/// The most simulated rounds for the contexts of section 4.
const AFFORDABLE: f64 = 2e7;

/// Whether one speed of one worker is reduced, as in section 4, where another shares its master, in few enough rounds.
pub(super) fn apply(parameters: &Parameters, workers: usize) -> bool {
    let pattern = matches!(
        parameters.variation,
        Variation::Once | Variation::Twice | Variation::Often | Variation::Stairs
    );
    let rounds = workers as f64 * parameters.horizon / parameters.target;
    let contexts = 3.0 * CONTEXTS.len() as f64 * f64::from(parameters.runs);
    let shared = workers > parameters.clusters as usize;
    pattern && shared && parameters.whose == Whose::One && rounds * contexts <= AFFORDABLE
}

pub(super) fn starvation(contexts: &Contexts) -> Chart {
    let bars = CONTEXTS
        .iter()
        .zip(&contexts.compute)
        .map(|(context, cell)| {
            let label = format!("{}: {}", context.name, context.words());
            let (starved, half) = cell.mean(|ran| ran.starvation);
            Bar::new(label, starved, context.name == "f₃").within(half)
        });
    Chart::new(
        "contexts",
        word!("Which changes of one worker make the others wait?"),
        Axis::number(word!("context")),
        Axis::share(word!("time that workers starve")),
        vec![Series::bars(bars)],
    )
}

pub(super) fn table(parameters: &Parameters, contexts: &Contexts) -> Table {
    let starved = |cell: Option<&Runs>| {
        cell.map_or((f64::NAN, f64::NAN), |one| one.mean(|ran| ran.starvation))
    };
    let rows = CONTEXTS.iter().enumerate().map(|(place, context)| {
        let compute = contexts.compute.get(place);
        let of = |of: fn(&Ran) -> f64| compute.map_or((f64::NAN, f64::NAN), |one| one.mean(of));
        [
            Cell::words(context.name),
            Cell::words(context.words()),
            Cell::mean("starvation", starved(compute), Unit::Share),
            Cell::mean("efficiency", of(|ran| ran.efficiency), Unit::Share),
            Cell::mean("throughput", of(|ran| ran.throughput), Unit::One),
            Cell::mean("send", starved(contexts.send.get(place)), Unit::Share),
            Cell::mean("receive", starved(contexts.receive.get(place)), Unit::Share),
        ]
    });
    Table::new(
        "contexts",
        word!("One worker’s speed is reduced: the contexts of section 4"),
        [
            word!("Context").to_owned(),
            word!("Reduced").to_owned(),
            word!("Idle, computing reduced").to_owned(),
            word!("Processors in use").to_owned(),
            say!("Throughput ({}/s)", load_unit(parameters)),
            word!("Idle, sending reduced").to_owned(),
            word!("Idle, returning reduced").to_owned(),
        ],
        rows,
    )
}
