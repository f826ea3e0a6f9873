//! Scenarios and traces from files, links and standard input.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use playground::{Setup, link, presets};
use trace::TraceSet;
use trace::read::{Columns, read_as};

/// The command line or the scenario asks for something that is not allowed: exit code 2.
#[derive(Debug)]
pub(crate) struct NotAllowed(String);

impl NotAllowed {
    pub(crate) fn because(reason: impl ToString) -> anyhow::Error {
        anyhow::Error::new(Self(reason.to_string()))
    }
}

impl std::fmt::Display for NotAllowed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotAllowed {}

/// A scenario, with its view, from a file, a link, the fragment of a link, the name of a preset, or standard input (`-`).
pub(crate) fn setup(source: &str) -> Result<Setup> {
    if source == "-" {
        let mut text = String::new();
        io::stdin()
            .read_to_string(&mut text)
            .context("standard input could not be read as text")?;
        let text = text.trim();
        if text.is_empty() {
            let empty = "standard input is empty: give a scenario file or a link";
            return Err(NotAllowed::because(empty));
        }
        return if text.starts_with(['{', '\u{feff}']) {
            from_text(text)
        } else {
            from_link(text)
        };
    }
    if looks_like_link(source) {
        return from_link(source);
    }
    let text = match fs::read_to_string(source) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && may_be_preset(source) => {
            let unknown = link::Error::unknown_preset(source);
            let why = format!("there is no file “{source}”, and {unknown}");
            return Err(NotAllowed::because(why));
        }
        read => read.with_context(|| {
            format!("“{source}” could not be read (a scenario is a file, a link with its “#…”, the name of a preset, or “-” for standard input)")
        })?,
    };
    from_text(&text).with_context(|| source.to_owned())
}

fn looks_like_link(source: &str) -> bool {
    (source.contains('#') || presets::find(source).is_some()) && !Path::new(source).exists()
        || source.starts_with("v1.")
        || source.starts_with("p=")
}

/// Whether a preset could have this name.
fn may_be_preset(source: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_ ".contains(letter);
    !source.is_empty() && source.chars().all(plain)
}

fn from_link(text: &str) -> Result<Setup> {
    link::find(text).map_err(NotAllowed::because)
}

fn from_text(text: &str) -> Result<Setup> {
    Setup::from_text(text).map_err(NotAllowed::because)
}

/// The traces of a file; assumptions and dropped rows go to standard error.
pub(crate) fn traces(path: &Path, columns: &Columns) -> Result<TraceSet> {
    use io::Write;
    let bytes = fs::read(path).with_context(|| format!("{} could not be read", path.display()))?;
    let name = path.file_name().map_or_else(
        || "traces".into(),
        |name| name.to_string_lossy().into_owned(),
    );
    let reading = read_as(&name, &bytes, columns).map_err(|error| {
        let said = format!("{}: {error}", path.display());
        match error {
            trace::Error::NoRuntimes { .. } => {
                NotAllowed::because(format!("{said} (--columns NAME=node)"))
            }
            trace::Error::NoColumn { .. } => NotAllowed::because(said),
            _ => anyhow!(said),
        }
    })?;
    let mut out = crate::output::stderr();
    for note in &reading.notes {
        writeln!(out, "{}: note: {note}", path.display())?;
    }
    for question in &reading.questions {
        let (assumed, otherwise) = (&question.assumed, &question.otherwise);
        writeln!(
            out,
            "{}: note: {assumed} (otherwise: --columns '{otherwise}')",
            path.display()
        )?;
    }
    for problem in reading.told() {
        writeln!(out, "{}: {problem}", path.display())?;
    }
    let more = reading
        .problems_total
        .saturating_sub(reading.problems.len());
    if more > 0 {
        writeln!(out, "{}: {more} more of these", path.display())?;
    }
    reading
        .set
        .ok_or_else(|| anyhow!("{}: no row could be used", path.display()))
}
