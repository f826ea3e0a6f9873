//! A load of known size: the scheduler of the scenario beside the established methods for such loads.

use parameters::Rejected;
use report::evidence::{Evidence, Verdict, leaders};
use report::worlds::Done;
use report::{Asked, Observer};
use schedule::{Off, Schedule};
use statistics::mean;
use words::say;

use super::Progress;
use super::stream::frame;
use super::worlds::{Chunks, Computed, Worlds, whole};
use crate::baselines::{self, Rule, Uniform, multi_installment, send, single_round, umr};
use crate::experiment::{Experiment, platform, settings};
use crate::lanes::{Frame, Window};
use crate::outcome::{End, Outcome};
use crate::own::{Reasons, Sizer};
use crate::parameters::Policy;
use crate::settings::Stream;
use crate::speeds::Steps;
use crate::watch::{Each, Listener};
use crate::{Error, Parameters, Platform};

/// The longest simulated run, s, if all workers computed all the time.
const LONGEST: f64 = 100_000.0;
/// The multiple of that duration, and of a round and its spacings, after which a run is given up.
const PATIENCE: f64 = 100.0;
/// The most chunks of a fixed size.
pub const CHUNKS: u32 = 200_000;
/// The most rounds among which uniform multi-round scheduling looks for the best.
const ROUNDS: u32 = 100;
/// The most chunks of a policy with a point each.
pub const POINTS: usize = 400;

/// The outcome of one policy.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The policy.
    pub policy: Policy,
    /// The end of the load in each run, s; not a number where the run did not end.
    pub times: Vec<f64>,
    /// The load as a share of the load that all workers could have processed in that time, in each run.
    pub used: Vec<f64>,
    /// The number of chunks in the first run.
    pub chunks: usize,
    /// The sizes of the first chunks in the order of sending in the first run, u.
    pub sizes: Vec<f64>,
    /// The reason why the policy is refused, in some run at least.
    pub refused: Option<String>,
}

/// The outcomes of all policies.
#[derive(Clone, Debug)]
pub struct Finite {
    /// The workers of the first run.
    pub platform: Platform,
    /// All policies, the scheduler of the scenario first.
    pub entries: Vec<Entry>,
    /// The first run under the displayed policy.
    pub schedule: Schedule,
    /// The part of the run that the schedule shows.
    pub frame: Frame,
    /// The end of that run, s.
    pub end: f64,
    /// The load done over time in that schedule, where it shows the run from its beginning.
    pub done: Option<Done>,
    /// The scheduler’s first run.
    pub outcome: Outcome,
    /// That run below the fastest other policy's, and that policy.
    pub worlds: Option<(Policy, Worlds)>,
    /// The questions to the strategy in the first run, where it is one's own.
    pub asked: Vec<Asked>,
    /// The texts that the strategy printed.
    pub reasons: Reasons,
}

/// The policies whose runs all ended, with the mean of their times, the fastest first.
#[must_use]
pub fn done(entries: &[Entry]) -> Vec<(&Entry, f64)> {
    let mut done: Vec<_> = entries
        .iter()
        .map(|entry| (entry, mean(&entry.times)))
        .filter(|(_, time)| time.is_finite())
        .collect();
    schedule::sort::by(&mut done, |a, b| a.1.total_cmp(&b.1));
    done
}

/// The policies other than the scheduler that no other of them beats, as far as the runs show; of a single run, the fastest.
#[must_use]
pub fn fastest(entries: &[Entry]) -> Vec<&Entry> {
    let others: Vec<&Entry> = done(entries)
        .into_iter()
        .map(|(entry, _)| entry)
        .filter(|entry| entry.policy != Policy::Scheduler)
        .collect();
    let times: Vec<_> = others.iter().map(|entry| entry.times.as_slice()).collect();
    let first = leaders(&times).into_iter();
    let level: Vec<&Entry> = first
        .filter_map(|place| others.get(place).copied())
        .collect();
    let Some(best) = level.first().copied() else {
        return level;
    };
    let beaten = |entry: &&Entry| {
        let evidence = Evidence::of(&entry.times, &best.times);
        evidence.and_then(|evidence| evidence.in_the_only_run()) == Some(Verdict::Faster)
    };
    level.into_iter().filter(|entry| !beaten(entry)).collect()
}

/// One entry's times beside another's, by the ratio of their means, which reports print.
#[must_use]
pub fn evidence(baseline: &Entry, subject: &Entry) -> Option<Evidence> {
    Evidence::of_means(&baseline.times, &subject.times)
}

/// Runs every policy on the same workers.
///
/// # Errors
/// As of [`platform`]; a load that would take too long, or that fixed chunks would cut into too many; [`Error::Cancelled`] where the
/// observer stops it.
pub fn run(parameters: &Parameters, observer: &mut dyn Observer) -> Result<Finite, Error> {
    let all = Policy::ALL;
    let total = u64::from(parameters.runs) * all.len() as u64 + 2;
    let mut progress = Progress::new(observer, total).sizing(Sizer::read(parameters)?);
    let first = platform(parameters, 0)?;
    check(parameters, &first)?;
    let mut entries: Vec<Entry> = all
        .into_iter()
        .map(|policy| Entry {
            policy,
            times: Vec::new(),
            used: Vec::new(),
            chunks: 0,
            sizes: Vec::new(),
            refused: None,
        })
        .collect();
    let mut kept = None;
    for number in 0..parameters.runs {
        let platform = match number {
            0 => first.clone(),
            _ => platform(parameters, number)?,
        };
        for entry in &mut entries {
            if entry.policy == Policy::Scheduler {
                let outcome = scheduled(parameters, &platform, number, entry, &mut progress)?;
                kept.get_or_insert(outcome);
            } else {
                entry.baseline(parameters, &platform);
                progress.step()?;
            }
            let time = entry.times.last().copied().unwrap_or(f64::NAN);
            entry.used.push(used(parameters, &platform, time));
        }
    }
    let outcome = kept.ok_or(Error::Empty)?;
    let (schedule, frame, end, done) = shown(parameters, &first, &entries, &mut progress)?;
    let worlds = beside(parameters, &first, &entries, &mut progress)?;
    let (asked, reasons) = progress.told();
    Ok(Finite {
        platform: first,
        entries,
        schedule,
        frame,
        end,
        done,
        outcome,
        worlds,
        asked,
        reasons,
    })
}

/// The time in which all workers would do the load if they computed all the time at their speeds before variation, s.
fn bound(parameters: &Parameters, platform: &Platform) -> f64 {
    let speeds: f64 = platform.workers().iter().map(|worker| worker.speed).sum();
    parameters.load / speeds
}

/// The load as a share of the load that all workers could process until `time`, s, as their speeds vary.
fn used(parameters: &Parameters, platform: &Platform, time: f64) -> f64 {
    if !time.is_finite() {
        return f64::NAN;
    }
    let workers = || platform.workers().iter();
    let speeds: f64 = workers().map(|worker| worker.speed).sum();
    // Seconds at full speed: all of the time where no speed varies, to the bit.
    let missing = |time: f64, steps: &Steps| time - steps.work(0.0, time);
    let missing = workers().map(|worker| worker.speed * missing(time, &worker.profile.compute));
    let worth = time - missing.sum::<f64>() / speeds;
    bound(parameters, platform) / worth
}

fn check(parameters: &Parameters, platform: &Platform) -> Result<(), Error> {
    let least = bound(parameters, platform);
    if least > LONGEST {
        let most = shortened(parameters.load / least * LONGEST, f64::floor);
        let allowed = say!(
            "allowed with these workers: up to {most} u, which would keep them busy for {LONGEST} s"
        );
        return Err(Rejected::one("load", parameters.load, allowed).into());
    }
    if let Some(least) = least_piece(parameters) {
        let allowed =
            say!("allowed with this load: from {least} u on, which makes {CHUNKS} chunks of it");
        return Err(Rejected::one("piece", parameters.piece, allowed).into());
    }
    Ok(())
}

/// The least allowed size of fixed chunks, u, where those of the scenario are more than [`CHUNKS`].
#[must_use]
pub fn least_piece(parameters: &Parameters) -> Option<f64> {
    let most = f64::from(CHUNKS);
    let least = shortened(parameters.load / most, f64::ceil);
    let many = parameters.piece < least && parameters.load / parameters.piece > most;
    many.then_some(least)
}

/// A number of four digits beside another, on the side to which `to` rounds; rounding errors move nothing.
fn shortened(value: f64, to: fn(f64) -> f64) -> f64 {
    let unit = libm::pow(10.0, 3.0 - libm::floor(libm::log10(value)));
    let whole = (value * unit).round();
    let near = (whole - value * unit).abs() <= 1e-9 * whole;
    let digits = if near { whole } else { to(value * unit) };
    // Division by a power of ten may leave digits behind the fourth.
    let text = format!("{:.3e}", digits / unit);
    text.parse().unwrap_or(value)
}

/// The load under the scheduler of the scenario in a run.
fn experiment(parameters: &Parameters, platform: &Platform, run: u32) -> Experiment {
    let settings = settings(parameters, parameters.scheduler);
    // Rounds may wait for a misjudged worker, or for spacings that do not fit.
    let turn = platform.delays(parameters.target).iter().sum::<f64>() + parameters.target;
    Experiment {
        clusters: vec![platform.clone()],
        settings,
        stream: Stream {
            horizon: PATIENCE * (bound(parameters, platform) + turn),
            ..Stream::of(parameters.load)
        },
        run,
    }
}

fn scheduled(
    parameters: &Parameters,
    platform: &Platform,
    number: u32,
    entry: &mut Entry,
    progress: &mut Progress<'_>,
) -> Result<Outcome, Error> {
    let first = entry.times.is_empty();
    // Results come in another order than chunks are sent, by at most one chunk of each worker.
    let most = POINTS + platform.workers().len();
    let mut sent: Vec<(f64, f64)> = Vec::new();
    let mut watch: Listener<'_> = Each(&mut |round| {
        if first {
            entry.chunks += 1;
            if sent.len() < most {
                sent.push((round.posted, round.size));
            }
        }
    });
    let together = progress.simulate(
        &experiment(parameters, platform, number),
        &mut Off,
        &mut watch,
    )?;
    let outcome = together.clusters.into_iter().next().ok_or(Error::Empty)?;
    schedule::sort::by(&mut sent, |a, b| a.0.total_cmp(&b.0));
    if first {
        entry.sizes = sent.iter().map(|(_, size)| *size).take(POINTS).collect();
    }
    let done = outcome.end == End::Load;
    entry
        .times
        .push(if done { outcome.elapsed } else { f64::NAN });
    Ok(outcome)
}

impl Entry {
    fn baseline(&mut self, parameters: &Parameters, platform: &Platform) {
        let finite = match simulated(self.policy, parameters, platform, &mut Off) {
            Ok(finite) => finite,
            Err(error) => {
                self.times.push(f64::NAN);
                self.refused = Some(error.to_string());
                return;
            }
        };
        if self.times.is_empty() {
            self.chunks = finite.chunks.len();
            let sizes = finite.chunks.iter().map(|chunk| chunk.size);
            self.sizes = sizes.take(POINTS).collect();
        }
        self.times.push(finite.makespan);
    }
}

/// The run of an established method on these workers.
fn simulated<R: schedule::Recorder>(
    policy: Policy,
    parameters: &Parameters,
    platform: &Platform,
    recorder: &mut R,
) -> Result<baselines::Finite, Error> {
    let load = parameters.load;
    let uniform = || Uniform::of(platform).ok_or(Error::Unlike);
    let rule = match policy {
        Policy::Scheduler | Policy::OneChunk => Rule::OneChunk,
        Policy::Fixed => Rule::Fixed(parameters.piece),
        Policy::Guided => Rule::Guided,
        Policy::Factoring => Rule::Factoring,
        Policy::Trapezoid => Rule::Trapezoid,
        Policy::SingleRound => return send(platform, &single_round(platform, load)?, recorder),
        Policy::Umr => return send(platform, &umr(&uniform()?, load, ROUNDS)?, recorder),
        Policy::MultiInstallment => {
            let chunks = multi_installment(&uniform()?, load, parameters.installments)?;
            return send(platform, &chunks, recorder);
        }
    };
    baselines::on_demand(platform, load, rule, recorder)
}

/// The first run under the displayed policy, and its end, s; under the scheduler, where that policy is refused.
fn shown(
    parameters: &Parameters,
    platform: &Platform,
    entries: &[Entry],
    progress: &mut Progress<'_>,
) -> Result<(Schedule, Frame, f64, Option<Done>), Error> {
    let entry = entries
        .iter()
        .find(|entry| entry.policy == parameters.policy && entry.refused.is_none());
    let policy = entry.map_or(Policy::Scheduler, |entry| entry.policy);
    let done = entry.and_then(|entry| entry.times.first());
    let cluster = std::slice::from_ref(platform);
    if policy == Policy::Scheduler {
        let experiment = experiment(parameters, platform, 0);
        let done = done.filter(|done| done.is_finite());
        let horizon = done.copied().unwrap_or(experiment.stream.horizon);
        let frame = frame(parameters, cluster, horizon);
        let mut window = Window::new(cluster, parameters.ports, &frame);
        let mut computed = Computed::over(horizon, platform);
        let mut watch: Listener<'_> = Each(&mut |round| computed.round(round));
        let together = progress.simulate(&experiment, &mut window, &mut watch)?;
        let (schedule, _) = window.finish(together.elapsed())?;
        let done = (frame.from == 0.0).then(|| computed.until(schedule.makespan()));
        return Ok((schedule, frame, together.elapsed(), done));
    }
    let frame = frame(parameters, cluster, done.copied().unwrap_or(f64::INFINITY));
    let mut chunks = Chunks::new(Window::of_baseline(platform, &frame));
    let finite = simulated(policy, parameters, platform, &mut chunks)?;
    progress.step()?;
    let (window, computed) = chunks.finish(&finite.chunks, finite.makespan, platform);
    let (schedule, _) = window.finish(finite.makespan)?;
    let done = (frame.from == 0.0).then(|| computed.until(schedule.makespan()));
    Ok((schedule, frame, finite.makespan, done))
}

/// The first run under the scheduler below the one under the fastest other policy, where both end.
fn beside(
    parameters: &Parameters,
    platform: &Platform,
    entries: &[Entry],
    progress: &mut Progress<'_>,
) -> Result<Option<(Policy, Worlds)>, Error> {
    let own = entries
        .iter()
        .find(|entry| entry.policy == Policy::Scheduler);
    let (Some(own), Some(best)) = (own, fastest(entries).first().copied()) else {
        return Ok(None);
    };
    let Some(evidence) = evidence(best, own) else {
        return Ok(None);
    };
    let (Some(before), Some(after)) = (best.times.first(), own.times.first()) else {
        return Ok(None);
    };
    let experiment = experiment(parameters, platform, 0);
    let workers = frame(parameters, std::slice::from_ref(platform), *after).workers;
    let policy = best.policy;
    let mut run = |recorder: &mut Chunks| {
        simulated(policy, parameters, platform, recorder).map(|finite| finite.chunks)
    };
    let found = whole(
        progress,
        &experiment,
        &mut run,
        [*before, *after],
        &workers,
        evidence,
    )?;
    Ok(found.map(|found| (policy, found)))
}
