//! The numbers that Dobber 2006 prints for its 130 measured traces, to compare with: the first seventeen
//! statistics of [`ALL`](super::ALL), in its order.

use crate::synthetic::Preset;

/// The number of printed statistics.
pub const PRINTED: usize = 17;

/// The six representative data sets of section 3.7 (lines below Table 3.3), after which presets are named; means and
/// deviations in ms, shares and ratios to two decimals.
pub const SETS: [(Preset, [f64; PRINTED]); 6] = [
    (
        Preset::Ar01,
        [
            23922.0, 11187.0, 0.47, 9443.0, 1.18, 8471.0, 1.57, 3.39, 4665.0, 0.20, 0.80, 0.03,
            6265.0, 8240.0, 0.56, 0.87, 0.31,
        ],
    ),
    (
        Preset::Ar02,
        [
            1346.0, 507.0, 0.38, 493.0, 1.03, 303.0, 1.03, 2.67, 230.0, 0.17, 0.65, 0.03, 330.0,
            418.0, 0.65, 0.85, 0.42,
        ],
    ),
    (
        Preset::Au01,
        [
            407.0, 208.0, 0.51, 194.0, 1.07, 123.0, 1.34, 2.64, 105.0, 0.26, 0.76, 0.02, 108.0,
            144.0, 0.52, 0.74, 0.27,
        ],
    ),
    (
        Preset::Au02,
        [
            301.0, 183.0, 0.61, 206.0, 0.89, 92.0, 1.39, 2.25, 139.0, 0.46, 1.64, 0.04, 148.0,
            198.0, 0.81, 0.96, 0.65,
        ],
    ),
    (
        Preset::Telaviv01,
        [
            656.0, 521.0, 0.79, 680.0, 0.77, 166.0, 1.11, 1.42, 479.0, 0.73, 2.64, 0.01, 488.0,
            665.0, 0.94, 0.98, 0.88,
        ],
    ),
    (
        Preset::Warsch01,
        [
            300.0, 67.0, 0.22, 50.0, 1.34, 48.0, 0.72, 3.23, 34.0, 0.11, 0.98, 0.03, 35.0, 40.0,
            0.53, 0.80, 0.28,
        ],
    ),
];

/// The numbers of Table 3.3 for one statistic over all 130 data sets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The average.
    pub average: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The smallest.
    pub least: f64,
    /// The largest.
    pub most: f64,
}

const fn spread(average: f64, sd: f64, least: f64, most: f64) -> Spread {
    Spread {
        average,
        sd,
        least,
        most,
    }
}

/// Table 3.3 over all 130 data sets.
pub const POPULATION: [Spread; PRINTED] = [
    spread(3419.0, 8449.0, 107.0, 42728.0),
    spread(1817.0, 4312.0, 67.0, 20560.0),
    spread(0.57, 0.26, 0.22, 1.81),
    spread(1474.0, 3224.0, 50.0, 14970.0),
    spread(1.12, 0.30, 0.70, 1.83),
    spread(1287.0, 3392.0, 29.0, 16627.0),
    spread(1.36, 0.57, 0.63, 3.62),
    spread(2.54, 0.78, 1.02, 3.68),
    spread(683.0, 1466.0, 23.0, 6649.0),
    spread(0.24, 0.25, 0.08, 1.73),
    spread(0.71, 0.63, 0.18, 3.56),
    spread(0.06, 0.06, 0.01, 0.22),
    spread(794.0, 1576.0, 35.0, 7096.0),
    spread(1107.0, 2268.0, 40.0, 10499.0),
    spread(0.53, 0.17, 0.24, 0.96),
    spread(0.76, 0.13, 0.49, 0.99),
    spread(0.31, 0.20, 0.06, 0.91),
];

/// Correlations over the 130 data sets that section 3.7 quotes from Table 3.4, by the keys of two statistics.
pub const CORRELATIONS: [([&str; 2], f64); 6] = [
    (["mean", "sd"], 0.99),
    (["f-jumps", "sd-per-rmse-lv"], -0.70),
    (["f-jumps", "s-mu-per-s"], -0.74),
    (["f-jumps", "mse-jumps-per-s2"], 0.61),
    (["mse-jumps-per-s2", "s-mu-per-s"], -0.77),
    (["sd-per-rmse-lv", "mse-jumps-per-s2"], -0.83),
];
