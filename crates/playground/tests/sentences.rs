//! The statements of Compare and Sweep, read back and recomputed from the numbers of each run.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::time::Duration;

use parameters::{Kind, Parameter};
use playground::setup::COMMON;
use playground::{Scenario, Setup, View, laboratories, run_setup};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use report::chart::Series;
use report::figure::Unit;
use report::table::Cell;
use report::{Chance, Chart, Report, Sample};
use serde_json::{Map, Value, json};

use crate::chance::outcome;
use crate::small::{patience, topics};
use trial::cases;

/// Longer runs are cancelled, and tell nothing.
const PATIENCE: Duration = Duration::from_secs(3);

/// The numbers behind the random choices of a case.
type Draws = Vec<u32>;

/// Another value of a parameter than its own, near to it.
fn other(parameter: &Parameter, own: &Value, draw: u32) -> Option<Value> {
    let share = f64::from(draw % 1000) / 1000.0;
    let value: Value = match &parameter.kind {
        Kind::Integer { minimum, maximum } => {
            let own = own.as_u64()?;
            (own / 2 + (share * own as f64 * 1.5) as u64 + u64::from(draw % 2))
                .clamp(*minimum, (*maximum).min(2 * own + 2))
                .into()
        }
        Kind::Number { optional: true, .. } if draw.is_multiple_of(4) => Value::Null,
        Kind::Number {
            minimum, maximum, ..
        } => {
            let value = own.as_f64().unwrap_or(1.0) * (0.5 + 1.5 * share);
            value.clamp(*minimum, *maximum).into()
        }
        Kind::Choice(_) => {
            let all: Vec<_> = parameter.offered().collect();
            all.get(draw as usize % all.len().max(1))?.value.into()
        }
        Kind::Flag => draw.is_multiple_of(2).into(),
        Kind::List { .. } | Kind::Text { .. } => return None,
    };
    (value != *own).then_some(value)
}

/// A comparison and a sweep of the same scenarios, and these, base first; none where a draw does not fit.
fn drawn(draws: &[u32], runs: u32) -> Option<(Setup, Setup, Vec<Scenario>)> {
    let mut draws = draws.iter().copied();
    let mut draw = move || draws.next().unwrap_or(3);
    let all: Vec<_> = laboratories()
        .iter()
        .flat_map(|about| topics(about.name))
        .collect();
    let mut base = all[draw() as usize % all.len()].clone();
    if !base.get("runs").is_null() {
        base = base.with("runs", &runs.to_string()).ok()?;
    }
    let values = base.values();
    // Parameters that make a run long stay as they are, unless they are swept.
    let fits = |one: &Parameter| {
        let name = one.name;
        !COMMON.contains(&name) && name != "traces" && (name == "topic" || one.matters(&values))
    };
    let parameters: Vec<_> = base.parameters().into_iter().filter(fits).collect();
    let parameter = parameters.get(draw() as usize % parameters.len())?;
    let own = base.get(parameter.name);
    let mut values = vec![own.clone()];
    for _ in 0..2 {
        let value = other(parameter, &own, draw())?;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let change = |value: &Value| Map::from_iter([(parameter.name.to_owned(), value.clone())]);
    let mut scenarios = vec![base.clone()];
    for value in values.iter().skip(1) {
        scenarios.push(
            Setup::from_json(&{
                let mut json = base.to_json();
                json[base.laboratory()][parameter.name] = value.clone();
                json
            })
            .ok()?
            .scenario,
        );
    }
    let with = |key: &str, value: Value| {
        let mut json = base.to_json();
        json[key] = value;
        Setup::from_json(&json).ok()
    };
    let variants: Vec<_> = values.iter().skip(1).map(change).collect();
    let compare = with("compare", json!(variants))?;
    let sweep = with("sweep", json!([change(&json!(values).clone())]))?;
    Some((compare, sweep, scenarios))
}

/// All texts of a report but its notes, which the variants' reports have too.
fn said(report: &Report) -> Vec<String> {
    let mut out = vec![report.headline.clone(), report.why.clone()];
    out.extend(report.charts.iter().map(|chart| chart.title.clone()));
    for table in &report.tables {
        out.extend(table.columns.iter().cloned().chain([table.title.clone()]));
    }
    out.extend(
        report
            .figures
            .iter()
            .filter_map(|figure| figure.beside.clone()),
    );
    out
}

/// The objective of a scenario, and the notes of its own report.
#[derive(Debug)]
struct Judged {
    name: String,
    values: Vec<f64>,
    more_is_better: bool,
    unit: Unit,
    topic: Value,
    notes: Vec<String>,
}

impl Judged {
    /// Whether both are the same figure.
    fn is_like(&self, other: &Self) -> bool {
        (&self.name, &self.topic) == (&other.name, &other.topic)
    }
}

/// The scenarios by the first figure that differs among them, where all have the same ones.
fn judged(scenarios: &[Scenario]) -> Option<Vec<Judged>> {
    let run = |one: &Scenario| outcome(one, &mut patience(PATIENCE)).ok();
    let all: Vec<_> = scenarios.iter().map(run).collect::<Option<_>>()?;
    let (_, first) = all.first()?;
    let level = |place: &usize| {
        let own = &first[*place];
        all.iter().zip(scenarios).all(|((_, samples), scenario)| {
            let same = |one: &Sample| {
                let close = |(a, b): (&f64, &f64)| {
                    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()) || a.is_nan() && b.is_nan()
                };
                let mut pairs = one.values.iter().zip(&own.values);
                one.name == own.name && one.values.len() == own.values.len() && pairs.all(close)
            };
            scenario.get("topic") == scenarios[0].get("topic")
                && samples.get(*place).is_some_and(same)
        })
    };
    let place = (0..first.len()).find(|place| !level(place)).unwrap_or(0);
    let judging = |samples: &[Sample]| {
        let known = |one: &Sample| {
            one.name == first[place].name && one.values.iter().all(|value| value.is_finite())
        };
        samples.get(place).is_some_and(known)
    };
    let all_judge = all.iter().all(|(_, samples)| judging(samples));
    let place = if all_judge { place } else { 0 };
    let of = |((report, samples), scenario): ((Report, Vec<Sample>), &Scenario)| {
        let own = samples.into_iter().nth(place)?;
        Some(Judged {
            name: own.name.into(),
            values: own.values,
            more_is_better: !own.less_is_better,
            unit: own.unit,
            topic: scenario.get("topic"),
            notes: report.notes,
        })
    };
    all.into_iter().zip(scenarios).map(of).collect()
}

/// The number at the beginning of a text in which thousands are apart, with its unit's size.
fn percentage(text: &str) -> Option<f64> {
    let number: String = text
        .split(['\u{a0}', ' '])
        .next()?
        .chars()
        .filter(|c| *c != '\u{202f}')
        .collect();
    number.parse().ok()
}

/// Words that no sentence of a comparison or a sweep may have, and two variants of one name.
fn fault(report: &Report) -> Option<String> {
    let left_out = report
        .notes
        .iter()
        .filter(|note| note.starts_with("Left out"));
    for text in [&report.headline, &report.why].into_iter().chain(left_out) {
        let never = [
            "he a ",
            "all 2 points",
            "none\u{a0}",
            "1\u{a0}rounds",
            "1\u{a0}intervals",
            ", up to",
        ];
        if let Some(never) = never.iter().find(|never| text.contains(**never)) {
            return Some(format!("{never:?} in {text}"));
        }
        let grammar = trial::fault_of(text);
        // A count of rounds may be none, and jobs may be equal.
        let meant = ["after 0", "1.00 jobs"];
        let fault = grammar.filter(|fault| !meant.iter().any(|meant| fault.contains(meant)));
        if let Some(fault) = fault {
            return Some(format!("{fault} in {text}"));
        }
    }
    let table = report.tables.iter().find(|table| table.key == "variants")?;
    let names: Vec<String> = table.rows.iter().map(|row| row[0].text()).collect();
    let again = (1..names.len()).find(|at| names[..*at].contains(&names[*at]))?;
    Some(format!("two variants are {}", names[again]))
}

/// A statement of a sweep that its points contradict, where all could be run.
fn sweep_fault(setup: &Setup, report: &Report, judged: &[Judged]) -> Option<String> {
    let View::Sweep(_) = setup.view else {
        return None;
    };
    let first = judged.first()?;
    if judged.iter().any(|one| !one.is_like(first)) {
        return None;
    }
    let mean = |one: &Judged| one.values.iter().sum::<f64>() / one.values.len() as f64;
    let known: Vec<f64> = judged
        .iter()
        .map(mean)
        .filter(|one| one.is_finite())
        .collect();
    let headline = &report.headline;
    if headline.contains("answer different questions") {
        return Some("one question is called several".into());
    }
    if known.is_empty() {
        return (!headline.starts_with("No point has a number"))
            .then(|| "no number is told as one".into());
    }
    let fold = |start: f64, of: fn(f64, f64) -> f64| known.iter().copied().fold(start, of);
    let best = match first.more_is_better {
        true => fold(f64::NEG_INFINITY, f64::max),
        false => fold(f64::INFINITY, f64::min),
    };
    let figure = report.figures.first()?;
    if (figure.value - best).abs() > 1e-9 * best.abs() {
        return Some(format!("the best is {best}, not {}", figure.value));
    }
    if !headline.contains(&figure.text()) {
        return Some("the headline has another number".into());
    }
    let level = known
        .iter()
        .filter(|one| report::evidence::same(**one, best))
        .count();
    let all = format!(
        "at {}",
        if level == 2 {
            "both points".to_owned()
        } else {
            format!("all {level} points")
        }
    );
    if headline.contains(&all) != (level == judged.len()) {
        return Some(format!("{level} points are level"));
    }
    if let Some(fault) = chart_fault(report) {
        return Some(fault);
    }
    let lacking = judged.len() - known.len();
    (report.why.contains("no number for") != (lacking > 0))
        .then(|| format!("{lacking} points have no number"))
}

/// A chart that leaves out a point of its sweep, of one parameter.
fn chart_fault(report: &Report) -> Option<String> {
    let rows = report.tables.iter().find(|table| table.key == "sweep")?;
    let marks = |chart: &Chart| -> usize {
        let number = chart.series.iter().map(|series| match series {
            Series::Line { points, .. } => points.len(),
            Series::Bars { bars } => bars.len(),
            _ => 0,
        });
        number.sum()
    };
    let mut charts = report.charts.iter();
    let chart = charts.find(|chart| marks(chart) != rows.rows.len())?;
    Some(format!("points are left out of “{}”", chart.title))
}

/// Parts of a comparison of two variants that contradict each other: headline, figure, tables.
fn comparison_fault(report: &Report, judged: &[Judged]) -> Option<String> {
    let [base, other] = judged else {
        return None;
    };
    let finite = judged
        .iter()
        .all(|one| one.values.iter().all(|one| one.is_finite()));
    if !base.is_like(other) || !finite {
        return None;
    }
    let headline = &report.headline;
    let single = headline.contains("in the only ") || headline.contains("with this seed");
    let ordered = is_order(headline);
    let open = headline.contains("cannot be told apart");
    let table = |key: &str| report.tables.iter().find(|table| table.key == key);
    let best = table("variants")?.rows.iter().any(|row| match &row[1] {
        Cell::Figure(figure) => figure.beside.is_some(),
        _ => false,
    });
    if best != (ordered && !single) {
        return Some("the table marks another variant than the headline".into());
    }
    let beside = report.figures.get(1)?.beside.as_deref().unwrap_or_default();
    if open != beside.starts_with("no clear difference") {
        return Some("the figure is another order than the headline".into());
    }
    let differences = table("differences")?;
    let last = differences.columns.last()?;
    let wins = [" with less", " with more"]
        .iter()
        .any(|end| last.ends_with(end));
    let won = differences.rows.first()?.last()?.text();
    if wins
        && headline.contains("have the same")
        && beside.starts_with("the same as")
        && won != "0\u{a0}%"
    {
        let level = headline.contains(" to 0.1");
        return (!level).then(|| format!("a share of {won} is better in a tie"));
    }
    None
}

/// Whether a headline says that one is better.
fn is_order(headline: &str) -> bool {
    let words = [" less ", " more ", " lower ", " higher "];
    let than = headline.contains(" than ") && words.iter().any(|words| headline.contains(words));
    than || headline.contains(" times the ")
}

/// A note that not all variants have, without the name of one that has it.
fn note_fault(report: &Report, judged: &[Judged]) -> Option<String> {
    let foreign = |note: &&String| {
        let having = judged.iter().filter(|one| one.notes.contains(note));
        (1..judged.len()).contains(&having.count())
    };
    let note = report.notes.iter().find(foreign)?;
    Some(format!("a note of some variants: {note}"))
}

/// A comparison that tells an order of two scenarios which the sweep of both leaves open, or the other way round.
fn disagreement(compare: &Report, sweep: &Report) -> Option<String> {
    let open = compare.headline.contains("cannot be told apart");
    let doubted = sweep.why.contains("not clearly worse");
    let all = [&compare.headline, &compare.why, &sweep.headline, &sweep.why];
    // Of numbers that hardly differ, a comparison says just that.
    let level = compare.headline.contains(" to 0.1") || sweep.headline.contains("both points");
    (open != doubted && !level).then(|| format!("comparison and sweep disagree: {all:?}"))
}

/// A false statement of a report.
fn contradiction(
    setup: &Setup,
    report: &Report,
    scenarios: &[Scenario],
    judged: &[Judged],
) -> Option<String> {
    let said = said(report);
    let whole = said.join(" | ");
    let wrong = |why: &str| Some(format!("{why}: {whole}\n{:?}", judged));
    let exact = scenarios.iter().all(|one| one.chance() == Chance::Exact);
    let single = judged.iter().all(|one| one.values.len() == 1);
    if exact
        && [
            "in the only run",
            "run by run",
            "of the runs",
            "One run",
            "95 %",
            "random draws",
        ]
        .iter()
        .any(|words| whole.contains(words))
    {
        return wrong("speaks of runs of computed numbers");
    }
    let first = &judged[0];
    let apart = judged.iter().any(|one| !one.is_like(first));
    let no_share = |text: &str| {
        let mut words = text.split(' ');
        words.any(|word| {
            matches!(
                word,
                "0\u{a0}%" | "0.0\u{a0}%" | "0.00\u{a0}%" | "-0\u{a0}%"
            )
        })
    };
    if said.iter().any(|text| {
        no_share(text)
            && (text.contains(" more") || text.contains(" less"))
            && !text.contains("of the runs")
    }) {
        return wrong("an order of nothing");
    }
    let name = report::words::within(&first.name);
    let name = name.strip_prefix("number of ").unwrap_or(&name);
    let order = ["Least", "Largest", "Shortest"];
    let swept = order.iter().any(|words| report.headline.contains(words));
    let claims = swept || is_order(&report.headline);
    if apart && judged.len() == 2 && claims {
        return wrong("compares figures of different topics");
    }
    // At its beginning it has a large letter.
    let told = report::words::within(&report.headline);
    if claims && !told.contains(name) {
        return wrong("does not name its figure as it is named");
    }
    // Of several variants, the two that the headline names may be computed without chance.
    let computed = scenarios.iter().filter(|one| one.chance() == Chance::Exact);
    let computed = computed.count() > 1 && whole.contains("computed without chance");
    let only = ["in the only ", "with this seed"];
    let only_run = only.iter().any(|words| report.headline.contains(words));
    let asked = scenarios[0].get("runs") == 1;
    if report.headline.contains("in the only run") && !asked {
        return wrong("speaks of one run of several");
    }
    if let Some(fault) = fault(report) {
        return wrong(&fault);
    }
    if let View::Compare(_) = setup.view {
        let fault = comparison_fault(report, judged).or_else(|| note_fault(report, judged));
        if let Some(fault) = fault {
            return wrong(&fault);
        }
    }
    if let Some(why) = sweep_fault(setup, report, judged) {
        return wrong(&why);
    }
    if claims && !exact && !computed && single && !only_run {
        return wrong("an order of one run");
    }
    // The order, from the values themselves.
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let pairs = |a: &[f64], b: &[f64]| {
        a.iter()
            .zip(b)
            .all(|(a, b)| (a - b).abs() <= 1e-9 * a.abs().max(b.abs()))
    };
    let headline = report.headline.as_str();
    if let Some((_, size)) = headline.split_once(": ").filter(|_| is_order(headline)) {
        let directions = match first.more_is_better {
            true => [" more ", " higher ", " times the "],
            false => [" less ", " lower ", " lower "],
        };
        if !directions.iter().any(|words| headline.contains(words)) {
            return wrong("the wrong direction");
        }
        let size = size
            .strip_prefix(&format!("{} ", report::words::within(&first.name)))
            .unwrap_or(size);
        let comparable = judged.iter().filter(|one| one.is_like(first));
        let sign = if first.more_is_better { -1.0 } else { 1.0 };
        let best = comparable
            .clone()
            .min_by(|a, b| (sign * mean(&a.values)).total_cmp(&(sign * mean(&b.values))))?;
        if judged.len() == 2 {
            let rival = comparable.clone().find(|one| !std::ptr::eq(*one, best))?;
            if pairs(&best.values, &rival.values) {
                return wrong("an order of a tie");
            }
            let both = || best.values.iter().zip(&rival.values);
            let ratios: Vec<f64> = both().map(|(a, b)| a / b).collect();
            let differences: Vec<f64> = both().map(|(a, b)| a - b).collect();
            let points = first.unit == Unit::Share;
            if points != headline.contains("percentage points") {
                return wrong("a difference of shares in per cent");
            }
            let expected = match headline.contains(" times the ") {
                _ if points => 100.0 * mean(&differences).abs(),
                true => mean(&ratios),
                false => 100.0 * (mean(&ratios) - 1.0).abs(),
            };
            // Without a number where the other one is 0.
            if let Some(told) = percentage(size)
                && (told - expected).abs() > 0.051_f64.max(0.3 * expected)
            {
                return wrong(&format!("{told}, not {expected}"));
            }
        }
    }
    // Values that are the same to 0.1 % differ by less than half of it.
    let level = |one: &[f64], other: &[f64]| {
        if first.unit == Unit::Share {
            return (mean(one) - mean(other)).abs() < 5e-4;
        }
        let ratios: Vec<f64> = one.iter().zip(other).map(|(a, b)| a / b).collect();
        (mean(&ratios) - 1.0).abs() < 5e-4
    };
    let roughly = headline.contains(" to 0.1");
    let tie = |one: &[f64], other: &[f64]| pairs(one, other) || (roughly && level(one, other));
    if headline.contains("have the same")
        && !judged
            .iter()
            .skip(1)
            .any(|one| tie(&one.values, &first.values))
        && !(judged.len() > 2 && tie(&judged[1].values, &judged[2].values))
    {
        return wrong("a tie of different numbers");
    }
    None
}

/// A false statement of a comparison, or of the sweep of the same scenarios.
fn found(compare: &Setup, sweep: &Setup, scenarios: &[Scenario]) -> Option<String> {
    let judged = judged(scenarios)?;
    let [compared, swept] =
        [compare, sweep].map(|setup| Some(run_setup(setup, &mut patience(PATIENCE)).ok()?.report));
    let (compared, swept) = (compared?, swept?);
    let all = judged
        .iter()
        .all(|one| one.values.iter().all(|one| one.is_finite()));
    let paired = judged.len() == 2 && judged[0].is_like(&judged[1]) && all;
    let several = judged.iter().all(|one| one.values.len() > 1);
    let drawn = scenarios.iter().all(|one| one.chance() == Chance::Drawn);
    contradiction(compare, &compared, scenarios, &judged)
        .or_else(|| contradiction(sweep, &swept, scenarios, &judged))
        .or_else(|| disagreement(&compared, &swept).filter(|_| paired && several && drawn))
}

/// Draws and checks `cases` cases.
fn draw(cases: u32, runs: u32) {
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 10,
        ..Config::default()
    });
    let draws = proptest::collection::vec(0_u32..100_000, 4);
    let result = runner.run(&draws, |draws: Draws| {
        if let Some((compare, sweep, scenarios)) = drawn(&draws, runs) {
            let found = found(&compare, &sweep, &scenarios);
            prop_assert!(
                found.is_none(),
                "{}\n{}",
                found.unwrap_or_default(),
                compare.to_json()
            );
        }
        Ok(())
    });
    result.unwrap();
}

#[test]
fn what_is_said_of_single_runs_and_computed_numbers_is_so() {
    draw(cases(20), 1);
}

#[test]
fn what_is_said_of_several_runs_is_so() {
    draw(cases(20), 3);
}
