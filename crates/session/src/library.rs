//! The library of traces that this device keeps, as page and file worker describe it.

use serde::{Deserialize, Serialize};
use statistics::{coefficient_of_variation, mean};
use trace::TraceSet;
pub use trace::content::write as content;

/// The media type of a file that is the [content](trace::content) of a set: traces that were measured here.
pub const CONTENT: &str = "application/x-makespan-traces";

/// A set in a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The digest of its content, by which it is known.
    pub digest: String,
    /// What it is called; its owner may change that.
    pub name: String,
    /// How many nodes it has.
    pub nodes: usize,
    /// How many jobs every node has at least.
    pub jobs: usize,
    /// The mean of all runtimes, ms.
    pub mean: f64,
    /// The mean of the nodes' coefficients of variation; nothing where no node has one.
    pub variation: Option<f64>,
    /// How many bytes its content has.
    pub bytes: usize,
    /// Since when it is kept, ms since 1970.
    pub since: f64,
}

impl About {
    /// What there is to say of a set with this digest.
    #[must_use]
    pub fn of(digest: &str, set: &TraceSet, since: f64) -> Self {
        let nodes = set.nodes();
        let each: Vec<f64> = nodes
            .iter()
            .map(|node| coefficient_of_variation(&node.runtimes))
            .filter(|variation| variation.is_finite())
            .collect();
        Self {
            digest: digest.to_owned(),
            name: set.name().to_owned(),
            nodes: nodes.len(),
            jobs: set.jobs(),
            mean: set.mean(),
            variation: (!each.is_empty()).then(|| mean(&each)),
            bytes: set.content_length(),
            since,
        }
    }
}

/// What is kept, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Library {
    /// The sets.
    pub entries: Vec<About>,
    /// Why what was asked for could not be done.
    pub trouble: Option<Trouble>,
}

/// Why something could not be kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trouble {
    /// The browser gives this page no room at all, in its own words.
    Blocked(String),
    /// There is no room left.
    Full,
    /// There is room, but not for a set of this size, in the browser's words.
    TooLarge(String),
}
