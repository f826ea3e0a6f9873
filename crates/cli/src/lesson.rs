//! `makespan lesson`: lessons are checked by running their scenarios, built into the page's form, given to a class, and marked.

mod assign;
mod mark;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use ::lesson::{Lesson, Problem, Runs, build as built_of, check, parse};
use anyhow::{Context, Result, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use report::words::count;

use crate::file;
use crate::inputs::NotAllowed;
use crate::output;

pub(crate) fn command() -> Command {
    let files = Arg::new("file")
        .value_name("FILE")
        .required(true)
        .action(ArgAction::Append)
        .value_parser(value_parser!(PathBuf))
        .help("Markdown files of lessons");
    let out = Arg::new("out")
        .long("out")
        .value_name("FOLDER")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("The folder for NAME.json, NAME.answers.json, and both as NAME.lesson.json, which the page of lessons opens");
    Command::new("lesson")
        .about("Check lessons by running their scenarios, build them, give them to a class, mark the answers")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("check")
                .about("Run all scenarios and name faults: numbers without a run, missing answers, dead links, scenarios that nothing shows")
                .arg(files.clone()),
        )
        .subcommand(
            Command::new("build")
                .about("Check lessons and write the page’s files, the answers apart")
                .arg(files)
                .arg(out),
        )
        .subcommand(assign::command())
        .subcommand(mark::command())
}

/// The argument of one lesson.
fn lesson_file() -> Arg {
    Arg::new("file")
        .value_name("LESSON")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("The Markdown file of the lesson")
}

fn csv_file(help: &'static str) -> Arg {
    Arg::new("csv")
        .long("csv")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help(help)
}

fn path<'m>(matches: &'m ArgMatches, name: &str) -> &'m Path {
    matches
        .get_one::<PathBuf>(name)
        .map_or(Path::new("."), PathBuf::as_path)
}

/// The path and the text of the one lesson.
fn source(matches: &ArgMatches) -> Result<(&Path, String)> {
    let path = path(matches, "file");
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok((path, text))
}

/// Faults as lines that editors jump to.
fn told(path: &Path, problems: &[Problem]) -> String {
    let line =
        |problem: &Problem| format!("{}:{}: {}", path.display(), problem.line, problem.message);
    problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn faulty(path: &Path, problems: &[Problem]) -> anyhow::Error {
    NotAllowed::because(told(path, problems))
}

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    let (build, matches) = match matches.subcommand() {
        Some(("assign", matches)) => return assign::run(matches),
        Some(("mark", matches)) => return mark::run(matches),
        Some((name, matches)) => (name == "build", matches),
        None => return Ok(()),
    };
    let mut faults = 0;
    for path in matches.get_many::<PathBuf>("file").into_iter().flatten() {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let checked = parse(&text).and_then(|lesson| {
            let runs = passed(&lesson)?;
            Ok((lesson, runs))
        });
        match checked {
            Ok((lesson, runs)) => {
                let questions = lesson
                    .screens
                    .iter()
                    .filter(|screen| screen.question.is_some());
                writeln!(
                    output::stdout(),
                    "{}: {}, {}, {}",
                    path.display(),
                    count(lesson.screens.len(), "screen", "screens"),
                    count(questions.count(), "question", "questions"),
                    count(lesson.scenarios.len(), "scenario", "scenarios")
                )?;
                if build {
                    let out = matches.get_one::<PathBuf>("out");
                    write_lesson(
                        path,
                        out.map_or(Path::new("."), PathBuf::as_path),
                        &lesson,
                        &runs,
                    )?;
                }
            }
            Err(problems) => {
                faults += problems.len();
                writeln!(output::stdout(), "{}", told(path, &problems))?;
            }
        }
    }
    match faults {
        0 => Ok(()),
        1 => Err(NotAllowed::because("one fault")),
        faults => Err(NotAllowed::because(format!("{faults} faults"))),
    }
}

/// The runs of a lesson without a fault.
fn passed(lesson: &Lesson) -> Result<Runs, Vec<Problem>> {
    let runs = Runs::of(lesson)?;
    let problems = check(lesson, &runs);
    match problems.is_empty() {
        true => Ok(runs),
        false => Err(problems),
    }
}

fn write_lesson(path: &Path, folder: &Path, lesson: &Lesson, runs: &Runs) -> Result<()> {
    let built = built_of(lesson, runs).map_err(|message| anyhow!(message))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (name, value) in [
        (format!("{name}.json"), &built.lesson),
        (format!("{name}.answers.json"), &built.answers),
        (format!("{name}.lesson.json"), &built.whole()),
    ] {
        file::write(&folder.join(name), |out| Ok(writeln!(out, "{value}")?))?;
    }
    Ok(())
}
