//! AS4DR beside BS, cell by cell: common parts of the topics on inaccuracy, dynamicity and targets.

use core::cmp::Ordering;

use report::chart::{Axis, Point, Series};
use report::evidence::{self, Evidence, Verdict};
use report::figure::Unit;
use report::number::{fixed, ms};
use report::{Chart, Figure, Observer, Sample, Worlds, table};
use words::{say, word};

use super::{almost, load_unit, worlds};
use crate::experiment::Experiment;
use crate::parameters::Scheduler;
use crate::study::campaign::{Cell, Ran};
use crate::study::stream::{frame, unit_time};
use crate::study::worlds::pair;
use crate::{Error, Parameters, Platform};

/// The two schedulers that the document compares.
pub(super) const RIVALS: [Scheduler; 2] = [Scheduler::As4dr, Scheduler::Baseline];

/// The outcomes of both schedulers for one value.
#[derive(Clone)]
pub(super) struct Pair {
    pub(super) adaptive: Cell,
    pub(super) baseline: Cell,
}

impl Pair {
    /// A part of the first run under BS and under AS4DR; `experiment` returns each scheduler's experiment.
    pub(super) fn worlds(
        &self,
        parameters: &Parameters,
        experiment: impl Fn(Scheduler) -> Result<Experiment, Error>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Worlds>, Error> {
        let times = |cell: &Cell| -> Vec<f64> {
            let runs = cell.runs.iter();
            runs.map(|ran| unit_time(ran.throughput)).collect()
        };
        let Some(evidence) = Evidence::of(&times(&self.baseline), &times(&self.adaptive)) else {
            return Ok(None);
        };
        let [with, without] = RIVALS;
        let (without, with) = (experiment(without)?, experiment(with)?);
        let workers = frame(parameters, &with.clusters, parameters.horizon).workers;
        let found = pair(observer, [&without, &with], &workers, evidence)?;
        let load = load_unit(parameters);
        let both = [without.settings.clone(), with.settings.clone()];
        let names: Vec<&str> = with
            .clusters
            .iter()
            .flat_map(Platform::workers)
            .map(|worker| worker.name.as_str())
            .collect();
        Ok(found.and_then(|found| {
            let sides = found.sides.iter().zip([false, true]).zip(&both);
            let reasons = sides.flat_map(|((part, with), settings)| {
                worlds::of_stream(part, with, &names, settings, load, None)
            });
            let titles = [Scheduler::Baseline, Scheduler::As4dr];
            let titles = titles.map(|scheduler| scheduler.name().to_owned());
            worlds::of(&found, titles, reasons.collect(), load)
        }))
    }
}

/// The outcomes of both schedulers.
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
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&Cell, &Cell)> {
        self.adaptive.iter().zip(&self.baseline)
    }

    /// The pair that `of` picks from both cells for each value.
    pub(super) fn pick<'c>(
        &'c self,
        of: impl FnOnce(Vec<(&'c Cell, &'c Cell)>) -> Option<(&'c Cell, &'c Cell)>,
    ) -> Result<Pair, Error> {
        let (adaptive, baseline) = of(self.pairs().collect()).ok_or(Error::Empty)?;
        Ok(Pair {
            adaptive: adaptive.clone(),
            baseline: baseline.clone(),
        })
    }

    /// A line for each scheduler.
    fn lines(&self, x: f64, y: f64, of: fn(&Ran) -> f64) -> Vec<Series> {
        let points = |cells: &[Cell]| -> Vec<Point> {
            let point = |cell: &Cell| {
                let (mean, half) = cell.mean(of);
                Point::new(x * cell.value, y * mean).within(y * half)
            };
            cells.iter().map(point).collect()
        };
        vec![
            Series::line(word!("AS4DR"), points(&self.adaptive), true),
            Series::line(word!("BS"), points(&self.baseline), false),
        ]
    }

    /// CPU_eff against the varied value.
    pub(super) fn efficiency(&self, title: &str, x: Axis) -> Chart {
        let scale = if x.unit == Unit::Milliseconds {
            1000.0
        } else {
            1.0
        };
        let y = Axis::share(word!("processors in use"));
        Chart::new(
            "efficiency",
            title,
            x,
            y,
            self.lines(scale, 1.0, |ran| ran.efficiency),
        )
    }

    /// The efficiency of AS4DR over that of BS.
    pub(super) fn ratio(&self) -> Series {
        let points = self.pairs().map(|(adaptive, baseline)| {
            let (ratio, half) = adaptive.over(baseline, |ran| ran.efficiency);
            Point::new(adaptive.value, ratio).within(half)
        });
        Series::line(word!("AS4DR over BS"), points, true)
    }

    /// The mean of σ against the varied value.
    pub(super) fn sigma(&self, title: &str, x: Axis) -> Chart {
        let lines = self.lines(1.0, ms(1.0), |ran| ran.sigma);
        Chart::new("sigma", title, x, Axis::time(word!("mean of σ")), lines)
    }

    /// The standard deviation of σ against the varied value.
    pub(super) fn deviation(&self, title: &str, x: Axis) -> Chart {
        let lines = self.lines(1.0, ms(1.0), |ran| ran.deviation);
        Chart::new(
            "deviation",
            title,
            x,
            Axis::time(word!("standard deviation of σ")),
            lines,
        )
    }
}

/// The share of time that the processors of a cell are in use.
pub(super) fn used(cell: &Cell) -> f64 {
    cell.mean(|ran| ran.efficiency).0
}

/// The use of the processors in one cell beside that in another, run by run: "faster" is the larger use. With it, the words
/// for an order: where there is a single run, the order is that of this run.
fn verdict(subject: &Cell, baseline: &Cell) -> (Verdict, &'static str) {
    let shares = |cell: &Cell| {
        cell.runs
            .iter()
            .map(|ran| ran.efficiency)
            .collect::<Vec<f64>>()
    };
    let said = evidence::difference(&shares(subject), &shares(baseline));
    if said != Verdict::Unclear || subject.runs.len() != 1 {
        return (said, "");
    }
    let order = match used(subject).partial_cmp(&used(baseline)) {
        Some(Ordering::Greater) => Verdict::Faster,
        Some(Ordering::Less) => Verdict::Slower,
        Some(Ordering::Equal) | None => Verdict::Unclear,
    };
    (order, word!(" in the only run"))
}

/// The difference of the use of the processors in one cell from that in another, in percentage points.
fn points(subject: &Cell, baseline: &Cell) -> String {
    let much = 100.0 * (used(subject) - used(baseline)).abs();
    match much {
        much if much < 0.005 => word!("under 0.01").into(),
        much => fixed(much, if much < 0.05 { 2 } else { 1 }),
    }
}

/// The difference of the use of the processors in one cell from that in another, as far as the runs show.
pub(super) fn difference(subject: &Cell, baseline: &Cell) -> String {
    let points = points(subject, baseline);
    match verdict(subject, baseline) {
        (Verdict::Faster, run) => say!("{points} percentage points more{run}"),
        (Verdict::Slower, run) => say!("{points} percentage points less{run}"),
        (Verdict::Equal, _) => word!("no difference").into(),
        (Verdict::Unclear, _) => word!("no clear difference").into(),
    }
}

/// The use of the processors under both schedulers, and the difference.
pub(super) fn compared(Pair { adaptive, baseline }: &Pair) -> String {
    let than = match verdict(adaptive, baseline).0 {
        Verdict::Faster | Verdict::Slower => say!("{} than", difference(adaptive, baseline)),
        Verdict::Equal => word!("without a difference from").to_owned(),
        Verdict::Unclear => word!("without a clear difference from").to_owned(),
    };
    let [own, other] = [adaptive, baseline].map(|cell| almost(used(cell), 1));
    say!(
        "adaptive scheduling (AS4DR) uses the processors {own} of the time, {than} baseline scheduling (BS) with {other}"
    )
}

/// The use of the processors under both schedulers, each beside that of another pair, named in `what`.
pub(super) fn changed(from: &Pair, to: &Pair, what: &str) -> String {
    let adaptive = difference(&to.adaptive, &from.adaptive);
    let baseline = difference(&to.baseline, &from.baseline);
    // The unit is named only once.
    let points = points(&to.baseline, &from.baseline);
    let clear = |verdict| matches!(verdict, Verdict::Faster | Verdict::Slower);
    let (than, baseline) = match verdict(&to.baseline, &from.baseline) {
        _ if !clear(verdict(&to.adaptive, &from.adaptive).0) => {
            (say!("{adaptive} from {what}"), baseline)
        }
        (Verdict::Faster, run) => (
            say!("{adaptive} than with {what}"),
            say!("{points} more{run}"),
        ),
        (Verdict::Slower, run) => (
            say!("{adaptive} than with {what}"),
            say!("{points} less{run}"),
        ),
        (Verdict::Equal | Verdict::Unclear, _) => (say!("{adaptive} than with {what}"), baseline),
    };
    say!(
        "adaptive scheduling (AS4DR) uses the processors {} of the time ({than}), baseline scheduling (BS) {} ({baseline})",
        almost(used(&to.adaptive), 1),
        almost(used(&to.baseline), 1),
    )
}

/// The values of all cells whose processors are in use as much as in the best cell, as far as the runs show; the best first.
pub(super) fn tied<'c>(best: &'c Cell, all: &'c [Cell]) -> Vec<&'c Cell> {
    let other = |cell: &&Cell| cell.value != best.value && verdict(best, cell).0 != Verdict::Faster;
    core::iter::once(best)
        .chain(all.iter().filter(other))
        .collect()
}

/// The figures of merit of one cell of both schedulers.
pub(super) fn figures(Pair { adaptive, baseline }: &Pair, target: f64) -> Vec<Figure> {
    let efficiency = |ran: &Ran| ran.efficiency;
    let deviations = adaptive.mean(|ran| ran.deviation).0;
    let mut out = vec![
        Figure::mean(
            "efficiency",
            word!("Processors in use, AS4DR"),
            adaptive.mean(efficiency),
            Unit::Share,
        ),
        Figure::mean(
            "efficiency_bs",
            word!("Processors in use, BS"),
            baseline.mean(efficiency),
            Unit::Share,
        ),
        Figure::mean(
            "ratio",
            word!("AS4DR over BS"),
            adaptive.over(baseline, efficiency),
            Unit::One,
        ),
        Figure::mean(
            "sigma",
            word!("Mean σ over target, AS4DR"),
            adaptive.mean(|ran| ran.sigma / target),
            Unit::Share,
        ),
        Figure::mean(
            "sigma_bs",
            word!("Mean σ over target, BS"),
            baseline.mean(|ran| ran.sigma / target),
            Unit::Share,
        ),
    ];
    if deviations > 0.0 {
        let ratio = baseline.over(adaptive, |ran| ran.deviation);
        out.push(Figure::mean(
            "deviations",
            word!("Deviation of σ, BS over AS4DR"),
            ratio,
            Unit::One,
        ));
    }
    out
}

/// The outcomes of each run in one cell of both schedulers.
pub(super) fn samples(Pair { adaptive, baseline }: &Pair) -> Vec<Sample> {
    let values = |of: fn(&Ran) -> f64, cell: &Cell| cell.runs.iter().map(of).collect::<Vec<f64>>();
    let ratios = adaptive.runs.iter().zip(&baseline.runs);
    vec![
        Sample::new(
            "lost",
            word!("Processors’ time lost by AS4DR"),
            Unit::Share,
            values(|ran| 1.0 - ran.efficiency, adaptive),
        ),
        Sample::new(
            "efficiency",
            word!("Processors in use, AS4DR"),
            Unit::Share,
            values(|ran| ran.efficiency, adaptive),
        )
        .more_is_better(),
        Sample::new(
            "efficiency_bs",
            word!("Processors in use, BS"),
            Unit::Share,
            values(|ran| ran.efficiency, baseline),
        )
        .more_is_better(),
        Sample::new(
            "ratio",
            word!("AS4DR over BS"),
            Unit::One,
            ratios
                .map(|(own, other)| own.efficiency / other.efficiency)
                .collect(),
        )
        .more_is_better(),
    ]
}

/// The cells of a table: the processors in use under both schedulers, and the efficiency of AS4DR over that of BS.
pub(super) fn uses(adaptive: &Cell, baseline: &Cell) -> [table::Cell; 3] {
    let efficiency = |ran: &Ran| ran.efficiency;
    [
        table::Cell::mean("as4dr", adaptive.mean(efficiency), Unit::Share),
        table::Cell::mean("bs", baseline.mean(efficiency), Unit::Share),
        table::Cell::mean("ratio", adaptive.over(baseline, efficiency), Unit::One),
    ]
}

/// The cells of a table: mean and standard deviation of σ, each under both schedulers.
pub(super) fn sigmas(adaptive: &Cell, baseline: &Cell) -> [table::Cell; 4] {
    let time = |cell: &Cell, of: fn(&Ran) -> f64| {
        let (mean, half) = cell.mean(of);
        table::Cell::mean("time", (ms(mean), ms(half)), Unit::Milliseconds)
    };
    [
        time(adaptive, |ran| ran.sigma),
        time(baseline, |ran| ran.sigma),
        time(adaptive, |ran| ran.deviation),
        time(baseline, |ran| ran.deviation),
    ]
}
