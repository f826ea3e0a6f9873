//! The reports on series in which it is easy to say too much.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use forecast::Method;
use prediction::parameters::Topic;
use prediction::{Parameters, run};
use report::chart::Series;
use report::table::Cell;
use report::{Chart, Report, Silent};
use trace::characteristics::Characteristics;
use trace::source::{Own, Source};
use trace::synthetic::Memoryless;
use trace::{Node, TraceSet};

/// Traces of some series.
pub(crate) fn own(series: &[Vec<f64>]) -> Source {
    let node = |(host, runtimes): (usize, &Vec<f64>)| Node {
        name: format!("n{host}"),
        position: None,
        host,
        runtimes: runtimes.clone(),
    };
    let nodes = series.iter().enumerate().map(node).collect();
    Source::Own(Own::of(&TraceSet::new("own", nodes).unwrap(), usize::MAX))
}

/// The faults that any report may have: counts that do not agree in number, numbers that are none.
pub(crate) fn slips(report: &Report) -> Vec<String> {
    const MANY: [&str; 8] = [
        "values",
        "runs",
        "iterations",
        "jobs",
        "processors",
        "others",
        "lags",
        "blocks",
    ];
    let mut sentences = vec![&report.headline, &report.why];
    sentences.extend(&report.notes);
    sentences.extend(
        report
            .figures
            .iter()
            .filter_map(|figure| figure.beside.as_ref()),
    );
    let mut out = Vec::new();
    for sentence in sentences {
        let words: Vec<&str> = sentence.split(char::is_whitespace).collect();
        for pair in words.windows(2) {
            let noun = pair[1].trim_end_matches(|c: char| !c.is_alphanumeric());
            if ["1", "One", "one"].contains(&pair[0]) && MANY.contains(&noun) {
                out.push(format!("“{} {noun}” in “{sentence}”", pair[0]));
            }
        }
        for wrong in [
            "NaN",
            " inf",
            "– %",
            "–\u{a0}%",
            "  ",
            " 1 series:",
            "of 1 series",
        ] {
            if format!(" {sentence}").contains(wrong) {
                out.push(format!("“{wrong}” in “{sentence}”"));
            }
        }
    }
    out
}

fn told(parameters: &Parameters) -> Report {
    let report = run(parameters, &mut Silent).unwrap().report;
    assert_eq!(slips(&report), [""; 0]);
    report
}

fn has(text: &str, part: &str) {
    assert!(text.contains(part), "“{part}” is not in “{text}”");
}

fn lacks(text: &str, part: &str) {
    assert!(!text.contains(part), "“{part}” is in “{text}”");
}

fn normal(variation: f64) -> Source {
    Source::Memoryless(Memoryless {
        distribution: trace::synthetic::Distribution::Normal,
        variation,
        ..Memoryless::default()
    })
}

fn about(topic: Topic, traces: Source) -> Parameters {
    Parameters {
        topic,
        traces,
        runs: 2,
        ..Parameters::default()
    }
}

#[test]
fn independent_values_have_neither_slow_changes_nor_a_level_that_moves() {
    let report = told(&about(Topic::Series, normal(0.3)));
    has(&report.why, "A value says nothing clear of the next one");
    has(&report.why, "differ no more than chance explains");
    lacks(&report.why, "slow");
}

#[test]
fn equal_values_have_no_memory_and_no_jumps() {
    let constant = own(&[vec![5.0; 60], vec![5.0; 60]]);
    let report = told(&about(Topic::Series, constant.clone()));
    assert_eq!(
        report.why,
        "A series without changes has neither memory nor jumps."
    );
    let report = told(&about(Topic::Likeness, constant.clone()));
    assert_eq!(
        report.headline,
        "All values of n0 are equal, and so are those of a node like it"
    );
    let report = told(&about(Topic::Set, constant));
    has(&report.headline, "2 series take equally long on average");
    assert_eq!(
        report.why,
        "The values of each series are equal: nothing changes."
    );
    let alone = told(&about(Topic::Set, own(&[vec![5.0; 60]])));
    assert_eq!(alone.why, "All its values are equal: nothing changes.");
}

#[test]
fn a_headline_says_whether_runtimes_jump() {
    let rising: Vec<f64> = (0..60).map(|job| f64::from(100 + job)).collect();
    let mut peak = rising.clone();
    peak[30] = 10_000.0;
    for (series, jump) in [(rising, "none of them jumps"), (peak, "of them jump")] {
        let report = told(&about(Topic::Series, own(&[series])));
        assert!(report.headline.ends_with(jump), "{}", report.headline);
    }
}

/// Values around a level that keeps the share `keep` of itself from one value to the next.
fn drifting(keep: f64) -> Vec<f64> {
    let noise = (0..400_u64).map(|job| ((job * 7919 + job * job * 104_729) % 1009) as f64 / 1009.0);
    let mut level = 0.0;
    noise
        .map(|step| {
            level = keep * level + step;
            10.0 + level
        })
        .collect()
}

#[test]
fn a_set_does_not_deny_that_a_part_of_a_change_stays() {
    let series = drifting(0.45);
    let shown = told(&about(Topic::Forecasts, own(std::slice::from_ref(&series))));
    has(&shown.why, "part of a change stays");
    for (many, subject) in [(1, "Its typical step"), (3, "On none of the 3 series")] {
        let report = told(&about(Topic::Set, own(&vec![series.clone(); many])));
        has(&report.why, subject);
        has(&report.why, "at most a part of a change stays");
    }
}

#[test]
fn values_that_alternate_are_not_said_to_be_hard_to_beat_for_a_mean() {
    let alternating: Vec<f64> = (0..400)
        .map(|job| if job % 2 == 0 { 60.0 } else { 140.0 })
        .collect();
    let noisy: Vec<f64> = alternating
        .iter()
        .zip(0..)
        .map(|(value, job)| value + f64::from(job * job % 7))
        .collect();
    let report = told(&about(Topic::Forecasts, own(std::slice::from_ref(&noisy))));
    has(&report.why, "after a high value, a low one is likely");
    has(
        &report.why,
        "On it, autoregression (AR) has the least error",
    );
    lacks(&report.why, "hard to beat");
    has(
        &told(&about(Topic::Series, own(&[noisy]))).why,
        "After a high value, a low one is likely",
    );
}

#[test]
fn a_predictor_is_best_only_where_its_paired_interval_says_so() {
    let parameters = Parameters {
        predictor: Method::Autoregression.into(),
        ..about(Topic::Forecasts, Source::Six)
    };
    let report = told(&parameters);
    assert_eq!(
        report.headline,
        "Autoregression (AR) is off by 59.2\u{a0}% of the mean runtime, with no clear difference from the Network Weather Service (NWS), which \
         has the least error, 59.1\u{a0}%"
    );
}

#[test]
fn equal_predictors_share_a_place() {
    let constant = told(&about(Topic::Forecasts, normal(0.0)));
    assert_eq!(
        constant.headline,
        "All 18 predictors are exact: the values of each series are equal"
    );
    let alone = told(&about(Topic::Forecasts, own(&[vec![5.0; 60]])));
    assert_eq!(
        alone.headline,
        "All 18 predictors are exact: the values of the series are equal"
    );
    let short: Vec<f64> = (0..90).map(|job| f64::from(10 + job * job % 13)).collect();
    let parameters = Parameters {
        predictor: Method::Autoregression.into(),
        rival: Method::RunningMean.into(),
        ..about(Topic::Forecasts, own(&[short.clone(), short]))
    };
    let report = told(&parameters);
    let ranks = ["AR", "mean"].map(|name| {
        let mut rows = report.tables[0].rows.iter();
        let row = rows.rfind(|row| row[0].text() == name).unwrap();
        row[3].exact()
    });
    assert_eq!(ranks[0], ranks[1]);
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.contains("here it is the mean"))
    );
}

#[test]
fn a_quantile_is_not_said_to_have_the_larger_error() {
    let parameters = Parameters {
        predictor: Method::TransitionSquare.into(),
        quantile: Some(0.6),
        entrants: 2,
        values: 200,
        ..about(Topic::Forecasts, Source::SetTwo)
    };
    let report = told(&parameters);
    assert!(
        !report
            .notes
            .iter()
            .any(|note| note.contains("is larger than"))
    );
}

#[test]
fn likeness_leaves_out_the_mean_and_names_no_miss_within_sampling_error() {
    let report = told(&about(Topic::Likeness, Parameters::default().traces));
    let keys = report.tables[0]
        .rows
        .iter()
        .filter(|row| row[0].text() == "μ")
        .count();
    let finite = report.tables[0].rows.len() - keys;
    has(
        &report.headline,
        &format!(
            "17 of its {} statistics are within sampling error",
            finite.min(17)
        ),
    );
    lacks(&report.why, "misses");
}

#[test]
fn one_series_is_compared_with_none() {
    let parameters = Parameters {
        synthetic_nodes: 1,
        ..about(Topic::Set, normal(0.3))
    };
    let report = told(&parameters);
    has(&report.headline, "alone: its runtimes vary by ");
    lacks(&report.headline, "slowest");
}

fn points(chart: &Chart, place: usize) -> usize {
    match &chart.series[place] {
        Series::Line { points, .. } => points.len(),
        _ => 0,
    }
}

#[test]
fn autocorrelations_end_before_the_length_of_the_series() {
    let short: Vec<f64> = (0..30).map(|job| f64::from(10 + job * job % 13)).collect();
    for topic in [Topic::Series, Topic::Likeness] {
        let parameters = Parameters {
            lags: 200,
            ..about(topic, own(std::slice::from_ref(&short)))
        };
        let report = told(&parameters);
        let chart = report
            .charts
            .iter()
            .find(|chart| chart.key == "autocorrelation")
            .unwrap();
        assert_eq!(points(chart, 0), 29);
        let fitted = report
            .notes
            .iter()
            .find(|note| note.contains("for the lags from 1 to"));
        assert!(fitted.is_none_or(|note| note.contains("from 1 to 29 up to")));
        assert_eq!(fitted.is_some(), topic == Topic::Series);
    }
}

#[test]
fn what_a_preset_says_of_dynamic_smoothing_and_the_weather_service_is_so() {
    let presets = <prediction::Prediction as laboratory::Laboratory>::ABOUT.presets;
    let (_, preset) = presets.split_once("\"des-nws\"").unwrap();
    let help = preset.split_once("\"values\"").unwrap().0;
    let report = told(&Parameters {
        traces: Source::Population,
        entrants: 45,
        ..Parameters::default()
    });
    let gain = report.figures.iter().find(|figure| figure.key == "gain");
    assert!(gain.unwrap().value < 0.0);
    let rows = &report.tables[0].rows;
    let better = rows
        .iter()
        .find(|row| row[0] == Cell::words("NWS"))
        .unwrap();
    let Cell::Text(better) = &better[5] else {
        panic!("{better:?}")
    };
    assert!(help.contains("does not hold on these traces"), "{help}");
    assert!(
        help.contains(&format!("NWS is better on {better}")),
        "{help}"
    );
}

#[test]
fn what_the_preset_of_bursts_says_of_the_best_predictor_is_so() {
    let presets = <prediction::Prediction as laboratory::Laboratory>::ABOUT.presets;
    let (_, preset) = presets.split_once("\"bursts-forecasts\"").unwrap();
    let help = preset.split_once("\"values\"").unwrap().0;
    assert!(
        help.contains("off by almost two thirds of the mean"),
        "{help}"
    );
    let report = told(&Parameters {
        predictor: Method::Autoregression.into(),
        ..about(Topic::Forecasts, Source::Bursts)
    });
    let Cell::Figure(least) = &report.tables[0].rows[0][1] else {
        panic!("no figure")
    };
    assert!((0.6..2.0 / 3.0).contains(&least.value), "{least:?}");
}

#[test]
fn gains_that_are_all_equal_have_no_correlation() {
    let titled = |predictor: Method, forecast_window| {
        let report = told(&Parameters {
            predictor: predictor.into(),
            rival: Method::SlidingMedian.into(),
            forecast_window,
            values: 200,
            ..about(Topic::Set, Source::Six)
        });
        let mut charts = report.charts.iter();
        let gain = charts.find(|chart| chart.key == "gain");
        gain.unwrap().title.clone()
    };
    has(
        &titled(Method::SlidingMean, 31),
        "jumps are large? Correlation ",
    );
    let equal = titled(Method::SlidingMean, 1);
    assert!(equal.ends_with("where jumps are large?"), "{equal}");
}

#[test]
fn errors_are_compared_by_the_geometric_mean_of_the_series() {
    let parameters = Parameters {
        values: 200,
        ..about(Topic::Forecasts, Source::Six)
    };
    let outcome = run(&parameters, &mut Silent).unwrap();
    let notes = outcome.report.notes.join(" ");
    has(&notes, "the geometric mean of the series’ ratios, less 1");
    has(&notes, "from the second value to the last");
    let own = outcome.tournament.entry(parameters.predictor).unwrap();
    for row in &outcome.report.tables[0].rows {
        let Cell::Figure(more) = &row[4] else {
            continue;
        };
        let Cell::Figure(error) = &row[1] else {
            panic!("{row:?}")
        };
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let entries = Method::all().iter();
        let mut entries = entries.map(|method| outcome.tournament.entry(*method).unwrap());
        let other = entries.find(|entry| (mean(&entry.relative) - error.value).abs() < 1e-12);
        let ratios = other.unwrap().relative.iter().zip(&own.relative);
        let product: f64 = ratios.map(|(a, b)| a / b).product();
        let power: f64 = std::iter::repeat_n(1.0 + more.value, own.relative.len()).product();
        assert!((power / product - 1.0).abs() < 1e-9, "{row:?} {product}");
    }
}

#[test]
fn notes_tell_how_statistics_of_blocks_are_scaled_and_of_which_values() {
    for (topic, block) in [(Topic::Series, 7), (Topic::Set, 7), (Topic::Likeness, 20)] {
        // A likeness compares blocks of 20 values, as those of the print, for any block of the scenario.
        let parameters = Parameters {
            block: 7,
            values: 300,
            ..about(topic, Source::Six)
        };
        let report = told(&parameters);
        let notes = report.notes.join(" ");
        has(
            &notes,
            &format!("Blocks have {block}\u{a0}values; c(μ) and s(μ)/s are multiplied by the root"),
        );
        assert_eq!(
            notes.contains("of the one that is shown"),
            topic != Topic::Set
        );
        let set = parameters.traces.load(1, 300, parameters.seed).unwrap();
        let values = &set.nodes()[0].runtimes[..300];
        let size = block as f64;
        let mean = values.iter().sum::<f64>() / 300.0;
        let squares = values
            .chunks_exact(block)
            .map(|values| values.iter().sum::<f64>() / size - mean)
            .map(|distance| distance * distance);
        let spread = (squares.sum::<f64>() / (values.len() / block) as f64).sqrt();
        let statistics = Characteristics::of(values, block);
        let scaled = size.sqrt() * spread / mean;
        let found = statistics.values()[6];
        assert!((found - scaled).abs() < 1e-9 * scaled, "{found} {scaled}");
    }
}

#[test]
fn the_gain_is_correlated_with_each_statistic_of_the_series_of_the_tournament() {
    let parameters = Parameters {
        topic: Topic::Set,
        traces: Source::Population,
        entrants: 9,
        values: 300,
        ..Parameters::default()
    };
    let report = told(&parameters);
    let outcome = run(&parameters, &mut Silent).unwrap();
    let entry = |method| outcome.tournament.entry(method).unwrap();
    let gains = outcome
        .tournament
        .delta(entry(parameters.predictor), entry(parameters.rival));
    let set = parameters
        .traces
        .load(parameters.synthetic_nodes as usize, 300, parameters.seed)
        .unwrap();
    let table = report.tables.iter().find(|table| table.key == "gains");
    let rows = &table.unwrap().rows;
    assert_eq!(rows.len(), 24);
    for (place, row) in rows.iter().enumerate() {
        let statistic = |node: &Node| {
            let block = parameters.block as usize;
            Characteristics::of(&node.runtimes[..300], block).values()[place]
        };
        let own: Vec<f64> = set.nodes().iter().take(9).map(statistic).collect();
        let pairs = own
            .iter()
            .zip(&gains)
            .filter(|(a, b)| a.is_finite() && b.is_finite());
        let (own, gains): (Vec<f64>, Vec<f64>) = pairs.map(|(a, b)| (*a, *b)).unzip();
        let Cell::Number(told) = row[2] else {
            panic!("{row:?}")
        };
        let known = statistics::pearson(&own, &gains);
        assert!((told - known).abs() < 1e-9, "{told} {known} {row:?}");
    }
}

#[test]
fn a_tournament_and_the_programs_that_it_balances_tell_one_progress() {
    use laboratory::Laboratory as _;
    let parameters = Parameters {
        entrants: 3,
        values: 60,
        processors: 2,
        runs: 2,
        ..Parameters::default()
    };
    let mut told = Vec::new();
    let mut rising = trial::rising();
    let mut observer = |done: u64, total: u64| {
        told.push(done as f64 / total as f64);
        rising(done, total)
    };
    let mut cache = Default::default();
    prediction::Prediction::run(&parameters, &mut cache, &mut observer).unwrap();
    assert_eq!(told.last(), Some(&1.0));
    assert!(told.iter().filter(|share| **share <= 0.5).count() > 10);
}

#[test]
fn what_holds_for_the_first_series_alone_says_so() {
    for entrants in [1, 3, 16] {
        // All of these series have the same statistics but their level: the first have lower ones.
        let series: Vec<Vec<f64>> = (0..16)
            .map(|place| {
                let level = 10.0 * f64::from(place + 1);
                (0..400)
                    .map(|job| level + f64::from((7 * job * (place + 1) + job * job) % 5))
                    .collect()
            })
            .collect();
        let parameters = |topic| Parameters {
            entrants,
            ..about(topic, own(&series))
        };
        let some = entrants < 16;
        let all = told(&parameters(Topic::Set));
        let gains = all.tables.iter().find(|table| table.key == "gains");
        assert_eq!(gains.is_some(), entrants > 1);
        let of = format!("on the first {entrants} series?");
        if let Some(gains) = gains {
            assert_eq!(gains.title.ends_with(&of), some, "{}", gains.title);
        }
        let one = told(&parameters(Topic::Series));
        let column = one.tables[0].columns.last().unwrap();
        let first = match entrants {
            1 => "First series".to_owned(),
            _ => format!("Mean of the first {entrants} series"),
        };
        assert_eq!(*column == first, some, "{column}");
        let means = series.iter().take(entrants as usize);
        let means: Vec<f64> = means
            .map(|values| values.iter().sum::<f64>() / values.len() as f64)
            .collect();
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        let shown: f64 = one.tables[0].rows[0]
            .last()
            .unwrap()
            .exact()
            .parse()
            .unwrap();
        assert!((shown - mean).abs() < 1e-9 * mean, "{shown}, {mean}");
    }
}

#[test]
fn the_preset_of_a_peak_shows_one() {
    let presets = <prediction::Prediction as laboratory::Laboratory>::ABOUT.presets;
    let presets: serde_json::Value = serde_json::from_str(presets).unwrap();
    let mut presets = presets.as_array().unwrap().iter();
    let whybark = presets.find(|one| one["name"] == "whybark-peak").unwrap();
    let first = whybark["values"]["first"].as_u64().unwrap() as u32;
    let report = told(&Parameters {
        traces: Source::Ar01,
        synthetic_nodes: 8,
        predictor: Method::Whybark.into(),
        first,
        shown: 100,
        ..Parameters::default()
    });
    let weights = report.charts.iter().find(|chart| chart.key == "weights");
    let mut heights = Vec::new();
    weights.unwrap().numbers(&mut |number| heights.push(number));
    // The rule doubles the usual weight for a step after an error of its own size, and quadruples it at once.
    assert!(heights.contains(&0.2) && heights.contains(&0.8), "{first}");
}
