//! Links: a written link can be read for ever; a damaged link is refused in words, never with a panic.

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
use miniz_oxide::inflate::decompress_to_vec;
use playground::extras::{Focus, Recorded};
use playground::link::{self, Error};
use playground::setup::Changes;
use playground::{Extras, Scenario, Setup, View, laboratories, presets};
use proptest::prelude::*;
use serde_json::{Value, json};

fn refused(link: &str) -> String {
    link::decode(link).unwrap_err().to_string()
}

fn packed(bytes: &[u8]) -> String {
    format!("#v1.{}", URL_SAFE_NO_PAD.encode(compress_to_vec(bytes, 9)))
}

/// Links that were published once, each with its content as a link of today. Rows are added, never changed: an old link opens for ever.
const PUBLISHED: &str = include_str!("published.txt");

fn published() -> impl Iterator<Item = (&'static str, &'static str)> {
    PUBLISHED.lines().map(|row| row.split_once('\t').unwrap())
}

/// The content of a link, unpacked.
fn unpacked(link: &str) -> Value {
    let text = link.strip_prefix("#v1.").unwrap();
    let json = decompress_to_vec(&URL_SAFE_NO_PAD.decode(text).unwrap()).unwrap();
    serde_json::from_slice(&json).unwrap()
}

#[test]
fn published_links_say_what_they_said() {
    for (link, said) in published() {
        let decoded = link::decode(link).unwrap();
        let again = link::encode(Setup::from(decoded)).unwrap();
        assert_eq!(unpacked(&again).to_string(), said, "{link}");
    }
}

#[test]
fn the_published_links_reach_every_laboratory_and_every_form() {
    let all = |test: &dyn Fn(&str, &Value) -> bool| {
        let mut rows = published();
        rows.any(|(link, said)| test(link, &serde_json::from_str(said).unwrap()))
    };
    for laboratory in laboratories() {
        assert!(
            all(&|_, said| said.get(laboratory.name).is_some()),
            "{}",
            laboratory.name
        );
    }
    for key in ["compare", "sweep", "focus", "palette"] {
        assert!(all(&|_, said| said.get(key).is_some()), "{key}");
    }
    for start in ["#p=", "#v1.", "https://"] {
        assert!(all(&|link, _| link.starts_with(start)), "{start}");
    }
    for traces in ["synthetic", "memoryless", "own"] {
        let place = format!("/replication/traces/{traces}");
        assert!(all(&|_, said| said.pointer(&place).is_some()), "{traces}");
    }
}

#[test]
fn every_preset_survives_its_link() {
    for preset in presets::all() {
        let link = link::encode(preset.scenario()).unwrap();
        // An own strategy travels as a text.
        let own = preset.scenario().to_json().to_string().contains("fn ");
        assert!(link.len() < if own { 900 } else { 300 }, "{link}");
        assert_eq!(
            link::decode(&link).unwrap().scenario,
            preset.scenario(),
            "{}",
            preset.name
        );
        let short = link::decode(&link::to(preset)).unwrap();
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
    expect!["this link has a value that is not allowed: makespan is 9; this scenario was made with a newer version; this one reads version 1"].assert_eq(&refused(&packed(br#"{"makespan": 9, "replication": {}}"#)));
    expect!["this link has a value that is not allowed: replication.processors is 129; allowed: a whole number from 1 to 128"]
        .assert_eq(&refused(&packed(br#"{"makespan": 1, "replication": {"processors": 129}}"#)));
    expect![
        "this link has a value that is not allowed: seed is -1; allowed: a whole number from 0 to 18446744073709551615"
    ]
    .assert_eq(&refused("#p=bursts-replicate&seed=-1"));
    expect!["there is no preset “nonsense”; the most similar of 228: “node-joins”, “node-likeness”, “seven-tens”"].assert_eq(&refused("#p=nonsense"));
    expect!["this link has a value that is not allowed: no parameter “colour”; the most similar of 43: “cold_iterations”, “picture”, “code”"].assert_eq(&refused("#p=bursts-replicate&colour=red"));
}

#[test]
fn what_only_a_newer_version_knows_is_named_and_passed_on() {
    let newer = json!({
        "makespan": 1, "palette": {"name": "dusk"},
        "replication": {"processors": 4, "moons": [1, 2], "copies": 1},
    });
    let decoded = link::decode(&packed(newer.to_string().as_bytes())).unwrap();
    let without = json!({"makespan": 1, "replication": {"processors": 4, "copies": 1}});
    let mut setup = Setup::from(decoded);
    assert_eq!(setup.to_short_json(), without);
    assert_eq!(
        setup.extras.unknown.names(),
        ["palette", "replication.moons"]
    );
    assert_eq!(unpacked(&link::encode(&setup).unwrap()), newer);
    // The unknown key stays when another value changes, but goes with its laboratory.
    setup.scenario = setup.scenario.with("processors", "2").unwrap();
    let changed = unpacked(&link::encode(&setup).unwrap());
    assert_eq!(changed.pointer("/replication/moons"), Some(&json!([1, 2])));
    setup.scenario = Scenario::of("prediction").unwrap();
    let other = json!({"makespan": 1, "prediction": {}});
    assert_eq!(unpacked(&link::encode(&setup).unwrap()), other);
    // People also write files by hand: there an unknown key is a slip.
    assert!(Setup::from_json(&newer).is_err());
}

#[test]
fn what_no_version_would_have_written_is_refused_in_a_link() {
    let many: serde_json::Map<_, _> = (0..40).map(|key| (format!("key{key}"), json!(1))).collect();
    for within in [
        json!({"Processors": 4}),
        json!({"": 1}),
        json!({"a b": 1}),
        json!(many),
    ] {
        let link = packed(
            json!({"makespan": 1, "replication": within})
                .to_string()
                .as_bytes(),
        );
        assert!(link::decode(&link).is_err(), "{within}");
    }
    expect!["this link has a value that is not allowed: laundry is no laboratory; allowed: replication, divisible, prediction, bounds, recovery, adaptation"]
        .assert_eq(&refused(&packed(br#"{"makespan": 1, "laundry": {}}"#)));
}

#[test]
fn a_link_carries_where_somebody_looked() {
    let focus = Focus {
        window: Some((1_000.5, 2e6)),
        cursor: Some(0.1 + 0.2),
        part: Some((41, 6)),
        reason: Some(3),
    };
    let extras = Extras {
        focus,
        ..Extras::default()
    };
    let setup = Setup::from(presets::first().scenario()).with(extras);
    let read = Setup::from(link::decode(&link::encode(&setup).unwrap()).unwrap());
    assert_eq!(read, setup);
    assert_eq!(
        read.digest(),
        Setup::from(presets::first().scenario()).digest()
    );
    for bad in [
        json!(1),
        json!({"window": [1]}),
        json!({"window": [2, 1]}),
        json!({"window": [-1, 1]}),
        json!({"cursor": null}),
        json!({"zoom": 1}),
        json!({"part": [0, 6]}),
        json!({"part": [41]}),
        json!({"part": [41, 6.5]}),
        json!({"reason": 0}),
        json!({"reason": [1]}),
    ] {
        let link = packed(
            json!({"makespan": 1, "replication": {}, "focus": bad})
                .to_string()
                .as_bytes(),
        );
        assert!(refused(&link).contains("focus"), "{bad}");
    }
}

#[test]
fn a_file_says_what_a_run_came_to_and_a_link_does_not() {
    let fingerprint = "0123456789abcdef".repeat(4);
    let extras = Extras {
        recorded: Some(Recorded::now(&fingerprint)),
        ..Extras::default()
    };
    let setup = Setup::from(presets::first().scenario()).with(extras);
    let file = setup.to_json();
    assert_eq!(Setup::from_json(&file).unwrap(), setup);
    assert!(
        unpacked(&link::encode(&setup).unwrap())
            .get("result")
            .is_none()
    );
    let recorded = setup.extras.recorded.unwrap();
    assert!(recorded.judge(&fingerprint).same);
    let other = recorded.judge(&"f".repeat(64));
    assert!(
        !other.same && other.said.contains("0123456789ab…") && other.said.contains("ffffffffffff…")
    );
    for bad in [
        json!("abc"),
        json!({"fingerprint": "abc", "version": "1"}),
        json!({"fingerprint": fingerprint}),
        json!({"fingerprint": fingerprint, "version": "1", "more": 1}),
    ] {
        let mut file = file.clone();
        file["result"] = bad;
        assert!(
            Setup::from_json(&file)
                .unwrap_err()
                .to_string()
                .starts_with("result")
        );
    }
}

#[test]
fn the_digest_of_a_scenario_names_what_is_run() {
    let digest = |link: &str| Setup::from(link::decode(link).unwrap()).digest();
    let first = digest("");
    assert_eq!(first.len(), 64);
    assert_eq!(first, digest("#p=bursts-replicate&seed=2006"));
    assert_ne!(first, digest("#p=bursts-replicate&seed=2007"));
    let compared = packed(br#"{"makespan": 1, "replication": {}, "compare": [{"copies": 1}]}"#);
    assert_ne!(first, digest(&compared));
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
    // Links leave out parameters with their default. Another default is another version.
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
            "code": "fn decide(history) {\n    if history.done == 0 {\n        return #{ iterations: 10 };\n    }\n    // Shares that follow the mean speeds of the last ten iterations.\n    let speed = 0.0;\n    for runtime in history.runtimes {\n        speed += 1.0 / runtime;\n    }\n    let shares = [];\n    for runtime in history.runtimes {\n        shares.push(1.0 / (runtime * speed));\n    }\n    #{ shares: shares, iterations: 10 }\n}\n",
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
            "node_factors": "",
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
                let changed = scenario.with(parameter.name, &text(parameter, position));
                // The range of a distribution's variation depends on the distribution.
                scenario = match changed {
                    Err(_) if parameter.name.starts_with("traces.") => continue,
                    // Not every text is a table.
                    Err(_) if matches!(parameter.kind, parameters::Kind::Text { .. }) => {
                        continue;
                    }
                    changed => changed.unwrap(),
                };
            }
            scenario
        })
}

/// A text that stands for an allowed value.
fn text(parameter: &parameters::Parameter, position: f64) -> String {
    use parameters::Kind;
    match &parameter.kind {
        Kind::Integer { minimum, maximum } => {
            (minimum + ((maximum - minimum) as f64 * position * 0.999) as u64).to_string()
        }
        Kind::Number {
            minimum, maximum, ..
        } => (minimum + (maximum - minimum) * position).to_string(),
        Kind::Choice(_) => {
            let choices: Vec<_> = parameter.offered().collect();
            let place = (choices.len() as f64 * position) as usize;
            choices[place.min(choices.len() - 1)].value.to_owned()
        }
        Kind::Flag => (position < 0.5).to_string(),
        Kind::Text { most, .. } => {
            let row = "1\t0\t2,5\t0\t3\t0\n";
            row.repeat((*most as f64 / row.len() as f64 * position) as usize)
        }
        Kind::List { .. } => unreachable!("no scenario has a list"),
    }
}

/// Whether a number, or a list of numbers, fits a JSON Schema.
fn fits(value: &Value, schema: &Value) -> bool {
    let limit = |key: &str| schema[key].as_f64();
    match value {
        Value::Array(items) => {
            let length = Some(items.len() as f64);
            schema["type"] == "array"
                && limit("minItems") <= length
                && length <= limit("maxItems")
                && items.iter().all(|item| fits(item, &schema["items"]))
        }
        value => {
            (schema["type"] == "number" || schema["type"] == "integer" && value.is_u64())
                && limit("minimum") <= value.as_f64()
                && limit("maximum").is_none_or(|most| value.as_f64() <= Some(most))
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_schema_allows_whatever_somebody_looked_at(
        (from, length) in (0.0..1e9, 1.0..1e9),
        cursor in 0.0..1e9,
        part in (1..=u32::MAX, 1..=u32::MAX),
        reason in 1..=u32::MAX,
    ) {
        let focus = Focus {
            window: Some((from, from + length)),
            cursor: Some(cursor),
            part: Some(part),
            reason: Some(reason),
        };
        let extras = Extras { focus, ..Extras::default() };
        let file = Setup::from(presets::first().scenario()).with(extras).to_json();
        let schema = Scenario::schema();
        let schema = &schema["properties"]["focus"];
        prop_assert_eq!(&schema["additionalProperties"], &json!(false));
        let written = file["focus"].as_object().unwrap();
        prop_assert_eq!(written.len(), 4);
        for (key, value) in written {
            prop_assert!(fits(value, &schema["properties"][key.as_str()]), "{}: {}", key, value);
        }
    }

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
        for name in known.into_iter().chain([name.as_str()]) {
            let json = json!({"makespan": 1, "replication": {name: &value}});
            if let Ok(scenario) = Scenario::from_json(&json) {
                prop_assert_eq!(Scenario::from_json(&scenario.to_json()).unwrap(), scenario);
            }
        }
    }
}

#[test]
fn a_short_link_that_repeats_itself_is_refused_at_once() {
    let began = std::time::Instant::now();
    let long = format!("#p=bursts-replicate{}", "&seed=1".repeat(20_000));
    assert!(matches!(
        link::decode(&long),
        Err(link::Error::TooLong { .. })
    ));
    let twice = format!("#p=bursts-replicate{}", "&seed=1".repeat(9_000));
    assert_eq!(
        link::decode(&twice).unwrap_err().to_string(),
        "this link has a value that is not allowed: seed: stands twice in this link: keep one of them"
    );
    let unknown: String = (0..6_000).map(|number| format!("&{number}=1")).collect();
    assert!(link::decode(&format!("#p=bursts-replicate{unknown}")).is_err());
    assert!(began.elapsed().as_secs_f64() < 1.0, "{:?}", began.elapsed());
}

#[test]
fn parameters_of_a_choice_stand_in_a_short_link_in_any_order() {
    let one =
        "#p=bursts-replicate&traces=memoryless&traces.distribution=uniform&traces.variation=0.3";
    let other =
        "#p=bursts-replicate&traces.variation=0.3&traces.distribution=uniform&traces=memoryless";
    assert_eq!(link::decode(one).unwrap(), link::decode(other).unwrap());
}

/// The digests of the presets' scenarios, as they were when their names were first published.
#[test]
fn what_a_presets_name_stands_for_does_not_change() {
    let all: String = presets::all()
        .iter()
        .map(|preset| {
            format!(
                "{} {}\n",
                preset.name,
                Setup::from(preset.scenario()).digest()
            )
        })
        .collect();
    expect_test::expect_file!["presets.txt"].assert_eq(&all);
}

#[test]
fn a_preset_with_few_changes_is_a_link_that_people_read() {
    for preset in presets::all() {
        let link = link::short(preset.scenario()).unwrap();
        assert_eq!(link::decode(&link).unwrap().scenario, preset.scenario());
        assert_eq!(link, link::to(preset));
    }
    let preset = presets::all()[0].scenario();
    let changed = |changes: &str| {
        let link = format!("#p={}&{changes}", presets::all()[0].name);
        link::decode(&link).unwrap().scenario
    };
    let few = changed("copies=4&seed=7&noise=0.5");
    let link = link::short(&few).unwrap();
    assert!(
        link.starts_with("#p=") && link.contains("&copies=4"),
        "{link}"
    );
    assert_eq!(link::decode(&link).unwrap().scenario, few);
    // A set-up with more than a preset and its values is written in full.
    let many =
        changed("copies=4&seed=7&noise=0.5&runs=3&iterations=50&problem_size=2&processors=12");
    assert!(link::short(&many).unwrap().starts_with("#v1."));
    let variant = Changes::from_iter([("copies".to_owned(), 4.into())]);
    let compared = Setup::new(preset, View::Compare(vec![variant])).unwrap();
    assert_eq!(link::short(&compared), link::encode(&compared));
}
