//! The search for a preset, or for any text, by words, or by a citation: the figure, table or section of a document.

use crate::laboratories;
use crate::presets::{self, Preset, topic};

/// A search term.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    /// A word, or the beginning of one.
    Word(String),
    /// A citation of a document, such as "figure" "6.2".
    Cited(&'static str, String),
}

/// The places of the presets that have all search terms in title, help, topic or laboratory: words, and citations in any of
/// their spellings, such as "fig. 6.2", "Figures 6.1 to 6.3" and "tab. 3". An empty text finds all presets.
///
/// ```
/// use playground::{presets, search::search};
/// let found = |text: &str| search(text).len();
/// assert_eq!(found("fig. 6.2"), found("Figure 6.2"));
/// assert!(found("fig. 6.2") > 0 && found("figure 99") == 0);
/// assert_eq!(found(""), presets::all().len());
/// ```
#[must_use]
pub fn search(text: &str) -> Vec<usize> {
    let terms = terms(text);
    let all = presets::all().iter().enumerate();
    all.filter(|(_, preset)| all_in(&terms, &text_of(preset)))
        .map(|(place, _)| place)
        .collect()
}

/// Whether a text has all search terms, as [`search`] reads them.
///
/// ```
/// use playground::search::has_all;
/// assert!(has_all("Figures 6.1 to 6.3: copies", "fig. 6.2 cop"));
/// assert!(!has_all("Figure 6.21", "figure 6.2"));
/// ```
#[must_use]
pub fn has_all(text: &str, asked: &str) -> bool {
    all_in(&terms(asked), text)
}

fn all_in(terms: &[Term], text: &str) -> bool {
    let text = text.to_lowercase();
    terms.iter().all(|term| term.is_in(&text))
}

/// The searched text of a preset.
fn text_of(preset: &Preset) -> String {
    let scenario = preset.scenario();
    let topic = topic(&scenario);
    let all = laboratories().iter();
    let mut own = all.filter(|about| about.name == scenario.laboratory());
    let laboratory = own.next().map_or("", |about| about.title);
    [preset.title, preset.help, &topic, laboratory].join(" \n ")
}

/// The kind of a citation, from its word or an abbreviation of it.
fn kind(word: &str) -> Option<&'static str> {
    let word = word.trim_end_matches('.');
    match word {
        "fig" | "figs" | "figure" | "figures" => Some("figure"),
        "tab" | "tabs" | "table" | "tables" => Some("table"),
        "sec" | "sect" | "section" | "sections" => Some("section"),
        "eq" | "equation" | "equations" => Some("equation"),
        "thm" | "theorem" | "theorems" => Some("theorem"),
        "prop" | "proposition" | "propositions" => Some("proposition"),
        _ => None,
    }
}

/// A number of one or more parts at the beginning of a word, and whether more of the same sentence may follow.
fn numbered(word: &str) -> Option<(Vec<u32>, bool)> {
    let end = word.find(|one: char| !one.is_ascii_digit() && one != '.');
    let (number, rest) = word.split_at(end.unwrap_or(word.len()));
    let parts: Result<Vec<u32>, _> = number
        .trim_end_matches('.')
        .split('.')
        .map(str::parse)
        .collect();
    Some((
        parts.ok()?,
        !number.ends_with('.') && matches!(rest, "" | ","),
    ))
}

fn terms(text: &str) -> Vec<Term> {
    let text = text.to_lowercase();
    let mut terms = Vec::new();
    // "fig.6.2" is "fig. 6.2".
    let mut apart = String::new();
    for word in text.split_whitespace() {
        let digit = word.find(|one: char| one.is_ascii_digit());
        match digit.map(|at| word.split_at(at)) {
            Some((before, number)) if kind(before).is_some() => {
                apart.extend([" ", before, " ", number]);
            }
            _ => apart.extend([" ", word]),
        }
    }
    let mut words = apart.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let number = words
            .peek()
            .filter(|next| numbered(next).is_some())
            .copied();
        match kind(word).zip(number) {
            Some((kind, number)) => {
                words.next();
                terms.push(Term::Cited(
                    kind,
                    number.trim_end_matches(['.', ',']).to_owned(),
                ));
            }
            None => terms.push(Term::Word(word.to_owned())),
        }
    }
    terms
}

impl Term {
    /// Whether a text in small letters has this term.
    fn is_in(&self, text: &str) -> bool {
        match self {
            Self::Word(word) => has(text, word),
            Self::Cited(kind, number) => {
                numbered(number).is_some_and(|(number, _)| cites(text, kind, &number))
            }
        }
    }
}

/// Whether a text has a word, or the beginning of one; a number never begins within another.
fn has(text: &str, word: &str) -> bool {
    let number = word.starts_with(|first: char| first.is_ascii_digit());
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default().chars().next_back();
        !number || before.is_none_or(|before| !before.is_ascii_digit() && before != '.')
    })
}

/// Whether a text has a citation: alone, in a list ("figures 4 and 5"), or within a range ("figures 8 to 11").
fn cites(text: &str, of: &str, number: &[u32]) -> bool {
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if kind(word.trim_start_matches(['(', '“'])) != Some(of) {
            continue;
        }
        let mut last: Option<Vec<u32>> = None;
        let mut range = false;
        while let Some(next) = words.peek() {
            match (*next, numbered(next)) {
                ("to", _) => range = true,
                ("and" | "or", _) => {}
                (_, Some((found, more))) => {
                    let within = range
                        && last.as_ref().is_some_and(|last| {
                            let same = found.split_last().map(|(_, before)| before)
                                == number.split_last().map(|(_, before)| before);
                            same && last.len() == found.len()
                                && number >= last.as_slice()
                                && number <= found.as_slice()
                        });
                    if found == number || within {
                        return true;
                    }
                    (last, range) = (Some(found), false);
                    if !more {
                        words.next();
                        break;
                    }
                }
                _ => break,
            }
            words.next();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_things_are_found_alone_in_lists_and_in_ranges_and_never_in_other_numbers() {
        let text = "shows figures 8 to 11, table 3 and 16 runs; see fig. 6.2. section 4";
        let finds = |asked: &str| terms(asked).iter().all(|term| term.is_in(text));
        for asked in [
            "figure 9",
            "Fig. 11",
            "fig.6.2",
            "tables 3",
            "sec. 4",
            "table 3 shows",
        ] {
            assert!(finds(asked), "{asked}");
        }
        for asked in [
            "figure 7",
            "figure 12",
            "table 30",
            "figure 6",
            "table 6.2",
            "figure 4",
        ] {
            assert!(!finds(asked), "{asked}");
        }
    }

    #[test]
    fn every_number_that_a_preset_names_finds_it() {
        for (place, preset) in presets::all().iter().enumerate() {
            let text = preset.help.to_lowercase();
            let words: Vec<&str> = text.split_whitespace().collect();
            for pair in words.windows(2) {
                let [name, number] = pair else { continue };
                if kind(name).is_some() && numbered(number).is_some() {
                    let asked = format!("{name} {number}");
                    assert!(search(&asked).contains(&place), "{asked}: {}", preset.name);
                }
            }
        }
    }
}
