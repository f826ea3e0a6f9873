//! Runs of scenarios.

use adaptation::{Adaptation, Parameters};
use laboratory::Laboratory;
use parameters::Parameters as _;
use report::{Report, Silent};
use serde_json::Value;

/// The parameters of these values, or the message that refuses them.
pub(crate) fn typed(values: &Value) -> Result<Parameters, String> {
    let checked = Adaptation::ABOUT
        .table
        .check(values)
        .map_err(|rejected| rejected.to_string())?;
    Ok(Parameters::from_values(&checked))
}

/// The report of these values, or the message that refuses them.
pub(crate) fn run(values: &Value) -> Result<Report, String> {
    let parameters = typed(values)?;
    Adaptation::run(&parameters, &mut Default::default(), &mut Silent)
        .map(|(report, _)| report)
        .map_err(|error| error.to_string())
}

/// The value of a figure.
pub(crate) fn figure(report: &Report, key: &str) -> f64 {
    let mut figures = report.figures.iter();
    figures
        .find(|figure| figure.key == key)
        .unwrap_or_else(|| panic!("no figure {key}"))
        .value
}

/// All texts of a report that people read.
pub(crate) fn texts(report: &Report) -> Vec<String> {
    let mut texts = vec![report.headline.clone(), report.why.clone()];
    texts.extend(report.notes.iter().cloned());
    texts.extend(report.figures.iter().map(|figure| figure.name.clone()));
    texts.extend(
        report
            .figures
            .iter()
            .filter_map(|figure| figure.beside.clone()),
    );
    for table in &report.tables {
        texts.push(table.title.clone());
        let cells = table.rows.iter().flatten();
        texts.extend(cells.filter_map(|cell| match cell {
            report::table::Cell::Text(text) => Some(text.clone()),
            _ => None,
        }));
    }
    if let Some(worlds) = &report.worlds {
        texts.push(worlds.caption.clone());
        texts.extend(worlds.reasons.iter().map(|reason| reason.text.clone()));
    }
    texts
}

/// The first fault in a report’s grammar: numbers agree with their nouns, nodes with their verbs, and no number is missing.
pub(crate) fn fault(report: &Report) -> Option<String> {
    const NOUNS: [(&str, &str); 9] = [
        ("node", "nodes"),
        ("step", "steps"),
        ("run", "runs"),
        ("iteration", "iterations"),
        ("event", "events"),
        ("job", "jobs"),
        ("scenario", "scenarios"),
        ("strategy", "strategies"),
        ("interval", "intervals"),
    ];
    let wrong = |text: &String| {
        let words: Vec<&str> = text.split([' ', '\u{a0}']).collect();
        let bare = |word: &str| {
            word.trim_matches(|sign: char| !sign.is_alphanumeric())
                .to_owned()
        };
        let pairs = words.windows(2).any(|two| {
            let (number, noun) = (bare(two[0]), bare(two[1]));
            let Ok(number) = number.parse::<f64>() else {
                return false;
            };
            // "Of 3 iterations 1" and "node 1" are no numbers of what follows.
            let counted = two[0].chars().all(|sign| sign.is_ascii_digit());
            NOUNS.iter().any(|(one, many)| {
                counted && (number == 1.0 && noun == *many || number != 1.0 && noun == *one)
            })
        });
        let nodes = words.windows(3).any(|three| {
            bare(three[0]) == "nodes"
                && three[1].contains(['–', ','])
                && ["crashes", "leaves", "joins", "is"].contains(&bare(three[2]).as_str())
        });
        let missing = [
            "– %",
            "–\u{a0}%",
            "NaN",
            "inf ",
            " 0.0 % longer",
            " 0.0\u{a0}% longer",
            " 0.0\u{a0}% more",
            " 0.0\u{a0}% less",
        ];
        pairs || nodes || missing.iter().any(|one| text.contains(one))
    };
    texts(report).into_iter().find(wrong)
}
