//! Sentences that can be said in another language, the way of gettext: the English sentence stands in the code where its claim is
//! made, marked; translations are files beside the sources, which the compiler reads.
//!
//! [`say!`] is `format!`, [`word!`] a text that is known when the program is compiled. A folder `words` beside a crate's sources, or
//! above them, names in its file `LINGUAS` the languages there are, and has a file of gettext's for each, such as `de.po`. Where
//! there is none, both macros are what they stand for and cost nothing. A translation with other placeholders than the English
//! sentence does not compile.
//!
//! ```
//! use words::{say, word};
//!
//! let waiting = 0.25;
//! assert_eq!(say!("The processors wait {} % of the time", 100.0 * waiting), "The processors wait 25 % of the time");
//! assert_eq!(word!("Iteration time"), "Iteration time");
//! ```
//!
//! Texts of tables that are known when a program is compiled, such as titles of parameters, are looked up in a [`Catalogue`]
//! once, when the program starts.

use std::sync::OnceLock;

pub use words_macros::{catalogue, say, word};

/// The example of the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

/// The language of the sources.
pub const ENGLISH: &str = "en";

static CHOSEN: OnceLock<&'static str> = OnceLock::new();

/// Lets a program speak a language, by its code in `LINGUAS`, from its start on. A second call changes nothing, nor does a first one
/// after something was said; what has no translation stays English.
pub fn choose(language: &'static str) {
    let _ = CHOSEN.set(language);
}

/// The code of the language that the program speaks: English, unless another one was chosen.
#[must_use]
pub fn chosen() -> &'static str {
    CHOSEN.get_or_init(|| ENGLISH)
}

/// The text itself: a marked text is no constant, so that a translation can follow. For expanded code.
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

    /// The languages that there are beside English, by their codes.
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
