//! Key parameters of presets and their neighbours.

use parameters::Choice;
use playground::View;
use serde_json::json;

use super::*;

fn scenario(changes: &[(&str, &str)]) -> Scenario {
    let begin = Scenario::default();
    changes.iter().fold(begin, |scenario, (name, text)| {
        scenario.with(name, text).unwrap_or(scenario)
    })
}

#[test]
fn a_link_whose_values_do_not_go_together_runs_with_that_of_its_preset() {
    let refused = scenario(&[("copies", "3"), ("runs", "7")]);
    let (setup, told) = runnable(refused.into());
    assert_eq!(setup.scenario, scenario(&[("runs", "7")]));
    let told = told.map(|told| (told.text(), told.complaint().1.text));
    let (text, why) = told.unwrap_or_default();
    assert_eq!(text, ("copies".to_owned(), "3".to_owned()));
    assert_eq!(why, "3 does not divide 8: choose 1, 2, 4 or 8");
    let (setup, told) = runnable(scenario(&[("copies", "4")]).into());
    assert_eq!(setup.scenario, scenario(&[("copies", "4")]));
    assert!(told.is_none());
}

#[test]
fn a_refused_number_is_told_with_what_to_choose() {
    let told = |changes: &[(&str, &str)], name: &str| refusal(&scenario(changes), name);
    assert_eq!(
        told(&[("copies", "3")], "copies").as_deref(),
        Some("3 does not divide 8: choose 1, 2, 4 or 8")
    );
    assert_eq!(
        told(&[("processors", "7")], "processors").as_deref(),
        Some("7 is not a multiple of 2 copies: choose 2, 4, 6, 8, 10, 12, 14 or 16")
    );
    assert_eq!(
        told(&[("iterations", "5000")], "iterations").as_deref(),
        Some("5000 is more than the 1000 jobs of these traces: choose 2 to 1000")
    );
    assert_eq!(told(&[("copies", "4")], "copies"), None);
    assert_eq!(
        told(
            &[
                ("strategy", "dynamic"),
                ("processors", "5"),
                ("strategy", "replicate")
            ],
            "strategy"
        )
        .as_deref(),
        Some("Replicate needs a number of copies that divides 5 processors")
    );
}

#[test]
fn copies_are_offered_that_divide_the_processors() {
    let scenario = scenario(&[("processors", "12")]);
    let keys = of(&scenario, &[]);
    let copies = keys.iter().find(|key| key.parameter.name == "copies");
    let Some(Control::Segments(offers)) = copies.map(|key| &key.control) else {
        panic!("no segments: {copies:?}");
    };
    let values: Vec<_> = offers.iter().map(|offer| offer.value.as_str()).collect();
    assert_eq!(values, ["1", "2", "3", "4", "6", "12"]);
}

#[test]
fn numbers_that_a_figure_offers_as_choices_are_judged_as_numbers() {
    const FEW: &[Choice] = &[
        Choice {
            value: "3",
            title: "3",
            help: "",
            holds: parameters::Holds::Nothing,
        },
        Choice {
            value: "4",
            title: "4",
            help: "",
            holds: parameters::Holds::Nothing,
        },
    ];
    let scenario = scenario(&[]);
    let parameters = scenario.parameters();
    let Some(copies) = parameters.iter().find(|one| one.name == "copies") else {
        panic!("no copies");
    };
    let offered = Parameter {
        kind: Kind::Choice(FEW),
        ..*copies
    };
    let offers = choices(scenario.about(), &offered, &scenario.values());
    let refused: Vec<_> = offers.iter().map(|offer| offer.refused).collect();
    assert_eq!(refused, [true, false]);
}

#[test]
fn a_slider_steps_through_what_goes_with_the_other_values() {
    let keys = of(&scenario(&[]), &[]);
    let processors = keys.iter().find(|key| key.parameter.name == "processors");
    let Some(Control::Slider { stops, .. }) = processors.map(|key| &key.control) else {
        panic!("{processors:?}");
    };
    assert_eq!(stops.len(), 8, "{stops:?}");
}

#[test]
fn a_slider_stays_one_where_another_parameter_leaves_it_few_values() {
    let processors = |keys: &[Key]| {
        let found = keys.iter().find(|key| key.parameter.name == "processors");
        found.map(|key| key.control.clone())
    };
    let few = scenario(&[("copies", "4")]);
    let before = of(&scenario(&[]), &[]);
    assert!(matches!(processors(&before), Some(Control::Slider { .. })));
    assert!(matches!(
        processors(&of(&few, &[])),
        Some(Control::Segments(_))
    ));
    let Some(Control::Slider { stops, .. }) = processors(&of(&few, &before)) else {
        panic!("another control");
    };
    assert_eq!(stops, ["4", "8", "12", "16"]);
}

#[test]
fn a_scenario_with_a_strategy_of_ones_own_names_the_parameter_that_holds_it() {
    assert_eq!(strategy(&scenario(&[])), None);
    let own = scenario(&[("strategy", "own"), ("copies", "1")]);
    assert_eq!(strategy(&own).map(|one| one.name), Some("code"));
}

/// The values that a control offers.
fn offered(control: &Control) -> Vec<String> {
    match control {
        Control::Segments(offers) | Control::List(offers) => {
            let free = offers.iter().filter(|offer| !offer.refused);
            free.map(|offer| offer.value.clone()).collect()
        }
        Control::Slider { stops, .. } => stops.clone(),
        Control::Swept(_) => Vec::new(),
    }
}

#[test]
fn a_key_stays_with_its_control_and_its_stops_wherever_it_is_moved() {
    let mut moved = 0;
    let mut wrong = Vec::new();
    for preset in presets::all() {
        let scenario = preset.scenario();
        let keys = of(&scenario, &[]);
        for key in &keys {
            let (name, offers) = (key.parameter.name, offered(&key.control));
            // Six places over its range.
            for value in offers.iter().step_by((offers.len() / 5).max(1)) {
                let Ok(other) = scenario.with(name, value) else {
                    continue;
                };
                let after = of(&other, &keys);
                let place = |keys: &[Key]| keys.iter().position(|one| one.parameter.name == name);
                let control = place(&after)
                    .and_then(|at| after.get(at))
                    .map(|one| &one.control);
                let same = control.is_some_and(|control| {
                    offered(control) == offers
                        && std::mem::discriminant(control) == std::mem::discriminant(&key.control)
                });
                if !same || place(&after) != place(&keys) {
                    wrong.push(format!("{}: {name} {value}: {control:?}", preset.name));
                }
                moved += 1;
            }
        }
    }
    assert!(wrong.is_empty() && moved > 2_000, "{moved} {wrong:#?}");
}

#[test]
fn the_value_of_a_preset_is_a_stop_before_and_after_it_is_left() {
    let mut missing = Vec::new();
    for preset in presets::all() {
        for key in of(&preset.scenario(), &[]) {
            if !offered(&key.control).contains(&key.value) {
                missing.push(format!(
                    "{}: {} {}",
                    preset.name, key.parameter.name, key.value
                ));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn thresholds_that_bound_each_other_stand_on_one_scale() {
    let preset = presets::find("slow-link").unwrap();
    // This holds at the ends of the scale, too, where one of them has no other value left.
    for (least, most) in [
        ("0.3", "0.5"),
        ("0.1", "0.9"),
        ("0.45", "0.5"),
        ("0", "0.05"),
        ("0.95", "1"),
    ] {
        let scenario = preset.scenario();
        let scenario = scenario.with("least", least).unwrap();
        let scenario = scenario.with("most", most).unwrap();
        let keys = of(&scenario, &[]);
        let places: Vec<_> = keys
            .iter()
            .filter_map(|key| match &key.control {
                Control::Slider { stops, at, beyond } => Some((
                    beyond.0 + at,
                    beyond.0 + stops.len() + beyond.1,
                    typed(&key.value)?,
                )),
                _ => None,
            })
            .collect();
        let [(low, one, _), (high, other, _)] = places[..] else {
            panic!("{places:?}");
        };
        assert_eq!(one, other, "two scales");
        // A place is the same number in both: twentieths.
        assert_eq!(
            (low as f64 / 20.0, high as f64 / 20.0),
            (typed(least).unwrap(), typed(most).unwrap())
        );
        assert!(keys.iter().any(|key| key.paired));
    }
}

#[test]
fn a_sweep_shows_its_values_in_place_of_one() {
    let preset = presets::find("slow-link").unwrap();
    let keys = of(&preset.scenario(), &[]);
    let axis = laboratory::Axis {
        parameter: "least".into(),
        values: vec![json!(0.1), json!(0.2), json!(0.4)],
    };
    let seen = beside(&keys, &View::Sweep(vec![axis]));
    let of = |name: &str| seen.iter().find(|key| key.parameter.name == name).unwrap();
    assert_eq!(of("least").control, Control::Swept("0.1 to 0.4".into()));
    assert!(matches!(of("most").control, Control::Slider { .. }));
    assert!(!seen.iter().any(|key| key.paired));
    assert_eq!(beside(&keys, &View::One), keys);
}

#[test]
fn swept_values_that_do_not_ascend_are_told_one_by_one() {
    let scenario = scenario(&[]);
    let keys = of(&scenario, &[]);
    let told = |name: &str, values: Vec<Value>| {
        let axis = laboratory::Axis {
            parameter: name.into(),
            values,
        };
        let seen = beside(&keys, &View::Sweep(vec![axis]));
        let mut seen = seen.into_iter().filter(|key| key.parameter.name == name);
        match seen.next().map(|key| key.control) {
            Some(Control::Swept(told)) => told,
            other => panic!("{other:?}"),
        }
    };
    let methods = ["equal", "replicate", "dynamic", "static"].map(Value::from);
    assert_eq!(
        told("strategy", methods[..2].to_vec()),
        "Equal and Replicate"
    );
    assert_eq!(told("strategy", methods.to_vec()), "4 values");
    assert_eq!(
        told("processors", [8, 2, 4].map(Value::from).to_vec()),
        "8, 2 and 4"
    );
    assert_eq!(
        told("processors", [2, 8].map(Value::from).to_vec()),
        "2 and 8"
    );
    assert_eq!(
        told("processors", [2, 4, 8, 16].map(Value::from).to_vec()),
        "2 to 16"
    );
}

#[test]
fn one_of_a_unit_is_singular() {
    let preset = presets::find("stream-adapts").unwrap();
    let parameters = preset.scenario().parameters();
    let length = parameters
        .iter()
        .find(|one| one.unit == "rounds of τ")
        .unwrap();
    let told = ["1", "2", ""].map(|value| said(length, value));
    assert_eq!(
        told,
        ["1\u{202f}round of τ", "2\u{202f}rounds of τ", "none"]
    );
}
