//! The charts of a climb.

use adaptation_model::landscape::{Course, Outcome, Step};
use report::Chart;
use report::chart::{Axis, Bar, Series, Side};
use report::words::count;
use words::{say, word};

use super::{Findings, ideal_label};
use crate::{blocks, landscape};

/// The most points of a line, the most rows and columns of the landscape.
const POINTS: usize = 350;
const ROWS: u64 = 36;
const COLUMNS: usize = 40;

/// Means of neighbouring steps, so that a line has few points.
fn thinned(steps: &[Step], value: impl Fn(&Step) -> f64) -> Vec<(f64, f64)> {
    let width = steps.len().div_ceil(POINTS).max(1);
    let bin = |bin: &[Step]| {
        let middle = bin.get(bin.len() / 2)?.interval as f64;
        let sum: f64 = bin.iter().map(&value).sum();
        Some((middle, sum / bin.len() as f64))
    };
    steps.chunks(width).filter_map(bin).collect()
}

/// The points where a course changes.
fn changes(course: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let equal = course.chunk_by(|one, next| one.1 == next.1);
    equal.filter_map(|one| one.first().copied()).collect()
}

impl Findings<'_> {
    pub(super) fn charts(&self) -> Vec<Chart> {
        let (Some(without), Some(with)) = (self.without.first(), self.first()) else {
            return Vec::new();
        };
        let mut charts = vec![
            self.path(with),
            self.nodes(with),
            self.productivity(without, with),
            self.sums(without, with),
        ];
        charts.extend(self.blocks(with));
        charts.extend(self.slope(with));
        charts
    }

    /// The landscape, a row for each time, and the number of nodes that took part.
    fn path(&self, with: &Outcome) -> Chart {
        let most = with.steps.iter().fold(1.0_f64, |most, step| {
            most.max(step.nodes as f64).max(step.ideal_nodes)
        });
        let most = (1.15 * most).ceil().min(self.setting.pool as f64).max(2.0) as usize;
        let columns = most.min(COLUMNS);
        let size = |column: usize| ((column + 1) * most).div_ceil(columns);
        let rows = self.setting.intervals.min(ROWS);
        let at = |row: u64| (row * self.setting.intervals / rows + 1).min(self.setting.intervals);
        let landscape = &self.setting.landscape;
        let shades = (0..rows).map(|row| {
            let time = at(row) as f64;
            let best = landscape.most_productivity(time);
            let share = |column| landscape.productivity(size(column), time) / best;
            (at(row).to_string(), (0..columns).map(share).collect())
        });
        let before = (0..rows).map(|row| {
            let step = with.between(at(row), at(row));
            let nodes = step.first().map_or(0, |step| step.nodes);
            let before = (0..columns).filter(|column| size(*column) <= nodes);
            before.count() as u32
        });
        let series = Series::heat(
            Axis::share(word!("productivity, by the largest")),
            (0..columns).map(|column| size(column).to_string()),
            shades,
            None,
        );
        Chart::new(
            "path",
            word!("Where does the climb lead through the landscape?"),
            Axis::number(word!("nodes")),
            Axis::number(word!("interval")),
            vec![series.parted(word!("nodes that take part"), before)],
        )
    }

    /// N over time beside N*.
    fn nodes(&self, with: &Outcome) -> Chart {
        let (title, ideal) = match landscape::saturates(&self.setting.landscape) {
            true => (word!("How many nodes take part?"), word!("ideal of a peak")),
            false => (
                word!("Does the number of nodes follow the ideal one?"),
                word!("ideal"),
            ),
        };
        let chart = Chart::new(
            "nodes",
            title,
            Axis::count(word!("interval")),
            Axis::number(word!("nodes")),
            vec![
                Series::line(ideal, thinned(&with.steps, |step| step.ideal_nodes), false),
                Series::line(
                    word!("with adaptation"),
                    thinned(&with.steps, |step| step.nodes as f64),
                    true,
                ),
            ],
        );
        let constant = self.has_constant().then_some(self.constant.0 as f64);
        chart.beside_any(Side::Y, constant, word!("best constant number"))
    }

    fn productivity(&self, without: &Outcome, with: &Outcome) -> Chart {
        let of = |name: &str, steps: &[Step], value: fn(&Step) -> f64, main| {
            Series::line(name, thinned(steps, value), main)
        };
        Chart::new(
            "productivity",
            word!("How productive are all nodes together?"),
            Axis::count(word!("interval")),
            Axis::number(word!("leaves/s")),
            vec![
                of(word!("ideal"), &with.steps, |step| step.most, false),
                of(
                    word!("without adaptation"),
                    &without.steps,
                    |step| step.productivity,
                    false,
                ),
                of(
                    word!("with adaptation"),
                    &with.steps,
                    |step| step.productivity,
                    true,
                ),
            ],
        )
    }

    /// The measurements and waits of the client.
    fn blocks(&self, with: &Outcome) -> Option<Chart> {
        let steps = with.steps.iter();
        let course: Vec<(f64, f64)> = steps
            .map(|step| (step.interval as f64 - 1.0, step.nodes as f64))
            .collect();
        blocks::chart(
            (&with.decisions, &landscape::client(self.parameters)),
            &changes(&course),
            (Axis::count(word!("interval")), self.setting.intervals),
            |tick| tick as f64,
        )
    }

    /// The sums over all intervals.
    fn sums(&self, without: &Outcome, with: &Outcome) -> Chart {
        let share = |sum: f64| sum / with.ideal();
        let constant = self.has_constant().then(|| {
            let nodes = count(self.constant.0, word!("node"), word!("nodes"));
            let name = say!("{nodes}, the best constant number");
            Bar::new(name, share(self.constant.1), false)
        });
        let bars = [
            Some(Bar::new(word!("with adaptation"), share(with.sum()), true)),
            constant,
            Some(Bar::new(
                say!("without adaptation, {} at the start", self.setting.start),
                share(without.sum()),
                false,
            )),
        ];
        Chart::new(
            "sums",
            word!("What share of the ideal productivity is reached?"),
            Axis::number(word!("way")),
            Axis::share(word!("share of the ideal")),
            vec![Series::bars(bars.into_iter().flatten())],
        )
    }

    /// Productivity by the number of nodes, where it does not change over time, and the numbers that the client tried.
    fn slope(&self, with: &Outcome) -> Option<Chart> {
        let landscape = &self.setting.landscape;
        let still = matches!(
            (&landscape.ideal, &landscape.most),
            (Course::Constant(_), Course::Constant(_))
        );
        let most = with.steps.iter().map(|step| step.nodes).max()?;
        let most = (most + most / 5 + 1).min(self.setting.pool);
        let curve = (1..=most).map(|nodes| (nodes as f64, landscape.productivity(nodes, 1.0)));
        let mut tried: Vec<usize> = with.steps.iter().map(|step| step.nodes).collect();
        tried.sort_unstable();
        tried.dedup();
        let tried = tried.iter().map(|nodes| {
            let productivity = landscape.productivity(*nodes, 1.0);
            (*nodes as f64, productivity)
        });
        still.then(|| {
            Chart::new(
                "slope",
                word!("Which numbers of nodes does the client try?"),
                Axis::count(word!("nodes")),
                Axis::number(word!("leaves/s")),
                vec![
                    Series::line(word!("landscape"), curve, false),
                    Series::dots(word!("tried"), tried, true),
                ],
            )
            .beside(Side::X, landscape.ideal_nodes(1.0), ideal_label(landscape))
        })
    }
}
