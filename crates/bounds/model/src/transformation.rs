//! The transformations by which the thesis reaches its worst case, step by step. Figures 4 to 14.

pub mod stages;

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::{ToPrimitive as _, Zero as _};
use report::Observer;
use words::word;

use crate::error::{Error, within};
use crate::plan::Plan;
use crate::program::exact::{self, Budget, Completion};
use crate::program::{Operation, Program};
use crate::rational::{Rational, common_denominator, whole};

/// The most slots into which a schedule is cut.
const MOST_SLOTS: u64 = 10_000;

/// A chain of segments and signals through a program: a point of the curve that a prolonged program follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// y, its work.
    pub work: Rational,
    /// a, its signals between different computers.
    pub signals: u32,
}

impl Path {
    /// s·y + t·a, its length where all work is stretched by s.
    #[must_use]
    pub fn length(&self, stretch: &Rational, delay: &Rational) -> Rational {
        &self.work * stretch + delay * whole(self.signals)
    }
}

/// The paths of a placement that can be critical: for each number of crossing signals the one with the most work, by rising
/// signals and falling work (Figures 5 to 7). Process p is on computer `owners[p]`.
#[must_use]
pub fn paths(program: &Program, owners: &[usize]) -> Vec<Path> {
    type Works = Vec<Option<Rational>>;
    /// The longer of two paths for each number of signals.
    fn join(one: &mut Works, other: &Works, crossing: usize) {
        for (signals, work) in other.iter().enumerate() {
            let Some(work) = work else { continue };
            let at = signals + crossing;
            if one.len() <= at {
                one.resize(at + 1, None);
            }
            if let Some(here) = one.get_mut(at)
                && here.as_ref().is_none_or(|here| here < work)
            {
                *here = Some(work.clone());
            }
        }
    }
    let mut ends: Vec<Works> = vec![vec![Some(Rational::zero())]; program.processes().len()];
    let mut sent: Vec<Works> = vec![Vec::new(); program.events().len()];
    for (process, operation) in program.ordered() {
        let Some(end) = ends.get_mut(process) else {
            continue;
        };
        match operation {
            Operation::Work(work) => end.iter_mut().flatten().for_each(|sum| *sum += work),
            Operation::Activate(event) => {
                if let Some(sent) = sent.get_mut(*event) {
                    sent.clone_from(end);
                }
            }
            Operation::Wait(event) => {
                let from = program.sender(*event).and_then(|sender| owners.get(sender));
                let crossing = usize::from(from != owners.get(process));
                if let Some(sent) = sent.get(*event) {
                    join(end, sent, crossing);
                }
            }
        }
    }
    let mut all = Works::new();
    for end in &ends {
        join(&mut all, end, 0);
    }
    // A path is never longer than one with no fewer signals and no less work.
    let mut kept: Vec<Path> = Vec::new();
    for (signals, work) in all.into_iter().enumerate() {
        let Some(work) = work else { continue };
        kept.retain(|other| other.work > work);
        kept.push(Path {
            work,
            signals: u32::try_from(signals).unwrap_or(u32::MAX),
        });
    }
    kept
}

/// The longest of some paths at a stretch; of equals the one with the fewest signals, which is the critical one.
#[must_use]
pub fn critical<'a>(paths: &'a [Path], stretch: &Rational, delay: &Rational) -> Option<&'a Path> {
    let mut longest: Option<(&Path, Rational)> = None;
    for path in paths {
        let length = path.length(stretch, delay);
        let better = longest.as_ref().is_none_or(|(before, most)| {
            length > *most || length == *most && path.signals < before.signals
        });
        if better {
            longest = Some((path, length));
        }
    }
    longest.map(|(path, _)| path)
}

/// Theorem 3's comparison for one placement: 4·T_s of the program is at most T_s of twice its signals alone, in one sequence, plus
/// 2·T_s of the program with all work doubled (Figures 8 and 9).
#[derive(Clone, Debug, PartialEq)]
pub struct Theorem3 {
    /// P: without any work.
    pub none: Completion,
    /// P′: the unchanged program.
    pub single: Completion,
    /// P″: with doubled work.
    pub double: Completion,
    /// R: twice the signals between each pair of processes, one after the other.
    pub signals: Rational,
}

impl Theorem3 {
    /// Whether the theorem holds here for certain: also where not all schedules are proved to be the shortest.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        whole(4) * &self.single.most <= &self.signals + whole(2) * &self.double.least
    }

    /// Whether both sides are equal for certain.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        let (one, other) = self.sides();
        self.single.proved() && self.double.proved() && one == other
    }

    /// 4·P′ and R + 2·P″, by schedules that were found.
    #[must_use]
    pub fn sides(&self) -> (Rational, Rational) {
        (
            whole(4) * &self.single.most,
            &self.signals + whole(2) * &self.double.most,
        )
    }
}

/// The three programs of Theorem 3 and their signals for one placement.
///
/// # Errors
/// As for [`exact::placed`].
pub fn theorem_3(
    program: &Program,
    owners: &[usize],
    delay: &Rational,
    budget: &mut Budget,
    observer: &mut dyn Observer,
) -> Result<Theorem3, Error> {
    let mut stretched = |factor: u32| {
        let program = program.stretched(&whole(factor));
        exact::placed(&program, owners, delay, budget, observer)
    };
    let (none, single, double) = (stretched(0)?, stretched(1)?, stretched(2)?);
    let crosses = |(from, to): &(usize, usize)| owners.get(*from) != owners.get(*to);
    let crossing = signals(program).into_iter().filter(crosses).count();
    Ok(Theorem3 {
        none,
        single,
        double,
        signals: delay * whole(2 * crossing),
    })
}

/// The programs made from 2^x copies of a program: thick programs with all the work, thin ones with only signals (Figure 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// How many thick programs there are.
    pub thick: u64,
    /// How many times the work of the program each of them has.
    pub times: u64,
    /// How many thin programs there are.
    pub thin: u64,
}

/// Splits 2^x copies: 2 thick programs, each of 2^(x−1) times the work, and 2^(x−1)−1 thin ones.
///
/// # Errors
/// [`Error::Range`] unless 1 ≤ x ≤ 60.
///
/// ```
/// use bounds_model::transformation::split;
/// let split = split(3)?;
/// assert_eq!((split.thick, split.times, split.thin), (2, 4, 3));
/// # Ok::<(), bounds_model::Error>(())
/// ```
pub fn split(doublings: u32) -> Result<Split, Error> {
    let half = 1_u64 << (within(word!("number of doublings"), doublings, 1, 60)? - 1);
    Ok(Split {
        thick: 2,
        times: half,
        thin: half - 1,
    })
}

/// P → Q: the schedule on shared processors, cut into equal slots; a row tells who is active (Figure 11). The slot is the longest
/// that cuts no piece.
///
/// # Errors
/// [`Error::Range`] for more than 10,000 slots.
pub fn slots(plan: &Plan, processes: usize) -> Result<Vec<Vec<bool>>, Error> {
    let times = plan
        .pieces
        .iter()
        .flat_map(|piece| [&piece.start, &piece.end]);
    let scale = whole(common_denominator(times.chain([&plan.makespan])));
    let number = (&plan.makespan * &scale).to_u64().unwrap_or(u64::MAX);
    let units = |time: &Rational| (time * &scale).to_u64().unwrap_or(0);
    let divisor = plan.pieces.iter().fold(number, |all, piece| {
        num_integer::gcd(
            all,
            num_integer::gcd(units(&piece.start), units(&piece.end)),
        )
    });
    let number = number / divisor.max(1);
    if number > MOST_SLOTS {
        return Err(Error::Range {
            quantity: word!("number of slots"),
            value: number,
            least: 0,
            most: MOST_SLOTS,
        });
    }
    let mut rows = vec![vec![false; processes]; number as usize];
    for piece in &plan.pieces {
        let (from, to) = (
            units(&piece.start) / divisor.max(1),
            units(&piece.end) / divisor.max(1),
        );
        for row in rows.iter_mut().take(to as usize).skip(from as usize) {
            if let Some(active) = row.get_mut(piece.job) {
                *active = true;
            }
        }
    }
    Ok(rows)
}

/// Q → Q′: all n! permutations of the columns one after the other, equal rows together (Figure 12). Each row of u ones becomes all
/// C(n, u) rows of u ones, each u!·(n−u)! times; returned as how often each row with u ones occurs, by u. R15 mends the count.
#[must_use]
pub fn permuted(rows: &[Vec<bool>]) -> BTreeMap<usize, BigUint> {
    let factorial =
        |number: usize| (1..=number).fold(BigUint::from(1_u32), |all, factor| all * factor);
    let mut times: BTreeMap<usize, BigUint> = BTreeMap::new();
    for row in rows {
        let ones = row.iter().filter(|active| **active).count();
        *times.entry(ones).or_default() += factorial(ones) * factorial(row.len() - ones);
    }
    times
}

/// The signals of a program between different processes, as (from, to), in an order in which they can be sent.
#[must_use]
pub fn signals(program: &Program) -> Vec<(usize, usize)> {
    let waits = program.ordered().filter_map(|(process, operation)| {
        let Operation::Wait(event) = operation else {
            return None;
        };
        let sender = program.sender(*event)?;
        (sender != process).then_some((sender, process))
    });
    waits.collect()
}

/// How many signals each process exchanges with those before it in an order, the last process first (Figure 14).
#[must_use]
pub fn communication_vectors(signals: &[(usize, usize)], order: &[usize]) -> Vec<Vec<u32>> {
    let between = |one: usize, other: usize| {
        let both = [(one, other), (other, one)];
        let exchanged = signals.iter().filter(|signal| both.contains(signal));
        exchanged.count() as u32
    };
    let vector = |(place, process): (usize, &usize)| {
        order
            .iter()
            .take(place)
            .map(|other| between(*process, *other))
            .collect()
    };
    order.iter().enumerate().skip(1).rev().map(vector).collect()
}

/// The (n₁, n₂)-permutation of Theorem 4: positions i and n₁+n₂+1−i change places for i = 1 … n₁ (Figure 13). Positions beyond
/// n₁+n₂ stay.
#[must_use]
pub fn exchanged(row: &[bool], first: usize, second: usize) -> Vec<bool> {
    let mut changed = row.to_vec();
    let both = (first + second).min(row.len());
    for place in 0..first.min(both / 2) {
        changed.swap(place, both - 1 - place);
    }
    changed
}
