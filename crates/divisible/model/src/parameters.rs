//! The parameters of the laboratory of divisible loads.

mod choices;

use parameters::Field;
use parameters::table::{Editor, StepsText, TableText};
use trace::source::{CHARACTERS, Source};

use crate::Error;
use crate::own::CHUNK;
use crate::platform::{COLUMNS, Signs, USUAL};
use crate::settings::{Order, Ports, Results, Scope};
use crate::speeds::{MOST, Steps};

pub use choices::{Policy, Scheduler, Spacing, Topic, Values, Variation, Varied, Whose, Workers};

/// How a text holds a table of workers.
static WORKERS_TEXT: TableText = TableText {
    columns: &COLUMNS,
    usual: &USUAL,
    row: ["worker", "workers"],
};

/// How a text holds a step function of time.
static STEPS_TEXT: StepsText = StepsText {
    most: MOST,
    wrong: wrong_step,
};

const WORKERS: Editor = Editor::Table(&WORKERS_TEXT);
const STEPS: Editor = Editor::Steps(&STEPS_TEXT);

/// The first step that is wrong, from 1, and why.
fn wrong_step(text: &str) -> Option<(usize, String)> {
    let error = Steps::parse(text).err()?;
    let step = match error {
        Error::Step { step, .. }
        | Error::StepDate { step, .. }
        | Error::StepFactor { step, .. } => step,
        _ => 0,
    };
    Some((step, error.to_string()))
}

/// The topics that show the chosen scheduler.
const SCHEDULED: [&str; 2] = ["stream", "finite"];
/// The topics whose figures are means over runs.
const RUNS: [&str; 5] = ["stream", "finite", "inaccuracy", "dynamicity", "target"];
/// The topics whose workers can have several masters.
const CLUSTERED: [&str; 4] = ["stream", "inaccuracy", "dynamicity", "target"];
/// The topics that use the scenario's inaccuracy.
const INACCURATE: [&str; 6] = [
    "stream",
    "finite",
    "propositions",
    "dynamicity",
    "target",
    "selection",
];
/// The topics that use the scenario's target.
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
/// The variations that are the same for every worker that varies.
const ALIKE: [&str; 6] = ["once", "twice", "often", "stairs", "periodic", "steps"];
/// All variations but none.
const VARYING: [&str; 9] = [
    "once", "twice", "often", "stairs", "periodic", "mixed", "steps", "series", "walks",
];

/// The values of this laboratory’s parameters, as a link carries them.
#[derive(Clone, Debug, PartialEq, parameters::Parameters)]
pub struct Parameters {
    /// The topic of charts and tables.
    #[parameter(title = "Show", group = "Show")]
    pub topic: Topic,

    /// The workers and their links to the master.
    #[parameter(title = "Workers", group = "Platform")]
    pub platform: Workers,

    /// One line for each worker: F, f, BD, bD, BR, bR (speed and latency of computing, of sending, of returning), separated
    /// by tabs, semicolons or commas. A header line allows another order and more columns: name, gamma, theta, estimated
    /// speed.
    #[parameter(title = "Table of workers", group = "Platform", length = 20_000, editor = WORKERS, default = "name,F,f,BD,bD,BR,bR\nfast,10,0.1,100,0.1,100,0.1\nslow,5,0.1,100,0.1,100,0.1\n", when(platform = "own"))]
    pub table: String,

    /// W: the number of workers drawn.
    #[parameter(title = "Number of workers", group = "Platform", symbol = "W", range = 1..=1000, default = 16, when(platform = "drawn"))]
    pub workers: u32,

    /// F: the mean load that a worker computes per second.
    #[parameter(title = "Mean speed", group = "Platform", symbol = "F", unit = "u/s", range = 1e-6..=1e9, default = 10.0, when(platform = "drawn"))]
    pub speed: f64,

    /// f: the mean latency of computing one subchunk.
    #[parameter(title = "Mean latency", group = "Platform", symbol = "f", unit = "s", range = 0.0..=1000.0, default = 0.1, when(platform = "drawn"))]
    pub latency: f64,

    /// B^D: the mean load that a link carries to a worker per second.
    #[parameter(title = "Mean bandwidth to workers", group = "Platform", symbol = "B^D", unit = "u/s", rare, range = 1e-6..=1e12, default = 1000.0, when(platform = "drawn"))]
    pub send_bandwidth: f64,

    /// b^D: the mean latency of sending one subchunk.
    #[parameter(title = "Mean latency to workers", group = "Platform", symbol = "b^D", unit = "s", rare, range = 0.0..=1000.0, default = 0.1, when(platform = "drawn"))]
    pub send_latency: f64,

    /// B^R: the mean load whose result a link returns per second.
    #[parameter(title = "Mean bandwidth from workers", group = "Platform", symbol = "B^R", unit = "u/s", rare, range = 1e-6..=1e12, default = 1000.0, when(platform = "drawn"))]
    pub return_bandwidth: f64,

    /// b^R: the mean latency of returning one result.
    #[parameter(title = "Mean latency from workers", group = "Platform", symbol = "b^R", unit = "s", rare, range = 0.0..=1000.0, default = 0.1, when(platform = "drawn"))]
    pub return_latency: f64,

    /// How far speeds and latencies of computing spread around their means, as a share of the mean.
    #[parameter(title = "Spread of computing", group = "Platform", range = 0.0..=0.99, default = 0.5, when(platform = "drawn"))]
    pub computing_spread: f64,

    /// How far bandwidths and latencies of links spread around their means, as a share of the mean.
    #[parameter(title = "Spread of links", group = "Platform", range = 0.0..=0.99, default = 0.2, when(platform = "drawn"))]
    pub communicating_spread: f64,

    /// f: the latency of computing one subchunk, the same for all workers. Empty: each has its own.
    #[parameter(title = "Latency of all workers", group = "Platform", symbol = "f", unit = "s", rare, range = 0.0..=1000.0, when(platform = ["table1", "table3-four", "table3", "own"]))]
    pub latency_of_all: Option<f64>,

    /// The number of masters that share the workers, each with a stream of its own.
    #[parameter(title = "Clusters", group = "Platform", range = 1..=16, default = 1, when(topic = CLUSTERED))]
    pub clusters: u32,

    /// M: the largest number of streams; a cluster of workers is selected for each stream.
    #[parameter(title = "Streams", group = "Platform", symbol = "M", range = 1..=16, default = 11, when(topic = "selection"))]
    pub streams: u32,

    /// The time to search for selections, counted in steps, 10 million a second, so that every machine finds the same
    /// result.
    #[parameter(title = "Time limit", group = "Platform", unit = "s", rare, range = 0.01..=60.0, default = 1.0, when(topic = "selection"))]
    pub time_limit: f64,

    /// The believed speed of each worker over its true speed, before the inaccuracy is applied.
    #[parameter(title = "Believed over true speed", group = "Beliefs", range = 0.01..=100.0, default = 1.0)]
    pub estimate_factor: f64,

    /// ι: the relative error of the believed speeds.
    #[parameter(title = "Inaccuracy", group = "Beliefs", symbol = "ι", range = 0.0..=0.99, default = 0.9, when(topic = INACCURATE))]
    pub inaccuracy: f64,

    /// Which workers are believed to be too fast, and which too slow.
    #[parameter(title = "Direction of the errors", group = "Beliefs")]
    pub signs: Signs,

    /// The believed latency of computing of each worker over its true latency.
    #[parameter(title = "Believed over true latency", group = "Beliefs", rare, range = 0.0..=100.0, default = 1.0)]
    pub latency_factor: f64,

    /// γ: the share by which first chunks exceed the size computed from the beliefs, as a safety margin.
    #[parameter(title = "Enlargement of first chunks", group = "Beliefs", symbol = "γ", rare, range = 0.0..=10.0, default = 0.0)]
    pub gamma: f64,

    /// The method that sets the sizes of chunks.
    #[parameter(title = "Scheduler", group = "Scheduler", when(topic = SCHEDULED))]
    pub scheduler: Scheduler,

    /// The function that sizes each chunk. It is asked when a chunk is about to be sent, and remembers values in `this`.
    #[parameter(
        title = "Your strategy",
        group = "Scheduler",
        length = 8_000,
        editor = Editor::Strategy(&CHUNK),
        default = "fn chunk(worker, last) {\n    if last == () {\n        return min(worker.first, worker.remaining);\n    }\n    // Half of the way to the size that would take τ.\n    let right = last.size * worker.target / last.duration;\n    min((last.size + right) / 2, worker.remaining)\n}\n",
        when(topic = SCHEDULED, scheduler = "own")
    )]
    pub code: String,

    /// τ: how long every round should take.
    #[parameter(title = "Target of a round", group = "Scheduler", symbol = "τ", unit = "s", range = 0.001..=10_000.0, default = 60.0, when(topic = TARGETED))]
    pub target: f64,

    /// The shortest target that is tried. Empty: a tenth more than the longest of latencies, spacings (unless rounds are filled), and 1/2,000 of the
    /// duration.
    #[parameter(title = "Shortest target", group = "Scheduler", unit = "s", range = 0.001..=10_000.0, when(topic = "target"))]
    pub target_least: Option<f64>,

    /// The longest target that is tried. Empty: a tenth of the duration.
    #[parameter(title = "Longest target", group = "Scheduler", unit = "s", range = 0.001..=10_000.0, when(topic = "target"))]
    pub target_most: Option<f64>,

    /// Replace the platform’s workers, for each target, by as many copies of the first worker as fit into a round.
    #[parameter(
        title = "Fill the rounds",
        group = "Platform",
        rare,
        when(topic = "target")
    )]
    pub filled: bool,

    /// θ: the first subchunk’s share of a chunk. Empty: for each worker, the middle of the window in which it should not
    /// starve.
    #[parameter(title = "First subchunk", group = "Scheduler", symbol = "θ", range = 0.01..=0.99)]
    pub theta: Option<f64>,

    /// The number of transfers each way in which the master takes part at the same time.
    #[parameter(title = "Ports of the master", group = "Scheduler", when(topic = SIMULATED))]
    pub ports: Ports,

    /// The order in which workers are served after the first round.
    #[parameter(title = "Order of service", group = "Scheduler", when(topic = SIMULATED))]
    pub order: Order,

    /// The least time between the starts of sending to two neighbours.
    #[parameter(title = "Spacing", group = "Scheduler", when(topic = SIMULATED, ports = "one"))]
    pub spacing: Spacing,

    /// d: the spacing of all workers.
    #[parameter(title = "Common spacing", group = "Scheduler", symbol = "d", unit = "s", range = 0.0..=10_000.0, default = 1.0, when(topic = SIMULATED, spacing = "same", ports = "one"))]
    pub delay: f64,

    /// The rounds in which the spacing is kept.
    #[parameter(title = "Rounds with spacing", group = "Scheduler", rare, when(topic = SIMULATED, spacing = ["first", "current", "same"], ports = "one"))]
    pub scope: Scope,

    /// The side that decides when a result is returned.
    #[parameter(title = "Returns started by", group = "Scheduler", rare, when(topic = SIMULATED, ports = "one"))]
    pub results: Results,

    /// k: chunks are scaled by (τ/σ)^k; 1 is AS4DR, a smaller k is more cautious (ours).
    #[parameter(title = "Relaxation", group = "Scheduler", symbol = "k", rare, range = 0.05..=2.0, default = 1.0, when(topic = SIMULATED))]
    pub relaxation: f64,

    /// The weight of the newest measured speed; 1 is AS4DR, which forgets all earlier ones (ours).
    #[parameter(title = "Weight of the newest speed", group = "Scheduler", rare, range = 0.01..=1.0, default = 1.0, when(topic = SIMULATED))]
    pub smoothing: f64,

    /// T: the simulated duration of the stream.
    #[parameter(title = "Duration", group = "Stream", symbol = "T", unit = "s", range = 0.01..=1e5, default = 1800.0, when(topic = ENDLESS))]
    pub horizon: f64,

    /// W_t: the whole load.
    #[parameter(title = "Load", group = "Stream", symbol = "W_t", unit = "u", range = 1e-6..=1e12, default = 150.0, when(topic = "finite"))]
    pub load: f64,

    /// The method whose schedule is shown; all methods are always compared.
    #[parameter(title = "Schedule of", group = "Stream", when(topic = "finite"))]
    pub policy: Policy,

    /// The size of the chunks of self-scheduling.
    #[parameter(title = "Fixed chunk", group = "Stream", unit = "u", rare, range = 1e-6..=1e12, default = 2.0, when(topic = "finite"))]
    pub piece: f64,

    /// M: the number of rounds of multi-installment scheduling.
    #[parameter(title = "Installments", group = "Stream", symbol = "M", rare, range = 1..=100, default = 3, when(topic = "finite"))]
    pub installments: u32,

    /// How speeds vary in time.
    #[parameter(title = "Variation", group = "Speeds in time", when(topic = CHANGING))]
    pub variation: Variation,

    /// δ: the share by which a speed is reduced.
    #[parameter(title = "Depth", group = "Speeds in time", symbol = "δ", range = 0.0..=0.99, default = 0.8, when(topic = CHANGING, variation = DEEP))]
    pub depth: f64,

    /// s: the standard deviation of the change of a speed’s logarithm in one second; in n seconds it is √n times as large
    /// (ours).
    #[parameter(title = "Volatility", group = "Speeds in time", symbol = "s", unit = "1/√s", range = 0.0..=10.0, default = 0.02, when(topic = CHANGING, variation = "walks"))]
    pub volatility: f64,

    /// k: the profile P_k has its first reduction at 100 k s.
    #[parameter(title = "Profile P_k", group = "Speeds in time", symbol = "k", range = 0..=9, default = 1, when(topic = CHANGING, variation = "periodic"))]
    pub period: u32,

    /// The time over which the four steps of an edge spread.
    #[parameter(title = "Width of a stair", group = "Speeds in time", unit = "s", rare, range = 0.1..=199.0, default = 40.0, when(topic = CHANGING, variation = "stairs"))]
    pub stair: f64,

    /// Steps as “date:factor”, separated by commas: from that date on, in s, a speed is multiplied by that factor. Before the first date it is 1.
    #[parameter(title = "Steps", group = "Speeds in time", length = 4_000, editor = STEPS, default = "300:0.5, 900:1", when(topic = CHANGING, variation = "steps"))]
    pub steps: String,

    /// The time by which all changes come later than in the pattern.
    #[parameter(title = "Delay of the pattern", group = "Speeds in time", unit = "s", rare, range = 0.0..=10_000.0, default = 0.0, when(topic = CHANGING, variation = VARYING))]
    pub shift: f64,

    /// The speeds of a worker that vary.
    #[parameter(title = "Speeds that vary", group = "Speeds in time", when(topic = CHANGING, variation = VARYING))]
    pub varied: Varied,

    /// The workers whose speeds vary.
    #[parameter(title = "Workers that vary", group = "Speeds in time", when(topic = CHANGING, variation = ALIKE))]
    pub whose: Whose,

    /// The worker whose speeds vary, counted from 1.
    #[parameter(title = "Worker that varies", group = "Speeds in time", range = 1..=1000, default = 2, when(topic = CHANGING, whose = "one", variation = ALIKE))]
    pub varied_worker: u32,

    /// The series that speeds follow: runtimes or availabilities, measured, synthetic, or from a file of your own.
    #[parameter(title = "Traces", group = "Speeds in time", when(topic = CHANGING, variation = "series"))]
    pub traces: Source,

    /// The meaning of the traces’ values.
    #[parameter(title = "Values of the traces", group = "Speeds in time", when(topic = CHANGING, variation = "series"))]
    pub values: Values,

    /// How long each value of a trace, or of a random walk, lasts.
    #[parameter(title = "Duration of a value", group = "Speeds in time", unit = "s", range = 0.01..=100_000.0, default = 10.0, when(topic = CHANGING, variation = ["series", "walks"]))]
    pub step: f64,

    /// The number of independent nodes of a synthetic preset.
    #[parameter(title = "Nodes of a synthetic preset", group = "Speeds in time", rare, range = 1..=128, default = 16, when(topic = CHANGING, variation = "series", traces = CHARACTERS))]
    pub synthetic_nodes: u32,

    /// The first worker in the schedule and in charts over time, counted from 1.
    #[parameter(title = "First worker shown", group = "Charts", rare, range = 1..=1000, default = 1, when(topic = ["stream", "finite", "inaccuracy", "dynamicity", "target"]))]
    pub first_worker: u32,

    /// The number of workers in the schedule; charts over time show at most twelve of them.
    #[parameter(title = "Workers shown", group = "Charts", rare, range = 1..=200, default = 16, when(topic = SCHEDULED))]
    pub workers_shown: u32,

    /// The schedule begins this many targets after the start of the stream.
    #[parameter(title = "Schedule begins after", group = "Charts", unit = "rounds of τ", rare, range = 0..=1_000_000, default = 0, when(topic = SCHEDULED))]
    pub shown_from: u32,

    /// The length of the schedule, in targets.
    #[parameter(title = "Length of the schedule", group = "Charts", unit = "rounds of τ", range = 1..=1000, default = 8, when(topic = SCHEDULED))]
    pub shown: u32,

    /// The number of runs; each draws its own workers, errors and profiles. The schedule shows the first.
    #[parameter(title = "Runs", group = "Randomness", range = 1..=1_000, default = 20, when(topic = RUNS))]
    pub runs: u32,

    /// The same seed gives the same numbers, everywhere.
    #[parameter(title = "Seed", group = "Randomness", default = 2016)]
    pub seed: u64,
}

impl Parameters {
    /// Whether speeds may vary in this topic.
    #[must_use]
    pub fn changes(&self) -> bool {
        is_one_of(&self.topic, &CHANGING)
    }

    /// Whether workers can have several masters in this topic.
    #[must_use]
    pub fn is_clustered(&self) -> bool {
        is_one_of(&self.topic, &CLUSTERED)
    }

    /// Whether the variation has a depth.
    #[must_use]
    pub fn is_deep(&self) -> bool {
        is_one_of(&self.variation, &DEEP)
    }

    /// Whether only one worker's speeds vary.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.whose == Whose::One && is_one_of(&self.variation, &ALIKE)
    }
}

/// Whether a choice is one of these.
fn is_one_of(choice: &impl Field, names: &[&str]) -> bool {
    let value = choice.to_value();
    value.as_str().is_some_and(|name| names.contains(&name))
}
