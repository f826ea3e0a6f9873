//! The notebook's questions to its own file worker: pinned runs, which the device keeps, and the points of a plan.
//!
//! The notebook is a program of its own (`web/notebook`), loaded on demand. The page's program neither asks nor answers.

use playground::Setup;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::library::Trouble;

/// The first bytes of a zip archive, and of a Parquet file.
const ZIP: &str = "PK\u{3}\u{4}";
const PARQUET: &str = "PAR1";

/// The first column of every table of a study.
const POINT: &str = "point,";

/// Whether a file with this beginning is the notebook's: an exported study, a plan, or the results of one.
#[must_use]
pub fn takes(name: &str, head: &str) -> bool {
    let name = name.to_lowercase();
    let text = head.trim_start_matches('\u{feff}').trim_start();
    let ends = |ending| name.ends_with(ending);
    // A plan may hold a scenario, and a scenario no plan.
    let plan = text.starts_with('{') && text.contains("\"plan\"") && !ends(".makespan.json");
    head.starts_with(ZIP)
        || head.starts_with(PARQUET)
        || ends(".toml")
        || plan
        || ends(".csv") && text.starts_with(POINT)
}

/// Questions of the notebook. Each is answered by the [`Answer`] of the same name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// List the pinned runs.
    Pins,
    /// Keep a pinned run in place of the one with the same key. Answered by [`Answer::Pins`].
    Pin {
        /// Its key.
        key: String,
        /// The pinned run, in the notebook's own form.
        pin: String,
    },
    /// Delete pinned runs. Answered by [`Answer::Pins`].
    Unpin {
        /// Their keys.
        keys: Vec<String>,
    },
    /// Make the link that opens a setup.
    Link {
        /// The setup.
        setup: Box<Setup>,
    },
    /// Read a plan.
    Plan {
        /// The plan as JSON.
        plan: Value,
    },
    /// Make the scenarios of these points of a plan.
    Points {
        /// The plan as JSON.
        plan: Value,
        /// The first point, from 0.
        from: u64,
        /// The number of points, at most [`MOST_POINTS`].
        count: u64,
    },
}

/// The most points of one answer.
pub const MOST_POINTS: u64 = 1_000;

/// Answers of the file worker.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The pinned runs.
    Pins {
        /// All pinned runs, in no order.
        pins: Vec<String>,
        /// The reason why something could not be kept or read.
        trouble: Option<Trouble>,
    },
    /// A link's fragment, `#` included; or the reason why there is none.
    Link(Result<String, String>),
    /// The contents of a plan; or the reason why it has none.
    Plan(Result<Box<Planned>, String>),
    /// Points of a plan; or the reason why there are none.
    Points(Result<Vec<Point>, String>),
}

/// The contents of a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Planned {
    /// The laboratory's name in JSON.
    pub laboratory: &'static str,
    /// The laboratory's name for people.
    pub title: &'static str,
    /// The number of points.
    pub points: u64,
    /// The number of runs of each point; none if chance plays no part.
    pub runs: Option<u64>,
    /// The digest of the plan, which its results state.
    pub digest: String,
    /// The parameters that vary.
    pub axes: Vec<Axis>,
}

/// A parameter that varies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// Its name, also that of its column.
    pub parameter: String,
    /// Its name for people.
    pub title: &'static str,
    /// Its unit, or empty.
    pub unit: &'static str,
}

/// A point of a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Its number, from 0.
    pub place: u64,
    /// Its values, one for each axis.
    pub values: Vec<Value>,
    /// Its scenario, and the link that opens it; or the reason why its values do not fit together.
    pub outcome: Result<Linked, String>,
}

/// A scenario and its link.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Linked {
    /// The scenario as in a scenario file, as text: JavaScript cannot hold all of its numbers.
    pub setup: String,
    /// The link's fragment, unless it is too long.
    pub link: Option<String>,
}
