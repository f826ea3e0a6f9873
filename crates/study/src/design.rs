//! The points of a plan: combinations of values.

use parameters::Rejected;
use serde_json::Value;
use trace::random::Random;

use crate::Axis;
use crate::reader::Reader;

/// The most points of a plan.
pub const POINTS: u64 = 1_000_000;

/// Purposes of the design's random numbers: uniform draws, the order of strata, and places within strata.
mod purpose {
    pub(super) const UNIFORM: u64 = 1;
    pub(super) const ORDER: u64 = 2;
    pub(super) const WITHIN: u64 = 3;
}

/// The choice of the combinations that are points.
#[derive(Clone, Debug, PartialEq)]
pub enum Design {
    /// All combinations, the last axis fastest.
    Grid,
    /// Combinations drawn independently.
    Random {
        /// The number of points.
        points: u64,
        /// The seed of the draws.
        seed: u64,
    },
    /// A Latin hypercube (McKay, Beckman and Conover 1979): each axis is cut into as many strata as there are points, and each
    /// stratum has one point.
    LatinHypercube {
        /// The number of points.
        points: u64,
        /// The seed of the draws.
        seed: u64,
        /// The strata of each axis, in the order of the points.
        strata: Vec<Vec<usize>>,
    },
}

impl Design {
    /// The design of a plan with so many axes.
    pub(crate) fn read(reader: &mut Reader, axes: usize) -> Result<Self, Rejected> {
        let name = reader.text("design")?;
        let points = reader.whole("points", 1, POINTS)?;
        let seed = reader.whole("seed", 0, u64::from(u32::MAX))?;
        let drawn = |reader: &Reader| {
            let allowed = format!("allowed: how many points are drawn, 1 to {POINTS}");
            points.ok_or_else(|| reader.refuse("points", "missing", &allowed))
        };
        match name.as_deref() {
            None | Some("grid") => {
                let only = "allowed with the designs random and latin-hypercube alone";
                for (key, given) in [("points", points), ("seed", seed)] {
                    if let Some(given) = given {
                        return Err(reader.refuse(key, given, only));
                    }
                }
                Ok(Self::Grid)
            }
            Some("random") => Ok(Self::Random {
                points: drawn(reader)?,
                seed: seed.unwrap_or(1),
            }),
            Some("latin-hypercube") => {
                let (points, seed) = (drawn(reader)?, seed.unwrap_or(1));
                let number = points as usize;
                let strata = (0..axes as u64).map(|axis| {
                    Random::stream(seed, &[axis, purpose::ORDER]).sample(number, number)
                });
                Ok(Self::LatinHypercube {
                    points,
                    seed,
                    strata: strata.collect(),
                })
            }
            Some(other) => {
                let allowed = "allowed: grid, random, latin-hypercube";
                Err(reader.refuse("design", other, allowed))
            }
        }
    }

    /// The number of points; none if it overflows.
    pub(crate) fn number(&self, axes: &[Axis]) -> Option<u64> {
        match self {
            Self::Grid => axes
                .iter()
                .try_fold(1_u64, |all, axis| all.checked_mul(axis.number()?)),
            Self::Random { points, .. } | Self::LatinHypercube { points, .. } => Some(*points),
        }
    }

    /// The values of a point, one for each axis.
    pub(crate) fn point(&self, axes: &[Axis], place: u64) -> Vec<Value> {
        match self {
            Self::Grid => {
                let mut rest = place;
                let mut values: Vec<_> = axes
                    .iter()
                    .rev()
                    .map(|axis| {
                        let number = axis.number().unwrap_or(1).max(1);
                        let share = ((rest % number) as f64 + 0.5) / number as f64;
                        rest /= number;
                        axis.at(share)
                    })
                    .collect();
                values.reverse();
                values
            }
            Self::Random { seed, .. } => {
                let draw = |(axis, number): (&Axis, u64)| {
                    let mut random = Random::stream(*seed, &[place, number, purpose::UNIFORM]);
                    axis.at(random.uniform())
                };
                axes.iter().zip(0..).map(draw).collect()
            }
            Self::LatinHypercube {
                points,
                seed,
                strata,
            } => {
                let draw = |((axis, strata), number): ((&Axis, &Vec<usize>), u64)| {
                    let mut random = Random::stream(*seed, &[place, number, purpose::WITHIN]);
                    let stratum = strata.get(place as usize).copied().unwrap_or_default();
                    let share = (stratum as f64 + random.uniform()) / *points as f64;
                    axis.at(share.min(1.0 - f64::EPSILON))
                };
                axes.iter().zip(strata).zip(0..).map(draw).collect()
            }
        }
    }
}
