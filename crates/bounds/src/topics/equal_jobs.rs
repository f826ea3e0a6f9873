//! Equal jobs with 0, 1, 2, … preemptions: Algorithm 2 finds how long all these schedules take in one walk through the Stern–Brocot
//! tree. Klonowska 2007, Paper II, section 3.

mod walk;

use bounds_model::Error as Model;
use bounds_model::extremal::jobs::shortest;
use bounds_model::preemption::gain;
use bounds_model::rational::{Rational, ratio, to_f64, whole};
use bounds_model::stern_brocot::{self, Part, Step};
use num_traits::One as _;
use report::chart::{Axis, Series, Side};
use report::figure::Unit;
use report::words::{count, list};
use report::worlds::Reason;
use report::{Chart, Figure, Layout, Report, Sample, Worlds};
use schedule::Schedule;
use words::{say, word};

use super::fewer_and_more;
use super::preemption::{most_needed, preemptions};
use crate::Parameters;
use crate::exact::{as_long, failed, figure, number, units, wide};
use crate::topics::MOST_STEPS;
use crate::worlds::{self, Side as World};

/// The most numbers of preemptions that a sentence lists.
const LISTED: usize = 8;

/// The findings about equal jobs and their preemptions.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    /// i and j, each at most the useful m − 1.
    fewer: u32,
    more: u32,
    /// The walk of Algorithm 2.
    steps: Vec<Step>,
    /// The makespan with 0, 1, … m − 1 preemptions.
    makespans: Vec<Rational>,
    /// The floor of m/n in as many ratios as the first schedule has groups of processors, n of them at most.
    floor: (u32, Rational),
    /// G(m, i, j).
    bound: Rational,
    /// The groups of processors of both schedules, the busiest first.
    groups: [Vec<Part>; 2],
    sides: [World; 2],
}

pub(super) fn compute(parameters: &Parameters) -> Result<Findings<'_>, laboratory::Error> {
    found(parameters).map_err(failed)
}

fn found(parameters: &Parameters) -> Result<Findings<'_>, Model> {
    let (m, n) = (parameters.machines, parameters.equal_jobs);
    let [fewer, more] = [parameters.fewer, parameters.more].map(|most| most.min(m - 1));
    let steps = stern_brocot::walk(m, n)?;
    let floors = stern_brocot::floors(&steps);
    // m − i groups of processors share no job.
    let of = |preemptions: u32| (m - preemptions).min(n);
    let floor = |preemptions: u32| {
        let floor = floors.get(of(preemptions) as usize - 1);
        floor.map(|floor| wide(*floor)).unwrap_or_default()
    };
    let one = Rational::one();
    let makespan = |preemptions: u32| match n <= m {
        true => one.clone(),
        false => &one / floor(preemptions),
    };
    let makespans: Vec<Rational> = (0..m).map(makespan).collect();
    let lengths = vec![whole(1); n as usize];
    let names = worlds::names("J", n as usize);
    let side = |preemptions: u32| -> Result<(World, Vec<Part>), Model> {
        let (plan, groups) = shortest(m, n, preemptions)?;
        plan.check_claim(&lengths, preemptions as usize, &makespan(preemptions))?;
        Ok((World::of_jobs(&plan, &names)?, groups))
    };
    let (long, apart) = side(fewer)?;
    let (short, together) = side(more)?;
    Ok(Findings {
        parameters,
        floor: (of(fewer), floor(fewer)),
        bound: wide(gain(m, fewer, more)?),
        groups: [apart, together],
        sides: [long, short],
        fewer,
        more,
        steps,
        makespans,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        Report {
            layout: Layout::schedule_then(&["staircase"]).folding(&["walk"]),
            winner: Some(fewer_and_more::winner(
                [self.fewer, self.more],
                self.ratio(),
            )),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            worlds: self.worlds(),
            charts: [self.staircase()].into_iter().chain(self.walk()).collect(),
            tables: vec![self.table()],
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let makespan = to_f64(&self.makespan(self.fewer));
        let makespan = Sample::new("makespan", word!("Makespan"), Unit::One, vec![makespan]);
        vec![makespan.of_schedule()]
    }

    fn schedule(self) -> Option<Schedule> {
        let [long, _] = self.sides;
        Some(long.schedule)
    }
}

impl Findings<'_> {
    fn jobs(&self) -> u32 {
        self.parameters.equal_jobs
    }

    fn machines(&self) -> u32 {
        self.parameters.machines
    }

    fn makespan(&self, preemptions: u32) -> Rational {
        let makespan = self.makespans.get(preemptions as usize);
        makespan.cloned().unwrap_or_else(Rational::one)
    }

    /// How long the first schedule takes beside the second.
    fn ratio(&self) -> Rational {
        self.makespan(self.fewer) / self.makespan(self.more)
    }

    /// Whether the first schedule may have fewer preemptions and takes longer.
    fn saves(&self) -> bool {
        self.fewer < self.more && !self.ratio().is_one()
    }

    /// The numbers of preemptions with a shorter schedule than one less.
    fn useful(&self) -> Vec<usize> {
        let pairs = self.makespans.iter().zip(self.makespans.iter().skip(1));
        let shorter = (1..).zip(pairs).filter(|(_, (before, here))| here < before);
        shorter.map(|(number, _)| number).collect()
    }

    /// The fewest preemptions with which no schedule is shorter.
    fn enough(&self) -> usize {
        self.useful().last().copied().unwrap_or_default()
    }

    fn jobs_told(&self) -> String {
        match self.jobs() {
            1 => word!("1 job").into(),
            jobs => count(jobs as usize, word!("equal job"), word!("equal jobs")),
        }
    }

    fn headline(&self) -> String {
        let (few, jobs, on) = (
            preemptions(self.fewer),
            self.jobs_told(),
            processors(self.machines().into()),
        );
        let takes = units(&self.makespan(self.fewer));
        if self.saves() {
            return say!(
                "With {few}, {jobs} on {on} take {} as with {}",
                as_long(&self.ratio()),
                preemptions(self.more)
            );
        }
        match self.fewer < self.more {
            true => say!(
                "With {few}, the shortest schedule of {jobs} on {on} takes {takes}, and no less with {}",
                preemptions(self.more)
            ),
            false => say!("With {few}, the shortest schedule of {jobs} on {on} takes {takes}"),
        }
    }

    fn why(&self) -> String {
        if self.jobs() <= self.machines() {
            return word!("Each job has a processor of its own, so preemptions save nothing.")
                .into();
        }
        let [apart, together] = &self.groups;
        let (few, many) = (preemptions(self.fewer), preemptions(self.more));
        if self.saves() {
            return say!(
                "With {few}, {}; with {many}, {}.",
                grouped(apart),
                grouped(together)
            );
        }
        let next = self.useful().into_iter();
        let next = next.map(|number| number as u32);
        let reached = self.fewer.max(self.more);
        match next.filter(|number| *number > reached).min() {
            Some(next) => say!(
                "With {few}, {}; the schedule gets shorter only with {}.",
                grouped(apart),
                preemptions(next)
            ),
            None if self.machines() == 1 => {
                word!("The only processor is busy all the time, so no schedule is shorter.").into()
            }
            None => say!(
                "All processors are busy until {}, so no schedule is shorter.",
                number(&self.makespan(self.fewer))
            ),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let (ratios, floor) = &self.floor;
        let ratios = count(*ratios as usize, word!("ratio"), word!("ratios"));
        let mut figures = fewer_and_more::figures(
            [self.fewer, self.more],
            [&self.makespan(self.fewer), &self.makespan(self.more)],
            &self.bound,
        );
        figures.push(figure("floor", &say!("Floor of m/n in {ratios}"), floor));
        figures.push(Figure::count(
            "enough",
            word!("Preemptions that are enough"),
            self.enough() as f64,
        ));
        figures
    }

    fn staircase(&self) -> Chart {
        let points = (0_u32..).zip(&self.makespans);
        let points = points.map(|(i, makespan)| (f64::from(i), to_f64(makespan)));
        let least = ratio(self.jobs(), self.machines()).max(Rational::one());
        Chart::new(
            "staircase",
            word!("How much time does each further preemption save?"),
            Axis::count(word!("preemptions allowed")),
            Axis::number(word!("makespan")),
            vec![Series::steps(word!("shortest schedule"), points, true)],
        )
        .beside(Side::Y, to_f64(&least), word!("McNaughton"))
        .held(
            Side::X,
            f64::from(self.fewer),
            word!("here"),
            Parameters::NAMES.fewer.any().text(),
            1.0,
        )
    }

    fn worlds(&self) -> Option<Worlds> {
        let caption = match self.saves() {
            true => say!(
                "The same jobs take {} with {} as with {}.",
                as_long(&self.ratio()),
                preemptions(self.fewer),
                preemptions(self.more)
            ),
            false => match self.ratio().is_one() {
                true => word!("Both schedules take the same time.").into(),
                false => say!(
                    "They take {} with {} and {} with {}.",
                    units(&self.makespan(self.fewer)),
                    preemptions(self.fewer),
                    units(&self.makespan(self.more)),
                    preemptions(self.more)
                ),
            },
        };
        let [apart, _] = &self.groups;
        let busiest = apart.first().filter(|_| self.saves());
        let reason = busiest.map(|part| Reason {
            unit: 0,
            with: false,
            lane: 0,
            at: to_f64(&self.makespan(self.fewer)),
            text: match busiest_of(apart) {
                1 => say!(
                    "Here {} share {} and end last.",
                    unit_jobs(part.under),
                    processors(part.over)
                ),
                groups => say!(
                    "Here {} share {}: {groups} groups of processors end last.",
                    unit_jobs(part.under),
                    processors(part.over)
                ),
            },
        });
        fewer_and_more::beside([self.fewer, self.more], &self.sides, caption, reason)
    }

    fn notes(&self) -> Vec<String> {
        let (m, n) = (self.machines(), self.jobs());
        let mut notes = Vec::new();
        if self.parameters.fewer.max(self.parameters.more) > m - 1 {
            notes.push(say!(
                "{} So larger numbers count as {}.",
                most_needed(m),
                m - 1
            ));
        }
        let useful = self.useful();
        if n > m && m > 1 {
            let told: Vec<String> = useful.iter().take(LISTED).map(usize::to_string).collect();
            notes.push(match useful.len() {
                0 => word!("No preemption shortens the schedule.").into(),
                all if all == (m - 1) as usize => {
                    word!("Each further preemption shortens the schedule.").into()
                }
                1 => say!(
                    "Of {} preemptions only number {} shortens the schedule.",
                    m - 1,
                    list(&told)
                ),
                all if all > LISTED => say!(
                    "Of {} preemptions {all} shorten the schedule, first numbers {}.",
                    m - 1,
                    list(&told)
                ),
                _ => say!(
                    "Of {} preemptions only numbers {} shorten the schedule.",
                    m - 1,
                    list(&told)
                ),
            });
        }
        // Fewer jobs than processors take 1 for any ratio.
        if n >= m {
            notes.push(
            word!("Schedules with i preemptions have m − i groups of processors that share no job. The floor of m/n in m − i ratios is the largest number of processors for each job that the busiest group can have; the makespan is 1 over it.").into(),
            );
        }
        notes.push(
            word!("Algorithm 2 splits m/n into its two neighbours in the tree, then always the copies of the younger one. The copy of the thesis at hand has lost arrows and positions of its steps; these agree with Algorithm 1, and with all ways to split small numbers.").into(),
        );
        notes.extend(fewer_and_more::alone(m, self.fewer));
        if self.steps.len() > MOST_STEPS {
            notes.push(say!(
                "Chart and table show the first {MOST_STEPS} of {} steps.",
                self.steps.len()
            ));
        }
        notes
    }
}

fn processors(number: u64) -> String {
    count(number as usize, word!("processor"), word!("processors"))
}

fn unit_jobs(number: u64) -> String {
    count(number as usize, word!("job"), word!("jobs"))
}

/// How many groups are as busy as the first one, the busiest.
fn busiest_of(groups: &[Part]) -> usize {
    let first = groups.first().map(|part| part.ratio());
    let as_busy = |part: &&Part| Some(part.ratio()) == first;
    groups.iter().filter(as_busy).count()
}

/// How groups of processors share the jobs.
fn grouped(groups: &[Part]) -> String {
    match groups {
        [] => String::new(),
        [all] if all.over == 2 => say!("both processors share {}", unit_jobs(all.under)),
        [all] => say!("all {} processors share {}", all.over, unit_jobs(all.under)),
        [first, ..] => {
            let (all, jobs) = (groups.len(), unit_jobs(first.under));
            let on = processors(first.over);
            match busiest_of(groups) {
                1 => say!(
                    "{all} groups of processors share no job, and the busiest has {jobs} on {on}"
                ),
                _ if groups.iter().all(|other| other == first) => {
                    say!("{all} groups of processors share no job, and each has {jobs} on {on}")
                }
                several => say!(
                    "{all} groups of processors share no job, and one of the {several} busiest has {jobs} on {on}"
                ),
            }
        }
    }
}
