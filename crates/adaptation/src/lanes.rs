//! A run as a schedule: a lane for each node, clusters as groups.

use adaptation_model::Outcome;
use adaptation_model::record::picture::Picture;
use adaptation_model::record::{Activity, Segment, Work};
use schedule::{
    Group, Job, LaneId, Link, LinkId, LinkKind, MarkId, Phase, PhaseId, Recorder as _, Recording,
    Relation, Role, Schedule, Unit,
};
use words::{say, word};

use crate::setting::Setting;

/// The kinds of thefts.
const LOCAL: LinkId = LinkId(0);
const REMOTE: LinkId = LinkId(1);

/// The lanes of a schedule: the nodes that took part in one of several runs, by cluster and number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lanes {
    nodes: Vec<u32>,
    groups: Vec<Group>,
    /// The lane of each node.
    lane: Vec<Option<u32>>,
}

/// A mark at a time, s.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Marked {
    pub(crate) time: f64,
    pub(crate) text: String,
}

/// The ends of the iterations that a picture shows whole, s.
pub(crate) fn drawn(outcome: &Outcome, picture: &Picture) -> impl Iterator<Item = f64> {
    let until = picture.until(outcome.runtime);
    let ends = outcome.iterations.iter().scan(0.0, |now, iteration| {
        *now += iteration;
        Some(*now)
    });
    // Sums differ from times by rounding.
    ends.take_while(move |end| *end <= until * (1.0 + 1e-12))
        .map(move |end| end.min(until))
}

/// The name of a node.
pub(crate) fn node(number: u32) -> String {
    say!("node {number}")
}

/// The phases of nodes, in the order of [`phase`].
fn phases() -> Vec<Phase> {
    vec![
        Phase::new(word!("computes"), Role::Compute),
        Phase::new(word!("merges results"), Role::Compute).shaded(1),
        Phase::new(word!("sequential part"), Role::Compute).shaded(2),
        Phase::new(word!("computes lost work again"), Role::Copy),
        Phase::new(word!("benchmark"), Role::Rebalance),
        Phase::new(word!("waits for another cluster"), Role::Message),
        Phase::new(word!("waits within its cluster"), Role::Message).shaded(2),
        Phase::new(word!("idle"), Role::Wait),
        Phase::new(word!("crashed"), Role::Failed),
    ]
}

/// The phase of a segment; none of a node that is away, whose lane is blank.
fn phase(segment: &Segment) -> Option<PhaseId> {
    Some(PhaseId(match (segment.activity, segment.work) {
        (Activity::Busy, Work::Merge { .. }) => 1,
        (Activity::Busy, Work::Serial) => 2,
        (Activity::Busy, _) => 0,
        (Activity::Recompute, _) => 3,
        (Activity::Bench, _) => 4,
        (Activity::Inter, _) => 5,
        (Activity::Intra, _) => 6,
        (Activity::Idle, _) => 7,
        (Activity::Crashed, _) => 8,
        (Activity::Away, _) => return None,
    }))
}

/// The job that a segment works for.
fn job(segment: &Segment) -> Job {
    match segment.work {
        Work::Job { path } | Work::Merge { path } => u32::try_from(path).map_or(Job::NONE, Job),
        Work::None | Work::Serial => Job::NONE,
    }
}

impl Lanes {
    /// The lanes of the nodes that took part in one of these runs.
    pub(crate) fn of(setting: &Setting, outcomes: &[&Outcome]) -> Self {
        let count = outcomes.iter().map(|outcome| outcome.nodes.len()).max();
        let count = count.unwrap_or_default();
        let (mut nodes, mut groups) = (Vec::new(), Vec::<Group>::new());
        let mut lane = vec![None; count];
        let cluster = |node: usize| {
            let mut own = outcomes
                .iter()
                .filter_map(|outcome| outcome.nodes.get(node));
            own.next().map(|node| node.cluster)
        };
        let clusters = (0..count)
            .filter_map(cluster)
            .max()
            .map_or(0, |most| most + 1);
        for number in 0..clusters {
            let first = nodes.len() as u32;
            for (place, lane) in lane.iter_mut().enumerate() {
                let took_part = |outcome: &&Outcome| {
                    let node = outcome.nodes.get(place);
                    node.is_some_and(|node| node.took_part > 0.0)
                };
                if cluster(place) == Some(number) && outcomes.iter().any(took_part) {
                    *lane = Some(nodes.len() as u32);
                    nodes.push(place as u32);
                }
            }
            let lanes = nodes.len() as u32 - first;
            if lanes > 0 {
                groups.push(Group {
                    name: setting.cluster(number),
                    first,
                    lanes,
                });
            }
        }
        Self {
            nodes,
            groups,
            lane,
        }
    }

    /// At most about so many of these lanes, from all clusters.
    pub(crate) fn some(&self, most: usize) -> Self {
        if self.nodes.len() <= most {
            return self.clone();
        }
        let each = (most / self.groups.len().max(1)).max(1);
        let (mut nodes, mut groups) = (Vec::new(), Vec::new());
        for group in &self.groups {
            let own = self
                .nodes
                .iter()
                .skip(group.first as usize)
                .take(group.lanes as usize);
            let own: Vec<u32> = own.copied().collect();
            let taken = own.len().min(each);
            let first = nodes.len() as u32;
            // The first node, and others as far from each other as possible.
            nodes.extend((0..taken).filter_map(|place| own.get(place * own.len() / taken)));
            groups.push(Group {
                name: group.name.clone(),
                first,
                lanes: taken as u32,
            });
        }
        let mut lane = vec![None; self.lane.len()];
        for (place, node) in (0..).zip(&nodes) {
            if let Some(own) = lane.get_mut(*node as usize) {
                *own = Some(place);
            }
        }
        Self {
            nodes,
            groups,
            lane,
        }
    }

    /// The number of lanes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The lane of a node; none where it never took part.
    pub(crate) fn lane(&self, node: u32) -> Option<u32> {
        self.lane.get(node as usize).copied().flatten()
    }

    /// The first lane of a cluster; none where none of its nodes took part.
    pub(crate) fn first_of(&self, name: &str) -> Option<u32> {
        let mut groups = self.groups.iter();
        groups
            .find(|group| group.name == name)
            .map(|group| group.first)
    }

    /// The names of the lanes: the node, with `clusters` behind the name of its cluster.
    fn names(&self, clusters: bool) -> Vec<String> {
        let cluster = |lane: u32| {
            let mut groups = self.groups.iter();
            groups.find(|group| (group.first..group.first + group.lanes).contains(&lane))
        };
        let named = (0..)
            .zip(&self.nodes)
            .map(|(lane, number)| match cluster(lane) {
                Some(group) if clusters => say!("{}, node {number}", group.name),
                _ => node(*number),
            });
        named.collect()
    }

    /// A run as a schedule up to its last known moment, with the ends of its iterations and these marks; with thefts or without, and with
    /// the clusters in the names of lanes or without.
    pub(crate) fn schedule(
        &self,
        outcome: &Outcome,
        picture: &Picture,
        marked: &[Marked],
        (thefts, clusters): (bool, bool),
    ) -> Result<Schedule, laboratory::Error> {
        let until = picture.until(outcome.runtime);
        let texts = std::iter::once(word!("iteration").to_owned())
            .chain(marked.iter().map(|mark| mark.text.clone()))
            .take(256);
        let lanes = self.names(clusters);
        let kinds = [
            word!("stolen within the cluster"),
            word!("stolen from another cluster"),
        ];
        let mut recording = Recording::new(Unit::Seconds, lanes, phases())
            .with_marks(texts)
            .with_groups(self.groups.clone())
            .with_links(match thefts {
                true => kinds
                    .map(|name| LinkKind {
                        name: name.into(),
                        relation: Relation::Steal,
                    })
                    .to_vec(),
                false => Vec::new(),
            });
        for segment in &picture.segments {
            if let Some((lane, phase)) = self.lane(segment.node).zip(phase(segment))
                && segment.from < until
            {
                let to = segment.to.min(until);
                recording.span(LaneId(lane), phase, segment.from, to, job(segment));
            }
        }
        for end in drawn(outcome, picture) {
            recording.mark(end, MarkId(0));
        }
        for (mark, kind) in marked.iter().zip(1..=u8::MAX) {
            if mark.time <= until {
                recording.mark(mark.time, MarkId(kind));
            }
        }
        for theft in picture.steals.iter().filter(|_| thefts) {
            let lanes = self.lane(theft.victim).zip(self.lane(theft.thief));
            if let Some((from, to)) = lanes
                && theft.arrived <= until
            {
                recording.link(Link {
                    kind: match self.together(from, to) {
                        true => LOCAL,
                        false => REMOTE,
                    },
                    from: LaneId(from),
                    start: theft.sent,
                    to: LaneId(to),
                    end: theft.arrived,
                });
            }
        }
        recording
            .finish(until)
            .map_err(|error| laboratory::Error::Other(error.to_string()))
    }

    /// Whether two lanes are of one cluster.
    fn together(&self, one: u32, other: u32) -> bool {
        let group = |lane: u32| {
            self.groups
                .iter()
                .position(|group| (group.first..group.first + group.lanes).contains(&lane))
        };
        group(one) == group(other)
    }
}
