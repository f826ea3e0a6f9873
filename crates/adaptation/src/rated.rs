//! Nodes with their speed and overheads from a table, which metrics judge.

use adaptation_model::metrics::badness::Member;
use adaptation_model::metrics::productivity::Rate;
use adaptation_model::metrics::weighted::relative_speeds;
use parameters::Rejected;
use parameters::sheet::{Absent, Column, Sheet, Takes};
use words::say;

/// The most nodes of a table.
pub const MOST: usize = 1_000;
/// The highest speed of a node, leaves/s.
const FASTEST: f64 = 1e9;

/// A name for each row, all different: the given one, or `usual` without one, or both where another row has the same or a usual one.
pub(crate) fn named(
    given: impl Iterator<Item = String>,
    usual: impl Fn(usize) -> String,
) -> Vec<String> {
    let given: Vec<String> = given.map(|name| name.trim().to_owned()).collect();
    let usual: Vec<String> = (0..given.len()).map(usual).collect();
    let mut names: Vec<String> = Vec::with_capacity(given.len());
    for (place, (name, own)) in given.iter().zip(&usual).enumerate() {
        let others = || given.iter().chain(&usual).enumerate();
        let taken = others().any(|(at, one)| at % given.len() != place && one == name);
        let mut unique = match name.as_str() {
            "" => own.clone(),
            _ if taken => format!("{name} ({own})"),
            _ => name.clone(),
        };
        while names.contains(&unique) {
            unique = format!("{unique} ({own})");
        }
        names.push(unique);
    }
    names
}

/// The columns of a table of nodes.
pub const COLUMNS: [Column; 5] = [
    Column {
        symbol: "name",
        name: "name",
        words: &["node"],
        unit: "",
        takes: Takes::Text,
        absent: Absent::Is(""),
    },
    Column {
        symbol: "cluster",
        name: "cluster",
        words: &["site"],
        unit: "",
        takes: Takes::Whole,
        absent: Absent::Is("0"),
    },
    Column {
        symbol: "speed",
        name: "speed",
        words: &["leaves per second"],
        unit: "leaves/s",
        takes: Takes::AtLeastZero,
        absent: Absent::Refused,
    },
    Column {
        symbol: "overhead",
        name: "overhead",
        words: &["idle or communicating"],
        unit: "",
        takes: Takes::Part,
        absent: Absent::Is("0"),
    },
    Column {
        symbol: "inter",
        name: "inter-cluster overhead",
        words: &["ic", "inter-cluster"],
        unit: "",
        takes: Takes::Part,
        absent: Absent::Is("0"),
    },
];

/// The columns of a table without headers: cluster, speed, overhead, inter-cluster overhead.
pub const USUAL: [usize; 4] = [1, 2, 3, 4];

/// A node that is judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Its name.
    pub name: String,
    /// Its cluster.
    pub cluster: u32,
    /// Leaves a second while it computes.
    pub speed: f64,
    /// The share of its time that is idle or communication.
    pub overhead: f64,
    /// The share of its time in communication with other clusters.
    pub inter: f64,
}

/// The nodes of the table of a parameter; nodes without a name are numbered from `first`.
///
/// # Errors
/// The line, the cell and its allowed values.
pub fn read(parameter: &'static str, text: &str, first: usize) -> Result<Vec<Rated>, Rejected> {
    let sheet = Sheet::read(text, &COLUMNS, &USUAL);
    if let Some(fault) = sheet.faults(&COLUMNS).into_iter().next() {
        return Err(Rejected::one(parameter, "", fault.to_string()));
    }
    if sheet.rows.len() > MOST {
        let number = sheet.rows.len();
        let expected = say!("has {number} nodes; at most {MOST} are allowed");
        return Err(Rejected::one(parameter, "", expected));
    }
    let fast = |place: &usize| sheet.value(&COLUMNS, *place, 2) > Some(FASTEST);
    if let Some(place) = (0..sheet.rows.len()).find(fast) {
        let line = sheet.rows.get(place).map_or(0, |row| row.line);
        let expected = say!("line {line}: the speed must be at most {FASTEST} leaves/s");
        return Err(Rejected::one(parameter, "", expected));
    }
    let names = named(
        (0..sheet.rows.len()).map(|place| sheet.text(&COLUMNS, place, 0)),
        |place| say!("node {}", first + place),
    );
    let node = |(place, name): (usize, String)| {
        let value = |column| sheet.value(&COLUMNS, place, column).unwrap_or_default();
        Rated {
            name,
            cluster: value(1) as u32,
            speed: value(2),
            overhead: value(3),
            inter: value(4),
        }
    };
    Ok(names.into_iter().enumerate().map(node).collect())
}

/// The nodes' data for their productivity.
#[must_use]
pub fn rates(nodes: &[Rated]) -> Vec<Rate> {
    let rate = |node: &Rated| Rate {
        speed: node.speed,
        efficiency: 1.0 - node.overhead,
    };
    nodes.iter().map(rate).collect()
}

/// The nodes' data for their badness.
#[must_use]
pub fn members(nodes: &[Rated]) -> Vec<Member> {
    let speeds: Vec<f64> = nodes.iter().map(|node| node.speed).collect();
    let member = |((place, node), relative_speed): ((u32, &Rated), f64)| Member {
        node: place,
        cluster: node.cluster,
        relative_speed,
        inter_cluster: node.inter,
    };
    (0..)
        .zip(nodes)
        .zip(relative_speeds(&speeds))
        .map(member)
        .collect()
}
