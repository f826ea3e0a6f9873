//! A chart as a view holds it: the surroundings of the drawing, as data, and the drawing as a text that only the program that
//! draws reads. So no view contains the code for kinds of series.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use words::{say, word};

use super::{Chart, Course, Grip, Handle, Series, Shades, Spread};
use crate::{Agreement, Offer, Report, Table};

/// The largest number of a legend's entries; more lines have their names at their ends.
const MOST_ENTRIES: usize = 5;
/// Lines with more gaps than these are many pieces, in rows close to each other: their dashes would align, and look like gaps.
const MOST_GAPS: usize = 24;
/// The height of a graph that opens a result, and the height that tokens on a circle add to it, in lines of text.
const LINES_OF_GRAPH: usize = 14;
const LINES_OF_TOKENS: usize = 1;

/// A chart that is ready to be shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Stable name for programs.
    pub key: String,
    /// The question or the statement.
    pub title: String,
    /// The measured quantity.
    pub measure: String,
    /// The summary of the chart, for readers who do not see it.
    pub summary: String,
    /// The sentence that stands for it where it shows the same everywhere.
    pub constant: Option<String>,
    /// Its series in drawing order.
    pub series: Vec<Entry>,
    /// Whether the names of its lines stand at their ends, because a legend would be too long.
    pub named: bool,
    /// Whether its lines are so many pieces that they are told apart without dashes.
    pub crowded: bool,
    /// See [`Chart::lines`].
    pub lines: usize,
    /// Whether its marks are bars.
    pub bars: bool,
    /// The values of the least and the most shade of a heat map, and the centre where there is one.
    pub ramp: Vec<String>,
    /// The changes that pressing its marks makes, where they are places of a graph or bars.
    pub offers: Vec<Option<Offer>>,
    /// The parameters that its reference lines set.
    pub handles: Vec<Option<Handle>>,
    /// The parameters that moving its tokens sets.
    pub moved: Vec<String>,
    /// Its dots that set a parameter.
    pub grips: Vec<Grip>,
    /// Each stop of each dot, for people.
    pub stops: Vec<Vec<String>>,
    /// Its numbers as JSON: see [`Card::table`].
    table: String,
    /// For the program that draws it, as JSON.
    pub drawing: String,
}

/// A series in a legend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// See [`Series::name`].
    pub name: Option<String>,
    /// See [`Series::is_main`].
    pub main: bool,
    /// Whether it has a stroke.
    pub stroked: bool,
    /// Whether it has dots.
    pub dotted: bool,
    /// Whether its points have error bars.
    pub barred: bool,
    /// The agreement with the computed values, where a document printed the series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<Agreement>,
}

/// All data of a chart for the program that draws.
#[derive(Serialize)]
struct Drawing<'c> {
    chart: &'c Chart,
    /// The divisor of each axis' numbers, and the unit of the quotients.
    units: [(f64, &'static str); 2],
    /// The words that are read out at each mark.
    words: &'c [Vec<String>],
    shades: Option<Shades>,
    /// See [`Card::crowded`].
    crowded: bool,
    /// See [`Chart::lines`].
    lines: usize,
}

impl Chart {
    /// The chart as a card.
    #[must_use]
    pub fn card(&self) -> Card {
        let words = self.words();
        let shades = self.shades();
        let ramp = shades.iter().flat_map(|shades| shades.words.clone());
        let first = self.series.first();
        let crowded = self.crowded();
        Card {
            key: self.key.clone(),
            title: self.title.clone(),
            measure: self.measure(),
            summary: self.summary(&words),
            constant: self.constant(),
            series: self.series.iter().map(Entry::of).collect(),
            named: self.named_at_ends(),
            crowded,
            lines: self.lines(),
            bars: matches!(first, Some(Series::Bars { .. })),
            ramp: ramp.collect(),
            offers: first.map(Series::offers).unwrap_or_default(),
            handles: self
                .references
                .iter()
                .map(|line| line.handle.clone())
                .collect(),
            moved: first.map(Series::moved).unwrap_or_default(),
            grips: self.grips.clone(),
            stops: self.grips.iter().map(|grip| grip.said(&self.y)).collect(),
            // Neither has a map with keys that are not texts, the only thing that JSON refuses.
            table: serde_json::to_string(&self.table()).unwrap_or_default(),
            drawing: serde_json::to_string(&Drawing {
                chart: self,
                units: self.units(),
                words: &words,
                shades,
                crowded,
                lines: self.lines(),
            })
            .unwrap_or_default(),
        }
    }

    /// The height of its drawing where it opens a result, in lines of text; 0 where the usual height is enough. The page keeps this
    /// place before it has the program that draws, so that nothing moves then.
    #[must_use]
    pub fn lines(&self) -> usize {
        match self.series.first() {
            // The bars lie below each other.
            Some(Series::Bars { bars }) if bars.iter().any(|bar| bar.offer.is_some()) => bars.len(),
            Some(Series::Graph { tokens, .. }) if tokens.is_empty() => LINES_OF_GRAPH,
            // On a plane the tokens stand in a row.
            Some(Series::Graph { places, .. }) if places.iter().any(|place| place.at.is_none()) => {
                LINES_OF_GRAPH + LINES_OF_TOKENS
            }
            _ if self.named_at_ends() => self.series.len(),
            _ => 0,
        }
    }

    /// The measured quantity, for the title bar.
    fn measure(&self) -> String {
        match self.series.first() {
            Some(
                Series::Bars { .. }
                | Series::Boxes { .. }
                | Series::Tree { .. }
                | Series::Graph { .. },
            ) => self.y.label.clone(),
            Some(Series::Heat { value, .. }) => value.label.clone(),
            _ => say!("{} by {}", self.y.label, self.x.label),
        }
    }

    /// The summary of the chart, for readers who do not see it.
    fn summary(&self, words: &[Vec<String>]) -> String {
        let named: Vec<&str> = self.series.iter().filter_map(Series::name).collect();
        if !named.is_empty() {
            return format!("{}: {}.", self.measure(), named.join(", "));
        }
        let words: Vec<&str> = words.iter().flatten().map(String::as_str).collect();
        match words.len() {
            0 => word!("Nothing to show.").to_owned(),
            1..=8 => format!("{}.", words.join("; ")),
            more => say!("{more} values of {}.", self.measure()),
        }
    }

    /// Whether the chart has too many lines for a legend.
    fn named_at_ends(&self) -> bool {
        let mut lines = self.series.iter();
        self.series.len() > MOST_ENTRIES
            && lines.all(|series| matches!(series, Series::Line { .. }))
    }

    /// Whether its lines are many pieces. JSON has no number for the vertical value of a gap.
    fn crowded(&self) -> bool {
        let lines = self.series.iter().filter_map(|series| match series {
            Series::Line { points, .. } => Some(points),
            _ => None,
        });
        let gaps = lines.flatten().filter(|point| !point.y.is_finite());
        gaps.count() > MOST_GAPS
    }
}

impl Card {
    /// Its numbers.
    #[must_use]
    pub fn table(&self) -> Table {
        let none = || Table::new(&self.key, &self.title, [""; 0], [[]; 0]);
        read(&self.table).unwrap_or_else(none)
    }
}

/// Reads by way of a JSON value, which needs half the code of reading each type from text.
fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    let value: Value = serde_json::from_str(text).ok()?;
    serde_json::from_value(value).ok()
}

impl Report<Card> {
    /// As JSON, with charts as laboratories describe them.
    #[must_use]
    pub fn described(&self) -> Value {
        let mut report = serde_json::to_value(self).unwrap_or_default();
        let charts = self.charts.iter().map(|card| {
            let mut drawing: Value = read(&card.drawing).unwrap_or_default();
            drawing.get_mut("chart").map_or(Value::Null, Value::take)
        });
        if let Some(place) = report.get_mut("charts") {
            *place = charts.collect();
        }
        report
    }
}

impl Series {
    /// The changes that pressing its marks makes; nothing where its marks are neither bars nor places.
    fn offers(&self) -> Vec<Option<Offer>> {
        match self {
            Self::Graph { places, .. } => places.iter().map(|place| place.offer.clone()).collect(),
            Self::Bars { bars } => bars.iter().map(|bar| bar.offer.clone()).collect(),
            _ => Vec::new(),
        }
    }
}

impl Series {
    /// The parameters that moving its tokens sets, each once.
    fn moved(&self) -> Vec<String> {
        let moves = match self {
            Self::Graph { moves, .. } => moves.as_slice(),
            _ => &[],
        };
        let mut names: Vec<String> = moves.iter().map(|one| one.parameter.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

impl Entry {
    fn of(series: &Series) -> Self {
        let (line, scatter) = match series {
            Series::Line {
                course,
                points,
                spread,
                ..
            } => {
                let bars = *spread == Spread::Bars;
                let barred = bars && points.iter().any(|point| point.interval.is_some());
                (Some((*course, barred)), false)
            }
            series => (None, matches!(series, Series::Scatter { .. })),
        };
        Self {
            name: series.name().map(str::to_owned),
            main: series.is_main(),
            stroked: !scatter,
            dotted: scatter || line.is_some_and(|(course, _)| course == Course::Straight),
            barred: line.is_some_and(|(_, barred)| barred),
            printed: series.agreement(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{Axis, Bar, Point, Side};
    use crate::layout::Layout;

    fn chart(key: &str, series: Vec<Series>) -> Chart {
        let axes = (Axis::count("copies"), Axis::time("time"));
        Chart::new(key, "How long?", axes.0, axes.1, series)
    }

    fn line(name: usize) -> Series {
        let points = [(1.0, 2000.0), (2.0, 3000.0)];
        Series::line(&name.to_string(), points, name == 0)
    }

    /// Bars that change the scenario, more lines than a legend has room for, and a chart that is the same everywhere.
    fn report() -> Report {
        let offer = Offer::new("Take two", [("copies", 2.into())]);
        let bar = Bar {
            offer: Some(offer),
            ..Bar::new("2", 2000.0, true)
        };
        let same = ["1", "2"].map(|label| Bar::new(label, 3000.0, false));
        Report {
            charts: vec![
                chart(
                    "bars",
                    vec![Series::bars([bar, Bar::new("3", f64::NAN, false)])],
                ),
                chart("same", vec![Series::bars(same)]),
                chart("lines", (0..6).map(line).collect()).held(Side::X, 2.0, "now", "copies", 1.0),
            ],
            layout: Layout::charts(&["lines"]),
            ..Report::default()
        }
    }

    /// The report as it comes to the page.
    fn sent(report: &Report) -> Report<Card> {
        let text = serde_json::to_string(&report.clone().carded()).unwrap();
        read(&text).unwrap()
    }

    #[test]
    fn a_report_of_cards_shows_and_tells_what_that_of_charts_does() {
        let (report, sent) = (report(), sent(&report()));
        let keys = |charts: &[&Chart]| charts.iter().map(|one| one.key.clone()).collect::<Vec<_>>();
        let (seen, cards) = (report.seen(), sent.seen());
        let shown: Vec<_> = cards.charts.iter().map(|one| one.key.clone()).collect();
        assert_eq!(shown, keys(&seen.charts));
        assert_eq!(shown, ["lines", "bars"]);
        assert_eq!(cards.constant, seen.constant);
        assert_eq!(sent.described(), serde_json::to_value(&report).unwrap());
        for (chart, card) in report.charts.iter().zip(&sent.charts) {
            assert_eq!(card.table().csv(), chart.table().csv());
        }
    }

    #[test]
    fn a_card_knows_what_stands_around_the_drawing() {
        let sent = sent(&report());
        let [bars, _, lines] = &sent.charts[..] else {
            panic!("there are three charts");
        };
        assert!(bars.bars && !lines.bars);
        assert_eq!((bars.lines, lines.lines), (2, 6));
        let offered: Vec<_> = bars.offers.iter().map(Option::is_some).collect();
        assert_eq!(offered, [true, false]);
        assert_eq!(bars.summary, "2: 2.00\u{a0}s. Take two; 3: –.");
        assert_eq!(lines.measure, "time by copies");
        assert_eq!(lines.summary, "time by copies: 0, 1, 2, 3, 4, 5.");
        assert!(lines.named && lines.series.iter().all(|one| one.stroked && one.dotted));
        let handle = lines.handles.iter().flatten().next();
        assert_eq!(handle.map(|one| one.parameter.as_str()), Some("copies"));
    }

    #[test]
    fn lines_with_many_gaps_are_crowded_on_every_page() {
        let rows = |rows: u32| {
            let piece = |row| {
                let y = f64::from(row);
                [(0.0, y), (1.0, y), (1.0, f64::NAN)]
            };
            let points: Vec<_> = (0..rows).flat_map(piece).collect();
            let few = Series::steps("few", [(0.0, 1.0), (1.0, f64::NAN)], false);
            let all = vec![Series::steps("many", points, true), few];
            let card = chart("rows", all).card();
            let drawn: Value = read(&card.drawing).unwrap();
            assert_eq!(drawn["crowded"], card.crowded);
            card.crowded
        };
        assert_eq!([rows(23), rows(24)], [false, true]);
    }

    #[test]
    fn only_what_lines_leave_out_is_a_gap() {
        let dots = (0..50).map(|x| (f64::from(x), f64::NAN));
        let all = vec![line(0), Series::dots("dots", dots, false)];
        assert!(!chart("dots", all).card().crowded);
    }

    #[test]
    fn only_lines_with_intervals_at_their_points_have_error_bars() {
        let within = |spread| {
            let points = vec![Point::new(1.0, 2.0).within(0.5)];
            Series::Line {
                name: "a".into(),
                points,
                course: Course::Steps,
                spread,
                main: true,
            }
        };
        let all = [within(Spread::Bars), within(Spread::Band), line(1)];
        let entries = all.each_ref().map(Entry::of);
        assert_eq!(
            entries.each_ref().map(|one| one.barred),
            [true, false, false]
        );
        assert_eq!(entries.map(|one| one.dotted), [false, false, true]);
    }
}
