//! The template of a translation.

use std::collections::BTreeSet;
use std::io::BufWriter;

use polib::catalog::Catalog;
use polib::message::Message as Entry;
use polib::metadata::CatalogMetadata;
use polib::po_file;

use crate::Message;

/// A template with each message once, its sources and its help for a translator; `about` is its heading.
#[must_use]
pub fn of(name: &str, about: &str, messages: &[Message]) -> String {
    let metadata = CatalogMetadata {
        project_id_version: name.to_owned(),
        mime_version: "1.0".into(),
        content_type: "text/plain; charset=UTF-8".into(),
        content_transfer_encoding: "8bit".into(),
        ..CatalogMetadata::default()
    };
    let mut catalogue = Catalog::new(metadata);
    catalogue.preheader = about.lines().map(str::to_owned).collect();
    let mut seen = BTreeSet::new();
    for message in messages {
        if message.english.is_empty() || !seen.insert(&message.english) {
            continue;
        }
        let same = || messages.iter().filter(|one| one.english == message.english);
        let sources: BTreeSet<&str> = same().map(|one| one.file.as_str()).collect();
        let sources: Vec<&str> = sources.into_iter().collect();
        let mut entry = Entry::build_singular();
        entry.with_msgid(message.english.clone());
        entry.with_source(sources.join("\n"));
        entry.with_extracted_comments(message.help.join("\n"));
        catalogue.append_or_update(entry.done());
    }
    let mut file = BufWriter::new(Vec::new());
    // Writing to memory cannot fail.
    let _ = po_file::write(&catalogue, &mut file);
    let bytes = file.into_inner().unwrap_or_default();
    let text = String::from_utf8(bytes).unwrap_or_default();
    // The plural forms depend on the language.
    let told = text
        .lines()
        .filter(|line| !line.starts_with("\"Plural-Forms:"));
    let mut out = told.collect::<Vec<_>>().join("\n").trim_end().to_owned();
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_message_stands_there_once_with_all_its_sources() {
        let message = |english: &str, file: &str| Message {
            english: english.into(),
            file: file.into(),
            help: vec!["What it says.".into()],
        };
        let all = [
            message("{n} of the jobs", "src/b.rs"),
            message("Jobs", "src/b.rs"),
            message("Jobs", "src/a.rs"),
        ];
        let text = of("toy", "Words of the toy.", &all);
        let (_, messages) = text.split_once("\n\n").unwrap_or_default();
        assert_eq!(
            messages,
            "#. What it says.\n#: src/b.rs\nmsgid \"{n} of the jobs\"\nmsgstr \"\"\n\n\
             #. What it says.\n#: src/a.rs\n#: src/b.rs\nmsgid \"Jobs\"\nmsgstr \"\"\n"
        );
    }
}
