//! The arrival of data, and the spacing of sendings.

use laboratory::{Arguments, Formula};
use parameters::{Parameter, Table};

use super::{ESTIMATED_SPEED, LATENCY, SPEED, TARGET, THETA, WORKERS};
use crate::Worker;
use crate::formulas::{spacing, steady, target, window::Window};

const SEND_BANDWIDTH: Parameter = Parameter::number(
    "send_bandwidth",
    1e-12,
    1e18,
    "B^D: the load that the link carries to the worker per second.",
)
.unit("u/s")
.symbol("B^D");

const SEND_LATENCY: Parameter = Parameter::number(
    "send_latency",
    0.0,
    1e9,
    "b^D: the latency of sending one subchunk.",
)
.unit("s")
.symbol("b^D");

const RETURN_BANDWIDTH: Parameter = Parameter::number(
    "return_bandwidth",
    1e-12,
    1e18,
    "B^R: the load whose result the link returns per second.",
)
.unit("u/s")
.symbol("B^R");

const RETURN_LATENCY: Parameter = Parameter::number(
    "return_latency",
    0.0,
    1e9,
    "b^R: the latency of returning the result of one subchunk.",
)
.unit("s")
.symbol("b^R");

const CHUNK: Parameter = Parameter::number("chunk", 1e-12, 1e18, "α: the chunk.")
    .unit("u")
    .symbol("α");

/// A worker of this speed and latency on the link in the arguments.
fn worker(of: &Arguments, speed: f64, latency: f64) -> Worker {
    Worker::new(
        "",
        [
            speed,
            latency,
            of.number("send_bandwidth"),
            of.number("send_latency"),
            of.number("return_bandwidth"),
            of.number("return_latency"),
        ],
    )
}

/// A worker at its limit chunk.
const AT_LIMIT: Table = Table::of(
    "",
    &[
        SPEED,
        LATENCY,
        SEND_BANDWIDTH,
        SEND_LATENCY,
        RETURN_BANDWIDTH,
        RETURN_LATENCY,
        TARGET,
    ],
);

fn window(of: &Arguments) -> Option<Window> {
    let worker = worker(of, of.number("speed"), of.number("latency"));
    Window::at_limit(&worker, of.number("target"))
}

pub(super) const THETA_WINDOW_LOW: Formula = Formula {
    name: "divisible.theta_window_low",
    help: "θmin at the limit chunk: below, the second subchunk comes too late; none where τ ≤ 2f",
    unit: "",
    source: "Millot and Parrot 2016, equation 7",
    table: AT_LIMIT,
    value: |of| window(of).map_or(f64::NAN, |window| window.low),
};

pub(super) const THETA_WINDOW_HIGH: Formula = Formula {
    name: "divisible.theta_window_high",
    help: "θmax at the limit chunk: above, the next first subchunk comes too late; none where τ ≤ 2f",
    unit: "",
    source: "Millot and Parrot 2016, equation 8",
    table: AT_LIMIT,
    value: |of| window(of).map_or(f64::NAN, |window| window.high),
};

pub(super) const STEADY_PERIOD: Formula = Formula {
    name: "divisible.steady_period",
    help: "Duration of a round in the long run of a worker fed with constant chunks: max(C, Ḋ + Ċ + Ṙ, (D + C + Ṙ)/2, D, R)",
    unit: "s",
    source: "own derivation",
    table: Table::of(
        "",
        &[
            SPEED,
            LATENCY,
            SEND_BANDWIDTH,
            SEND_LATENCY,
            RETURN_BANDWIDTH,
            RETURN_LATENCY,
            THETA,
            CHUNK,
        ],
    ),
    value: |of| {
        let worker = Worker {
            theta: of.number("theta"),
            ..worker(of, of.number("speed"), of.number("latency"))
        };
        steady::steady_period(&worker, of.number("chunk"))
    },
};

pub(super) const SPACING: Formula = Formula {
    name: "divisible.spacing",
    help: "Least time between sendings to two identical workers: max(D, R̈ + Ṙ)",
    unit: "s",
    source: "Millot and Parrot 2016, equation 13",
    table: Table::of(
        "",
        &[
            SEND_BANDWIDTH,
            SEND_LATENCY,
            RETURN_BANDWIDTH,
            RETURN_LATENCY,
            THETA,
            CHUNK,
        ],
    ),
    value: |of| {
        let worker = Worker {
            theta: of.number("theta"),
            ..worker(of, 1.0, 0.0)
        };
        spacing::spacings(&[&worker], |_| of.number("chunk"))
            .iter()
            .sum()
    },
};

pub(super) const LEAST_TAU: Formula = Formula {
    name: "divisible.least_tau",
    help: "Least target in which the spacings of identical workers fit; none where they never fit",
    unit: "s",
    source: "Millot and Parrot 2016, equation 15; solution: own derivation",
    table: Table::of(
        "",
        &[
            WORKERS,
            ESTIMATED_SPEED,
            Parameter::number(
                "gamma",
                0.0,
                1000.0,
                "γ: the share by which the first chunk exceeds the estimate.",
            )
            .symbol("γ"),
            THETA,
            SEND_BANDWIDTH,
            SEND_LATENCY,
            RETURN_BANDWIDTH,
            RETURN_LATENCY,
        ],
    ),
    value: |of| {
        let worker = Worker {
            theta: of.number("theta"),
            gamma: of.number("gamma"),
            estimated_speed: of.number("estimated_speed"),
            ..worker(of, 1.0, 0.0)
        };
        let ring = vec![&worker; of.whole("workers") as usize];
        target::feasible_targets(&ring).map_or(f64::NAN, |targets| targets.least)
    },
};
