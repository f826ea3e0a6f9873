//! Whether to balance or to replicate, from all blocks of all runs (Dobber 2006, section 6.2, figures 6.3 and 6.4).

use report::chart::{Axis, Bar, Bins, Fit, Series, Side};
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::words::{milliseconds, percent};
use report::{Chart, Figure, Observer, Report, Sample, Table};
use schedule::Schedule;
use trace::statistics::{Line, least_squares};

use super::charts::speedups;
use super::outcomes::{Outcome, Outcomes};
use super::{blocks, notes, numbers};
use crate::Error;
use crate::adaptive::Block;
use crate::decision::Lines;
use crate::parameters::Parameters;
use crate::study::{Decisions, Method, Study};

/// How many blocks are drawn as dots at most.
const DOTS: usize = 1_000;
/// How many bins the histogram of Y has.
const BINS: usize = 40;

/// All blocks of all runs.
struct Blocks {
    /// The lowest Y first.
    all: Vec<Block>,
    lines: Lines,
    /// In which share of the blocks of the lowest, the middle and the highest third by Y balancing takes less time.
    thirds: [f64; 3],
}

impl Blocks {
    fn of(mut all: Vec<Block>) -> Self {
        let column = |of: fn(&Block) -> f64| -> Vec<f64> { all.iter().map(of).collect() };
        let y = column(|block| block.y);
        let lines = Lines {
            balance: least_squares(&y, &column(|block| block.balanced)),
            replicate: least_squares(&y, &column(|block| block.replicated)),
        };
        schedule::sort::by(&mut all, |a, b| a.y.total_cmp(&b.y));
        let third = |number: usize| {
            let (from, to) = (all.len() * number / 3, all.len() * (number + 1) / 3);
            let third = all.get(from..to).unwrap_or_default();
            let balanced = third
                .iter()
                .filter(|block| block.balanced < block.replicated);
            balanced.count() as f64 / third.len() as f64
        };
        Self {
            thirds: [third(0), third(1), third(2)],
            all,
            lines,
        }
    }
}

/// What the blocks of all runs say.
pub(super) struct Findings {
    study: Study,
    blocks: Blocks,
    /// The blocks of the first run, in their order.
    first: Vec<Block>,
    outcomes: Outcomes,
}

pub(super) fn compute(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings, Error> {
    let (study, decisions) = Study::new(parameters)?.decide(observer)?;
    let Decisions { blocks, results } = decisions;
    Ok(Findings {
        outcomes: Outcomes::of(&study, results),
        study,
        first: blocks.first().cloned().unwrap_or_default(),
        blocks: Blocks::of(blocks.into_iter().flatten().collect()),
    })
}

impl report::Findings for Findings {
    fn report(&self) -> Report {
        let Self {
            study,
            blocks: found,
            first,
            outcomes,
        } = self;
        let mut charts = vec![scatter(found), thirds(found), histogram(found)];
        charts.push(speedups(outcomes));
        charts.extend(blocks::charts(first));
        let mut notes = vec![format!(
            "Every dot is a block of {} iterations of a run: the mean time of an iteration under one strategy against Y, the \
             computing time of an iteration whose shares follow the block’s mean speeds. The lines are fitted to {} blocks; \
             at most {} of them are drawn.",
            study.parameters().decide_every,
            fixed(found.all.len() as f64, 0),
            fixed(DOTS as f64, 0),
        )];
        notes.extend(notes::notes(study, outcomes.shown));
        Report {
            headline: headline(found),
            why: why(found, outcomes),
            figures: figures(found, outcomes),
            charts,
            tables: vec![table(found), numbers::table(study, outcomes)],
            notes,
            traces: Some(study.traces().clone()),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        numbers::samples(&self.study, &self.outcomes)
    }

    fn schedule(self) -> Option<Schedule> {
        Some(self.outcomes.schedule)
    }
}

/// Whether the lines give the rule of the thesis: replicate below Y*.
fn usual(lines: &Lines) -> bool {
    lines.replicate.slope > lines.balance.slope
}

fn headline(found: &Blocks) -> String {
    let (low, high) = match (found.all.first(), found.all.last()) {
        (Some(low), Some(high)) => (low.y, high.y),
        _ => return "There are no blocks to decide on".into(),
    };
    match found.lines.threshold() {
        Some(threshold) if (low..=high).contains(&threshold) => {
            let (below, above) = if usual(&found.lines) {
                ("replicate", "balance")
            } else {
                ("balance", "replicate")
            };
            format!(
                "Below Y* = {} {below}, above it {above}",
                milliseconds(threshold)
            )
        }
        _ => {
            let middle = found
                .all
                .get(found.all.len() / 2)
                .map_or(low, |block| block.y);
            let (balanced, replicated) = found.lines.at(middle);
            let better = if balanced < replicated {
                "balancing"
            } else {
                "replication"
            };
            format!("Whatever Y these nodes have, {better} is expected to be better")
        }
    }
}

fn why(found: &Blocks, outcomes: &Outcomes) -> String {
    let line = |name: &str, line: &Line| {
        format!(
            "with {name} an iteration takes {} Y {} {} (R² {})",
            fixed(line.slope, 2),
            if line.intercept < 0.0 { "−" } else { "+" },
            milliseconds(line.intercept.abs()),
            fixed(line.r_squared, 2)
        )
    };
    let [low, _, high] = found.thirds;
    let nearly = found
        .lines
        .balance
        .r_squared
        .min(found.lines.replicate.r_squared)
        > 0.75;
    let mut out = vec![
        format!(
            "The time of an iteration is {} a line in Y: {}, {}.",
            if nearly { "nearly" } else { "far from" },
            line("balancing", &found.lines.balance),
            line("copies", &found.lines.replicate)
        ),
        format!(
            "Balancing wins in {} of the third of the blocks with the lowest Y and in {} of that with the highest.",
            percent(low, 0),
            percent(high, 0)
        ),
    ];
    let speedup = |method| outcomes.find(method).map(|one| one.speedup.mean_of_ratios);
    let copies = outcomes
        .all
        .iter()
        .find(|one| matches!(one.method, Method::Replicate(_)));
    if let (Some(adaptive), Some(dynamic), Some(copies)) =
        (speedup(Method::Adaptive), speedup(Method::Dynamic), copies)
    {
        out.push(format!(
            "Choosing block by block gives a speedup of {}, balancing alone {}, copies alone {}.",
            fixed(adaptive, 2),
            fixed(dynamic, 2),
            fixed(copies.speedup.mean_of_ratios, 2)
        ));
    }
    out.join(" ")
}

fn figures(found: &Blocks, outcomes: &Outcomes) -> Vec<Figure> {
    let threshold = found.lines.threshold().unwrap_or(f64::NAN);
    let line = |key: &str, name: &str, line: &Line| {
        Figure::number(key, name, line.slope).beside(format!(
            "+ {}, R² {}",
            milliseconds(line.intercept),
            fixed(line.r_squared, 2)
        ))
    };
    let rule = if usual(&found.lines) {
        "replicate below, balance above"
    } else {
        "balance below, replicate above"
    };
    let mut out = vec![
        Figure::time("threshold", "Y*", threshold).beside(rule),
        line("slope_balanced", "Slope of balancing", &found.lines.balance),
        line(
            "slope_replicated",
            "Slope of copies",
            &found.lines.replicate,
        ),
    ];
    let speedup = |key: &str, name: &str, outcome: &Outcome| {
        Figure::number(key, name, outcome.speedup.mean_of_ratios).within(outcome.speedup.half_width)
    };
    let alone = outcomes
        .all
        .iter()
        .filter(|one| matches!(one.method, Method::Dynamic | Method::Replicate(_)))
        .map(|one| one.speedup.mean_of_ratios)
        .fold(0.0, f64::max);
    if let Some(adaptive) = outcomes.find(Method::Adaptive) {
        out.push(
            speedup("adaptive", "Speedup of choosing", adaptive)
                .beside(format!("better of both alone {}", fixed(alone, 2))),
        );
    }
    if let Some(bound) = outcomes.find(Method::Hindsight) {
        out.push(speedup("hindsight", "At best, in hindsight", bound));
    }
    out
}

/// The times of both strategies against Y with both lines (figure 6.3).
fn scatter(found: &Blocks) -> Chart {
    let step = found.all.len().div_ceil(DOTS).max(1);
    let dots = |name: &str, of: fn(&Block) -> f64, line: &Line, main| {
        Series::scatter(
            name,
            found
                .all
                .iter()
                .step_by(step)
                .map(|block| (block.y, of(block))),
            Some(Fit {
                intercept: line.intercept,
                slope: line.slope,
            }),
            main,
        )
    };
    let highest = found.all.last().map_or(0.0, |block| block.y);
    let threshold = found.lines.threshold();
    let near = threshold.filter(|threshold| (0.0..=2.0 * highest).contains(threshold));
    Chart::new(
        "decision",
        "How do the times of both strategies depend on Y?",
        Axis::time("Y"),
        Axis::time("iteration time"),
        vec![
            dots(
                "balancing",
                |block| block.balanced,
                &found.lines.balance,
                true,
            ),
            dots(
                "copies",
                |block| block.replicated,
                &found.lines.replicate,
                false,
            ),
        ],
    )
    .beside_any(Side::X, near, "Y*")
}

fn thirds(found: &Blocks) -> Chart {
    let bar = |(label, value): (&str, f64)| Bar::new(label, value, true);
    let labels = ["lowest third", "middle third", "highest third"];
    Chart::new(
        "thirds",
        "How often does balancing win, by Y?",
        Axis::number("blocks by Y"),
        Axis::share("blocks in which balancing wins"),
        vec![Series::bars(labels.into_iter().zip(found.thirds).map(bar))],
    )
}

fn histogram(found: &Blocks) -> Chart {
    let y = || found.all.iter().map(|block| block.y);
    let bins = Bins::over(BINS, y());
    Chart::new(
        "y",
        "Which Y do the blocks have?",
        Axis::time("Y"),
        Axis::count("blocks"),
        vec![Series::histogram("Y", &bins, y(), true)],
    )
}

/// The lines, as the thesis gives them.
fn table(found: &Blocks) -> Table {
    let row = |name: &str, line: &Line| {
        vec![
            Cell::words(name),
            Cell::Number(line.slope),
            Cell::figure("intercept", line.intercept, Unit::Milliseconds),
            Cell::Number(line.r_squared),
        ]
    };
    Table::new(
        "lines",
        "The time of an iteration as a line in Y",
        ["Strategy", "Slope", "At Y = 0", "R²"],
        vec![
            row("balancing", &found.lines.balance),
            row("copies", &found.lines.replicate),
        ],
    )
}
