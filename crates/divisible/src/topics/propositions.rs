//! The propositions for a ring and their test by simulation (Millot and Parrot 2016, section 2, propositions 1 to 5); rings
//! without some workers.

mod claims;

use report::chart::{Axis, Bar, Point, Series, Side};
use report::claim::Claim;
use report::figure::Unit;
use report::number::ms;
use report::table::Cell;
use report::words::{count, seconds};
use report::{Chart, Figure, Observer, Report, Sample, Table};
use words::{say, word};

use self::claims::claim;
use super::{by_unit, is_misjudged, load_unit, name};
use crate::experiment::{platform, settings};
use crate::parameters::{Scheduler, Variation};
use crate::settings::{Delays, Ports, Scope, Settings};
use crate::study::proof::{Proof, proof, verdict};
use crate::theorems::Observed;
use crate::theory::Theory;
use crate::what_if::{Drop, WhatIf, Without, what_if};
use crate::{Error, Parameters, Platform, Worker};

/// The most workers in a chart.
const SHOWN: usize = 6;
/// The most rows of the table of dispensable workers.
const LISTED: usize = 40;

/// The propositions for a ring, and their test by simulation.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    ring: Platform,
    settings: Settings,
    /// The proof; none where the propositions do not cover the scheduler.
    proof: Option<Proof>,
    what_if: WhatIf,
    claims: Vec<Claim>,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, Error> {
    let constant = Parameters {
        variation: Variation::Constant,
        ..parameters.clone()
    };
    let ring = platform(&constant, 0)?;
    let workers = ring.workers();
    let settings = settings(&constant, Scheduler::As4dr);
    let proof = proof(&ring, &settings, observer)?;
    let of = |proof: &Proof| -> Vec<Claim> {
        let theorems = proof.theorems.iter();
        theorems.map(|one| claim(one, proof, workers)).collect()
    };
    Ok(Findings {
        parameters,
        what_if: what_if(workers, parameters.target),
        claims: proof.as_ref().map(of).unwrap_or_default(),
        proof,
        settings,
        ring,
    })
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self {
            parameters,
            ring,
            settings,
            proof,
            what_if,
            claims,
        } = self;
        let workers = ring.workers();
        let spaced = settings.keeps_first_spacings();
        let what_if = spaced.then_some(what_if);
        let mut tables: Vec<Table> = what_if
            .map(|what_if| dispensable(parameters, what_if, workers))
            .into_iter()
            .collect();
        tables.push(limits(parameters, ring, settings, proof.as_ref()));
        let mut charts = Vec::new();
        if let Some(proof) = proof {
            charts.extend(approach(parameters, proof, workers));
        }
        charts.extend(what_if.and_then(|what_if| without(what_if, workers)));
        Report {
            headline: headline(claims, proof.as_ref()),
            why: match what_if {
                Some(what_if) => why(parameters, what_if, workers),
                None => unspaced(settings, workers.len()),
            },
            figures: figures(
                parameters,
                claims,
                proof.as_ref(),
                &self.what_if,
                workers,
                spaced,
            ),
            charts,
            tables,
            notes: notes(proof.is_some(), spaced),
            claims: claims.clone(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let observed = |of: fn(&Observed) -> f64| {
            let proof = self.proof.as_ref();
            vec![proof.map_or(f64::NAN, |proof| of(&proof.observed))]
        };
        vec![
            Sample::new(
                "period",
                word!("Turn of the ring"),
                Unit::Milliseconds,
                observed(|observed| ms(observed.period)),
            ),
            Sample::new(
                "throughput",
                by_unit(
                    self.parameters,
                    [
                        word!("Throughput in the long run in MB/s"),
                        word!("Throughput in the long run in bytes/s"),
                        word!("Throughput in the long run in units/s"),
                    ],
                ),
                Unit::One,
                observed(|observed| observed.throughput),
            )
            .more_is_better(),
        ]
    }
}

/// The title of the throughput in the long run.
fn long_run(parameters: &Parameters) -> String {
    say!("Throughput in the long run ({}/s)", load_unit(parameters))
}

/// The spacings where those of equation 13 are not kept.
fn unspaced(settings: &Settings, workers: usize) -> String {
    match (settings.ports, settings.delays) {
        (Ports::Multi, _) => word!(
            "With several ports no transfer waits for another worker’s, and no spacing is kept."
        )
        .into(),
        (Ports::One, Delays::None) => word!("No spacing is kept.").into(),
        (Ports::One, _) if settings.scope == Scope::First => {
            word!("Spacings are kept in the first round only.").into()
        }
        (Ports::One, Delays::Same(delay)) => say!(
            "All workers keep a spacing of {}, so that a turn takes at least {}.",
            seconds(delay),
            seconds(delay * workers as f64)
        ),
        (Ports::One, Delays::First | Delays::Current) => {
            word!("Spacings follow the current chunks.").into()
        }
    }
}

fn headline(claims: &[Claim], proof: Option<&Proof>) -> String {
    let Some(proof) = proof else {
        return word!("The propositions say nothing of this scheduler").into();
    };
    let holding = claims.iter().filter(|claim| claim.holds()).count();
    let predicting = proof.theorems.iter().filter(|one| !one.expected.is_empty());
    let (mut foretold, mut broken, mut open) = (0, 0, 0);
    for theorem in predicting {
        foretold += 1;
        match verdict(theorem, &proof.observed) {
            Some(true) => {}
            Some(false) => broken += 1,
            None => open += 1,
        }
    }
    let applying = match holding {
        0 => say!("None of {} propositions applies here", claims.len()),
        all if all == claims.len() => say!("All {all} propositions apply here"),
        1 => say!("One of {} propositions applies here", claims.len()),
        _ => say!("{holding} of {} propositions apply here", claims.len()),
    };
    let predictions = count(foretold, word!("prediction"), word!("predictions"));
    let result = if foretold == 0 {
        word!("nothing is predicted").to_owned()
    } else if broken > 0 {
        say!("the simulation contradicts {broken} of {predictions}")
    } else if open > 0 {
        let turns = count(proof.observed.turns as usize, word!("turn"), word!("turns"));
        say!("{open} of {predictions} cannot be decided in {turns}")
    } else {
        say!("the simulation confirms {predictions}")
    };
    format!("{applying}; {result}")
}

fn why(parameters: &Parameters, what_if: &WhatIf, workers: &[Worker]) -> String {
    let fits = match what_if.targets {
        None => word!("No target holds all spacings: they grow faster than the target.").to_owned(),
        Some(fits) if fits.least <= 0.0 && fits.greatest.is_infinite() => {
            word!("The spacings of this ring fit into rounds of any length.").to_owned()
        }
        Some(fits) if fits.least <= 0.0 => say!(
            "The spacings of this ring fit into rounds of up to {}.",
            seconds(fits.greatest)
        ),
        Some(fits) if fits.greatest.is_infinite() => {
            say!(
                "The spacings of this ring fit into rounds of {} or more.",
                seconds(fits.least)
            )
        }
        Some(fits) => say!(
            "The spacings of this ring fit into rounds of {} to {}.",
            seconds(fits.least),
            seconds(fits.greatest)
        ),
    };
    let target = seconds(parameters.target);
    let drop = match &what_if.drop {
        Drop::Nobody => say!("For τ = {target} no worker need be dropped."),
        Drop::One(place) => {
            let gone = name(workers, *place);
            match is_misjudged(workers) {
                true => say!(
                    "For τ = {target} it suffices to drop {gone}; no other single worker is believed to cost less throughput."
                ),
                false => say!(
                    "For τ = {target} it suffices to drop {gone}; no other single worker costs less throughput."
                ),
            }
        }
        Drop::Several { gone, .. } if gone.len() == workers.len() => {
            say!("For τ = {target} not even a single worker’s spacing fits.")
        }
        Drop::Several { gone, least } if *least == gone.len() => say!(
            "For τ = {target} at least {} must be dropped.",
            count(*least, word!("worker"), word!("workers"))
        ),
        Drop::Several { gone, least } => say!(
            "For τ = {target} between {least} and {} must be dropped.",
            count(gone.len(), word!("worker"), word!("workers"))
        ),
    };
    let shortens = what_if
        .shortens_most
        .map_or_else(String::new, |(place, target)| {
            let (gone, rest) = (name(workers, place), what_if.without.get(place));
            let spaced = rest.and_then(|rest| rest.targets);
            match spaced.is_some_and(|spaced| spaced.least < target) {
                _ if target <= 0.0 => say!(" Without {gone} the spacings fit into rounds of any length."),
                // The latencies of a round bind: chunks vanish in rounds of this length.
                true => say!(
                    " Without {gone} all rounds longer than {}, the latencies of a round, would do.",
                    seconds(target)
                ),
                false => say!(
                    " Without {gone} rounds could be as short as {}.",
                    seconds(target)
                ),
            }
        });
    format!("{fits} {drop}{shortens}")
}

fn figures(
    parameters: &Parameters,
    claims: &[Claim],
    proof: Option<&Proof>,
    what_if: &WhatIf,
    workers: &[Worker],
    spaced: bool,
) -> Vec<Figure> {
    let duration = |key: &str, name: &str, value: f64| Figure::time(key, name, ms(value));
    let holding = claims.iter().filter(|claim| claim.holds()).count();
    let mut out = vec![
        Figure::count(
            "holding",
            word!("Propositions whose hypotheses hold"),
            holding as f64,
        )
        .beside(say!("of {}", claims.len())),
    ];
    if let Some(proof) = proof {
        let observed = &proof.observed;
        out.push(duration(
            "period",
            word!("A turn of the ring, simulated"),
            observed.period,
        ));
        out.push(Figure::number(
            "throughput",
            &long_run(parameters),
            observed.throughput,
        ));
        out.push(Figure::count(
            "contention",
            word!("Transfers that waited for another"),
            observed.contention as f64,
        ));
    }
    let least = what_if.targets.filter(|_| spaced);
    let least = least.map_or(f64::NAN, |fits| fits.least);
    out.push(
        duration(
            "least",
            word!("Smallest target that holds all spacings"),
            least,
        )
        .beside(match (spaced, least.is_nan()) {
            (false, _) => word!("no spacings by equation 13"),
            (true, true) => word!("there is none"),
            (true, false) => word!("by equation 15"),
        }),
    );
    let latencies = duration(
        "latencies",
        word!("Longest latencies of a round, 2f"),
        what_if.latencies,
    );
    let mut workers = workers.iter();
    out.push(
        match workers.any(|worker| worker.estimated_latency != worker.latency) {
            true => latencies.beside(word!("as believed")),
            false => latencies,
        },
    );
    out
}

/// The approach of the first rounds to the target.
fn approach(parameters: &Parameters, proof: &Proof, workers: &[Worker]) -> [Chart; 2] {
    let rounds = || Axis::count(word!("round"));
    let shown = proof.approaches.iter().enumerate().take(SHOWN);
    let sigma = shown.clone().map(|(place, approach)| {
        let points = (0_u32..).zip(&approach.sigma);
        let points = points.map(|(round, sigma)| Point::new(round.into(), ms(*sigma)));
        Series::line(&name(workers, place), points, place == 0)
    });
    let durations = Chart::new(
        "approach",
        word!("How soon do rounds last as long as they should?"),
        rounds(),
        Axis::time("σ"),
        sigma.collect(),
    )
    .beside(Side::Y, ms(parameters.target), word!("target τ"));
    // Below this value only rounding remains.
    const LEAST: f64 = 1e-13;
    let distance = shown.filter_map(|(place, approach)| {
        let limit = workers.get(place)?.limit_chunk(parameters.target);
        let points = (0_u32..).zip(&approach.chunks).map(|(round, chunk)| {
            let off = (1.0 - limit / chunk).abs();
            Point::new(round.into(), if off > LEAST { off } else { f64::NAN })
        });
        (limit > 0.0).then(|| Series::line(&name(workers, place), points, place == 0))
    });
    let distances = Chart::new(
        "distance",
        word!("By which factor does each round come nearer?"),
        rounds(),
        Axis::number(word!("distance 1 − α*/α")).logarithmic(),
        distance.collect(),
    );
    [durations, distances]
}

/// The rings without one worker, by their shortest possible rounds.
fn ranked(what_if: &WhatIf) -> Vec<&Without> {
    let mut all: Vec<&Without> = what_if.without.iter().collect();
    let least = |one: &Without| one.targets.map_or(f64::INFINITY, |fits| fits.least);
    schedule::sort::by(&mut all, |a, b| {
        least(a).total_cmp(&least(b)).then(a.worker.cmp(&b.worker))
    });
    all
}

fn without(what_if: &WhatIf, workers: &[Worker]) -> Option<Chart> {
    if workers.len() < 2 {
        return None;
    }
    let ranked = ranked(what_if);
    let bars = ranked.iter().take(16).filter_map(|one| {
        let least = one.targets?.least;
        let helps = what_if
            .shortens_most
            .is_some_and(|(worker, _)| worker == one.worker);
        Some(Bar::new(name(workers, one.worker), ms(least), helps))
    });
    let bars: Vec<_> = bars.collect();
    let least = what_if.targets.map(|fits| ms(fits.least));
    Some(
        Chart::new(
            "without",
            word!("Which smallest target holds the spacings without one worker?"),
            Axis::number(word!("without")),
            Axis::time(word!("smallest target")),
            vec![Series::bars(bars)],
        )
        .beside_any(Side::Y, least, word!("with all")),
    )
}

fn dispensable(parameters: &Parameters, what_if: &WhatIf, workers: &[Worker]) -> Table {
    let rows = ranked(what_if).into_iter().take(LISTED).map(|one| {
        let (least, greatest) = one
            .targets
            .map_or((f64::NAN, f64::NAN), |fits| (fits.least, fits.greatest));
        [
            Cell::words(name(workers, one.worker)),
            Cell::seconds(least),
            match greatest {
                f64::INFINITY => Cell::words(word!("any longer one")),
                greatest => Cell::seconds(greatest),
            },
            Cell::seconds(one.spacings),
            Cell::Number(one.throughput),
        ]
    });
    Table::new(
        "without",
        word!("What if one worker went?"),
        [
            word!("Without").to_owned(),
            word!("Smallest target (eq. 15)").to_owned(),
            word!("Largest target (eq. 15)").to_owned(),
            word!("Spacings of the rest, Σd").to_owned(),
            say!(
                "Throughput of the rest as believed ({}/s)",
                load_unit(parameters)
            ),
        ],
        rows,
    )
}

fn limits(
    parameters: &Parameters,
    ring: &Platform,
    settings: &Settings,
    proof: Option<&Proof>,
) -> Table {
    let target = parameters.target;
    let theory = Theory::of(settings, core::slice::from_ref(ring));
    let unit = load_unit(parameters);
    let spacing = match (settings.ports, settings.delays) {
        (Ports::One, Delays::First) => word!("Spacing d by eq. 13"),
        _ => word!("Spacing d, first round"),
    };
    let rows = ring
        .workers()
        .iter()
        .zip(settings.spacings(ring))
        .enumerate()
        .take(LISTED);
    let rows = rows.map(|(place, (worker, spacing))| {
        let last = proof
            .and_then(|proof| proof.observed.chunks.get(place))
            .copied();
        [
            Cell::words(name(ring.workers(), place)),
            Cell::Number(theory.ratio(worker).unwrap_or(f64::NAN)),
            Cell::Number(worker.first_chunk(target)),
            Cell::Number(theory.limit(worker).unwrap_or(f64::NAN)),
            Cell::Number(last.unwrap_or(f64::NAN)),
            Cell::seconds(spacing),
        ]
    });
    Table::new(
        "limits",
        word!("Where chunks go"),
        [
            word!("Worker").to_owned(),
            match settings.relaxation == 1.0 && !is_misjudged_latency(ring) {
                true => word!("Distance shrinks each round to (ρ = 2f/τ)").to_owned(),
                false => word!("Distance shrinks each round to").to_owned(),
            },
            say!("First chunk α₀ ({unit})"),
            say!("Limit α* ({unit})"),
            say!("Last chunk, simulated ({unit})"),
            spacing.to_owned(),
        ],
        rows,
    )
}

fn notes(proved: bool, spaced: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if proved {
        notes.extend([
            word!("Speeds are constant here, as the propositions assume. The same ring is simulated until chunks are within a billionth of their limits, and further, up to \
             20,000 turns of the longest estimate or 4 million rounds of all workers, until it shows what each proposition predicts, to a millionth, or repeats itself without \
             doing so."),
            word!("The propositions are given as they can be kept: the window of proposition 2 lacks a condition on the return link and forbids too much below θmin, \
             and proposition 4 is printed with a strict sign that contradicts equation 13."),
        ]);
    } else {
        notes.push(word!(
            "The propositions are about AS4DR as printed: each chunk follows the round before, the master pulls results, and spacings stay those of the first round. Nothing is simulated here."
        ));
    }
    if spaced {
        notes.push(word!("What if: the smallest target solves equation 15 exactly, shares θ and beliefs held. Whom to drop is our own question, not the document’s."));
    }
    notes.into_iter().map(str::to_owned).collect()
}

/// Whether a believed latency differs from the true one.
fn is_misjudged_latency(ring: &Platform) -> bool {
    let mut workers = ring.workers().iter();
    workers.any(|worker| worker.estimated_latency != worker.latency)
}
