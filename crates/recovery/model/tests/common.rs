//! Common parts of several tests.

use recovery_model::schemes::fill::Fill;
use recovery_model::schemes::golomb::Variant;
use recovery_model::schemes::trapezium::Source;
use recovery_model::schemes::{
    Constructed, golomb, greedy, intuitive, log, modulo, optimal, trapezium,
};
use recovery_model::worst_case::{self, Budget, Vector};
use recovery_model::{Crashed, List, Scheme, lower_bounds, placement};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A data file: rows, and their source.
#[derive(Deserialize)]
struct File<T> {
    source: String,
    rows: Vec<T>,
}

/// The rows of a data file.
pub(crate) fn rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let file: File<T> = serde_json::from_str(text).unwrap();
    assert!(
        file.source.starts_with("independent programs"),
        "{}",
        file.source
    );
    file.rows
}

/// The rows of a table whose first line names their source.
pub(crate) fn table<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

/// A scheme by its name in the data files, by the thesis's construction.
pub(crate) fn constructed(name: &str, n: usize) -> Constructed {
    let fill = Fill::Ascending;
    match name {
        "intuitive" => intuitive::list(n),
        "log" => log::list(n, fill),
        "greedy" => greedy::list(n, fill),
        "golomb" => golomb::list(n, Variant::default(), fill),
        "modulo" => modulo::reuse(n, fill),
        "trapezium" => trapezium::list(n, None, Source::Table, fill),
        "published" => optimal::published(n),
        "recomputed" => optimal::recomputed(n),
        _ => panic!("no scheme {name}"),
    }
    .unwrap()
}

pub(crate) fn list(entries: &[usize]) -> List {
    List::new(entries.len() + 1, entries.to_vec()).unwrap()
}

/// The vector of a list for up to `most` crashes.
pub(crate) fn vector(list: &List, most: usize) -> Vector {
    worst_case::of_list(list, most, Budget::default(), &mut report::Silent).unwrap()
}

/// The exact loads of a list.
pub(crate) fn loads(list: &List) -> Vec<u32> {
    vector(list, list.computers() - 1).exact().unwrap()
}

/// The number of crashes, up to `most`, for which a list is exactly optimal.
pub(crate) fn tight(list: &List, most: usize) -> usize {
    vector(list, most.min(list.computers() - 1)).tight(&lower_bounds::least_loads(list.computers()))
}

/// The load after these crashes.
pub(crate) fn load(scheme: &Scheme, crashed: &[usize]) -> u32 {
    placement::place(scheme, &Crashed::new(scheme.computers(), crashed).unwrap()).load()
}

/// The definition itself: simulates every crash set of every size.
pub(crate) fn simulated(scheme: &Scheme) -> Vec<u32> {
    let n = scheme.computers();
    let mut worst = vec![0; n - 1];
    for set in 1_u32..(1 << n) - 1 {
        let crashed: Vec<usize> = (0..n).filter(|computer| set >> computer & 1 == 1).collect();
        let known = &mut worst[crashed.len() - 1];
        *known = load(scheme, &crashed).max(*known);
    }
    worst
}
