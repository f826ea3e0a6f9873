//! All randomness of both engines: SplitMix64, one stream for each purpose, defined to the bit.
//!
//! The streams are those of the reference program, not [`Random::stream`], so that the golden runs repeat bit for bit.

use trace::random::Random;

/// The purpose of [`of_run`] among the streams of a seed.
const RUNS: u64 = 0x0601;

/// The seed of run `run` of a scenario, from 0. The first keeps the scenario's own seed, so that a run of one seed is that of the
/// reference program; the others come from the stream of (seed, run, purpose), so that neighbouring seeds share no run.
#[must_use]
pub fn of_run(seed: u64, run: u32) -> u64 {
    match run {
        0 => seed,
        later => Random::start_of(seed, &[u64::from(later), RUNS]),
    }
}

/// The increment of SplitMix64: 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finaliser of SplitMix64 (mix64).
#[inline]
#[must_use]
pub const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// The stream of a node: its victims, the offset of its clock, the time of its first benchmark.
#[must_use]
pub fn of_node(seed: u64, node: u32) -> Random {
    let start = seed
        .wrapping_mul(GOLDEN)
        .wrapping_add(u64::from(node))
        .wrapping_add(1);
    Random::new(mix(start))
}

/// The stream of the discrete-event engine: heirs of leaving nodes.
#[must_use]
pub fn of_heirs(seed: u64) -> Random {
    Random::new(mix(seed
        .wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        .wrapping_add(7)))
}

/// The stream of a landscape: noise of the reports and nodes to add.
#[must_use]
pub fn of_landscape(seed: u64) -> Random {
    Random::new(mix(seed.wrapping_mul(GOLDEN).wrapping_add(99)))
}

/// The stream of the thesis's strategies on the discrete-event engine: nodes to add.
#[must_use]
pub fn of_client(seed: u64) -> Random {
    Random::new(mix(seed.wrapping_mul(7919).wrapping_add(13)))
}

/// Uniform in [0, 1) and fixed for three numbers (hash01), so that work does not depend on the schedule.
#[inline]
#[must_use]
pub fn hash(first: u64, second: u64, third: u64) -> f64 {
    unit(hash_of_phase(first, second), third)
}

/// The part of [`hash`] that all leaves of a phase share.
#[inline]
#[must_use]
pub(crate) const fn hash_of_phase(seed: u64, phase: u64) -> u64 {
    let hash = mix(seed.wrapping_add(GOLDEN));
    mix(hash ^ phase.wrapping_mul(0xD1B5_4A32_D192_ED03))
}

/// The rest of [`hash`].
#[inline]
#[must_use]
pub(crate) fn unit(hash: u64, third: u64) -> f64 {
    let hash = mix(hash ^ third.wrapping_mul(0x8CB9_2BA7_2F3D_8DD7));
    (hash >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
}

/// Uniform in 0..n: floor(u·n), one draw; 0 for n = 0.
#[inline]
pub fn below(random: &mut Random, n: usize) -> usize {
    ((random.uniform() * n as f64) as usize).min(n.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_repeat_the_worked_examples() {
        // E12.
        let mut random = Random::new(1);
        for word in [
            0x910A_2DEC_8902_5CC1_u64,
            0xBEEB_8DA1_658E_EC67,
            0xF893_A2EE_FB32_555E,
        ] {
            assert_eq!(
                random.uniform(),
                (word >> 11) as f64 / 9_007_199_254_740_992.0
            );
        }
        for (words, expected) in [
            ([1, 0, 7], 0.907_319_886_450_669_9),
            ([1, 0, 8], 0.117_071_248_691_652_2),
            ([2, 3, 20], 0.817_535_649_055_52),
            ([1, 0, 85], 0.655_013_485_296),
            ([1, 0, 86], 0.642_754_684_834),
            ([7, 3, 340], 0.390_297_471_263),
        ] {
            let [first, second, third] = words;
            assert!((hash(first, second, third) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn no_two_seeds_of_two_hundred_share_a_run() {
        const RUNS_OF_A_SEED: u32 = 100;
        let runs = |seed| (0..RUNS_OF_A_SEED).map(move |run| of_run(seed, run));
        for first in [0, 1, 1 << 32, u64::MAX - 199] {
            let seeds: std::collections::BTreeSet<u64> =
                (0..200).flat_map(|seed| runs(first + seed)).collect();
            assert_eq!(seeds.len(), 200 * RUNS_OF_A_SEED as usize, "from {first}");
        }
        assert_eq!(of_run(7, 0), 7);
    }

    #[test]
    fn a_choice_among_nothing_is_the_first() {
        let mut random = Random::new(1);
        assert_eq!(below(&mut random, 0), 0);
        assert!((0..100).all(|_| below(&mut random, 3) < 3));
    }
}
