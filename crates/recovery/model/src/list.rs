//! Recovery lists of regular schemes: the list of process 0, its steps and its crash routes.

use std::collections::HashSet;
use words::word;

use crate::error::{Error, Whose, within};

/// The most computers of a list.
pub const MOST_COMPUTERS: usize = 1024;

/// R, the recovery list of process 0: the other computers in the order in which they take it over. In a regular scheme the
/// list of process i names (R_k + i) mod n.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct List(Vec<usize>);

impl List {
    /// The list with these entries: each of the computers 1 to n-1 once.
    ///
    /// # Errors
    /// [`Error::Range`] for fewer than 2 or more than 1024 computers; [`Error::Own`], [`Error::Entry`], [`Error::Duplicate`]
    /// or [`Error::Missing`] with the place of the first wrong entry.
    ///
    /// ```
    /// use recovery_model::List;
    /// assert!(List::new(4, vec![1, 3, 2]).is_ok());
    /// let refused = List::new(4, vec![1, 3, 3]).unwrap_err().to_string();
    /// assert_eq!(refused, "entry 3 of the list is 3, as entry 2 already is; each computer from 1 to 3 may stand there once");
    /// ```
    pub fn new(computers: usize, entries: Vec<usize>) -> Result<Self, Error> {
        check(Whose::Base, computers, 0, &entries)?;
        Ok(Self(entries))
    }

    /// R_1, …, R_(n-1).
    #[must_use]
    pub fn entries(&self) -> &[usize] {
        &self.0
    }

    /// n, the number of computers.
    #[must_use]
    pub fn computers(&self) -> usize {
        self.0.len() + 1
    }

    /// The list of process i, (R_k + i) mod n.
    #[must_use]
    pub fn of_process(&self, process: usize) -> Vec<usize> {
        let n = self.computers();
        self.0
            .iter()
            .map(|entry| (entry + process % n) % n)
            .collect()
    }

    /// r_k = (R_k - R_(k-1)) mod n with R_0 = 0.
    #[must_use]
    pub fn steps(&self) -> Vec<usize> {
        let n = self.computers();
        let before = std::iter::once(&0).chain(&self.0);
        self.0
            .iter()
            .zip(before)
            .map(|(entry, before)| (entry + n - before) % n)
            .collect()
    }

    /// C_k, the crash route of the process whose home is R_k places behind a computer: while that computer is up, it runs the process
    /// exactly when the computers at these distances behind it are down. In the order (R_k - R_(k-1)), …, (R_k - R_0) mod n.
    #[must_use]
    pub fn routes(&self) -> Vec<Vec<usize>> {
        (1..self.computers())
            .map(|k| self.route(k).collect())
            .collect()
    }

    /// C_k; empty for k = 0.
    pub(crate) fn route(&self, k: usize) -> impl Iterator<Item = usize> {
        let n = self.computers();
        let entry = k.checked_sub(1).and_then(|at| self.0.get(at)).copied();
        let before = self
            .0
            .iter()
            .take(k.saturating_sub(1))
            .rev()
            .copied()
            .chain([0]);
        before
            .take(k)
            .filter_map(move |earlier| Some((entry? + n - earlier) % n))
    }

    /// D, the number of first routes that are pairwise disjoint. The list meets the bound BV for up to D crashes. Paper III,
    /// theorem 3.
    #[must_use]
    pub fn disjoint_routes(&self) -> usize {
        let mut seen = vec![false; self.computers()];
        (1..self.computers())
            .take_while(|k| {
                self.route(*k).all(|offset| {
                    seen.get_mut(offset)
                        .is_some_and(|seen| !std::mem::replace(seen, true))
                })
            })
            .count()
    }

    /// A number of crashes up to which the list certainly meets BV, in polynomial time. Routes beyond the first l,
    /// which are disjoint, need only l computers of their own for l(l+1)/2 + l - 1 crashes. Our derivation, after theorem 1 of Paper V.
    #[must_use]
    pub fn certificate(&self) -> usize {
        let disjoint = self.disjoint_routes();
        let mut seen = vec![false; self.computers()];
        let fresh: Vec<usize> = (1..self.computers())
            .map(|k| {
                let new = self.route(k).filter(|offset| {
                    seen.get_mut(*offset)
                        .is_some_and(|seen| !std::mem::replace(seen, true))
                });
                new.count()
            })
            .collect();
        let of_order = |order: usize| {
            let more = fresh
                .iter()
                .skip(order)
                .take_while(|fresh| **fresh >= order)
                .count();
            (order + more).min(order * (order + 1) / 2 + order - 1)
        };
        (1..=disjoint)
            .map(of_order)
            .max()
            .unwrap_or(0)
            .max(disjoint)
    }
}

/// Checks that a list names each computer but its own once. A list of process 0 starts at computer 1.
///
/// # Errors
/// As for [`List::new`].
pub(crate) fn check(
    whose: Whose,
    computers: usize,
    own: usize,
    entries: &[usize],
) -> Result<(), Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    let most = computers - 1;
    let least = usize::from(whose == Whose::Base);
    let mut places = vec![None; computers];
    for (place, value) in (1..).zip(entries.iter().copied()) {
        if value == own {
            return Err(Error::Own {
                list: whose,
                place,
                value,
                least,
                most,
            });
        }
        match places.get_mut(value) {
            None => {
                return Err(Error::Entry {
                    list: whose,
                    place,
                    value,
                    least,
                    most,
                });
            }
            Some(Some(earlier)) => {
                let earlier = *earlier;
                return Err(Error::Duplicate {
                    list: whose,
                    place,
                    value,
                    earlier,
                    least,
                    most,
                });
            }
            Some(free) => *free = Some(place),
        }
    }
    let missing = places
        .iter()
        .enumerate()
        .position(|(value, place)| value != own && place.is_none());
    match missing {
        Some(value) => Err(Error::Missing {
            list: whose,
            value,
            entries: most,
        }),
        None => Ok(()),
    }
}

/// The distance of a mark ahead of another, mod n; 0 for n = 0.
fn ahead(later: usize, earlier: usize, modulus: usize) -> usize {
    let (Some(later), Some(earlier)) = (later.checked_rem(modulus), earlier.checked_rem(modulus))
    else {
        return 0;
    };
    if later >= earlier {
        later - earlier
    } else {
        modulus - (earlier - later)
    }
}

/// Whether the differences of marks, later minus earlier with 0 before them, are all distinct and none is 0, mod n: the first
/// routes of a list that begins with them are then disjoint.
#[must_use]
pub fn differs(marks: &[usize], modulus: usize) -> bool {
    let mut seen = HashSet::from([0]);
    marks.iter().enumerate().all(|(at, later)| {
        let before = marks.iter().take(at).copied().chain([0]);
        before
            .map(|earlier| ahead(*later, earlier, modulus))
            .all(|difference| seen.insert(difference))
    })
}

/// The triangle of differences of marks with 0 before them: row d has the differences of marks d apart, later minus earlier,
/// mod n where there is a modulus. A diagonal is a crash route. Thesis, Paper III, figure 3.
///
/// ```
/// let rows = recovery_model::list::triangle(&[1, 4, 9, 11], None);
/// assert_eq!(rows, [vec![1, 3, 5, 2], vec![4, 8, 7], vec![9, 10], vec![11]]);
/// ```
#[must_use]
pub fn triangle(marks: &[usize], modulus: Option<usize>) -> Vec<Vec<usize>> {
    let all: Vec<usize> = std::iter::once(0).chain(marks.iter().copied()).collect();
    let difference = |(earlier, later): (&usize, &usize)| match modulus {
        Some(modulus) => ahead(*later, *earlier, modulus),
        None => later.saturating_sub(*earlier),
    };
    let row = |apart: usize| {
        all.iter()
            .zip(all.iter().skip(apart))
            .map(difference)
            .collect()
    };
    (1..all.len()).map(row).collect()
}

/// The places of a [`triangle`] whose difference an earlier mark has already, by row and place in the row, both from 0. The marks before
/// the first one with such a place are a ruler whose differences are all different.
///
/// ```
/// use recovery_model::list::{again, triangle};
/// assert!(again(&triangle(&[1, 4, 9, 11], None)).is_empty());
/// assert_eq!(again(&triangle(&[1, 3, 4], None)), [(0, 2), (1, 1)]);
/// ```
#[must_use]
pub fn again(triangle: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let mut seen = HashSet::new();
    let mut again = Vec::new();
    for mark in 0..triangle.len() {
        // The differences to this mark lie on a diagonal.
        for (row, differences) in triangle.iter().enumerate().take(mark + 1) {
            let place = mark - row;
            let difference = differences.get(place);
            if difference.is_some_and(|difference| !seen.insert(*difference)) {
                again.push((row, place));
            }
        }
    }
    again
}
