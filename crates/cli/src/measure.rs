//! `makespan measure`: real job runtimes of this machine.
//!
//! Each node is a process of its own that runs the same job again and again; the processes of a batch start
//! together and share the machine, as the programs of a time-shared node do.

use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command as Process, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use clap::{Arg, ArgMatches, Command, value_parser};
use trace::measure::{Clock, Job, MAX_JOB_MS, calibrate, measure};
use trace::random::Random;
use trace::{Node, TraceSet};

use crate::arguments::whole;
use crate::output;

/// A message that a measuring process echoes.
const PING: &str = "ping\n";
/// How many messages to each process are timed.
const PINGS: usize = 200;

/// The hidden command of a measuring process.
pub(crate) const WORKER: &str = "measure-node";

pub(crate) fn command() -> Command {
    Command::new("measure")
        .about("Measure the runtimes of a real job on this machine, N times in a row, as CSV")
        .long_about(
            "Measure the runtimes of a real job on this machine, N times in a row, as CSV.\n\n\
             The job is a fixed number of iterations of red/black successive over-relaxation on a fixed grid, \
             calibrated at the start so that it takes the wanted time on this machine. The runtimes are wall-clock times: other programs on the machine make them longer. \
             A line above the table tells the median time of a message to a process, through a pipe.",
        )
        .arg(number("jobs", "1000", "The number of jobs that each node runs, one after another").value_parser(whole::<u32>(1_000_000)))
        .arg(
            number("job-ms", "15", "The runtime of a job on an idle machine, ms")
                .value_parser(length),
        )
        .arg(
            number("processes", "1", "The number of nodes measured at the same time, each in a process of its own")
                .value_parser(whole::<u32>(256)),
        )
        .arg(
            number("batches", "1", "The number of repetitions; nodes = processes × batches")
                .value_parser(whole::<u32>(256)),
        )
        .arg(
            Arg::new("disturb")
                .long("disturb")
                .value_name("KIND")
                .value_parser(["none", "levels", "bursts"])
                .default_value("none")
                .help(
                    "Competing load at seeded times: levels (one to eight busy threads for some seconds) or bursts \
                     (sixteen busy threads for some tenths of a second)",
                ),
        )
        .arg(number("seed", "2006", "The seed for the times of the competing load").value_parser(seed))
        .arg(
            Arg::new("out")
                .long("out")
                .short('o')
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Write to this file instead of standard output"),
        )
}

/// Reads the length of a job.
fn length(text: &str) -> Result<f64, String> {
    let length = text.parse::<f64>().ok();
    let length = length.filter(|ms| *ms > 0.0 && *ms <= MAX_JOB_MS);
    length.ok_or_else(|| format!("allowed: a number above 0, at most {MAX_JOB_MS} ms"))
}

/// Reads a seed.
fn seed(text: &str) -> Result<u64, String> {
    let whole = format!("allowed: a whole number from 0 to {}", u64::MAX);
    text.parse().map_err(|_| whole)
}

fn number(name: &'static str, default: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("NUMBER")
        .default_value(default)
        .help(help)
}

/// The command that each measuring process runs; its first line on standard input starts it.
pub(crate) fn worker_command() -> Command {
    Command::new(WORKER)
        .hide(true)
        .arg(
            Arg::new("iterations")
                .required(true)
                .value_parser(value_parser!(u32)),
        )
        .arg(
            Arg::new("jobs")
                .required(true)
                .value_parser(value_parser!(u32)),
        )
}

/// Monotonic time of this process.
struct WallClock(Instant);

impl Clock for WallClock {
    fn now_ms(&mut self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1e3
    }
}

pub(crate) fn work(matches: &ArgMatches) -> Result<()> {
    let get = |name| matches.get_one::<u32>(name).copied().unwrap_or(1);
    let (iterations, jobs) = (get("iterations"), get("jobs"));
    let mut clock = WallClock(Instant::now());
    // One job unmeasured: its pages and caches are those of a running program, not of a starting one.
    measure(&mut clock, Job { iterations }, 1, |_| {
        ControlFlow::Continue(())
    });
    let mut out = output::stdout();
    writeln!(out, "ready")?;
    out.flush()?;
    // Messages are echoed until one says go.
    let mut line = String::new();
    while io::stdin().lock().read_line(&mut line)? > 0 && line == PING {
        out.write_all(PING.as_bytes())?;
        out.flush()?;
        line.clear();
    }
    let runtimes = measure(&mut clock, Job { iterations }, jobs as usize, |_| {
        ControlFlow::Continue(())
    });
    for runtime in runtimes {
        writeln!(out, "{runtime:.3}")?;
    }
    Ok(())
}

pub(crate) fn run(matches: &ArgMatches) -> Result<()> {
    let count = |name| matches.get_one::<u32>(name).copied().unwrap_or(1);
    if let Some(path) = matches.get_one::<PathBuf>("out") {
        crate::file::check(path)?;
    }
    let (jobs, processes, batches) = (count("jobs"), count("processes"), count("batches"));
    let wanted = matches.get_one::<f64>("job-ms").copied().unwrap_or(15.0);
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or(0);
    let load = matches
        .get_one::<String>("disturb")
        .and_then(|kind| Load::named(kind));
    let job = calibrate(&mut WallClock(Instant::now()), wanted)
        .map_err(crate::inputs::NotAllowed::because)?;
    let watched = io::stderr().is_terminal();
    let (mut nodes, mut messages) = (Vec::new(), Vec::new());
    for batch in 0..batches {
        if watched {
            write!(output::stderr(), "\rbatch {} of {batches}", batch + 1)?;
        }
        let disturbance =
            load.map(|load| Disturbance::start(load, Random::stream(seed, &[u64::from(batch)])));
        let measured = together(processes, job, jobs, &mut messages);
        drop(disturbance);
        for runtimes in measured? {
            let host = nodes.len();
            nodes.push(Node {
                name: format!("node {}", host + 1),
                position: None,
                host,
                runtimes,
            });
        }
    }
    if watched {
        writeln!(
            output::stderr(),
            "\r\x1b[K{} nodes, {} SOR iterations a job",
            nodes.len(),
            job.iterations
        )?;
    }
    let mut set = TraceSet::new("measured", nodes)?;
    messages.sort_by(f64::total_cmp);
    if let Some(median) = messages.get(messages.len() / 2) {
        // Digits beyond these are noise.
        set = set.with_message((median * 1e4).round() / 1e4);
    }
    let text = trace::write::wide(&set);
    match matches.get_one::<PathBuf>("out") {
        Some(path) => crate::file::write(path, |out| Ok(out.write_all(text.as_bytes())?)),
        None => Ok(output::stdout().write_all(text.as_bytes())?),
    }
}

/// Runs the job in several processes at once; a series of runtimes in ms for each. Before, `messages` get the times of messages to the
/// processes, ms.
fn together(processes: u32, job: Job, jobs: u32, messages: &mut Vec<f64>) -> Result<Vec<Vec<f64>>> {
    let mut measuring = Vec::new();
    for _ in 0..processes {
        measuring.push(Measuring::start(job, jobs)?);
    }
    for process in &mut measuring {
        process.wait_until_ready()?;
    }
    for process in &mut measuring {
        for _ in 0..PINGS {
            messages.push(process.message()?);
        }
    }
    for process in &mut measuring {
        process.go()?;
    }
    measuring.into_iter().map(Measuring::finish).collect()
}

/// A measuring process; it is stopped when it is dropped.
struct Measuring {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<std::process::ChildStdout>,
}

impl Measuring {
    fn start(job: Job, jobs: u32) -> Result<Self> {
        let program =
            std::env::current_exe().context("this program's own file could not be found")?;
        let mut child = Process::new(program)
            .args([WORKER, &job.iterations.to_string(), &jobs.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("a measuring process could not be started")?;
        let input = child.stdin.take();
        let output = child
            .stdout
            .take()
            .ok_or_else(|| anyhow!("a measuring process has no output"))?;
        Ok(Self {
            child,
            input,
            output: BufReader::new(output),
        })
    }

    fn wait_until_ready(&mut self) -> Result<()> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        if line.trim() == "ready" {
            Ok(())
        } else {
            bail!("a measuring process said {line:?} instead of ready")
        }
    }

    /// The time of a message to it, ms: half of the time until its echo.
    fn message(&mut self) -> Result<f64> {
        let mut clock = WallClock(Instant::now());
        let input = self.input.as_mut();
        let input = input.ok_or_else(|| anyhow!("a measuring process has no input"))?;
        input.write_all(PING.as_bytes())?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        match line == PING {
            true => Ok(clock.now_ms() / 2.0),
            false => bail!("a measuring process said {line:?} instead of an echo"),
        }
    }

    fn go(&mut self) -> Result<()> {
        let input = self
            .input
            .take()
            .ok_or_else(|| anyhow!("a measuring process has no input"))?;
        { input }
            .write_all(b"go\n")
            .context("a measuring process could not be told to start")
    }

    fn finish(mut self) -> Result<Vec<f64>> {
        let mut runtimes = Vec::new();
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            runtimes.push(
                line.trim()
                    .parse()
                    .with_context(|| format!("a measuring process said {line:?}"))?,
            );
            line.clear();
        }
        let status = self.child.wait()?;
        if status.success() {
            Ok(runtimes)
        } else {
            bail!("a measuring process ended with {status}")
        }
    }
}

impl Drop for Measuring {
    fn drop(&mut self) {
        // Fails where the process has ended already, as wanted.
        let _ = self.child.kill();
    }
}

/// The load of competing programs: how many threads are busy, for how long, and how long none is; means in s.
#[derive(Clone, Copy)]
struct Load {
    most_threads: u64,
    all_at_once: bool,
    busy: f64,
    idle: f64,
}

impl Load {
    fn named(kind: &str) -> Option<Self> {
        match kind {
            "levels" => Some(Self {
                most_threads: 8,
                all_at_once: false,
                busy: 4.0,
                idle: 3.0,
            }),
            "bursts" => Some(Self {
                most_threads: 16,
                all_at_once: true,
                busy: 0.2,
                idle: 1.2,
            }),
            _ => None,
        }
    }
}

/// Competing load until it is dropped.
struct Disturbance {
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Disturbance {
    fn start(load: Load, mut random: Random) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                rest(&stopped, random.exponential(load.idle));
                let threads = if load.all_at_once {
                    load.most_threads
                } else {
                    1 + random.below(load.most_threads)
                };
                let busy = random.exponential(load.busy);
                thread::scope(|scope| {
                    for _ in 0..threads {
                        scope.spawn(|| work_for(&stopped, busy));
                    }
                });
            }
        });
        Self {
            stop,
            thread: Some(thread),
        }
    }
}

impl Drop for Disturbance {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A load that panicked has stopped, too.
            let _ = thread.join();
        }
    }
}

fn work_for(stopped: &AtomicBool, seconds: f64) {
    let start = Instant::now();
    let mut clock = WallClock(start);
    while !stopped.load(Ordering::Relaxed) && start.elapsed().as_secs_f64() < seconds {
        measure(&mut clock, Job { iterations: 8 }, 1, |_| {
            ControlFlow::Continue(())
        });
    }
}

fn rest(stopped: &AtomicBool, seconds: f64) {
    let start = Instant::now();
    while !stopped.load(Ordering::Relaxed) && start.elapsed().as_secs_f64() < seconds {
        thread::sleep(Duration::from_millis(5));
    }
}
