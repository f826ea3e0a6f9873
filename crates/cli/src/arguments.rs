//! Flags that come from parameter descriptions, so that no flag is described twice.

use std::{fs, mem};

use anyhow::{Context as _, Result};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches};
use parameters::{Constant, Holds, Is, Kind, Parameter, When};
use playground::laboratories;
use playground::setup::Changes;

/// Reads a whole number from 1 on in the notations of scenarios: `1000` or `1e3`.
pub(crate) fn whole<N: TryFrom<u64> + Clone + Send + Sync + 'static>(
    most: u64,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let count = Parameter::whole("", 1, most, "");
        let number = count.parse(text).as_u64();
        let number = number.filter(|number| (1..=most).contains(number));
        let number = number.and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| count.allowed())
    }
}

/// The parameters of all laboratories, each name once, with the parameters that a choice holds after it. The first laboratory's
/// title and help are shown; properties that differ between laboratories are not: the range and the default of the scenario hold.
fn all() -> Vec<Flag> {
    let mut out: Vec<Flag> = Vec::new();
    for laboratory in laboratories() {
        for parameter in laboratory.table.parameters {
            add(&mut out, parameter);
            for choice in parameter.choices() {
                if let Holds::Parameters(held) = choice.holds {
                    held.parameters.iter().for_each(|one| add(&mut out, one));
                }
            }
        }
    }
    out
}

/// A parameter as a flag.
#[derive(Clone, Debug)]
struct Flag {
    parameter: Parameter,
    /// The names that it takes, if it takes names.
    names: Vec<&'static str>,
    /// The parameter of the same name in another laboratory, where that is of another kind.
    other: Option<Parameter>,
}

impl From<&Parameter> for Flag {
    fn from(parameter: &Parameter) -> Self {
        // Choices that carry data, such as a file of one's own, have flags of their own.
        let names = parameter.offered().map(|choice| choice.value);
        Self {
            parameter: *parameter,
            names: names.collect(),
            other: None,
        }
    }
}

fn add(out: &mut Vec<Flag>, parameter: &Parameter) {
    let Some(known) = out
        .iter_mut()
        .find(|known| known.parameter.name == parameter.name)
    else {
        out.push(parameter.into());
        return;
    };
    if mem::discriminant(&known.parameter.kind) != mem::discriminant(&parameter.kind) {
        known.other = Some(*parameter);
        return;
    }
    if known.parameter.default != parameter.default {
        known.parameter.default = None;
    }
    if known.parameter.when != parameter.when {
        known.parameter.when = &[];
    }
    for choice in parameter.offered() {
        if !known.names.contains(&choice.value) {
            known.names.push(choice.value);
        }
    }
    merge(&mut known.parameter.kind, parameter.kind);
}

/// Lets a kind also take the values of the other one.
fn merge(kind: &mut Kind, other: Kind) {
    match (kind, other) {
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
    let heading = |parameter: &Parameter| match parameter.group {
        "" => "Parameters",
        group => group,
    };
    all()
        .iter()
        .map(|flag| argument(flag).help_heading(heading(&flag.parameter)))
        .collect()
}

/// The parameters of a scenario that were given: name and text. `@FILE` stands for a strategy in a file.
pub(crate) fn of_scenario(matches: &ArgMatches) -> Result<Changes> {
    all()
        .iter()
        .filter_map(|flag| given(matches, &flag.parameter))
        .map(|(parameter, text)| {
            let text = match text
                .strip_prefix('@')
                .filter(|_| parameter.hook().is_some())
            {
                Some(file) => fs::read_to_string(file)
                    .with_context(|| format!("the strategy {file} could not be read"))?,
                None => text.to_owned(),
            };
            Ok((parameter.name.to_owned(), text.into()))
        })
        .collect()
}

/// `--name VALUE` for a parameter, with its help, unit, range and default.
pub(crate) fn flag(parameter: &Parameter) -> Arg {
    argument(&parameter.into())
}

fn argument(
    Flag {
        parameter,
        names,
        other,
    }: &Flag,
) -> Arg {
    let mut help = words(parameter);
    if let Some(other) = other {
        help = format!(
            "{help}; in another laboratory: {} [{}]",
            words(other),
            other.range()
        );
    }
    let flag = Arg::new(parameter.name)
        .long(parameter.name.replace('_', "-"))
        .alias(parameter.name)
        .value_name(value_name(&parameter.kind))
        .allow_negative_numbers(true)
        .help(help);
    // The meaning of the name is known once the laboratory is.
    if other.is_some() {
        return flag;
    }
    match parameter.kind {
        Kind::Choice(_) => flag.value_parser(PossibleValuesParser::new(names.clone())),
        Kind::Flag => flag.value_parser(["true", "false"]),
        _ => flag,
    }
}

/// A parameter's help, with its unit, range and default.
fn words(parameter: &Parameter) -> String {
    let mut help = match parameter.help {
        "" => parameter.title.to_owned(),
        help => help.to_owned(),
    };
    let mut facts = Vec::new();
    if !parameter.unit.is_empty() {
        facts.push(parameter.unit.to_owned());
    }
    if !matches!(parameter.kind, Kind::Choice(_) | Kind::Flag) {
        facts.push(parameter.range());
    }
    if parameter.hook().is_some() {
        facts.push("@FILE: the text of a file".into());
    }
    match parameter.default {
        None | Some(Constant::Null) => {}
        // A table is no word of a help text.
        Some(Constant::Text(text)) if text.is_empty() || text.contains('\n') => {}
        Some(Constant::Text(name)) => facts.push(format!("default {name}")),
        Some(Constant::Flag(on)) => facts.push(format!("default {on}")),
        Some(Constant::Whole(whole)) => facts.push(format!("default {whole}")),
        Some(Constant::Number(number)) => facts.push(format!("default {number}")),
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
    help
}

/// When a parameter has an effect, in words.
fn condition(when: &When) -> String {
    let name = when.parameter.replace('_', " ");
    match when.is {
        Is::Flag(_) => format!("with {name}"),
        Is::OneOf(values) => format!("for {name} {}", values.join(", ")),
    }
}

fn value_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Integer { .. } | Kind::Number { .. } => "NUMBER",
        Kind::List { .. } => "NUMBERS",
        Kind::Choice(_) => "NAME",
        Kind::Flag => "BOOL",
        Kind::Text { .. } => "TEXT",
    }
}

/// The text that was given for a parameter.
pub(crate) fn given<'m, 'p>(
    matches: &'m ArgMatches,
    parameter: &'p Parameter,
) -> Option<(&'p Parameter, &'m str)> {
    let text = matches
        .try_get_one::<String>(parameter.name)
        .ok()
        .flatten()?;
    Some((parameter, text.as_str()))
}
