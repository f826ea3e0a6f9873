//! Generators: reproducible to the bit, within their ranges, and distributed as they say.

use parameters::{Parameters as _, Rejected};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_distr::Distribution as _;
use serde_json::json;
use statistics::{coefficient_of_variation, mean, pearson, sd};
use trace::TraceSet;
use trace::random::Random;
use trace::set::{MAX_GENERATED, MAX_NODES};
use trace::synthetic::*;

const PRESETS: [Preset; 9] = [
    Preset::Ar01,
    Preset::Ar02,
    Preset::Au01,
    Preset::Au02,
    Preset::Telaviv01,
    Preset::Warsch01,
    Preset::Peaks,
    Preset::Switches,
    Preset::Usa,
];

/// Checks the invariants of a set, also of sets that no file has passed through.
fn assert_valid(set: &TraceSet) {
    assert!(
        TraceSet::new(set.name(), set.nodes().to_vec()).is_ok(),
        "{}",
        set.name()
    );
}

#[test]
fn the_reference_sets_are_the_same_bits_on_every_machine() {
    let digests = [set_one(2000), set_two(2000), population(2006, 130, 2000)]
        .map(|set| set.digest()[..16].to_owned());
    assert_eq!(
        digests,
        ["ed4626b4f25c3011", "452e200e140fcfa7", "4f7664e1e575a23e"]
    );
}

#[test]
fn generated_sets_are_valid() {
    assert_valid(&set_one(100));
    assert_valid(&set_two(100));
    assert_valid(&population(1, 20, 100));
    for name in PRESETS {
        let set = preset(name, 3, 100, 1);
        assert_valid(&set);
        assert!(
            set.nodes()
                .iter()
                .all(|node| (mean(&node.runtimes) / name.parameters().mean - 1.0).abs() < 1e-12)
        );
    }
}

#[test]
fn numbers_of_nodes_and_jobs_are_held_to_the_limits_of_a_set() {
    let set = preset(Preset::Peaks, 0, 0, 1);
    assert_eq!((set.nodes().len(), set.jobs()), (1, 1));
    let set = preset(Preset::Peaks, MAX_NODES, 1, 1);
    assert_eq!((set.nodes().len(), set.jobs()), (MAX_NODES, 1));
    let parameters = SetParameters {
        data_sets: 5000,
        nodes: 9000,
        ..SetParameters::default()
    };
    assert_eq!(set_with_jobs(&parameters, 1), (MAX_NODES, 1));
    let set = preset(Preset::Peaks, MAX_NODES, MAX_GENERATED, 1);
    assert_eq!(set.jobs(), MAX_GENERATED / MAX_NODES);
}

fn set_with_jobs(parameters: &SetParameters, jobs: usize) -> (usize, usize) {
    let set = trace::synthetic::set(parameters, 1, jobs);
    (set.nodes().len(), set.jobs())
}

#[test]
fn series_of_one_node_share_its_place_and_are_named_after_it() {
    let set = set_one(10);
    let names: Vec<&str> = set.nodes().iter().map(|node| node.name.as_str()).collect();
    assert_eq!(
        names[..8],
        [
            "usa01-1", "usa02-1", "usa03-1", "usa04-1", "usa05-1", "usa06-1", "usa01-2", "usa02-2"
        ]
    );
    for (d, node) in set.nodes().iter().enumerate() {
        assert_eq!(node.host, d % 6);
        assert_eq!(node.position, set.nodes()[d % 6].position);
        assert!(
            node.position
                .unwrap()
                .iter()
                .all(|coordinate| (0.0..1.0).contains(coordinate))
        );
    }
}

#[test]
fn a_set_is_what_its_parameters_and_seed_say() {
    let two = trace::synthetic::set(&SetParameters::default(), 12, 50);
    assert_eq!(two.digest(), set_two(50).digest());
    assert_ne!(
        two.digest(),
        trace::synthetic::set(&SetParameters::default(), 13, 50).digest()
    );
}

#[test]
fn the_first_node_of_a_preset_is_what_its_seed_alone_gives() {
    let set = preset(Preset::Au02, 3, 50, 1000);
    let alone = series(&mut Random::new(1000), &Preset::Au02.parameters(), 50, true);
    assert_eq!(set.nodes()[0].runtimes, alone);
    assert_eq!(set.nodes()[0], preset(Preset::Au02, 1, 50, 1000).nodes()[0]);
}

/// The parameters as a scenario would name them, checked.
fn checked(parameters: &NodeParameters) -> Result<NodeParameters, Rejected> {
    let values = parameters.to_values().into();
    let values = NodeParameters::TABLE.check(&values)?;
    Ok(NodeParameters::from_values(&values))
}

#[test]
fn presets_and_random_characters_are_within_the_ranges_of_their_parameters() {
    for name in PRESETS {
        assert_eq!(checked(&name.parameters()).unwrap(), name.parameters());
    }
    let mut random = Random::new(1);
    for _ in 0..2000 {
        checked(&random_parameters(&mut random, 1000.0)).unwrap();
    }
    checked(&NodeParameters::default()).unwrap();
}

#[test]
fn parameters_out_of_range_are_refused_and_nan_with_them() {
    let refused = |parameters: NodeParameters| checked(&parameters).unwrap_err().to_string();
    let base = NodeParameters::default();
    assert_eq!(
        refused(NodeParameters {
            level_sd: 1.3,
            ..base
        }),
        "level_sd is 1.3; allowed: a number from 0 to 1.2"
    );
    assert_eq!(
        refused(NodeParameters { mean: 0.0, ..base }),
        "mean is 0.0; allowed: a number from 0.001 to 10000000 ms"
    );
    assert_eq!(
        refused(NodeParameters {
            noise_sd: f64::NAN,
            ..base
        }),
        "noise_sd is null; allowed: a number from 0 to 1"
    );
}

#[test]
fn parameters_are_written_in_full_or_in_part_but_not_misspelt() {
    let values = NodeParameters::TABLE
        .check(&json!({ "noise_sd": 0.5 }))
        .unwrap();
    assert_eq!(
        NodeParameters::from_values(&values),
        NodeParameters {
            noise_sd: 0.5,
            ..NodeParameters::default()
        }
    );
    assert!(
        NodeParameters::TABLE
            .check(&json!({ "noise": 0.5 }))
            .is_err()
    );
}

#[test]
fn draws_are_distributed_as_they_say() {
    let mut random = Random::new(99);
    let mut many = |draw: &mut dyn FnMut(&mut Random) -> f64| -> Vec<f64> {
        (0..100_000).map(|_| draw(&mut random)).collect()
    };
    let near = |values: &[f64], want_mean: f64, want_sd: f64| {
        let error = 4.0 * sd(values) / (values.len() as f64).sqrt();
        assert!(
            (mean(values) - want_mean).abs() < error,
            "mean {}, {want_mean} expected",
            mean(values)
        );
        assert!(
            (sd(values) / want_sd - 1.0).abs() < 0.03,
            "sd {}, {want_sd} expected",
            sd(values)
        );
    };
    near(&many(&mut Random::uniform), 0.5, (1.0_f64 / 12.0).sqrt());
    near(&many(&mut |random| random.exponential(3.0)), 3.0, 3.0);
    near(&many(&mut Random::normal), 0.0, 1.0);
    near(
        &many(&mut |random| random.below(10) as f64),
        4.5,
        8.25_f64.sqrt(),
    );
    near(
        &many(&mut |random| random.geometric(5.0) as f64),
        5.0,
        20.0_f64.sqrt(),
    );
    near(&many(&mut |random| random.lognormal(0.5)), 1.0, 0.5);
    near(
        &many(&mut |random| random.between(2.0, 4.0)),
        3.0,
        (4.0_f64 / 12.0).sqrt(),
    );
}

#[test]
fn a_geometric_draw_of_mean_one_takes_no_random_number() {
    let mut random = Random::new(1);
    assert_eq!((random.geometric(1.0), random.geometric(0.2)), (1, 1));
    assert_eq!(random, Random::new(1));
}

#[test]
fn a_sample_has_different_numbers_and_all_of_them_when_asked() {
    let mut random = Random::new(3);
    for k in 0..=20 {
        let mut sample = random.sample(20, k);
        assert_eq!(sample.len(), k);
        sample.sort_unstable();
        sample.dedup();
        assert_eq!(sample.len(), k);
    }
    assert_eq!(random.sample(3, 9).len(), 3);
    assert_eq!(random.below(0), 0);
}

#[test]
fn uniform_numbers_and_coins_of_rand_have_the_bits_of_the_rule() {
    for seed in 0..64 {
        let [mut random, mut words, mut coins] = [seed; 3].map(|seed| Random::stream(7, &[seed]));
        for _ in 0..1_000 {
            let word = words.next_u64();
            let rule = (word >> 11) as f64 / (1_u64 << 53) as f64;
            assert_eq!(random.uniform().to_bits(), rule.to_bits());
            assert_eq!(coins.random_bool(0.5), rule < 0.5);
        }
    }
}

/// Were these equal one day, `below`, `between` and `sample` could be calls of rand's functions.
#[test]
fn ranges_and_shuffles_of_rand_draw_other_numbers() {
    let many = 3 << 62;
    let [mut ours, mut theirs] = [Random::new(1), Random::new(1)];
    let ranges = (0..99).map(|_| (ours.below(many), theirs.random_range(0..many)));
    assert!(ranges.into_iter().any(|(ours, theirs)| ours != theirs));
    let [mut ours, mut theirs] = [Random::new(1), Random::new(1)];
    let ranges = (0..99).map(|_| (ours.between(0.0, 3.0), theirs.random_range(0.0..3.0)));
    assert!(ranges.into_iter().any(|(ours, theirs)| ours != theirs));
    let mut shuffled: Vec<usize> = (0..20).collect();
    shuffled.shuffle(&mut Random::new(1));
    assert_ne!(shuffled, Random::new(1).sample(20, 20));
}

#[test]
fn a_seed_of_rand_is_the_seed() {
    assert_eq!(Random::seed_from_u64(2006), Random::new(2006));
    assert_eq!(Random::from_seed(2006_u64.to_le_bytes()), Random::new(2006));
}

/// The largest distance between two empirical distributions is below its 99.99 % quantile, for 20,000 draws of each.
#[test]
fn distributions_are_those_of_rand_distr() {
    const N: usize = 20_000;
    let same = |ours: &mut dyn FnMut(&mut Random) -> f64, theirs: &dyn Fn(&mut Random) -> f64| {
        let [mut one, mut other] = [Random::stream(3, &[1]), Random::stream(3, &[2])];
        let mut draws: Vec<(f64, bool)> = (0..N)
            .flat_map(|_| [(ours(&mut one), true), (theirs(&mut other), false)])
            .collect();
        draws.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut ahead, mut most) = (0_i64, 0);
        for equal in draws.chunk_by(|a, b| a.0 == b.0) {
            ahead += equal.iter().map(|d| if d.1 { 1 } else { -1 }).sum::<i64>();
            most = most.max(ahead.abs());
        }
        let bound = 2.226 * (2.0 / N as f64).sqrt();
        assert!((most as f64) < bound * N as f64, "distance {most} of {N}");
    };
    let exponential = rand_distr::Exp::new(0.5).unwrap();
    same(&mut |random| random.exponential(2.0), &|random| {
        exponential.sample(random)
    });
    let normal = rand_distr::StandardNormal;
    same(&mut Random::normal, &|random| normal.sample(random));
    let lognormal = rand_distr::LogNormal::from_mean_cv(1.0, 0.7).unwrap();
    same(&mut |random| random.lognormal(0.7), &|random| {
        lognormal.sample(random)
    });
    let geometric = rand_distr::Geometric::new(0.2).unwrap();
    same(&mut |random| random.geometric(5.0) as f64, &|random| {
        1.0 + geometric.sample(random) as f64
    });
}

#[test]
fn streams_of_different_words_are_different_and_uncorrelated() {
    let draws = |words: &[u64]| -> Vec<f64> {
        let mut random = Random::stream(2006, words);
        (0..10_000).map(|_| random.uniform()).collect()
    };
    let streams = [
        draws(&[0, 0]),
        draws(&[0, 1]),
        draws(&[1, 0]),
        draws(&[0]),
        draws(&[]),
    ];
    for (number, stream) in streams.iter().enumerate() {
        for other in &streams[..number] {
            assert!(pearson(stream, other).abs() < 0.04);
        }
    }
    assert_eq!(draws(&[5, 7]), draws(&[5, 7]));
}

#[test]
fn a_stream_starts_where_the_rule_says() {
    let first = |state: u64| Random::new(state).next_u64();
    let state = first(first(first(9) ^ 4) ^ 2);
    assert_eq!(Random::stream(9, &[4, 2]), Random::new(state));
}

#[test]
fn without_levels_and_peaks_the_noise_has_the_spread_and_autocorrelation_asked_for() {
    let parameters = NodeParameters {
        level_sd: 0.0,
        peak_probability: 0.0,
        dip_probability: 0.0,
        autocorrelation: 0.6,
        noise_sd: 0.3,
        ..NodeParameters::default()
    };
    let runtimes = series(&mut Random::new(8), &parameters, 50_000, false);
    let logarithms: Vec<f64> = runtimes.iter().map(|runtime| libm::log(*runtime)).collect();
    assert!((sd(&logarithms) - 0.3).abs() < 0.01);
    assert!((pearson(&logarithms[1..], &logarithms) - 0.6).abs() < 0.02);
}

#[test]
fn peaks_dips_and_the_slow_mode_are_as_frequent_and_as_high_as_asked_for() {
    let parameters = NodeParameters {
        level_sd: 0.0,
        noise_sd: 0.0,
        peak_probability: 0.1,
        peak_duration: 1.0,
        peak_height: 4.0,
        dip_probability: 0.05,
        slow_probability: 0.2,
        slow_height: 2.5,
        ..NodeParameters::default()
    };
    let runtimes = series(&mut Random::new(5), &parameters, 50_000, false);
    let share = |wanted: &dyn Fn(f64) -> bool| {
        runtimes.iter().filter(|r| wanted(**r)).count() as f64 / 50_000.0
    };
    assert!((share(&|runtime| runtime == 0.3) - 0.05).abs() < 0.005);
    assert!((share(&|runtime| runtime == 3.5) - 0.2).abs() < 0.01);
    let peaks: Vec<f64> = runtimes
        .iter()
        .copied()
        .filter(|r| *r > 1.0 && *r != 3.5)
        .collect();
    assert!((peaks.len() as f64 / 50_000.0 - 0.1).abs() < 0.006);
    assert!((mean(&peaks) - 5.0).abs() < 0.2);
}

#[test]
fn the_population_spreads_like_the_measured_one() {
    let set = population(2006, 130, 2000);
    let means: Vec<f64> = set
        .nodes()
        .iter()
        .map(|node| mean(&node.runtimes))
        .collect();
    assert!(
        (mean(&means) / 3419.0 - 1.0).abs() < 0.5,
        "mean of means {}",
        mean(&means)
    );
    assert!(coefficient_of_variation(&means) > 1.0);
    assert_eq!((set.nodes().len(), set.jobs()), (130, 2000));
}

#[test]
fn no_two_seeds_of_two_hundred_share_a_node() {
    let memoryless = Memoryless::default();
    let sets = |seed| {
        [
            nodes("own", &NodeParameters::default(), 4, 5, seed),
            preset(Preset::Peaks, 4, 5, seed),
            memoryless_nodes(&memoryless, 4, 5, seed).unwrap(),
            population(seed, 4, 5),
        ]
    };
    let mut seen: [std::collections::BTreeSet<Vec<u64>>; 4] = Default::default();
    for seed in 0..200 {
        for (set, seen) in sets(seed).iter().zip(&mut seen) {
            for node in set.nodes() {
                let bits = node.runtimes.iter().map(|runtime| runtime.to_bits());
                assert!(seen.insert(bits.collect()), "{} {seed}", node.name);
            }
        }
    }
}
