//! The catalogue of a laboratory's sentences, from its sources and tables.

use std::collections::BTreeSet;
use std::path::Path;

use laboratory::{About, Formula, Model};
use parameters::{Editor, Kind, Parameter, Table};
use playground::presets;
use playground::printed::Sheet;
use report::evidence::WOULD_TAKE;
use words_catalogue::scan::{self, Loose};
use words_catalogue::{Message, template};

/// A laboratory's catalogue, and the sentences that stand outside it.
#[derive(Debug)]
pub struct Catalogue {
    /// The template of a translation.
    pub template: String,
    /// Sentences of the sources that nobody marked, and that are in none of the tables.
    pub outside: Vec<Loose>,
    /// All English sentences.
    pub sentences: BTreeSet<String>,
}

/// The catalogue of a laboratory whose sources stand in a folder; of these, only the files that `own` takes.
///
/// # Panics
/// Where a source cannot be read.
#[must_use]
pub fn of(about: &'static About, model: &Model, folder: &Path, own: fn(&str) -> bool) -> Catalogue {
    let mut tables = Tables(Vec::new());
    tables.about(about);
    for text in Sheet::texts(model) {
        tables.add(&text, "printed.json", "");
    }
    model.formulas.iter().for_each(|one| tables.formula(one));
    let texts = tables.0.iter().map(|message| message.english.clone());
    let headers = about.table.parameters.iter().flat_map(headers);
    let texts: BTreeSet<String> = texts.chain(headers).collect();
    let head = format!(
        "The sentences of the laboratory “{}”. {ABOUT}\nThe longer text, explanation.html, is translated as a whole.",
        about.title
    );
    made(about.name, &head, (tables.0, &texts), folder, own)
}

/// The catalogue of a crate whose sentences all laboratories share.
///
/// # Panics
/// Where a source cannot be read.
#[must_use]
pub fn shared(name: &str, folder: &Path) -> Catalogue {
    let head = format!("Sentences that all laboratories share. {ABOUT}");
    let keys = BTreeSet::from([WOULD_TAKE.to_owned()]);
    made(name, &head, (Vec::new(), &keys), folder, |_| true)
}

/// Notes for a translator.
const ABOUT: &str = "A translation is a copy of this file, named by its language, such as de.po.\n\
                     What stands in braces is filled in when the sentence is said; names may stand in another order, and {} is {0}.";

#[allow(clippy::expect_used, reason = "helpers of a test may stop it")]
fn made(
    name: &str,
    head: &str,
    (tables, known): (Vec<Message>, &BTreeSet<String>),
    folder: &Path,
    own: fn(&str) -> bool,
) -> Catalogue {
    let scan = scan::folder(folder).expect("readable sources");
    let outside = scan::outside(&scan.loose, known).into_iter();
    let outside = outside.filter(|one| own(&one.file)).cloned().collect();
    let marked = scan.messages.into_iter().filter(|one| own(&one.file));
    let messages: Vec<Message> = tables.into_iter().chain(marked).collect();
    Catalogue {
        template: template::of(name, head, &messages),
        outside,
        sentences: messages.into_iter().map(|one| one.english).collect(),
    }
}

/// The headers of a parameter's table of text, as people may write them: keys in every language.
fn headers(parameter: &Parameter) -> Vec<String> {
    let Kind::Text {
        editor: Editor::Table(table),
        ..
    } = parameter.kind
    else {
        return Vec::new();
    };
    let words = table.columns.iter().flat_map(|column| column.words);
    words.map(|word| (*word).to_owned()).collect()
}

/// The texts of tables that are known when a program is compiled.
struct Tables(Vec<Message>);

impl Tables {
    fn about(&mut self, about: &'static About) {
        let own = About {
            table: Table::of("", &[]),
            ..*about
        };
        let _ = own.said(&mut |text| self.keep(text, "about", "Of the laboratory."));
        self.table(&about.table, "Parameter");
        for text in presets::texts(about) {
            self.add(&text, "presets.json", "");
        }
    }

    fn table(&mut self, table: &Table, kind: &str) {
        self.add(table.help, "parameters", "");
        for parameter in table.parameters {
            let alone = Table::of("", std::slice::from_ref(parameter));
            let help = format!("{kind} `{}`.", parameter.name);
            let _ = alone.said(&mut |text| self.keep(text, "parameters", &help));
        }
    }

    fn formula(&mut self, formula: &'static Formula) {
        let help = format!("Formula `{}`.", formula.name);
        let _ = formula.said(&mut |text| self.keep(text, "formulas", &help));
    }

    fn keep(&mut self, text: &'static str, file: &str, help: &str) -> &'static str {
        self.add(text, file, help);
        text
    }

    /// Adds a text that has a word.
    fn add(&mut self, text: &str, file: &str, help: &str) {
        if text
            .split(|one: char| !one.is_alphabetic())
            .any(|word| word.len() > 1)
        {
            self.0.push(Message {
                english: text.to_owned(),
                file: file.to_owned(),
                help: vec![help.to_owned()],
            });
        }
    }
}
