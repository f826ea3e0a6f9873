//! Crashes and repairs at random times, the same for all schemes.

use parameters::Rejected;
use recovery_model::faults::{self, Faults, Study};
use report::chart::{Axis, Bar, Point, Series};
use report::evidence::{Verdict, difference};
use report::figure::Unit;
use report::number::{fixed, short as digits};
use report::table::Cell;
use report::words::{count, list as listed};
use report::{Chart, Figure, Layout, Observer, Report, Sample, Table};
use words::{say, word};

use crate::cluster::{Built, all, called, left_out, refused, short};
use crate::parameters::Kind;
use crate::{Parameters, about};

/// The number of placements of a process after which no further run begins: about half a minute.
pub(crate) const BUDGET: u64 = 150_000_000;

/// The number of moments of a run at which the load is measured.
const MOMENTS: usize = 101;

/// The outcome of the schemes under the same crashes.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    sides: Vec<(Built, Study)>,
    missing: Vec<Kind>,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let (built, missing) = all(parameters)?;
    let schemes: Vec<_> = built.iter().map(|built| built.scheme.clone()).collect();
    let faults = Faults::new(means(parameters)?, parameters.length).map_err(refused("length"))?;
    let runs = parameters.runs.into();
    let studies = faults::compare(
        &schemes,
        &faults,
        parameters.seed,
        runs,
        MOMENTS,
        BUDGET,
        observer,
    )
    .map_err(refused("runs"))?;
    Ok(Findings {
        parameters,
        sides: built.into_iter().zip(studies).collect(),
        missing,
    })
}

/// The mean times to failure and to repair of each computer.
fn means(parameters: &Parameters) -> Result<Vec<(f64, f64)>, laboratory::Error> {
    /// The range of both mean times, h; the same as for equal computers.
    const SHORTEST: f64 = 0.001;
    const LONGEST: f64 = 10_000_000.0;
    let n = parameters.computers as usize;
    let lines: Vec<&str> = about::lines(&parameters.means).collect();
    if lines.is_empty() {
        return Ok(vec![(parameters.between_failures, parameters.to_repair); n]);
    }
    let refuse = |allowed: String| laboratory::Error::from(Rejected::one("means", "", allowed));
    if lines.len() != n {
        return Err(refuse(say!(
            "has {}; write one for each of the {n} computers, or none",
            count(lines.len(), word!("line"), word!("lines"))
        )));
    }
    let pair = |(computer, line): (usize, &&str)| {
        let mut words = about::words(line).map(|word| {
            word.parse::<f64>()
                .ok()
                .filter(|time| (SHORTEST..=LONGEST).contains(time))
        });
        match (words.next().flatten(), words.next().flatten(), words.next()) {
            (Some(to_failure), Some(to_repair), None) => Ok((to_failure, to_repair)),
            _ => Err(refuse(say!(
                "computer {computer} has {:?}; write two numbers from {SHORTEST} to {}, its times to failure and to repair, such as 500 50",
                line.trim().chars().take(20).collect::<String>(),
                fixed(LONGEST, 0)
            ))),
        }
    };
    lines.iter().enumerate().map(pair).collect()
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        Report {
            layout: Layout::charts(&["over_time", "means"]),
            headline: self.headline(),
            why: self.why(),
            figures: self.figures(),
            charts: vec![
                self.over_time(),
                self.means(),
                self.worst_over_time(),
                self.worst(),
            ],
            tables: vec![self.table()],
            notes: self.notes(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let values = self
            .sides
            .first()
            .map(|(built, study)| means_of(built, study));
        let worst = self
            .sides
            .first()
            .map(|(built, study)| worsts_of(built, study));
        vec![
            Sample::new(
                "mean",
                word!("Mean load of the fullest computer"),
                Unit::One,
                values.unwrap_or_default(),
            ),
            Sample::new(
                "worst",
                word!("Greatest load of a run"),
                Unit::One,
                worst.unwrap_or_default(),
            ),
        ]
    }
}

/// The mean load of each run.
fn means_of(built: &Built, study: &Study) -> Vec<f64> {
    let normal = built.units(1);
    study.runs.iter().map(|run| run.mean * normal).collect()
}

/// The greatest load of each run.
fn worsts_of(built: &Built, study: &Study) -> Vec<f64> {
    study
        .runs
        .iter()
        .map(|run| built.units(run.worst))
        .collect()
}

/// The mean of the first scheme's fullest computer and that of the other one, with as many digits as it takes to tell them apart.
fn apart(one: f64, other: f64) -> Option<[String; 2]> {
    /// More decimals than a mean of runs has.
    const MOST: usize = 12;
    let short = std::iter::once([one, other].map(digits));
    let long = (3..=MOST).map(|decimals| [one, other].map(|mean| fixed(mean, decimals)));
    short.chain(long).find(|[first, second]| first != second)
}

impl Findings<'_> {
    fn mean((built, study): &(Built, Study)) -> f64 {
        statistics::mean_and_half_width(&means_of(built, study)).0
    }

    /// The other schemes with the least (or the greatest) mean load, equal ones together, with this load and their verdict against
    /// the first scheme. One run shows no order.
    fn rivals(&self, greatest: bool) -> Option<(Vec<String>, f64, Verdict)> {
        /// Means of equal runs differ only by rounding.
        const EQUAL: f64 = 1e-12;
        let (built, study) = self.sides.first()?;
        let own = means_of(built, study);
        let others = self.sides.iter().skip(1);
        let means = others.clone().map(Self::mean);
        let mean = match greatest {
            true => means.max_by(f64::total_cmp),
            false => means.min_by(f64::total_cmp),
        }?;
        let same: Vec<&(Built, Study)> = others
            .filter(|side| (Self::mean(side) - mean).abs() <= EQUAL * mean.max(1.0))
            .collect();
        let (first, runs) = same.first()?;
        let verdict = match own.len() {
            0 | 1 => Verdict::Unclear,
            _ => difference(&means_of(first, runs), &own),
        };
        let names = same.iter().map(|(built, _)| called(built.kind).to_owned());
        let names = names.collect();
        Some((names, mean, verdict))
    }

    /// The number of computers that are down at once, on average over all runs.
    fn down(&self) -> (f64, f64) {
        let first = self.sides.first();
        let down: Vec<f64> = first.map_or_else(Vec::new, |(_, study)| {
            study.runs.iter().map(|run| run.down).collect()
        });
        statistics::mean_and_half_width(&down)
    }

    /// The moments of the mean load: there is none while all computers are down.
    fn on_average(&self) -> &'static str {
        let mut runs = self.sides.iter().flat_map(|(_, study)| &study.runs);
        match runs.any(|run| run.all_down > 0.0) {
            true => word!("on average while a computer is up"),
            false => word!("on average"),
        }
    }

    fn is_single(&self) -> bool {
        let first = self.sides.first();
        first.is_some_and(|(_, study)| study.runs.len() == 1)
    }

    fn headline(&self) -> String {
        let Some(first) = self.sides.first() else {
            return String::new();
        };
        let (own, mean) = (Self::mean(first), self.on_average());
        let scheme = called(first.0.kind);
        if let Some((names, rival, Verdict::Slower)) = self.rivals(false)
            && let Some([own, rival]) = apart(own, rival)
        {
            return say!(
                "With {scheme} the fullest computer has a load of {own} {mean}, with {} only {rival}",
                listed(&names)
            );
        }
        if let Some((names, rival, Verdict::Faster)) = self.rivals(true)
            && let Some([own, rival]) = apart(own, rival)
        {
            return say!(
                "With {scheme} the fullest computer has a load of {own} {mean}, with {} {rival}",
                listed(&names)
            );
        }
        let own = digits(own);
        match (self.sides.len(), first.1.runs.len()) {
            (_, 1) => {
                say!("In one run with {scheme}, the fullest computer has a load of {own} {mean}")
            }
            (1, _) => say!("With {scheme} the fullest computer has a load of {own} {mean}"),
            _ => say!(
                "With {scheme} the fullest computer has a load of {own} {mean}; no other scheme clearly differs"
            ),
        }
    }

    fn why(&self) -> String {
        let (down, _) = self.down();
        let n = self.parameters.computers;
        let runs = self.sides.first().map_or(0, |(_, study)| study.runs.len());
        let first = match runs {
            1 => say!(
                "In this run, a mean of {} of {n} computers is down at once.",
                digits(down)
            ),
            runs => say!(
                "In these {runs} runs, a mean of {} of {n} computers is down at once.",
                digits(down)
            ),
        };
        let most = |(built, study): &(Built, Study)| {
            worsts_of(built, study).into_iter().fold(0.0, f64::max)
        };
        let greatest = self.sides.iter().map(most).fold(0.0, f64::max);
        let fullest: Vec<String> = self
            .sides
            .iter()
            .filter(|side| most(side) >= greatest)
            .map(|(built, _)| called(built.kind).to_owned())
            .collect();
        let with = match fullest.len() == self.sides.len() && fullest.len() > 1 {
            true => word!("every scheme").to_owned(),
            false => listed(&fullest),
        };
        let greatest = crate::cluster::number(greatest);
        let last = match runs {
            1 => say!("The greatest load at any time is {greatest}, with {with}."),
            _ => say!("The greatest load at any time in any run is {greatest}, with {with}."),
        };
        let middle = match (self.rivals(false), runs) {
            (None, _) | (Some((_, _, Verdict::Slower)), _) => "",
            (_, 1) => word!("One run shows no order of the schemes."),
            _ => word!("No other scheme is clearly better."),
        };
        report::words::sentences([first, middle.to_owned(), last])
    }

    fn figures(&self) -> Vec<Figure> {
        let Some((built, study)) = self.sides.first() else {
            return Vec::new();
        };
        let down: Vec<f64> = study.runs.iter().map(|run| run.all_down).collect();
        let moves: Vec<f64> = study.runs.iter().map(|run| run.moves as f64).collect();
        let worsts = worsts_of(built, study);
        let most = worsts.iter().copied().fold(0.0, f64::max);
        let mut figures = vec![
            Figure::mean(
                "mean",
                word!("Mean load of the fullest computer"),
                statistics::mean_and_half_width(&means_of(built, study)),
                Unit::One,
            ),
            Figure::mean(
                "worst",
                match self.is_single() {
                    true => word!("Greatest load of the run"),
                    false => word!("Greatest load of a run, on average"),
                },
                statistics::mean_and_half_width(&worsts),
                Unit::One,
            ),
            Figure::number("most", word!("Greatest load of all runs"), most),
            Figure::mean(
                "down",
                word!("Computers down at once, on average"),
                self.down(),
                Unit::One,
            ),
            Figure::mean(
                "moves",
                word!("Moves of processes in a run"),
                statistics::mean_and_half_width(&moves),
                Unit::One,
            ),
            Figure::mean(
                "all_down",
                word!("Time with no computer up"),
                statistics::mean_and_half_width(&down),
                Unit::Share,
            ),
        ];
        let others = self.sides.iter().skip(1);
        let least = others.min_by(|one, other| Self::mean(one).total_cmp(&Self::mean(other)));
        if let Some((other, rival)) = least
            && let Some((names, ..)) = self.rivals(false)
        {
            let name = match study.runs.len() {
                1 => word!("Least load of another scheme, in this run"),
                _ => word!("Least load of another scheme, on average"),
            };
            figures.push(
                Figure::mean(
                    "rival",
                    name,
                    statistics::mean_and_half_width(&means_of(other, rival)),
                    Unit::One,
                )
                .beside(listed(&names)),
            );
        }
        figures
    }

    fn over_time(&self) -> Chart {
        let line = |(place, (built, study)): (usize, &(Built, Study))| {
            let points = study
                .moments
                .iter()
                .filter(|moment| moment.runs > 0)
                .map(|moment| {
                    let normal = built.units(1);
                    let point = Point::new(3_600_000.0 * moment.time, moment.mean * normal);
                    match moment.runs > 1 && place == 0 {
                        true => point.within(
                            statistics::quantile(moment.runs.saturating_sub(1) as usize)
                                * moment.error
                                * normal,
                        ),
                        false => point,
                    }
                });
            Series::curve(short(built.kind), points, place == 0)
        };
        Chart::new(
            "over_time",
            match self.is_single() {
                true => word!("How full is the fullest computer over time?"),
                false => word!("How full is the fullest computer, on average over all runs?"),
            },
            Axis::time(word!("time")),
            Axis::number(word!("load of the fullest computer")),
            self.sides.iter().enumerate().map(line).collect(),
        )
    }

    fn worst_over_time(&self) -> Chart {
        let line = |(place, (built, study)): (usize, &(Built, Study))| {
            let points = study
                .moments
                .iter()
                .filter(|moment| moment.runs > 0)
                .map(|moment| (3_600_000.0 * moment.time, built.units(moment.worst)));
            Series::steps(short(built.kind), points, place == 0)
        };
        Chart::new(
            "worst_over_time",
            match self.is_single() {
                true => word!("How full is the fullest computer at the measured moments?"),
                false => word!("How full is the fullest computer in the worst of all runs?"),
            },
            Axis::time(word!("time")),
            Axis::number(word!("load of the fullest computer")),
            self.sides.iter().enumerate().map(line).collect(),
        )
    }

    fn means(&self) -> Chart {
        let bars = self
            .sides
            .iter()
            .enumerate()
            .map(|(place, (built, study))| {
                let (mean, half) = statistics::mean_and_half_width(&means_of(built, study));
                Bar::new(short(built.kind), mean, place == 0).within(half)
            });
        Chart::new(
            "means",
            word!("Which scheme has the least load on average?"),
            Axis::number(word!("scheme")),
            Axis::number(word!("mean load of the fullest computer")),
            vec![Series::bars(bars)],
        )
    }

    fn worst(&self) -> Chart {
        let bars = self
            .sides
            .iter()
            .enumerate()
            .map(|(place, (built, study))| {
                let (mean, half) = statistics::mean_and_half_width(&worsts_of(built, study));
                Bar::new(short(built.kind), mean, place == 0).within(half)
            });
        Chart::new(
            "worst",
            word!("Which scheme has the least load at the worst moment of a run?"),
            Axis::number(word!("scheme")),
            Axis::number(match self.is_single() {
                true => word!("greatest load of the run"),
                false => word!("greatest load of a run, on average"),
            }),
            vec![Series::bars(bars)],
        )
    }

    fn table(&self) -> Table {
        let rows = self.sides.iter().map(|(built, study)| {
            let moves: Vec<f64> = study.runs.iter().map(|run| run.moves as f64).collect();
            let worsts = worsts_of(built, study);
            [
                Cell::words(short(built.kind)),
                Cell::mean(
                    "mean",
                    statistics::mean_and_half_width(&means_of(built, study)),
                    Unit::One,
                ),
                Cell::mean("worst", statistics::mean_and_half_width(&worsts), Unit::One),
                Cell::Number(worsts.iter().copied().fold(0.0, f64::max)),
                Cell::mean("moves", statistics::mean_and_half_width(&moves), Unit::One),
            ]
        });
        Table::new(
            "schemes",
            word!("All schemes under the same crashes"),
            [
                word!("Scheme"),
                word!("Mean load"),
                word!("Greatest load of a run"),
                word!("Greatest load of all runs"),
                word!("Moves in a run"),
            ],
            rows,
        )
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            word!("Not of the thesis: times to failure and to repair are exponential and independent; processes move at once and at no cost. While no computer is up there is no load; that time is left out of the means.").to_owned(),
            word!("The worst load of an adversary is rare at random: a scheme for the worst case need not be the best on average.").to_owned(),
        ];
        let runs = self.sides.first().map_or(0, |(_, study)| study.runs.len());
        if runs < self.parameters.runs as usize {
            notes.push(say!(
                "{} of {} asked for: then more than {} placements of a process were counted, and no further run began.",
                report::words::capital(&count(runs, word!("run"), word!("runs"))),
                self.parameters.runs,
                fixed(BUDGET as f64, 0)
            ));
        }
        notes.extend(self.sides.iter().filter_map(|(built, _)| built.remark()));
        notes.extend(left_out(&self.missing));
        notes
    }
}
