//! Jobs of the user: the shortest schedules with 0, 1, 2, … preemptions, beside heuristics and bounds.

use std::collections::BTreeSet;

use bounds_model::jobs::few_preemptions::{self, MOST_EXACT_JOBS, Shortest};
use bounds_model::jobs::{Jobs, heuristics, mcnaughton};
use bounds_model::preemption::{gain, list_scheduling, longest_first, multifit};
use bounds_model::rational::{Rational, to_f64, typed, whole};
use bounds_model::{Error as Model, Plan};
use num_traits::{One as _, Zero as _};
use report::chart::{Axis, Series, Side};
use report::figure::Unit;
use report::table::Cell;
use report::words::{count, list};
use report::worlds::Reason;
use report::{Chart, Figure, Layout, Observer, Report, Sample, Table, Worlds};
use schedule::Schedule;
use words::{say, word};

use super::preemption::{most_needed, preemptions};
use super::{cuts, fewer_and_more};
use crate::Parameters;
use crate::exact::{
    apart, as_long, cell, commas, failed, figure, number, refused, refused_text, units, wide,
};
use crate::worlds::{self, Side as World};

/// The findings about the user's jobs.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    jobs: Jobs,
    /// C(P, m, i) for every i.
    all: Vec<Shortest>,
    /// i and j, each at most the useful m − 1.
    fewer: u32,
    more: u32,
    /// G(m, i, j).
    bound: Rational,
    /// Upper ends: C(P, m, m−1)·G(m, i, m−1) for every i.
    limits: Vec<Rational>,
    /// max(longest job, mean load).
    mcnaughton: Rational,
    heuristics: Vec<Heuristic>,
    sides: [World; 2],
    /// The lanes of each side that end last.
    lasts: [Last; 2],
    /// The number of preemptions of the first schedule.
    used: usize,
}

/// The lanes that end last, from 0, and when.
struct Last {
    lanes: Vec<usize>,
    end: Rational,
    /// How many lanes there are.
    all: usize,
}

impl Last {
    fn of(plan: &Plan) -> Self {
        let end = plan.pieces.iter().map(|piece| &piece.end).max();
        let last = plan.pieces.iter().filter(|piece| Some(&piece.end) == end);
        let lanes: BTreeSet<usize> = last.map(|piece| piece.lane).collect();
        Self {
            lanes: lanes.into_iter().collect(),
            end: end.cloned().unwrap_or_default(),
            all: plan.lanes,
        }
    }
}

/// A fast schedule without preemptions.
struct Heuristic {
    key: &'static str,
    name: &'static str,
    makespan: Rational,
    /// The greatest ratio of its makespan to the best schedule's.
    bound: Rational,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let jobs = Jobs::read(&parameters.jobs).map_err(refused_text("jobs", &parameters.jobs))?;
    let m = parameters.own_machines;
    let all = few_preemptions::all(&jobs, m, observer).map_err(refused("jobs"))?;
    let fewer = parameters.own_fewer.min(m - 1);
    let more = parameters.own_more.min(m - 1);
    let limits = (0..m)
        .zip(&all)
        .map(|(i, _)| Ok(last(&all) * wide(gain(m, i, m - 1)?)))
        .collect::<Result<_, Model>>()
        .map_err(failed)?;
    let side = |preemptions: u32| -> Result<(World, Last, usize), Model> {
        let shortest = all.get(preemptions as usize);
        let plan = shortest.map_or_else(Plan::default, |shortest| shortest.schedule(&jobs));
        if let Some(shortest) = shortest {
            plan.check_claim(jobs.lengths(), preemptions as usize, &shortest.makespan)?;
        }
        let names = worlds::names("J", jobs.len());
        let used = plan.preemptions();
        Ok((World::of_jobs(&plan, &names)?, Last::of(&plan), used))
    };
    let (long, long_last, used) = side(fewer).map_err(failed)?;
    let (short, short_last, _) = side(more).map_err(failed)?;
    Ok(Findings {
        parameters,
        bound: wide(gain(m, fewer, more).map_err(failed)?),
        limits,
        mcnaughton: mcnaughton::makespan(&jobs, m).map_err(failed)?,
        heuristics: heuristics(&jobs, m).map_err(failed)?,
        sides: [long, short],
        lasts: [long_last, short_last],
        used,
        jobs,
        all,
        fewer,
        more,
    })
}

/// The makespan with any number of preemptions.
fn last(all: &[Shortest]) -> Rational {
    all.last()
        .map(|shortest| shortest.makespan.clone())
        .unwrap_or_default()
}

fn heuristics(jobs: &Jobs, m: u32) -> Result<Vec<Heuristic>, Model> {
    let made = [
        (
            "list_scheduling",
            word!("List scheduling"),
            heuristics::list_scheduling(jobs, m)?,
            list_scheduling(m),
        ),
        (
            "longest_first",
            word!("Longest job first (LPT)"),
            heuristics::longest_first(jobs, m)?,
            longest_first(m),
        ),
        (
            "multifit",
            word!("MULTIFIT"),
            heuristics::multifit(jobs, m, heuristics::BISECTIONS)?,
            multifit(heuristics::BISECTIONS)?,
        ),
    ];
    made.into_iter()
        .map(|(key, name, plan, bound)| {
            plan.check_claim(jobs.lengths(), 0, &plan.makespan)?;
            Ok(Heuristic {
                key,
                name,
                makespan: plan.makespan,
                bound: wide(bound),
            })
        })
        .collect()
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let mut charts = vec![self.cuts(), self.staircase()];
        charts.extend(self.trade_off());
        Report {
            layout: Layout::schedule_then(&["staircase"]).opening(&["jobs"]),
            winner: Some(fewer_and_more::winner(
                [self.fewer, self.more],
                self.ratio(),
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
        let makespan = to_f64(&self.makespan(self.fewer));
        vec![
            Sample::new("makespan", word!("Makespan"), Unit::One, vec![makespan]).of_schedule(),
            Sample::new(
                "score",
                word!("Share of the bound"),
                Unit::Share,
                vec![to_f64(&self.score())],
            )
            .more_is_better(),
        ]
    }

    fn schedule(self) -> Option<Schedule> {
        let [long, _] = self.sides;
        Some(long.schedule)
    }
}

impl Findings<'_> {
    /// C(P, m, i).
    fn makespan(&self, preemptions: u32) -> Rational {
        self.all
            .get(preemptions as usize)
            .map(|shortest| shortest.makespan.clone())
            .unwrap_or_default()
    }

    /// C(i)/C(j).
    fn ratio(&self) -> Rational {
        self.makespan(self.fewer) / self.makespan(self.more).max(self.jobs.longest())
    }

    /// (C(i)/C(j))/G: 1 where the jobs reach the bound.
    fn score(&self) -> Rational {
        self.ratio() / &self.bound
    }

    fn headline(&self) -> String {
        let jobs = match self.jobs.len() {
            1 => word!("job").to_owned(),
            number => count(number, word!("job"), word!("jobs")),
        };
        let few = preemptions(self.fewer);
        let makespan = units(&self.makespan(self.fewer));
        if self.fewer >= self.more {
            return say!("With {few}, the shortest schedule of your {jobs} takes {makespan}");
        }
        let ratio = self.ratio();
        if ratio.is_one() {
            return say!(
                "The shortest schedule of your {jobs} takes {makespan} with {few}, and no less with {}",
                preemptions(self.more)
            );
        }
        if self.score().is_one() {
            return say!(
                "Your {jobs} reach the bound: with {few} they take {} as with {}",
                as_long(&ratio),
                preemptions(self.more)
            );
        }
        let [ratio, bound] = apart([&ratio, &self.bound]);
        say!(
            "With {few}, your {jobs} take {ratio} times as long as with {}; the bound is {bound}",
            preemptions(self.more)
        )
    }

    fn why(&self) -> String {
        let few = number(&self.makespan(self.fewer));
        let many = number(&self.makespan(self.more));
        let longest = self.jobs.longest();
        if self.makespan(self.fewer) == longest {
            return say!(
                "The longest job alone takes {}, so no further preemption shortens the schedule.",
                number(&longest)
            );
        }
        if self.fewer >= self.more || self.ratio().is_one() {
            return match self.makespan(self.fewer) == self.mcnaughton {
                true if self.parameters.own_machines == 1 => {
                    word!("The only processor is busy all the time, so no schedule is shorter.")
                        .into()
                }
                true => say!("All processors are busy until {few}, so no schedule is shorter."),
                false => say!(
                    "The jobs do not split more evenly among {} with {}; with any number of preemptions they take {}.",
                    count(
                        self.parameters.own_machines as usize,
                        word!("processor"),
                        word!("processors")
                    ),
                    preemptions(self.fewer.max(self.more)),
                    number(&self.mcnaughton)
                ),
            };
        }
        say!(
            "With {}, the last processor finishes at {many}; with {}, the jobs do not split as evenly, and it finishes at {few}.",
            preemptions(self.more),
            preemptions(self.fewer),
        )
    }

    fn figures(&self) -> Vec<Figure> {
        let mut figures = fewer_and_more::figures(
            [self.fewer, self.more],
            [&self.makespan(self.fewer), &self.makespan(self.more)],
            &self.bound,
        );
        let score = to_f64(&self.score());
        figures.push(Figure::share("score", word!("Share of the bound"), score));
        figures.extend(
            self.heuristics
                .iter()
                .map(|heuristic| figure(heuristic.key, heuristic.name, &heuristic.makespan)),
        );
        figures
    }

    /// Preemptions with makespans.
    fn steps(&self, of: impl Fn(&Shortest) -> Rational) -> Vec<(f64, f64)> {
        self.all
            .iter()
            .map(|shortest| (f64::from(shortest.preemptions), to_f64(&of(shortest))))
            .collect()
    }

    /// The jobs as bars; a press cuts a job in half as long as the exact search takes one more.
    fn cuts(&self) -> Chart {
        let may = self.jobs.len() < MOST_EXACT_JOBS as usize;
        cuts::chart(
            word!("What if a job were two?"),
            &self.jobs,
            |at, length| may.then(|| cuts::in_half(&self.jobs, at, length)),
        )
    }

    fn staircase(&self) -> Chart {
        let limits = (0_u32..).zip(&self.limits);
        let limits = limits.map(|(i, limit)| (f64::from(i), to_f64(limit)));
        let chart = Chart::new(
            "staircase",
            word!("How much time does each further preemption save?"),
            Axis::count(word!("preemptions allowed")),
            Axis::number(word!("makespan")),
            vec![
                Series::steps(
                    word!("most that any jobs with this optimum take"),
                    limits,
                    false,
                ),
                Series::steps(
                    word!("shortest schedule"),
                    self.steps(|shortest| shortest.makespan.clone()),
                    true,
                ),
            ],
        )
        .beside(Side::Y, to_f64(&self.mcnaughton), word!("McNaughton"));
        // Heuristics of one makespan share a line.
        let mut lines: Vec<(f64, String)> = Vec::new();
        for heuristic in &self.heuristics {
            let at = to_f64(&heuristic.makespan);
            match lines.iter_mut().find(|(value, _)| *value == at) {
                Some((_, names)) => *names = format!("{names}, {}", heuristic.name),
                None => lines.push((at, heuristic.name.to_owned())),
            }
        }
        lines.iter().fold(chart, |chart, (at, names)| {
            chart.beside(Side::Y, *at, names)
        })
    }

    /// κ, the cost of a preemption.
    fn cost(&self) -> Rational {
        typed(self.parameters.preemption_cost).unwrap_or_default()
    }

    fn trade_off(&self) -> Option<Chart> {
        let cost = self.cost();
        (!cost.is_zero()).then(|| {
            let points =
                self.steps(|shortest| &shortest.makespan + &cost * whole(shortest.preemptions));
            Chart::new(
                "trade_off",
                word!("How many preemptions are worth their cost?"),
                Axis::count(word!("preemptions allowed")),
                Axis::number(word!("makespan and cost")),
                vec![Series::line(
                    word!("makespan and cost of preemptions"),
                    points,
                    true,
                )],
            )
        })
    }

    fn tables(&self) -> Vec<Table> {
        let least = last(&self.all);
        let rows = self.all.iter().zip(&self.limits).map(|(shortest, limit)| {
            let groups = shortest.groups.iter().map(|group| {
                let lengths: Vec<String> = group
                    .jobs
                    .iter()
                    .filter_map(|job| self.jobs.lengths().get(*job))
                    .map(ToString::to_string)
                    .collect();
                format!("{}: {}", group.processors, lengths.join(" "))
            });
            [
                Cell::whole(shortest.preemptions as usize),
                cell(&shortest.makespan),
                Cell::Number(to_f64(&shortest.makespan)),
                Cell::Number(to_f64(&(&shortest.makespan / &least))),
                Cell::Number(to_f64(&(limit / &least))),
                Cell::words(groups.collect::<Vec<_>>().join(" | ")),
            ]
        });
        let staircase = Table::new(
            "staircase",
            word!("The shortest schedules"),
            [
                word!("Preemptions"),
                word!("Makespan"),
                word!("Decimal"),
                word!("Over the least"),
                word!("Bound"),
                word!("Processors: lengths"),
            ],
            rows,
        );
        let none = self.makespan(0);
        let rows = self.heuristics.iter().map(|heuristic| {
            [
                Cell::words(heuristic.name),
                cell(&heuristic.makespan),
                Cell::Number(to_f64(&(&heuristic.makespan / &none))),
                Cell::Number(to_f64(&heuristic.bound)),
            ]
        });
        let heuristics = Table::new(
            "heuristics",
            word!("Schedules without preemption that are made fast"),
            [
                word!("Method"),
                word!("Makespan"),
                word!("Over the shortest"),
                word!("At most"),
            ],
            rows,
        );
        vec![staircase, heuristics]
    }

    fn worlds(&self) -> Option<Worlds> {
        let caption = match self.ratio().is_one() {
            true => word!("Both schedules take the same time.").to_owned(),
            false => say!(
                "The same jobs take {} with {} as with {}.",
                as_long(&self.ratio()),
                preemptions(self.fewer),
                preemptions(self.more)
            ),
        };
        let reason = |last: &Last, with: bool| {
            Some(Reason {
                unit: 0,
                with,
                lane: *last.lanes.first()? as u32,
                at: to_f64(&last.end),
                text: finished(&last.lanes, last.all, &number(&last.end)),
            })
        };
        let [long, short] = &self.lasts;
        let reasons = [reason(long, false), reason(short, true)];
        fewer_and_more::beside(
            [self.fewer, self.more],
            &self.sides,
            caption,
            reasons.into_iter().flatten(),
        )
    }

    fn notes(&self) -> Vec<String> {
        let m = self.parameters.own_machines;
        let mut notes = Vec::new();
        if self.parameters.own_more.max(self.parameters.own_fewer) >= m {
            notes.push(most_needed(m));
        }
        if self.fewer >= self.more {
            notes.push(word!("The bound is 1, because i is not less than j.").into());
        }
        if self.used < self.fewer as usize {
            notes.push(match self.used {
                0 => word!("The first schedule needs no preemption.").to_owned(),
                used => say!(
                    "The first schedule needs only {}.",
                    preemptions(used as u32)
                ),
            });
        }
        let cost = self.cost();
        if !cost.is_zero() {
            let total =
                |shortest: &Shortest| &shortest.makespan + &cost * whole(shortest.preemptions);
            let best = self
                .all
                .iter()
                .min_by(|one, other| total(one).cmp(&total(other)));
            let least = best.map(total).unwrap_or_default();
            let as_good: Vec<String> = self
                .all
                .iter()
                .filter(|shortest| total(shortest) == least)
                .map(|shortest| shortest.preemptions.to_string())
                .collect();
            notes.push(match as_good.as_slice() {
                [_] => say!(
                    "With a cost of {} for each preemption, a schedule with {} is best: {} in all.",
                    number(&cost),
                    preemptions(best.map_or(0, |best| best.preemptions)),
                    number(&least)
                ),
                several => say!(
                    "With a cost of {} for each preemption, schedules with {} preemptions are equally good: {} in all.",
                    number(&cost),
                    list(several),
                    number(&least)
                ),
            });
        }
        notes.extend(commas(&self.parameters.jobs));
        notes.push(match cost.is_zero() {
            true => word!("All makespans are exact. A preempted job goes on later, on any processor, at no cost.").into(),
            false => word!("All makespans are exact, and leave out the cost of preemptions. A preempted job goes on later, on any processor.").into(),
        });
        notes
    }
}

/// Which of all processors finish at that time.
fn finished(lanes: &[usize], all: usize, end: &str) -> String {
    let names: Vec<String> = lanes.iter().map(|lane| (lane + 1).to_string()).collect();
    match (names.as_slice(), all) {
        ([_], 1) => say!("The only processor finishes at {end}."),
        ([one], _) => say!("Processor {one} finishes last, at {end}."),
        ([_, _], 2) => say!("Both processors finish at {end}."),
        (names, all) if names.len() == all => say!("All {all} processors finish at {end}."),
        (names, _) => say!("Processors {} finish last, at {end}.", list(names)),
    }
}
