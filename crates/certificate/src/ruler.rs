//! Golomb rulers: that the distances of marks differ, and that no ruler with as many marks is shorter.

use crate::counter::{Counter, Part};
use crate::{Proven, Refused};

/// The longest ruler: a set of its distances is 128 bits.
pub(crate) const LONGEST: usize = 127;

/// With each mark more, a check takes about so many times as long.
const GROWTH: f64 = 8.0;

/// Checks rulers with 2, 3, … marks as steps: each is the shortest with its number of marks.
pub(crate) fn check(rulers: &[Vec<usize>], counter: &mut Counter<'_>) -> Result<Proven, Refused> {
    // The length of the shortest ruler with 0, 1, 2, … steps.
    let mut shortest = vec![0];
    let mut rest = GROWTH.max(1.0);
    let mut shares: Vec<f64> = rulers
        .iter()
        .map(|_| {
            rest /= GROWTH;
            rest
        })
        .collect();
    shares.reverse();
    let mut from = 0.0;
    for ((steps, ruler), to) in (1..).zip(rulers).zip(shares) {
        let length = length(ruler, steps)?;
        let mut search = Search {
            steps,
            most: length - 1,
            shortest: &shortest,
            marks: vec![0],
        };
        if search.finds(0, 0, Part::between(from, to), counter)? {
            return Err(Refused::Better(search.marks));
        }
        from = to;
        shortest.push(length);
    }
    match shortest.as_slice() {
        [_, .., length] => Ok(Proven::Ruler {
            marks: shortest.len(),
            length: *length,
        }),
        _ => Err(Refused::Size {
            what: "the number of rulers is",
            found: 0,
            least: 1,
            most: LONGEST,
        }),
    }
}

/// The length of a ruler with so many steps, all of whose distances differ.
fn length(ruler: &[usize], steps: usize) -> Result<usize, Refused> {
    let marks = steps + 1;
    if ruler.len() != steps {
        return Err(Refused::Steps {
            place: steps,
            found: ruler.len(),
        });
    }
    if ruler.contains(&0) {
        return Err(Refused::NoStep { marks });
    }
    let longer = |far: usize, step: &usize| far.checked_add(*step).filter(|far| *far <= LONGEST);
    let length = ruler.iter().try_fold(0, longer);
    let length = length.ok_or(Refused::Long { marks })?;
    let mut all = 0_u128;
    for first in 0..steps {
        let mut distance = 0_usize;
        for step in ruler.iter().skip(first) {
            distance += step;
            if all >> distance & 1 == 1 {
                return Err(Refused::NoRuler { marks, distance });
            }
            all |= 1 << distance;
        }
    }
    Ok(length)
}

struct Search<'s> {
    steps: usize,
    /// How long the ruler may be.
    most: usize,
    shortest: &'s [usize],
    /// The marks so far.
    marks: Vec<usize>,
}

impl Search<'_> {
    /// Whether the marks can be completed to a ruler. `back` holds the distances from the last mark to the earlier ones, `all` those
    /// between any two.
    fn finds(
        &mut self,
        back: u128,
        all: u128,
        part: Part,
        counter: &mut Counter<'_>,
    ) -> Result<bool, Refused> {
        let placed = self.marks.len();
        let Some(left) = self.steps.checked_sub(placed) else {
            return Ok(true);
        };
        let place = self.marks.last().copied().unwrap_or(0);
        // The steps after the next one are a ruler, too.
        let after = self.shortest.get(left).copied().unwrap_or(0);
        let mut last = self.most.saturating_sub(after);
        // Of a ruler and its mirror image, one has its middle mark, or the one before the middle, in the left half.
        if placed == self.steps / 2 {
            last = last.min(self.most / 2);
        }
        for next in place + 1..=last {
            let step = next - place;
            let new = (back << step) | 1 << step;
            if new & all != 0 {
                continue;
            }
            let part = part.one(next - place - 1, last - place);
            counter.one(part)?;
            self.marks.push(next);
            if self.finds(new, all | new, part, counter)? {
                return Ok(true);
            }
            self.marks.pop();
        }
        Ok(false)
    }
}
