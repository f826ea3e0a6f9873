//! Constructors of charts, which the topics of every laboratory use.

use std::borrow::Borrow;

use super::{
    Axis, Bar, Bins, Border, Chart, Course, Edge, Fit, Grip, Handle, HeatRow, Marked, Move, Node,
    Place, Point, Quartiles, Reference, Series, Shade, Side, Spread, Stop, Stops, Token,
};
use crate::Offer;
use crate::agreement::Agreement;
use crate::figure::{Interval, Unit};

impl Chart {
    /// A chart without lines to compare with.
    ///
    /// ```
    /// use report::Chart;
    /// use report::chart::{Axis, Series, Side};
    ///
    /// let series = vec![Series::line("measured", [(1.0, 2.0), (2.0, 3.0)], true)];
    /// let chart = Chart::new("growth", "Does it grow?", Axis::count("job"), Axis::number("size"), series)
    ///     .beside(Side::Y, 2.5, "mean");
    /// assert_eq!(chart.references.len(), 1);
    /// ```
    #[must_use]
    pub fn new(key: &str, title: &str, x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self {
            key: key.into(),
            title: title.into(),
            x,
            y,
            series,
            references: Vec::new(),
            grips: Vec::new(),
        }
    }

    /// The same chart with dots that are dragged.
    #[must_use]
    pub fn gripped(mut self, grips: impl IntoIterator<Item = Grip>) -> Self {
        self.grips.extend(grips);
        self
    }

    /// The same chart with one more line across it, at a value to compare with.
    #[must_use]
    pub fn beside(mut self, on: Side, value: f64, label: &str) -> Self {
        self.references.push(Reference {
            on,
            value,
            label: label.into(),
            handle: None,
        });
        self
    }

    /// The same chart with one more line across it, which shows a parameter and sets it where it is dragged: one unit of the
    /// parameter is `scale` on the axis; where that is 0, the line only shows it.
    #[must_use]
    pub fn held(mut self, on: Side, value: f64, label: &str, parameter: &str, scale: f64) -> Self {
        self.references.push(Reference {
            on,
            value,
            label: label.into(),
            handle: (scale > 0.0).then(|| Handle {
                parameter: parameter.into(),
                scale,
                stops: None,
            }),
        });
        self
    }

    /// The same chart with a line that sets a text where it is dragged to one of these stops. Where `value` is none of them, the line
    /// only shows it.
    #[must_use]
    pub fn set_by(
        mut self,
        on: Side,
        value: f64,
        label: &str,
        parameter: &str,
        all: Vec<Stop>,
    ) -> Self {
        let at = all.iter().position(|stop| stop.value == value);
        self.references.push(Reference {
            on,
            value,
            label: label.into(),
            handle: at.map(|at| Handle {
                parameter: parameter.into(),
                scale: 1.0,
                stops: Some(Stops {
                    title: label.into(),
                    at: at as u32,
                    all,
                }),
            }),
        });
        self
    }

    /// The same chart with one more line across it, where there is a value to compare with.
    #[must_use]
    pub fn beside_any(self, on: Side, value: Option<f64>, label: &str) -> Self {
        match value {
            Some(value) => self.beside(on, value, label),
            None => self,
        }
    }
}

impl Axis {
    /// An axis of plain numbers or of names.
    #[must_use]
    pub fn number(label: &str) -> Self {
        Self::new(label, Unit::One)
    }

    /// An axis of whole numbers.
    #[must_use]
    pub fn count(label: &str) -> Self {
        Self::new(label, Unit::Count)
    }

    /// An axis of shares, in per cent.
    #[must_use]
    pub fn share(label: &str) -> Self {
        Self::new(label, Unit::Share)
    }

    /// An axis of times, given in ms.
    #[must_use]
    pub fn time(label: &str) -> Self {
        Self::new(label, Unit::Milliseconds)
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Self::new(x, y)
    }
}

/// Points of values that can be points.
fn points(of: impl IntoIterator<Item = impl Into<Point>>) -> Vec<Point> {
    of.into_iter().map(Into::into).collect()
}

impl Series {
    fn through(name: &str, points: Vec<Point>, course: Course, spread: Spread, main: bool) -> Self {
        Self::Line {
            name: name.into(),
            points,
            course,
            spread,
            main,
        }
    }

    /// A straight line through points, with error bars where they have intervals.
    #[must_use]
    pub fn line(name: &str, of: impl IntoIterator<Item = impl Into<Point>>, main: bool) -> Self {
        Self::through(name, points(of), Course::Straight, Spread::Bars, main)
    }

    /// A straight line through many points, with a band where they have intervals.
    #[must_use]
    pub fn curve(name: &str, of: impl IntoIterator<Item = impl Into<Point>>, main: bool) -> Self {
        Self::through(name, points(of), Course::Straight, Spread::Band, main)
    }

    /// The same, a value holding until the next point.
    #[must_use]
    pub fn steps(name: &str, of: impl IntoIterator<Item = impl Into<Point>>, main: bool) -> Self {
        Self::through(name, points(of), Course::Steps, Spread::Band, main)
    }

    /// A dot for each point.
    #[must_use]
    pub fn dots(name: &str, of: impl IntoIterator<Item = impl Into<Point>>, main: bool) -> Self {
        Self::scatter(name, of, None, main)
    }

    /// Dots with the straight line that is nearest to all of them.
    #[must_use]
    pub fn fitted(name: &str, of: impl IntoIterator<Item = impl Into<Point>>, main: bool) -> Self {
        let points = points(of);
        let fit = Fit::least_squares(&points);
        Self::scatter(name, points, fit, main)
    }

    /// Dots with a given line, if there is one.
    #[must_use]
    pub fn scatter(
        name: &str,
        of: impl IntoIterator<Item = impl Into<Point>>,
        fit: Option<Fit>,
        main: bool,
    ) -> Self {
        Self::Scatter {
            name: name.into(),
            points: points(of),
            fit,
            main,
            printed: None,
        }
    }

    /// Dots that a document printed, over the computed values, and their agreement with these.
    #[must_use]
    pub fn printed(
        name: &str,
        of: impl IntoIterator<Item = impl Into<Point>>,
        agreement: Agreement,
    ) -> Self {
        Self::Scatter {
            name: name.into(),
            points: points(of),
            fit: None,
            main: false,
            printed: Some(agreement),
        }
    }

    /// The number of `values` in each bin.
    #[must_use]
    pub fn histogram(
        name: &str,
        bins: &Bins,
        values: impl IntoIterator<Item = impl Borrow<f64>>,
        main: bool,
    ) -> Self {
        Self::Histogram {
            name: name.into(),
            from: bins.from,
            width: bins.width,
            counts: bins.count(values.into_iter().map(|value| *value.borrow())),
            main,
        }
    }

    /// A bar for each category.
    #[must_use]
    pub fn bars(bars: impl IntoIterator<Item = Bar>) -> Self {
        Self::Bars {
            bars: bars.into_iter().collect(),
        }
    }

    /// A box for each category.
    #[must_use]
    pub fn boxes(boxes: impl IntoIterator<Item = Quartiles>) -> Self {
        Self::Boxes {
            boxes: boxes.into_iter().collect(),
        }
    }

    /// A shade for each pair of categories: names of columns, and rows with their names; around `centre`, where shades grow
    /// both ways.
    #[must_use]
    pub fn heat(
        value: Axis,
        columns: impl IntoIterator<Item = String>,
        rows: impl IntoIterator<Item = (String, Vec<f64>)>,
        centre: Option<f64>,
    ) -> Self {
        let row = |(label, values): (String, Vec<f64>)| HeatRow {
            label,
            values: values.into_iter().map(Shade).collect(),
        };
        Self::Heat {
            value,
            columns: columns.into_iter().collect(),
            rows: rows.into_iter().map(row).collect(),
            centre,
            border: None,
            marked: None,
        }
    }

    /// The same shades with cells that stand out, by row and column; none where there are none.
    #[must_use]
    pub fn marking(mut self, label: &str, which: impl IntoIterator<Item = (usize, usize)>) -> Self {
        if let Self::Heat {
            columns, marked, ..
        } = &mut self
        {
            let place = |(row, column): (usize, usize)| row * columns.len() + column;
            let places = which.into_iter().map(place);
            let mut cells: Vec<u32> = places.filter_map(|at| at.try_into().ok()).collect();
            cells.sort_unstable();
            *marked = (!cells.is_empty()).then(|| Marked {
                label: label.into(),
                cells,
            });
        }
        self
    }

    /// The same shades with a line that parts them: in each row, so many cells from the left lie before it.
    #[must_use]
    pub fn parted(mut self, label: &str, before: impl IntoIterator<Item = u32>) -> Self {
        if let Self::Heat { border, .. } = &mut self {
            *border = Some(Border {
                label: label.into(),
                cells: before.into_iter().collect(),
            });
        }
        self
    }

    /// A tree of nodes of these kinds, parents before their children.
    #[must_use]
    pub fn tree<'k>(
        kinds: impl IntoIterator<Item = &'k str>,
        nodes: impl IntoIterator<Item = Node>,
    ) -> Self {
        Self::Tree {
            kinds: kinds.into_iter().map(str::to_owned).collect(),
            nodes: nodes.into_iter().collect(),
        }
    }

    /// Places of these kinds, and the arrows between them.
    #[must_use]
    pub fn graph<'k>(
        kinds: impl IntoIterator<Item = &'k str>,
        places: impl IntoIterator<Item = Place>,
        edges: impl IntoIterator<Item = Edge>,
    ) -> Self {
        Self::Graph {
            kinds: kinds.into_iter().map(str::to_owned).collect(),
            places: places.into_iter().collect(),
            edges: edges.into_iter().collect(),
            tokens: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The same graph with tokens on its places; anything else stays as it is.
    #[must_use]
    pub fn holding(mut self, own: impl IntoIterator<Item = Token>) -> Self {
        if let Self::Graph { tokens, .. } = &mut self {
            tokens.extend(own);
        }
        self
    }

    /// The same graph with moves of its tokens; anything else stays as it is.
    #[must_use]
    pub fn moving(mut self, own: impl IntoIterator<Item = Move>) -> Self {
        if let Self::Graph { moves, .. } = &mut self {
            moves.extend(own);
        }
        self
    }

    /// Whether there is nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Bars { bars } => bars.is_empty(),
            Self::Histogram { counts, .. } => counts.is_empty(),
            Self::Line { points, .. } | Self::Scatter { points, .. } => points.is_empty(),
            Self::Boxes { boxes } => boxes.is_empty(),
            Self::Heat { rows, .. } => rows.is_empty(),
            Self::Tree { nodes, .. } => nodes.is_empty(),
            Self::Graph { places, .. } => places.is_empty(),
        }
    }
}

impl Bar {
    /// A bar without an interval.
    #[must_use]
    pub fn new(label: impl Into<String>, value: f64, main: bool) -> Self {
        Self {
            label: label.into(),
            value,
            interval: None,
            main,
            bound: false,
            offer: None,
        }
    }

    /// The same bar with a change of the scenario that pressing it makes.
    #[must_use]
    pub fn offering(mut self, offer: Offer) -> Self {
        self.offer = Some(offer);
        self
    }

    /// The same bar as a bound that nothing reaches.
    #[must_use]
    pub fn bounding(mut self, bound: bool) -> Self {
        self.bound = bound;
        self
    }

    /// The same bar with `value ± half` at 95 %.
    #[must_use]
    pub fn within(mut self, half: f64) -> Self {
        self.interval = Interval::around(self.value, half);
        self
    }
}
