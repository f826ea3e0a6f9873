//! A laboratory arrives as one implementation and one place in the list: everything else follows from it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::process::{Command, Output};

use makespan_tests::toy::Parameters;
use parameters::Parameters as _;
use playground::{Scenario, Setup, View, formula, link, presets, run, run_setup};
use report::Silent;
use serde_json::{Value, json};

fn scenario() -> Scenario {
    makespan_tests::install();
    Scenario::of("toy").unwrap()
}

/// The output of the command, which has the laboratory in its list.
fn command(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_with_examples"))
        .args(arguments)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_slice(&command(arguments).stdout).unwrap()
}

#[test]
fn it_runs_from_the_command_as_it_runs_here() {
    let report = run(&scenario().with("order", "longest").unwrap(), &mut Silent).unwrap();
    let said = json_of(&["run", "--laboratory", "toy", "--order", "longest", "--json"]);
    assert_eq!(said["report"]["headline"], report.headline.as_str());
    assert_eq!(said["fingerprint"], report.fingerprint());
}

#[test]
fn its_form_flags_and_schema_are_described() {
    let parameters = scenario().parameters();
    let names: Vec<_> = parameters.iter().map(|one| one.name).collect();
    assert_eq!(
        names,
        ["order", "machines", "jobs", "spread", "runs", "seed"]
    );
    assert_eq!(
        (parameters[1].symbol, parameters[1].range().as_str()),
        ("m", "1 to 16")
    );
    let help = String::from_utf8(command(&["run", "--help"]).stdout).unwrap();
    assert!(help.contains("--machines"), "{help}");
    let schema = json_of(&["schema"]);
    assert_eq!(
        schema["properties"]["toy"]["properties"]["jobs"]["maximum"],
        1_000
    );
    let listed = json_of(&["laboratories", "--json"]);
    assert_eq!(listed.as_array().unwrap().last().unwrap()["title"], "Toy");
}

#[test]
fn it_compares_and_sweeps() {
    let [compared, swept] = scenario().suggestion();
    assert_eq!(
        (compared.parameter.as_str(), swept.parameter.as_str()),
        ("order", "machines")
    );
    let changes = json!({"order": "longest"}).as_object().cloned().unwrap();
    let seen = |view| {
        let setup = Setup::new(scenario(), view).unwrap();
        run_setup(&setup, &mut Silent).unwrap().report
    };
    let compared = seen(View::Compare(vec![changes]));
    assert!(
        compared.headline.starts_with("Longest first: ")
            && compared
                .headline
                .ends_with("less makespan than As they come"),
        "{}",
        compared.headline
    );
    assert_eq!(seen(View::Sweep(vec![swept])).tables[0].rows.len(), 4);
}

#[test]
fn its_link_and_file_come_back() {
    let changed = scenario().with("machines", "7").unwrap();
    let link = link::encode(&changed).unwrap();
    assert_eq!(link::decode(&link).unwrap().scenario, changed);
    assert_eq!(
        Scenario::from_text(&changed.to_json().to_string()).unwrap(),
        changed
    );
    assert_eq!(Parameters::from_values(changed.checked()).machines, 7);
    let short = link::decode("#p=toy-longest&jobs=20").unwrap();
    assert_eq!(
        (short.preset, short.scenario.get("jobs")),
        (Some("toy-longest"), json!(20))
    );
    assert_eq!(presets::nearest(&short.scenario).0.name, "toy-longest");
}

#[test]
fn what_it_does_not_take_is_refused_by_name_and_range() {
    let refused = scenario().with("machines", "17").unwrap_err().to_string();
    assert_eq!(
        refused,
        "machines is 17; allowed: a whole number from 1 to 16"
    );
    let graham = formula("toy.graham").unwrap();
    assert_eq!(graham.evaluate(&json!({"machines": 2})), Ok(1.5));
}
