//! Whether to balance or to replicate, from all blocks of all runs (Dobber 2006, section 6.2, figures 6.3 and 6.4).

use report::chart::{Axis, Bar, Bins, Fit, Point, Reference, Series, Side};
use report::figure::Unit;
use report::number::{fixed, with_unit};
use report::table::Cell;
use report::{Chart, Figure, Report, Table};
use trace::statistics::{Line, least_squares};

use super::charts::chart;
use super::outcomes::{Outcome, Outcomes};
use super::{blocks, numbers, percent, sentences};
use crate::adaptive::Block;
use crate::decision::Lines;
use crate::study::{Decisions, Method, Study};

/// How many blocks are drawn as dots at most.
const DOTS: usize = 1_000;
/// How many bins the histogram of Y has.
const BINS: usize = 40;

/// All blocks of all runs.
struct Blocks<'a> {
    all: Vec<&'a Block>,
    lines: Lines,
    /// In which share of the blocks of the lowest, the middle and the highest third by Y balancing takes less time.
    thirds: [f64; 3],
}

impl<'a> Blocks<'a> {
    fn of(runs: &'a [Vec<Block>]) -> Self {
        let mut all: Vec<_> = runs.iter().flatten().collect();
        let column =
            |of: fn(&Block) -> f64| -> Vec<f64> { all.iter().map(|one| of(one)).collect() };
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

pub(super) fn report(study: &Study, decisions: Decisions) -> Report {
    let Decisions {
        blocks: runs,
        results,
    } = decisions;
    let found = Blocks::of(&runs);
    let outcomes = Outcomes::of(study, &results);
    let mut charts = vec![scatter(&found), thirds(&found), histogram(&found)];
    charts.push(super::charts::speedups(&outcomes));
    charts.extend(
        runs.first()
            .map(|run| blocks::charts(run))
            .unwrap_or_default(),
    );
    let mut notes = vec![format!(
        "Every dot is a block of {} iterations of a run: the mean time of an iteration under one strategy against Y, the \
         computing time of an iteration whose shares follow the block’s mean speeds. The lines are fitted to {} blocks; \
         at most {} of them are drawn.",
        study.parameters().decide_every,
        fixed(found.all.len() as f64, 0),
        fixed(DOTS as f64, 0),
    )];
    notes.extend(sentences::notes(study, results.shown));
    Report {
        headline: headline(&found),
        why: why(&found, &outcomes),
        figures: figures(&found, &outcomes),
        charts,
        tables: vec![table(&found), numbers::table(study, &outcomes)],
        notes,
        schedule: Some(results.schedule),
        claims: Vec::new(),
        offers: Vec::new(),
        traces: Some(study.traces().clone()),
    }
}

/// Whether the lines give the rule of the thesis: replicate below Y*.
fn usual(lines: &Lines) -> bool {
    lines.replicate.slope > lines.balance.slope
}

fn ms(value: f64) -> String {
    with_unit(value, Unit::Milliseconds, None)
}

fn headline(found: &Blocks<'_>) -> String {
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
            format!("Below Y* = {} {below}, above it {above}", ms(threshold))
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

fn why(found: &Blocks<'_>, outcomes: &Outcomes<'_>) -> String {
    let line = |name: &str, line: &Line| {
        format!(
            "with {name} an iteration takes {} Y {} {} (R² {})",
            fixed(line.slope, 2),
            if line.intercept < 0.0 { "−" } else { "+" },
            ms(line.intercept.abs()),
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
            percent(low),
            percent(high)
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

fn figures(found: &Blocks<'_>, outcomes: &Outcomes<'_>) -> Vec<Figure> {
    let threshold = found.lines.threshold().unwrap_or(f64::NAN);
    let line = |key: &str, name: &str, line: &Line| {
        Figure::new(key, name, line.slope, Unit::One).beside(format!(
            "+ {}, R² {}",
            ms(line.intercept),
            fixed(line.r_squared, 2)
        ))
    };
    let rule = if usual(&found.lines) {
        "replicate below, balance above"
    } else {
        "balance below, replicate above"
    };
    let mut out = vec![
        Figure::new("threshold", "Y*", threshold, Unit::Milliseconds).beside(rule),
        line("slope_balanced", "Slope of balancing", &found.lines.balance),
        line(
            "slope_replicated",
            "Slope of copies",
            &found.lines.replicate,
        ),
    ];
    let speedup = |key: &str, name: &str, outcome: &Outcome<'_>| {
        Figure::new(key, name, outcome.speedup.mean_of_ratios, Unit::One)
            .within(outcome.speedup.half_width)
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
fn scatter(found: &Blocks<'_>) -> Chart {
    let step = found.all.len().div_ceil(DOTS).max(1);
    let dots = |name: &str, of: fn(&Block) -> f64, line: &Line, main| Series::Scatter {
        name: name.into(),
        points: found
            .all
            .iter()
            .step_by(step)
            .map(|block| Point::new(block.y, of(block)))
            .collect(),
        fit: Some(Fit {
            intercept: line.intercept,
            slope: line.slope,
        }),
        main,
    };
    let highest = found.all.last().map_or(0.0, |block| block.y);
    Chart {
        references: found
            .lines
            .threshold()
            .filter(|threshold| (0.0..=2.0 * highest).contains(threshold))
            .map(|value| Reference {
                on: Side::X,
                value,
                label: "Y*".into(),
            })
            .into_iter()
            .collect(),
        ..chart(
            "decision",
            "How do the times of both strategies depend on Y?",
            Axis::new("Y", Unit::Milliseconds),
            Axis::new("iteration time", Unit::Milliseconds),
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
    }
}

fn thirds(found: &Blocks<'_>) -> Chart {
    let bar = |(label, value): (&str, f64)| Bar {
        label: label.into(),
        value,
        interval: None,
        main: true,
    };
    let labels = ["lowest third", "middle third", "highest third"];
    chart(
        "thirds",
        "How often does balancing win, by Y?",
        Axis::new("blocks by Y", Unit::One),
        Axis::new("blocks in which balancing wins", Unit::Share),
        vec![Series::Bars {
            bars: labels.into_iter().zip(found.thirds).map(bar).collect(),
        }],
    )
}

fn histogram(found: &Blocks<'_>) -> Chart {
    let y = || found.all.iter().map(|block| block.y);
    let bins = Bins::over(BINS, y());
    chart(
        "y",
        "Which Y do the blocks have?",
        Axis::new("Y", Unit::Milliseconds),
        Axis::new("blocks", Unit::Count),
        vec![Series::Histogram {
            name: "Y".into(),
            from: bins.from,
            width: bins.width,
            counts: bins.count(y()),
            main: true,
        }],
    )
}

/// The lines, as the thesis gives them.
fn table(found: &Blocks<'_>) -> Table {
    let row = |name: &str, line: &Line| {
        vec![
            Cell::Text(name.into()),
            Cell::Number(line.slope),
            Cell::Figure(Figure::new(
                "intercept",
                "intercept",
                line.intercept,
                Unit::Milliseconds,
            )),
            Cell::Number(line.r_squared),
        ]
    };
    Table {
        key: "lines".into(),
        title: "The time of an iteration as a line in Y".into(),
        columns: ["Strategy", "Slope", "At Y = 0", "R²"]
            .map(str::to_owned)
            .to_vec(),
        rows: vec![
            row("balancing", &found.lines.balance),
            row("copies", &found.lines.replicate),
        ],
    }
}
