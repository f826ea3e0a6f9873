//! The principal branch of the Lambert W function: W e^W = x.

/// W(x) for x of 0 or more, to the last digits: Halley's iteration (Corless and others, "On the Lambert W function",
/// 1996). Not a number below 0.
///
/// ```
/// assert_eq!(replication_model::model::lambert::of(0.0), 0.0);
/// assert!((replication_model::model::lambert::of(1.0) - 0.567_143_290_409_783_8).abs() < 1e-15);
/// ```
#[must_use]
pub fn of(x: f64) -> f64 {
    if x == 0.0 {
        return 0.0;
    }
    if !(x > 0.0 && x.is_finite()) {
        return if x == f64::INFINITY { x } else { f64::NAN };
    }
    let mut w = if x > std::f64::consts::E {
        let logarithm = libm::log(x);
        logarithm - libm::log(logarithm)
    } else {
        x / std::f64::consts::E
    };
    for _ in 0..50 {
        let e = libm::exp(w);
        let off = w * e - x;
        let step = off / (e * (w + 1.0) - (w + 2.0) * off / (2.0 * w + 2.0));
        w -= step;
        if step.abs() <= 1e-16 * w.abs() {
            break;
        }
    }
    w
}

/// W(e^l), also where e^l is too large for a number: the root of w + ln w = l.
#[must_use]
pub fn of_exponential(l: f64) -> f64 {
    if l < 1.0 {
        return of(libm::exp(l));
    }
    let mut w = l - libm::log(l).min(l / 2.0);
    for _ in 0..50 {
        // Halley's iteration on w + ln w - l.
        let off = w + libm::log(w) - l;
        let slope = 1.0 + 1.0 / w;
        let step = off / (slope + off / (2.0 * w * w * slope));
        w -= step;
        if step.abs() <= 1e-16 * w.abs() {
            break;
        }
    }
    w
}
