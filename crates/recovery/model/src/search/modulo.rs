//! Modulo sequences by search: marks whose differences, later minus earlier, are distinct mod n.

use report::Observer;
use serde::{Deserialize, Serialize};
use words::word;

use crate::error::{Error, within};
use crate::list::differs;
use crate::scheme::bit;
use crate::worst_case::MOST_EXACT;

/// The first marks that a search tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum First {
    /// Only 1, as the authors of the thesis evidently did.
    One,
    /// The divisors of n: each sequence is a multiple of one that begins with a divisor, so that the search is
    /// complete.
    Divisors,
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The search goes on.
    Running,
    /// The search found these marks.
    Found(Vec<usize>),
    /// No such sequence exists: a proof where the search tried all divisors.
    Refuted,
}

/// A search for a sequence of a length.
#[derive(Clone, Debug)]
pub struct ModuloSearch {
    computers: usize,
    length: usize,
    first: First,
    marks: Vec<usize>,
    /// For each number of marks, the differences so far and the marks that may come next.
    steps: Vec<Step>,
    /// The mark tried last.
    tried: usize,
    nodes: u64,
    refuted: bool,
}

/// The marks that remain possible after the marks so far.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The differences of the marks so far, and 0.
    used: u128,
    /// The marks whose differences are all new.
    open: u128,
}

/// A saved search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// n, the modulus.
    pub computers: usize,
    /// The number of marks wanted.
    pub length: usize,
    /// The first marks to try.
    pub first: First,
    /// The marks so far.
    pub marks: Vec<usize>,
    /// The mark tried last after them; 0 for none.
    pub tried: usize,
    /// The number of visited nodes.
    pub nodes: u64,
    /// Whether the search tried all sequences.
    pub refuted: bool,
}

impl First {
    /// The possible first marks.
    fn step(self, computers: usize) -> Step {
        let first = (1..computers).filter(|mark| match self {
            Self::One => *mark == 1,
            Self::Divisors => computers.is_multiple_of(*mark),
        });
        let open = first.fold(0, |open, mark| open | bit(mark));
        Step { used: 1, open }
    }
}

/// The places 0 to n - 1.
fn all(n: usize) -> u128 {
    u128::MAX >> (MOST_EXACT - n)
}

impl ModuloSearch {
    /// A search for so many marks mod n.
    ///
    /// # Errors
    /// [`Error::Range`] for fewer than 2 or more than 128 computers, or a length outside 1 to n-1.
    ///
    /// ```
    /// use recovery_model::search::modulo::{First, ModuloSearch, Outcome};
    /// let mut search = ModuloSearch::new(11, 4, First::One)?;
    /// assert_eq!(search.finish(1_000, &mut report::Silent)?, Outcome::Found(vec![1, 6, 3, 10]));
    /// # Ok::<(), recovery_model::Error>(())
    /// ```
    pub fn new(computers: usize, length: usize, first: First) -> Result<Self, Error> {
        within(word!("number of computers"), computers, 2, MOST_EXACT)?;
        within(word!("length of the sequence"), length, 1, computers - 1)?;
        // So many marks have too many differences.
        let refuted = length * (length + 1) / 2 + 1 > computers;
        Ok(Self {
            computers,
            length,
            first,
            marks: Vec::new(),
            steps: vec![first.step(computers)],
            tried: 0,
            nodes: 0,
            refuted,
        })
    }

    /// Visits so many further nodes.
    pub fn go(&mut self, nodes: u64) -> Outcome {
        let until = self.nodes.saturating_add(nodes);
        while !self.refuted && self.marks.len() < self.length {
            if self.nodes >= until {
                return Outcome::Running;
            }
            match self.next() {
                Some(mark) => {
                    self.nodes += 1;
                    self.push(mark);
                }
                None => match self.marks.pop() {
                    Some(mark) => {
                        self.steps.pop();
                        self.tried = mark;
                    }
                    None => self.refuted = true,
                },
            }
        }
        if self.refuted {
            Outcome::Refuted
        } else {
            Outcome::Found(self.marks.clone())
        }
    }

    /// The next mark whose differences are all new.
    fn next(&self) -> Option<usize> {
        let open = self.steps.last()?.open;
        // Marks up to the last tried one are done.
        let rest = open >> self.tried >> 1;
        (rest != 0).then(|| self.tried + 1 + rest.trailing_zeros() as usize)
    }

    /// Adds a mark, and computes the marks that may follow.
    fn push(&mut self, mark: usize) {
        let n = self.computers;
        let before = self.steps.last().map_or(1, |step| step.used);
        let earlier = std::iter::once(0).chain(self.marks.iter().copied());
        let used = earlier.fold(before, |used, earlier| used | bit((mark + n - earlier) % n));
        self.marks.push(mark);
        self.tried = 0;
        // A used difference to any mark excludes the place at that distance behind the mark.
        let turned = |closed, mark: &usize| closed | used << *mark | used >> (n - *mark);
        let closed = self.marks.iter().fold(used, turned);
        let open = !closed & all(n);
        self.steps.push(Step { used, open });
    }

    /// Runs until the search is done or has visited so many nodes.
    ///
    /// # Errors
    /// [`Error::Cancelled`]; the search then stands where it stopped.
    pub fn finish(&mut self, nodes: u64, observer: &mut dyn Observer) -> Result<Outcome, Error> {
        super::finish(nodes, observer, &mut |nodes| {
            self.go(nodes) != Outcome::Running
        })?;
        Ok(self.go(0))
    }

    /// The number of visited nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The marks so far: the progress of the search.
    #[must_use]
    pub fn path(&self) -> &[usize] {
        &self.marks
    }

    /// The search in saved form.
    #[must_use]
    pub fn save(&self) -> Saved {
        Saved {
            computers: self.computers,
            length: self.length,
            first: self.first,
            marks: self.marks.clone(),
            tried: self.tried,
            nodes: self.nodes,
            refuted: self.refuted,
        }
    }

    /// The search from its saved form.
    ///
    /// # Errors
    /// [`Error::Range`] for numbers out of range, [`Error::Saved`] where no search can have saved this.
    pub fn resume(saved: &Saved) -> Result<Self, Error> {
        let mut search = Self::new(saved.computers, saved.length, saved.first)?;
        let mut marks = saved.marks.iter();
        if saved.marks.len() > saved.length
            || marks.any(|mark| !(1..saved.computers).contains(mark))
        {
            return Err(Error::Saved(word!("its parts do not fit together")));
        }
        if !differs(&saved.marks, saved.computers) {
            return Err(Error::Saved(word!(
                "two of its marks have the same difference as two others"
            )));
        }
        for mark in &saved.marks {
            search.push(*mark);
        }
        search.tried = saved.tried.min(saved.computers - 1);
        search.nodes = super::count(saved.nodes)?;
        search.refuted |= saved.refuted;
        Ok(search)
    }
}
