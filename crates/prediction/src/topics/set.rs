//! The statistics of all series, and how they hang together (Dobber 2006, sections 3.6 to 3.8 and 7.5).

use report::chart::{Axis, Bins, HeatRow, Quartiles, Series, Shade, Side};
use report::figure::Unit;
use report::table::Cell;
use report::{Chart, Figure, Report, Table};
use trace::characteristics::{self, Characteristic, Characteristics};
use trace::statistics::mean_and_half_width;
use trace::{correlation, hurst};

use super::{beside, chart, dots, fitted, pair};
use crate::study::Study;
use crate::tournament::Tournament;

/// The most series that have a box each.
const BOXES: usize = 40;
/// The statistics of Dobber 2006, table 3.1; the others are those of its table 7.2.
const FIRST: usize = 17;

/// The statistics of every series.
struct Set {
    /// In the order of the series.
    rows: Vec<Characteristics>,
    /// The Hurst parameters that could be estimated.
    hurst: Vec<f64>,
}

impl Set {
    fn of(study: &Study) -> Self {
        let parameters = study.parameters();
        let block = parameters.block as usize;
        let lags = parameters.lags as usize;
        Self {
            rows: study
                .all()
                .map(|(_, values)| Characteristics::of(values, block))
                .collect(),
            hurst: study
                .all()
                .filter_map(|(_, values)| hurst::from_autocorrelation(values, lags))
                .map(|estimate| estimate.hurst)
                .collect(),
        }
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

pub(super) fn report(study: &Study, tournament: &Tournament) -> Report {
    let set = Set::of(study);
    let mut charts = vec![boxes(study)];
    charts.push(dot_plot(&set));
    charts.extend(hurst_histogram(&set));
    charts.extend(heat(&set));
    charts.extend(gain(study, &set, tournament));
    Report {
        headline: headline(study, &set),
        why: why(&set),
        figures: figures(&set),
        schedule: None,
        claims: Vec::new(),
        offers: Vec::new(),
        traces: Some(study.traces()),
        charts,
        tables: vec![table(&set), correlations(&set)],
        notes: vec![
            super::source_note(study),
            "Intervals are 1.96 standard errors over the series.".into(),
            "A correlation of few series means little; without at least three series there is none worth showing."
                .into(),
        ],
    }
}

fn headline(study: &Study, set: &Set) -> String {
    let means = set.column(|one| one.mean);
    let (low, high) = means
        .iter()
        .fold((f64::INFINITY, 0.0_f64), |(low, high), mean| {
            (low.min(*mean), high.max(*mean))
        });
    let variation = trace::statistics::mean(&set.column(|one| one.coefficient_of_variation));
    format!(
        "{} series: the slowest takes {} times as long as the fastest, and a series varies by {} of its mean",
        study.set().nodes().len(),
        report::number::short(high / low),
        super::percent(variation, 0),
    )
}

fn why(set: &Set) -> String {
    let memory = set.column(|one| one.sd_over_rmse_last_value);
    let long = memory.iter().filter(|ratio| **ratio > 1.0).count();
    format!(
        "On {long} of {} series changes last long enough for the last value to predict better than the mean.",
        memory.len()
    )
}

fn figures(set: &Set) -> Vec<Figure> {
    let over = |key: &str, name: &str, unit, of: fn(&Characteristics) -> f64| {
        let (mean, half) = mean_and_half_width(&set.column(of));
        Figure::new(key, name, mean, unit).within(half)
    };
    let (hurst, half) = mean_and_half_width(&set.hurst);
    vec![
        over("mean", "Mean runtime", Unit::Milliseconds, |one| one.mean),
        over("cv", "Variation", Unit::Share, |one| {
            one.coefficient_of_variation
        })
        .beside("standard deviation over mean"),
        over("memory", "Spread over step", Unit::One, |one| {
            one.sd_over_rmse_last_value
        })
        .beside("0.71 without memory"),
        over("jumps", "Jumps", Unit::Share, |one| one.jumps),
        Figure::new("hurst", "Hurst parameter", hurst, Unit::One)
            .within(half)
            .beside("½ for a short memory"),
    ]
}

fn boxes(study: &Study) -> Chart {
    let boxes = study
        .all()
        .take(BOXES)
        .filter_map(|(name, values)| {
            Quartiles::of(name, values.iter().copied(), name == study.name())
        })
        .collect();
    chart(
        "boxes",
        "How do the series differ?",
        Axis::new("series", Unit::One),
        super::runtime_axis().logarithmic(),
        vec![Series::Boxes { boxes }],
    )
}

fn dot_plot(set: &Set) -> Chart {
    let numbered = |of: fn(&Characteristics) -> f64| {
        (1_u32..)
            .map(f64::from)
            .zip(set.column(of))
            .collect::<Vec<_>>()
    };
    Chart {
        references: vec![
            beside(Side::Y, 0.5_f64.sqrt(), "no memory"),
            beside(Side::Y, 0.5, "alternating"),
        ],
        ..chart(
            "characters",
            "What characters are there?",
            Axis::new("series", Unit::Count),
            Axis::new("statistic", Unit::One),
            vec![
                dots(
                    "spread over step, σ/rmse_lv",
                    numbered(|one| one.sd_over_rmse_last_value),
                    true,
                ),
                dots(
                    "variation, c",
                    numbered(|one| one.coefficient_of_variation),
                    false,
                ),
                dots(
                    "jumps in the steps, rmse_jumps/rmse_lv",
                    numbered(|one| one.rmse_jumps_over_rmse_last_value),
                    false,
                ),
            ],
        )
    }
}

fn hurst_histogram(set: &Set) -> Option<Chart> {
    /// Fewer make no distribution.
    const LEAST: usize = 8;
    let bins = Bins {
        from: 0.0,
        width: 0.05,
        number: 20,
    };
    (set.hurst.len() >= LEAST).then(|| Chart {
        references: vec![beside(Side::X, 0.5, "short memory")],
        ..chart(
            "hurst_histogram",
            "How many have a long memory?",
            Axis::new("Hurst parameter", Unit::One),
            Axis::new("series", Unit::Count),
            vec![Series::Histogram {
                name: "series".into(),
                from: bins.from,
                width: bins.width,
                counts: bins.count(set.hurst.iter().copied()),
                main: true,
            }],
        )
    })
}

/// The correlations of the statistics; nothing for fewer than three series.
fn matrix(set: &Set) -> Option<Vec<Vec<f64>>> {
    let columns: Vec<_> = set
        .columns()
        .take(FIRST)
        .map(|(_, column)| column)
        .collect();
    (set.rows.len() > 2).then(|| correlation::matrix(&columns))
}

fn heat(set: &Set) -> Option<Chart> {
    let names = || characteristics::ALL.iter().take(FIRST);
    let rows = names()
        .zip(matrix(set)?)
        .map(|(characteristic, row)| HeatRow {
            label: characteristic.symbol.into(),
            values: row.into_iter().map(Shade).collect(),
        })
        .collect();
    let none = || Axis::new("statistic", Unit::One);
    Some(chart(
        "correlations",
        "Which statistics go together?",
        none(),
        none(),
        vec![Series::Heat {
            value: Axis::new("correlation", Unit::One),
            columns: names()
                .map(|characteristic| characteristic.symbol.to_owned())
                .collect(),
            rows,
            centre: Some(0.0),
        }],
    ))
}

/// The predictor's gain over its rival against the size of jumps (Dobber 2006, table 7.2).
fn gain(study: &Study, set: &Set, tournament: &Tournament) -> Option<Chart> {
    let parameters = study.parameters();
    if parameters.predictor == parameters.rival {
        return None;
    }
    let (own, rival) = pair(study, tournament)?;
    let points: Vec<_> = set
        .column(|one| one.mse_jumps_over_variance_and_jumps)
        .into_iter()
        .zip(tournament.delta(own, rival))
        .map(|(jumps, gain)| (jumps, gain / 100.0))
        .filter(|(jumps, gain)| jumps.is_finite() && gain.is_finite())
        .collect();
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let r = trace::statistics::pearson(&x, &y);
    let (own, rival) = (parameters.predictor.name(), parameters.rival.name());
    (points.len() > 2).then(|| {
        chart(
            "gain",
            &format!(
                "Does {own} gain over {rival} where jumps are large? Correlation {}",
                report::number::short(r)
            ),
            Axis::new("size of a jump, mse_jumps/(σ²\u{a0}f_jumps)", Unit::One),
            Axis::new("gain", Unit::Share),
            vec![fitted("series", points, true)],
        )
    })
}

fn table(set: &Set) -> Table {
    let rows = set.columns().map(|(characteristic, column)| {
        let finite: Vec<_> = column
            .into_iter()
            .filter(|value| value.is_finite())
            .collect();
        let (low, high) = finite
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(*value), high.max(*value))
            });
        vec![
            Cell::Text(characteristic.symbol.into()),
            Cell::Text(characteristic.name.into()),
            Cell::Number(trace::statistics::mean(&finite)),
            Cell::Number(trace::statistics::sd(&finite)),
            Cell::Number(low),
            Cell::Number(high),
        ]
    });
    Table {
        key: "characteristics".into(),
        title: "The statistics over all series".into(),
        columns: ["Symbol", "Statistic", "Average", "SD", "Min", "Max"]
            .map(str::to_owned)
            .to_vec(),
        rows: rows.collect(),
    }
}

fn correlations(set: &Set) -> Table {
    let names: Vec<_> = characteristics::ALL
        .iter()
        .take(FIRST)
        .map(|characteristic| characteristic.symbol.to_owned())
        .collect();
    let rows = names
        .iter()
        .zip(matrix(set).unwrap_or_default())
        .map(|(name, row)| {
            std::iter::once(Cell::Text(name.clone()))
                .chain(row.into_iter().map(Cell::Number))
                .collect()
        });
    Table {
        key: "correlations".into(),
        title: "Correlations of the statistics over the series".into(),
        columns: std::iter::once("Statistic".to_owned())
            .chain(names.clone())
            .collect(),
        rows: rows.collect(),
    }
}
