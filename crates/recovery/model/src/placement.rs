//! The computer of every process when some computers are down.
use words::word;

use crate::error::Error;
use crate::scheme::{Process, Scheme};

/// The computers that are down; at least one is up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crashed {
    down: Vec<bool>,
}

impl Crashed {
    /// No crashed computer.
    #[must_use]
    pub fn none(computers: usize) -> Self {
        Self {
            down: vec![false; computers],
        }
    }

    /// These crashed computers, in any order.
    ///
    /// # Errors
    /// [`Error::Computer`] for a computer that does not exist, [`Error::AllDown`] where none remains up.
    pub fn new(computers: usize, crashed: &[usize]) -> Result<Self, Error> {
        let mut set = Self::none(computers);
        for (place, computer) in (1..).zip(crashed) {
            match set.down.get_mut(*computer) {
                Some(down) => *down = true,
                None => {
                    return Err(Error::Computer {
                        what: word!("entry of the crash set"),
                        place,
                        value: *computer,
                        most: computers.saturating_sub(1),
                    });
                }
            }
        }
        if set.down.contains(&false) {
            Ok(set)
        } else {
            Err(Error::AllDown { computers })
        }
    }

    /// Whether a computer is down.
    #[must_use]
    pub fn contains(&self, computer: usize) -> bool {
        self.down.get(computer).copied().unwrap_or(false)
    }

    /// The computers that are down, ascending.
    #[must_use]
    pub fn computers(&self) -> Vec<usize> {
        let down = |(computer, down): (usize, &bool)| down.then_some(computer);
        self.down.iter().enumerate().filter_map(down).collect()
    }

    /// The number of computers that are down.
    #[must_use]
    pub fn len(&self) -> usize {
        self.down.iter().filter(|down| **down).count()
    }

    /// Whether all computers are up.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Crashes or repairs a computer; `false` where it is the last one up, or has that state already.
    pub(crate) fn set(&mut self, computer: usize, crash: bool) -> bool {
        if crash && self.len() + 1 >= self.down.len() {
            return false;
        }
        self.down
            .get_mut(computer)
            .is_some_and(|down| std::mem::replace(down, crash) != crash)
    }
}

/// The computer of every process, and the loads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The computer of each process.
    pub hosts: Vec<usize>,
    /// The weight of the processes on each computer; 0 on crashed ones.
    pub loads: Vec<u32>,
}

impl Placement {
    /// L(n, J), the load of the fullest survivor.
    #[must_use]
    pub fn load(&self) -> u32 {
        self.loads.iter().copied().max().unwrap_or(0)
    }
}

/// The first computer that is up: home, then along the list.
fn host(process: &Process, crashed: &Crashed) -> usize {
    let chain = std::iter::once(&process.home).chain(process.list());
    chain
        .copied()
        .find(|computer| !crashed.contains(*computer))
        .unwrap_or(process.home)
}

/// Places every process while these computers are down: a function of the set alone, never of the order of crashes.
///
/// ```
/// use recovery_model::{Crashed, Scheme, placement, schemes};
/// let scheme = Scheme::regular(&schemes::intuitive::list(8)?.list);
/// let placed = placement::place(&scheme, &Crashed::new(8, &[0, 1, 2, 3, 4])?);
/// assert_eq!(placed.load(), 6);
/// # Ok::<(), recovery_model::Error>(())
/// ```
#[must_use]
pub fn place(scheme: &Scheme, crashed: &Crashed) -> Placement {
    let hosts: Vec<usize> = scheme
        .processes()
        .iter()
        .map(|process| host(process, crashed))
        .collect();
    let mut loads = vec![0; scheme.computers()];
    for (process, host) in scheme.processes().iter().zip(&hosts) {
        if let Some(load) = loads.get_mut(*host) {
            *load += process.weight;
        }
    }
    Placement { hosts, loads }
}

/// Moves the processes after an event, and returns them. A crash moves the processes on that computer, a repair the
/// processes that prefer it; the placement becomes that of [`place`].
pub(crate) fn update(scheme: &Scheme, crashed: &Crashed, placement: &mut Placement) -> Vec<usize> {
    let mut moved = Vec::new();
    for ((number, process), old) in scheme
        .processes()
        .iter()
        .enumerate()
        .zip(&mut placement.hosts)
    {
        let new = host(process, crashed);
        if new != *old {
            if let Some(load) = placement.loads.get_mut(*old) {
                *load -= process.weight;
            }
            if let Some(load) = placement.loads.get_mut(new) {
                *load += process.weight;
            }
            *old = new;
            moved.push(number);
        }
    }
    moved
}
