//! `docs/laboratory.md` against its example: files, excerpts, the lines outside the folder, and the laboratory in the list.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use playground::{Scenario, Setup, View, formula, link, presets, run, run_setup};
use report::Silent;
use serde_json::{Value, json};

const GUIDE: &str = include_str!("../../docs/laboratory.md");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// All files below a folder, by their paths in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> = entries
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false => vec![path],
        })
        .collect();
    all.sort();
    all
}

/// The first cells of the guide's table with this heading, without the marks of code.
fn column(heading: &str) -> Vec<String> {
    let table = GUIDE.lines().skip_while(|line| !line.starts_with(heading));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    let cell = |row: &str| {
        row.split('|')
            .nth(1)
            .unwrap()
            .trim()
            .trim_matches('`')
            .to_owned()
    };
    rows.map(cell).collect()
}

fn scenario() -> Scenario {
    makespan_tests::install();
    Scenario::of("anomalies").unwrap()
}

fn command(arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_with_examples"));
    let output = command.args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_guide_names_every_file_of_its_example() {
    let folder = root().join("docs/laboratory");
    let there: Vec<String> = files(&folder)
        .iter()
        .map(|file| file.strip_prefix(&folder).unwrap().display().to_string())
        .collect();
    let mut told = column("| file | content |");
    told.sort();
    assert_eq!(there, told);
}

#[test]
fn every_excerpt_of_the_guide_stands_in_its_example() {
    let sources: Vec<String> = files(&root().join("docs/laboratory"))
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    let excerpts: Vec<&str> = GUIDE
        .split("```rust\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert!(excerpts.len() >= 4);
    // An excerpt may stand further to the left than its source.
    let flat = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.trim().to_owned());
        lines.filter(|line| !line.is_empty()).collect()
    };
    for excerpt in excerpts {
        let lines = flat(excerpt);
        let stands = |source: &String| flat(source).windows(lines.len()).any(|own| own == lines);
        assert!(sources.iter().any(stands), "in no file:\n{excerpt}");
    }
}

#[test]
fn every_file_outside_the_folder_has_the_line_of_other_laboratories() {
    let told = column("| file outside | line |");
    assert_eq!(
        told,
        [
            "Cargo.toml",
            "crates/playground/Cargo.toml",
            "crates/playground/src/list.rs"
        ]
    );
    for (file, line) in [
        (
            &told[0],
            "bounds = { path = \"crates/bounds\", package = \"makespan-bounds\" }",
        ),
        (&told[1], "bounds.workspace = true"),
        (&told[2], "bounds::Bounds,"),
    ] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        assert!(text.contains(line), "{file}: {line}");
        let own = line
            .replace("bounds", "anomalies")
            .replace("Bounds", "Anomalies");
        assert!(GUIDE.contains(&own), "{own}");
    }
}

#[test]
fn the_example_runs_from_the_command_as_it_runs_here() {
    let report = run(&scenario().with("change", "reversed").unwrap(), &mut Silent).unwrap();
    let arguments = [
        "run",
        "--laboratory",
        "anomalies",
        "--change",
        "reversed",
        "--json",
    ];
    let said = command(&arguments);
    assert_eq!(said["report"]["headline"], report.headline.as_str());
    assert_eq!(said["fingerprint"], report.fingerprint());
    let bound = formula("anomalies.bound").unwrap();
    assert_eq!(bound.evaluate(&json!({"before": 2, "after": 2})), Ok(1.5));
}

#[test]
fn the_example_has_a_form_two_schedules_and_a_chart() {
    let schema = command(&["schema"]);
    let own = &schema["properties"]["anomalies"]["properties"];
    assert_eq!(own["processors"]["maximum"], 16);
    let report = run(&scenario(), &mut Silent).unwrap();
    let schedules = report.worlds.unwrap().schedules.unwrap();
    assert_eq!(schedules.map(|one| one.makespan()), [12.0, 15.0]);
    assert_eq!(report.charts.len(), 1);
    let shorter = json!({"change": "shorter", "shorter": 2});
    let refused = Scenario::of("anomalies").unwrap();
    let refused = refused.having(shorter.as_object().unwrap()).unwrap();
    let why = (refused.about().face.refuses)(refused.checked(), "shorter");
    assert_eq!(why.as_deref(), Some("must be less than 2, the time of T2"));
}

#[test]
fn the_example_compares_sweeps_and_comes_back_from_its_link() {
    let scenario = scenario();
    let [change, _] = scenario.suggestion();
    let swept = Setup::new(scenario.clone(), View::Sweep(vec![change])).unwrap();
    let swept = run_setup(&swept, &mut Silent).unwrap().report;
    assert_eq!(swept.tables[0].rows.len(), 3);
    let changed = scenario.with("processors", "4").unwrap();
    let link = link::encode(&changed).unwrap();
    assert_eq!(link::decode(&link).unwrap().scenario, changed);
    let short = link::decode("#p=anomalies-bound&processors=4").unwrap();
    assert_eq!(short.preset, Some("anomalies-bound"));
    assert_eq!(presets::nearest(&short.scenario).0.name, "anomalies-bound");
}
