//! Strategies that users write.

use std::collections::VecDeque;

use parameters::{AnyName, Rejected, Spot};
use report::asked::Handed;
use report::{Asked, Report};
use schedule::Schedule;
use strategy::value::Real;
use strategy::{Budget, Fault, Hook, Language, Machine, Value};
use words::say;

use crate::Error;

/// The most shown numbers that a record of a question tells.
const TOLD: usize = 5;

/// The most items of a handed list that a record of a question tells.
const ITEMS: usize = 32;

/// A strategy at work, and the questions it was asked.
pub struct Own {
    machine: Box<dyn Machine>,
    parameter: AnyName,
    hook: &'static Hook,
    /// The line where its function begins.
    line: usize,
    asked: Vec<Asked>,
    listens: bool,
    number: u32,
    /// The lines that it printed with its last answer.
    printed: Vec<String>,
    /// How many numbers it was shown, and the newest.
    shown: (usize, VecDeque<f64>),
}

impl std::fmt::Debug for Own {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Own").field(&self.hook.name).finish()
    }
}

/// The subject of a question.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The subject in words: "chunk 3 of worker 2".
    pub what: String,
    /// When, in the unit of the schedule.
    pub at: Option<f64>,
}

impl Own {
    /// Reads a strategy.
    ///
    /// # Errors
    /// [`Error::Rejected`] where it cannot be read; [`Error::LanguageNeeded`] where this program does not carry the language.
    pub fn read(text: &str, parameter: AnyName, hook: &'static Hook) -> Result<Self, Error> {
        let language = carried().or_else(strategy::given);
        let language = language.ok_or(Error::LanguageNeeded)?;
        let read = language.read(text, hook);
        Ok(Self {
            machine: read.map_err(|fault| refused(parameter, &fault, ""))?,
            parameter,
            hook,
            line: hook.line(text),
            asked: Vec::new(),
            listens: false,
            number: 0,
            printed: Vec::new(),
            shown: (0, VecDeque::new()),
        })
    }

    /// Records the strategy's questions from now on, or no longer: only the questions of the run on display are worth it.
    pub fn listen(&mut self, listens: bool) {
        self.listens = listens;
    }

    /// As [`Machine::begin`].
    pub fn begin(&mut self, seed: u64, stream: &[u64], budget: Budget) {
        self.shown = (0, VecDeque::new());
        self.machine.begin(seed, stream, budget);
    }

    /// As [`Machine::show`].
    pub fn show(&mut self, number: f64) {
        let (count, newest) = &mut self.shown;
        *count += 1;
        newest.push_back(number);
        if newest.len() > TOLD {
            newest.pop_front();
        }
        self.machine.show(&[number]);
    }

    /// Asks the strategy; `check` takes its answer, or tells the answer's fault.
    ///
    /// # Errors
    /// The fault of the strategy or of its answer.
    pub fn ask<T>(
        &mut self,
        handed: &[Value],
        about: impl FnOnce() -> About,
        check: impl FnOnce(&Value) -> Result<T, String>,
    ) -> Result<T, Fault> {
        self.number = self.number.saturating_add(1);
        let answered = self.machine.ask(handed);
        let line = self.line;
        let (value, taken) = match answered {
            Ok(answered) => {
                self.printed = answered.printed;
                let taken = check(&answered.value).map_err(|told| Fault::at(line, told));
                (Some(answered.value), taken)
            }
            Err(fault) => {
                self.printed.clear();
                (None, Err(fault))
            }
        };
        // The question that stops a run is always recorded, however many there were before.
        if taken.is_err() || self.listens && self.asked.len() < Asked::MOST {
            let answered = match (&value, &taken) {
                (Some(value), _) => short(value).to_string(),
                (None, Err(fault)) => fault.to_string(),
                (None, Ok(_)) => String::new(),
            };
            let About { what, at } = about();
            self.asked.push(Asked {
                number: self.number,
                about: what,
                at,
                handed: self.told(handed),
                answered,
                printed: self.printed.clone(),
            });
        }
        taken
    }

    /// The values handed to the strategy, in words: a map entry by entry.
    fn told(&self, handed: &[Value]) -> Vec<Handed> {
        let mut told = Vec::new();
        for (one, value) in self.hook.handed.iter().zip(handed) {
            match value {
                Value::Named(named) => told.extend(named.iter().map(|(name, value)| {
                    let part = one.parts.iter().find(|part| part.name == name);
                    Handed {
                        name: format!("{}.{name}", one.name),
                        value: brief(value),
                        unit: part.map_or("", |part| part.unit).into(),
                    }
                })),
                value => told.push(Handed {
                    name: one.name.into(),
                    value: match value {
                        Value::Shown => self.newest(),
                        value => short(value).to_string(),
                    },
                    unit: one.unit.into(),
                }),
            }
        }
        told
    }

    /// The newest of the numbers shown to the strategy: "[…, 2.5, 3] (120)".
    fn newest(&self) -> String {
        let (count, newest) = &self.shown;
        let mut all: Vec<String> = newest
            .iter()
            .map(|number| short(&(*number).into()).to_string())
            .collect();
        if *count > all.len() {
            all.insert(0, "…".into());
        }
        format!("[{}] ({count})", all.join(", "))
    }

    /// The complaint about the strategy: its line, the fault, and the handed values, where there are any.
    #[must_use]
    pub fn refused(&self, fault: &Fault, handed: &str) -> Rejected {
        refused(self.parameter, fault, handed)
    }

    /// The lines that it printed with its last answer.
    #[must_use]
    pub fn printed(&self) -> &[String] {
        &self.printed
    }

    /// The questions asked while somebody listened.
    #[must_use]
    pub fn take(&mut self) -> Vec<Asked> {
        std::mem::take(&mut self.asked)
    }
}

/// A run that a strategy stopped: the schedule up to there, where there is one, the questions asked, and the reason.
#[must_use]
pub fn stopped(rejected: Rejected, schedule: Option<Schedule>, asked: Vec<Asked>) -> Error {
    let line = rejected.problems.iter().find_map(|one| one.spot);
    let why = rejected.problems.first();
    Error::Stopped(Box::new(Report {
        headline: match line {
            Some(Spot { line, .. }) => say!("Line {line} of your strategy stopped the run"),
            None => say!("Your strategy stopped the run"),
        },
        why: why.map_or_else(String::new, |problem| {
            let why = &problem.expected;
            match &schedule {
                Some(_) => say!("The schedule ends where it happened: {why}."),
                None => say!("{}.", report::words::capital(why)),
            }
        }),
        schedule,
        asked,
        stopped: Some(rejected),
        ..Report::default()
    }))
}

/// A value in words; of a long list the first: "[#{…}, #{…}, …] (120)". Nobody would read a thousand questions with all of it.
fn brief(value: &Value) -> String {
    /// The most maps told: each has several numbers.
    const MAPS: usize = 3;
    let Value::List(all) = value else {
        return short(value).to_string();
    };
    let maps = all.iter().any(|one| matches!(one, Value::Named(_)));
    let most = if maps { MAPS } else { ITEMS };
    let first = all.iter().take(most).map(|one| short(one).to_string());
    let first = first.collect::<Vec<_>>().join(", ");
    match all.len() > most {
        true => format!("[{first}, …] ({})", all.len()),
        false => format!("[{first}]"),
    }
}

/// The same with numbers of at most six digits: nobody compares seventeen by eye.
fn short(value: &Value) -> Value {
    match value {
        Value::Number(Real(number)) => format!("{number:.5e}").parse().unwrap_or(*number).into(),
        Value::List(all) => Value::List(all.iter().map(short).collect()),
        Value::Named(all) => {
            let named = all.iter().map(|(name, one)| (name.clone(), short(one)));
            Value::Named(named.collect())
        }
        other => other.clone(),
    }
}

/// The language that this program carries: native programs carry it, the others are given it.
fn carried() -> Option<&'static dyn Language> {
    #[cfg(not(target_family = "wasm"))]
    return Some(&language::Rhai);
    #[cfg(target_family = "wasm")]
    return None;
}

fn refused(parameter: AnyName, fault: &Fault, handed: &str) -> Rejected {
    let Fault {
        line,
        column,
        message,
    } = fault;
    let told = match handed {
        "" => say!("line {line}: {message}"),
        handed => say!("line {line}: {message}; {handed}"),
    };
    // The text itself would say nothing in a sentence.
    Rejected::one(parameter.text(), "", told).at(Spot {
        line: *line,
        column: *column,
    })
}
