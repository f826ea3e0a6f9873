//! Figures and tables of Dobber 2006, chapters 1, 4, 5 and 6, on our own traces.

use replication::Parameters;
use replication::parameters::{Strategy, Topic};
use trace::source::Source;

use super::{Preset, reference};
use crate::Scenario;
use crate::printed::Printed;

pub(super) const PRESETS: [Preset; 15] = [
    Preset::new(
        "equal-iterations",
        "An iteration of equal shares",
        "All start together, all wait for the slowest, all exchange data (Dobber 2006, figure 1.1).",
        &[],
        || gantt(Strategy::Equal, 1, 3),
    ),
    Preset::new(
        "dynamic-iterations",
        "Shares are set anew",
        "Two iterations before and two after a rescheduling (Dobber 2006, figure 1.2).",
        &[],
        || gantt(Strategy::Dynamic, 9, 4),
    ),
    Preset::new(
        "copies-iterations",
        "Two copies of each job",
        "Groups of two; the first copy of a job stops the other by a message (Dobber 2006, figure 1.3).",
        &[],
        || gantt(Strategy::Replicate, 1, 3),
    ),
    Preset::new(
        "set-once",
        "Shares set once: when?",
        "Static balancing after more and more iterations (Dobber 2006, table 4.1). The printed peak at 500 iterations is not ours: in ten runs it lies within chance.",
        SET_ONCE,
        || intervals(Strategy::Static),
    ),
    Preset::new(
        "set-again",
        "Shares set again and again: how often?",
        "Dynamic balancing every N iterations (Dobber 2006, table 4.2). The printed speedup in hindsight, 2.50, is below that of N = 1, which equal traces cannot give; ours is above it.",
        SET_AGAIN,
        || intervals(Strategy::Dynamic),
    ),
    Preset::new(
        "copies-by-processors",
        "How many copies on how many processors?",
        "Speedups of two, four … copies on set one; they stay below two (Dobber 2006, figure 5.18).",
        &[],
        || processors(Source::SetOne, Strategy::Replicate, 32, 2.5),
    ),
    Preset::new(
        "copies-time-by-processors",
        "Copies where communication is a quarter",
        "Run times against the number of processors at a CCR of 0.25: sending eats what more processors gain (Dobber 2006, figure 5.19).",
        &[],
        || processors(Source::SetTwo, Strategy::Replicate, 32, 0.1),
    ),
    Preset::new(
        "copies-settings",
        "Copies where communication is a half",
        "The last of the settings of Dobber 2006, table 5.9: at a CCR of 0.50 copies do not pay.",
        &[],
        || processors(Source::SetTwo, Strategy::ReplicateBest, 32, 0.05),
    ),
    Preset::new(
        "best-copies-one",
        "The best number of copies: set one",
        "For 2 to 32 processors (Dobber 2006, table 5.10). Near the best number the speedup is flat: where ours is another, four copies are within a few per cent.",
        BEST_COPIES_ONE,
        || processors(Source::SetOne, Strategy::ReplicateBest, 32, 2.5),
    ),
    Preset::new(
        "best-copies-two",
        "The best number of copies: set two",
        "For 2 to 64 processors (Dobber 2006, table 5.10). Near the best number the speedup is flat: where ours is another, four copies are within some per cent.",
        BEST_COPIES_TWO,
        || processors(Source::SetTwo, Strategy::ReplicateBest, 64, 2.5),
    ),
    Preset::new(
        "processors-one",
        "Balance or replicate? Set one",
        "Balancing beats every number of copies on every number of processors (Dobber 2006, figure 6.1).",
        &[Printed::cell(
            "Speedup of dynamic balancing on 4 processors",
            "processors",
            "4",
            6,
            1.8,
        )],
        || processors(Source::SetOne, Strategy::Dynamic, 32, 2.5),
    ),
    Preset::new(
        "processors-two",
        "Balance or replicate? Set two",
        "Copies win on few processors, balancing on many (Dobber 2006, figure 6.2). The printed speedups of copies go above 6; ours stay about 3, because the measured bursts were wilder.",
        &[],
        || processors(Source::SetTwo, Strategy::Dynamic, 64, 2.5),
    ),
    Preset::new(
        "threshold",
        "One number decides",
        "The times of both strategies as lines in Y, and Y* where they cross (Dobber 2006, figure 6.3). The printed lines belong to four measured nodes; Y* moves with the nodes.",
        LINES,
        || decision(Topic::Decision, 100),
    ),
    Preset::new(
        "adaptive-run",
        "The strategy changes with the nodes",
        "Block by block: Y, the time of both strategies, and which was used (Dobber 2006, figure 6.4).",
        &[],
        || decision(Topic::Strategies, 100),
    ),
    Preset::new(
        "adaptive-by-processors",
        "Is choosing as good as the better of both?",
        "The adaptive choice against balancing and copies on more and more processors (Dobber 2006, figure 6.5).",
        &[],
        || processors(Source::SetTwo, Strategy::Adaptive, 16, 2.5),
    ),
];

fn scenario(traces: Source, strategy: Strategy, change: impl FnOnce(&mut Parameters)) -> Scenario {
    let mut scenario = reference(traces, strategy);
    if let Scenario::Replication(parameters) = &mut scenario {
        change(parameters);
    }
    scenario
}

/// A few iterations on four nodes.
fn gantt(strategy: Strategy, first: u32, shown: u32) -> Scenario {
    scenario(Source::SetTwo, strategy, |parameters| {
        parameters.copies = 2;
        parameters.first_shown = first;
        parameters.shown = shown;
    })
}

/// The thesis predicts by exponential smoothing there.
fn intervals(strategy: Strategy) -> Scenario {
    scenario(Source::SetOne, strategy, |parameters| {
        parameters.topic = Topic::Intervals;
        parameters.predictor = forecast::Method::ExponentialSmoothing;
    })
}

fn processors(traces: Source, strategy: Strategy, processors: u32, problem_size: f64) -> Scenario {
    scenario(traces, strategy, |parameters| {
        parameters.topic = Topic::Processors;
        parameters.processors = processors;
        parameters.problem_size = problem_size;
        parameters.runs = 30;
    })
}

fn decision(topic: Topic, runs: u32) -> Scenario {
    scenario(Source::SetTwo, Strategy::Adaptive, |parameters| {
        parameters.topic = topic;
        parameters.runs = runs;
    })
}

/// A row of table 4.1, without and with overhead.
#[rustfmt::skip]
const SET_ONCE: &[Printed] = &[
    cell("N = 1, without overhead", "1", 1, 1.19), cell("N = 1", "1", 2, 1.16),
    cell("N = 10, without overhead", "10", 1, 1.18), cell("N = 10", "10", 2, 1.15),
    cell("N = 20, without overhead", "20", 1, 1.26), cell("N = 20", "20", 2, 1.21),
    cell("N = 50, without overhead", "50", 1, 1.31), cell("N = 50", "50", 2, 1.25),
    cell("N = 100, without overhead", "100", 1, 1.32), cell("N = 100", "100", 2, 1.25),
    cell("N = 200, without overhead", "200", 1, 1.31), cell("N = 200", "200", 2, 1.25),
    cell("N = 300, without overhead", "300", 1, 1.50), cell("N = 300", "300", 2, 1.39),
    cell("N = 400, without overhead", "400", 1, 1.60), cell("N = 400", "400", 2, 1.45),
    cell("N = 500, without overhead", "500", 1, 1.60), cell("N = 500", "500", 2, 1.46),
    cell("N = 600, without overhead", "600", 1, 1.58), cell("N = 600", "600", 2, 1.44),
    cell("N = 700, without overhead", "700", 1, 1.55), cell("N = 700", "700", 2, 1.42),
    cell("N = 800, without overhead", "800", 1, 1.49), cell("N = 800", "800", 2, 1.38),
    cell("N = 900, without overhead", "900", 1, 1.44), cell("N = 900", "900", 2, 1.34),
    cell("N = 1000, without overhead", "1000", 1, 1.39), cell("N = 1000", "1000", 2, 1.30),
    cell("In hindsight, without overhead", "in hindsight", 1, 1.91), cell("In hindsight", "in hindsight", 2, 1.61),
];

/// A row of table 4.2, without and with overhead.
#[rustfmt::skip]
const SET_AGAIN: &[Printed] = &[
    cell("N = 1, without overhead", "1", 3, 2.52), cell("N = 1", "1", 4, 1.57),
    cell("N = 2, without overhead", "2", 3, 2.48), cell("N = 2", "2", 4, 1.71),
    cell("N = 3, without overhead", "3", 3, 2.45), cell("N = 3", "3", 4, 1.76),
    cell("N = 4, without overhead", "4", 3, 2.42), cell("N = 4", "4", 4, 1.78),
    cell("N = 5, without overhead", "5", 3, 2.40), cell("N = 5", "5", 4, 1.79),
    cell("N = 10, without overhead", "10", 3, 2.34), cell("N = 10", "10", 4, 1.80),
    cell("N = 20, without overhead", "20", 3, 2.28), cell("N = 20", "20", 4, 1.80),
    cell("N = 30, without overhead", "30", 3, 2.28), cell("N = 30", "30", 4, 1.80),
    cell("N = 40, without overhead", "40", 3, 2.25), cell("N = 40", "40", 4, 1.79),
    cell("N = 50, without overhead", "50", 3, 2.24), cell("N = 50", "50", 4, 1.79),
    cell("N = 100, without overhead", "100", 3, 2.18), cell("N = 100", "100", 4, 1.76),
    cell("N = 200, without overhead", "200", 3, 2.02), cell("N = 200", "200", 4, 1.68),
    cell("N = 300, without overhead", "300", 3, 2.05), cell("N = 300", "300", 4, 1.69),
    cell("N = 400, without overhead", "400", 3, 1.82), cell("N = 400", "400", 4, 1.56),
    cell("N = 500, without overhead", "500", 3, 1.74), cell("N = 500", "500", 4, 1.52),
    cell("In hindsight, without overhead", "in hindsight", 3, 2.50), cell("In hindsight", "in hindsight", 4, 1.85),
];

const fn cell(what: &'static str, row: &'static str, column: usize, value: f64) -> Printed {
    Printed::cell(what, "intervals", row, column, value)
}

const BEST_COPIES_ONE: &[Printed] = &[
    best("2 processors", "2", 2.0),
    best("4 processors", "4", 4.0),
    best("8 processors", "8", 4.0),
    best("16 processors", "16", 4.0),
    best("32 processors", "32", 4.0),
];

const BEST_COPIES_TWO: &[Printed] = &[
    best("2 processors", "2", 2.0),
    best("4 processors", "4", 4.0),
    best("8 processors", "8", 8.0),
    best("16 processors", "16", 4.0),
    best("32 processors", "32", 4.0),
    best("64 processors", "64", 4.0),
];

const fn best(what: &'static str, row: &'static str, value: f64) -> Printed {
    Printed::cell(what, "processors", row, 3, value)
}

const LINES: &[Printed] = &[
    line("Slope of balancing", "balancing", 1, 1.2779),
    line("Balancing at Y = 0", "balancing", 2, 7_157.0),
    line("R² of balancing", "balancing", 3, 0.9597),
    line("Slope of copies", "copies", 1, 2.0475),
    line("Copies at Y = 0", "copies", 2, 1_224.0),
    line("R² of copies", "copies", 3, 0.9228),
    Printed::figure("Y*", "threshold", 7_708.0),
];

const fn line(what: &'static str, row: &'static str, column: usize, value: f64) -> Printed {
    Printed::cell(what, "lines", row, column, value)
}
