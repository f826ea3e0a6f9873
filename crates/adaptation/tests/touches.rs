//! What is touched in the pictures of a run: clusters that are pressed and flags that are dragged make events that are accepted and do
//! what their words say.

use crate::run;
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
}
