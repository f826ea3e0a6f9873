//! The measured figures: a record for each, the machine, the versions.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Listed;
use crate::process;
use crate::setup;
use crate::workshop::Workshop;

/// All measured figures of a machine.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct Measured {
    machine: Map<String, Value>,
    versions: Map<String, Value>,
    pub(super) benchmarks: Vec<Benchmark>,
}

/// The results of a benchmark.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Benchmark {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) date: String,
    /// Its duration in all, s.
    pub(super) seconds: f64,
    /// The number of programs at work at its end, its own included (the system's load average of a minute).
    pub(super) load: f64,
    /// Whether each figure has one run only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) quick: bool,
    pub(super) figures: Vec<Figure>,
    /// The missing measurements, with their reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) missing: Vec<String>,
}

/// A figure, beside that of a peer.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Figure {
    pub(super) name: String,
    /// The median of the runs.
    pub(super) ours: f64,
    pub(super) unit: String,
    pub(super) runs: Vec<f64>,
    /// The value to reach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reach: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) peer: Option<Beside>,
}

/// The results of a peer.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Beside {
    pub(super) name: String,
    /// The median of its runs.
    pub(super) theirs: f64,
    pub(super) runs: Vec<f64>,
    /// The factor by which ours is faster, or better.
    pub(super) ratio: f64,
    /// The factor to reach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) least: Option<f64>,
}

/// A line of the file of records; `crates/gauge` describes it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Missing { missing: String },
    Figure(Recorded),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    name: String,
    unit: String,
    runs: Vec<f64>,
    #[serde(default)]
    reach: Option<f64>,
    #[serde(default)]
    peer: Option<Peer>,
    #[serde(default)]
    least: Option<f64>,
    /// For other programs only.
    #[serde(default)]
    #[expect(dead_code, reason = "it may be there, and says nothing of a figure")]
    same: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Peer {
    name: String,
    runs: Vec<f64>,
}

/// Whether more of this unit is better.
pub(super) fn more_is_better(unit: &str) -> bool {
    unit.ends_with("/s")
}

impl Figure {
    /// Whether the figure and the ratio reach their targets; `None` where they have no targets.
    pub(super) fn reached(&self) -> Option<bool> {
        let own = self.reach.map(|reach| match more_is_better(&self.unit) {
            true => self.ours >= reach,
            false => self.ours <= reach,
        });
        let ratio = self.peer.as_ref().and_then(|peer| {
            let least = peer.least?;
            Some(peer.ratio >= least)
        });
        match (own, ratio) {
            (Some(own), Some(ratio)) => Some(own && ratio),
            (own, ratio) => own.or(ratio),
        }
    }

    fn new(line: Recorded) -> Result<Self> {
        let ours = median(&line.runs).with_context(|| format!("{} has no run", line.name))?;
        let peer = match line.peer {
            None => None,
            Some(peer) => {
                let theirs =
                    median(&peer.runs).with_context(|| format!("{} has no run", peer.name))?;
                let ratio = match more_is_better(&line.unit) {
                    true => ours / theirs,
                    false => theirs / ours,
                };
                Some(Beside {
                    name: peer.name,
                    theirs: short(theirs),
                    runs: peer.runs.into_iter().map(short).collect(),
                    ratio: short(ratio),
                    least: line.least.map(short),
                })
            }
        };
        Ok(Self {
            name: line.name,
            ours: short(ours),
            unit: line.unit,
            runs: line.runs.into_iter().map(short).collect(),
            reach: line.reach,
            peer,
        })
    }
}

impl Benchmark {
    /// Reads the lines of records. A figure with a peer replaces one of the same name without a peer.
    pub(super) fn new(
        name: &str,
        about: &str,
        took: Duration,
        quick: bool,
        lines: &str,
    ) -> Result<Self> {
        let (mut figures, mut missing) = (Vec::new(), Vec::new());
        for line in lines.lines() {
            match serde_json::from_str(line).with_context(|| format!("{name}: {line}"))? {
                Line::Missing { missing: reason } => missing.push(reason),
                Line::Figure(line) => figures.push(Figure::new(line)?),
            }
        }
        if figures.is_empty() && missing.is_empty() {
            bail!("{name} left no figures");
        }
        let mut kept: Vec<Figure> = Vec::new();
        for figure in figures {
            let place = kept
                .iter()
                .position(|one| one.name == figure.name && one.peer.is_none());
            match place.and_then(|place| kept.get_mut(place)) {
                // The new figure takes its place, so that the order is that of the benchmark.
                Some(lonely) if figure.peer.is_some() => *lonely = figure,
                _ => kept.push(figure),
            }
        }
        Ok(Self {
            name: name.to_owned(),
            about: about.to_owned(),
            date: today(),
            seconds: took.as_secs_f64().round(),
            load: load(),
            quick,
            figures: kept,
            missing,
        })
    }
}

impl Measured {
    /// The benchmarks of the first of these files that exists, if they were measured on this machine.
    pub(super) fn of_this_machine<const N: usize>(
        workshop: &Workshop,
        files: [&Path; N],
    ) -> Result<Self> {
        let machine = machine();
        let versions = versions(workshop)?;
        let kept = match files.into_iter().find(|file| file.exists()) {
            None => Self::default(),
            Some(file) => Self::read(file)?,
        };
        let benchmarks = if kept.machine == machine {
            kept.benchmarks
        } else {
            if !kept.benchmarks.is_empty() {
                println!("The kept figures are those of another machine, and go.");
            }
            Vec::new()
        };
        Ok(Self {
            machine,
            versions,
            benchmarks,
        })
    }

    pub(super) fn read(file: &Path) -> Result<Self> {
        let text =
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        serde_json::from_str(&text).with_context(|| file.display().to_string())
    }

    /// Replaces the former results of a benchmark, and removes benchmarks that do not exist any more.
    pub(super) fn put(&mut self, found: Benchmark, all: &[Listed]) {
        self.benchmarks.retain(|one| one.name != found.name);
        self.benchmarks.push(found);
        let place = |one: &Benchmark| all.iter().position(|(name, _)| *name == one.name);
        self.benchmarks.retain(|one| place(one).is_some());
        self.benchmarks.sort_by_key(place);
    }

    pub(super) fn write(&self, file: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
    }

    /// The machine and the versions, for a sentence.
    pub(super) fn told(&self) -> String {
        let words = self.machine.values().chain(self.versions.values());
        let words = words.filter_map(Value::as_str);
        words.collect::<Vec<_>>().join(", ")
    }
}

/// The value that half of the values do not exceed.
pub(super) fn median(runs: &[f64]) -> Option<f64> {
    let mut sorted = runs.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

/// A number with four digits: further digits of a run are chance.
fn short(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// Processor, cores, memory and system of this machine.
fn machine() -> Map<String, Value> {
    let file = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let line = |path: &str, key: &str| {
        let text = file(path);
        let line = text.lines().find_map(|line| line.strip_prefix(key));
        let value = line.map(|rest| rest.trim_start_matches([' ', '\t', ':']).to_owned());
        value.unwrap_or_else(|| "unknown".to_owned())
    };
    let kilobytes = line("/proc/meminfo", "MemTotal");
    let kilobytes: f64 = kilobytes
        .trim_end_matches(" kB")
        .parse()
        .unwrap_or_default();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let system = process::read(Command::new("uname").arg("-sr")).unwrap_or_default();
    [
        ("processor", line("/proc/cpuinfo", "model name")),
        ("cores", format!("{cores} cores")),
        ("memory", format!("{:.0} GB", kilobytes / 1e6)),
        ("system", system.trim().to_owned()),
    ]
    .map(|(key, value)| (key.to_owned(), value.into()))
    .into_iter()
    .collect()
}

fn versions(workshop: &Workshop) -> Result<Map<String, Value>> {
    let rust = process::read(workshop.command("rustc").arg("--version"))?;
    let rust: Vec<_> = rust.split_whitespace().take(2).collect();
    let browser = setup::browser_path()
        .map(|path| super::version(&path.display().to_string()))
        .unwrap_or_default();
    let browser: Vec<_> = browser.split_whitespace().take(2).collect();
    Ok([
        (
            "makespan",
            format!("Makespan {}", env!("CARGO_PKG_VERSION")),
        ),
        ("rust", rust.join(" ")),
        (
            "node",
            format!("Node {}", super::version("node").trim_start_matches('v')),
        ),
        ("browser", browser.join(" ")),
    ]
    .map(|(key, value)| (key.to_owned(), value.into()))
    .into_iter()
    .collect())
}

fn today() -> String {
    let said = process::read(Command::new("date").args(["-u", "+%F"])).unwrap_or_default();
    said.trim().to_owned()
}

fn load() -> f64 {
    let said = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let first = said.split(' ').next().map(str::parse);
    first.and_then(Result::ok).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &str) -> Benchmark {
        Benchmark::new("a", "About", Duration::ZERO, false, lines).unwrap()
    }

    #[test]
    fn a_figure_is_a_median_and_a_ratio_says_how_many_times_as_fast_we_are() {
        let found = read(
            r#"{"name":"time","unit":"s","runs":[3,1,2],"reach":2,"same":{"part":1}}
{"name":"rate","unit":"events/s","runs":[10,30,20],"reach":null,"same":null}
{"name":"rate","unit":"events/s","runs":[10,30,20],"peer":{"name":"one","runs":[4]},"least":6}
{"name":"rate","unit":"events/s","runs":[10,30,20],"peer":{"name":"two","runs":[2]},"least":6}
{"name":"time","unit":"s","runs":[3,1,2],"reach":2,"peer":{"name":"one","runs":[8,9,7]},"least":null}
{"missing":"three is not there"}"#,
        );
        let rows: Vec<_> = found
            .figures
            .iter()
            .map(|figure| {
                let peer = figure.peer.as_ref().unwrap();
                (
                    figure.name.as_str(),
                    peer.name.as_str(),
                    peer.ratio,
                    figure.reached(),
                )
            })
            .collect();
        assert_eq!(
            rows,
            [
                ("time", "one", 4.0, Some(true)),
                ("rate", "one", 5.0, Some(false)),
                ("rate", "two", 10.0, Some(true)),
            ]
        );
        assert_eq!(found.missing, ["three is not there"]);
    }

    #[test]
    fn a_benchmark_without_figures_and_a_line_that_is_none_are_faults() {
        for lines in [
            "",
            "{\"name\":\"a\"}",
            r#"{"name":"a","unit":"s","runs":[]}"#,
        ] {
            let error = Benchmark::new("a", "About", Duration::ZERO, false, lines);
            assert!(error.is_err(), "{lines}");
        }
    }

    #[test]
    fn what_is_measured_anew_replaces_what_was_there_and_keeps_the_order() {
        let all = ["b", "a"].map(|name| (name.to_owned(), String::new()));
        let one = |name: &str, runs: &str| {
            let line = format!(r#"{{"name":"x","unit":"s","runs":{runs}}}"#);
            Benchmark::new(name, "", Duration::ZERO, false, &line).unwrap()
        };
        let mut measured = Measured::default();
        for (name, runs) in [("a", "[1]"), ("gone", "[1]"), ("b", "[2]"), ("a", "[3]")] {
            measured.put(one(name, runs), &all);
        }
        let names: Vec<_> = measured
            .benchmarks
            .iter()
            .map(|one| (one.name.as_str(), one.figures[0].ours))
            .collect();
        assert_eq!(names, [("b", 2.0), ("a", 3.0)]);
    }
}
