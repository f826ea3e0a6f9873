//! The pure formulas by name.

use garde::Validate;
use report::quantity::{Formula, Kept, Quantity, Registry};
use schemars::JsonSchema;
use serde::Deserialize;

/// All quantities of this laboratory.
#[must_use]
pub fn all() -> Vec<Quantity> {
    let mut kept = Kept::new(include_str!("../quantities.json"));
    each(&mut kept);
    kept.quantities
}

/// Enters each formula.
pub fn each(registry: &mut impl Registry) {
    registry.add::<Gain>();
    registry.add::<WhiteNoiseBand>();
    registry.add::<HurstOfDecay>();
    registry.add::<NormalJumps>();
    registry.add::<SmoothingMemory>();
}

/// Parameters of `prediction.gain`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct Gain {
    /// The predictor's root mean square error.
    #[garde(range(min = 0.0, max = 1e12))]
    #[schemars(extend("x-unit" = "ms"))]
    own: f64,
    /// The rival's.
    #[garde(range(min = 0.0, max = 1e12))]
    #[schemars(extend("x-unit" = "ms"))]
    rival: f64,
    /// The least one in hindsight, RMSE*.
    #[garde(range(min = 0.0, max = 1e12))]
    #[schemars(extend("x-unit" = "ms"))]
    hindsight: f64,
}

impl Formula for Gain {
    const NAME: &'static str = "prediction.gain";
    const HELP: &'static str =
        "Δ %: how much of what hindsight could gain over the rival a predictor gains";
    const UNIT: &'static str = "%";
    const SOURCE: &'static str = "Dobber 2006, equation 7.29";

    fn evaluate(&self) -> f64 {
        forecast::score::delta(self.own, self.rival, self.hindsight)
    }
}

/// Parameters of `prediction.white_noise_band`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct WhiteNoiseBand {
    /// N: how many values there are.
    #[garde(range(min = 1, max = 10_000_000))]
    #[schemars(extend("x-symbol" = "N"))]
    values: u32,
}

impl Formula for WhiteNoiseBand {
    const NAME: &'static str = "prediction.white_noise_band";
    const HELP: &'static str = "Half the width of the band in which 95 % of the autocorrelations of values without memory lie";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Bartlett 1946: 1.96 / √N";

    fn evaluate(&self) -> f64 {
        trace::autocorrelation::confidence(self.values as usize)
    }
}

/// Parameters of `prediction.hurst_of_decay`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct HurstOfDecay {
    /// The exponent with which the autocorrelation falls: ρ(h) ~ h^(−a).
    #[garde(range(min = 0.0, max = 2.0))]
    exponent: f64,
}

impl Formula for HurstOfDecay {
    const NAME: &'static str = "prediction.hurst_of_decay";
    const HELP: &'static str =
        "Hurst parameter of an autocorrelation that falls as a power of the lag";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Dobber 2006, section 3.5: H = 1 − a / 2";

    fn evaluate(&self) -> f64 {
        1.0 - self.exponent / 2.0
    }
}

/// Parameters of `prediction.normal_jumps`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct NormalJumps {
    /// How many standard deviations a step must exceed to be a jump.
    #[garde(range(min = 0.0, max = 10.0))]
    threshold: f64,
}

impl Formula for NormalJumps {
    const NAME: &'static str = "prediction.normal_jumps";
    const HELP: &'static str = "The share of jumps among independent normal values";
    const UNIT: &'static str = "";
    const SOURCE: &'static str =
        "own: a step has √2 times the deviation; 0.1573 for two deviations";

    fn evaluate(&self) -> f64 {
        libm::erfc(self.threshold / 2.0)
    }
}

/// Parameters of `prediction.smoothing_memory`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct SmoothingMemory {
    /// α: the weight of the newest value.
    #[garde(range(min = 0.001, max = 1.0))]
    #[schemars(extend("x-symbol" = "α"))]
    smoothing: f64,
}

impl Formula for SmoothingMemory {
    const NAME: &'static str = "prediction.smoothing_memory";
    const HELP: &'static str = "The mean age of what exponential smoothing remembers: (1 − α) / α";
    const UNIT: &'static str = "jobs";
    const SOURCE: &'static str = "Dobber 2006, equation 7.1, unrolled";

    fn evaluate(&self) -> f64 {
        (1.0 - self.smoothing) / self.smoothing
    }
}
