//! Programs as a matrix: row r has the work of each process in phase r, a free barrier ends each phase, and a list of signals
//! follows, one strictly after the other. The thesis's vector representation has entries 0 and 1.

use std::ops::ControlFlow;

use num_traits::{ToPrimitive as _, Zero as _};
use report::{Cancelled, Observer};
use words::word;

use crate::error::{Error, Time, within};
use crate::jobs::mcnaughton;
use crate::plan::{Arrow, Plan};
use crate::program::check_owners;
use crate::rational::{self, MOST_UNITS, NotRead, Rational, common_unit, unmarked, whole};

/// The most processes of an exact search.
pub const MOST_EXACT: u32 = 12;

/// The most phases of a matrix.
pub const MOST_PHASES: usize = 2000;

/// The most processes of a matrix.
pub const MOST_PROCESSES: usize = 130;

/// How many nodes lie between two questions to the observer.
const TURN: u64 = 4096;

/// A matrix of phases, with signals after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phases {
    work: Vec<Vec<Rational>>,
    signals: Vec<(usize, usize)>,
}

impl Phases {
    /// Phases of work, each with an entry for each process, and signals as (from, to), processes counted from 0.
    ///
    /// # Errors
    /// [`Error::NoWork`], [`Error::Row`], [`Error::Entry`], [`Error::Signal`] with the place at fault; [`Error::Range`] for more
    /// than 2000 phases or 130 processes.
    pub fn new(work: Vec<Vec<Rational>>, signals: Vec<(usize, usize)>) -> Result<Self, Error> {
        let processes = work.first().map_or(0, Vec::len);
        let range = |quantity, value: usize, most: usize| Error::Range {
            quantity,
            value: value as u64,
            least: 1,
            most: most as u64,
        };
        if work.len() > MOST_PHASES {
            return Err(range(word!("number of phases"), work.len(), MOST_PHASES));
        }
        if processes > MOST_PROCESSES {
            return Err(range(
                word!("number of processes"),
                processes,
                MOST_PROCESSES,
            ));
        }
        for (phase, row) in (1..).zip(&work) {
            if row.len() != processes {
                return Err(Error::Row {
                    phase,
                    found: row.len(),
                    expected: processes,
                });
            }
            if let Some((process, work)) =
                (1..).zip(row).find(|(_, work)| **work < Rational::zero())
            {
                return Err(Error::Entry {
                    phase,
                    process,
                    text: NotRead::Form(work.to_string()),
                });
            }
        }
        if work.iter().flatten().all(|work| work.is_zero()) {
            return Err(Error::NoWork);
        }
        let bad = |(_, (from, to)): &(usize, &(usize, usize))| {
            from == to || *from >= processes || *to >= processes
        };
        if let Some((place, (from, to))) = (1..).zip(&signals).find(bad) {
            return Err(Error::Signal {
                place,
                from: from + 1,
                to: to + 1,
                processes,
            });
        }
        Ok(Self { work, signals })
    }

    /// Reads a matrix, one phase a line, entries between blanks or commas; a line of digits 0 and 1 only, such as `1101`, is a
    /// row of them.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    ///
    /// ```
    /// use bounds_model::program::phases::Phases;
    /// assert_eq!(Phases::read("110\n101\n011")?, Phases::read("1 1 0\n1, 0, 1\n0 1 1")?);
    /// assert!(Phases::read("1 0\n1 -1").unwrap_err().to_string().starts_with("phase 2, process 2: \"-1\""));
    /// # Ok::<(), bounds_model::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut work = Vec::new();
        for line in unmarked(text)
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .take(MOST_PHASES + 1)
        {
            let phase = work.len() + 1;
            let binary = line.len() > 1 && line.bytes().all(|sign| matches!(sign, b'0' | b'1'));
            let words: Vec<&str> = if binary {
                line.split("").filter(|word| !word.is_empty()).collect()
            } else {
                line.split(|sign: char| sign.is_whitespace() || sign == ',')
                    .filter(|word| !word.is_empty())
                    .collect()
            };
            let row: Result<Vec<Rational>, Error> = (1..)
                .zip(words)
                .map(|(process, word)| {
                    rational::read(word).map_err(|text| Error::Entry {
                        phase,
                        process,
                        text,
                    })
                })
                .collect();
            work.push(row?);
        }
        Self::new(work, Vec::new())
    }

    /// The same with these signals.
    ///
    /// # Errors
    /// [`Error::Signal`].
    pub fn with_signals(self, signals: Vec<(usize, usize)>) -> Result<Self, Error> {
        Self::new(self.work, signals)
    }

    /// The work of each phase and process.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Rational>] {
        &self.work
    }

    /// The signals, as (from, to).
    #[must_use]
    pub fn signals(&self) -> &[(usize, usize)] {
        &self.signals
    }

    /// n.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.work.first().map_or(0, Vec::len)
    }

    /// W.
    #[must_use]
    pub fn total(&self) -> Rational {
        self.work
            .iter()
            .flatten()
            .fold(Rational::zero(), |sum, work| sum + work)
    }

    /// z = S / W.
    #[must_use]
    pub fn granularity(&self) -> Rational {
        whole(self.signals.len()) / self.total()
    }

    /// T_d: each phase by McNaughton's rule; signals are free. Exact for this form.
    ///
    /// # Errors
    /// [`Error::Range`] for no processor.
    pub fn shared(&self, processors: u32) -> Result<Rational, Error> {
        within(word!("number of processors"), processors, 1, u32::MAX)?;
        Ok(self
            .work
            .iter()
            .fold(Rational::zero(), |sum, row| sum + length(row, processors)))
    }

    /// How long exactly u processes are active, (u, f_u), in the schedule of T_d.
    ///
    /// # Errors
    /// As for [`shared`](Self::shared).
    pub fn activity(&self, processors: u32) -> Result<Vec<(u32, Rational)>, Error> {
        within(word!("number of processors"), processors, 1, u32::MAX)?;
        let mut shares = std::collections::BTreeMap::<u32, Rational>::new();
        for row in &self.work {
            let length = length(row, processors);
            if length.is_zero() {
                continue;
            }
            // v + 1 active for the rest of the work that v active all the time leave, v for the rest of the time.
            let work: Rational = row.iter().fold(Rational::zero(), |sum, work| sum + work);
            let fewer = (&work / &length).floor();
            let more = &work - &fewer * &length;
            let active = fewer.to_u32().unwrap_or(u32::MAX);
            for (active, time) in [(active, &length - &more), (active.saturating_add(1), more)] {
                if active > 0 && !time.is_zero() {
                    *shares.entry(active).or_default() += time;
                }
            }
        }
        Ok(shares.into_iter().collect())
    }

    /// The schedule of T_d.
    ///
    /// # Errors
    /// As for [`shared`](Self::shared), and [`Error::Infeasible`], a fault of this crate.
    pub fn shared_schedule(&self, processors: u32) -> Result<Plan, Error> {
        within(word!("number of processors"), processors, 1, u32::MAX)?;
        let lanes = (processors as usize).min(self.processes());
        let mut plan = Plan {
            lanes,
            ..Plan::default()
        };
        let mut start = Rational::zero();
        for row in &self.work {
            let length = length(row, processors);
            let mut phase = Plan {
                lanes,
                ..Plan::default()
            };
            mcnaughton::wrap(&mut phase, 0, row.iter().cloned().enumerate(), &length);
            phase.check(row)?;
            for piece in phase.pieces {
                plan.run(
                    piece.lane,
                    piece.job,
                    &start + piece.start,
                    &start + piece.end,
                );
            }
            start += length;
        }
        plan.makespan = start;
        plan.check(&self.works())?;
        Ok(plan)
    }

    /// When each phase ends in the schedule of T_d.
    ///
    /// # Errors
    /// As for [`shared`](Self::shared).
    pub fn shared_ends(&self, processors: u32) -> Result<Vec<Rational>, Error> {
        within(word!("number of processors"), processors, 1, u32::MAX)?;
        let lengths = self.work.iter().map(|row| length(row, processors));
        Ok(sums(lengths))
    }

    /// When each phase ends in the schedule of T_s, before the signals; process p stays on computer `owners[p]`.
    #[must_use]
    pub fn placed_ends(&self, owners: &[usize]) -> Vec<Rational> {
        let busiest = |row: &Vec<Rational>| {
            let mut loads = std::collections::BTreeMap::<usize, Rational>::new();
            for (work, owner) in row.iter().zip(owners) {
                *loads.entry(*owner).or_default() += work;
            }
            loads.into_values().max().unwrap_or_default()
        };
        sums(self.work.iter().map(busiest))
    }

    fn works(&self) -> Vec<Rational> {
        (0..self.processes())
            .map(|process| self.work.iter().filter_map(|row| row.get(process)).sum())
            .collect()
    }

    /// T_s of a placement: in each phase the busiest computer decides, and each signal between different computers costs `delay`.
    /// Process p stays on computer `owners[p]`.
    ///
    /// # Errors
    /// [`Error::Range`] where not every process has one of 130 computers, [`Error::Number`] for a negative delay.
    pub fn placed(&self, owners: &[usize], delay: &Rational) -> Result<Rational, Error> {
        self.placed_schedule(owners, delay)
            .map(|plan| plan.makespan)
    }

    /// The schedule of T_s.
    ///
    /// # Errors
    /// As for [`placed`](Self::placed).
    pub fn placed_schedule(&self, owners: &[usize], delay: &Rational) -> Result<Plan, Error> {
        check_owners(owners, self.processes() as u32, MOST_PROCESSES as u32)?;
        if *delay < Rational::zero() {
            return Err(negative(delay));
        }
        let mut plan = Plan {
            lanes: owners.iter().max().map_or(0, |last| last + 1),
            ..Plan::default()
        };
        let mut now = Rational::zero();
        for row in &self.work {
            let mut ends = vec![now.clone(); plan.lanes];
            for ((process, work), owner) in row.iter().enumerate().zip(owners) {
                if let Some(end) = ends.get_mut(*owner) {
                    let start = end.clone();
                    *end += work;
                    plan.run(*owner, process, start, end.clone());
                }
            }
            now = ends.into_iter().max().unwrap_or(now);
        }
        for (from, to) in &self.signals {
            if let (Some(&from), Some(&to)) = (owners.get(*from), owners.get(*to))
                && from != to
            {
                let end = &now + delay;
                plan.arrows.push(Arrow {
                    from,
                    start: now,
                    to,
                    end: end.clone(),
                });
                now = end;
            }
        }
        plan.makespan = now;
        plan.check(&self.works())?;
        Ok(plan)
    }

    /// T_s(k, t): the least over all placements on at most k computers, with the placement, by branch and bound.
    ///
    /// # Errors
    /// [`Error::Range`] for no computer or more than 12 processes, [`Error::Unit`] for work or a delay in too small a unit,
    /// [`Error::Number`] for a negative delay, [`Error::Cancelled`].
    pub fn best_placed(
        &self,
        computers: u32,
        delay: &Rational,
        observer: &mut dyn Observer,
    ) -> Result<(Rational, Vec<usize>), Error> {
        within(word!("number of computers"), computers, 1, u32::MAX)?;
        within(
            word!("number of processes"),
            self.processes() as u32,
            1,
            MOST_EXACT,
        )?;
        if *delay < Rational::zero() {
            return Err(negative(delay));
        }
        // Without signals their delay costs nothing.
        let delays = delay * whole(self.signals.len());
        let nothing = Rational::zero();
        let cost = if delays.is_zero() { &nothing } else { delay };
        let works = || self.work.iter().flatten();
        let fits = |of: Time, unit: &Rational, all: Rational| {
            let units = all / unit;
            match units.to_u64().filter(|units| *units <= MOST_UNITS) {
                Some(_) => Ok(()),
                None => Err(Error::Unit {
                    of,
                    units: units.to_integer().to_string(),
                    most: MOST_UNITS,
                }),
            }
        };
        fits(Time::Work, &common_unit(works()), self.total())?;
        let unit = common_unit(works().chain([cost]));
        fits(Time::Delay, &unit, self.total() + delays)?;
        let units = |value: &Rational| (value / &unit).to_u64().unwrap_or(0);
        let mut search = Search {
            work: (0..self.processes())
                .map(|process| {
                    self.work
                        .iter()
                        .filter_map(|row| row.get(process))
                        .map(units)
                        .collect()
                })
                .collect(),
            signals: (0..self.processes())
                .map(|process| {
                    let other = |(from, to): &(usize, usize)| {
                        let other = if *from == process { *to } else { *from };
                        ((*from == process || *to == process) && other < process).then_some(other)
                    };
                    self.signals.iter().filter_map(other).collect()
                })
                .collect(),
            delay: units(cost),
            computers: (computers as usize).min(self.processes()),
            // All on one computer.
            best: units(&self.total()),
            owners: vec![0; self.processes()],
            nodes: 0,
        };
        let busiest = vec![0; self.work.len()];
        search.descend(&mut Vec::new(), &mut Vec::new(), &busiest, 0, observer)?;
        Ok((whole(search.best) * unit, search.owners))
    }
}

fn negative(delay: &Rational) -> Error {
    Error::Number {
        quantity: word!("signal delay"),
        value: delay.to_string(),
        allowed: word!("0 or more"),
    }
}

/// The running sums: the end of each of several consecutive lengths.
fn sums(lengths: impl Iterator<Item = Rational>) -> Vec<Rational> {
    let add = |now: &mut Rational, length: Rational| {
        *now += length;
        Some(now.clone())
    };
    lengths.scan(Rational::zero(), add).collect()
}

/// How long a phase takes on so many shared processors.
fn length(row: &[Rational], processors: u32) -> Rational {
    let work: Rational = row.iter().fold(Rational::zero(), |sum, work| sum + work);
    let longest = row.iter().max().cloned().unwrap_or_default();
    longest.max(work / whole(processors))
}

/// Places one process after another; computers are alike, so that each is on a computer in use or the next.
struct Search {
    /// The work of each process in each phase.
    work: Vec<Vec<u64>>,
    /// The earlier processes with which each one exchanges a signal.
    signals: Vec<Vec<usize>>,
    delay: u64,
    computers: usize,
    best: u64,
    owners: Vec<usize>,
    nodes: u64,
}

impl Search {
    /// `loads` has the phases of each computer in use, `busiest` the greatest of each phase, `cut` the delays so far.
    fn descend(
        &mut self,
        begun: &mut Vec<usize>,
        loads: &mut Vec<Vec<u64>>,
        busiest: &[u64],
        cut: u64,
        observer: &mut dyn Observer,
    ) -> Result<(), Cancelled> {
        self.nodes += 1;
        if self.nodes % TURN == 1 && observer.progress(0, 1) == ControlFlow::Break(()) {
            return Err(Cancelled);
        }
        let process = begun.len();
        let Some(work) = self.work.get(process).cloned() else {
            self.best = busiest.iter().sum::<u64>() + cut;
            self.owners.clone_from(begun);
            return Ok(());
        };
        for computer in 0..self.computers.min(loads.len() + 1) {
            if computer == loads.len() {
                loads.push(vec![0; work.len()]);
            }
            let Some(load) = loads.get_mut(computer) else {
                break;
            };
            let before = load.clone();
            load.iter_mut()
                .zip(&work)
                .for_each(|(load, work)| *load += work);
            let after: Vec<u64> = busiest
                .iter()
                .zip(load.iter())
                .map(|(busiest, load)| *busiest.max(load))
                .collect();
            let apart = self.signals.get(process).map_or(0, |others| {
                others
                    .iter()
                    .filter(|other| begun.get(**other).is_some_and(|owner| *owner != computer))
                    .count() as u64
            });
            let cut = cut + apart * self.delay;
            if after.iter().sum::<u64>() + cut < self.best {
                begun.push(computer);
                self.descend(begun, loads, &after, cut, observer)?;
                begun.pop();
            }
            if let Some(load) = loads.get_mut(computer) {
                *load = before;
            }
        }
        // The computer that only this process would have used.
        while loads
            .last()
            .is_some_and(|load| load.iter().all(|work| *work == 0))
            && loads.len() > begun.iter().max().map_or(0, |last| last + 1)
        {
            loads.pop();
        }
        Ok(())
    }
}
