//! The places of the lanes: sorted by a key, groups folded into one row each.

use std::cmp::Ordering;
use std::ops::Range;

use schedule::{LaneId, Schedule, measures, sort};

/// The sort keys of lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Key {
    /// The order of the schedule.
    #[default]
    Given,
    /// By name, numbers in them by their size.
    Name,
    /// By the share of useful work, the busiest first.
    Utilisation,
    /// By the lane's end, the earliest first.
    Finish,
}

impl Key {
    /// All keys, with their names for people.
    pub(super) const ALL: [(Key, &str); 4] = [
        (Key::Given, "as given"),
        (Key::Name, "name"),
        (Key::Utilisation, "utilisation"),
        (Key::Finish, "finish"),
    ];
}

/// A lane's place: its row, and its part of the row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Strip {
    pub(super) row: usize,
    pub(super) part: usize,
    pub(super) parts: usize,
}

/// The rows from the top, each with its lanes: one, or all of a folded group.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    lanes: Vec<u32>,
    /// Row *r* has the lanes from `offsets[r]` to `offsets[r + 1]`.
    offsets: Vec<usize>,
    /// The place of each lane, by lane.
    strips: Vec<Strip>,
    /// The name of each row.
    names: Vec<String>,
    /// The rows of each group, by group.
    groups: Vec<Range<usize>>,
    /// The group of each lane, where it has one.
    group_of: Vec<Option<usize>>,
}

impl Order {
    /// The rows of a schedule; `folded` marks the folded groups.
    pub(super) fn new(schedule: &Schedule, key: Key, reverse: bool, folded: &[bool]) -> Order {
        let count = schedule.lanes().len();
        let mut order = Order {
            strips: vec![Strip::default(); count],
            group_of: vec![None; count],
            groups: vec![0..0; schedule.groups().len()],
            offsets: vec![0],
            ..Order::default()
        };
        for (number, group) in schedule.groups().iter().enumerate() {
            let lanes = group.first as usize..(group.first + group.lanes) as usize;
            if let Some(of) = order.group_of.get_mut(lanes) {
                of.fill(Some(number));
            }
        }
        let ranks = ranks(schedule, key);
        let compare = |a: &u32, b: &u32| {
            let rank = |lane: &u32| ranks.get(*lane as usize);
            rank(a).partial_cmp(&rank(b)).unwrap_or(Ordering::Equal)
        };
        // Lanes stay with their group, which stands at the place of its first lane.
        let mut blocks: Vec<(Option<usize>, Vec<u32>)> = Vec::new();
        for (lane, group) in (0_u32..).zip(&order.group_of) {
            match blocks.last_mut() {
                Some((last, lanes)) if group.is_some() && last == group => lanes.push(lane),
                _ => blocks.push((*group, vec![lane])),
            }
        }
        for (_, lanes) in &mut blocks {
            sort::by(lanes, compare);
        }
        sort::by(&mut blocks, |(_, a), (_, b)| match (a.first(), b.first()) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        });
        if reverse {
            blocks.reverse();
            for (_, lanes) in &mut blocks {
                lanes.reverse();
            }
        }
        for (group, lanes) in blocks {
            let first = order.names.len();
            let group = group.and_then(|number| Some((number, schedule.groups().get(number)?)));
            match group {
                Some((number, group)) if folded.get(number).is_some_and(|folded| *folded) => {
                    order.row(&lanes, group.name.clone());
                }
                _ => {
                    for lane in &lanes {
                        let name = schedule.lanes().get(*lane as usize);
                        order.row(&[*lane], name.cloned().unwrap_or_default());
                    }
                }
            }
            let rows = first..order.names.len();
            if let Some((number, _)) = group
                && let Some(place) = order.groups.get_mut(number)
            {
                *place = rows;
            }
        }
        order
    }

    fn row(&mut self, lanes: &[u32], name: String) {
        let row = self.names.len();
        for (part, lane) in lanes.iter().enumerate() {
            if let Some(strip) = self.strips.get_mut(*lane as usize) {
                let parts = lanes.len();
                *strip = Strip { row, part, parts };
            }
        }
        self.lanes.extend(lanes);
        self.offsets.push(self.lanes.len());
        self.names.push(name);
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        self.names.len()
    }

    /// The rows' names.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The lanes of a row, from the top.
    pub(super) fn lanes(&self, row: usize) -> &[u32] {
        let range = self.offsets.get(row).zip(self.offsets.get(row + 1));
        range
            .and_then(|(from, to)| self.lanes.get(*from..*to))
            .unwrap_or_default()
    }

    /// The place of a lane.
    pub(super) fn strip(&self, lane: LaneId) -> Strip {
        self.strips
            .get(lane.0 as usize)
            .copied()
            .unwrap_or_default()
    }

    /// The lane at a height within a row, as a share of it.
    pub(super) fn lane_in(&self, row: usize, share: f64) -> Option<LaneId> {
        let lanes = self.lanes(row);
        let part = (share * lanes.len() as f64).max(0.0) as usize;
        let last = lanes.len().checked_sub(1)?;
        lanes.get(part.min(last)).copied().map(LaneId)
    }

    /// The lane before or after another one, from the top.
    pub(super) fn beside(&self, lane: LaneId, forth: bool) -> impl Iterator<Item = LaneId> + '_ {
        let strip = self.strip(lane);
        let place = self.offsets.get(strip.row).copied().unwrap_or(0) + strip.part;
        let lanes = &self.lanes;
        (1..)
            .map_while(move |step| {
                let other = if forth {
                    place.checked_add(step)?
                } else {
                    place.checked_sub(step)?
                };
                lanes.get(other).copied()
            })
            .map(LaneId)
    }

    /// The group of a row.
    pub(super) fn group_at(&self, row: usize) -> Option<usize> {
        let lane = self.lanes(row).first()?;
        self.group_of.get(*lane as usize).copied().flatten()
    }

    /// The rows of each group.
    pub(super) fn groups(&self) -> &[Range<usize>] {
        &self.groups
    }
}

/// The sort key of each lane, as a number.
fn ranks(schedule: &Schedule, key: Key) -> Vec<f64> {
    let count = schedule.lanes().len();
    match key {
        Key::Given => (0..count).map(|lane| lane as f64).collect(),
        Key::Utilisation => measures::utilisation(schedule)
            .into_iter()
            .map(|share| -share)
            .collect(),
        Key::Finish => schedule
            .iter_lanes()
            .map(|lane| {
                let busy = lane.iter().rev().find(|span| {
                    let phase = schedule.phases().get(usize::from(span.phase.0));
                    phase.is_some_and(|phase| !phase.role.is_idle())
                });
                busy.map_or(0.0, |span| span.end)
            })
            .collect(),
        Key::Name => {
            let mut lanes: Vec<usize> = (0..count).collect();
            let name = |lane: &usize| schedule.lanes().get(*lane).map_or("", String::as_str);
            sort::by(&mut lanes, |a, b| natural(name(a), name(b)));
            let mut ranks = vec![0.0; count];
            for (rank, lane) in lanes.into_iter().enumerate() {
                if let Some(place) = ranks.get_mut(lane) {
                    *place = rank as f64;
                }
            }
            ranks
        }
    }
}

/// The order in which people sort: `node 2` before `node 10`.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a, b);
    loop {
        let digits = |text: &str| {
            text.find(|c: char| !c.is_ascii_digit())
                .unwrap_or(text.len())
        };
        let (of_a, of_b) = (digits(a), digits(b));
        if of_a > 0 && of_b > 0 {
            let ((number_a, rest_a), (number_b, rest_b)) = (a.split_at(of_a), b.split_at(of_b));
            let [x, y] = [number_a, number_b].map(|number| number.trim_start_matches('0'));
            let by = x.len().cmp(&y.len()).then_with(|| x.cmp(y));
            if by.is_ne() {
                return by;
            }
            (a, b) = (rest_a, rest_b);
        } else {
            let (mut rest_a, mut rest_b) = (a.chars(), b.chars());
            match (rest_a.next(), rest_b.next()) {
                (None, None) => return Ordering::Equal,
                (x, y) if x != y => return x.cmp(&y),
                _ => (a, b) = (rest_a.as_str(), rest_b.as_str()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        reason = "helpers of a test may stop it"
    )]

    use proptest::prelude::*;
    use schedule::{Group, Job, Phase, PhaseId, Recorder, Recording, Role, Unit};

    use super::*;

    /// Lanes that work for so long each, of a run of ten, in groups of two.
    fn sample(names: &[&str], busy: &[f64], grouped: bool) -> Schedule {
        let phases = vec![Phase::new("work", Role::Compute)];
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let groups = (0..names.len() as u32 / 2).map(|group| Group {
            name: format!("group {group}"),
            first: 2 * group,
            lanes: 2,
        });
        let groups = if grouped {
            groups.collect()
        } else {
            Vec::new()
        };
        let mut recording = Recording::new(Unit::Seconds, names, phases).with_groups(groups);
        for (lane, busy) in (0..).zip(busy) {
            recording.span(LaneId(lane), PhaseId(0), 0.0, *busy, Job::NONE);
        }
        recording.finish(10.0).unwrap()
    }

    fn top_down(order: &Order) -> Vec<&[u32]> {
        (0..order.rows()).map(|row| order.lanes(row)).collect()
    }

    #[test]
    fn lanes_come_by_name_utilisation_or_finish_either_way() {
        let schedule = sample(&["n10", "n9", "n1", "n2"], &[3.0, 9.0, 1.0, 5.0], false);
        let sorted = |key, reverse| {
            let order = Order::new(&schedule, key, reverse, &[]);
            top_down(&order).concat()
        };
        assert_eq!(sorted(Key::Given, false), [0, 1, 2, 3]);
        assert_eq!(sorted(Key::Given, true), [3, 2, 1, 0]);
        assert_eq!(sorted(Key::Name, false), [2, 3, 1, 0]);
        assert_eq!(sorted(Key::Utilisation, false), [1, 3, 0, 2]);
        assert_eq!(sorted(Key::Finish, false), [2, 0, 3, 1]);
    }

    #[test]
    fn lanes_stay_with_their_group_and_fold_into_one_row() {
        let schedule = sample(&["a", "b", "c", "d"], &[3.0, 9.0, 1.0, 5.0], true);
        let order = Order::new(&schedule, Key::Finish, false, &[false, true]);
        assert_eq!(top_down(&order), [&[2, 3][..], &[0], &[1]]);
        assert_eq!(order.names(), ["group 1", "a", "b"]);
        assert_eq!(order.groups(), [1..3, 0..1]);
        assert_eq!((order.group_at(0), order.group_at(2)), (Some(1), Some(0)));
        assert_eq!(order.lane_in(0, 0.2), Some(LaneId(2)));
        assert_eq!(order.lane_in(0, 0.99), Some(LaneId(3)));
        let after: Vec<_> = order.beside(LaneId(3), true).map(|lane| lane.0).collect();
        assert_eq!(after, [0, 1]);
        let before: Vec<_> = order.beside(LaneId(0), false).map(|lane| lane.0).collect();
        assert_eq!(before, [3, 2]);
    }

    #[test]
    fn numbers_in_names_count_as_numbers() {
        assert_eq!(natural("node 2", "node 10"), Ordering::Less);
        assert_eq!(natural("a02", "a2"), Ordering::Equal);
        assert_eq!(natural("a", "b1"), Ordering::Less);
        assert_eq!(natural("a1b", "a1"), Ordering::Greater);
    }

    proptest! {
        #[test]
        fn every_lane_has_one_place(
            busy in prop::collection::vec(0.0..10.0, 0..12),
            key in prop::sample::select(Key::ALL.map(|(key, _)| key).to_vec()),
            reverse: bool,
            grouped: bool,
            folded in prop::collection::vec(any::<bool>(), 6),
        ) {
            let names = vec!["lane"; busy.len()];
            let schedule = sample(&names, &busy, grouped);
            let order = Order::new(&schedule, key, reverse, &folded);
            let mut all = top_down(&order).concat();
            all.sort_unstable();
            prop_assert_eq!(all, (0..busy.len() as u32).collect::<Vec<_>>());
            for lane in (0..busy.len() as u32).map(LaneId) {
                let strip = order.strip(lane);
                prop_assert_eq!(order.lanes(strip.row)[strip.part], lane.0);
                let share = (strip.part as f64 + 0.5) / strip.parts as f64;
                prop_assert_eq!(order.lane_in(strip.row, share), Some(lane));
            }
        }
    }
}
