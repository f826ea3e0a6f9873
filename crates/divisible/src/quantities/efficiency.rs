//! Utilisation of the processors.

use laboratory::Formula;
use parameters::{Parameter, Table};

use super::{LATENCY, SPEED, TARGET, WORKERS};
use crate::formulas::{baseline, efficiency};

const HORIZON: Parameter =
    Parameter::number("horizon", 1e-6, 1e12, "T: the duration of the stream.")
        .unit("s")
        .symbol("T");

const INACCURACY: Parameter = Parameter::number(
    "inaccuracy",
    0.0,
    0.999,
    "ι: the relative error of the estimated speeds.",
)
.symbol("ι");

pub(super) const THROUGHPUT: Formula = Formula {
    name: "divisible.throughput",
    help: "Load that a worker processes per second in the long run: (1 − 2f/τ)F",
    unit: "u/s",
    source: "Millot and Parrot 2016, proposition 3",
    table: Table::of("", &[SPEED, LATENCY, TARGET]),
    value: |of| {
        efficiency::throughput(
            of.number("speed"),
            of.number("latency"),
            of.number("target"),
        )
    },
};

pub(super) const CPU_EFFICIENCY: Formula = Formula {
    name: "divisible.cpu_efficiency",
    help: "Share of time that identical workers compute until T, start-up included: 1 − 2f/τ − (W − 1)d/(2T)",
    unit: "",
    source: "Millot and Parrot 2016, figure 26; formula: own model",
    table: Table::of(
        "",
        &[
            LATENCY,
            TARGET,
            HORIZON,
            WORKERS,
            Parameter::number(
                "spacing",
                0.0,
                1e9,
                "d: the time between the starts of two sendings.",
            )
            .unit("s")
            .symbol("d"),
        ],
    ),
    value: |of| {
        efficiency::efficiency(
            of.number("latency"),
            of.number("target"),
            of.number("horizon"),
            of.whole("workers"),
            of.number("spacing"),
        )
    },
};

pub(super) const FULL_CLUSTER_EFFICIENCY: Formula = Formula {
    name: "divisible.full_cluster_efficiency",
    help: "Share of time that identical workers compute until T where the spacings fill the round: 1 − 2f/τ − τ/(2T)",
    unit: "",
    source: "Millot and Parrot 2016, figure 26; formula: own model",
    table: Table::of("", &[LATENCY, TARGET, HORIZON]),
    value: |of| {
        efficiency::full_cluster_efficiency(
            of.number("latency"),
            of.number("target"),
            of.number("horizon"),
        )
    },
};

pub(super) const OPTIMAL_TAU: Formula = Formula {
    name: "divisible.optimal_tau",
    help: "Best target of a full cluster until T: √(4fT)",
    unit: "s",
    source: "own derivation",
    table: Table::of("", &[LATENCY, HORIZON]),
    value: |of| efficiency::optimal_target(of.number("latency"), of.number("horizon")),
};

pub(super) const BASELINE_EFFICIENCY: Formula = Formula {
    name: "divisible.baseline_efficiency",
    help: "Share of time that workers compute without adaptation of chunks: 1/(1 + ι)",
    unit: "",
    source: "own derivation",
    table: Table::of("", &[INACCURACY]),
    value: |of| baseline::baseline_efficiency(of.number("inaccuracy")),
};

pub(super) const EFFICIENCY_RATIO: Formula = Formula {
    name: "divisible.efficiency_ratio",
    help: "Efficiency with adaptation over efficiency without: 1 + ι",
    unit: "",
    source: "own derivation",
    table: Table::of("", &[INACCURACY]),
    value: |of| baseline::efficiency_ratio(of.number("inaccuracy")),
};

pub(super) const BASELINE_PERIOD: Formula = Formula {
    name: "divisible.baseline_period",
    help: "Duration of a ring’s turn without adaptation of chunks: (1 + ι)τ + 2f",
    unit: "s",
    source: "own derivation",
    table: Table::of("", &[INACCURACY, LATENCY, TARGET]),
    value: |of| {
        baseline::baseline_period(
            of.number("inaccuracy"),
            of.number("latency"),
            of.number("target"),
        )
    },
};

pub(super) const BASELINE_DEVIATION: Formula = Formula {
    name: "divisible.baseline_deviation",
    help: "Standard deviation of the rounds’ durations without adaptation of chunks: ιτ",
    unit: "s",
    source: "own derivation",
    table: Table::of("", &[INACCURACY, TARGET]),
    value: |of| baseline::baseline_deviation(of.number("inaccuracy"), of.number("target")),
};

pub(super) const ADAPTIVE_DEVIATION: Formula = Formula {
    name: "divisible.adaptive_deviation",
    help: "Standard deviation of the rounds’ durations of AS4DR over N rounds: ιτ/√N",
    unit: "s",
    source: "own derivation",
    table: Table::of(
        "",
        &[
            INACCURACY,
            TARGET,
            Parameter::whole("rounds", 1, 1_000_000_000, "N: the number of rounds.").symbol("N"),
        ],
    ),
    value: |of| {
        baseline::adaptive_deviation(
            of.number("inaccuracy"),
            of.number("target"),
            of.whole("rounds"),
        )
    },
};
