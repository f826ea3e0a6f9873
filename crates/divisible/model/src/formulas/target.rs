//! The targets for which the spacings of a ring fit into a round.

use crate::Worker;

/// The targets for which (15) holds: an interval, for the sum of the spacings is convex in the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Targets {
    /// The least, s, ≥ 0.
    pub least: f64,
    /// The greatest, s; infinite where spacings grow slower than the target.
    pub greatest: f64,
}

/// a + bτ.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    at_zero: f64,
    slope: f64,
}

impl Line {
    fn at(self, target: f64) -> f64 {
        self.at_zero + self.slope * target
    }

    fn plus(self, other: Self) -> Self {
        Self {
            at_zero: self.at_zero + other.at_zero,
            slope: self.slope + other.slope,
        }
    }

    fn root(self) -> f64 {
        -self.at_zero / self.slope
    }
}

/// The side from which a kink is approached: the derivatives differ.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

/// Two lines for each worker: the sending to its predecessor, and the results of both. The greater line is its spacing.
fn lines(ring: &[&Worker]) -> Vec<(Line, Line)> {
    let each: Vec<[Line; 3]> = ring
        .iter()
        .map(|worker| {
            let load = worker.first_chunk(1.0); // chunk for each second of the target
            let line = |share: f64, bandwidth: f64, latency: f64| Line {
                at_zero: latency,
                slope: share * load / bandwidth,
            };
            let (down, up) = (worker.send_bandwidth, worker.return_bandwidth);
            [
                line(1.0, down, 2.0 * worker.send_latency),
                line(worker.theta, up, worker.return_latency),
                line(1.0 - worker.theta, up, worker.return_latency),
            ]
        })
        .collect();
    let before = each.iter().cycle().skip(each.len().saturating_sub(1));
    each.iter()
        .zip(before)
        .map(|([_, first, _], [send, _, second])| (*send, second.plus(*first)))
        .collect()
}

/// The line that Σd - τ follows at `target`, approached from `side`.
fn tangent(lines: &[(Line, Line)], target: f64, side: Side) -> Line {
    let round = Line {
        at_zero: 0.0,
        slope: -1.0,
    };
    lines.iter().fold(round, |sum, (one, other)| {
        let (a, b) = (one.at(target), other.at(target));
        let steeper = if one.slope >= other.slope { one } else { other };
        let flatter = if one.slope >= other.slope { other } else { one };
        let active = if a > b {
            one
        } else if b > a {
            other
        } else if side == Side::Right {
            steeper
        } else {
            flatter
        };
        sum.plus(*active)
    })
}

/// The targets for which the spacings by equation 13 of a ring fit into a round; none where they never do.
///
/// Σd(τ) - τ is convex and piecewise linear: Newton's steps from outside reach a root exactly, after at most as many steps as there are
/// kinks. An empty ring fits any target.
///
/// Source: own derivation from Millot and Parrot 2016, equations 13 to 15. The shares θ are held while τ changes.
#[must_use]
pub fn feasible_targets(ring: &[&Worker]) -> Option<Targets> {
    let lines = lines(ring);
    let mut least = 0.0;
    for _ in 0..=2 * lines.len() {
        let line = tangent(&lines, least, Side::Right);
        if line.at(least) <= 0.0 {
            break;
        }
        if line.slope >= 0.0 {
            return None;
        }
        let next = line.root();
        if next <= least {
            break; // below the resolution of numbers
        }
        least = next;
    }
    let greatest = greatest(&lines).max(least);
    (greatest > 0.0).then_some(Targets { least, greatest })
}

fn greatest(lines: &[(Line, Line)]) -> f64 {
    // Far to the right each spacing follows its steeper line, or the higher of two parallel ones.
    let far = lines.iter().fold(
        Line {
            at_zero: 0.0,
            slope: -1.0,
        },
        |sum, (one, other)| {
            let steeper = if (one.slope, one.at_zero) >= (other.slope, other.at_zero) {
                one
            } else {
                other
            };
            sum.plus(*steeper)
        },
    );
    if far.slope <= 0.0 {
        return f64::INFINITY;
    }
    let mut greatest = far.root().max(0.0);
    for _ in 0..=2 * lines.len() {
        let line = tangent(lines, greatest, Side::Left);
        if line.at(greatest) <= 0.0 || line.slope <= 0.0 {
            break;
        }
        let next = line.root();
        if next >= greatest {
            break;
        }
        greatest = next;
    }
    greatest
}
