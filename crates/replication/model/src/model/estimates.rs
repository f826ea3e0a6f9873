//! α, β and γ measured on traces (Dobber 2006, sections 5.3.1 and 5.3.2; how single values are formed: own reading).

use report::{Cancelled, Observer};
use statistics::{mean, mean_and_half_width, sd};
use trace::random::Random;

use super::fits::Triangle;

/// The purpose of the random streams of the draws; it must not collide with those of the study.
const DRAWS: u64 = 102;

/// α and β of one pair of series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// (mean of the longer - mean of one) / standard deviation of one.
    pub excess: f64,
    /// Standard deviation of the longer over that of one.
    pub spread: f64,
}

/// α and β of two series of equal length, mean and deviation being the averages of the two. Not numbers where nothing
/// varies.
///
/// ```
/// let pair = replication_model::model::estimates::pair(&[1.0, 2.0, 3.0, 6.0], &[2.0, 2.0, 5.0, 3.0]);
/// assert!((pair.excess - 0.419644).abs() < 5e-7 && (pair.spread - 1.15349).abs() < 5e-6);
/// ```
#[must_use]
pub fn pair(one: &[f64], other: &[f64]) -> Pair {
    let longer: Vec<f64> = one.iter().zip(other).map(|(a, b)| a.max(*b)).collect();
    // Means of equal values may differ by rounding: over no deviation that would be infinite.
    let deviation = match (sd(one) + sd(other)) / 2.0 {
        0.0 => f64::NAN,
        deviation => deviation,
    };
    let average = (mean(one) + mean(other)) / 2.0;
    Pair {
        excess: (mean(&longer) - average) / deviation,
        spread: sd(&longer) / deviation,
    }
}

/// γ of a series for sums of 2^`r`: ln(deviation of non-overlapping sums / deviation) / ln 2^r. Not a number where nothing
/// varies, or with fewer than two sums.
#[must_use]
pub fn dependence(series: &[f64], r: u32) -> f64 {
    libm::log(sd(&sums(series, r)) / sd(series)) / (f64::from(r) * std::f64::consts::LN_2)
}

/// Non-overlapping sums of 2^`r` successive values.
fn sums(series: &[f64], r: u32) -> Vec<f64> {
    series
        .chunks_exact(1 << r)
        .map(|chunk| chunk.iter().sum())
        .collect()
}

/// Estimates of α, β and γ from traces.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimates {
    /// α(r, p): means over the draws, and half widths at 95 %.
    pub excess: [Triangle; 2],
    /// β(r, p), in the same way.
    pub spread: [Triangle; 2],
    /// α(r, p) and β(r, p) of sums of 2^r successive steps, instead of 2^r equal ones: means over the draws. Not numbers where there are
    /// fewer than two sums.
    pub summed: [Triangle; 2],
    /// γ for r from 1 on: means over the nodes, and half widths at 95 %.
    pub dependence: Vec<(f64, f64)>,
    /// α(0, 1) and β(0, 1) of each draw.
    pub first: Vec<Pair>,
}

/// Rescales every series to mean 0 and deviation 1. `None` for one that does not vary.
#[must_use]
pub fn standardised(series: &[f64]) -> Option<Vec<f64>> {
    let (centre, spread) = (mean(series), sd(series));
    (spread > 0.0).then(|| {
        series
            .iter()
            .map(|value| (value - centre) / spread)
            .collect()
    })
}

/// Measures `draws` draws of 2^`most` of the series, which are standardised and of equal length.
///
/// # Errors
/// [`Cancelled`] where the observer says so.
pub fn measure(
    nodes: &[Vec<f64>],
    most: u32,
    draws: u32,
    seed: u64,
    observer: &mut dyn Observer,
) -> Result<Estimates, Cancelled> {
    let none = || -> Vec<Vec<Vec<Pair>>> {
        (0..most)
            .map(|r| (r..most).map(|_| Vec::new()).collect())
            .collect()
    };
    let (mut pairs, mut summed) = (none(), none());
    for draw in 0..u64::from(draws) {
        let drawn = Random::stream(seed, &[draw, DRAWS]).sample(nodes.len(), 1 << most);
        let mut groups: Vec<Vec<f64>> = drawn
            .iter()
            .filter_map(|node| nodes.get(*node).cloned())
            .collect();
        for (r, (row, summed)) in pairs.iter_mut().zip(&mut summed).enumerate() {
            halves(&groups, row);
            if r > 0 {
                let sums: Vec<_> = groups.iter().map(|group| sums(group, r as u32)).collect();
                halves(&sums, summed);
            }
            // Groups of twice as many copies.
            groups = groups
                .chunks_exact(2)
                .map(|two| combined(two, f64::min))
                .collect();
        }
        if observer.progress(draw + 1, draws.into()).is_break() {
            return Err(Cancelled);
        }
    }
    // One step is its own sum.
    if let (Some(summed), Some(row)) = (summed.first_mut(), pairs.first()) {
        summed.clone_from(row);
    }
    let triangles = |pairs: &[Vec<Vec<Pair>>], of: fn(&Pair) -> f64| {
        let both = |pick: fn((f64, f64)) -> f64| {
            let row = |row: &Vec<Vec<Pair>>| {
                let cell = |all: &Vec<Pair>| {
                    let values: Vec<f64> = all.iter().map(of).collect();
                    pick(mean_and_half_width(&values))
                };
                row.iter().map(cell).collect()
            };
            Triangle(pairs.iter().map(row).collect())
        };
        [both(|(mean, _)| mean), both(|(_, half)| half)]
    };
    let [excess_summed, _] = triangles(&summed, |pair| pair.excess);
    let [spread_summed, _] = triangles(&summed, |pair| pair.spread);
    let jobs = nodes.first().map_or(0, Vec::len);
    let dependences = (1..most.max(2)).take_while(|r| jobs >> r >= 2).map(|r| {
        let of_nodes: Vec<f64> = nodes.iter().map(|node| dependence(node, r)).collect();
        mean_and_half_width(&of_nodes)
    });
    Ok(Estimates {
        excess: triangles(&pairs, |pair| pair.excess),
        spread: triangles(&pairs, |pair| pair.spread),
        summed: [excess_summed, spread_summed],
        dependence: dependences.collect(),
        first: pairs
            .first()
            .and_then(|row| row.first())
            .cloned()
            .unwrap_or_default(),
    })
}

/// Takes α and β of the longest of 1, 2, 4, … groups and of the next as many.
fn halves(groups: &[Vec<f64>], row: &mut [Vec<Pair>]) {
    let mut first = groups.first().cloned().unwrap_or_default();
    for (above, all) in row.iter_mut().enumerate() {
        let next = groups.get(1 << above..2 << above).unwrap_or_default();
        let second = combined(next, f64::max);
        all.push(pair(&first, &second));
        meet(&mut first, &second, f64::max);
    }
}

/// All series combined into one, element by element.
fn combined(series: &[Vec<f64>], of: fn(f64, f64) -> f64) -> Vec<f64> {
    let mut series = series.iter();
    let mut out = series.next().cloned().unwrap_or_default();
    for other in series {
        meet(&mut out, other, of);
    }
    out
}

fn meet(one: &mut [f64], other: &[f64], of: fn(f64, f64) -> f64) {
    for (one, other) in one.iter_mut().zip(other) {
        *one = of(*one, *other);
    }
}
