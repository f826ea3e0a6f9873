//! The first levels of a tree of jobs, with the node that executed each.

use std::collections::BTreeMap;

use adaptation_model::Outcome;
use adaptation_model::record::{Activity, Work};
use report::Chart;
use report::chart::{Axis, Node, Series};
use report::number::ms;
use report::words::count;
use words::{say, word};

use super::Findings;
use crate::lanes::node;

/// The most jobs that are drawn.
const MOST: u64 = 31;

/// The node that executed a job first, and the start of the execution, s.
struct Executed {
    node: u32,
    from: f64,
    again: bool,
}

impl Findings<'_> {
    /// The reason why a tree that the parameters name is not drawn.
    pub(super) fn no_tree(&self, outcome: &Outcome) -> Option<String> {
        let tree = u64::from(self.parameters.tree);
        if self.tree(outcome).is_some() {
            return None;
        }
        let all = self.study.setting.scenario.application.all_phases();
        Some(match tree > all {
            true => say!(
                "Tree {tree} is not drawn: the run has {}.",
                count(all as usize, word!("tree"), word!("trees"))
            ),
            false => say!("Tree {tree} is not drawn: the schedule shows too little of it."),
        })
    }

    /// The tree that the parameters name; none where it was not drawn.
    pub(super) fn tree(&self, outcome: &Outcome) -> Option<Chart> {
        let phase = u64::from(self.parameters.tree).checked_sub(1)?;
        let application = &self.study.setting.scenario.application;
        let branching = u64::from(application.branching);
        let (mut jobs, mut level) = (1_u64, 1_u64);
        for _ in 0..application.depth {
            level = level.saturating_mul(branching);
            if jobs.saturating_add(level) > MOST {
                break;
            }
            jobs += level;
        }
        let mut executed: BTreeMap<u64, Executed> = BTreeMap::new();
        let segments = self.picture().segments.iter();
        for segment in segments.filter(|one| one.phase == phase) {
            let Work::Job { path } = segment.work else {
                continue;
            };
            if path >= jobs {
                continue;
            }
            let again = segment.activity == Activity::Recompute;
            executed.entry(path).or_insert(Executed {
                node: segment.node,
                from: segment.from,
                again,
            });
        }
        let root = executed.get(&0)?.from;
        let mut clusters: Vec<u32> = Vec::new();
        let cluster = |number: u32| {
            outcome
                .nodes
                .get(number as usize)
                .map_or(0, |one| one.cluster)
        };
        for one in executed.values() {
            let own = cluster(one.node);
            if !clusters.contains(&own) {
                clusters.push(own);
            }
        }
        clusters.sort_unstable();
        let kinds: Vec<String> = clusters
            .iter()
            .map(|one| self.study.setting.cluster(*one))
            .collect();
        // A job without a picture is left out, and so are the jobs below it.
        let mut places: BTreeMap<u64, usize> = BTreeMap::new();
        let mut nodes = Vec::new();
        for (path, one) in &executed {
            let parent = path.checked_sub(1).map(|below| below / branching);
            let below = parent.map(|parent| places.get(&parent).copied());
            if below == Some(None) {
                continue;
            }
            let own = cluster(one.node);
            let kind = clusters.iter().position(|of| *of == own).unwrap_or(0);
            let who = say!("{} of {}", node(one.node), self.study.setting.cluster(own));
            let detail = match one.again {
                true => say!("{who}, again"),
                false => who,
            };
            places.insert(*path, nodes.len());
            nodes.push(
                Node::new(say!("job {path}"), ms(one.from - root))
                    .below(below.flatten())
                    .of_kind(kind as u32)
                    .saying(detail),
            );
        }
        (nodes.len() > 1).then(|| {
            Chart::new(
                "tree",
                &say!(
                    "Which cluster executes the first jobs of tree {}?",
                    phase + 1
                ),
                Axis::number(word!("job")),
                Axis::time(word!("begins after")),
                vec![Series::tree(kinds.iter().map(String::as_str), nodes)],
            )
        })
    }
}
