//! The texts of presets, and the notes beside printed numbers, against their runs.

use divisible::Divisible;
use report::Report;
use report::table::Cell;
use serde_json::Value;

fn entries(text: &str) -> Vec<Value> {
    serde_json::from_str(text).unwrap()
}

/// The help of a preset and the report of its run.
fn preset(name: &str) -> (String, Report) {
    let all = entries(include_str!("../../presets.json"));
    let one = all.iter().find(|one| one["name"] == name).unwrap();
    let report = trial::run::<Divisible>(&one["values"]).unwrap();
    (one["help"].as_str().unwrap().to_owned(), report)
}

/// A column of the table of workers.
fn column(report: &Report, heading: &str) -> Vec<f64> {
    let table = report
        .tables
        .iter()
        .find(|one| one.key == "workers")
        .unwrap();
    let place = table
        .columns
        .iter()
        .position(|one| one.starts_with(heading))
        .unwrap();
    let number = |cell: &Cell| match cell {
        Cell::Number(number) => *number,
        Cell::Figure(figure) => figure.value,
        Cell::Text(_) => f64::NAN,
    };
    table.rows.iter().map(|row| number(&row[place])).collect()
}

#[test]
fn speeds_that_are_all_misjudged_by_as_much_are_not_said_to_be_by_up_to_that() {
    let (help, report) = preset("stream-adapts");
    let pairs = column(&report, "Speed F")
        .into_iter()
        .zip(column(&report, "Believed"));
    let same = pairs.map(|(speed, believed)| (believed / speed - 1.0).abs());
    let same = same.into_iter().all(|off| (off - 0.9).abs() < 1e-9);
    assert_eq!(help.contains("misjudged by 90 %"), same, "{help}");
}

#[test]
fn the_workers_that_a_drop_is_said_to_starve_do() {
    let (help, report) = preset("stream-drop");
    let starved = column(&report, "Starved between rounds");
    let waits: Vec<bool> = starved.iter().map(|share| *share > 0.0).collect();
    // The second worker’s speed drops.
    let said = help.contains("the two workers served after it wait; it and the one before do not");
    assert_eq!(
        said,
        waits == [false, false, true, true],
        "{help}: {starved:?}"
    );
}

#[test]
fn ranges_that_are_said_to_stand_beside_printed_numbers_do() {
    for printed in entries(include_str!("../../printed.json")) {
        let ranges = printed["note"]
            .as_str()
            .unwrap()
            .contains("stands beside each number");
        let mut numbers = printed["numbers"].as_array().unwrap().iter();
        let all = numbers.all(|one| one["what"].as_str().unwrap().contains("(here "));
        assert_eq!(ranges, all, "{}", printed["preset"]);
    }
}
