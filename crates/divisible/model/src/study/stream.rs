//! A stream under one scheduler, beside another.

use report::evidence::Evidence;
use report::worlds::Done;
use report::{Asked, Observer};
use schedule::{Off, Recorder, Schedule};

use super::Progress;
use super::worlds::{Computed, Worlds, worlds};
use crate::experiment::Experiment;
use crate::lanes::{Frame, Window};
use crate::outcome::Account;
use crate::own::{Reasons, Sizer};
use crate::parameters::Scheduler;
use crate::settings::Ports;
use crate::streams::Together;
use crate::watch::{Each, Listener, Round};
use crate::{Error, Parameters, Platform};

/// The number of workers with a course of their own.
pub const COURSES: usize = 12;
/// The number of parts of the stream; their means are the course of all workers.
const PARTS: usize = 120;
/// The number of rounds of a worker with a point each, before some are left out.
const POINTS: usize = 800;
/// Rounds that are never left out: chunks find their size in them.
const FIRST: u32 = 64;
/// The most spans of a schedule.
const SPANS: usize = 200_000;
/// A settled round deviates from the target by this share at most.
const SETTLED: f64 = 0.01;

/// The simulated runs and their outcomes.
#[derive(Clone, Debug)]
pub struct Streamed {
    /// The first run as the schedule shows it.
    pub experiment: Experiment,
    /// The scheduler of the scenario.
    pub own: Ran,
    /// The other scheduler.
    pub rival: Ran,
    /// The part of the first run that the schedule shows.
    pub frame: Frame,
    /// The first run under the scheduler of the scenario.
    pub schedule: Schedule,
    /// The load done over time in that schedule, where it shows the run from its beginning.
    pub done: Option<Done>,
    /// Whether contention is so frequent that the schedule does not mark it.
    pub unmarked: bool,
    /// The part of the first run that shows how AS4DR differs from the other scheduler.
    pub worlds: Option<Worlds>,
    /// The questions to the strategy in that run, where it is one's own.
    pub asked: Vec<Asked>,
    /// The texts that the strategy printed.
    pub reasons: Reasons,
}

/// All runs under one scheduler.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The scheduler.
    pub scheduler: Scheduler,
    /// The first run, over all its workers.
    pub first: Together,
    /// The course of that run.
    pub course: Courses,
    /// CPU_eff of the stream of each run.
    pub efficiency: Vec<f64>,
    /// The load computed per second in each run, u/s.
    pub throughput: Vec<f64>,
    /// The use of the processors' time in each run, as shares of it.
    pub spent: Vec<Spent>,
    /// Transfers that waited for other workers' transfers, in each run.
    pub contention: Vec<f64>,
    /// The total wait of these transfers in each run, s.
    pub waited: Vec<f64>,
    /// The number of rounds after which the slowest worker's round was first within 1 % of the target; not a number where a
    /// worker's never was.
    pub settled: Vec<f64>,
    /// The number of rounds after which all rounds of all workers were within 1 % of the target; not a number where they never
    /// were.
    pub kept: Vec<f64>,
    /// The longest time between the sendings of a worker's last two chunks in each run, s; not a number where a worker had fewer.
    pub turn: Vec<f64>,
    /// The shortest such time, s.
    pub least_turn: Vec<f64>,
}

/// The use of the processors' time, as shares of the time of all processors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Waiting for the first chunk.
    pub startup: f64,
    /// Inter-round starvation.
    pub inter: f64,
    /// Intra-round starvation.
    pub intra: f64,
    /// Latencies of computing.
    pub latency: f64,
}

impl Spent {
    fn of(together: &Together) -> Self {
        let workers = || together.clusters.iter().flat_map(|one| &one.workers);
        let time: f64 = together
            .clusters
            .iter()
            .map(|one| one.elapsed * one.workers.len() as f64)
            .sum();
        let share = |of: fn(&Account) -> f64| workers().map(of).sum::<f64>() / time;
        Self {
            startup: share(|account| account.startup),
            inter: share(|account| account.inter),
            intra: share(|account| account.intra),
            latency: share(|account| account.latency),
        }
    }
}

/// A round of one worker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sized {
    /// When its first result was back, s.
    pub date: f64,
    /// Its number, from 0.
    pub number: u32,
    /// σ, s.
    pub sigma: f64,
    /// α, u.
    pub size: f64,
}

/// The course of a run.
#[derive(Clone, Debug)]
pub struct Courses {
    /// The rounds of the workers with a course, from the first worker shown.
    pub workers: Vec<Vec<Sized>>,
    first: usize,
    strides: Vec<u32>,
    /// The computing of all workers.
    pub computed: Computed,
    /// The rounds of each worker beside the target.
    settling: Vec<Settling>,
    target: f64,
}

/// The rounds of one worker beside the target.
#[derive(Clone, Copy, Debug, Default)]
struct Settling {
    /// The first round that was within 1 % of it, by the number of rounds up to it.
    first: Option<f64>,
    /// The number of rounds up to the first one after which all were.
    kept: Option<f64>,
    /// When the last chunk was sent, s, and the time since the one before.
    posted: Option<f64>,
    period: Option<f64>,
}

impl Settling {
    fn round(&mut self, round: &Round, target: f64) {
        let number = f64::from(round.number + 1);
        if (round.sigma - target).abs() <= SETTLED * target {
            self.first.get_or_insert(number);
            self.kept.get_or_insert(number);
        } else {
            self.kept = None;
        }
        self.period = self.posted.map(|before| round.posted - before);
        self.posted = Some(round.posted);
    }
}

impl Courses {
    fn new(experiment: &Experiment, frame: &Frame) -> Self {
        let workers = experiment.clusters.iter().flat_map(Platform::workers);
        let courses = frame.workers.len().min(COURSES);
        Self {
            workers: vec![Vec::new(); courses],
            first: frame.workers.start,
            strides: vec![1; courses],
            computed: Computed::in_parts(experiment, PARTS),
            settling: vec![Settling::default(); workers.count()],
            target: experiment.settings.target,
        }
    }

    /// The greatest value of a worker; not a number where one has none.
    fn most(&self, of: fn(&Settling) -> Option<f64>) -> f64 {
        let most = |most: Option<f64>, one: &Settling| Some(most?.max(of(one)?));
        let most = self.settling.iter().fold(Some(0.0), most);
        most.unwrap_or(f64::NAN)
    }

    /// The shortest time between the sendings of a worker's last two chunks, s; infinite where there is none.
    fn least_turn(&self) -> f64 {
        let periods = self.settling.iter().filter_map(|one| one.period);
        periods.fold(f64::INFINITY, f64::min)
    }

    /// Simulates an experiment and records its rounds.
    fn follow<R: Recorder>(
        &mut self,
        progress: &mut Progress<'_>,
        experiment: &Experiment,
        recorder: &mut R,
    ) -> Result<Together, Error> {
        let mut watch: Listener<'_> = Each(&mut |round| self.round(round));
        progress.simulate(experiment, recorder, &mut watch)
    }

    /// The same, and adds up the computed load.
    fn add_up<R: Recorder>(
        &mut self,
        progress: &mut Progress<'_>,
        experiment: &Experiment,
        recorder: &mut R,
    ) -> Result<(Together, Computed), Error> {
        let mut computed = Computed::new(experiment);
        let mut watch: Listener<'_> = Each(&mut |round| {
            self.round(round);
            computed.round(round);
        });
        let together = progress.simulate(experiment, recorder, &mut watch)?;
        Ok((together, computed))
    }

    fn round(&mut self, round: &Round) {
        self.computed.round(round);
        let place = round.worker as usize;
        if let Some(settling) = self.settling.get_mut(place) {
            settling.round(round, self.target);
        }
        let shown = place.checked_sub(self.first);
        let Some(shown) = shown.filter(|shown| *shown < self.workers.len()) else {
            return;
        };
        let (Some(rounds), Some(stride)) =
            (self.workers.get_mut(shown), self.strides.get_mut(shown))
        else {
            return;
        };
        if round.number >= FIRST && !round.number.is_multiple_of(*stride) {
            return;
        }
        rounds.push(Sized {
            date: round.returned.1,
            number: round.number,
            sigma: round.sigma,
            size: round.size,
        });
        if rounds.len() > POINTS {
            *stride *= 2;
            let stride = *stride;
            rounds.retain(|one| one.number < FIRST || one.number.is_multiple_of(stride));
        }
    }
}

/// The displayed part of a run of `horizon` s: as many workers and as much time as the parameters say, less where there are too many
/// spans.
pub fn frame(parameters: &Parameters, clusters: &[Platform], horizon: f64) -> Frame {
    let sizes = clusters.iter().map(|one| one.workers().len());
    let workers: usize = sizes.clone().sum();
    let first = (parameters.first_worker as usize).min(workers) - 1;
    let shown = first..workers.min(first + parameters.workers_shown as usize);
    let mut place = 0;
    let mut transfers = 0;
    for size in sizes {
        if parameters.ports == Ports::One && place < shown.end && shown.start < place + size {
            transfers += 4 * size;
        }
        place += size;
    }
    // Of each worker shown: two latencies, two computations, now and then a wait; of ports, four transfers of every
    // worker.
    let each = 8 * shown.len() + transfers;
    let rounds = (parameters.shown as usize).min((SPANS / each).max(1));
    let from = f64::from(parameters.shown_from) * parameters.target;
    let from = if from < horizon { from } else { 0.0 };
    Frame {
        workers: shown,
        from,
        until: horizon.min(from + rounds as f64 * parameters.target),
    }
}

/// Simulates all runs under the scheduler of the scenario and under another: BS beside AS4DR, AS4DR beside all others.
///
/// # Errors
/// As of [`Experiment::of`]; [`Error::Cancelled`] where the observer stops it.
pub fn run(parameters: &Parameters, observer: &mut dyn Observer) -> Result<Streamed, Error> {
    let own = parameters.scheduler;
    let rival = match own {
        Scheduler::As4dr => Scheduler::Baseline,
        Scheduler::Baseline | Scheduler::Da1 | Scheduler::Olmr | Scheduler::Own => Scheduler::As4dr,
    };
    let simulations = 2 * u64::from(parameters.runs) + 2;
    let mut progress = Progress::new(observer, simulations).sizing(Sizer::read(parameters)?);
    let experiment = Experiment::of(parameters, own, 0)?;
    let frame = frame(parameters, &experiment.clusters, parameters.horizon);
    let mut window = Window::new(&experiment.clusters, parameters.ports, &frame);
    let mut course = Courses::new(&experiment, &frame);
    let (first, computed) = course.add_up(&mut progress, &experiment, &mut window)?;
    let (schedule, unmarked) = window.finish(first.elapsed())?;
    let mut own = Ran::of(own, first, course);
    let beside = Experiment {
        settings: crate::experiment::settings(parameters, rival),
        ..experiment.clone()
    };
    let mut course = Courses::new(&beside, &frame);
    let (first, other) = course.add_up(&mut progress, &beside, &mut Off)?;
    let mut rival = Ran::of(rival, first, course);
    for run in 1..parameters.runs {
        let mut experiment = Experiment::of(parameters, own.scheduler, run)?;
        for ran in [&mut own, &mut rival] {
            experiment.settings = crate::experiment::settings(parameters, ran.scheduler);
            let mut course = Courses::new(
                &experiment,
                &Frame {
                    workers: 0..0,
                    ..frame.clone()
                },
            );
            let together = course.follow(&mut progress, &experiment, &mut Off)?;
            ran.add(&together, &course);
        }
    }
    let (one, two) = ((&experiment, &computed), (&beside, &other));
    let (both, rans) = match own.scheduler {
        Scheduler::As4dr | Scheduler::Own => ([two, one], [&rival, &own]),
        _ => ([one, two], [&own, &rival]),
    };
    let [before, after] = rans.map(Ran::unit_times);
    let worlds = match Evidence::of(&before, &after) {
        Some(evidence) => worlds(&mut progress, both, &frame.workers, evidence)?,
        None => None,
    };
    let (asked, reasons) = progress.told();
    Ok(Streamed {
        experiment,
        own,
        rival,
        done: (frame.from == 0.0).then(|| computed.until(schedule.makespan())),
        frame,
        schedule,
        unmarked,
        worlds,
        asked,
        reasons,
    })
}

impl Ran {
    /// The time of a unit of load in each run, ms; not a number where none is computed.
    #[must_use]
    pub fn unit_times(&self) -> Vec<f64> {
        self.throughput.iter().map(|one| unit_time(*one)).collect()
    }

    fn of(scheduler: Scheduler, first: Together, course: Courses) -> Self {
        let mut ran = Self {
            scheduler,
            first: first.clone(),
            course: course.clone(),
            efficiency: Vec::new(),
            throughput: Vec::new(),
            spent: Vec::new(),
            contention: Vec::new(),
            waited: Vec::new(),
            settled: Vec::new(),
            kept: Vec::new(),
            turn: Vec::new(),
            least_turn: Vec::new(),
        };
        ran.add(&first, &course);
        ran
    }

    fn add(&mut self, together: &Together, course: &Courses) {
        self.efficiency.push(together.efficiency());
        self.throughput.push(together.throughput());
        self.spent.push(Spent::of(together));
        let (sending, returning) = (together.sending, together.returning);
        self.contention
            .push((sending.events + returning.events) as f64);
        self.waited.push(sending.wait + returning.wait);
        self.settled.push(course.most(|one| one.first));
        self.kept.push(course.most(|one| one.kept));
        self.turn.push(course.most(|one| one.period));
        self.least_turn.push(course.least_turn());
    }
}

/// The time of a unit of load, ms; not a number where none is computed.
#[must_use]
pub fn unit_time(throughput: f64) -> f64 {
    if throughput > 0.0 {
        1000.0 / throughput
    } else {
        f64::NAN
    }
}
