//! Schemes: the lists of all processes, regular or not, with one process a computer or several, of equal weights or not; weights are not of
//! the thesis.
use words::word;

use crate::error::{Error, Whose, one_each, within};
use crate::list::{List, MOST_COMPUTERS, check};

/// The most processes a computer.
pub const MOST_SEVERAL: usize = 4;

/// The greatest weight of a process.
pub const MOST_WEIGHT: u32 = 1_000_000;

/// A process: its home, its weight, and the computers that take it over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// The computer where it runs when all computers are up, from 0.
    pub home: usize,
    /// Its share of the load of the computer where it runs; 1 in the thesis.
    pub weight: u32,
    /// The other computers in the order in which they take it over.
    list: Vec<usize>,
}

impl Process {
    /// The other computers in the order in which they take it over.
    #[must_use]
    pub fn list(&self) -> &[usize] {
        &self.list
    }
}

/// The rule for the lists of P processes a computer: j numbers the processes of a computer from 0, and q = floor(n/P).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Paper IV's text: add 1 where R_k + jq reaches n, which skips the own computer. Valid lists.
    #[default]
    Skip,
    /// The rule behind both papers' tables: add nothing. The own computer is deleted and the missing one appended.
    Plain,
}

/// The lists of all processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    computers: usize,
    processes: Vec<Process>,
    /// Whether a rotation of all computers' numbers maps the scheme onto itself: the worst case is then the same on
    /// each.
    symmetric: bool,
}

impl Scheme {
    /// The regular scheme of a list: process i has the list (R_k + i) mod n.
    #[must_use]
    pub fn regular(list: &List) -> Self {
        let process = |home| Process {
            home,
            weight: 1,
            list: list.of_process(home),
        };
        Self {
            computers: list.computers(),
            processes: (0..list.computers()).map(process).collect(),
            symmetric: true,
        }
    }

    /// The scheme of these lists, one for each computer: list i names each computer but i once.
    ///
    /// # Errors
    /// [`Error::Number`] unless there are as many lists as `computers`, else as for [`List::new`].
    pub fn of_lists(computers: usize, lists: Vec<Vec<usize>>) -> Result<Self, Error> {
        within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
        one_each(word!("lists"), lists.len(), computers)?;
        for (home, list) in lists.iter().enumerate() {
            check(Whose::Computer(home), computers, home, list)?;
        }
        let process = |(home, list)| Process {
            home,
            weight: 1,
            list,
        };
        Ok(Self {
            computers,
            processes: lists.into_iter().enumerate().map(process).collect(),
            symmetric: false,
        })
    }

    /// P processes a computer: process j of computer i takes the list rotated by i + j floor(n/P). Papers IV and VI,
    /// appendices. Loads are then numbers of processes; P is the normal load.
    ///
    /// # Errors
    /// [`Error::Range`] for P outside 1 to 4 or beyond n.
    pub fn several(list: &List, processes: usize, rule: Rule) -> Result<Self, Error> {
        let n = list.computers();
        within(
            word!("number of processes a computer"),
            processes,
            1,
            MOST_SEVERAL.min(n),
        )?;
        let apart = n / processes;
        let of = |home: usize, number: usize| {
            let turned = list.entries().iter().map(|entry| {
                let far = entry + number * apart;
                match rule {
                    Rule::Skip => (far + home + usize::from(far >= n)) % n,
                    Rule::Plain => (far + home) % n,
                }
            });
            let mut list: Vec<usize> = turned.filter(|computer| *computer != home).collect();
            if list.len() + 1 < n {
                list.push((home + number * apart) % n);
            }
            Process {
                home,
                weight: 1,
                list,
            }
        };
        let homes = 0..n;
        Ok(Self {
            computers: n,
            processes: homes
                .flat_map(|home| (0..processes).map(move |number| (home, number)))
                .map(|(home, number)| of(home, number))
                .collect(),
            symmetric: true,
        })
    }

    /// The same lists with a weight for each computer: the weight of each process whose home is that computer.
    ///
    /// # Errors
    /// [`Error::Number`] unless there are as many weights as computers, [`Error::Range`] for one outside 1 to 1,000,000.
    pub fn weighted(mut self, weights: &[u32]) -> Result<Self, Error> {
        one_each(word!("weights"), weights.len(), self.computers)?;
        for weight in weights {
            within(
                word!("weight of a computer"),
                *weight as usize,
                1,
                MOST_WEIGHT as usize,
            )?;
        }
        for process in &mut self.processes {
            process.weight = weights.get(process.home).copied().unwrap_or(1);
        }
        let equal = |pair: &[u32]| matches!(pair, [a, b] if a == b);
        self.symmetric = self.symmetric && weights.windows(2).all(equal);
        Ok(self)
    }

    /// n, the number of computers.
    #[must_use]
    pub fn computers(&self) -> usize {
        self.computers
    }

    /// All processes, computer 0's first.
    #[must_use]
    pub fn processes(&self) -> &[Process] {
        &self.processes
    }

    /// Whether the worst case is the same on every computer.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// The sum of all weights.
    #[must_use]
    pub fn weight(&self) -> u32 {
        self.processes.iter().map(|process| process.weight).sum()
    }

    /// The computers whose worst case the search has to find: one of a symmetric scheme stands for all.
    pub(crate) fn targets(&self) -> std::ops::Range<usize> {
        0..if self.symmetric { 1 } else { self.computers }
    }

    /// The computers that must be down for a process to run on this one, ascending; `None` where it is the process's home
    /// or does not exist. For a regular scheme this is a crash route, rotated to the computer.
    #[must_use]
    pub fn needs(&self, process: usize, computer: usize) -> Option<Vec<usize>> {
        let process = self.processes.get(process)?;
        let place = process.list.iter().position(|other| *other == computer)?;
        let mut needs: Vec<usize> = process.list.iter().take(place).copied().collect();
        needs.push(process.home);
        needs.sort_unstable();
        Some(needs)
    }

    /// The load of a computer when all computers are up.
    #[must_use]
    pub fn normal_load(&self, computer: usize) -> u32 {
        let here = self
            .processes
            .iter()
            .filter(|process| process.home == computer);
        here.map(|process| process.weight).sum()
    }

    /// For each process from elsewhere, the computers that must be down for it to run on this one, and its weight.
    /// Computers are bits, so that there may be at most 128.
    pub(crate) fn routes_to(&self, computer: usize) -> Vec<Route> {
        let from_elsewhere = self
            .processes
            .iter()
            .filter(|process| process.home != computer);
        from_elsewhere
            .map(|process| {
                let before = process.list.iter().take_while(|other| **other != computer);
                Route {
                    needs: before.fold(bit(process.home), |needs, other| needs | bit(*other)),
                    weight: process.weight,
                }
            })
            .collect()
    }
}

/// The computers that must be down for a process to reach a computer, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    /// The process's home, and the computers before the target in its list.
    pub(crate) needs: u128,
    /// The process's weight.
    pub(crate) weight: u32,
}

/// A computer as a bit.
pub(crate) fn bit(computer: usize) -> u128 {
    u32::try_from(computer)
        .ok()
        .and_then(|shift| 1_u128.checked_shl(shift))
        .unwrap_or(0)
}

/// The computers of a set of bits, ascending.
pub(crate) fn members(set: u128) -> Vec<usize> {
    (0..u128::BITS as usize)
        .filter(|computer| set & bit(*computer) != 0)
        .collect()
}
