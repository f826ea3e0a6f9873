//! Entries by document, verdict and words.

use playground::search::has_all;

use crate::kept::Shown;
use crate::verdict::Verdict;

/// A search.
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
    /// Whether an entry fulfils all conditions of the search.
    #[must_use]
    pub fn asks_for(&self, shown: &Shown) -> bool {
        let document = self.document.as_ref();
        document.is_none_or(|key| *key == shown.document.key)
            && self.verdict.is_none_or(|one| one == shown.computed.verdict)
            && has_all(&text(shown), &self.words)
    }
}

/// The searched text of an entry: its label, title and place, its document and its values.
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
    text
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
            assert!(has_all(text, asked), "{asked}");
        }
        for asked in ["fig. 6", "figure 6.21", "table 6.2", "fig. 6.2 exponential"] {
            assert!(!has_all(text, asked), "{asked}");
        }
        assert!(has_all("figure 6. a", "figure 6"));
        assert!(
            has_all("figures 2 and 3", "figure 2") && has_all("figures 2 and 3", "figures 2 and 3")
        );
        assert!(has_all("figure 8, ratio", "figure 8, ratio"));
    }
}
