//! Flags that come from parameter descriptions, so that no flag is described twice.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches};
use report::parameters::{Kind, Parameter};
use serde_json::Value;

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
        Value::String(name) => facts.push(format!("default {name}")),
        other => facts.push(format!("default {other}")),
    }
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

fn value_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Integer { .. } | Kind::Number { .. } => "NUMBER",
        Kind::List => "NUMBERS",
        Kind::Choice { .. } => "NAME",
        Kind::Flag => "BOOL",
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
