//! The example application: red/black successive over-relaxation on a grid (Dobber 2006, section 2.3).
//!
//! The points of a grid are coloured like a checkerboard. One iteration updates all red points, then all black ones;
//! the neighbours of a red point are black and vice versa, so that the points of one colour can be updated
//! in any order, on any number of processors. Each processor holds a stripe of rows and exchanges borders with the
//! stripes above and below only.
//!
//! Dobber 2006 describes the update in words; formula, border and the rule for whole rows are own choice.

use crate::Error;

/// The most rows and columns of a grid.
pub const MAX_SIDE: usize = 4_096;

/// A grid of points whose border is fixed: 1 along the top row, 0 along the other three sides; the interior starts
/// at 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    columns: usize,
    omega: f64,
    points: Vec<f64>,
}

impl Grid {
    /// A grid of `rows` x `columns` points, border included, with relaxation factor `omega`.
    ///
    /// A grid with fewer than 3 rows or columns has no interior; an iteration changes nothing there.
    ///
    /// # Errors
    /// [`Error::Grid`] unless rows and columns are 1 to [`MAX_SIDE`] and 0 < `omega` < 2.
    pub fn new(rows: usize, columns: usize, omega: f64) -> Result<Self, Error> {
        let sides = 1..=MAX_SIDE;
        let in_range =
            sides.contains(&rows) && sides.contains(&columns) && omega > 0.0 && omega < 2.0;
        if !in_range {
            return Err(Error::Grid {
                rows,
                columns,
                omega,
            });
        }
        Ok(Self::start(rows, columns, omega))
    }

    /// The grid before the first iteration; the arguments are in range.
    pub(crate) fn start(rows: usize, columns: usize, omega: f64) -> Self {
        let mut points = vec![0.0; rows * columns];
        points
            .iter_mut()
            .take(columns)
            .for_each(|point| *point = 1.0);
        Self {
            columns,
            omega,
            points,
        }
    }

    /// One iteration: all red points (row + column even, counted from 0), then all black ones.
    pub fn iterate(&mut self) {
        self.update(0);
        self.update(1);
    }

    /// Moves every interior point with row + column = `colour` modulo 2 towards the mean of its four neighbours:
    /// u becomes (1 - omega) u + omega mean.
    fn update(&mut self, colour: usize) {
        let Self { columns, omega, .. } = *self;
        for row in 1..(self.points.len() / columns).saturating_sub(1) {
            let (above, rest) = self.points.split_at_mut(row * columns);
            let (current, below) = rest.split_at_mut(columns);
            let above = above.iter().skip((row - 1) * columns + 1);
            let below = below.iter().skip(1);
            // `west` is the column to the left of a point of this colour; row + west + 1 = colour modulo 2.
            let first = (row + 1 + colour) % 2;
            for (west, (above, below)) in above.zip(below).enumerate().skip(first).step_by(2) {
                if let Some([left, point, right]) = current.get_mut(west..west + 3) {
                    let mean = (*above + *below + *left + *right) / 4.0;
                    *point = (1.0 - omega) * *point + omega * mean;
                }
            }
        }
    }

    /// The rows of the interior, from the top; each without its border points.
    pub fn interior(&self) -> impl Iterator<Item = &[f64]> {
        let rows = self.points.len() / self.columns;
        let columns = self.columns;
        self.points
            .chunks_exact(columns)
            .skip(1)
            .take(rows.saturating_sub(2))
            .filter_map(move |row| row.get(1..columns.saturating_sub(1)))
            .filter(|row| !row.is_empty())
    }

    /// The sum of the interior points, row by row: one number that depends on every update.
    pub fn checksum(&self) -> f64 {
        self.interior().flatten().sum()
    }
}

/// The number of rows of each processor, proportional to its share: the whole part of share / sum x rows, then one more
/// row for the largest fractional parts, ties to the lowest processor.
///
/// The result adds up to `rows`, unless there is no processor. Shares are at least 0 and finite; when all are 0 they
/// count as equal.
pub fn stripes(shares: &[f64], rows: usize) -> Vec<usize> {
    let total: f64 = shares.iter().sum();
    let ideal = |share: &f64| {
        let part = if total > 0.0 {
            share / total
        } else {
            1.0 / shares.len() as f64
        };
        part * rows as f64
    };
    let mut stripes: Vec<(usize, f64)> = shares
        .iter()
        .map(ideal)
        .map(|ideal| (ideal.floor() as usize, ideal - ideal.floor()))
        .collect();
    let left = rows.saturating_sub(stripes.iter().map(|(rows, _)| rows).sum());

    let mut order: Vec<&mut (usize, f64)> = stripes.iter_mut().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    order.iter_mut().take(left).for_each(|(rows, _)| *rows += 1);
    drop(order);
    stripes.into_iter().map(|(rows, _)| rows).collect()
}
