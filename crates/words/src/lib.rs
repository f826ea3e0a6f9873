//! Sentences in several languages, the way of gettext: the marked English sentence stands in the code that makes its claim;
//! translations are files beside the sources, which the compiler reads.
//!
//! [`say!`] is `format!`, [`word!`] a text that is known when the program is compiled. A folder `words` beside a crate's sources, or
//! above them, lists its languages in the file `LINGUAS`, and has a gettext file for each, such as `de.po`. Without a folder both
//! macros expand to the English text and cost nothing. A translation with other placeholders than the English sentence does not
//! compile.
//!
//! ```
//! use words::{say, word};
//!
//! let waiting = 0.25;
//! assert_eq!(say!("The processors wait {} % of the time", 100.0 * waiting), "The processors wait 25 % of the time");
//! assert_eq!(word!("Iteration time"), "Iteration time");
//! ```
//!
//! A program looks up texts of tables that are known when it is compiled, such as titles of parameters, in a [`Catalogue`]
//! once, when it starts.

use std::sync::OnceLock;

pub use words_macros::{catalogue, say, word};

/// The example of the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

/// The language of the sources.
pub const ENGLISH: &str = "en";

static CHOSEN: OnceLock<&'static str> = OnceLock::new();

/// Sets a program's language, by its code in `LINGUAS`, for its whole run. A second call changes nothing, nor does a first one after
/// the program has used a sentence; untranslated sentences stay English.
pub fn choose(language: &'static str) {
    let _ = CHOSEN.set(language);
}

/// The code of the program's language: English, unless another one was chosen.
#[must_use]
pub fn chosen() -> &'static str {
    CHOSEN.get_or_init(|| ENGLISH)
}

/// Returns the text itself: a marked text is no constant, so that a translation can follow. For expanded code.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn plain(text: &'static str) -> &'static str {
    text
}

/// A language's code, and the translations of all its texts without placeholders, sorted by the English ones.
pub type Language = (&'static str, &'static [(&'static str, &'static str)]);

/// The translations of a folder's texts without placeholders: see [`catalogue!`](catalogue!).
#[derive(Clone, Copy, Debug)]
pub struct Catalogue(pub &'static [Language]);

impl Catalogue {
    /// No translations.
    pub const EMPTY: Self = Self(&[]);

    /// The languages besides English, by their codes.
    pub fn languages(self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(language, _)| *language)
    }

    /// The translation of an English text into a language, where there is one.
    ///
    /// ```
    /// let catalogue = words::Catalogue(&[("de", &[("Jobs", "Aufträge")])]);
    /// assert_eq!(catalogue.find("de", "Jobs"), Some("Aufträge"));
    /// assert_eq!(catalogue.find("fr", "Jobs"), None);
    /// ```
    #[must_use]
    pub fn find(self, language: &str, english: &str) -> Option<&'static str> {
        let (_, texts) = self.0.iter().find(|(code, _)| *code == language)?;
        let at = texts
            .binary_search_by_key(&english, |(text, _)| *text)
            .ok()?;
        texts.get(at).map(|(_, translation)| *translation)
    }
}
