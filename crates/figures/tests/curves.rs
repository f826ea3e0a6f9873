//! The printed numbers on the computed curves are those of the entries.

use std::collections::BTreeSet;

use figures::curve::{Curve, Mark};
use figures::document::Value;
use figures::kept::{self, Outcome, Shown};
use figures::printed::Printed;
use figures::{Verdict, document};
use playground::printed::Sheet;
use report::Agreement;
use report::chart::Series;

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(1.0)
}

/// All curves, with their entries.
fn curves() -> Vec<(Shown, &'static Curve)> {
    let all = kept::all().unwrap();
    let curves = all.iter().flat_map(|shown| {
        let own = shown.computed.curves.iter();
        own.map(|curve| (*shown, curve))
    });
    curves.collect()
}

/// Checks that a printed number lies at its printed value, and its computed one on the line.
fn is_value(curve: &Curve, mark: &Mark, value: &Value, outcome: &Outcome, at: &str) {
    let times = value.at.times.unwrap_or(1.0);
    let printed = |y: f64| times * (y - value.at.less);
    let number = Printed::read(&value.printed).unwrap().value;
    assert!(near(printed(mark.y), number), "{at}: {mark:?} {number}");
    assert_eq!(Some(mark.agreement), outcome.agreement, "{at}: {mark:?}");
    assert_eq!(Verdict::from(mark.agreement), outcome.verdict, "{at}");
    let computed = curve.line.iter().find(|point| point.x == mark.x);
    let computed = computed.unwrap_or_else(|| panic!("{at}: nothing is computed at {}", mark.x));
    let number = outcome.number.unwrap();
    assert!(near(printed(computed.y), number), "{at}: {mark:?} {number}");
}

/// The marks of a printed list are its numbers, and the line is the computed list.
fn is_list(curve: &Curve, outcome: &Outcome, at: &str) {
    let list = |text: &str| -> Vec<f64> {
        let parts = text.split(", ");
        parts.map(|part| part.parse().unwrap()).collect()
    };
    let printed = list(outcome.printed.as_ref().unwrap());
    let computed = list(&outcome.computed);
    let marks: Vec<f64> = curve.printed.iter().map(|mark| mark.y).collect();
    let line: Vec<f64> = curve.line.iter().map(|point| point.y).collect();
    assert_eq!((marks, line), (printed, computed), "{at}");
    for mark in &curve.printed {
        let own = curve.line.iter().find(|point| point.x == mark.x);
        let same = own.is_some_and(|point| point.y == mark.y);
        assert_eq!(mark.agreement == Agreement::SameDigits, same, "{at}");
    }
}

#[test]
fn the_points_of_every_curve_are_the_entry_s_printed_numbers_and_verdicts() {
    for (shown, curve) in curves() {
        let at = format!(
            "{}, {}: {}",
            shown.document.key, shown.entry.label, curve.title
        );
        let values = shown.entry.printed();
        let outcomes = &shown.computed.outcomes;
        assert!(curve.printed.len() >= 3, "{at}");
        assert!(!curve.title.is_empty() && !curve.x.label.is_empty(), "{at}");
        assert!(!curve.y.label.is_empty(), "{at}");
        assert!(
            curve.printed.is_sorted_by(|one, next| one.x < next.x),
            "{at}"
        );
        assert!(curve.line.is_sorted_by(|one, next| one.x < next.x), "{at}");
        for mark in &curve.printed {
            let outcome = &outcomes[mark.outcome];
            match values.get(mark.outcome) {
                Some(value) => is_value(curve, mark, value, outcome, &at),
                None => is_list(curve, outcome, &at),
            }
        }
    }
}

#[test]
fn no_printed_number_is_on_two_curves_and_none_over_an_abscissa_is_left_out() {
    for shown in kept::all().unwrap() {
        let at = format!("{}, {}", shown.document.key, shown.entry.label);
        let curves = &shown.computed.curves;
        let values = shown.entry.printed().len();
        let own = curves.iter().flat_map(|curve| {
            let places: BTreeSet<usize> = curve.printed.iter().map(|mark| mark.outcome).collect();
            places
        });
        let own: Vec<usize> = own.collect();
        let once: BTreeSet<usize> = own.iter().copied().collect();
        assert_eq!(own.len(), once.len(), "{at}");
        // A list whose entry names its abscissa is drawn where it has numbers enough.
        let lists = shown.entry.rows.iter().filter(|rows| rows.over.is_some());
        for rows in lists {
            let long = |outcome: &&Outcome| {
                let printed = outcome.printed.as_deref().unwrap_or_default();
                outcome.what.starts_with(&rows.begins) && printed.split(", ").count() >= 3
            };
            let long = shown.computed.outcomes[values..]
                .iter()
                .filter(long)
                .count();
            let drawn = once.iter().filter(|place| **place >= values).count();
            assert!(long > 0 && drawn >= long, "{at}: {long} {drawn}");
        }
    }
}

#[test]
fn a_chart_has_the_computed_line_and_a_dot_for_each_printed_number() {
    for (shown, curve) in curves() {
        let chart = curve.chart("curve");
        let at = format!(
            "{}, {}: {}",
            shown.document.key, shown.entry.label, curve.title
        );
        let Some((Series::Line { points, main, .. }, printed)) = chart.series.split_first() else {
            panic!("{at}");
        };
        assert!(*main && points == &curve.line, "{at}");
        let dots: usize = printed
            .iter()
            .map(|series| match series {
                Series::Scatter {
                    points, printed, ..
                } => {
                    let agreement = printed.unwrap();
                    assert!(series.name().unwrap().ends_with(agreement.words()), "{at}");
                    points.len()
                }
                other => panic!("{at}: {other:?}"),
            })
            .sum();
        assert_eq!(dots, curve.printed.len(), "{at}");
        assert!(curve.sentence().contains("printed number"), "{at}");
    }
}

#[test]
fn more_than_two_dozen_entries_have_a_curve() {
    let entries: BTreeSet<String> = curves()
        .iter()
        .map(|(shown, _)| format!("{}, {}", shown.document.key, shown.entry.label))
        .collect();
    assert!(entries.len() >= 24, "{}: {entries:#?}", entries.len());
}

#[test]
fn a_preset_names_the_place_of_an_entry_as_that_of_its_printed_numbers() {
    let entries: Vec<_> = document::all()
        .unwrap()
        .iter()
        .flat_map(|document| document.entries.iter().map(move |entry| (document, entry)))
        .collect();
    for sheet in Sheet::all() {
        // Authors and year, then the beginning of the label or its last part: "Paper I, figure 17", "table 3.1b".
        let (_, place) = sheet.source.split_once("20").unwrap_or_default();
        let (year, place) = place.split_once(", ").unwrap_or_default();
        let has = |(document, entry): &(&document::Document, &document::Entry)| {
            let own = entry.preset().is_some_and(|own| own.name == sheet.preset);
            own && document.short.contains(&format!("20{year}")) && entry.label.contains(place)
        };
        let said = entries.iter().any(has);
        assert!(said, "{}: {}", sheet.preset, sheet.source);
    }
}
