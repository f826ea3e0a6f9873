//! The worst crash sets: L(n, p), the greatest load that p crashes can cause on a survivor, for every p.
//!
//! Every value is exact or lies between two bounds. Three methods work together: unions of crash routes are exact for the
//! first crashes, the choice of the other survivors for the last ones; between them a beam finds a bad crash set, while
//! theorems and the next exact value bound the load from above.

pub mod beam;
pub mod offsets;
pub mod one_by_one;
pub(crate) mod survivors;
pub(crate) mod unions;

use std::ops::ControlFlow;

use report::{Cancelled, Observer, Passes};
use words::word;

use crate::error::{Error, within};
use crate::list::List;
use crate::lower_bounds;
use crate::scheme::{Scheme, bit, members};

/// The most computers of a cluster whose worst crash sets can be searched: each computer is a bit.
pub const MOST_EXACT: usize = 128;

/// The most unions for any budget: about a gigabyte.
const MOST_UNIONS: usize = 1 << 23;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most unions of routes for a computer; where a search exceeds it, it drops the unions of the most crashes.
    pub unions: usize,
    /// The most sets of survivors to try for a number of crashes.
    pub survivors: u64,
    /// The number of crash sets of each size in the beam. 64 missed nothing in 825 cases.
    pub beam: usize,
}

impl Default for Budget {
    /// A million unions, which is exact for up to 48 computers and for 36 crashes of up to 128.
    fn default() -> Self {
        Self {
            unions: 1_000_000,
            survivors: 500_000,
            beam: 64,
        }
    }
}

/// The worst case for a number of crashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Load {
    /// The lower bound of the load.
    pub least: u32,
    /// The upper bound of the load; where both are equal, it is exact.
    pub most: u32,
    /// A crash set of this size that causes `least`, ascending. Empty where `least` comes from a theorem, not from a
    /// set.
    pub crashed: Vec<usize>,
}

impl Load {
    /// Whether the value is exact rather than between two bounds.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.least == self.most
    }
}

/// L(n, 1), …, L(n, n-1), or the loads of the first crashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The worst case for 1, 2, … crashes.
    pub loads: Vec<Load>,
    /// The most distinct unions of routes for a computer.
    pub unions: usize,
}

impl Vector {
    /// The exact values; `None` where a value is only bounded.
    #[must_use]
    pub fn exact(&self) -> Option<Vec<u32>> {
        self.loads
            .iter()
            .map(|load| load.is_exact().then_some(load.least))
            .collect()
    }

    /// The number of crashes up to which the loads certainly equal these bounds.
    #[must_use]
    pub fn tight(&self, bounds: &[usize]) -> usize {
        let exact = self.loads.iter().take_while(|load| load.is_exact());
        lower_bounds::tight(exact.map(|load| load.least as usize), bounds)
    }
}

/// The vector of a regular scheme, for up to `most` crashes. Its theorems hold: no load is below MV, and none above it where the
/// list's certificate applies.
///
/// # Errors
/// [`Error::Range`] for more than 128 computers, or `most` outside 1 to n-1; [`Error::Cancelled`].
///
/// ```
/// use recovery_model::{List, worst_case};
/// let list = List::new(7, vec![1, 4, 6, 2, 3, 5])?;
/// let vector = worst_case::of_list(&list, 6, worst_case::Budget::default(), &mut report::Silent)?;
/// assert_eq!(vector.exact(), Some(vec![2, 2, 3, 3, 4, 7]));
/// # Ok::<(), recovery_model::Error>(())
/// ```
pub fn of_list(
    list: &List,
    most: usize,
    budget: Budget,
    observer: &mut dyn Observer,
) -> Result<Vector, Error> {
    let certified = list.certificate();
    let theorems = lower_bounds::least_loads(list.computers());
    search(
        &Scheme::regular(list),
        most,
        budget,
        &theorems,
        certified,
        observer,
    )
}

/// The vector of any scheme, for up to `most` crashes.
///
/// # Errors
/// As for [`of_list`].
pub fn of_scheme(
    scheme: &Scheme,
    most: usize,
    budget: Budget,
    observer: &mut dyn Observer,
) -> Result<Vector, Error> {
    // For arbitrary lists and weights only the mean load of the survivors is a proven bound.
    let n = scheme.computers();
    let mean = |crashes: usize| (scheme.weight() as usize).div_ceil((n - crashes).max(1));
    let theorems: Vec<usize> = (1..n).map(mean).collect();
    search(scheme, most, budget, &theorems, 0, observer)
}

/// The best known case of a number of crashes: a load, the target computer, and the computers that must be down.
#[derive(Clone, Copy, Debug)]
struct Known {
    load: u32,
    target: usize,
    down: u128,
    exact: bool,
}

impl Known {
    /// Joins another computer's worst case: the worse counts, and both must be exact.
    fn join(known: &mut Option<Self>, other: Self) {
        match known {
            Some(known) => {
                let exact = known.exact && other.exact;
                if other.load > known.load {
                    *known = other;
                }
                known.exact = exact;
            }
            None => *known = Some(other),
        }
    }
}

fn search(
    scheme: &Scheme,
    most: usize,
    budget: Budget,
    theorems: &[usize],
    certified: usize,
    observer: &mut dyn Observer,
) -> Result<Vector, Error> {
    let n = within(
        word!("number of computers"),
        scheme.computers(),
        2,
        MOST_EXACT,
    )?;
    let most = within(word!("number of crashes"), most, 1, n - 1)?;
    let mut known: Vec<Option<Known>> = vec![None; most];
    let mut unions = 0;
    let targets = scheme.targets();
    // Unions, survivors and the beam of each target.
    let mut passes = Passes::new(observer, 3 * targets.len() as u64);
    for target in targets {
        let normal = scheme.normal_load(target);
        let routes = scheme.routes_to(target);
        let limit = budget.unions.min(MOST_UNIONS);
        let found = unions::search(n, &routes, most, limit, &mut parts(&mut passes.next(1)))?;
        unions = unions.max(found.kept);
        let mut mine: Vec<Option<Known>> = vec![None; most];
        for (known, (gain, down)) in mine.iter_mut().zip(&found.best) {
            *known = Some(Known {
                load: normal + gain,
                target,
                down: *down,
                exact: true,
            });
        }
        {
            let mut pass = passes.next(1);
            // From the last crash backwards: ever more survivors to choose.
            for others in 0..n {
                let crashes = n - 1 - others;
                if crashes <= found.best.len()
                    || survivors::choices(n - 1, others) > budget.survivors
                {
                    break;
                }
                if let Some(known) = crashes.checked_sub(1).and_then(|at| mine.get_mut(at)) {
                    let (gain, down) = survivors::search(n, target, &routes, others);
                    *known = Some(Known {
                        load: normal + gain,
                        target,
                        down,
                        exact: true,
                    });
                }
                parts(&mut pass)(others as u64)?;
            }
        }
        let mut pass = passes.next(1);
        if mine.iter().any(Option::is_none) {
            let beam = beam::search(&routes, most, budget.beam, &mut parts(&mut pass))?;
            for (known, (gain, down)) in mine.iter_mut().zip(beam) {
                known.get_or_insert(Known {
                    load: normal + gain,
                    target,
                    down,
                    exact: false,
                });
            }
        }
        for (known, mine) in known.iter_mut().zip(mine) {
            if let Some(mine) = mine {
                Known::join(known, mine);
            }
        }
    }
    Ok(Vector {
        loads: loads(scheme, &known, theorems, certified),
        unions,
    })
}

/// The number of parts of each step of the search for its observer.
const PARTS: u64 = 64;

/// Tells an observer the number of finished parts.
fn parts(observer: &mut dyn Observer) -> impl FnMut(u64) -> Result<(), Cancelled> {
    move |share| match observer.progress(share.min(PARTS), PARTS) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Cancelled),
    }
}

/// Closes the gaps: loads never fall with more crashes, none is below its theorem, and certified ones equal it.
fn loads(
    scheme: &Scheme,
    known: &[Option<Known>],
    theorems: &[usize],
    certified: usize,
) -> Vec<Load> {
    let mut loads: Vec<Load> = Vec::with_capacity(known.len());
    let mut below = 0;
    for (crashes, known) in (1..).zip(known) {
        let Some(known) = known else { break };
        let theorem = theorems
            .get(crashes - 1)
            .and_then(|load| u32::try_from(*load).ok())
            .unwrap_or(0);
        let least = known.load.max(theorem).max(below);
        let exact = known.exact || crashes <= certified;
        below = least;
        loads.push(Load {
            least,
            most: if exact { least } else { u32::MAX },
            crashed: if known.load == least {
                padded(scheme, known, crashes)
            } else {
                Vec::new()
            },
        });
    }
    // A computer never has more than its own processes and the processes of the crashed computers.
    let mut homes: Vec<u32> = (0..scheme.computers())
        .map(|computer| scheme.normal_load(computer))
        .collect();
    homes.sort_unstable_by(|a, b| b.cmp(a));
    let mut above = scheme.weight();
    for (place, load) in loads.iter_mut().enumerate().rev() {
        let displaced = homes.iter().take(place + 2).sum();
        load.most = load.most.min(above).min(displaced);
        above = load.most;
    }
    loads
}

/// The crash set filled up to its size with computers other than the target, from the last backwards: their processes can only
/// add to its load.
fn padded(scheme: &Scheme, known: &Known, crashes: usize) -> Vec<usize> {
    let mut down = known.down;
    for computer in (0..scheme.computers()).rev() {
        if down.count_ones() as usize >= crashes {
            break;
        }
        if computer != known.target {
            down |= bit(computer);
        }
    }
    members(down)
}
