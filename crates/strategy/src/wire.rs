//! A language in another program: the two programs for the browser exchange questions and answers as bytes.

use serde::{Deserialize, Serialize};

use crate::value::Real;
use crate::{Answered, Budget, Fault, Hook, Language, Machine, Value};

/// A request to the other program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// Read a strategy.
    Read {
        /// The strategy's text.
        text: String,
        /// The function that the strategy has to define.
        name: String,
        /// The names of the function's parameters.
        handed: Vec<String>,
    },
    /// [`Machine::begin`].
    Begin {
        /// The number of the machine.
        machine: u32,
        /// The seed.
        seed: u64,
        /// The words of the random stream.
        stream: Vec<u64>,
        /// The operations that it may use.
        budget: Budget,
    },
    /// [`Machine::show`], then [`Machine::ask`].
    Ask {
        /// The number of the machine.
        machine: u32,
        /// The numbers to show first.
        shown: Vec<Real>,
        /// The handed values.
        handed: Vec<Value>,
    },
    /// The machine is not needed any more.
    End {
        /// The number of the machine.
        machine: u32,
    },
}

/// A reply of the other program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// The strategy was read: the number of its machine.
    Machine(u32),
    /// The request is done.
    Done,
    /// The answer to a question.
    Answered(Answered),
    /// A fault of the strategy.
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
    /// Numbers that wait for the next question, which sends them.
    shown: Vec<Real>,
    /// A fault of `begin`, which cannot return one.
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
        // Without the other program, there is nothing to end.
        let _ = self.remote.ask(&Request::End {
            machine: self.machine,
        });
    }
}
