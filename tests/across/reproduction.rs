//! The same scenario gives the same numbers: on every machine, in every version.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use expect_test::expect_file;
use playground::printed::Sheet;
use playground::{Scenario, link, presets, run};
use report::chart::Series;
use report::figure::Figure;
use report::table::Cell;
use report::{Report, Silent};

/// The links that the browser runs too, to compare.
const LINKS: &str = include_str!("../links.txt");

#[test]
fn every_preset_and_every_kept_link_gives_the_numbers_that_it_always_gave() {
    let presets = presets::all()
        .iter()
        .map(|preset| format!("#p={}", preset.name));
    let links: Vec<String> = presets.chain(LINKS.lines().map(str::to_owned)).collect();
    let next = AtomicUsize::new(0);
    let lane = || {
        let mut rows = Vec::new();
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(link) = links.get(at)
        {
            let report = run(&scenario(link), &mut Silent).unwrap();
            says(link, &report);
            shows(link, &report);
            rows.push((at, format!("{} {link}\n", report.fingerprint())));
        }
        rows
    };
    let lanes = thread::available_parallelism().map_or(1, NonZero::get);
    let mut rows: Vec<(usize, String)> = thread::scope(|scope| {
        let lanes: Vec<_> = (0..lanes).map(|_| scope.spawn(lane)).collect();
        lanes
            .into_iter()
            .flat_map(|lane| lane.join().unwrap())
            .collect()
    });
    rows.sort();
    let table: String = rows.into_iter().map(|(_, row)| row).collect();
    expect_file!["../fingerprints.txt"].assert_eq(&table);
}

/// A report answers, and has all numbers that a document printed of its preset; where one differs by more than its last digit,
/// a note says why.
fn says(link: &str, report: &Report) {
    assert!(
        !report.headline.is_empty() && !report.why.is_empty(),
        "{link}"
    );
    assert!(
        report.figures.len() >= 2,
        "{link}: {} figures",
        report.figures.len()
    );
    let Some(sheet) = link.strip_prefix("#p=").and_then(Sheet::of) else {
        return;
    };
    let rows = &trial::table(report, "printed").rows;
    assert_eq!(rows.len(), sheet.numbers.len(), "{link}");
    for (row, printed) in rows.iter().zip(&sheet.numbers) {
        let Cell::Figure(computed) = &row[2] else {
            panic!("{link}: {row:?}");
        };
        let Cell::Figure(compared) = &row[3] else {
            panic!("{link}: {row:?}");
        };
        let expected = match printed.value == 0.0 {
            true => ("difference", computed.value),
            false => ("ratio", computed.value / printed.value),
        };
        assert_eq!((compared.key.as_str(), compared.value), expected, "{link}");
        let digits = printed.value.to_string();
        let decimals = digits.split_once('.').map_or(0, |(_, after)| after.len());
        let rounded = format!("{:.decimals$}", computed.value);
        assert!(
            rounded.parse() == Ok(printed.value) || !sheet.note.is_empty(),
            "{link}: {} is {}, printed {}, without a note",
            printed.what,
            computed.value,
            printed.value
        );
    }
}

/// Each number in a view is finite, or has no value (NaN, which views leave out): none is infinite; and no sentence has a program's
/// text for such a number.
fn shows(link: &str, report: &Report) {
    let valued = |value: f64, place: &str| {
        assert!(!value.is_infinite(), "{link}: {place} has {value}");
    };
    let certain = |value: f64, place: &str| {
        assert!(value.is_finite(), "{link}: {place} has {value}");
    };
    let figure = |figure: &Figure, place: &str| {
        valued(figure.value, place);
        if let Some(interval) = figure.interval {
            certain(interval.low, place);
            certain(interval.high, place);
        }
    };
    for one in &report.figures {
        figure(one, &one.key);
    }
    for chart in &report.charts {
        chart.numbers(&mut |value| valued(value, &chart.key));
        for reference in &chart.references {
            certain(reference.value, &chart.key);
        }
        for series in &chart.series {
            if let Series::Line { points, .. } | Series::Scatter { points, .. } = series {
                for point in points {
                    certain(point.x, &chart.key);
                }
            }
        }
    }
    for table in &report.tables {
        for cell in table.rows.iter().flatten() {
            match cell {
                Cell::Number(value) => valued(*value, &table.key),
                Cell::Figure(one) => figure(one, &table.key),
                Cell::Text(_) => {}
            }
        }
    }
    if let Some(schedule) = &report.schedule {
        certain(schedule.makespan(), "the schedule");
        for span in schedule.spans() {
            assert!(
                span.start.is_finite() && span.start <= span.end && span.end.is_finite(),
                "{link}: {span:?}"
            );
        }
    }
    let text = serde_json::to_string(report).unwrap();
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    let wrong = words.find(|word| ["NaN", "inf", "Infinity"].contains(word));
    assert_eq!(wrong, None, "{link}");
}

#[test]
fn the_kept_links_reach_every_strategy_mode_scope_and_predictor() {
    let shorts: String = LINKS
        .lines()
        .map(|link| scenario(link).to_short_json().to_string())
        .collect();
    for name in [
        "equal",
        "dynamic",
        "causal",
        "dependent",
        "neighbours",
        "last-value",
        "own",
        "set-two",
        "null",
    ] {
        assert!(
            shorts.contains(&format!("\"{name}\"")) || shorts.contains(&format!(":{name}")),
            "{name}"
        );
    }
}

fn scenario(link: &str) -> Scenario {
    link::decode(link).unwrap().scenario
}
