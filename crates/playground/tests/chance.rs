//! The numbers that depend on chance, and the statements about them.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::collections::HashMap;

use playground::list::MODELS;
use playground::{Error, Scenario, laboratories};
use report::{Chance, Observer, Report, Sample, Silent};

use crate::small::topics;

/// A scenario's report, and the samples of its runs.
pub(crate) fn outcome(
    scenario: &Scenario,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    let all = laboratories().iter().zip(&MODELS);
    let mut own = all.filter(|(about, _)| about.name == scenario.laboratory());
    let model = own.find_map(|(_, model)| model.as_ref()).unwrap();
    model.start().run(scenario.checked(), observer)
}

/// The bits of the numbers of each run.
fn runs(samples: &[Sample]) -> Vec<Vec<u64>> {
    let number = samples.first().map_or(0, |sample| sample.values.len());
    let of_runs = || samples.iter().filter(|one| one.values.len() == number);
    let bits = |run: usize| of_runs().map(move |sample| sample.values[run].to_bits());
    (0..number).map(|run| bits(run).collect()).collect()
}

/// The distance of seeds up to which derivations that add a small number to a seed would meet.
const NEAR: usize = 4;

/// The seeds of a scenario that share a run, other than by coincidence.
fn shared(scenario: &Scenario, seeds: usize) -> Option<String> {
    let seeded = |seed: usize| scenario.with("seed", &(seed + 1).to_string()).unwrap();
    let all: Vec<_> = (0..seeds)
        .map(|seed| runs(&outcome(&seeded(seed), &mut Silent).unwrap().1))
        .collect();
    let number = all.first().map_or(0, Vec::len);
    let each = || (0..seeds).flat_map(|seed| (0..number).map(move |run| (seed, run)));
    // Where there are few different results, far seeds share some by coincidence.
    let mut earliest = HashMap::new();
    let coarse = each().any(|(seed, run)| {
        let before = *earliest.entry(&all[seed][run]).or_insert(seed);
        seed - before > NEAR
    });
    let mut first = HashMap::new();
    for (seed, run) in each().filter(|_| !coarse) {
        if let Some((before, other)) = first.insert(&all[seed][run], (seed, run)) {
            return Some(format!(
                "run {run} of seed {} is run {other} of seed {}",
                seed + 1,
                before + 1
            ));
        }
    }
    // The number of pairs of seeds that lie `apart` in which the runs `one` and `other` are the same, and the number of all pairs.
    let same = |apart: usize, one: usize, other: usize| {
        let pairs = all.iter().zip(all.iter().skip(apart));
        let equal = pairs
            .clone()
            .filter(|(here, there)| here[one] == there[other]);
        (equal.count(), pairs.count())
    };
    let (coincide, of) = same(seeds / 2, 0, 0);
    let near = (0..=NEAR).flat_map(|apart| (0..number).map(move |run| (apart, run)));
    let mut near = near.flat_map(|(apart, one)| (0..number).map(move |other| (apart, one, other)));
    let again = near.find(|(apart, one, other)| {
        let (equal, pairs) = same(*apart, *one, *other);
        (*apart, *one) != (0, *other) && 2 * equal > pairs && 2 * coincide < of
    })?;
    Some(format!(
        "run {} of most seeds is run {} of the seed {} before",
        again.2, again.1, again.0
    ))
}

#[test]
fn no_two_seeds_of_200_share_a_run() {
    let mut found = Vec::new();
    for about in laboratories() {
        let drawn = |one: &Scenario| one.chance() == Chance::Drawn && !one.get("runs").is_null();
        let own = Scenario::of(about.name).unwrap().get("topic");
        for scenario in topics(about.name).into_iter().filter(drawn) {
            // The other topics draw as the default topic does.
            let seeds = if scenario.get("topic") == own {
                200
            } else {
                12
            };
            let topic = scenario.get("topic");
            found.extend(
                shared(&scenario, seeds).map(|words| format!("{}, {topic}: {words}", about.name)),
            );
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_is_exact_is_the_same_with_every_seed() {
    let all = laboratories().iter().flat_map(|about| topics(about.name));
    for scenario in all.filter(|one| one.chance() == Chance::Exact) {
        let (report, samples) = outcome(&scenario, &mut Silent).unwrap();
        let (other, again) = outcome(&scenario.with("seed", "77").unwrap(), &mut Silent).unwrap();
        assert_eq!(
            report.fingerprint(),
            other.fingerprint(),
            "{}",
            scenario.to_json()
        );
        assert_eq!(runs(&samples), runs(&again));
        assert!(
            samples.iter().all(|sample| sample.values.len() == 1),
            "{}",
            scenario.to_json()
        );
    }
}
