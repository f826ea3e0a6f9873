//! Events in time as text, one a line: `200 load cluster=2 factor=10`. A laboratory declares the kinds of events in a constant
//! table, so that the page's editor needs no models.
//!
//! Words are separated by blanks, arguments stand in any order, and `#` begins a comment.

mod fault;
mod line;
mod takes;
#[cfg(test)]
mod tests;

use crate::table::EventsText;
pub use fault::{Fault, Part, What};
pub use line::Line;
pub use takes::{Takes, Value};

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    /// Its name in the text: `load`.
    pub name: &'static str,
    /// Its name for people: "Load".
    pub title: &'static str,
    /// An event in words; an argument's name in braces stands for [`Argument::says`], `{time}` for the time with its unit:
    /// "{cluster}{nodes} loaded {factor} from {time}".
    pub says: &'static str,
    /// Its arguments, in the order in which they are written.
    pub arguments: &'static [Argument],
}

/// An argument of a kind of event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Argument {
    /// Its name in the text: `factor`.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The argument in words; braces stand for its value: "{} times". Nothing is said of an argument that is left out.
    pub says: &'static str,
    /// Its unit, or empty.
    pub unit: &'static str,
    /// The values that it takes.
    pub takes: Takes,
    /// Whether it must be there.
    pub need: Need,
    /// Its value in a new event, as text; empty where a new event leaves it out.
    pub usual: &'static str,
}

/// Whether an argument must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It must.
    Always,
    /// It can be left out.
    Optional,
    /// Exactly one of all arguments with this number must.
    Either(u8),
}

/// Events as they stand in a text, right or wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// The lines with an event or a comment; blank ones are none.
    pub lines: Vec<Line>,
}

/// An event that is right.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its line in the text, from 1.
    pub line: usize,
    /// When it happens, in the text's unit.
    pub time: f64,
    /// The kind of event.
    pub kind: &'static Kind,
    /// The arguments that are there, in the kind's order.
    pub values: Vec<(&'static str, Value)>,
}

impl Events {
    /// Reads the events of a text.
    ///
    /// ```
    /// use parameters::events::{Argument, Kind, Need, Takes};
    /// use parameters::table::EventsText;
    ///
    /// const CLUSTER: Argument = Argument {
    ///     name: "cluster", title: "Cluster", says: "cluster {}", unit: "",
    ///     takes: Takes::Whole { minimum: 0, maximum: 9 }, need: Need::Always, usual: "0",
    /// };
    /// static TEXT: EventsText = EventsText {
    ///     kinds: &[Kind { name: "crash", title: "Crash", says: "{cluster} crashes at {time}", arguments: &[CLUSTER] }],
    ///     unit: "s",
    ///     latest: 1e6,
    /// };
    ///
    /// let events = TEXT.events("500 crash cluster=2 # at night\n")?;
    /// assert_eq!((events[0].time, events[0].kind.name), (500.0, "crash"));
    /// assert_eq!(events[0].whole("cluster"), Some(2));
    /// assert_eq!(events[0].said("s"), "Cluster 2 crashes at 500 s");
    ///
    /// let faults = TEXT.events("\n500 crash cluster=x").unwrap_err();
    /// assert_eq!(
    ///     faults[0].to_string(),
    ///     "line 2, word 3 (cluster): \"x\" must be a whole number from 0 to 9"
    /// );
    /// # Ok::<(), Vec<parameters::events::Fault>>(())
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = (1..).zip(text.lines()).map(|(number, line)| {
            let (words, comment) = line.split_once('#').unwrap_or((line, ""));
            let mut words = words.split_whitespace();
            let mut next = || words.next().unwrap_or_default().to_owned();
            let (time, kind) = (next(), next());
            let word = |word: &str| match word.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (word.to_owned(), None),
            };
            Line {
                number,
                time,
                kind,
                words: words.map(word).collect(),
                comment: comment.trim().to_owned(),
            }
        });
        let there = |line: &Line| !line.time.is_empty() || !line.comment.is_empty();
        Self {
            lines: lines.filter(there).collect(),
        }
    }

    /// Puts a line before the first event that is later, and tells its place among the lines.
    pub fn insert(&mut self, line: Line) -> usize {
        let time = |line: &Line| line.time.parse::<f64>().ok();
        let own = time(&line).unwrap_or(f64::INFINITY);
        let later = |line: &Line| time(line).is_some_and(|time| time > own);
        let place = self.lines.iter().position(later);
        let place = place.unwrap_or(self.lines.len());
        self.lines.insert(place, line);
        place
    }

    /// The events as text, as short as it can be; faulty words, and comments, stay unchanged.
    #[must_use]
    pub fn write(&self, of: &EventsText) -> String {
        let lines: Vec<_> = self.lines.iter().map(|line| line.write(of)).collect();
        lines.join("\n")
    }
}

impl Event {
    /// The value of an argument, if it is there.
    #[must_use]
    pub fn value(&self, argument: &str) -> Option<&Value> {
        let mut values = self.values.iter();
        values.find_map(|(name, value)| (*name == argument).then_some(value))
    }

    /// The number that an argument of numbers has, if it is there.
    #[must_use]
    pub fn number(&self, argument: &str) -> Option<f64> {
        match self.value(argument)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The number that an argument of whole numbers has, if it is there.
    #[must_use]
    pub fn whole(&self, argument: &str) -> Option<u64> {
        match self.value(argument)? {
            Value::Whole(whole) => Some(*whole),
            _ => None,
        }
    }

    /// The ranges that an argument of ranges has, if it is there: first and last number of each, ascending, none touching the next.
    #[must_use]
    pub fn ranges(&self, argument: &str) -> Option<&[(u64, u64)]> {
        match self.value(argument)? {
            Value::Ranges(ranges) => Some(ranges),
            _ => None,
        }
    }

    /// The event as text, as short as it can be.
    #[must_use]
    pub fn write(&self) -> String {
        let values = self.values.iter();
        let values = values.map(|(name, value)| format!(" {name}={}", value.write()));
        let values: String = values.collect();
        format!("{} {}{values}", takes::number(self.time), self.kind.name)
    }

    /// The event in words: "Cluster 2 loaded 10 times from 200 s".
    #[must_use]
    pub fn said(&self, unit: &str) -> String {
        let time = format!("{} {unit}", takes::number(self.time));
        let mut said = self.kind.says.replace("{time}", time.trim_end());
        for argument in self.kind.arguments {
            let value = self.value(argument.name).map(Value::said);
            let words = value.map(|value| argument.says.replace("{}", &value));
            let place = format!("{{{}}}", argument.name);
            said = said.replace(&place, &words.unwrap_or_default());
        }
        let mut signs = said.trim().chars();
        match signs.next() {
            Some(first) => first.to_uppercase().chain(signs).collect(),
            None => String::new(),
        }
    }
}

impl EventsText {
    /// The events of a text, in its order.
    ///
    /// # Errors
    /// All faults, line by line.
    pub fn events(&self, text: &str) -> Result<Vec<Event>, Vec<Fault>> {
        let (mut events, mut faults) = (Vec::new(), Vec::new());
        for line in Events::read(text)
            .lines
            .iter()
            .filter(|line| line.is_event())
        {
            match line.event(self) {
                Ok(event) => events.push(event),
                Err(found) => faults.extend(found),
            }
        }
        if faults.is_empty() {
            Ok(events)
        } else {
            Err(faults)
        }
    }
}
