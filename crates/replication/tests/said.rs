//! The claims of sentences, read word by word, and slow twins of the evidence that they rest on.

use report::Report;

/// A sentence's claim on one way beside another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Said {
    /// "is 1.18 times as fast as", with the number as it is written.
    Faster(f64),
    /// "takes 1.30 times as long as".
    Slower(f64),
    /// "takes as long as".
    Equal,
    /// "shows no clear difference from".
    Unclear,
}

/// A number as sentences write it.
pub(crate) fn parsed(written: &str) -> Option<f64> {
    written
        .replace('−', "-")
        .replace('\u{202f}', "")
        .parse()
        .ok()
}

/// The first comparison of a clause, and the words after it.
pub(crate) fn said(clause: &str) -> Option<(Said, &str)> {
    let numbered = |mark: &str| {
        let (before, after) = clause.split_once(mark)?;
        let number = parsed(before.rsplit(' ').next()?)?;
        Some((before.len(), number, after))
    };
    let fast =
        numbered(" times as fast as ").map(|(at, number, after)| (at, Said::Faster(number), after));
    let long =
        numbered(" times as long as ").map(|(at, number, after)| (at, Said::Slower(number), after));
    let equal = clause
        .split_once("take as long as ")
        .or_else(|| clause.split_once("takes as long as "));
    let equal = equal.map(|(before, after)| (before.len(), Said::Equal, after));
    let unclear = clause.split_once("no clear difference from ");
    let unclear = unclear.map(|(before, after)| (before.len(), Said::Unclear, after));
    let all = [fast, long, equal, unclear].into_iter().flatten();
    all.min_by_key(|(at, ..)| *at)
        .map(|(_, said, after)| (said, after))
}

fn mean_and_half(values: &[f64]) -> (f64, f64) {
    let mut sum = 0.0;
    for value in values {
        sum += value;
    }
    let mean = sum / values.len() as f64;
    if values.len() < 2 {
        return (mean, f64::INFINITY);
    }
    let mut squares = 0.0;
    for value in values {
        squares += (value - mean) * (value - mean);
    }
    let variance = squares / (values.len() - 1) as f64;
    let factor = statistics::quantile(values.len() - 1);
    (mean, factor * (variance / values.len() as f64).sqrt())
}

fn ratios(baseline: &[f64], subject: &[f64]) -> Vec<f64> {
    baseline.iter().zip(subject).map(|(a, b)| a / b).collect()
}

fn equal(ratios: &[f64]) -> bool {
    ratios.iter().all(|ratio| (ratio - 1.0).abs() <= 1e-9)
}

/// The claim of a sentence that names the only run: its order. For several runs, the order of all.
fn told(baseline: &[f64], subject: &[f64], order: Said) -> Said {
    let (&[a], &[b]) = (baseline, subject) else {
        return order;
    };
    match a / b {
        _ if order == Said::Equal => Said::Equal,
        ratio if ratio > 1.0 => Said::Faster(ratio),
        ratio => Said::Slower(1.0 / ratio),
    }
}

/// As [`of_runs`], in a sentence that names the only run.
pub(crate) fn told_of_runs(baseline: &[f64], subject: &[f64]) -> Said {
    told(baseline, subject, of_runs(baseline, subject))
}

/// As [`of_means`], in a sentence that names the only run.
pub(crate) fn told_of_means(baseline: &[f64], subject: &[f64]) -> Said {
    told(baseline, subject, of_means(baseline, subject))
}

/// The claim that the mean of the runs' own ratios allows on a subject beside a baseline; of a single run, no order.
pub(crate) fn of_runs(baseline: &[f64], subject: &[f64]) -> Said {
    let ratios = ratios(baseline, subject);
    let (mean, half) = mean_and_half(&ratios);
    let logarithms: Vec<f64> = ratios.iter().map(|ratio| libm::log(*ratio)).collect();
    let (centre, spread) = mean_and_half(&logarithms);
    match () {
        () if equal(&ratios) => Said::Equal,
        () if mean - half > 1.0 + 1e-9 && centre - spread > 1e-9 => Said::Faster(mean),
        () if mean + half < 1.0 - 1e-9 && centre + spread < -1e-9 => Said::Slower(1.0 / mean),
        () => Said::Unclear,
    }
}

/// The claim that the ratio of the means allows, by Student's t-test of the paired differences.
pub(crate) fn of_means(baseline: &[f64], subject: &[f64]) -> Said {
    let (a, b) = (mean_and_half(baseline).0, mean_and_half(subject).0);
    let differences: Vec<f64> = baseline.iter().zip(subject).map(|(a, b)| a - b).collect();
    let (mean, half) = mean_and_half(&differences);
    match () {
        () if equal(&ratios(baseline, subject)) => Said::Equal,
        () if mean - half > 1e-9 * b => Said::Faster(a / b),
        () if mean + half < -1e-9 * b => Said::Slower(b / a),
        () => Said::Unclear,
    }
}

/// The most by which a written factor misses its value.
pub(crate) fn last_digit(factor: f64) -> f64 {
    match factor {
        small if small < 10.0 => 0.00501,
        middle if middle < 100.0 => 0.0501,
        _ => 0.501,
    }
}

/// Whether a sentence's claim is the allowed one, with the number as it is.
pub(crate) fn agree(said: Said, known: Said) -> bool {
    let near = |written: f64, value: f64| (written - value).abs() <= last_digit(value);
    match (said, known) {
        (Said::Faster(written), Said::Faster(value))
        | (Said::Slower(written), Said::Slower(value)) => written > 1.0 && near(written, value),
        (said, known) => said == known,
    }
}

/// Every sentence of a report.
fn sentences(report: &Report) -> Vec<&str> {
    let mut out = vec![report.headline.as_str(), report.why.as_str()];
    out.extend(report.notes.iter().map(String::as_str));
    out.extend(
        report
            .figures
            .iter()
            .filter_map(|figure| figure.beside.as_deref()),
    );
    out
}

/// The faults that any report may have: counts that do not agree in number, numbers that are none.
pub(crate) fn slips(report: &Report) -> Vec<String> {
    const MANY: [&str; 14] = [
        "runs",
        "iterations",
        "copies",
        "processors",
        "nodes",
        "blocks",
        "draws",
        "values",
        "others",
        "jobs",
        "neighbours",
        "members",
        "intervals",
        "numbers",
    ];
    let mut out = Vec::new();
    for sentence in sentences(report) {
        let words: Vec<&str> = sentence
            .split(|c: char| c.is_whitespace() || c == '\u{a0}')
            .collect();
        for pair in words.windows(2) {
            let &[number, noun] = pair else { continue };
            let noun = noun.trim_end_matches(|c: char| !c.is_alphanumeric());
            if ["1", "One", "one"].contains(&number) && MANY.contains(&noun) {
                out.push(format!("“{number} {noun}” in “{sentence}”"));
            }
        }
        for wrong in ["NaN", "inf ", "– %", "–\u{a0}%", " – ", "  "] {
            if sentence.contains(wrong) {
                out.push(format!("“{wrong}” in “{sentence}”"));
            }
        }
        for wrong in ["sooner", " 1.00 times", " 1.0 times"] {
            // The length of a time, which may be 1.
            let length =
                ["the rescheduling", "the mean.", "as much"].map(|of| format!("{wrong} {of}"));
            if sentence.contains(wrong) && !length.iter().any(|length| sentence.contains(length)) {
                out.push(format!("“{wrong}” in “{sentence}”"));
            }
        }
    }
    for figure in &report.figures {
        if figure.value.is_infinite() {
            out.push(format!("{} is infinite", figure.name));
        }
    }
    out
}

/// A share as sentences write it: "9.3 %" of 0.0931.
pub(crate) fn is_share(written: &str, value: f64) -> bool {
    let number = written.trim_end_matches(['%', '\u{a0}', ' ', '.', ',', ';', ')']);
    parsed(number).is_some_and(|percent| {
        // Nothing but all is 100 %, and nothing but nothing 0 %.
        if (percent == 100.0 && value < 1.0 - 1e-9) || (percent == 0.0 && value > 0.0) {
            return false;
        }
        let unit = if value >= 0.0995 {
            0.501
        } else if value >= 0.00995 {
            0.0501
        } else {
            0.00501
        };
        (percent - 100.0 * value).abs() <= unit
    })
}
