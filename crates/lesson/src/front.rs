//! The beginning of an author's file: TOML between two lines of `+++`.

use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// The line that encloses the front matter.
const FRONT: &str = "+++";

/// The longest file, in bytes.
const LONGEST: usize = 400_000;

/// A file in its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'s> {
    /// The front matter, which begins in line [`FIRST`].
    pub front: &'s str,
    /// The rest.
    pub body: &'s str,
    /// The line in which the rest begins.
    pub first: usize,
}

/// The line in which front matter begins.
pub const FIRST: usize = 2;

/// Refuses files that are too long; `what` names them.
///
/// # Errors
/// Where the file has more bytes than allowed.
pub fn bounded(source: &str, what: &str) -> Result<(), Problem> {
    match source.len() {
        0..=LONGEST => Ok(()),
        length => Err(Problem::new(
            1,
            format!("the {what} has {length} bytes; allowed: {LONGEST}"),
        )),
    }
}

/// The parts of a file; `keys` names the keys of the front matter.
///
/// # Errors
/// Where there is no front matter, or where it does not end.
pub fn parts<'s>(source: &'s str, keys: &str) -> Result<Parts<'s>, Problem> {
    let source = source.strip_prefix('\u{FEFF}').unwrap_or(source);
    let after = source
        .strip_prefix(FRONT)
        .and_then(|rest| rest.split_once('\n'));
    let Some((_, inside)) = after.filter(|(end, _)| end.trim().is_empty()) else {
        let message = format!("the first line is not “+++”, which begins {keys}");
        return Err(Problem::new(1, message));
    };
    let mut length = 0;
    for (place, line) in inside.split_inclusive('\n').enumerate() {
        if line.trim() == FRONT {
            let (front, rest) = inside.split_at(length);
            return Ok(Parts {
                front,
                body: rest.get(line.len()..).unwrap_or_default(),
                first: place + FIRST + 1,
            });
        }
        length += line.len();
    }
    let message = "the front matter does not end: a second line “+++” is missing";
    Err(Problem::new(1, message))
}

/// Reads TOML whose first line is `line` of the file.
///
/// # Errors
/// The fault, with its line.
pub fn toml<T: DeserializeOwned>(text: &str, line: usize) -> Result<T, Problem> {
    toml::from_str(text).map_err(|error| {
        let place = error.span().map_or(0, |span| span.start);
        Problem::new(line + down(text, place), in_words(error.message().trim()))
    })
}

/// A message of the parser in the words of the guides, without names of Rust types.
pub(crate) fn in_words(message: &str) -> String {
    let quoted = |text: &str| match text.split_once('`') {
        Some((before, rest)) => match rest.rsplit_once('`') {
            Some((name, after)) => format!("{before}“{name}”{after}"),
            None => text.to_owned(),
        },
        None => text.to_owned(),
    };
    let Some((found, expected)) = message.rsplit_once(", expected ") else {
        return quoted(&message.replacen("missing field", "there is no key", 1));
    };
    let found = found
        .strip_prefix("invalid type: ")
        .or_else(|| found.strip_prefix("invalid value: "))
        .or_else(|| found.strip_prefix("unknown variant "))
        .unwrap_or(found)
        .replacen("unknown field", "unknown key", 1);
    let expected = match expected.strip_prefix("one of ").unwrap_or(expected) {
        "usize" | "u32" | "u64" => "a whole number",
        "f64" => "a number",
        "a string" => "a text",
        "a sequence" => "a list",
        "a map" => "a table",
        other if other.starts_with("struct ") => "a table",
        other => other,
    };
    format!("{}; allowed: {}", quoted(&found), expected.replace('`', ""))
}

/// The number of lines before a place in a text.
#[must_use]
pub fn down(text: &str, place: usize) -> usize {
    let before = text.get(..place).unwrap_or_default();
    before.matches('\n').count()
}
