//! `makespan sweep` and `makespan merge`: studies of thousands of points.

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use batch::{Error, Estimate, Shard, Told};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use report::words::count;

use crate::arguments::whole;
use crate::inputs::NotAllowed;
use crate::output;

const PLAN: &str = "\
A plan is a file in TOML or JSON:

  plan = 1                        # the version of plans
  preset = \"bursts-replicate\"     # or link = \"#…\", or scenario = {…}
  change = { iterations = 200 }   # for all points
  replications = 100              # runs a point

  [[axes]]
  parameter = \"processors\"
  values = [4, 8, 16]

  [[axes]]
  parameter = \"traces.mean\"
  from = 0.1
  to = 10
  number = 20
  scale = \"log\"                   # or linear

  [keep]
  figures = [\"speedup\"]           # all without this line
  tables = [\"strategies\"]

Points are all combinations of values. With design = \"random\" or design = \"latin-hypercube\", points = 500 and seed = 1, so many are drawn from lists and ranges, and a range needs no number.";

/// The folder that results are written to.
pub(crate) fn out() -> Arg {
    Arg::new("out")
        .long("out")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
}

/// The plan.
pub(crate) fn plan() -> Arg {
    Arg::new("plan")
        .value_name("PLAN")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("The plan, a file in TOML or JSON")
}

pub(crate) fn command() -> Command {
    Command::new("sweep")
        .about("Run a plan: one scenario at thousands of points, on all cores")
        .after_help(PLAN)
        .arg(plan())
        .arg(out().required_unless_present("estimate").help(
            "The folder of this study: its journal, and at the end runs and points as Parquet and CSV. A run that was ended or killed goes on where it stood",
        ))
        .arg(
            Arg::new("shard")
                .long("shard")
                .value_name("i/n")
                .default_value("1/1")
                .value_parser(value_parser!(Shard))
                .help("Do one of n shares of the points; makespan merge puts them together"),
        )
        .arg(
            Arg::new("threads")
                .long("threads")
                .value_name("N")
                .value_parser(whole::<u16>(u16::MAX.into()))
                .help("How many points are run at a time; as many as there are cores without this flag"),
        )
        .arg(
            Arg::new("estimate")
                .long("estimate")
                .action(ArgAction::SetTrue)
                .help("Run a few points, and estimate time and memory of all"),
        )
}

pub(crate) fn merge_command() -> Command {
    Command::new("merge")
        .about("Put the shards of a study together")
        .arg(
            Arg::new("shards")
                .value_name("DIR")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help("The folders of all shards"),
        )
        .arg(out().required(true).help("The folder of the whole study"))
}

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    let Some(path) = matches.get_one::<PathBuf>("plan") else {
        return Ok(());
    };
    let plan = batch::plan::read(path).map_err(told)?;
    let shard = matches.get_one("shard").copied().unwrap_or(Shard::WHOLE);
    let threads = matches.get_one::<u16>("threads").map_or_else(
        || thread::available_parallelism().map_or(1, Into::into),
        |threads| usize::from(*threads),
    );
    if matches.get_flag("estimate") {
        let estimate = batch::estimate(&plan, shard, threads).map_err(told)?;
        return print_estimate(&estimate, threads);
    }
    let Some(folder) = matches.get_one::<PathBuf>("out") else {
        return Ok(());
    };
    let mut progress = Progress::start();
    let mut tell = |told: Told| {
        progress.tell(told);
        ControlFlow::Continue(())
    };
    let done = batch::work(&plan, shard, threads, folder, &mut tell);
    progress.end();
    let done = done.map_err(told)?;
    let mut stdout = output::stdout();
    if shard == Shard::WHOLE {
        return print_end(done.all, done.refused, folder);
    }
    let points = count(done.all as usize, "point", "points");
    writeln!(
        stdout,
        "shard {shard}: {points} in {}; makespan merge puts all shards together",
        folder.display()
    )?;
    Ok(())
}

pub(crate) fn merge(matches: &ArgMatches) -> Result<()> {
    let shards: Vec<PathBuf> = matches
        .get_many("shards")
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let Some(folder) = matches.get_one::<PathBuf>("out") else {
        return Ok(());
    };
    let (plan, refused) = batch::merge(&shards, folder).map_err(told)?;
    print_end(plan.points(), refused, folder)
}

/// An error of the plan or its values ends the command with code 2.
pub(crate) fn told(error: Error) -> anyhow::Error {
    match error {
        Error::Plan { .. } | Error::NotAllowed(_) => NotAllowed::because(error),
        error => anyhow!(error),
    }
}

fn print_end(points: u64, refused: u64, folder: &Path) -> Result<()> {
    let mut stdout = output::stdout();
    let points = count(points as usize, "point", "points");
    let left_out = match refused {
        0 => String::new(),
        some => format!(
            ", of which {} (points.csv says why)",
            count(some as usize, "has no run", "have no run")
        ),
    };
    writeln!(stdout, "{points}{left_out}: {}", folder.display())?;
    Ok(())
}

fn print_estimate(estimate: &Estimate, threads: usize) -> Result<()> {
    let mut stdout = output::stdout();
    let rows = [
        (
            "points",
            format!("{} ({} tried)", estimate.points, estimate.tried),
        ),
        ("rows", format!("about {:.0}", estimate.rows)),
        (
            "time",
            format!(
                "about {} on {}",
                span(estimate.time),
                count(threads, "thread", "threads")
            ),
        ),
        ("memory", format!("about {:.0} MB", estimate.memory / 1e6)),
        ("disk", format!("about {:.1} MB", estimate.disk / 1e6)),
    ];
    for (name, value) in rows {
        writeln!(stdout, "{name:<8}{value}")?;
    }
    Ok(())
}

/// A time in words.
fn span(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => "1 s".into(),
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7_200.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3_600.0),
    }
}

/// How far a study is, on standard error: a bar for people, a line now and then for a log.
struct Progress {
    bar: ProgressBar,
    watched: bool,
    start: Instant,
    /// When the next line is due, and how many points were done at the beginning.
    next: Duration,
    first: Option<u64>,
    /// Whether the keys that the first point lacks were told.
    told: bool,
}

impl Progress {
    fn start() -> Self {
        let bar = ProgressBar::no_length();
        let style = "{bar:30} {pos} of {len} points, {per_sec}, {eta} left";
        bar.set_style(
            ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Self {
            bar,
            watched: std::io::stderr().is_terminal(),
            start: Instant::now(),
            next: Duration::from_secs(10),
            first: None,
            told: false,
        }
    }

    fn tell(&mut self, told: Told) {
        let first = match self.first {
            Some(first) => first,
            None => {
                self.first = Some(told.done);
                self.begin(&told);
                told.done
            }
        };
        self.bar.set_position(told.done);
        if let (false, Some(lacking)) = (self.told, &told.lacking) {
            self.told = true;
            self.lacking(lacking);
        }
        let elapsed = self.start.elapsed();
        if !self.watched && elapsed >= self.next && told.done > first {
            self.next = elapsed * 2;
            let rate = (told.done - first) as f64 / elapsed.as_secs_f64();
            let left = Duration::from_secs_f64((told.all - told.done) as f64 / rate);
            let (done, all, left) = (told.done, told.all, span(left));
            let _ = writeln!(
                output::stderr(),
                "note: {done} of {all} points, {rate:.1} a second, about {left} left"
            );
        }
    }

    /// Tells the points that an earlier run did.
    fn begin(&self, told: &Told) {
        self.bar.set_length(told.all);
        // Points that an earlier run did say nothing about the pace of this one.
        self.bar.set_position(told.done);
        self.bar.reset_eta();
        let mut out = output::stderr();
        if told.done > 0 {
            let (done, all) = (told.done, told.all);
            let _ = writeln!(out, "note: {done} of {all} points were done before");
        }
        if told.spoilt > 0 {
            let lines = count(told.spoilt, "line", "lines");
            let _ = writeln!(
                out,
                "note: left out of the journal: {lines} that did not match the digits at the beginning"
            );
        }
    }

    /// A key that nothing has is seen before hours have passed.
    fn lacking(&self, [figures, tables]: &[Vec<String>; 2]) {
        for (kind, keys) in [("figure", figures), ("table", tables)] {
            for key in keys {
                self.bar.suspend(|| {
                    let _ = writeln!(
                        output::stderr(),
                        "note: the first point has no {kind} “{key}”, which the plan keeps; `makespan run` with --json shows all keys"
                    );
                });
            }
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
