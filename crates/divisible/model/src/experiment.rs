//! The simulated system of a scenario: workers with their believed values, a scheduler, a stream.

use parameters::Rejected;
use rand::Rng;
use trace::TraceSet;
use trace::random::Random;
use trace::source::Source;
use words::{say, word};

use crate::formulas::window::usual_share;
use crate::parameters::{Scheduler, Spacing, Topic, Values, Variation, Varied, Whose, Workers};
use crate::platform::Heterogeneity;
use crate::settings::{Delays, Scope, Settings, Stream};
use crate::speeds::{Profile, Steps, periodic, reductions, stairs, walk};
use crate::{Error, Parameters, Platform};

/// Purposes of random streams, besides those of platforms. Each number is used once only.
const PROFILES: u64 = 0x0403;
const WALKS: u64 = 0x0405;
const RUNS: u64 = 0x0404;

/// The most values of a series or of a random walk that are used; the last one stays.
const VALUES: usize = 10_000;

/// The date until which speeds vary under a finite load, s.
const FINITE: f64 = 100_000.0;

/// When the patterns of section 4 end, s.
const PATTERN: f64 = 2000.0;

/// The input of one run's simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The workers of each master, at least one cluster.
    pub clusters: Vec<Platform>,
    /// The settings of the scheduler.
    pub settings: Settings,
    /// When the stream ends.
    pub stream: Stream,
    /// The number of the run, from 0.
    pub run: u32,
}

impl Experiment {
    /// The experiment of a run, counted from 0, under one scheduler.
    ///
    /// # Errors
    /// As of [`platform`].
    pub fn of(parameters: &Parameters, scheduler: Scheduler, run: u32) -> Result<Self, Error> {
        Ok(Self {
            clusters: clusters(parameters, run)?,
            settings: settings(parameters, scheduler),
            stream: Stream::until(parameters.horizon),
            run,
        })
    }
}

/// The seed of a run, counted from 0: the scenario's seed for the first.
#[must_use]
pub fn seed(parameters: &Parameters, run: u32) -> u64 {
    match run {
        0 => parameters.seed,
        _ => Random::stream(parameters.seed, &[u64::from(run), RUNS]).next_u64(),
    }
}

/// The settings of a scheduler by the parameters.
#[must_use]
pub fn settings(parameters: &Parameters, scheduler: Scheduler) -> Settings {
    let own = match scheduler {
        Scheduler::As4dr => Settings::as4dr,
        Scheduler::Baseline => Settings::baseline,
        Scheduler::Da1 => Settings::da1,
        Scheduler::Olmr => Settings::olmr,
        Scheduler::Own => Settings::own,
    }(parameters.target);
    let own = Settings {
        ports: parameters.ports,
        // Without a spacing there are no rounds that keep it.
        scope: match parameters.spacing {
            Spacing::None => Scope::Every,
            _ => parameters.scope,
        },
        results: parameters.results,
        relaxation: parameters.relaxation,
        smoothing: parameters.smoothing,
        ..own
    };
    match scheduler {
        Scheduler::Olmr => own,
        Scheduler::As4dr | Scheduler::Baseline | Scheduler::Da1 | Scheduler::Own => Settings {
            order: parameters.order,
            delays: match parameters.spacing {
                Spacing::First => Delays::First,
                Spacing::Current => Delays::Current,
                Spacing::Same => Delays::Same(parameters.delay),
                Spacing::None => Delays::None,
            },
            ..own
        },
    }
}

/// All workers of a run, counted from 0, in their order: true values, believed values, variation of speeds.
///
/// # Errors
/// [`Error::Rejected`] where a table or steps cannot be read, where the worker does not exist, or where the values of traces are no
/// speeds; [`Error::Trace`] where the traces cannot be loaded.
pub fn platform(parameters: &Parameters, run: u32) -> Result<Platform, Error> {
    let seed = seed(parameters, run);
    let known = match parameters.platform {
        Workers::Table1 => Platform::table_1(),
        Workers::Table3Four => Platform::table_3_four(),
        Workers::Table3 => Platform::table_3(seed),
        Workers::Drawn => drawn(parameters).draw(seed)?,
        Workers::Own => Platform::from_table(&parameters.table)
            .map_err(|error| Rejected::one("table", "", error.to_string()))?,
    };
    let latency = parameters
        .latency_of_all
        .filter(|_| parameters.platform != Workers::Drawn);
    let known = match latency {
        None => known,
        Some(latency) => known.map(|_, worker| {
            worker.latency = latency;
            worker.estimated_latency = latency;
        })?,
    };
    let mut before = known.workers().iter();
    let shares = parameters.platform == Workers::Own && Platform::tells_shares(&parameters.table);
    let believed = known
        .misestimated(parameters.inaccuracy, parameters.signs, seed)?
        .map(|_, worker| {
            let stated = before
                .next()
                .map_or(1.0, |worker| worker.estimated_speed / worker.speed);
            worker.estimated_speed *= stated * parameters.estimate_factor;
            worker.estimated_latency *= parameters.latency_factor;
            worker.gamma = (1.0 + worker.gamma) * (1.0 + parameters.gamma) - 1.0;
            match parameters.theta {
                Some(theta) => worker.theta = theta,
                None if shares => {}
                None => worker.theta = usual_share(worker, parameters.target),
            }
        })?;
    varied(parameters, believed, seed)
}

/// The workers of each master in a run, counted from 0.
///
/// # Errors
/// [`Error::Rejected`] where there are fewer workers than masters; as of [`platform`].
pub fn clusters(parameters: &Parameters, run: u32) -> Result<Vec<Platform>, Error> {
    let platform = platform(parameters, run)?;
    let (clusters, workers) = (parameters.clusters as usize, platform.workers().len());
    if clusters > workers {
        let allowed = match workers {
            1 => word!("allowed: 1, the only worker").to_owned(),
            _ => say!("allowed: 1 to {workers}, the number of workers"),
        };
        return Err(Rejected::one("clusters", clusters, allowed).into());
    }
    Ok(platform.clusters(clusters))
}

fn drawn(parameters: &Parameters) -> Heterogeneity {
    Heterogeneity {
        workers: parameters.workers as usize,
        means: [
            parameters.speed,
            parameters.latency,
            parameters.send_bandwidth,
            parameters.send_latency,
            parameters.return_bandwidth,
            parameters.return_latency,
        ],
        computing: parameters.computing_spread,
        communicating: parameters.communicating_spread,
    }
}

/// The workers with speeds that vary as the parameters say.
fn varied(parameters: &Parameters, platform: Platform, seed: u64) -> Result<Platform, Error> {
    let profile = |steps: Steps| match parameters.varied {
        Varied::All => Profile::all(steps),
        Varied::Compute => Profile::compute(steps),
        Varied::Send => Profile {
            send: steps,
            ..Profile::default()
        },
        Varied::Return => Profile {
            receive: steps,
            ..Profile::default()
        },
    };
    let depth = parameters.depth;
    let often = || periodic(depth, 100.0, 200.0, 400.0, PATTERN);
    let periodic = |number: u64| {
        let first = 100.0 * number as f64;
        periodic(depth, first, 200.0, 400.0, until(parameters))?.later(parameters.shift)
    };
    let steps = match parameters.variation {
        Variation::Constant => return Ok(platform),
        Variation::Once => reductions(depth, &[(500.0, 1500.0)])?,
        Variation::Twice => reductions(depth, &[(250.0, 750.0), (1250.0, 1750.0)])?,
        Variation::Often => often()?,
        Variation::Stairs => stairs(&often()?, parameters.stair)?,
        Variation::Periodic => {
            return one_or_all(
                parameters,
                &platform,
                &profile(periodic(parameters.period.into())?),
            );
        }
        Variation::Steps => Steps::parse(&parameters.steps)
            .map_err(|error| Rejected::one("steps", "", error.to_string()))?,
        Variation::Mixed => {
            let profiles: Vec<Profile> = (0..10)
                .map(|number| Ok(profile(periodic(number)?)))
                .collect::<Result<_, Error>>()?;
            let mut random = Random::stream(seed, &[0, PROFILES]);
            return platform.map(|_, worker| {
                let lot = random.below(profiles.len() as u64) as usize;
                if let Some(profile) = profiles.get(lot) {
                    worker.profile = profile.clone();
                }
            });
        }
        Variation::Walks => {
            let mut random = Random::stream(seed, &[0, WALKS]);
            let least = 1.0 - parameters.depth;
            let profiles: Vec<Profile> = platform
                .workers()
                .iter()
                .map(|_| {
                    let steps = walk(
                        parameters.volatility,
                        least,
                        parameters.step,
                        values(parameters),
                        &mut random,
                    )?;
                    Ok(profile(steps.later(parameters.shift)?))
                })
                .collect::<Result<_, Error>>()?;
            return platform.map(|place, worker| {
                if let Some(profile) = profiles.get(place) {
                    worker.profile = profile.clone();
                }
            });
        }
        Variation::Series => {
            let profiles: Vec<Profile> =
                series(parameters, seed)?.into_iter().map(profile).collect();
            return platform.map(|place, worker| {
                let followed = place
                    .checked_rem(profiles.len())
                    .and_then(|at| profiles.get(at));
                if let Some(profile) = followed {
                    worker.profile = profile.clone();
                }
            });
        }
    };
    one_or_all(
        parameters,
        &platform,
        &profile(steps.later(parameters.shift)?),
    )
}

/// Until when speeds vary, s: as long as the stream is watched, or long enough for a finite load.
fn until(parameters: &Parameters) -> f64 {
    match parameters.topic {
        Topic::Finite => FINITE,
        _ => parameters.horizon,
    }
}

/// Gives the profile to the selected worker, or to all.
fn one_or_all(
    parameters: &Parameters,
    platform: &Platform,
    profile: &Profile,
) -> Result<Platform, Error> {
    let workers = platform.workers().len();
    let one = match parameters.whose {
        Whose::All => None,
        Whose::One => Some(parameters.varied_worker as usize),
    };
    if let Some(one) = one.filter(|one| *one > workers) {
        let allowed = match workers {
            1 => word!("allowed: 1, the only worker").to_owned(),
            _ => say!("allowed: 1 to {workers}, the number of workers"),
        };
        return Err(Rejected::one("varied_worker", one, allowed).into());
    }
    platform.map(|place, worker| {
        if one.is_none_or(|one| one == place + 1) {
            worker.profile = profile.clone();
        }
    })
}

/// The number of values that a speed has until the stream is no longer watched.
#[must_use]
pub fn values(parameters: &Parameters) -> usize {
    let values = (until(parameters) / parameters.step).ceil() as usize;
    values.clamp(1, VALUES)
}

/// Whether speeds follow traces.
#[must_use]
pub fn uses_traces(parameters: &Parameters) -> bool {
    parameters.variation == Variation::Series && parameters.changes()
}

/// The traces that speeds follow in the first run, where they follow any.
///
/// # Errors
/// The errors of `Source::load`.
pub fn traces(parameters: &Parameters) -> Result<Option<TraceSet>, Error> {
    let load = || load(parameters, seed(parameters, 0));
    uses_traces(parameters).then(load).transpose()
}

/// The traces of a run with this seed.
fn load(parameters: &Parameters, seed: u64) -> Result<TraceSet, Error> {
    let nodes = parameters.synthetic_nodes as usize;
    Ok(parameters.traces.load(nodes, values(parameters), seed)?)
}

/// The reason why the values of the traces are no availabilities, as far as it is known before they are loaded: built-in traces hold
/// runtimes, and a file of one's own may come with its values.
#[must_use]
pub fn no_availabilities(parameters: &Parameters) -> Option<String> {
    if !uses_traces(parameters) {
        return None;
    }
    let most = parameters.values.most()?;
    let Source::Own(own) = &parameters.traces else {
        return Some(word!("needs a file of availabilities: these traces are runtimes").into());
    };
    let used = values(parameters);
    own.series.iter().find_map(|series| {
        let mut used = series.runtimes.iter().take(used);
        let value = used.find(|value| **value > most)?;
        Some(say!(
            "has at most {most}: series “{}” has {value}",
            series.name
        ))
    })
}

/// The factor of a speed that each series of the traces stands for, until the stream is no longer watched.
fn series(parameters: &Parameters, seed: u64) -> Result<Vec<Steps>, Error> {
    if let Some(why) = no_availabilities(parameters) {
        return Err(Rejected::one("values", "", why).into());
    }
    let values = values(parameters);
    load(parameters, seed)?
        .nodes()
        .iter()
        .map(|node| {
            let used = node.runtimes.get(..values).unwrap_or(&node.runtimes);
            let least = || used.iter().copied().fold(f64::INFINITY, f64::min);
            let scale = parameters.values.most().unwrap_or_else(least);
            let mut steps: Vec<(f64, f64)> = Vec::new();
            for (number, value) in (0_u32..).zip(used) {
                let factor = match parameters.values {
                    Values::Runtimes => scale / value,
                    Values::Share | Values::Percent => value / scale,
                };
                if factor > 1.0 {
                    let allowed = say!(
                        "series “{}” has {value}, and nothing is more available than {scale}",
                        node.name
                    );
                    return Err(Rejected::one("values", "", allowed).into());
                }
                if steps.last().is_none_or(|&(_, last)| last != factor) {
                    let date = f64::from(number) * parameters.step + parameters.shift;
                    steps.push((date, factor));
                }
            }
            Steps::new(steps)
        })
        .collect()
}
