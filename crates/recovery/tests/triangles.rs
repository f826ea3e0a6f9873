//! The triangle of differences: its numbers, and the repeated ones, by the definition.

use crate::run;
use proptest::prelude::*;
use report::chart::Series;
use serde_json::json;
use trial::random;

proptest! {
    #![proptest_config(random(30))]

    #[test]
    fn the_differences_that_come_again_are_those_that_an_earlier_mark_has(
        n in 4_usize..=16,
        scheme in prop::sample::select(vec!["intuitive", "log", "greedy", "golomb", "trapezium", "published"]),
    ) {
        let report = run(&json!({"computers": n, "scheme": scheme, "crashed": "0"})).unwrap();
        let Some(chart) = report.charts.iter().find(|chart| chart.key == "triangle") else {
            // A triangle has two marks at least.
            prop_assert!(n < 8, "{scheme} of {n}");
            return Ok(());
        };
        let Series::Heat { columns, rows, marked, .. } = &chart.series[0] else {
            panic!("{chart:?}");
        };
        // The marks are the first place of each row: the differences from mark 0.
        let marks: Vec<usize> = std::iter::once(0).chain(rows.iter().map(|row| row.values[0].0 as usize)).collect();
        let labels: Vec<String> = marks.iter().take(columns.len()).map(ToString::to_string).collect();
        prop_assert_eq!(columns, &labels);
        let difference = |from: usize, to: usize| (n + marks[to] - marks[from]) % n;
        let mut again = Vec::new();
        for (row, shades) in rows.iter().enumerate() {
            for (from, shade) in shades.values.iter().enumerate() {
                let to = from + row + 1;
                if to >= marks.len() {
                    prop_assert!(shade.0.is_nan());
                    continue;
                }
                prop_assert_eq!(shade.0, difference(from, to) as f64);
                let mut before = (0..to).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
                if before.any(|(earlier, later)| difference(earlier, later) == difference(from, to)) {
                    again.push((row * columns.len() + from) as u32);
                }
            }
        }
        // All differences of consecutive numbers repeat; a ruler has no repeated one.
        prop_assert!(scheme != "intuitive" || again.len() + n - 1 == n * (n - 1) / 2);
        prop_assert!(scheme != "golomb" || again.is_empty());
        let found = marked.as_ref().map(|marked| (marked.label.as_str(), marked.cells.clone()));
        prop_assert_eq!(found, (!again.is_empty()).then_some(("comes again", again)));
        let table = chart.table();
        let told = table.rows.iter().filter(|row| row.get(3).is_some_and(|cell| cell.text() == "yes")).count();
        prop_assert_eq!(told, marked.as_ref().map_or(0, |marked| marked.cells.len()));
    }
}
