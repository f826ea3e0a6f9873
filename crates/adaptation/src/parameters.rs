//! The parameters of a scenario of the adaptation laboratory.

mod choices;

use parameters::table::{Editor, TableText};

use crate::own::ADAPT;
use crate::platform::{COLUMNS, USUAL};
use crate::{disturbances, landscape, rated};

pub use choices::{
    Base, Climbed, ClusterRule, Ideal, Most, Orphans, Outline, Parallelism, Policy, Reference,
    Shape, Strategy, Topic,
};

/// The form of clusters in a text.
static CLUSTERS_TEXT: TableText = TableText {
    columns: &COLUMNS,
    usual: &USUAL,
    row: ["cluster", "clusters"],
};

/// The form of compared nodes in a text.
static NODES_TEXT: TableText = TableText {
    columns: &rated::COLUMNS,
    usual: &rated::USUAL,
    row: ["node", "nodes"],
};

const CLUSTERS: Editor = Editor::Table(&CLUSTERS_TEXT);
const NODES: Editor = Editor::Table(&NODES_TEXT);
const EVENTS: Editor = Editor::Events(&disturbances::EVENTS);
const LANDSCAPE_EVENTS: Editor = Editor::Events(&landscape::EVENTS);

/// The topics that simulate a program on the clusters of the form.
const SIMULATED: [&str; 2] = ["run", "tournament"];
/// The topics that simulate the program of the form.
const PROGRAMMED: [&str; 3] = ["run", "tournament", "grid"];
/// The parallelism that changes.
const CHANGING: [&str; 3] = ["rising", "falling", "wave"];
/// The topics in which one strategy is chosen.
const CHOSEN: [&str; 1] = ["run"];
/// The topic in which the client climbs an imposed landscape.
const LANDSCAPE: [&str; 1] = ["landscape"];
/// The topics in which a client climbs landscapes.
const CLIMBED: [&str; 2] = ["landscape", "climbers"];
/// The shapes with a best number of nodes.
const PEAKED: [&str; 2] = ["peak", "oscillating"];
/// The climbers without a client.
const ACCELERATED: [&str; 2] = ["up", "down"];
/// The topics that repeat runs with other random numbers in any case.
const REPEATED: [&str; 4] = ["run", "climbers", "tournament", "grid"];
/// The topics that look for outliers in any case.
const JUDGED: [&str; 2] = ["metrics", "landscape"];
/// The topics that rank nodes by badness.
const RANKED: [&str; 1] = ["metrics"];
/// The strategies that decide once in a monitoring period.
const PERIODIC: [&str; 5] = ["coordinator", "watching", "best-seen", "marginal", "own"];
/// The strategies with the thresholds of the coordinator.
const THRESHOLDS: [&str; 4] = ["coordinator", "watching", "best-seen", "own"];
/// The strategies with the coordinator's rules to add and remove nodes.
const COORDINATED: [&str; 2] = ["coordinator", "best-seen"];
/// The strategies that add nodes, and remove them by badness.
const JUDGING: [&str; 4] = ["coordinator", "best-seen", "marginal", "own"];

/// All that a link says of this laboratory.
#[derive(Clone, Debug, PartialEq, parameters::Parameters)]
pub struct Parameters {
    /// The subject of the charts and tables.
    #[parameter(title = "Show", group = "Show")]
    pub topic: Topic,

    /// One line for each cluster: how many nodes it has, how many of them are active at the start, their speed, and its links. A
    /// header line names the columns; all but the number of nodes may be left out.
    #[parameter(
        title = "Clusters",
        group = "Grid",
        length = 8_000,
        editor = CLUSTERS,
        default = "nodes,active,speed,uplink\n12,12,1,12.5e6\n12,12,1,12.5e6\n12,12,1,12.5e6\n12,0,1,12.5e6\n12,0,1,12.5e6\n",
        when(topic = SIMULATED)
    )]
    pub clusters: String,

    /// One event a line: a time in s, the event, and its target. 200 load cluster=2 factor=10; 0 link cluster=1 bandwidth=100000;
    /// 500 crash nodes=4-7; 700 add cluster=3 nodes=8 speed=2.
    #[parameter(
        title = "Disturbances",
        group = "Grid",
        length = 8_000,
        editor = EVENTS,
        default = "0 link cluster=2 bandwidth=100000",
        when(topic = SIMULATED)
    )]
    pub disturbances: String,

    /// How many iterations the program has, such as time steps of a simulation.
    #[parameter(title = "Iterations", group = "Program", range = 1..=200, default = 15, when(topic = PROGRAMMED))]
    pub iterations: u32,

    /// How many sequential parts and trees of jobs follow each other in an iteration.
    #[parameter(title = "Phases of an iteration", group = "Program", rare, range = 1..=16, default = 4, when(topic = PROGRAMMED))]
    pub phases: u32,

    /// The sequential work of an iteration, which the master does alone.
    #[parameter(title = "Sequential work", group = "Program", unit = "s", range = 0.0..=500.0, default = 38.0, when(topic = PROGRAMMED))]
    pub serial: f64,

    /// k: into how many jobs a job is split.
    #[parameter(title = "Children of a job", group = "Program", symbol = "k", range = 2..=16, default = 4, when(topic = PROGRAMMED))]
    pub branching: u32,

    /// How often jobs are split, from the root to the leaves.
    #[parameter(title = "Depth of the tree", group = "Program", range = 1..=15, default = 4, when(topic = PROGRAMMED))]
    pub depth: u32,

    /// The mean work of a leaf, in seconds on a node of speed 1.
    #[parameter(title = "Work of a leaf", group = "Program", unit = "s", range = 0.001..=60.0, default = 1.757_812_5, when(topic = PROGRAMMED))]
    pub leaf: f64,

    /// By which share the work of a leaf is more or less than the mean, at most; in an irregular tree, by which share the parts of a
    /// job’s children differ from equal ones, at most.
    #[parameter(title = "Irregularity of leaves", group = "Program", range = 0.0..=0.95, default = 0.5, when(topic = PROGRAMMED))]
    pub jitter: f64,

    /// How the trees’ depth goes from iteration to iteration: less deep trees have fewer and larger leaves, so that fewer nodes can compute at
    /// once; all trees have the same work.
    #[parameter(title = "Parallelism", group = "Program", default = "constant", when(topic = PROGRAMMED))]
    pub parallelism: Parallelism,

    /// The depth of the trees with least parallelism, at most that of the others.
    #[parameter(title = "Least depth of a tree", group = "Program", range = 1..=15, default = 2, when(topic = PROGRAMMED, parallelism = CHANGING))]
    pub narrowest: u32,

    /// How the work of a tree is shared out.
    #[parameter(title = "Shape of the trees", group = "Program", default = "complete", when(topic = PROGRAMMED))]
    pub shape: Shape,

    /// The work of splitting a job.
    #[parameter(title = "Work of a split", group = "Program", unit = "s", rare, range = 0.0..=10.0, default = 0.002, when(topic = PROGRAMMED))]
    pub split: f64,

    /// The work of merging the results of a job’s children.
    #[parameter(title = "Work of a merge", group = "Program", unit = "s", rare, range = 0.0..=10.0, default = 0.01, when(topic = PROGRAMMED))]
    pub merge: f64,

    /// The size of a message without its leaves.
    #[parameter(title = "Bytes of a message", group = "Program", unit = "byte", rare, range = 0.0..=10_000_000.0, default = 1_000.0, when(topic = PROGRAMMED))]
    pub base_bytes: f64,

    /// The size of a stolen job for each leaf below it.
    #[parameter(title = "Bytes of a job for each leaf", group = "Program", unit = "byte", rare, range = 0.0..=10_000_000.0, default = 30_000.0, when(topic = PROGRAMMED))]
    pub input_bytes: f64,

    /// The size of a result for each leaf below its job.
    #[parameter(title = "Bytes of a result for each leaf", group = "Program", unit = "byte", rare, range = 0.0..=10_000_000.0, default = 30_000.0, when(topic = PROGRAMMED))]
    pub output_bytes: f64,

    /// How an idle node looks for work.
    #[parameter(title = "Work stealing", group = "Work stealing", default = "cluster-aware", when(topic = PROGRAMMED))]
    pub policy: Policy,

    /// d0: how long a node waits after a first refusal. The wait doubles with each refusal in a row.
    #[parameter(title = "First wait", group = "Work stealing", symbol = "d0", unit = "ms", rare, range = 0.1..=100.0, default = 1.0, when(topic = PROGRAMMED))]
    pub first_wait: f64,

    /// dmax: the longest wait between two requests.
    #[parameter(title = "Longest wait", group = "Work stealing", symbol = "dmax", unit = "s", rare, range = 0.01..=5.0, default = 0.5, when(topic = PROGRAMMED))]
    pub longest_wait: f64,

    /// The treatment of children of a lost job that run on other nodes.
    #[parameter(title = "Orphans", group = "Work stealing", rare, default = "reuse", when(topic = PROGRAMMED))]
    pub orphans: Orphans,

    /// How long a crash stays unnoticed.
    #[parameter(title = "Time to notice a crash", group = "Work stealing", unit = "s", rare, range = 0.0..=1_000.0, default = 5.0, when(topic = PROGRAMMED))]
    pub detection: f64,

    /// Who adds and removes nodes while the program runs.
    #[parameter(title = "Strategy", group = "Adaptation", when(topic = CHOSEN))]
    pub strategy: Strategy,

    /// The function that adds and removes nodes. It is asked at the end of each monitoring period in which a node knows its speed, and
    /// remembers values in `this`.
    #[parameter(
        title = "Your strategy",
        group = "Adaptation",
        length = 8_000,
        editor = Editor::Strategy(&ADAPT),
        default = "fn adapt(reports) {\n    // Nodes that compute most of their time get help.\n    if reports.wae > reports.most {\n        return #{ add: min(4, reports.free.len) };\n    }\n    // Nodes that hardly compute leave, the worst first; the master stays.\n    if reports.wae < reports.least && reports.nodes.len > 4 {\n        return #{ remove: 4 };\n    }\n}\n",
        when(topic = CHOSEN, strategy = "own")
    )]
    pub code: String,

    /// E_min: nodes are removed where the weighted average efficiency (WAE), the share of their time that all nodes compute at the speed of
    /// the fastest, is below this.
    #[parameter(title = "Lower threshold of efficiency (WAE)", group = "Adaptation", symbol = "E_min", range = 0.0..=1.0, default = 0.3, when(topic = CHOSEN, strategy = THRESHOLDS), or(topic = RANKED))]
    pub least: f64,

    /// E_max: nodes are added where the weighted average efficiency (WAE), the share of their time that all nodes compute at the speed of the
    /// fastest, is above this.
    #[parameter(title = "Upper threshold of efficiency (WAE)", group = "Adaptation", symbol = "E_max", range = 0.0..=1.0, default = 0.5, when(topic = CHOSEN, strategy = THRESHOLDS), or(topic = RANKED))]
    pub most: f64,

    /// P_mon: how often nodes report and the strategy decides.
    #[parameter(title = "Monitoring period", group = "Adaptation", symbol = "P_mon", unit = "s", range = 10.0..=3_600.0, default = 180.0, when(topic = CHOSEN, strategy = PERIODIC))]
    pub period: f64,

    /// The share of its period that a cluster may spend in communication with other clusters.
    #[parameter(title = "Limit of inter-cluster overhead", group = "Adaptation", range = 0.0..=1.0, default = 0.25, when(topic = CHOSEN, strategy = PERIODIC), or(topic = RANKED))]
    pub cluster_limit: f64,

    /// When a cluster above this limit is removed.
    #[parameter(title = "Clusters are removed", group = "Adaptation", rare, default = "below", when(topic = CHOSEN, strategy = COORDINATED))]
    pub cluster_rule: ClusterRule,

    /// α: how much a low speed counts in badness.
    #[parameter(title = "Weight of speed", group = "Adaptation", symbol = "α", rare, range = 0.0..=10.0, default = 1.0, when(topic = CHOSEN, strategy = JUDGING), or(topic = RANKED))]
    pub speed_weight: f64,

    /// β: how much inter-cluster overhead counts in badness.
    #[parameter(title = "Weight of inter-cluster overhead", group = "Adaptation", symbol = "β", rare, range = 0.0..=1_000.0, default = 100.0, when(topic = CHOSEN, strategy = JUDGING), or(topic = RANKED))]
    pub inter_weight: f64,

    /// γ: how much it counts in badness to be in the worst cluster.
    #[parameter(title = "Weight of the worst cluster", group = "Adaptation", symbol = "γ", rare, range = 0.0..=100.0, default = 10.0, when(topic = CHOSEN, strategy = JUDGING), or(topic = RANKED))]
    pub cluster_weight: f64,

    /// κ: how many nodes are added for each node and relative excess of WAE over its upper threshold.
    #[parameter(title = "Factor of adding", group = "Adaptation", rare, range = 0.0..=5.0, default = 2.0, when(topic = CHOSEN, strategy = COORDINATED), or(topic = RANKED))]
    pub adding: f64,

    /// κ: how many nodes are removed for each node and relative shortfall of WAE from its lower threshold.
    #[parameter(title = "Factor of removing", group = "Adaptation", rare, range = 0.0..=5.0, default = 0.75, when(topic = CHOSEN, strategy = COORDINATED), or(topic = RANKED))]
    pub removing: f64,

    /// The largest share of the nodes that is removed at once.
    #[parameter(title = "Most removed at once", group = "Adaptation", rare, range = 0.0..=1.0, default = 0.5, when(topic = CHOSEN, strategy = COORDINATED), or(topic = RANKED))]
    pub most_removed: f64,

    /// How long the grid’s scheduler takes to start a node.
    #[parameter(title = "Time to get nodes", group = "Adaptation", unit = "s", rare, range = 0.0..=1_000.0, default = 10.0, when(topic = CHOSEN, strategy = JUDGING))]
    pub allocation: f64,

    /// Removed nodes and clusters never come back.
    #[parameter(title = "Blacklist", group = "Adaptation", rare, default = true, when(topic = CHOSEN, strategy = COORDINATED))]
    pub blacklist: bool,

    /// The bandwidth of a removed cluster becomes the minimum of clusters to come.
    #[parameter(title = "Learn the bandwidth", group = "Adaptation", rare, default = true, when(topic = CHOSEN, strategy = COORDINATED))]
    pub learn_bandwidth: bool,

    /// By what factor a cluster must exceed the learned bandwidth.
    #[parameter(title = "Margin of bandwidth", group = "Adaptation", rare, range = 1.0..=10.0, default = 1.05, when(topic = CHOSEN, strategy = COORDINATED, learn_bandwidth = true))]
    pub bandwidth_margin: f64,

    /// Between the thresholds, much faster nodes take the place of slower ones. The paper describes this, but did not support it.
    #[parameter(title = "Migrate to faster nodes", group = "Adaptation", rare, default = false, when(topic = CHOSEN, strategy = COORDINATED))]
    pub migrates: bool,

    /// How many times as fast a free node must be to take the place of another one.
    #[parameter(title = "Ratio of speeds to migrate", group = "Adaptation", rare, range = 1.0..=100.0, default = 1.5, when(topic = CHOSEN, strategy = COORDINATED, migrates = true))]
    pub swap: f64,

    /// The time that idle and communication time are divided by.
    #[parameter(title = "Overheads are shares of the", group = "Adaptation", rare, default = "net", when(topic = CHOSEN, strategy = THRESHOLDS))]
    pub base: Base,

    /// By what factor the best productivity must exceed one that counts as worse.
    #[parameter(title = "Tolerance of productivity", group = "Adaptation", range = 1.0..=1.5, default = 1.03, when(topic = CHOSEN, strategy = ["best-seen", "climbing"]), or(topic = CLIMBED))]
    pub tolerance: f64,

    /// After how many worse periods in a row the strategy returns to the best set of nodes.
    #[parameter(title = "Worse periods before a return", group = "Adaptation", range = 1..=20, default = 3, when(topic = CHOSEN, strategy = "best-seen"))]
    pub patience: u32,

    /// The badness above which a node is removed.
    #[parameter(title = "Largest badness", group = "Adaptation", range = 0.0..=1_000.0, default = 30.0, when(topic = CHOSEN, strategy = "marginal"), or(topic = RANKED))]
    pub most_badness: f64,

    /// The productivity that an added node must bring at least, by that of a node before.
    #[parameter(title = "Least gain of a node", group = "Adaptation", range = 0.0..=2.0, default = 0.5, when(topic = CHOSEN, strategy = "marginal"))]
    pub least_gain: f64,

    /// T_int: how often finished leaves are counted.
    #[parameter(title = "Measurement interval", group = "Adaptation", symbol = "T_int", unit = "s", range = 0.1..=60.0, default = 10.0, when(topic = CHOSEN, strategy = "climbing"))]
    pub interval: f64,

    /// λ: from how many intervals a productivity is averaged.
    #[parameter(title = "Length of a block", group = "Adaptation", symbol = "λ", rare, range = 1..=20, default = 5, when(topic = CHOSEN, strategy = "climbing"), or(topic = CLIMBED))]
    pub block: u32,

    /// How much an interval counts beside the next one.
    #[parameter(title = "Decay of a block", group = "Adaptation", rare, range = 0.05..=1.0, default = 0.8, when(topic = CHOSEN, strategy = "climbing"), or(topic = CLIMBED))]
    pub decay: f64,

    /// How many intervals pass before the first block is measured.
    #[parameter(title = "Warm-up", group = "Adaptation", rare, range = 0..=100, default = 15, when(topic = CHOSEN, strategy = "climbing"), or(topic = CLIMBED))]
    pub warmup: u32,

    /// How many intervals are not measured after a change.
    #[parameter(title = "Grace period", group = "Adaptation", rare, range = 0..=50, default = 5, when(topic = CHOSEN, strategy = "climbing"), or(topic = CLIMBED))]
    pub grace: u32,

    /// Hill climbing adds and removes nodes while the productivity grows.
    #[parameter(title = "Climb", group = "Adaptation", default = true, when(topic = CHOSEN, strategy = "climbing"), or(topic = LANDSCAPE))]
    pub climbs: bool,

    /// With which productivity the climber compares the new one.
    #[parameter(title = "Compare with the", group = "Adaptation", rare, default = "best", when(topic = CHOSEN, strategy = "climbing", climbs = true), or(topic = LANDSCAPE))]
    pub reference: Reference,

    /// Large gains make large steps.
    #[parameter(title = "Accelerate", group = "Adaptation", rare, default = true, when(topic = CHOSEN, strategy = "climbing", climbs = true), or(topic = LANDSCAPE))]
    pub accelerates: bool,

    /// β: how large a step up is, by the gain of the last one.
    #[parameter(title = "Factor of steps up", group = "Adaptation", rare, range = 0.0..=5.0, default = 2.0, when(topic = CHOSEN, strategy = "climbing", climbs = true, accelerates = true), or(topic = CLIMBED))]
    pub step_up: f64,

    /// β: how large a step down is, by the gain of the last one.
    #[parameter(title = "Factor of steps down", group = "Adaptation", rare, range = 0.0..=5.0, default = 1.5, when(topic = CHOSEN, strategy = "climbing", climbs = true, accelerates = true), or(topic = CLIMBED))]
    pub step_down: f64,

    /// A climber that has finished begins again.
    #[parameter(title = "Restart", group = "Adaptation", rare, default = true, when(topic = CHOSEN, strategy = "climbing", climbs = true), or(topic = LANDSCAPE))]
    pub restarts: bool,

    /// After how many intervals at rest the climber begins again.
    #[parameter(title = "Longest rest", group = "Adaptation", rare, range = 1..=500, default = 20, when(topic = CHOSEN, strategy = "climbing", climbs = true, restarts = true), or(topic = CLIMBED))]
    pub longest_rest: u32,

    /// By which share productivity must change to end a rest.
    #[parameter(title = "Change that ends a rest", group = "Adaptation", rare, range = 0.0..=1.0, default = 0.1, when(topic = CHOSEN, strategy = "climbing", climbs = true, restarts = true), or(topic = CLIMBED))]
    pub restart_deviation: f64,

    /// Nodes that are much slower than the median are replaced.
    #[parameter(title = "Replace outliers", group = "Adaptation", default = true, when(topic = CHOSEN, strategy = "climbing"), or(topic = LANDSCAPE))]
    pub replaces: bool,

    /// By which share a node must be slower than the median to be replaced.
    #[parameter(title = "Threshold of outliers", group = "Adaptation", range = 0.0..=1.0, default = 0.2, when(topic = CHOSEN, strategy = "climbing", replaces = true), or(topic = JUDGED))]
    pub outlier: f64,

    /// ξ: by what factor the threshold grows after a replacement that did not pay.
    #[parameter(title = "Growth of the threshold", group = "Adaptation", symbol = "ξ", rare, range = 1.0..=3.0, default = 1.5, when(topic = CHOSEN, strategy = "climbing", replaces = true), or(topic = LANDSCAPE))]
    pub growth: f64,

    /// Nodes that do not report are replaced.
    #[parameter(title = "Watch for failures", group = "Adaptation", default = true, when(topic = CHOSEN, strategy = "climbing"), or(topic = LANDSCAPE))]
    pub watches: bool,

    /// How many intervals a node may be silent.
    #[parameter(title = "Tolerated silence", group = "Adaptation", rare, range = 1..=100, default = 10, when(topic = CHOSEN, strategy = "climbing", watches = true), or(topic = LANDSCAPE))]
    pub toleration: u32,

    /// w_bench: the work of the benchmark, in seconds on a node of speed 1.
    #[parameter(title = "Work of the benchmark", group = "Adaptation", symbol = "w_bench", unit = "s", rare, range = 0.1..=120.0, default = 7.5, when(topic = CHOSEN, strategy = PERIODIC))]
    pub bench_work: f64,

    /// o_max: the largest share of the time between the starts of two benchmarks that a node may spend in the first of them.
    #[parameter(title = "Most overhead of benchmarks", group = "Adaptation", symbol = "o_max", rare, range = 0.001..=0.5, default = 0.0625, when(topic = CHOSEN, strategy = PERIODIC))]
    pub bench_overhead: f64,

    /// Who adds and removes nodes on the landscape.
    #[parameter(title = "Who climbs", group = "Landscape", when(topic = LANDSCAPE))]
    pub climbed: Climbed,

    /// N*: how the number of nodes with the largest productivity goes over time.
    #[parameter(title = "Ideal number of nodes", group = "Landscape", symbol = "N*", when(topic = LANDSCAPE))]
    pub ideal: Ideal,

    /// Points of the ideal number of nodes, as interval:nodes, with straight lines between them.
    #[parameter(title = "Points", group = "Landscape", length = 2_000, default = "0:17", when(topic = LANDSCAPE, ideal = "points"))]
    pub ideal_points: String,

    /// The ideal number of nodes in the end.
    #[parameter(title = "Nodes in the end", group = "Landscape", range = 1.0..=500.0, default = 10.0, when(topic = LANDSCAPE, ideal = "decay"))]
    pub ideal_rest: f64,

    /// How many more nodes are ideal at the start.
    #[parameter(title = "More at the start", group = "Landscape", range = 0.0..=500.0, default = 90.0, when(topic = LANDSCAPE, ideal = "decay"))]
    pub ideal_excess: f64,

    /// After how many intervals 1/e of this excess is left.
    #[parameter(title = "Decay of the ideal", group = "Landscape", unit = "intervals", range = 1.0..=100_000.0, default = 1_500.0, when(topic = LANDSCAPE, ideal = "decay"))]
    pub ideal_decay: f64,

    /// The mean of the ideal number of nodes.
    #[parameter(title = "Mean", group = "Landscape", range = 1.0..=500.0, default = 50.0, when(topic = LANDSCAPE, ideal = "wave"))]
    pub ideal_mean: f64,

    /// The amplitude of the ideal number of nodes, as a share of its mean.
    #[parameter(title = "Amplitude", group = "Landscape", range = 0.0..=0.95, default = 0.4, when(topic = LANDSCAPE, ideal = "wave"))]
    pub ideal_amplitude: f64,

    /// After how many intervals the ideal number of nodes repeats.
    #[parameter(title = "Period", group = "Landscape", unit = "intervals", range = 2.0..=100_000.0, default = 2_000.0, when(topic = LANDSCAPE, ideal = "wave"))]
    pub ideal_period: f64,

    /// How the productivity of the ideal number of nodes goes over time.
    #[parameter(title = "Largest productivity", group = "Landscape", symbol = "Pmax", when(topic = LANDSCAPE))]
    pub best: Most,

    /// The productivity of the ideal number of nodes; its mean where it varies.
    #[parameter(title = "Productivity of the ideal number", group = "Landscape", unit = "leaves/s", range = 1.0..=1_000_000.0, default = 10_000.0, when(topic = LANDSCAPE, best = ["constant", "wave"]))]
    pub best_productivity: f64,

    /// The part of the largest productivity that does not depend on the ideal number of nodes.
    #[parameter(title = "Fixed part", group = "Landscape", unit = "leaves/s", range = 0.0..=1_000_000.0, default = 0.0, when(topic = LANDSCAPE, best = "nodes"))]
    pub best_fixed: f64,

    /// The part of the largest productivity that each node of the ideal number adds.
    #[parameter(title = "Part of each node", group = "Landscape", unit = "leaves/s", range = 0.1..=100_000.0, default = 100.0, when(topic = LANDSCAPE, best = "nodes"))]
    pub best_per_node: f64,

    /// The amplitude of the largest productivity, as a share of its mean.
    #[parameter(title = "Amplitude of productivity", group = "Landscape", range = 0.0..=0.95, default = 0.01, when(topic = LANDSCAPE, best = "wave"))]
    pub best_amplitude: f64,

    /// After how many intervals the largest productivity repeats.
    #[parameter(title = "Period of productivity", group = "Landscape", unit = "intervals", range = 2.0..=100_000.0, default = 110.0, when(topic = LANDSCAPE, best = "wave"))]
    pub best_period: f64,

    /// How productivity depends on the number of nodes.
    #[parameter(title = "Shape", group = "Landscape", when(topic = LANDSCAPE))]
    pub outline: Outline,

    /// How productivity rises with too few nodes: the share of nodes to the power of this number.
    #[parameter(title = "Exponent below the ideal", group = "Landscape", rare, range = 0.1..=2.0, default = 0.8, when(topic = LANDSCAPE, outline = PEAKED))]
    pub exponent: f64,

    /// c: what share of productivity is lost where there are twice as many nodes as ideal.
    #[parameter(title = "Penalty of too many nodes", group = "Landscape", symbol = "c", range = 0.0..=10.0, default = 0.2, when(topic = LANDSCAPE, outline = PEAKED))]
    pub penalty: f64,

    /// The least productivity with too many nodes, as a share of the largest.
    #[parameter(title = "Least productivity", group = "Landscape", rare, range = 0.0..=1.0, default = 0.05, when(topic = LANDSCAPE, outline = PEAKED))]
    pub floor: f64,

    /// The number of nodes at which 1/e of the largest productivity is missing.
    #[parameter(title = "Nodes to saturate", group = "Landscape", range = 1.0..=500.0, default = 25.0, when(topic = LANDSCAPE, outline = "saturating"))]
    pub saturation: f64,

    /// The largest share of productivity that the oscillation takes.
    #[parameter(title = "Depth of the oscillation", group = "Landscape", range = 0.0..=1.0, default = 0.2, when(topic = LANDSCAPE, outline = "oscillating"))]
    pub ripple: f64,

    /// After how many nodes the oscillation repeats.
    #[parameter(title = "Period of the oscillation", group = "Landscape", unit = "nodes", range = 2.0..=500.0, default = 8.0, when(topic = LANDSCAPE, outline = "oscillating"))]
    pub ripple_period: f64,

    /// Show the same steps on several landscapes: peaks with other penalties, and one that saturates.
    #[parameter(title = "Several landscapes", group = "Landscape", rare, default = false, when(topic = LANDSCAPE, climbed = ACCELERATED))]
    pub several: bool,

    /// How many nodes there are.
    #[parameter(title = "Nodes in the pool", group = "Landscape", range = 1..=500, default = 200, when(topic = LANDSCAPE))]
    pub pool: u32,

    /// How many nodes take part at the start.
    #[parameter(title = "Nodes at the start", group = "Landscape", range = 1..=500, default = 1, when(topic = LANDSCAPE))]
    pub start: u32,

    /// How many measurement intervals there are.
    #[parameter(title = "Intervals", group = "Landscape", range = 10..=10_000, default = 600, when(topic = LANDSCAPE, climbed = "client"), or(topic = "climbers"))]
    pub intervals: u32,

    /// By which share a report differs from the contribution of its node, at most.
    #[parameter(title = "Noise of reports", group = "Landscape", range = 0.0..=1.0, default = 0.01, when(topic = LANDSCAPE, climbed = "client"), or(topic = "climbers"))]
    pub noise: f64,

    /// How many intervals a new node contributes nothing.
    #[parameter(title = "Intervals to join", group = "Landscape", rare, range = 0..=100, default = 1, when(topic = LANDSCAPE, climbed = "client"), or(topic = "climbers"))]
    pub join_lag: u32,

    /// By which factor each node contributes more or less than the others, in their order; 1 where none is given.
    #[parameter(title = "Qualities of nodes", group = "Landscape", rare, length = 4_000, default = "", when(topic = LANDSCAPE, climbed = "client"))]
    pub qualities: String,

    /// Events at nodes, one a line: an interval, the event, and the number of nodes. 28 load nodes=1 factor=1.5; 1500 fail
    /// nodes=3; 28 fail nodes=3 intervals=5.
    #[parameter(title = "Loads and failures", group = "Landscape", length = 8_000, editor = LANDSCAPE_EVENTS, default = "", when(topic = LANDSCAPE, climbed = "client"))]
    pub happenings: String,

    /// A line for each node: its cluster, its speed, the share of its period that is overhead, and the share of communication with
    /// other clusters.
    #[parameter(
        title = "Nodes",
        group = "Nodes",
        length = 20_000,
        editor = NODES,
        default = "cluster,speed,overhead,inter\n0,50,0.6,0\n0,50,0.6,0\n1,10,0.2,0\n1,10,0.2,0\n",
        when(topic = "metrics")
    )]
    pub nodes: String,

    /// Which node leaves, by its place in the table from 1. 0: none.
    #[parameter(title = "Node to remove", group = "Nodes", range = 0..=1_000, default = 4, when(topic = "metrics"))]
    pub remove: u32,

    /// Nodes that join, a line each, as above. Empty: none.
    #[parameter(
        title = "Nodes to add",
        group = "Nodes",
        length = 20_000,
        editor = NODES,
        default = "",
        when(topic = "metrics")
    )]
    pub add: String,

    /// Which tree of jobs is drawn: its place in the run from 1.
    #[parameter(title = "Tree to draw", group = "Show", rare, range = 1..=3_200, default = 1, when(topic = "run"))]
    pub tree: u32,

    /// Try constant sets of nodes, the first n in the order of clusters for each n: the yardstick of the strategies.
    #[parameter(
        title = "Best constant set",
        group = "Show",
        default = true,
        when(topic = "tournament")
    )]
    pub hindsight: bool,

    /// How many runs with different random numbers. Charts show the first.
    #[parameter(title = "Runs", group = "Randomness", range = 1..=100, default = 1, when(topic = LANDSCAPE, climbed = "client"), or(topic = REPEATED))]
    pub runs: u32,

    /// The same seed gives the same run, everywhere.
    #[parameter(title = "Seed", group = "Randomness", default = 1, when(topic = LANDSCAPE, climbed = "client"), or(topic = REPEATED))]
    pub seed: u64,
}
