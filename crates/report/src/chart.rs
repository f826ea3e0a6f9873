//! Descriptions of charts: what is drawn, not how.

use serde::{Deserialize, Serialize};

use crate::figure::{Interval, Unit};

/// A chart that answers the question its title asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// Stable name for programs.
    pub key: String,
    /// The question or the statement.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is drawn, in drawing order.
    pub series: Vec<Series>,
}

/// One axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// What it shows, without the unit.
    pub label: String,
    /// The unit of its numbers.
    pub unit: Unit,
}

/// One set of marks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Series {
    /// A bar for each category, from zero up.
    Bars {
        /// Left to right.
        bars: Vec<Bar>,
    },
    /// Counts over equal bins.
    Histogram {
        /// What was counted.
        name: String,
        /// The lower edge of the first bin, in the horizontal unit.
        from: f64,
        /// The width of each bin, above zero.
        width: f64,
        /// How many fell into each bin; the last bin holds its upper edge.
        counts: Vec<u32>,
        /// The series that the run is about, rather than one to compare with.
        main: bool,
    },
}

/// A bar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// The category.
    pub label: String,
    /// The height.
    pub value: f64,
    /// Drawn as an error bar.
    pub interval: Option<Interval>,
    /// The bar that the run is about.
    pub main: bool,
}

impl Chart {
    /// Calls `each` with every number that is drawn, in order.
    pub fn numbers(&self, each: &mut dyn FnMut(f64)) {
        for series in &self.series {
            match series {
                Series::Bars { bars } => {
                    for bar in bars {
                        each(bar.value);
                        if let Some(interval) = bar.interval {
                            each(interval.low);
                            each(interval.high);
                        }
                    }
                }
                Series::Histogram {
                    from,
                    width,
                    counts,
                    ..
                } => {
                    each(*from);
                    each(*width);
                    for count in counts {
                        each(f64::from(*count));
                    }
                }
            }
        }
    }
}

/// Bins that several histograms share: from the smallest to the largest value of all of them.
///
/// `width` is above zero even where all values are equal; values that are not finite are left out.
///
/// ```
/// let bins = report::chart::Bins::over(4, [1.0, 2.0, 5.0]);
/// assert_eq!(bins.count([1.0, 2.0, 5.0]), [1, 1, 0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bins {
    /// The lower edge of the first bin.
    pub from: f64,
    /// The width of each bin.
    pub width: f64,
    /// How many bins there are, at least one.
    pub number: usize,
}

impl Bins {
    /// `number` bins over all of `values`.
    pub fn over(number: usize, values: impl IntoIterator<Item = f64>) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        let number = number.max(1);
        if low > high {
            return Self {
                from: 0.0,
                width: 1.0,
                number,
            };
        }
        let width = (high - low) / number as f64;
        let width = if width > 0.0 {
            width
        } else {
            low.abs().max(1.0) / number as f64
        };
        Self {
            from: low,
            width,
            number,
        }
    }

    /// How many of `values` fall into each bin.
    pub fn count(&self, values: impl IntoIterator<Item = f64>) -> Vec<u32> {
        let mut counts = vec![0; self.number];
        for value in values.into_iter().filter(|value| value.is_finite()) {
            let bin = ((value - self.from) / self.width).max(0.0) as usize;
            if let Some(count) = counts.get_mut(bin.min(self.number - 1)) {
                *count += 1;
            }
        }
        counts
    }
}
