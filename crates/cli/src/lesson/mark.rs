//! `makespan lesson mark`: the students' answers, compared with the lesson's own runs.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use ::lesson::answers::{self, Answers, Mark, Marked, Refused, examine, foreign};
use ::lesson::code;
use ::lesson::runs::Outcome;
use ::lesson::{Lesson, Problem, Runs, parse};
use anyhow::{Context, Result};
use clap::{Arg, ArgAction, ArgMatches, Command};
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use playground::Scenario;
use report::words::count;
use schedule::csv::safe;

use crate::file;
use crate::inputs::NotAllowed;
use crate::output;

/// The most letters shown of the text before a code.
const LISTED: usize = 60;

pub(super) fn command() -> Command {
    Command::new("mark")
        .about("Mark students’ answers: run the lesson with the seed of each, and name files and codes that were edited or damaged, or belong to another lesson")
        .arg(super::lesson_file())
        .arg(
            Arg::new("handed")
                .value_name("HANDED-IN")
                .required(true)
                .action(ArgAction::Append)
                .num_args(1..)
                .help("Folders with the students' files, NAME.answers.json; such files; text files with a code on each line, behind a name or alone; codes"),
        )
        .arg(super::csv_file("Also write the table as CSV"))
}

/// Answers that were handed in.
struct Handed {
    /// Their file or line.
    place: String,
    answers: Result<Answers, Refused>,
}

/// A row of the table.
struct Row {
    place: String,
    /// The student and the seed, where they could be read.
    student: String,
    seed: String,
    marked: Marked,
}

pub(super) fn run(matches: &ArgMatches) -> Result<()> {
    let (path, source) = super::source(matches)?;
    let lesson = parse(&source).map_err(|problems| super::faulty(path, &problems))?;
    let mut handed = Vec::new();
    for (nth, one) in (1..).zip(matches.get_many::<String>("handed").into_iter().flatten()) {
        if code::is_code(one) {
            let place = format!("code {nth}");
            let answers = code::open(one);
            handed.push(Handed { place, answers });
        } else if Path::new(one).is_dir() {
            for path in files(Path::new(one))? {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                handed.extend(read(&path, &name)?);
            }
        } else {
            let path = Path::new(one);
            let name = path.file_name().unwrap_or(path.as_os_str());
            handed.extend(read(path, &name.to_string_lossy())?);
        }
    }
    let mut keys = Keys {
        lesson,
        runs: BTreeMap::new(),
    };
    let rows = handed.into_iter().map(|one| row(one, &mut keys));
    let rows = rows.collect::<Result<Vec<_>>>()?;
    let questions = keys
        .lesson
        .screens
        .iter()
        .filter(|screen| screen.question.is_some())
        .count();
    print(&rows, questions)?;
    match matches.get_one::<PathBuf>("csv") {
        Some(path) => file::write(path, |out| write(&rows, questions, out)),
        None => Ok(()),
    }
}

/// The files of answers in a folder, in their order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
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
    Ok(files)
}

/// A file of answers, or the lines of a file of codes.
fn read(path: &Path, name: &str) -> Result<Vec<Handed>> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8_lossy(&text);
    let json = path.extension().is_some_and(|end| end == "json");
    if json || text.trim_start().starts_with('{') {
        return Ok(vec![Handed {
            place: name.to_owned(),
            answers: answers::open(&text),
        }]);
    }
    let line = |line: code::Line<'_>| {
        let place = format!("{name}, line {}", line.number);
        let listed = output::shown(line.name, LISTED);
        Handed {
            place: match listed.as_str() {
                "" => place,
                listed => format!("{place}: {listed}"),
            },
            answers: line.code.ok_or(Refused::NoCode).and_then(code::open),
        }
    };
    let lines: Vec<_> = code::lines(&text).map(line).collect();
    if lines.is_empty() {
        return Err(NotAllowed::because(format!(
            "{}: there is no code in it",
            path.display()
        )));
    }
    Ok(lines)
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

fn row(handed: Handed, keys: &mut Keys) -> Result<Row> {
    let remark = |remark: String| Marked {
        remark,
        marks: Vec::new(),
    };
    let Handed { place, answers } = handed;
    let answers = match answers {
        Ok(answers) => answers,
        Err(why) => {
            return Ok(Row {
                place,
                student: String::new(),
                seed: String::new(),
                marked: remark(why.to_string()),
            });
        }
    };
    let marked = match foreign(&keys.lesson, &answers) {
        Some(why) => remark(why.to_owned()),
        None => match keys.of(answers.seed) {
            Err(problems) => {
                let first = problems.first().map(ToString::to_string);
                let first = first.unwrap_or_default();
                remark(format!(
                    "seed {} does not fit the lesson: {first}",
                    answers.seed
                ))
            }
            Ok((lesson, runs)) => {
                let find = |found: &Scenario| Some(Outcome::by_running(found));
                examine(lesson, runs, &answers, find).map_err(anyhow::Error::msg)?
            }
        },
    };
    Ok(Row {
        place,
        student: answers.student,
        seed: answers.seed.to_string(),
        marked,
    })
}

/// A mark in a table, and in a file.
fn written(mark: Mark) -> (&'static str, &'static str) {
    match mark {
        Mark::Right => ("yes", "right"),
        Mark::Later => ("later", "later"),
        Mark::Wrong => ("no", "wrong"),
        Mark::None => ("–", ""),
        Mark::NotRun => ("not run", ""),
    }
}

fn number(marks: &[Mark], of: &[Mark]) -> usize {
    marks.iter().filter(|mark| of.contains(mark)).count()
}

fn print(all: &[Row], questions: usize) -> Result<()> {
    let mut table = Table::new();
    table.load_style(NOTHING);
    let numbers = (1..=questions).map(|number| number.to_string());
    let head = ["handed in", "student", "seed", "right"].map(str::to_owned);
    table.set_header(
        head.into_iter()
            .chain(numbers)
            .chain(["remarks".to_owned()]),
    );
    for one in all {
        let right = match one.marked.marks.is_empty() {
            true => String::new(),
            false => format!(
                "{} of {questions}",
                number(&one.marked.marks, &[Mark::Right, Mark::Later])
            ),
        };
        let marks = (0..questions).map(|place| {
            let mark = one.marked.marks.get(place).copied();
            mark.map_or("", |mark| written(mark).0).to_owned()
        });
        let first = [
            one.place.clone(),
            one.student.clone(),
            one.seed.clone(),
            right,
        ];
        table.add_row(
            first
                .into_iter()
                .chain(marks)
                .chain([one.marked.remark.clone()]),
        );
    }
    let mut out = output::stdout();
    writeln!(out, "{table}")?;
    let marked = all
        .iter()
        .filter(|one| one.marked.remark.is_empty())
        .count();
    writeln!(
        out,
        "\n{}, {marked} without a remark. “later”: right, but not with the first guess.",
        count(all.len(), "row", "rows")
    )?;
    Ok(())
}

fn write(all: &[Row], questions: usize, out: impl Write) -> Result<()> {
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
        let counted = |of: &[Mark]| match one.marked.marks.is_empty() {
            true => String::new(),
            false => number(&one.marked.marks, of).to_string(),
        };
        let first = [
            safe(&one.place),
            safe(&one.student),
            one.seed.clone(),
            safe(&one.marked.remark),
            questions.to_string(),
            counted(&[Mark::Right, Mark::Later]),
            counted(&[Mark::Right]),
        ];
        let marks = (0..questions).map(|place| {
            one.marked
                .marks
                .get(place)
                .map_or("", |mark| written(*mark).1)
                .to_owned()
        });
        rows.write_record(first.into_iter().chain(marks))?;
    }
    rows.flush()?;
    Ok(())
}
