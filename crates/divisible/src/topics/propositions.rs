//! What the theory says of a ring and what the ring does (Millot and Parrot 2016, section 4, propositions 1 to 5); and what if?

use report::chart::{Axis, Point, Series, Side};
use report::claim::{Claim, Condition};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::{Chart, Figure, Observer, Report, Sample, Table};

use super::draw::{
    amount, bar, beside, chart, count, line, ms, name, percent, seconds, table, text, time,
    time_axis,
};
use crate::experiment::{platform, settings};
use crate::formulas::recurrence::limit_chunk_with_estimate;
use crate::parameters::{Scheduler, Variation};
use crate::study::proof::{Proof, TOLERANCE, proof};
use crate::theorems::{Expected, Hypothesis, Observed, Relation, Theorem};
use crate::what_if::{Drop, WhatIf, Without, what_if};
use crate::{Error, Parameters, Platform, Worker};

/// How many workers a chart tells apart.
const SHOWN: usize = 6;
/// How many workers the table of dispensable ones lists.
const LISTED: usize = 40;

pub(super) fn outcome(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    let constant = Parameters {
        variation: Variation::Constant,
        ..parameters.clone()
    };
    let ring = platform(&constant, 0)?;
    let workers = ring.workers();
    let proof = proof(&ring, &settings(&constant, Scheduler::As4dr), observer)?;
    let what_if = what_if(workers, parameters.target);
    let claims: Vec<Claim> = proof
        .iter()
        .flat_map(|proof| proof.theorems.iter().map(|one| claim(one, proof, workers)))
        .collect();
    let mut charts = Vec::new();
    if let Some(proof) = &proof {
        charts.extend(approach(parameters, proof, workers));
    }
    charts.extend(without(&what_if, workers));
    let report = Report {
        headline: headline(&claims),
        why: why(parameters, &what_if, workers),
        figures: figures(&claims, proof.as_ref(), &what_if),
        charts,
        tables: vec![
            dispensable(&what_if, workers),
            limits(parameters, &ring, proof.as_ref()),
        ],
        notes: notes(),
        schedule: None,
        traces: None,
        offers: Vec::new(),
        claims,
    };
    let period = proof
        .as_ref()
        .map_or(f64::NAN, |proof| proof.observed.period);
    let throughput = proof
        .as_ref()
        .map_or(f64::NAN, |proof| proof.observed.throughput);
    let sample = |key, name, less_is_better, unit, value| Sample {
        key,
        name,
        less_is_better,
        unit,
        values: vec![value],
    };
    let samples = vec![
        sample(
            "period",
            "A turn of the ring",
            true,
            Unit::Milliseconds,
            ms(period),
        ),
        sample(
            "throughput",
            "Throughput in the long run (load/s)",
            false,
            Unit::One,
            throughput,
        ),
    ];
    Ok((report, samples))
}

fn headline(claims: &[Claim]) -> String {
    if claims.is_empty() {
        return "The propositions say nothing of this scheduler".into();
    }
    let holding = claims.iter().filter(|claim| claim.holds()).count();
    let broken = claims
        .iter()
        .filter(|claim| claim.met == Some(false))
        .count();
    if holding == 0 && broken == 0 {
        return format!(
            "The hypotheses of none of {} propositions hold here; the simulation shows what happens then",
            claims.len()
        );
    }
    let verdict = if broken == 0 {
        "and the simulation shows what they foretell"
    } else {
        "but the simulation shows something else than they foretell"
    };
    format!(
        "The hypotheses of {holding} of {} propositions hold here, {verdict}",
        claims.len()
    )
}

fn why(parameters: &Parameters, what_if: &WhatIf, workers: &[Worker]) -> String {
    let fits = match what_if.targets {
        None => "No target holds all spacings: they grow faster than the target.".to_owned(),
        Some(fits) if fits.greatest.is_infinite() => {
            format!(
                "The spacings of this ring fit into rounds of {} or more.",
                time(fits.least)
            )
        }
        Some(fits) => format!(
            "The spacings of this ring fit into rounds of {} to {}.",
            time(fits.least),
            time(fits.greatest)
        ),
    };
    let drop = match &what_if.drop {
        Drop::Nobody => format!("For τ = {} nobody has to go.", time(parameters.target)),
        Drop::One(place) => format!(
            "For τ = {} it suffices to drop {}, which costs the least.",
            time(parameters.target),
            name(workers, *place)
        ),
        Drop::Several(places) => format!(
            "For τ = {} {} have to go.",
            time(parameters.target),
            count(places.len(), "worker", "workers")
        ),
    };
    let shortens = what_if
        .shortens_most
        .map_or_else(String::new, |(place, target)| {
            format!(
                " Without {} rounds could be as short as {}.",
                name(workers, place),
                time(target)
            )
        });
    format!("{fits} {drop}{shortens}")
}

fn figures(claims: &[Claim], proof: Option<&Proof>, what_if: &WhatIf) -> Vec<Figure> {
    let duration =
        |key: &str, name: &str, value: f64| Figure::new(key, name, ms(value), Unit::Milliseconds);
    let holding = claims.iter().filter(|claim| claim.holds()).count();
    let mut out = vec![
        Figure::new(
            "holding",
            "Propositions whose hypotheses hold",
            holding as f64,
            Unit::Count,
        )
        .beside(format!("of {}", claims.len())),
    ];
    if let Some(proof) = proof {
        let observed = &proof.observed;
        out.push(duration(
            "period",
            "A turn of the ring, simulated",
            observed.period,
        ));
        out.push(Figure::new(
            "throughput",
            "Throughput in the long run (load/s)",
            observed.throughput,
            Unit::One,
        ));
        out.push(Figure::new(
            "contention",
            "Transfers that waited for another",
            observed.contention as f64,
            Unit::Count,
        ));
    }
    let least = what_if.targets.map_or(f64::NAN, |fits| fits.least);
    out.push(
        duration("least", "Smallest target that holds all spacings", least).beside(
            if least.is_nan() {
                "there is none"
            } else {
                "by equation 15"
            },
        ),
    );
    out.push(duration(
        "latencies",
        "Longest latencies of a round, 2f",
        what_if.latencies,
    ));
    out
}

/// A proposition as a panel.
fn claim(theorem: &Theorem, proof: &Proof, workers: &[Worker]) -> Claim {
    let mut expected = theorem.expected.iter();
    let met = (!theorem.expected.is_empty() && proof.settled)
        .then(|| expected.all(|one| one.is_met(&proof.observed, TOLERANCE)));
    Claim {
        title: theorem.name.into(),
        statement: theorem.statement.into(),
        conditions: theorem
            .hypotheses
            .iter()
            .map(|one| condition(one, workers))
            .collect(),
        expected: theorem.outcome.clone(),
        observed: observed(theorem, proof),
        met,
        source: theorem.source.into(),
    }
}

fn condition(hypothesis: &Hypothesis, workers: &[Worker]) -> Condition {
    // Of those that fail, or of all, the one with the least to spare.
    let spare = |one: &crate::theorems::Condition| match one.relation {
        Relation::AtLeast | Relation::Above => one.value - one.limit,
        Relation::AtMost | Relation::Below => one.limit - one.value,
    };
    let tightest = hypothesis
        .conditions
        .iter()
        .min_by(|a, b| spare(a).total_cmp(&spare(b)));
    let detail = tightest.map_or_else(String::new, |one| {
        let relation = match one.relation {
            Relation::AtLeast => "≥",
            Relation::AtMost => "≤",
            Relation::Above => ">",
            Relation::Below => "<",
        };
        let unit = if hypothesis.unit.is_empty() {
            String::new()
        } else {
            format!("\u{a0}{}", hypothesis.unit)
        };
        let whose = one
            .worker
            .map_or_else(String::new, |place| format!("{}: ", name(workers, place)));
        let asked = if one.holds() { "" } else { "should be " };
        let mut words = format!(
            "{whose}{}{unit} {asked}{relation} {}{unit}",
            amount(one.value),
            amount(one.limit)
        );
        let failing = hypothesis.fails_for().len();
        if failing > 1 {
            words.push_str(&format!(
                "; fails for {failing} of {} workers",
                workers.len()
            ));
        }
        words
    });
    Condition {
        text: hypothesis.text.into(),
        holds: hypothesis.holds(),
        detail,
    }
}

/// What the simulation showed of what a proposition is about, in a sentence.
fn observed(theorem: &Theorem, proof: &Proof) -> String {
    let Observed {
        chunks,
        starvation,
        throughput,
        contention,
        period,
    } = &proof.observed;
    let mut said: Vec<String> = Vec::new();
    let mut furthest: Option<f64> = None;
    let mut fed = false;
    for expected in &theorem.expected {
        match *expected {
            Expected::Chunk { worker, value } => {
                let chunk = chunks.get(worker).copied().unwrap_or(f64::NAN);
                let off = if value == 0.0 {
                    chunk
                } else {
                    (chunk - value).abs() / value
                };
                furthest = Some(furthest.map_or(off, |most| most.max(off)));
            }
            Expected::Fed { .. } => fed = true,
            Expected::Throughput { value } => said.push(format!(
                "A load of {} was processed per second over the last rounds, {} was foretold.",
                amount(*throughput),
                amount(value)
            )),
            Expected::NoContention => {}
            Expected::Period { value } => said.push(format!(
                "The last turn of the ring took {}, {} was foretold.",
                time(*period),
                time(value)
            )),
        }
    }
    if let Some(off) = furthest {
        said.push(if off <= TOLERANCE {
            "The last chunks are at their limits, to a millionth.".to_owned()
        } else {
            format!(
                "The last chunks are off their limits by up to {}.",
                percent(off, 3)
            )
        });
    }
    let hungry = starvation
        .iter()
        .filter(|waited| **waited > TOLERANCE * period)
        .count();
    if fed || theorem.name.starts_with("Proposition 2") {
        said.push(match hungry {
            0 => "Nobody waited for data in the last round.".to_owned(),
            _ => format!(
                "{} of {} workers waited for data in the last round.",
                hungry,
                starvation.len()
            ),
        });
    }
    if theorem.name.starts_with("Proposition 4") || theorem.name.starts_with("Proposition 5") {
        said.push(match contention {
            0 => "No transfer waited for another worker’s.".to_owned(),
            1 => "One transfer waited for another worker’s.".to_owned(),
            many => format!(
                "{} transfers waited for another worker’s.",
                fixed(*many as f64, 0)
            ),
        });
    }
    if theorem.name.starts_with("Proposition 3") && said.is_empty() {
        said.push(format!(
            "A load of {} was processed per second over the last rounds.",
            amount(*throughput)
        ));
    }
    if !proof.settled {
        said.push("Chunks settle too slowly for the simulation to tell.".into());
    }
    said.join(" ")
}

/// How the first rounds approach the target.
fn approach(parameters: &Parameters, proof: &Proof, workers: &[Worker]) -> [Chart; 2] {
    let rounds = || Axis::new("round", Unit::Count);
    let shown = proof.approaches.iter().enumerate().take(SHOWN);
    let sigma = shown.clone().map(|(place, approach)| {
        let points = (0_u32..).zip(&approach.sigma);
        let points = points.map(|(round, sigma)| Point::new(round.into(), ms(*sigma)));
        line(&name(workers, place), points, place == 0)
    });
    let mut durations = chart(
        "approach",
        "How soon do rounds last as long as they should?",
        rounds(),
        time_axis("σ"),
        sigma.collect(),
    );
    durations
        .references
        .push(beside(Side::Y, ms(parameters.target), "target τ"));
    // Below this, rounding is all that is left.
    const LEAST: f64 = 1e-13;
    let distance = shown.filter_map(|(place, approach)| {
        let limit = limit(workers.get(place)?, parameters.target);
        let points = (0_u32..).zip(&approach.chunks).map(|(round, chunk)| {
            let off = (1.0 - limit / chunk).abs();
            Point::new(round.into(), if off > LEAST { off } else { f64::NAN })
        });
        (limit > 0.0).then(|| line(&name(workers, place), points, place == 0))
    });
    let distances = chart(
        "distance",
        "By which factor does each round come nearer?",
        rounds(),
        Axis::new("distance 1 − α*/α", Unit::One).logarithmic(),
        distance.collect(),
    );
    [durations, distances]
}

fn limit(worker: &Worker, target: f64) -> f64 {
    limit_chunk_with_estimate(
        worker.speed,
        worker.latency,
        worker.estimated_latency,
        worker.theta,
        target,
    )
}

/// What is left, by how short rounds could be then.
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
        Some(bar(
            &name(workers, one.worker),
            (ms(least), f64::NAN),
            helps,
        ))
    });
    let bars: Vec<_> = bars.collect();
    let mut chart = chart(
        "without",
        "How short could rounds be without one worker?",
        Axis::new("without", Unit::One),
        time_axis("smallest target"),
        vec![Series::Bars { bars }],
    );
    if let Some(fits) = what_if.targets {
        chart
            .references
            .push(beside(Side::Y, ms(fits.least), "with all"));
    }
    Some(chart)
}

fn dispensable(what_if: &WhatIf, workers: &[Worker]) -> Table {
    let rows = ranked(what_if).into_iter().take(LISTED).map(|one| {
        let (least, greatest) = one
            .targets
            .map_or((f64::NAN, f64::NAN), |fits| (fits.least, fits.greatest));
        [
            text(name(workers, one.worker)),
            seconds(least),
            seconds(greatest),
            seconds(one.spacings),
            Cell::Number(one.throughput),
        ]
    });
    table(
        "without",
        "What if one worker went?",
        [
            "Without",
            "Smallest target",
            "Largest target (–: any longer one will do)",
            "Spacings of the rest, Σd",
            "Throughput of the rest (load/s)",
        ],
        rows,
    )
}

fn limits(parameters: &Parameters, ring: &Platform, proof: Option<&Proof>) -> Table {
    let target = parameters.target;
    let rows = ring
        .workers()
        .iter()
        .zip(ring.delays(target))
        .enumerate()
        .take(LISTED);
    let rows = rows.map(|(place, (worker, spacing))| {
        let last = proof
            .and_then(|proof| proof.observed.chunks.get(place))
            .copied();
        [
            text(name(ring.workers(), place)),
            Cell::Number(2.0 * worker.latency / target),
            Cell::Number(worker.first_chunk(target)),
            Cell::Number(limit(worker, target)),
            Cell::Number(last.unwrap_or(f64::NAN)),
            seconds(spacing),
        ]
    });
    table(
        "limits",
        "Where chunks go",
        [
            "Worker",
            "Shrinks each round to (ρ = 2f/τ)",
            "First chunk α₀ (load)",
            "Limit α* (load)",
            "Last chunk, simulated (load)",
            "Spacing d by eq. 13",
        ],
        rows,
    )
}

fn notes() -> Vec<String> {
    [
        "Speeds are constant here, as the propositions have them. A simulation of the same ring is made for this page, long enough for chunks to come within \
         a billionth of their limits; what it shows is held against what each proposition foretells, to a millionth.",
        "The propositions are given as they can be kept: the window of proposition 2 lacks a condition on the return link and forbids too much below θmin, \
         and proposition 4 is printed with a strict sign that contradicts equation 13.",
        "What if: the smallest target solves equation 15 exactly, shares θ and beliefs held. Whom to drop is our own question, not the document’s.",
    ]
    .map(str::to_owned)
    .to_vec()
}
