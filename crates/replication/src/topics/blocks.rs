//! What the adaptive strategy knew and did in the first run (Dobber 2006, figure 6.4).

use report::Chart;
use report::chart::{Axis, Course, Point, Reference, Series, Side, Spread};
use report::figure::Unit;

use super::charts::{chart, line};
use crate::adaptive::Block;
use crate::decision::Choice;

/// How many blocks are drawn at most.
const BLOCKS: usize = 400;

pub(super) fn charts(blocks: &[Block]) -> Vec<Chart> {
    if blocks.is_empty() {
        return Vec::new();
    }
    vec![statistic(blocks), times(blocks)]
}

/// The blocks that are drawn.
fn drawn(blocks: &[Block]) -> impl Iterator<Item = &Block> + Clone {
    blocks.iter().step_by(blocks.len().div_ceil(BLOCKS).max(1))
}

fn end(block: &Block) -> f64 {
    (block.from + block.iterations) as f64
}

fn iterations() -> Axis {
    Axis::new("iteration", Unit::Count)
}

/// Y of every block, and where the lines of both strategies met then.
fn statistic(blocks: &[Block]) -> Chart {
    let steps = |name: &str, of: fn(&Block) -> f64, main| Series::Line {
        name: name.into(),
        points: drawn(blocks)
            .map(|block| Point::new(end(block), of(block)))
            .collect(),
        course: Course::Straight,
        spread: Spread::Band,
        main,
    };
    let last = blocks.iter().rev().find_map(|block| block.threshold);
    let highest = blocks.iter().map(|block| block.y).fold(0.0, f64::max);
    Chart {
        // Lines that are nearly parallel meet far away.
        references: last
            .filter(|threshold| (0.0..=2.0 * highest).contains(threshold))
            .map(|value| Reference {
                on: Side::Y,
                value,
                label: "Y* at the end".into(),
            })
            .into_iter()
            .collect(),
        ..chart(
            "blocks_y",
            "How fast were the processors in the first run?",
            iterations(),
            Axis::new("Y", Unit::Milliseconds),
            vec![steps("Y", |block| block.y, true)],
        )
    }
}

/// The mean iteration times of both strategies in every block, with dots on the one in use.
fn times(blocks: &[Block]) -> Chart {
    let points = |of: fn(&Block) -> f64| {
        drawn(blocks)
            .map(|block| Point::new(end(block), of(block)))
            .collect()
    };
    let used = |name: &str, choice, of: fn(&Block) -> f64| Series::Scatter {
        name: name.into(),
        points: drawn(blocks)
            .filter(|block| block.used == choice)
            .map(|block| Point::new(end(block), of(block)))
            .collect(),
        fit: None,
        main: true,
    };
    let mut series = vec![
        line("balancing", points(|block| block.balanced), false),
        line("copies", points(|block| block.replicated), false),
        used("balanced", Choice::Balance, |block| block.balanced),
        used("replicated", Choice::Replicate, |block| block.replicated),
    ];
    series.retain(|series| !matches!(series, Series::Scatter { points, .. } if points.is_empty()));
    chart(
        "blocks_times",
        "Which strategy was used in the first run, and was it the better one?",
        iterations(),
        Axis::new("iteration time", Unit::Milliseconds),
        series,
    )
}
