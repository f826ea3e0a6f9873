//! The worst case of fewer preemptions: G, jobs that attain it, and the path through the Stern–Brocot tree that finds it.

mod tree;

use bounds_model::extremal::jobs::{Extremal, boxed, equal};
use bounds_model::jobs::{Jobs, MOST_JOBS};
use bounds_model::preemption::{braun_schmidt, gain, plateau};
use bounds_model::rational::{Rational, ratio, to_f64};
use bounds_model::stern_brocot::{self, Part, Split};
use num_traits::One as _;
use report::chart::{Axis, Series, Side};
use report::figure::Unit;
use report::table::Cell;
use report::words::count;
use report::worlds::Reason;
use report::{Chart, Figure, Layout, Report, Sample, Table, Winner, Worlds};
use schedule::Schedule;
use words::{say, word};

use super::{cuts, fewer_and_more};
use crate::Parameters;
use crate::exact::{as_long, cell, failed, figure, number, wide};
use crate::parameters;
use crate::topics::MOST_STEPS;
use crate::worlds::{self, Side as World};

/// The findings about a question of preemptions.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    /// i, and j, which is at most the useful m − 1.
    fewer: u32,
    more: u32,
    gain: Rational,
    /// 2m/(m+i+1): against any number of preemptions.
    braun_schmidt: Rational,
    /// The value for many processors, where it holds.
    plateau: Option<Rational>,
    /// G(m, i, j) over j for this i, and over i for this j.
    over_more: Vec<(u32, Rational)>,
    over_fewer: Vec<(u32, Rational)>,
    path: Vec<Split>,
    parts: Vec<Part>,
    /// The tower of the jobs of the thesis, where these are asked for.
    tower: Option<Tower>,
    drawn: Option<Drawn>,
    /// The jobs that attain the bound; where both schedules take the same time, any do: equal ones.
    jobs: Jobs,
}

/// The lanes that decide the makespan of the schedule with fewer preemptions: each has two jobs of one length.
struct Tower {
    lanes: std::ops::Range<usize>,
    /// The makespans of this schedule and of the other one.
    long: Rational,
    short: Rational,
}

/// The extremal jobs in both schedules.
struct Drawn {
    jobs: usize,
    /// C(P, m, i) and C(P, m, j).
    makespans: [Rational; 2],
    tower: std::ops::Range<usize>,
    sides: [World; 2],
}

pub(super) fn compute(parameters: &Parameters) -> Result<Findings<'_>, laboratory::Error> {
    let m = parameters.machines;
    let (fewer, more) = (parameters.fewer, parameters.more.min(m - 1));
    let of = |i: u32, j: u32| gain(m, i, j).map(wide).map_err(failed);
    let over_more = (0..m).map(|j| Ok((j, of(fewer, j)?)));
    let over_fewer = (0..m).map(|i| Ok((i, of(i, more)?)));
    let (path, parts) = if fewer < more {
        (
            stern_brocot::path(m, m + fewer + 1, m - more).map_err(failed)?,
            stern_brocot::decomposition(m, m + fewer + 1, m - more).map_err(failed)?,
        )
    } else {
        (Vec::new(), Vec::new())
    };
    let is_boxed = parameters.extremal == parameters::Extremal::Boxed;
    let number = (m + fewer + 1).min(MOST_JOBS as u32);
    let mut jobs = Jobs::equal(number as usize).map_err(failed)?;
    let (mut tower, mut drawn) = (None, None);
    if fewer < more {
        let extremal = match parameters.extremal {
            parameters::Extremal::Equal => equal(m, fewer, more),
            parameters::Extremal::Boxed => boxed(m, fewer, more),
        };
        let extremal = extremal.map_err(failed)?;
        tower = is_boxed.then(|| Tower {
            lanes: extremal.tower.clone(),
            long: extremal.fewer.makespan.clone(),
            short: extremal.more.makespan.clone(),
        });
        jobs = extremal.jobs.clone();
        drawn = Some(Drawn::of(extremal, fewer, more).map_err(failed)?);
    }
    Ok(Findings {
        parameters,
        fewer,
        more,
        gain: of(fewer, more)?,
        braun_schmidt: wide(braun_schmidt(m, fewer)),
        plateau: plateau(m, fewer, more).map(wide),
        over_more: over_more.collect::<Result<_, laboratory::Error>>()?,
        over_fewer: over_fewer.collect::<Result<_, laboratory::Error>>()?,
        path,
        parts,
        tower,
        drawn,
        jobs,
    })
}

impl Drawn {
    /// Both schedules, checked: they are feasible, have no more preemptions than allowed, and the ratio is the bound.
    fn of(extremal: Extremal, fewer: u32, more: u32) -> Result<Self, bounds_model::Error> {
        extremal.check(fewer, more)?;
        let names = worlds::names("J", extremal.jobs.len());
        let [short, long] = [&extremal.more, &extremal.fewer];
        let side = |plan: &bounds_model::Plan| World::of_jobs(plan, &names);
        Ok(Self {
            jobs: extremal.jobs.len(),
            makespans: [long.makespan.clone(), short.makespan.clone()],
            tower: extremal.tower.clone(),
            sides: [side(long)?, side(short)?],
        })
    }
}

/// "no preemption", "1 preemption", "3 preemptions".
pub(super) fn preemptions(number: u32) -> String {
    match number {
        0 => word!("no preemption").into(),
        number => count(number as usize, word!("preemption"), word!("preemptions")),
    }
}

/// How many preemptions any schedule needs on so many processors, as a sentence.
pub(super) fn most_needed(machines: u32) -> String {
    let on = count(machines as usize, word!("processor"), word!("processors"));
    match machines - 1 {
        0 => say!("On {on} no schedule needs a preemption."),
        most => say!("On {on} no schedule needs more than {}.", preemptions(most)),
    }
}

/// "No preemption", "Up to 3 preemptions".
pub(super) fn at_most(number: u32) -> String {
    match number {
        0 => word!("No preemption").into(),
        number => say!("Up to {}", preemptions(number)),
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let mut charts = vec![self.cuts(), self.over_more(), self.over_fewer()];
        charts.extend(self.tree());
        charts.extend(self.convergence());
        Report {
            layout: Layout::schedule_then(&[])
                .opening(&["jobs", "more"])
                .folding(&["path"]),
            winner: Some(Winner::exact(
                [&self.gain, &Rational::one()],
                [word!("fewer preemptions"), word!("more preemptions")],
            )),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            worlds: self.worlds(),
            charts,
            tables: self.tables(),
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let value = to_f64(&self.gain);
        vec![Sample::new(
            "gain",
            word!("Bound G"),
            Unit::One,
            vec![value],
        )]
    }

    fn schedule(self) -> Option<Schedule> {
        let [long, _] = self.drawn?.sides;
        Some(long.schedule)
    }
}

impl Findings<'_> {
    fn processors(&self) -> String {
        count(
            self.parameters.machines as usize,
            word!("processor"),
            word!("processors"),
        )
    }

    fn headline(&self) -> String {
        let few = preemptions(self.fewer);
        if self.fewer >= self.more {
            return match self.fewer == self.parameters.more {
                true if self.fewer == 0 => say!(
                    "Neither schedule has a preemption, so jobs on {} take the same time in both",
                    self.processors()
                ),
                true => say!(
                    "Both schedules have {few} at most, so jobs on {} take the same time in both",
                    self.processors()
                ),
                false => say!(
                    "With {few}, jobs on {} take no longer than with {}",
                    self.processors(),
                    preemptions(self.parameters.more)
                ),
            };
        }
        say!(
            "With {few} instead of {}, jobs on {} take up to {}",
            self.more,
            self.processors(),
            as_long(&self.gain)
        )
    }

    fn why(&self) -> String {
        let m = self.parameters.machines;
        if self.fewer >= self.more {
            return match self.fewer >= m - 1 {
                true if m == 1 => most_needed(m),
                true => say!(
                    "McNaughton’s rule schedules any jobs on {} with {} at most, and no schedule with more is shorter.",
                    self.processors(),
                    preemptions(m - 1)
                ),
                false if self.fewer > self.more => {
                    word!("The first schedule may have more preemptions than the second.").into()
                }
                false => {
                    word!("The first schedule may have as many preemptions as the second.").into()
                }
            };
        }
        if let Some(tower) = &self.tower {
            return self.of_tower(tower);
        }
        let jobs = m + self.fewer + 1;
        let never = match self.fewer {
            0 => say!(
                "{jobs} equal jobs run uninterrupted on {}, so two of them share a processor",
                self.processors()
            ),
            fewer => say!(
                "With {}, at least {} of {jobs} equal jobs are never interrupted, so two of them share a processor",
                preemptions(fewer),
                m + 1
            ),
        };
        let spread = match (self.parts.as_slice(), self.parts.first()) {
            ([_], _) | (_, None) if m == 2 => word!("both processors share them evenly").into(),
            ([_], _) | (_, None) => say!("all {} share them evenly", self.processors()),
            (parts, Some(part)) => {
                let jobs = count(part.under as usize, word!("job"), word!("jobs"));
                let on = count(part.over as usize, word!("processor"), word!("processors"));
                let groups = parts.len();
                let ratio = |part: &Part| ratio(part.over, part.under);
                let busiest = parts
                    .iter()
                    .filter(|other| ratio(other) == ratio(part))
                    .count();
                if parts.iter().all(|other| other == part) {
                    say!("each of {groups} groups of processors has {jobs} on {on}")
                } else if busiest == 1 {
                    say!(
                        "{groups} groups of processors share them, and the busiest has {jobs} on {on}"
                    )
                } else {
                    say!(
                        "{groups} groups of processors share them, and one of the busiest has {jobs} on {on}"
                    )
                }
            }
        };
        say!("{never}; with {}, {spread}.", preemptions(self.more))
    }

    /// Why the jobs of the thesis take longer.
    fn of_tower(&self, tower: &Tower) -> String {
        let lanes = match tower.lanes.len() {
            1 => say!("processor {} runs", tower.lanes.end),
            _ => say!(
                "each of the processors {} to {} runs",
                tower.lanes.start + 1,
                tower.lanes.end
            ),
        };
        let busy = match self.parameters.machines {
            2 => word!("both processors are busy").to_owned(),
            m => say!("all {m} processors are busy"),
        };
        say!(
            "With {}, {busy} until {}; with {}, {lanes} two jobs of length {} one after the other, until {}.",
            preemptions(self.more),
            number(&tower.short),
            preemptions(self.fewer),
            number(&(&tower.long / ratio(2, 1))),
            number(&tower.long)
        )
    }

    fn figures(&self) -> Vec<Figure> {
        let mut figures = vec![
            figure("gain", word!("Bound G"), &self.gain),
            figure(
                "unlimited",
                word!("Against any number of preemptions"),
                &self.braun_schmidt,
            ),
        ];
        if let Some(drawn) = &self.drawn {
            let [long, short] = &drawn.makespans;
            let keys = [("long", self.fewer), ("short", self.more)];
            figures.extend(fewer_and_more::makespans(keys, [long, short]));
            figures.push(Figure::count("jobs", word!("Jobs"), drawn.jobs as f64));
        }
        figures
    }

    fn over_more(&self) -> Chart {
        let points = self
            .over_more
            .iter()
            .map(|(j, gain)| (f64::from(*j), to_f64(gain)));
        Chart::new(
            "more",
            word!("How does the bound grow with the preemptions of the second schedule?"),
            Axis::count(word!("preemptions of the second schedule, j")),
            Axis::number(word!("bound G")),
            vec![Series::steps(
                &say!("with {} in the first", preemptions(self.fewer)),
                points,
                true,
            )],
        )
        .held(
            Side::X,
            f64::from(self.more),
            word!("here"),
            Parameters::NAMES.more.any().text(),
            1.0,
        )
    }

    /// The jobs as bars; a press on one lets the first schedule cut once more.
    fn cuts(&self) -> Chart {
        let m = self.parameters.machines;
        let may = self.fewer + 1 < m;
        cuts::chart(
            word!("What if one of the worst jobs may be cut once more?"),
            &self.jobs,
            |_, _| may.then(|| cuts::once_more(self.fewer)),
        )
    }

    fn over_fewer(&self) -> Chart {
        let points = self
            .over_fewer
            .iter()
            .map(|(i, gain)| (f64::from(*i), to_f64(gain)));
        Chart::new(
            "fewer",
            word!("How does the bound shrink with the preemptions of the first schedule?"),
            Axis::count(word!("preemptions of the first schedule, i")),
            Axis::number(word!("bound G")),
            vec![Series::steps(
                &say!("against {}", preemptions(self.more)),
                points,
                true,
            )],
        )
        .held(
            Side::X,
            f64::from(self.fewer),
            word!("here"),
            Parameters::NAMES.fewer.any().text(),
            1.0,
        )
    }

    /// The two neighbours in the tree that close in on the ratio of processors to jobs.
    fn convergence(&self) -> Option<Chart> {
        let line = |name: &str, of: fn(&Split) -> (u64, u64)| {
            let points = (1..)
                .zip(&self.path)
                .take(MOST_STEPS)
                .map(|(step, split): (u32, &Split)| {
                    let (over, under) = of(split);
                    (f64::from(step), over as f64 / under as f64)
                })
                .collect::<Vec<_>>();
            Series::line(name, points, true)
        };
        (self.path.len() > 1).then(|| {
            let m = self.parameters.machines;
            let aim = f64::from(m) / f64::from(m + self.fewer + 1);
            Chart::new(
                "path",
                word!("How do both neighbours close in on all processors over all jobs?"),
                Axis::count(word!("step")),
                Axis::number(word!("processors for each job")),
                vec![
                    line(word!("lower neighbour"), |split| split.left),
                    line(word!("upper neighbour"), |split| split.right),
                ],
            )
            .beside(Side::Y, aim, word!("all processors over all jobs"))
        })
    }

    fn tables(&self) -> Vec<Table> {
        let mut tables = Vec::new();
        if !self.path.is_empty() {
            let pair = |(over, under): (u64, u64)| Cell::words(format!("{over}/{under}"));
            let rows = (1..)
                .zip(self.path.iter().take(MOST_STEPS))
                .map(|(step, split)| {
                    [
                        Cell::whole(step),
                        Cell::whole(split.lefts as usize),
                        pair(split.left),
                        Cell::whole(split.rights as usize),
                        pair(split.right),
                        pair(split.mediant()),
                    ]
                });
            tables.push(Table::new(
                "path",
                word!("The path through the Stern–Brocot tree (Algorithm 1)"),
                [
                    word!("Step"),
                    word!("Copies"),
                    word!("Lower neighbour"),
                    word!("Copies"),
                    word!("Upper neighbour"),
                    word!("Mediant"),
                ],
                rows,
            ));
        }
        if !self.parts.is_empty() {
            let mut groups: Vec<(Part, usize)> = Vec::new();
            for part in &self.parts {
                match groups.last_mut() {
                    Some((last, times)) if last == part => *times += 1,
                    _ => groups.push((*part, 1)),
                }
            }
            let rows = groups.iter().map(|(part, times)| {
                [
                    Cell::whole(*times),
                    Cell::whole(part.over as usize),
                    Cell::whole(part.under as usize),
                    cell(&ratio(part.over, part.under)),
                ]
            });
            tables.push(Table::new(
                "groups",
                word!("Groups of processors with more preemptions, for equal jobs"),
                [
                    word!("Groups"),
                    word!("Processors"),
                    word!("Jobs"),
                    word!("Processors for each job"),
                ],
                rows,
            ));
        }
        tables
    }

    fn worlds(&self) -> Option<Worlds> {
        let drawn = self.drawn.as_ref()?;
        let caption = say!(
            "The worst jobs: {} on {}. They take {} with {} as with {}, which is the bound.",
            drawn.jobs,
            self.processors(),
            as_long(&self.gain),
            preemptions(self.fewer),
            preemptions(self.more)
        );
        let reason = (!drawn.tower.is_empty()).then(|| Reason {
            unit: 0,
            with: false,
            lane: drawn.tower.start as u32,
            at: drawn
                .sides
                .first()
                .map_or(0.0, |side| side.schedule.makespan()),
            text: say!(
                "Processor {} runs two jobs that are never interrupted, one after the other.",
                drawn.tower.start + 1
            ),
        });
        fewer_and_more::beside([self.fewer, self.more], &drawn.sides, caption, reason)
    }

    fn notes(&self) -> Vec<String> {
        let m = self.parameters.machines;
        let mut notes = Vec::new();
        if self.parameters.more > self.more {
            notes.push(say!("{} So j counts as {}.", most_needed(m), m - 1));
        }
        if self.fewer >= self.more {
            notes.push(word!("The bound is 1, because i is not less than j.").into());
        } else if self.drawn.is_some() {
            notes.extend(fewer_and_more::alone(m, self.fewer));
        }
        // With more processors a j that is cut would count for more.
        if let Some(plateau) = self
            .plateau
            .as_ref()
            .filter(|_| self.parameters.more == self.more)
        {
            notes.push(say!(
                "With i + j + 1 processors or more the bound does not depend on their number: it is {plateau}."
            ));
        }
        if self.path.len() > MOST_STEPS {
            notes.push(say!(
                "Chart and table show the first {MOST_STEPS} of {} steps.",
                self.path.len()
            ));
        }
        if self.parameters.extremal == parameters::Extremal::Equal && self.drawn.is_some() {
            notes.push(
                word!("Equal jobs are worst for every larger number of preemptions at once; the thesis has a set for each pair.").into(),
            );
        }
        notes
    }
}
