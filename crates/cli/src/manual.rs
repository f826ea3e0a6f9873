//! `makespan completions` and `makespan man`: the command for shells and for `man`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::{file, output};

pub(crate) fn completions_command() -> Command {
    Command::new("completions")
        .about("Print the completions of this command for a shell")
        .after_help(
            "bash: makespan completions bash > ~/.local/share/bash-completion/completions/makespan",
        )
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(value_parser!(Shell))
                .help("The shell"),
        )
}

pub(crate) fn completions(matches: &ArgMatches) -> Result<()> {
    let Some(shell) = matches.get_one::<Shell>("shell") else {
        return Ok(());
    };
    let mut text = Vec::new();
    clap_complete::generate(*shell, &mut crate::command(), "makespan", &mut text);
    Ok(output::stdout().write_all(&text)?)
}

pub(crate) fn man_command() -> Command {
    Command::new("man")
        .about("Print the manual page of this command")
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .help("Write this page and one for each subcommand into a folder instead, such as ~/.local/share/man/man1"),
        )
}

pub(crate) fn man(matches: &ArgMatches) -> Result<()> {
    let mut command = crate::command();
    let Some(folder) = matches.get_one::<PathBuf>("out") else {
        return Ok(Man::new(command).render(&mut output::stdout())?);
    };
    std::fs::create_dir_all(folder)
        .with_context(|| format!("{} could not be written", folder.display()))?;
    // It gives each subcommand its whole name.
    command.build();
    let own = command.clone().disable_help_subcommand(true);
    let below = command.get_subcommands().filter(|one| !one.is_hide_set());
    for one in [own].into_iter().chain(below.cloned()) {
        let name = one.get_display_name().unwrap_or(one.get_name()).to_owned();
        let page = Man::new(one);
        let path = folder.join(page.get_filename());
        file::write(&path, |out| Ok(page.render(out)?)).with_context(|| name)?;
    }
    Ok(())
}
