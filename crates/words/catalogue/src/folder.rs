//! The folder of a crate's translations.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use polib::po_file;

use crate::Error;

/// The file with the languages, by gettext's name. The compiler watches it, so that it notices a new language.
const LANGUAGES: &str = "LINGUAS";

/// A folder `words` with its translations.
#[derive(Debug)]
pub struct Folder {
    /// Its path.
    pub path: PathBuf,
    /// Its translations, in the order of `LINGUAS`.
    pub translations: Vec<Translation>,
}

/// A language's sentences.
#[derive(Debug)]
pub struct Translation {
    /// The language's code, such as `de`.
    pub language: String,
    /// The file of the sentences.
    pub file: PathBuf,
    /// The translations, by the English sentences; missing and fuzzy ones are ignored.
    pub sentences: BTreeMap<String, String>,
    text: String,
}

impl Folder {
    /// The folder of a crate: the first one named `words`, with a file `LINGUAS`, in the crate's own folder or above it. None where
    /// no such folder exists.
    ///
    /// # Errors
    /// Where a language in the file has no file of its own, or an unreadable one.
    pub fn of(crate_: &Path) -> Result<Option<Self>, Error> {
        let above = crate_.ancestors().map(|folder| folder.join("words"));
        let Some(path) = above
            .into_iter()
            .find(|path| path.join(LANGUAGES).is_file())
        else {
            return Ok(None);
        };
        let list = read(&path.join(LANGUAGES))?;
        let codes = list.lines().map(str::trim);
        let codes = codes.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let translations = codes
            .map(|code| Translation::read(code, path.join(format!("{code}.po"))))
            .collect::<Result<_, _>>()?;
        Ok(Some(Self { path, translations }))
    }

    /// All files that enter a program's compilation.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let translations = self.translations.iter().map(|one| one.file.clone());
        std::iter::once(self.path.join(LANGUAGES)).chain(translations)
    }
}

impl Translation {
    fn read(language: &str, file: PathBuf) -> Result<Self, Error> {
        let text = read(&file)?;
        let found = po_file::parse_from_reader(text.as_bytes());
        let catalogue = found.map_err(|error| Error::Catalogue {
            path: file.clone(),
            reason: error.to_string(),
        })?;
        let told = catalogue
            .messages()
            .filter(|one| one.is_translated() && !one.is_fuzzy());
        let pair = |one: &dyn polib::message::MessageView| {
            Some((one.msgid().to_owned(), one.msgstr().ok()?.to_owned()))
        };
        Ok(Self {
            language: language.to_owned(),
            sentences: told.filter_map(pair).collect(),
            file,
            text,
        })
    }

    /// The line, from 1, in which an English sentence begins; 1 where the file does not have it.
    #[must_use]
    pub fn line(&self, english: &str) -> usize {
        let mut sentence: Option<(usize, String)> = None;
        for (at, line) in (1..).zip(self.text.lines()) {
            let quoted = |text: &str| text.trim().trim_matches('"').replace("\\\"", "\"");
            match (line.strip_prefix("msgid "), &mut sentence) {
                (Some(first), _) => sentence = Some((at, quoted(first))),
                (None, Some((_, all))) if line.starts_with('"') => all.push_str(&quoted(line)),
                (None, Some((begun, all))) if all == english => return *begun,
                (None, _) => sentence = None,
            }
        }
        1
    }

    /// The fault of a sentence's translation, with file, line and sentence.
    #[must_use]
    pub fn fault(&self, english: &str) -> Option<String> {
        let translation = self.sentences.get(english)?;
        let wrong = crate::placeholders::difference(english, translation)?;
        let (file, line) = (self.file.display(), self.line(english));
        Some(format!(
            "{file}:{line}: “{translation}” {wrong}: “{english}”"
        ))
    }
}

fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|source| Error::Read {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    const GERMAN: &str = "msgid \"\"\nmsgstr \"Language: de\\n\"\n\n#: src/lib.rs\nmsgid \"\"\n\"{waiting} of \"\n\
                          \"the time\"\nmsgstr \"{Warten} der Zeit\"\n\n#, fuzzy\nmsgid \"Jobs\"\nmsgstr \"Arbeiten\"\n";

    fn german() -> Folder {
        let place = tempfile::tempdir().unwrap();
        let words = place.path().join("words");
        fs::create_dir(&words).unwrap();
        fs::write(words.join(LANGUAGES), "# beside English\nde\n").unwrap();
        fs::write(words.join("de.po"), GERMAN).unwrap();
        Folder::of(&place.path().join("model")).unwrap().unwrap()
    }

    #[test]
    fn a_translation_with_other_placeholders_is_named_by_file_line_and_sentence() {
        let folder = german();
        let fault = folder.translations[0]
            .fault("{waiting} of the time")
            .unwrap();
        let (_, fault) = fault.split_once("words").unwrap();
        assert_eq!(
            fault,
            "/de.po:5: “{Warten} der Zeit” lacks {waiting} and has {Warten}, which the English sentence has not: \
             “{waiting} of the time”"
        );
    }

    #[test]
    fn what_is_fuzzy_or_missing_stays_english() {
        let folder = german();
        let german = &folder.translations[0];
        assert_eq!(german.sentences.len(), 1);
        assert_eq!(
            (german.fault("Jobs"), german.fault("Machines")),
            (None, None)
        );
        assert_eq!(folder.files().count(), 2);
    }
}
