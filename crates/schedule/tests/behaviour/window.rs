//! Exports of a part of the time hold the spans of a brute-force clip.

use proptest::prelude::*;
use schedule::svg::{Options, render};
use schedule::{Schedule, Span, csv, trace_events};

use crate::samples::schedules;

/// The spans cut to the window by definition: the part of each span's time in it.
fn clipped(schedule: &Schedule, window: Option<(f64, f64)>) -> Vec<Span> {
    let Some((from, to)) = window else {
        return schedule.spans().collect();
    };
    schedule
        .spans()
        .filter(|span| span.end > from && span.start < to)
        .map(|span| Span {
            start: if span.start < from { from } else { span.start },
            end: if span.end > to { to } else { span.end },
            ..span
        })
        .collect()
}

fn windows() -> impl Strategy<Value = Option<(f64, f64)>> {
    let ends =
        (0.0..400.0, 0.001..400.0).prop_map(|(from, length): (f64, f64)| (from, from + length));
    proptest::option::weighted(0.9, ends)
}

proptest! {
    #[test]
    fn lanes_give_the_clipped_spans(schedule in schedules(), window in windows()) {
        let found: Vec<Span> = schedule.iter_lanes().flat_map(|lane| lane.within(window)).collect();
        prop_assert_eq!(found, clipped(&schedule, window));
    }

    #[test]
    fn a_table_of_a_window_reads_back_as_the_clipped_spans(schedule in schedules(), window in windows()) {
        let mut bytes = Vec::new();
        csv::write(&schedule, window, &mut bytes).unwrap();
        let mut rows = ::csv::Reader::from_reader(bytes.as_slice());
        let read: Vec<(String, String, f64, f64, Option<u32>)> = rows
            .records()
            .map(|row| row.unwrap())
            .map(|row| {
                (row[0].to_owned(), row[2].to_owned(), row[3].parse().unwrap(), row[4].parse().unwrap(), row[6].parse().ok())
            })
            .collect();
        let ms = schedule.unit().milliseconds();
        let expected: Vec<_> = clipped(&schedule, window)
            .into_iter()
            .map(|span| {
                let role = schedule.phases()[usize::from(span.phase.0)].role.name().to_owned();
                (schedule.lane(span.lane).name().to_owned(), role, span.start * ms, span.end * ms, span.job.number())
            })
            .collect();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn trace_events_of_a_window_are_the_clipped_spans_and_the_marks_in_it(schedule in schedules(), window in windows()) {
        let mut bytes = Vec::new();
        trace_events::write(&schedule, window, "a run", &mut bytes).unwrap();
        let trace: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        let events = trace["traceEvents"].as_array().unwrap();
        let us = |time: f64| (time * schedule.unit().milliseconds() * 1000.0).round() as u64;
        let read: Vec<(u64, u64, u64)> = events
            .iter()
            .filter(|event| event["ph"] == "X")
            .map(|event| {
                let start = event["ts"].as_u64().unwrap();
                (event["tid"].as_u64().unwrap(), start, start + event["dur"].as_u64().unwrap())
            })
            .collect();
        let expected: Vec<_> = clipped(&schedule, window)
            .into_iter()
            .map(|span| (u64::from(span.lane.0) + 1, us(span.start), us(span.end)))
            .collect();
        prop_assert_eq!(trace["otherData"]["spans"].as_u64(), Some(expected.len() as u64));
        prop_assert_eq!(read, expected);
        let marks = schedule.marks().iter().filter(|mark| window.is_none_or(|(from, to)| mark.time >= from && mark.time <= to));
        prop_assert_eq!(events.iter().filter(|event| event["ph"] == "i").count(), marks.count());
    }

    #[test]
    fn a_figure_of_a_window_is_xml_without_scripts_and_has_only_the_phases_in_it(schedule in schedules(), window in windows()) {
        let figure = render(&schedule, &Options { window, ..Options::default() });
        let document = roxmltree::Document::parse(&figure).unwrap();
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            prop_assert!(!["script", "foreignObject", "a", "image", "use", "style"].contains(&node.tag_name().name()));
            for attribute in node.attributes() {
                prop_assert!(!attribute.name().starts_with("on") && !attribute.value().contains("javascript:"));
            }
        }
        let legend = document.root_element().children().find(|node| node.attribute("class") == Some("legend"));
        // The name of a phase stands beside a piece of its bars.
        let is_bar = |text: &roxmltree::Node<'_, '_>| text.prev_sibling().is_some_and(|sample| sample.has_tag_name("rect"));
        let texts: Vec<&str> = legend.iter().flat_map(|legend| legend.children()).filter(|node| node.has_tag_name("text"))
            .filter(is_bar).filter_map(|node| node.text()).collect();
        let spans = clipped(&schedule, window);
        for (phase, named) in (0..).zip(schedule.phases()) {
            let drawn = spans.iter().any(|span| span.phase.0 == phase);
            prop_assert_eq!(texts.contains(&named.name.as_str()), drawn, "{}", &named.name);
        }
    }
}
