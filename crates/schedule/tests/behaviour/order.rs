//! The rows of a table of spans.

use std::cmp::Ordering;

use proptest::prelude::*;
use schedule::order::{Key, rows};
use schedule::{Schedule, Span};

use crate::samples::schedules;

/// The order by definition.
fn compare(schedule: &Schedule, key: Key, a: &Span, b: &Span) -> Ordering {
    let name = |span: &Span| &schedule.phases()[usize::from(span.phase.0)].name;
    match key {
        Key::Lane => a.lane.0.cmp(&b.lane.0),
        Key::Phase => name(a).cmp(name(b)),
        Key::Start => a.start.partial_cmp(&b.start).unwrap(),
        Key::End => a.end.partial_cmp(&b.end).unwrap(),
        Key::Duration => a.duration().partial_cmp(&b.duration()).unwrap(),
        Key::Job => {
            let job = |span: &Span| span.job.number().map_or((1, 0), |job| (0, job));
            job(a).cmp(&job(b))
        }
    }
}

proptest! {
    #[test]
    fn rows_come_as_a_stable_sort_of_the_visible_spans_has_them(
        schedule in schedules(),
        window in proptest::option::of((0.0..500.0, 0.0..500.0_f64)),
        key in 0..Key::ALL.len(),
        descending: bool,
    ) {
        let key = Key::ALL[key];
        let window = window.map(|(from, length)| (from, from + length));
        let spans: Vec<Span> = schedule.spans().collect();
        let mut expected: Vec<usize> = (0..spans.len())
            .filter(|&row| {
                window.is_none_or(|(from, to)| spans[row].end > from && spans[row].start < to)
            })
            .collect();
        expected.sort_by(|&a, &b| {
            let order = compare(&schedule, key, &spans[a], &spans[b]);
            if descending { order.reverse() } else { order }
        });
        let found: Vec<usize> =
            rows(&schedule, window, key, descending).into_iter().map(|row| row as usize).collect();
        prop_assert_eq!(found, expected);
    }
}
