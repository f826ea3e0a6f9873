//! Nodes made alike, as the formulas assume them (Dobber 2006, section 5.5).

use statistics::{mean, sd};

/// The shortest runtime that rescaling leaves, over the mean. The thesis says nothing of runtimes that its rescaling
/// makes negative; they are clipped just above 0 (own choice), where they still are runtimes.
const SHORTEST: f64 = 1e-3;

/// Rescales every node's runtimes, by a factor and an offset of its own, to the given mean, above zero, and to the
/// coefficient of variation c_X = `variation`, not below zero. Returns the share of the runtimes that were clipped: that
/// would have been below a thousandth of the mean. A node whose runtimes are all equal stays so.
pub fn alike(nodes: &mut [Vec<f64>], mean_runtime: f64, variation: f64) -> f64 {
    let shortest = SHORTEST * mean_runtime;
    let (mut clipped, mut all) = (0_u32, 0_u32);
    for runtimes in nodes {
        let centre = mean(runtimes);
        let spread = sd(runtimes);
        let factor = if spread > 0.0 {
            variation * mean_runtime / spread
        } else {
            0.0
        };
        for runtime in runtimes {
            let rescaled = mean_runtime + (*runtime - centre) * factor;
            all += 1;
            clipped += u32::from(rescaled < shortest);
            *runtime = rescaled.max(shortest);
        }
    }
    f64::from(clipped) / f64::from(all.max(1))
}
