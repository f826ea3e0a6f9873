//! What a scenario says of the laboratory of divisible loads.

mod choices;

use garde::Validate;
use report::parameters::Described;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use trace::source::{CHARACTERS, Source};

use crate::platform::Signs;
use crate::settings::{Order, Ports, Results, Scope};

pub use choices::{Policy, Scheduler, Spacing, Topic, Values, Variation, Varied, Whose, Workers};

/// The topics that show one scheduler as it is set.
const SCHEDULED: [&str; 2] = ["stream", "finite"];
/// The topics whose figures are means over runs.
const RUNS: [&str; 5] = ["stream", "finite", "inaccuracy", "dynamicity", "target"];
/// The topics whose workers can have several masters.
const CLUSTERED: [&str; 4] = ["stream", "inaccuracy", "dynamicity", "target"];
/// The topics that take the inaccuracy as it is set.
const INACCURATE: [&str; 6] = [
    "stream",
    "finite",
    "propositions",
    "dynamicity",
    "target",
    "selection",
];
/// The topics that take the target as it is set.
const TARGETED: [&str; 6] = [
    "stream",
    "finite",
    "propositions",
    "inaccuracy",
    "dynamicity",
    "selection",
];
/// The topics whose platform is simulated with variants of the scheduler.
const SIMULATED: [&str; 6] = [
    "stream",
    "finite",
    "propositions",
    "inaccuracy",
    "dynamicity",
    "target",
];
/// The topics with an endless stream.
const ENDLESS: [&str; 5] = ["stream", "inaccuracy", "dynamicity", "target", "selection"];
/// The topics in which speeds may vary.
const CHANGING: [&str; 5] = ["stream", "finite", "inaccuracy", "dynamicity", "target"];
/// The variations that have a depth.
const DEEP: [&str; 7] = [
    "once", "twice", "often", "stairs", "periodic", "mixed", "walks",
];
/// The variations of which there is one for whoever varies.
const ALIKE: [&str; 6] = ["once", "twice", "often", "stairs", "periodic", "steps"];
/// All variations but none.
const VARYING: [&str; 9] = [
    "once", "twice", "often", "stairs", "periodic", "mixed", "steps", "series", "walks",
];

/// All that a link says of this laboratory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// What the charts and tables are about.
    #[garde(skip)]
    #[schemars(title = "Show", extend("x-group" = "Show"))]
    pub topic: Topic,

    /// The workers and their links to the master.
    #[garde(skip)]
    #[schemars(title = "Workers", extend("x-group" = "Platform"))]
    pub platform: Workers,

    /// One line for each worker: F, f, BD, bD, BR, bR (speed and latency of computing, of sending, of returning), separated by tabs, semicolons
    /// or commas. A first line of headers allows other columns and another order: name, gamma, theta, estimated speed.
    #[garde(length(chars, max = 20_000))]
    #[schemars(title = "Table of workers", extend("x-group" = "Platform", "x-editor" = "workers", "x-when" = {"platform": "own"}))]
    pub table: String,

    /// W: how many workers are drawn.
    #[garde(range(min = 1, max = 1000))]
    #[schemars(title = "Number of workers", extend("x-group" = "Platform", "x-symbol" = "W", "x-when" = {"platform": "drawn"}))]
    pub workers: u32,

    /// F: the mean load that a worker computes per second.
    #[garde(range(min = 1e-6, max = 1e9))]
    #[schemars(title = "Mean speed", extend("x-group" = "Platform", "x-unit" = "u/s", "x-symbol" = "F", "x-when" = {"platform": "drawn"}))]
    pub speed: f64,

    /// f: the mean latency of computing one subchunk.
    #[garde(range(min = 0.0, max = 1000.0))]
    #[schemars(title = "Mean latency", extend("x-group" = "Platform", "x-unit" = "s", "x-symbol" = "f", "x-when" = {"platform": "drawn"}))]
    pub latency: f64,

    /// B^D: the mean load that a link brings per second.
    #[garde(range(min = 1e-6, max = 1e12))]
    #[schemars(title = "Mean bandwidth to workers", extend("x-group" = "Platform", "x-unit" = "u/s", "x-symbol" = "B^D", "x-rare" = true, "x-when" = {"platform": "drawn"}))]
    pub send_bandwidth: f64,

    /// b^D: the mean latency of sending one subchunk.
    #[garde(range(min = 0.0, max = 1000.0))]
    #[schemars(title = "Mean latency to workers", extend("x-group" = "Platform", "x-unit" = "s", "x-symbol" = "b^D", "x-rare" = true, "x-when" = {"platform": "drawn"}))]
    pub send_latency: f64,

    /// B^R: the mean load whose result a link returns per second.
    #[garde(range(min = 1e-6, max = 1e12))]
    #[schemars(title = "Mean bandwidth from workers", extend("x-group" = "Platform", "x-unit" = "u/s", "x-symbol" = "B^R", "x-rare" = true, "x-when" = {"platform": "drawn"}))]
    pub return_bandwidth: f64,

    /// b^R: the mean latency of returning one result.
    #[garde(range(min = 0.0, max = 1000.0))]
    #[schemars(title = "Mean latency from workers", extend("x-group" = "Platform", "x-unit" = "s", "x-symbol" = "b^R", "x-rare" = true, "x-when" = {"platform": "drawn"}))]
    pub return_latency: f64,

    /// How far speeds and latencies of computing spread around their means, as a share of the mean.
    #[garde(range(min = 0.0, max = 0.99))]
    #[schemars(title = "Spread of computing", extend("x-group" = "Platform", "x-when" = {"platform": "drawn"}))]
    pub computing_spread: f64,

    /// How far bandwidths and latencies of links spread around their means, as a share of the mean.
    #[garde(range(min = 0.0, max = 0.99))]
    #[schemars(title = "Spread of links", extend("x-group" = "Platform", "x-when" = {"platform": "drawn"}))]
    pub communicating_spread: f64,

    /// f: the latency of computing one subchunk, the same for all workers. Empty: each has its own.
    #[garde(range(min = 0.0, max = 1000.0))]
    #[schemars(title = "Latency of all workers", extend("x-group" = "Platform", "x-unit" = "s", "x-symbol" = "f", "x-rare" = true, "x-when" = {"platform": ["table1", "table3-four", "table3", "own"]}))]
    pub latency_of_all: Option<f64>,

    /// How many masters share the workers, each with a stream of its own.
    #[garde(range(min = 1, max = 16))]
    #[schemars(title = "Clusters", extend("x-group" = "Platform", "x-when" = {"topic": CLUSTERED}))]
    pub clusters: u32,

    /// M: the largest number of streams, for each of which a cluster of workers is selected.
    #[garde(range(min = 1, max = 16))]
    #[schemars(title = "Streams", extend("x-group" = "Platform", "x-symbol" = "M", "x-when" = {"topic": "selection"}))]
    pub streams: u32,

    /// How many times its true speed each worker is believed to have, before the inaccuracy is applied.
    #[garde(range(min = 0.01, max = 100.0))]
    #[schemars(title = "Believed over true speed", extend("x-group" = "Beliefs"))]
    pub estimate_factor: f64,

    /// ι: the relative error of the believed speeds.
    #[garde(range(min = 0.0, max = 0.99))]
    #[schemars(title = "Inaccuracy", extend("x-group" = "Beliefs", "x-symbol" = "ι", "x-when" = {"topic": INACCURATE}))]
    pub inaccuracy: f64,

    /// Which workers are believed to be too fast, and which too slow.
    #[garde(skip)]
    #[schemars(title = "Direction of the errors", extend("x-group" = "Beliefs"))]
    pub signs: Signs,

    /// How many times its true latency of computing each worker is believed to have.
    #[garde(range(min = 0.0, max = 100.0))]
    #[schemars(title = "Believed over true latency", extend("x-group" = "Beliefs", "x-rare" = true))]
    pub latency_factor: f64,

    /// γ: by which share first chunks are made larger than the beliefs say, to be on the safe side.
    #[garde(range(min = 0.0, max = 10.0))]
    #[schemars(title = "Enlargement of first chunks", extend("x-group" = "Beliefs", "x-symbol" = "γ", "x-rare" = true))]
    pub gamma: f64,

    /// Who decides how large chunks are.
    #[garde(skip)]
    #[schemars(title = "Scheduler", extend("x-group" = "Scheduler", "x-when" = {"topic": SCHEDULED}))]
    pub scheduler: Scheduler,

    /// τ: how long every round should take.
    #[garde(range(min = 0.001, max = 10_000.0))]
    #[schemars(title = "Target of a round", extend("x-group" = "Scheduler", "x-unit" = "s", "x-symbol" = "τ", "x-when" = {"topic": TARGETED}))]
    pub target: f64,

    /// The shortest target that is tried. Empty: a tenth more than latencies and spacings need.
    #[garde(range(min = 0.001, max = 10_000.0))]
    #[schemars(title = "Shortest target", extend("x-group" = "Scheduler", "x-unit" = "s", "x-when" = {"topic": "target"}))]
    pub target_least: Option<f64>,

    /// The longest target that is tried. Empty: a tenth of the duration.
    #[garde(range(min = 0.001, max = 10_000.0))]
    #[schemars(title = "Longest target", extend("x-group" = "Scheduler", "x-unit" = "s", "x-when" = {"topic": "target"}))]
    pub target_most: Option<f64>,

    /// For each target as many copies of the first worker as its spacings have room for in a round, in place of the platform’s workers.
    #[garde(skip)]
    #[schemars(title = "Fill the rounds", extend("x-group" = "Platform", "x-rare" = true, "x-when" = {"topic": "target"}))]
    pub filled: bool,

    /// θ: the share of a chunk that is its first subchunk. Empty: the middle of the window in which no worker should starve, for each worker its own.
    #[garde(range(min = 0.01, max = 0.99))]
    #[schemars(title = "First subchunk", extend("x-group" = "Scheduler", "x-symbol" = "θ"))]
    pub theta: Option<f64>,

    /// How many transfers each way the master takes part in at a time.
    #[garde(skip)]
    #[schemars(title = "Ports of the master", extend("x-group" = "Scheduler", "x-when" = {"topic": SIMULATED}))]
    pub ports: Ports,

    /// In which order workers are served after the first round.
    #[garde(skip)]
    #[schemars(title = "Order of service", extend("x-group" = "Scheduler", "x-when" = {"topic": SIMULATED}))]
    pub order: Order,

    /// How far apart the beginnings of sending to neighbours are kept.
    #[garde(skip)]
    #[schemars(title = "Spacing", extend("x-group" = "Scheduler", "x-when" = {"topic": SIMULATED, "ports": "one"}))]
    pub spacing: Spacing,

    /// d: the spacing that is the same for all workers.
    #[garde(range(min = 0.0, max = 10_000.0))]
    #[schemars(title = "Spacing of all", extend("x-group" = "Scheduler", "x-unit" = "s", "x-symbol" = "d", "x-when" = {"topic": SIMULATED, "spacing": "same", "ports": "one"}))]
    pub delay: f64,

    /// In which rounds the spacing is kept.
    #[garde(skip)]
    #[schemars(title = "Rounds with spacing", extend("x-group" = "Scheduler", "x-rare" = true, "x-when" = {"topic": SIMULATED, "spacing": ["first", "current", "same"], "ports": "one"}))]
    pub scope: Scope,

    /// Who decides when a result is returned.
    #[garde(skip)]
    #[schemars(title = "Results are called by", extend("x-group" = "Scheduler", "x-rare" = true, "x-when" = {"topic": SIMULATED, "ports": "one"}))]
    pub results: Results,

    /// k: chunks are scaled by (τ/σ)^k; 1 is AS4DR, less is more careful (ours).
    #[garde(range(min = 0.05, max = 2.0))]
    #[schemars(title = "Relaxation", extend("x-group" = "Scheduler", "x-symbol" = "k", "x-rare" = true, "x-when" = {"topic": SIMULATED}))]
    pub relaxation: f64,

    /// The weight of the newest measured speed; 1 is AS4DR, which forgets all earlier ones (ours).
    #[garde(range(min = 0.01, max = 1.0))]
    #[schemars(title = "Weight of the newest speed", extend("x-group" = "Scheduler", "x-rare" = true, "x-when" = {"topic": SIMULATED}))]
    pub smoothing: f64,

    /// T: how long the stream is watched.
    #[garde(range(min = 0.01, max = 1e5))]
    #[schemars(title = "Duration", extend("x-group" = "Stream", "x-unit" = "s", "x-symbol" = "T", "x-when" = {"topic": ENDLESS}))]
    pub horizon: f64,

    /// The load that is to be done.
    #[garde(range(min = 1e-6, max = 1e12))]
    #[schemars(title = "Load", extend("x-group" = "Stream", "x-unit" = "u", "x-symbol" = "W_t", "x-when" = {"topic": "finite"}))]
    pub load: f64,

    /// Whose schedule is shown; all of them are always compared.
    #[garde(skip)]
    #[schemars(title = "Schedule of", extend("x-group" = "Stream", "x-when" = {"topic": "finite"}))]
    pub policy: Policy,

    /// How large the chunks of self-scheduling are.
    #[garde(range(min = 1e-6, max = 1e12))]
    #[schemars(title = "Fixed chunk", extend("x-group" = "Stream", "x-unit" = "u", "x-rare" = true, "x-when" = {"topic": "finite"}))]
    pub piece: f64,

    /// M: how many rounds multi-installment scheduling has.
    #[garde(range(min = 1, max = 100))]
    #[schemars(title = "Installments", extend("x-group" = "Stream", "x-symbol" = "M", "x-rare" = true, "x-when" = {"topic": "finite"}))]
    pub installments: u32,

    /// How speeds vary in time.
    #[garde(skip)]
    #[schemars(title = "Variation", extend("x-group" = "Speeds in time", "x-when" = {"topic": CHANGING}))]
    pub variation: Variation,

    /// δ: by which share the speed is reduced.
    #[garde(range(min = 0.0, max = 0.99))]
    #[schemars(title = "Depth", extend("x-group" = "Speeds in time", "x-symbol" = "δ", "x-when" = {"topic": CHANGING, "variation": DEEP}))]
    pub depth: f64,

    /// s: how far the logarithm of a speed walks in a second, as a standard deviation; in n seconds it is √n times as far (ours).
    #[garde(range(min = 0.0, max = 10.0))]
    #[schemars(title = "Volatility", extend("x-group" = "Speeds in time", "x-unit" = "1/√s", "x-symbol" = "s", "x-when" = {"topic": CHANGING, "variation": "walks"}))]
    pub volatility: f64,

    /// k of P_k: its first reduction comes at 100 k s.
    #[garde(range(min = 0, max = 9))]
    #[schemars(title = "Which of P_0 to P_9", extend("x-group" = "Speeds in time", "x-symbol" = "k", "x-when" = {"topic": CHANGING, "variation": "periodic"}))]
    pub period: u32,

    /// Over how long the four steps of an edge spread.
    #[garde(range(min = 0.1, max = 199.0))]
    #[schemars(title = "Width of a stair", extend("x-group" = "Speeds in time", "x-unit" = "s", "x-rare" = true, "x-when" = {"topic": CHANGING, "variation": "stairs"}))]
    pub stair: f64,

    /// Steps as “date:factor”, separated by commas: from that date on, in s, a speed is multiplied by that factor. Before the first date it is 1.
    #[garde(length(chars, max = 4_000))]
    #[schemars(title = "Steps", extend("x-group" = "Speeds in time", "x-editor" = "steps", "x-when" = {"topic": CHANGING, "variation": "steps"}))]
    pub steps: String,

    /// How much later everything changes than the pattern says.
    #[garde(range(min = 0.0, max = 10_000.0))]
    #[schemars(title = "Later by", extend("x-group" = "Speeds in time", "x-unit" = "s", "x-rare" = true, "x-when" = {"topic": CHANGING, "variation": VARYING}))]
    pub shift: f64,

    /// Which speeds of a worker vary.
    #[garde(skip)]
    #[schemars(title = "What varies", extend("x-group" = "Speeds in time", "x-when" = {"topic": CHANGING, "variation": VARYING}))]
    pub varied: Varied,

    /// Whose speeds vary.
    #[garde(skip)]
    #[schemars(title = "Whose speeds vary", extend("x-group" = "Speeds in time", "x-when" = {"topic": CHANGING, "variation": ALIKE}))]
    pub whose: Whose,

    /// The worker whose speeds vary, counted from 1.
    #[garde(range(min = 1, max = 1000))]
    #[schemars(title = "Which worker varies", extend("x-group" = "Speeds in time", "x-when" = {"topic": CHANGING, "whose": "one", "variation": ALIKE}))]
    pub varied_worker: u32,

    /// The series that speeds follow: runtimes or availabilities, measured, synthetic, or from a file of your own.
    #[garde(dive)]
    #[schemars(title = "Traces", extend("x-group" = "Speeds in time", "x-when" = {"topic": CHANGING, "variation": "series"}))]
    pub traces: Source,

    /// What the values of the traces are.
    #[garde(skip)]
    #[schemars(title = "Values of the traces", extend("x-group" = "Speeds in time", "x-when" = {"topic": CHANGING, "variation": "series"}))]
    pub values: Values,

    /// How long each value of a trace, or of a random walk, lasts.
    #[garde(range(min = 0.01, max = 100_000.0))]
    #[schemars(title = "A value lasts", extend("x-group" = "Speeds in time", "x-unit" = "s", "x-when" = {"topic": CHANGING, "variation": ["series", "walks"]}))]
    pub step: f64,

    /// How many independent nodes a synthetic preset has.
    #[garde(range(min = 1, max = 128))]
    #[schemars(title = "Nodes of a synthetic preset", extend("x-group" = "Speeds in time", "x-rare" = true, "x-when" = {"topic": CHANGING, "variation": "series", "traces": CHARACTERS}))]
    pub synthetic_nodes: u32,

    /// The first worker that schedule and courses show, or the one that is looked at, counted from 1.
    #[garde(range(min = 1, max = 1000))]
    #[schemars(title = "First worker shown", extend("x-group" = "Charts", "x-rare" = true, "x-when" = {"topic": ["stream", "finite", "inaccuracy", "dynamicity", "target"]}))]
    pub first_worker: u32,

    /// How many workers the schedule shows; courses show at most twelve of them.
    #[garde(range(min = 1, max = 200))]
    #[schemars(title = "Workers shown", extend("x-group" = "Charts", "x-rare" = true, "x-when" = {"topic": SCHEDULED}))]
    pub workers_shown: u32,

    /// After how many targets the part of the stream begins that the schedule shows.
    #[garde(range(min = 0, max = 1_000_000))]
    #[schemars(title = "Schedule begins after", extend("x-group" = "Charts", "x-unit" = "τ", "x-rare" = true, "x-when" = {"topic": SCHEDULED}))]
    pub shown_from: u32,

    /// How many targets the schedule shows.
    #[garde(range(min = 1, max = 1000))]
    #[schemars(title = "Length of the schedule", extend("x-group" = "Charts", "x-unit" = "τ", "x-when" = {"topic": SCHEDULED}))]
    pub shown: u32,

    /// How many runs there are; each draws its own workers, errors and profiles. The first is shown.
    #[garde(range(min = 1, max = 1_000))]
    #[schemars(title = "Runs", extend("x-group" = "Randomness", "x-when" = {"topic": RUNS}))]
    pub runs: u32,

    /// The same seed gives the same numbers, everywhere.
    #[garde(skip)]
    #[schemars(title = "Seed", extend("x-group" = "Randomness"))]
    pub seed: u64,
}

impl Described for Parameters {
    fn schema() -> Value {
        // The tests hold the text against what the attributes above make.
        report::parameters::kept(include_str!("../schema.json"))
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            topic: Topic::default(),
            platform: Workers::default(),
            table:
                "name,F,f,BD,bD,BR,bR\nfast,10,0.1,100,0.1,100,0.1\nslow,5,0.1,100,0.1,100,0.1\n"
                    .into(),
            workers: 16,
            speed: 10.0,
            latency: 0.1,
            send_bandwidth: 1000.0,
            send_latency: 0.1,
            return_bandwidth: 1000.0,
            return_latency: 0.1,
            computing_spread: 0.5,
            communicating_spread: 0.2,
            latency_of_all: None,
            clusters: 1,
            streams: 11,
            estimate_factor: 1.0,
            inaccuracy: 0.9,
            signs: Signs::default(),
            latency_factor: 1.0,
            gamma: 0.0,
            scheduler: Scheduler::default(),
            target: 60.0,
            target_least: None,
            target_most: None,
            filled: false,
            theta: None,
            ports: Ports::default(),
            order: Order::default(),
            spacing: Spacing::default(),
            delay: 1.0,
            scope: Scope::default(),
            results: Results::default(),
            relaxation: 1.0,
            smoothing: 1.0,
            horizon: 1800.0,
            load: 150.0,
            policy: Policy::default(),
            piece: 2.0,
            installments: 3,
            variation: Variation::default(),
            depth: 0.8,
            volatility: 0.02,
            period: 1,
            stair: 40.0,
            steps: "300:0.5, 900:1".into(),
            shift: 0.0,
            varied: Varied::default(),
            whose: Whose::default(),
            varied_worker: 2,
            traces: Source::default(),
            values: Values::default(),
            step: 10.0,
            synthetic_nodes: 16,
            first_worker: 1,
            workers_shown: 16,
            shown_from: 0,
            shown: 8,
            runs: 20,
            seed: 2016,
        }
    }
}
