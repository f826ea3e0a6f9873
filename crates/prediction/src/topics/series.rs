//! The statistics of one series (Dobber 2006, chapter 3).

use report::chart::{Axis, Bins, Quartiles, Series, Side};
use report::evidence::factor;
use report::figure::Unit;
use report::number::fixed;
use report::table::Cell;
use report::words::rough_percent;
use report::{Chart, Figure, Layout, Offer, Report, Sample, Table};
use statistics::NORMAL;
use statistics::autocorrelation::{autocorrelation, confidence, decay};
use statistics::hurst::{self, Estimate};
use trace::characteristics::{self, Characteristics};
use words::{say, word};

use super::{Memory, jobs_axis, numbered, runtime_axis, windowed};
use crate::study::Study;
use crate::tournament::without_rounding;

/// The number of values of one estimate of the rolling Hurst parameter (Dobber 2006, figure 3.7).
const ROLLING: usize = 100;

/// Everything that is estimated from one series.
pub(super) struct Findings<'a> {
    study: &'a Study,
    characteristics: Characteristics,
    correlations: Vec<f64>,
    from_correlation: Option<Estimate>,
    aggregated: Option<Estimate>,
    rescaled: Option<Estimate>,
}

pub(super) fn compute(study: &Study) -> Findings<'_> {
    let parameters = study.parameters();
    let values = study.values();
    let lags = super::lags_of(study);
    Findings {
        study,
        characteristics: Characteristics::of(values, parameters.block as usize),
        correlations: autocorrelation(values, lags),
        from_correlation: hurst::from_autocorrelation(values, lags),
        aggregated: hurst::aggregated_variance(values),
        rescaled: hurst::rescaled_range(values),
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let study = self.study;
        let mut charts = vec![course(study)];
        charts.extend(neighbours(study));
        charts.extend([histogram(study), correlogram(study, self)]);
        charts.extend(decay_chart(self));
        charts.extend(hurst_chart(self));
        charts.extend(rolling(study));
        charts.extend(box_plot(study));
        Report {
            layout: Layout::charts(&["course", "histogram"]).folding(&[
                "neighbours",
                "decay",
                "rolling_hurst",
            ]),
            headline: headline(study, self),
            why: why(study, self),
            figures: figures(study, self),
            offers: vec![Offer::new(
                word!("Make a synthetic twin"),
                [("topic", "likeness".into())],
            )],
            traces: Some(study.traces()),
            charts,
            tables: vec![table(study, self), hurst_table(self)],
            notes: notes(study),
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let one = &self.characteristics;
        let rho = self.correlations.first().copied().unwrap_or(f64::NAN);
        let hurst = self
            .from_correlation
            .as_ref()
            .map_or(f64::NAN, |one| one.hurst);
        let sample = |key, name, unit, value| {
            let sample = Sample::new(key, name, unit, vec![value]);
            super::over_series(sample, self.study, self.study.shown())
        };
        vec![
            sample(
                "cv",
                word!("Variation"),
                Unit::Share,
                one.coefficient_of_variation,
            ),
            sample(
                "memory",
                word!("Spread over step"),
                Unit::One,
                one.sd_over_rmse_last_value,
            ),
            sample("jumps", word!("Jumps"), Unit::Share, one.jumps),
            sample(
                "autocorrelation",
                word!("Autocorrelation at lag 1"),
                Unit::One,
                rho,
            ),
            sample("hurst", word!("Hurst parameter"), Unit::One, hurst),
            sample(
                "means",
                word!("Deviation of block means"),
                Unit::One,
                one.scaled_sd_of_means_over_sd,
            ),
        ]
    }
}

fn headline(study: &Study, estimates: &Findings<'_>) -> String {
    let Characteristics {
        coefficient_of_variation: variation,
        jumps,
        ..
    } = estimates.characteristics;
    let kind = if variation <= 0.0 || variation.is_nan() {
        return say!("All values of {} are equal", study.name());
    } else if without_rounding(variation, 1.0) == 0.0 {
        return say!("All values of {} are equal to twelve digits", study.name());
    } else if variation < 0.1 {
        word!("quiet")
    } else if variation < 0.4 {
        word!("moderately busy")
    } else {
        word!("busy")
    };
    let (name, variation) = (study.name(), rough_percent(variation));
    match jumps {
        0.0 => say!(
            "{name} is a {kind} node: its runtimes vary by {variation} of their mean, and none of them jumps"
        ),
        jumps => say!(
            "{name} is a {kind} node: its runtimes vary by {variation} of their mean, and {} of them jump",
            rough_percent(jumps)
        ),
    }
}

fn why(study: &Study, estimates: &Findings<'_>) -> String {
    let Characteristics {
        sd,
        mse_jumps_over_variance: jumps,
        scaled_sd_of_means_over_sd: means,
        ..
    } = estimates.characteristics;
    let values = study.values();
    if sd <= 0.0 || sd.is_nan() {
        return word!("A series without changes has neither memory nor jumps.").into();
    }
    let rho = |rho: f64| say!("autocorrelation {} at lag 1", fixed(rho, 2));
    let memory = match Memory::of(values) {
        Memory::Alternates(r) => say!("After a high value, a low one is likely ({})", rho(r)),
        Memory::None(r) => say!("A value says nothing clear of the next one ({})", rho(r)),
        Memory::Lasts(r) => say!("Neighbouring values are alike ({})", rho(r)),
    };
    let jumps = match jumps {
        0.0 => String::new(),
        share => say!("; jumps carry {} of the variance", rough_percent(share)),
    };
    let block = study.parameters().block as usize;
    let blocks = values.len() / block;
    let levels = match means {
        _ if blocks < TOLD || means.is_nan() => String::new(),
        means if means > by_chance(values.len(), blocks) => say!(
            " Means of {block} values differ {} times as much as those of independent values.",
            factor(means)
        ),
        _ => say!(" Means of {block} values differ no more than chance explains."),
    };
    format!("{memory}{jumps}.{levels}")
}

/// The means of fewer blocks say little.
const TOLD: usize = 8;

/// The deviation of the means of `blocks` blocks, over that of all `values` and times the root of the blocks' length, which
/// independent normal values stay below in 39 of 40 cases.
///
/// The means' share of the sum of squares is that of an F-test, whose quantile is approximated as in E. Paulson, *An approximate
/// normalization of the analysis of variance distribution*, Annals of Mathematical Statistics 13, 1942.
fn by_chance(values: usize, blocks: usize) -> f64 {
    let [between, within] = [blocks - 1, values - blocks].map(|degrees| degrees as f64);
    let [a, b] = [between, within].map(|degrees| 2.0 / (9.0 * degrees));
    // (1 − b) x − (1 − a) = z √(b x² + a), with x the third root of F.
    let (square, linear) = (
        (1.0 - b) * (1.0 - b) - NORMAL * NORMAL * b,
        (1.0 - a) * (1.0 - b),
    );
    let rest = (1.0 - a) * (1.0 - a) - NORMAL * NORMAL * a;
    let root = (linear + (linear * linear - square * rest).sqrt()) / square;
    let f = root * root * root;
    let share = between * f / (between * f + within);
    (share * (values - 1) as f64 / blocks as f64).sqrt()
}

fn figures(study: &Study, estimates: &Findings<'_>) -> Vec<Figure> {
    let Characteristics {
        mean,
        coefficient_of_variation,
        sd_over_rmse_last_value,
        jumps,
        ..
    } = estimates.characteristics;
    let band = confidence(study.values().len());
    vec![
        Figure::time("mean", word!("Mean runtime"), mean),
        Figure::share("cv", word!("Variation"), coefficient_of_variation)
            .beside(word!("standard deviation over mean")),
        Figure::number("memory", word!("Spread over step"), sd_over_rmse_last_value)
            .beside(word!("0.71 without memory")),
        Figure::share("jumps", word!("Jumps"), jumps),
        Figure::number(
            "autocorrelation",
            word!("Autocorrelation at lag 1"),
            estimates.correlations.first().copied().unwrap_or(f64::NAN),
        )
        .beside(say!(
            "±\u{a0}{} without memory",
            report::number::short(band)
        )),
        Figure::number(
            "hurst",
            word!("Hurst parameter"),
            estimates
                .from_correlation
                .as_ref()
                .map_or(f64::NAN, |estimate| estimate.hurst),
        )
        .beside(word!("½ for a short memory")),
    ]
}

/// The series and the means of its blocks, which show its levels.
fn course(study: &Study) -> Chart {
    let values = study.values();
    let window = study.window();
    let block = study.parameters().block as usize;
    let measured = numbered(window.clone(), values);
    let mut levels = Vec::new();
    for (number, values) in values.chunks(block).enumerate() {
        let start = number * block;
        if start < window.end && start + values.len() > window.start {
            let mean = statistics::mean(values);
            levels.push(((start + 1) as f64, mean));
            levels.push(((start + values.len()) as f64, mean));
        }
    }
    let drawn = vec![
        Series::curve(word!("measured"), measured, true),
        Series::curve(&say!("mean of {block}"), levels, false),
    ];
    let title = say!("How did the runtimes of {} go?", study.name());
    let chart = Chart::new("course", &title, jobs_axis(), runtime_axis(), drawn);
    windowed(study, chart)
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
            Series::curve(name, numbered(study.window(), values), place == 0)
        })
        .collect();
    (drawn.len() > 1).then(|| {
        let title = word!("How did the series beside it go?");
        let chart = Chart::new("neighbours", title, jobs_axis(), runtime_axis(), drawn);
        windowed(study, chart)
    })
}

fn histogram(study: &Study) -> Chart {
    let values = study.values();
    let bins = Bins::over(study.parameters().bins as usize, values.iter().copied());
    Chart::new(
        "histogram",
        word!("How often does each runtime occur?"),
        runtime_axis(),
        Axis::count(word!("jobs")),
        vec![Series::histogram(study.name(), &bins, values, true)],
    )
}

fn lag_axis() -> Axis {
    Axis::count(word!("lag"))
}

/// The values, numbered from lag 1.
fn lags(values: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    (1_u32..).map(f64::from).zip(values.iter().copied())
}

fn correlogram(study: &Study, estimates: &Findings<'_>) -> Chart {
    let band = confidence(study.values().len());
    Chart::new(
        "autocorrelation",
        word!("How long does it remember?"),
        lag_axis(),
        Axis::number(word!("autocorrelation")),
        vec![Series::curve(
            word!("autocorrelation"),
            lags(&estimates.correlations),
            true,
        )],
    )
    .beside(Side::Y, band, word!("95 % without memory"))
    .beside(Side::Y, -band, "")
}

/// The autocorrelation on a logarithmic axis, where an exponential decay is a straight line.
fn decay_chart(estimates: &Findings<'_>) -> Option<Chart> {
    let fit = decay(&estimates.correlations)?;
    let fitted = lags(&estimates.correlations)
        .map(|(lag, _)| (lag, libm::exp(fit.intercept + fit.slope * lag)));
    Some(Chart::new(
        "decay",
        word!("Does it forget exponentially?"),
        lag_axis(),
        Axis::number(word!("autocorrelation")).logarithmic(),
        vec![
            Series::curve(
                word!("autocorrelation"),
                lags(&estimates.correlations)
                    .map(|(lag, value)| (lag, if value > 0.0 { value } else { f64::NAN })),
                true,
            ),
            Series::curve(word!("exponential decay"), fitted, false),
        ],
    ))
}

fn hurst_chart(estimates: &Findings<'_>) -> Option<Chart> {
    let methods = [
        (word!("autocorrelation"), &estimates.from_correlation, true),
        (word!("rescaled range"), &estimates.rescaled, false),
        (word!("aggregated variance"), &estimates.aggregated, false),
    ];
    let drawn: Vec<_> = methods
        .into_iter()
        .filter_map(|(name, estimate, main)| {
            let estimate = estimate.as_ref()?;
            Some(Series::fitted(name, estimate.points.iter().copied(), main))
        })
        .collect();
    (!drawn.is_empty()).then(|| {
        Chart::new(
            "hurst",
            word!("Is its memory long?"),
            Axis::number(word!("ln of lag or block")),
            Axis::number(word!("ln of the statistic")),
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
    estimates.iter().any(Option::is_some).then(|| {
        Chart::new(
            "rolling_hurst",
            word!("Does its memory change?"),
            jobs_axis(),
            Axis::number(word!("Hurst parameter of the last 100")),
            vec![Series::dots(word!("Hurst parameter"), points, true)],
        )
        .beside(Side::Y, 0.5, word!("short memory"))
    })
}

fn box_plot(study: &Study) -> Option<Chart> {
    let one = Quartiles::of(study.name(), study.values().iter().copied(), true)?;
    Some(Chart::new(
        "box",
        word!("Where do most runtimes lie?"),
        Axis::number(word!("series")),
        runtime_axis(),
        vec![Series::boxes(vec![one])],
    ))
}

fn table(study: &Study, estimates: &Findings<'_>) -> Table {
    let set: Vec<Characteristics> = study
        .entrants()
        .map(|(_, values)| Characteristics::of(values, study.parameters().block as usize))
        .collect();
    let mean = match (study.all().len() > set.len(), set.len()) {
        (true, 1) => word!("First series").to_owned(),
        (true, first) => say!("Mean of the first {first} series"),
        (false, _) => word!("Mean of the set").to_owned(),
    };
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
                Cell::words(characteristic.symbol),
                Cell::words(characteristic.name),
                Cell::Number(value),
                Cell::Number(statistics::mean(&all)),
            ]
        });
    Table::new(
        "characteristics",
        word!("What kind of machine is it?"),
        [
            word!("Symbol"),
            word!("Statistic"),
            study.name(),
            mean.as_str(),
        ],
        rows,
    )
}

fn hurst_table(estimates: &Findings<'_>) -> Table {
    let rows = [
        (
            word!("Decay of the autocorrelation"),
            &estimates.from_correlation,
        ),
        (word!("Rescaled range"), &estimates.rescaled),
        (word!("Aggregated variance"), &estimates.aggregated),
    ]
    .map(|(name, estimate)| {
        let number = |value: Option<f64>| Cell::Number(value.unwrap_or(f64::NAN));
        let estimate = estimate.as_ref();
        vec![
            Cell::words(name),
            number(estimate.map(|estimate| estimate.hurst)),
            number(estimate.map(|estimate| estimate.line.slope)),
            number(estimate.map(|estimate| estimate.line.r_squared)),
            number(estimate.map(|estimate| estimate.points.len() as f64)),
        ]
    });
    Table::new(
        "hurst",
        word!("The Hurst parameter by three methods"),
        [word!("Method"), "H", word!("Slope"), "R²", word!("Points")],
        rows.to_vec(),
    )
}

fn notes(study: &Study) -> Vec<String> {
    vec![
        super::source_note(study),
        say!(
            "The Hurst parameter comes from a straight line through ln ρ over ln lag, for the lags from 1 to {} up to \
             the first that is not positive; it depends much on that range. The two other methods are a second \
             opinion.",
            super::lags_of(study)
        ),
        word!("A jump is a step of more than two standard deviations.").into(),
        super::block_note(study.parameters().block as usize),
    ]
}
