//! Links between moments on lanes, groups of lanes, and each [`Bound`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{LaneId, LinkId, sort};

/// The meaning of a link; decides how its arrow is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// A message.
    Message,
    /// A lane without work took some.
    Steal,
    /// Work moved.
    Migration,
    /// The origin had to end before the target could begin.
    Dependency,
    /// The intended distance of two moments of a lane: no arrow, but a length that is drawn above its bars.
    Distance,
    /// Work that a lane stopped and would have done from `start` until `end`, which may lie beyond the makespan: no arrow, but
    /// an outline beside its bar.
    Remainder,
}

impl Relation {
    /// Whether the link goes from one lane to another, and is drawn as an arrow.
    ///
    /// ```
    /// use schedule::Relation;
    /// assert!(Relation::Steal.is_arrow() && !Relation::Distance.is_arrow());
    /// ```
    #[must_use]
    pub fn is_arrow(self) -> bool {
        !matches!(self, Self::Distance | Self::Remainder)
    }
}

/// A kind of link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LinkKind {
    /// Its name for people, such as "kill".
    pub name: String,
    /// The meaning of its links.
    pub relation: Relation,
}

/// An arrow from a moment on one lane to a moment, not earlier, on another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The kind.
    pub kind: LinkId,
    /// The lane on which the link begins.
    pub from: LaneId,
    /// The time at which the link begins, in the schedule's unit.
    pub start: f64,
    /// The lane on which the link ends.
    pub to: LaneId,
    /// The time at which the link ends, in the schedule's unit; `start` or later.
    pub end: f64,
}

/// Neighbouring lanes that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// Its name for people.
    pub name: String,
    /// Its first lane.
    pub first: u32,
    /// The number of its lanes, at least one.
    pub lanes: u32,
}

/// A moment before, or after, which the schedule cannot or must not end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bound {
    /// The bound's name, in a few words.
    pub name: String,
    /// The time, in the schedule's unit: finite, at least 0; it may lie beyond the makespan.
    pub time: f64,
}

/// The links as columns, owned, by their start. Item *i* of every column belongs to link *i*.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Links {
    /// Each link's kind, see [`LinkId`].
    pub kind: Vec<u8>,
    /// The lane on which each link begins.
    pub from: Vec<u32>,
    /// The time at which each link begins, in the schedule's unit.
    pub start: Vec<f64>,
    /// The lane on which each link ends.
    pub to: Vec<u32>,
    /// The time at which each link ends, in the schedule's unit.
    pub end: Vec<f64>,
}

impl Links {
    /// The number of links.
    pub fn len(&self) -> usize {
        self.kind.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.kind.is_empty()
    }

    /// A link by its place.
    pub fn get(&self, place: usize) -> Option<Link> {
        Some(Link {
            kind: LinkId(*self.kind.get(place)?),
            from: LaneId(*self.from.get(place)?),
            start: *self.start.get(place)?,
            to: LaneId(*self.to.get(place)?),
            end: *self.end.get(place)?,
        })
    }

    /// All links, by their start.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Link> + '_ {
        let places = self.kind.iter().zip(&self.from).zip(&self.start);
        places
            .zip(&self.to)
            .zip(&self.end)
            .map(|((((&kind, &from), &start), &to), &end)| Link {
                kind: LinkId(kind),
                from: LaneId(from),
                start,
                to: LaneId(to),
                end,
            })
    }

    pub(crate) fn push(&mut self, link: Link) {
        self.kind.push(link.kind.0);
        self.from.push(link.from.0);
        self.start.push(link.start);
        self.to.push(link.to.0);
        self.end.push(link.end);
    }

    /// The same links by their start; links that start together stay in their order.
    pub(crate) fn sorted(self) -> Links {
        if self.start.is_sorted_by(|a, b| a.total_cmp(b).is_le()) {
            return self;
        }
        let mut all: Vec<_> = self.iter().collect();
        sort::by(&mut all, |a, b| a.start.total_cmp(&b.start));
        let mut sorted = Links::default();
        for link in all {
            sorted.push(link);
        }
        sorted
    }

    /// The memory that the columns hold, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.kind.capacity()
            + 4 * (self.from.capacity() + self.to.capacity())
            + 8 * (self.start.capacity() + self.end.capacity())
    }
}
