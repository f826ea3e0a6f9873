//! Whole clusters instead of workers: the bound of a linear program with a column for each possible content of a
//! cluster.
//!
//! All clusters have the same capacity, so that one knapsack problem prices all of them. Where few items fit into a
//! cluster, and none fills it, the bound is far below the bounds that cut items: it accounts for partly empty clusters.

use super::knapsack::{Item, Problem};
use super::search::{Cut, reaches, search};

/// With more items than these the program is not worth its time: many fit into a cluster, and other bounds are near.
pub const MOST: usize = 200;

/// Nodes of pricing one pattern.
const STEP: u64 = 50_000;
/// The most pivots: a guard against cycling.
const PIVOTS: usize = 4_000;
/// A share of an item's profit that is rounding.
const TINY: f64 = 1e-12;
/// The least pivot.
const PIVOT: f64 = 1e-9;

/// The deviation of right-hand sides, and so of patterns' parts, from whole numbers.
const APART: f64 = 1e-7;

/// The deviation from a whole number up to which a part counts as whole.
const WHOLE: f64 = 1e-4;

/// The bound and the packing of the linear program.
#[derive(Clone, Debug, Default)]
pub struct Relaxed {
    /// The upper bound of any packing's profit; infinite before the first price.
    pub bound: f64,
    /// The parts of each pattern, the greatest first.
    pub parts: Vec<(f64, Vec<usize>)>,
    /// Nodes visited.
    pub nodes: u64,
    /// The course of the bound: nodes visited, and the bound.
    pub course: Vec<(u64, f64)>,
}

/// A column of the basis: a pattern, or the slack of a row.
#[derive(Clone, Debug)]
enum Column {
    Slack,
    Pattern(Vec<usize>),
}

/// The linear program: a row for each item, which is packed at most once, and one for the number of clusters.
struct Program {
    /// By row: the column in the basis there, its profit and its part.
    basis: Vec<(Column, f64, f64)>,
    /// The inverse of the basis, by rows.
    inverse: Vec<Vec<f64>>,
}

impl Program {
    fn new(items: usize, clusters: usize) -> Self {
        let rows = items + 1;
        let unit = |row: usize| {
            (0..rows)
                .map(|place| f64::from(u8::from(place == row)))
                .collect()
        };
        // Slightly different right-hand sides prevent cycling; prices do not depend on them.
        let part = |row: usize| {
            let much = if row == items { clusters as f64 } else { 1.0 };
            much + APART * (1.0 + (row * 7919 % 1009) as f64 / 1009.0)
        };
        Self {
            basis: (0..rows)
                .map(|row| (Column::Slack, 0.0, part(row)))
                .collect(),
            inverse: (0..rows).map(unit).collect(),
        }
    }

    /// The price of each row: of each item, and of a cluster last.
    fn prices(&self) -> Vec<f64> {
        let mut prices = vec![0.0; self.basis.len()];
        for ((_, profit, _), row) in self.basis.iter().zip(&self.inverse) {
            if *profit != 0.0 {
                for (price, value) in prices.iter_mut().zip(row) {
                    *price += profit * value;
                }
            }
        }
        prices
    }

    /// Brings a column with these rows into the basis; false where there is no pivot.
    fn enter(&mut self, column: Column, profit: f64, rows: &[usize]) -> bool {
        let along: Vec<f64> = self
            .inverse
            .iter()
            .map(|row| rows.iter().filter_map(|place| row.get(*place)).sum())
            .collect();
        let mut leaves: Option<(usize, f64)> = None;
        for (place, ((_, _, part), step)) in self.basis.iter().zip(&along).enumerate() {
            if *step > PIVOT {
                let ratio = part.max(0.0) / step;
                if leaves.is_none_or(|(_, least)| ratio < least) {
                    leaves = Some((place, ratio));
                }
            }
        }
        let Some((leaving, ratio)) = leaves else {
            return false;
        };
        let (Some(pivot), Some(row)) = (along.get(leaving).copied(), self.inverse.get_mut(leaving))
        else {
            return false;
        };
        row.iter_mut().for_each(|value| *value /= pivot);
        let scaled = row.clone();
        let others = self.inverse.iter_mut().zip(&along).enumerate();
        for (_, (row, step)) in
            others.filter(|(place, (_, step))| *place != leaving && **step != 0.0)
        {
            for (value, scaled) in row.iter_mut().zip(&scaled) {
                *value -= step * scaled;
            }
        }
        for ((_, _, part), step) in self.basis.iter_mut().zip(&along) {
            *part -= ratio * step;
        }
        if let Some(slot) = self.basis.get_mut(leaving) {
            *slot = (column, profit, ratio);
        }
        true
    }
}

/// The linear program over all patterns of some items, by column generation: prices tell which pattern enters. It tries the
/// `known` patterns first, and adds the new ones to them.
///
/// For any prices p of items, no packing yields more than Σ p and, for each cluster, the greatest profit of a pattern
/// beyond the prices of its items: bounds hold from the first prices on.
#[must_use]
pub fn relax(
    problem: &Problem,
    items: &[(usize, Item)],
    cut: Cut,
    known: &mut Vec<Vec<usize>>,
    budget: u64,
) -> Relaxed {
    let mut place_of = vec![usize::MAX; problem.items.len()];
    for (place, (index, _)) in items.iter().enumerate() {
        if let Some(slot) = place_of.get_mut(*index) {
            *slot = place;
        }
    }
    let rows_of = |pattern: &[usize]| -> Option<Vec<usize>> {
        let place = |index: &usize| {
            place_of
                .get(*index)
                .copied()
                .filter(|place| *place < items.len())
        };
        let mut rows = pattern.iter().map(place).collect::<Option<Vec<_>>>()?;
        rows.push(items.len());
        Some(rows)
    };
    let mut usable: Vec<(Vec<usize>, Vec<usize>, f64)> = known
        .iter()
        .filter_map(|pattern| Some((rows_of(pattern)?, pattern.clone(), problem.profit(pattern))))
        .collect();
    let mut program = Program::new(items.len(), problem.clusters);
    let mut out = Relaxed {
        bound: f64::INFINITY,
        ..Relaxed::default()
    };
    let scale = items
        .iter()
        .map(|(_, item)| item.profit)
        .fold(f64::INFINITY, f64::min);
    // The cost of a pivot in nodes of a search.
    let pivot = ((items.len() + 1) * (items.len() + 1) / 64) as u64;
    for _ in 0..PIVOTS {
        out.nodes += pivot + usable.len() as u64 / 16;
        let prices = program.prices();
        let cheapest = prices.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
        if let Some((row, price)) = cheapest
            && *price < -TINY * scale
        {
            if !program.enter(Column::Slack, 0.0, &[row]) {
                break;
            }
            continue;
        }
        let gain = |(rows, _, profit): &(Vec<usize>, Vec<usize>, f64)| {
            profit - rows.iter().filter_map(|row| prices.get(*row)).sum::<f64>()
        };
        let best = usable
            .iter()
            .map(|one| (gain(one), one))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((gain, (rows, pattern, profit))) = best
            && gain > TINY * scale
        {
            if !program.enter(Column::Pattern(pattern.clone()), *profit, rows) {
                break;
            }
            continue;
        }
        if out.nodes >= budget {
            break;
        }
        let beyond: Vec<(usize, Item)> = items
            .iter()
            .zip(&prices)
            .map(|((index, item), price)| {
                let profit = item.profit - price.max(0.0);
                (*index, Item { profit, ..*item })
            })
            .filter(|(_, item)| item.profit > 0.0)
            .collect();
        let found = search(&beyond, problem.capacity, 1, cut, 0.0, f64::INFINITY, STEP);
        out.nodes += found.nodes + items.len() as u64;
        let of_items: f64 = prices
            .iter()
            .take(items.len())
            .map(|price| price.max(0.0))
            .sum();
        let bound = of_items + problem.clusters as f64 * found.bound;
        if bound < out.bound {
            out.bound = bound;
            out.course.push((out.nodes, bound));
        }
        let Some(pattern) = found.clusters.and_then(|mut clusters| clusters.pop()) else {
            break;
        };
        let Some(rows) = rows_of(&pattern) else {
            break;
        };
        let profit = problem.profit(&pattern);
        let one = (rows, pattern, profit);
        if gain(&one) <= TINY * scale {
            break;
        }
        known.push(one.1.clone());
        usable.push(one);
    }
    for (column, _, part) in program.basis {
        if let Column::Pattern(pattern) = column
            && part > WHOLE
        {
            out.parts.push((part, pattern));
        }
    }
    schedule::sort::by(&mut out.parts, |a, b| b.0.total_cmp(&a.0));
    out
}

/// Packs the linear program's patterns: the pattern with the greatest part first, then the program is solved again for the
/// rest. `begin` is the place of the pattern that is packed first: dives that begin elsewhere end elsewhere.
///
/// Returns the clusters and the nodes visited.
///
/// Source: own choice (diving).
#[must_use]
pub fn dive(
    problem: &Problem,
    items: &[(usize, Item)],
    cut: Cut,
    first: &Relaxed,
    begin: usize,
    known: &mut Vec<Vec<usize>>,
    budget: u64,
) -> (Vec<Vec<usize>>, u64) {
    let mut rest = items.to_vec();
    let mut left = problem.clone();
    let mut packed: Vec<Vec<usize>> = Vec::with_capacity(problem.clusters);
    let mut parts = first.parts.clone();
    let turn = begin.min(parts.len());
    parts.rotate_left(turn);
    let mut nodes = 0;
    while left.clusters > 0 {
        let mut taken = false;
        for (part, pattern) in &parts {
            let free = pattern
                .iter()
                .all(|index| rest.iter().any(|(other, _)| other == index));
            // Whole patterns are sure; a round packs one of the others only where it has packed none yet.
            if !free || left.clusters == 0 || taken && *part < 1.0 - WHOLE {
                continue;
            }
            rest.retain(|(index, _)| !pattern.contains(index));
            packed.push(pattern.clone());
            left.clusters -= 1;
            taken = true;
        }
        if !taken || rest.is_empty() || left.clusters == 0 {
            break;
        }
        let again = relax(&left, &rest, cut, known, budget.saturating_sub(nodes));
        nodes += again.nodes;
        parts = again.parts;
    }
    (packed, nodes)
}

/// A branch: items packed for sure, items left out, and the bound of the rest.
struct Open {
    bound: f64,
    packed: Vec<usize>,
    left_out: Vec<usize>,
    relaxed: Relaxed,
}

/// The result of [`branch`].
#[derive(Clone, Debug)]
pub struct Branched {
    /// The best packing found; none where none is better than the one at the start.
    pub clusters: Option<Vec<Vec<usize>>>,
    /// The upper bound of any packing's profit.
    pub bound: f64,
    /// Nodes visited.
    pub nodes: u64,
    /// The course of the bound and of the best value known: nodes visited, bound, value.
    pub course: Vec<(u64, f64, f64)>,
}

/// Branch and bound over the items that the linear program packs in part: packed for sure, or left out. The branch with the
/// greatest bound is always next, so that the bound of all falls.
///
/// Source: own choice (branch and price).
#[must_use]
pub fn branch(
    problem: &Problem,
    items: &[(usize, Item)],
    cut: Cut,
    first: Relaxed,
    known: &mut Vec<Vec<usize>>,
    start: f64,
    budget: u64,
) -> Branched {
    // An item that must be packed yields so much more that every best packing has it.
    let bonus: f64 = items.iter().map(|(_, item)| item.profit).sum();
    let mut out = Branched {
        clusters: None,
        bound: first.bound,
        nodes: 0,
        course: Vec::new(),
    };
    let mut value = start;
    // The greatest bound of the branches in which no item is packed in part, though patterns are.
    let mut undecided: f64 = 0.0;
    let mut open = vec![Open {
        bound: first.bound,
        packed: Vec::new(),
        left_out: Vec::new(),
        relaxed: first,
    }];
    loop {
        let greatest = open
            .iter()
            .enumerate()
            .max_by(|a, b| a.1.bound.total_cmp(&b.1.bound));
        let most = greatest
            .map_or(0.0, |(_, one)| one.bound)
            .max(undecided)
            .max(value);
        if most < out.bound {
            out.bound = most;
            out.course.push((out.nodes, out.bound, value));
        }
        let Some((place, _)) = greatest.filter(|(_, one)| !reaches(value, one.bound)) else {
            break;
        };
        if out.nodes >= budget || undecided >= most {
            break;
        }
        let node = open.swap_remove(place);
        let parts = &node.relaxed.parts;
        if parts.iter().all(|(part, _)| *part > 1.0 - WHOLE) {
            let clusters: Vec<Vec<usize>> =
                parts.iter().map(|(_, pattern)| pattern.clone()).collect();
            let solution = problem.solution(&clusters);
            if solution.value > value {
                value = solution.value;
                out.clusters = Some(clusters);
            }
        }
        let share = |index: usize| -> f64 {
            parts
                .iter()
                .filter(|(_, pattern)| pattern.contains(&index))
                .map(|(part, _)| part)
                .sum()
        };
        let halves = items
            .iter()
            .map(|(index, _)| (*index, (share(*index) - 0.5).abs()));
        let half = halves
            .filter(|(index, far)| {
                *far < 0.5 - WHOLE && !node.packed.contains(index) && !node.left_out.contains(index)
            })
            .min_by(|a, b| a.1.total_cmp(&b.1));
        let Some((index, _)) = half else {
            undecided = undecided.max(node.bound);
            continue;
        };
        for packs in [true, false] {
            let (mut packed, mut left_out) = (node.packed.clone(), node.left_out.clone());
            if packs {
                packed.push(index)
            } else {
                left_out.push(index)
            }
            let mut changed = problem.clone();
            for index in &packed {
                if let Some(item) = changed.items.get_mut(*index) {
                    item.profit += bonus;
                }
            }
            let rest: Vec<(usize, Item)> = items
                .iter()
                .filter(|(index, _)| !left_out.contains(index))
                .map(|(index, _)| (*index, changed.item(*index)))
                .collect();
            let relaxed = relax(&changed, &rest, cut, known, budget);
            out.nodes += relaxed.nodes;
            let bound = (relaxed.bound - bonus * packed.len() as f64).min(node.bound);
            if !reaches(value, bound) {
                open.push(Open {
                    bound,
                    packed,
                    left_out,
                    relaxed,
                });
            }
        }
    }
    out
}
