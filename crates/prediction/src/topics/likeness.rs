//! The synthetic twin of one series: a node of the generator with similar statistics.

use parameters::Field as _;
use report::chart::{Axis, Bins, Series, Side};
use report::evidence::same;
use report::figure::Unit;
use report::table::Cell;
use report::words::{amount, count, list, milliseconds, plural, rough_percent};
use report::{Chart, Figure, Layout, Offer, Report, Sample, Table};
use statistics::autocorrelation::{autocorrelation, confidence};
use trace::characteristics;
use trace::source::Source;
use trace::synthetic::{Fitted, MEANS, Match, NodeParameters, fit};
use words::{say, word};

use super::{jobs_axis, numbered, runtime_axis, windowed};
use crate::study::Study;
use crate::tournament::without_rounding;

/// A node of the generator that was fitted to a series.
pub(super) struct Findings<'a> {
    study: &'a Study,
    fitted: Fitted,
}

pub(super) fn compute(study: &Study) -> Findings<'_> {
    Findings {
        study,
        fitted: fit(study.values(), study.parameters().seed),
    }
}

impl report::Findings for Findings<'_> {
    fn report(&self) -> Report {
        let Self { study, fitted } = self;
        Report {
            layout: Layout::charts(&[]),
            headline: headline(study, fitted),
            why: why(fitted),
            figures: figures(fitted),
            traces: Some(study.traces()),
            charts: vec![
                courses(study, fitted),
                histograms(study, fitted),
                correlograms(study, fitted),
            ],
            tables: vec![matches(fitted), parameters(&fitted.parameters)],
            notes: vec![
                super::source_note(study),
                super::block_note(characteristics::BLOCK),
                word!("The generator’s parameters are estimated from levels, peaks, dips and noise of the series, and corrected \
                 until series made with them measure alike (own choice). The more levels and peaks the series has, the more accurate \
                 they are: with 2\u{202f}000 jobs and levels of a hundred, spread and duration of the levels are accurate to a third.")
                    .into(),
            ],
            offers: vec![Offer::new(
                word!("Use this node"),
                [
                    ("traces", Source::Synthetic(fitted.parameters).to_value()),
                    ("topic", "series".into()),
                    ("series", 1.into()),
                ],
            )],
            ..Report::default()
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let near = near(&self.fitted) as f64;
        let name = word!("Number of statistics within sampling error");
        let sample = Sample::new("near", name, Unit::Count, vec![near]).more_is_better();
        vec![super::over_series(sample, self.study, self.study.shown())]
    }
}

/// The statistics that the series has, each with its distance from that of made series, in standard deviations of these;
/// infinite where made series do not have it, or all have the same. The mean is left out: made series have the mean of the
/// given one by construction.
fn misses(fitted: &Fitted) -> impl Iterator<Item = (&Match, f64)> {
    let judged = fitted
        .matches
        .iter()
        .filter(|matched| matched.key != "mean" && matched.original.is_finite());
    judged
        .map(|matched| (matched, miss(matched)))
        .filter(|(_, miss)| !miss.is_nan())
}

fn miss(matched: &Match) -> f64 {
    let Match {
        original,
        expected,
        spread,
        ..
    } = *matched;
    match expected.is_nan() {
        true => f64::INFINITY,
        false if same(original, expected) => 0.0,
        false => (original - expected).abs() / spread,
    }
}

/// The number of standard deviations above which a miss is more than sampling error.
const SAMPLING: f64 = 2.0;

fn symbol(key: &str) -> (&str, &str) {
    let known = characteristics::ALL.iter().find(|one| one.key == key);
    known.map_or(("ρ(1)", word!("autocorrelation at lag 1")), |one| {
        (one.symbol, one.name)
    })
}

/// The number of statistics within sampling error.
fn near(fitted: &Fitted) -> usize {
    misses(fitted).filter(|(_, miss)| *miss <= SAMPLING).count()
}

fn headline(study: &Study, fitted: &Fitted) -> String {
    let near = near(fitted);
    let judged = misses(fitted).count();
    let variation = fitted.matches.iter().find(|one| one.key == "cv");
    if variation.is_some_and(|one| one.original == 0.0) {
        return say!(
            "All values of {} are equal, and so are those of a node like it",
            study.name()
        );
    }
    say!(
        "A node like {}: {near} of its {judged} statistics {} within sampling error",
        study.name(),
        plural(near as f64, word!("is"), word!("are")),
    )
}

fn why(fitted: &Fitted) -> String {
    let NodeParameters {
        level_sd,
        level_duration,
        peak_probability,
        noise_sd,
        dip_probability,
        slow_probability,
        ..
    } = fitted.parameters;
    let worst = worst(fitted);
    let scaled = scaled(fitted);
    let part = |of: f64, words: String| (without_rounding(of, 1.0) > 0.0).then_some(words);
    let parts: Vec<_> = [
        part(
            level_sd,
            say!(
                "levels that vary by {} and last {}",
                rough_percent(level_sd),
                count(level_duration.round() as usize, word!("job"), word!("jobs"))
            ),
        ),
        part(noise_sd, say!("noise of {}", rough_percent(noise_sd))),
        part(
            peak_probability,
            say!("a peak at {} of the jobs", rough_percent(peak_probability)),
        ),
        part(
            dip_probability,
            say!("a dip at {} of the jobs", rough_percent(dip_probability)),
        ),
        part(
            slow_probability,
            say!(
                "a slow mode at {} of the jobs",
                rough_percent(slow_probability)
            ),
        ),
    ]
    .into_iter()
    .flatten()
    .collect();
    match parts.is_empty() {
        true => {
            say!("It has no levels, no noise, no peaks, no dips and no slow mode.{worst}{scaled}")
        }
        false => say!("It has {}.{worst}{scaled}", list(&parts)),
    }
}

/// The sentence on the statistics that made series miss by most.
fn worst(fitted: &Fitted) -> String {
    /// The most statistics that are named.
    const NAMED: usize = 3;
    let most = misses(fitted).map(|(_, miss)| miss).fold(0.0, f64::max);
    if most <= SAMPLING {
        return String::new();
    }
    let variation = fitted.matches.iter().find(|one| one.key == "cv");
    if variation.is_some_and(|one| without_rounding(one.expected, 1.0) == 0.0) {
        return word!(
            " Its values are all equal: it has no other statistic in common with the series."
        )
        .into();
    }
    let missed = misses(fitted).filter(|(_, miss)| same(*miss, most));
    let mut names: Vec<String> = missed
        .map(|(matched, _)| symbol(matched.key).1.to_owned())
        .collect();
    let more = names.len().saturating_sub(NAMED);
    if more > 1 {
        names.truncate(NAMED);
        names.push(say!("{more} other statistics"));
    }
    say!(" It misses most in {}.", list(&names))
}

/// The sentence on runtimes that the generator does not make.
fn scaled(fitted: &Fitted) -> String {
    if fitted.scale == 1.0 {
        return String::new();
    }
    say!(
        " Mean runtimes of the generator lie between {} and {}: runtimes of its node are multiplied by {} here.",
        milliseconds(MEANS[0]),
        milliseconds(MEANS[1]),
        amount(fitted.scale)
    )
}

fn figures(fitted: &Fitted) -> Vec<Figure> {
    let figure = |key: &str, name: &str, wanted: &str, unit| {
        let matched = fitted.matches.iter().find(|one| one.key == wanted)?;
        let original = Figure::new(key, name, matched.original, unit);
        Some(Figure::new(key, name, matched.made, unit).beside(say!("given {}", original.text())))
    };
    [
        figure(
            "mean",
            word!("Mean runtime, made"),
            "mean",
            Unit::Milliseconds,
        ),
        figure("cv", word!("Variation, made"), "cv", Unit::Share),
        figure(
            "memory",
            word!("Spread over step, made"),
            "sd-per-rmse-lv",
            Unit::One,
        ),
        figure("jumps", word!("Jumps, made"), "f-jumps", Unit::Share),
        figure(
            "autocorrelation",
            word!("Autocorrelation at lag 1, made"),
            "rho-1",
            Unit::One,
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn courses(study: &Study, fitted: &Fitted) -> Chart {
    let points = |values| numbered(study.window(), values);
    let drawn = vec![
        Series::curve(study.name(), points(study.values()), false),
        Series::curve(word!("made"), points(&fitted.series), true),
    ];
    let title = word!("Do they look alike?");
    let chart = Chart::new("course", title, jobs_axis(), runtime_axis(), drawn);
    windowed(study, chart)
}

fn histograms(study: &Study, fitted: &Fitted) -> Chart {
    let both = study.values().iter().chain(&fitted.series).copied();
    let bins = Bins::over(study.parameters().bins as usize, both);
    Chart::new(
        "histogram",
        word!("Does each runtime occur as often?"),
        runtime_axis(),
        Axis::count(word!("jobs")),
        vec![
            Series::histogram(word!("made"), &bins, &fitted.series, true),
            Series::histogram(study.name(), &bins, study.values(), false),
        ],
    )
}

fn correlograms(study: &Study, fitted: &Fitted) -> Chart {
    let lags = super::lags_of(study);
    let correlations = |values: &[f64]| -> Vec<(f64, f64)> {
        (1_u32..)
            .map(f64::from)
            .zip(autocorrelation(values, lags))
            .collect()
    };
    let band = confidence(study.values().len());
    Chart::new(
        "autocorrelation",
        word!("Do they remember as long?"),
        Axis::count(word!("lag")),
        Axis::number(word!("autocorrelation")),
        vec![
            Series::curve(study.name(), correlations(study.values()), false),
            Series::curve(word!("made"), correlations(&fitted.series), true),
        ],
    )
    .beside(Side::Y, band, word!("95 % without memory"))
}

fn matches(fitted: &Fitted) -> Table {
    let rows = fitted.matches.iter().map(|matched| {
        let (symbol, name) = symbol(matched.key);
        vec![
            Cell::words(symbol),
            Cell::words(name),
            Cell::Number(matched.original),
            Cell::Number(matched.made),
            Cell::Number(matched.expected),
            Cell::Number(matched.spread),
        ]
    });
    Table::new(
        "matches",
        word!("Given and made, statistic by statistic"),
        [
            word!("Symbol"),
            word!("Statistic"),
            word!("Given"),
            word!("Made"),
            word!("Made, on average"),
            word!("Made, deviation"),
        ],
        rows,
    )
}

fn parameters(made: &NodeParameters) -> Table {
    let rows = [
        (word!("Mean runtime (ms)"), made.mean),
        (word!("Level spread"), made.level_sd),
        (word!("Level duration (jobs)"), made.level_duration),
        (word!("Autocorrelation of the noise"), made.autocorrelation),
        (word!("Noise spread"), made.noise_sd),
        (word!("Peak probability"), made.peak_probability),
        (word!("Peak duration (jobs)"), made.peak_duration),
        (word!("Peak height"), made.peak_height),
        (word!("Dip probability"), made.dip_probability),
        (word!("Slow-mode probability"), made.slow_probability),
        (word!("Slow-mode height"), made.slow_height),
    ];
    Table::new(
        "node",
        word!("The parameters of the node"),
        [word!("Parameter"), word!("Value")],
        rows.into_iter()
            .map(|(name, value)| vec![Cell::words(name), Cell::Number(value)]),
    )
}
