//! Figures of merit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::number;

/// A range that holds the true value with the stated confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// Lower end, in the figure's unit.
    pub low: f64,
    /// Upper end, in the figure's unit.
    pub high: f64,
    /// Confidence, 0 to 1, such as 0.95.
    pub level: f64,
}

impl Interval {
    /// `mean ± half`, at 95 %; nothing where `half` is not a number (a single run has no interval).
    #[must_use]
    pub fn around(mean: f64, half: f64) -> Option<Self> {
        half.is_finite().then_some(Self {
            low: mean - half,
            high: mean + half,
            level: 0.95,
        })
    }

    /// Half the width, in the figure's unit.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The half width that is written: nothing where nothing varies but for rounding.
    ///
    /// ```
    /// use report::figure::Interval;
    ///
    /// let written = |half| Interval::around(0.3, half)?.uncertainty();
    /// assert_eq!(written(0.0), None);
    /// assert_eq!(written(1e-16), None);
    /// assert!((written(0.1).unwrap() - 0.1_f64).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn uncertainty(&self) -> Option<f64> {
        let half = self.half_width();
        (half > 1e-12 * self.low.abs().max(self.high.abs())).then_some(half)
    }
}

/// The unit of a figure's number; decides how the number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A plain number, such as a ratio.
    One,
    /// Milliseconds; written in the unit that suits the size.
    Milliseconds,
    /// A share of one, written in per cent.
    Share,
    /// A whole number of things.
    Count,
}

/// One number that says how good a run was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Figure {
    /// Stable name for programs, such as `speedup`.
    pub key: String,
    /// Name for people, such as "Speedup over equal shares".
    pub name: String,
    /// The number, in `unit`. Not a number where it is undefined.
    #[serde(with = "number::finite_or_null")]
    #[schemars(with = "Option<f64>")]
    pub value: f64,
    /// The number's unit.
    pub unit: Unit,
    /// Its uncertainty, where it was estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// The former or the best value: a few words such as "was 58 %".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
}

impl Figure {
    /// A figure without interval and without a word beside it.
    #[must_use]
    pub fn new(key: &str, name: &str, value: f64, unit: Unit) -> Self {
        Self {
            key: key.into(),
            name: name.into(),
            value,
            unit,
            interval: None,
            beside: None,
        }
    }

    /// A plain number, such as a ratio.
    #[must_use]
    pub fn number(key: &str, name: &str, value: f64) -> Self {
        Self::new(key, name, value, Unit::One)
    }

    /// A share of one.
    #[must_use]
    pub fn share(key: &str, name: &str, value: f64) -> Self {
        Self::new(key, name, value, Unit::Share)
    }

    /// A whole number of things.
    #[must_use]
    pub fn count(key: &str, name: &str, value: f64) -> Self {
        Self::new(key, name, value, Unit::Count)
    }

    /// A time in ms.
    #[must_use]
    pub fn time(key: &str, name: &str, value: f64) -> Self {
        Self::new(key, name, value, Unit::Milliseconds)
    }

    /// A mean and the half width of its interval at 95 %, as statistics give them.
    #[must_use]
    pub fn mean(key: &str, name: &str, (mean, half): (f64, f64), unit: Unit) -> Self {
        Self::new(key, name, mean, unit).within(half)
    }

    /// The same figure with `mean ± half` at 95 %.
    #[must_use]
    pub fn within(mut self, half: f64) -> Self {
        self.interval = Interval::around(self.value, half);
        self
    }

    /// The same figure with a word beside it.
    #[must_use]
    pub fn beside(mut self, words: impl Into<String>) -> Self {
        self.beside = Some(words.into());
        self
    }

    /// The number with its unit, with as many digits as its uncertainty allows.
    #[must_use]
    pub fn text(&self) -> String {
        number::with_unit(self.value, self.unit, self.uncertainty())
    }

    /// The half width of the interval, in the unit in which [`Figure::text`] writes the number: "± 0.04".
    #[must_use]
    pub fn uncertainty_text(&self) -> Option<String> {
        let half = self.uncertainty()?;
        Some(format!(
            "± {}",
            number::half_width(self.value, self.unit, half)
        ))
    }

    fn uncertainty(&self) -> Option<f64> {
        self.interval?.uncertainty()
    }
}
