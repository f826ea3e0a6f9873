//! Productivity landscapes: total productivity is imposed as a function of the number of nodes and time (Rossow 2009,
//! section 5). No jobs are simulated: one step is one measurement interval.

pub mod acceleration;
pub mod evaluation;
mod run;

use std::f64::consts::TAU;

use report::evidence::same;
use words::word;

use crate::error::{Error, Place, between};

pub use run::{Disturbance, Event, Outcome, Setting, Step, run};

/// A quantity over time, in intervals.
#[derive(Clone, Debug, PartialEq)]
pub enum Course {
    /// Always the same.
    Constant(f64),
    /// Linear between these points (time, value) of ascending times, and constant outside.
    Linear(Vec<(f64, f64)>),
    /// rest + excess·exp(−t/decay).
    Exponential {
        /// The constant part.
        rest: f64,
        /// The decaying part at time 0.
        excess: f64,
        /// The time after which 1/e of the decaying part is left.
        decay: f64,
    },
    /// mean·(1 + amplitude·sin(2πt/period)).
    Sine {
        /// The mean.
        mean: f64,
        /// The amplitude, as a share of the mean.
        amplitude: f64,
        /// The period.
        period: f64,
    },
    /// fixed + factor·N*(t), for the productivity of the best number of nodes.
    OfIdeal {
        /// The part that does not depend on the number.
        fixed: f64,
        /// The part for each node.
        factor: f64,
    },
}

impl Course {
    /// The value at a time, where the ideal number of nodes is `ideal`.
    fn at(&self, time: f64, ideal: f64) -> f64 {
        match self {
            Self::Constant(value) => *value,
            Self::Linear(points) => linear(points, time),
            Self::Exponential {
                rest,
                excess,
                decay,
            } => rest + excess * libm::exp(-time / decay),
            Self::Sine {
                mean,
                amplitude,
                period,
            } => mean * (1.0 + amplitude * libm::sin(TAU * time / period)),
            Self::OfIdeal { fixed, factor } => fixed + factor * ideal,
        }
    }
}

/// Linear interpolation; 0 without points.
fn linear(points: &[(f64, f64)], time: f64) -> f64 {
    let after = points.partition_point(|point| point.0 <= time);
    let next = points.get(after);
    let before = after.checked_sub(1).and_then(|place| points.get(place));
    match (before, next) {
        (Some(a), Some(b)) => a.1 + (b.1 - a.1) * (time - a.0) / (b.0 - a.0),
        (Some(only), None) | (None, Some(only)) => only.1,
        (None, None) => 0.0,
    }
}

/// The dependence of productivity on the number of nodes, relative to the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// x^exponent up to the ideal number (x = N/N* ≤ 1), then 1 − penalty·(x − 1), at least the floor.
    Peak {
        /// The exponent below the ideal number.
        exponent: f64,
        /// c, the penalty of too many nodes.
        penalty: f64,
        /// The least share.
        floor: f64,
    },
    /// The peak, less depth·min(x, 1)·(1 − cos(2π(N − N*)/period))/2 of it: it oscillates more with more nodes (Rossow 2009, figure 6.1;
    /// the form is our choice). The ideal number of nodes loses nothing.
    Oscillating {
        /// The exponent below the ideal number.
        exponent: f64,
        /// c, the penalty of too many nodes.
        penalty: f64,
        /// The least share without oscillation.
        floor: f64,
        /// The largest share that the oscillation takes.
        depth: f64,
        /// The number of nodes after which the oscillation repeats.
        period: f64,
    },
    /// 1 − exp(−N/scale): more nodes always help, but less and less.
    Saturating {
        /// The number of nodes at which 1/e of the best productivity is missing.
        scale: f64,
    },
}

impl Default for Shape {
    /// Too few nodes hurt more than too many.
    fn default() -> Self {
        Self::Peak {
            exponent: 0.8,
            penalty: 0.2,
            floor: 0.05,
        }
    }
}

impl Shape {
    /// The share of the best productivity.
    fn share(&self, nodes: f64, ideal: f64) -> f64 {
        match *self {
            Self::Peak {
                exponent,
                penalty,
                floor,
            } => {
                let x = nodes / ideal;
                if x <= 1.0 {
                    libm::pow(x, exponent)
                } else {
                    floor.max(1.0 - penalty * (x - 1.0))
                }
            }
            Self::Oscillating {
                exponent,
                penalty,
                floor,
                depth,
                period,
            } => {
                let peak = Self::Peak {
                    exponent,
                    penalty,
                    floor,
                };
                let turn = libm::cos(TAU * (nodes - ideal) / period);
                let lost = depth * (nodes / ideal).min(1.0) * (1.0 - turn) / 2.0;
                peak.share(nodes, ideal) * (1.0 - lost)
            }
            Self::Saturating { scale } => 1.0 - libm::exp(-nodes / scale),
        }
    }
}

/// P(N, t), leaves/s.
#[derive(Clone, Debug, PartialEq)]
pub struct Landscape {
    /// N*(t), the ideal number of nodes; it may be a fraction.
    pub ideal: Course,
    /// Pmax(t), the productivity of the ideal number, leaves/s.
    pub most: Course,
    /// The dependence on the number.
    pub shape: Shape,
}

impl Landscape {
    /// N*(t).
    #[must_use]
    pub fn ideal_nodes(&self, time: f64) -> f64 {
        self.ideal.at(time, 0.0)
    }

    /// Pmax(t), leaves/s.
    #[must_use]
    pub fn most_productivity(&self, time: f64) -> f64 {
        self.most.at(time, self.ideal_nodes(time))
    }

    /// P(N, t), leaves/s.
    ///
    /// ```
    /// use adaptation_model::landscape::{Course, Landscape, Shape};
    /// let landscape = Landscape {
    ///     ideal: Course::Constant(17.0),
    ///     most: Course::Constant(10_000.0),
    ///     shape: Shape::default(),
    /// };
    /// assert!((landscape.productivity(12, 0.0) - 7568.08).abs() < 0.01);
    /// ```
    #[must_use]
    pub fn productivity(&self, nodes: usize, time: f64) -> f64 {
        self.most_productivity(time) * self.shape.share(nodes as f64, self.ideal_nodes(time))
    }

    /// The productivity of a constant number of nodes, summed over intervals 1..=`intervals` (static).
    #[must_use]
    pub fn constant(&self, nodes: usize, intervals: u64) -> f64 {
        (1..=intervals).fold(0.0, |sum, time| sum + self.productivity(nodes, time as f64))
    }

    /// The smallest of the best constant numbers of nodes in hindsight, of 1..=`pool`; the largest sum; and whether other numbers are as
    /// good, to rounding.
    #[must_use]
    pub fn best_constant(&self, pool: usize, intervals: u64) -> (usize, f64, bool) {
        let sums = (1..=pool).map(|nodes| self.constant(nodes, intervals));
        let sums: Vec<f64> = sums.collect();
        let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best = |sum: &f64| same(*sum, most);
        let first = sums.iter().position(best).unwrap_or_default();
        let level = sums.iter().filter(|sum| best(sum)).count() > 1;
        (first + 1, most, level)
    }

    /// Checks the shape, and that in every interval N* is positive and Pmax is not negative.
    pub(crate) fn check(&self, intervals: u64) -> Result<(), Error> {
        let place = Place::Landscape;
        match self.shape {
            Shape::Peak {
                exponent,
                penalty,
                floor,
            }
            | Shape::Oscillating {
                exponent,
                penalty,
                floor,
                ..
            } => {
                between(place, word!("the exponent"), exponent, 0.0, 10.0)?;
                between(
                    place,
                    word!("the penalty of too many nodes"),
                    penalty,
                    0.0,
                    1e6,
                )?;
                between(place, word!("the floor"), floor, 0.0, 1.0)?;
                if let Shape::Oscillating { depth, period, .. } = self.shape {
                    between(
                        place,
                        word!("the depth of the oscillation"),
                        depth,
                        0.0,
                        1.0,
                    )?;
                    between(
                        place,
                        word!("the period of the oscillation"),
                        period,
                        1e-3,
                        1e6,
                    )?;
                }
            }
            Shape::Saturating { scale } => {
                between(place, word!("the scale"), scale, 1e-3, 1e6)?;
            }
        }
        for interval in 1..=intervals {
            let time = interval as f64;
            let place = Place::LandscapeInterval(interval);
            between(
                place,
                word!("the ideal number of nodes"),
                self.ideal_nodes(time),
                1e-3,
                1e6,
            )?;
            between(
                place,
                word!("the largest productivity"),
                self.most_productivity(time),
                0.0,
                1e15,
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_landscape_of_figure_5_1_repeats() {
        // E8.
        let landscape = Landscape {
            ideal: Course::Constant(17.0),
            most: Course::Constant(10_000.0),
            shape: Shape::default(),
        };
        for (nodes, expected) in [
            (1, 1036.67),
            (2, 1804.95),
            (4, 3142.60),
            (7, 4917.22),
            (12, 7568.08),
            (17, 10_000.0),
            (20, 9647.06),
            (29, 8588.24),
            (32, 8235.29),
        ] {
            assert!((landscape.productivity(nodes, 0.0) - expected).abs() < 0.006);
        }
    }

    #[test]
    fn an_oscillating_landscape_is_the_peak_at_its_ideal_and_loses_its_depth_half_a_period_away() {
        let of = |shape| Landscape {
            ideal: Course::Constant(40.0),
            most: Course::Constant(1000.0),
            shape,
        };
        let (peak, oscillating) = (
            of(Shape::default()),
            of(Shape::Oscillating {
                exponent: 0.8,
                penalty: 0.2,
                floor: 0.05,
                depth: 0.3,
                period: 10.0,
            }),
        );
        let ratio = |nodes| oscillating.productivity(nodes, 0.0) / peak.productivity(nodes, 0.0);
        // Half a period away the depth is lost, in proportion to the nodes up to the ideal number.
        for (nodes, expected) in [
            (40, 1.0),
            (50, 1.0),
            (45, 0.7),
            (35, 1.0 - 0.3 * 35.0 / 40.0),
            (5, 1.0 - 0.3 * 5.0 / 40.0),
            (10, 1.0),
        ] {
            assert!((ratio(nodes) - expected).abs() < 1e-12, "{nodes}");
        }
        assert!((1..200).all(|nodes| ratio(nodes) <= 1.0 + 1e-12));
    }

    #[test]
    fn courses_follow_their_definitions() {
        let ramp = Course::Linear(vec![(10.0, 1.0), (20.0, 3.0)]);
        assert_eq!(
            [0.0, 10.0, 15.0, 20.0, 99.0].map(|time| ramp.at(time, 0.0)),
            [1.0, 1.0, 2.0, 3.0, 3.0]
        );
        let decay = Course::Exponential {
            rest: 10.0,
            excess: 90.0,
            decay: 1500.0,
        };
        assert_eq!(decay.at(0.0, 0.0), 100.0);
        let sine = Course::Sine {
            mean: 50.0,
            amplitude: 0.4,
            period: 2000.0,
        };
        assert!((sine.at(500.0, 0.0) - 70.0).abs() < 1e-12);
        let proportional = Course::OfIdeal {
            fixed: 900.0,
            factor: 50.0,
        };
        assert_eq!(proportional.at(0.0, 18.0), 1800.0);
    }
}
