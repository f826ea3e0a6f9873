//! `--state FILE`: where a run stands, so that it can be ended and resumed.

use std::fs;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use playground::Setup;
use report::Observer;
use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::inputs::NotAllowed;
use crate::{file, output};

/// The least time between two states that are written.
const BETWEEN_STATES: Duration = Duration::from_secs(1);

/// What is in the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    /// The digest of what is run.
    digest: String,
    /// Where it stands, in a form of its own.
    state: String,
}

/// A file that says where a run stands.
#[derive(Debug)]
pub(crate) struct StateFile {
    path: PathBuf,
    content: Content,
    /// There is a state to go on from.
    begun: bool,
    written: Option<Instant>,
    /// It was said that the file cannot be written.
    told: bool,
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
        let state = match fs::read_to_string(path) {
            Ok(text) => {
                let content: Content = serde_json::from_str(&text).map_err(|_| {
                    NotAllowed::because(format!(
                        "--state: {named} does not hold the state of a run: choose another file, or delete this one"
                    ))
                })?;
                if content.digest != digest {
                    return Err(NotAllowed::because(format!(
                        "--state: {named} holds the state of another scenario, with the digest {}; this one has {digest}: choose another file, or delete this one",
                        content.digest
                    )));
                }
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
        })
    }

    /// Whether the run goes on from a state.
    pub(crate) fn is_begun(&self) -> bool {
        self.begun
    }

    /// The run has ended: there is nothing to resume.
    pub(crate) fn finish(self) {
        if self.begun || self.written.is_some() {
            // It fails where somebody was quicker, which is what is wanted.
            let _ = fs::remove_file(&self.path);
        }
    }

    fn write(&mut self) -> Result<()> {
        let text = serde_json::to_string(&self.content)?;
        file::write(&self.path, |out| Ok(writeln!(out, "{text}")?))
    }
}

/// Watches a run that may have a state.
pub(crate) struct Watch {
    /// Tells how far it is.
    pub(crate) clock: Clock,
    /// Where it stands.
    pub(crate) state: Option<StateFile>,
}

impl Observer for Watch {
    fn progress(&mut self, done: u64, total: u64) -> ControlFlow<()> {
        self.clock.reach(done as f64 / total.max(1) as f64);
        ControlFlow::Continue(())
    }

    fn keep(&mut self, _work: u64, state: &dyn Fn() -> String) {
        let Some(file) = &mut self.state else {
            return;
        };
        // What ends within the first second needs no file.
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
            // The run goes on without it.
            let _ = writeln!(output::stderr(), "note: {error:#}");
        }
    }

    fn resume(&mut self, read: &mut dyn FnMut(&str) -> bool) {
        if let Some(file) = self.state.as_ref().filter(|file| file.begun)
            && !read(&file.content.state)
        {
            let _ = writeln!(
                output::stderr(),
                "note: {} was written by another version: the run starts from its beginning",
                file.path.display()
            );
        }
    }
}
