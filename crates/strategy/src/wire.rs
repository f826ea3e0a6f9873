//! A language in another program: the questions and answers as bytes, which the two programs for the browser exchange.

use serde::{Deserialize, Serialize};

use crate::value::Real;
use crate::{Answered, Budget, Fault, Hook, Language, Machine, Value};

/// What is asked of the other program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// Read a strategy.
    Read {
        /// Its text.
        text: String,
        /// The function that it has to define.
        name: String,
        /// What that is handed, by name.
        handed: Vec<String>,
    },
    /// [`Machine::begin`].
    Begin {
        /// Which machine.
        machine: u32,
        /// The seed.
        seed: u64,
        /// The words of its stream.
        stream: Vec<u64>,
        /// How much it may do.
        budget: Budget,
    },
    /// [`Machine::show`], then [`Machine::ask`].
    Ask {
        /// Which machine.
        machine: u32,
        /// What it is shown first.
        shown: Vec<Real>,
        /// What it is handed.
        handed: Vec<Value>,
    },
    /// The machine is not needed any more.
    End {
        /// Which machine.
        machine: u32,
    },
}

/// What the other program answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// The strategy was read: the number of its machine.
    Machine(u32),
    /// It was done.
    Done,
    /// It was asked.
    Answered(Answered),
    /// Something is wrong with the strategy.
    Fault(Fault),
}

/// A language in another program.
#[derive(Debug)]
pub struct Remote {
    /// Sends a request and brings the reply; nothing where the other program broke down.
    pub exchange: fn(&[u8]) -> Option<Vec<u8>>,
}

impl Remote {
    fn ask(&self, request: &Request) -> Result<Reply, Fault> {
        let broken = || Fault::at(1, "the program of the language broke down; run it again");
        let bytes = serde_json::to_vec(request).map_err(|_| broken())?;
        let reply = (self.exchange)(&bytes).ok_or_else(broken)?;
        match serde_json::from_slice(&reply).map_err(|_| broken())? {
            Reply::Fault(fault) => Err(fault),
            reply => Ok(reply),
        }
    }
}

impl Language for Remote {
    fn read(&self, text: &str, hook: &Hook) -> Result<Box<dyn Machine>, Fault> {
        let request = Request::Read {
            text: text.into(),
            name: hook.name.into(),
            handed: hook.handed.iter().map(|one| one.name.into()).collect(),
        };
        match self.ask(&request)? {
            Reply::Machine(machine) => Ok(Box::new(Distant {
                remote: Self { ..*self },
                machine,
                shown: Vec::new(),
                wrong: None,
            })),
            _ => Err(Fault::at(1, "the language answered something else")),
        }
    }
}

/// A machine in the other program.
struct Distant {
    remote: Remote,
    machine: u32,
    /// What it is still to be shown: it travels with the next question.
    shown: Vec<Real>,
    /// What went wrong where nobody could be told.
    wrong: Option<Fault>,
}

impl Machine for Distant {
    fn begin(&mut self, seed: u64, stream: &[u64], budget: Budget) {
        self.shown.clear();
        let (machine, stream) = (self.machine, stream.to_vec());
        let begun = self.remote.ask(&Request::Begin {
            machine,
            seed,
            stream,
            budget,
        });
        self.wrong = begun.err();
    }

    fn show(&mut self, numbers: &[f64]) {
        self.shown.extend(numbers.iter().map(|one| Real(*one)));
    }

    fn ask(&mut self, handed: &[Value]) -> Result<Answered, Fault> {
        if let Some(fault) = self.wrong.take() {
            return Err(fault);
        }
        let request = Request::Ask {
            machine: self.machine,
            shown: std::mem::take(&mut self.shown),
            handed: handed.to_vec(),
        };
        match self.remote.ask(&request)? {
            Reply::Answered(answered) => Ok(answered),
            _ => Err(Fault::at(1, "the language answered something else")),
        }
    }
}

impl Drop for Distant {
    fn drop(&mut self) {
        // Where the other program broke down, there is nothing to end.
        let _ = self.remote.ask(&Request::End {
            machine: self.machine,
        });
    }
}
