//! Each laboratory's sentences stand in its catalogue, and the shared sentences in theirs, so that another language can follow
//! without touching code.

use std::fs;
use std::path::{Path, PathBuf};

use anomalies::Anomalies;
use expect_test::expect_file;
use laboratory::{About, Laboratory as _, Model};
use makespan_tests::catalogue::{self, Catalogue};
use makespan_tests::toy::Toy;
use playground::list::{LABORATORIES, MODELS};
use words_catalogue::Folder;

/// Crates with sentences that all laboratories share.
const SHARED: [&str; 2] = ["laboratory", "report"];

/// All catalogues with their folders and names: one of each laboratory, the shared ones, and the catalogues of the guide's example
/// and the toy.
fn all() -> Vec<(PathBuf, &'static str, Catalogue)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.parent().unwrap();
    let crates = root.join("crates");
    let catalogue = |(about, model): (&'static About, Model)| {
        let folder = crates.join(about.name);
        let catalogue = catalogue::of(about, &model, &folder, |_| true);
        (folder, about.name, catalogue)
    };
    let guide = root.join("docs/laboratory");
    let example = Model::of::<Anomalies>();
    let example = catalogue::of(&Anomalies::ABOUT, &example, &guide, |_| true);
    let toy = Model::of::<Toy>();
    let toy = catalogue::of(&Toy::ABOUT, &toy, here, |file| file == "src/toy.rs");
    let models = MODELS.into_iter().flatten();
    let laboratories = LABORATORIES.into_iter().zip(models).map(catalogue);
    let shared = SHARED.map(|name| {
        let folder = crates.join(name);
        let catalogue = catalogue::shared(name, &folder);
        (folder, name, catalogue)
    });
    laboratories
        .chain(shared)
        .chain([
            (guide, Anomalies::ABOUT.name, example),
            (here.to_owned(), Toy::ABOUT.name, toy),
        ])
        .collect()
}

#[test]
fn each_catalogue_is_what_sources_and_tables_say() {
    for (folder, name, catalogue) in all() {
        let file = folder.join(format!("words/{name}.pot"));
        expect_file![file].assert_eq(&catalogue.template);
    }
}

#[test]
fn no_sentence_of_a_laboratory_stands_outside_its_catalogue() {
    let outside: Vec<String> = all()
        .into_iter()
        .flat_map(|(_, name, catalogue)| {
            let outside = catalogue.outside.into_iter();
            outside.map(move |one| format!("{name}/{}: {:?}\n", one.file, one.text))
        })
        .collect();
    assert!(
        outside.is_empty(),
        "mark these with say! or word!:\n{}",
        outside.concat()
    );
}

#[test]
fn each_translation_is_listed_and_of_sentences_that_are_said() {
    for (path, name, catalogue) in all() {
        let folder = Folder::of(&path).unwrap().unwrap();
        assert_eq!(folder.path, path.join("words"), "{name}");
        let files = fs::read_dir(&folder.path).unwrap();
        let files = files.map(|file| file.unwrap().path());
        let kept = files.filter(|file| file.extension().is_some_and(|kind| kind == "po"));
        assert_eq!(kept.count(), folder.translations.len(), "{name}");
        for translation in folder.translations {
            for english in translation.sentences.keys() {
                let file = translation.file.display();
                assert!(
                    catalogue.sentences.contains(english),
                    "{file}:{}: nobody says “{english}”",
                    translation.line(english)
                );
                assert_eq!(translation.fault(english), None);
            }
        }
    }
}
