//! Entries by document, verdict and words.

use crate::kept::Shown;
use crate::verdict::Verdict;

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The document's key.
    pub document: Option<String>,
    /// The verdict.
    pub verdict: Option<Verdict>,
    /// Words, or a label such as "fig. 6.2".
    pub words: String,
}

impl Question {
    /// Whether an entry has all that is asked for.
    #[must_use]
    pub fn asks_for(&self, shown: &Shown) -> bool {
        let document = self.document.as_ref();
        document.is_none_or(|key| *key == shown.document.key)
            && self.verdict.is_none_or(|one| one == shown.computed.verdict)
            && has(&text(shown), &self.words)
    }
}

/// What an entry is searched by: its label, title and place, its document and its values.
#[must_use]
pub fn text(shown: &Shown) -> String {
    let entry = shown.entry;
    let mut text = format!(
        "{} {} {} {}",
        entry.label, entry.title, entry.place, shown.document.short
    );
    for outcome in &shown.computed.outcomes {
        text += &format!(" {}", outcome.what);
    }
    text.to_lowercase()
}

/// Whether a text has each word that is asked for; "fig. 6.2" asks for "figure 6.2" as a whole, and not for "figure 6.21".
fn has(text: &str, asked: &str) -> bool {
    // "Figures 2 and 3" are found as "figure 2", too.
    let text = KINDS.iter().fold(text.to_owned(), |text, kind| {
        text.replace(&format!("{kind}s "), &format!("{kind} "))
    });
    let asked = asked.to_lowercase();
    let words: Vec<&str> = asked.split_whitespace().collect();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let next = words
            .get(at + 1)
            .filter(|next| next.starts_with(|c: char| c.is_ascii_digit()));
        let found = match (kind(word), next) {
            (Some(kind), Some(number)) => {
                at += 1;
                labelled(
                    &text,
                    &format!("{kind} {}", number.trim_end_matches(['.', ','])),
                )
            }
            _ => text.contains(word),
        };
        if !found {
            return false;
        }
        at += 1;
    }
    true
}

/// The kinds of entries that have numbers.
const KINDS: [&str; 5] = ["figure", "table", "equation", "theorem", "proposition"];

/// The kind of entry that a word means.
fn kind(word: &str) -> Option<&'static str> {
    match word.trim_end_matches('.') {
        "fig" | "figure" | "figs" | "figures" => Some("figure"),
        "tab" | "table" | "tables" => Some("table"),
        "eq" | "equation" | "equations" => Some("equation"),
        "thm" | "theorem" | "theorems" => Some("theorem"),
        "prop" | "proposition" | "propositions" => Some("proposition"),
        _ => None,
    }
}

/// Whether a text has a label that no digit or point with a digit goes on.
fn labelled(text: &str, label: &str) -> bool {
    text.match_indices(label).any(|(at, _)| {
        let mut rest = text.get(at + label.len()..).unwrap_or_default().chars();
        match rest.next() {
            Some(next) if next.is_ascii_digit() => false,
            Some('.') => !rest.next().is_some_and(|next| next.is_ascii_digit()),
            _ => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_found_however_it_is_shortened() {
        let text = "figure 6.2 balance or copies";
        for asked in [
            "fig. 6.2",
            "figure 6.2",
            "FIG 6.2",
            "copies fig. 6.2",
            "balance",
            "",
        ] {
            assert!(has(text, asked), "{asked}");
        }
        for asked in ["fig. 6", "figure 6.21", "table 6.2", "fig. 6.2 exponential"] {
            assert!(!has(text, asked), "{asked}");
        }
        assert!(has("figure 6. a", "figure 6"));
        assert!(has("figures 2 and 3", "figure 2") && has("figures 2 and 3", "figures 2 and 3"));
        assert!(has("figure 8, ratio", "figure 8, ratio"));
    }
}
