//! Links: what is written can be read, for ever; what is damaged is refused in words, never with a panic.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use expect_test::expect;
use miniz_oxide::deflate::compress_to_vec;
use playground::link::{self, Error};
use playground::{Scenario, presets};
use proptest::prelude::*;
use serde_json::{Value, json};

fn refused(link: &str) -> String {
    link::decode(link).unwrap_err().to_string()
}

fn packed(bytes: &[u8]) -> String {
    format!("#v1.{}", URL_SAFE_NO_PAD.encode(compress_to_vec(bytes, 9)))
}

/// Links that were published once. Rows are added, never changed: an old link opens for ever.
const PUBLISHED: &[(&str, &str)] = &[
    ("", r#"{"makespan":1,"replication":{}}"#),
    (
        "#p=shared-dynamic",
        r#"{"makespan":1,"replication":{"traces":"shared","strategy":"dynamic","processors":4}}"#,
    ),
    (
        "#p=bursts-replicate&processors=16&copies=4&seed=7&trace_mean=none",
        r#"{"makespan":1,"replication":{"trace_mean":null,"copies":4,"processors":16,"seed":7}}"#,
    ),
];

#[test]
fn published_links_say_what_they_said() {
    for (link, said) in PUBLISHED {
        let decoded = link::decode(link).unwrap();
        assert_eq!(
            decoded.scenario.to_short_json().to_string(),
            *said,
            "{link}"
        );
    }
}

#[test]
fn every_preset_survives_its_link() {
    for preset in presets::all() {
        let link = link::encode(preset.scenario()).unwrap();
        assert!(link.len() < 300, "{link}");
        assert_eq!(
            link::decode(&link).unwrap().scenario,
            preset.scenario(),
            "{}",
            preset.name
        );
        let short = link::decode(&format!("#p={}", preset.name)).unwrap();
        assert_eq!(
            (short.scenario, short.preset),
            (preset.scenario(), Some(preset.name))
        );
    }
}

#[test]
fn a_whole_address_is_as_good_as_its_fragment() {
    let fragment = link::encode(presets::all()[1].scenario()).unwrap();
    let whole = link::decode(&format!("https://example.org/makespan/{fragment}")).unwrap();
    assert_eq!(whole.scenario, presets::all()[1].scenario());
}

#[test]
fn an_empty_fragment_is_the_first_preset() {
    for link in ["", "#", "https://example.org/#"] {
        assert_eq!(
            link::decode(link).unwrap().preset,
            Some(presets::first().name)
        );
    }
}

#[test]
fn what_is_wrong_with_a_link_is_said_in_words() {
    expect![
        "this link has the unknown form “v2.abc”; this version reads “v1.” links and “p=preset&…”"
    ]
    .assert_eq(&refused("#v2.abc"));
    expect!["this link is damaged: it is cut short or holds a character that no link has; copy it again, whole"].assert_eq(&refused("#v1.a!b"));
    expect!["this link is damaged: its packed part is broken; copy it again, whole"]
        .assert_eq(&refused("#v1.AAAA"));
    expect![
        "this link is damaged: unpacked, expected ident at line 1 column 2; copy it again, whole"
    ]
    .assert_eq(&refused(&packed(b"nonsense")));
    expect!["this link asks for what is not allowed: makespan is 9; this scenario was made with a newer version; this one reads 1 to 1"].assert_eq(&refused(&packed(br#"{"makespan": 9, "replication": {}}"#)));
    expect!["this link asks for what is not allowed: replication.processors is 129; allowed: a whole number from 1 to 128"]
        .assert_eq(&refused(&packed(br#"{"makespan": 1, "replication": {"processors": 129}}"#)));
    expect![
        "this link asks for what is not allowed: seed is -1; allowed: a whole number from 0 up"
    ]
    .assert_eq(&refused("#p=bursts-replicate&seed=-1"));
    expect!["there is no preset “nonsense”; there are: bursts-replicate, shared-dynamic, quiet-equal, set-one-dynamic, set-two-replicate, peaks-replicate, switches-dynamic, equal-iterations, dynamic-iterations, copies-iterations, set-once, set-again, copies-by-processors, copies-time-by-processors, copies-settings, best-copies-one, best-copies-two, processors-one, processors-two, threshold, adaptive-run, adaptive-by-processors, where-copies-pay, excess-of-two, spread-of-two, dependence-of-steps, exponential-processors, exponential-copies, exponential-numbers, over-one-processor, little-less-variation, best-copies, best-speedup-processors, best-speedup-variation, independent-steps, best-copies-independent, best-speedup-independent, models-equal-steps, models-next-steps, exact-times, model-errors, stream-adapts, stream-convergence, stream-ring, stream-thousand, shared-forecasts, bursts-forecasts, pessimistic-forecasts, own-node, four-nodes, six-nodes, ar01-series, ar02-series, au01-series, au02-series, telaviv01-series, warsch01-series, rolling-memory, population, es-peak, nws-switch, ar-trend, trigg-leach-trend, whybark-peak, pantazopoulos-pappis, stes-peak, des-trigg-leach, des-whybark, des-stes, des-es, des-nws, des-ar"].assert_eq(&refused("#p=nonsense"));
    expect!["this link asks for what is not allowed: no parameter “colour”; there are: topic, traces, trace_mean, synthetic_nodes, homogeneous, strategy, copies, replication, delay, cold_iterations, rebalance_every, predictor, smoothing, forecast_window, quantile, decide_every, first_block, switch_to_balancing, switch_to_replication, model, variation, excess, spread, dependence, family, picture, doublings, processors, iterations, first_shown, shown, problem_size, send_time, finalize_time, rescheduling_time, noise, synchronisation, rescheduling_exponent, rescheduling_scales, runs, seed"].assert_eq(&refused("#p=bursts-replicate&colour=red"));
}

#[test]
fn a_link_that_unpacks_to_too_much_is_refused_before_it_does() {
    let bomb = vec![b' '; 50 * 1024 * 1024];
    assert_eq!(link::decode(&packed(&bomb)), Err(Error::Bomb));
}

#[test]
fn a_link_that_is_too_long_is_refused_before_it_is_unpacked() {
    let long = format!("#v1.{}", "A".repeat(200_000));
    assert!(matches!(link::decode(&long), Err(Error::TooLong { .. })));
}

#[test]
fn a_cut_link_is_never_taken_for_another_scenario() {
    let link = link::encode(presets::all()[4].scenario()).unwrap();
    for end in "#v1.".len()..link.len() {
        assert!(link::decode(&link[..end]).is_err(), "{}", &link[..end]);
    }
}

#[test]
fn the_defaults_of_version_1_never_change() {
    // Links leave out what has its default. Another default is another version.
    expect![[r#"
        {
          "makespan": 1,
          "replication": {
            "topic": "strategies",
            "traces": "bursts",
            "trace_mean": 72500.0,
            "synthetic_nodes": 16,
            "homogeneous": false,
            "strategy": "replicate",
            "copies": 2,
            "replication": "thesis",
            "delay": 1.5,
            "cold_iterations": 500,
            "rebalance_every": 10,
            "predictor": "exponential-smoothing",
            "smoothing": 0.5,
            "forecast_window": 31,
            "quantile": null,
            "decide_every": 100,
            "first_block": "compare",
            "switch_to_balancing": 0.6,
            "switch_to_replication": 1.4,
            "model": "2.3b",
            "variation": 0.8,
            "excess": 0.5,
            "spread": 0.95,
            "dependence": 0.81,
            "family": "empirical",
            "picture": "processors",
            "doublings": 7,
            "processors": 8,
            "iterations": 1000,
            "first_shown": 1,
            "shown": 2000,
            "problem_size": 2.5,
            "send_time": 750.0,
            "finalize_time": 300.0,
            "rescheduling_time": 37500.0,
            "noise": 0.5,
            "synchronisation": "all-pairs",
            "rescheduling_exponent": 0.5,
            "rescheduling_scales": true,
            "runs": 100,
            "seed": 2006
          }
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&Scenario::default()).unwrap());
}

/// A scenario with some of its parameters changed, by their own descriptions.
fn scenario() -> impl Strategy<Value = Scenario> {
    let start = prop::sample::select((0..presets::all().len()).collect::<Vec<_>>());
    (
        start,
        prop::collection::vec((any::<prop::sample::Index>(), 0.0..=1.0), 0..12),
    )
        .prop_map(|(start, changes)| {
            let mut scenario = presets::all()[start].scenario();
            for (index, position) in changes {
                let parameters = scenario.parameters();
                let parameter = &parameters[index.index(parameters.len())];
                let changed = scenario.with(&parameter.name, &text(&parameter.kind, position));
                // How much a distribution can vary depends on which it is.
                scenario = match changed {
                    Err(_) if parameter.name.starts_with("traces.") => continue,
                    // Nor is any text a table.
                    Err(_) if matches!(parameter.kind, report::parameters::Kind::Text { .. }) => {
                        continue;
                    }
                    changed => changed.unwrap(),
                };
            }
            scenario
        })
}

/// A text that stands for an allowed value.
fn text(kind: &report::parameters::Kind, position: f64) -> String {
    use report::parameters::Kind;
    match kind {
        Kind::Integer { minimum, maximum } => {
            (minimum + ((maximum - minimum) as f64 * position * 0.999) as u64).to_string()
        }
        Kind::Number {
            minimum, maximum, ..
        } => (minimum + (maximum - minimum) * position).to_string(),
        Kind::Choice { choices } => choices
            [((choices.len() as f64 * position) as usize).min(choices.len() - 1)]
        .value
        .clone(),
        Kind::Flag => (position < 0.5).to_string(),
        Kind::Text { most, .. } => {
            let row = "1\t0\t2,5\t0\t3\t0\n";
            row.repeat((*most as f64 / row.len() as f64 * position) as usize)
        }
        Kind::List => unreachable!("no scenario has a list"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(scenario in scenario()) {
        let link = link::encode(&scenario).unwrap();
        prop_assert_eq!(&link::decode(&link).unwrap().scenario, &scenario);
        let file = scenario.to_json().to_string();
        prop_assert_eq!(&Scenario::from_text(&file).unwrap(), &scenario);
        let short = scenario.to_short_json().to_string();
        prop_assert_eq!(&Scenario::from_text(&short).unwrap(), &scenario);
    }

    #[test]
    fn no_fragment_makes_the_door_panic(fragment in ".{0,200}") {
        let _ = link::decode(&fragment);
        let _ = link::decode(&format!("#v1.{fragment}"));
        let _ = link::decode(&format!("#p=bursts-replicate&{fragment}"));
    }

    #[test]
    fn no_packed_text_makes_the_door_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = link::decode(&packed(&bytes));
        let _ = link::decode(&format!("#v1.{}", URL_SAFE_NO_PAD.encode(&bytes)));
        let _ = Scenario::from_text(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_changed_character_is_refused_or_still_a_valid_scenario(
        at in any::<prop::sample::Index>(), to in "[A-Za-z0-9_-]"
    ) {
        let mut link = link::encode(presets::all()[5].scenario()).unwrap();
        let at = 4 + at.index(link.len() - 4);
        link.replace_range(at..=at, &to);
        if let Ok(decoded) = link::decode(&link) {
            prop_assert!(Scenario::from_json(&decoded.scenario.to_json()).is_ok());
        }
    }

    #[test]
    fn a_mangled_scenario_is_refused_or_valid(name in "[a-z_]{1,20}", value in prop_oneof![
        any::<f64>().prop_map(|number| json!(number)), any::<i64>().prop_map(|number| json!(number)),
        ".{0,10}".prop_map(Value::from), Just(Value::Null), Just(json!([])), Just(json!({"own": {}})),
    ]) {
        let known: Vec<_> = Scenario::default().parameters().into_iter().map(|parameter| parameter.name).collect();
        for name in known.iter().chain([&name]) {
            let json = json!({"makespan": 1, "replication": {name: &value}});
            if let Ok(scenario) = Scenario::from_json(&json) {
                prop_assert_eq!(Scenario::from_json(&scenario.to_json()).unwrap(), scenario);
            }
        }
    }
}
