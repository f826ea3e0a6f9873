//! Exponential runtimes: the shortest of R is exponential with mean E X / R, and the sum of R of them is Erlang (own
//! derivation).

use replication::exact::{Exact, quadrature};
use replication::model::power;

/// The time of an iteration with 2^`r` copies on 2^`p` processors for independent exponential runtimes with mean 1: E max over M
/// of Erlang(R, R) = ∫ 1 - F^M. For r = 0 the harmonic number of P, for r = p 1.
pub(crate) fn iteration_time(r: u32, p: u32) -> Exact {
    let copies = 1_u32 << r.min(20);
    let groups = power(p.saturating_sub(r));
    quadrature::to_infinity(1.0, |x| {
        let beyond = survival(copies, f64::from(copies) * x);
        -libm::expm1(groups * libm::log1p(-beyond.min(1.0)))
    })
}

/// e^(-x) Σ_{k<shape} x^k / k!.
fn survival(shape: u32, x: f64) -> f64 {
    let mut sum = 0.0;
    if x < 300.0 {
        let mut term = libm::exp(-x);
        for k in 1..=shape {
            sum += term;
            term *= x / f64::from(k);
        }
    } else {
        // From the last term down: the first ones are too small for a number.
        let last = f64::from(shape - 1);
        let mut term = libm::exp(last * libm::log(x) - x - libm::lgamma(f64::from(shape)));
        for k in (0..shape).rev() {
            sum += term;
            term *= f64::from(k) / x;
        }
    }
    sum
}
