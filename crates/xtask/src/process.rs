//! Starting programs: seen or unseen, with a time limit, and with errors that name the command.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process_group};

/// The number of last lines of a failed program that are worth showing.
const LINES_OF_A_FAILURE: usize = 30;

/// Runs a program in the open: its output goes to the terminal as it comes.
pub(crate) fn show(command: &mut Command) -> Result<()> {
    let line = line(command);
    eprintln!("\n> {line}");
    let status = command.status().with_context(|| cannot_start(&line))?;
    ended(&line, status)
}

/// Runs a program in the open and tells every line of its output, both streams in their order.
///
/// With a `silence`, a program that writes nothing for so long is ended with all programs that it started.
pub(crate) fn show_lines(
    mut command: Command,
    silence: Option<Duration>,
    mut each: impl FnMut(&str),
) -> Result<()> {
    let line = line(&command);
    eprintln!("\n> {line}");
    let (reader, writer) = io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    if silence.is_some() {
        command.process_group(0);
    }
    let mut child = command.spawn().with_context(|| cannot_start(&line))?;
    // The pipe ends when nobody can write into it any more.
    drop(command);
    let (tell, heard) = mpsc::channel::<()>();
    let group = Pid::from_child(&child);
    let watch = silence.map(|silence| {
        thread::spawn(move || {
            let silent = loop {
                match heard.recv_timeout(silence) {
                    Ok(()) => {}
                    Err(end) => break end == RecvTimeoutError::Timeout,
                }
            };
            if silent {
                kill_process_group(group, Signal::KILL).ok();
            }
            silent
        })
    });
    for said in BufReader::new(reader).split(b'\n') {
        let said = String::from_utf8_lossy(&said?).into_owned();
        println!("{said}");
        tell.send(()).ok();
        each(&said);
    }
    drop(tell);
    let status = child.wait()?;
    let silent = watch.is_some_and(|watch| watch.join().unwrap_or(false));
    if let Some(silence) = silence.filter(|_| silent) {
        let minutes = silence.as_secs_f64() / 60.0;
        bail!("`{line}` said nothing for {minutes:.1} minutes; its last output stands above");
    }
    ended(&line, status)
}

/// A program that says its processor time at its end: a machine that does other things takes longer. Arguments can be added;
/// `shell` is the workshop's command for `sh`.
pub(crate) fn timed(mut shell: Command, program: &Path) -> Command {
    shell.args(["-c", "\"$0\" \"$@\"; ended=$?; times; exit $ended"]);
    shell.arg(program);
    shell
}

/// The seconds of processor time of a timed program and of the programs that it started, from a line that the shell writes
/// at its end; the last line counts.
pub(crate) fn processor_time(line: &str) -> Option<f64> {
    let times: Vec<&str> = line.split_whitespace().collect();
    if times.len() != 2 {
        return None;
    }
    let seconds = times.into_iter().map(|time| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    });
    seconds.sum()
}

/// Runs a program beside others and shows its output when it has ended, all at once.
pub(crate) fn show_whole(command: &mut Command) -> Result<()> {
    let line = line(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| cannot_start(&line))?;
    let said = [output.stdout, output.stderr].concat();
    let mut all = format!("\n> {line}\n").into_bytes();
    all.extend(said);
    io::stdout().lock().write_all(&all)?;
    ended(&line, output.status)
}

fn ended(line: &str, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// Runs a program unseen and returns its standard output. An error has the last lines of its output.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .with_context(|| cannot_start(&line))?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .concat();
        bail!("`{line}` failed ({}){}", output.status, last_lines(&said));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a program unseen, for no longer than `limit`; then it and all programs that it started are ended.
///
/// Its standard error goes into `log`, a file of the caller's, so that an error can quote it.
pub(crate) fn read_within(command: &mut Command, limit: Duration, log: &Path) -> Result<()> {
    let line = line(command);
    let file = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(file)
        .process_group(0)
        .spawn()
        .with_context(|| cannot_start(&line))?;
    let status = wait_until(&mut child, Instant::now() + limit)?;
    let said = fs::read(log)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default();
    fs::remove_file(log).ok();
    match status {
        Some(status) if status.success() => Ok(()),
        Some(status) => bail!("`{line}` failed ({status}){}", last_lines(&said)),
        None => {
            end_group(&mut child)?;
            bail!(
                "`{line}` gave no answer within {} s{}",
                limit.as_secs(),
                last_lines(&said)
            )
        }
    }
}

/// The status of a child that ends before the deadline.
fn wait_until(child: &mut Child, deadline: Instant) -> Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Ends a child that leads a process group, and the group: by SIGTERM, then by SIGKILL.
fn end_group(child: &mut Child) -> Result<()> {
    let group = Pid::from_child(child);
    // A group that is gone already is as good as one that was ended.
    kill_process_group(group, Signal::TERM).ok();
    wait_until(child, Instant::now() + Duration::from_secs(3))?;
    kill_process_group(group, Signal::KILL).ok();
    child.wait()?;
    Ok(())
}

/// The command as a person types it.
pub(crate) fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words
        .map(|word| {
            let word = word.to_string_lossy();
            if word.is_empty() || word.contains(char::is_whitespace) {
                format!("'{word}'")
            } else {
                word.into_owned()
            }
        })
        .collect();
    words.join(" ")
}

fn cannot_start(line: &str) -> String {
    format!("cannot start `{line}`")
}

/// The end of a program's output, on lines of its own; empty if there is none.
fn last_lines(said: &str) -> String {
    let lines: Vec<&str> = said
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let skipped = lines.len().saturating_sub(LINES_OF_A_FAILURE);
    lines
        .iter()
        .skip(skipped)
        .fold(String::new(), |text, line| text + "\n    " + line)
}

/// The first program of this name on the PATH.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| is_program(file))
}

/// Whether this is a file that may be started.
pub(crate) fn is_program(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

/// The PATH with some folders before all others.
pub(crate) fn path_with(first: &[PathBuf]) -> Result<OsString> {
    let rest = env::var_os("PATH").unwrap_or_default();
    env::join_paths(first.iter().cloned().chain(env::split_paths(&rest)))
        .context("a folder with a colon in its name cannot be on the PATH; set MAKESPAN_TOOLS to another one")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timed_program_says_its_processor_time_and_ends_as_it_does_alone() {
        let busy = "for round in 1 2 3 4 5 6 7 8 9; do expr $round + 1 >&2; done; exit 3";
        let mut command = timed(Command::new("sh"), Path::new("sh"));
        let output = command.args(["-c", busy]).output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        let said = String::from_utf8(output.stdout).unwrap();
        let seconds = said.lines().last().and_then(processor_time).unwrap();
        assert!((0.0..10.0).contains(&seconds), "{said}");
        assert_eq!(processor_time("1m1.720s 0m0.250s"), Some(61.97));
        assert_eq!(processor_time("stat::peak_rss_mb: 61"), None);
    }

    #[test]
    fn a_command_is_told_as_one_would_type_it() {
        let mut command = Command::new("cargo");
        command.args(["test", "a b", ""]);
        assert_eq!(line(&command), "cargo test 'a b' ''");
    }

    #[test]
    fn only_the_end_of_a_long_failure_is_told() {
        assert_eq!(last_lines("\n \n"), "");
        assert_eq!(last_lines("a\n\nb\n"), "\n    a\n    b");
        let long: String = (0..100).map(|n| format!("{n}\n")).collect();
        assert_eq!(
            last_lines(&long)
                .lines()
                .filter(|line| !line.is_empty())
                .count(),
            LINES_OF_A_FAILURE
        );
        assert!(last_lines(&long).ends_with("\n    99"));
    }

    #[test]
    fn a_program_that_does_not_answer_is_ended_with_all_that_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let started = Instant::now();
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 60 & sleep 60"]);
        let error = read_within(
            &mut command,
            Duration::from_millis(200),
            &folder.path().join("log"),
        )
        .unwrap_err();
        assert!(error.to_string().contains("no answer"), "{error}");
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_program_that_falls_silent_is_ended_and_one_that_speaks_is_not() {
        let silence = Some(Duration::from_millis(1500));
        let run = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            let mut lines = Vec::new();
            let done = show_lines(command, silence, |line| lines.push(line.to_owned()));
            (done, lines)
        };
        let (done, lines) = run("echo one; sleep 60 & sleep 60");
        assert!(done.unwrap_err().to_string().contains("said nothing"));
        assert_eq!(lines, ["one"]);
        let (done, lines) = run("for at in 1 2 3 4; do echo $at; sleep .5; done");
        done.unwrap();
        assert_eq!(lines.len(), 4);
    }

    #[test]
    fn a_failed_program_is_named_with_what_it_said() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo because >&2; exit 3"]);
        let error = read(&mut command).unwrap_err().to_string();
        assert!(
            error.contains("exit status: 3") && error.contains("because"),
            "{error}"
        );
        assert!(read(&mut Command::new("no-such-program-at-all")).is_err());
    }
}
