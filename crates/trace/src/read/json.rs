//! Trace events one after the other, with their places, out of JSON text.
//!
//! serde_json reads each event by itself, so that a file that is cut off or damaged gives the events before the
//! damage, and no more than one event is in memory.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A place in a text: line and character of the line, counted in bytes, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: u64,
}

/// A number or a text, as programs write identifiers, names and times; any other value is missing.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) enum Scalar<'text> {
    #[default]
    Missing,
    Integer(i64),
    Number(f64),
    Text(Cow<'text, str>),
}

impl Scalar<'_> {
    /// The number, also where it stands between quotation marks.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Missing => None,
            Self::Integer(number) => Some(*number as f64),
            Self::Number(number) => Some(*number),
            Self::Text(text) => text.trim().parse().ok(),
        }
        .filter(|number: &f64| number.is_finite())
    }
}

impl fmt::Display for Scalar<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => Ok(()),
            Self::Integer(number) => number.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// An event, reduced to the parts that are used here.
#[derive(Debug, Default)]
pub(super) struct Event<'text> {
    /// The event's kind.
    pub(super) phase: Option<Cow<'text, str>>,
    pub(super) name: Scalar<'text>,
    /// The time of the event, µs.
    pub(super) time: Scalar<'text>,
    /// The duration, µs.
    pub(super) duration: Scalar<'text>,
    pub(super) process: Scalar<'text>,
    pub(super) thread: Scalar<'text>,
    /// The argument `name`: the name of a thread or process.
    pub(super) label: Scalar<'text>,
}

/// The reasons why there are no more events.
#[derive(Debug, PartialEq)]
pub(super) enum End {
    /// The list is closed, or it is a bare list that need not be.
    Closed,
    /// The text ends before it should.
    CutOff,
    /// The text is no JSON from here on.
    Damaged(String),
}

/// Goes through the events of a text.
pub(super) struct Events<'text> {
    text: &'text str,
    at: usize,
    /// A list alone, whose closing bracket may be missing.
    bare: bool,
    /// The place up to which lines have been counted: the byte, its line, the byte at which the line begins.
    counted: (usize, u64, usize),
    /// The last event is followed by text that does not belong there.
    broken: bool,
}

/// The kinds of text without a list of events.
#[derive(Debug, PartialEq)]
pub(super) enum NoEvents {
    /// An object without a list of events, perhaps a scenario.
    Other { scenario: bool },
    /// The text is no JSON at this place.
    Damaged(Place, String),
}

impl<'text> Events<'text> {
    /// Finds the list: the text itself, or `traceEvents` of the text's object.
    pub(super) fn of(text: &'text str) -> Result<Self, NoEvents> {
        let mut events = Self {
            text,
            at: 0,
            bare: true,
            counted: (0, 1, 0),
            broken: false,
        };
        if events.take(b'[') {
            return Ok(events);
        }
        events.bare = false;
        events.take(b'{');
        let mut scenario = false;
        while !events.take(b'}') {
            let key: Cow<'_, str> = match events.value()? {
                Scalar::Text(key) => key,
                _ => return Err(events.damaged("expected a key")),
            };
            if !events.take(b':') {
                return Err(events.damaged("expected ':'"));
            }
            scenario |= key == "makespan";
            if key == "traceEvents" && events.take(b'[') {
                return Ok(events);
            }
            events.value::<IgnoredAny>()?;
            if !events.take(b',') && events.peek() != Some(b'}') {
                return Err(events.damaged("expected ',' or '}'"));
            }
        }
        Err(NoEvents::Other { scenario })
    }

    /// The next event with its place; `None` in place of an event for a value that is no object.
    pub(super) fn next(&mut self) -> Result<(Place, Option<Event<'text>>), End> {
        let byte = self.peek();
        match byte {
            None if self.bare => return Err(End::Closed),
            None => return Err(End::CutOff),
            Some(_) if self.broken => {
                return Err(End::Damaged("expected ',' or ']'".to_owned()));
            }
            Some(b']') => return Err(End::Closed),
            Some(_) => {}
        }
        let start = self.at;
        let item: Item<'text> = match self.read() {
            Ok(item) => item,
            Err(error) if error.is_eof() => return Err(End::CutOff),
            Err(error) => return Err(End::Damaged(words(&error))),
        };
        let place = self.place(start);
        self.broken = !self.take(b',') && !matches!(self.peek(), Some(b']') | None);
        Ok((place, item.0))
    }

    /// The place of a byte; bytes are asked for in ascending order.
    pub(super) fn place(&mut self, byte: usize) -> Place {
        let (from, mut line, mut begin) = self.counted;
        let passed = self.text.as_bytes().get(from..byte).unwrap_or_default();
        if let Some(last) = passed.iter().rposition(|byte| *byte == b'\n') {
            line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
            begin = from + last + 1;
        }
        self.counted = (byte.max(from), line, begin);
        Place {
            line,
            column: byte.saturating_sub(begin) as u64 + 1,
        }
    }

    /// The place of the next byte.
    pub(super) fn here(&mut self) -> Place {
        self.place(self.at)
    }

    fn damaged(&mut self, why: &str) -> NoEvents {
        NoEvents::Damaged(self.here(), why.to_owned())
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        let skip = rest.iter().position(|byte| !blank(byte));
        self.at += skip.unwrap_or(rest.len());
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes past the next byte that is not white space if it is this one.
    fn take(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    fn value<T: Deserialize<'text>>(&mut self) -> Result<T, NoEvents> {
        self.peek();
        let value = self.read();
        value.map_err(|error| self.damaged(&words(&error)))
    }

    /// Reads a value and goes past it.
    fn read<T: Deserialize<'text>>(&mut self) -> Result<T, serde_json::Error> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<T>();
        let value = values.next().unwrap_or_else(|| {
            // Only white space is left.
            serde_json::from_str("")
        })?;
        self.at += values.byte_offset();
        Ok(value)
    }
}

/// The error's message without the place, which is relative to the event.
fn words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ")
        .map_or(text.as_str(), |(words, _)| words)
        .to_owned()
}

/// An event, or nothing for another value in its place.
struct Item<'text>(Option<Event<'text>>);

struct ItemVisitor;

impl<'de: 'text, 'text> Deserialize<'de> for Item<'text> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ItemVisitor).map(Self)
    }
}

/// The keys of an event.
enum Key {
    Phase,
    Name,
    Time,
    Duration,
    Process,
    Thread,
    Arguments,
    Other,
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl Visitor<'_> for KeyVisitor {
            type Value = Key;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }
            fn visit_str<E>(self, key: &str) -> Result<Key, E> {
                Ok(match key {
                    "ph" => Key::Phase,
                    "name" => Key::Name,
                    "ts" => Key::Time,
                    "dur" => Key::Duration,
                    "pid" => Key::Process,
                    "tid" => Key::Thread,
                    "args" => Key::Arguments,
                    _ => Key::Other,
                })
            }
        }
        deserializer.deserialize_identifier(KeyVisitor)
    }
}

/// The methods of a visitor for values that do not matter.
macro_rules! others {
    ($none:expr; $($method:ident: $kind:ty),*) => {
        $(fn $method<E>(self, _: $kind) -> Result<Self::Value, E> { Ok($none) })*
        fn visit_unit<E>(self) -> Result<Self::Value, E> { Ok($none) }
    };
}

impl<'de> Visitor<'de> for ItemVisitor {
    type Value = Option<Event<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an event")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut event = Event::default();
        while let Some(key) = map.next_key()? {
            match key {
                Key::Phase => {
                    event.phase = match map.next_value()? {
                        Scalar::Text(phase) => Some(phase),
                        _ => None,
                    };
                }
                Key::Name => event.name = map.next_value()?,
                Key::Time => event.time = map.next_value()?,
                Key::Duration => event.duration = map.next_value()?,
                Key::Process => event.process = map.next_value()?,
                Key::Thread => event.thread = map.next_value()?,
                Key::Arguments => event.label = map.next_value::<Label<'de>>()?.0,
                Key::Other => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Some(event))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    others! { None; visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str }
}

impl<'de: 'text, 'text> Deserialize<'de> for Scalar<'text> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ScalarVisitor;
        impl<'de> Visitor<'de> for ScalarVisitor {
            type Value = Scalar<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_i64<E>(self, number: i64) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Integer(number))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Scalar<'de>, E> {
                Ok(i64::try_from(number).map_or(Scalar::Number(number as f64), Scalar::Integer))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Number(number))
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Text(Cow::Owned(text.to_owned())))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar<'de>, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Scalar::Missing)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Scalar<'de>, A::Error> {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Scalar::Missing)
            }
            others! { Scalar::Missing; visit_bool: bool }
        }
        deserializer.deserialize_any(ScalarVisitor)
    }
}

/// The argument `name` of an event.
struct Label<'text>(Scalar<'text>);

impl<'de: 'text, 'text> Deserialize<'de> for Label<'text> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LabelVisitor;
        impl<'de> Visitor<'de> for LabelVisitor {
            type Value = Scalar<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("arguments")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar<'de>, A::Error> {
                let mut label = Scalar::Missing;
                while let Some(key) = map.next_key()? {
                    match key {
                        Key::Name => label = map.next_value()?,
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(label)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Scalar<'de>, A::Error> {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Scalar::Missing)
            }
            others! { Scalar::Missing; visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str }
        }
        deserializer.deserialize_any(LabelVisitor).map(Self)
    }
}
