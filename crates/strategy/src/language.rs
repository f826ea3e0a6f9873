//! What a language can do, and the one that this program was given.

use std::fmt;
use std::sync::OnceLock;

use crate::{Budget, Fault, Hook, Value};

/// A language in which strategies are written.
pub trait Language: fmt::Debug + Send + Sync {
    /// Reads a strategy that answers a hook.
    ///
    /// # Errors
    /// Where it cannot be read, or has no function that the hook can ask.
    fn read(&self, text: &str, hook: &Hook) -> Result<Box<dyn Machine>, Fault>;
}

/// A strategy at work. It keeps what it remembers from one question to the next.
pub trait Machine {
    /// Forgets everything. From now on, its draws are those of this stream: a seed and the words of
    /// `trace::random::Random::stream`, and it may do so much until it begins again.
    fn begin(&mut self, seed: u64, stream: &[u64], budget: Budget);

    /// Shows it more numbers, which it can read as [`Value::Shown`].
    fn show(&mut self, numbers: &[f64]);

    /// Asks it.
    ///
    /// # Errors
    /// What went wrong in it, or which limit it met.
    fn ask(&mut self, handed: &[Value]) -> Result<Answered, Fault>;
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Answered {
    /// What it answered.
    pub value: Value,
    /// What it printed meanwhile, line by line.
    pub printed: Vec<String>,
}

static GIVEN: OnceLock<Box<dyn Language>> = OnceLock::new();

/// Takes the language of this program; later ones are the same and are left.
pub fn give(language: Box<dyn Language>) {
    GIVEN.get_or_init(|| language);
}

/// The language that this program was given.
#[must_use]
pub fn given() -> Option<&'static dyn Language> {
    GIVEN.get().map(AsRef::as_ref)
}
