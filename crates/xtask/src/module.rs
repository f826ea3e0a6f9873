//! `cargo xtask module`: the models as an ES module.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::json;

use crate::host;
use crate::made_of;
use crate::process;
use crate::programs::{self, Profile, Wanted};
use crate::setup;
use crate::sizes;
use crate::workshop::Workshop;

/// Builds the module into `target/module` and weighs it.
pub(crate) fn run(workshop: &Workshop) -> Result<()> {
    let folder = build(workshop)?;
    println!("\n{}", sizes::module(&folder)?);
    println!("The module is in {}.", folder.display());
    Ok(())
}

/// Builds the module into `target/module`, and returns the path.
///
/// It has the page's profile, so that the worker's packages are not compiled again.
pub(crate) fn build(workshop: &Workshop) -> Result<PathBuf> {
    setup::ensure(workshop, &setup::FOR_MODULE)?;
    let types = host::types(workshop)?.display().to_string();
    let types = process::read(&mut workshop.command(&types))?;

    let folder = workshop.root.join("target/module");
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let laboratories = made_of::laboratories(workshop)?;
    let language = workshop.root.join("target/language");
    let wanted = [
        Wanted {
            program: &programs::MODULE,
            laboratories: &laboratories,
            folder: folder.join("programs"),
        },
        Wanted {
            program: &programs::LANGUAGE,
            laboratories: &[],
            folder: language.clone(),
        },
    ];
    programs::build(workshop, Profile::Page, &wanted, || Ok(()))?;
    for file in sizes::files_of(&language)? {
        copy(&language.join(&file), &folder.join("programs").join(&file))?;
    }

    let source = workshop.root.join("crates/bindings");
    for file in sizes::files_of(&source.join("js"))? {
        copy(&source.join("js").join(&file), &folder.join(&file))?;
    }
    copy(&source.join("README.md"), &folder.join("README.md"))?;
    let measured = folder.join("measured");
    fs::create_dir(&measured).with_context(|| format!("cannot make {}", measured.display()))?;
    let data = workshop.root.join("crates/trace/data");
    for file in sizes::files_of(&data)? {
        if file.extension().is_some_and(|kind| kind == "bin") {
            copy(&data.join(&file), &measured.join(&file))?;
        }
    }
    let version = workshop.locked_version("makespan-bindings")?;
    for name in &laboratories {
        let (script, types) = entry(name);
        write(&folder.join(name).with_extension("js"), &script)?;
        write(&folder.join(name).with_extension("d.ts"), types)?;
    }
    write(
        &folder.join("package.json"),
        &package(&version, &laboratories)?,
    )?;
    write(&folder.join("types.d.ts"), &types)?;
    Ok(folder)
}

/// The entry of a laboratory: as `makespan.js`, with that laboratory's program at once.
const ENTRY: &str = include_str!("../../bindings/js/makespan.js");

/// The scripts and types of a laboratory's own entry.
fn entry(name: &str) -> (String, &'static str) {
    let comment = "// As makespan.js, but the program with the models of this laboratory is loaded at once.\n";
    let (_, script) = ENTRY.split_once('\n').unwrap_or(("", ENTRY));
    let script = script.replace("open(\"none\")", &format!("open({name:?})"));
    let types = "/** As `makespan.js`; the models of this laboratory are loaded at once. */\nexport * from \"./makespan.js\";\n";
    (format!("{comment}{script}"), types)
}

/// The `package.json` for Node and bundlers.
fn package(version: &str, laboratories: &[String]) -> Result<String> {
    let mut exports = serde_json::Map::new();
    let files =
        |name: &str| json!({"types": format!("./{name}.d.ts"), "default": format!("./{name}.js")});
    exports.insert(".".into(), files("makespan"));
    for name in laboratories {
        exports.insert(format!("./{name}"), files(name));
    }
    exports.insert("./package.json".into(), "./package.json".into());
    let package = json!({
        "name": "makespan",
        "version": version,
        "description": "Makespan's scheduling models for scripts",
        "license": "MIT OR Apache-2.0",
        "type": "module",
        "exports": exports,
        "engines": { "node": ">=20.10" },
    });
    Ok(serde_json::to_string_pretty(&package)? + "\n")
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot write {}", to.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_has_an_entry_for_each_laboratory() {
        let laboratories = ["one".to_owned(), "other".to_owned()];
        let package: serde_json::Value =
            serde_json::from_str(&package("1.2.3", &laboratories).unwrap()).unwrap();
        assert_eq!(package["version"], "1.2.3");
        assert_eq!(package["exports"]["."]["types"], "./makespan.d.ts");
        assert_eq!(package["exports"]["./other"]["default"], "./other.js");
    }

    #[test]
    fn the_entry_of_a_laboratory_opens_its_program() {
        let (script, _) = entry("one");
        assert!(
            script.contains("await open(\"one\")") && !script.contains("none"),
            "{script}"
        );
    }
}
