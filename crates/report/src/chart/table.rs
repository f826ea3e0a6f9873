//! The numbers behind a chart, as a table.

use words::{say, word};

use super::{Axis, Chart, Point, Series};
use crate::figure::{Figure, Interval, Unit};
use crate::table::{Cell, Table};
use crate::words::capital;

impl Chart {
    /// Every number that is drawn, as people and programs read them. Numbers that share a unit that is always the
    /// same stand bare; those whose unit depends on their size carry it.
    #[must_use]
    pub fn table(&self) -> Table {
        let (x, y) = (self.x.label.as_str(), self.y.label.as_str());
        let texts = |texts: &[&str]| texts.iter().map(|text| capital(text)).collect();
        let (columns, rows): (Vec<String>, Vec<Vec<Cell>>) = match self.series.first() {
            None => (texts(&[x, y]), Vec::new()),
            Some(Series::Bars { .. }) => (texts(&[x, y]), self.bars()),
            Some(Series::Histogram { .. }) => self.histograms(),
            Some(Series::Line { .. } | Series::Scatter { .. }) => {
                (texts(&["series", x, y]), self.points())
            }
            Some(Series::Boxes { .. }) => (
                texts(&[
                    x,
                    word!("lower whisker"),
                    word!("first quartile"),
                    word!("median"),
                    word!("third quartile"),
                    word!("upper whisker"),
                    word!("outliers"),
                ]),
                self.boxes(),
            ),
            Some(Series::Heat { value, marked, .. }) => {
                let mark = marked.iter().map(|marked| marked.label.as_str());
                let heads: Vec<&str> = [x, y, &value.label].into_iter().chain(mark).collect();
                (texts(&heads), self.shade_rows())
            }
            Some(Series::Tree { .. }) => (
                texts(&[x, word!("below"), y, word!("kind"), word!("detail")]),
                self.nodes(),
            ),
            Some(Series::Graph { .. }) => (
                texts(&[x, y, word!("kind"), word!("detail"), word!("arrows to")]),
                self.places(),
            ),
        };
        Table {
            key: self.key.clone(),
            title: self.title.clone(),
            columns,
            rows,
        }
    }

    fn bars(&self) -> Vec<Vec<Cell>> {
        let bars = self.series.iter().flat_map(|series| match series {
            Series::Bars { bars } => bars.as_slice(),
            _ => &[],
        });
        bars.map(|bar| {
            vec![
                Cell::Text(bar.label.clone()),
                cell(&self.y, bar.value, bar.interval),
            ]
        })
        .collect()
    }

    /// Histograms over the same bins stand beside each other.
    fn histograms(&self) -> (Vec<String>, Vec<Vec<Cell>>) {
        let mut columns = vec![
            say!("{} from", capital(&self.x.label)),
            word!("to").to_owned(),
        ];
        let (mut low, mut bin, mut bins) = (0.0, 1.0, 0);
        let mut all: Vec<&[u32]> = Vec::new();
        for series in &self.series {
            if let Series::Histogram {
                name,
                from,
                width,
                counts,
                ..
            } = series
            {
                (low, bin, bins) = (*from, *width, bins.max(counts.len()));
                columns.push(format!("{}, {name}", capital(&self.y.label)));
                all.push(counts);
            }
        }
        let edge = |place: usize| cell(&self.x, low + bin * place as f64, None);
        let row = |place: usize| {
            let counts = all.iter().map(|counts| {
                let count = counts.get(place).copied().unwrap_or(0);
                cell(&self.y, count.into(), None)
            });
            [edge(place), edge(place + 1)]
                .into_iter()
                .chain(counts)
                .collect()
        };
        (columns, (0..bins).map(row).collect())
    }

    fn points(&self) -> Vec<Vec<Cell>> {
        let named = self.series.iter().flat_map(|series| match series {
            Series::Line { name, points, .. } | Series::Scatter { name, points, .. } => {
                points.iter().map(|point| (name, point)).collect()
            }
            _ => Vec::new(),
        });
        named
            .map(|(name, Point { x, y, interval })| {
                vec![
                    Cell::Text(name.clone()),
                    cell(&self.x, *x, None),
                    cell(&self.y, *y, *interval),
                ]
            })
            .collect()
    }

    fn boxes(&self) -> Vec<Vec<Cell>> {
        let boxes = self.series.iter().flat_map(|series| match series {
            Series::Boxes { boxes } => boxes.as_slice(),
            _ => &[],
        });
        boxes
            .map(|one| {
                let outliers: Vec<String> = one
                    .outliers
                    .iter()
                    .map(|value| cell(&self.y, *value, None).text())
                    .collect();
                [one.low, one.first, one.median, one.third, one.high]
                    .into_iter()
                    .map(|value| cell(&self.y, value, None))
                    .fold(vec![Cell::Text(one.label.clone())], |mut row, cell| {
                        row.push(cell);
                        row
                    })
                    .into_iter()
                    .chain([Cell::Text(outliers.join(", "))])
                    .collect()
            })
            .collect()
    }

    fn shade_rows(&self) -> Vec<Vec<Cell>> {
        let mut out = Vec::new();
        for series in &self.series {
            let Series::Heat {
                value,
                columns,
                rows,
                marked,
                ..
            } = series
            else {
                continue;
            };
            for (r, row) in rows.iter().enumerate() {
                for (c, (column, shade)) in columns.iter().zip(&row.values).enumerate() {
                    let mark = marked.as_ref().map(|marked| {
                        let on = marked.has(r * columns.len() + c);
                        Cell::Text(if on { word!("yes") } else { "" }.to_owned())
                    });
                    let cells = [
                        Cell::Text(column.clone()),
                        Cell::Text(row.label.clone()),
                        cell(value, shade.0, None),
                    ];
                    out.push(cells.into_iter().chain(mark).collect());
                }
            }
        }
        out
    }
}

impl Chart {
    /// The nodes of trees.
    fn nodes(&self) -> Vec<Vec<Cell>> {
        let mut out = Vec::new();
        for series in &self.series {
            let Series::Tree { kinds, nodes } = series else {
                continue;
            };
            for node in nodes {
                let parent = node.parent.and_then(|parent| nodes.get(parent as usize));
                out.push(vec![
                    Cell::Text(node.label.clone()),
                    parent.map_or_else(Cell::none, |parent| Cell::Text(parent.label.clone())),
                    cell(&self.y, node.value, None),
                    Cell::Text(kinds.get(node.kind as usize).cloned().unwrap_or_default()),
                    Cell::Text(node.detail.clone()),
                ]);
            }
        }
        out
    }
}

impl Chart {
    /// The places of graphs, and where their arrows lead.
    fn places(&self) -> Vec<Vec<Cell>> {
        let mut out = Vec::new();
        for series in &self.series {
            let Series::Graph {
                kinds,
                places,
                edges,
                ..
            } = series
            else {
                continue;
            };
            let label = |place: u32| places.get(place as usize).map(|place| &place.label);
            for (at, place) in (0..).zip(places) {
                let own = edges.iter().filter(|edge| edge.from == at);
                let arrows: Vec<String> = own
                    .filter_map(|edge| match edge.label.as_str() {
                        "" => label(edge.to).cloned(),
                        words => label(edge.to).map(|to| format!("{to} ({words})")),
                    })
                    .collect();
                out.push(vec![
                    Cell::Text(place.label.clone()),
                    cell(&self.y, place.value, None),
                    Cell::Text(kinds.get(place.kind as usize).cloned().unwrap_or_default()),
                    Cell::Text(place.detail.clone()),
                    Cell::Text(arrows.join(", ")),
                ]);
            }
        }
        out
    }
}

/// A number on an axis.
fn cell(axis: &Axis, value: f64, interval: Option<Interval>) -> Cell {
    if axis.unit == Unit::One && interval.is_none() {
        return Cell::Number(value);
    }
    let mut figure = Figure::new("", &axis.label, value, axis.unit);
    figure.interval = interval;
    Cell::Figure(figure)
}
