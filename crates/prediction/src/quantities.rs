//! The pure formulas by name.

use laboratory::Formula;
use parameters::{Parameter, Table};

/// All formulas of this laboratory.
pub const FORMULAS: &[Formula] = &[
    Formula {
        name: "prediction.gain",
        help: "Δ %: a predictor’s gain over its rival, as a share of the gain possible in hindsight; none where the rival’s error is not above RMSE*",
        unit: "%",
        source: "Dobber 2006, equation 7.29",
        table: Table::of(
            "",
            &[
                error("own", "The predictor's root mean square error."),
                error("rival", "The rival's root mean square error."),
                error(
                    "hindsight",
                    "The least root mean square error in hindsight, RMSE*.",
                ),
            ],
        ),
        value: |of| {
            forecast::score::delta(of.number("own"), of.number("rival"), of.number("hindsight"))
        },
    },
    Formula {
        name: "prediction.white_noise_band",
        help: "Half the width of the band in which 95 % of the autocorrelations of values without memory lie",
        unit: "",
        source: "Bartlett 1946: 1.96 / √N",
        table: Table::of(
            "",
            &[Parameter::whole("values", 1, 10_000_000, "N: the number of values.").symbol("N")],
        ),
        value: |of| statistics::autocorrelation::confidence(of.whole("values") as usize),
    },
    Formula {
        name: "prediction.hurst_of_decay",
        help: "Hurst parameter of an autocorrelation that falls as a power of the lag",
        unit: "",
        source: "Dobber 2006, section 3.6: H = 1 − a / 2",
        table: Table::of(
            "",
            &[Parameter::number(
                "exponent",
                0.0,
                2.0,
                "The exponent with which the autocorrelation falls: ρ(h) ~ h^(−a).",
            )],
        ),
        value: |of| 1.0 - of.number("exponent") / 2.0,
    },
    Formula {
        name: "prediction.normal_jumps",
        help: "The share of jumps among independent normal values",
        unit: "",
        source: "own: a step has √2 times the deviation; 0.1573 for two deviations",
        table: Table::of(
            "",
            &[Parameter::number(
                "threshold",
                0.0,
                10.0,
                "The number of standard deviations that a jump exceeds.",
            )],
        ),
        value: |of| libm::erfc(of.number("threshold") / 2.0),
    },
    Formula {
        name: "prediction.smoothing_memory",
        help: "The mean age of a value in exponential smoothing: (1 − α) / α",
        unit: "jobs",
        source: "Dobber 2006, equation 7.1, unrolled",
        table: Table::of(
            "",
            &[Parameter::number(
                "smoothing",
                0.001,
                1.0,
                "α: the weight of the newest value.",
            )
            .symbol("α")],
        ),
        value: |of| (1.0 - of.number("smoothing")) / of.number("smoothing"),
    },
];

/// A root mean square error.
const fn error(name: &'static str, help: &'static str) -> Parameter {
    Parameter::number(name, 0.0, 1e12, help).unit("ms")
}
