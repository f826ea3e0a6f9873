//! Modulo sequences by search: marks whose differences, later minus earlier, are distinct mod n.

use report::Observer;
use serde::{Deserialize, Serialize};
use words::word;

use crate::error::{Error, within};
use crate::list::differs;
use crate::scheme::bit;
use crate::worst_case::MOST_EXACT;

/// Which first marks are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum First {
    /// Only 1, as the authors of the thesis evidently did.
    One,
    /// The divisors of n: each sequence is a multiple of one that begins so, so that the search is complete.
    Divisors,
}

/// How a search stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes on.
    Running,
    /// These marks.
    Found(Vec<usize>),
    /// There are none: a proof where all divisors were tried.
    Refuted,
}

/// A search for a sequence of a length.
#[derive(Clone, Debug)]
pub struct ModuloSearch {
    computers: usize,
    length: usize,
    first: First,
    marks: Vec<usize>,
    /// The differences so far, for each number of marks.
    used: Vec<u128>,
    /// The mark tried last.
    tried: usize,
    nodes: u64,
    refuted: bool,
}

/// A search as it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// n, the modulus.
    pub computers: usize,
    /// How many marks are wanted.
    pub length: usize,
    /// Which first marks are tried.
    pub first: First,
    /// The marks so far.
    pub marks: Vec<usize>,
    /// The mark tried last after them; 0 for none.
    pub tried: usize,
    /// How many nodes were visited.
    pub nodes: u64,
    /// Whether all was tried.
    pub refuted: bool,
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
            used: vec![1],
            tried: 0,
            nodes: 0,
            refuted,
        })
    }

    /// Visits so many nodes more.
    pub fn go(&mut self, nodes: u64) -> Outcome {
        let until = self.nodes.saturating_add(nodes);
        while !self.refuted && self.marks.len() < self.length {
            if self.nodes >= until {
                return Outcome::Running;
            }
            match self.next() {
                Some((mark, used)) => {
                    self.nodes += 1;
                    self.marks.push(mark);
                    self.used.push(used);
                    self.tried = 0;
                }
                None => match self.marks.pop() {
                    Some(mark) => {
                        self.used.pop();
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

    /// The next mark whose differences are all new, with all differences then.
    fn next(&self) -> Option<(usize, u128)> {
        let n = self.computers;
        let used = self.used.last().copied().unwrap_or(1);
        // The differences of a mark v are these, turned by v.
        let negated = self.marks.iter().fold(1, |set, mark| set | bit(n - mark));
        let all = if n < 128 { bit(n) - 1 } else { u128::MAX };
        (self.tried + 1..n)
            .filter(|mark| {
                !self.marks.is_empty()
                    || match self.first {
                        First::One => *mark == 1,
                        First::Divisors => n.is_multiple_of(*mark),
                    }
            })
            .find_map(|mark| {
                let turned = ((negated << mark) | (negated >> (n - mark))) & all;
                (turned & used == 0).then_some((mark, used | turned))
            })
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

    /// How many nodes were visited.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The marks so far: how far the search is.
    #[must_use]
    pub fn path(&self) -> &[usize] {
        &self.marks
    }

    /// The search as it is saved.
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

    /// The search that was saved.
    ///
    /// # Errors
    /// [`Error::Range`] for numbers out of range, [`Error::Saved`] where no search can have saved this.
    pub fn resume(saved: &Saved) -> Result<Self, Error> {
        let mut search = Self::new(saved.computers, saved.length, saved.first)?;
        if saved.marks.len() > saved.length
            || saved.marks.iter().any(|mark| *mark >= saved.computers)
            || !differs(&saved.marks, saved.computers)
        {
            return Err(Error::Saved(word!(
                "two of its marks have the same difference as two others"
            )));
        }
        let n = saved.computers;
        for (at, mark) in saved.marks.iter().enumerate() {
            let before = saved.marks.iter().take(at).copied().chain([0]);
            let used = search.used.last().copied().unwrap_or(1);
            search
                .used
                .push(before.fold(used, |used, earlier| used | bit((mark + n - earlier) % n)));
        }
        search.marks.clone_from(&saved.marks);
        search.tried = saved.tried;
        search.nodes = super::count(saved.nodes)?;
        search.refuted |= saved.refuted;
        Ok(search)
    }
}
