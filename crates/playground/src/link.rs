//! A scenario as the fragment of an address: it never reaches a server.
//!
//! Two forms are read:
//!
//! - `#v1.…`: the scenario's short JSON, deflated, in base64url. [`encode`] writes this form, which names every value itself.
//! - `#p=<preset>&seed=7&processors=8`: a preset and its changes, for people who read and edit it. [`short`] writes this
//!   form while there are few changes.
//!
//! An empty fragment is the first preset. A link is for ever: the tests keep links of every version that was
//! published, and a new form gets a new version. A key that is new in the same form is kept ([`crate::extras::Unknown`]):
//! the scenario runs without it, a reader who opens the link is told so, and passes it on.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use parameters::Rejected;
use serde_json::Value;

use crate::extras::{Focus, Unknown};
use crate::presets::Preset;
use crate::setup::Changes;
use crate::{Extras, Scenario, Setup, View, presets};

/// The most bytes that a link's deflated scenario may have.
pub const COMPRESSED_LIMIT: usize = 64 * 1024;

/// The most bytes of an inflated scenario.
pub const INFLATED_LIMIT: usize = 1024 * 1024;

const PREFIX: &str = "v1.";

/// Errors of reading and writing links.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The scenario carries too much for a link.
    #[error(
        "this scenario is too large for a link ({bytes} bytes deflated, at most {COMPRESSED_LIMIT}): save it as a file"
    )]
    TooLarge {
        /// The size of the deflated scenario.
        bytes: usize,
    },
    /// The link is longer than any that is written.
    #[error(
        "this link is too long ({characters} characters): a link holds at most {COMPRESSED_LIMIT} bytes; open a file instead"
    )]
    TooLong {
        /// The length of the link.
        characters: usize,
    },
    /// The link inflates to more than is allowed.
    #[error("this link is refused: it unpacks to more than {INFLATED_LIMIT} bytes")]
    Bomb,
    /// The link was made with a newer version, or is not one of ours.
    #[error(
        "this link has the unknown form “{form}”; this version reads “v1.” links and “p=preset&…”"
    )]
    UnknownForm {
        /// The first characters of the link.
        form: String,
    },
    /// Characters were lost or changed on the way.
    #[error("this link is damaged: {what}; copy it again, whole")]
    Damaged {
        /// The damage.
        what: String,
    },
    /// No such preset.
    #[error("there is no preset “{name}”; {suggested}")]
    UnknownPreset {
        /// The name in the link.
        name: String,
        /// The suggested names.
        suggested: String,
    },
    /// A parameter is unknown or out of range.
    #[error("this link has a value that is not allowed: {0}")]
    Rejected(#[from] Rejected),
}

impl Error {
    /// The error for a preset that does not exist.
    #[must_use]
    pub fn unknown_preset(name: &str) -> Self {
        let known = presets::all().iter().map(|preset| preset.name);
        Self::UnknownPreset {
            name: name.chars().take(60).collect(),
            suggested: parameters::alike::suggest(name, known),
        }
    }
}

/// The content of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The scenario to run.
    pub scenario: Scenario,
    /// Its view.
    pub view: View,
    /// Its extras.
    pub extras: Extras,
    /// The preset that it started from, where it names one.
    pub preset: Option<&'static str>,
}

impl From<Decoded> for Setup {
    fn from(decoded: Decoded) -> Self {
        Self {
            scenario: decoded.scenario,
            view: decoded.view,
            extras: decoded.extras,
        }
    }
}

/// The set-up, or the scenario alone, as a fragment, `#` included.
///
/// # Errors
/// [`Error::TooLarge`] where it carries too many values of a file of one's own.
pub fn encode(setup: impl Into<Setup>) -> Result<String, Error> {
    let json = setup.into().to_link_json().to_string();
    let deflated = compress_to_vec(json.as_bytes(), 9);
    // A link that inflates to more than the limit could be written but never read again.
    if deflated.len() > COMPRESSED_LIMIT || json.len() > INFLATED_LIMIT {
        return Err(Error::TooLarge {
            bytes: deflated.len(),
        });
    }
    Ok(format!("#{PREFIX}{}", URL_SAFE_NO_PAD.encode(deflated)))
}

/// The most parameters that differ from the preset in a readable link.
const DIFFERENT: usize = 4;

/// A value of this many characters or more is too long for a readable link.
const READ: usize = 40;

/// The link of a preset.
#[must_use]
pub fn to(preset: &Preset) -> String {
    format!("#p={}", preset.name)
}

/// The set-up as a readable link, where it is a preset with few changes; else as [`encode`] writes it.
///
/// ```
/// use playground::{link, presets};
/// let scenario = presets::find("bursts-replicate").unwrap().scenario().with("copies", "4")?;
/// assert_eq!(link::short(&scenario).unwrap(), "#p=bursts-replicate&copies=4");
/// # Ok::<(), parameters::Rejected>(())
/// ```
///
/// # Errors
/// As [`encode`].
pub fn short(setup: impl Into<Setup>) -> Result<String, Error> {
    let setup = setup.into();
    readable(&setup).map_or_else(|| encode(setup), Ok)
}

/// The preset and its changes, where they describe the whole set-up.
fn readable(setup: &Setup) -> Option<String> {
    let Extras { focus, unknown, .. } = &setup.extras;
    let more = *focus != Focus::default() || *unknown != Unknown::default();
    if setup.view != View::One || more {
        return None;
    }
    let (preset, changes) = presets::nearest(&setup.scenario);
    if changes.len() > DIFFERENT {
        return None;
    }
    let values = setup.scenario.values();
    let mut link = form_urlencoded::Serializer::for_suffix("#".to_owned(), 1);
    link.append_pair("p", preset.name);
    for name in changes {
        link.append_pair(&name, &typed(values.get(&name)?)?);
    }
    let link = link.finish();
    // The link is complete only if it decodes to the same scenario.
    let again = decode(&link).ok()?;
    (again.scenario == setup.scenario).then_some(link)
}

/// A value as a person types it, where the text is short.
fn typed(value: &Value) -> Option<String> {
    let text = match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(typed).collect::<Option<Vec<_>>>()?.join(","),
        Value::Object(_) => return None,
        // `72500.0` is typed `72500`.
        plain => {
            let text = plain.to_string();
            text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
        }
    };
    (text.len() < READ).then_some(text)
}

/// Finds the set-up that a script names: by a link, by its fragment with or without `#`, or by the name of a preset.
///
/// # Errors
/// As [`decode`]; [`Error::UnknownPreset`] for any text that does not look like a link.
pub fn find(text: &str) -> Result<Setup, Error> {
    let text = text.trim();
    if text.contains('#') || text.starts_with(PREFIX) || text.starts_with("p=") {
        return Ok(decode(text)?.into());
    }
    match presets::find(text) {
        Some(preset) => Ok(preset.scenario().into()),
        None => Err(Error::unknown_preset(text)),
    }
}

/// Decodes a fragment, or the part of a whole address behind its `#`.
///
/// # Errors
/// See [`Error`]. Never panics, and never allocates more than the two limits allow.
pub fn decode(link: &str) -> Result<Decoded, Error> {
    let fragment = link
        .split_once('#')
        .map_or(link, |(_, fragment)| fragment)
        .trim();
    if fragment.is_empty() {
        return Ok(Decoded {
            scenario: presets::first().scenario(),
            view: View::One,
            extras: Extras::default(),
            preset: Some(presets::first().name),
        });
    }
    if let Some(text) = fragment.strip_prefix(PREFIX) {
        let Setup {
            scenario,
            view,
            extras,
        } = unpack(text)?;
        return Ok(Decoded {
            scenario,
            view,
            extras,
            preset: None,
        });
    }
    if fragment.starts_with("p=") {
        return named(fragment);
    }
    Err(Error::UnknownForm {
        form: fragment.chars().take(12).collect(),
    })
}

/// The preset that a link names, if it names one; the rest of the link is not read.
#[must_use]
pub fn preset(link: &str) -> Option<&'static Preset> {
    let (_, fragment) = link.split_once('#').unwrap_or(("", link));
    let (key, name) = form_urlencoded::parse(fragment.trim().as_bytes()).next()?;
    (key == "p").then(|| presets::find(&name))?
}

/// Refuses a text that is longer than a link can be: four characters carry three bytes.
fn within_limit(text: &str) -> Result<(), Error> {
    let characters = text.len();
    if characters > COMPRESSED_LIMIT / 3 * 4 + 4 {
        return Err(Error::TooLong { characters });
    }
    Ok(())
}

fn unpack(text: &str) -> Result<Setup, Error> {
    within_limit(text)?;
    let damaged = |what: String| Error::Damaged { what };
    let deflated = URL_SAFE_NO_PAD
        .decode(text.trim_end_matches('='))
        .map_err(|_| damaged("it is cut short or holds a character that no link has".into()))?;
    if deflated.len() > COMPRESSED_LIMIT {
        return Err(Error::TooLong {
            characters: text.len(),
        });
    }
    let json =
        decompress_to_vec_with_limit(&deflated, INFLATED_LIMIT).map_err(|error| {
            match error.status {
                TINFLStatus::HasMoreOutput => Error::Bomb,
                _ => damaged("its packed part is broken".into()),
            }
        })?;
    let json =
        String::from_utf8(json).map_err(|_| damaged("its unpacked content is not text".into()))?;
    let value = crate::json::read(&json).map_err(|error| {
        let error = error.to_string();
        let error = error.trim_start_matches("this is not JSON: ");
        damaged(format!("unpacked, {error}"))
    })?;
    Ok(Setup::from_link_json(value)?)
}

fn named(fragment: &str) -> Result<Decoded, Error> {
    within_limit(fragment)?;
    let mut pairs = form_urlencoded::parse(fragment.as_bytes());
    let name = pairs
        .next()
        .map(|(_, name)| name.into_owned())
        .unwrap_or_default();
    let Some(preset) = presets::find(&name) else {
        return Err(Error::unknown_preset(&name));
    };
    let mut changes = Changes::new();
    for (parameter, value) in pairs {
        let before = changes.insert(parameter.clone().into_owned(), value.into());
        if before.is_some() {
            let twice = "stands twice in this link: keep one of them";
            return Err(Rejected::one(&parameter, "", twice).into());
        }
    }
    let scenario = preset.scenario().having(&changes)?;
    Ok(Decoded {
        scenario,
        view: View::One,
        extras: Extras::default(),
        preset: Some(preset.name),
    })
}
