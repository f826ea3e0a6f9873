//! The same load under two schedulers: the part of the first run that shows the difference, and both schedules of it.
//!
//! Rounds have other sizes under another scheduler, so that work is counted in load: a unit is about the load of a round.

use std::ops::Range;

use report::Observer;
use report::evidence::Evidence;
use report::worlds::{Done, rounded};
use schedule::same_work::Same;
use schedule::{Job, LaneId, Link, MarkId, Off, PhaseId, Recorder, Schedule};

use super::Progress;
use crate::baselines::{COMPUTE, Chunk};
use crate::experiment::Experiment;
use crate::lanes::{self, Frame, Window};
use crate::settings::Ports;
use crate::watch::{Each, Listener, Round};
use crate::{Error, Platform};

/// The number of units shown first; a run of at most so many more shows all its units.
const SEEN: usize = 6;
const SLACK: usize = 2;
/// The most units visible before and after them, and the most spans kept.
const AROUND: usize = 60;
const SPANS: usize = 60_000;
/// The number of parts of a round in which its computing is added up, and the most parts of a stream.
const FINE: f64 = 64.0;
const PARTS: f64 = 65_536.0;
/// The most units of a run: their ends are kept, and a part of them is sought.
const MOST: f64 = 100_000.0;
/// The least number of units of a sufficiently long stream.
const UNITS: f64 = 8.0;
/// The number of units of a load of known size, and of parts of its time.
const TENTHS: usize = 10;
const WHOLE: usize = 4096;

/// The name of the marks that end units of load.
const UNIT: &str = "load";

/// The load that all workers had computed over time. The load of a subchunk counts evenly over the time in which it is
/// computed.
#[derive(Clone, Debug)]
pub struct Computed {
    /// The length of a part, s.
    width: f64,
    /// The load computed in each part, u.
    load: Vec<f64>,
    /// The computing time of all processors in each part, s.
    busy: Vec<f64>,
    /// The date up to which each worker's computing is known, s.
    known: Vec<f64>,
    /// The latency, s, and the share of the first subchunk of each worker.
    workers: Vec<(f64, f64)>,
}

impl Computed {
    /// An empty account.
    #[must_use]
    pub fn new(experiment: &Experiment) -> Self {
        let (target, horizon) = (experiment.settings.target, experiment.stream.horizon);
        let parts = (FINE * horizon / target).ceil().clamp(1.0, PARTS);
        Self::in_parts(experiment, parts as usize)
    }

    /// The same in so many parts of the stream.
    pub(super) fn in_parts(experiment: &Experiment, parts: usize) -> Self {
        Self::of(experiment.stream.horizon, parts, &experiment.clusters, 0.0)
    }

    /// An empty account of a run of this length, s, of which all is known.
    pub(super) fn over(time: f64, platform: &Platform) -> Self {
        Self::of(time, WHOLE, std::slice::from_ref(platform), f64::INFINITY)
    }

    fn of(time: f64, parts: usize, clusters: &[Platform], known: f64) -> Self {
        let all = clusters.iter().flat_map(Platform::workers);
        let workers: Vec<_> = all.map(|worker| (worker.latency, worker.theta)).collect();
        Self {
            width: time / parts as f64,
            load: vec![0.0; parts],
            busy: vec![0.0; parts],
            known: vec![known; workers.len()],
            workers,
        }
    }

    /// Adds a round.
    pub fn round(&mut self, round: &Round) {
        let place = round.worker as usize;
        let Some(&(latency, theta)) = self.workers.get(place) else {
            return;
        };
        let [(b1, e1), (b2, e2)] = round.computed;
        let first = if b2 < e2 {
            theta * round.size
        } else {
            round.size
        };
        self.add(b1 + latency, e1, first);
        self.add(b2 + latency, e2, round.size - first);
        if let Some(known) = self.known.get_mut(place) {
            *known = known.max(e2);
        }
    }

    fn add(&mut self, from: f64, until: f64, load: f64) {
        let (mut at, rate) = (from, load / (until - from));
        let mut part = (from / self.width) as usize;
        while at < until {
            let (Some(done), Some(busy)) = (self.load.get_mut(part), self.busy.get_mut(part))
            else {
                return;
            };
            part += 1;
            let end = (part as f64 * self.width).min(until).max(at);
            *done += (end - at) * rate;
            *busy += end - at;
            at = end;
        }
    }

    /// The share of their time that processors computed in each part: (its end in s, share), as far as the computing of all is known.
    pub fn efficiency(&self) -> impl Iterator<Item = (f64, f64)> {
        let time = self.width * self.known.len() as f64;
        self.parts(&self.busy)
            .map(move |(end, busy)| (end, busy / time))
    }

    /// The load that they computed per second in each part: (its end in s, u/s).
    pub fn throughput(&self) -> impl Iterator<Item = (f64, f64)> {
        self.parts(&self.load)
            .map(|(end, load)| (end, load / self.width))
    }

    fn parts<'a>(&'a self, values: &'a [f64]) -> impl Iterator<Item = (f64, f64)> + 'a {
        let known = self.known.iter().copied().fold(f64::INFINITY, f64::min);
        (1_u32..)
            .zip(values)
            .map(|(number, value)| (f64::from(number) * self.width, *value))
            .take_while(move |(end, _)| *end <= known)
    }

    /// The load computed as long as the computing of all workers is known.
    fn known(&self) -> Done {
        let known = self.known.iter().copied().fold(f64::INFINITY, f64::min);
        self.until(known)
    }

    /// The load computed until a moment, as far as the computing of all workers is known.
    #[must_use]
    pub fn until(&self, moment: f64) -> Done {
        let known = self.known.iter().copied().fold(moment, f64::min);
        let parts = (known / self.width).floor() as usize;
        let parts = self.load.get(..parts).unwrap_or(&self.load);
        Done {
            width: self.width,
            parts: parts.to_vec(),
        }
    }

    /// The end of each unit of this load, as long as the computing of all workers is known, s.
    #[must_use]
    pub fn ends(&self, unit: f64) -> Vec<f64> {
        self.known().ends(unit)
    }
}

impl Computed {
    /// The end of each unit of a whole load; the last at `end`, s, when all is done.
    fn whole(&self, unit: f64, end: f64) -> Vec<f64> {
        let mut ends = self.ends(unit);
        ends.truncate(TENTHS - 1);
        ends.push(end);
        ends
    }
}

/// A part of the first run under two schedulers.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The load of a unit, u.
    pub unit: f64,
    /// The first unit of both schedules, counted from 0.
    pub first: usize,
    /// The first unit that shows the difference, counted from 0 in the schedules.
    pub telling: usize,
    /// The number of units that show it.
    pub seen: usize,
    /// The number of units of both runs.
    pub all: usize,
    /// Both parts, without and with the change.
    pub sides: [Part; 2],
    /// The comparison of the second with the first over all runs.
    pub evidence: Evidence,
}

/// A part of a run under one scheduler.
#[derive(Clone, Debug)]
pub struct Part {
    /// The recorded schedule; a mark ends each unit.
    pub schedule: Schedule,
    /// The beginning of the part in the run, s.
    pub from: f64,
    /// The rounds of the displayed clusters, in the order in which their first results came back.
    pub rounds: Vec<Round>,
    /// The places of the displayed workers.
    pub workers: Range<usize>,
    /// The lane of the processor of each of them.
    pub lanes: Vec<LaneId>,
}

/// Finds the part of a run that shows how one scheduler differs from another, and records that part of both. None where the run
/// is too short, or where a scheduler processes nothing.
///
/// # Errors
/// As of [`crate::streams::simulate`]; [`Error::Cancelled`] where the observer stops it.
pub fn worlds(
    progress: &mut Progress<'_>,
    both: [(&Experiment, &Computed); 2],
    workers: &Range<usize>,
    evidence: Evidence,
) -> Result<Option<Worlds>, Error> {
    let [(_, before), (experiment, after)] = both;
    let (done, least) = (after.known(), before.known().load());
    let (more, fewer) = (done.load().max(least), done.load().min(least));
    // Where one scheduler processes next to nothing, no unit separates its load.
    if more / MOST > fewer / UNITS {
        return Ok(None);
    }
    let round = done.load() / done.time() * experiment.settings.target;
    // Short targets make millions of rounds.
    let unit = rounded(round.max(more / MOST).min(fewer / UNITS));
    if !(unit.is_finite() && unit > 0.0) {
        return Ok(None);
    }
    let ends = [before, after].map(|computed| computed.ends(unit));
    let [without, with] = &ends;
    let all = without.len().min(with.len());
    let seen = if all <= SEEN + SLACK { all } else { SEEN };
    let same = Same::new(vec![without.clone().into(), with.clone().into()]);
    let Some(telling) = same.telling(seen, evidence.speedup) else {
        return Ok(None);
    };
    let around = AROUND.min(SPANS / (spans(experiment, workers) * SEEN));
    let first = telling.saturating_sub(around);
    let after = (telling + seen + around).min(all);
    let [without, with] = &ends;
    let mut part = |experiment: &Experiment, ends: &[f64]| {
        let units = ends.get(first..after).unwrap_or_default();
        let from = first.checked_sub(1).and_then(|last| ends.get(last));
        record(
            progress,
            experiment,
            workers,
            from.copied().unwrap_or(0.0),
            units,
        )
    };
    let [(one, _), (other, _)] = both;
    Ok(Some(Worlds {
        unit,
        first,
        telling: telling - first,
        seen,
        all,
        sides: [part(one, without)?, part(other, with)?],
        evidence,
    }))
}

/// The number of simulations of [`pair`].
pub const PAIR: u64 = 4;

/// The same of two experiments that are not simulated yet.
///
/// # Errors
/// As of [`worlds`].
pub fn pair(
    observer: &mut dyn Observer,
    both: [&Experiment; 2],
    workers: &Range<usize>,
    evidence: Evidence,
) -> Result<Option<Worlds>, Error> {
    let mut progress = Progress::new(observer, PAIR);
    let mut follow = |experiment: &Experiment| -> Result<Computed, Error> {
        let mut computed = Computed::new(experiment);
        let mut watch: Listener<'_> = Each(&mut |round| computed.round(round));
        progress.simulate(experiment, &mut Off, &mut watch)?;
        Ok(computed)
    };
    let [one, other] = both;
    let (before, after) = (follow(one)?, follow(other)?);
    worlds(
        &mut progress,
        [(one, &before), (other, &after)],
        workers,
        evidence,
    )
}

/// The number of spans of a round in the lanes of these workers and of their masters' ports.
fn spans(experiment: &Experiment, workers: &Range<usize>) -> usize {
    let sizes = clusters(experiment, workers).map(|cluster| cluster.len());
    8 * workers.len() + 4 * sizes.sum::<usize>() + 1
}

/// The places of all workers of the clusters that contain these workers.
fn clusters<'e>(
    experiment: &'e Experiment,
    workers: &'e Range<usize>,
) -> impl Iterator<Item = Range<usize>> + 'e {
    let mut next = 0;
    let all = experiment.clusters.iter().map(move |cluster| {
        let places = next..next + cluster.workers().len();
        next = places.end;
        places
    });
    all.filter(|places| places.start < workers.end && workers.start < places.end)
}

/// Simulates an experiment once more and records the events until the last of some units ends.
fn record(
    progress: &mut Progress<'_>,
    experiment: &Experiment,
    workers: &Range<usize>,
    from: f64,
    units: &[f64],
) -> Result<Part, Error> {
    let until = units.last().copied().unwrap_or(from);
    let frame = Frame {
        workers: workers.clone(),
        from,
        until,
    };
    let mut window = Window::new(&experiment.clusters, experiment.settings.ports, &frame);
    let shown: Vec<_> = clusters(experiment, workers).collect();
    let mut rounds = Vec::new();
    let mut watch: Listener<'_> = Each(&mut |round| {
        let [(begun, _), (_, ended)] = round.computed;
        let inside = ended >= from && begun <= until;
        let place = round.worker as usize;
        if inside && shown.iter().any(|places| places.contains(&place)) {
            rounds.push(*round);
        }
    });
    let together = progress.simulate(experiment, &mut window, &mut watch)?;
    let (schedule, _) = window.finish(together.elapsed())?;
    let schedule = schedule.marked(UNIT, units.iter().map(|end| end - from))?;
    let (ports, mut lane) = (experiment.settings.ports, 0);
    let mut lanes_of = Vec::new();
    for places in &shown {
        let own = places.start.max(workers.start)..places.end.min(workers.end);
        lanes_of.extend(cpus(lane, own.len(), ports));
        lane += lanes::count(own.len(), ports);
    }
    Ok(Part {
        schedule,
        from,
        rounds,
        workers: workers.clone(),
        lanes: lanes_of,
    })
}

/// A load of known size under another policy and under a scheduler, from the beginning to the end: `both` take so long, s.
///
/// # Errors
/// As of [`crate::streams::simulate`]; [`Error::Cancelled`] where the observer says so.
pub(super) fn whole(
    progress: &mut Progress<'_>,
    experiment: &Experiment,
    policy: &mut dyn FnMut(&mut Chunks) -> Result<Vec<Chunk>, Error>,
    both: [f64; 2],
    workers: &Range<usize>,
    evidence: Evidence,
) -> Result<Option<Worlds>, Error> {
    let Some(platform) = experiment.clusters.first() else {
        return Ok(None);
    };
    let unit = experiment.stream.load / TENTHS as f64;
    let frame = |until| Frame {
        workers: workers.clone(),
        from: 0.0,
        until,
    };
    let [before, after] = both;
    let mut chunks = Chunks::new(Window::of_baseline(platform, &frame(before)));
    let sizes = policy(&mut chunks)?;
    let (window, computed) = chunks.finish(&sizes, before, platform);
    let (schedule, _) = window.finish(before)?;
    let without = Part {
        schedule: schedule.marked(UNIT, computed.whole(unit, before))?,
        from: 0.0,
        rounds: Vec::new(),
        workers: workers.clone(),
        lanes: (1..).map(LaneId).take(workers.len()).collect(),
    };
    let ports = experiment.settings.ports;
    let mut window = Window::new(&experiment.clusters, ports, &frame(after));
    let (mut computed, mut rounds) = (Computed::over(after, platform), Vec::new());
    let mut watch: Listener<'_> = Each(&mut |round| {
        computed.round(round);
        rounds.push(*round);
    });
    progress.simulate(experiment, &mut window, &mut watch)?;
    let (schedule, _) = window.finish(after)?;
    let with = Part {
        schedule: schedule.marked(UNIT, computed.whole(unit, after))?,
        from: 0.0,
        rounds,
        workers: workers.clone(),
        lanes: cpus(0, workers.len(), ports).collect(),
    };
    Ok(Some(Worlds {
        unit,
        first: 0,
        telling: 0,
        seen: TENTHS,
        all: TENTHS,
        sides: [without, with],
        evidence,
    }))
}

/// Keeps a run of a baseline, and when each of its chunks was computed.
pub(super) struct Chunks {
    window: Window,
    computed: Vec<(f64, f64, u32)>,
}

impl Chunks {
    pub(super) fn new(window: Window) -> Self {
        Self {
            window,
            computed: Vec::new(),
        }
    }

    /// The run, and the load computed over its time, `time` s.
    pub(super) fn finish(
        self,
        sizes: &[Chunk],
        time: f64,
        platform: &Platform,
    ) -> (Window, Computed) {
        let mut computed = Computed::over(time, platform);
        for (from, until, job) in self.computed {
            if let Some(chunk) = sizes.get(job as usize) {
                computed.add(from, until, chunk.size);
            }
        }
        (self.window, computed)
    }
}

impl Recorder for Chunks {
    const ON: bool = true;

    fn span(&mut self, lane: LaneId, phase: PhaseId, start: f64, end: f64, job: Job) {
        if let Some(number) = job.number().filter(|_| phase == COMPUTE) {
            self.computed.push((start, end, number));
        }
        self.window.span(lane, phase, start, end, job);
    }

    fn mark(&mut self, _: f64, _: MarkId) {}

    fn link(&mut self, _: Link) {}
}

/// The lanes of the processors of so many workers of a cluster whose lanes begin at `first`.
fn cpus(first: u32, workers: usize, ports: Ports) -> impl Iterator<Item = LaneId> {
    (0..workers as u32).map(move |place| {
        let [_, cpu, _] = lanes::of(first, place, ports);
        cpu
    })
}
