//! The `makespan` command: the laboratories from a terminal.
//!
//! Exit codes: 0 done; 1 something could not be read, written or run; 2 the command line or the scenario asks for something that is
//! not allowed. Results go to standard output, everything else to standard error.

mod arguments;
mod challenge;
mod clock;
mod figures;
mod file;
mod inputs;
mod judge;
mod lesson;
mod list;
mod manual;
mod measure;
mod output;
mod run;
mod slurm;
mod state;
mod sweep;
mod verify;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{ArgMatches, Command};

const AFTER_HELP: &str = "Exit codes: 0 done; 1 reading, writing or running failed; 2 the command line or the scenario has a value that is not allowed.";

fn command() -> Command {
    Command::new("makespan")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A scheduling playground: run scenarios, evaluate formulas, measure job runtimes")
        .after_help(AFTER_HELP)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(run::command())
        .subcommand(sweep::command())
        .subcommand(sweep::merge_command())
        .subcommand(slurm::command())
        .subcommand(verify::command())
        .subcommand(list::eval_command())
        .subcommand(list::quantities_command())
        .subcommand(list::schema_command())
        .subcommand(list::laboratories_command())
        .subcommand(list::presets_command())
        .subcommand(list::link_command())
        .subcommand(lesson::command())
        .subcommand(challenge::command())
        .subcommand(judge::command())
        .subcommand(figures::command())
        .subcommand(measure::command())
        .subcommand(measure::worker_command())
        .subcommand(manual::completions_command())
        .subcommand(manual::man_command())
}

/// Carries out the command line, with the laboratories that this program installed.
#[must_use]
pub fn main() -> ExitCode {
    let matches = command().get_matches();
    match dispatch(&matches) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(output::stderr(), "error: {error:#}");
            ExitCode::from(if error.is::<inputs::NotAllowed>() {
                2
            } else {
                1
            })
        }
    }
}

fn dispatch(matches: &ArgMatches) -> Result<()> {
    match matches.subcommand() {
        Some(("run", matches)) => run::run(matches),
        Some(("sweep", matches)) => sweep::run(matches),
        Some(("merge", matches)) => sweep::merge(matches),
        Some(("slurm", matches)) => slurm::run(matches),
        Some(("verify", matches)) => verify::run(matches),
        Some(("eval", matches)) => list::eval(matches),
        Some(("quantities", matches)) => list::quantities(matches),
        Some(("schema", _)) => list::schema(),
        Some(("laboratories", matches)) => list::laboratories(matches),
        Some(("presets", matches)) => list::presets(matches),
        Some(("link", matches)) => list::link(matches),
        Some(("lesson", matches)) => lesson::run(matches),
        Some(("challenge", matches)) => challenge::run(matches),
        Some(("judge", matches)) => judge::run(matches),
        Some(("figures", matches)) => figures::run(matches),
        Some(("measure", matches)) => measure::run(matches),
        Some((measure::WORKER, matches)) => measure::work(matches),
        Some(("completions", matches)) => manual::completions(matches),
        Some(("man", matches)) => manual::man(matches),
        _ => Ok(()),
    }
}
