//! The lessons of the project.

use std::fs;
use std::path::Path;

use lesson::{Runs, build, check, parse};

/// Each lesson's name and text.
fn all() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lessons");
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let lessons = entries.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let mut all: Vec<_> = lessons
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    all.sort();
    all
}

#[test]
fn every_lesson_passes_its_check_and_keeps_its_answers_apart() {
    let lessons = all();
    assert!(lessons.len() >= 12);
    for (name, text) in lessons {
        let lesson = parse(&text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        let runs = Runs::of(&lesson).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert_eq!(check(&lesson, &runs), [], "{name}");
        let built = build(&lesson, &runs).unwrap();
        let (screens, answers) = (&built.lesson["screens"], &built.answers);
        assert_eq!(screens.as_array().unwrap().len(), lesson.screens.len());
        assert_eq!(answers.as_array().unwrap().len(), lesson.screens.len());
        for (screen, answer) in lesson.screens.iter().zip(answers.as_array().unwrap()) {
            assert_eq!(screen.question.is_some(), answer["explain"].is_string());
            if let Some(explain) = answer["explain"].as_str() {
                assert!(
                    !built.lesson.to_string().contains(explain),
                    "{name}: {explain}"
                );
                assert!(!explain.contains("{{") && !explain.is_empty(), "{name}");
            }
        }
    }
}

#[test]
fn lessons_have_places_of_their_own_and_about_twenty_minutes() {
    let mut places: Vec<_> = all()
        .iter()
        .map(|(_, text)| {
            let front = parse(text).unwrap().front;
            assert!((10..=30).contains(&front.minutes), "{}", front.title);
            front.place
        })
        .collect();
    places.sort_unstable();
    let all = places.len();
    places.dedup();
    assert_eq!(places.len(), all);
}

/// The example of the guide for authors.
#[test]
fn the_example_of_the_guide_passes_its_check() {
    let guide = include_str!("../../../docs/lessons.md");
    let (_, rest) = guide.split_once("````markdown\n").unwrap();
    let (example, _) = rest.split_once("````\n").unwrap();
    assert_eq!(example, lesson::EXAMPLE);
    let lesson = parse(example).unwrap();
    let runs = Runs::of(&lesson).unwrap();
    assert_eq!(check(&lesson, &runs), []);
}
