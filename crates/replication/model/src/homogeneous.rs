//! Nodes made identical, as the formulas assume (Dobber 2006, section 5.5).

use statistics::{mean, sd};

/// The shortest runtime that rescaling leaves, over the mean. The thesis says nothing of runtimes that its rescaling
/// makes negative; they are clipped just above 0 (own choice), where they still are runtimes.
const SHORTEST: f64 = 1e-3;

/// The runtimes and nodes that rescaling does not give the mean and the variation asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alike {
    /// The share of the runtimes that were clipped: that would have been below a thousandth of the mean.
    pub clipped: f64,
    /// The number of nodes whose runtimes are all equal: they get the mean, and no variation.
    pub constant: usize,
    /// The number of all nodes.
    pub nodes: usize,
}

impl Alike {
    /// Whether no node has the variation asked for, which is above 0.
    #[must_use]
    pub fn never_vary(&self, variation: f64) -> bool {
        variation > 0.0 && self.constant == self.nodes
    }
}

/// Rescales every node's runtimes, by a factor and an offset of its own, to the given mean, above zero, and to the
/// coefficient of variation c_X = `variation`, not below zero. A node whose runtimes are all equal stays so.
pub fn alike(nodes: &mut [Vec<f64>], mean_runtime: f64, variation: f64) -> Alike {
    let shortest = SHORTEST * mean_runtime;
    let (mut clipped, mut all, mut constant) = (0_u32, 0_u32, 0);
    let number = nodes.len();
    for runtimes in nodes {
        let centre = mean(runtimes);
        // Equal numbers have a deviation of 0, a single one has none: neither is a divisor.
        let equal = runtimes.windows(2).all(|pair| pair.first() == pair.last());
        constant += usize::from(equal);
        let factor = match equal {
            true => 0.0,
            false => variation * mean_runtime / sd(runtimes),
        };
        for runtime in runtimes {
            let rescaled = mean_runtime + (*runtime - centre) * factor;
            all += 1;
            clipped += u32::from(rescaled < shortest);
            *runtime = rescaled.max(shortest);
        }
    }
    Alike {
        clipped: f64::from(clipped) / f64::from(all.max(1)),
        constant,
        nodes: number,
    }
}
