//! Flags that come from parameter descriptions, so that no flag is described twice.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches};
use playground::{Scenario, laboratory};
use report::parameters::{Kind, Parameter, When};
use serde_json::Value;

/// The parameters of all laboratories, each name once; with those of synthetic nodes after the traces. What differs
/// from laboratory to laboratory is said by neither: the range and the default of the scenario hold.
fn all() -> Vec<Parameter> {
    let mut out: Vec<Parameter> = Vec::new();
    let scenarios = laboratory::all()
        .iter()
        .filter_map(|laboratory| Scenario::of(laboratory.name));
    for scenario in scenarios {
        // Traces with parameters of their own; those that both have are known once.
        let own = ["synthetic", "memoryless"]
            .into_iter()
            .filter_map(|traces| scenario.with("traces", traces).ok());
        for parameter in own.flat_map(|scenario| scenario.parameters()) {
            let known = out.iter_mut().find(|known| known.name == parameter.name);
            match known {
                Some(known) => {
                    if known.default != parameter.default {
                        known.default = Value::Null;
                    }
                    if known.when != parameter.when {
                        known.when.clear();
                    }
                    merge(&mut known.kind, parameter.kind);
                }
                None => out.push(parameter),
            }
        }
    }
    out
}

/// Lets a kind take what the other one takes too.
fn merge(kind: &mut Kind, other: Kind) {
    match (kind, other) {
        (Kind::Choice { choices }, Kind::Choice { choices: others }) => {
            for other in others {
                if !choices.iter().any(|choice| choice.value == other.value) {
                    choices.push(other);
                }
            }
        }
        (
            Kind::Integer { minimum, maximum },
            Kind::Integer {
                minimum: low,
                maximum: high,
            },
        ) => (*minimum, *maximum) = (low.min(*minimum), high.max(*maximum)),
        (
            Kind::Number {
                minimum, maximum, ..
            },
            Kind::Number {
                minimum: low,
                maximum: high,
                ..
            },
        ) => (*minimum, *maximum) = (low.min(*minimum), high.max(*maximum)),
        _ => {}
    }
}

/// A flag for each parameter of a scenario of any laboratory.
pub(crate) fn of_scenarios() -> Vec<Arg> {
    let heading = |parameter: &Parameter| match parameter.group.as_str() {
        "" => "Parameters".to_owned(),
        group => group.to_owned(),
    };
    all()
        .iter()
        .map(|parameter| flag(parameter).help_heading(heading(parameter)))
        .collect()
}

/// The parameters of a scenario that were given: name and text.
pub(crate) fn of_scenario(matches: &ArgMatches) -> Vec<(String, String)> {
    given(matches, &all())
        .map(|(parameter, text)| (parameter.name.clone(), text.to_owned()))
        .collect()
}

/// `--name VALUE` for a parameter, with its help, unit, range and default.
pub(crate) fn flag(parameter: &Parameter) -> Arg {
    let mut help = parameter.help.clone();
    if help.is_empty() {
        help.clone_from(&parameter.title);
    }
    let mut facts = Vec::new();
    if !parameter.unit.is_empty() {
        facts.push(parameter.unit.clone());
    }
    if !matches!(parameter.kind, Kind::Choice { .. } | Kind::Flag) {
        facts.push(parameter.range());
    }
    match &parameter.default {
        Value::Null => {}
        Value::Number(number) if number.is_f64() => {
            facts.push(format!("default {}", number.as_f64().unwrap_or_default()));
        }
        // A table is no word of a help text.
        Value::String(text) if text.is_empty() || text.contains('\n') => {}
        Value::String(name) => facts.push(format!("default {name}")),
        other => facts.push(format!("default {other}")),
    }
    facts.extend(parameter.when.iter().map(condition));
    facts.extend(
        parameter
            .or
            .iter()
            .map(|or| format!("or {}", condition(or))),
    );
    if !facts.is_empty() {
        help = format!("{help} [{}]", facts.join("; "));
    }
    let flag = Arg::new(parameter.name.clone())
        .long(parameter.name.replace('_', "-"))
        .alias(parameter.name.clone())
        .value_name(value_name(&parameter.kind))
        .allow_negative_numbers(true)
        .help(help);
    match &parameter.kind {
        Kind::Choice { choices } => {
            // Choices that carry data, such as a file of one's own, have flags of their own.
            flag.value_parser(PossibleValuesParser::new(
                choices.iter().map(|choice| choice.value.clone()),
            ))
        }
        Kind::Flag => flag.value_parser(["true", "false"]),
        _ => flag,
    }
}

/// When a parameter has an effect, in words.
fn condition(when: &When) -> String {
    let name = when.parameter.replace('_', " ");
    let values: Vec<_> = when.values.iter().filter_map(Value::as_str).collect();
    if values.is_empty() {
        return format!("with {name}");
    }
    format!("for {name} {}", values.join(", "))
}

fn value_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Integer { .. } | Kind::Number { .. } => "NUMBER",
        Kind::List => "NUMBERS",
        Kind::Choice { .. } => "NAME",
        Kind::Flag => "BOOL",
        Kind::Text { .. } => "TEXT",
    }
}

/// The flags that were given: parameter name and text.
pub(crate) fn given<'m>(
    matches: &'m ArgMatches,
    parameters: &'m [Parameter],
) -> impl Iterator<Item = (&'m Parameter, &'m str)> {
    parameters.iter().filter_map(|parameter| {
        let text = matches
            .try_get_one::<String>(&parameter.name)
            .ok()
            .flatten()?;
        Some((parameter, text.as_str()))
    })
}
