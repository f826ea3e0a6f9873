//! The language for another program: the other end of [`strategy::wire`].

use std::collections::BTreeMap;

use strategy::wire::{Reply, Request};
use strategy::{Fault, Machine as _};

use crate::machine::Work;

/// The machines of another program.
#[derive(Debug, Default)]
pub struct Served {
    machines: BTreeMap<u32, Work>,
    /// The number of machines that were ever made.
    made: u32,
}

impl Served {
    /// Answers a request.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let reply = match serde_json::from_slice(request) {
            Ok(request) => self.reply(request).unwrap_or_else(Reply::Fault),
            Err(error) => Reply::Fault(Fault::at(1, error.to_string())),
        };
        serde_json::to_vec(&reply).unwrap_or_default()
    }

    fn reply(&mut self, request: Request) -> Result<Reply, Fault> {
        let gone = || Fault::at(1, "the strategy is not here any more: run it again");
        Ok(match request {
            Request::Read { text, name, handed } => {
                let handed: Vec<&str> = handed.iter().map(String::as_str).collect();
                let machine = Work::read(&text, &name, &handed)?;
                self.made = self.made.wrapping_add(1);
                self.machines.insert(self.made, machine);
                Reply::Machine(self.made)
            }
            Request::Begin {
                machine,
                seed,
                stream,
                budget,
            } => {
                let machine = self.machines.get_mut(&machine).ok_or_else(gone)?;
                machine.begin(seed, &stream, budget);
                Reply::Done
            }
            Request::Ask {
                machine,
                shown,
                handed,
            } => {
                let machine = self.machines.get_mut(&machine).ok_or_else(gone)?;
                let shown: Vec<f64> = shown.into_iter().map(|one| one.0).collect();
                machine.show(&shown);
                Reply::Answered(machine.ask(&handed)?)
            }
            Request::End { machine } => {
                self.machines.remove(&machine);
                Reply::Done
            }
        })
    }
}
