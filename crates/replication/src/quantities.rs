//! The pure formulas by name.

mod choice;
mod model;

use laboratory::Formula;
use laboratory::formula::as_long_as;
use parameters::{Constant, Kind, Parameter, Table};

use crate::load::balance;
use crate::rescaling::{ccr, problem_size, share_factor};
use crate::rescheduling::{Rescheduling, TO_BALANCING, TO_REPLICATION};
use crate::speedup::Speedup;

/// All formulas of this laboratory.
pub const FORMULAS: &[Formula] = &[
    SHARE_RUNTIME,
    CCR,
    PROBLEM_SIZE_OF_CCR,
    RESCHEDULING_TIME,
    SWITCH_TIME,
    BALANCED_TIME,
    SPEEDUP,
    choice::Y,
    choice::THRESHOLD,
    choice::TREND_TIME,
    choice::BALANCED_ITERATION,
    choice::SPEEDUP_WITH_OVERHEAD,
    choice::FIXED_OVERHEAD,
    choice::RESCHEDULING_OVERHEAD,
    choice::MEASURED_RUN_TIME,
    choice::MEASURED_SPEEDUP,
    model::ITERATION_TIME,
    model::MODEL_SPEEDUP,
    model::SPEEDUP_OVER_ONE,
    model::BEST_DOUBLINGS,
    model::BEST_DOUBLINGS_EXPONENTIAL,
    model::BEST_DOUBLINGS_CONSTANT,
    model::BEST_DOUBLINGS_DEPENDENT,
    model::BEST_SPEEDUP_EXPONENTIAL,
    model::BEST_SPEEDUP_CONSTANT,
    model::SHORTEST_OF_TWO,
    model::SHORTEST_DEVIATION,
    model::EXACT_ITERATION_TIME,
];

const PROBLEM_SIZE: Parameter =
    Parameter::number("problem_size", 0.001, 1000.0, "t: the problem size.")
        .unit("s")
        .symbol("t");

const PROCESSORS: Parameter =
    Parameter::whole("processors", 1, 1_000_000, "P: the number of processors.").symbol("P");

/// Runtimes of an equal share on each processor.
const fn runtimes(name: &'static str, help: &'static str) -> Parameter {
    Parameter::list(name, (1, 4096), (1e-9, 1e12), help).unit("ms")
}

/// Run times, run by run.
const fn run_times(name: &'static str, help: &'static str) -> Parameter {
    Parameter::list(name, (1, 100_000), (1e-9, 1e15), help).unit("ms")
}

const SHARE_RUNTIME: Formula = Formula {
    name: "replication.share_runtime",
    help: "Runtime of an equal share: (t / 2.5) · runtime / P",
    unit: "ms",
    source: "Dobber 2006, section 2.5",
    table: Table::of(
        "",
        &[
            Parameter::number(
                "runtime",
                0.0,
                1e12,
                "The traced runtime of the whole load on one processor, for t = 2.5 s.",
            )
            .unit("ms"),
            PROBLEM_SIZE,
            PROCESSORS,
        ],
    ),
    value: |of| {
        of.number("runtime") * share_factor(of.number("problem_size"), of.whole("processors"))
    },
};

const CCR: Formula = Formula {
    name: "replication.ccr",
    help: "Communication-to-computation ratio of a problem size: 0.025 / t",
    unit: "",
    source: "Dobber 2006, section 2.5",
    table: Table::of("", &[PROBLEM_SIZE]),
    value: |of| ccr(of.number("problem_size")),
};

const PROBLEM_SIZE_OF_CCR: Formula = Formula {
    name: "replication.problem_size",
    help: "Problem size t that gives a communication-to-computation ratio: 0.025 / CCR",
    unit: "s",
    source: "Dobber 2006, section 4.3",
    table: Table::of(
        "",
        &[Parameter::number(
            "ccr",
            0.000_025,
            25.0,
            "The communication-to-computation ratio.",
        )],
    ),
    value: |of| problem_size(of.number("ccr")),
};

const RESCHEDULING_TIME: Formula = Formula {
    name: "replication.rescheduling_time",
    help: "Mean time of one rescheduling: mean · (t / 2.5) · (4 / P)^κ; 0 for P = 1",
    unit: "ms",
    source: "Dobber 2006, sections 2.4 and 6.2; exponent and scaling: own choice",
    table: Table::of(
        "",
        &[
            Parameter::number(
                "mean",
                0.0,
                1e9,
                "The mean time for t = 2.5 s on 4 processors.",
            )
            .unit("ms")
            .or_else(Constant::Number(37_500.0)),
            PROBLEM_SIZE,
            PROCESSORS,
            Parameter::number(
                "exponent",
                0.0,
                1.0,
                "κ: the exponent of P in the mean time.",
            )
            .symbol("κ")
            .or_else(Constant::Number(0.5)),
            Parameter::flag(
                "scales",
                true,
                "Whether the rescheduling time grows with the problem size.",
            ),
        ],
    ),
    value: |of| {
        Rescheduling {
            mean: of.number("mean"),
            exponent: of.number("exponent"),
            scales: of.flag("scales"),
        }
        .mean_for(of.number("problem_size"), of.whole("processors"))
    },
};

const SWITCH_TIME: Formula = Formula {
    name: "replication.switch_time",
    help: "Time of a switch: 1.4 rescheduling times from balancing to replication, 0.6 back",
    unit: "ms",
    source: "Dobber 2006, section 2.4",
    table: Table::of(
        "",
        &[
            Parameter::number("rescheduling", 0.0, 1e9, "The time of one rescheduling.").unit("ms"),
            Parameter::new(
                "to_replication",
                Kind::Flag,
                "Whether the switch leads to replication.",
            ),
        ],
    ),
    value: |of| {
        of.number("rescheduling")
            * if of.flag("to_replication") {
                TO_REPLICATION
            } else {
                TO_BALANCING
            }
    },
};

const BALANCED_TIME: Formula = Formula {
    name: "replication.balanced_time",
    help: "Time that all processors need when shares follow their speeds: P / Σ 1/runtime",
    unit: "ms",
    source: "Dobber 2006, equations 2.4, 2.12 and 2.19",
    table: Table::of(
        "",
        &[runtimes(
            "runtimes",
            "The runtimes of an equal share on each processor.",
        )],
    ),
    value: |of| {
        let runtimes = of.list("runtimes");
        balance(&runtimes, &mut vec![0.0; runtimes.len()])
    },
};

const SPEEDUP: Formula = Formula {
    name: "replication.speedup",
    help: "Speedup of repeated runs: mean time under equal shares over mean time of the strategy",
    unit: "",
    source: "Dobber 2006, section 2.5",
    table: Table {
        help: "",
        parameters: &[
            run_times("equal", "Run times under equal shares, run by run."),
            run_times(
                "strategy",
                "Run times under the strategy, in the same order.",
            ),
        ],
        together: Some(|values| as_long_as(values, "equal", &["strategy"])),
    },
    value: |of| Speedup::of(&of.list("equal"), &of.list("strategy")).ratio_of_means,
};
