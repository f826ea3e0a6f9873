//! A line of a text of events: words to change, and the event that they are.

use super::takes::{self, Takes, Value};
use super::{Argument, Event, Fault, Kind, Need, What};
use crate::table::EventsText;

/// A line of a text of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its number in the text, from 1.
    pub number: usize,
    /// Its first word; empty in a line that is a comment only.
    pub time: String,
    /// Its second word.
    pub kind: String,
    /// The other words: name and value; a word without `=` is all name.
    pub words: Vec<(String, Option<String>)>,
    /// The text after `#`.
    pub comment: String,
}

impl Line {
    /// Whether there is an event, right or wrong.
    #[must_use]
    pub fn is_event(&self) -> bool {
        !self.time.is_empty()
    }

    /// The value of an argument, as it stands.
    #[must_use]
    pub fn value(&self, argument: &str) -> Option<&str> {
        let mut words = self.words.iter();
        words.find_map(|(name, value)| value.as_deref().filter(|_| name == argument))
    }

    /// Gives an argument this value; an empty one leaves the argument out. Characters that would end the word are dropped.
    pub fn put(&mut self, argument: &str, value: &str) {
        let value = word(value);
        let place = self
            .words
            .iter()
            .position(|(name, found)| name == argument && found.is_some());
        match place {
            Some(place) if value.is_empty() => {
                self.words.remove(place);
            }
            Some(place) => {
                if let Some(word) = self.words.get_mut(place) {
                    word.1 = Some(value);
                }
            }
            None if value.is_empty() => {}
            None => self.words.push((argument.to_owned(), Some(value))),
        }
    }

    /// A new event of this kind.
    #[must_use]
    pub fn new(time: f64, kind: &Kind) -> Self {
        let mut line = Self {
            time: takes::number(time),
            ..Self::default()
        };
        line.turn(kind);
        line
    }

    /// Makes it an event of another kind, which keeps the values that this kind takes; the others are as in a new event.
    pub fn turn(&mut self, kind: &Kind) {
        let kept = |argument: &Argument| {
            let value = self.value(argument.name)?;
            argument.takes.read(value).is_some().then_some(value)
        };
        let beside = |argument: &Argument| {
            let either = matches!(argument.need, Need::Either(_));
            let mut others = kind.arguments.iter();
            either && others.any(|other| other.need == argument.need && kept(other).is_some())
        };
        let value = |argument: &Argument| match kept(argument) {
            Some(value) => Some(value.to_owned()),
            None if beside(argument) || argument.usual.is_empty() => None,
            None => Some(argument.usual.to_owned()),
        };
        let words = kind.arguments.iter().filter_map(|argument| {
            let value = value(argument)?;
            Some((argument.name.to_owned(), Some(value)))
        });
        self.words = words.collect();
        kind.name.clone_into(&mut self.kind);
    }

    /// Gives an argument of its kind this value, as [`Self::put`]; arguments that it excludes are left out.
    pub fn choose(&mut self, kind: &Kind, argument: &Argument, value: &str) {
        if matches!(argument.need, Need::Either(_)) && !word(value).is_empty() {
            let others = kind.arguments.iter();
            for other in others.filter(|other| other.need == argument.need) {
                self.put(other.name, "");
            }
        }
        self.put(argument.name, value);
    }

    /// The line as text.
    #[must_use]
    pub fn write(&self, of: &EventsText) -> String {
        let comment = match self.comment.as_str() {
            "" => String::new(),
            comment => format!("# {comment}"),
        };
        if !self.is_event() {
            return comment;
        }
        let words = match self.event(of) {
            Ok(event) => event.write(),
            Err(_) => {
                let words = self.words.iter().map(|(name, value)| match value {
                    Some(value) => format!("{name}={value}"),
                    None => name.clone(),
                });
                let first = [self.time.clone(), self.kind.clone()].into_iter();
                let all: Vec<_> = first.chain(words).filter(|word| !word.is_empty()).collect();
                all.join(" ")
            }
        };
        match comment.as_str() {
            "" => words,
            comment => format!("{words} {comment}"),
        }
    }

    /// The event that stands there.
    ///
    /// # Errors
    /// All its faults, word by word.
    pub fn event(&self, of: &EventsText) -> Result<Event, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut fault = |word: usize, what: What| {
            let line = self.number;
            faults.push(Fault { line, word, what });
        };
        let time = Takes::Number {
            minimum: 0.0,
            maximum: of.latest,
        };
        let at = match time.read(&self.time) {
            Some(Value::Number(at)) => at,
            _ => {
                let (value, allowed) = (self.time.clone(), time.allowed());
                fault(1, What::Time { value, allowed });
                0.0
            }
        };
        let Some(kind) = of.kinds.iter().find(|kind| kind.name == self.kind) else {
            let known = of.kinds.iter().map(|kind| kind.name);
            let known = known.collect::<Vec<_>>().join(", ");
            let value = self.kind.clone();
            fault(
                if value.is_empty() { 0 } else { 2 },
                What::Kind { value, known },
            );
            return Err(faults);
        };
        let known = kind.arguments.iter().map(|argument| argument.name);
        let known = known.collect::<Vec<_>>().join(", ");
        let mut found: Vec<Option<Value>> = vec![None; kind.arguments.len()];
        let mut there = vec![false; kind.arguments.len()];
        for (at, (name, value)) in (3..).zip(&self.words) {
            let named = |argument: &&Argument| argument.name == name;
            let arguments = kind.arguments.iter().zip(found.iter_mut().zip(&mut there));
            let mut arguments = arguments.filter(|(argument, _)| named(argument));
            let (Some((argument, (held, there))), Some(value)) = (arguments.next(), value) else {
                let value = match value {
                    Some(value) => format!("{name}={value}"),
                    None => name.clone(),
                };
                let (kind, known) = (kind.name, known.clone());
                fault(at, What::Unknown { kind, value, known });
                continue;
            };
            let name = argument.name;
            if *there {
                fault(at, What::Twice { argument: name });
            }
            *there = true;
            match argument.takes.read(value) {
                Some(value) => *held = Some(value),
                None => fault(
                    at,
                    What::Value {
                        argument: name,
                        value: value.clone(),
                        allowed: argument.takes.allowed(),
                    },
                ),
            }
        }
        let given = |argument: &Argument| {
            let mut both = kind.arguments.iter().zip(&there);
            both.any(|(one, there)| *there && one.name == argument.name)
        };
        for (place, argument) in kind.arguments.iter().enumerate() {
            let group: Vec<&Argument> = match argument.need {
                Need::Optional => continue,
                Need::Always => vec![argument],
                Need::Either(_) => {
                    let same = kind.arguments.iter();
                    same.filter(|one| one.need == argument.need).collect()
                }
            };
            let first = kind.arguments.iter().take(place);
            let first = first.rev().find(|one| group.contains(one) && given(one));
            if let (Some(other), true) = (first, given(argument)) {
                let word = self
                    .words
                    .iter()
                    .position(|(name, _)| name == argument.name);
                let (argument, other) = (argument.name, other.name);
                fault(
                    word.map_or(0, |word| word + 3),
                    What::Beside { argument, other },
                );
            }
            let begins = group.first().is_some_and(|one| one.name == argument.name);
            if begins && !group.iter().any(|one| given(one)) {
                let needs = group
                    .iter()
                    .map(|one| format!("{}=…, {}", one.name, one.takes.allowed()));
                let needed = needs.collect::<Vec<_>>().join("; or ");
                let (kind, argument) = (kind.name, argument.name);
                fault(
                    0,
                    What::Missing {
                        kind,
                        argument,
                        needed,
                    },
                );
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let values = kind.arguments.iter().zip(found);
        Ok(Event {
            line: self.number,
            time: at,
            kind,
            values: values
                .filter_map(|(argument, value)| Some((argument.name, value?)))
                .collect(),
        })
    }
}

/// A text as one word.
fn word(text: &str) -> String {
    text.chars()
        .filter(|sign| !sign.is_whitespace() && *sign != '#')
        .collect()
}
