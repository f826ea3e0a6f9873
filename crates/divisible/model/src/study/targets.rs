//! The targets worth trying, and rings as large as a round allows.

use crate::experiment::{Experiment, platform, settings};
use crate::formulas::target::feasible_targets;
use crate::parameters::Scheduler;
use crate::settings::Stream;
use crate::{Error, Parameters, Platform, Worker};

/// Round numbers within each power of ten.
const WITHIN: [f64; 6] = [1.0, 1.5, 2.0, 3.0, 5.0, 8.0];

/// The most identical workers of a ring.
const MOST: f64 = 5_000.0;

/// The longest 2f, s: a round has to be longer, lest chunks vanish.
#[must_use]
pub fn latencies(workers: &[Worker]) -> f64 {
    workers
        .iter()
        .map(|worker| 2.0 * worker.latency)
        .fold(0.0, f64::max)
}

/// Round numbers from one target to another, both included, ascending. The parameters set the ends; where they are empty, the targets run
/// from the least that latencies and spacings allow to a tenth of the duration.
#[must_use]
pub fn targets(parameters: &Parameters, workers: &[Worker]) -> Vec<f64> {
    let ring: Vec<&Worker> = workers.iter().collect();
    let spaced = settings(parameters, Scheduler::As4dr).keeps_first_spacings();
    let fits = match feasible_targets(&ring) {
        Some(fits) if spaced && !parameters.filled => fits.least,
        _ => 0.0,
    };
    let shortest = latencies(workers)
        .max(fits)
        .max(parameters.horizon / 2_000.0);
    let least = parameters.target_least.unwrap_or(1.1 * shortest);
    let most = parameters
        .target_most
        .unwrap_or(0.1 * parameters.horizon)
        .max(least);
    let mut out = vec![least];
    let mut decade = libm::pow(10.0, libm::floor(libm::log10(least)));
    while decade <= most {
        let between = WITHIN.iter().map(|one| one * decade);
        out.extend(between.filter(|one| *one > least * 1.001 && *one < most * 0.999));
        decade *= 10.0;
    }
    if most > least {
        out.push(most);
    }
    out
}

/// The experiment of a scheduler with a target in a run, counted from 0.
///
/// # Errors
/// As of [`platform`].
pub fn experiment(
    parameters: &Parameters,
    target: f64,
    scheduler: Scheduler,
    run: u32,
) -> Result<Experiment, Error> {
    let changed = Parameters {
        target,
        ..parameters.clone()
    };
    if !changed.filled {
        return Experiment::of(&changed, scheduler, run);
    }
    Ok(Experiment {
        clusters: vec![filled(&platform(&changed, run)?, target)?],
        settings: settings(&changed, scheduler),
        stream: Stream::until(changed.horizon),
        run,
    })
}

/// As many copies of the first worker as fit into a round.
fn filled(platform: &Platform, target: f64) -> Result<Platform, Error> {
    let first = platform.workers().first().ok_or(Error::Empty)?;
    let pair = Platform::new(vec![first.clone(), first.clone()])?;
    let spacing = pair.delays(target).into_iter().fold(0.0, f64::max);
    // Numbers that are whole on paper may be computed a little less.
    let room = (target / spacing + 1e-9).clamp(1.0, MOST);
    Platform::new(vec![first.clone(); room as usize])
}
