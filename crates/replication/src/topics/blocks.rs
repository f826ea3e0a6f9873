//! The blocks of the adaptive strategy in the first run (Dobber 2006, figure 6.4).

use report::Chart;
use report::chart::{Axis, Series, Side};
use words::word;

use crate::adaptive::Block;
use crate::decision::Choice;

/// The most blocks that are drawn.
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
    Axis::count(word!("iteration"))
}

/// Y of every block, and where the lines of both strategies met then.
fn statistic(blocks: &[Block]) -> Chart {
    let last = blocks.iter().rev().find_map(|block| block.threshold);
    let highest = blocks.iter().map(|block| block.y).fold(0.0, f64::max);
    // Lines that are nearly parallel meet far away.
    let near = last.filter(|threshold| (0.0..=2.0 * highest).contains(threshold));
    let y = drawn(blocks).map(|block| (end(block), block.y));
    Chart::new(
        "blocks_y",
        word!("How fast were the processors in the first run?"),
        iterations(),
        Axis::time("Y"),
        vec![Series::curve("Y", y, true)],
    )
    .beside_any(Side::Y, near, word!("Y* at the end"))
}

/// The mean iteration times of both strategies in every block, with dots on the one in use.
fn times(blocks: &[Block]) -> Chart {
    let points = |of: fn(&Block) -> f64| drawn(blocks).map(move |block| (end(block), of(block)));
    let used = |name: &str, choice, of: fn(&Block) -> f64| {
        let used = drawn(blocks).filter(|block| block.used == choice);
        Series::dots(name, used.map(|block| (end(block), of(block))), true)
    };
    let mut series = vec![
        Series::line(word!("balancing"), points(|block| block.balanced), false),
        Series::line(word!("copies"), points(|block| block.replicated), false),
        used(word!("balanced"), Choice::Balance, |block| block.balanced),
        used(word!("replicated"), Choice::Replicate, |block| {
            block.replicated
        }),
    ];
    series.retain(|series| !series.is_empty());
    Chart::new(
        "blocks_times",
        word!("Which strategy was used in the first run, and was it the better one?"),
        iterations(),
        Axis::time(word!("iteration time")),
        series,
    )
}
