//! The report that `design.html` shows: one of everything, of invented numbers.

mod charts;

use report::claim::Condition;
use report::figure::Unit;
use report::miniature::Miniature;
use report::table::{Cell, Table};
use report::{Card, Claim, Figure, Report};

/// The report and a small picture.
pub(crate) fn sample() -> (Report<Card>, Miniature) {
    let report = Report {
        figures: some_figures().into(),
        charts: charts::every_kind(),
        claims: some_claims().into(),
        tables: vec![some_table()],
        ..Report::default()
    };
    let miniature = report.charts.first().map(Miniature::of_chart);
    (report.carded(), miniature.unwrap_or_default())
}

fn some_figures() -> [Figure; 4] {
    [
        Figure::new("ratio", "A ratio", 1.1748, Unit::One).within(0.008),
        Figure::new("time", "A time", 18_180.0, Unit::Milliseconds).within(110.0),
        Figure::new("share", "A share", 0.103, Unit::Share).beside("was 49 %"),
        Figure::new("count", "A number of things", 12.0, Unit::Count),
    ]
}

fn some_claims() -> [Claim; 3] {
    let condition = |text: &str, holds, detail: &str| Condition {
        text: text.into(),
        holds,
        detail: detail.into(),
    };
    let claim = |title: &str, conditions, observed: &str, met| Claim {
        title: title.into(),
        statement: "What it says in general, in a sentence or two.".into(),
        conditions,
        expected: "What has to happen here.".into(),
        observed: observed.into(),
        met,
        source: "A document, section 4".into(),
    };
    let (one, other) = (
        condition("τ > 2f", true, "60 s and 6 s"),
        condition("θ in its window", false, "not for w1 and w3"),
    );
    [
        claim(
            "A claim that holds",
            vec![one.clone()],
            "What happened.",
            Some(true),
        ),
        claim(
            "A claim that fails",
            vec![one.clone(), other.clone()],
            "What happened instead.",
            Some(false),
        ),
        claim("A claim that was not tried", vec![one, other], "", None),
    ]
}

fn some_table() -> Table {
    let row = |name: &str, value, half| {
        let figure = Figure::new(name, name, value, Unit::Milliseconds).within(half);
        vec![
            Cell::Text(name.into()),
            Cell::Figure(figure),
            Cell::Number(value / 7.0),
        ]
    };
    let rows = [row("first", 18_180.0, 110.0), row("second", 950.0, 4.0)];
    let columns = ["Name", "Time", "Number"];
    Table::new("sample", "Texts, figures and numbers", columns, rows)
}
