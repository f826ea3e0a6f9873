//! The laboratories.

/// A laboratory, as a view presents it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laboratory {
    /// Its key in JSON, the first word of its parameters' paths.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What somebody asks who comes to it.
    pub question: &'static str,
}

/// All laboratories.
#[must_use]
pub fn all() -> &'static [Laboratory] {
    &[Laboratory {
        name: "replication",
        title: "Replication",
        question: "Every iteration waits for the slowest node: rebalance the work, or run each job more than once?",
    }]
}
