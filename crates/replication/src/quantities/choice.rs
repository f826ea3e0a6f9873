//! Formulas of the choice between balancing and replication, and of measurements on real nodes.

use laboratory::formula::as_long_as;
use laboratory::{Arguments, Formula};
use parameters::{Constant, Kind, Parameter, Table};
use statistics::{Line, least_squares};

use super::runtimes;
use crate::decision::{Lines, balanced_iteration, statistic};

const EVERY: Parameter = Parameter::whole(
    "every",
    1,
    1_000_000,
    "N: the shares are set anew after every N iterations.",
)
.symbol("N");

/// The growth of a time with Y.
const fn slope(name: &'static str, help: &'static str) -> Parameter {
    Parameter::number(name, -1e6, 1e6, help)
}

/// A time at Y = 0.
const fn intercept(name: &'static str, help: &'static str) -> Parameter {
    Parameter::number(name, -1e12, 1e12, help).unit("ms")
}

pub(super) const Y: Formula = Formula {
    name: "replication.y",
    help: "Y: the computing time of an iteration whose shares follow the mean speeds, P / Σ 1/mean",
    unit: "ms",
    source: "Dobber 2006, section 6.3",
    table: Table::of(
        "",
        &[runtimes(
            "means",
            "The mean runtimes of an equal share on each processor, over a block of iterations.",
        )],
    ),
    value: |of| statistic(of.list("means")),
};

pub(super) const THRESHOLD: Formula = Formula {
    name: "replication.threshold",
    help: "Y*: where balancing and replication take equally long, (b_D − b_R) / (a_R − a_D); undefined for parallel lines",
    unit: "ms",
    source: "Dobber 2006, section 6.3: where equations 6.2 and 6.3 cross",
    table: Table::of(
        "",
        &[
            slope(
                "balance_slope",
                "a_D: the slope of an iteration of balancing in Y.",
            ),
            intercept(
                "balance_intercept",
                "b_D: the time of an iteration of balancing at Y = 0.",
            ),
            slope(
                "replicate_slope",
                "a_R: the slope of an iteration of replication in Y.",
            ),
            intercept(
                "replicate_intercept",
                "b_R: the time of an iteration of replication at Y = 0.",
            ),
        ],
    ),
    value: |of| {
        let line = |slope, intercept| Line {
            slope: of.number(slope),
            intercept: of.number(intercept),
            r_squared: 1.0,
        };
        let lines = Lines {
            balance: line("balance_slope", "balance_intercept"),
            replicate: line("replicate_slope", "replicate_intercept"),
        };
        lines.threshold().unwrap_or(f64::NAN)
    },
};

pub(super) const TREND_TIME: Formula = Formula {
    name: "replication.trend_time",
    help: "Time of an iteration by its trend: a · Y + b",
    unit: "ms",
    source: "Dobber 2006, equations 6.2 and 6.3",
    table: Table::of(
        "",
        &[
            slope("slope", "a: the slope of an iteration in Y."),
            intercept("intercept", "b: the time of an iteration at Y = 0."),
            Parameter::number("y", 0.0, 1e12, "Y.")
                .unit("ms")
                .symbol("Y"),
        ],
    ),
    value: |of| of.number("slope") * of.number("y") + of.number("intercept"),
};

pub(super) const BALANCED_ITERATION: Formula = Formula {
    name: "replication.balanced_iteration",
    help: "Time of an iteration of dynamic balancing from first principles: Y of the predictions + synchronisation + rescheduling / N",
    unit: "ms",
    source: "Dobber 2006, equation 6.1",
    table: Table::of(
        "",
        &[
            runtimes(
                "predictions",
                "The predicted runtimes of an equal share on each processor.",
            ),
            Parameter::number(
                "synchronisation",
                0.0,
                1e9,
                "E ST: the mean synchronisation time.",
            )
            .unit("ms"),
            Parameter::number(
                "rescheduling",
                0.0,
                1e9,
                "E RSchT: the mean time of a rescheduling.",
            )
            .unit("ms"),
            EVERY,
        ],
    ),
    value: |of| {
        balanced_iteration(
            statistic(of.list("predictions")),
            of.number("synchronisation"),
            of.number("rescheduling"),
            of.whole("every"),
        )
    },
};

pub(super) const SPEEDUP_WITH_OVERHEAD: Formula = Formula {
    name: "replication.speedup_with_overhead",
    help: "Speedup of dynamic balancing with overhead: 1 / (1/without + c + r/N); c and r as in Dobber’s table 4.2",
    unit: "",
    source: "own fit to Dobber 2006, table 4.2",
    table: Table::of(
        "",
        &[
            Parameter::number(
                "without",
                1e-6,
                1e6,
                "The speedup where rescheduling and sending take no time.",
            ),
            EVERY,
            // These defaults are the fit to the rows of table 4.2 with N up to 50.
            Parameter::number(
                "fixed",
                0.0,
                1e3,
                "c: the overhead of every iteration, in iterations of equal shares.",
            )
            .or_else(Constant::Number(0.1133)),
            Parameter::number(
                "rescheduling",
                0.0,
                1e3,
                "r: the time of every rescheduling, in iterations of equal shares.",
            )
            .or_else(Constant::Number(0.1304)),
        ],
    ),
    value: |of| {
        let overhead =
            of.number("fixed") + of.number("rescheduling") / f64::from(of.whole("every"));
        1.0 / (1.0 / of.number("without") + overhead)
    },
};

/// Measured speedups.
const MEASUREMENTS: Table = Table {
    help: "",
    parameters: &[
        Parameter::list(
            "every",
            (2, 10_000),
            (1.0, 1e9),
            "N: the number of iterations between rebalancing, measurement by measurement.",
        )
        .symbol("N"),
        Parameter::list(
            "without",
            (2, 10_000),
            (1e-6, 1e6),
            "The speedups without overhead, in the same order.",
        ),
        Parameter::list(
            "with",
            (2, 10_000),
            (1e-6, 1e6),
            "The speedups with overhead, in the same order.",
        ),
    ],
    together: Some(|values| as_long_as(values, "every", &["without", "with"])),
};

/// 1/with − 1/without = c + r/N by least squares: the intercept is c, the slope r.
fn fit(of: &Arguments) -> Line {
    let inverse: Vec<f64> = of.list("every").iter().map(|every| 1.0 / every).collect();
    let (with, without) = (of.list("with"), of.list("without"));
    let overhead: Vec<f64> = with
        .iter()
        .zip(&without)
        .map(|(with, without)| 1.0 / with - 1.0 / without)
        .collect();
    least_squares(&inverse, &overhead)
}

pub(super) const FIXED_OVERHEAD: Formula = Formula {
    name: "replication.fixed_overhead",
    help: "c: the overhead of every iteration, in iterations of equal shares, fitted to 1/with − 1/without = c + r/N",
    unit: "",
    source: "own fit to Dobber 2006, table 4.2",
    table: MEASUREMENTS,
    value: |of| fit(of).intercept,
};

pub(super) const RESCHEDULING_OVERHEAD: Formula = Formula {
    name: "replication.rescheduling_overhead",
    help: "r: the time of every rescheduling, in iterations of equal shares, fitted to 1/with − 1/without = c + r/N",
    unit: "",
    source: "own fit to Dobber 2006, table 4.2",
    table: MEASUREMENTS,
    value: |of| fit(of).slope,
};

/// Wider than the range of the simulation, because the formula is a straight line.
const MEASURED_PROBLEM_SIZE: Parameter =
    Parameter::number("problem_size", 0.0, 1e12, "t: the problem size.")
        .unit("s")
        .symbol("t");

/// The run time of the implementation on four nodes, s.
fn measured_run_time(problem_size: f64, balanced: bool) -> f64 {
    if balanced {
        22_200.0 * problem_size + 14_363.0
    } else {
        41_600.0 * problem_size + 21_138.0
    }
}

pub(super) const MEASURED_RUN_TIME: Formula = Formula {
    name: "replication.measured_run_time",
    help: "Measured run time on 4 nodes: 41600 t + 21138 s with equal shares, 22200 t + 14363 s balanced every 10 iterations",
    unit: "s",
    source: "Dobber 2006, equations 4.1 and 4.2",
    table: Table::of(
        "",
        &[
            MEASURED_PROBLEM_SIZE,
            Parameter::new(
                "balanced",
                Kind::Flag,
                "Whether the shares follow the predicted speeds or are equal.",
            ),
        ],
    ),
    value: |of| measured_run_time(of.number("problem_size"), of.flag("balanced")),
};

pub(super) const MEASURED_SPEEDUP: Formula = Formula {
    name: "replication.measured_speedup",
    help: "Measured speedup of dynamic balancing on 4 nodes, by the lines of the run times",
    unit: "",
    source: "Dobber 2006, equations 4.1 and 4.2",
    table: Table::of("", &[MEASURED_PROBLEM_SIZE]),
    value: |of| {
        let t = of.number("problem_size");
        measured_run_time(t, false) / measured_run_time(t, true)
    },
};
