//! The small commands: formulas, presets, schema, links.

use std::io::Write;

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Command};
use playground::presets::{self, Preset};
use playground::{Scenario, link};
use report::number;
use serde_json::{Map, Value, json};

use crate::arguments::{flag, given};
use crate::inputs::{self, NotAllowed};
use crate::output;

fn json_flag() -> Arg {
    Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help("Print JSON")
}

/// `makespan eval NAME --param value …`
pub(crate) fn eval_command() -> Command {
    let formulas = playground::formulas().map(|formula| {
        let flags = formula.parameters().iter().map(|parameter| {
            let required = parameter.default.is_none();
            flag(parameter).required(required)
        });
        Command::new(formula.name)
            .about(about(formula.help, formula.unit))
            .after_help(format!("Source: {}", formula.source))
            .args(flags)
            .arg(json_flag())
    });
    Command::new("eval")
        .about("Evaluate a formula by its name")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("NAME")
        .subcommand_help_heading("Formulas")
        // An unknown name is refused with the names that are like it.
        .allow_external_subcommands(true)
        .subcommands(formulas)
}

fn about(help: &str, unit: &str) -> String {
    if unit.is_empty() {
        help.into()
    } else {
        format!("{help} [{unit}]")
    }
}

pub(crate) fn eval(matches: &ArgMatches) -> Result<()> {
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(());
    };
    let Some(formula) = playground::formula(name) else {
        let known = parameters::alike::suggest(name, playground::formulas().map(|one| one.name));
        return Err(NotAllowed::because(format!(
            "there is no formula “{name}”; {known}; makespan quantities lists all"
        )));
    };
    let parameters = formula.parameters().iter();
    let values: Map<String, Value> = parameters
        .filter_map(|parameter| given(matches, parameter))
        .map(|(parameter, text)| (parameter.name.to_owned(), parameter.parse(text)))
        .collect();
    let values = Value::Object(values);
    let value = formula.evaluate(&values).map_err(NotAllowed::because)?;
    let mut out = output::stdout();
    // JSON has no word for these: its `null` is explained.
    let without_number = match value {
        value if value.is_nan() => Some("undefined"),
        value if value.is_infinite() => Some("infinite"),
        _ => None,
    };
    if matches.get_flag("json") {
        let mut told =
            json!({"name": name, "parameters": values, "value": value, "unit": formula.unit});
        if let (Some(reason), Some(told)) = (without_number, told.as_object_mut()) {
            told.insert("no_value".into(), reason.into());
        }
        writeln!(out, "{told}")?;
    } else if let Some(reason) = without_number {
        writeln!(out, "{reason} for these parameters")?;
    } else if formula.unit.is_empty() {
        writeln!(out, "{value}")?;
    } else {
        writeln!(out, "{value} {}", formula.unit)?;
    }
    Ok(())
}

/// `makespan quantities [--json]`
pub(crate) fn quantities_command() -> Command {
    Command::new("quantities")
        .about("List the formulas, their parameters, units and sources")
        .arg(json_flag())
}

pub(crate) fn quantities(matches: &ArgMatches) -> Result<()> {
    let mut out = output::stdout();
    if matches.get_flag("json") {
        let all: Vec<_> = playground::formulas().map(|one| one.told()).collect();
        serde_json::to_writer_pretty(&mut out, &all)?;
        writeln!(out)?;
        return Ok(());
    }
    for formula in playground::formulas() {
        writeln!(
            out,
            "{}\n    {}\n    Source: {}",
            formula.name,
            about(formula.help, formula.unit),
            formula.source
        )?;
        for parameter in formula.parameters() {
            let unit = if parameter.unit.is_empty() {
                String::new()
            } else {
                format!(" {}", parameter.unit)
            };
            let flag = parameter.name.replace('_', "-");
            writeln!(
                out,
                "    --{flag}{unit}: {} [{}]",
                parameter.help,
                parameter.range()
            )?;
        }
    }
    Ok(())
}

/// `makespan schema`
pub(crate) fn schema_command() -> Command {
    Command::new("schema").about("Print the JSON Schema of a scenario file")
}

pub(crate) fn schema() -> Result<()> {
    let mut out = output::stdout();
    serde_json::to_writer_pretty(&mut out, &Scenario::schema())?;
    writeln!(out)?;
    Ok(())
}

/// `makespan laboratories [--json]`
pub(crate) fn laboratories_command() -> Command {
    Command::new("laboratories")
        .about("List the laboratories and their questions")
        .arg(json_flag())
}

pub(crate) fn laboratories(matches: &ArgMatches) -> Result<()> {
    let mut out = output::stdout();
    if matches.get_flag("json") {
        let all = playground::laboratories().iter().map(|one| one.told());
        serde_json::to_writer_pretty(&mut out, &all.collect::<Vec<_>>())?;
        writeln!(out)?;
        return Ok(());
    }
    for one in playground::laboratories() {
        writeln!(out, "{}  {}: {}", one.name, one.title, one.question)?;
    }
    Ok(())
}

/// `makespan presets [--json]`
pub(crate) fn presets_command() -> Command {
    Command::new("presets")
        .about("List the presets: scenarios to start from")
        .arg(json_flag())
}

pub(crate) fn presets(matches: &ArgMatches) -> Result<()> {
    let mut out = output::stdout();
    if matches.get_flag("json") {
        let all: Vec<_> = presets::all().iter().map(Preset::told).collect();
        serde_json::to_writer_pretty(&mut out, &all)?;
        writeln!(out)?;
        return Ok(());
    }
    let width = presets::all()
        .iter()
        .map(|preset| preset.name.len())
        .max()
        .unwrap_or(0);
    for preset in presets::all() {
        writeln!(
            out,
            "{:width$}  {}: {}",
            preset.name, preset.title, preset.help
        )?;
    }
    Ok(())
}

/// The characters above which some programs cut a link.
pub(crate) const LONG: usize = 2_000;

/// How many characters a link has, in words.
pub(crate) fn length(link: &str) -> String {
    number::fixed(link.len() as f64, 0)
}

/// `makespan link SCENARIO`
pub(crate) fn link_command() -> Command {
    Command::new("link")
        .about("Print the link of a scenario")
        .arg(
            Arg::new("scenario")
                .value_name("FILE|LINK|PRESET|-")
                .required(true)
                .help("A scenario file, a link, the name of a preset, or - for standard input"),
        )
        .arg(
            Arg::new("page")
                .long("page")
                .value_name("ADDRESS")
                .default_value("")
                .help("The address of the page to put before the fragment"),
        )
}

pub(crate) fn link(matches: &ArgMatches) -> Result<()> {
    let source = matches
        .get_one::<String>("scenario")
        .map_or("-", String::as_str);
    let link = link::encode(&inputs::setup(source)?)?;
    let page = matches.get_one::<String>("page").map_or("", String::as_str);
    let mut out = output::stdout();
    writeln!(out, "{}{link}", page.trim_end_matches('#'))?;
    if link.len() > LONG {
        let (length, long) = (length(&link), number::fixed(LONG as f64, 0));
        writeln!(
            output::stderr(),
            "note: this link has {length} characters; some programs cut links above {long}"
        )?;
    }
    Ok(())
}
