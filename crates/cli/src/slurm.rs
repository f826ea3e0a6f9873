//! `makespan slurm`: a study as an array of jobs.

use std::env;
use std::io::Write;
use std::path::{self, PathBuf};

use anyhow::{Context, Result};
use batch::slurm::{self, Jobs};
use clap::{Arg, ArgMatches, Command, value_parser};

use crate::arguments::whole;
use crate::output;
use crate::sweep::{out, plan, told};

pub(crate) fn command() -> Command {
    Command::new("slurm")
        .about("Write the jobs of a plan for Slurm: an array of shards, and the job that puts them together")
        .after_help("The folder of the study has to be on a disk that the machines share. DIR/submit.sh submits all jobs; after a failure, submit again.")
        .arg(plan())
        .arg(
            Arg::new("shards")
                .long("shards")
                .value_name("N")
                .required(true)
                .value_parser(whole::<u64>(batch::shard::MOST))
                .help("How many jobs the array has, at most as many as the plan has points"),
        )
        .arg(
            Arg::new("cores")
                .long("cores")
                .value_name("N")
                .default_value("1")
                .value_parser(whole::<u16>(u16::MAX.into()))
                .help("The cores of each job"),
        )
        .arg(
            Arg::new("program")
                .long("program")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("The program makespan as the machines find it; this one without the flag"),
        )
        .arg(out().required(true).help("The folder of the study; plan and scripts are written into it"))
}

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    let path = |name: &str| matches.get_one::<PathBuf>(name);
    let (Some(plan), Some(folder)) = (path("plan"), path("out")) else {
        return Ok(());
    };
    let plan = batch::plan::read(plan).map_err(told)?;
    let program = match path("program") {
        Some(program) => program.clone(),
        None => {
            env::current_exe().context("this program does not find itself: give --program FILE")?
        }
    };
    let whole = path::absolute(folder);
    let jobs = Jobs {
        shards: matches.get_one("shards").copied().unwrap_or(1),
        cores: matches.get_one("cores").copied().unwrap_or(1),
        program,
        folder: whole.with_context(|| format!("{} is no folder", folder.display()))?,
    };
    slurm::write(&plan, &jobs).map_err(told)?;
    let submit = folder.join("submit.sh");
    writeln!(output::stdout(), "sh {}", submit.display())?;
    Ok(())
}
