//! A standard library for wasm32: the user's own, rustup's, or one compiled with Debian's rustc.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::{Log, debian};
use crate::process;
use crate::workshop::Workshop;

/// The target of the page.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Seconds that rustup may take where `MAKESPAN_RUSTUP_TIMEOUT` says nothing else. An ordinary run takes two.
const RUSTUP_SECONDS: u64 = 30;

/// A compiler that has a wasm32 standard library.
pub(crate) enum Compiler {
    /// The user's own.
    Own,
    /// Debian's, unpacked into this folder of the tools.
    Debian(PathBuf),
}

/// The compiler that can build wasm, the user's own first.
pub(crate) fn choose(workshop: &Workshop) -> Result<Option<Compiler>> {
    if builds_wasm(Path::new("rustc"))? {
        return Ok(Some(Compiler::Own));
    }
    let folder = debian::folder(workshop);
    if debian::is_complete(&folder) && builds_wasm(&folder.join("bin/rustc"))? {
        debian::link_cargo(&folder)?;
        return Ok(Some(Compiler::Debian(folder)));
    }
    Ok(None)
}

pub(super) fn find(workshop: &Workshop) -> Result<Option<String>> {
    let version = |program: &Path| process::read(Command::new(program).arg("--version"));
    Ok(match workshop.compiler()? {
        None => None,
        Some(Compiler::Own) => Some(format!("in {}", short(&version(Path::new("rustc"))?))),
        Some(Compiler::Debian(folder)) => {
            let version = version(&folder.join("bin/rustc"))?;
            Some(format!("in Debian's {}, for wasm only", short(&version)))
        }
    })
}

/// rustup if it answers in time, else Debian's packages.
pub(super) fn make(workshop: &Workshop, log: &Log) -> Result<()> {
    match ask_rustup(workshop, log) {
        Ok(true) if builds_wasm(Path::new("rustc"))? => return Ok(()),
        Ok(true) => {
            log.say("rustup says it is there, but it does not work; trying Debian's packages")
        }
        Ok(false) => log.say("rustup is not asked; trying Debian's packages"),
        Err(error) => {
            log.say(&format!("{error:#}"));
            log.say("rustup could not help; trying Debian's packages");
        }
    }
    debian::make(workshop, log)?;
    if !builds_wasm(&debian::folder(workshop).join("bin/rustc"))? {
        bail!("the standard library that was compiled does not work");
    }
    debian::mark_complete(&debian::folder(workshop))
}

/// Whether rustup added the target; `false` if there is no rustup, or it is not to be asked.
fn ask_rustup(workshop: &Workshop, log: &Log) -> Result<bool> {
    let skip = env::var_os("MAKESPAN_SKIP_RUSTUP").is_some_and(|value| value == "1");
    if skip || process::on_path("rustup").is_none() {
        return Ok(false);
    }
    let seconds = match env::var("MAKESPAN_RUSTUP_TIMEOUT") {
        Ok(text) => text
            .parse()
            .with_context(|| format!("MAKESPAN_RUSTUP_TIMEOUT is not in seconds: {text:?}"))?,
        Err(_) => RUSTUP_SECONDS,
    };
    log.step(
        &format!("rustup target add {TARGET} (at most {seconds} s)"),
        || {
            let mut rustup = Command::new("rustup");
            rustup
                .args(["target", "add", TARGET])
                .env("RUST_BACKTRACE", "0");
            process::read_within(
                &mut rustup,
                Duration::from_secs(seconds),
                &workshop.tools.join("rustup.log"),
            )
        },
    )?;
    Ok(true)
}

/// Compiles and links a real program: a folder named after the target does not prove a usable library.
fn builds_wasm(rustc: &Path) -> Result<bool> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let source = folder.path().join("probe.rs");
    fs::write(&source, "fn main() { println!(\"{}\", 1); }\n")?;
    let mut command = Command::new(rustc);
    command
        .args(["--target", TARGET, "-o"])
        .arg(folder.path().join("probe.wasm"))
        .arg(&source);
    Ok(process::read(&mut command).is_ok())
}

/// `rustc 1.95.0 (59807616e 2026-04-14)` without the text in parentheses.
fn short(version: &str) -> &str {
    version.split(" (").next().unwrap_or(version).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_version_has_no_commit_and_no_date() {
        assert_eq!(
            short("rustc 1.95.0 (59807616e 2026-04-14)\n"),
            "rustc 1.95.0"
        );
        assert_eq!(short("rustc 1.95.0-dev\n"), "rustc 1.95.0-dev");
    }

    #[test]
    fn a_compiler_that_does_not_exist_builds_no_wasm() {
        assert!(!builds_wasm(Path::new("/no/such/rustc")).unwrap());
    }
}
