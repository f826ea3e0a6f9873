//! Every laboratory's answers about its parameters, by the list: names, topics, keys, axes, rules.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::collections::BTreeSet;
use std::time::Duration;

use laboratory::About;
use parameters::{Kind, Parameter};
use playground::need::MOST_MEMORY;
use playground::presets::Preset;
use playground::{Error, Scenario, laboratories, presets, run};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;

use crate::small::patience;
use trial::random;

/// A laboratory's default in each of its topics.
fn topics(about: &About) -> Vec<Scenario> {
    let scenario = Scenario::of(about.name).unwrap();
    let topics = about
        .table
        .find("topic")
        .map_or(&[][..], Parameter::choices);
    let of = |topic: &parameters::Choice| scenario.with("topic", topic.value).unwrap();
    topics.iter().map(of).collect()
}

fn presets_of(about: &About) -> impl Iterator<Item = &'static Preset> {
    let name = about.name;
    let all = presets::all().iter();
    all.filter(move |preset| preset.laboratory() == name)
}

/// Whether a rule refuses a value of a scenario.
fn refuses(scenario: &Scenario) -> bool {
    let (face, values) = (scenario.about().face, scenario.without_runtimes());
    let mut ruled = (face.ruled)().into_iter();
    ruled.any(|name| (face.refuses)(&values, name.text()).is_some())
}

#[test]
fn each_topic_has_a_preset_and_two_keys_with_an_effect() {
    for about in laboratories() {
        for scenario in topics(about) {
            let topic = scenario.get("topic");
            let mut own = presets_of(about);
            let has = own.any(|preset| preset.scenario().get("topic") == topic);
            assert!(has, "{} {topic}", about.name);
            let values = scenario.values();
            let keys = (about.face.keys)(&values);
            let matter = keys.iter().filter(|key| {
                let parameters = scenario.parameters();
                let parameter = parameters.iter().find(|one| one.name == key.text());
                parameter.unwrap().matters(&values)
            });
            assert!(matter.count() >= 2, "{} {topic}", about.name);
        }
    }
}

#[test]
fn values_that_are_tried_at_once_fit_as_each_by_itself() {
    let mut tried = [0, 0];
    for preset in presets::all() {
        let scenario = preset.scenario();
        let (face, values) = (scenario.about().face, scenario.without_runtimes());
        for parameter in scenario.parameters() {
            let numbers: Vec<Value> = match parameter.kind {
                Kind::Integer { minimum, maximum } => {
                    let step = (maximum - minimum).div_ceil(40).max(1);
                    let all =
                        (0..=40).map(|place| minimum.saturating_add(step.saturating_mul(place)));
                    all.filter(|one| *one <= maximum).map(Value::from).collect()
                }
                Kind::Number {
                    minimum, maximum, ..
                } => {
                    let part = |place: u32| minimum + (maximum - minimum) * f64::from(place) / 10.0;
                    (0..=10).map(|place| Value::from(part(place))).collect()
                }
                _ => parameter.offered().map(|one| one.value.into()).collect(),
            };
            let alone = |value: &Value| {
                let mut values = values.clone();
                values.insert(parameter.name.into(), value.clone());
                (face.refuses)(&values, parameter.name).is_none()
            };
            let at_once = (face.fits)(&values, parameter.name, &numbers);
            let alone: Vec<bool> = numbers.iter().map(alone).collect();
            assert_eq!(at_once, alone, "{} {}", preset.name, parameter.name);
            for fits in alone {
                tried[usize::from(fits)] += 1;
            }
        }
    }
    assert!(tried.into_iter().all(|number| number > 1_000), "{tried:?}");
}

#[test]
fn what_is_suggested_is_allowed_and_has_several_values() {
    for about in laboratories() {
        for preset in presets_of(about) {
            let scenario = preset.scenario();
            for axis in scenario.suggestion() {
                let texts: BTreeSet<_> = axis.values.iter().map(Value::to_string).collect();
                assert!(
                    texts.len() > 1 && texts.len() == axis.values.len(),
                    "{axis:?}"
                );
                let one = |value: &Value| {
                    let change = [(axis.parameter.clone(), value.clone())];
                    scenario.having(&change.into_iter().collect())
                };
                let all: Result<Vec<_>, _> = axis.values.iter().map(one).collect();
                let fit = all.unwrap().iter().filter(|one| !refuses(one)).count();
                assert!(fit > 1, "{}: {axis:?}", preset.name);
            }
        }
    }
}

/// Longer runs are cancelled, and tell nothing.
const PATIENCE: Duration = Duration::from_secs(2);

/// Another value of a parameter, as it is typed.
fn other(parameter: &Parameter, own: &Value, draw: f64) -> Option<String> {
    let within = |low: f64, high: f64| low + (high - low) * draw;
    Some(match parameter.kind {
        Kind::Integer { minimum, maximum } => {
            let near = own.as_u64()?.saturating_mul(3).clamp(minimum, maximum);
            (within(minimum as f64, near as f64).round()).to_string()
        }
        Kind::Number {
            minimum, maximum, ..
        } => {
            let near = (3.0 * own.as_f64()?).clamp(minimum, maximum);
            // As a person types it: exact laboratories count in the unit of the last digit.
            format!("{:.1e}", within(minimum, near))
                .parse::<f64>()
                .ok()?
                .to_string()
        }
        Kind::Choice(_) => {
            let offered: Vec<_> = parameter.offered().collect();
            let place = (draw * offered.len() as f64) as usize;
            offered.get(place)?.value.to_owned()
        }
        Kind::Flag => (draw < 0.5).to_string(),
        Kind::List { .. } | Kind::Text { .. } => return None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..random(150) })]

    #[test]
    fn a_run_refuses_nothing_that_no_rule_refuses(
        preset in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0.0..1.0_f64), 1..4),
    ) {
        let mut scenario = preset.get(presets::all()).scenario().clone();
        for (which, draw) in changes {
            let values = scenario.values();
            let mut parameters = scenario.parameters();
            parameters.retain(|parameter| parameter.matters(&values) && parameter.name != "runs");
            let parameter = which.get(&parameters);
            let text = other(parameter, &scenario.get(parameter.name), draw);
            scenario = text.and_then(|text| scenario.with(parameter.name, &text).ok()).unwrap_or(scenario);
        }
        prop_assume!(scenario.need().memory <= MOST_MEMORY);
        let report = run(&scenario, &mut patience(PATIENCE));
        prop_assume!(!matches!(report, Err(Error::Cancelled(_))));
        if let Ok(report) = &report {
            prop_assert_eq!(trial::fault(report), None, "{}", scenario.to_json());
        }
        if let Err(Error::Rejected(rejected)) = report {
            prop_assert!(refuses(&scenario), "{} {rejected}", scenario.to_json());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..random(60) })]

    /// α and β of the formulas: values that no runtimes have are refused before the run, and no others.
    #[test]
    fn alpha_and_beta_that_do_not_go_together_are_refused_before_the_run(
        excess in 0.01..1.0_f64,
        spread in 0.0..1.6_f64,
        model in prop::sample::select(vec!["1.1", "1.2", "1.3a", "1.3b", "2.1", "2.2", "2.3a", "2.3b"]),
        processors in prop::sample::select(vec!["2", "8", "64"]),
    ) {
        let mut scenario = Scenario::of("replication").unwrap();
        let (excess, spread) = (format!("{excess:.2}"), format!("{spread:.2}"));
        let changes = [
            ("topic", "formulas"), ("family", "exponential"), ("copies", "2"), ("processors", processors), ("model", model),
            ("excess", &excess), ("spread", &spread),
        ];
        for (name, value) in changes {
            scenario = scenario.with(name, value).unwrap_or(scenario);
        }
        let rejected = matches!(run(&scenario, &mut patience(PATIENCE)), Err(Error::Rejected(_)));
        prop_assert_eq!(refuses(&scenario), rejected, "{}", scenario.to_json());
    }
}
