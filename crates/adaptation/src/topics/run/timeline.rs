//! The times at which each node joins, begins to count, and leaves for good.

use std::collections::BTreeMap;

use adaptation_model::Outcome;
use adaptation_model::record::Activity;
use adaptation_model::strategy::{Change, Decision, Why};
use report::Chart;
use report::chart::{Axis, Series};
use report::number::ms;
use words::{say, word};

use super::Findings;
use crate::lanes::Lanes;
use crate::parameters::Strategy;

/// The approximate number of nodes that are drawn.
const MOST: usize = 72;

/// Spans from start to end, s.
type Spans = Vec<(f64, f64)>;

/// The course of a node.
#[derive(Debug, Default)]
struct Course {
    /// It takes part, and no report of it was used yet.
    unknown: Spans,
    /// The strategy counts it.
    counted: Spans,
    /// It was removed, and may not come back.
    barred: Spans,
    crashed: Spans,
}

impl Findings<'_> {
    /// The nodes' courses; none for strategies that do not decide by monitoring periods.
    pub(super) fn timeline(&self, outcome: &Outcome) -> Option<Chart> {
        let strategy = self.parameters.strategy;
        if matches!(strategy, Strategy::None | Strategy::Climbing) || outcome.decisions.is_empty() {
            return None;
        }
        let all = Lanes::of(&self.study.setting, &[outcome]);
        let lanes = all.some(MOST);
        let courses = self.courses(outcome, &lanes);
        let of = |name: &str, spans: fn(&Course) -> &Spans, main: bool| {
            let points: Vec<(f64, f64)> = courses
                .iter()
                .flat_map(|(node, course)| {
                    let row = f64::from(*node);
                    spans(course).iter().flat_map(move |(from, to)| {
                        [(ms(*from), row), (ms(*to), row), (ms(*to), f64::NAN)]
                    })
                })
                .collect();
            (!points.is_empty()).then(|| Series::steps(name, points, main))
        };
        let series = [
            of(word!("counts"), |course| &course.counted, true),
            of(
                word!("takes part, does not count yet"),
                |course| &course.unknown,
                false,
            ),
            of(
                word!("removed, may not come back"),
                |course| &course.barred,
                false,
            ),
            of(word!("crashed"), |course| &course.crashed, false),
        ];
        let title = match (lanes.len(), all.len()) {
            (shown, all) if shown < all => say!(
                "When does each node join, count in decisions, and leave? {shown} of {all} nodes"
            ),
            _ => word!("When does each node join, count in decisions, and leave?").into(),
        };
        Some(Chart::new(
            "timeline",
            &title,
            Axis::time(word!("time")),
            Axis::count(word!("node")),
            series.into_iter().flatten().collect(),
        ))
    }

    /// The courses of these nodes up to the last known moment.
    fn courses(&self, outcome: &Outcome, lanes: &Lanes) -> BTreeMap<u32, Course> {
        let picture = self.picture();
        let until = picture.until(outcome.runtime);
        let mut courses: BTreeMap<u32, Course> = BTreeMap::new();
        // The spans in which each node takes part, joined where they touch.
        let mut present: BTreeMap<u32, Spans> = BTreeMap::new();
        for segment in &picture.segments {
            let (node, to) = (segment.node, segment.to.min(until));
            if lanes.lane(node).is_none() || segment.from >= to {
                continue;
            }
            let spans = match segment.activity {
                Activity::Away => continue,
                Activity::Crashed => &mut courses.entry(node).or_default().crashed,
                _ => present.entry(node).or_default(),
            };
            match spans.last_mut() {
                Some(last) if last.1 == segment.from => last.1 = to,
                _ => spans.push((segment.from, to)),
            }
        }
        for (node, spans) in present {
            let barred = self.barred(node, outcome);
            let course = courses.entry(node).or_default();
            for (from, to) in &spans {
                let counted = first_counted(&outcome.decisions, node, *from).min(*to);
                push(&mut course.unknown, (*from, counted));
                push(&mut course.counted, (counted, *to));
            }
            let Some(barred) = barred else {
                continue;
            };
            // The node is barred between its other spans.
            let mut taken: Spans = spans;
            taken.extend(&course.crashed);
            taken.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut from = barred;
            for (begins, ends) in taken {
                push(&mut course.barred, (from, begins));
                from = from.max(ends);
            }
            push(&mut course.barred, (from, until));
        }
        courses
    }

    /// The time from which a node may not be added again; none for nodes that may, and for strategies that bar no node for good.
    fn barred(&self, node: u32, outcome: &Outcome) -> Option<f64> {
        let bars = match self.parameters.strategy {
            Strategy::Coordinator => self.parameters.blacklist,
            Strategy::Marginal => true,
            _ => false,
        };
        let cluster = |node: u32| outcome.nodes.get(node as usize).map(|one| one.cluster);
        let concerns = |decision: &&Decision| {
            let mut removed = decision
                .actions
                .iter()
                .filter(|one| one.change == Change::Remove);
            removed.any(|action| match action.why {
                Why::ClusterOverhead { .. } => cluster(action.node) == cluster(node),
                Why::Bad { .. } | Why::TooBad { .. } | Why::Slower { .. } => action.node == node,
                _ => false,
            })
        };
        let first = outcome.decisions.iter().find(concerns)?;
        bars.then_some(first.time)
    }
}

/// The time at which a decision first uses a report that a node sent after it joined, s.
fn first_counted(decisions: &[Decision], node: u32, joined: f64) -> f64 {
    let counts = |decision: &&Decision| {
        let found = decision.assessment.as_ref();
        decision.time > joined
            && found.is_none_or(|found| found.members.iter().any(|one| one.node == node))
    };
    let first = decisions.iter().find(counts);
    first.map_or(f64::INFINITY, |decision| decision.time)
}

/// Adds a span that is not empty.
fn push(spans: &mut Spans, (from, to): (f64, f64)) {
    if from < to {
        spans.push((from, to));
    }
}
