//! The native tests, and the times of their programs.

use std::env;
use std::io::{IsTerminal, stderr, stdin};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::times::Times;
use crate::process;
use crate::workshop::Workshop;

/// The seed of all random tests: a test that passed once passes again. `PROPTEST_RNG_SEED=N cargo xtask test` draws other
/// cases, and `cargo test` draws others each time.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "1");

/// The longest silence of the tests: several times the time of the longest test on a slow machine.
const SILENCE: Duration = Duration::from_secs(900);

/// Runs all native tests, those of the documentation included.
pub(crate) fn run(workshop: &Workshop, times: &Times) -> Result<()> {
    let mut cargo = workshop.command("cargo");
    cargo.args(["test", "--workspace", "--locked"]);
    if stderr().is_terminal() {
        // Output through a pipe has colours only when asked for.
        cargo.args(["--color", "always"]);
    }
    if env::var_os(SEED.0).is_none() {
        cargo.env(SEED.0, SEED.1);
    }
    // At a terminal a person watches, and ends a test that hangs.
    let silence = (!stdin().is_terminal()).then_some(SILENCE);
    let begun = Instant::now();
    let mut clock = Clock::default();
    let done = process::show_lines(cargo, silence, |line| {
        if let Some(name) = program(line) {
            clock.next(Some(name), times);
        }
    });
    clock.next(None, times);
    let ran = clock.total;
    times.took("compiling the native tests", begun.elapsed() - ran);
    times.took("native tests", ran);
    done
}

/// The running program, and its start.
#[derive(Default)]
struct Clock {
    running: Option<(String, Instant)>,
    total: Duration,
}

impl Clock {
    /// Notes the time of the last program; the next one, if there is one, runs from now on.
    fn next(&mut self, name: Option<String>, times: &Times) {
        let now = Instant::now();
        if let Some((name, since)) = self.running.take() {
            times.file(&name, now - since);
            self.total += now - since;
        }
        self.running = name.map(|name| (name, now));
    }
}

/// The program of tests whose start cargo tells in this line: `Running tests/all.rs (…/trace_tests-0123)`, or
/// `Doc-tests trace`.
fn program(line: &str) -> Option<String> {
    if let Some((before, name)) = line.split_once("Doc-tests") {
        // The only letters before it are those of a colour.
        let plain = !before.contains(|sign: char| sign.is_alphabetic() && sign != 'm');
        return plain.then(|| format!("examples of {}", bare(name)));
    }
    let (_, rest) = line.split_once(" Running")?;
    let (file, path) = rest.strip_suffix(')')?.split_once(" (")?;
    let (_, program) = path.rsplit_once('/')?;
    let (name, _) = program.rsplit_once('-')?;
    Some(format!("{name}: {}", bare(file)))
}

/// A text without the colour that may stand before it.
fn bare(text: &str) -> &str {
    text.strip_prefix("\u{1b}[0m").unwrap_or(text).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_told_by_its_line_with_colours_and_without() {
        let found = |line| program(line).unwrap();
        assert_eq!(
            found("     Running tests/all.rs (target/debug/deps/trace_tests-8acff80d70ee3264)"),
            "trace_tests: tests/all.rs"
        );
        assert_eq!(
            found(
                "\u{1b}[1m\u{1b}[92m     Running\u{1b}[0m unittests src/lib.rs (/t/debug/deps/trace-8a)"
            ),
            "trace: unittests src/lib.rs"
        );
        assert_eq!(found("   Doc-tests trace"), "examples of trace");
        assert_eq!(
            found("\u{1b}[1m\u{1b}[92m   Doc-tests\u{1b}[0m trace"),
            "examples of trace"
        );
        for line in [
            "running 3 tests",
            "test a::Running ... ok",
            "   Compiling trace v0.1.0",
        ] {
            assert_eq!(program(line), None, "{line}");
        }
    }
}
