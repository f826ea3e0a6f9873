//! `cargo xtask miri`: tests that Miri interprets, so that undefined behaviour does not stay unseen.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::Value;

use crate::nightly;
use crate::process;
use crate::trust::{self, Interpreted};
use crate::workshop::Workshop;

/// The tests of a crate that Miri interprets within minutes, as its `Cargo.toml` says (`[package.metadata.miri]`). Single
/// tests that take longer say so themselves (`cfg_attr(miri, ignore)`).
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Part {
    All,
    Modules,
    Examples,
}

impl Part {
    /// Cargo's flags. Examples of documents are programs apart from the others.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Self::All => &["--lib", "--tests"],
            Self::Modules => &["--lib"],
            Self::Examples => &["--doc"],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Modules => "of its modules",
            Self::Examples => "examples in its documents",
        }
    }
}

/// The number of random cases for each property: interpreted code takes hundreds of times as long.
const CASES: &str = "8";

/// Has Miri interpret the tests of the crates whose names have this word.
pub(crate) fn run(workshop: &Workshop, only: &str, page: bool) -> Result<()> {
    let nightly = match nightly::toolchain(workshop, &["miri", "rust-src"]) {
        Ok(name) => name,
        Err(why) => {
            println!("Nothing was interpreted: {why}");
            return Ok(());
        }
    };
    let mut chosen = marked(&workshop.metadata()?)?;
    chosen.retain(|(package, _)| package.contains(only));
    if chosen.is_empty() {
        bail!("no crate with tests for Miri has {only} in its name");
    }
    let mut broken = Vec::new();
    for (package, part) in chosen {
        let name = package.trim_start_matches("makespan-");
        match interpreted(workshop, &nightly, &package, part) {
            Ok(all) => {
                println!(
                    "{name}: Miri interpreted {} tests ({}); {} are left out",
                    all.tests, all.part, all.left_out
                );
                if page {
                    trust::interpreted(workshop, name, all)?;
                }
            }
            Err(error) => {
                println!("{name}: {error:#}");
                broken.push(name.to_owned());
            }
        }
    }
    if !broken.is_empty() {
        bail!("something is wrong in {}", broken.join(", "));
    }
    Ok(())
}

/// The packages with tests for Miri, from cargo's metadata.
fn marked(metadata: &Value) -> Result<Vec<(String, Part)>> {
    let packages = metadata.get("packages").and_then(Value::as_array);
    let mut all = Vec::new();
    for package in packages.context("`cargo metadata` names no packages")? {
        let name = package.get("name").and_then(Value::as_str);
        if let Some(name) = name
            && let Some(part) = package.pointer("/metadata/miri/tests")
        {
            let part = Part::deserialize(part)
                .with_context(|| format!("in package.metadata.miri of {name}"))?;
            all.push((name.to_owned(), part));
        }
    }
    Ok(all)
}

/// Has Miri interpret the tests of one crate.
fn interpreted(
    workshop: &Workshop,
    nightly: &str,
    package: &str,
    part: Part,
) -> Result<Interpreted> {
    let mut cargo = workshop.command("cargo");
    cargo.args(["miri", "test", "--locked"]);
    cargo.args(["--package", package]);
    cargo.args(part.flags());
    cargo.env("RUSTUP_TOOLCHAIN", nightly);
    // The seed and the number of cases are the environment's, and some tests read files.
    cargo.env("MIRIFLAGS", "-Zmiri-disable-isolation");
    cargo.env("PROPTEST_CASES", CASES);
    cargo.env("PROPTEST_RNG_SEED", "1");
    let mut all = Interpreted {
        part: part.name().to_owned(),
        ..Interpreted::default()
    };
    process::show_lines(cargo, None, |line| {
        if let Some((passed, ignored)) = result(line) {
            all.tests += passed;
            all.left_out += ignored;
        }
    })?;
    if all.tests == 0 {
        bail!("there is no test that Miri interprets");
    }
    Ok(all)
}

/// The numbers of passed and of left out tests, from the last line of a program of tests.
fn result(line: &str) -> Option<(u64, u64)> {
    let parts = line.strip_prefix("test result: ok. ")?.split("; ");
    let parts: Vec<&str> = parts.collect();
    let part = |what: &str| parts.iter().find_map(|part| part.strip_suffix(what));
    Some((
        part(" passed")?.parse().ok()?,
        part(" ignored")?.parse().ok()?,
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_crate_says_which_of_its_tests_are_interpreted() {
        let metadata = |part: &str| {
            let all = json!({"packages": [
                {"name": "makespan-one", "metadata": null},
                {"name": "makespan-other", "metadata": {"miri": {"tests": part}}},
            ]});
            marked(&all)
        };
        let found = metadata("modules").unwrap();
        assert_eq!(found, [("makespan-other".to_owned(), Part::Modules)]);
        let wrong = format!("{:#}", metadata("some").unwrap_err());
        assert!(
            wrong.contains("makespan-other") && wrong.contains("examples"),
            "{wrong}"
        );
    }

    #[test]
    fn the_last_line_of_a_program_says_what_was_interpreted() {
        let line = "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 5 filtered out; finished in 4.08s";
        assert_eq!(result(line), Some((12, 3)));
        assert_eq!(result(&line.replace("ok", "FAILED")), None);
        assert_eq!(result("running 12 tests"), None);
    }
}
