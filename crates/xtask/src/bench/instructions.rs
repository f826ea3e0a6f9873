//! The instruction counts of the hottest kernels: the same on a busy machine, so that a small increase is seen.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::{Bench, models};
use crate::process;

/// The kept counts, thousands.
const KEPT: &str = "tests/bench/instructions.json";

/// The largest factor over the kept count.
const MORE: f64 = 1.05;

/// Counts the instructions of each kernel that a `bench.json` names; `UPDATE_EXPECT=1` keeps the counts.
pub(super) fn run(bench: &Bench<'_>) -> Result<()> {
    if process::on_path("valgrind").is_none() {
        return bench.missing(
            "No valgrind to count instructions with. Install it (Debian: apt install valgrind).",
        );
    }
    let file = bench.workshop.root.join(KEPT);
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {KEPT}"))?;
    let kept: BTreeMap<String, f64> = serde_json::from_str(&text).context(KEPT)?;
    let mut counts = BTreeMap::new();
    println!(
        "\n{:<44} {:>12} {:>12}",
        "thousand instructions", "here", "kept"
    );
    for kernel in models::kernels(bench)? {
        let count = kernel.count(bench)?;
        let before = kept.get(&kernel.name).copied();
        let told = before.map_or(String::new(), |before| format!("{before}"));
        println!("{:<44} {count:>12} {told:>12}", kernel.name);
        bench.record(&serde_json::json!({
            "name": kernel.name, "unit": "thousand instructions", "runs": [count],
            "reach": before.map(|before| (MORE * before).round()),
        }))?;
        counts.insert(kernel.name, count);
    }
    if env::var_os("UPDATE_EXPECT").is_some() {
        let text = serde_json::to_string_pretty(&counts)? + "\n";
        fs::write(&file, text).with_context(|| format!("cannot write {KEPT}"))?;
    }
    Ok(())
}

/// A part of a benchmark.
pub(super) struct Kernel {
    pub(super) name: String,
    pub(super) program: PathBuf,
    pub(super) part: u32,
}

impl Kernel {
    /// Its instructions, whole thousands: the difference between two times the part and one.
    fn count(&self, bench: &Bench<'_>) -> Result<f64> {
        let log = bench.folder.join("instructions.log");
        let counted = |parts: String| {
            let mut valgrind = bench.command("valgrind");
            valgrind.args(["--tool=cachegrind", "--cache-sim=no"]);
            valgrind.arg("--cachegrind-out-file=/dev/null");
            valgrind.arg(format!("--log-file={}", log.display()));
            valgrind.arg(&self.program).env("PARTS", parts);
            process::read(&mut valgrind)?;
            references(&fs::read_to_string(&log)?)
        };
        let part = self.part;
        let [one, two] = [format!("{part}"), format!("{part},{part}")].map(counted);
        Ok(((two? - one?) / 1e3).round())
    }
}

/// The count in the words of valgrind: `I   refs:      1,234,567`.
fn references(log: &str) -> Result<f64> {
    let line = log.lines().find_map(|line| {
        let (before, count) = line.split_once("refs:")?;
        before
            .trim_end()
            .ends_with('I')
            .then(|| count.replace(',', ""))
    });
    let count = line.and_then(|count| count.trim().parse().ok());
    count.with_context(|| format!("valgrind counted nothing:\n{log}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_read_from_the_words_of_valgrind() {
        let log = "==7== Cachegrind\n==7== \n==7== I   refs:      1,234,567\n";
        assert!((references(log).unwrap() - 1_234_567.0).abs() < 0.5);
        assert!(references("==7== Fatal error").is_err());
    }
}
