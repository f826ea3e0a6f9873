//! Exact times of iterations: closed forms, a slow oracle that draws, properties.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "helpers of a test may stop it, and an oracle may use another library"
)]

use proptest::prelude::*;
use replication::exact::{self, Exact, Law, law};
use replication::model::Numbers;
use replication::parameters::Family;
use trace::random::Random;
use trace::synthetic::Weibull;

use super::erlang;

const FAMILIES: [Family; 5] = [
    Family::Exponential,
    Family::Weibull,
    Family::Lognormal,
    Family::Pareto,
    Family::Uniform,
];

fn law(family: Family, c: f64) -> Law {
    Law::of(family, c).unwrap()
}

fn near(exact: Exact, truth: f64, what: &str) {
    assert!(
        (exact.value - truth).abs() <= exact.error + 1e-9 * truth.abs(),
        "{what}: {exact:?} instead of {truth}"
    );
    assert!(exact.error <= 2e-7 * truth.abs(), "{what}: {exact:?}");
}

fn gamma(x: f64) -> f64 {
    libm::tgamma(x)
}

#[test]
fn exponential_runtimes_have_erlang_sums() {
    let law = law(Family::Exponential, 1.0);
    let table = exact::table(&law, 7, false);
    for r in 0..=7 {
        for p in r..=7 {
            let truth = erlang::iteration_time(r, p);
            assert!(truth.error < 1e-11);
            near(
                table[r as usize][(p - r) as usize],
                truth.value,
                &format!("r = {r}, p = {p}"),
            );
        }
    }
}

#[test]
fn the_longest_of_exponential_runtimes_takes_the_harmonic_number() {
    for c in [0.3, 1.0] {
        let law = law(Family::Exponential, c);
        for p in 0..=10 {
            let harmonic: f64 = (1..=1_u32 << p).map(|k| 1.0 / f64::from(k)).sum();
            let time = exact::iteration_time(&law, 0, p, false);
            near(time, 1.0 - c + c * harmonic, "harmonic");
        }
    }
}

#[test]
fn the_longest_of_shortest_uniform_runtimes_has_a_closed_form() {
    // E max over M of the shortest of R of U(0, 1) is 1 - Γ(1/R) Γ(M + 1) / (R Γ(M + 1 + 1/R)).
    let c = law::most_variation(Family::Uniform);
    for (r, m) in [(0, 0), (0, 3), (2, 0), (2, 2), (3, 4)] {
        let (copies, groups) = (f64::from(1 << r), f64::from(1 << m));
        let unit = 1.0
            - gamma(1.0 / copies) * gamma(groups + 1.0)
                / (copies * gamma(groups + 1.0 + 1.0 / copies));
        let time = exact::iteration_time(&law(Family::Uniform, c), r, r + m, true);
        let half = 3.0_f64.sqrt() * c;
        near(time, copies * (1.0 - half + 2.0 * half * unit), "uniform");
    }
}

#[test]
fn shortest_and_longest_weibull_and_pareto_runtimes_have_closed_forms() {
    for c in [0.2, 0.57, 0.9] {
        let shape = Weibull::of(c).shape;
        let pareto = 1.0 + (1.0 + 1.0 / (c * c)).sqrt();
        for r in 0..=4 {
            let copies = f64::from(1_u32 << r);
            // One group: R times the mean of the shortest of R.
            let weibull = exact::iteration_time(&law(Family::Weibull, c), r, r, false);
            near(weibull, copies * copies.powf(-1.0 / shape), "Weibull");
            let least = (pareto - 1.0) / pareto;
            let shortest = least * copies * pareto / (copies * pareto - 1.0);
            let time = exact::iteration_time(&law(Family::Pareto, c), r, r, false);
            near(time, copies * shortest, "Pareto");
        }
        // Four groups of one: inclusion and exclusion.
        let longest: f64 = [4.0, -6.0, 4.0, -1.0]
            .iter()
            .zip(1..)
            .map(|(sign, k)| sign * f64::from(k).powf(-1.0 / shape))
            .sum();
        let time = exact::iteration_time(&law(Family::Weibull, c), 0, 2, false);
        near(time, longest, "Weibull, longest of 4");
        let least = (pareto - 1.0) / pareto;
        let beta = gamma(5.0) * gamma(1.0 - 1.0 / pareto) / gamma(5.0 - 1.0 / pareto);
        let time = exact::iteration_time(&law(Family::Pareto, c), 0, 2, false);
        near(time, least * beta, "Pareto, longest of 4");
    }
}

#[test]
fn the_longest_of_two_has_the_excess_of_its_family() {
    // Dobber 2006, section 5.3.1: α is ½ for exponential and 1 / √3 for uniform runtimes.
    for (family, c, excess) in [
        (Family::Exponential, 0.8, 0.5),
        (Family::Uniform, 0.4, 1.0 / 3.0_f64.sqrt()),
    ] {
        let time = exact::iteration_time(&law(family, c), 0, 1, false);
        near(time, 1.0 + excess * c, "longest of two");
    }
}

#[test]
fn two_steps_of_two_uniform_runtimes_are_what_an_integral_says() {
    // The sum of two shortest of two of U(0, 1), each with density 2 (1 - x); E max of two of them, by Simpson's rule on
    // 1 - F² with F from the convolution worked out by hand.
    let f = |s: f64| {
        if s <= 1.0 {
            2.0 * s * s - 4.0 / 3.0 * s.powi(3) + s.powi(4) / 6.0
        } else {
            1.0 - (2.0 - s).powi(4) / 6.0
        }
    };
    let steps = 20_000;
    let h = 2.0 / f64::from(steps);
    let integral: f64 = (0..=steps)
        .map(|k| {
            let weight = match k {
                0 => 1.0,
                k if k == steps => 1.0,
                k if k % 2 == 1 => 4.0,
                _ => 2.0,
            };
            weight * (1.0 - f(h * f64::from(k)).powi(2))
        })
        .sum::<f64>()
        * h
        / 3.0;
    let c = law::most_variation(Family::Uniform);
    let half = 3.0_f64.sqrt() * c;
    let time = exact::iteration_time(&law(Family::Uniform, c), 1, 2, false);
    near(
        time,
        2.0 * (1.0 - half) + 2.0 * half * integral,
        "uniform sums",
    );
}

/// Draws runtimes with mean 1, by inversion.
fn sampler(family: Family, c: f64) -> Box<dyn Fn(&mut Random) -> f64> {
    match family {
        Family::Exponential => Box::new(move |random| 1.0 - c + random.exponential(c)),
        Family::Lognormal => Box::new(move |random| random.lognormal(c)),
        Family::Weibull => {
            let shape = Weibull::of(c).shape;
            let scale = 1.0 / gamma(1.0 + 1.0 / shape);
            Box::new(move |random| scale * random.exponential(1.0).powf(1.0 / shape))
        }
        Family::Pareto => {
            let shape = 1.0 + (1.0 + 1.0 / (c * c)).sqrt();
            let least = (shape - 1.0) / shape;
            Box::new(move |random| least * (random.exponential(1.0) / shape).exp())
        }
        Family::Uniform => {
            let half = 3.0_f64.sqrt() * c;
            Box::new(move |random| 1.0 + half * (2.0 * random.uniform() - 1.0))
        }
        Family::Empirical => panic!("draws from values"),
    }
}

/// The time straight from its definition, averaged over draws, with its standard error.
fn oracle(
    mut draw: impl FnMut() -> f64,
    r: u32,
    p: u32,
    dependent: bool,
    number: u32,
) -> (f64, f64) {
    let (copies, groups) = (1 << r, 1 << (p - r));
    let times: Vec<f64> = (0..number)
        .map(|_| {
            let mut longest = 0.0_f64;
            for _ in 0..groups {
                let mut shortest = || (0..copies).map(|_| draw()).fold(f64::INFINITY, f64::min);
                let sum = if dependent {
                    f64::from(copies) * shortest()
                } else {
                    (0..copies).map(|_| shortest()).sum()
                };
                longest = longest.max(sum);
            }
            longest
        })
        .collect();
    let mean = statistics::mean(&times);
    let sd = statistics::sd(&times);
    (mean, sd / f64::from(number).sqrt())
}

#[test]
fn what_is_drawn_agrees_with_what_is_computed() {
    let mut random = Random::new(2006);
    for family in FAMILIES {
        for (c, r, p) in [(0.3, 1, 3), (0.55, 2, 4), (0.55, 0, 4), (0.4, 2, 3)] {
            let sampler = sampler(family, c);
            for dependent in [false, true] {
                let time = exact::iteration_time(&law(family, c), r, p, dependent);
                let draw = || sampler(&mut random);
                let (mean, error) = oracle(draw, r, p, dependent, 10_000);
                assert!(
                    (time.value - mean).abs() < 4.5 * error,
                    "{family:?} {c} {r} {p} {dependent}: {time:?} instead of {mean} ± {error}"
                );
            }
        }
    }
}

#[test]
fn what_is_drawn_from_values_agrees_with_what_is_computed_of_them() {
    let mut random = Random::new(7);
    let values: Vec<f64> = (0..500).map(|_| random.lognormal(0.8)).collect();
    let law = Law::empirical(values.clone()).unwrap();
    for (r, p, dependent) in [(0, 3, false), (1, 3, false), (2, 4, false), (2, 4, true)] {
        let time = exact::iteration_time(&law, r, p, dependent);
        let draw = || values[random.below(500) as usize];
        let (mean, error) = oracle(draw, r, p, dependent, 40_000);
        assert!(
            (time.value - mean).abs() < 4.5 * error,
            "{r} {p}: {time:?} instead of {mean} ± {error}"
        );
        assert!(time.error < 1e-4, "{time:?}");
    }
}

#[test]
fn values_of_a_family_come_to_its_times() {
    // The quantiles of 20,000 equal parts stand for the distribution.
    let number = 20_000;
    let values = (0..number)
        .map(|k| {
            let u = (f64::from(k) + 0.5) / f64::from(number);
            0.2 - 0.8 * (1.0 - u).ln()
        })
        .collect();
    let (of_values, of_family) = (
        exact::table(&Law::empirical(values).unwrap(), 5, false),
        exact::table(&law(Family::Exponential, 0.8), 5, false),
    );
    for (values, family) in of_values.iter().flatten().zip(of_family.iter().flatten()) {
        assert!((values.value / family.value - 1.0).abs() < 2e-3);
    }
}

#[test]
fn without_variation_an_iteration_takes_its_copies() {
    for family in FAMILIES {
        for (r, row) in exact::table(&law(family, 0.0), 4, false).iter().enumerate() {
            let copies = f64::from(1 << r);
            assert!(row.iter().all(|time| *time
                == Exact {
                    value: copies,
                    error: 0.0
                }));
        }
    }
    assert_eq!(Law::empirical(vec![1.0, 1.0]), Some(Law::Certain));
}

#[test]
fn laws_that_cannot_be_had_are_refused() {
    assert_eq!(Law::of(Family::Uniform, 0.6), None);
    assert_eq!(Law::of(Family::Exponential, 1.01), None);
    assert_eq!(Law::of(Family::Weibull, f64::NAN), None);
    assert_eq!(Law::of(Family::Empirical, 0.5), None);
    for values in [vec![], vec![1.0, f64::NAN], vec![-1.0, 1.0]] {
        assert_eq!(Law::empirical(values), None);
    }
}

#[test]
fn large_shapes_keep_the_coefficient_of_variation() {
    for c in [0.001, 0.01, 0.1, 0.5, 1.0, 2.0] {
        let shape = Weibull::of(c).shape;
        let ratio = libm::lgamma(1.0 + 2.0 / shape) - 2.0 * libm::lgamma(1.0 + 1.0 / shape);
        assert!(
            (ratio.exp_m1().sqrt() / c - 1.0).abs() < 1e-7,
            "{c}: {shape}"
        );
    }
    assert!((Weibull::of(1.0).shape - 1.0).abs() < 1e-12);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn times_lie_between_what_independence_and_sameness_allow(
        place in 0_usize..5, c in 0.02..0.57_f64,
    ) {
        let law = law(FAMILIES[place], c);
        let (free, same) = (exact::table(&law, 5, false), exact::table(&law, 5, true));
        for r in 0..=5_usize {
            let alone = free[r][0].value;
            for m in 0..=5 - r {
                let (free, same) = (free[r][m], same[r][m]);
                let slack = 1e-6;
                // More groups take longer; equal steps longer than independent ones; no iteration less than one group, nor
                // more than every group's deviation allows.
                prop_assert!(free.value >= alone - slack);
                prop_assert!(same.value >= free.value - slack);
                prop_assert!(free.error < 1e-6 * free.value.max(1.0));
                let groups = f64::from(1_u32 << m);
                let most = f64::from(1_u32 << r) * (1.0 + c * (groups * f64::from(1_u32 << r) - 1.0).sqrt());
                prop_assert!(free.value <= most + slack);
            }
            prop_assert!(free[r].windows(2).all(|pair| pair[0].value <= pair[1].value + 1e-6));
        }
    }

    #[test]
    fn only_the_shape_of_values_matters(scale in 0.5..20.0_f64, seed in 0_u64..1000) {
        let mut random = Random::new(seed);
        let values: Vec<f64> = (0..300).map(|_| random.lognormal(0.6)).collect();
        let scaled = values.iter().map(|value| value * scale).collect();
        let time = |values| exact::iteration_time(&Law::empirical(values).unwrap(), 1, 3, false).value;
        let ratio = time(scaled) / time(values) / scale;
        prop_assert!((ratio - 1.0).abs() < 1e-4, "{}", ratio);
    }

    #[test]
    fn two_processors_meet_the_first_formula_exactly(c in 0.01..=1.0_f64) {
        // For exponential runtimes the formulas' α is right, and with p = 1 nothing else matters.
        let law = law(Family::Exponential, c);
        let numbers = Numbers::exponential(0.5);
        for r in 0..=1 {
            let time = exact::iteration_time(&law, r, 1, false);
            prop_assert!((time.value - numbers.iteration_time(r, 1, c)).abs() < 1e-9);
        }
    }
}
