//! The lanes that decide, which a narrow screen shows.

use schedule::same_work::waiting;
use schedule::{Role, Schedule, Span, sort};

use super::scene::Scene;

/// On a narrow screen so many lanes are seen, the deciding ones.
pub const DECIDING: usize = 6;

/// So many reasons are read out; a reader goes through all of them one by one.
const READ_OUT: usize = 24;

impl Scene {
    /// The lanes of a schedule that are left out on a narrow screen: all but those that decide.
    #[must_use]
    pub fn minor(&self, world: usize) -> Vec<usize> {
        let names = self.schedules.get(world).map_or(&[][..], Schedule::lanes);
        let deciding = self.deciding();
        let rank = |name: &String| deciding.iter().position(|of| of == name);
        let mut lanes: Vec<_> = names.iter().map(rank).zip(0..).collect();
        let key = |(rank, lane): &(Option<usize>, usize)| (rank.unwrap_or(usize::MAX), *lane);
        sort::by(&mut lanes, |a, b| key(a).cmp(&key(b)));
        lanes
            .into_iter()
            .skip(DECIDING)
            .map(|(_, lane)| lane)
            .collect()
    }

    /// What is read out of why one world is ahead: the first reasons, and how many more there are.
    #[must_use]
    pub fn read_out(&self) -> Vec<String> {
        let first = self.reasons.iter().take(READ_OUT);
        let more = self.reasons.len().saturating_sub(READ_OUT);
        let more = (more > 0).then(|| format!("and {more} more"));
        first.map(|told| told.text.clone()).chain(more).collect()
    }

    /// What is said of the lanes that a narrow screen leaves out: nothing where it leaves out none.
    #[must_use]
    pub fn fewer(&self) -> Option<String> {
        let lanes = |schedule: &Schedule| schedule.lanes().len();
        let all = self.schedules.iter().map(lanes).max()?;
        let left: usize = (0..self.schedules.len())
            .map(|world| self.minor(world).len())
            .sum();
        (left > 0).then(|| {
            format!(
                "{DECIDING} of {all} lanes fit here, those that decide. A wider window shows all."
            )
        })
    }

    /// The names of all lanes, those that decide first: where all wait for each other those that are waited for longest, else those
    /// whose waiting differs most; of equals those whose work differs most, and then those with most work.
    fn deciding(&self) -> Vec<String> {
        let mut weights: Vec<(String, [f64; 3])> = Vec::new();
        let mut sum = |name: &str, place: usize, weight: f64| {
            let known = weights.iter().position(|(of, _)| of == name);
            let known = known.unwrap_or_else(|| {
                weights.push((name.to_owned(), [0.0; 3]));
                weights.len() - 1
            });
            if let Some(sum) = weights
                .get_mut(known)
                .and_then(|(_, sums)| sums.get_mut(place))
            {
                *sum += weight;
            }
        };
        for (place, schedule) in self.schedules.iter().enumerate() {
            let works = |span: &Span| {
                let phase = schedule.phases().get(usize::from(span.phase.0));
                phase.is_some_and(|phase| !phase.role.is_idle() && phase.role != Role::Failed)
            };
            for lane in schedule.iter_lanes() {
                let work: f64 = lane.iter().filter(works).map(|span| span.duration()).sum();
                sum(lane.name(), 1, if place == 0 { work } else { -work });
                sum(lane.name(), 2, work);
            }
        }
        let mut add = |name: &str, weight: f64| sum(name, 0, weight);
        for (place, schedule) in self.schedules.iter().enumerate() {
            for lane in schedule.iter_lanes() {
                add(lane.name(), 0.0);
            }
            if self.together {
                if place == 0 {
                    for waiting in waiting(schedule) {
                        add(
                            schedule.lane(waiting.lane).name(),
                            waiting.to - waiting.from,
                        );
                    }
                }
                continue;
            }
            let sign = if place == 0 { 1.0 } else { -1.0 };
            for lane in schedule.iter_lanes() {
                let idle = lane.iter().filter(|span| {
                    let phase = schedule.phases().get(usize::from(span.phase.0));
                    phase.is_some_and(|phase| phase.role.is_idle())
                });
                add(
                    lane.name(),
                    sign * idle.map(|span| span.duration()).sum::<f64>(),
                );
            }
        }
        let slack = 1e-9 * self.figure.length;
        let rounded = |weight: f64| {
            if weight.abs() < slack {
                0.0
            } else {
                weight.abs()
            }
        };
        sort::by(&mut weights, |(_, a), (_, b)| {
            let mut pairs = a.iter().zip(b);
            let order = pairs.find_map(|(a, b)| {
                let order = rounded(*b).total_cmp(&rounded(*a));
                order.is_ne().then_some(order)
            });
            order.unwrap_or(core::cmp::Ordering::Equal)
        });
        weights.into_iter().map(|(name, _)| name).collect()
    }
}
