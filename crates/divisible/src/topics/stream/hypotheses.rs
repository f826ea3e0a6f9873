//! The hypotheses of the theory that fail here, and the consequences.

use report::number::fixed;
use report::words::{list, seconds};
use words::{say, word};

use super::workers;
use crate::Worker;
use crate::formulas::first_chunk::is_ample;
use crate::formulas::spacing::fit;
use crate::formulas::window::{Window, is_late};
use crate::settings::{Delays, Ports, Scope};
use crate::study::stream::Streamed;

/// The most workers named before the rest are counted.
const NAMED: usize = 3;

/// A sentence or two for each hypothesis that fails.
pub(super) fn notes(streamed: &Streamed) -> Vec<String> {
    let settings = &streamed.experiment.settings;
    let target = settings.target;
    let tau = seconds(target);
    let mut notes = Vec::new();
    let vanishing = named(workers(streamed).filter(|one| target <= 2.0 * one.latency));
    if let Some(names) = vanishing {
        notes.push(match settings.adapt {
            true => say!(
                "τ = {tau} is not more than 2f of {names}: each round’s latencies alone take that long. Chunks shrink towards nothing, and \
                 rounds tend to 2f rather than to τ (Millot and Parrot 2016, proposition 1)."
            ),
            false => say!(
                "τ = {tau} is not more than 2f of {names}: each round’s latencies alone take that long."
            ),
        });
    }
    // The window of the first round is that of the first chunk, which is no limit.
    let first = |one: &Worker| {
        let chunk = one.first_chunk(target);
        Window::of(one, chunk, chunk)
    };
    let below = workers(streamed).filter(|one| settings.split && is_late(one, first(one)));
    if let Some(names) = named(below) {
        notes.push(say!(
            "For the first chunk θ is below the window of {names}: the second subchunk comes after the first is computed, and the processor \
             starves within the first round; later ones often catch up (proposition 2)."
        ));
    }
    let above = workers(streamed).filter(|one| {
        let window = match settings.adapt {
            true => Window::at_limit(one, target),
            // The worker's chunks keep their size.
            false => Some(first(one)),
        };
        settings.split && window.is_some_and(|window| one.theta > window.high)
    });
    if let Some(names) = named(above) {
        notes.push(say!(
            "θ is above the window of {names}: the next first subchunk cannot come before the second is computed, and the processor \
             starves between all rounds (proposition 2)."
        ));
    }
    if settings.ports == Ports::One {
        notes.extend(contention(streamed));
    }
    notes
}

/// The failures of propositions 4 and 5.
fn contention(streamed: &Streamed) -> Vec<String> {
    let settings = &streamed.experiment.settings;
    let target = settings.target;
    let mut notes = Vec::new();
    let sums: Vec<f64> = streamed
        .experiment
        .clusters
        .iter()
        .filter(|cluster| {
            let delays = cluster.delays(target);
            settings.delays == Delays::First && !fit(&delays, target)
        })
        .map(|cluster| cluster.delays(target).iter().sum())
        .collect();
    if let Some(longest) = sums.iter().copied().reduce(f64::max) {
        let clusters = match streamed.experiment.clusters.len() {
            1 => String::new(),
            all => say!(" in {} of {all} clusters", sums.len()),
        };
        let (sum, tau) = (seconds(longest), seconds(target));
        let sigmas = if settings.adapt && settings.split {
            word!(", and workers starve although every σ tends to τ")
        } else {
            ""
        };
        notes.push(match settings.scope {
            Scope::Every => say!(
                "The spacings of one turn sum to {sum}{clusters}, more than τ = {tau} (equation 15 fails): they are kept in every round, so that in the long run the \
                 ring takes at least as long for a turn, however short the rounds are{sigmas}."
            ),
            Scope::First => say!(
                "The spacings of the first round sum to {sum}{clusters}, more than τ = {tau} (equation 15 fails): the first chunks take that long to be sent. Later \
                 rounds keep no spacing."
            ),
        });
    }
    let meagre = || {
        workers(streamed).filter(|one| {
            let chunk = one.first_chunk(target);
            settings.adapt && !is_ample(chunk, one.speed, one.latency, target)
        })
    };
    if let Some(names) = named(meagre()).filter(|_| settings.delays == Delays::First) {
        let smaller = match meagre().count() {
            1 => say!("The first chunk of {names} is smaller"),
            _ => say!("The first chunks of {names} are smaller"),
        };
        notes.push(say!(
            "{smaller} than F(τ − 2f) (equation 12 fails): chunks grow, and spacings that suited the first ones may become too short, so that \
             transfers can collide (proposition 5 says nothing here)."
        ));
    }
    if settings.delays == Delays::None {
        notes.push(
            word!("Without spacing nothing keeps transfers apart (proposition 4); in our model they often sort themselves out after a few \
             collisions, and the loss is small.")
                .into(),
        );
    }
    notes
}

/// Some names, and the number of further ones; none where there is no worker.
fn named<'w>(workers: impl Iterator<Item = &'w Worker>) -> Option<String> {
    let mut names: Vec<String> = workers.map(|worker| worker.name.clone()).collect();
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    if more > 0 {
        names.push(say!("{} more", fixed(more as f64, 0)));
    }
    (!names.is_empty()).then(|| list(&names))
}
