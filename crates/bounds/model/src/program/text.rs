//! Programs as text, one process a line:
//!
//! ```text
//! line   = [ name ":" { op } ] [ "#" comment ]
//! op     = "Work(" number ")" | "Activate(" event ")" | "Wait(" event ")"      blanks allowed between tokens
//! number = digits [ "." digits ] | digits "/" digits        ≥ 0, read exactly;  name, event = letters, digits, _
//! ```

use std::collections::HashMap;
use std::fmt;

use num_traits::Zero as _;
use words::{say, word};

use super::{Operation, Process, Program};
use crate::rational::{self, NotRead, unmarked};

/// The most processes of a program.
pub const MOST_PROCESSES: usize = 64;

/// The most operations of a program.
pub const MOST_OPERATIONS: usize = 2000;

/// A place in a text, line and column from 1; a column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say!("line {}, column {}", self.line, self.column))
    }
}

/// A fault of a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct Fault {
    /// The place of the fault.
    pub place: Place,
    /// The reason.
    pub reason: Reason,
}

/// The faults of a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A line that does not begin with a name.
    #[error("{}", say!("{_0:?} must be the name of a process: letters, digits and _"))]
    Name(String),
    /// A name without a colon.
    #[error("{}", word!("a colon must follow the name of the process, as in P1: Work(1)"))]
    Colon,
    /// A word that is no operation.
    #[error("{}", say!("{_0:?} is no operation: use Work(1), Activate(a) or Wait(a)"))]
    Word(String),
    /// No bracket where one must be.
    #[error("{}", say!("{_0:?} is missing, as in Work(1)"))]
    Bracket(char),
    /// Something that is no work.
    #[error("{}", _0.said(word!("must be work of at least 0, as in 1, 2.5 or 7/2")))]
    Number(NotRead),
    /// Something that is no event.
    #[error("{}", say!("{_0:?} must be an event: letters, digits and _"))]
    Event(String),
    /// Two processes of one name.
    #[error("{}", say!("process {_0} is already named on line {_1}"))]
    Twice(String, usize),
    /// A second activation of one event.
    #[error("{}", say!("event {_0} is already activated on {_1}: each event is activated once"))]
    Activated(String, Place),
    /// A wait for an event that nobody activates.
    #[error("{}", say!("nothing activates event {_0}"))]
    Unmatched(String),
    /// Operations that wait for each other.
    #[error("{}", say!("deadlock: these wait for each other: {_0}"))]
    Cycle(String),
    /// No process has work.
    #[error("{}", word!("the program has no work; give at least one process work greater than 0"))]
    NoWork,
    /// More items than allowed.
    #[error("{}", say!("the program has more than {most} {what}"))]
    TooMany {
        /// The items.
        what: &'static str,
        /// The number allowed.
        most: usize,
    },
}

impl Reason {
    fn at(self, line: usize, column: usize) -> Fault {
        Fault {
            place: Place { line, column },
            reason: self,
        }
    }
}

/// A line that is read from left to right.
struct Line<'a> {
    rest: &'a str,
    number: usize,
    column: usize,
}

impl<'a> Line<'a> {
    fn forward(&mut self, bytes: usize) -> &'a str {
        let (read, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.column += read.chars().count();
        self.rest = rest;
        read
    }

    fn blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.forward(blanks);
    }

    /// The characters up to the first that does not belong; may be none.
    fn while_all(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let bytes = self
            .rest
            .find(|sign| !belongs(sign))
            .unwrap_or(self.rest.len());
        self.forward(bytes)
    }

    fn word(&mut self) -> &'a str {
        self.while_all(|sign| sign.is_alphanumeric() || sign == '_')
    }

    /// The text at this place, for a message: up to the next blank or sign, at least one character.
    fn here(&self) -> String {
        let mut signs = self.rest.chars();
        let first: String = signs.next().into_iter().collect();
        let further = signs.take_while(|sign| !sign.is_whitespace() && !"():#".contains(*sign));
        first + &further.take(30).collect::<String>()
    }

    fn fault(&self, reason: Reason) -> Fault {
        reason.at(self.number, self.column)
    }

    fn bracket(&mut self, sign: char) -> Result<(), Fault> {
        self.blanks();
        if !self.rest.starts_with(sign) {
            return Err(self.fault(Reason::Bracket(sign)));
        }
        self.forward(sign.len_utf8());
        Ok(())
    }
}

/// The place of each operation.
type Places = Vec<Vec<Place>>;

/// Reads a program.
///
/// # Errors
/// [`Fault`], with line and column.
///
/// ```
/// use bounds_model::program::text;
/// let program = text::read("P1: Work(1) Activate(a)\nP2: Wait(a) Work(3/2)")?;
/// assert_eq!(program.signals(), 1);
/// let fault = text::read("P1: Work(1) Wiat(a)").unwrap_err();
/// assert_eq!(fault.to_string(), "line 1, column 13: \"Wiat\" is no operation: use Work(1), Activate(a) or Wait(a)");
/// # Ok::<(), text::Fault>(())
/// ```
pub fn read(text: &str) -> Result<Program, Fault> {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(unmarked(text).lines()) {
        let line = line.split('#').next().unwrap_or("");
        reader.line(&mut Line {
            rest: line,
            number,
            column: 1,
        })?;
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    processes: Vec<Process>,
    names: HashMap<String, usize>,
    places: Places,
    events: Vec<String>,
    numbers: HashMap<String, usize>,
    /// Where each event is activated, and by which process.
    activated: HashMap<usize, (Place, usize)>,
    operations: usize,
}

impl Reader {
    fn line(&mut self, line: &mut Line<'_>) -> Result<(), Fault> {
        line.blanks();
        if line.rest.is_empty() {
            return Ok(());
        }
        let start = line.column;
        let name = line.word();
        if name.is_empty() {
            return Err(line.fault(Reason::Name(line.here())));
        }
        line.blanks();
        if !line.rest.starts_with(':') {
            return Err(line.fault(Reason::Colon));
        }
        line.forward(1);
        if let Some(before) = self.names.insert(name.into(), line.number) {
            return Err(Reason::Twice(name.into(), before).at(line.number, start));
        }
        if self.processes.len() >= MOST_PROCESSES {
            let (what, most) = (word!("processes"), MOST_PROCESSES);
            return Err(Reason::TooMany { what, most }.at(line.number, start));
        }
        let (mut operations, mut places) = (Vec::new(), Vec::new());
        loop {
            line.blanks();
            if line.rest.is_empty() {
                break;
            }
            let (number, column) = (line.number, line.column);
            self.operations += 1;
            if self.operations > MOST_OPERATIONS {
                let (what, most) = (word!("operations"), MOST_OPERATIONS);
                return Err(Reason::TooMany { what, most }.at(number, column));
            }
            let place = Place {
                line: number,
                column,
            };
            operations.push(self.operation(line, place)?);
            places.push(place);
        }
        self.processes.push(Process {
            name: name.into(),
            operations,
        });
        self.places.push(places);
        Ok(())
    }

    fn operation(&mut self, line: &mut Line<'_>, place: Place) -> Result<Operation, Fault> {
        let here = line.here();
        let word = line.word();
        if !matches!(word, "Work" | "Activate" | "Wait") {
            return Err(Reason::Word(here).at(place.line, place.column));
        }
        line.bracket('(')?;
        line.blanks();
        let column = line.column;
        let operation = if word == "Work" {
            let number = line.while_all(|sign| !sign.is_whitespace() && !"()".contains(sign));
            let work = rational::read(number);
            let work = work.map_err(|text| Reason::Number(text).at(place.line, column))?;
            Operation::Work(work)
        } else {
            let here = line.here();
            let name = line.word();
            if name.is_empty() {
                return Err(Reason::Event(here).at(place.line, column));
            }
            let event = *self.numbers.entry(name.into()).or_insert(self.events.len());
            if event == self.events.len() {
                self.events.push(name.into());
            }
            if word == "Wait" {
                Operation::Wait(event)
            } else {
                if let Some((before, _)) =
                    self.activated.insert(event, (place, self.processes.len()))
                {
                    return Err(Reason::Activated(name.into(), before).at(place.line, place.column));
                }
                Operation::Activate(event)
            }
        };
        line.bracket(')')?;
        Ok(operation)
    }

    fn finish(self) -> Result<Program, Fault> {
        let each = self.processes.iter().zip(&self.places);
        for (operation, place) in
            each.flat_map(|(process, places)| process.operations.iter().zip(places))
        {
            if let Operation::Wait(event) = operation
                && !self.activated.contains_key(event)
            {
                let name = self.events.get(*event).cloned().unwrap_or_default();
                return Err(Reason::Unmatched(name).at(place.line, place.column));
            }
        }
        let order = self.order()?;
        let senders = (0..self.events.len())
            .map(|event| {
                self.activated
                    .get(&event)
                    .map_or(0, |(_, process)| *process)
            })
            .collect();
        let program = Program {
            processes: self.processes,
            events: self.events,
            order,
            senders,
        };
        if program.work().is_zero() {
            return Err(Reason::NoWork.at(1, 1));
        }
        Ok(program)
    }

    /// An order in which all operations can happen.
    fn order(&self) -> Result<Vec<(usize, usize)>, Fault> {
        let mut next = vec![0_usize; self.processes.len()];
        let mut sent = vec![false; self.events.len()];
        let mut order = Vec::with_capacity(self.operations);
        loop {
            let before = order.len();
            for (number, (process, next)) in self.processes.iter().zip(&mut next).enumerate() {
                while let Some(operation) = process.operations.get(*next) {
                    match operation {
                        Operation::Wait(event) if sent.get(*event) != Some(&true) => break,
                        Operation::Activate(event) => {
                            if let Some(sent) = sent.get_mut(*event) {
                                *sent = true;
                            }
                        }
                        Operation::Wait(_) | Operation::Work(_) => {}
                    }
                    order.push((number, *next));
                    *next += 1;
                }
            }
            if order.len() == self.operations {
                return Ok(order);
            }
            if order.len() == before {
                return Err(self.deadlock(&next));
            }
        }
    }

    /// The waits that wait for each other: from a process that is stuck to the process that would activate its event, and so on.
    fn deadlock(&self, next: &[usize]) -> Fault {
        let stuck = |process: usize| -> Option<(usize, Place)> {
            let place = *next.get(process)?;
            let Operation::Wait(event) = self.processes.get(process)?.operations.get(place)? else {
                return None;
            };
            Some((*event, *self.places.get(process)?.get(place)?))
        };
        let mut here = (0..self.processes.len())
            .find(|process| stuck(*process).is_some())
            .unwrap_or(0);
        let mut passed: Vec<usize> = Vec::new();
        while !passed.contains(&here) {
            passed.push(here);
            let sender = stuck(here).and_then(|(event, _)| self.activated.get(&event));
            here = sender.map_or(here, |(_, process)| *process);
        }
        let circle = passed.iter().skip_while(|process| **process != here);
        let words: Vec<String> = circle
            .filter_map(|process| {
                let (event, place) = stuck(*process)?;
                let name = &self.processes.get(*process)?.name;
                Some(say!(
                    "Wait({}) of {name} on {place}",
                    self.events.get(event)?
                ))
            })
            .collect();
        let place = stuck(here).map_or(Place { line: 1, column: 1 }, |(_, place)| place);
        Reason::Cycle(words.join(", ")).at(place.line, place.column)
    }
}
