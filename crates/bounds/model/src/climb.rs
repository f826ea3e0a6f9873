//! Random search for the worst case: change something, keep it where the score rises, begin anew after many failures. Not of the
//! thesis (own choice).

use std::ops::ControlFlow;

use report::{Cancelled, Observer};
use trace::random::Random;
use words::word;

use crate::error::{Error, within};
use crate::jobs::{Jobs, few_preemptions};
use crate::preemption;
use crate::program::phases::Phases;
use crate::rational::{Rational, ratio, whole};
use crate::reallocation::{self, Machine, Search};
use crate::thick::Thick;

/// After so many changes in a row that raise nothing, the search begins anew.
pub const PATIENCE: u32 = 200;

/// The purpose of the random numbers, as part of their streams.
const PURPOSE: u64 = 1;

/// The longest job of a random set.
const LONGEST: u64 = 20;

/// The most rows of a random matrix.
const MOST_ROWS: usize = 40;

/// A change that raised the score, or a new beginning.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<T> {
    /// After how many tries.
    pub tries: u64,
    /// How often the search had begun anew.
    pub restarts: u64,
    /// What it has now.
    pub candidate: T,
    /// Its score: 1 is the bound.
    pub score: Rational,
}

/// Told of every step as it is made, with the observer, who may want to see it.
pub type Watch<'w, T> = dyn FnMut(&Step<T>, &mut dyn Observer) + 'w;

/// A place to search: how a candidate begins, changes, and scores.
trait Hill {
    type Candidate: Clone;
    fn fresh(&self, random: &mut Random) -> Self::Candidate;
    fn change(&self, candidate: &Self::Candidate, random: &mut Random) -> Self::Candidate;
    fn score(&self, candidate: &Self::Candidate) -> Result<Rational, Error>;
}

/// Climbs for so many tries, or until the bound is reached; returns the best. `watch` is told of every step as it is made, the
/// observer is asked before each try.
fn climb<H: Hill>(
    hill: &H,
    seed: u64,
    tries: u64,
    observer: &mut dyn Observer,
    watch: &mut Watch<H::Candidate>,
) -> Result<Step<H::Candidate>, Error> {
    let mut random = Random::stream(seed, &[PURPOSE, 0]);
    let begin =
        |random: &mut Random, tries: u64, restarts: u64| -> Result<Step<H::Candidate>, Error> {
            let candidate = hill.fresh(random);
            let score = hill.score(&candidate)?;
            Ok(Step {
                tries,
                restarts,
                candidate,
                score,
            })
        };
    let mut here = begin(&mut random, 0, 0)?;
    watch(&here, observer);
    let mut best = here.clone();
    let mut failures = 0;
    for number in 1..=tries {
        if observer.progress(number - 1, tries) == ControlFlow::Break(()) {
            return Err(Cancelled.into());
        }
        if best.score >= whole(1) {
            break;
        }
        if failures >= PATIENCE {
            failures = 0;
            let restarts = here.restarts + 1;
            random = Random::stream(seed, &[PURPOSE, restarts]);
            here = begin(&mut random, number, restarts)?;
            watch(&here, observer);
        } else {
            let candidate = hill.change(&here.candidate, &mut random);
            let score = hill.score(&candidate)?;
            if score > here.score {
                failures = 0;
                here = Step {
                    tries: number,
                    restarts: here.restarts,
                    candidate,
                    score,
                };
                watch(&here, observer);
            } else {
                failures += 1;
            }
        }
        if here.score > best.score {
            best = here.clone();
        }
    }
    Ok(best)
}

/// Binary matrices without signals; the score is (T_s/T_d)/H.
struct Matrices {
    machine: Machine,
    bound: Rational,
}

/// Rows of a binary matrix: which processes are active.
pub type Rows = Vec<Vec<bool>>;

/// The phases of a binary matrix.
///
/// # Errors
/// As for [`Phases::new`].
pub fn phases(rows: &[Vec<bool>]) -> Result<Phases, Error> {
    let row = |row: &Vec<bool>| row.iter().map(|active| whole(u32::from(*active))).collect();
    Phases::new(rows.iter().map(row).collect(), Vec::new())
}

impl Matrices {
    fn row(&self, random: &mut Random) -> Vec<bool> {
        let mut row: Vec<bool> = (0..self.machine.processes())
            .map(|_| random.below(2) == 1)
            .collect();
        if !row.contains(&true)
            && let Some(first) = row.first_mut()
        {
            *first = true;
        }
        row
    }
}

impl Hill for Matrices {
    type Candidate = Rows;

    fn fresh(&self, random: &mut Random) -> Rows {
        (0..=random.below(u64::from(self.machine.processes())))
            .map(|_| self.row(random))
            .collect()
    }

    /// Flips a bit, adds a row or drops one; never the last work.
    fn change(&self, rows: &Rows, random: &mut Random) -> Rows {
        let mut changed = rows.clone();
        let place = random.below(rows.len() as u64) as usize;
        match random.below(3) {
            0 if rows.len() < MOST_ROWS => changed.push(self.row(random)),
            1 if rows.len() > 1 => {
                changed.remove(place);
            }
            _ => {
                let column = random.below(self.machine.processes().into()) as usize;
                if let Some(bit) = changed.get_mut(place).and_then(|row| row.get_mut(column)) {
                    *bit = !*bit;
                }
            }
        }
        if changed.iter().flatten().any(|active| *active) {
            changed
        } else {
            rows.clone()
        }
    }

    fn score(&self, rows: &Rows) -> Result<Rational, Error> {
        let phases = phases(rows)?;
        let (placed, _) =
            phases.best_placed(self.machine.computers(), &whole(0), &mut report::Silent)?;
        Ok(placed / phases.shared(self.machine.active())? / &self.bound)
    }
}

/// Searches for a binary matrix without signals whose ratio comes close to H(n, k, q, 0, 0).
///
/// # Errors
/// [`Error::Range`] for more than 10 processes, [`Error::Cancelled`].
pub fn matrices(
    machine: Machine,
    seed: u64,
    tries: u64,
    observer: &mut dyn Observer,
    watch: &mut Watch<Rows>,
) -> Result<Step<Rows>, Error> {
    within(word!("number of processes"), machine.processes(), 1, 10)?;
    let bound = reallocation::exact(
        machine,
        &whole(0),
        Search::default(),
        &mut Thick::default(),
        observer,
    )?
    .value;
    climb(&Matrices { machine, bound }, seed, tries, observer, watch)
}

/// Sets of jobs; the score is (C(i)/C(j))/G.
struct Sets {
    processors: u32,
    fewer: u32,
    more: u32,
    bound: Rational,
}

impl Hill for Sets {
    type Candidate = Vec<u64>;

    /// Between m+1 and 2m jobs of any length up to 20.
    fn fresh(&self, random: &mut Random) -> Vec<u64> {
        let most = few_preemptions::MOST_EXACT_JOBS.min(2 * self.processors);
        let number = u64::from(self.processors)
            + 1
            + random.below(most.saturating_sub(self.processors).max(1).into());
        (0..number.min(few_preemptions::MOST_EXACT_JOBS.into()))
            .map(|_| 1 + random.below(LONGEST))
            .collect()
    }

    /// One job longer or shorter by 1, a job more or a job less.
    fn change(&self, lengths: &Vec<u64>, random: &mut Random) -> Vec<u64> {
        let mut changed = lengths.clone();
        let place = random.below(lengths.len() as u64) as usize;
        match random.below(6) {
            0 if lengths.len() < few_preemptions::MOST_EXACT_JOBS as usize => {
                changed.push(1 + random.below(LONGEST))
            }
            1 if lengths.len() > 1 => {
                changed.remove(place);
            }
            turn => {
                if let Some(length) = changed.get_mut(place) {
                    *length = if turn % 2 == 0 {
                        *length + 1
                    } else {
                        (*length).max(2) - 1
                    };
                }
            }
        }
        changed
    }

    fn score(&self, lengths: &Vec<u64>) -> Result<Rational, Error> {
        let jobs = Jobs::new(lengths.iter().map(|length| whole(*length)).collect())?;
        let all = few_preemptions::all(&jobs, self.processors, &mut report::Silent)?;
        let of = |preemptions: u32| {
            all.get(preemptions as usize)
                .map(|shortest| &shortest.makespan)
        };
        let (Some(fewer), Some(more)) = (of(self.fewer), of(self.more)) else {
            return Ok(whole(0));
        };
        Ok(fewer / more / &self.bound)
    }
}

/// Searches for a set of jobs whose ratio comes close to G(m, i, j).
///
/// # Errors
/// [`Error::Range`] unless m ≤ 8 and i < j < m, [`Error::Cancelled`].
pub fn job_sets(
    processors: u32,
    fewer: u32,
    more: u32,
    seed: u64,
    tries: u64,
    observer: &mut dyn Observer,
    watch: &mut Watch<Vec<u64>>,
) -> Result<Step<Vec<u64>>, Error> {
    within(
        word!("number of processors"),
        processors,
        2,
        few_preemptions::MOST_EXACT_PROCESSORS,
    )?;
    within(
        word!("larger number of preemptions"),
        more,
        1,
        processors - 1,
    )?;
    within(word!("smaller number of preemptions"), fewer, 0, more - 1)?;
    let gain = preemption::gain(processors, fewer, more)?;
    let sets = Sets {
        processors,
        fewer,
        more,
        bound: ratio(*gain.numer(), *gain.denom()),
    };
    climb(&sets, seed, tries, observer, watch)
}
