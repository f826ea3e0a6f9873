//! Random search for the worst case: change a candidate, keep the change where the score rises, begin anew after many failures. Not
//! of the thesis (own choice).

use std::ops::ControlFlow;

use report::state::{self, Refused};
use report::{Cancelled, Observer};
use serde::{Deserialize, Serialize};
use trace::random::Random;
use words::word;

use crate::error::{Error, within};
use crate::jobs::{Jobs, few_preemptions};
use crate::preemption;
use crate::program::phases::Phases;
use crate::rational::{Rational, ratio, whole};
use crate::reallocation::{self, Machine, Search};
use crate::thick::Thick;

/// After so many changes in a row without a higher score, the search begins anew.
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
    /// The number of tries up to this step.
    pub tries: u64,
    /// The number of new beginnings up to this step.
    pub restarts: u64,
    /// The candidate after this step.
    pub candidate: T,
    /// The candidate's score: 1 is the bound.
    pub score: Rational,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<T> {
    /// Its steps, in order; never empty.
    pub steps: Vec<Step<T>>,
    /// The first step with the highest score.
    pub best: Step<T>,
    /// An earlier run made the first of its tries.
    pub resumed: bool,
}

/// Called after each new step with all steps so far, and with the observer, who may want to see them.
pub type Watch<'w, T> = dyn FnMut(&[Step<T>], &mut dyn Observer) + 'w;

/// A place to search: how a candidate begins, changes, scores, and is kept.
trait Hill {
    type Candidate: Clone;
    fn fresh(&self, random: &mut Random) -> Self::Candidate;
    fn change(&self, candidate: &Self::Candidate, random: &mut Random) -> Self::Candidate;
    fn score(&self, candidate: &Self::Candidate) -> Result<Rational, Error>;
    fn write(&self, candidate: &Self::Candidate) -> String;
    fn read(&self, text: &str) -> Option<Self::Candidate>;
}

/// A search under way.
struct Climb<T> {
    random: Random,
    /// The number of tries so far.
    tries: u64,
    /// The number of tries in a row that raised nothing.
    failures: u32,
    /// The last step is the present one.
    found: Found<T>,
}

/// The kept state of a search, without scores: they follow from the candidates.
#[derive(Serialize, Deserialize)]
struct Kept {
    random: Random,
    tries: u64,
    failures: u32,
    /// Tries, restarts and candidate of each step.
    steps: Vec<(u64, u64, String)>,
}

impl<T: Clone> Climb<T> {
    fn begin<H: Hill<Candidate = T>>(hill: &H, seed: u64) -> Result<Self, Error> {
        let mut random = Random::stream(seed, &[PURPOSE, 0]);
        let first = Self::fresh(hill, &mut random, 0, 0)?;
        Ok(Self {
            random,
            tries: 0,
            failures: 0,
            found: Found {
                steps: vec![first.clone()],
                best: first,
                resumed: false,
            },
        })
    }

    fn fresh<H: Hill<Candidate = T>>(
        hill: &H,
        random: &mut Random,
        tries: u64,
        restarts: u64,
    ) -> Result<Step<T>, Error> {
        let candidate = hill.fresh(random);
        let score = hill.score(&candidate)?;
        Ok(Step {
            tries,
            restarts,
            candidate,
            score,
        })
    }

    /// Returns the search's kept state.
    fn keep<H: Hill<Candidate = T>>(&self, hill: &H) -> String {
        let step = |step: &Step<T>| (step.tries, step.restarts, hill.write(&step.candidate));
        let kept = Kept {
            random: self.random.clone(),
            tries: self.tries,
            failures: self.failures,
            steps: self.found.steps.iter().map(step).collect(),
        };
        state::seal(&kept)
    }

    /// Resumes a search of `most` tries from its kept state.
    fn resume<H: Hill<Candidate = T>>(hill: &H, most: u64, state: &str) -> Result<Self, Refused> {
        let kept: Kept = state::open(state)?;
        let wrong = |why: &str| Err(Refused::wrong(why));
        if kept.tries > most || kept.failures > PATIENCE || u64::from(kept.failures) > kept.tries {
            return wrong(word!("it counts more tries than the search makes"));
        }
        let mut steps: Vec<Step<T>> = Vec::new();
        for (tries, restarts, text) in &kept.steps {
            let follows = match steps.last() {
                Some(last) => {
                    last.tries < *tries && (last.restarts..=last.restarts + 1).contains(restarts)
                }
                None => (*tries, *restarts) == (0, 0),
            };
            if !follows || *tries > kept.tries {
                return wrong(word!("its steps do not follow each other"));
            }
            let scored = hill
                .read(text)
                .and_then(|candidate| Some((hill.score(&candidate).ok()?, candidate)));
            let Some((score, candidate)) = scored else {
                return wrong(word!("one of its steps is not of this search"));
            };
            steps.push(Step {
                tries: *tries,
                restarts: *restarts,
                candidate,
                score,
            });
        }
        let Some(mut best) = steps.first() else {
            return wrong(word!("it has no step"));
        };
        for step in &steps {
            if step.score > best.score {
                best = step;
            }
        }
        Ok(Self {
            random: kept.random,
            tries: kept.tries,
            failures: kept.failures,
            found: Found {
                best: best.clone(),
                steps,
                resumed: true,
            },
        })
    }

    /// Makes one try; returns whether it is a step.
    fn advance<H: Hill<Candidate = T>>(&mut self, hill: &H, seed: u64) -> Result<bool, Error> {
        self.tries += 1;
        let here = self.found.steps.last().unwrap_or(&self.found.best);
        let restarts = here.restarts;
        let step = if self.failures >= PATIENCE {
            self.random = Random::stream(seed, &[PURPOSE, restarts + 1]);
            Some(Self::fresh(
                hill,
                &mut self.random,
                self.tries,
                restarts + 1,
            )?)
        } else {
            let candidate = hill.change(&here.candidate, &mut self.random);
            let score = hill.score(&candidate)?;
            (score > here.score).then_some(Step {
                tries: self.tries,
                restarts,
                candidate,
                score,
            })
        };
        let Some(step) = step else {
            self.failures += 1;
            return Ok(false);
        };
        self.failures = 0;
        if step.score > self.found.best.score {
            self.found.best = step.clone();
        }
        self.found.steps.push(step);
        Ok(true)
    }
}

/// Climbs for so many tries, or until the bound is reached. `watch` sees each new step at once. The observer is asked before each
/// try, and may hand over the state of an earlier search to resume.
fn climb<H: Hill>(
    hill: &H,
    seed: u64,
    tries: u64,
    observer: &mut dyn Observer,
    watch: &mut Watch<H::Candidate>,
) -> Result<Found<H::Candidate>, Error> {
    let kept = report::resumed(observer, |state| Climb::resume(hill, tries, state));
    let mut climb = match kept {
        Some(climb) => climb,
        None => Climb::begin(hill, seed)?,
    };
    observer.keep(climb.tries, &|| climb.keep(hill));
    watch(&climb.found.steps, observer);
    while climb.tries < tries {
        if observer.progress(climb.tries, tries) == ControlFlow::Break(()) {
            return Err(Cancelled.into());
        }
        if climb.found.best.score >= whole(1) {
            break;
        }
        if climb.advance(hill, seed)? {
            watch(&climb.found.steps, observer);
        }
        observer.keep(climb.tries, &|| climb.keep(hill));
    }
    Ok(climb.found)
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

    /// A digit for each process, a space after each row.
    fn write(&self, rows: &Rows) -> String {
        let row = |row: &Vec<bool>| -> String {
            let digits = row.iter().map(|active| if *active { '1' } else { '0' });
            digits.collect()
        };
        rows.iter().map(row).collect::<Vec<_>>().join(" ")
    }

    fn read(&self, text: &str) -> Option<Rows> {
        let bit = |digit: char| match digit {
            '0' => Some(false),
            '1' => Some(true),
            _ => None,
        };
        let rows = text.split(' ').map(|row| row.chars().map(bit).collect());
        let rows: Rows = rows.collect::<Option<_>>()?;
        let wide = |row: &Vec<bool>| row.len() == self.machine.processes() as usize;
        let some = rows.iter().flatten().any(|active| *active);
        (some && rows.len() <= MOST_ROWS && rows.iter().all(wide)).then_some(rows)
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
) -> Result<Found<Rows>, Error> {
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

    /// Between m+1 and 2m jobs, at most 14, of any whole length up to 20.
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

    fn write(&self, lengths: &Vec<u64>) -> String {
        let words: Vec<String> = lengths.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    fn read(&self, text: &str) -> Option<Vec<u64>> {
        let lengths = text.split(' ').map(|length| length.parse().ok());
        let lengths: Vec<u64> = lengths.collect::<Option<_>>()?;
        // No search makes a longer job.
        let fits = |length: &u64| (1..=u64::from(u32::MAX)).contains(length);
        let few = lengths.len() <= few_preemptions::MOST_EXACT_JOBS as usize;
        (few && lengths.iter().all(fits)).then_some(lengths)
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
) -> Result<Found<Vec<u64>>, Error> {
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
