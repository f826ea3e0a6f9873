//! The pure formulas by name.

use adaptation_model::Application;
use adaptation_model::benchmark::Benchmark;
use adaptation_model::iteration_time::IterationTime;
use adaptation_model::metrics::badness::{Member, Weights, rank};
use adaptation_model::metrics::blocks::{Block, next_interval, normalised};
use adaptation_model::metrics::greedy::WorkSpan;
use adaptation_model::metrics::overhead::{Base, Times, overheads};
use adaptation_model::metrics::productivity::{
    Counted, Rate, total_efficiency, total_productivity, total_speed,
};
use adaptation_model::metrics::{accelerator, weighted};
use adaptation_model::strategy::coordinator::Settings;
use laboratory::formula::as_long_as;
use laboratory::{Arguments, Formula};
use parameters::{Constant, Parameter, Rejected, Table, Values};
use words::say;

const GRID: &str = "Wrzesinska, Maassen and Bal 2007, section 3";

const LEAVES: Parameter = Parameter::number("leaves", 0.0, 1e12, "The finished leaves.");
const COMPUTING: Parameter =
    Parameter::number("computing", 0.0, 1e9, "The time spent computing.").unit("s");
const TOTAL: Parameter = Parameter::number("total", 0.0, 1e9, "The whole time.").unit("s");
const SPEEDS: Parameter =
    Parameter::list("speeds", (1, 1000), (0.0, 1e9), "The speed of each node.");
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
const NODES: Parameter =
    Parameter::whole("nodes", 1, 10_000, "n: the number of nodes.").symbol("n");
const WAE: Parameter = Parameter::number("wae", 0.0, 1.0, "WAE: the weighted average efficiency.");
const LEAST: Parameter =
    Parameter::number("least", 0.001, 1.0, "E_min: the lower threshold.").symbol("E_min");
const MOST: Parameter =
    Parameter::number("most", 0.001, 1.0, "E_max: the upper threshold.").symbol("E_max");
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
const SPEED: Parameter = Parameter::number("speed", 0.001, 1e6, "The speed of the node.");
const SHARE: Parameter = Parameter::number(
    "largest_share",
    1e-6,
    1.0,
    "o_max: the largest share of its time that a node spends in benchmarks.",
)
.symbol("o_max");
const WORK: Parameter = Parameter::number(
    "work",
    0.001,
    1e6,
    "w_bench: the work of the benchmark, on a node of speed 1.",
)
.unit("s")
.symbol("w_bench");
const CAP: Parameter =
    Parameter::number("cap", 0.001, 1e6, "After so long the benchmark is cut off.").unit("s");

/// As many speeds as overheads.
fn speeds_and_overheads(values: &Values) -> Result<(), Rejected> {
    as_long_as(values, "speeds", &["overheads"])
}

/// No more time of computing than there is.
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

/// As many speeds as efficiencies.
fn speeds_and_efficiencies(values: &Values) -> Result<(), Rejected> {
    as_long_as(values, "speeds", &["efficiencies"])
}

/// All formulas of this laboratory.
pub const FORMULAS: &[Formula] = &[
    Formula {
        name: "adaptation.speed",
        help: "Leaves that a node finishes in a second of computing; 0 without computing",
        unit: "leaves/s",
        source: "Rossow 2009, equation 3.1",
        table: Table::of("", &[LEAVES, COMPUTING]),
        value: |of| counted(of.number("leaves"), of.number("computing"), 0.0).speed(),
    },
    Formula {
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
    },
    Formula {
        name: "adaptation.productivity",
        help: "Leaves that a node finishes in a second, whatever it does: efficiency times speed; 0 without time",
        unit: "leaves/s",
        source: "Rossow 2009, equation 3.3",
        table: Table::of("", &[LEAVES, TOTAL]),
        value: |of| counted(of.number("leaves"), 0.0, of.number("total")).productivity(),
    },
    Formula {
        name: "adaptation.total_speed",
        help: "Sum of the speeds of all nodes",
        unit: "leaves/s",
        source: "Rossow 2009, equation 3.4",
        table: Table::of("", &[SPEEDS]),
        value: |of| of.list("speeds").iter().sum(),
    },
    Formula {
        name: "adaptation.total_productivity",
        help: "Sum of efficiency times speed over all nodes: what adaptation should maximise",
        unit: "leaves/s",
        source: "Rossow 2009, equation 3.5",
        table: Table {
            help: "",
            parameters: &[SPEEDS, EFFICIENCIES],
            together: Some(speeds_and_efficiencies),
        },
        value: |of| total_productivity(&rates(of)),
    },
    Formula {
        name: "adaptation.total_efficiency",
        help: "Total productivity over total speed; undefined where no node has speed",
        unit: "",
        source: "Rossow 2009, equation 3.6",
        table: Table {
            help: "",
            parameters: &[SPEEDS, EFFICIENCIES],
            together: Some(speeds_and_efficiencies),
        },
        value: |of| {
            let rates = rates(of);
            match total_speed(&rates) > 0.0 {
                true => total_efficiency(&rates).unwrap_or(f64::NAN),
                false => f64::NAN,
            }
        },
    },
    Formula {
        name: "adaptation.mean_efficiency",
        help: "Mean of 1 − overhead over all nodes, whatever their speeds",
        unit: "",
        source: GRID,
        table: Table::of("", &[OVERHEADS]),
        value: |of| weighted::efficiency(&of.list("overheads")),
    },
    Formula {
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
    },
    Formula {
        name: "adaptation.overhead",
        help: "Share of a period that a node is idle or communicates",
        unit: "",
        source: "Wrzesinska, Maassen and Bal 2007, section 3; benchmarks left out of the period: own choice",
        table: Table::of("", &[PERIOD, IDLE, INTRA, INTER, BENCH, WHOLE_PERIOD]),
        value: |of| shares(of).overhead,
    },
    Formula {
        name: "adaptation.inter_cluster_overhead",
        help: "Share of a period that a node communicates with other clusters",
        unit: "",
        source: "Wrzesinska, Maassen and Bal 2007, section 3; benchmarks left out of the period: own choice",
        table: Table::of("", &[PERIOD, INTER, BENCH, WHOLE_PERIOD]),
        value: |of| shares(of).inter_cluster,
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
                    "What went over the links of each removed cluster, bytes.",
                ),
                Parameter::list(
                    "seconds",
                    (1, 100),
                    (0.001, 1e9),
                    "For how long the links served that, s.",
                ),
                Parameter::number("margin", 1.0, 100.0, "The margin.")
                    .or_else(Constant::Number(1.05)),
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
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
            let median = median(of.list("productivities"));
            match median > 0.0 {
                true => 1.0 - of.number("productivity") / median,
                false => f64::NAN,
            }
        },
    },
    Formula {
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
    },
    Formula {
        name: "adaptation.work",
        help: "Work of all jobs of a program on one node of speed 1, T1",
        unit: "s",
        source: "own choice, by the definition of work and span",
        table: Table::of("", &PROGRAM),
        value: |of| work_span(of).map_or(f64::NAN, |both| both.work),
    },
    Formula {
        name: "adaptation.span",
        help: "Longest chain of jobs of a program, T∞: its time on any number of nodes of speed 1",
        unit: "s",
        source: "own choice, by the definition of work and span",
        table: Table::of("", &PROGRAM),
        value: |of| work_span(of).map_or(f64::NAN, |both| both.span),
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
    },
    Formula {
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
            of.number("bytes") / of.number("uplink")
                + of.number("latency")
                + of.number("bytes") / of.number("downlink")
        },
    },
];

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

fn shares(of: &Arguments) -> adaptation_model::metrics::overhead::Overheads {
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

fn benchmark(of: &Arguments) -> Benchmark {
    let share = of.number("largest_share");
    Benchmark {
        work: of.number("work"),
        overhead: if share.is_finite() { share } else { 1.0 },
        cap: of.number("cap"),
    }
}

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

/// The middle value, or the mean of both; 0 of none.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = |place: usize| values.get(place).copied().unwrap_or_default();
    let middle = values.len() / 2;
    match values.len() % 2 {
        0 => (at(middle.saturating_sub(1)) + at(middle)) / 2.0,
        _ => at(middle),
    }
}
