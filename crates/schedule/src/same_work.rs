//! Two schedules of the same work: one without, one with the feature to be shown.
//!
//! Work is counted in units that both schedules have in the same order, such as iterations; the marks of the most frequent
//! kind end them. So both can be cut to the same work, regardless of its time: equally many units from the same inputs on.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::opening::{beats, rhythm};
use crate::{LaneId, Schedule};

/// Gains this near to each other, as a share of the typical gain, show about as much.
const NEAR: f64 = 0.03;

/// The end of each unit of work, in the schedule's unit of time.
#[must_use]
pub fn ends(schedule: &Schedule) -> Vec<f64> {
    rhythm(schedule.marks()).collect()
}

/// The start and the end of these units, given the ends of all; nothing where there are fewer units.
#[must_use]
pub fn times(ends: &[f64], units: Range<usize>) -> Option<(f64, f64)> {
    let from = match units.start.checked_sub(1) {
        None => 0.0,
        Some(before) => *ends.get(before)?,
    };
    let to = *ends.get(units.end.checked_sub(1)?)?;
    (to > from).then_some((from, to))
}

/// The units of work of a schedule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Units {
    /// The end of each unit, in the schedule's unit of time.
    pub ends: Vec<f64>,
    /// The first value of every lane's series of inputs that each unit uses, and the one after its last; empty where each unit
    /// uses the value of its own number.
    pub inputs: Vec<(u32, u32)>,
    /// For each unit the time that all lanes together spend in each phase, in the schedule's unit of time; empty where nobody asks
    /// for it. A missing phase takes no time.
    pub phases: Vec<Vec<f64>>,
}

impl Units {
    /// The units that the marks of a schedule end.
    #[must_use]
    pub fn of(schedule: &Schedule) -> Self {
        let inputs: Option<Vec<_>> = beats(schedule.marks()).map(|mark| mark.inputs).collect();
        Self {
            ends: ends(schedule),
            inputs: inputs.unwrap_or_default(),
            phases: Vec::new(),
        }
    }

    /// The same units with the time of each phase. A span counts for the unit in which it begins.
    #[must_use]
    pub fn with_phases(mut self, schedule: &Schedule) -> Self {
        self.phases = vec![vec![0.0; schedule.phases().len()]; self.ends.len()];
        for lane in schedule.iter_lanes() {
            for span in lane.iter() {
                let unit = self.ends.partition_point(|end| *end <= span.start);
                let phases = self.phases.get_mut(unit);
                if let Some(time) = phases.and_then(|own| own.get_mut(usize::from(span.phase.0))) {
                    *time += span.end - span.start;
                }
            }
        }
        self
    }

    /// The mean time of these units in each phase.
    fn mean(&self, units: Range<usize>) -> Vec<f64> {
        let units = self.phases.get(units).unwrap_or_default();
        let phases = units.iter().map(Vec::len).max().unwrap_or(0);
        let sum = |phase: usize| units.iter().filter_map(|own| own.get(phase)).sum::<f64>();
        let mean = |phase| sum(phase) / units.len() as f64;
        (0..phases).map(mean).collect()
    }

    /// The values that a unit uses.
    fn inputs(&self, unit: usize) -> Option<(usize, usize)> {
        match self.inputs.get(unit) {
            Some((from, to)) => Some((*from as usize, *to as usize)),
            None => (self.inputs.is_empty() && unit < self.ends.len()).then_some((unit, unit + 1)),
        }
    }
}

impl From<Vec<f64>> for Units {
    /// Units that use the values of their own numbers.
    fn from(ends: Vec<f64>) -> Self {
        Self {
            ends,
            ..Self::default()
        }
    }
}

/// The distance of these times of phases from those of `all`, as a share of the whole time.
fn apart(all: &[f64], here: &[f64]) -> f64 {
    let whole: f64 = all.iter().sum();
    let here = here.iter().chain(std::iter::repeat(&0.0));
    let apart: f64 = all
        .iter()
        .zip(here)
        .map(|(all, here)| (all - here).abs())
        .sum();
    if whole > 0.0 { apart / whole } else { 0.0 }
}

/// The same work in several schedules: equally many units in each, from a start that all share.
///
/// A start is a value of every lane's series of inputs with which a unit begins in all schedules. An iteration of three copies uses
/// three values of each node, one of a single copy uses one, so that their iterations of equal numbers meet different inputs:
///
/// ```
/// use schedule::same_work::{Same, Units};
///
/// let one = Units::from(vec![2.0, 4.0, 6.0, 8.0, 9.0]);
/// let three = Units { ends: vec![1.0, 3.0], inputs: vec![(0, 3), (3, 6)], ..Units::default() };
/// let same = Same::new(vec![one, three]);
/// assert_eq!(same.starts(1), 2);
/// assert_eq!(same.units(1, 1), Some(vec![3..4, 1..2]));
/// assert_eq!(same.times(1, 1), Some(vec![(6.0, 8.0), (1.0, 3.0)]));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Same {
    all: Vec<Units>,
    /// The position of each start, and the unit of each schedule that begins there.
    starts: Vec<(usize, Vec<usize>)>,
}

impl Same {
    /// Finds the starts that all schedules share.
    #[must_use]
    pub fn new(all: Vec<Units>) -> Self {
        let place = |units: &Units| {
            let first = |unit| Some((units.inputs(unit)?.0, unit));
            let mut places = BTreeMap::new();
            // `collect` would compile a sort of its own for these pairs.
            places.extend((0..units.ends.len()).filter_map(first));
            places
        };
        let places: Vec<BTreeMap<usize, usize>> = all.iter().map(place).collect();
        let first = places.first().into_iter().flatten();
        let starts = first.filter_map(|(position, _)| {
            let units = places.iter().map(|own| own.get(position).copied());
            Some((*position, units.collect::<Option<_>>()?))
        });
        Self {
            starts: starts.collect(),
            all,
        }
    }

    /// The same work of these schedules.
    #[must_use]
    pub fn of(schedules: &[&Schedule]) -> Self {
        let units = schedules.iter().map(|schedule| Units::of(schedule));
        Self::new(units.collect())
    }

    /// The same work of these schedules, with the time of each phase, which decides between units that show about as much.
    #[must_use]
    pub fn with_phases(schedules: &[&Schedule]) -> Self {
        let units = schedules.iter();
        Self::new(
            units
                .map(|schedule| Units::of(schedule).with_phases(schedule))
                .collect(),
        )
    }

    /// Whether units tell which inputs they use.
    #[must_use]
    pub fn is_placed(&self) -> bool {
        self.all.iter().all(|units| !units.inputs.is_empty())
    }

    /// Whether units of equal number use the same inputs in all schedules.
    #[must_use]
    pub fn in_step(&self) -> bool {
        let Some((first, others)) = self.all.split_first() else {
            return true;
        };
        let both = |other: &Units| first.ends.len().min(other.ends.len());
        others
            .iter()
            .all(|other| (0..both(other)).all(|unit| first.inputs(unit) == other.inputs(unit)))
    }

    /// The largest number of units that all schedules do from the first start on.
    #[must_use]
    pub fn most(&self) -> usize {
        let Some((_, first)) = self.starts.first() else {
            return 0;
        };
        let left = self.all.iter().zip(first);
        left.map(|(units, first)| units.ends.len() - first)
            .min()
            .unwrap_or(0)
    }

    /// The number of starts from which all schedules do `count` units.
    #[must_use]
    pub fn starts(&self, count: usize) -> usize {
        self.starts.partition_point(|(_, start)| {
            self.all
                .iter()
                .zip(start)
                .all(|(units, first)| first + count <= units.ends.len())
        })
    }

    /// The value of every lane's series with which the units from a start on begin, counted from 0.
    #[must_use]
    pub fn position(&self, first: usize) -> Option<usize> {
        Some(self.starts.get(first)?.0)
    }

    /// The units of each schedule, `count` from a start on.
    #[must_use]
    pub fn units(&self, first: usize, count: usize) -> Option<Vec<Range<usize>>> {
        let (_, start) = self
            .starts
            .get(first)
            .filter(|_| first < self.starts(count))?;
        Some(start.iter().map(|first| *first..first + count).collect())
    }

    /// The start and the end of these units in each schedule.
    #[must_use]
    pub fn times(&self, first: usize, count: usize) -> Option<Vec<(f64, f64)>> {
        let units = self.all.iter().zip(self.units(first, count)?);
        units.map(|(own, units)| times(&own.ends, units)).collect()
    }

    /// The speed of each schedule but the first in these units, as a multiple of the first one's.
    #[must_use]
    pub fn gains(&self, first: usize, count: usize) -> Option<Vec<f64>> {
        let times = self.times(first, count)?;
        let mut lengths = times.iter().map(|(from, to)| to - from);
        let base = lengths.next()?;
        Some(lengths.map(|length| base / length).collect())
    }

    /// The starts from which all schedules do `count` units, with their gains.
    fn windows(&self, count: usize) -> impl Iterator<Item = (usize, Vec<f64>)> {
        let starts = 0..if count > 0 { self.starts(count) } else { 0 };
        starts.filter_map(move |first| Some((first, self.gains(first, count)?)))
    }

    /// The first of `count` units that show the effect of the second schedule: their gain is the nearest to `typical`, the gain
    /// of all runs, among units that show at least as much of it (at most as much, where `typical` is a loss); among all, where
    /// none does. Of units whose gains are about as near, those decide in which both schedules' phases take the time that they take
    /// on average; of these the nearest gain, then the earliest.
    ///
    /// ```
    /// // Units of 10, 10, 30 and 10 without, of 10 each with.
    /// let (without, with) = (vec![10.0, 20.0, 50.0, 60.0], vec![10.0, 20.0, 30.0, 40.0]);
    /// let same = schedule::same_work::Same::new(vec![without.into(), with.into()]);
    /// assert_eq!(same.telling(2, 1.5), Some(1));
    /// ```
    #[must_use]
    pub fn telling(&self, count: usize, typical: f64) -> Option<usize> {
        let shown = |(first, gains): (usize, Vec<f64>)| {
            let gain = *gains.first()?;
            let hides = if typical >= 1.0 {
                gain < typical
            } else {
                gain > typical
            };
            Some((hides, (gain - typical).abs(), first))
        };
        let mut all: Vec<_> = self.windows(count).filter_map(shown).collect();
        if all.iter().any(|(hides, ..)| !hides) {
            all.retain(|(hides, ..)| !hides);
        }
        let nearest = all
            .iter()
            .map(|(_, away, _)| *away)
            .fold(f64::INFINITY, f64::min);
        all.retain(|(_, away, _)| *away <= nearest + NEAR * typical);
        let whole = self.all.iter().map(|own| own.mean(0..own.ends.len()));
        let whole: Vec<_> = whole.collect();
        let unlike = |first| {
            let units = self.units(first, count).unwrap_or_default();
            let sides = self.all.iter().zip(units).zip(&whole);
            sides
                .map(|((own, units), whole)| apart(whole, &own.mean(units)))
                .sum::<f64>()
        };
        let all = all
            .into_iter()
            .map(|(_, away, first)| (unlike(first), away, first));
        let best = all.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        best.map(|(_, _, first)| first)
    }

    /// The first of `count` units in which the schedules' times, over those of the first schedule, are nearest to the same ratios
    /// of all units, compared as ratios. The earliest of several.
    ///
    /// ```
    /// // The second gains in the first unit, loses in the last one, and gains little in all.
    /// let ends = [vec![10.0, 20.0, 30.0, 40.0], vec![4.0, 14.0, 24.0, 38.0]];
    /// let same = schedule::same_work::Same::new(ends.map(Into::into).into());
    /// assert_eq!(same.typical(2), Some(1));
    /// ```
    #[must_use]
    pub fn typical(&self, count: usize) -> Option<usize> {
        self.nearest(count, &self.gains(0, self.most())?)
    }

    /// The first of `count` units whose gains over the first schedule are nearest to `gains`, the speed of each other schedule as
    /// a multiple of the first one's: as few as possible are on the other side of 1, and of these units the gains nearest as
    /// ratios decide. The earliest of several.
    #[must_use]
    pub fn nearest(&self, count: usize, gains: &[f64]) -> Option<usize> {
        let off = |here: &[f64]| {
            let (mut opposite, mut distance) = (0, 0.0);
            for (here, wanted) in here.iter().zip(gains) {
                opposite += usize::from((here - 1.0) * (wanted - 1.0) < 0.0);
                distance += (here / wanted).max(wanted / here);
            }
            (opposite, distance)
        };
        let windows = self.windows(count).map(|(first, here)| (off(&here), first));
        windows
            .min_by(|((a, b), _): &((usize, f64), usize), ((c, d), _)| {
                a.cmp(c).then(b.total_cmp(d))
            })
            .map(|(_, first)| first)
    }
}

/// A stretch of time in which one lane alone had something to do, and all others waited for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// The unit of work, from 0.
    pub unit: usize,
    /// The lane that all others waited for.
    pub lane: LaneId,
    /// The time when the last of the others had nothing to do any more.
    pub from: f64,
    /// The time when the lane had nothing to do any more, either.
    pub to: f64,
}

/// For each unit of work the lane that all others waited for, and the stretch of time. A unit in which the last two
/// lanes end together is left out, and so are all units of a schedule with one lane.
#[must_use]
pub fn waiting(schedule: &Schedule) -> Vec<Waiting> {
    let ends = ends(schedule);
    // For each unit the two lanes that were busy longest.
    let mut last: Vec<[(f64, LaneId); 2]> = vec![[(0.0, LaneId(0)); 2]; ends.len()];
    for lane in schedule.iter_lanes() {
        let mut busy = vec![0.0_f64; ends.len()];
        let mut unit = 0;
        for span in lane.iter() {
            let phase = schedule.phases().get(usize::from(span.phase.0));
            // A lane that waits or synchronises keeps no other lane waiting.
            if phase.is_none_or(|phase| phase.role.is_idle()) {
                continue;
            }
            while ends.get(unit).is_some_and(|&end| end < span.end) {
                unit += 1;
            }
            if let Some(busy) = busy.get_mut(unit) {
                *busy = busy.max(span.end);
            }
        }
        for (busy, [first, second]) in busy.into_iter().zip(&mut last) {
            if busy > first.0 {
                (*first, *second) = ((busy, lane.id()), *first);
            } else if busy > second.0 {
                *second = (busy, lane.id());
            }
        }
    }
    let alone = schedule.lanes().len() < 2;
    let found = last.into_iter().enumerate().filter(|_| !alone);
    found
        .map(|(unit, [first, second])| {
            let began = times(&ends, unit..unit + 1).map_or(0.0, |(from, _)| from);
            Waiting {
                unit,
                lane: first.1,
                from: second.0.max(began),
                to: first.0,
            }
        })
        // A smaller difference is rounding where all lanes end together.
        .filter(|waiting| waiting.to - waiting.from > 1e-12 * waiting.to.abs())
        .collect()
}
