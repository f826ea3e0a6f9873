//! The parameters of the laboratory of recovery.

use parameters::Editor;
use recovery_model::scheme::Rule;
use recovery_model::schemes::fill::Fill;

use crate::own::LIST;

/// The topics about one cluster and the lists of one scheme.
const CLUSTERS: [&str; 3] = ["crash", "vectors", "faults"];
/// The topics that compare several schemes.
const COMPARED: [&str; 2] = ["vectors", "faults"];
/// The comparisons with consistent hashing.
const HASHED: [&str; 2] = ["all", "systems"];
/// The ways to choose crashes by their number.
const COUNTED: [&str; 2] = ["worst", "one-by-one"];
/// The topics about mean times between failures and to repair.
const TIMES: [&str; 2] = ["faults", "availability"];

/// The subject of the charts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Topic {
    /// Computers crash: which process runs where then, under two schemes.
    #[default]
    #[choice(title = "Crash computers")]
    Crash,
    /// The worst load of 1, 2, 3, … crashes under several schemes.
    #[choice(title = "Worst-case loads")]
    Vectors,
    /// How many crashes each scheme tolerates: guaranteed and exact.
    #[choice(title = "Tolerated crashes")]
    Guarantees,
    /// Values that Papers III to VI of the thesis print, beside the computed ones.
    #[choice(title = "Printed values")]
    Printed,
    /// Crashes and repairs at random times, the same for all schemes.
    #[choice(title = "Random crashes and repairs")]
    Faults,
    /// The availability of one computer.
    #[choice(title = "Availability")]
    Availability,
    /// Searches for optimal lists, rulers and sequences, which can be left running.
    #[choice(title = "Search for better lists")]
    Search,
    /// How far the best lists are from the bound, for each number of computers and of crashes.
    #[choice(title = "Distance from the bound")]
    Gap,
}

/// Which lists are held against the bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Optimum {
    /// The optimal lists by our complete search, for up to 28 computers.
    #[default]
    #[choice(title = "recomputed")]
    Recomputed,
    /// The lists that the thesis prints as optimal, for up to 21 computers.
    #[choice(title = "published")]
    Published,
}

/// The object of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Sought {
    /// The list whose worst-case loads are the least: first of 1 crash, then of 2, and so on.
    #[default]
    #[choice(title = "List")]
    List,
    /// The shortest ruler with so many marks all of whose distances differ.
    #[choice(title = "Ruler")]
    Ruler,
    /// The most marks whose differences are all different modulo the number of computers.
    #[choice(title = "Sequence")]
    Sequence,
}

/// How recovery lists are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Kind {
    /// The next computer, then the one after it: 1, 2, 3, … The worst of all schemes.
    #[choice(title = "Intuitive")]
    Intuitive,
    /// Steps 1, 2, 4, 8, …
    #[choice(title = "Log")]
    Log,
    /// Always the least step that keeps all sums of consecutive steps distinct.
    #[choice(title = "Greedy")]
    Greedy,
    /// The marks of the longest optimal Golomb ruler that fits.
    #[default]
    #[choice(title = "Golomb")]
    Golomb,
    /// A longer Golomb ruler, wrapped round the cluster. Only for some numbers of computers.
    #[choice(title = "Wrapped Golomb")]
    Wrapped,
    /// The thesis's modulo sequence of the largest modulus that fits, reused unchanged.
    #[choice(title = "Reused modulo")]
    Modulo,
    /// A modulo sequence for this very number of computers. Not of the thesis.
    #[choice(title = "Native modulo")]
    NativeModulo,
    /// The first routes are disjoint; each later one has enough computers of its own.
    #[choice(title = "Trapezium")]
    Trapezium,
    /// The list that the thesis prints as optimal, for 4 to 21 computers.
    #[choice(title = "Published optimum")]
    Published,
    /// The optimal list by our complete search, for 2 to 28 computers.
    #[choice(title = "Recomputed optimum")]
    Recomputed,
    /// Computers on a ring by the hashes of their virtual nodes; the next ones on the ring take over.
    #[choice(title = "Consistent hashing")]
    Consistent,
    /// Each process orders the computers by the hash of both.
    #[choice(title = "Rendezvous hashing")]
    Rendezvous,
    /// The next computer takes over, then the one after it: the same lists as the intuitive scheme.
    #[choice(title = "Chained declustering")]
    Chained,
    /// Your list for process 0; the others are turned by one computer each.
    #[choice(title = "List of your own")]
    Own,
    /// A list of your own for each process.
    #[choice(title = "Lists of your own")]
    OwnLists,
    /// A function that you write: it is handed n, and answers the list of process 0.
    #[choice(name = "strategy", title = "Your own strategy")]
    Written,
}

/// Which computers crash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Crashes {
    /// These computers.
    #[default]
    #[choice(title = "These computers")]
    Chosen,
    /// The worst set of so many computers.
    #[choice(title = "The worst set")]
    Worst,
    /// An adversary crashes one computer after another, always the one that hurts most.
    #[choice(title = "One by one, always the worst next")]
    OneByOne,
    /// A script of crashes and repairs.
    #[choice(title = "A script")]
    Script,
}

/// Which of two schemes the worst crashes are worst for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Against {
    /// The scheme.
    #[default]
    #[choice(title = "the scheme")]
    Scheme,
    /// The scheme that it is compared with.
    #[choice(title = "the other scheme")]
    Other,
}

/// In which order the computers follow that no scheme prescribes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Order {
    /// Ascending, as in the thesis.
    #[default]
    #[choice(title = "ascending")]
    Ascending,
    /// Descending.
    #[choice(title = "descending")]
    Descending,
    /// Shuffled by the seed.
    #[choice(title = "random")]
    Random,
}

/// How the lists of several processes a computer differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Several {
    /// The text's rule: entries from n on are shifted by one, which skips the own computer.
    #[default]
    #[choice(title = "skip the own computer")]
    Skip,
    /// The tables' rule: nothing is shifted; the own computer is deleted and the missing one appended.
    #[choice(title = "plain")]
    Plain,
}

impl Several {
    /// The same for the model.
    #[must_use]
    pub fn rule(self) -> Rule {
        match self {
            Self::Skip => Rule::Skip,
            Self::Plain => Rule::Plain,
        }
    }
}

/// Which schemes are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Compared {
    /// Those of the thesis and those that systems use, as far as they exist for this number of computers.
    #[default]
    #[choice(title = "all")]
    All,
    /// The intuitive, log, greedy, Golomb, reused modulo and trapezium scheme, the published list and the recomputed one.
    #[choice(title = "the thesis’s")]
    Thesis,
    /// Those that systems use today.
    #[choice(title = "those of systems")]
    Systems,
    /// None: the scheme alone.
    #[choice(name = "none", title = "none")]
    Nothing,
}

/// A scheme that promises to tolerate crashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Promising {
    /// Steps 1, 2, 4, 8, …
    #[choice(title = "Log")]
    Log,
    /// Always the least step that keeps all sums of consecutive steps distinct.
    #[choice(title = "Greedy")]
    Greedy,
    /// The marks of the longest optimal Golomb ruler that fits.
    #[default]
    #[choice(title = "Golomb")]
    Golomb,
    /// The thesis's modulo sequence of the largest modulus that fits, reused unchanged: a claim.
    #[choice(title = "Reused modulo")]
    Modulo,
    /// The first routes are disjoint; each later one has enough computers of its own.
    #[choice(title = "Trapezium")]
    Trapezium,
}

impl Promising {
    /// The same among all schemes.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Log => Kind::Log,
            Self::Greedy => Kind::Greedy,
            Self::Golomb => Kind::Golomb,
            Self::Modulo => Kind::Modulo,
            Self::Trapezium => Kind::Trapezium,
        }
    }
}

/// Whether printed values are those that are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Outcome {
    /// All values.
    #[default]
    #[choice(title = "all")]
    All,
    /// Those that are reproduced.
    #[choice(title = "reproduced")]
    Reproduced,
    /// Those that differ.
    #[choice(title = "different")]
    Different,
}

/// Which printed values are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Paper {
    /// Those of all papers.
    #[default]
    #[choice(title = "all")]
    All,
    /// Greedy and Golomb.
    #[choice(name = "iii", title = "III")]
    Third,
    /// Modulo, and several processes a computer.
    #[choice(name = "iv", title = "IV")]
    Fourth,
    /// Trapezium.
    #[choice(name = "v", title = "V")]
    Fifth,
    /// Optimal lists.
    #[choice(name = "vi", title = "VI")]
    Sixth,
}

/// All that a link says of this laboratory.
#[derive(Clone, Debug, PartialEq, parameters::Parameters)]
pub struct Parameters {
    /// The subject of the charts and tables.
    #[parameter(title = "Show", group = "Show", default = "crash")]
    pub topic: Topic,

    /// n: how many computers there are, each the home of a process.
    #[parameter(title = "Computers", group = "Cluster", symbol = "n", range = 2..=128, default = 12, when(topic = CLUSTERS))]
    pub computers: u32,

    /// How the recovery lists are written.
    #[parameter(title = "Scheme", group = "Lists", default = "golomb", when(topic = CLUSTERS))]
    pub scheme: Kind,

    /// The scheme under the same crashes beside it.
    #[parameter(
        title = "Compared with",
        group = "Lists",
        default = "intuitive",
        when(topic = "crash")
    )]
    pub other: Kind,

    /// Which other schemes are compared.
    #[parameter(title = "Compared with", group = "Lists", default = "all", when(topic = COMPARED))]
    pub compared: Compared,

    /// R: the other computers in the order in which they take process 0 over. The list of process i adds i, modulo n.
    #[parameter(
        title = "List of process 0",
        group = "Lists",
        symbol = "R",
        length = 1_000,
        default = "1, 3, 7, 11, 8, 5, 4, 2, 10, 6, 9",
        when(topic = CLUSTERS, scheme = "own"),
        or(other = "own")
    )]
    pub list: String,

    /// A process a line, that of computer 0 first: the other computers in the order in which they take it over.
    #[parameter(
        title = "Lists of all processes",
        group = "Lists",
        length = 70_000,
        default = "1 5 3 10 2 7 11 4 9 6 8\n0 8 10 3 11 6 2 9 4 7 5\n3 7 5 0 4 9 1 6 11 8 10\n2 10 0 5 1 8 4 11 6 9 7\n5 9 7 2 6 11 3 8 1 10 0\n4 0 2 7 3 10 6 1 8 11 9\n7 11 9 4 8 1 5 10 3 0 2\n6 2 4 9 5 0 8 3 10 1 11\n9 1 11 6 10 3 7 0 5 2 4\n8 4 6 11 7 2 10 5 0 3 1\n11 3 1 8 0 5 9 2 7 4 6\n10 6 8 1 9 4 0 7 2 5 3",
        when(topic = CLUSTERS, scheme = "own-lists"),
        or(other = "own-lists")
    )]
    pub lists: String,

    /// The function that writes the list of process 0 for n computers. The list of process i adds i, modulo n.
    #[parameter(
        title = "Your strategy",
        group = "Lists",
        length = 8_000,
        editor = Editor::Strategy(&LIST),
        default = "fn list(n) {\n    // Far computers first: n - 1, n - 2, …\n    let all = [];\n    for computer in 1..n {\n        all.push(n - computer);\n    }\n    all\n}\n",
        when(topic = CLUSTERS, scheme = "strategy"),
        or(other = "strategy")
    )]
    pub code: String,

    /// How many points each computer has on the ring of consistent hashing.
    #[parameter(title = "Virtual nodes", group = "Lists", rare, range = 1..=256, default = 16, when(topic = COMPARED, compared = HASHED), or(scheme = "consistent", other = "consistent"))]
    pub virtual_nodes: u32,

    /// In which order the computers follow that the scheme does not prescribe.
    #[parameter(title = "Order of the rest", group = "Lists", rare, default = "ascending", when(topic = CLUSTERS))]
    pub fill: Order,

    /// How the crashed computers are chosen.
    #[parameter(
        title = "Crashes",
        group = "Crashes",
        default = "chosen",
        when(topic = "crash")
    )]
    pub set: Crashes,

    /// J: the crashed computers, from 0, such as 0, 3, 5.
    #[parameter(
        title = "Crashed computers",
        group = "Crashes",
        symbol = "J",
        length = 600,
        default = "0, 1, 2, 3",
        when(topic = "crash", set = "chosen")
    )]
    pub crashed: String,

    /// p: how many computers crash.
    #[parameter(title = "Number of crashes", group = "Crashes", symbol = "p", range = 1..=127, default = 4, when(topic = "crash", set = COUNTED))]
    pub crashes: u32,

    /// Which of both schemes the crashes are to hurt most.
    #[parameter(title = "Worst for", group = "Crashes", default = "scheme", when(topic = "crash", set = COUNTED))]
    pub against: Against,

    /// Crashes and repairs in order, such as crash 1, crash 0, repair 1.
    #[parameter(
        title = "Script",
        group = "Crashes",
        length = 4_000,
        default = "crash 0, crash 1, crash 2, repair 1, crash 3, crash 4, repair 0",
        when(topic = "crash", set = "script")
    )]
    pub script: String,

    /// P: how many processes live on each computer. The load then counts in units of P processes.
    #[parameter(title = "Processes per computer", group = "Processes", symbol = "P", rare, range = 1..=4, default = 1, when(topic = CLUSTERS))]
    pub processes: u32,

    /// How the lists of the processes of one computer differ.
    #[parameter(title = "Lists of several processes", group = "Processes", rare, default = "skip", when(topic = CLUSTERS))]
    pub several: Several,

    /// The load of each process, computer by computer, such as 3 1 1 2. Empty: all equal. Not of the thesis.
    #[parameter(title = "Weights", group = "Processes", rare, length = 1_000, default = "", when(topic = CLUSTERS))]
    pub weights: String,

    /// Up to how many computers the schemes are compared.
    #[parameter(title = "Computers, up to", group = "Cluster", range = 8..=128, default = 40, when(topic = "guarantees"))]
    pub most_computers: u32,

    /// The scheme that the headline is about.
    #[parameter(
        title = "Scheme",
        group = "Lists",
        default = "golomb",
        when(topic = "guarantees")
    )]
    pub promising: Promising,

    /// Whose lists are held against the bound.
    #[parameter(
        title = "Lists",
        group = "Lists",
        default = "recomputed",
        when(topic = "gap")
    )]
    pub optimum: Optimum,

    /// Up to how many computers lists are held against the bound; of the published lists, at most 21.
    #[parameter(title = "Computers of lists, up to", group = "Cluster", range = 4..=28, default = 21, when(topic = "gap"))]
    pub most_listed: u32,

    /// Which values of the thesis are shown.
    #[parameter(
        title = "Paper",
        group = "Show",
        default = "all",
        when(topic = "printed")
    )]
    pub paper: Paper,

    /// Whether the values are reproduced.
    #[parameter(
        title = "Values",
        group = "Show",
        default = "all",
        when(topic = "printed")
    )]
    pub outcome: Outcome,

    /// Computes the values again that take seconds, instead of reading those that are kept with the program.
    #[parameter(
        title = "Recompute slow values",
        group = "Show",
        rare,
        default = false,
        when(topic = "printed")
    )]
    pub recompute: bool,

    /// The object of the complete search.
    #[parameter(
        title = "Search for",
        group = "Search",
        default = "list",
        when(topic = "search")
    )]
    pub sought: Sought,

    /// n: for how many computers a list is sought. Some numbers take seconds, others hours; the search can be paused.
    #[parameter(title = "Computers of the list", group = "Search", symbol = "n", range = 3..=40, default = 21, when(topic = "search", sought = "list"))]
    pub sought_computers: u32,

    /// How many marks the ruler has.
    #[parameter(title = "Marks of the ruler", group = "Search", range = 3..=14, default = 10, when(topic = "search", sought = "ruler"))]
    pub sought_marks: u32,

    /// n: for how many computers a sequence is sought.
    #[parameter(title = "Computers of the sequence", group = "Search", symbol = "n", range = 3..=60, default = 40, when(topic = "search", sought = "sequence"))]
    pub sought_modulus: u32,

    /// MTBF: how long a computer runs between two failures, on average.
    #[parameter(title = "Time between failures", group = "Failures", symbol = "MTBF", unit = "h", range = 0.001..=10_000_000.0, default = 500.0, when(topic = TIMES))]
    pub between_failures: f64,

    /// MTTR: how long a repair takes, on average.
    #[parameter(title = "Time to repair", group = "Failures", symbol = "MTTR", unit = "h", range = 0.001..=10_000_000.0, default = 250.0, when(topic = TIMES))]
    pub to_repair: f64,

    /// Both times of each computer, a computer a line, such as 500 50. Empty: the same for all.
    #[parameter(
        title = "Times of each computer",
        group = "Failures",
        rare,
        length = 4_000,
        default = "",
        when(topic = "faults")
    )]
    pub means: String,

    /// How long a run lasts.
    #[parameter(title = "Length of a run", group = "Failures", unit = "h", range = 0.001..=10_000_000.0, default = 2_000.0, when(topic = "faults"))]
    pub length: f64,

    /// How many runs there are, each with its own crashes.
    #[parameter(title = "Runs", group = "Randomness", range = 1..=2_000, default = 100, when(topic = "faults"))]
    pub runs: u32,

    /// The same seed gives the same crashes and shuffles, everywhere.
    #[parameter(
        title = "Seed",
        group = "Randomness",
        default = 1,
        when(topic = "faults"),
        or(fill = "random")
    )]
    pub seed: u64,
}

impl Parameters {
    /// The order of the computers that no scheme prescribes.
    #[must_use]
    pub fn order(&self) -> Fill {
        match self.fill {
            Order::Ascending => Fill::Ascending,
            Order::Descending => Fill::Descending,
            Order::Random => Fill::Random { seed: self.seed },
        }
    }
}
