//! The targets worth trying, and rings as large as a round allows.

use parameters::Rejected;
use report::number::short;
use words::say;

use crate::experiment::{Experiment, platform, settings};
use crate::formulas::target::feasible_targets;
use crate::parameters::Scheduler;
use crate::settings::Stream;
use crate::{Error, Parameters, Platform, Worker};

/// Round numbers within each power of ten.
const WITHIN: [f64; 6] = [1.0, 1.5, 2.0, 3.0, 5.0, 8.0];

/// The most identical workers of a ring.
pub const MOST: f64 = 5_000.0;

/// The longest 2f, s: a round has to be longer, lest chunks vanish.
#[must_use]
pub fn latencies(workers: &[Worker]) -> f64 {
    workers
        .iter()
        .map(|worker| 2.0 * worker.latency)
        .fold(0.0, f64::max)
}

/// The least target that holds the spacings of every cluster, s; none where a cluster has no such target.
#[must_use]
pub fn least_target(clusters: &[Platform]) -> Option<f64> {
    clusters.iter().try_fold(0.0_f64, |least, ring| {
        let members: Vec<&Worker> = ring.workers().iter().collect();
        Some(least.max(feasible_targets(&members)?.least))
    })
}

/// Round numbers from one target to another, both included, ascending. The parameters set the ends; where they are empty, the targets run
/// from a tenth more than the longest of latencies, spacings and 1/2,000 of the duration to a tenth of the duration.
///
/// # Errors
/// [`Error::Rejected`] where the longest target is below the shortest.
pub fn targets(parameters: &Parameters, asked: &Platform) -> Result<Vec<f64>, Error> {
    let spaced = settings(parameters, Scheduler::As4dr).keeps_first_spacings();
    let fits = match least_target(&asked.clusters(parameters.clusters as usize)) {
        Some(least) if spaced && !parameters.filled => least,
        _ => 0.0,
    };
    let shortest = latencies(asked.workers())
        .max(fits)
        .max(parameters.horizon / 2_000.0);
    let least = parameters.target_least.unwrap_or(1.1 * shortest);
    if let Some(most) = parameters.target_most.filter(|most| *most < least) {
        let least = short(least);
        let allowed = match parameters.target_least {
            Some(_) => say!("allowed: from the shortest target, {least} s, on"),
            None => say!("allowed: from {least} s on, the shortest target where none is stated"),
        };
        return Err(Rejected::one("target_most", most, allowed).into());
    }
    let longest = parameters.target_most.unwrap_or(0.1 * parameters.horizon);
    let most = longest.max(least);
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
    Ok(out)
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
