//! Touches in the pictures of a run: pressed clusters and dragged flags make events that are accepted and that do as their words say.

use adaptation::disturbances::read;
use adaptation::parameters::Strategy as Chosen;

use crate::run;
use crate::sentences::outcomes;
use proptest::prelude::*;
use report::chart::{Series, Side};
use report::{Offer, Report};
use serde_json::{Value, json};
use trial::random;

fn presses(report: &Report) -> Vec<(String, Offer)> {
    let map = report
        .charts
        .iter()
        .find(|chart| chart.key == "map")
        .unwrap();
    let Series::Graph { places, .. } = &map.series[0] else {
        panic!("{:?}", map.series);
    };
    places
        .iter()
        .filter_map(|place| Some((place.label.clone(), place.offer.clone()?)))
        .collect()
}

fn small(events: &str) -> Value {
    json!({
        "strategy": "coordinator", "disturbances": events, "iterations": 4, "phases": 2, "depth": 3,
        "clusters": "nodes,active\n4,3\n4,2\n4,1\n", "period": 10.0, "interval": 3.0, "warmup": 2,
    })
}

#[test]
fn jobs_that_are_stolen_are_written_alike_on_both_sides() {
    let report = run(&json!({
        "disturbances": "", "policy": "random", "strategy": "none", "iterations": 4, "depth": 6, "leaf": 0.1
    }))
    .unwrap();
    let map = report.charts.iter().find(|chart| chart.key == "map");
    let Series::Graph { places, .. } = &map.unwrap().series[0] else {
        panic!("{map:?}");
    };
    let stolen: Vec<&String> = places
        .iter()
        .map(|place| &place.detail)
        .filter(|detail| detail.contains("stolen"))
        .collect();
    assert!(stolen.iter().any(|detail| detail.contains("\u{202f}")));
    for detail in stolen {
        let bare = detail.split(|sign: char| !sign.is_ascii_digit());
        assert!(bare.clone().all(|digits| digits.len() < 4), "{detail}");
    }
}

#[test]
fn flags_and_presses_of_a_run_of_weeks_keep_to_the_times_of_events_in_a_few_stops() {
    let values = json!({
        "clusters": "nodes,active,speed\n1,1,0.00001\n1,0,1\n", "disturbances": "0 load nodes=0 factor=2", "serial": 20.0,
        "iterations": 1, "phases": 1, "depth": 1, "leaf": 1.0, "period": 3600.0, "bench_work": 0.1, "bench_overhead": 0.5,
    });
    let report = run(&values).unwrap();
    // A quarter of the run is later than any event.
    assert!(outcomes(&values, Chosen::None)[0].runtime > 4e6);
    let pressed = presses(&report);
    assert_eq!(pressed.len(), 2);
    for (name, offer) in &pressed {
        let text = offer.changes["disturbances"].as_str().unwrap();
        assert!(read(text).is_ok(), "{name}: {text}");
    }
    let wae = report.charts.iter().find(|chart| chart.key == "wae");
    let flags = wae.unwrap().references.iter();
    let mut flags = flags.filter(|line| line.on == Side::X);
    let handle = flags.next().unwrap().handle.as_ref().unwrap();
    let stops = &handle.stops.as_ref().unwrap().all;
    assert!((20..=61).contains(&stops.len()), "{}", stops.len());
    for stop in stops {
        assert!(read(&stop.text).is_ok(), "{}", stop.text);
    }
}

proptest! {
    #![proptest_config(random(12))]

    #[test]
    fn a_cluster_is_cut_then_loaded_then_as_it_was(cluster in 0_usize..3, before in prop::sample::select(vec!["", "3 crash nodes=1", "# a comment"])) {
        let mut values = small(before);
        let mut titles = Vec::new();
        for _ in 0..3 {
            let report = run(&values).unwrap();
            let (name, offer) = presses(&report).remove(cluster);
            prop_assert!(offer.title.contains(&name), "{} {}", offer.title, name);
            values["disturbances"] = offer.changes["disturbances"].clone();
            titles.push((offer.title, values["disturbances"].as_str().unwrap().to_owned()));
        }
        let [(slow, cut), (load, loaded), (back, after)] = titles.try_into().unwrap();
        prop_assert!(slow.starts_with("Slow the link"), "{}", slow);
        prop_assert!(cut.contains(&format!("link cluster={cluster} bandwidth=100000")), "{}", cut);
        prop_assert!(load.starts_with("Load "), "{}", load);
        prop_assert!(loaded.contains(&format!("load cluster={cluster} factor=10")) && !loaded.contains("link"), "{}", loaded);
        prop_assert!(back.starts_with("Give "), "{}", back);
        prop_assert_eq!(after, before);
    }

    #[test]
    fn a_flag_that_is_dragged_moves_its_event_alone(cluster in 0_u32..3, at in any::<prop::sample::Index>()) {
        let text = format!("2 link cluster={cluster} bandwidth=100000\n4 load cluster=1 factor=10");
        let report = run(&small(&text)).unwrap();
        let wae = report.charts.iter().find(|chart| chart.key == "wae").unwrap();
        let flags: Vec<_> = wae.references.iter().filter(|line| line.on == Side::X).collect();
        prop_assert_eq!(flags.len(), 2);
        let flag = flags[0];
        prop_assert_eq!(flag.value, 2000.0);
        prop_assert_eq!(&flag.label, &format!("Link: cluster {cluster}"));
        let stops = &flag.handle.as_ref().unwrap().stops.as_ref().unwrap().all;
        prop_assert!(stops.iter().any(|stop| stop.value == flag.value && stop.text == text));
        prop_assert!(stops.windows(2).all(|pair| pair[0].value < pair[1].value));
        let stop = at.get(stops);
        let moved = run(&small(&stop.text)).unwrap();
        let wae = moved.charts.iter().find(|chart| chart.key == "wae");
        // Where the strategy decides nothing more, there is no chart of its decisions.
        if let Some(wae) = wae {
            let times: Vec<f64> = wae.references.iter().filter(|line| line.on == Side::X).map(|line| line.value).collect();
            prop_assert!(times.contains(&stop.value) || times.len() < 2, "{:?} {}", times, stop.value);
        }
        prop_assert!(stop.text.ends_with("\n4 load cluster=1 factor=10"));
    }

    #[test]
    fn the_chart_of_links_follows_every_event_of_a_link_and_has_a_line_to_drag_for_the_first_ones(
        changes in prop::collection::vec((0_u32..40, 0_u32..3, 1_u32..2000), 1..12),
        (up, down) in (50_u32..3000, 50_u32..3000),
    ) {
        let lines = changes.iter().enumerate().map(|(at, (tenths, cluster, speed))| match at % 5 {
            4 => format!("{} load cluster={cluster} factor=2", f64::from(*tenths) / 10.0),
            _ => format!("{} link cluster={cluster} bandwidth={speed}000", f64::from(*tenths) / 10.0),
        });
        let mut values = small(&lines.collect::<Vec<_>>().join("\n"));
        values["clusters"] = json!(format!("nodes,active,uplink,downlink\n4,3,{up}000,{down}000\n4,2,{up}000,{up}000\n4,1,{down}000,{down}000\n"));
        let report = run(&values).unwrap();
        let longest = outcomes(&values, Chosen::Coordinator)[0].runtime * 1e3;
        let links: Vec<_> = changes.iter().enumerate().filter(|(at, (tenths, ..))| at % 5 != 4 && f64::from(*tenths) * 100.0 < longest).map(|(_, change)| change).collect();
        let Some(chart) = report.charts.iter().find(|chart| chart.key == "links") else {
            prop_assert!(links.is_empty());
            return Ok(());
        };
        let own = [(up, down), (up, up), (down, down)];
        let mut expected = Vec::new();
        for (cluster, (up, down)) in (0_u32..).zip(own) {
            let mut course: Vec<(f64, f64)> = links.iter().filter(|(_, one, _)| *one == cluster).map(|(tenths, _, speed)| (f64::from(*tenths) * 100.0, f64::from(*speed))).collect();
            if course.is_empty() {
                continue;
            }
            course.sort_by(|a, b| a.0.total_cmp(&b.0));
            let directions = if up == down { vec![("", up)] } else { vec![(", up", up), (", down", down)] };
            for (direction, first) in directions {
                let mut course = course.clone();
                course.insert(0, (0.0, f64::from(first)));
                course.push((longest, course[course.len() - 1].1));
                expected.push((format!("cluster {cluster}{direction}"), course));
            }
        }
        let drawn: Vec<(String, Vec<(f64, f64)>)> = chart.series.iter().map(|series| {
            let Series::Line { name, points, .. } = series else { panic!("{series:?}") };
            (name.clone(), points.iter().map(|point| (point.x, point.y)).collect())
        }).collect();
        prop_assert_eq!(drawn.iter().map(|(name, _)| name).collect::<Vec<_>>(), expected.iter().map(|(name, _)| name).collect::<Vec<_>>());
        for ((name, drawn), (_, expected)) in drawn.iter().zip(&expected) {
            prop_assert_eq!(drawn.len(), expected.len(), "{}", name);
            for (drawn, expected) in drawn.iter().zip(expected) {
                prop_assert!((drawn.0 - expected.0).abs() < 1e-6 && (drawn.1 - expected.1).abs() < 1e-9, "{}: {:?} {:?}", name, drawn, expected);
            }
        }
        let lines = chart.references.iter().filter(|line| line.on == Side::Y && line.handle.is_some());
        prop_assert_eq!(lines.count(), links.len().min(8));
    }
}
