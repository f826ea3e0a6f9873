//! The hypotheses of the theory that fail here, and the consequences.

use report::number::fixed;
use report::words::{list, seconds};
use words::{say, word};

use crate::Worker;
use crate::settings::{Delays, Ports, Scope, Settings};
use crate::study::stream::Streamed;
use crate::theory::Theory;

/// The most workers named before the rest are counted.
const NAMED: usize = 3;

/// A sentence or two for each hypothesis that fails; `starved`: whether processors starve in the run.
pub(super) fn notes(streamed: &Streamed, starved: bool) -> Vec<String> {
    let settings = &streamed.experiment.settings;
    let theory = Theory::of(settings, &streamed.experiment.clusters);
    let mut notes = latencies(&theory, settings);
    let those = |so: &dyn Fn(&Worker) -> bool| named(theory.workers().filter(|one| so(one)));
    if let Some(names) = those(&|one| theory.starves_first(one)) {
        notes.push(say!(
            "For the first chunk θ is below the window of {names}: the second subchunk comes after the first is computed, and the processor \
             starves within the first round; later ones often catch up (proposition 2)."
        ));
    }
    notes.extend(windows(&theory, settings));
    if settings.ports == Ports::One {
        notes.extend(spacings(&theory, settings, starved));
        let meagre = those(&|one| theory.grows(one)).map(|names| meagre(&theory, &names));
        notes.extend(meagre.filter(|_| settings.delays == Delays::First));
        let alone = |cluster: &crate::Platform| cluster.workers().len() < 2;
        if settings.delays == Delays::None && !streamed.experiment.clusters.iter().all(alone) {
            notes.push(
                word!("Without spacing nothing keeps transfers apart (proposition 4); in our model they often sort themselves out after a few \
             collisions, and the loss is small.")
                .into(),
            );
        }
    }
    notes
}

/// The first hypothesis that fails in every round of the long run, in a sentence or two; none where all hold. `starved`: whether
/// processors starve in the run.
pub(in crate::topics) fn failing(
    theory: &Theory<'_>,
    settings: &Settings,
    starved: bool,
) -> Option<String> {
    let mut all = latencies(theory, settings);
    if starved {
        all.extend(windows(theory, settings));
    }
    if settings.ports == Ports::One && settings.scope == Scope::Every {
        all.extend(spacings(theory, settings, starved));
    }
    all.into_iter().next()
}

/// The failure of proposition 2 in every round of the long run.
fn windows(theory: &Theory<'_>, settings: &Settings) -> Vec<String> {
    let those = |so: &dyn Fn(&Worker) -> bool| named(theory.workers().filter(|one| so(one)));
    let mut notes = Vec::new();
    if let Some(names) = those(&|one| theory.starves_between(one)) {
        notes.push(match settings.adapt {
            true => say!(
                "θ is above the window of {names}: once chunks have their size, the next first subchunk cannot come before the second is computed, and the \
                 processor starves between all rounds (proposition 2)."
            ),
            false => say!(
                "θ is above the window of {names}: the next first subchunk cannot come before the second is computed, and the processor \
                 starves between all rounds (proposition 2)."
            ),
        });
    }
    if let Some(names) = those(&|one| theory.starves_anyhow(one)) {
        notes.push(say!(
            "The window of {names} has no θ: in every round of the long run some transfer takes longer than the computing beside it, and the processor \
             starves (proposition 2)."
        ));
    }
    notes
}

/// The failure of proposition 1: latencies that alone take a round.
fn latencies(theory: &Theory<'_>, settings: &Settings) -> Vec<String> {
    let tau = seconds(settings.target);
    let right = |worker: &Worker| worker.estimated_latency == worker.latency;
    let those = |so: &dyn Fn(&Worker) -> bool| named(theory.workers().filter(|one| so(one)));
    let mut notes = Vec::new();
    if !settings.adapt {
        let long = those(&|one| theory.latencies(one) >= settings.target);
        notes.extend(long.map(|names| {
            say!("τ = {tau} is not more than 2f of {names}: each round’s latencies alone take that long.")
        }));
    } else if !settings.split {
        notes.extend(those(&|one| theory.vanishes(one)).map(|names| {
            say!(
                "τ = {tau} is not more than bD + f + bR of {names}: the latencies of each round alone take that long. Chunks shrink towards nothing."
            )
        }));
    } else {
        notes.extend(those(&|one| theory.vanishes(one) && right(one)).map(|names| {
            say!(
                "τ = {tau} is not more than 2f of {names}: each round’s latencies alone take that long. Chunks shrink towards nothing, and \
                 rounds tend to 2f rather than to τ (Millot and Parrot 2016, proposition 1)."
            )
        }));
        notes.extend(those(&|one| theory.vanishes(one) && !right(one)).map(|names| {
            say!(
                "With the believed latencies of {names}, every round is estimated to take more than τ = {tau}, however small its chunk is: chunks shrink towards \
                 nothing (own derivation: f/θ + f̄(2 − 1/θ) is not less than τ)."
            )
        }));
    }
    notes
}

/// The failure of equation 15; `starved`: whether processors starve in the run.
fn spacings(theory: &Theory<'_>, settings: &Settings, starved: bool) -> Option<String> {
    let every = settings.scope == Scope::Every;
    let turns = match settings.delays {
        Delays::First | Delays::Same(_) if every => theory.turns(),
        Delays::First | Delays::Same(_) => theory.first_turns(),
        Delays::Current | Delays::None => Vec::new(),
    };
    let clusters = turns.len();
    let long: Vec<f64> = turns
        .into_iter()
        .filter(|sum| *sum > settings.target)
        .collect();
    let longest = long.iter().copied().reduce(f64::max)?;
    let within = match clusters {
        1 => String::new(),
        all => say!(" in {} of {all} clusters", long.len()),
    };
    let (sum, tau) = (seconds(longest), seconds(settings.target));
    let sigmas = match starved && theory.settles() {
        true => word!(", and workers starve although every σ tends to τ"),
        false => "",
    };
    Some(match every {
        true => say!(
            "The spacings of one turn sum to {sum}{within}, more than τ = {tau} (equation 15 fails): they are kept in every round, so that in the long run the \
             ring takes at least as long for a turn, however short the rounds are{sigmas}."
        ),
        false => say!(
            "The spacings of the first round sum to {sum}{within}, more than τ = {tau} (equation 15 fails): the first chunks take that long to be sent. Later \
             rounds keep no spacing."
        ),
    })
}

/// The failure of equation 12.
fn meagre(theory: &Theory<'_>, names: &str) -> String {
    let grow: Vec<&Worker> = theory.workers().filter(|one| theory.grows(one)).collect();
    let smaller = match grow.len() {
        1 => say!("The first chunk of {names} is smaller"),
        _ => say!("The first chunks of {names} are smaller"),
    };
    let limit = match grow.iter().all(|one| one.estimated_latency == one.latency) {
        true => word!("F(τ − 2f)"),
        false => word!("the limit of chunks"),
    };
    say!(
        "{smaller} than {limit} (equation 12 fails): chunks grow, and spacings that suited the first ones may become too short, so that \
         transfers can collide (proposition 5 says nothing here)."
    )
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
