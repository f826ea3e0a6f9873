//! The correlation of the columns of a table (Dobber 2006, Table 3.4).

/// Pearson's correlation of every pair of columns, from -1 to 1: row i, column j has that of columns i and j.
///
/// Rows of a pair where either value is not a finite number are left out. NaN where fewer than two rows are left or
/// where either column is constant there; else 1 on the diagonal. Columns end with the shortest of a pair.
///
/// ```
/// let table = [vec![1.0, 2.0, 3.0], vec![2.0, 4.0, f64::NAN], vec![5.0, 5.0, 5.0]];
/// let r = statistics::correlation::matrix(&table);
/// assert_eq!((r[0][0], r[0][1]), (1.0, 1.0));
/// assert!(r[0][2].is_nan());
/// ```
pub fn matrix(columns: &[Vec<f64>]) -> Vec<Vec<f64>> {
    columns
        .iter()
        .map(|x| columns.iter().map(|y| of_pair(x, y)).collect())
        .collect()
}

fn of_pair(x: &[f64], y: &[f64]) -> f64 {
    let (x, y): (Vec<f64>, Vec<f64>) = x
        .iter()
        .zip(y)
        .filter(|(x, y)| x.is_finite() && y.is_finite())
        .unzip();
    // Rounding may bring it past 1 or -1.
    crate::pearson(&x, &y).clamp(-1.0, 1.0)
}
