//! Consecutively optimal lists by complete search: stage p finds the least load for p crashes among the lists that are optimal
//! for fewer.
//!
//! Two rules make it faster without changing its results. A stage goes on where the one before it ended: all lists before that
//! place are refuted already. And it drops a union that no further routes can make too cheap, that is, of fewer computers than so many
//! routes must need.

use std::collections::HashSet;

use report::Observer;
use serde::{Deserialize, Serialize};
use words::word;

use crate::error::{Error, within};
use crate::list::List;
use crate::lower_bounds;
use crate::scheme::bit;
use crate::schemes::fill::Fill;

/// The most computers of a search: a level then keeps about a hundred thousand unions at most.
pub const MOST_COMPUTERS: usize = 40;

/// A union of routes, and their number.
type Union = (u64, u32);

/// The lists that begin with the entries so far.
#[derive(Clone, Debug, Default)]
struct Level {
    unions: Vec<Union>,
    /// The unions that the very next route can make too cheap.
    critical: Vec<Union>,
    /// The entry tried last.
    tried: usize,
}

impl Level {
    /// No entry yet: the empty union.
    fn root() -> Self {
        Self {
            unions: vec![(0, 0)],
            critical: vec![(0, 0)],
            tried: 0,
        }
    }
}

/// A load that no list attains together with the loads of fewer crashes: a proof by complete search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refutation {
    /// p, the number of crashes.
    pub crashes: usize,
    /// The load that is too low.
    pub load: usize,
    /// The number of nodes that the proof visits, from the end of the stage of fewer crashes on.
    pub nodes: u64,
}

/// A search for a list of consecutively smallest loads.
#[derive(Clone, Debug)]
pub struct ListSearch {
    computers: usize,
    prefix: Vec<usize>,
    /// The last stage.
    stages: usize,
    /// The least loads of the finished stages.
    loads: Vec<usize>,
    /// The load that the present stage tries to attain.
    load: usize,
    /// The list of the stage before.
    base: Vec<usize>,
    entries: Vec<usize>,
    levels: Vec<Level>,
    /// T_d: the least number of computers that d routes must need.
    sizes: Vec<u32>,
    nodes: u64,
    /// The number of nodes before the present load was tried.
    before: u64,
    refutations: Vec<Refutation>,
    scratch: Scratch,
}

/// A saved search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// n, the number of computers.
    pub computers: usize,
    /// The first entries, where they are prescribed.
    pub prefix: Vec<usize>,
    /// The last stage.
    pub stages: usize,
    /// The least loads of the finished stages.
    pub loads: Vec<usize>,
    /// The load that the present stage tries to attain.
    pub load: usize,
    /// The list of the stage before.
    pub base: Vec<usize>,
    /// The entries so far.
    pub entries: Vec<usize>,
    /// The entry tried last after them; 0 for none.
    pub tried: usize,
    /// The number of visited nodes.
    pub nodes: u64,
    /// The number of nodes before the present load was tried.
    pub before: u64,
    /// The loads refuted so far.
    pub refutations: Vec<Refutation>,
}

impl ListSearch {
    /// A search among all lists of n computers.
    ///
    /// # Errors
    /// [`Error::Range`] for fewer than 2 or more than 40 computers.
    ///
    /// ```
    /// use recovery_model::search::optimal::ListSearch;
    /// let mut search = ListSearch::new(8)?;
    /// while !search.go(100) {}
    /// assert_eq!(search.loads(), [2, 2, 3, 3, 3, 4, 8]);
    /// assert_eq!(search.list()?.entries(), [1, 3, 7, 5, 4, 2, 6]);
    /// # Ok::<(), recovery_model::Error>(())
    /// ```
    pub fn new(computers: usize) -> Result<Self, Error> {
        Self::with_prefix(computers, Vec::new(), computers.saturating_sub(1))
    }

    /// A search among the lists that begin with these entries, which is done once the loads of up to `stages` crashes are least:
    /// the best completion of prescribed marks.
    ///
    /// # Errors
    /// [`Error::Range`] for fewer than 2 or more than 40 computers, or stages outside 1 to n-1, else as for [`List::new`].
    pub fn with_prefix(computers: usize, prefix: Vec<usize>, stages: usize) -> Result<Self, Error> {
        within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
        within(word!("number of crashes"), stages, 1, computers - 1)?;
        if !prefix.is_empty() {
            Fill::Ascending.complete(computers, prefix.clone())?;
        }
        let mut search = Self {
            computers,
            prefix,
            stages,
            loads: Vec::new(),
            load: 0,
            base: Vec::new(),
            entries: Vec::new(),
            levels: Vec::new(),
            sizes: Vec::new(),
            nodes: 0,
            before: 0,
            refutations: Vec::new(),
            scratch: Scratch::default(),
        };
        search.begin_stage();
        Ok(search)
    }

    /// Visits so many further nodes; `true` where the search is done.
    pub fn go(&mut self, nodes: u64) -> bool {
        let until = self.nodes.saturating_add(nodes);
        while !self.is_done() && self.nodes < until {
            if self.entries.len() == self.stage() {
                self.loads.push(self.load);
                self.base.clone_from(&self.entries);
                if !self.is_done() {
                    self.begin_stage();
                }
            } else {
                self.visit();
            }
        }
        self.is_done()
    }

    /// p, the number of crashes of the present stage.
    fn stage(&self) -> usize {
        self.loads.len() + 1
    }

    /// Begins the next stage with the least load that a theorem allows.
    fn begin_stage(&mut self) {
        let theorem = lower_bounds::least_load(self.computers, self.stage()).unwrap_or(2);
        self.load = theorem.max(self.loads.last().copied().unwrap_or(0));
        self.before = self.nodes;
        self.begin_load();
    }

    /// Goes back to the end of the stage before, with the present load.
    fn begin_load(&mut self) {
        self.sizes = sizes(&self.loads, self.load);
        self.entries.clear();
        self.levels = vec![Level::root()];
        for entry in self.base.clone() {
            if !self.push(entry) {
                break;
            }
        }
    }

    /// Tries the next entry, or gives up the last one.
    fn visit(&mut self) {
        let Some(entry) = self.next() else {
            self.levels.pop();
            if self.entries.pop().is_none() {
                self.refutations.push(Refutation {
                    crashes: self.stage(),
                    load: self.load,
                    nodes: self.nodes - self.before,
                });
                self.load += 1;
                self.before = self.nodes;
                self.begin_load();
            }
            return;
        };
        self.nodes += 1;
        self.push(entry);
    }

    /// The entry to try next.
    fn next(&self) -> Option<usize> {
        let tried = self.levels.last()?.tried;
        if let Some(entry) = self.prefix.get(self.entries.len()) {
            return (*entry > tried).then_some(*entry);
        }
        let n = self.computers;
        // One of a list's multiples is enough.
        let first = self.entries.is_empty();
        (tried + 1..n)
            .find(|entry| (!first || n.is_multiple_of(*entry)) && !self.entries.contains(entry))
    }

    /// Appends an entry unless its route makes a union too cheap; in both cases it counts as tried.
    fn push(&mut self, entry: usize) -> bool {
        let (n, most) = (self.computers, self.stage() as u32);
        let route = self.entries.iter().fold(bit(entry), |route, earlier| {
            route | bit((entry + n - earlier) % n)
        }) as u64;
        let left = most.saturating_sub(self.entries.len() as u32 + 1);
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        level.tried = entry;
        let size = |routes: u32| self.sizes.get(routes as usize).copied().unwrap_or(u32::MAX);
        // Check before copying: most entries are refused.
        let cheap = |(set, routes): &Union| {
            let count = (set | route).count_ones();
            count <= most && count < size(routes + 1)
        };
        if level.critical.iter().any(cheap) {
            return false;
        }
        if left == 0 {
            self.levels.push(Level::default());
            self.entries.push(entry);
            return true;
        }
        let open = |count: u32, routes: u32| count < size(routes + left);
        let mut unions = Vec::with_capacity(level.unions.len() * 3 / 2);
        self.scratch.clear();
        for (set, routes) in &level.unions {
            let inside = set | route == *set;
            let routes = routes + u32::from(inside);
            if open(set.count_ones(), routes) {
                // Only a union that contains the route can occur again.
                if inside {
                    self.scratch.insert(*set, unions.len());
                }
                unions.push((*set, routes));
            }
        }
        let before = unions.len();
        for (set, routes) in &level.unions {
            let union = set | route;
            let count = union.count_ones();
            if union == *set || count > most || !open(count, routes + 1) {
                continue;
            }
            match self.scratch.insert(union, unions.len()) {
                None => unions.push((union, routes + 1)),
                Some(place) if place >= before => {
                    if let Some((_, known)) = unions.get_mut(place) {
                        *known = (*known).max(routes + 1);
                    }
                }
                Some(_) => {}
            }
        }
        let soon = |(set, routes): &&Union| set.count_ones() < size(*routes + 1);
        let critical = unions.iter().filter(soon).copied().collect();
        self.levels.push(Level {
            unions,
            critical,
            tried: 0,
        });
        self.entries.push(entry);
        true
    }

    /// Runs until the search is done or has visited so many nodes; `true` where it is done.
    ///
    /// # Errors
    /// [`Error::Cancelled`]; the search then stands where it stopped.
    pub fn finish(&mut self, nodes: u64, observer: &mut dyn Observer) -> Result<bool, Error> {
        Ok(super::finish(nodes, observer, &mut |nodes| self.go(nodes))?)
    }

    /// n, the number of computers.
    #[must_use]
    pub fn computers(&self) -> usize {
        self.computers
    }

    /// Whether the search is done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.loads.len() >= self.stages
    }

    /// The least loads of 1, 2, … crashes, as far as the search has got: exact.
    #[must_use]
    pub fn loads(&self) -> &[usize] {
        &self.loads
    }

    /// The loads that were proven to be too low.
    #[must_use]
    pub fn refutations(&self) -> &[Refutation] {
        &self.refutations
    }

    /// A list that attains [`loads`](Self::loads): the last stage's, filled up ascending.
    ///
    /// # Errors
    /// As for [`List::new`]: none for the result of a search.
    pub fn list(&self) -> Result<List, Error> {
        let begin = if self.base.len() < self.prefix.len() {
            &self.prefix
        } else {
            &self.base
        };
        Fill::Ascending.complete(self.computers, begin.clone())
    }

    /// The number of visited nodes: entries tried.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The entries so far: the progress of the search.
    #[must_use]
    pub fn path(&self) -> &[usize] {
        &self.entries
    }

    /// The search in saved form.
    #[must_use]
    pub fn save(&self) -> Saved {
        Saved {
            computers: self.computers,
            prefix: self.prefix.clone(),
            stages: self.stages,
            loads: self.loads.clone(),
            load: self.load,
            base: self.base.clone(),
            entries: self.entries.clone(),
            tried: self.levels.last().map_or(0, |level| level.tried),
            nodes: self.nodes,
            before: self.before,
            refutations: self.refutations.clone(),
        }
    }

    /// The search from its saved form.
    ///
    /// # Errors
    /// As for [`with_prefix`](Self::with_prefix), and [`Error::Saved`] where no search can have saved this.
    pub fn resume(saved: &Saved) -> Result<Self, Error> {
        let mut search = Self::with_prefix(saved.computers, saved.prefix.clone(), saved.stages)?;
        let n = saved.computers;
        let rising =
            saved.loads.is_sorted() && saved.loads.last().is_none_or(|last| *last <= saved.load);
        if saved.loads.len() > saved.stages
            || !rising
            || saved.load > n
            || saved.loads.iter().any(|load| *load < 2)
        {
            return Err(Error::Saved(word!(
                "its loads do not rise from 2 to the number of computers"
            )));
        }
        for entries in [&saved.base, &saved.entries] {
            let different: HashSet<_> = entries.iter().collect();
            if different.len() < entries.len()
                || entries.iter().any(|entry| !(1..n).contains(entry))
            {
                return Err(Error::Saved(word!("its entries are no list")));
            }
        }
        if saved.base.len() != saved.loads.len() || saved.before > saved.nodes || saved.tried >= n {
            return Err(Error::Saved(word!("its parts do not fit together")));
        }
        let found: Vec<_> = saved
            .refutations
            .iter()
            .map(|proof| (proof.crashes, proof.load))
            .collect();
        if refuted(n, saved) != Some(found) {
            return Err(Error::Saved(word!(
                "the loads that it refutes are not those below its own"
            )));
        }
        let all = saved
            .refutations
            .iter()
            .try_fold(0_u64, |all, proof| all.checked_add(proof.nodes));
        if all.is_none_or(|all| all > saved.nodes) {
            return Err(Error::Saved(word!(
                "its proofs visit more nodes than it counts"
            )));
        }
        let prescribed = |entries: &[usize]| {
            entries
                .iter()
                .zip(&saved.prefix)
                .all(|(entry, prefix)| entry == prefix)
        };
        if !prescribed(&saved.base) || !prescribed(&saved.entries) {
            return Err(Error::Saved(word!(
                "its entries are not the prescribed ones"
            )));
        }
        // Tries the last finished stage once more: its list must attain its loads, for the next stage to be possible.
        if let Some((last, earlier)) = saved.loads.split_last() {
            search.loads = earlier.to_vec();
            search.load = *last;
            search.base.clone_from(&saved.base);
            search.begin_load();
            if search.entries != saved.base {
                return Err(Error::Saved(word!("its list does not attain its loads")));
            }
        }
        search.loads.clone_from(&saved.loads);
        search.load = saved.load;
        search.base.clone_from(&saved.base);
        search.refutations.clone_from(&saved.refutations);
        search.nodes = super::count(saved.nodes)?;
        search.before = saved.before;
        if search.is_done() {
            search.entries.clone_from(&saved.entries);
            return Ok(search);
        }
        search.sizes = sizes(&search.loads, search.load);
        search.entries.clear();
        search.levels = vec![Level::root()];
        for entry in &saved.entries {
            if search.entries.len() >= search.stage() || !search.push(*entry) {
                return Err(Error::Saved(word!(
                    "its entries break a load that it keeps"
                )));
            }
        }
        if let Some(level) = search.levels.last_mut() {
            level.tried = saved.tried;
        }
        Ok(search)
    }
}

/// The loads that a search in this state has refuted: all from the least possible one to its own; nothing where its own is less
/// than that.
fn refuted(computers: usize, saved: &Saved) -> Option<Vec<(usize, usize)>> {
    let present = (saved.loads.len() < saved.stages).then_some(saved.load);
    let mut all = Vec::new();
    let mut before = 0;
    for (crashes, load) in (1..).zip(saved.loads.iter().copied().chain(present)) {
        let least = lower_bounds::least_load(computers, crashes)?.max(before);
        if load < least {
            return None;
        }
        all.extend((least..load).map(|low| (crashes, low)));
        before = load;
    }
    Some(all)
}

/// T_d = 1 + the largest q at which the load may be at most d: d routes must need so many computers, for no load to be
/// broken.
fn sizes(loads: &[usize], load: usize) -> Vec<u32> {
    let all: Vec<usize> = loads.iter().copied().chain([load]).collect();
    let size = |routes: usize| {
        let last = all.iter().rposition(|load| *load <= routes);
        last.map_or(1, |place| place as u32 + 2)
    };
    (0..=MOST_COMPUTERS).map(size).collect()
}

/// The places of a level's unions: a table that is emptied by counting up.
#[derive(Clone, Debug, Default)]
struct Scratch {
    slots: Vec<Slot>,
    filled: usize,
    round: u32,
}

/// A place of the table; empty unless it is of the present round.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    set: u64,
    round: u32,
    place: u32,
}

impl Scratch {
    /// Empties the table.
    fn clear(&mut self) {
        self.filled = 0;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 || self.slots.is_empty() {
            self.slots = vec![Slot::default(); self.slots.len().max(1 << 10)];
            self.round = 1;
        }
    }

    /// The place of a set that the table has already, or `None` after recording this place for it.
    fn insert(&mut self, set: u64, place: usize) -> Option<usize> {
        if 2 * self.filled >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = (set.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        loop {
            let slot = self.slots.get_mut(at)?;
            if slot.round != self.round {
                *slot = Slot {
                    set,
                    round: self.round,
                    place: place as u32,
                };
                self.filled += 1;
                return None;
            }
            if slot.set == set {
                return Some(slot.place as usize);
            }
            at = (at + 1) & mask;
        }
    }

    /// Doubles the table.
    fn grow(&mut self) {
        let round = self.round;
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![Slot::default(); (2 * old.len()).max(1 << 10)];
        self.filled = 0;
        for slot in old.into_iter().filter(|slot| slot.round == round) {
            self.insert(slot.set, slot.place as usize);
        }
    }
}
