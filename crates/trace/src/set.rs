//! A checked set of job-runtime traces.

use std::collections::HashSet;
use std::sync::OnceLock;

use crate::Error;

/// The most nodes of a set.
pub const MAX_NODES: usize = 4_096;
/// The most runtimes of a set, over all nodes: 200 MB of memory.
pub const MAX_VALUES: usize = 25_000_000;
/// The most runtimes that generators make, over all nodes.
pub const MAX_GENERATED: usize = 10_000_000;
/// The shortest runtime that is read, ms: beyond these two, sums and ratios of runtimes leave the range of numbers.
pub const SHORTEST: f64 = 1e-9;
/// The longest runtime that is read, ms: thirty thousand years.
pub const LONGEST: f64 = 1e15;
/// The most characters of a node's name.
pub const MAX_NAME: usize = 200;

/// One node and the runtimes of the jobs that it served.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The node's name; one line, unique in its set.
    pub name: String,
    /// The node's place, in units of the caller's choice; `None` when unknown.
    pub position: Option<[f64; 2]>,
    /// The number of the physical node. Two series of one node, measured at different times, share it and can be used
    /// as two processors (Dobber 2006, section 2.4).
    pub host: usize,
    /// The runtime of each job in order, in ms; finite and above 0.
    pub runtimes: Vec<f64>,
}

/// A set of job-runtime traces: one series for each node, in ms.
///
/// A value of this type holds 1 to [`MAX_NODES`] nodes with at least one runtime each and at most [`MAX_VALUES`]
/// together, every runtime finite and above 0, every name different.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceSet {
    name: String,
    nodes: Vec<Node>,
    message: Option<f64>,
    digest: Digest,
}

/// The digest of a set's content, once it was asked for: that of a large one takes a while. It follows from the rest of
/// the set, so that it makes no difference to equality.
#[derive(Debug, Clone, Default)]
struct Digest(OnceLock<String>);

impl PartialEq for Digest {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl TraceSet {
    /// Checks the nodes and makes a set of them.
    ///
    /// White space around a node's name is dropped.
    ///
    /// # Errors
    /// [`Error::NoNodes`], [`Error::TooManyNodes`], [`Error::TooManyValues`], [`Error::NoJobs`], [`Error::Value`],
    /// [`Error::Name`] or [`Error::DuplicateName`], whichever is met first.
    pub fn new(name: impl Into<String>, nodes: Vec<Node>) -> Result<TraceSet, Error> {
        let mut nodes = nodes;
        if nodes.is_empty() {
            return Err(Error::NoNodes);
        }
        if nodes.len() > MAX_NODES {
            return Err(Error::TooManyNodes { found: nodes.len() });
        }
        let values = nodes.iter().map(|node| node.runtimes.len()).sum();
        if values > MAX_VALUES {
            return Err(Error::TooManyValues { found: values });
        }
        for (index, node) in nodes.iter_mut().enumerate() {
            check_name(index + 1, &mut node.name)?;
            if node.runtimes.is_empty() {
                return Err(Error::NoJobs {
                    node: node.name.clone(),
                });
            }
            if let Some((job, &value)) = node
                .runtimes
                .iter()
                .enumerate()
                .find(|(_, value)| !is_runtime(**value))
            {
                return Err(Error::Value {
                    node: node.name.clone(),
                    job: job + 1,
                    value,
                });
            }
        }
        let mut seen = HashSet::with_capacity(nodes.len());
        if let Some(node) = nodes.iter().find(|node| !seen.insert(node.name.as_str())) {
            return Err(Error::DuplicateName {
                name: node.name.clone(),
            });
        }
        Ok(TraceSet {
            name: plain(&name.into()),
            nodes,
            message: None,
            digest: Digest::default(),
        })
    }

    /// A set of nodes that are in range by construction.
    pub(crate) fn generated(name: String, nodes: Vec<Node>) -> TraceSet {
        TraceSet {
            name,
            nodes,
            message: None,
            digest: Digest::default(),
        }
    }

    /// The first nodes alone, at least one and at most all.
    #[must_use]
    pub fn first(&self, nodes: usize) -> Self {
        let nodes = self.nodes.iter().take(nodes.max(1)).cloned();
        Self {
            message: self.message,
            ..Self::generated(self.name.clone(), nodes.collect())
        }
    }

    /// The same set with the time that a message between two of its nodes takes, ms; without one where that is not above 0 and
    /// finite.
    #[must_use]
    pub fn with_message(self, ms: f64) -> Self {
        Self {
            message: is_runtime(ms).then_some(ms),
            ..self
        }
    }

    /// The time that a message between two nodes takes, ms, where it was measured. It is no part of the [digest](Self::digest).
    pub fn message(&self) -> Option<f64> {
        self.message
    }

    /// The set's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The nodes in order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The number of iterations that every node can serve: the length of the shortest series.
    pub fn jobs(&self) -> usize {
        self.nodes
            .iter()
            .map(|node| node.runtimes.len())
            .min()
            .unwrap_or(0)
    }

    /// The mean of all runtimes, in ms.
    pub fn mean(&self) -> f64 {
        statistics::mean_of(
            self.nodes
                .iter()
                .flat_map(|node| node.runtimes.iter().copied()),
        )
    }

    /// The same set under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> TraceSet {
        TraceSet {
            name: plain(&name.into()),
            ..self
        }
    }

    /// The digest of its content, worked out when it is first asked for.
    pub(crate) fn digest_or(&self, digest: impl FnOnce() -> String) -> &str {
        self.digest.0.get_or_init(digest)
    }
}

/// Whether a value from outside can be a runtime in ms.
pub(crate) fn is_readable(value: f64) -> bool {
    (SHORTEST..=LONGEST).contains(&value)
}

/// Whether a value can be a runtime in ms.
pub(crate) fn is_runtime(value: f64) -> bool {
    value > 0.0 && value.is_finite()
}

/// Whether a character sets the direction of the text around it: a name must not turn the page's own words round.
fn turns(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A name from outside without marks of direction.
///
/// ```
/// assert_eq!(trace::set::plain("node\u{202e}1"), "node1");
/// ```
#[must_use]
pub fn plain(name: &str) -> String {
    name.replace(turns, "")
}

/// Trims a name and checks the rest.
fn check_name(number: usize, name: &mut String) -> Result<(), Error> {
    if name.contains(turns) {
        *name = plain(name);
    }
    let trimmed = name.trim();
    if trimmed.len() != name.len() {
        *name = trimmed.to_owned();
    }
    let what = if name.is_empty() {
        "empty"
    } else if name.chars().any(char::is_control) {
        "of more than one line, or holds a control character"
    } else if name.chars().nth(MAX_NAME).is_some() {
        "too long"
    } else {
        return Ok(());
    };
    Err(Error::Name { number, what })
}
