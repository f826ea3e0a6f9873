//! Benchmarks of the released command: the growth of time and memory with a scenario, and a study.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::{Bench, models};
use crate::host;
use crate::process;

/// A scenario and sizes of one of its parameters; `crates/NAME/bench/scaling.json` lists them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Growth {
    /// The name of the growing size, for a reader.
    of: String,
    /// The link; `{}` stands for the size.
    link: String,
    sizes: Vec<u32>,
    /// The exponents to reach of time and memory.
    time: Option<f64>,
    memory: Option<f64>,
}

/// Time and memory of a run of the command.
struct Took {
    seconds: f64,
    /// The most memory at any time, MB.
    megabytes: f64,
}

/// Fits a power of the size to time and memory of each simulation.
pub(super) fn scaling(bench: &Bench<'_>) -> Result<()> {
    let makespan = released(bench)?;
    println!("\nTime and memory as powers of a size, fitted to medians\n");
    for (name, file) in models::files(bench.workshop, "scaling.json")? {
        let text = fs::read_to_string(&file)?;
        let all: Vec<Growth> =
            serde_json::from_str(&text).with_context(|| file.display().to_string())?;
        for growth in all {
            grown(bench, &makespan, &name, &growth)?;
        }
    }
    Ok(())
}

/// Runs a scenario in each size.
fn grown(bench: &Bench<'_>, makespan: &Path, name: &str, growth: &Growth) -> Result<()> {
    let sizes = match (bench.quick, growth.sizes.as_slice()) {
        (true, [one, other, ..]) => vec![*one, *other],
        (_, all) => all.to_vec(),
    };
    let (mut times, mut memories) = (Vec::new(), Vec::new());
    let mut last = (Vec::new(), Vec::new());
    for size in &sizes {
        last = (Vec::new(), Vec::new());
        for _ in 0..bench.runs() {
            let link = growth.link.replace("{}", &size.to_string());
            let mut command = Command::new(makespan);
            command.args(["run", &link, "--json"]);
            let took = watched(&mut command)?;
            last.0.push(took.seconds);
            last.1.push(took.megabytes);
        }
        let point = |values: &[f64]| {
            let value = super::figures::median(values).unwrap_or(f64::NAN);
            (f64::from(*size), value)
        };
        times.push(point(&last.0));
        memories.push(point(&last.1));
    }
    let largest = sizes.last().copied().unwrap_or_default();
    let what = format!("{name}, {}", growth.of);
    let told = |points: &[(f64, f64)]| -> String {
        let all: Vec<_> = points
            .iter()
            .map(|(_, value)| format!("{value:.3}"))
            .collect();
        all.join(", ")
    };
    let [time, memory] = [exponent(&times), exponent(&memories)];
    println!(
        "{what}, {sizes:?}: s {}; exponent {time:.2}; MB {}; exponent {memory:.2}",
        told(&times),
        told(&memories)
    );
    let put = |name: String, unit: &str, runs: &[f64], reach: Option<f64>| {
        bench.record(
            &serde_json::json!({ "name": name, "unit": unit, "runs": runs, "reach": reach }),
        )
    };
    put(format!("{what}: time"), "exponent", &[time], growth.time)?;
    put(
        format!("{what}: memory"),
        "exponent",
        &[memory],
        growth.memory,
    )?;
    put(format!("{what}, {largest}"), "s", &last.0, None)?;
    put(format!("{what}, {largest}: memory"), "MB", &last.1, None)
}

/// The exponent of the power that fits these points best: least squares of the logarithms.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points
        .iter()
        .map(|(size, value)| (libm::log(*size), libm::log(*value)))
        .collect();
    let count = logs.len() as f64;
    let mean = |part: fn(&(f64, f64)) -> f64| logs.iter().map(part).sum::<f64>() / count;
    let [x, y] = [mean(|point| point.0), mean(|point| point.1)];
    let covariance: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    covariance
        / logs
            .iter()
            .map(|point| (point.0 - x) * (point.0 - x))
            .sum::<f64>()
}

/// The plan of the study, of 10,000 points with 100 replications each.
const PLAN: &str = "tests/bench/study.toml";
/// The number of shares of the study: each run measures one share.
const SHARE: u32 = 20;
/// The longest time of the whole study on two cores, s.
const WHOLE: f64 = 600.0;

/// Measures a share of a large study.
pub(super) fn sweep(bench: &Bench<'_>) -> Result<()> {
    let makespan = released(bench)?;
    let folder = fresh(bench, "sweep")?;
    let plan = plan(bench, &folder)?;
    let (mut times, mut memories) = (Vec::new(), Vec::new());
    for number in 1..=bench.runs() {
        let out = folder.join(number.to_string());
        let mut command = study(&makespan, &plan, &out);
        let took = watched(command.arg("--shard").arg(format!("{number}/{SHARE}")))?;
        times.push(took.seconds);
        memories.push(took.megabytes);
    }
    let put = |name: &str, unit: &str, runs: &[f64], reach: f64| {
        println!("{name}: {runs:.1?} {unit}, reach ≤ {reach}");
        bench.record(
            &serde_json::json!({ "name": name, "unit": unit, "runs": runs, "reach": reach }),
        )
    };
    let share = format!("1/{SHARE} of 10,000 points × 100 replications");
    put(&share, "s", &times, WHOLE / f64::from(SHARE))?;
    put("memory of such a share", "MB", &memories, 200.0)
}

/// Runs the whole study twice, once killed three times, and compares the results byte for byte.
pub(super) fn kills(bench: &Bench<'_>) -> Result<()> {
    const KILLS: u32 = 3;
    let makespan = released(bench)?;
    let folder = fresh(bench, "kills")?;
    let [whole, killed] = ["whole", "killed"].map(|name| folder.join(name));
    let plan = plan(bench, &folder)?;
    let command = |out: &Path| study(&makespan, &plan, out);
    let undisturbed = watched(&mut command(&whole))?;
    println!(
        "undisturbed: {:.0} s, {:.0} MB",
        undisturbed.seconds, undisturbed.megabytes
    );
    let begun = Instant::now();
    for kill in 1..=KILLS {
        let part = f64::from(kill) / f64::from(KILLS + 1) * undisturbed.seconds;
        let mut child = command(&killed).stderr(Stdio::null()).spawn()?;
        while begun.elapsed().as_secs_f64() < part {
            if child.try_wait()?.is_some() {
                bail!("the study ended before it was killed {kill} times");
            }
            thread::sleep(Duration::from_millis(5));
        }
        // SIGKILL: nothing is tidied up.
        child.kill()?;
        child.wait()?;
    }
    watched(&mut command(&killed))?;
    let seconds = begun.elapsed().as_secs_f64();
    let mut compared = 0;
    for entry in fs::read_dir(&whole)? {
        let name = entry?.file_name();
        // The journal's lines stand in the order in which points were done.
        if name == "journal.txt" {
            continue;
        }
        ensure!(
            fs::read(whole.join(&name))? == fs::read(killed.join(&name))?,
            "{} differs after kills",
            name.display()
        );
        compared += 1;
    }
    println!(
        "killed {KILLS} times: {seconds:.0} s in all; {compared} files are the same, byte for byte"
    );
    let put = |name: &str, unit: &str, value: f64, reach: f64| {
        bench.record(
            &serde_json::json!({ "name": name, "unit": unit, "runs": [value], "reach": reach }),
        )
    };
    put(
        "10,000 points × 100 replications",
        "s",
        undisturbed.seconds,
        WHOLE,
    )?;
    put(
        "the same, killed three times, with the same files",
        "s",
        seconds,
        WHOLE,
    )?;
    put("its memory", "MB", undisturbed.megabytes, 200.0)
}

/// An empty folder of this name.
fn fresh(bench: &Bench<'_>, name: &str) -> Result<PathBuf> {
    let folder = bench.folder.join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
    Ok(folder)
}

fn study(makespan: &Path, plan: &Path, out: &Path) -> Command {
    let mut command = Command::new(makespan);
    command.arg("sweep").arg(plan).arg("--out").arg(out);
    command
}

/// The plan, in the folder; a quick one has two values for each range.
fn plan(bench: &Bench<'_>, folder: &Path) -> Result<PathBuf> {
    let text = fs::read_to_string(bench.workshop.root.join(PLAN)).context(PLAN)?;
    let lines = text.lines().map(|line| match line.split_once(" = ") {
        Some(("number", _)) if bench.quick => "number = 2",
        _ => line,
    });
    let plan = folder.join("plan.toml");
    fs::write(&plan, lines.collect::<Vec<_>>().join("\n") + "\n")?;
    Ok(plan)
}

/// Builds the command as it is released; a quick benchmark takes the command of the tests.
fn released(bench: &Bench<'_>) -> Result<PathBuf> {
    if bench.quick {
        return host::command(bench.workshop);
    }
    let mut cargo = bench.workshop.command("cargo");
    cargo.args(["build", "--release", "--locked", "-q", "-p", "makespan-cli"]);
    process::show(cargo.args(["--bin", "makespan"]))?;
    Ok(bench.workshop.target()?.join("release/makespan"))
}

/// Runs a program unseen, and looks every few milliseconds at the most memory that it had so far.
fn watched(command: &mut Command) -> Result<Took> {
    let line = process::line(command);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let begun = Instant::now();
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start `{line}`"))?;
    let file = format!("/proc/{}/status", child.id());
    let mut kilobytes = 0.0_f64;
    loop {
        let status = fs::read_to_string(&file).unwrap_or_default();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let most = most.and_then(|most| most.trim().trim_end_matches(" kB").parse().ok());
        kilobytes = kilobytes.max(most.unwrap_or_default());
        if let Some(status) = child.try_wait()? {
            ensure!(status.success(), "`{line}` failed ({status})");
            break;
        }
        thread::sleep(Duration::from_millis(2));
    }
    Ok(Took {
        seconds: begun.elapsed().as_secs_f64(),
        megabytes: kilobytes * 1024.0 / 1e6,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_of_a_power_is_found() {
        let square: Vec<_> = [1.0, 2.0, 4.0, 8.0]
            .map(|size| (size, 3.0 * size * size))
            .into();
        assert!((exponent(&square) - 2.0).abs() < 1e-12);
        assert!(exponent(&[(10.0, 5.0), (20.0, 5.0), (40.0, 5.0)]).abs() < 1e-12);
    }

    #[test]
    fn a_program_is_watched_until_it_ends() {
        let took = watched(Command::new("sh").args(["-c", "exit 0"])).unwrap();
        assert!(took.seconds > 0.0 && took.megabytes < 1000.0);
        let error = watched(Command::new("sh").args(["-c", "exit 3"]))
            .err()
            .unwrap();
        assert!(error.to_string().contains("exit status: 3"), "{error}");
    }
}
