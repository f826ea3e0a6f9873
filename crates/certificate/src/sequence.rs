//! Modulo sequences: that the differences of marks, later minus earlier, are distinct mod n, and that no sequence has more marks.

use crate::counter::{Counter, Part};
use crate::{Proven, Refused};

/// The most computers: a set of differences is 64 bits.
const MOST_COMPUTERS: usize = 63;

/// Checks that these marks are a sequence, and that no sequence has more.
pub(crate) fn check(
    computers: usize,
    marks: &[usize],
    counter: &mut Counter<'_>,
) -> Result<Proven, Refused> {
    if !(2..=MOST_COMPUTERS).contains(&computers) {
        return Err(Refused::Size {
            what: "the number of computers is",
            found: computers,
            least: 2,
            most: MOST_COMPUTERS,
        });
    }
    let none = Begun {
        computers,
        back: 1,
        all: 1,
    };
    let mut begun = none;
    for (place, mark) in (1..).zip(marks.iter().copied()) {
        if !(1..computers).contains(&mark) {
            let most = computers - 1;
            return Err(Refused::NoMark { place, mark, most });
        }
        let next = begun.with(mark);
        begun = next.ok_or_else(|| equal(computers, marks, place))?;
    }
    let more = marks.len() + 1;
    let mut found = Vec::new();
    // Where so many marks have more differences than there are numbers from 1 to n-1, no search is needed.
    if more * (more + 1) / 2 < computers
        && none.finds(more, &mut found, Part::of_all(0, 1), counter)?
    {
        return Err(Refused::Better(found));
    }
    Ok(Proven::Sequence {
        computers,
        marks: marks.len(),
    })
}

/// The fault of the mark at this place, from 1: one of its differences to 0 and earlier marks is among theirs already.
fn equal(computers: usize, marks: &[usize], place: usize) -> Refused {
    let mark = place.checked_sub(1).and_then(|at| marks.get(at).copied());
    let mark = mark.unwrap_or_default();
    let before: Vec<usize> = std::iter::once(0)
        .chain(marks.iter().copied())
        .take(place)
        .collect();
    let difference = |later: usize, earlier: usize| (later + computers - earlier) % computers;
    let pairs = before.iter().enumerate().flat_map(|(at, later)| {
        let earlier = before.iter().take(at);
        earlier.map(move |earlier| [*later, *earlier])
    });
    let pairs: Vec<[usize; 2]> = pairs.collect();
    let found = before.iter().find_map(|earlier| {
        let own = difference(mark, *earlier);
        let mut pairs = pairs.iter();
        let other = pairs.find(|[later, earlier]| difference(*later, *earlier) == own)?;
        Some((*earlier, *other, own))
    });
    let (earlier, other, difference) = found.unwrap_or_default();
    Refused::NoSequence {
        place,
        mark,
        earlier,
        other,
        difference,
    }
}

/// The differences of the marks so far.
#[derive(Clone, Copy)]
struct Begun {
    computers: usize,
    /// The negatives of the marks mod n: turned by a new mark, the differences to it.
    back: u64,
    /// All differences, and 0.
    all: u64,
}

impl Begun {
    /// With one mark more, if its differences are new.
    fn with(self, mark: usize) -> Option<Self> {
        let n = self.computers;
        let new = (self.back << mark | self.back >> (n - mark)) & (u64::MAX >> (64 - n));
        (new & self.all == 0).then_some(Self {
            back: self.back | 1 << (n - mark),
            all: self.all | new,
            ..self
        })
    }

    /// Whether it goes on for so many marks.
    fn finds(
        self,
        left: usize,
        found: &mut Vec<usize>,
        part: Part,
        counter: &mut Counter<'_>,
    ) -> Result<bool, Refused> {
        if left == 0 {
            return Ok(true);
        }
        let n = self.computers;
        for mark in (1..n).rev() {
            // A sequence multiplied by a number that has no divisor in common with n is a sequence; so its first mark is a divisor.
            if found.is_empty() && !n.is_multiple_of(mark) {
                continue;
            }
            let Some(next) = self.with(mark) else {
                continue;
            };
            let part = part.one(n - 1 - mark, n - 1);
            counter.one(part)?;
            found.push(mark);
            if next.finds(left - 1, found, part, counter)? {
                return Ok(true);
            }
            found.pop();
        }
        Ok(false)
    }
}
