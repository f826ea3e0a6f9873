//! The nodes' activities for a chart: without the moments in which an idle node waits for an answer.

use super::{Activity, Record, Segment, Steal, Transfer, Work};

/// The shortest wait for an answer that is drawn, s (own choice): by default an idle node asks twice a second, and each answer takes a
/// fifth of a millisecond.
const BRIEF: f64 = 0.01;

/// The nodes' activities, up to a number of segments.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The nodes' activities; before the cut, the segments of one node follow each other in time without a gap.
    pub segments: Vec<Segment>,
    /// The stolen jobs.
    pub steals: Vec<Steal>,
    /// The time from which activities are missing, for want of room, s.
    pub cut: Option<f64>,
    most: usize,
    last: Last,
}

impl Picture {
    /// A picture of so many segments, and one more for each node, and as many thefts.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            segments: Vec::new(),
            steals: Vec::new(),
            cut: None,
            most,
            last: Last::default(),
        }
    }

    /// The time up to which no activity is missing, s.
    #[must_use]
    pub fn until(&self, runtime: f64) -> f64 {
        self.cut.unwrap_or(runtime).min(runtime)
    }
}

/// The place of each node's last segment.
#[derive(Clone, Debug, Default, PartialEq)]
struct Last(Vec<Option<usize>>);

impl Last {
    /// Extends the last segment of a node by one that follows it and is alike; returns whether there is such a segment.
    fn extend(&self, segments: &mut [Segment], next: &Segment) -> bool {
        let place = self.0.get(next.node as usize).copied().flatten();
        let last = place.and_then(|place| segments.get_mut(place));
        let last = last.filter(|last| {
            last.activity == next.activity
                && last.work == next.work
                && last.to == next.from
                && (last.work == Work::None || last.phase == next.phase)
        });
        let Some(last) = last else {
            return false;
        };
        last.to = next.to;
        true
    }

    /// Adds a segment, the last one of its node from now on.
    fn push(&mut self, segments: &mut Vec<Segment>, next: Segment) {
        let node = next.node as usize;
        if self.0.len() <= node {
            self.0.resize(node + 1, None);
        }
        if let Some(last) = self.0.get_mut(node) {
            *last = Some(segments.len());
        }
        segments.push(next);
    }
}

/// A segment with a brief wait as idle time.
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
        if self.last.extend(&mut self.segments, &segment) {
            return;
        }
        // Segments that end now but began earlier stay, and so do the other nodes' present segments: nothing before the cut is missing.
        if self.cut.is_none() && self.segments.len() >= self.most {
            self.cut = Some(segment.to);
        }
        if let Some(cut) = self.cut
            && (segment.from >= cut || self.segments.len() >= 2 * self.most)
        {
            self.cut = Some(cut.min(segment.from));
            return;
        }
        self.last.push(&mut self.segments, segment);
    }

    fn steal(&mut self, steal: Steal) {
        if self.steals.len() < self.most {
            self.steals.push(steal);
        }
    }

    fn transfer(&mut self, _: Transfer) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_without_room_shows_everything_until_its_cut() {
        // Node 0 waits all the time, which is known at its end only; node 1 works and rests by turns.
        let segment = |node: u32, from: f64, to: f64, activity: Activity| Segment {
            node,
            from,
            to,
            activity,
            work: Work::None,
            phase: 0,
        };
        let mut picture = Picture::new(10);
        for step in 0..50 {
            let activity = if step % 2 == 0 {
                Activity::Bench
            } else {
                Activity::Idle
            };
            picture.segment(segment(1, f64::from(step), f64::from(step + 1), activity));
        }
        picture.segment(segment(0, 0.0, 50.0, Activity::Idle));
        let cut = picture.until(50.0);
        assert_eq!(picture.cut, Some(11.0));
        for node in 0..2 {
            let own = picture.segments.iter().filter(|one| one.node == node);
            let shown: f64 = own.map(|one| one.to.min(cut) - one.from).sum();
            assert_eq!(shown, cut, "node {node}");
        }
        assert!(picture.segments.len() <= 12);
    }
}
