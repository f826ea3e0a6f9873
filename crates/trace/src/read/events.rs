//! Trace events, the JSON format of Chromium's tracing that Perfetto and many profilers write: a list of events, or an
//! object with such a list as `traceEvents`. Times are in µs.
//!
//! A complete event (`X`) has a duration, and so has a pair of a beginning (`B`) and the next end (`E`) of the same
//! nesting on the same thread. The durations of each name on each thread become a series, in the order in which they
//! began. An event's duration includes the events that are nested inside it. Metadata events (`M`) name threads and
//! processes. Other kinds (instants, counters, asynchronous and flow events) have no duration of their own.

use std::borrow::Cow;
use std::collections::HashMap;

use super::feed::Rows;
use super::header::one_line;
use super::json::{End, Event, Events, NoEvents, Place, Scalar};
use super::lines::counted;
use super::{Collected, Form, Layout, Unit};
use crate::Error;
use crate::set::{MAX_NAME, MAX_NODES, MAX_VALUES, is_readable};

/// A thread and its open events.
struct Thread<'text> {
    process: Scalar<'text>,
    thread: Scalar<'text>,
    /// Beginnings whose ends have not come: name, time, place.
    open: Vec<(u32, Option<f64>, Place)>,
}

/// The durations of one name on one thread.
struct Series {
    thread: u32,
    name: u32,
    /// The time when each began and its duration, µs.
    events: Vec<(f64, f64)>,
}

/// Numbers for repeated values.
struct Numbers<K> {
    numbers: HashMap<K, u32>,
}

impl<K: std::hash::Hash + Eq> Numbers<K> {
    fn of(&mut self, key: K) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(key).or_insert(next)
    }
}

impl<K> Default for Numbers<K> {
    fn default() -> Self {
        Self {
            numbers: HashMap::new(),
        }
    }
}

/// Identifiers as keys: numbers and the same numbers as text differ, as programs do not mix them.
#[derive(PartialEq, Eq, Hash)]
enum Key<'text> {
    Missing,
    Integer(i64),
    Number(u64),
    Text(Cow<'text, str>),
}

impl<'text> From<&Scalar<'text>> for Key<'text> {
    fn from(scalar: &Scalar<'text>) -> Self {
        match scalar {
            Scalar::Missing => Self::Missing,
            Scalar::Integer(number) => Self::Integer(*number),
            Scalar::Number(number) => Self::Number(number.to_bits()),
            Scalar::Text(text) => Self::Text(text.clone()),
        }
    }
}

#[derive(Default)]
struct Trace<'text> {
    thread_numbers: Numbers<(Key<'text>, Key<'text>)>,
    threads: Vec<Thread<'text>>,
    names: Numbers<Cow<'text, str>>,
    series_numbers: Numbers<(u32, u32)>,
    series: Vec<Series>,
    thread_labels: HashMap<(Key<'text>, Key<'text>), String>,
    process_labels: HashMap<Key<'text>, String>,
    values: usize,
    /// Events with a phase, and those of them that have no duration.
    events: usize,
    others: usize,
    collected: Collected,
}

/// Whether a text is JSON.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_ascii_start().starts_with(['{', '['])
}

/// Reads a file of trace events.
pub(super) fn read(text: &str) -> Result<(Form, Collected), Error> {
    let mut events = Events::of(text).map_err(|no_events| match no_events {
        NoEvents::Damaged(place, reason) => damaged(place, reason),
        NoEvents::Other { scenario: true } => Error::Format {
            what: "a scenario of Makespan",
            advice: "open it as a scenario",
        },
        NoEvents::Other { scenario: false } => NO_TRACE,
    })?;
    let mut trace = Trace::default();
    let end = loop {
        match events.next() {
            Ok((place, Some(event))) => trace.take(place, event)?,
            Ok((place, None)) => trace.reject(place, "", "an event, which is an object"),
            Err(end) => break end,
        }
    };
    let place = events.here();
    match end {
        End::Closed => {}
        End::Damaged(reason) if trace.events == 0 => return Err(damaged(place, reason)),
        End::CutOff if trace.events == 0 => {
            return Err(damaged(place, "the file ends here".to_owned()));
        }
        End::CutOff => trace.collected.notes.push(format!(
            "the file is cut off in line {}, column {}; the events before it are used",
            place.line, place.column
        )),
        End::Damaged(reason) => trace.collected.notes.push(format!(
            "the file is damaged in line {}, column {} ({reason}); only the events before it are used",
            place.line, place.column
        )),
    }
    if trace.events == 0 {
        return Err(NO_TRACE);
    }
    if trace.collected.rows == 0 && trace.threads.iter().all(|thread| thread.open.is_empty()) {
        return Err(Error::Format {
            what: "a trace without durations",
            advice: "record complete events (ph X), or beginnings and ends (ph B and E)",
        });
    }
    Ok(trace.finish())
}

const NO_TRACE: Error = Error::Format {
    what: "a JSON file without trace events",
    advice: "a trace is a list of events, alone or as 'traceEvents', a scenario has the key 'makespan', and a table is \
             given as CSV",
};

/// The numbers that an event may lack.
const TIME: &str = "a time ('ts'), a number of µs";
const DURATION: &str = "a duration ('dur'), a number of µs";

fn damaged(place: Place, reason: String) -> Error {
    Error::Json {
        line: place.line,
        column: place.column,
        reason,
    }
}

impl<'text> Trace<'text> {
    fn take(&mut self, place: Place, event: Event<'text>) -> Result<(), Error> {
        let Some(phase) = &event.phase else {
            self.reject(
                place,
                &event.name.to_string(),
                "an event with a phase ('ph')",
            );
            return Ok(());
        };
        self.events += 1;
        match phase.as_ref() {
            "X" => {
                let (time, duration) = (event.time.number(), event.duration.number());
                let (Some(time), Some(duration)) = (time, duration) else {
                    let missing = if time.is_none() { TIME } else { DURATION };
                    self.reject(place, "", missing);
                    return Ok(());
                };
                let thread = self.thread_number(&event);
                let name = self.names.of(name(&event.name));
                self.add(place, thread, name, time, duration)
            }
            "B" => {
                let name = self.names.of(name(&event.name));
                let time = event.time.number();
                if let Some(thread) = self.thread(&event) {
                    thread.open.push((name, time, place));
                }
                Ok(())
            }
            "E" => {
                let Some((name, begin, at)) = self.thread(&event).and_then(|t| t.open.pop()) else {
                    let expected = "a beginning (ph B) of this thread before this end (ph E)";
                    self.reject(place, &event.name.to_string(), expected);
                    return Ok(());
                };
                let (Some(begin), Some(end)) = (begin, event.time.number()) else {
                    let place = if begin.is_none() { at } else { place };
                    self.reject(place, "", TIME);
                    return Ok(());
                };
                let thread = self.thread_number(&event);
                self.add(place, thread, name, begin, end - begin)
            }
            "M" => {
                self.label(event);
                Ok(())
            }
            _ => {
                self.others += 1;
                Ok(())
            }
        }
    }

    /// Adds a duration in µs to its series, or reports its fault.
    fn add(
        &mut self,
        place: Place,
        thread: u32,
        name: u32,
        time: f64,
        duration: f64,
    ) -> Result<(), Error> {
        if !is_readable(duration / 1e3) {
            self.reject(
                place,
                &duration.to_string(),
                "a duration from 1e-6 to 1e18 µs",
            );
            return Ok(());
        }
        self.collected.rows += 1;
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(Error::TooManyValues { found: self.values });
        }
        let number = self.series_numbers.of((thread, name)) as usize;
        if number == self.series.len() {
            self.series.push(Series {
                thread,
                name,
                events: Vec::new(),
            });
        }
        if let Some(series) = self.series.get_mut(number) {
            series.events.push((time, duration));
        }
        Ok(())
    }

    fn reject(&mut self, place: Place, found: &str, expected: &str) {
        self.collected.rows += 1;
        self.collected.rejected += 1;
        let column = place.column as usize - 1;
        self.collected.problems.add(place.line, column, found, || {
            format!("{expected}; the event is dropped")
        });
    }

    fn thread_number(&mut self, event: &Event<'text>) -> u32 {
        let key = (Key::from(&event.process), Key::from(&event.thread));
        let number = self.thread_numbers.of(key);
        if number as usize == self.threads.len() {
            self.threads.push(Thread {
                process: event.process.clone(),
                thread: event.thread.clone(),
                open: Vec::new(),
            });
        }
        number
    }

    fn thread(&mut self, event: &Event<'text>) -> Option<&mut Thread<'text>> {
        let number = self.thread_number(event);
        self.threads.get_mut(number as usize)
    }

    /// Takes the name of a thread or process.
    fn label(&mut self, event: Event<'text>) {
        let label = event.label.to_string();
        if one_line(&label).trim().is_empty() {
            return;
        }
        let label = short(&label);
        let process = Key::from(&event.process);
        match &event.name {
            Scalar::Text(name) if name == "thread_name" => {
                let key = (process, Key::from(&event.thread));
                self.thread_labels.insert(key, label);
            }
            Scalar::Text(name) if name == "process_name" => {
                self.process_labels.insert(process, label);
            }
            _ => {}
        }
    }

    fn finish(mut self) -> (Form, Collected) {
        for place in self.open_places() {
            let expected = "an end (ph E) of this thread after this beginning (ph B)";
            self.reject(place, "", expected);
        }
        if self.others > 0 {
            self.collected.notes.push(format!(
                "left out as without a duration (instants, counters, flows and the like): {}",
                counted(self.others, "event")
            ));
        }
        // The longest first; of equals the one that came first.
        self.series
            .sort_by_key(|series| std::cmp::Reverse(series.events.len()));
        let short = self.series.len().saturating_sub(MAX_NODES);
        if short > 0 {
            self.collected.notes.push(format!(
                "left out, as a set has at most {MAX_NODES}: the {} with the fewest events",
                counted(short, "series").trim_end_matches('s').to_owned() + "s"
            ));
        }
        self.series.truncate(MAX_NODES);
        let alike = self.series.iter().all(|series| {
            self.series
                .first()
                .is_some_and(|first| first.name == series.name)
        });
        let labels = self.labels();
        for (mut series, label) in std::mem::take(&mut self.series).into_iter().zip(labels) {
            series.events.sort_by(|a, b| a.0.total_cmp(&b.0));
            let runtimes = series.events.iter().map(|(_, duration)| duration / 1e3);
            self.collected.nodes.push((label, runtimes.collect()));
        }
        if !self.collected.nodes.is_empty() {
            self.collected.notes.push(
                "a series for each thread and name of events, the longest first; an event's duration includes the \
                 events inside it"
                    .to_owned(),
            );
        }
        let form = Form {
            layout: Layout::TraceEvents,
            rows: if alike {
                Rows::Aligned
            } else {
                Rows::Unrelated
            },
            header: false,
            unit: Unit::Microseconds,
            delimiter: ',',
            decimal: '.',
        };
        (form, self.collected)
    }

    fn open_places(&self) -> Vec<Place> {
        let open = self.threads.iter().flat_map(|thread| &thread.open);
        open.map(|(_, _, place)| *place).collect()
    }

    /// The series' names: as short as possible while thread and process are told apart.
    fn labels(&self) -> Vec<String> {
        let mut names = vec![""; self.names.numbers.len()];
        for (name, number) in &self.names.numbers {
            if let Some(place) = names.get_mut(*number as usize) {
                *place = name.as_ref();
            }
        }
        let of = |series: &Series| self.threads.get(series.thread as usize);
        let threads: Vec<Option<&Thread<'_>>> = self.series.iter().map(of).collect();
        let first = threads.first().copied().flatten();
        let several = |differs: &dyn Fn(&Thread<'_>, &Thread<'_>) -> bool| {
            let pairs = threads.iter().flatten().zip(first.iter().cycle());
            pairs.into_iter().any(|(one, first)| differs(one, first))
        };
        let processes = several(&|one, first| one.process != first.process);
        let several = processes || several(&|one, first| one.thread != first.thread);
        let label = |(series, thread): (&Series, &Option<&Thread<'_>>)| {
            let name = names.get(series.name as usize).copied().unwrap_or_default();
            let mut parts = Vec::new();
            if let Some(thread) = thread {
                let process = Key::from(&thread.process);
                if processes {
                    let label = self.process_labels.get(&process).cloned();
                    parts.push(label.unwrap_or_else(|| format!("process {}", thread.process)));
                }
                if several {
                    let label = self
                        .thread_labels
                        .get(&(process, Key::from(&thread.thread)));
                    let label = label.cloned();
                    parts.push(label.unwrap_or_else(|| format!("thread {}", thread.thread)));
                }
            }
            parts.push(short(name));
            let label = parts.join(" / ");
            label.chars().take(MAX_NAME).collect::<String>()
        };
        self.series.iter().zip(&threads).map(label).collect()
    }
}

/// An event's name.
fn name<'text>(name: &Scalar<'text>) -> Cow<'text, str> {
    match name {
        Scalar::Text(text) if !text.is_empty() => text.clone(),
        Scalar::Missing | Scalar::Text(_) => Cow::Borrowed("unnamed"),
        other => Cow::Owned(other.to_string()),
    }
}

/// A name on one line, so short that three fit into the name of a series.
fn short(name: &str) -> String {
    let name = one_line(name);
    let short: String = name.trim().chars().take(MAX_NAME / 3 - 2).collect();
    if short.is_empty() {
        "unnamed".to_owned()
    } else {
        short
    }
}
