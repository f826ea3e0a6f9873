//! The statistics of one series (Dobber 2006, chapter 3).

use report::chart::{Axis, Bins, Quartiles, Series, Side};
use report::figure::Unit;
use report::table::Cell;
use report::{Chart, Figure, Offer, Report, Table};
use trace::autocorrelation::{autocorrelation, confidence, decay};
use trace::characteristics::{self, Characteristics};
use trace::hurst::{self, Estimate};

use super::{beside, chart, dots, fitted, jobs_axis, line, runtime_axis};
use crate::study::Study;

/// How many values one estimate of the rolling Hurst parameter takes (Dobber 2006, figure 3.7).
const ROLLING: usize = 100;

/// Everything that is estimated from one series.
struct Estimates {
    characteristics: Characteristics,
    correlations: Vec<f64>,
    from_correlation: Option<Estimate>,
    aggregated: Option<Estimate>,
    rescaled: Option<Estimate>,
}

impl Estimates {
    fn of(study: &Study) -> Self {
        let parameters = study.parameters();
        let values = study.values();
        let lags = parameters.lags as usize;
        Self {
            characteristics: Characteristics::of(values, parameters.block as usize),
            correlations: autocorrelation(values, lags),
            from_correlation: hurst::from_autocorrelation(values, lags),
            aggregated: hurst::aggregated_variance(values),
            rescaled: hurst::rescaled_range(values),
        }
    }
}

pub(super) fn report(study: &Study) -> Report {
    let estimates = Estimates::of(study);
    let mut charts = vec![course(study)];
    charts.extend(neighbours(study));
    charts.extend([histogram(study), correlogram(study, &estimates)]);
    charts.extend(decay_chart(&estimates));
    charts.extend(hurst_chart(&estimates));
    charts.extend(rolling(study));
    charts.extend(box_plot(study));
    Report {
        headline: headline(study, &estimates),
        why: why(&estimates),
        figures: figures(study, &estimates),
        schedule: None,
        claims: Vec::new(),
        offers: vec![Offer::new(
            "Make one like this",
            [("topic", "likeness".into())],
        )],
        traces: Some(study.traces()),
        charts,
        tables: vec![table(study, &estimates), hurst_table(&estimates)],
        notes: notes(study),
    }
}

fn headline(study: &Study, estimates: &Estimates) -> String {
    let Characteristics {
        coefficient_of_variation: variation,
        jumps,
        ..
    } = estimates.characteristics;
    let kind = if variation <= 0.0 || variation.is_nan() {
        return format!("All values of {} are equal", study.name());
    } else if variation < 0.1 {
        "quiet"
    } else if variation < 0.4 {
        "moderately busy"
    } else {
        "busy"
    };
    format!(
        "{} is a {kind} node: its runtimes vary by {} of their mean, and {} of them jump",
        study.name(),
        super::percent(variation, 0),
        super::percent(jumps, 1),
    )
}

fn why(estimates: &Estimates) -> String {
    let Characteristics {
        mse_jumps_over_variance: jumps,
        scaled_sd_of_means_over_sd: means,
        ..
    } = estimates.characteristics;
    let jumps = if jumps > 0.5 {
        "Most of its variance comes from jumps of single jobs"
    } else {
        "Most of its variance comes from slow changes rather than from jumps of single jobs"
    };
    let levels = if means > 2.0 {
        "its level moves: means of blocks differ much more than chance explains"
    } else if means > 1.3 {
        "its level moves somewhat from block to block"
    } else {
        "its level stays: means of blocks differ no more than chance explains"
    };
    format!("{jumps}; {levels}.")
}

fn figures(study: &Study, estimates: &Estimates) -> Vec<Figure> {
    let Characteristics {
        mean,
        coefficient_of_variation,
        sd_over_rmse_last_value,
        jumps,
        ..
    } = estimates.characteristics;
    let band = confidence(study.values().len());
    vec![
        Figure::new("mean", "Mean runtime", mean, Unit::Milliseconds),
        Figure::new("cv", "Variation", coefficient_of_variation, Unit::Share)
            .beside("standard deviation over mean"),
        Figure::new(
            "memory",
            "Spread over step",
            sd_over_rmse_last_value,
            Unit::One,
        )
        .beside("0.71 without memory"),
        Figure::new("jumps", "Jumps", jumps, Unit::Share),
        Figure::new(
            "autocorrelation",
            "Autocorrelation at lag 1",
            estimates.correlations.first().copied().unwrap_or(f64::NAN),
            Unit::One,
        )
        .beside(format!(
            "±\u{a0}{} without memory",
            report::number::short(band)
        )),
        Figure::new(
            "hurst",
            "Hurst parameter",
            estimates
                .from_correlation
                .as_ref()
                .map_or(f64::NAN, |estimate| estimate.hurst),
            Unit::One,
        )
        .beside("½ for a short memory"),
    ]
}

/// The series and the means of its blocks, which show its levels.
fn course(study: &Study) -> Chart {
    let values = study.values();
    let window = study.window();
    let block = study.parameters().block as usize;
    let measured = window
        .clone()
        .filter_map(|place| Some(((place + 1) as f64, *values.get(place)?)));
    let mut levels = Vec::new();
    for (number, values) in values.chunks(block).enumerate() {
        let start = number * block;
        if start < window.end && start + values.len() > window.start {
            let mean = trace::statistics::mean(values);
            levels.push(((start + 1) as f64, mean));
            levels.push(((start + values.len()) as f64, mean));
        }
    }
    let drawn = vec![
        line("measured", measured, true),
        line(&format!("mean of {block}"), levels, false),
    ];
    let title = format!("How did the runtimes of {} go?", study.name());
    chart("course", &title, jobs_axis(), runtime_axis(), drawn)
}

/// The series with those that follow it in the set, over the same values (as Dobber 2006, figure 3.1 has four of them).
fn neighbours(study: &Study) -> Option<Chart> {
    const MOST: usize = 4;
    let series = study.all().len();
    let first = study.parameters().series as usize - 1;
    let drawn: Vec<Series> = study
        .all()
        .cycle()
        .skip(first)
        .take(MOST.min(series))
        .enumerate()
        .map(|(place, (name, values))| {
            let window = study.window();
            let measured =
                window.filter_map(|value| Some(((value + 1) as f64, *values.get(value)?)));
            line(name, measured, place == 0)
        })
        .collect();
    (drawn.len() > 1).then(|| {
        let title = "How did the series beside it go?";
        chart("neighbours", title, jobs_axis(), runtime_axis(), drawn)
    })
}

fn histogram(study: &Study) -> Chart {
    let values = study.values();
    let bins = Bins::over(study.parameters().bins as usize, values.iter().copied());
    chart(
        "histogram",
        "How often does each runtime occur?",
        runtime_axis(),
        Axis::new("jobs", Unit::Count),
        vec![Series::Histogram {
            name: study.name().into(),
            from: bins.from,
            width: bins.width,
            counts: bins.count(values.iter().copied()),
            main: true,
        }],
    )
}

fn lag_axis() -> Axis {
    Axis::new("lag", Unit::Count)
}

/// Numbered from lag 1.
fn lags(values: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    (1_u32..).map(f64::from).zip(values.iter().copied())
}

fn correlogram(study: &Study, estimates: &Estimates) -> Chart {
    let band = confidence(study.values().len());
    Chart {
        references: vec![
            beside(Side::Y, band, "95 % without memory"),
            beside(Side::Y, -band, ""),
        ],
        ..chart(
            "autocorrelation",
            "How long does it remember?",
            lag_axis(),
            Axis::new("autocorrelation", Unit::One),
            vec![line("autocorrelation", lags(&estimates.correlations), true)],
        )
    }
}

/// The autocorrelation on a logarithmic axis, where an exponential decay is a straight line.
fn decay_chart(estimates: &Estimates) -> Option<Chart> {
    let fit = decay(&estimates.correlations)?;
    let fitted = lags(&estimates.correlations)
        .map(|(lag, _)| (lag, libm::exp(fit.intercept + fit.slope * lag)));
    Some(chart(
        "decay",
        "Does it forget exponentially?",
        lag_axis(),
        Axis::new("autocorrelation", Unit::One).logarithmic(),
        vec![
            line(
                "autocorrelation",
                lags(&estimates.correlations)
                    .map(|(lag, value)| (lag, if value > 0.0 { value } else { f64::NAN })),
                true,
            ),
            line("exponential decay", fitted, false),
        ],
    ))
}

fn hurst_chart(estimates: &Estimates) -> Option<Chart> {
    let methods = [
        ("autocorrelation", &estimates.from_correlation, true),
        ("rescaled range", &estimates.rescaled, false),
        ("aggregated variance", &estimates.aggregated, false),
    ];
    let drawn: Vec<_> = methods
        .into_iter()
        .filter_map(|(name, estimate, main)| {
            let estimate = estimate.as_ref()?;
            Some(fitted(name, estimate.points.iter().copied(), main))
        })
        .collect();
    (!drawn.is_empty()).then(|| {
        chart(
            "hurst",
            "Is its memory long?",
            Axis::new("ln of lag or block", Unit::One),
            Axis::new("ln of the statistic", Unit::One),
            drawn,
        )
    })
}

fn rolling(study: &Study) -> Option<Chart> {
    let estimates = hurst::rolling(study.values(), ROLLING);
    let points = estimates.iter().zip(1_u32..).map(|(estimate, number)| {
        (
            f64::from(number) * ROLLING as f64,
            estimate.unwrap_or(f64::NAN),
        )
    });
    estimates.iter().any(Option::is_some).then(|| Chart {
        references: vec![beside(Side::Y, 0.5, "short memory")],
        ..chart(
            "rolling_hurst",
            "Does its memory change?",
            jobs_axis(),
            Axis::new("Hurst parameter of the last 100", Unit::One),
            vec![dots("Hurst parameter", points, true)],
        )
    })
}

fn box_plot(study: &Study) -> Option<Chart> {
    let one = Quartiles::of(study.name(), study.values().iter().copied(), true)?;
    Some(chart(
        "box",
        "Where do most runtimes lie?",
        Axis::new("series", Unit::One),
        runtime_axis(),
        vec![Series::Boxes { boxes: vec![one] }],
    ))
}

fn table(study: &Study, estimates: &Estimates) -> Table {
    let set: Vec<Characteristics> = study
        .entrants()
        .map(|(_, values)| Characteristics::of(values, study.parameters().block as usize))
        .collect();
    let rows = characteristics::ALL
        .iter()
        .zip(estimates.characteristics.values())
        .enumerate()
        .map(|(place, (characteristic, value))| {
            let all: Vec<f64> = set
                .iter()
                .filter_map(|one| one.values().get(place).copied())
                .filter(|value| value.is_finite())
                .collect();
            vec![
                Cell::Text(characteristic.symbol.into()),
                Cell::Text(characteristic.name.into()),
                Cell::Number(value),
                Cell::Number(trace::statistics::mean(&all)),
            ]
        });
    Table {
        key: "characteristics".into(),
        title: "What kind of machine is it?".into(),
        columns: ["Symbol", "Statistic", study.name(), "Mean of the set"]
            .map(str::to_owned)
            .to_vec(),
        rows: rows.collect(),
    }
}

fn hurst_table(estimates: &Estimates) -> Table {
    let rows = [
        ("Decay of the autocorrelation", &estimates.from_correlation),
        ("Rescaled range", &estimates.rescaled),
        ("Aggregated variance", &estimates.aggregated),
    ]
    .map(|(name, estimate)| {
        let number = |value: Option<f64>| Cell::Number(value.unwrap_or(f64::NAN));
        let estimate = estimate.as_ref();
        vec![
            Cell::Text(name.into()),
            number(estimate.map(|estimate| estimate.hurst)),
            number(estimate.map(|estimate| estimate.line.slope)),
            number(estimate.map(|estimate| estimate.line.r_squared)),
            number(estimate.map(|estimate| estimate.points.len() as f64)),
        ]
    });
    Table {
        key: "hurst".into(),
        title: "The Hurst parameter by three methods".into(),
        columns: ["Method", "H", "Slope", "R²", "Points"]
            .map(str::to_owned)
            .to_vec(),
        rows: rows.to_vec(),
    }
}

fn notes(study: &Study) -> Vec<String> {
    let parameters = study.parameters();
    vec![
        super::source_note(study),
        format!(
            "The Hurst parameter comes from a straight line through ln ρ over ln lag, for the lags from 1 to {} up to \
             the first that is not positive; it depends much on that range. The two other methods are a second \
             opinion.",
            parameters.lags
        ),
        format!(
            "A jump is a step of more than two standard deviations; blocks have {} values.",
            parameters.block
        ),
    ]
}
