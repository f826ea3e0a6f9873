//! The library of traces that this device keeps, as page and file worker describe it.

use serde::{Deserialize, Serialize};
use statistics::{coefficient_of_variation, mean};
use trace::TraceSet;
pub use trace::content::write as content;

/// The media type of a file with the [content](trace::content) of a set: traces that were measured here.
pub const CONTENT: &str = "application/x-makespan-traces";

/// A line of the library: one set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The digest of its content, which identifies it.
    pub digest: String,
    /// Its name; its owner may change it.
    pub name: String,
    /// The number of its nodes.
    pub nodes: usize,
    /// The least number of jobs of a node.
    pub jobs: usize,
    /// The mean of all runtimes, ms.
    pub mean: f64,
    /// The mean of the nodes' coefficients of variation; none if no node has one.
    pub variation: Option<f64>,
    /// The size of its content, bytes.
    pub bytes: usize,
    /// The time since which it is kept, ms since 1970.
    pub since: f64,
}

impl About {
    /// The line of a set with this digest.
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

/// The kept sets, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Library {
    /// The sets.
    pub entries: Vec<About>,
    /// The reason why the request failed, if it did.
    pub trouble: Option<Trouble>,
}

/// The reason why something could not be kept.
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
