//! Times in words, and ticks.

use std::collections::HashSet;

use proptest::prelude::*;
use schedule::axis::{format_time, ticks};

/// The labels, with ordinary spaces.
fn labels(from: f64, to: f64, max: usize) -> String {
    let labels: Vec<_> = ticks(from, to, max)
        .into_iter()
        .map(|(_, label)| plain(&label))
        .collect();
    labels.join(", ")
}

fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ")
}

#[test]
fn a_time_has_four_digits_and_the_unit_that_suits_it() {
    let said = [
        (0.0, "0 ms"),
        (0.001_25, "1.250 µs"),
        (0.25, "250.0 µs"),
        (12.345, "12.35 ms"),
        (999.96, "1.000 s"),
        (402_000.0, "402.0 s"),
        (599_999.0, "600.0 s"),
        (9_998_600.0, "9 999 s"),
        (9_999_600.0, "2.778 h"),
        (36_000_000.0, "10.00 h"),
        (1e13, "2 777 778 h"),
        (-1500.0, "−1.500 s"),
        (f64::INFINITY, "∞ ms"),
        (f64::NAN, "– ms"),
    ];
    for (ms, text) in said {
        assert_eq!(plain(&format_time(ms)), text, "{ms} ms");
    }
}

#[test]
fn ticks_have_the_unit_of_their_window() {
    assert_eq!(
        labels(0.0, 0.5, 6),
        "0 µs, 100 µs, 200 µs, 300 µs, 400 µs, 500 µs"
    );
    assert_eq!(labels(0.0, 210.0, 6), "0 ms, 50 ms, 100 ms, 150 ms, 200 ms");
    assert_eq!(
        labels(402_000.0, 414_000.0, 9),
        "402 s, 404 s, 406 s, 408 s, 410 s, 412 s, 414 s"
    );
    assert_eq!(
        labels(402_000.0, 402_010.0, 4),
        "402.000 s, 402.005 s, 402.010 s"
    );
    assert_eq!(
        labels(0.0, 6_840_000.0, 8),
        "0 s, 1 000 s, 2 000 s, 3 000 s, 4 000 s, 5 000 s, 6 000 s"
    );
    assert_eq!(
        labels(0.0, 90_000_000.0, 6),
        "0 h, 5 h, 10 h, 15 h, 20 h, 25 h"
    );
    assert_eq!(
        labels(6_800_000.0, 6_802_000.0, 4),
        "6 800 s, 6 801 s, 6 802 s"
    );
    assert_eq!(labels(-20.0, 20.0, 3), "−20 ms, 0 ms, 20 ms");
}

#[test]
fn what_is_no_window_has_no_ticks() {
    for (from, to, max) in [
        (0.0, 0.0, 5),
        (1.0, 0.0, 5),
        (0.0, f64::NAN, 5),
        (0.0, f64::INFINITY, 5),
        (0.0, 1.0, 1),
        (0.0, 1.0, 0),
    ] {
        assert!(ticks(from, to, max).is_empty(), "{from} to {to}");
    }
}

proptest! {
    #[test]
    fn ticks_stand_within_the_window_evenly_and_differ(
        from in prop_oneof![Just(0.0), 0.0..1e3, 0.0..1e8],
        length in prop_oneof![1e-3..1.0, 1.0..1e4, 1e4..1e9],
        max in 2_usize..20,
    ) {
        let to = from + length;
        let ticks = ticks(from, to, max);
        let near = (to - from) * 1e-6 + to * 1e-12;
        prop_assert!(ticks.len() <= max);
        prop_assert!(max < 6 || ticks.len() >= 2, "{} ticks", ticks.len());
        prop_assert!(ticks.iter().all(|(time, _)| from - near <= *time && *time <= to + near));
        prop_assert_eq!(ticks.iter().map(|(_, label)| label).collect::<HashSet<_>>().len(), ticks.len());
        for three in ticks.windows(3) {
            let [a, b, c] = [three[0].0, three[1].0, three[2].0];
            prop_assert!(((b - a) - (c - b)).abs() <= near);
        }
    }

    #[test]
    fn every_number_is_a_time(ms in any::<f64>()) {
        prop_assert!(!format_time(ms).is_empty());
        ticks(ms, ms * 2.0, 10);
    }
}
