//! The deciding lanes, which a narrow screen and a slide show.

use schedule::same_work::waiting;
use schedule::{Role, Schedule, Span, sort};

use super::scene::Scene;

/// The number of lanes on a narrow screen, the deciding ones.
pub const DECIDING: usize = 6;

/// The most lanes of all schedules together in a slide, and the least of each.
const SLIDE: usize = 16;
const LEAST: usize = 3;

/// The number of lanes that come before the lanes that are down.
const AHEAD: usize = 2;

/// The most reasons that are read out; a reader goes through all of them one by one.
const READ_OUT: usize = 24;

impl Scene {
    /// The lanes of a schedule that a narrow screen leaves out: all but the deciding ones.
    #[must_use]
    pub fn minor(&self, world: usize) -> Vec<usize> {
        self.beyond(world, DECIDING)
    }

    /// The lanes of a schedule that a wide slide leaves out: all of them would be too many to read.
    #[must_use]
    pub fn least(&self, world: usize) -> Vec<usize> {
        self.beyond(world, self.slide())
    }

    /// The number of lanes of each schedule in a wide slide.
    fn slide(&self) -> usize {
        let each = SLIDE / self.schedules.len().max(1);
        // The note on the lanes left out needs room, too.
        let fits = self.schedules.iter().all(|one| one.lanes().len() <= each);
        if fits {
            each
        } else {
            each.saturating_sub(2).max(LEAST)
        }
    }

    /// The lanes of a schedule without the `most` deciding ones.
    fn beyond(&self, world: usize, most: usize) -> Vec<usize> {
        let names = self.schedules.get(world).map_or(&[][..], Schedule::lanes);
        let deciding = self.deciding();
        let rank = |name: &String| deciding.iter().position(|of| of == name);
        let mut lanes: Vec<_> = names.iter().map(rank).zip(0..).collect();
        let key = |(rank, lane): &(Option<usize>, usize)| (rank.unwrap_or(usize::MAX), *lane);
        sort::by(&mut lanes, |a, b| key(a).cmp(&key(b)));
        lanes.into_iter().skip(most).map(|(_, lane)| lane).collect()
    }

    /// The reasons that are read out: the first ones, and the number of further ones.
    #[must_use]
    pub fn read_out(&self) -> Vec<String> {
        let first = self.reasons.iter().take(READ_OUT);
        let more = self.reasons.len().saturating_sub(READ_OUT);
        let more = (more > 0).then(|| format!("and {more} more"));
        first.map(|told| told.text.clone()).chain(more).collect()
    }

    /// The note on the lanes that a narrow screen leaves out; none if it shows all.
    #[must_use]
    pub fn fewer(&self) -> Option<String> {
        self.of_all(DECIDING)
    }

    /// The note on the lanes that a wide slide leaves out.
    #[must_use]
    pub fn fewest(&self) -> Option<String> {
        self.of_all(self.slide())
    }

    /// The note that only so many lanes of each schedule are shown; none if these are all.
    fn of_all(&self, shown: usize) -> Option<String> {
        let lanes = |schedule: &Schedule| schedule.lanes().len();
        let all = self.schedules.iter().map(lanes).max()?;
        (all > shown).then(|| format!("The {shown} lanes that matter most, of {all}."))
    }

    /// The names of all lanes, the deciding ones first. Headlines speak of lanes that are down: some of these come right after
    /// the lanes ahead of all, so that each picture has both.
    fn deciding(&self) -> Vec<String> {
        let names = self.by_weight();
        let is_down = |schedule: &Schedule, name: &String| {
            let mut lanes = schedule.iter_lanes().filter(|lane| lane.name() == name);
            lanes.any(|lane| {
                lane.iter().any(|span| {
                    let phase = schedule.phases().get(usize::from(span.phase.0));
                    phase.is_some_and(|phase| phase.role == Role::Failed)
                })
            })
        };
        let down = |name: &String| self.schedules.iter().any(|one| is_down(one, name));
        let (down, others): (Vec<String>, Vec<String>) = names.into_iter().partition(down);
        let mut others = others.into_iter();
        let mut down = down.into_iter();
        let mut all: Vec<String> = others.by_ref().take(AHEAD).collect();
        all.extend(down.by_ref().take(DECIDING - AHEAD));
        all.extend(others.chain(down));
        all
    }

    /// The names of all lanes, by weight. If all lanes wait for each other, the longest awaited ones come first, else those
    /// whose waiting differs most; of equals those whose work differs most, and then those with most work.
    fn by_weight(&self) -> Vec<String> {
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
