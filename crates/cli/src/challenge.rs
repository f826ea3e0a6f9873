//! `makespan challenge`: a strategy of one's own against built-in ones.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ::challenge::model::case_name;
use ::challenge::shipped::{self, SHIPPED};
use ::challenge::{Better, Came, Challenge, Contest, Ranking, Run, Submission, parse};
use anyhow::{Context, Result, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use report::words::count;

use crate::file;
use crate::inputs::NotAllowed;
use crate::output::{self, shown};

/// The name of a strategy whose writer gives none.
const NAMELESS: &str = "Your strategy";

/// So many characters of a text that somebody handed in are shown in a cell.
pub(crate) const LONGEST: usize = 200;

pub(crate) fn command() -> Command {
    let challenge = Arg::new("challenge")
        .value_name("CHALLENGE")
        .required(true)
        .help("The name of a challenge of the list, or the Markdown file of one");
    Command::new("challenge")
        .about("Let a strategy of your own compete with built-in ones")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(Command::new("list").about("The challenges that come with Makespan"))
        .subcommand(
            Command::new("show")
                .about("The task, who competes, the cases, and the strategy to begin with")
                .arg(challenge.clone()),
        )
        .subcommand(
            Command::new("check")
                .about("Read challenges of your own, run their public cases and hidden ones, and name faults")
                .arg(
                    Arg::new("file")
                        .value_name("FILE")
                        .required(true)
                        .action(ArgAction::Append)
                        .value_parser(value_parser!(PathBuf))
                        .help("Markdown files of challenges"),
                ),
        )
        .subcommand(
            Command::new("run")
                .about("Run a strategy in the public cases; with --output submit it: run it in hidden ones, which are drawn from its text")
                .after_help("Exit code 1: the strategy fails in a case.")
                .arg(challenge)
                .arg(
                    Arg::new("code")
                        .long("code")
                        .value_name("@FILE|TEXT")
                        .required(true)
                        .help("The strategy, or @ and the name of its file"),
                )
                .arg(
                    Arg::new("name")
                        .long("name")
                        .value_name("NAME")
                        .default_value(NAMELESS)
                        .help("The strategy’s name in the result, such as your name"),
                )
                .arg(
                    Arg::new("output")
                        .long("output")
                        .value_name("FILE")
                        .value_parser(value_parser!(PathBuf))
                        .help("Draw the hidden cases and write the result, which makespan judge reads"),
                ),
        )
}

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    match matches.subcommand() {
        Some(("list", _)) => list(),
        Some(("show", matches)) => show(&named(matches)?),
        Some(("check", matches)) => check(matches),
        Some(("run", matches)) => compete(matches),
        _ => Ok(()),
    }
}

/// The challenge that an argument names.
fn named(matches: &ArgMatches) -> Result<Challenge> {
    let name: &String = matches.get_one("challenge").context("no challenge")?;
    find(name)
}

/// A challenge by its name in the list, or by its file.
pub(crate) fn find(name: &str) -> Result<Challenge> {
    if let Some(known) = shipped::find(name) {
        return read(Path::new(known.name), known.text);
    }
    let path = Path::new(name);
    if !path.exists() {
        let names: Vec<&str> = SHIPPED.iter().map(|one| one.name).collect();
        let names = names.join(", ");
        return Err(NotAllowed::because(format!(
            "“{name}” is no challenge and no file; allowed: {names}, or a Markdown file"
        )));
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    read(path, &text)
}

fn read(path: &Path, text: &str) -> Result<Challenge> {
    parse(text).map_err(|problems| {
        let lines = problems
            .iter()
            .map(|problem| format!("{}:{}: {}", path.display(), problem.line, problem.message));
        NotAllowed::because(lines.collect::<Vec<_>>().join("\n"))
    })
}

fn list() -> Result<()> {
    let mut table = Table::new();
    table.load_style(NOTHING);
    for one in SHIPPED {
        let challenge = read(Path::new(one.name), one.text)?;
        table.add_row([one.name, &challenge.title, &challenge.idea]);
    }
    writeln!(output::stdout(), "{table}")?;
    Ok(())
}

fn show(challenge: &Challenge) -> Result<()> {
    let mut out = output::stdout();
    let Challenge {
        title,
        markdown,
        seconds,
        parameter,
        ..
    } = challenge;
    let better = match challenge.better {
        Better::Less => "less is better",
        Better::More => "more is better",
    };
    writeln!(out, "{title}\n\n{markdown}\n")?;
    writeln!(out, "laboratory   {}", challenge.scenario.about().title)?;
    writeln!(
        out,
        "counts       {}: {better}, on average over all cases",
        counted(challenge)
    )?;
    let names: Vec<&str> = challenge.ways.iter().map(|way| way.name.as_str()).collect();
    writeln!(
        out,
        "baseline     {}",
        names.first().copied().unwrap_or_default()
    )?;
    let rivals = match names.get(1..) {
        None | Some([]) => "none".to_owned(),
        Some(rivals) => rivals.join(", "),
    };
    writeln!(out, "rivals       {rivals}")?;
    let public: Vec<String> = challenge.public.iter().map(case_name).collect();
    writeln!(out, "public       {}", public.join("; "))?;
    let drawn: Vec<&str> = challenge
        .drawn
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let hidden = count(challenge.hidden, "case", "cases");
    writeln!(
        out,
        "hidden       {hidden}, drawn from the text of the strategy: {}",
        drawn.join(", ")
    )?;
    writeln!(out, "time         at most {seconds} s for a case")?;
    writeln!(
        out,
        "\nThe strategy to begin with ({parameter}):\n\n{}",
        challenge.beginning().trim_end()
    )?;
    Ok(())
}

/// The name of the figure that counts. Reports name figures, so the baseline runs in the first public case.
fn counted(challenge: &Challenge) -> String {
    let baseline = challenge.ways.first().zip(challenge.public.first());
    let scenario = baseline.and_then(|(way, case)| challenge.built_in(way, case).ok());
    let came = scenario
        .and_then(|one| Came::by_running(&one, &challenge.figure, &mut report::Silent).ok());
    came.map_or_else(|| challenge.figure.clone(), |came| came.name)
}

fn check(matches: &ArgMatches) -> Result<()> {
    let mut faults = 0;
    for path in matches.get_many::<PathBuf>("file").into_iter().flatten() {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let checked = read(path, &text).and_then(|challenge| {
            let checked = challenge.check(|contest| results(&challenge, contest));
            checked.map_err(|why| anyhow!("{}: {why}", path.display()))?;
            Ok(challenge)
        });
        let mut out = output::stdout();
        match checked {
            Ok(challenge) => {
                let rivals = count(challenge.ways.len() - 1, "rival", "rivals");
                let public = challenge.public.len();
                writeln!(
                    out,
                    "{}: {rivals}, {public} public and {} hidden cases",
                    path.display(),
                    challenge.hidden
                )?;
            }
            Err(error) => {
                faults += 1;
                writeln!(out, "{error:#}")?;
            }
        }
    }
    match faults {
        0 => Ok(()),
        faults => Err(NotAllowed::because(count(
            faults,
            "file with a fault",
            "files with faults",
        ))),
    }
}

fn compete(matches: &ArgMatches) -> Result<()> {
    let challenge = named(matches)?;
    let code: &String = matches.get_one("code").context("no strategy")?;
    let code = match code.strip_prefix('@') {
        Some(path) => fs::read_to_string(path)
            .with_context(|| format!("the strategy {path} could not be read"))?,
        None => code.clone(),
    };
    let name: &String = matches.get_one("name").context("no name")?;
    let name = match name.trim() {
        "" => NAMELESS,
        name => name,
    };
    let output: Option<&PathBuf> = matches.get_one("output");
    if let Some(path) = output {
        file::check(path)?;
    }
    let cases = match output {
        Some(_) => challenge.cases([code.as_str()], ""),
        None => challenge.public.clone(),
    };
    let contest = Contest::new(&challenge, [(name.to_owned(), code.as_str())], cases);
    let ran = results(&challenge, &contest);
    let ranking = Ranking::of(&challenge, &contest, &ran).map_err(NotAllowed::because)?;
    let what = if output.is_some() { "hidden" } else { "public" };
    print(&ranking, what)?;
    let row = ranking
        .own()
        .next()
        .context("the strategy did not compete")?;
    if let Some(path) = output {
        let version = env!("CARGO_PKG_VERSION");
        let result = Submission::new(&challenge, version, name, &code, (row, &contest.cases));
        let text = result.file().map_err(|message| anyhow!(message))?;
        file::write(path, |out| Ok(out.write_all(text.as_bytes())?))?;
    }
    match &row.fault {
        Some(fault) => Err(anyhow!("the strategy fails: {fault}")),
        None => Ok(()),
    }
}

/// Prints a ranking; `what` names the cases.
pub(crate) fn print(ranking: &Ranking, what: &str) -> Result<()> {
    let mut table = Table::new();
    table.load_style(NOTHING);
    let better = match ranking.better {
        Better::Less => "less is better",
        Better::More => "more is better",
    };
    table.set_header(["place", "", &ranking.figure, "beside the baseline", ""]);
    for row in &ranking.rows {
        let place = match row.shared {
            true => format!("{} =", row.place),
            false => row.place.to_string(),
        };
        let (beside, says) = match (&row.beside, &row.fault) {
            (_, Some(fault)) => (String::new(), fault.clone()),
            (Some(beside), None) => (beside.text.clone(), beside.says.to_owned()),
            (None, None) => ("baseline".to_owned(), String::new()),
        };
        let (name, says) = (shown(&row.name, LONGEST), shown(&says, LONGEST));
        table.add_row([place, name, row.text.clone(), beside, says]);
    }
    let cases = match ranking.cases {
        1 => format!("one {what} case"),
        cases => format!("{cases} {what} cases"),
    };
    let mut out = output::stdout();
    writeln!(
        out,
        "{table}\n\nMeans over {cases}, {better}. A place is one more than the number of those who are clearly better: the 95 % interval of the difference leaves 0 out. “=”: others share it."
    )?;
    Ok(())
}

/// The outcomes of all runs of a contest, in their order, on all cores.
pub(crate) fn results(challenge: &Challenge, contest: &Contest) -> Vec<Result<Came, String>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(vec![Err("it was not run".to_owned()); contest.runs.len()]);
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(run) = contest.runs.get(place) else {
                        break;
                    };
                    let came = came(challenge, run);
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some(slot) = done.get_mut(place) {
                        *slot = came;
                    }
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The outcome of a run, which has the time of the challenge.
fn came(challenge: &Challenge, run: &Run) -> Result<Came, String> {
    let scenario = run.scenario.as_ref().map_err(Clone::clone)?;
    let (start, most) = (
        Instant::now(),
        Duration::from_secs(challenge.seconds.into()),
    );
    let mut late = false;
    let mut watch = |_: u64, _: u64| {
        late = start.elapsed() > most;
        if late {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let came = Came::by_running(scenario, &challenge.figure, &mut watch);
    match late {
        true => Err(challenge.too_slow()),
        false => came,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_takes_too_long_is_a_failure() {
        let known = find("level-switches").unwrap();
        let case = known.public.first().unwrap();
        let run = Run {
            entry: 0,
            case: 0,
            scenario: known.of_strategy(&known.beginning(), case),
        };
        assert!(came(&known, &run).is_ok());
        // No run takes no time at all.
        let strict = Challenge {
            seconds: 0,
            ..known
        };
        assert_eq!(
            came(&strict, &run),
            Err("it takes longer than 0 s".to_owned())
        );
    }
}
