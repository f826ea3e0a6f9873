//! The parameters of a scenario of the bounds laboratory.

use bounds_model::reallocation;
use parameters::table::{Editor, MatrixText};

/// How a text holds a matrix of phases.
static PHASES_TEXT: MatrixText = MatrixText {
    row: "phase",
    column: "process",
    stem: "P",
    takes: is_work,
    allowed: "a number of 0 or more, such as 1, 2.5 or 7/2",
};

const PHASES: Editor = Editor::Matrix(&PHASES_TEXT);

/// Whether a cell is work: digits, a decimal number or a fraction.
fn is_work(cell: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|sign| sign.is_ascii_digit());
    let (over, under) = cell.split_once('/').unwrap_or((cell, "1"));
    let (whole, part) = over.split_once('.').unwrap_or((over, "0"));
    let decimal = digits(whole) && digits(part) && !(over.contains('.') && cell.contains('/'));
    decimal && digits(under) && under.bytes().any(|sign| sign != b'0')
}

/// The topics about programs of any kind, by their sizes.
const SIZES: [&str; 1] = ["reallocation"];
/// The topics whose bound weighs signals.
const WEIGHED: [&str; 2] = ["reallocation", "surface"];
/// The topics that run a program of the user.
const PROGRAMS: [&str; 3] = ["program", "migration-cost", "transformations"];
/// The topics that read the operations of a program in any form.
const OPERATIONS: [&str; 2] = ["migration-cost", "transformations"];
/// The topics that run a program on shared processors.
const SHARED: [&str; 2] = ["program", "transformations"];
/// The topics about jobs by their number.
const COUNTS: [&str; 2] = ["preemption", "equal-jobs"];

/// The subject of the charts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Topic {
    /// The worst case of forbidding migration: the bound, the allocation that has it, a program that attains it.
    #[default]
    #[choice(title = "Forbid migration")]
    Reallocation,
    /// The worst case of fewer preemptions: the bound, and jobs that attain it.
    #[choice(title = "Allow fewer preemptions")]
    Preemption,
    /// Equal jobs with 0, 1, 2, … preemptions, all at once: Algorithm 2 of the thesis.
    #[choice(title = "Every number of preemptions")]
    EqualJobs,
    /// The shortest schedules of your own jobs with 0, 1, 2, … preemptions.
    #[choice(title = "Jobs of your own")]
    Jobs,
    /// The shortest schedules of your own program with and without migration, beside the bound.
    #[choice(title = "Program of your own")]
    Program,
    /// Both bounds as surfaces: over processes and computers, and over both numbers of preemptions.
    #[choice(title = "Surfaces")]
    Surface,
    /// The table of the thesis: printed, computed and measured.
    #[choice(title = "Printed table")]
    Table,
    /// List scheduling of your program where each migration costs time.
    #[choice(title = "Migration at a cost")]
    MigrationCost,
    /// A random search for programs or jobs that come close to the bound.
    #[choice(title = "Search for the worst case")]
    Search,
    /// How the thesis transforms your program into its worst case.
    #[choice(title = "Transformations")]
    Transformations,
}

/// Which bound is drawn as a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Surface {
    /// H: how much longer a program can take without migration.
    #[default]
    #[choice(title = "Migration")]
    Migration,
    /// G: how much longer jobs can take with fewer preemptions.
    #[choice(title = "Preemptions")]
    Preemption,
}

/// How a program is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Form {
    /// Work of each process in each phase; barriers separate phases.
    #[default]
    #[choice(title = "Phases")]
    Phases,
    /// Operations of each process: Work, Activate, Wait.
    #[choice(title = "Operations")]
    Text,
}

/// The unit by which the granularity counts signals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Granularity {
    /// Signals for each unit of the work of all processes, as the thesis defines it.
    #[default]
    #[choice(title = "work")]
    Work,
    /// Signals for each unit of the completion time on the shared processors, as the printed formula needs it.
    #[choice(title = "time on shared processors")]
    SharedTime,
}

impl Granularity {
    /// The same for the model.
    #[must_use]
    pub fn counted(self) -> reallocation::Granularity {
        match self {
            Self::Work => reallocation::Granularity::Work,
            Self::SharedTime => reallocation::Granularity::SharedTime,
        }
    }
}

/// Which measured programs are shown, by the length of their slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Overlay {
    /// Those with short, medium and long slots.
    #[default]
    #[choice(title = "all")]
    All,
    /// Slots of about 10 ms: w = 100.
    #[choice(title = "short")]
    Short,
    /// Slots of about 0.1 s: w = 1000.
    #[choice(title = "medium")]
    Medium,
    /// Slots of about 1 s: w = 10 000.
    #[choice(title = "long")]
    Long,
    /// Only the bound.
    #[choice(title = "none")]
    Nothing,
}

/// Which jobs attain the bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Extremal {
    /// Jobs of length 1, one more than processors and preemptions together: the same set for every larger number of preemptions.
    #[default]
    #[choice(title = "Equal jobs")]
    Equal,
    /// The jobs of the thesis: with more preemptions all processors start and stop together.
    #[choice(title = "Jobs of the thesis")]
    Boxed,
}

/// Which step of the way from a program to its worst case is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Step {
    /// The results of all steps, for every placement.
    #[default]
    #[choice(title = "all")]
    All,
    /// The program as it is.
    #[choice(title = "1 program")]
    Program,
    /// Four copies, one after another.
    #[choice(title = "2 copies")]
    Copies,
    /// All work doubled.
    #[choice(title = "3 longer work")]
    Longer,
    /// Signals apart from doubled work.
    #[choice(title = "4 work apart from signals")]
    Apart,
    /// Barriers between the slots of the schedule with migration.
    #[choice(title = "5 slots")]
    Slots,
    /// All permutations of the processes.
    #[choice(title = "6 permutations")]
    Permuted,
}

/// All that a link says of this laboratory.
#[derive(Clone, Debug, PartialEq, parameters::Parameters)]
pub struct Parameters {
    /// The subject of the charts and tables.
    #[parameter(title = "Show", group = "Show", default = "reallocation")]
    pub topic: Topic,

    /// n: how many processes the program has.
    #[parameter(title = "Processes", group = "Program", symbol = "n", range = 1..=64, default = 9, when(topic = SIZES))]
    pub processes: u32,

    /// k: how many computers the cluster has, each with one processor.
    #[parameter(title = "Computers", group = "Machines", symbol = "k", range = 1..=64, default = 6, when(topic = SIZES))]
    pub computers: u32,

    /// The shared machine has as many processors as the cluster has computers.
    #[parameter(title = "As many processors as computers", group = "Machines", default = true, when(topic = SIZES))]
    pub alike: bool,

    /// q: how many processors the shared machine has, on which processes move freely.
    #[parameter(title = "Shared processors", group = "Machines", symbol = "q", range = 1..=64, default = 6, when(topic = SIZES, alike = false))]
    pub processors: u32,

    /// t: how long a signal between two computers takes. Within a computer and on the shared machine it takes no time.
    #[parameter(title = "Signal delay", group = "Program", symbol = "t", range = 0.0..=1000.0, default = 1.0, when(topic = SIZES))]
    pub signal_delay: f64,

    /// z: how many signals the program sends for each unit of work, or of time on the shared processors, as the unit of the granularity
    /// says.
    #[parameter(title = "Granularity", group = "Program", symbol = "z", range = 0.0..=10.0, default = 0.5, when(topic = SIZES))]
    pub granularity: f64,

    /// The unit by which the granularity counts signals. The two readings of the thesis give different bounds.
    #[parameter(title = "Unit of the granularity", group = "Program", rare, default = "work", when(topic = WEIGHED))]
    pub counted: Granularity,

    /// How many processes each computer has, such as 3 2 2 2. Empty: the best allocation.
    #[parameter(title = "Allocation of your own", group = "Machines", symbol = "A", length = 300, default = "", when(topic = SIZES))]
    pub allocation: String,

    /// m: how many identical processors there are.
    #[parameter(title = "Processors", group = "Jobs", symbol = "m", range = 1..=400, default = 5, when(topic = COUNTS))]
    pub machines: u32,

    /// i: how many preemptions the first schedule may have in all.
    #[parameter(title = "Preemptions of the first schedule", group = "Jobs", symbol = "i", range = 0..=399, default = 2, when(topic = COUNTS))]
    pub fewer: u32,

    /// j: how many preemptions the second schedule may have in all. More than m − 1 are never needed.
    #[parameter(title = "Preemptions of the second schedule", group = "Jobs", symbol = "j", range = 0..=399, default = 3, when(topic = COUNTS))]
    pub more: u32,

    /// n: how many jobs there are, each of length 1.
    #[parameter(title = "Equal jobs", group = "Jobs", symbol = "n", range = 1..=1000, default = 8, when(topic = "equal-jobs"))]
    pub equal_jobs: u32,

    /// Which jobs are drawn: those that attain the bound are many.
    #[parameter(
        title = "Which jobs",
        group = "Jobs",
        default = "equal",
        when(topic = "preemption")
    )]
    pub extremal: Extremal,

    /// The lengths of up to 14 jobs: 7 5.5 4 7/2.
    #[parameter(
        title = "Lengths of the jobs",
        group = "Jobs",
        length = 2_000,
        default = "7 5 4 4 3 3 2",
        when(topic = "jobs")
    )]
    pub jobs: String,

    /// m: how many identical processors run your jobs.
    #[parameter(title = "Processors", group = "Jobs", symbol = "m", range = 1..=8, default = 3, when(topic = "jobs"))]
    pub own_machines: u32,

    /// i: how many preemptions the first schedule may have in all.
    #[parameter(title = "Preemptions of the first schedule", group = "Jobs", symbol = "i", range = 0..=7, default = 0, when(topic = "jobs"))]
    pub own_fewer: u32,

    /// j: how many preemptions the second schedule may have in all.
    #[parameter(title = "Preemptions of the second schedule", group = "Jobs", symbol = "j", range = 0..=7, default = 2, when(topic = "jobs"))]
    pub own_more: u32,

    /// κ: the cost of each preemption, in units of time. 0: only the makespan counts.
    #[parameter(title = "Cost of a preemption", group = "Jobs", symbol = "κ", rare, range = 0.0..=1000.0, default = 0.0, when(topic = "jobs"))]
    pub preemption_cost: f64,

    /// How the program is written: work by phases, or operations.
    #[parameter(
        title = "Written as",
        group = "Program",
        default = "phases",
        when(topic = "program")
    )]
    pub form: Form,

    /// The work of each process, a phase a line: 1 0 2.5. A line of digits 0 and 1 tells which processes are active: 110.
    #[parameter(
        title = "Phases",
        group = "Program",
        length = 20_000,
        editor = PHASES,
        default = "110\n101\n011",
        when(topic = "program", form = "phases")
    )]
    pub phases: String,

    /// Signals that follow the phases one after another, as pairs of processes: 1-2 2-3.
    #[parameter(
        title = "Signals",
        group = "Program",
        length = 20_000,
        default = "",
        when(topic = "program", form = "phases")
    )]
    pub signals: String,

    /// A process a line, with its operations: P1: Work(1) Activate(a) Wait(b).
    #[parameter(
        title = "Operations",
        group = "Program",
        length = 20_000,
        default = "P1: Wait(1) Work(1) Activate(3) Work(1) Activate(4)\nP2: Activate(1) Activate(2) Wait(3) Work(2) Wait(4) Wait(5)\nP3: Wait(2) Work(2) Activate(5)",
        when(topic = "program", form = "text"),
        or(topic = OPERATIONS)
    )]
    pub program: String,

    /// k: how many computers the cluster has.
    #[parameter(title = "Computers", group = "Machines", symbol = "k", range = 1..=64, default = 2, when(topic = PROGRAMS))]
    pub own_computers: u32,

    /// q: how many processors the shared machine has.
    #[parameter(title = "Shared processors", group = "Machines", symbol = "q", range = 1..=64, default = 2, when(topic = SHARED))]
    pub own_processors: u32,

    /// t: how long a signal between two computers takes.
    #[parameter(title = "Signal delay", group = "Program", symbol = "t", range = 0.0..=1000.0, default = 1.0, when(topic = PROGRAMS))]
    pub own_delay: f64,

    /// Which step of the way to the worst case is drawn.
    #[parameter(
        title = "Step",
        group = "Show",
        default = "all",
        when(topic = "transformations")
    )]
    pub step: Step,

    /// Which bound is drawn: H over processes and computers, with as many shared processors as computers, or G over both numbers of preemptions.
    #[parameter(
        title = "Surface",
        group = "Show",
        default = "migration",
        when(topic = "surface")
    )]
    pub surface: Surface,

    /// How many processes and computers the surface has.
    #[parameter(title = "Processes and computers", group = "Program", range = 2..=50, default = 24, when(topic = "surface", surface = "migration"))]
    pub size: u32,

    /// t·z: signal delay times signals for each unit of work, or of time on the shared processors, as the unit of the granularity says.
    /// Nothing else of both matters.
    #[parameter(title = "Signal cost", group = "Program", symbol = "t·z", range = 0.0..=10.0, default = 0.0, when(topic = "surface", surface = "migration"))]
    pub product: f64,

    /// m: how many identical processors there are.
    #[parameter(title = "Processors", group = "Jobs", symbol = "m", range = 2..=400, default = 200, when(topic = "surface", surface = "preemption"))]
    pub surface_machines: u32,

    /// k: the row of the table that the chart shows.
    #[parameter(title = "Computers", group = "Machines", symbol = "k", range = 2..=8, default = 8, when(topic = "table"))]
    pub figure_row: u32,

    /// Which measured programs stand beside the bound.
    #[parameter(
        title = "Measured slots",
        group = "Show",
        default = "all",
        when(topic = "table")
    )]
    pub overlay: Overlay,

    /// κ: how long a process waits when it goes on elsewhere.
    #[parameter(title = "Cost of a migration", group = "Machines", symbol = "κ", range = 0.0..=1000.0, default = 1.0, when(topic = "migration-cost"))]
    pub move_cost: f64,

    /// Whose worst case is searched.
    #[parameter(
        title = "Search for",
        group = "Show",
        default = "migration",
        when(topic = "search")
    )]
    pub search: Surface,

    /// n: how many processes the program has.
    #[parameter(title = "Processes", group = "Program", symbol = "n", range = 2..=8, default = 4, when(topic = "search", search = "migration"))]
    pub search_processes: u32,

    /// k = q: how many computers and shared processors there are.
    #[parameter(title = "Computers and processors", group = "Machines", symbol = "k", range = 2..=8, default = 2, when(topic = "search", search = "migration"))]
    pub search_computers: u32,

    /// m: how many identical processors there are.
    #[parameter(title = "Processors", group = "Jobs", symbol = "m", range = 2..=6, default = 4, when(topic = "search", search = "preemption"))]
    pub search_machines: u32,

    /// i: how many preemptions the first schedule may have in all.
    #[parameter(title = "Fewer preemptions", group = "Jobs", symbol = "i", range = 0..=4, default = 1, when(topic = "search", search = "preemption"))]
    pub search_fewer: u32,

    /// j: how many preemptions the second schedule may have in all.
    #[parameter(title = "More preemptions", group = "Jobs", symbol = "j", range = 1..=5, default = 2, when(topic = "search", search = "preemption"))]
    pub search_more: u32,

    /// How many changes are tried.
    #[parameter(title = "Tries", group = "Randomness", range = 1..=20_000, default = 2000, when(topic = "search"))]
    pub tries: u32,

    /// The same seed gives the same search, everywhere.
    #[parameter(
        title = "Seed",
        group = "Randomness",
        default = 1,
        when(topic = "search")
    )]
    pub seed: u64,
}

impl Parameters {
    /// q, the processors of the shared machine.
    #[must_use]
    pub fn shared(&self) -> u32 {
        if self.alike {
            self.computers
        } else {
            self.processors
        }
    }
}
