//! A laboratory is named in its own folder and in one list: no other source knows it.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use crate::made_of;
use crate::process;
use crate::workshop::Workshop;

/// The one list.
const LIST: &str = "crates/playground/src/list.rs";

/// Sources, by the ends of their names; manifests, data and prose may name laboratories.
const SOURCES: [&str; 7] = ["rs", "mjs", "js", "ts", "html", "css", "py"];

/// Refuses other places that name a laboratory. Tests may name it: they hold its links and numbers.
pub(super) fn run(workshop: &Workshop) -> Result<()> {
    let laboratories = made_of::laboratories(workshop)?;
    let mut found = Vec::new();
    for file in process::read(workshop.command("git").arg("ls-files"))?.lines() {
        if !is_source(file, &laboratories) {
            continue;
        }
        // A file that was just removed is still listed.
        let Ok(text) = fs::read_to_string(workshop.root.join(file)) else {
            continue;
        };
        for (line, name) in named(&text, &laboratories) {
            found.push(format!("{file}:{line}: {name}"));
        }
    }
    if !found.is_empty() {
        bail!(
            "a laboratory is named outside its own folder and {LIST}:\n{}",
            found.join("\n")
        );
    }
    Ok(())
}

fn is_source(file: &str, laboratories: &[String]) -> bool {
    let path = Path::new(file);
    let kind = path.extension().and_then(|kind| kind.to_str());
    let own = |name: &String| file.starts_with(&format!("crates/{name}/"));
    let test = path.iter().any(|part| part == "tests");
    kind.is_some_and(|kind| SOURCES.contains(&kind))
        && !test
        && file != LIST
        && !laboratories.iter().any(own)
}

/// The lines, from 1, that name a laboratory, with the laboratory: by its crate, its type, or its key as a text of its own.
fn named<'n>(text: &str, laboratories: &'n [String]) -> Vec<(usize, &'n str)> {
    // Tests stand at a file's end.
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let names = |line: &str, name: &str| {
        let code = line.split("//").next().unwrap_or_default();
        let (first, rest) = name.split_at(name.len().min(1));
        let kind = first.to_uppercase() + rest;
        // Within a text, a type's name is a word like any other: "Bounds on the makespan".
        let outside = code.split('"').step_by(2);
        let words = outside
            .flat_map(|part| part.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
        let crate_or_key = [
            format!("{name}::"),
            format!("{name}_model::"),
            format!("\"{name}\""),
        ];
        words.into_iter().any(|word| word == kind)
            || crate_or_key.iter().any(|text| begins(code, text))
    };
    let lines = (1..).zip(code.lines());
    lines
        .flat_map(|(at, line)| {
            let found = laboratories.iter().filter(move |name| names(line, name));
            found.map(move |name| (at, name.as_str()))
        })
        .collect()
}

/// Whether a text stands in a line, and no longer name ends with its beginning.
fn begins(code: &str, text: &str) -> bool {
    let longer = |letter: char| letter.is_alphanumeric() || letter == '_';
    code.match_indices(text)
        .filter_map(|(at, _)| code.get(..at))
        .any(|before| !before.ends_with(longer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_types_and_keys_are_found_and_words_of_a_text_are_not() {
        let all = ["recovery".to_owned()];
        for line in [
            "use recovery::Parameters;",
            "recovery_model::run()",
            "laboratory(\"recovery\")",
            "Model::of::<Recovery>()",
        ] {
            assert_eq!(named(line, &all), [(1, "recovery")], "{line}");
        }
        let other = "// recovery::Parameters\nfast_recovery::run()\nlet recovery = \"after a recovery\";\nsay(\"Recovery in two steps\");\n#[cfg(test)]\nuse recovery::Parameters;";
        assert_eq!(named(other, &all), []);
    }

    #[test]
    fn a_laboratorys_own_folder_and_tests_may_name_it() {
        let all = ["recovery".to_owned()];
        for file in [
            "crates/recovery/src/lib.rs",
            "tests/browser/links.test.mjs",
            "crates/playground/tests/links.rs",
            "crates/playground/src/list.rs",
            "crates/recovery/explanation.html",
            "README.md",
        ] {
            assert!(!is_source(file, &all), "{file}");
        }
        assert!(is_source("web/src/app.rs", &all));
    }
}
