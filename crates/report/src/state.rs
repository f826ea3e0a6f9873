//! The states of runs that can be resumed: a version, a digest over the rest, and the text that the run wrote.
//!
//! The digest finds a state that was damaged. It is no secret: anyone who rewrites a state can write its digest, too. Therefore a run
//! checks the state that it reads, and says in its report that it was resumed.
//!
//! ```
//! use report::state::{self, Refused};
//! let state = state::seal(&[1, 1, 2]);
//! assert_eq!(state::open::<Vec<u32>>(&state), Ok(vec![1, 1, 2]));
//! assert_eq!(state::open::<Vec<u32>>(&state.replace("[1,1", "[1,9")), Err(Refused::Changed));
//! ```

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use words::{say, word};

/// The version of the states that this program writes and reads.
pub const VERSION: u32 = 2;

/// The most bytes of a state.
pub const LARGEST: usize = 1_000_000;

/// The beginning of a state.
const NAME: &str = "makespan-state";

/// The beginning of states of version 1, which have no digest.
const FIRST: &str = "{\"form\":";

/// The reasons why a state is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is longer than a run writes.
    #[error("{}", say!("it has {bytes} bytes; allowed are at most {LARGEST}"))]
    Long {
        /// The state's length.
        bytes: usize,
    },
    /// Another version of the program wrote it.
    #[error("{}", say!("it has version {found}, and this program reads version {VERSION}"))]
    Version {
        /// The state's version.
        found: u32,
    },
    /// It is no state, or not as it was written.
    #[error("{}", word!("it is not as it was written"))]
    Changed,
    /// It claims something impossible.
    #[error("{0}")]
    Wrong(String),
}

impl Refused {
    /// A state that claims something impossible.
    pub fn wrong(why: impl Into<String>) -> Self {
        Self::Wrong(why.into())
    }
}

fn digest(body: &str) -> String {
    base16ct::lower::encode_string(&Sha256::digest(body.as_bytes()))
}

/// A state of the values that a run wants to keep.
pub fn seal(run: &impl Serialize) -> String {
    // Numbers, names and lists have a JSON form.
    let body = serde_json::to_string(run).unwrap_or_default();
    format!("{NAME} {VERSION} {}\n{body}", digest(&body))
}

/// The values that a run kept.
///
/// # Errors
/// [`Refused`].
pub fn open<T: DeserializeOwned>(state: &str) -> Result<T, Refused> {
    serde_json::from_str(check(state)?).map_err(|_| Refused::Changed)
}

/// The part of a state that the run wrote, if all of it is as it was written.
///
/// # Errors
/// [`Refused`], but never [`Refused::Wrong`].
pub fn check(state: &str) -> Result<&str, Refused> {
    if state.len() > LARGEST {
        return Err(Refused::Long { bytes: state.len() });
    }
    if state.starts_with(FIRST) {
        return Err(Refused::Version { found: 1 });
    }
    let head = state.strip_prefix(NAME).ok_or(Refused::Changed)?;
    let (head, body) = head.split_once('\n').ok_or(Refused::Changed)?;
    let mut words = head.split_whitespace();
    let version: u32 = words
        .next()
        .and_then(|version| version.parse().ok())
        .ok_or(Refused::Changed)?;
    if version != VERSION {
        return Err(Refused::Version { found: version });
    }
    match words.next() {
        Some(written) if written == digest(body) && words.next().is_none() => Ok(body),
        _ => Err(Refused::Changed),
    }
}

/// A report's note on a run that was resumed.
#[must_use]
pub fn note() -> String {
    word!("This run was resumed: what it did before the pause is taken from its kept state.")
        .to_owned()
}
