//! α, β and γ as the document measured them on 130 traces, and its fits (Dobber 2006, tables 5.1 to 5.3 and 5.8).

/// α in the document's figures (table 5.8).
pub const EXCESS: f64 = 0.5;
/// β of models 1.2 and 2.2 in the document's figures (table 5.8).
pub const SPREAD: f64 = 0.95;
/// γ in the document's figures (table 5.8).
pub const DEPENDENCE: f64 = 0.81;

/// α(r, p): rows r = 0 to 6, columns p = r + 1 to 7 (table 5.1).
pub const EXCESSES: [&[f64]; 7] = [
    &[0.51, 0.51, 0.49, 0.45, 0.42, 0.38, 0.35],
    &[0.54, 0.55, 0.54, 0.55, 0.55, 0.54],
    &[0.53, 0.54, 0.53, 0.52, 0.53],
    &[0.52, 0.50, 0.49, 0.49],
    &[0.50, 0.47, 0.42],
    &[0.46, 0.47],
    &[0.43],
];

/// β(r, p): rows r = 0 to 6, columns p = r + 1 to 7 (table 5.2).
pub const SPREADS: [&[f64]; 7] = [
    &[1.05, 1.07, 1.10, 1.14, 1.22, 1.26, 1.26],
    &[0.95, 1.01, 0.99, 0.97, 0.96, 0.96],
    &[0.80, 0.94, 0.99, 1.00, 1.00],
    &[0.71, 0.82, 0.89, 0.95],
    &[0.67, 0.83, 0.84],
    &[0.62, 0.86],
    &[0.53],
];

/// 1 - γ for r = 1 to 6, printed as γ (table 5.3).
pub const INDEPENDENCES: [f64; 6] = [0.20, 0.17, 0.18, 0.15, 0.18, 0.21];

/// The largest r of the tables.
pub const ROWS: u32 = 6;
/// The largest p of the tables.
pub const COLUMNS: u32 = 7;

/// (1.54 - 0.14 i)(0.63 + 0.02 j), not below 0 (Dobber 2006, table 5.6); fitted to i up to 6 and j up to 7.
#[must_use]
pub fn fitted_spread(i: u32, j: u32) -> f64 {
    ((-0.14 * f64::from(i) + 1.54) * (0.02 * f64::from(j) + 0.63)).max(0.0)
}

/// β(i, j), i below j, of table 5.2; beyond the table the nearest column of the row, beyond its rows the last entry (own
/// choice).
#[must_use]
pub fn tabulated_spread(i: u32, j: u32) -> f64 {
    let row = i.min(ROWS);
    let column = j.min(COLUMNS).saturating_sub(row + 1);
    SPREADS
        .get(row as usize)
        .and_then(|row| row.get(column as usize))
        .copied()
        .unwrap_or(f64::NAN)
}
