//! `makespan lesson assign`: a seed and a link for each student of a class.

use std::fs;
use std::path::{Path, PathBuf};

use ::lesson::{Lesson, Problem, parse};
use anyhow::{Context, Result};
use clap::{Arg, ArgMatches, Command, value_parser};
use form_urlencoded::Serializer;
use schedule::csv::safe;

use super::passed;
use crate::file;
use crate::inputs::NotAllowed;
use crate::output;

/// How many seeds in a row may not fit a lesson.
const TRIES: u64 = 20;

pub(super) fn command() -> Command {
    let text = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("ADDRESS").help(help)
    };
    Command::new("assign")
        .about("Give each student of a class other random draws: a seed for which the whole lesson passes its check, and a link")
        .arg(super::lesson_file())
        .arg(
            Arg::new("class")
                .value_name("CLASS")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("A text file with a student on each line"),
        )
        .arg(text("page", "The address of the page of lessons, such as https://example.org/makespan/lesson/").required(true))
        .arg(text("lesson", "The address of the lesson's Markdown file, where it is none of the page's own"))
        .arg(super::csv_file("Write the list there instead of to standard output"))
}

pub(super) fn run(matches: &ArgMatches) -> Result<()> {
    let (path, source) = super::source(matches)?;
    let class = super::path(matches, "class");
    let text =
        fs::read_to_string(class).with_context(|| format!("cannot read {}", class.display()))?;
    let students: Vec<_> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    if students.is_empty() {
        return Err(NotAllowed::because(format!(
            "{}: there is no student in it",
            class.display()
        )));
    }
    let lesson = parse(&source).map_err(|problems| super::faulty(path, &problems))?;
    if !lesson.is_drawn() {
        let same = "no scenario of this lesson depends on chance: all students get the same one";
        return Err(NotAllowed::because(format!("{}: {same}", path.display())));
    }
    let page: &String = matches
        .get_one("page")
        .context("there is no address of the page")?;
    let address: Option<&String> = matches.get_one("lesson");
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(["student", "seed", "link"])?;
    let mut seed = 0;
    for student in students {
        seed = next(path, &lesson, seed)?;
        let link = link(page, address.map(String::as_str), &name, seed);
        rows.write_record([safe(student).as_str(), &seed.to_string(), &link])?;
    }
    let rows = rows.into_inner().context("the list could not be written")?;
    match matches.get_one::<PathBuf>("csv") {
        Some(path) => file::write(path, |out| Ok(std::io::Write::write_all(out, &rows)?)),
        None => Ok(std::io::Write::write_all(&mut output::stdout(), &rows)?),
    }
}

/// The next seed for which the lesson passes its check: sentences and statements that its author wrote hold there, too.
fn next(path: &Path, lesson: &Lesson, after: u64) -> Result<u64> {
    let mut last: Vec<Problem> = Vec::new();
    for seed in after + 1..=after + TRIES {
        match lesson
            .clone()
            .raised(seed)
            .and_then(|lesson| passed(&lesson))
        {
            Ok(_) => return Ok(seed),
            Err(problems) => last = problems,
        }
    }
    let told = super::told(path, &last);
    let first = after + 1;
    Err(NotAllowed::because(format!(
        "{TRIES} seeds in a row, from {first} on, do not fit the lesson; of the last one:\n{told}"
    )))
}

/// The link of a student. It holds no name.
fn link(page: &str, lesson: Option<&str>, name: &str, seed: u64) -> String {
    let page = page.split(['?', '#']).next().unwrap_or_default();
    let mut query = Serializer::new(String::new());
    let name = match lesson {
        Some(address) => {
            query.append_pair("lesson", address);
            "own"
        }
        None => name,
    };
    let query = query.append_pair("seed", &seed.to_string()).finish();
    format!("{page}?{query}#{name}/1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_the_seed_and_the_lesson() {
        let page = "https://example.org/lesson/";
        assert_eq!(
            link(page, None, "stragglers", 7),
            "https://example.org/lesson/?seed=7#stragglers/1"
        );
        assert_eq!(
            link(
                "https://example.org/lesson/#teacher",
                Some("https://my.site/a.md?x=1"),
                "a",
                12
            ),
            "https://example.org/lesson/?lesson=https%3A%2F%2Fmy.site%2Fa.md%3Fx%3D1&seed=12#own/1"
        );
    }
}
