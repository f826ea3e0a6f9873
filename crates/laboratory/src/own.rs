//! Strategies that users write.

use parameters::{AnyName, Rejected};
use strategy::{Fault, Hook, Language, Machine};
use words::say;

use crate::Error;

/// A strategy that is ready to be asked.
///
/// # Errors
/// [`Error::Rejected`] where it cannot be read; [`Error::LanguageNeeded`] where this program does not carry the language.
pub fn read(text: &str, parameter: AnyName, hook: &Hook) -> Result<Box<dyn Machine>, Error> {
    let language = carried().or_else(strategy::given);
    let language = language.ok_or(Error::LanguageNeeded)?;
    let read = language.read(text, hook);
    read.map_err(|fault| refused(parameter, &fault, "").into())
}

/// A native program carries the language; another one is given it.
fn carried() -> Option<&'static dyn Language> {
    #[cfg(not(target_family = "wasm"))]
    return Some(&language::Rhai);
    #[cfg(target_family = "wasm")]
    return None;
}

/// The complaint about a strategy: its line, what is wrong, and what it was handed, where it was.
#[must_use]
pub fn refused(parameter: AnyName, fault: &Fault, handed: &str) -> Rejected {
    let Fault { line, message, .. } = fault;
    let told = match handed {
        "" => say!("line {line}: {message}"),
        handed => say!("line {line}: {message}; {handed}"),
    };
    // The text itself would say nothing in a sentence.
    Rejected::one(parameter.text(), "", told)
}
