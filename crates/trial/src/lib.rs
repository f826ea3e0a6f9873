//! Helpers shared by the tests of laboratories: they run values, read reports back, and check the grammar of sentences.

#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

mod grammar;

use std::ops::ControlFlow;

use laboratory::{Error, Laboratory};
use parameters::Parameters as _;
use proptest::test_runner::Config as ProptestConfig;
use report::table::Cell;
use report::{Report, Silent, Table};
use serde_json::Value;

pub use grammar::{fault, fault_of};

/// The number of random cases of a test: `usual`, or the value of `PROPTEST_CASES`.
#[must_use]
pub fn cases(usual: u32) -> u32 {
    let asked = std::env::var("PROPTEST_CASES").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The settings of a test with [`cases`] random cases; a failure is told in full and kept nowhere.
#[must_use]
pub fn random(usual: u32) -> ProptestConfig {
    ProptestConfig {
        cases: cases(usual),
        failure_persistence: None,
        max_shrink_iters: 100,
        ..ProptestConfig::default()
    }
}

/// The parameters of these values.
///
/// # Errors
/// The message that refuses them.
pub fn typed<L: Laboratory>(values: &Value) -> Result<L::Parameters, String> {
    let checked = L::ABOUT.table.check(values);
    let checked = checked.map_err(|rejected| rejected.to_string())?;
    Ok(L::Parameters::from_values(&checked))
}

/// The report of these values.
///
/// # Errors
/// The message that refuses them.
pub fn run<L: Laboratory>(values: &Value) -> Result<Report, String> {
    let ended = L::run(&typed::<L>(values)?, &mut L::Cache::default(), &mut Silent);
    ended
        .map(|(report, _)| report)
        .map_err(|error| error.to_string())
}

/// The message of the own strategy's fault that stopped a run, and the report up to that fault.
///
/// # Panics
/// If the run ends without a fault, or another error stops it.
#[must_use]
pub fn stopped<T>(ran: Result<T, Error>) -> (String, Report) {
    let Err(error) = ran else {
        panic!("nothing stops the run")
    };
    let told = error.to_string();
    match error {
        Error::Stopped(report) => (told, *report),
        other => panic!("{other}"),
    }
}

/// Checks that rules and runs refuse each of the `refused` values and none of the `allowed` ones.
///
/// # Panics
/// If rules and runs disagree.
pub fn ruled<L: Laboratory>(refused: &[Value], allowed: &[Value]) {
    let rules = L::ABOUT.face;
    for (values, right) in [(refused, false), (allowed, true)]
        .into_iter()
        .flat_map(|(all, right)| all.iter().map(move |values| (values, right)))
    {
        let checked = L::ABOUT.table.check(values);
        let checked = checked.unwrap_or_else(|rejected| panic!("{values}: {rejected}"));
        let names = (rules.ruled)();
        let mut refusals = names
            .iter()
            .map(|name| (rules.refuses)(&checked, name.text()));
        assert_eq!(
            !refusals.any(|refusal| refusal.is_some()),
            right,
            "rules, {values}"
        );
        assert_eq!(run::<L>(values).is_ok(), right, "a run, {values}");
    }
}

/// The value of the figure of merit with this key.
///
/// # Panics
/// If the report has no such figure.
#[must_use]
pub fn figure(report: &Report, key: &str) -> f64 {
    let mut figures = report.figures.iter();
    let found = figures.find(|figure| figure.key == key);
    found.unwrap_or_else(|| panic!("no figure {key}")).value
}

/// The table with this key.
///
/// # Panics
/// If the report has no such table.
#[must_use]
pub fn table<'r>(report: &'r Report, key: &str) -> &'r Table {
    let mut tables = report.tables.iter();
    let found = tables.find(|table| table.key == key);
    found.unwrap_or_else(|| panic!("no table {key}"))
}

/// An observer of one run that stops the test if progress falls or exceeds the total.
pub fn rising() -> impl FnMut(u64, u64) -> ControlFlow<()> {
    let mut reached = (0, 1);
    move |done, total| {
        assert!(done <= total, "{done} of {total}");
        // A total of 0 is unknown and shows as no progress.
        let (done, total) = if total == 0 { (0, 1) } else { (done, total) };
        let shares = [(done, total), reached].map(|(part, of)| (u128::from(part), u128::from(of)));
        let [(now, of_now), (before, of_before)] = shares;
        assert!(
            now * of_before >= before * of_now,
            "from {reached:?} to {done} of {total}"
        );
        reached = (done, total);
        ControlFlow::Continue(())
    }
}

/// All sentences of a report, with its names, titles and captions.
#[must_use]
pub fn sentences(report: &Report) -> Vec<String> {
    let mut all = vec![report.headline.clone(), report.why.clone()];
    all.extend(report.notes.iter().cloned());
    for figure in &report.figures {
        all.push(figure.name.clone());
        all.extend(figure.beside.clone());
    }
    all.extend(report.tables.iter().map(|table| table.title.clone()));
    if let Some(scene) = &report.scene {
        all.push(scene.machine.clone());
        all.extend(
            scene
                .task
                .iter()
                .flat_map(|task| [&task.goal, &task.state].map(Clone::clone)),
        );
    }
    if let Some(worlds) = &report.worlds {
        all.extend([&worlds.caption, &worlds.without, &worlds.with].map(Clone::clone));
        all.extend(worlds.reasons.iter().map(|reason| reason.text.clone()));
    }
    all
}

/// All texts of a report: its sentences, and the cells of its tables.
#[must_use]
pub fn texts(report: &Report) -> Vec<String> {
    let cells = report
        .tables
        .iter()
        .flat_map(|table| table.rows.iter().flatten());
    let words = cells.filter_map(|cell| match cell {
        Cell::Text(text) => Some(text.clone()),
        _ => None,
    });
    sentences(report).into_iter().chain(words).collect()
}
