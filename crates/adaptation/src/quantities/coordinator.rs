//! The rules of the coordinator, and the benchmark that it relies on.

use adaptation_model::benchmark::Benchmark;
use adaptation_model::metrics::badness::{Member, Weights, rank};
use adaptation_model::metrics::weighted;
use adaptation_model::strategy::coordinator::Settings;
use laboratory::formula::as_long_as;
use laboratory::{Arguments, Formula};
use parameters::{Constant, Parameter, Table};

use super::{GRID, NODES, SPEEDS};

const WAE: Parameter = Parameter::number("wae", 0.0, 1.0, "WAE: the weighted average efficiency.");

const SPEED: Parameter = Parameter::number("speed", 0.001, 1e6, "The speed of the node.");

const WORK: Parameter = Parameter::number(
    "work",
    0.001,
    1e6,
    "w_bench: the work of the benchmark, on a node of speed 1.",
)
.unit("s")
.symbol("w_bench");

const LEAST: Parameter =
    Parameter::number("least", 0.001, 1.0, "E_min: the lower threshold.").symbol("E_min");

const MOST: Parameter =
    Parameter::number("most", 0.001, 1.0, "E_max: the upper threshold.").symbol("E_max");

const SHARE: Parameter = Parameter::number(
    "largest_share",
    1e-6,
    1.0,
    "o_max: the largest share of its time that a node spends in benchmarks.",
)
.symbol("o_max");

const CAP: Parameter =
    Parameter::number("cap", 0.001, 1e6, "After so long the benchmark is cut off.").unit("s");

pub(super) const CLUSTER_BADNESS: Formula = Formula {
    name: "adaptation.cluster_badness",
    help: "Badness of a cluster: α over its speed relative to the fastest cluster, plus β times its inter-cluster overhead",
    unit: "",
    source: GRID,
    table: Table::of(
        "",
        &[
            Parameter::number(
                "relative_speed",
                1e-6,
                1.0,
                "The cluster’s speed by that of the fastest cluster.",
            ),
            Parameter::number(
                "inter_cluster",
                0.0,
                1.0,
                "The mean inter-cluster overhead of its nodes.",
            ),
            Parameter::number("alpha", 0.0, 1000.0, "α: the weight of speed.")
                .symbol("α")
                .or_else(Constant::Number(1.0)),
            Parameter::number(
                "beta",
                0.0,
                1000.0,
                "β: the weight of inter-cluster overhead.",
            )
            .symbol("β")
            .or_else(Constant::Number(100.0)),
        ],
    ),
    value: |of| {
        of.number("alpha") / of.number("relative_speed")
            + of.number("beta") * of.number("inter_cluster")
    },
};

pub(super) const BADNESS: Formula = Formula {
    name: "adaptation.badness",
    help: "Badness of a node: α over its relative speed, plus β times its inter-cluster overhead, plus γ in the worst cluster",
    unit: "",
    source: GRID,
    table: Table::of(
        "",
        &[
            Parameter::number(
                "relative_speed",
                1e-6,
                1.0,
                "The node’s speed by that of the fastest node.",
            ),
            Parameter::number(
                "inter_cluster",
                0.0,
                1.0,
                "The node’s inter-cluster overhead.",
            ),
            Parameter::flag("worst_cluster", false, "Whether its cluster is the worst."),
            Parameter::number("alpha", 0.0, 1000.0, "α: the weight of speed.")
                .symbol("α")
                .or_else(Constant::Number(1.0)),
            Parameter::number(
                "beta",
                0.0,
                1000.0,
                "β: the weight of inter-cluster overhead.",
            )
            .symbol("β")
            .or_else(Constant::Number(100.0)),
            Parameter::number("gamma", 0.0, 1000.0, "γ: the weight of the worst cluster.")
                .symbol("γ")
                .or_else(Constant::Number(10.0)),
        ],
    ),
    value: |of| {
        let worst = if of.flag("worst_cluster") {
            of.number("gamma")
        } else {
            0.0
        };
        of.number("alpha") / of.number("relative_speed")
            + of.number("beta") * of.number("inter_cluster")
            + worst
    },
};

pub(super) const LARGEST_BADNESS: Formula = Formula {
    name: "adaptation.largest_badness",
    help: "Largest badness of a node of several clusters, the worst of which counts γ; infinite where a node has no speed, undefined for other numbers of clusters than nodes",
    unit: "",
    source: GRID,
    table: Table {
        help: "",
        parameters: &[
            SPEEDS,
            Parameter::list(
                "clusters",
                (1, 1000),
                (0.0, 99.0),
                "The cluster of each node, by its number.",
            ),
            Parameter::list(
                "inter_cluster",
                (1, 1000),
                (0.0, 1.0),
                "The inter-cluster overhead of each node.",
            ),
        ],
        together: Some(|values| as_long_as(values, "speeds", &["clusters", "inter_cluster"])),
    },
    value: |of| {
        let speeds = of.list("speeds");
        let relative = weighted::relative_speeds(&speeds);
        let (clusters, overheads) = (of.list("clusters"), of.list("inter_cluster"));
        let members: Vec<Member> = (0..)
            .zip(relative)
            .zip(clusters.iter().zip(&overheads))
            .map(
                |((node, relative_speed), (cluster, inter_cluster))| Member {
                    node,
                    cluster: *cluster as u32,
                    relative_speed,
                    inter_cluster: *inter_cluster,
                },
            )
            .collect();
        let ranking = rank(&members, Weights::default());
        ranking.nodes.iter().copied().fold(f64::NAN, f64::max)
    },
};

pub(super) const NODES_TO_ADD: Formula = Formula {
    name: "adaptation.nodes_to_add",
    help: "Nodes that the coordinator requests: max(1, ⌈κ·n·(WAE − E_max)/E_max⌉) above E_max, else 0",
    unit: "nodes",
    source: "Wrzesinska, Maassen and Bal 2007, section 3, without a formula; own choice",
    table: Table::of(
        "",
        &[
            NODES,
            WAE,
            MOST.or_else(Constant::Number(0.5)),
            Parameter::number("factor", 0.0, 100.0, "κ: the factor of adding.")
                .symbol("κ")
                .or_else(Constant::Number(2.0)),
        ],
    ),
    value: |of| {
        let settings = Settings {
            most: of.number("most"),
            adding: of.number("factor"),
            ..Settings::default()
        };
        settings.add_count(of.whole("nodes") as usize, of.number("wae")) as f64
    },
};

pub(super) const NODES_TO_REMOVE: Formula = Formula {
    name: "adaptation.nodes_to_remove",
    help: "Nodes that the coordinator removes: max(1, ⌈κ·n·(E_min − WAE)/E_min⌉) below E_min, at most a share and never all, else 0",
    unit: "nodes",
    source: "Wrzesinska, Maassen and Bal 2007, section 3, without a formula; own choice",
    table: Table::of(
        "",
        &[
            NODES,
            WAE,
            LEAST.or_else(Constant::Number(0.3)),
            Parameter::number("factor", 0.0, 100.0, "κ: the factor of removing.")
                .symbol("κ")
                .or_else(Constant::Number(0.75)),
            Parameter::number(
                "largest_share",
                0.0,
                1.0,
                "The largest share that is removed at once.",
            )
            .or_else(Constant::Number(0.5)),
        ],
    ),
    value: |of| {
        let settings = Settings {
            least: of.number("least"),
            removing: of.number("factor"),
            most_removed: of.number("largest_share"),
            ..Settings::default()
        };
        settings.remove_count(of.whole("nodes") as usize, of.number("wae")) as f64
    },
};

pub(super) const BANDWIDTH_NEEDED: Formula = Formula {
    name: "adaptation.bandwidth_needed",
    help: "Bandwidth that a cluster must exceed after clusters were removed: the largest of their measured bandwidths times a margin",
    unit: "byte/s",
    source: "Wrzesinska, Maassen and Bal 2007, section 3; the margin is our own choice",
    table: Table {
        help: "",
        parameters: &[
            Parameter::list(
                "bytes",
                (1, 100),
                (0.0, 1e15),
                "Traffic over the links of each removed cluster, bytes.",
            ),
            Parameter::list(
                "seconds",
                (1, 100),
                (0.001, 1e9),
                "For how long the links served that, s.",
            ),
            Parameter::number("margin", 1.0, 100.0, "The margin.").or_else(Constant::Number(1.05)),
        ],
        together: Some(|values| as_long_as(values, "bytes", &["seconds"])),
    },
    value: |of| {
        let (bytes, seconds) = (of.list("bytes"), of.list("seconds"));
        let measured = bytes
            .iter()
            .zip(&seconds)
            .map(|(bytes, seconds)| bytes / seconds);
        of.number("margin") * measured.fold(0.0, f64::max)
    },
};

pub(super) const BENCHMARK_SPEED: Formula = Formula {
    name: "adaptation.benchmark_speed",
    help: "Speed that the benchmark measures on a node whose speed does not change",
    unit: "",
    source: "Wrzesinska, Maassen and Bal 2007, section 3; cutting it off is our own choice",
    table: Table::of("", &[WORK, SPEED, CAP]),
    value: |of| {
        let benchmark = benchmark(of);
        let took = (benchmark.work / of.number("speed")).min(benchmark.cap);
        benchmark.speed(benchmark.work - took * of.number("speed"), took)
    },
};

pub(super) const BENCHMARK_INTERVAL: Formula = Formula {
    name: "adaptation.benchmark_interval",
    help: "Time from the start of a benchmark to the next, so that benchmarks take no more than the largest share of the time",
    unit: "s",
    source: "Wrzesinska, Maassen and Bal 2007, section 3; cutting it off is our own choice",
    table: Table::of("", &[WORK, SPEED, CAP, SHARE]),
    value: |of| {
        let benchmark = benchmark(of);
        let took = (benchmark.work / of.number("speed")).min(benchmark.cap);
        benchmark.next_due(0.0, took)
    },
};

fn benchmark(of: &Arguments) -> Benchmark {
    let share = of.number("largest_share");
    Benchmark {
        work: of.number("work"),
        overhead: if share.is_finite() { share } else { 1.0 },
        cap: of.number("cap"),
    }
}
