//! Whybark's adaptive smoothing (Dobber 2006, section 7.2.2.2).

use crate::adaptive::Weigh;
use crate::deviation::Deviation;

/// The weight after a large or repeated error.
const HIGH: f64 = 0.8;
/// The weight one value later.
const MEDIUM: f64 = 0.4;
/// The weight otherwise.
const BASE: f64 = 0.2;

/// The weight of the newest value is 0.8 after a surprise, 0.4 one value later, else 0.2 (equation 7.5).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Whybark {
    /// Of all errors so far; an error is judged before it is added (own choice: the thesis does not say which errors).
    deviation: Deviation,
    last: f64,
    surprised: bool,
    before: bool,
}

impl Whybark {
    /// All three weights.
    pub(crate) const ALL: [f64; 3] = [BASE, MEDIUM, HIGH];

    /// The weight after the error of the next value.
    pub(crate) fn after(&mut self, error: f64) -> f64 {
        self.before = self.surprised;
        self.surprised = surprises(error, self.last, self.deviation.sample());
        self.deviation.add(error);
        self.last = error;
        self.weight()
    }
}

impl Weigh for Whybark {
    fn learn(&mut self, value: f64, forecast: f64) {
        self.after(value - forecast);
    }

    fn weight(&self) -> f64 {
        if self.surprised {
            HIGH
        } else if self.before {
            MEDIUM
        } else {
            BASE
        }
    }
}

/// δ: whether an error is above four standard deviations, or it and the one before it are above 1.2, on the same side.
/// Without a standard deviation nothing is a surprise.
fn surprises(error: f64, before: f64, deviation: Option<f64>) -> bool {
    deviation.is_some_and(|deviation| {
        let limit = 1.2 * deviation;
        error.abs() > 4.0 * deviation
            || (error.abs() > limit && before.abs() > limit && error * before > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surprise_is_large_or_repeated_on_the_same_side() {
        assert!(surprises(5.0, 0.0, Some(1.0)));
        assert!(surprises(1.3, 1.3, Some(1.0)));
        assert!(surprises(-1.3, -1.3, Some(1.0)));
        assert!(!surprises(1.3, -1.3, Some(1.0)));
        assert!(!surprises(4.0, 0.0, Some(1.0)));
        assert!(!surprises(1.2, 1.3, Some(1.0)));
        assert!(!surprises(5.0, 5.0, None));
    }
}
