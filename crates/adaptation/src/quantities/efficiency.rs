//! Speed, efficiency, productivity and overhead of nodes.

use adaptation_model::metrics::overhead::{Base, Overheads, Times, overheads};
use adaptation_model::metrics::productivity::{
    Counted, Rate, total_efficiency, total_productivity,
};
use adaptation_model::metrics::weighted;
use laboratory::formula::as_long_as;
use laboratory::{Arguments, Formula};
use parameters::{Parameter, Rejected, Table, Values};
use words::say;

use super::{GRID, LEAVES, SPEEDS};

const COMPUTING: Parameter =
    Parameter::number("computing", 0.0, 1e9, "The time spent computing.").unit("s");

const TOTAL: Parameter = Parameter::number("total", 0.0, 1e9, "The whole time.").unit("s");

const OVERHEADS: Parameter = Parameter::list(
    "overheads",
    (1, 1000),
    (0.0, 1.0),
    "The overhead of each node: the share of its time that is idle or communication.",
);

const EFFICIENCIES: Parameter = Parameter::list(
    "efficiencies",
    (1, 1000),
    (0.0, 1.0),
    "The efficiency of each node: the share of its time that is computing.",
);

const PERIOD: Parameter = Parameter::number("period", 0.001, 1e9, "T: the length of the period.")
    .unit("s")
    .symbol("T");

const IDLE: Parameter = Parameter::number("idle", 0.0, 1e9, "The idle time.").unit("s");

const INTRA: Parameter = Parameter::number(
    "intra",
    0.0,
    1e9,
    "The time of communication within the cluster.",
)
.unit("s");

const INTER: Parameter = Parameter::number(
    "inter",
    0.0,
    1e9,
    "The time of communication with other clusters.",
)
.unit("s");

const BENCH: Parameter = Parameter::number("bench", 0.0, 1e9, "The time of benchmarks.").unit("s");

const WHOLE_PERIOD: Parameter = Parameter::flag(
    "whole_period",
    false,
    "Divide by the whole period, its benchmarks included.",
);

pub(super) const SPEED: Formula = Formula {
    name: "adaptation.speed",
    help: "Leaves that a node finishes in a second of computing; 0 without computing",
    unit: "leaves/s",
    source: "Rossow 2009, equation 3.1",
    table: Table::of("", &[LEAVES, COMPUTING]),
    value: |of| counted(of.number("leaves"), of.number("computing"), 0.0).speed(),
};

pub(super) const EFFICIENCY: Formula = Formula {
    name: "adaptation.efficiency",
    help: "Share of its time that a node computes; 0 without time",
    unit: "",
    source: "Rossow 2009, equation 3.2",
    table: Table {
        help: "",
        parameters: &[COMPUTING, TOTAL],
        together: Some(within_total),
    },
    value: |of| counted(0.0, of.number("computing"), of.number("total")).efficiency(),
};

pub(super) const PRODUCTIVITY: Formula = Formula {
    name: "adaptation.productivity",
    help: "Leaves that a node finishes in a second of any activity: efficiency times speed; 0 without time",
    unit: "leaves/s",
    source: "Rossow 2009, equation 3.3",
    table: Table::of("", &[LEAVES, TOTAL]),
    value: |of| counted(of.number("leaves"), 0.0, of.number("total")).productivity(),
};

pub(super) const TOTAL_SPEED: Formula = Formula {
    name: "adaptation.total_speed",
    help: "Sum of the speeds of all nodes",
    unit: "leaves/s",
    source: "Rossow 2009, equation 3.4",
    table: Table::of("", &[SPEEDS]),
    value: |of| of.list("speeds").iter().sum(),
};

pub(super) const TOTAL_PRODUCTIVITY: Formula = Formula {
    name: "adaptation.total_productivity",
    help: "Sum of efficiency times speed over all nodes: the quantity that adaptation should maximise",
    unit: "leaves/s",
    source: "Rossow 2009, equation 3.5",
    table: Table {
        help: "",
        parameters: &[SPEEDS, EFFICIENCIES],
        together: Some(speeds_and_efficiencies),
    },
    value: |of| total_productivity(&rates(of)),
};

pub(super) const TOTAL_EFFICIENCY: Formula = Formula {
    name: "adaptation.total_efficiency",
    help: "Total productivity over total speed; undefined where no node has speed",
    unit: "",
    source: "Rossow 2009, equation 3.6",
    table: Table {
        help: "",
        parameters: &[SPEEDS, EFFICIENCIES],
        together: Some(speeds_and_efficiencies),
    },
    value: |of| total_efficiency(&rates(of)).unwrap_or(f64::NAN),
};

pub(super) const MEAN_EFFICIENCY: Formula = Formula {
    name: "adaptation.mean_efficiency",
    help: "Mean of 1 − overhead over all nodes, whatever their speeds",
    unit: "",
    source: GRID,
    table: Table::of("", &[OVERHEADS]),
    value: |of| weighted::efficiency(&of.list("overheads")),
};

pub(super) const WAE: Formula = Formula {
    name: "adaptation.wae",
    help: "Weighted average efficiency (WAE): mean of relative speed times (1 − overhead); the fastest node has relative speed 1",
    unit: "",
    source: GRID,
    table: Table {
        help: "",
        parameters: &[SPEEDS, OVERHEADS],
        together: Some(speeds_and_overheads),
    },
    value: |of| {
        let nodes: Vec<(f64, f64)> = of
            .list("speeds")
            .into_iter()
            .zip(of.list("overheads"))
            .collect();
        weighted::wae(&nodes)
    },
};

pub(super) const OVERHEAD: Formula = Formula {
    name: "adaptation.overhead",
    help: "Share of a period that a node is idle or communicates",
    unit: "",
    source: "Wrzesinska, Maassen and Bal 2007, section 3; benchmarks left out of the period: own choice",
    table: Table::of("", &[PERIOD, IDLE, INTRA, INTER, BENCH, WHOLE_PERIOD]),
    value: |of| shares(of).overhead,
};

pub(super) const INTER_CLUSTER_OVERHEAD: Formula = Formula {
    name: "adaptation.inter_cluster_overhead",
    help: "Share of a period that a node communicates with other clusters",
    unit: "",
    source: "Wrzesinska, Maassen and Bal 2007, section 3; benchmarks left out of the period: own choice",
    table: Table::of("", &[PERIOD, INTER, BENCH, WHOLE_PERIOD]),
    value: |of| shares(of).inter_cluster,
};

/// Checks that there are as many speeds as overheads.
fn speeds_and_overheads(values: &Values) -> Result<(), Rejected> {
    as_long_as(values, "speeds", &["overheads"])
}

/// Checks that computing takes no more than the total time.
fn within_total(values: &Values) -> Result<(), Rejected> {
    let number = |name| parameters::check::number(values, name);
    let (computing, total) = (number("computing"), number("total"));
    match computing > total {
        true => Err(Rejected::one(
            "computing",
            computing,
            say!("must be at most {total} s, the whole time"),
        )),
        false => Ok(()),
    }
}

/// Checks that there are as many speeds as efficiencies.
fn speeds_and_efficiencies(values: &Values) -> Result<(), Rejected> {
    as_long_as(values, "speeds", &["efficiencies"])
}

fn counted(leaves: f64, computing: f64, total: f64) -> Counted {
    Counted {
        leaves,
        computing,
        total,
    }
}

fn rates(of: &Arguments) -> Vec<Rate> {
    let rate = |(speed, efficiency): (f64, f64)| Rate { speed, efficiency };
    let pairs = of.list("speeds").into_iter().zip(of.list("efficiencies"));
    pairs.map(rate).collect()
}

fn shares(of: &Arguments) -> Overheads {
    let number = |name: &str| {
        let value = of.number(name);
        if value.is_finite() { value } else { 0.0 }
    };
    let times = Times {
        idle: number("idle"),
        intra: number("intra"),
        inter: number("inter"),
        bench: number("bench"),
        busy: 0.0,
    };
    let base = match of.flag("whole_period") {
        true => Base::Period,
        false => Base::Net,
    };
    overheads(of.number("period"), &times, base)
}
