//! The measurements of the hill climber, its steps and replacements.

use adaptation_model::metrics::accelerator;
use adaptation_model::metrics::blocks::{Block, next_interval, normalised};
use laboratory::Formula;
use parameters::{Constant, Parameter, Table};

use super::{LEAVES, NODES};

pub(super) const BLOCK: Formula = Formula {
    name: "adaptation.block",
    help: "Weighted mean of the last intervals of a node, the most recent first; older intervals weigh less",
    unit: "leaves",
    source: "Rossow 2009, section 3.3",
    table: Table::of(
        "",
        &[
            Parameter::list(
                "leaves",
                (1, 100),
                (0.0, 1e9),
                "The leaves of each interval, the most recent first.",
            ),
            Parameter::number(
                "decay",
                0.01,
                1.0,
                "α: how much an interval weighs beside the next one.",
            )
            .symbol("α")
            .or_else(Constant::Number(0.8)),
        ],
    ),
    value: |of| {
        let leaves = of.list("leaves");
        let block = Block {
            length: leaves.len(),
            decay: of.number("decay"),
        };
        block.mean(leaves)
    },
};

pub(super) const NORMALISED: Formula = Formula {
    name: "adaptation.normalised",
    help: "Leaves of an interval, had it been as long as it should be; 0 where no time passed",
    unit: "leaves",
    source: "Rossow 2009, section 3.3",
    table: Table::of(
        "",
        &[
            LEAVES,
            Parameter::number(
                "passed",
                0.001,
                1e6,
                "T_passed: the time that the leaves were counted.",
            )
            .unit("s"),
            Parameter::number("interval", 0.001, 1e6, "T_int: the measurement interval.")
                .unit("s")
                .symbol("T_int"),
        ],
    ),
    value: |of| {
        normalised(
            of.number("leaves"),
            of.number("passed"),
            of.number("interval"),
        )
    },
};

pub(super) const NEXT_INTERVAL: Formula = Formula {
    name: "adaptation.next_interval",
    help: "Next measurement interval: twice as long while a node finishes too few leaves in it",
    unit: "s",
    source: "Rossow 2009, section 3.3, without numbers; own choice",
    table: Table::of(
        "",
        &[
            Parameter::number("interval", 0.001, 64.0, "T_int: the measurement interval.")
                .unit("s")
                .symbol("T_int"),
            Parameter::number(
                "mean_leaves",
                0.0,
                1e9,
                "The mean leaves of a node in an interval.",
            ),
            Parameter::number("least", 0.0, 1e9, "The fewest leaves that are enough.")
                .or_else(Constant::Number(20.0)),
        ],
    ),
    value: |of| {
        next_interval(
            of.number("interval"),
            of.number("mean_leaves"),
            of.number("least"),
        )
    },
};

pub(super) const GAIN: Formula = Formula {
    name: "adaptation.gain",
    help: "Gain of a change: total productivity after it less that before it",
    unit: "leaves/s",
    source: "Rossow 2009, equation 4.1",
    table: Table::of(
        "",
        &[
            Parameter::number("before", 0.0, 1e12, "The total productivity before."),
            Parameter::number("after", 0.0, 1e12, "The total productivity after."),
        ],
    ),
    value: |of| of.number("after") - of.number("before"),
};

pub(super) const STEP: Formula = Formula {
    name: "adaptation.step",
    help: "Nodes that the accelerator adds or removes next: β·n times the relative gain, rounded, at least 1",
    unit: "nodes",
    source: "Rossow 2009, equation 4.2; rounding is our own choice",
    table: Table::of(
        "",
        &[
            Parameter::number(
                "before",
                0.0,
                1e12,
                "The total productivity before the last change.",
            ),
            Parameter::number("after", 0.0, 1e12, "The total productivity after it."),
            NODES,
            Parameter::number("factor", 0.0, 100.0, "β: the factor of the accelerator.")
                .symbol("β")
                .or_else(Constant::Number(2.0)),
        ],
    ),
    value: |of| {
        let nodes = of.whole("nodes") as usize;
        accelerator::step(
            Some(of.number("before")),
            of.number("after"),
            nodes,
            of.number("factor"),
        ) as f64
    },
};

pub(super) const SLOWNESS: Formula = Formula {
    name: "adaptation.slowness",
    help: "By which share a node is slower than the median of all; undefined where the median is 0",
    unit: "",
    source: "Rossow 2009, section 4.3",
    table: Table::of(
        "",
        &[
            Parameter::list(
                "productivities",
                (1, 1000),
                (0.0, 1e12),
                "The productivity of each node.",
            ),
            Parameter::number("productivity", 0.0, 1e12, "The productivity of the node."),
        ],
    ),
    value: |of| {
        let median = statistics::median(&of.list("productivities"));
        match median > 0.0 {
            true => 1.0 - of.number("productivity") / median,
            false => f64::NAN,
        }
    },
};

pub(super) const REPLACED_AT: Formula = Formula {
    name: "adaptation.replaced_at",
    help: "Interval in which the watchdog replaces a node that is silent from now on",
    unit: "",
    source: "Rossow 2009, section 4.4",
    table: Table::of(
        "",
        &[
            Parameter::whole(
                "last_report",
                0,
                1_000_000,
                "The interval of its last report.",
            ),
            Parameter::whole(
                "toleration",
                0,
                10_000,
                "How many silent intervals are tolerated.",
            )
            .or_else(Constant::Whole(10)),
        ],
    ),
    value: |of| f64::from(of.whole("last_report")) + f64::from(of.whole("toleration")) + 1.0,
};
