//! The interface of a language, and the language of this program.

use std::fmt;
use std::sync::OnceLock;

use crate::{Budget, Fault, Hook, Value};

/// A language in which strategies are written.
pub trait Language: fmt::Debug + Send + Sync {
    /// Reads a strategy that answers a hook.
    ///
    /// # Errors
    /// The strategy cannot be read, or has no function that the hook can ask.
    fn read(&self, text: &str, hook: &Hook) -> Result<Box<dyn Machine>, Fault>;
}

/// A running strategy. It keeps its memory from one question to the next.
pub trait Machine {
    /// Forgets everything. From now on, its draws come from this stream: a seed and the words of `trace::random::Random::stream`. The
    /// budget holds until the next beginning.
    fn begin(&mut self, seed: u64, stream: &[u64], budget: Budget);

    /// Shows the strategy more numbers, which it can read as [`Value::Shown`].
    fn show(&mut self, numbers: &[f64]);

    /// Asks the strategy.
    ///
    /// # Errors
    /// The error of the strategy, or the limit that it met.
    fn ask(&mut self, handed: &[Value]) -> Result<Answered, Fault>;
}

/// The outcome of a question.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Answered {
    /// The answer.
    pub value: Value,
    /// The lines that the strategy printed meanwhile.
    pub printed: Vec<String>,
}

static GIVEN: OnceLock<Box<dyn Language>> = OnceLock::new();

/// Sets the language of this program; later calls have no effect.
pub fn give(language: Box<dyn Language>) {
    GIVEN.get_or_init(|| language);
}

/// The language of this program.
#[must_use]
pub fn given() -> Option<&'static dyn Language> {
    GIVEN.get().map(AsRef::as_ref)
}
