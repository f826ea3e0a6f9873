//! Distinct looks of series: by colour, and without it by dashes and shapes.

use std::collections::BTreeMap;
use std::rc::Rc;

use report::chart::Entry;
use report::{Agreement, Card};
use serde::Serialize;
use yew::prelude::*;

/// Colour, dashes, and shape of dots.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Look {
    color: &'static str,
    dash: &'static str,
    symbol: &'static str,
    /// Whether the symbol is an outline.
    open: bool,
    /// The symbol as a letter.
    #[serde(skip)]
    glyph: &'static str,
}

const fn look(
    color: &'static str,
    dash: &'static str,
    symbol: &'static str,
    glyph: &'static str,
) -> Look {
    Look {
        color,
        dash,
        symbol,
        open: false,
        glyph,
    }
}

const fn open(look: Look) -> Look {
    Look { open: true, ..look }
}

const MAIN: Look = look("var(--compute)", "none", "circle", "●");

/// For the series beside the main one, in turn.
const OTHERS: [Look; 12] = [
    look("var(--cancelled)", "6 3", "square", "■"),
    look("var(--synchronise)", "2 3", "triangle", "▲"),
    look("var(--rebalance)", "9 3 2 3", "diamond", "◆"),
    look("var(--ink-2)", "4 2", "star", "★"),
    look("var(--preempted)", "12 4", "cross", "✚"),
    look("var(--copy)", "1 2", "wye", "Y"),
    open(look("var(--synchronise)", "8 2", "square", "■")),
    open(look("var(--rebalance)", "3 3", "triangle", "▲")),
    open(look("var(--ink-2)", "6 2 1 2", "diamond", "◆")),
    open(look("var(--preempted)", "2 2", "star", "★")),
    open(look("var(--copy)", "10 2", "cross", "✚")),
    open(look("var(--cancelled)", "4 4", "circle", "●")),
];

/// The look of printed numbers, by their agreement with the computed ones; web/charts/looks.mjs has the same.
const fn printed(agreement: Agreement) -> Look {
    match agreement {
        Agreement::SameDigits => look("var(--good)", "none", "diamond", "◆"),
        Agreement::WithinReading => open(look("var(--accent)", "none", "diamond", "◆")),
        Agreement::WithinInterval => open(look("var(--accent)", "none", "square", "■")),
        Agreement::SameOrder => open(look("var(--ink-2)", "none", "triangle", "▲")),
        Agreement::Differs => open(look("var(--bad)", "none", "times", "✕")),
    }
}

/// The looks of the series of several charts, by their names: series with one name look the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Looks(Rc<BTreeMap<String, Look>>);

impl Looks {
    /// The looks for the charts of a page, in the order in which they are seen.
    pub(crate) fn of<'c>(charts: impl IntoIterator<Item = &'c Card>) -> Self {
        let mut looks = BTreeMap::new();
        let mut others = OTHERS.into_iter().cycle();
        let mut main = Some(MAIN);
        for series in charts.into_iter().flat_map(|chart| &chart.series) {
            if series.printed.is_some() {
                continue;
            }
            let Some(name) = series
                .name
                .as_ref()
                .filter(|name| !looks.contains_key(*name))
            else {
                continue;
            };
            let own = series.main.then(|| main.take()).flatten();
            let look = own.or_else(|| others.next()).unwrap_or(MAIN);
            looks.insert(name.clone(), look);
        }
        Self(Rc::new(looks))
    }

    /// The look of each series of a chart; no two series look the same while there are looks enough.
    pub(super) fn of_chart(&self, chart: &Card) -> Vec<Look> {
        let known = |series: &Entry| self.0.get(series.name.as_deref()?).copied();
        let mut taken: Vec<Look> = chart.series.iter().filter_map(known).collect();
        let mut seen = Vec::new();
        let mut look = |series: &Entry| {
            if let Some(agreement) = series.printed {
                return printed(agreement);
            }
            let own = known(series).filter(|own| !seen.contains(own));
            let look = own.unwrap_or_else(|| {
                let all = core::iter::once(MAIN).filter(|_| series.main).chain(OTHERS);
                let free = all.clone().find(|look| !taken.contains(look));
                free.or_else(|| all.into_iter().next()).unwrap_or(MAIN)
            });
            taken.push(look);
            seen.push(look);
            look
        };
        chart.series.iter().map(&mut look).collect()
    }
}

/// A stroke: dashes, width in px, opacity.
type Stroke = (&'static str, &'static str, &'static str);

/// The strokes for pieces of crowded lines without dashes, in turn: by width, by shade, as dots; web/charts/looks.mjs has the same.
const PIECES: [Stroke; 4] = [
    ("none", "3", "1"),
    ("none", "1.5", "0.6"),
    ("1 3", "1", "1"),
    ("none", "3", "0.6"),
];

/// The strokes of a chart's series in turn, where its lines are many pieces.
pub(super) fn pieces(crowded: bool) -> Option<impl Iterator<Item = Stroke>> {
    crowded.then(|| PIECES.into_iter().cycle())
}

impl Look {
    /// The stroke of a line that is one piece.
    pub(super) fn stroke(self) -> Stroke {
        (self.dash, "3", "1")
    }

    /// The sample of a series in the legend: its stroke, and its symbol where it has dots.
    pub(super) fn sample(self, series: &Entry, (dash, width, opacity): Stroke) -> Html {
        html! {
            <svg width="26" height="14" aria-hidden="true">
                if series.stroked {
                    <line x1="1" x2="25" y1="7" y2="7" stroke={self.color} stroke-width={width} stroke-opacity={opacity} stroke-dasharray={dash} />
                }
                if series.dotted {
                    <text x="13" y="11.5" text-anchor="middle" font-size="13" fill={if self.open { "var(--card)" } else { self.color }}
                        stroke={self.open.then_some(self.color)}>{ self.glyph }</text>
                }
            </svg>
        }
    }
}

/// So many lines may have error bars beside each other and still be told apart.
const BARRED: usize = 3;

/// Whether each series shows the intervals of its points: where many lines have error bars, only the run's main series.
pub(super) fn barred(chart: &Card, hidden: &[bool]) -> Vec<bool> {
    let shown = chart.series.iter().zip(hidden).filter(|(_, off)| !**off);
    let crowded = shown.filter(|(series, _)| series.barred).count() > BARRED;
    let barred = |series: &Entry| !(crowded && series.barred) || series.main;
    chart.series.iter().map(barred).collect()
}

#[cfg(test)]
mod tests {
    use report::Chart;
    use report::chart::{Axis, Course, Point, Series, Spread};

    use super::*;

    fn chart(series: Vec<Series>) -> Card {
        Chart::new("", "", Axis::number(""), Axis::number(""), series).card()
    }

    #[test]
    fn of_many_lines_the_main_one_has_error_bars_until_others_are_hidden() {
        let line = |place: usize, half: Option<f64>| {
            let point = Point::new(1.0, 2.0);
            Series::Line {
                name: place.to_string(),
                points: vec![half.map_or(point, |half| point.within(half))],
                course: Course::Straight,
                spread: Spread::Bars,
                main: place == 1,
            }
        };
        let mut series: Vec<Series> = (0..4).map(|place| line(place, Some(0.5))).collect();
        series.push(line(4, None));
        let chart = chart(series);
        assert_eq!(
            barred(&chart, &[false; 5]),
            [false, true, false, false, true]
        );
        let hidden = [false, false, true, false, false];
        assert_eq!(barred(&chart, &hidden), [true; 5]);
    }

    #[test]
    fn no_two_of_thirteen_series_look_the_same_with_or_without_colour() {
        let series = |place: usize| Series::Scatter {
            name: place.to_string(),
            points: Vec::new(),
            fit: None,
            main: place == 3,
            printed: None,
        };
        let chart = chart((0..13).map(series).collect());
        let looks = Looks::default().of_chart(&chart);
        assert_eq!(looks[3], MAIN);
        for (place, one) in looks.iter().enumerate() {
            for other in &looks[..place] {
                let shape = |look: &Look| (look.symbol, look.open);
                assert!(one.dash != other.dash && shape(one) != shape(other));
                assert!(one.color != other.color || one.symbol != other.symbol);
            }
        }
    }

    #[test]
    fn crowded_lines_have_strokes_without_dashes_on_every_page() {
        assert!(pieces(false).is_none());
        let strokes: Vec<_> = pieces(true).unwrap().take(PIECES.len()).collect();
        assert_eq!(strokes, PIECES);
        let others = include_str!("../../charts/looks.mjs");
        for (dash, width, opacity) in PIECES {
            let same = format!("{{ dash: \"{dash}\", width: {width}, opacity: {opacity} }},");
            assert!(others.contains(&same), "{same}");
        }
    }

    #[test]
    fn printed_numbers_look_by_their_agreement_on_every_page() {
        let line = Series::line("computed", [(1.0, 2.0)], true);
        let dots = Agreement::ALL.map(|one| Series::printed(one.key(), [(1.0, 2.0)], one));
        let chart = chart([line].into_iter().chain(dots).collect());
        let looks = Looks::of([&chart]).of_chart(&chart);
        assert_eq!(looks[0], MAIN);
        let others = include_str!("../../charts/looks.mjs");
        for (agreement, look) in Agreement::ALL.into_iter().zip(&looks[1..]) {
            assert_eq!(*look, printed(agreement));
            let shape = |look: &Look| (look.symbol, look.open);
            assert_eq!(
                looks.iter().filter(|one| shape(one) == shape(look)).count(),
                1
            );
            let mut lines = others
                .lines()
                .map(|line| line.trim_start().trim_start_matches('"'));
            let line = lines
                .find(|line| line.starts_with(agreement.key()))
                .unwrap();
            let color = look
                .color
                .trim_start_matches("var(--")
                .trim_end_matches(')');
            assert!(line.contains(color) && line.contains(look.symbol), "{line}");
            assert_eq!(line.contains(", true)"), look.open, "{line}");
        }
    }

    #[test]
    fn a_method_has_one_look_in_all_charts_of_a_page() {
        let dots = |name: &str, main| Series::dots(name, [(1.0, 2.0)], main);
        let charts = [
            chart(vec![dots("equal", false), dots("R = 2", true)]),
            chart(vec![
                dots("R = 2", true),
                dots("w0", true),
                dots("w1", false),
            ]),
            chart(vec![dots("w1", false), dots("equal", false)]),
        ];
        let looks = Looks::of(&charts);
        let [first, second, third] = charts.each_ref().map(|chart| looks.of_chart(chart));
        assert_eq!((first[1], first[0]), (MAIN, third[1]));
        assert_eq!((second[0], second[2]), (MAIN, third[0]));
        assert!(second[1] != MAIN && second[1] != second[2]);
    }
}
