//! Branch and bound over allocations: best first, a node is a common beginning. Figure 15.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use report::{Cancelled, Observer};

use super::Machine;
use crate::allocation::{Allocation, push_greedy, push_uniform};

/// The most nodes that a search looks at before it stops with an interval; the hardest cases known need some thousands.
const MOST_NODES: usize = 250_000;

/// Settings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// Whether it starts with the better of two simple allocations and stops as soon as nothing open is better.
    pub incumbent: bool,
    /// Whether the nodes are kept, to draw them.
    pub keep: bool,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            incumbent: true,
            keep: false,
        }
    }
}

impl Search {
    /// The search of the thesis, with its tree.
    #[must_use]
    pub fn drawn() -> Self {
        Self {
            incumbent: false,
            keep: true,
        }
    }
}

/// A node of the search: the allocations that begin with the same numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<V> {
    /// The parent node; none for the root.
    pub parent: Option<usize>,
    /// The common beginning, a_1 ≥ … ≥ a_d.
    pub common: Vec<u32>,
    /// The completion with the least thick part: the rest as even as possible.
    pub thick: Allocation,
    /// The completion with the least thin part: the rest on as few computers as possible.
    pub thin: Allocation,
    /// No allocation that begins so has less.
    pub value: V,
    /// When it was the smallest open one, from 0; none where the search ended before.
    pub popped: Option<usize>,
}

impl<V> Node<V> {
    /// Whether both completions are one allocation, whose bound is the value.
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.thick == self.thin
    }

    pub(super) fn map<W>(&self, value: impl FnOnce(&V) -> W) -> Node<W> {
        Node {
            parent: self.parent,
            common: self.common.clone(),
            thick: self.thick.clone(),
            thin: self.thin.clone(),
            value: value(&self.value),
            popped: self.popped,
        }
    }
}

/// The measure of a search: the value of a node, thick and thin part by two completions.
pub(super) trait Measure {
    type Value: Clone + PartialOrd;
    fn value(&mut self, thick: &[u32], thin: &[u32]) -> Self::Value;
}

pub(super) struct Outcome<V> {
    pub(super) value: V,
    pub(super) least: V,
    pub(super) allocation: Allocation,
    pub(super) expanded: usize,
    pub(super) generated: usize,
    pub(super) tree: Vec<Node<V>>,
}

/// An open node; the smallest value comes first, then the one generated first.
struct Open<V> {
    value: V,
    number: usize,
    common: Vec<u32>,
    leaf: bool,
}

impl<V: PartialOrd> PartialEq for Open<V> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<V: PartialOrd> Eq for Open<V> {}

impl<V: PartialOrd> PartialOrd for Open<V> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<V: PartialOrd> Ord for Open<V> {
    fn cmp(&self, other: &Self) -> Ordering {
        let values = other.value.partial_cmp(&self.value);
        values
            .unwrap_or(Ordering::Equal)
            .then(other.number.cmp(&self.number))
    }
}

/// The two completions of a beginning.
fn complete(machine: Machine, common: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let processes = machine.processes - common.iter().sum::<u32>();
    let computers = machine.computers.saturating_sub(common.len() as u32);
    let cap = common.last().copied().unwrap_or(machine.processes);
    let (mut thick, mut thin) = (common.to_vec(), common.to_vec());
    push_uniform(&mut thick, processes, computers);
    push_greedy(&mut thin, processes, cap);
    (thick, thin)
}

/// The most nodes that are looked at for allocations of equal value.
const MOST_EQUALS: usize = 2000;

/// Up to `most` allocations with no more than this value, and whether these are all.
pub(super) fn within<M: Measure>(
    machine: Machine,
    value: &M::Value,
    most: usize,
    measure: &mut M,
) -> (Vec<Allocation>, bool) {
    let mut found = Vec::new();
    let mut open = vec![Vec::new()];
    let mut seen = 0;
    while let Some(common) = open.pop() {
        seen += 1;
        let (thick, thin) = complete(machine, &common);
        if measure.value(&thick, &thin) > *value {
            continue;
        }
        if seen > MOST_EQUALS {
            return (found, false);
        }
        if thick == thin {
            if found.len() >= most {
                return (found, false);
            }
            found.push(Allocation::sorted(thick));
            continue;
        }
        open.extend(children(machine, &common).rev().map(|part| {
            let mut common = common.clone();
            common.push(part);
            common
        }));
    }
    (found, true)
}

/// The numbers of processes that the next computer of a beginning can have.
fn children(machine: Machine, common: &[u32]) -> std::ops::RangeInclusive<u32> {
    let rest = machine.processes - common.iter().sum::<u32>();
    let computers = machine.computers.saturating_sub(common.len() as u32);
    let cap = common.last().copied().unwrap_or(machine.processes);
    rest.div_ceil(computers.max(1))..=cap.min(rest)
}

/// Finds the allocation with the least value.
pub(super) fn run<M: Measure>(
    machine: Machine,
    search: Search,
    measure: &mut M,
    observer: &mut dyn Observer,
) -> Result<Outcome<M::Value>, Cancelled> {
    let mut tree: Vec<Node<M::Value>> = Vec::new();
    let mut generated = 0;
    let mut open = |common: Vec<u32>,
                    parent: Option<usize>,
                    tree: &mut Vec<Node<M::Value>>,
                    measure: &mut M| {
        let (thick, thin) = complete(machine, &common);
        let value = measure.value(&thick, &thin);
        if search.keep {
            tree.push(Node {
                parent,
                common: common.clone(),
                thick: Allocation::sorted(thick.clone()),
                thin: Allocation::sorted(thin.clone()),
                value: value.clone(),
                popped: None,
            });
        }
        let number = generated;
        generated += 1;
        Open {
            value,
            number,
            leaf: thick == thin,
            common,
        }
    };
    let uniform = Allocation::even(machine.processes, machine.computers);
    let together = Allocation::together(machine.processes);
    let (even, one) = (
        measure.value(uniform.parts(), uniform.parts()),
        measure.value(together.parts(), together.parts()),
    );
    let (best, allocation) = if one < even {
        (one, together)
    } else {
        (even, uniform)
    };
    let mut heap = BinaryHeap::from([open(Vec::new(), None, &mut tree, measure)]);
    let (mut expanded, mut popped) = (0, 0);
    let mut found = None;
    while let Some(node) = heap.pop() {
        if search.incumbent && node.value >= best {
            break;
        }
        // The search's progress is unknown; the observer is asked before the children of each node.
        if observer.progress(0, 1) == ControlFlow::Break(()) {
            return Err(Cancelled);
        }
        if let Some(drawn) = tree.get_mut(node.number) {
            drawn.popped = Some(popped);
        }
        popped += 1;
        if node.leaf {
            found = Some((
                node.value.clone(),
                Allocation::sorted(complete(machine, &node.common).0),
                node.value,
            ));
            break;
        }
        if node.number > MOST_NODES || popped > MOST_NODES {
            found = Some((best.clone(), allocation.clone(), node.value));
            break;
        }
        expanded += 1;
        for part in children(machine, &node.common) {
            let mut common = node.common.clone();
            common.push(part);
            let child = open(common, Some(node.number), &mut tree, measure);
            heap.push(child);
        }
    }
    let (value, allocation, least) = found.unwrap_or((best.clone(), allocation, best));
    Ok(Outcome {
        value,
        least,
        allocation,
        expanded,
        generated,
        tree,
    })
}
