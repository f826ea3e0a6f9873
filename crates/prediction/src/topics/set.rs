//! The statistics of all series, and their correlations (Dobber 2006, sections 3.6 to 3.8 and 7.5).

use report::chart::{Axis, Bins, Quartiles, Series, Side};
use report::evidence::same;
use report::figure::Unit;
use report::number::{fixed, short};
use report::table::Cell;
use report::words::{amount, count, rough_percent};
use report::{Chart, Figure, Layout, Report, Sample, Table};
use statistics::mean_and_half_width;
use statistics::{correlation, hurst};
use trace::characteristics::printed::PRINTED;
use trace::characteristics::{self, Characteristic, Characteristics};
use words::{say, word};

use super::{Memory, finite, pair};
use crate::study::Study;
use crate::tournament::Tournament;

/// The most series that have a box each.
const BOXES: usize = 40;

/// The statistics of every series.
struct Set {
    /// In the order of the series.
    rows: Vec<Characteristics>,
    /// The Hurst parameters, not a number where there is no estimate.
    hurst: Vec<f64>,
    /// Whether any series has two values that differ.
    changes: bool,
    /// The number of series whose changes last.
    lasting: usize,
}

impl Set {
    fn of(study: &Study) -> Self {
        let parameters = study.parameters();
        let block = parameters.block as usize;
        let lags = parameters.lags as usize;
        let rows: Vec<Characteristics> = study
            .all()
            .map(|(_, values)| Characteristics::of(values, block))
            .collect();
        let lasts = |((_, values), one): &((&str, &[f64]), &Characteristics)| {
            Memory::of(values).keeps_changes(one.sd_over_rmse_last_value)
        };
        Self {
            lasting: study.all().zip(&rows).filter(lasts).count(),
            rows,
            hurst: study
                .all()
                .map(|(_, values)| hurst::from_autocorrelation(values, lags))
                .map(|estimate| estimate.map_or(f64::NAN, |estimate| estimate.hurst))
                .collect(),
            changes: study
                .all()
                .any(|(_, values)| !statistics::constant(values.iter())),
        }
    }

    /// The Hurst parameters that could be estimated.
    fn estimated(&self) -> Vec<f64> {
        finite(self.hurst.clone())
    }

    /// One statistic of all series.
    fn column(&self, of: impl Fn(&Characteristics) -> f64) -> Vec<f64> {
        self.rows.iter().map(of).collect()
    }

    /// Every statistic of all series.
    fn columns(&self) -> impl Iterator<Item = (&'static Characteristic, Vec<f64>)> {
        characteristics::ALL
            .iter()
            .enumerate()
            .map(|(place, characteristic)| {
                let of = |one: &Characteristics| one.values().get(place).copied();
                (
                    characteristic,
                    self.column(|one| of(one).unwrap_or(f64::NAN)),
                )
            })
    }
}

/// The statistics of every series, beside the tournament of the scenario's predictor and its rival.
pub(super) struct Findings<'a> {
    study: &'a Study,
    tournament: &'a Tournament,
    set: Set,
}

pub(super) fn compute<'a>(study: &'a Study, tournament: &'a Tournament) -> Findings<'a> {
    Findings {
        study,
        tournament,
        set: Set::of(study),
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self {
            study,
            tournament,
            set,
        } = self;
        let mut charts = vec![boxes(study), dot_plot(set)];
        charts.extend(hurst_histogram(set));
        charts.extend(heat(set));
        charts.extend(gain(study, set, tournament));
        Report {
            layout: Layout::charts(&["boxes"]),
            headline: headline(study, set),
            why: why(set),
            figures: figures(set),
            traces: Some(study.traces()),
            charts,
            tables: [table(set), correlations(set)]
                .into_iter()
                .chain(gains(study, set, tournament))
                .collect(),
            notes: vec![
                super::source_note(study),
                super::block_note(study.parameters().block as usize),
                word!("Intervals are 95 % intervals by Student’s t over the series.").into(),
                word!("A correlation of few series means little; without at least three series there is none worth showing.")
                    .into(),
            ]
            .into_iter()
            .chain(constant(set))
            .collect(),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let over = |key, name, unit, values| {
            let sample = Sample::new(key, name, unit, values);
            super::over_series(sample, self.study, self.study.set().nodes())
        };
        let sample = |key, name, unit, of: fn(&Characteristics) -> f64| {
            over(key, name, unit, self.set.column(of))
        };
        let mut samples = vec![
            sample("cv", word!("Mean variation"), Unit::Share, |one| {
                one.coefficient_of_variation
            }),
            sample("memory", word!("Spread over step"), Unit::One, |one| {
                one.sd_over_rmse_last_value
            }),
            sample("jumps", word!("Jumps"), Unit::Share, |one| one.jumps),
            sample(
                "means",
                word!("Deviation of block means"),
                Unit::One,
                |one| one.scaled_sd_of_means_over_sd,
            ),
            over(
                "hurst",
                word!("Hurst parameter"),
                Unit::One,
                self.set.hurst.clone(),
            ),
        ];
        samples.extend(super::samples(self.study, self.tournament));
        samples
    }
}

/// The note on series without a spread.
fn constant(set: &Set) -> Option<String> {
    let equal = set.rows.iter().filter(|one| one.sd == 0.0).count();
    (1..set.rows.len()).contains(&equal).then(|| {
        say!(
            "All values of {} are equal: statistics relative to their spread are those of the others.",
            count(equal, word!("series"), word!("series"))
        )
    })
}

fn headline(study: &Study, set: &Set) -> String {
    let means = set.column(|one| one.mean);
    let (low, high) = means
        .iter()
        .fold((f64::INFINITY, 0.0_f64), |(low, high), mean| {
            (low.min(*mean), high.max(*mean))
        });
    let variation = statistics::mean(&set.column(|one| one.coefficient_of_variation));
    let variation = rough_percent(variation);
    match study.set().nodes().len() {
        1 => say!(
            "{} alone: its runtimes vary by {variation} of their mean",
            study.name()
        ),
        number if same(low, high) => say!(
            "{number} series take equally long on average, and a series varies by {variation} of its mean"
        ),
        number => say!(
            "{number} series: the slowest takes {} times as long as the fastest, and a series varies by {variation} of its mean",
            times(high / low),
        ),
    }
}

/// Larger ratios have more digits than anybody reads.
const MOST_DIGITS: f64 = 1e7;

/// A ratio of times as text, with more digits where two would say that both take equally long.
fn times(ratio: f64) -> String {
    if ratio >= MOST_DIGITS {
        return amount(ratio);
    }
    let (mut digits, mut least) = (2, 0.005);
    while ratio - 1.0 < least && digits < 9 {
        (digits, least) = (digits + 1, least / 10.0);
    }
    match digits {
        2 => short(ratio),
        digits => fixed(ratio, digits),
    }
}

fn why(set: &Set) -> String {
    let number = set.rows.len();
    if !set.changes {
        return match number {
            1 => word!("All its values are equal: nothing changes.").into(),
            _ => word!("The values of each series are equal: nothing changes.").into(),
        };
    }
    match (number, set.lasting) {
        (1, 1) => word!(
            "Its typical step from job to job is clearly smaller than its spread: changes last."
        )
        .into(),
        (1, _) => word!(
            "Its typical step from job to job is not clearly smaller than its spread: at most a part of a change stays."
        )
        .into(),
        (2, 0) => word!("On neither series is the typical step from job to job clearly smaller than the spread: at most a part of a change stays.").into(),
        (number, 0) => say!(
            "On none of the {number} series is the typical step from job to job clearly smaller than the spread: at most a part of a change stays."
        ),
        (2, 2) => word!("On both series the typical step from job to job is clearly smaller than the spread: changes last.").into(),
        (number, lasting) if lasting == number => say!(
            "On all {number} series the typical step from job to job is clearly smaller than the spread: changes last."
        ),
        (number, lasting) => say!(
            "On {lasting} of {number} series the typical step from job to job is clearly smaller than the spread: there, changes last."
        ),
    }
}

fn figures(set: &Set) -> Vec<Figure> {
    let over = |key: &str, name: &str, unit, of: fn(&Characteristics) -> f64| {
        let column = finite(set.column(of));
        Figure::mean(key, name, mean_and_half_width(&column), unit)
    };
    let hurst = mean_and_half_width(&set.estimated());
    vec![
        over("mean", word!("Mean runtime"), Unit::Milliseconds, |one| {
            one.mean
        }),
        over("cv", word!("Variation"), Unit::Share, |one| {
            one.coefficient_of_variation
        })
        .beside(word!("standard deviation over mean")),
        over("memory", word!("Spread over step"), Unit::One, |one| {
            one.sd_over_rmse_last_value
        })
        .beside(word!("0.71 without memory")),
        over("jumps", word!("Jumps"), Unit::Share, |one| one.jumps),
        Figure::mean("hurst", word!("Hurst parameter"), hurst, Unit::One)
            .beside(word!("½ for a short memory")),
    ]
}

fn boxes(study: &Study) -> Chart {
    let boxes = study
        .all()
        .take(BOXES)
        .filter_map(|(name, values)| Quartiles::of(name, values.iter().copied(), true));
    let series = study.all().len();
    Chart::new(
        "boxes",
        &match series > BOXES {
            true => say!("How do the first {BOXES} of {series} series differ?"),
            false => word!("How do the series differ?").into(),
        },
        Axis::number(word!("series")),
        super::runtime_axis().logarithmic(),
        vec![Series::boxes(boxes)],
    )
}

fn dot_plot(set: &Set) -> Chart {
    let numbered = |of: fn(&Characteristics) -> f64| {
        (1_u32..)
            .map(f64::from)
            .zip(set.column(of))
            .collect::<Vec<_>>()
    };
    Chart::new(
        "characters",
        word!("What characters are there?"),
        Axis::count(word!("series")),
        Axis::number(word!("statistic")),
        vec![
            Series::dots(
                word!("spread over step, σ/rmse_lv"),
                numbered(|one| one.sd_over_rmse_last_value),
                true,
            ),
            Series::dots(
                word!("variation, c"),
                numbered(|one| one.coefficient_of_variation),
                false,
            ),
            Series::dots(
                word!("jumps in the steps, rmse_jumps/rmse_lv"),
                numbered(|one| one.rmse_jumps_over_rmse_last_value),
                false,
            ),
        ],
    )
    .beside(Side::Y, 0.5_f64.sqrt(), word!("no memory"))
    .beside(Side::Y, 0.5, word!("alternating"))
}

fn hurst_histogram(set: &Set) -> Option<Chart> {
    /// Fewer make no distribution.
    const LEAST: usize = 8;
    let bins = Bins {
        from: 0.0,
        width: 0.05,
        number: 20,
    };
    let estimated = set.estimated();
    (estimated.len() >= LEAST).then(|| {
        Chart::new(
            "hurst_histogram",
            word!("How many have a long memory?"),
            Axis::number(word!("Hurst parameter")),
            Axis::count(word!("series")),
            vec![Series::histogram(word!("series"), &bins, &estimated, true)],
        )
        .beside(Side::X, 0.5, word!("short memory"))
    })
}

/// Fewer series have no correlation: two points lie on a line.
const CORRELATED: usize = 3;

/// The correlations of the statistics; nothing for fewer than three series.
fn matrix(set: &Set) -> Option<Vec<Vec<f64>>> {
    let columns: Vec<_> = set
        .columns()
        .take(PRINTED)
        .map(|(_, column)| column)
        .collect();
    (set.rows.len() > 2).then(|| {
        let mut matrix = correlation::matrix(&columns);
        for (row, x) in matrix.iter_mut().zip(&columns) {
            for (r, y) in row.iter_mut().zip(&columns) {
                let both = |(x, y): &(&f64, &f64)| x.is_finite() && y.is_finite();
                if x.iter().zip(y).filter(both).count() < CORRELATED {
                    *r = f64::NAN;
                }
            }
        }
        matrix
    })
}

fn heat(set: &Set) -> Option<Chart> {
    let names = || characteristics::ALL.iter().take(PRINTED);
    let symbols = || names().map(|characteristic| characteristic.symbol.to_owned());
    let none = || Axis::number(word!("statistic"));
    Some(Chart::new(
        "correlations",
        word!("Which statistics go together?"),
        none(),
        none(),
        vec![Series::heat(
            Axis::number(word!("correlation")),
            symbols(),
            symbols().zip(matrix(set)?),
            Some(0.0),
        )],
    ))
}

/// The predictor's gain over its rival against the size of jumps (Dobber 2006, table 7.2).
fn gain(study: &Study, set: &Set, tournament: &Tournament) -> Option<Chart> {
    let parameters = study.parameters();
    if parameters.predictor == parameters.rival {
        return None;
    }
    let (own, rival) = pair(study, tournament)?;
    let jumps = set.column(|one| one.mse_jumps_over_variance_and_jumps);
    let points = beside(&jumps, &tournament.delta(own, rival));
    let r = correlation_of(&points);
    let (own, rival) = (parameters.predictor.name(), parameters.rival.name());
    let entrants = tournament.series.len();
    let asked = match set.rows.len() > entrants {
        true => say!(
            "Does {own} gain over {rival} on the first {entrants} series where jumps are large?"
        ),
        false => say!("Does {own} gain over {rival} where jumps are large?"),
    };
    (points.len() >= CORRELATED).then(|| {
        Chart::new(
            "gain",
            &match r.is_finite() {
                true => say!("{asked} Correlation {}", short(r)),
                false => asked,
            },
            Axis::number(word!("size of a jump, mse_jumps/(σ²\u{a0}f_jumps)")),
            Axis::share(word!("gain")),
            vec![Series::fitted(word!("series"), points, true)],
        )
    })
}

/// A statistic of the series of a tournament and the gains there, as shares, where both are numbers.
fn beside(statistic: &[f64], gains: &[f64]) -> Vec<(f64, f64)> {
    let points = statistic.iter().zip(gains);
    points
        .map(|(statistic, gain)| (*statistic, gain / 100.0))
        .filter(|(statistic, gain)| statistic.is_finite() && gain.is_finite())
        .collect()
}

fn correlation_of(points: &[(f64, f64)]) -> f64 {
    if points.len() < CORRELATED {
        return f64::NAN;
    }
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    statistics::pearson(&x, &y)
}

/// The correlation of the predictor's gain over its rival with each statistic (Dobber 2006, table 7.2).
fn gains(study: &Study, set: &Set, tournament: &Tournament) -> Option<Table> {
    let parameters = study.parameters();
    let (own, rival) = pair(study, tournament)?;
    let gains = tournament.delta(own, rival);
    let known = gains.iter().filter(|gain| gain.is_finite()).count();
    if parameters.predictor == parameters.rival || known < CORRELATED {
        return None;
    }
    let row = |(characteristic, column): (&Characteristic, Vec<f64>)| {
        vec![
            Cell::words(characteristic.symbol),
            Cell::words(characteristic.name),
            Cell::Number(correlation_of(&beside(&column, &gains))),
        ]
    };
    let (own, rival) = (parameters.predictor.name(), parameters.rival.name());
    Some(Table::new(
        "gains",
        &match set.rows.len() > gains.len() {
            true => say!(
                "With which statistics does the gain of {own} over {rival} go on the first {} series?",
                gains.len()
            ),
            false => say!("With which statistics does the gain of {own} over {rival} go?"),
        },
        [
            word!("Symbol"),
            word!("Statistic"),
            word!("Correlation with the gain"),
        ],
        set.columns().map(row),
    ))
}

fn table(set: &Set) -> Table {
    let rows = set.columns().map(|(characteristic, column)| {
        let finite = finite(column);
        let (low, high) = finite
            .iter()
            .fold((f64::NAN, f64::NAN), |(low, high), value| {
                (low.min(*value), high.max(*value))
            });
        vec![
            Cell::words(characteristic.symbol),
            Cell::words(characteristic.name),
            Cell::Number(statistics::mean(&finite)),
            Cell::Number(statistics::sd(&finite)),
            Cell::Number(low),
            Cell::Number(high),
        ]
    });
    Table::new(
        "characteristics",
        word!("The statistics over all series"),
        [
            word!("Symbol"),
            word!("Statistic"),
            word!("Average"),
            word!("SD"),
            word!("Min"),
            word!("Max"),
        ],
        rows,
    )
}

fn correlations(set: &Set) -> Table {
    let symbols = || {
        characteristics::ALL
            .iter()
            .take(PRINTED)
            .map(|one| one.symbol)
    };
    let rows = symbols().zip(matrix(set).unwrap_or_default());
    let rows = rows.map(|(symbol, row)| -> Vec<Cell> {
        let numbers = row.into_iter().map(Cell::Number);
        [Cell::words(symbol)].into_iter().chain(numbers).collect()
    });
    Table::new(
        "correlations",
        word!("Correlations of the statistics over the series"),
        [word!("Statistic")].into_iter().chain(symbols()),
        rows,
    )
}
