//! The toy laboratory in German: a file beside it, no code but the choice of the language.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use playground::{Scenario, formula, laboratories, presets, run};
use report::Silent;

fn scenario() -> Scenario {
    words::choose("de");
    makespan_tests::install();
    Scenario::of("toy").unwrap()
}

#[test]
fn its_report_is_said_in_the_language_that_was_chosen() {
    let report = run(&scenario(), &mut Silent).unwrap();
    let mean = report.figures[0].value;
    assert_eq!(
        report.headline,
        format!("Im Mittel endet der letzte Auftrag nach {mean:.3} ms")
    );
    assert_eq!(report.figures[0].name, "Gesamtdauer");
    // Not translated yet: English.
    assert_eq!(report.why, "A machine that is free takes the next job.");
}

#[test]
fn its_form_and_its_presets_are_shown_in_the_language_that_was_chosen() {
    let parameters = scenario().parameters();
    let titles: Vec<_> = parameters.iter().map(|one| one.title).collect();
    assert_eq!(
        titles,
        [
            "Reihenfolge",
            "Maschinen",
            "Aufträge",
            "Streuung",
            "Läufe",
            "Startwert"
        ]
    );
    assert_eq!(parameters[0].choices()[1].title, "Längster zuerst");
    assert_eq!(parameters[0].choices()[1].value, "longest");
    assert_eq!(
        (parameters[2].group, parameters[1].name),
        ("Aufträge", "machines")
    );
    assert_eq!(
        presets::find("toy-longest").unwrap().title,
        "Längster zuerst"
    );
    let question = laboratories().last().unwrap().question;
    assert_eq!(
        question,
        "In welcher Reihenfolge soll man Aufträge abarbeiten?"
    );
    let help = formula("toy.graham").unwrap().parameters()[0].help;
    assert_eq!(help, "m: die Maschinen.");
}
