//! The words that are read out of a chart: one sentence for each mark, for readers who point at it or walk over it with keys.

use words::{say, word};

use super::{Axis, Chart, Marked, Series};
use crate::Offer;
use crate::figure::{Interval, Unit};
use crate::number::{half_width, with_unit};

impl Chart {
    /// One text for each mark of each series, in the order of the description; a heat map's row by row.
    #[must_use]
    pub fn words(&self) -> Vec<Vec<String>> {
        self.series.iter().map(|series| self.of(series)).collect()
    }

    fn of(&self, series: &Series) -> Vec<String> {
        match series {
            Series::Bars { bars } => bars
                .iter()
                .map(|bar| {
                    let value = within(&self.y, bar.value, bar.interval);
                    pressed(format!("{}: {value}", bar.label), bar.offer.as_ref())
                })
                .collect(),
            Series::Histogram {
                name,
                from,
                width,
                counts,
                ..
            } => counts
                .iter()
                .enumerate()
                .map(|(bin, count)| {
                    let edge = |place: usize| {
                        with_unit(from + width * place as f64, self.x.unit, Some(width / 2.0))
                    };
                    say!(
                        "{name}: {count} {}, {} {} to {}",
                        self.y.label,
                        self.x.label,
                        edge(bin),
                        edge(bin + 1)
                    )
                })
                .collect(),
            Series::Line { name, points, .. } | Series::Scatter { name, points, .. } => points
                .iter()
                .map(|point| {
                    format!(
                        "{name}: {} {}, {} {}",
                        self.x.label,
                        number(&self.x, point.x),
                        self.y.label,
                        within(&self.y, point.y, point.interval)
                    )
                })
                .collect(),
            Series::Boxes { boxes } => boxes
                .iter()
                .map(|one| {
                    let y = |value| number(&self.y, value);
                    let outliers = match one.outliers.len() {
                        0 => String::new(),
                        1 => word!(", 1 outlier").to_owned(),
                        more => say!(", {more} outliers"),
                    };
                    say!(
                        "{}: median {}, quartiles {} and {}, whiskers {} to {}{outliers}",
                        one.label,
                        y(one.median),
                        y(one.first),
                        y(one.third),
                        y(one.low),
                        y(one.high)
                    )
                })
                .collect(),
            Series::Heat {
                value,
                columns,
                rows,
                marked,
                ..
            } => rows
                .iter()
                .enumerate()
                .flat_map(|(r, row)| {
                    let cells = columns.iter().zip(&row.values).enumerate();
                    cells.map(move |(c, (column, shade))| {
                        let said = format!(
                            "{} {column}, {} {}: {} {}",
                            self.x.label,
                            self.y.label,
                            row.label,
                            value.label,
                            number(value, shade.0)
                        );
                        let marked = marked.as_ref();
                        match marked.filter(|marked| marked.has(r * columns.len() + c)) {
                            Some(Marked { label, .. }) => format!("{said}, {label}"),
                            None => said,
                        }
                    })
                })
                .collect(),
            Series::Tree { kinds, nodes } => nodes
                .iter()
                .map(|node| {
                    let kind = kinds.get(node.kind as usize);
                    self.named(&node.label, node.value, &node.detail, kind)
                })
                .collect(),
            Series::Graph { kinds, places, .. } => places
                .iter()
                .map(|place| {
                    let kind = kinds.get(place.kind as usize);
                    let said = self.named(&place.label, place.value, &place.detail, kind);
                    pressed(said, place.offer.as_ref())
                })
                .collect(),
        }
    }

    /// The words that are read out of a node or place.
    fn named(&self, label: &str, value: f64, detail: &str, kind: Option<&String>) -> String {
        let beside = beside(&self.y, value, detail);
        // The kind is left out where the detail says it already.
        let kind = kind.filter(|kind| *kind != detail);
        let kind = kind.map_or_else(String::new, |kind| format!(" ({kind})"));
        match value.is_finite() {
            true => format!("{label}: {} {beside}{kind}", self.y.label),
            false if beside.is_empty() => format!("{label}{kind}"),
            false => format!("{label}: {beside}{kind}"),
        }
    }
}

/// A mark's words, with the change that pressing it makes.
fn pressed(said: String, offer: Option<&Offer>) -> String {
    match offer {
        Some(offer) => format!("{said}. {}", offer.title),
        None => said,
    }
}

/// The words beside the name of a node or place: value and detail.
pub(super) fn beside(y: &Axis, value: f64, detail: &str) -> String {
    let value = value.is_finite().then(|| number(y, value));
    let detail = (!detail.is_empty()).then(|| detail.to_owned());
    let parts: Vec<String> = value.into_iter().chain(detail).collect();
    parts.join(", ")
}

/// A number on an axis. Plain numbers that are whole are written whole.
pub(super) fn number(axis: &Axis, value: f64) -> String {
    if axis.unit == Unit::One && value.abs() < 1e6 && libm::trunc(value) == value {
        return format!("{value}").replace('-', "\u{2212}");
    }
    with_unit(value, axis.unit, None)
}

fn within(axis: &Axis, value: f64, interval: Option<Interval>) -> String {
    match interval.and_then(|interval| interval.uncertainty()) {
        Some(half) if value.is_finite() => format!(
            "{} ± {}",
            with_unit(value, axis.unit, Some(half)),
            half_width(value, axis.unit, half)
        ),
        _ => number(axis, value),
    }
}
