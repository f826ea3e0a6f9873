//! Prints the TypeScript types of the module, from the schemas that check input and describe output.
//!
//! `cargo xtask module` writes them beside the module, so that they are always up to date.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a schema that has no type here has to stop the build"
)]

mod typescript;

use std::io::{self, Write as _};

use playground::{Scenario, formulas, laboratories, presets};
use report::Report;
use schedule::svg::Options;
use schedule::{Header, OwnedColumns};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value};
use typescript::{alias, comment, declare, kind};

/// All definitions that a type needs, its own included.
fn definitions<T: JsonSchema>() -> Map<String, Value> {
    // Output schema: a property that is always written is required, even if a file may leave it out.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings.into_generator();
    let _ = generator.subschema_for::<T>();
    generator.take_definitions(true)
}

fn main() -> io::Result<()> {
    io::stdout().write_all(types().as_bytes())
}

fn types() -> String {
    let mut text = scenarios();
    let names = formulas().map(|one| one.name);
    text += &alias("The name of a formula.", "QuantityName", names);
    let names = presets::all().iter().map(|one| one.name);
    text += &alias("The name of a preset.", "PresetName", names);
    text += &quantity_parameters();
    let mut all = definitions::<Report>();
    all.extend(definitions::<Header>());
    all.extend(definitions::<Options>());
    let columns = definitions::<OwnedColumns>();
    all.extend(columns.clone());
    all.sort_keys();
    for (name, schema) in &all {
        // The columns of a schedule are typed arrays; other lists are lists.
        text += &declare(name, schema, columns.contains_key(name));
    }
    text
}

/// A type for each laboratory's parameters, and the scenario that has one of them.
fn scenarios() -> String {
    let schema = Scenario::schema();
    let of = |name: &str| schema.pointer(&format!("/properties/{name}")).unwrap();
    let mut text = String::new();
    let mut variants = Vec::new();
    for laboratory in laboratories() {
        let name = format!("{}Parameters", capital(laboratory.name));
        text += &declare(&name, of(laboratory.name), false);
        variants.push(format!("{{ {}: {name} }}", laboratory.name));
    }
    let version = kind(of("makespan"), false);
    text += &comment(
        "",
        "What to run: a laboratory and its parameters, and what is to be seen of it.",
    );
    text += &format!(
        "export type Scenario = {{\n  /** The version of the format: 1. */\n  makespan: {version};\n  /** Variants beside it: what each changes. */\n  compare?: Record<string, unknown>[];\n  /** One parameter with its values, or two. */\n  sweep?: Record<string, unknown[]>[];\n}} & ({});\n\n",
        variants.join(" | ")
    );
    text
}

/// The parameters of each formula, by its name.
fn quantity_parameters() -> String {
    let mut all: Vec<_> = formulas().collect();
    all.sort_by_key(|one| one.name);
    let mut text = comment("", "The parameters of each formula.");
    text += "export interface QuantityParameters {\n";
    for one in all {
        let unit = match one.unit {
            "" => String::new(),
            unit => format!(" [{unit}]"),
        };
        text += &comment("  ", &format!("{}{unit}. {}.", one.help, one.source));
        text += &format!(
            "  {:?}: {};\n",
            one.name,
            kind(&one.schema(), false).replace('\n', "\n  ")
        );
    }
    text + "}\n\n"
}

fn capital(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_type_for_all_that_goes_in_and_comes_out() {
        let types = types();
        for line in [
            "export interface ReplicationParameters {",
            "  strategy?: \"equal\" | ",
            "  | \"replication.ccr\"",
            "  | \"bursts-replicate\"",
            "export interface Report {",
            "  value: number | null;",
            "  start: Float64Array;",
            "  lane_offsets: Uint32Array;",
            "export type TimeUnit = \"ms\" | \"s\" | \"units\";",
        ] {
            assert!(types.contains(line), "{line}");
        }
    }

    #[test]
    fn a_parameter_says_its_unit_its_range_and_its_default() {
        let help = "Unit: ms. Range: 0.001 to 10000000.0. Default: 1.0. */\n      mean?: number;";
        assert!(types().contains(help));
    }
}
