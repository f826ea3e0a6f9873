//! The extras of a scenario, which change no computed number: the part of a schedule that somebody viewed, the keys of a
//! newer version, and the result of a run.

use parameters::Rejected;
use serde_json::{Map, Value, json};

use crate::scenario::{Scenario, VERSION, VERSION_KEY};
use crate::setup::Changes;

/// The keys of a set-up beside its version and its laboratory.
pub(crate) const KEYS: [&str; 4] = ["compare", "sweep", FOCUS, RESULT];

/// The key of [`Focus`].
pub(crate) const FOCUS: &str = "focus";

/// The key of [`Recorded`].
pub(crate) const RESULT: &str = "result";

/// The most keys of a newer version that are kept, and the longest name of one.
const UNKNOWN: (usize, usize) = (16, 40);

/// The longest name of a version.
const VERSION_NAME: usize = 40;

/// The number of digits of a fingerprint.
const DIGITS: usize = 64;

/// The extras of a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// The part of a schedule that somebody viewed.
    pub focus: Focus,
    /// The keys of a newer version.
    pub unknown: Unknown,
    /// The result of a run.
    pub recorded: Option<Recorded>,
}

impl Extras {
    /// The extras that stay when the scenario changes.
    #[must_use]
    pub fn elsewhere(&self) -> Self {
        Self {
            unknown: self.unknown.clone(),
            ..Self::default()
        }
    }
}

/// The part of a schedule, or of schedules of the same work, that somebody viewed; times in ms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Focus {
    /// Start and end; the view chooses them where there are none.
    pub window: Option<(f64, f64)>,
    /// The time cursor.
    pub cursor: Option<f64>,
    /// In schedules of the same work, the number of the first viewed unit in the run, from 1 on, and the number of viewed units.
    pub part: Option<(u32, u32)>,
    /// The number of the reason that was read, from 1 on in that part.
    pub reason: Option<u32>,
}

impl Focus {
    pub(crate) fn to_json(self) -> Option<Value> {
        let mut map = Map::new();
        if let Some((from, to)) = self.window {
            map.insert("window".into(), json!([from, to]));
        }
        if let Some(cursor) = self.cursor {
            map.insert("cursor".into(), json!(cursor));
        }
        if let Some((first, count)) = self.part {
            map.insert("part".into(), json!([first, count]));
        }
        if let Some(reason) = self.reason {
            map.insert("reason".into(), json!(reason));
        }
        (!map.is_empty()).then_some(Value::Object(map))
    }

    pub(crate) fn from_json(value: &Value) -> Result<Self, Rejected> {
        let form = || {
            let allowed = r#"allowed: {"window": [FROM, TO], "cursor": TIME, "part": [FIRST, COUNT], "reason": NUMBER}, times in ms, numbers from 1 on"#;
            Rejected::one(FOCUS, value, allowed)
        };
        let time = |value: &Value| {
            value
                .as_f64()
                .filter(|time| time.is_finite() && *time >= 0.0)
        };
        let number = |value: &Value| {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
            number.filter(|number| *number > 0)
        };
        let mut focus = Self::default();
        for (key, value) in value.as_object().ok_or_else(form)? {
            match (key.as_str(), value.as_array().map(Vec::as_slice)) {
                ("window", Some([from, to])) => {
                    let (from, to) = time(from).zip(time(to)).ok_or_else(form)?;
                    if from >= to {
                        let allowed = "allowed: a window that ends after it begins";
                        return Err(Rejected::one("focus.window", value, allowed));
                    }
                    focus.window = Some((from, to));
                }
                ("part", Some([first, count])) => {
                    focus.part = Some(number(first).zip(number(count)).ok_or_else(form)?);
                }
                ("reason", None) => focus.reason = Some(number(value).ok_or_else(form)?),
                ("cursor", None) => focus.cursor = Some(time(value).ok_or_else(form)?),
                _ => return Err(form()),
            }
        }
        Ok(focus)
    }
}

/// Keys of a link that this version does not know. A newer version of the same form may have them, so the link keeps them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unknown {
    /// Keys beside the laboratory.
    beside: Changes,
    /// Keys among the laboratory's parameters, and the laboratory's name.
    within: Changes,
    laboratory: &'static str,
}

impl Unknown {
    /// A sentence about these keys; `None` where there are none.
    #[must_use]
    pub fn said(&self) -> Option<String> {
        let names = self.names().join(", ");
        (!self.is_empty()).then(|| {
            format!(
                "this link has parts that only a newer version knows: {names}. The link keeps them, the run ignores them; the newer version may compute other numbers"
            )
        })
    }

    /// The names of these keys, as places: `colours`, or `LABORATORY.colours` among a laboratory's parameters.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let within = self.within.keys();
        let within = within.map(|name| format!("{}.{name}", self.laboratory));
        self.beside.keys().cloned().chain(within).collect()
    }

    fn is_empty(&self) -> bool {
        self.beside.is_empty() && self.within.is_empty()
    }

    /// Takes the unknown keys out of a set-up's JSON, where it has this version and a laboratory. Keys with a name that no
    /// version would give stay, to be refused.
    pub(crate) fn take(map: &mut Map<String, Value>) -> Self {
        let mut unknown = Self::default();
        if map.get(VERSION_KEY).and_then(Value::as_u64) != Some(VERSION) {
            return unknown;
        }
        let mut found = map.keys().filter_map(|name| Scenario::of(name));
        let Some(scenario) = found.next() else {
            return unknown;
        };
        unknown.laboratory = scenario.laboratory();
        let known = |name: &str| {
            name == VERSION_KEY || KEYS.contains(&name) || Scenario::of(name).is_some()
        };
        unknown.beside = without(map, known);
        let own = scenario.checked();
        if let Some(Value::Object(within)) = map.get_mut(unknown.laboratory) {
            unknown.within = without(within, |name| own.contains_key(name));
        }
        if unknown.is_empty() {
            return Self::default();
        }
        unknown
    }

    /// Puts the keys back; does nothing where the set-up has another laboratory now.
    pub(crate) fn put(&self, map: &mut Map<String, Value>) {
        if let Some(Value::Object(within)) = map.get_mut(self.laboratory) {
            within.extend(self.within.clone());
            map.extend(self.beside.clone());
        }
    }
}

/// Takes unknown keys out of a map.
fn without(map: &mut Map<String, Value>, known: impl Fn(&str) -> bool) -> Changes {
    let (most, longest) = UNKNOWN;
    let named = |name: &str| {
        let letters =
            |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_';
        (1..=longest).contains(&name.len()) && name.bytes().all(letters)
    };
    let names = map.keys().filter(|name| !known(name) && named(name));
    let names: Vec<_> = names.take(most).cloned().collect();
    let take = |name: String| map.remove(&name).map(|value| (name, value));
    names.into_iter().filter_map(take).collect()
}

/// The result of a run, and the version that computed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The report's fingerprint: 64 hexadecimal digits.
    pub fingerprint: String,
    /// The version of the program.
    pub version: String,
}

impl Recorded {
    /// A result of this version.
    #[must_use]
    pub fn now(fingerprint: impl Into<String>) -> Self {
        Self {
            fingerprint: fingerprint.into(),
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }

    /// Judges whether a run with this fingerprint reproduces the result, in words for people.
    #[must_use]
    pub fn judge(&self, fingerprint: &str) -> Judgement {
        let version = &self.version;
        if self.fingerprint == fingerprint {
            let said = format!(
                "The result is reproduced: its fingerprint equals the one in the file, which version {version} wrote"
            );
            return Judgement { same: true, said };
        }
        let own = env!("CARGO_PKG_VERSION");
        let said = format!(
            "The result is not reproduced: the file has the fingerprint {}… of version {version}, this run of version {own} has {}…",
            short(&self.fingerprint),
            short(fingerprint),
        );
        Judgement { same: false, said }
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({"fingerprint": self.fingerprint, "version": self.version})
    }

    pub(crate) fn from_json(value: &Value) -> Result<Self, Rejected> {
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let only = value.as_object().is_some_and(|map| map.len() == 2);
        let hexadecimal = |text: &&str| {
            text.len() == DIGITS && text.bytes().all(|digit| digit.is_ascii_hexdigit())
        };
        let fingerprint = text("fingerprint").filter(hexadecimal);
        let version = text("version").filter(|version| version.len() <= VERSION_NAME);
        match fingerprint.zip(version).filter(|_| only) {
            Some((fingerprint, version)) => Ok(Self {
                fingerprint: fingerprint.to_ascii_lowercase(),
                version: version.into(),
            }),
            None => {
                let allowed = r#"allowed: {"fingerprint": 64 hexadecimal digits, "version": a text of at most 40 bytes}"#;
                Err(Rejected::one(RESULT, value, allowed))
            }
        }
    }
}

/// Whether a result was reproduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether the result is the same, to the bit.
    pub same: bool,
    /// The judgement in a sentence.
    pub said: String,
}

fn short(fingerprint: &str) -> String {
    fingerprint.chars().take(12).collect()
}
