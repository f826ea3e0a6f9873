//! Trees: the words on a node, and the tree in letters, for a terminal.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::beside;
use super::{Chart, Series};
use crate::number::finite_or_null;

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    /// The node's name.
    pub label: String,
    /// The node that it hangs from, by its place; none for a root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Its value on the vertical axis; not a number where it has none.
    #[serde(with = "finite_or_null")]
    #[schemars(with = "Option<f64>")]
    pub value: f64,
    /// Further words on the node; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The place of its kind.
    #[serde(default)]
    pub kind: u32,
}

impl Node {
    /// A root of the first kind.
    #[must_use]
    pub fn new(label: impl Into<String>, value: f64) -> Self {
        Self {
            label: label.into(),
            parent: None,
            value,
            detail: String::new(),
            kind: 0,
        }
    }

    /// The same below another node, where there is one.
    #[must_use]
    pub fn below(mut self, parent: Option<usize>) -> Self {
        self.parent = parent.and_then(|parent| u32::try_from(parent).ok());
        self
    }

    /// The same of another kind.
    #[must_use]
    pub fn of_kind(mut self, kind: u32) -> Self {
        self.kind = kind;
        self
    }

    /// The same with more to be said.
    #[must_use]
    pub fn saying(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }
}

impl Chart {
    /// Its tree in letters, a line a node, each below the one that it hangs from; nothing where it is no tree.
    ///
    /// ```
    /// use report::Chart;
    /// use report::chart::{Axis, Node, Series};
    ///
    /// let nodes = [
    ///     Node::new("root", 1.0),
    ///     Node::new("left", 2.0).below(Some(0)),
    ///     Node::new("leaf", 4.0).below(Some(1)).saying("the answer"),
    ///     Node::new("right", 3.0).below(Some(0)).of_kind(1),
    /// ];
    /// let series = Series::tree(["visited", "open"], nodes);
    /// let chart = Chart::new("tree", "Where is it?", Axis::number("node"), Axis::number("bound"), vec![series]);
    /// let text = "root  1\n├─ left  2\n│  └─ leaf  4, the answer\n└─ right  3 (open)\n";
    /// assert_eq!(chart.tree().as_deref(), Some(text));
    /// ```
    #[must_use]
    pub fn tree(&self) -> Option<String> {
        let Some(Series::Tree { kinds, nodes }) = self.series.first() else {
            return None;
        };
        let mut below: BTreeMap<Option<u32>, Vec<u32>> = BTreeMap::new();
        for (place, node) in (0..).zip(nodes) {
            below.entry(node.parent).or_default().push(place);
        }
        let mut children = |of: Option<u32>| below.remove(&of).unwrap_or_default();
        let mut text = String::new();
        // Each node with the text before its line, and before its children's lines; the last node is told first.
        let mut open: Vec<(u32, String, String)> = children(None)
            .into_iter()
            .rev()
            .map(|root| (root, String::new(), String::new()))
            .collect();
        while let Some((place, line, indent)) = open.pop() {
            let Some(node) = nodes.get(place as usize) else {
                continue;
            };
            let beside = beside(&self.y, node.value, &node.detail);
            let kind = kinds.get(node.kind as usize).filter(|_| node.kind > 0);
            text.push_str(&line);
            text.push_str(&node.label);
            if !beside.is_empty() {
                text.push_str(&format!("  {beside}"));
            }
            if let Some(kind) = kind {
                text.push_str(&format!(" ({kind})"));
            }
            text.push('\n');
            let below = children(Some(place));
            let last = below.last().copied();
            open.extend(below.into_iter().rev().map(|child| {
                let (branch, along) = match Some(child) == last {
                    true => ("└─ ", "   "),
                    false => ("├─ ", "│  "),
                };
                (
                    child,
                    format!("{indent}{branch}"),
                    format!("{indent}{along}"),
                )
            }));
        }
        Some(text)
    }
}
