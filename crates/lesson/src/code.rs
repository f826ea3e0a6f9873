//! A learner's answers as a code: one line for a text field of a course system.
//!
//! A code is `ma1.` and, in base64url, the beginning of a digest and the deflated answers. Of each digest it has the beginning,
//! and of each scenario that was found the shortest link, so that a code has a few hundred characters.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use playground::link;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::answers::{Answers, Refused, VERSION};

/// The beginning of every code; the version and a full stop follow.
const MARK: &str = "ma";

/// The most characters of a code.
pub const LONGEST: usize = 16_000;

/// The most bytes of an inflated code.
pub const INFLATED: usize = 256 * 1024;

/// The number of bytes of a digest before the answers.
const SEAL: usize = 8;

/// The number of digits of each digest among the answers.
pub(crate) const DIGITS: usize = 16;

/// The content of a code: the values of [`Answers`] in their order, without names; reading takes both forms.
fn content(answers: Answers) -> Value {
    let begun = |digest: String| Value::from(digest.chars().take(DIGITS).collect::<String>());
    let given = answers.answers.into_iter().map(|one| {
        one.map_or(Value::Null, |one| {
            let tries = Value::from_iter(one.tries.into_iter().map(shortest));
            Value::from_iter([tries, one.hints.into(), one.shown.into()])
        })
    });
    let runs = answers.runs.into_iter();
    let runs = runs.map(|(name, print)| (name, begun(print)));
    Value::from_iter([
        VERSION.into(),
        answers.program.into(),
        answers.student.into(),
        answers.title.into(),
        begun(answers.source),
        answers.seed.into(),
        Value::from_iter(given),
        Value::Object(runs.collect()),
    ])
}

/// A guess; a scenario's link as short as it can be.
fn shortest(guess: Value) -> Value {
    let short = |text: &str| {
        let found = link::decode(text).ok()?;
        let short = link::short(found).ok()?;
        (text.starts_with('#') && short.len() < text.len()).then_some(short)
    };
    match guess.as_str().and_then(short) {
        Some(link) => Value::String(link),
        None => guess,
    }
}

fn seal(text: &[u8]) -> impl Iterator<Item = u8> {
    Sha256::digest(text).into_iter().take(SEAL)
}

/// Makes the code of answers from JSON.
///
/// # Errors
/// Where the JSON is not that of [`Answers`], or the code would be too long.
pub fn write(json: &str) -> Result<String, String> {
    let answers: Answers = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let text = content(answers).to_string();
    let bytes: Vec<u8> = seal(text.as_bytes())
        .chain(compress_to_vec(text.as_bytes(), 9))
        .collect();
    let code = format!("{MARK}{VERSION}.{}", URL_SAFE_NO_PAD.encode(bytes));
    if text.len() > INFLATED {
        return Err(format!(
            "the answers have {} bytes; a code holds {INFLATED} at most; save them as a file",
            text.len()
        ));
    }
    if code.len() > LONGEST {
        return Err(format!(
            "the code would have {} characters; allowed: {LONGEST}; save the answers as a file",
            code.len()
        ));
    }
    Ok(code)
}

/// The version and the rest of a word that looks like a code.
fn parts(word: &str) -> Option<(&str, &str)> {
    let (version, rest) = word.strip_prefix(MARK)?.split_once('.')?;
    let digits = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    digits.then_some((version, rest))
}

/// Whether a word looks like a code, of this version or another one.
#[must_use]
pub fn is_code(word: &str) -> bool {
    parts(word).is_some()
}

/// Reads a code.
///
/// # Errors
/// Where the text is no code, has another version, or is damaged. Never allocates more than the two limits allow.
pub fn open(code: &str) -> Result<Answers, Refused> {
    let (version, packed) = parts(code).ok_or(Refused::NoCode)?;
    if version != VERSION.to_string() {
        let version: String = version.chars().take(12).collect();
        return Err(Refused::Damaged(format!(
            "the code has version {version}; allowed: {VERSION}"
        )));
    }
    let characters = code.chars().count();
    if characters > LONGEST {
        return Err(Refused::Damaged(format!(
            "the code has {characters} characters; allowed: {LONGEST}"
        )));
    }
    let again = |what: &str| Refused::Damaged(format!("{what}; copy the code again, whole"));
    let strange = code.char_indices().skip(code.len() - packed.len());
    let mut strange =
        strange.filter(|(_, one)| !(one.is_ascii_alphanumeric() || "-_".contains(*one)));
    if let Some((before, one)) = strange.next() {
        let place = before + 1;
        return Err(again(&format!(
            "“{one}” at character {place} is in no code"
        )));
    }
    let cut = || again("the code is cut short or changed");
    let changed = || again("characters of the code were changed");
    let bytes = URL_SAFE_NO_PAD.decode(packed).map_err(|_| cut())?;
    let (told, deflated) = bytes.split_at_checked(SEAL).ok_or_else(cut)?;
    let inflated = decompress_to_vec_with_limit(deflated, INFLATED);
    let text = inflated.map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => {
            Refused::Damaged(format!("the code unpacks to more than {INFLATED} bytes"))
        }
        TINFLStatus::NeedsMoreInput | TINFLStatus::FailedCannotMakeProgress => cut(),
        _ => changed(),
    })?;
    if !seal(&text).eq(told.iter().copied()) {
        return Err(changed());
    }
    let none = |why: String| Refused::Damaged(format!("the code holds no answers: {why}"));
    let text = String::from_utf8(text).map_err(|error| none(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| none(error.to_string()))
}

/// A line of a list of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'t> {
    /// Its number, from 1.
    pub number: usize,
    /// The text before the code, such as a name of a class list; the whole line where there is no code.
    pub name: &'t str,
    /// The code, of this version or another one, where there is one.
    pub code: Option<&'t str>,
}

/// The lines of a list that are not empty: a code each, with a name before it or none, as spreadsheets and course systems write them.
///
/// ```
/// let text = "Ada Lovelace\tma1.AAAA\n\n\"Hopper, Grace\",ma1.BBBB\n";
/// let lines: Vec<_> = lesson::code::lines(text).map(|line| (line.number, line.name, line.code)).collect();
/// assert_eq!(lines, [(1, "Ada Lovelace", Some("ma1.AAAA")), (3, "Hopper, Grace", Some("ma1.BBBB"))]);
/// ```
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let parts = |one: char| one.is_whitespace() || ",;|\"'\u{FEFF}".contains(one);
    let lines = (1..).zip(text.lines());
    lines.filter_map(move |(number, line)| {
        let trimmed = line.trim_matches(parts);
        let code = trimmed.split(parts).find(|word| is_code(word));
        let name = code.and_then(|code| trimmed.split(code).next());
        let name = name.unwrap_or(trimmed).trim_matches(parts);
        (!trimmed.is_empty()).then_some(Line { number, name, code })
    })
}
