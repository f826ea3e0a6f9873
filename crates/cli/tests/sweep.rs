//! Studies as a person or a script runs them: killed, on a full disk, with a wrong plan.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "helpers of a test may stop it, and a test that is skipped says so"
)]

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const PLAN: &str = r#"
plan = 1
preset = "bursts-replicate"
change = { iterations = 40, copies = 1 }
replications = 20

[[axes]]
parameter = "processors"
from = 2
to = 13
number = 12

[[axes]]
parameter = "problem_size"
from = 0.1
to = 5
number = 12
scale = "log"
"#;

fn makespan() -> Command {
    Command::new(env!("CARGO_BIN_EXE_makespan"))
}

fn sweep(plan: &Path, out: &Path) -> Command {
    let mut command = makespan();
    command.arg("sweep").arg(plan).arg("--out").arg(out);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// How many points a journal has.
fn points(folder: &Path) -> usize {
    let journal = fs::read(folder.join("journal.txt")).unwrap_or_default();
    let lines = journal.iter().filter(|byte| **byte == b'\n').count();
    lines.saturating_sub(1)
}

#[test]
fn a_study_that_is_killed_three_times_ends_as_one_that_never_was() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    fs::write(&plan, PLAN).unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let said = done(&sweep(&plan, &whole).output().unwrap());
    assert!(said.starts_with("144\u{a0}points: "), "{said}");
    for most in [20, 60, 110] {
        let mut child = sweep(&plan, &killed).stderr(Stdio::null()).spawn().unwrap();
        let start = Instant::now();
        while points(&killed) < most {
            assert!(start.elapsed() < Duration::from_secs(120));
            thread::sleep(Duration::from_millis(2));
        }
        // SIGKILL: nothing is tidied up.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let before = points(&killed);
    assert!((110..144).contains(&before), "killed too late: {before}");
    let output = sweep(&plan, &killed).output().unwrap();
    done(&output);
    let note = format!("note: {before} of 144 points were done before");
    assert!(
        text(&output.stderr).contains(&note),
        "{}",
        text(&output.stderr)
    );
    for name in ["runs.parquet", "runs.csv", "points.parquet", "points.csv"] {
        let [own, theirs] = [&whole, &killed].map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(own == theirs, "{name}");
    }
    let rows = fs::read_to_string(whole.join("runs.csv")).unwrap();
    assert_eq!(rows.lines().count(), 1 + 144 * 20);
    // A study that is done is done.
    let again = sweep(&plan, &killed).output().unwrap();
    assert!(text(&again.stderr).contains("note: 144 of 144 points were done before"));
}

/// A disk of 40 kB in a namespace of its own, so that nobody has to be root.
#[test]
fn a_full_disk_keeps_what_is_done_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    fs::write(&plan, PLAN).unwrap();
    let [disk, saved, whole] = ["disk", "saved", "whole"].map(|name| folder.path().join(name));
    for path in [&disk, &saved] {
        fs::create_dir(path).unwrap();
    }
    let script = r#"mount -t tmpfs -o size=40k tmpfs "$1" || exit 99
        "$2" sweep "$3" --out "$1"; code=$?
        cp "$1"/journal.txt "$4"; exit $code"#;
    let output = Command::new("unshare")
        .args([
            "--user",
            "--map-root-user",
            "--mount",
            "sh",
            "-c",
            script,
            "sh",
        ])
        .args([
            &disk,
            Path::new(env!("CARGO_BIN_EXE_makespan")),
            &plan,
            &saved,
        ])
        .output();
    let output = match output {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: this machine has no unshare");
            return;
        }
        output => output.unwrap(),
    };
    if !matches!(output.status.code(), Some(0..=2)) {
        eprintln!(
            "skipped: no disk can be mounted here: {}",
            text(&output.stderr)
        );
        return;
    }
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let kept = points(&saved);
    assert!(kept > 5, "{kept}");
    let full = format!(
        "the disk is full. {kept} of 144 points are kept: make room, and the same command goes on"
    );
    assert!(said.contains(&full), "{said}");
    let output = sweep(&plan, &saved).output().unwrap();
    done(&output);
    assert!(text(&output.stderr).contains(&format!("note: {kept} of 144 points were done before")));
    done(&sweep(&plan, &whole).output().unwrap());
    let [own, theirs] =
        [&saved, &whole].map(|folder| fs::read(folder.join("runs.parquet")).unwrap());
    assert!(own == theirs);
}

#[test]
fn a_wrong_plan_is_refused_with_its_place_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    let out = folder.path().join("out");
    fs::write(&plan, PLAN.replace("problem_size", "problem_sice")).unwrap();
    let refused = sweep(&plan, &out).output().unwrap();
    let said = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(
        said.contains("axes[1].parameter: no parameter “problem_sice”"),
        "{said}"
    );
    assert!(said.contains("plan.toml") && !out.exists(), "{said}");
    let shard = sweep(&plan, &out)
        .args(["--shard", "3/2"])
        .output()
        .unwrap();
    assert!(text(&shard.stderr).contains("allowed: i/n"));
}

#[test]
fn an_estimate_says_what_a_study_takes_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    fs::write(&plan, PLAN).unwrap();
    let said = done(
        &makespan()
            .arg("sweep")
            .arg(&plan)
            .arg("--estimate")
            .output()
            .unwrap(),
    );
    for part in [
        "points  144 (9 tried)",
        "rows    about 2880",
        "time    about ",
        "memory  about ",
        "disk    about ",
    ] {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn keys_that_a_plan_keeps_and_the_first_point_does_not_have_are_named_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    let short = PLAN.replace("number = 12", "number = 2");
    for (keep, lacks) in [
        (r#"figures = ["iteration_time"]"#, vec![]),
        (
            r#"figures = ["iteration_time", "luck"]
tables = ["fate"]"#,
            vec!["figure “luck”", "table “fate”"],
        ),
    ] {
        fs::write(&plan, format!("{short}\n[keep]\n{keep}\n")).unwrap();
        let out = folder.path().join(format!("out-{}", lacks.len()));
        let output = sweep(&plan, &out).output().unwrap();
        done(&output);
        let said = text(&output.stderr);
        for key in &lacks {
            assert!(said.contains(&format!("has no {key}")), "{said}");
        }
        assert_eq!(said.matches("has no").count(), lacks.len(), "{said}");
    }
}
