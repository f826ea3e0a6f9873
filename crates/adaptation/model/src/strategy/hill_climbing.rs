//! Hill climbing on total productivity (Rossow 2009, section 4.1, Algorithm 1, with its extensions).

use super::Still;
use crate::error::{Error, Place, between};
use crate::metrics::accelerator;
use words::word;

/// The direction of the climber.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// It adds nodes.
    #[default]
    Adding,
    /// It removes nodes.
    Removing,
    /// It found an optimum and rests.
    Finished,
}

/// The productivity with which a new one is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reference {
    /// The best since the direction began (own choice: the other wanders on a plateau that falls slowly).
    #[default]
    Best,
    /// The last, as the printed algorithm says.
    Last,
}

/// Settings of the climber.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The factor by which the reference must exceed a productivity that counts as worse.
    pub tolerance: f64,
    /// The reference.
    pub reference: Reference,
    /// β while adding.
    pub adding: f64,
    /// β while removing.
    pub removing: f64,
    /// Whether steps grow with the gain; without, each is one node.
    pub accelerates: bool,
    /// Whether it starts again after a rest.
    pub restarts: bool,
    /// The number of intervals of rest before it restarts.
    pub longest_rest: usize,
    /// The share by which productivity may leave that of the optimum before the rest ends (own choice: no number is given).
    pub deviation: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tolerance: 1.03,
            reference: Reference::default(),
            adding: 2.0,
            removing: 1.5,
            accelerates: true,
            restarts: true,
            longest_rest: 20,
            deviation: 0.10,
        }
    }
}

impl Settings {
    /// Checks every number.
    pub(super) fn check(&self) -> Result<(), Error> {
        let place = Place::HillClimbing;
        between(place, word!("the tolerance"), self.tolerance, 1.0, 10.0)?;
        between(
            place,
            word!("the factor of adding"),
            self.adding,
            0.0,
            100.0,
        )?;
        between(
            place,
            word!("the factor of removing"),
            self.removing,
            0.0,
            100.0,
        )?;
        between(
            place,
            word!("the deviation that ends a rest"),
            self.deviation,
            0.0,
            1e6,
        )
    }
}

/// The next step of the climber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing, for this reason.
    Stay(Still),
    /// So many more nodes.
    Add(usize),
    /// So many fewer nodes.
    Remove(usize),
}

/// The climber.
#[derive(Clone, Debug)]
pub struct Climber {
    settings: Settings,
    direction: Direction,
    best: Option<f64>,
    previous: Option<f64>,
    /// The number of nodes at the last turn to removing.
    turned: usize,
    rest: usize,
    finished_at: f64,
}

impl Climber {
    /// A climber that begins to add nodes.
    #[must_use]
    pub const fn new(settings: Settings) -> Self {
        Self {
            settings,
            direction: Direction::Adding,
            best: None,
            previous: None,
            turned: 0,
            rest: 0,
            finished_at: 0.0,
        }
    }

    /// Its direction.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// Forgets its references, after another strategy changed the nodes.
    pub const fn rebase(&mut self) {
        self.best = None;
        self.previous = None;
    }

    /// The next step at a total productivity with `active` nodes, `free` others and blocks of `block` intervals.
    pub fn decide(
        &mut self,
        total: f64,
        active: usize,
        free: usize,
        block: usize,
        new_hardware: bool,
    ) -> Step {
        if self.direction == Direction::Finished && !self.rested(total, block, new_hardware) {
            return Step::Stay(Still::Rests);
        }
        let best = *self.best.get_or_insert(total);
        if total * self.settings.tolerance < best {
            // A bad change is not undone.
            return Step::Stay(if self.direction == Direction::Adding {
                self.turn(total, active);
                Still::Turns
            } else {
                self.finish(total);
                if active < self.turned {
                    Still::Unpaid
                } else {
                    Still::Fell
                }
            });
        }
        self.best = Some(match self.settings.reference {
            Reference::Best => best.max(total),
            Reference::Last => total,
        });
        let before = self.previous.replace(total);
        let step = |factor| {
            if self.settings.accelerates {
                accelerator::step(before, total, active, factor)
            } else {
                1
            }
        };
        match self.direction {
            Direction::Adding if free == 0 => {
                self.turn(total, active);
                Step::Stay(Still::NoneFree)
            }
            Direction::Adding => Step::Add(step(self.settings.adding).min(free)),
            _ if active <= 1 => {
                self.finish(total);
                Step::Stay(Still::Alone)
            }
            _ => Step::Remove(step(self.settings.removing).min(active - 1)),
        }
    }

    /// Whether the rest is over; the climber then adds again.
    fn rested(&mut self, total: f64, block: usize, new_hardware: bool) -> bool {
        self.rest = self.rest.saturating_add(block);
        let left = (total - self.finished_at).abs() > self.settings.deviation * self.finished_at;
        let again = self.rest >= self.settings.longest_rest || left || new_hardware;
        if !self.settings.restarts || !again {
            return false;
        }
        self.direction = Direction::Adding;
        self.best = Some(total);
        self.previous = None;
        true
    }

    /// Turns to removing.
    const fn turn(&mut self, total: f64, active: usize) {
        self.direction = Direction::Removing;
        self.best = Some(total);
        self.previous = None;
        self.turned = active;
    }

    /// Rests.
    const fn finish(&mut self, total: f64) {
        self.direction = Direction::Finished;
        self.finished_at = total;
        self.rest = 0;
        self.previous = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::{Course, Landscape, Shape};

    /// E9: N* = 17, Pmax = 10000, no noise.
    #[test]
    fn the_trace_of_a_climb_repeats() {
        let landscape = Landscape {
            ideal: Course::Constant(17.0),
            most: Course::Constant(10_000.0),
            shape: Shape::default(),
        };
        let mut climber = Climber::new(Settings::default());
        let mut nodes = 1;
        let mut sizes = vec![nodes];
        while sizes.len() < 20 {
            match climber.decide(
                landscape.productivity(nodes, 0.0),
                nodes,
                200 - nodes,
                5,
                false,
            ) {
                Step::Add(count) => nodes += count,
                Step::Remove(count) => nodes -= count,
                Step::Stay(_) => {
                    assert_eq!((climber.direction(), nodes), (Direction::Removing, 29));
                    continue;
                }
            }
            sizes.push(nodes);
        }
        let climb = [1, 2, 4, 7, 12, 20, 29];
        assert_eq!(sizes[..7], climb);
        let down: Vec<usize> = (16..29).rev().collect();
        assert_eq!(sizes[7..], down);
    }

    #[test]
    fn three_per_cent_are_tolerated_and_no_more() {
        // E9: reference 1000.
        for (total, direction) in [(970.9, Direction::Adding), (970.87, Direction::Removing)] {
            let mut climber = Climber::new(Settings::default());
            climber.decide(1000.0, 5, 10, 5, false);
            climber.decide(total, 6, 9, 5, false);
            assert_eq!(climber.direction(), direction);
        }
    }

    #[test]
    fn the_literal_rule_never_notices_a_plateau_that_falls_by_two_per_cent_a_step() {
        let falls = |reference| {
            let mut climber = Climber::new(Settings {
                reference,
                ..Settings::default()
            });
            let mut total = 1000.0;
            for _ in 0..100 {
                climber.decide(total, 5, 100, 5, false);
                total *= 0.98;
            }
            climber.direction()
        };
        assert_eq!(falls(Reference::Last), Direction::Adding);
        assert_ne!(falls(Reference::Best), Direction::Adding);
    }

    #[test]
    fn only_a_removal_is_said_not_to_have_paid() {
        let turned = |totals: &[(f64, usize)]| {
            let mut climber = Climber::new(Settings::default());
            let steps = totals
                .iter()
                .map(|&(total, active)| climber.decide(total, active, 8 - active, 5, false));
            steps.collect::<Vec<Step>>()
        };
        // Eight nodes of eight take part: productivity falls before a node is removed, or after it.
        assert_eq!(
            turned(&[(100.0, 8), (90.0, 8)]),
            [Step::Stay(Still::NoneFree), Step::Stay(Still::Fell)]
        );
        assert_eq!(
            turned(&[(100.0, 8), (100.0, 8), (90.0, 7)]),
            [
                Step::Stay(Still::NoneFree),
                Step::Remove(1),
                Step::Stay(Still::Unpaid)
            ]
        );
        // Productivity falls while nodes are added, and once more.
        assert_eq!(
            turned(&[(100.0, 6), (90.0, 7), (80.0, 7)]),
            [
                Step::Add(1),
                Step::Stay(Still::Turns),
                Step::Stay(Still::Fell)
            ]
        );
    }

    #[test]
    fn new_hardware_ends_a_rest() {
        let mut climber = Climber::new(Settings::default());
        climber.finish(100.0);
        assert_eq!(
            climber.decide(100.0, 3, 5, 5, false),
            Step::Stay(Still::Rests)
        );
        assert_eq!(climber.decide(100.0, 3, 5, 5, true), Step::Add(1));
    }
}
