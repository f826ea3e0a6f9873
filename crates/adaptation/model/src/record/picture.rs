//! What a chart can show of what every node did: without the moments in which an idle node waits for an answer.

use super::{Activity, Record, Segment, Steal, Transfer, Work};

/// Waiting for an answer that comes within so many s is no communication worth drawing (own choice): an idle node asks twice a
/// second, and each answer takes a tenth of a millisecond.
const BRIEF: f64 = 0.01;

/// What the nodes did, up to a number of segments.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// What the nodes did, in the order of their ends; those of one node follow each other without a gap.
    pub segments: Vec<Segment>,
    /// The stolen jobs.
    pub steals: Vec<Steal>,
    /// From when on something is missing, for want of room, s.
    pub cut: Option<f64>,
    most: usize,
    last: Vec<usize>,
}

impl Picture {
    /// A picture of at most so many segments, and as many thefts.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            segments: Vec::new(),
            steals: Vec::new(),
            cut: None,
            most,
            last: Vec::new(),
        }
    }

    /// Until when nothing is missing, s.
    #[must_use]
    pub fn until(&self, runtime: f64) -> f64 {
        self.cut.unwrap_or(runtime).min(runtime)
    }

    /// Something has no room.
    fn cut_at(&mut self, time: f64) {
        self.cut = Some(self.cut.map_or(time, |cut| cut.min(time)));
    }
}

/// The same with brief waits as idle time.
fn coarse(segment: Segment) -> Segment {
    let brief = segment.to - segment.from < BRIEF;
    match segment.activity {
        Activity::Intra | Activity::Inter if brief => Segment {
            activity: Activity::Idle,
            work: Work::None,
            ..segment
        },
        _ => segment,
    }
}

impl Record for Picture {
    const ON: bool = true;

    fn segment(&mut self, segment: Segment) {
        let segment = coarse(segment);
        let node = segment.node as usize;
        let place = self.last.get(node).copied();
        if let Some(last) = place.and_then(|place| self.segments.get_mut(place))
            && last.node == segment.node
            && last.activity == segment.activity
            && last.work == segment.work
            && last.to == segment.from
            && (last.work == Work::None || last.phase == segment.phase)
        {
            last.to = segment.to;
            return;
        }
        if self.cut.is_some() || self.segments.len() >= self.most {
            self.cut_at(segment.from);
            return;
        }
        if self.last.len() <= node {
            self.last.resize(node + 1, usize::MAX);
        }
        if let Some(last) = self.last.get_mut(node) {
            *last = self.segments.len();
        }
        self.segments.push(segment);
    }

    fn steal(&mut self, steal: Steal) {
        if self.steals.len() < self.most {
            self.steals.push(steal);
        }
    }

    fn transfer(&mut self, _: Transfer) {}
}
