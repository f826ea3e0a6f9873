//! Files that somebody hands in.
//!
//! The first line holds the digest of all that follows, so that a file that was changed by accident, or that another program
//! wrote anew, is known. It is no seal: anybody can forge it.

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The beginning and the end of the file's first line.
const FIRST: (&str, &str) = ("{\"digest\":\"", "\",\n");

/// The digest of a text: SHA-256, as 64 lower-case hexadecimal digits. Ends of lines are alike on all systems.
#[must_use]
pub fn digest(text: &str) -> String {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    base16ct::lower::encode_string(&Sha256::digest(text.replace("\r\n", "\n")))
}

/// Writes the file of a value that is an object.
///
/// # Errors
/// Where the value has no JSON.
pub fn write(value: &impl Serialize) -> Result<String, String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    let rest = text
        .strip_prefix('{')
        .unwrap_or_default()
        .trim_start_matches('\n');
    let (begin, end) = FIRST;
    Ok(format!("{begin}{}{end}{rest}\n", digest(rest.trim_end())))
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The JSON.
    pub text: String,
    /// Whether the digest is that of the content.
    pub whole: bool,
}

/// Opens a file whose JSON has this key; nothing where it is no such file.
#[must_use]
pub fn open(file: &str, key: &str) -> Option<Opened> {
    let file = file
        .strip_prefix('\u{FEFF}')
        .unwrap_or(file)
        .replace("\r\n", "\n");
    let (begin, end) = FIRST;
    if let Some((told, rest)) = file
        .strip_prefix(begin)
        .and_then(|file| file.split_once(end))
    {
        return Some(Opened {
            text: format!("{{{rest}"),
            whole: digest(rest.trim_end()) == told,
        });
    }
    // Another program wrote the file anew.
    let read = serde_json::from_str::<Value>(&file);
    let known = read.is_ok_and(|value| value.get(key).is_some());
    known.then_some(Opened {
        text: file,
        whole: false,
    })
}
