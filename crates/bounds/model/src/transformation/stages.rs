//! The stages between a program and its worst case, each with its shortest schedules. Figures 4 to 12.
//!
//! All stages take as long with migration as so many copies of the program, one after another. Without migration no stage takes
//! less for each copy than the one before, but for [`Stage::Longer`], which is half of the way to the next one.

use std::collections::BTreeMap;

use num_integer::Integer as _;
use num_traits::Zero as _;
use report::{Observer, Passes};

use super::{signals, slots};
use crate::error::Error;
use crate::plan::{Arrow, Plan};
use crate::program::Program;
use crate::program::exact::{self, Budget, Completion};
use crate::program::phases::Phases;
use crate::rational::{Rational, ratio, whole};

/// A step of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The unchanged program.
    Program,
    /// Four copies, one after another (Lemma 1, figure 4).
    Copies,
    /// All work doubled (figures 5 to 7).
    Longer,
    /// Two programs with doubled work, and apart from them twice the signals, one after another (Theorem 3, figures 8 to 10).
    Apart,
    /// Barriers between the slots of the schedule with migration, and the signals after them (figure 11).
    Slots,
    /// All permutations of the processes, equal rows together (figure 12).
    Permuted,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Self; 6] = [
        Self::Program,
        Self::Copies,
        Self::Longer,
        Self::Apart,
        Self::Slots,
        Self::Permuted,
    ];
}

/// A stage without and with migration.
#[derive(Clone, Debug, PartialEq)]
pub struct Staged {
    /// The stage.
    pub stage: Stage,
    /// As many copies of the program take as long with migration.
    pub copies: u32,
    /// No placement takes less.
    pub least: Rational,
    /// The schedule without migration, and when each of its parts ends.
    pub placed: (Plan, Vec<Rational>),
    /// The schedule with migration, and when the same parts end.
    pub shared: (Plan, Vec<Rational>),
    /// The computer of each process, from 0.
    pub owners: Vec<usize>,
}

impl Staged {
    /// How much longer it takes without migration.
    #[must_use]
    pub fn ratio(&self) -> Rational {
        let shared = &self.shared.0.makespan;
        match shared.is_zero() {
            true => whole(1),
            false => &self.placed.0.makespan / shared,
        }
    }

    /// Whether no schedule without migration is shorter, for certain.
    #[must_use]
    pub fn proved(&self) -> bool {
        self.least == self.placed.0.makespan
    }
}

/// All stages of a program with its schedule with migration, on so many computers and processors.
///
/// # Errors
/// As for [`exact::best_placed`] and [`slots`].
pub fn all(
    program: &Program,
    shared: &Completion,
    (computers, processors): (u32, u32),
    delay: &Rational,
    budget: &mut Budget,
    observer: &mut dyn Observer,
) -> Result<[Staged; 6], Error> {
    let mut passes = Passes::new(observer, 4);
    let placed = exact::best_placed(program, computers, delay, budget, &mut passes.next(1))?;
    let one = Single {
        program,
        shared: &shared.plan,
        owners: &placed.owners,
    };
    let longer = program.stretched(&whole(2));
    let doubled = exact::best_placed(&longer, computers, delay, budget, &mut passes.next(1))?;
    let rows = Rows::of(program, &shared.plan)?;
    let machines = (computers, processors);
    let mut pass = passes.next(1);
    let apart = apart(&one, &longer, computers, delay, budget, &mut pass)?;
    drop(pass);
    let (slots, permuted) = (rows.slots(), rows.permuted());
    let mut pass = passes.next(1);
    let slots = slots.staged(Stage::Slots, machines, delay, &mut pass)?;
    let permuted = permuted.staged(Stage::Permuted, machines, delay, &mut report::Silent)?;
    Ok([
        one.staged(Stage::Program, 1, &placed.completion),
        one.staged(Stage::Copies, 4, &placed.completion),
        Single {
            owners: &doubled.owners,
            ..one
        }
        .staged(Stage::Longer, 2, &doubled.completion),
        apart,
        slots,
        permuted,
    ])
}

/// The program, its schedule with migration, and a placement.
#[derive(Clone, Copy)]
struct Single<'a> {
    program: &'a Program,
    shared: &'a Plan,
    owners: &'a [usize],
}

impl Single<'_> {
    /// A completion once, or as often as there are copies of the program in it.
    fn staged(&self, stage: Stage, copies: u32, found: &Completion) -> Staged {
        let times = if stage == Stage::Copies { copies } else { 1 };
        let stretch = whole(if stage == Stage::Longer { copies } else { 1 });
        let (placed, shared) = (
            repeated(&found.plan, times, &whole(1)),
            repeated(self.shared, times, &stretch),
        );
        Staged {
            stage,
            copies,
            least: &found.least * whole(times),
            placed,
            shared,
            owners: self.owners.to_vec(),
        }
    }
}

/// A schedule so many times, all of it stretched, and when each ends.
fn repeated(plan: &Plan, times: u32, stretch: &Rational) -> (Plan, Vec<Rational>) {
    let mut all = Plan {
        lanes: plan.lanes,
        ..Plan::default()
    };
    let ends = (0..times).map(|_| {
        append(&mut all, plan, stretch);
        all.makespan.clone()
    });
    let ends = ends.collect();
    (all, ends)
}

/// Adds a schedule after another one.
fn append(all: &mut Plan, plan: &Plan, stretch: &Rational) {
    let start = all.makespan.clone();
    let at = |time: &Rational| &start + time * stretch;
    all.lanes = all.lanes.max(plan.lanes);
    for piece in &plan.pieces {
        all.run(piece.lane, piece.job, at(&piece.start), at(&piece.end));
    }
    all.arrows.extend(plan.arrows.iter().map(|arrow| Arrow {
        start: at(&arrow.start),
        end: at(&arrow.end),
        ..*arrow
    }));
    all.makespan = at(&plan.makespan);
}

/// The placement for which twice the signals, one after another, and two programs with doubled work take least.
fn apart(
    one: &Single<'_>,
    longer: &Program,
    computers: u32,
    delay: &Rational,
    budget: &mut Budget,
    observer: &mut dyn Observer,
) -> Result<Staged, Error> {
    let signals = signals(one.program);
    let crossing = |owners: &[usize]| {
        let crosses = |(from, to): &&(usize, usize)| owners.get(*from) != owners.get(*to);
        signals.iter().filter(crosses).count()
    };
    let thin = |owners: &[usize]| delay * whole(2 * crossing(owners));
    let number = one.program.processes().len() as u32;
    let mut placements: Vec<(Rational, Vec<usize>)> = exact::placements(number, computers)?
        .into_iter()
        .map(|owners| {
            let thick = exact::least_placed(longer, &owners, delay);
            (thin(&owners) + thick * whole(2), owners)
        })
        .collect();
    placements.sort();
    let mut passes = Passes::new(observer, placements.len() as u64);
    let mut attempt = |(bound, owners): (Rational, Vec<usize>)| {
        let thick = exact::placed(longer, &owners, delay, budget, &mut passes.next(1))?;
        let with = |time: &Rational| thin(&owners) + time * whole(2);
        let least = with(&thick.least).max(bound);
        Ok::<_, Error>((least, with(&thick.most), thick, owners))
    };
    let mut placements = placements.into_iter();
    // At least one, all processes on one computer.
    let first = placements.next().unwrap_or_default();
    let (mut least, mut most, mut thick, mut owners) = attempt(first)?;
    while let Some(next) = placements.next().filter(|(bound, _)| *bound < most) {
        let (bound, time, found, places) = attempt(next)?;
        least = least.min(bound);
        if time < most {
            (most, thick, owners) = (time, found, places);
        }
    }
    let mut placed = Plan::default();
    let crosses = |(from, to): &(usize, usize)| {
        let (from, to) = (*owners.get(*from)?, *owners.get(*to)?);
        (from != to).then_some((from, to))
    };
    for (from, to) in [&signals, &signals]
        .into_iter()
        .flatten()
        .filter_map(crosses)
    {
        let start = placed.makespan.clone();
        placed.makespan = &start + delay;
        placed.arrows.push(Arrow {
            from,
            start,
            to,
            end: placed.makespan.clone(),
        });
    }
    // The signals count as a part of the first program.
    let ends = [(); 2].map(|()| {
        append(&mut placed, &thick.plan, &whole(1));
        placed.makespan.clone()
    });
    Ok(Staged {
        stage: Stage::Apart,
        copies: 4,
        least: least.min(most),
        placed: (placed, ends.to_vec()),
        shared: repeated(one.shared, 2, &whole(2)),
        owners,
    })
}

/// Who is active together how long in a schedule with migration, in the order in which it begins, and the signals.
struct Rows {
    rows: Vec<(Vec<bool>, Rational)>,
    signals: Vec<(usize, usize)>,
}

impl Rows {
    fn of(program: &Program, shared: &Plan) -> Result<Self, Error> {
        let all = slots(shared, program.processes().len())?;
        let long = &shared.makespan / whole(all.len().max(1));
        let mut rows: Vec<(Vec<bool>, Rational)> = Vec::new();
        for row in all {
            match rows.iter_mut().find(|(other, _)| *other == row) {
                Some((_, time)) => *time += &long,
                None => rows.push((row, long.clone())),
            }
        }
        Ok(Self {
            rows,
            signals: signals(program),
        })
    }

    fn slots(&self) -> Matrix {
        Matrix {
            copies: 1,
            rows: self.rows.clone(),
            signals: self.signals.clone(),
        }
    }

    /// As many copies as it takes for each pair of processes to have as many signals in each direction.
    fn permuted(&self) -> Matrix {
        let processes = self.rows.first().map_or(0, |(row, _)| row.len());
        let pairs = processes * processes.saturating_sub(1);
        let common = pairs.gcd(&self.signals.len());
        let (copies, each) = match common {
            0 => (1, 0),
            common => (pairs / common, self.signals.len() / common),
        };
        let mut active: BTreeMap<usize, Rational> = BTreeMap::new();
        for (row, time) in &self.rows {
            let ones = row.iter().filter(|active| **active).count();
            *active.entry(ones).or_default() += time;
        }
        let mut rows = Vec::new();
        for (ones, time) in active.into_iter().rev() {
            let all: Vec<Vec<bool>> = (0..1_u32 << processes)
                .rev()
                .map(|set| (0..processes).map(|at| set >> at & 1 == 1).collect())
                .filter(|row: &Vec<bool>| row.iter().filter(|active| **active).count() == ones)
                .collect();
            let long = time * ratio(copies, all.len());
            rows.extend(all.into_iter().map(|row| (row, long.clone())));
        }
        let ordered = (0..processes).flat_map(|from| (0..processes).map(move |to| (from, to)));
        let ordered: Vec<(usize, usize)> = ordered.filter(|(from, to)| from != to).collect();
        Matrix {
            copies: copies as u32,
            rows,
            signals: (0..each).flat_map(|_| ordered.iter().copied()).collect(),
        }
    }
}

/// Rows of processes that are active together, with barriers between them, and signals after them.
struct Matrix {
    copies: u32,
    rows: Vec<(Vec<bool>, Rational)>,
    signals: Vec<(usize, usize)>,
}

impl Matrix {
    fn staged(
        self,
        stage: Stage,
        (computers, processors): (u32, u32),
        delay: &Rational,
        observer: &mut dyn Observer,
    ) -> Result<Staged, Error> {
        let row = |(row, time): &(Vec<bool>, Rational)| {
            let work = |active: &bool| {
                if *active {
                    time.clone()
                } else {
                    Rational::zero()
                }
            };
            row.iter().map(work).collect()
        };
        let work = self.rows.iter().map(row).collect();
        let phases = Phases::new(work, self.signals)?;
        let (least, owners) = phases.best_placed(computers, delay, observer)?;
        let placed = phases.placed_schedule(&owners, delay)?;
        placed.ends_at(&least)?;
        let shared = phases.shared_schedule(processors)?;
        let chain = !phases.signals().is_empty();
        let ends = |mut ends: Vec<Rational>, plan: &Plan| {
            ends.extend(chain.then(|| plan.makespan.clone()));
            ends
        };
        Ok(Staged {
            stage,
            copies: self.copies,
            least,
            placed: (placed.clone(), ends(phases.placed_ends(&owners), &placed)),
            shared: (
                shared.clone(),
                ends(phases.shared_ends(processors)?, &shared),
            ),
            owners,
        })
    }
}
