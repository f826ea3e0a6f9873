//! `makespan lesson mark`: what students handed in, held against the lesson's own runs.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use ::lesson::answers::{self, Answers, Mark, differing, foreign};
use ::lesson::{Lesson, Problem, Runs, parse};
use anyhow::{Context, Result};
use clap::{Arg, ArgMatches, Command, value_parser};
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use report::words::count;
use schedule::csv::safe;

use crate::file;
use crate::inputs::NotAllowed;
use crate::output;

pub(super) fn command() -> Command {
    Command::new("mark")
        .about("Mark what students handed in: run the lesson with the seed of each, and name files that were edited or belong to another lesson")
        .arg(super::lesson_file())
        .arg(
            Arg::new("folder")
                .value_name("FOLDER")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The folder with the students' files, NAME.answers.json"),
        )
        .arg(super::csv_file("Also write the table as CSV"))
}

/// A file that was handed in.
struct Handed {
    file: String,
    /// The student and the seed, where the file could be read.
    student: String,
    seed: String,
    /// What is wrong with the file, or nothing.
    state: String,
    /// One for each question; empty where the file cannot be marked.
    marks: Vec<Mark>,
}

pub(super) fn run(matches: &ArgMatches) -> Result<()> {
    let (path, source) = super::source(matches)?;
    let lesson = parse(&source).map_err(|problems| super::faulty(path, &problems))?;
    let folder = super::path(matches, "folder");
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "json") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(NotAllowed::because(format!(
            "{}: there is no file NAME.answers.json in it",
            folder.display()
        )));
    }
    let mut keys = Keys {
        lesson,
        runs: BTreeMap::new(),
    };
    let mut all = Vec::new();
    for path in files {
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        all.push(handed(name, &String::from_utf8_lossy(&text), &mut keys)?);
    }
    let questions = keys
        .lesson
        .screens
        .iter()
        .filter(|screen| screen.question.is_some())
        .count();
    print(&all, questions)?;
    match matches.get_one::<PathBuf>("csv") {
        Some(path) => file::write(path, |out| write(&all, questions, out)),
        None => Ok(()),
    }
}

/// The lesson with the seeds that students have, each run once.
struct Keys {
    lesson: Lesson,
    runs: BTreeMap<u64, Result<(Lesson, Runs), Vec<Problem>>>,
}

impl Keys {
    fn of(&mut self, seed: u64) -> &Result<(Lesson, Runs), Vec<Problem>> {
        let lesson = &self.lesson;
        self.runs.entry(seed).or_insert_with(|| {
            let lesson = lesson.clone().raised(seed)?;
            let runs = Runs::of(&lesson)?;
            Ok((lesson, runs))
        })
    }
}

fn handed(file: String, text: &str, keys: &mut Keys) -> Result<Handed> {
    let mut handed = Handed {
        file,
        student: String::new(),
        seed: String::new(),
        state: String::new(),
        marks: Vec::new(),
    };
    let answers: Answers = match answers::open(text) {
        Ok(answers) => answers,
        Err(why) => {
            handed.state = why.to_string();
            return Ok(handed);
        }
    };
    handed.student.clone_from(&answers.student);
    handed.seed = answers.seed.to_string();
    if let Some(why) = foreign(&keys.lesson, &answers) {
        handed.state = why.to_owned();
        return Ok(handed);
    }
    match keys.of(answers.seed) {
        Err(problems) => {
            let first = problems
                .first()
                .map(ToString::to_string)
                .unwrap_or_default();
            handed.state = format!("seed {} does not fit the lesson: {first}", answers.seed);
        }
        Ok((lesson, runs)) => {
            let differ = differing(&answers, runs);
            if !differ.is_empty() {
                // The guesses were made on other numbers.
                handed.state = format!(
                    "other results of {}: Makespan {}",
                    differ.join(", "),
                    answers.program
                );
            }
            handed.marks = answers::mark(lesson, runs, &answers).map_err(anyhow::Error::msg)?;
        }
    }
    Ok(handed)
}

/// A mark in a table, and in a file.
fn written(mark: Mark) -> (&'static str, &'static str) {
    match mark {
        Mark::Right => ("yes", "right"),
        Mark::Later => ("later", "later"),
        Mark::Wrong => ("no", "wrong"),
        Mark::None => ("–", ""),
    }
}

fn number(marks: &[Mark], of: &[Mark]) -> usize {
    marks.iter().filter(|mark| of.contains(mark)).count()
}

fn print(all: &[Handed], questions: usize) -> Result<()> {
    let mut table = Table::new();
    table.load_style(NOTHING);
    let numbers = (1..=questions).map(|number| number.to_string());
    let head = ["file", "student", "seed", "right"].map(str::to_owned);
    table.set_header(
        head.into_iter()
            .chain(numbers)
            .chain(["remarks".to_owned()]),
    );
    for one in all {
        let right = match one.marks.is_empty() {
            true => String::new(),
            false => format!(
                "{} of {questions}",
                number(&one.marks, &[Mark::Right, Mark::Later])
            ),
        };
        let marks = (0..questions).map(|place| {
            let mark = one.marks.get(place).copied();
            mark.map_or("", |mark| written(mark).0).to_owned()
        });
        let first = [
            one.file.clone(),
            one.student.clone(),
            one.seed.clone(),
            right,
        ];
        table.add_row(first.into_iter().chain(marks).chain([one.state.clone()]));
    }
    let mut out = output::stdout();
    writeln!(out, "{table}")?;
    let marked = all.iter().filter(|one| one.state.is_empty()).count();
    writeln!(
        out,
        "\n{}, {marked} without a remark. “later”: right, but not with the first guess.",
        count(all.len(), "file", "files")
    )?;
    Ok(())
}

fn write(all: &[Handed], questions: usize, out: impl Write) -> Result<()> {
    let mut rows = csv::Writer::from_writer(out);
    let head = [
        "file",
        "student",
        "seed",
        "remarks",
        "questions",
        "right",
        "right_first",
    ]
    .map(str::to_owned);
    rows.write_record(
        head.into_iter()
            .chain((1..=questions).map(|number| format!("question_{number}"))),
    )?;
    for one in all {
        let counted = |of: &[Mark]| match one.marks.is_empty() {
            true => String::new(),
            false => number(&one.marks, of).to_string(),
        };
        let first = [
            safe(&one.file),
            safe(&one.student),
            one.seed.clone(),
            safe(&one.state),
            questions.to_string(),
            counted(&[Mark::Right, Mark::Later]),
            counted(&[Mark::Right]),
        ];
        let marks = (0..questions).map(|place| {
            one.marks
                .get(place)
                .map_or("", |mark| written(*mark).1)
                .to_owned()
        });
        rows.write_record(first.into_iter().chain(marks))?;
    }
    rows.flush()?;
    Ok(())
}
