//! AS4DR beside BS, cell by cell: what the topics on inaccuracy, dynamicity and targets share.

use report::chart::{Point, Series};
use report::figure::Unit;
use report::{Chart, Figure, Sample};

use super::draw::{chart, figure, line, ms, share_axis, time_axis};
use crate::parameters::Scheduler;
use crate::study::campaign::{Cell, Ran};

/// The two that the document compares.
pub(super) const RIVALS: [Scheduler; 2] = [Scheduler::As4dr, Scheduler::Baseline];

/// What both came to.
pub(super) struct Contest {
    pub(super) adaptive: Vec<Cell>,
    pub(super) baseline: Vec<Cell>,
}

impl Contest {
    pub(super) fn of(curves: Vec<Vec<Cell>>) -> Self {
        let mut curves = curves.into_iter();
        let mut next = || curves.next().unwrap_or_default();
        Self {
            adaptive: next(),
            baseline: next(),
        }
    }

    /// Both cells for each value.
    pub(super) fn pairs(&self) -> impl DoubleEndedIterator<Item = (&Cell, &Cell)> {
        self.adaptive.iter().zip(&self.baseline)
    }

    pub(super) fn last(&self) -> Option<(&Cell, &Cell)> {
        self.pairs().next_back()
    }

    /// A line for each, and more.
    fn lines(&self, x: f64, y: f64, of: fn(&Ran) -> f64) -> Vec<Series> {
        let points = |cells: &[Cell]| -> Vec<Point> {
            let point = |cell: &Cell| {
                let (mean, half) = cell.mean(of);
                Point::new(x * cell.value, y * mean).within(y * half)
            };
            cells.iter().map(point).collect()
        };
        vec![
            line("AS4DR", points(&self.adaptive), true),
            line("BS", points(&self.baseline), false),
        ]
    }

    /// CPU_eff against what varies.
    pub(super) fn efficiency(&self, title: &str, x: report::chart::Axis) -> Chart {
        let scale = if x.unit == Unit::Milliseconds {
            1000.0
        } else {
            1.0
        };
        let y = share_axis("processors in use");
        chart(
            "efficiency",
            title,
            x,
            y,
            self.lines(scale, 1.0, |ran| ran.efficiency),
        )
    }

    /// How many times the efficiency of BS AS4DR has.
    pub(super) fn ratio(&self) -> Series {
        let points = self.pairs().map(|(adaptive, baseline)| {
            let (ratio, half) = adaptive.over(baseline, |ran| ran.efficiency);
            Point::new(adaptive.value, ratio).within(half)
        });
        line("AS4DR over BS", points, true)
    }

    /// The mean of σ against what varies.
    pub(super) fn sigma(&self, title: &str, x: report::chart::Axis) -> Chart {
        let lines = self.lines(1.0, ms(1.0), |ran| ran.sigma);
        chart("sigma", title, x, time_axis("mean of σ"), lines)
    }

    /// The standard deviation of σ against what varies.
    pub(super) fn deviation(&self, title: &str, x: report::chart::Axis) -> Chart {
        let lines = self.lines(1.0, ms(1.0), |ran| ran.deviation);
        chart(
            "deviation",
            title,
            x,
            time_axis("standard deviation of σ"),
            lines,
        )
    }
}

/// The figures of merit of one cell of both.
pub(super) fn figures(adaptive: &Cell, baseline: &Cell, target: f64) -> Vec<Figure> {
    let efficiency = |ran: &Ran| ran.efficiency;
    let deviations = adaptive.mean(|ran| ran.deviation).0;
    let mut out = vec![
        figure(
            "efficiency",
            "Processors in use, AS4DR",
            adaptive.mean(efficiency),
            Unit::Share,
        ),
        figure(
            "efficiency_bs",
            "Processors in use, BS",
            baseline.mean(efficiency),
            Unit::Share,
        ),
        figure(
            "ratio",
            "AS4DR over BS",
            adaptive.over(baseline, efficiency),
            Unit::One,
        ),
        figure(
            "sigma",
            "Mean σ over target, AS4DR",
            adaptive.mean(|ran| ran.sigma / target),
            Unit::Share,
        ),
        figure(
            "sigma_bs",
            "Mean σ over target, BS",
            baseline.mean(|ran| ran.sigma / target),
            Unit::Share,
        ),
    ];
    if deviations > 0.0 {
        let ratio = baseline.over(adaptive, |ran| ran.deviation);
        out.push(figure(
            "deviations",
            "Deviation of σ, BS over AS4DR",
            ratio,
            Unit::One,
        ));
    }
    out
}

/// What each run came to in one cell of both.
pub(super) fn samples(adaptive: &Cell, baseline: &Cell) -> Vec<Sample> {
    let values = |of: fn(&Ran) -> f64, cell: &Cell| cell.runs.iter().map(of).collect::<Vec<f64>>();
    let ratios = adaptive.runs.iter().zip(&baseline.runs);
    vec![
        Sample {
            key: "lost",
            name: "Processors’ time lost by AS4DR",
            less_is_better: true,
            unit: Unit::Share,
            values: values(|ran| 1.0 - ran.efficiency, adaptive),
        },
        Sample {
            key: "efficiency",
            name: "Processors in use, AS4DR",
            less_is_better: false,
            unit: Unit::Share,
            values: values(|ran| ran.efficiency, adaptive),
        },
        Sample {
            key: "efficiency_bs",
            name: "Processors in use, BS",
            less_is_better: false,
            unit: Unit::Share,
            values: values(|ran| ran.efficiency, baseline),
        },
        Sample {
            key: "ratio",
            name: "AS4DR over BS",
            less_is_better: false,
            unit: Unit::One,
            values: ratios
                .map(|(own, other)| own.efficiency / other.efficiency)
                .collect(),
        },
    ]
}
