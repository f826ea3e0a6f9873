//! The grammar of sentences with numbers.

use report::Report;

use crate::sentences;

/// The first sentence of a report with a fault, and the fault.
#[must_use]
pub fn fault(report: &Report) -> Option<(String, String)> {
    let mut sentences = sentences(report).into_iter();
    sentences.find_map(|text| {
        // A fraction beside a figure is exact.
        let fault = (!text.starts_with("= ")).then(|| fault_of(&text))??;
        Some((text, fault))
    })
}

/// A noun and its plural.
const NOUNS: [(&str, &str); 34] = [
    ("process", "processes"),
    ("processor", "processors"),
    ("computer", "computers"),
    ("job", "jobs"),
    ("preemption", "preemptions"),
    ("signal", "signals"),
    ("slot", "slots"),
    ("placement", "placements"),
    ("unit", "units"),
    ("group", "groups"),
    ("node", "nodes"),
    ("try", "tries"),
    ("set", "sets"),
    ("time", "times"),
    ("step", "steps"),
    ("case", "cases"),
    ("run", "runs"),
    ("iteration", "iterations"),
    ("event", "events"),
    ("scenario", "scenarios"),
    ("strategy", "strategies"),
    ("interval", "intervals"),
    ("worker", "workers"),
    ("round", "rounds"),
    ("copy", "copies"),
    ("crash", "crashes"),
    ("mark", "marks"),
    ("distance", "distances"),
    ("list", "lists"),
    ("scheme", "schemes"),
    ("value", "values"),
    ("leaf", "leaves"),
    ("phase", "phases"),
    ("period", "periods"),
];

/// Places in documents, and other things that have numbers.
const PLACES: [&str; 6] = ["figure", "table", "tables", "section", "paper", "cluster"];

/// Finds the noun of a number among the next three words: whether it is a plural, and its place.
fn noun(words: &[&str]) -> Option<(bool, usize)> {
    words.iter().take(3).enumerate().find_map(|(place, word)| {
        if place > 0 && !matches!(words[place - 1], "shared" | "equal" | "other" | "free") {
            return None;
        }
        let (one, many) = (
            NOUNS.iter().any(|noun| noun.0 == *word),
            NOUNS.iter().any(|noun| noun.1 == *word),
        );
        (one || many).then_some((many, place))
    })
}

/// The fault of a sentence, if any: numbers agree with their nouns, intervals have two ends, and no number is a placeholder.
#[must_use]
pub fn fault_of(text: &str) -> Option<String> {
    let plain = text.replace('\u{a0}', " ").replace('\u{202f}', "");
    let ends = |word: &&str| *word == "." || *word == ",";
    if plain.contains("  ") || plain.split(' ').any(|word| ends(&word)) {
        return Some("blanks".into());
    }
    for never in [
        "NaN",
        "inf ",
        "0.000000",
        "00000000",
        "18446744073709551615",
        "– %",
        " 0.0 % longer",
        " 0.0 % more",
        " 0.0 % less",
        "no preemption are",
        "after 0",
    ] {
        // Grouped digits are exempt.
        if text.replace('\u{a0}', " ").contains(never) {
            return Some(format!("contains {never:?}"));
        }
    }
    let marks = ['.', ',', ';', ':', ')'];
    let raw: Vec<&str> = plain.split(' ').collect();
    let words: Vec<&str> = raw
        .iter()
        .map(|word| word.trim_end_matches(marks))
        .collect();
    for (place, word) in words.iter().enumerate() {
        let digits = !word.is_empty()
            && word
                .bytes()
                .all(|sign| sign.is_ascii_digit() || sign == b'.');
        let Some(number) = digits.then(|| word.parse::<f64>().ok()).flatten() else {
            continue;
        };
        // Two equal numbers are no interval.
        let rest = words.get(place + 1..).unwrap_or(&[]);
        if let [to, other, ..] = rest
            && (*to == "to" || *to == "and" && place > 0 && words[place - 1] == "between")
            && other == word
        {
            return Some(format!("{word} to {other}"));
        }
        // "With 1, jobs …" and "m + 1 processors" count nothing.
        let counts =
            raw[place] == *word && (place == 0 || !["+", "and"].contains(&words[place - 1]));
        if let Some((many, after)) = noun(rest).filter(|_| counts) {
            // "computer 1 runs", "the rows of table 3 process": a name, not a number of things.
            let before = place
                .checked_sub(1)
                .map(|place| words[place].to_lowercase());
            let named = before.is_some_and(|before| {
                NOUNS.iter().any(|noun| noun.0 == before) || PLACES.contains(&before.as_str())
            });
            // "z = 1 …": a value, not a number of things.
            if !named && many == (number == 1.0) {
                return Some(format!("{word} {}", rest[after]));
            }
            let verb = rest.get(after + 1).copied().unwrap_or("");
            // "jobs on 1 processor take".
            let subject = place == 0 || words[place - 1] != "on";
            if subject
                && number == 1.0
                && matches!(verb, "are" | "take" | "share" | "run" | "cross")
            {
                return Some(format!("1 {} {verb}", rest[after]));
            }
        }
        // "1 of 6 processes are".
        if number == 1.0 && rest.first() == Some(&"of") && rest.get(3) == Some(&"are") {
            return Some("1 of … are".into());
        }
    }
    // "nodes 4–7 crashes".
    let several = words.windows(3).any(|three| {
        three[0] == "nodes"
            && three[1].contains(['–', ','])
            && matches!(three[2], "crashes" | "leaves" | "joins" | "is")
    });
    several.then(|| "nodes with the verb of one".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checks_find_faults() {
        for bad in [
            "takes 6.80 to 6.80",
            "With a cost of 1, 1 preemption are best",
            "1 of 6 processes are active",
            "on 1 computers",
            "4 process",
            "which adds 0.000000.",
            "nodes 4–7 crashes",
            "takes 0.0 % longer",
            "guarantees the least load for 1 crashes",
        ] {
            assert!(fault_of(bad).is_some(), "{bad}");
        }
        assert_eq!(
            fault_of("With 1 preemption instead of 3, 7 jobs take 1.20 times as long."),
            None
        );
    }
}
