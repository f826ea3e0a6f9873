//! C(P, m, i): the shortest schedule with at most i preemptions, exactly.
//!
//! A schedule with at most i preemptions links the processors into at least m−i clusters, and a cluster of c processors needs
//! only c−1 preemptions. So the optimum is the best assignment of the jobs to m−i groups of processors whose sizes add up to m:
//! uniform machines with whole speeds (Q||Cmax), searched depth first.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use report::{Cancelled, Observer};
use rustc_hash::FxHashSet;
use words::{say, word};

use super::{Jobs, mcnaughton};
use crate::error::{Error, within};
use crate::plan::{Cluster, Plan};
use crate::rational::{Rational, ratio};

/// The most jobs of an exact search.
pub const MOST_EXACT_JOBS: u32 = 14;

/// The most processors of an exact search.
pub const MOST_EXACT_PROCESSORS: u32 = 8;

/// The most states that a search remembers; it stays exact where it forgets.
const MOST_REMEMBERED: usize = 1 << 19;

/// Processors that share jobs, and these jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// How many processors, c.
    pub processors: u32,
    /// The jobs, from 0.
    pub jobs: Vec<usize>,
}

/// The shortest schedule with at most so many preemptions.
#[derive(Clone, Debug, PartialEq)]
pub struct Shortest {
    /// i, the preemptions allowed.
    pub preemptions: u32,
    /// C(P, m, i).
    pub makespan: Rational,
    /// A grouping that attains it.
    pub groups: Vec<Shared>,
    /// How many partial assignments the search looked at for this i.
    pub nodes: u64,
}

impl Shortest {
    /// The schedule: McNaughton's rule in each group, with a makespan of the group's own.
    #[must_use]
    pub fn schedule(&self, jobs: &Jobs) -> Plan {
        let mut plan = Plan::default();
        let mut first = 0;
        for group in &self.groups {
            let of_group = || {
                group
                    .jobs
                    .iter()
                    .filter_map(|job| Some((*job, jobs.lengths().get(*job)?.clone())))
            };
            let lanes = group.processors as usize;
            let load = of_group().fold(Rational::default(), |sum, (_, length)| sum + length);
            let longest = of_group()
                .map(|(_, length)| length)
                .max()
                .unwrap_or_default();
            let until = longest.max(load / ratio(group.processors, 1));
            mcnaughton::wrap(&mut plan, first, of_group(), &until);
            if lanes > 1 {
                plan.clusters.push(Cluster {
                    name: say!("{lanes} processors share {} jobs", group.jobs.len()),
                    first,
                    lanes,
                });
            }
            first += lanes;
        }
        plan.lanes = first;
        plan
    }
}

/// C(P, m, i) for i = 0 … m−1, exactly.
///
/// # Errors
/// [`Error::Range`] for more than 14 jobs or 8 processors, [`Error::Cancelled`] where the observer asks for a stop.
///
/// ```
/// use bounds_model::{jobs::{Jobs, few_preemptions}, rational::ratio};
/// let all = few_preemptions::all(&Jobs::read("7 5 4 4 3 3 2")?, 3, &mut report::Silent)?;
/// let makespans: Vec<_> = all.iter().map(|one| one.makespan.clone()).collect();
/// assert_eq!(makespans, [ratio(10, 1), ratio(19, 2), ratio(28, 3)]);
/// # Ok::<(), bounds_model::Error>(())
/// ```
pub fn all(
    jobs: &Jobs,
    processors: u32,
    observer: &mut dyn Observer,
) -> Result<Vec<Shortest>, Error> {
    up_to(jobs, processors, processors.saturating_sub(1), observer)
}

/// The same for i = 0 … `most` only; for 0 it is P||Cmax, the shortest schedule without preemption.
///
/// # Errors
/// As for [`all`].
pub fn up_to(
    jobs: &Jobs,
    processors: u32,
    most: u32,
    observer: &mut dyn Observer,
) -> Result<Vec<Shortest>, Error> {
    let processors = within(
        word!("number of processors"),
        processors,
        1,
        MOST_EXACT_PROCESSORS,
    )?;
    let number = u32::try_from(jobs.len()).unwrap_or(u32::MAX);
    within(word!("number of jobs"), number, 1, MOST_EXACT_JOBS)?;
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|job| Reverse(jobs.units().get(*job).copied()));
    let lengths: Vec<u64> = order
        .iter()
        .filter_map(|job| jobs.units().get(*job).copied())
        .collect();
    let mut search = Search::new(lengths, processors.into());
    let mut found = Vec::new();
    for preemptions in 0..processors.min(most.saturating_add(1)) {
        let before = search.nodes;
        search.with_groups(
            u64::from(processors - preemptions),
            &mut |nodes| match observer.progress(preemptions.into(), processors.into()) {
                ControlFlow::Continue(()) => Ok(nodes),
                ControlFlow::Break(()) => Err(Cancelled),
            },
        )?;
        found.push(Shortest {
            preemptions,
            makespan: jobs.time(1) * search.best.value(),
            groups: search.best.groups(&order),
            nodes: search.nodes - before,
        });
    }
    Ok(found)
}

/// An assignment: for each group its number of processors and its load, and where each job went.
#[derive(Clone, Debug, Default)]
struct Assignment {
    sizes: Vec<u64>,
    places: Vec<usize>,
    /// Its makespan as a fraction, at least the lower bound of all.
    over: u64,
    under: u64,
}

impl Assignment {
    fn value(&self) -> Rational {
        ratio(self.over, self.under)
    }

    fn groups(&self, order: &[usize]) -> Vec<Shared> {
        let mut groups: Vec<Shared> = self
            .sizes
            .iter()
            .map(|size| Shared {
                processors: u32::try_from(*size).unwrap_or(u32::MAX),
                jobs: Vec::new(),
            })
            .collect();
        for (job, place) in order.iter().zip(&self.places) {
            if let Some(group) = groups.get_mut(*place) {
                group.jobs.push(*job);
            }
        }
        groups
    }
}

/// A group during the search. Groups alike in size and load are one choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Group {
    size: u64,
    load: u64,
    /// The load's place among the sums of jobs: at most 14 bits.
    sum: u16,
    /// The most that it may hold to stay below the best; never below the load.
    most: u64,
}

/// Remembers states that led nowhere, as (next job, groups), to search none of them twice.
struct Search {
    /// Lengths in units, decreasing.
    lengths: Vec<u64>,
    /// The work from each job on.
    rest: Vec<u64>,
    /// Every sum of some jobs from each job on, increasing: loads take only the values of the first entry.
    sums: Vec<Vec<u64>>,
    longest: u64,
    total: u64,
    processors: u64,
    best: Assignment,
    groups: Vec<Group>,
    places: Vec<usize>,
    remembered: FxHashSet<State>,
    nodes: u64,
}

/// A key of the search's states, by [`Search::state`].
type State = (u64, u64);

/// Asked now and then whether to go on.
type Alive<'a> = dyn FnMut(u64) -> Result<u64, Cancelled> + 'a;

impl Search {
    fn new(lengths: Vec<u64>, processors: u64) -> Self {
        let mut sums = vec![vec![0_u64]];
        for length in lengths.iter().rev() {
            let mut all = sums.last().cloned().unwrap_or_default();
            all.extend(all.clone().iter().map(|sum| sum + length));
            all.sort_unstable();
            all.dedup();
            sums.push(all);
        }
        sums.reverse();
        let total = lengths.iter().sum();
        let mut rest: Vec<u64> = Vec::with_capacity(lengths.len() + 1);
        let mut left: u64 = total;
        for length in &lengths {
            rest.push(left);
            left -= length;
        }
        rest.push(0);
        Self {
            longest: lengths.first().copied().unwrap_or(0),
            lengths,
            rest,
            sums,
            total,
            processors,
            best: Assignment::default(),
            groups: Vec::new(),
            places: Vec::new(),
            remembered: FxHashSet::default(),
            nodes: 0,
        }
    }

    /// Whether nothing can be better: the longest job and the mean load hold for all schedules.
    fn is_least(&self) -> bool {
        self.best.over <= self.longest * self.best.under
            || u128::from(self.best.over) * u128::from(self.processors)
                <= u128::from(self.total) * u128::from(self.best.under)
    }

    /// Looks for better assignments to exactly so many groups; the best for more groups is one for fewer, too.
    fn with_groups(&mut self, groups: u64, alive: &mut Alive<'_>) -> Result<(), Cancelled> {
        let mut sizes = Vec::new();
        let mut all = Vec::new();
        partitions(
            self.processors,
            groups,
            self.processors,
            &mut sizes,
            &mut all,
        );
        for sizes in all {
            alive(self.nodes)?;
            self.start(&sizes);
            if self.is_least() {
                return Ok(());
            }
            self.bound();
            self.remembered.clear();
            self.places.clear();
            self.descend(alive)?;
        }
        Ok(())
    }

    /// The first incumbent of these sizes: each job where it would be done first.
    fn start(&mut self, sizes: &[u64]) {
        self.groups = sizes
            .iter()
            .map(|size| Group {
                size: *size,
                ..Group::default()
            })
            .collect();
        self.places.clear();
        for length in &self.lengths {
            let mut first: Option<(usize, u64, u64)> = None;
            for (place, group) in self.groups.iter().enumerate() {
                let load = group.load + length;
                if first.is_none_or(|(_, over, under)| load * under < over * group.size) {
                    first = Some((place, load, group.size));
                }
            }
            if let Some((place, load, _)) = first {
                self.places.push(place);
                if let Some(group) = self.groups.get_mut(place) {
                    group.load = load;
                }
            }
        }
        self.keep();
        for group in &mut self.groups {
            group.load = 0;
        }
    }

    /// Keeps the assignment where it is better than the best.
    fn keep(&mut self) -> bool {
        let (mut over, mut under) = (self.longest, 1);
        for group in &self.groups {
            if group.load * under > over * group.size {
                (over, under) = (group.load, group.size);
            }
        }
        let better = self.best.under == 0 || over * self.best.under < self.best.over * under;
        if better {
            self.best = Assignment {
                sizes: self.groups.iter().map(|group| group.size).collect(),
                places: self.places.clone(),
                over,
                under,
            };
        }
        better
    }

    /// The greatest sum of some jobs from this one on that is no more than `room`.
    fn fill(&self, job: usize, room: u64) -> u64 {
        let sums = self.sums.get(job).map_or(&[][..], Vec::as_slice);
        let below = sums.partition_point(|sum| *sum <= room);
        below
            .checked_sub(1)
            .and_then(|last| sums.get(last))
            .copied()
            .unwrap_or(0)
    }

    /// Bounds the load of each group: the greatest sum of jobs that stays below the best.
    fn bound(&mut self) {
        for place in 0..self.groups.len() {
            let size = self.groups.get(place).map_or(0, |group| group.size);
            let most = self.fill(
                0,
                (self.best.over * size).saturating_sub(1) / self.best.under.max(1),
            );
            if let Some(group) = self.groups.get_mut(place) {
                group.most = most;
            }
        }
    }

    /// The loads, in order among groups of one size, and the next job: twice 4 · 14 bits, and 4. WebAssembly has no numbers of 128
    /// bits.
    fn state(&self, job: usize) -> State {
        let mut loads = [(0_u64, 0_u16); MOST_EXACT_PROCESSORS as usize];
        for (load, group) in loads.iter_mut().zip(&self.groups) {
            *load = (group.size, group.sum);
        }
        loads.sort_unstable();
        let half = |first: u64, loads: &[(u64, u16)]| {
            let bits = |state: u64, (_, sum): &(u64, u16)| state << 14 | u64::from(*sum);
            loads.iter().fold(first, bits)
        };
        let (one, other) = loads.split_at(loads.len() / 2);
        (half(job as u64, one), half(0, other))
    }

    /// Places the next job in every group; returns whether nothing better can exist at all.
    fn descend(&mut self, alive: &mut Alive<'_>) -> Result<bool, Cancelled> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(4096) {
            alive(self.nodes)?;
        }
        let job = self.places.len();
        let Some(length) = self.lengths.get(job).copied() else {
            if self.keep() {
                self.bound();
                self.remembered.clear();
            }
            return Ok(self.is_least());
        };
        // The remaining jobs must fit into the groups; each group takes at most its greatest fitting sum of remaining jobs.
        let rest = self.rest.get(job).copied().unwrap_or(0);
        let fits: u64 = self
            .groups
            .iter()
            .map(|group| self.fill(job, group.most.saturating_sub(group.load)))
            .sum();
        if fits < rest {
            return Ok(false);
        }
        let state = self.state(job);
        if self.remembered.contains(&state) {
            return Ok(false);
        }
        // Of equal groups one is tried; the groups that would be done first come first.
        let mut tried = [(0_u64, 0_u64); MOST_EXACT_PROCESSORS as usize];
        for turn in 0..self.groups.len() {
            let mut first: Option<(usize, Group)> = None;
            for (place, group) in self.groups.iter().enumerate() {
                if group.load + length <= group.most
                    && !tried
                        .iter()
                        .take(turn)
                        .any(|tried| *tried == (group.size, group.load))
                    && first.is_none_or(|(_, first)| {
                        (group.load + length) * first.size < (first.load + length) * group.size
                    })
                {
                    first = Some((place, *group));
                }
            }
            let Some((place, before)) = first else {
                break;
            };
            if let Some(tried) = tried.get_mut(turn) {
                *tried = (before.size, before.load);
            }
            let load = before.load + length;
            let sum = self
                .sums
                .first()
                .map_or(0, |sums| sums.partition_point(|sum| *sum < load));
            if let Some(group) = self.groups.get_mut(place) {
                group.load = load;
                group.sum = u16::try_from(sum).unwrap_or(u16::MAX);
            }
            self.places.push(place);
            let done = self.descend(alive)?;
            self.places.pop();
            if let Some(group) = self.groups.get_mut(place) {
                (group.load, group.sum) = (before.load, before.sum);
            }
            if done {
                return Ok(true);
            }
        }
        if self.remembered.len() < MOST_REMEMBERED {
            self.remembered.insert(state);
        }
        Ok(false)
    }
}

/// Every way to write `sum` as exactly `parts` numbers of at least 1 that do not increase, each at most `cap`.
fn partitions(sum: u64, parts: u64, cap: u64, begun: &mut Vec<u64>, all: &mut Vec<Vec<u64>>) {
    if parts == 0 {
        if sum == 0 {
            all.push(begun.clone());
        }
        return;
    }
    for part in (sum.div_ceil(parts)..=cap.min(sum.saturating_sub(parts - 1))).rev() {
        begun.push(part);
        partitions(sum - part, parts - 1, part, begun, all);
        begun.pop();
    }
}
