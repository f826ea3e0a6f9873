//! The agreement of the fits with the tables, and the tables' dependence on r and p (Dobber 2006, tables 5.4 to 5.6).

use statistics::{least_squares, mae, mean, pearson, rmse};

use super::measured::{self, EXCESS};

/// A table of numbers for r = 0, 1 … (rows) and p = r + 1, r + 2 … (columns).
#[derive(Clone, Debug, PartialEq)]
pub struct Triangle(pub Vec<Vec<f64>>);

impl Triangle {
    /// A printed table.
    #[must_use]
    pub fn of(rows: &[&[f64]]) -> Self {
        Self(rows.iter().map(|row| row.to_vec()).collect())
    }

    /// The number for `r` and `p`.
    #[must_use]
    pub fn at(&self, r: u32, p: u32) -> Option<f64> {
        let column = p.checked_sub(r + 1)?;
        self.0.get(r as usize)?.get(column as usize).copied()
    }

    /// Every number with its r and p, row by row.
    pub fn entries(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        (0..)
            .zip(&self.0)
            .flat_map(|(r, row)| (r + 1..).zip(row).map(move |(p, value)| (r, p, *value)))
    }

    /// The largest p.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.entries().map(|(_, p, _)| p).max().unwrap_or(0)
    }

    /// The correlation with r, for each p on its own, averaged with the number of entries as weights.
    #[must_use]
    pub fn correlation_with_r(&self) -> f64 {
        weighted((1..=self.columns()).map(|p| self.column(p)))
    }

    /// The correlation with p, for each r on its own, averaged with the number of entries as weights.
    #[must_use]
    pub fn correlation_with_p(&self) -> f64 {
        weighted((0..self.0.len() as u32).map(|r| self.row(r)))
    }

    /// The change of the mean over p with r: the slope of a straight line through the means.
    #[must_use]
    pub fn slope_over_r(&self) -> f64 {
        slope((0..self.0.len() as u32).map(|r| (r, self.row(r))))
    }

    /// The change of the mean over r with p.
    #[must_use]
    pub fn slope_over_p(&self) -> f64 {
        slope((1..=self.columns()).map(|p| (p, self.column(p))))
    }

    /// (p, number) of a row.
    fn row(&self, r: u32) -> Vec<(f64, f64)> {
        self.entries()
            .filter(|entry| entry.0 == r)
            .map(|(_, p, value)| (f64::from(p), value))
            .collect()
    }

    /// (r, number) of a column.
    fn column(&self, p: u32) -> Vec<(f64, f64)> {
        self.entries()
            .filter(|entry| entry.1 == p)
            .map(|(r, _, value)| (f64::from(r), value))
            .collect()
    }
}

fn weighted(groups: impl Iterator<Item = Vec<(f64, f64)>>) -> f64 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for group in groups {
        let (xs, ys): (Vec<f64>, Vec<f64>) = group.into_iter().unzip();
        let correlation = pearson(&xs, &ys);
        if correlation.is_finite() {
            sum += xs.len() as f64 * correlation;
            weight += xs.len() as f64;
        }
    }
    sum / weight
}

fn slope(groups: impl Iterator<Item = (u32, Vec<(f64, f64)>)>) -> f64 {
    let (at, means): (Vec<f64>, Vec<f64>) = groups
        .filter(|(_, group)| !group.is_empty())
        .map(|(at, group)| {
            let values: Vec<f64> = group.into_iter().map(|(_, value)| value).collect();
            (f64::from(at), mean(&values))
        })
        .unzip();
    least_squares(&at, &means).slope
}

/// The distance of numbers from their fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The mean of the numbers.
    pub mean: f64,
    /// The mean absolute error.
    pub absolute: f64,
    /// The root of the mean square error.
    pub square: f64,
}

impl Agreement {
    /// The agreement of pairs of a number and its fit.
    #[must_use]
    pub fn of(pairs: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let (values, fits): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        Self {
            mean: mean(&values),
            absolute: mae(&values, &fits),
            square: rmse(&values, &fits),
        }
    }

    /// α against the constant ½.
    #[must_use]
    pub fn of_excess(excesses: &Triangle) -> Self {
        Self::of(excesses.entries().map(|(_, _, value)| (value, EXCESS)))
    }

    /// β against (1.54 - 0.14 i)(0.63 + 0.02 j).
    #[must_use]
    pub fn of_spread(spreads: &Triangle) -> Self {
        let fitted = measured::fitted_spread;
        Self::of(spreads.entries().map(|(r, p, value)| (value, fitted(r, p))))
    }

    /// γ against the constant 0.81.
    #[must_use]
    pub fn of_dependence(dependences: &[f64]) -> Self {
        Self::of(
            dependences
                .iter()
                .map(|value| (*value, measured::DEPENDENCE)),
        )
    }
}
