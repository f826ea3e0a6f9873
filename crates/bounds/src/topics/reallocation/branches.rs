//! The search for the best allocation as a tree.

use bounds_model::rational::{Rational, to_f64};
use bounds_model::reallocation::Node as Beginning;
use report::Chart;
use report::chart::{Axis, Node, Series};
use words::{say, word};

use super::Findings;
use crate::exact::named;

/// The most nodes that are drawn.
pub(super) const MOST_BRANCHES: usize = 40;

impl Findings<'_> {
    /// The beginnings of allocations that branch and bound looked at; the beginnings of the best allocation are highlighted.
    pub(super) fn branches(&self) -> Option<Chart> {
        if self.tree.len() < 2 {
            return None;
        }
        let drawn = self.drawn_nodes();
        let place = |number: usize| drawn.binary_search(&number).ok();
        let best = self.best_nodes();
        let nodes = drawn.iter().filter_map(|number| {
            let node = self.tree.get(*number)?;
            let kind = match node.popped {
                _ if best.contains(number) => 0,
                Some(_) => 1,
                None => 2,
            };
            let drawn = Node::new(name(node), to_f64(&node.value));
            Some(
                drawn
                    .below(node.parent.and_then(place))
                    .of_kind(kind)
                    .saying(detail(node)),
            )
        });
        // The search can end at another allocation than the named one that is as good.
        let end = best.first().and_then(|last| self.tree.get(*last));
        let end = end.filter(|node| node.thick != self.best.allocation);
        let towards = match end {
            Some(node) => say!(
                "towards {}, as good as {}",
                named(&node.thick),
                named(&self.best.allocation)
            ),
            None => word!("towards the best allocation").to_owned(),
        };
        let kinds = [towards.as_str(), word!("looked at"), word!("left open")];
        Some(Chart::new(
            "branches",
            word!("How does branch and bound find the best allocation?"),
            Axis::number(word!("beginning of the allocation")),
            Axis::number(word!("least bound")),
            vec![Series::tree(kinds, nodes)],
        ))
    }

    /// The drawn nodes, in their order: the nodes that the search looked at, then the smallest open ones.
    fn drawn_nodes(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.tree.len()).collect();
        let rank = |number: &usize| {
            let node = self.tree.get(*number);
            let popped = node.and_then(|node| node.popped).unwrap_or(usize::MAX);
            (popped, node.map(|node| node.value.clone()), *number)
        };
        all.sort_by_cached_key(rank);
        all.truncate(MOST_BRANCHES);
        all.sort_unstable();
        all
    }

    /// The node where the search ended, and those above it.
    fn best_nodes(&self) -> Vec<usize> {
        let popped = |number: &usize| self.tree.get(*number).and_then(|node| node.popped);
        let last = (0..self.tree.len()).filter(|number| popped(number).is_some());
        let last = last.max_by_key(popped);
        let above = |number: &usize| self.tree.get(*number)?.parent;
        std::iter::successors(last, above).collect()
    }
}

/// "all allocations", or the common beginning: "(3, 2, …)".
fn name(node: &Beginning<Rational>) -> String {
    if node.common.is_empty() {
        return word!("all allocations").into();
    }
    let parts: Vec<String> = node.common.iter().map(ToString::to_string).collect();
    format!("({}, …)", parts.join(", "))
}

/// When it was looked at, and which allocation it is.
fn detail(node: &Beginning<Rational>) -> String {
    let step = node.popped.map(|popped| say!("step {}", popped + 1));
    let leaf = node.is_leaf().then(|| node.thick.to_string());
    let parts: Vec<String> = step.into_iter().chain(leaf).collect();
    parts.join(", ")
}
