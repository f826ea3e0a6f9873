//! Work, span and iteration times of a program, and the time of a message.

use adaptation_model::iteration_time::IterationTime;
use adaptation_model::metrics::greedy::WorkSpan;
use adaptation_model::{Application, Links};
use laboratory::{Arguments, Formula};
use parameters::{Constant, Parameter, Table};

use super::NODES;

const PARALLEL: Parameter = Parameter::number(
    "parallel",
    0.0,
    1e9,
    "The parallel work of an iteration, on one node.",
)
.unit("s");

const FIXED: Parameter = Parameter::number(
    "fixed",
    0.0,
    1e9,
    "The part of an iteration that no node shortens.",
)
.unit("s");

pub(super) const WORK: Formula = Formula {
    name: "adaptation.work",
    help: "Work of all jobs of a program on one node of speed 1, T1",
    unit: "s",
    source: "own choice, by the definition of work and span",
    table: Table::of("", &PROGRAM),
    value: |of| work_span(of).map_or(f64::NAN, |both| both.work),
};

pub(super) const SPAN: Formula = Formula {
    name: "adaptation.span",
    help: "Longest chain of jobs of a program, T∞: its least time, however many nodes of speed 1 there are",
    unit: "s",
    source: "own choice, by the definition of work and span",
    table: Table::of("", &PROGRAM),
    value: |of| work_span(of).map_or(f64::NAN, |both| both.span),
};

pub(super) const GREEDY_BOUND: Formula = Formula {
    name: "adaptation.greedy_bound",
    help: "Longest time of a greedy schedule without communication: T1/n + c·T∞ with c = 1",
    unit: "s",
    source: "Graham 1966; Blumofe and Leiserson 1999",
    table: Table::of(
        "",
        &[
            Parameter::number("work", 0.0, 1e12, "T1: all work.")
                .unit("s")
                .symbol("T1"),
            Parameter::number("span", 0.0, 1e12, "T∞: the longest chain of work.")
                .unit("s")
                .symbol("T∞"),
            NODES,
            Parameter::number(
                "factor",
                0.0,
                1e6,
                "c: 1 is the bound; a larger factor is a fit.",
            )
            .symbol("c")
            .or_else(Constant::Number(1.0)),
        ],
    ),
    value: |of| {
        let both = WorkSpan {
            work: of.number("work"),
            span: of.number("span"),
        };
        both.bound(of.whole("nodes"), of.number("factor"))
    },
};

pub(super) const ITERATION_TIME: Formula = Formula {
    name: "adaptation.iteration_time",
    help: "Time of an iteration on n nodes: parallel work over n, plus a part that no node shortens",
    unit: "s",
    source: "own choice, fitted to the iteration times of the published paper of Wrzesinska, Maassen and Bal 2007",
    table: Table::of(
        "",
        &[
            NODES,
            PARALLEL.or_else(Constant::Number(1800.0)),
            FIXED.or_else(Constant::Number(50.0)),
        ],
    ),
    value: |of| iteration_time(of).seconds(of.whole("nodes")),
};

pub(super) const ITERATION_EFFICIENCY: Formula = Formula {
    name: "adaptation.iteration_efficiency",
    help: "Efficiency of n nodes by the time of an iteration; undefined where it takes no time",
    unit: "",
    source: "own choice, fitted to the iteration times of the published paper of Wrzesinska, Maassen and Bal 2007",
    table: Table::of(
        "",
        &[
            NODES,
            PARALLEL.or_else(Constant::Number(1800.0)),
            FIXED.or_else(Constant::Number(50.0)),
        ],
    ),
    value: |of| iteration_time(of).efficiency(of.whole("nodes")),
};

pub(super) const KNEE: Formula = Formula {
    name: "adaptation.knee",
    help: "Number of nodes with the best ratio of efficiency to time: n·E/(1 − E), at which efficiency is a half; undefined where no time is fixed",
    unit: "nodes",
    source: "Eager, Zahorjan and Lazowska 1989, cited by Wrzesinska, Maassen and Bal 2007, section 3",
    table: Table::of(
        "",
        &[
            PARALLEL.or_else(Constant::Number(1800.0)),
            FIXED.or_else(Constant::Number(50.0)),
        ],
    ),
    value: |of| iteration_time(of).knee(1),
};

pub(super) const MESSAGE_TIME: Formula = Formula {
    name: "adaptation.message_time",
    help: "Time of a message between two clusters over free links: uplink, latencies, downlink",
    unit: "s",
    source: "own choice: store and forward",
    table: Table::of(
        "",
        &[
            Parameter::number("bytes", 0.0, 1e15, "The size of the message.").unit("byte"),
            Parameter::number(
                "uplink",
                0.001,
                1e15,
                "The bandwidth of the sender’s uplink.",
            )
            .unit("byte/s"),
            Parameter::number(
                "downlink",
                0.001,
                1e15,
                "The bandwidth of the receiver’s downlink.",
            )
            .unit("byte/s"),
            Parameter::number(
                "latency",
                0.0,
                1000.0,
                "The latency from one cluster to the other.",
            )
            .unit("s"),
        ],
    ),
    value: |of| {
        let from = Links {
            up: of.number("uplink"),
            latency: of.number("latency"),
            ..Links::default()
        };
        let to = Links {
            down: of.number("downlink"),
            latency: 0.0,
            ..Links::default()
        };
        from.remote(&to, of.number("bytes"))
    },
};

/// The parameters of a program.
const PROGRAM: [Parameter; 8] = [
    Parameter::whole("branching", 2, 16, "k: into how many jobs a job is split.").symbol("k"),
    Parameter::whole("depth", 1, 8, "How often jobs are split."),
    Parameter::number("leaf", 0.0, 1e6, "The mean work of a leaf.").unit("s"),
    Parameter::number(
        "jitter",
        0.0,
        0.95,
        "By which share leaves differ from it, at most.",
    ),
    Parameter::number("serial", 0.0, 1e6, "The sequential work.").unit("s"),
    Parameter::whole("seed", 0, 1_000_000, "The seed of the work of leaves."),
    Parameter::number("split", 0.0, 1e6, "The work of splitting a job.")
        .unit("s")
        .or_else(Constant::Number(0.002)),
    Parameter::number(
        "merge",
        0.0,
        1e6,
        "The work of merging the results of its children.",
    )
    .unit("s")
    .or_else(Constant::Number(0.01)),
];

fn iteration_time(of: &Arguments) -> IterationTime {
    IterationTime {
        parallel: of.number("parallel"),
        fixed: of.number("fixed"),
    }
}

fn work_span(of: &Arguments) -> Option<WorkSpan> {
    let application = Application {
        iterations: 1,
        phases: 1,
        branching: of.whole("branching"),
        depth: of.whole("depth"),
        leaf: of.number("leaf"),
        jitter: of.number("jitter"),
        serial: of.number("serial"),
        split: of.number("split"),
        merge: of.number("merge"),
        ..Application::default()
    };
    WorkSpan::of(&application, u64::from(of.whole("seed"))).ok()
}
