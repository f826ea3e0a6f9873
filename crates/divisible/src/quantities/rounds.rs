//! Chunks round by round.

use laboratory::Formula;
use parameters::{Parameter, Table};

use super::{ESTIMATED_SPEED, LATENCY, SPEED, TARGET, THETA};
use crate::formulas::{first_chunk, recurrence};

const FIRST_CHUNK: Parameter =
    Parameter::number("first_chunk", 1e-12, 1e18, "α₀: the first chunk.")
        .unit("u")
        .symbol("α₀");

/// A round of a worker that nothing disturbs.
const ROUND: Table = Table::of(
    "",
    &[
        FIRST_CHUNK,
        SPEED,
        LATENCY,
        TARGET,
        Parameter::whole("round", 0, 1_000_000, "i: the round, the first is 0.").symbol("i"),
    ],
);

pub(super) const ALPHA: Formula = Formula {
    name: "divisible.alpha",
    help: "Chunk of a round while nothing disturbs the worker",
    unit: "u",
    source: "Millot and Parrot 2016, equations 1 and 5; solution: own derivation",
    table: ROUND,
    value: |of| {
        recurrence::chunk_at(
            of.number("first_chunk"),
            of.number("speed"),
            of.number("latency"),
            of.number("target"),
            of.whole("round"),
        )
    },
};

pub(super) const SIGMA: Formula = Formula {
    name: "divisible.sigma",
    help: "Duration of a round’s computation: α/F + 2f",
    unit: "s",
    source: "Millot and Parrot 2016, equation 5; solution: own derivation",
    table: ROUND,
    value: |of| {
        recurrence::round_time_at(
            of.number("first_chunk"),
            of.number("speed"),
            of.number("latency"),
            of.number("target"),
            of.whole("round"),
        )
    },
};

pub(super) const LIMIT_CHUNK: Formula = Formula {
    name: "divisible.limit_chunk",
    help: "Limit of the chunks: F(τ − 2f); 0 where τ ≤ 2f",
    unit: "u",
    source: "Millot and Parrot 2016, proposition 1",
    table: Table::of("", &[SPEED, LATENCY, TARGET]),
    value: |of| {
        recurrence::limit_chunk(
            of.number("speed"),
            of.number("latency"),
            of.number("target"),
        )
    },
};

pub(super) const LIMIT_CHUNK_WITH_ESTIMATE: Formula = Formula {
    name: "divisible.limit_chunk_with_estimate",
    help: "Limit of the chunks with a wrongly estimated latency: F(τ − f/θ − f̄(2 − 1/θ))",
    unit: "u",
    source: "own derivation",
    table: Table::of(
        "",
        &[
            SPEED,
            LATENCY,
            Parameter::number(
                "estimated_latency",
                0.0,
                1e9,
                "f̄: the believed latency of computing one subchunk.",
            )
            .unit("s")
            .symbol("f̄"),
            THETA,
            TARGET,
        ],
    ),
    value: |of| {
        recurrence::limit_chunk_with_estimate(
            of.number("speed"),
            of.number("latency"),
            of.number("estimated_latency"),
            of.number("theta"),
            of.number("target"),
        )
    },
};

pub(super) const CONVERGENCE_RATIO: Formula = Formula {
    name: "divisible.convergence_ratio",
    help: "Factor by which the distance of 1/α to its limit shrinks each round: 2f/τ",
    unit: "",
    source: "Millot and Parrot 2016, proposition 1",
    table: Table::of("", &[LATENCY, TARGET]),
    value: |of| recurrence::convergence_ratio(of.number("latency"), of.number("target")),
};

pub(super) const ROUNDS_NEEDED: Formula = Formula {
    name: "divisible.rounds_needed",
    help: "First round whose chunk is within a tolerance of its limit; none where τ ≤ 2f",
    unit: "",
    source: "own derivation",
    table: Table::of(
        "",
        &[
            FIRST_CHUNK,
            SPEED,
            LATENCY,
            TARGET,
            Parameter::number(
                "tolerance",
                1e-15,
                1.0,
                "The tolerated distance of a chunk from its limit, as a share of the chunk.",
            )
            .symbol("ε"),
        ],
    ),
    value: |of| {
        recurrence::rounds_needed(
            of.number("first_chunk"),
            of.number("speed"),
            of.number("latency"),
            of.number("target"),
            of.number("tolerance"),
        )
        .unwrap_or(f64::NAN)
    },
};

pub(super) const LEAST_GAMMA: Formula = Formula {
    name: "divisible.least_gamma",
    help: "Least margin with which the first chunk is at least its limit: F/F̄ · (1 − 2f/τ) − 1, or 0",
    unit: "",
    source: "Millot and Parrot 2016, equations 12 and 14",
    table: Table::of("", &[SPEED, LATENCY, ESTIMATED_SPEED, TARGET]),
    value: |of| {
        first_chunk::least_gamma(
            of.number("speed"),
            of.number("latency"),
            of.number("estimated_speed"),
            of.number("target"),
        )
    },
};
