//! `--state FILE`: the state of a run, so that it can be ended and resumed.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, bail};
use playground::Setup;
use report::Observer;
use report::state::{self, Refused};
use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::inputs::NotAllowed;
use crate::{file, output};

/// The least time between two states that are written.
const BETWEEN_STATES: Duration = Duration::from_secs(1);

/// The most bytes of a file with a state: the text of a state is longer there by its escapes.
const LARGEST_FILE: u64 = 2 * state::LARGEST as u64 + 1_000;

/// The content of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    /// The digest of the run's setup.
    digest: String,
    /// The state of the run, in a form of its own.
    state: String,
}

/// A file with the state of a run.
#[derive(Debug)]
pub(crate) struct StateFile {
    path: PathBuf,
    content: Content,
    /// There is a state to resume.
    begun: bool,
    written: Option<Instant>,
    /// It was said that the file cannot be written.
    told: bool,
    /// Why the run cannot use its state.
    refused: Option<Refused>,
}

impl StateFile {
    /// The file for a run, with the state of an earlier one where it is there.
    pub(crate) fn open(path: &Path, setup: &Setup) -> Result<Self> {
        if !setup.resumes() {
            return Err(NotAllowed::because(
                "--state: this run cannot be resumed; only a search that runs alone can",
            ));
        }
        let digest = setup.digest();
        let named = path.display();
        let state = match text(path) {
            Ok(text) => {
                let content: Content = serde_json::from_str(&text).map_err(|error| {
                    NotAllowed::because(format!(
                        "--state: {named} does not hold the state of a run ({error}): choose another file, or delete this one"
                    ))
                })?;
                if content.digest != digest {
                    return Err(NotAllowed::because(format!(
                        "--state: {named} holds the state of another scenario, with the digest {}; this one has {digest}: choose another file, or delete this one",
                        content.digest
                    )));
                }
                state::check(&content.state).map_err(|why| not_used(path, &why))?;
                Some(content.state)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(|| format!("{named} could not be read")),
        };
        Ok(Self {
            path: path.to_owned(),
            begun: state.is_some(),
            content: Content {
                digest,
                state: state.unwrap_or_default(),
            },
            written: None,
            told: false,
            refused: None,
        })
    }

    /// Whether the run goes on from a state.
    pub(crate) fn is_begun(&self) -> bool {
        self.begun
    }

    /// Why the run could not go on from the state in the file, which stays.
    pub(crate) fn refused(&self) -> Option<Error> {
        let why = self.refused.as_ref()?;
        Some(not_used(&self.path, why))
    }

    /// The run has ended: there is nothing to resume.
    pub(crate) fn finish(self) {
        if self.begun || self.written.is_some() {
            // It fails where somebody was quicker, as wanted. A link to the file stays.
            let _ = fs::remove_file(batch::file::followed(&self.path));
        }
    }

    fn write(&mut self) -> Result<()> {
        let bytes = self.content.state.len();
        if bytes > state::LARGEST {
            let named = self.path.display();
            bail!(
                "{named} could not be written: the state has {bytes} bytes; allowed are at most {}",
                state::LARGEST
            );
        }
        let text = serde_json::to_string(&self.content)?;
        file::write(&self.path, |out| Ok(writeln!(out, "{text}")?))
    }
}

/// Watches a run that may have a state.
pub(crate) struct Watch {
    /// Tells the progress.
    pub(crate) clock: Clock,
    /// The state of the run.
    pub(crate) state: Option<StateFile>,
    /// The certificate of the result, which another program can check.
    pub(crate) certificate: Option<String>,
}

impl Observer for Watch {
    fn progress(&mut self, done: u64, total: u64) -> ControlFlow<()> {
        self.clock.reach(done as f64 / total.max(1) as f64);
        // The state in the file would be lost if the run went on.
        match self.state.as_ref().and_then(StateFile::refused) {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    fn keep(&mut self, _work: u64, state: &dyn Fn() -> String) {
        let Some(file) = self.state.as_mut().filter(|file| file.refused.is_none()) else {
            return;
        };
        // A run that ends within the first second needs no file.
        let now = Instant::now();
        let last = *file.written.get_or_insert(now);
        if now.duration_since(last) < BETWEEN_STATES {
            return;
        }
        file.written = Some(now);
        file.content.state = state();
        if let Err(error) = file.write()
            && !file.told
        {
            file.told = true;
            // The run goes on without the file.
            let _ = writeln!(output::stderr(), "note: {error:#}");
        }
    }

    fn prove(&mut self, certificate: &dyn Fn() -> String) {
        self.certificate = Some(certificate());
    }

    fn resume(&mut self, read: &mut dyn FnMut(&str) -> Result<(), Refused>) {
        if let Some(file) = self.state.as_mut().filter(|file| file.begun) {
            file.refused = read(&file.content.state).err();
        }
    }
}

/// The text of a file with a state, unless it is longer than one can be.
fn text(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    File::open(path)?
        .take(LARGEST_FILE)
        .read_to_string(&mut text)?;
    Ok(text)
}

/// Why the state in a file is not used, and how to proceed.
fn not_used(path: &Path, why: &Refused) -> Error {
    let named = path.display();
    let end = match why {
        Refused::Version { .. } => ", or end it with the program that wrote the file",
        _ => "",
    };
    NotAllowed::because(format!(
        "--state: the state in {named} is not used: {why}. Delete the file to start the run from its beginning{end}"
    ))
}
