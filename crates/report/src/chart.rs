//! Descriptions of charts: the contents of a drawing, not its look. A view that draws a chart may also read it aloud
//! ([`Chart::words`]) and show the numbers behind it ([`Chart::table`]).

mod bins;
mod build;
mod card;
mod constant;
mod fit;
mod graph;
mod grip;
mod shades;
mod table;
mod tree;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Offer;
use crate::agreement::Agreement;
use crate::figure::{Interval, Unit};
use crate::number::{self, finite_or_null};

pub use bins::Bins;
pub use card::{Card, Entry};
pub use fit::Fit;
pub use graph::{Edge, Move, Place, Token};
pub use grip::Grip;
pub use shades::Shades;
pub use tree::Node;

/// A chart that answers the question its title asks.
///
/// Its series are all of one kind; only lines and points may stand together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chart {
    /// Stable name for programs.
    pub key: String,
    /// The question or the statement.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series, in drawing order.
    pub series: Vec<Series>,
    /// Values to compare with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<Reference>,
    /// Dots that are dragged up and down, and set a parameter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grips: Vec<Grip>,
}

/// One axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Axis {
    /// The name of its quantity, without the unit.
    pub label: String,
    /// The unit of its numbers.
    pub unit: Unit,
    /// The way in which numbers become places.
    #[serde(default)]
    pub scale: Scale,
}

impl Axis {
    /// An axis on which equal steps are equally long.
    #[must_use]
    pub fn new(label: &str, unit: Unit) -> Self {
        Self {
            label: label.into(),
            unit,
            scale: Scale::Linear,
        }
    }

    /// The same axis with equal ratios equally long; it has no place for zero and less.
    #[must_use]
    pub fn logarithmic(mut self) -> Self {
        self.scale = Scale::Logarithmic;
        self
    }

    /// Whether a number has a place on it.
    #[must_use]
    pub fn has(&self, value: f64) -> bool {
        value.is_finite() && (self.scale == Scale::Linear || value > 0.0)
    }
}

/// The ways in which numbers become places on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal steps are equally long.
    #[default]
    Linear,
    /// Equal ratios are equally long.
    Logarithmic,
}

/// A line across the chart at a value to compare with, such as a bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reference {
    /// The axis that the value is on.
    pub on: Side,
    /// The value, in the axis's unit.
    pub value: f64,
    /// The name of the value.
    pub label: String,
    /// The parameter that it shows: dragged, it sets the parameter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<Handle>,
}

/// The parameter that a line across a chart sets where it is dragged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Handle {
    /// The parameter, by its name.
    pub parameter: String,
    /// The size of one unit of the parameter on the axis, above 0: 1000 where the parameter is in s and the axis in ms.
    pub scale: f64,
    /// The line's stops, where the parameter is a text; else the line stops where its slider does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stops: Option<Stops>,
}

/// The stops of a line that sets a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stops {
    /// The name of the moved value.
    pub title: String,
    /// The stop at which the line stands.
    pub at: u32,
    /// All stops, in the order of their values.
    pub all: Vec<Stop>,
}

/// A stop of a line that sets a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stop {
    /// The value on the axis, in its unit.
    pub value: f64,
    /// The value for people.
    pub said: String,
    /// The parameter's text at this stop.
    pub text: String,
}

/// One of the two axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The horizontal one.
    X,
    /// The vertical one.
    Y,
}

/// One set of marks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Series {
    /// A bar for each category, from zero up.
    Bars {
        /// Left to right.
        bars: Vec<Bar>,
    },
    /// Counts over equal bins.
    Histogram {
        /// The name of the counted values.
        name: String,
        /// The lower edge of the first bin, in the horizontal unit.
        from: f64,
        /// The width of each bin, above zero.
        width: f64,
        /// The number of values in each bin; the last bin holds its upper edge.
        counts: Vec<u32>,
        /// The series that the run is about, rather than one to compare with.
        main: bool,
    },
    /// A line through points.
    Line {
        /// The line's name.
        name: String,
        /// Left to right. A vertical value that is not a number leaves a gap.
        points: Vec<Point>,
        /// The course from point to point.
        course: Course,
        /// The drawing of its points' intervals.
        spread: Spread,
        /// The series that the run is about, rather than one to compare with.
        main: bool,
    },
    /// A dot for each point.
    Scatter {
        /// The dots' name.
        name: String,
        /// In any order.
        points: Vec<Point>,
        /// The straight line that is drawn through them.
        fit: Option<Fit>,
        /// The series that the run is about, rather than one to compare with.
        main: bool,
        /// The agreement with the computed values, where a document printed the dots: they are no result of the run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        printed: Option<Agreement>,
    },
    /// A box with whiskers for each category.
    Boxes {
        /// Left to right.
        boxes: Vec<Quartiles>,
    },
    /// A shade for each pair of categories.
    Heat {
        /// The quantity of the shades, and its unit.
        value: Axis,
        /// The categories from left to right.
        columns: Vec<String>,
        /// The rows from top to bottom: the category and a value for each column.
        rows: Vec<HeatRow>,
        /// The value that is neither much nor little, such as a correlation of 0: shades grow both ways from it, equally
        /// strong at equal distances, less in another colour than more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        centre: Option<f64>,
        /// A line that parts the cells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        border: Option<Border>,
        /// Cells that stand out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marked: Option<Marked>,
    },
    /// A tree, such as that of a search.
    Tree {
        /// The kinds of nodes. The first is the one that matters.
        kinds: Vec<String>,
        /// Parents before their children, children from left to right.
        nodes: Vec<Node>,
    },
    /// Places with arrows between them.
    Graph {
        /// The kinds of places. The first is the one that matters.
        kinds: Vec<String>,
        /// In the order in which they are read.
        places: Vec<Place>,
        /// The arrows.
        edges: Vec<Edge>,
        /// The tokens on the places; always in the same order, so that each is known again.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tokens: Vec<Token>,
        /// The changes that moving tokens makes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<Move>,
    },
}

/// A bar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bar {
    /// The category.
    pub label: String,
    /// The height.
    #[serde(with = "finite_or_null")]
    #[schemars(with = "Option<f64>")]
    pub value: f64,
    /// Drawn as an error bar.
    pub interval: Option<Interval>,
    /// The bar that the run is about.
    pub main: bool,
    /// Whether it is a bound that nothing reaches: drawn as an outline.
    #[serde(default)]
    pub bound: bool,
    /// The change that pressing it makes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
}

/// A point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// The horizontal value.
    #[serde(with = "finite_or_null")]
    #[schemars(with = "Option<f64>")]
    pub x: f64,
    /// The vertical value.
    #[serde(with = "finite_or_null")]
    #[schemars(with = "Option<f64>")]
    pub y: f64,
    /// The interval around the vertical value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

impl Point {
    /// A point without an interval.
    #[must_use]
    pub fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            interval: None,
        }
    }

    /// The same point with `y ± half` at 95 %.
    #[must_use]
    pub fn within(mut self, half: f64) -> Self {
        self.interval = Interval::around(self.y, half);
        self
    }
}

/// The course of a line from point to point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Course {
    /// Straight.
    Straight,
    /// A value holds until the next point.
    Steps,
}

/// The drawing of a line's intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Spread {
    /// An error bar at each point.
    Bars,
    /// A band along the line.
    Band,
}

/// A box: the quartiles, whiskers to the furthest values that are no outliers, and the outliers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Quartiles {
    /// The category.
    pub label: String,
    /// The end of the lower whisker.
    pub low: f64,
    /// A quarter of the values are at or below it.
    pub first: f64,
    /// Half of the values are at or below it.
    pub median: f64,
    /// Three quarters of the values are at or below it.
    pub third: f64,
    /// The end of the upper whisker.
    pub high: f64,
    /// The values beyond the whiskers, upwards.
    pub outliers: Vec<f64>,
    /// The box that the run is about.
    pub main: bool,
}

impl Quartiles {
    /// The box of some values: quartiles by linear interpolation between the order statistics (type 7 of Hyndman and
    /// Fan, 1996), whiskers to the furthest values within 1.5 times the box's height (Tukey, 1977). Values that are
    /// not finite are left out; no value, no box.
    #[must_use]
    pub fn of(label: &str, values: impl IntoIterator<Item = f64>, main: bool) -> Option<Self> {
        let mut sorted: Vec<f64> = values.into_iter().filter(|v| v.is_finite()).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * (sorted.len() as f64 - 1.0);
            let below = libm::floor(place);
            let low = *sorted.get(below as usize)?;
            let high = sorted.get(below as usize + 1).copied().unwrap_or(low);
            Some(low + (high - low) * (place - below))
        };
        let (first, median, third) = (at(0.25)?, at(0.5)?, at(0.75)?);
        let reach = 1.5 * (third - first);
        let within = |value: &f64| (first - reach..=third + reach).contains(value);
        Some(Self {
            label: label.into(),
            low: sorted.iter().copied().find(within).unwrap_or(first),
            first,
            median,
            third,
            high: sorted.iter().copied().rfind(within).unwrap_or(third),
            outliers: sorted.iter().copied().filter(|v| !within(v)).collect(),
            main,
        })
    }
}

/// A row of a heat map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HeatRow {
    /// The category.
    pub label: String,
    /// A value for each column; not a number where there is none.
    pub values: Vec<Shade>,
}

/// Cells of a heat map that stand out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Marked {
    /// The words on each marked cell.
    pub label: String,
    /// Their places, row by row from the left, counted from 0; ascending.
    pub cells: Vec<u32>,
}

impl Marked {
    /// Whether a cell stands out.
    pub(crate) fn has(&self, place: usize) -> bool {
        let place = u32::try_from(place);
        place.is_ok_and(|place| self.cells.binary_search(&place).is_ok())
    }
}

/// A line between the cells of a heat map: in each row, some cells from the left lie before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Border {
    /// The line's name.
    pub label: String,
    /// The number of cells before it, in each row from top to bottom.
    pub cells: Vec<u32>,
}

/// A value of a heat map.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Shade(
    #[serde(with = "finite_or_null")]
    #[schemars(with = "Option<f64>")]
    pub f64,
);

impl Series {
    /// The series' name among several; bars, boxes and shades are named one by one instead.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Histogram { name, .. } | Self::Line { name, .. } | Self::Scatter { name, .. } => {
                Some(name)
            }
            Self::Bars { .. }
            | Self::Boxes { .. }
            | Self::Heat { .. }
            | Self::Tree { .. }
            | Self::Graph { .. } => None,
        }
    }

    /// The agreement with the computed values, where a document printed the series.
    #[must_use]
    pub fn agreement(&self) -> Option<Agreement> {
        match self {
            Self::Scatter { printed, .. } => *printed,
            _ => None,
        }
    }

    /// Whether the run is about the series; otherwise the series is there to compare with.
    #[must_use]
    pub fn is_main(&self) -> bool {
        match self {
            Self::Histogram { main, .. } | Self::Line { main, .. } | Self::Scatter { main, .. } => {
                *main
            }
            Self::Bars { .. }
            | Self::Boxes { .. }
            | Self::Heat { .. }
            | Self::Tree { .. }
            | Self::Graph { .. } => true,
        }
    }
}

impl Chart {
    /// Calls `each` with every computed number that is drawn, in order; dots that a document printed are left out.
    pub fn numbers(&self, each: &mut dyn FnMut(f64)) {
        for series in &self.series {
            series.numbers(each);
        }
        for reference in &self.references {
            each(reference.value);
        }
    }

    /// The divisors of the axes' numbers before they are written, horizontal first, and the units of the
    /// quotients: the units that suit the largest number.
    #[must_use]
    pub fn units(&self) -> [(f64, &'static str); 2] {
        let (mut right, mut top) = (0.0_f64, 0.0_f64);
        for series in &self.series {
            series.reach(&mut right, &mut top);
        }
        for reference in &self.references {
            match reference.on {
                Side::X => right = right.max(reference.value.abs()),
                Side::Y => top = top.max(reference.value.abs()),
            }
        }
        [
            number::scale(right, self.x.unit),
            number::scale(top, self.y.unit),
        ]
    }
}

impl Series {
    fn numbers(&self, each: &mut dyn FnMut(f64)) {
        let interval = |interval: Option<Interval>, each: &mut dyn FnMut(f64)| {
            if let Some(interval) = interval {
                each(interval.low);
                each(interval.high);
            }
        };
        match self {
            Self::Bars { bars } => {
                for bar in bars {
                    each(bar.value);
                    interval(bar.interval, each);
                }
            }
            Self::Histogram {
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
            Self::Scatter {
                printed: Some(_), ..
            } => {}
            Self::Line { points, .. } | Self::Scatter { points, .. } => {
                for point in points {
                    each(point.x);
                    each(point.y);
                    interval(point.interval, each);
                }
                if let Self::Scatter { fit: Some(fit), .. } = self {
                    each(fit.intercept);
                    each(fit.slope);
                }
            }
            Self::Boxes { boxes } => {
                for one in boxes {
                    [one.low, one.first, one.median, one.third, one.high]
                        .into_iter()
                        .for_each(&mut *each);
                    one.outliers.iter().copied().for_each(&mut *each);
                }
            }
            Self::Heat { rows, .. } => {
                for shade in rows.iter().flat_map(|row| &row.values) {
                    each(shade.0);
                }
            }
            Self::Tree { nodes, .. } => {
                for node in nodes {
                    each(node.value);
                }
            }
            Self::Graph { places, .. } => {
                for place in places {
                    each(place.value);
                }
            }
        }
    }

    /// Lets `right` and `top` grow to the largest size of a number on each axis.
    fn reach(&self, right: &mut f64, top: &mut f64) {
        let grow = |most: &mut f64, value: f64| {
            if value.is_finite() {
                *most = most.max(value.abs());
            }
        };
        match self {
            Self::Bars { bars } => {
                for bar in bars {
                    grow(
                        top,
                        bar.interval.map_or(bar.value, |interval| interval.high),
                    );
                }
            }
            Self::Histogram {
                from,
                width,
                counts,
                ..
            } => {
                grow(right, from + width * counts.len() as f64);
                grow(top, counts.iter().copied().max().unwrap_or(0).into());
            }
            Self::Line { points, .. } | Self::Scatter { points, .. } => {
                for point in points {
                    grow(right, point.x);
                    grow(top, point.y);
                }
            }
            Self::Boxes { boxes } => {
                for one in boxes {
                    grow(top, one.outliers.last().copied().unwrap_or(one.high));
                    grow(top, one.high);
                }
            }
            Self::Tree { nodes, .. } => {
                for node in nodes {
                    grow(top, node.value);
                }
            }
            Self::Graph { places, .. } => {
                for place in places {
                    grow(top, place.value);
                }
            }
            Self::Heat { .. } => {}
        }
    }
}
