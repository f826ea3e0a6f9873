//! Crashes and repairs at random times, the same for all schemes.

use parameters::Rejected;
use recovery_model::faults::{self, Faults, Study};
use report::chart::{Axis, Bar, Point, Series};
use report::evidence::{Verdict, difference};
use report::figure::Unit;
use report::number::short as digits;
use report::table::Cell;
use report::words::{count, rough_percent};
use report::{Chart, Figure, Layout, Observer, Report, Sample, Table};
use words::{say, word};

use crate::Parameters;
use crate::cluster::{Built, all, called, refused, short};
use crate::parameters::Kind;

/// At how many moments of a run the load is looked at.
const MOMENTS: usize = 101;

/// What the schemes come to under the same crashes.
pub(super) struct Findings<'a> {
    parameters: &'a Parameters,
    sides: Vec<(Built, Study)>,
    missing: Vec<Kind>,
}

pub(super) fn compute<'a>(
    parameters: &'a Parameters,
    observer: &mut dyn Observer,
) -> Result<Findings<'a>, laboratory::Error> {
    let (built, missing) = all(parameters, observer)?;
    let schemes: Vec<_> = built.iter().map(|built| built.scheme.clone()).collect();
    let faults = Faults::new(means(parameters)?, parameters.length)
        .map_err(refused("length", parameters))?;
    let runs = parameters.runs.into();
    let studies = faults::compare(&schemes, &faults, parameters.seed, runs, MOMENTS, observer)
        .map_err(refused("runs", parameters))?;
    Ok(Findings {
        parameters,
        sides: built.into_iter().zip(studies).collect(),
        missing,
    })
}

/// The mean times to failure and to repair of each computer.
fn means(parameters: &Parameters) -> Result<Vec<(f64, f64)>, laboratory::Error> {
    let n = parameters.computers as usize;
    let lines: Vec<&str> = parameters
        .means
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
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
        let mut words = line
            .split(|sign: char| sign.is_whitespace() || ",;".contains(sign))
            .filter(|word| !word.is_empty())
            .map(|word| {
                word.parse::<f64>()
                    .ok()
                    .filter(|time| *time > 0.0 && time.is_finite())
            });
        match (words.next().flatten(), words.next().flatten(), words.next()) {
            (Some(to_failure), Some(to_repair), None) => Ok((to_failure, to_repair)),
            _ => Err(refuse(say!(
                "computer {computer} has {:?}; write two numbers above 0, its times to failure and to repair, such as 500 50",
                line.trim().chars().take(20).collect::<String>()
            ))),
        }
    };
    lines.iter().enumerate().map(pair).collect()
}

/// The mean and 1.96 standard errors; those are no number for a single value.
fn mean(values: &[f64]) -> (f64, f64) {
    let number = values.len() as f64;
    let mean = values.iter().sum::<f64>() / number;
    let squares: f64 = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    (mean, 1.96 * (squares / (number - 1.0) / number).sqrt())
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

impl Findings<'_> {
    /// The other schemes of the least and of the greatest mean load, and what may be said of each beside the first.
    fn rivals(&self) -> Option<[(&Built, &Study, Verdict); 2]> {
        let (built, study) = self.sides.first()?;
        let own = means_of(built, study);
        let least = |(built, study): &&(Built, Study)| mean(&means_of(built, study)).0;
        let order =
            |one: &&(Built, Study), other: &&(Built, Study)| least(one).total_cmp(&least(other));
        let others = self.sides.iter().skip(1);
        let (best, worst) = (others.clone().min_by(order)?, others.max_by(order)?);
        let beside = |(built, study): &'_ (Built, Study)| difference(&means_of(built, study), &own);
        Some([
            (&best.0, &best.1, beside(best)),
            (&worst.0, &worst.1, beside(worst)),
        ])
    }

    fn headline(&self) -> String {
        let Some((built, study)) = self.sides.first() else {
            return String::new();
        };
        let of = |built: &Built, study: &Study| digits(mean(&means_of(built, study)).0);
        let own = of(built, study);
        let scheme = called(built.kind);
        match self.rivals() {
            Some([(best, rival, Verdict::Slower), _]) => say!(
                "With {scheme} the fullest computer has a load of {own} in the mean, with {} only {}",
                called(best.kind),
                of(best, rival)
            ),
            Some([_, (worst, rival, Verdict::Faster)]) => say!(
                "With {scheme} the fullest computer has a load of {own} in the mean, with {} {}",
                called(worst.kind),
                of(worst, rival)
            ),
            Some(_) => say!(
                "With {scheme} the fullest computer has a load of {own} in the mean; no other scheme clearly differs"
            ),
            None => say!("With {scheme} the fullest computer has a load of {own} in the mean"),
        }
    }

    fn why(&self) -> String {
        let (failure, repair) = (self.parameters.between_failures, self.parameters.to_repair);
        let down = repair / (failure + repair);
        let n = f64::from(self.parameters.computers);
        let own_means = !self.parameters.means.trim().is_empty();
        let first = match own_means {
            true => {
                word!("Each computer fails and is repaired by mean times of its own.").to_owned()
            }
            false => say!(
                "Each computer is down {} of the time, so that {} of {} are down at once, in the mean.",
                rough_percent(down),
                digits(down * n),
                self.parameters.computers
            ),
        };
        let all = self.sides.iter();
        let worst = all
            .clone()
            .max_by_key(|(_, study)| study.runs.iter().map(|run| run.worst).max());
        let second = worst.map(|(built, study)| {
            let most = study.runs.iter().map(|run| run.worst).max().unwrap_or(0);
            say!(
                "The greatest load at any time in any run is {}, with {}.",
                crate::cluster::number(built.units(most)),
                called(built.kind)
            )
        });
        let third = match self.rivals() {
            Some([(_, _, Verdict::Slower), _]) | None => "",
            Some(_) => word!("No other scheme is clearly better."),
        };
        report::words::sentences([first, third.to_owned(), second.unwrap_or_default()])
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
                mean(&means_of(built, study)),
                Unit::One,
            ),
            Figure::mean(
                "worst",
                word!("Greatest load of a run, in the mean"),
                mean(&worsts),
                Unit::One,
            ),
            Figure::number("most", word!("Greatest load of all runs"), most),
            Figure::mean(
                "moves",
                word!("Moves of processes in a run"),
                mean(&moves),
                Unit::One,
            ),
            Figure::mean(
                "all_down",
                word!("Time with no computer up"),
                mean(&down),
                Unit::Share,
            ),
        ];
        if let Some([(other, rival, _), _]) = self.rivals() {
            figures.push(
                Figure::mean(
                    "rival",
                    word!("Best other scheme"),
                    mean(&means_of(other, rival)),
                    Unit::One,
                )
                .beside(short(other.kind)),
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
                        true => point.within(1.96 * moment.error * normal),
                        false => point,
                    }
                });
            Series::curve(short(built.kind), points, place == 0)
        };
        Chart::new(
            "over_time",
            word!("How full is the fullest computer, in the mean of all runs?"),
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
            word!("How full is the fullest computer in the worst of all runs?"),
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
                let (mean, half) = mean(&means_of(built, study));
                Bar::new(short(built.kind), mean, place == 0).within(half)
            });
        Chart::new(
            "means",
            word!("Which scheme has the least load in the mean?"),
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
                let (mean, half) = mean(&worsts_of(built, study));
                Bar::new(short(built.kind), mean, place == 0).within(half)
            });
        Chart::new(
            "worst",
            word!("Which scheme has the least load at the worst moment of a run?"),
            Axis::number(word!("scheme")),
            Axis::number(word!("greatest load of a run, in the mean")),
            vec![Series::bars(bars)],
        )
    }

    fn table(&self) -> Table {
        let rows = self.sides.iter().map(|(built, study)| {
            let moves: Vec<f64> = study.runs.iter().map(|run| run.moves as f64).collect();
            let worsts = worsts_of(built, study);
            [
                Cell::words(short(built.kind)),
                Cell::mean("mean", mean(&means_of(built, study)), Unit::One),
                Cell::mean("worst", mean(&worsts), Unit::One),
                Cell::Number(worsts.iter().copied().fold(0.0, f64::max)),
                Cell::mean("moves", mean(&moves), Unit::One),
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
            word!("The worst load of an adversary is rare at random: a scheme for the worst case need not be the best in the mean.").to_owned(),
        ];
        if !self.missing.is_empty() {
            let names: Vec<String> = self
                .missing
                .iter()
                .map(|kind| short(*kind).to_owned())
                .collect();
            notes.push(say!(
                "For this cluster there is no list of: {}.",
                names.join(", ")
            ));
        }
        notes
    }
}
