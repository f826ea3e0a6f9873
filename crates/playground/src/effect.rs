//! Changes without effect: not every scenario uses a parameter that is compared or swept.

use laboratory::Axis;
use parameters::{Is, Parameter, Values, When};
use report::words::{either, list};

use crate::setup::Changes;
use crate::{Scenario, sweep};

/// A sentence for each parameter that a variant changes although neither the scenario nor the variant uses it.
pub(crate) fn unused_in_variants(scenario: &Scenario, variants: &[Changes]) -> Vec<String> {
    let mut said = Vec::new();
    for changes in variants {
        for sentence in unused(scenario, std::slice::from_ref(changes)) {
            if !said.contains(&sentence) {
                said.push(sentence);
            }
        }
    }
    said
}

/// A sentence for each swept parameter that no point uses.
pub(crate) fn unused_in_sweep(scenario: &Scenario, axes: &[Axis]) -> Vec<String> {
    unused(scenario, &sweep::changes_of_points(scenario, axes))
}

/// A sentence for each parameter of these changes that neither the scenario nor a changed one uses.
fn unused(scenario: &Scenario, changes: &[Changes]) -> Vec<String> {
    let changed = changes.iter().filter_map(|one| scenario.changed(one).ok());
    let all: Vec<(Vec<Parameter>, Values)> = std::iter::once(scenario.clone())
        .chain(changed)
        .map(|one| (one.parameters(), one.values()))
        .collect();
    let names = changes.first().into_iter().flat_map(Changes::keys);
    names
        .filter_map(|name| without_effect(&all, name))
        .collect()
}

/// The sentence on a parameter that none of these scenarios uses.
fn without_effect(all: &[(Vec<Parameter>, Values)], name: &str) -> Option<String> {
    let mut found = None;
    for (parameters, values) in all {
        if let Some(parameter) = parameters.iter().find(|one| one.name == name) {
            if parameter.matters(values) {
                return None;
            }
            found.get_or_insert((parameter, parameters, values));
        }
    }
    let (parameter, parameters, values) = found?;
    let unmet = parameter.when.iter().filter(|when| {
        let alone = Parameter {
            when: std::slice::from_ref(when),
            or: &[],
            ..*parameter
        };
        !alone.matters(values)
    });
    let unmet: Vec<_> = unmet.map(|when| in_words(when, parameters)).collect();
    let others = parameter.or.iter().map(|when| in_words(when, parameters));
    let cases: Vec<_> = std::iter::once(list(&unmet)).chain(others).collect();
    Some(format!(
        "{} has no effect here: it is used only where {}.",
        parameter.title,
        cases.join(", or where ")
    ))
}

/// A condition as the form names it: “Topic” is “Crashes” or “Vectors”.
fn in_words(when: &When, parameters: &[Parameter]) -> String {
    let parameter = parameters.iter().find(|one| one.name == when.parameter);
    let title = parameter.map_or(when.parameter, |one| one.title);
    match when.is {
        Is::Flag(true) => format!("“{title}” is on"),
        Is::Flag(false) => format!("“{title}” is off"),
        Is::OneOf(values) => {
            let quoted = values.iter().map(|value| {
                let mut choices = parameter.iter().flat_map(|one| one.choices());
                let choice = choices.find(|choice| choice.value == *value);
                format!("“{}”", choice.map_or(*value, |choice| choice.title))
            });
            format!("“{title}” is {}", either(&quoted.collect::<Vec<_>>()))
        }
    }
}
