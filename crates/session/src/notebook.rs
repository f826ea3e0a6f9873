//! What the notebook asks of a file worker of its own: pinned runs, which the device keeps, and the points of a plan.
//!
//! The notebook is a program of its own (`web/notebook`), loaded on demand. The page's program neither asks nor answers.

use playground::Setup;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::library::Trouble;

/// How a file begins that is a zip archive, and one that is a Parquet file.
const ZIP: &str = "PK\u{3}\u{4}";
const PARQUET: &str = "PAR1";

/// The first column of every table of a study.
const POINT: &str = "point,";

/// Whether a file that begins like this is the notebook's: an exported study, a plan, or the results of one.
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

/// What the notebook asks. Answered by the [`Answer`] of the same name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// What is pinned?
    Pins,
    /// Keep a pinned run, in the place of the one with the same key. Answered by [`Answer::Pins`].
    Pin {
        /// Names it.
        key: String,
        /// The pinned run, in the notebook's own form.
        pin: String,
    },
    /// Keep pinned runs no longer. Answered by [`Answer::Pins`].
    Unpin {
        /// Their names.
        keys: Vec<String>,
    },
    /// Which link opens this?
    Link {
        /// What it opens.
        setup: Box<Setup>,
    },
    /// What does this plan say?
    Plan {
        /// The plan as JSON.
        plan: Value,
    },
    /// Which scenarios are these points of a plan?
    Points {
        /// The plan as JSON.
        plan: Value,
        /// The first point, from 0.
        from: u64,
        /// How many, at most [`MOST_POINTS`].
        count: u64,
    },
}

/// The most points of one answer.
pub const MOST_POINTS: u64 = 1_000;

/// What the file worker answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// What is pinned.
    Pins {
        /// All pinned runs, in no order.
        pins: Vec<String>,
        /// Why something could not be kept or read.
        trouble: Option<Trouble>,
    },
    /// A link's fragment, `#` included; or why there is none.
    Link(Result<String, String>),
    /// What a plan says; or why it says nothing.
    Plan(Result<Box<Planned>, String>),
    /// Points of a plan; or why there are none.
    Points(Result<Vec<Point>, String>),
}

/// What a plan says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Planned {
    /// The laboratory's name in JSON.
    pub laboratory: &'static str,
    /// The laboratory's name for people.
    pub title: &'static str,
    /// How many points there are.
    pub points: u64,
    /// How many runs each point has, where chance tells them apart.
    pub runs: Option<u64>,
    /// The digest that results of this plan state.
    pub digest: String,
    /// The parameters that vary.
    pub axes: Vec<Axis>,
}

/// A parameter that varies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// Its name, which is that of its column.
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
    /// Its scenario, and the link that opens it; or why its values do not go together.
    pub outcome: Result<Linked, String>,
}

/// A scenario and its link.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Linked {
    /// The scenario as in a scenario file, as text: not all of its numbers are JavaScript's.
    pub setup: String,
    /// The link's fragment, where it is not too long for one.
    pub link: Option<String>,
}
