//! A worker and its requests.

use playground::{Ran, Setup};

use super::Pool;
use crate::command::{Command, Message};
use crate::message::{Order, Request};
use crate::program::FILES;
use crate::resume::Beginning;

/// A worker.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) number: u32,
    program: &'static str,
    /// Whether it listens.
    pub(super) ready: bool,
    /// The number of files that it was given.
    pub(super) supplied: usize,
}

impl Slot {
    /// The message about a worker that broke down.
    pub(super) fn last_words(&self, message: Option<String>) -> String {
        let unsaid = if self.ready {
            "it ended without a message"
        } else {
            "its program could not be loaded"
        };
        message
            .filter(|message| !message.is_empty())
            .unwrap_or_else(|| unsaid.into())
    }

    /// Commands that give the worker the traces that it lacks.
    pub(super) fn supply<B: Clone>(&mut self, files: &[(String, B)], out: &mut Vec<Command<B>>) {
        for (digest, content) in files.iter().skip(self.supplied) {
            let digest = digest.clone();
            let message = match self.program {
                FILES => Message::Order(Order::Supply { digest }),
                _ => Message::Request(Request::Supply { digest }),
            };
            out.push(self.post(message, vec![content.clone()]));
        }
        self.supplied = files.len();
    }

    /// A command that posts a message, with files beside it.
    pub(super) fn post<B>(&self, message: Message, beside: Vec<B>) -> Command<B> {
        Command::Post {
            worker: self.number,
            message,
            beside,
            moved: false,
        }
    }
}

impl<B: Clone> Pool<B> {
    /// Starts a worker with the program of this name.
    pub(super) fn start(&mut self, program: &'static str) -> Slot {
        self.started += 1;
        let worker = self.started;
        self.commands.push(Command::Start { worker, program });
        Slot {
            number: worker,
            program,
            ready: false,
            supplied: 0,
        }
    }

    /// Ends workers.
    pub(super) fn end(&mut self, slots: impl IntoIterator<Item = Slot>) {
        let numbers = slots.into_iter().map(|slot| slot.number);
        let commands = numbers.map(|worker| Command::Terminate { worker });
        self.commands.extend(commands);
    }

    /// All workers.
    pub(super) fn slots(&mut self) -> impl Iterator<Item = &mut Slot> {
        let pair = self.active.iter_mut().chain(&mut self.spare);
        let previewer = self.previewer.as_mut().map(|previewer| &mut previewer.slot);
        pair.chain(&mut self.helpers)
            .chain(&mut self.file_worker)
            .chain(previewer)
            .chain(self.seeker.as_mut().map(|seeker| &mut seeker.slot))
    }

    /// The worker with this number, unless it was ended.
    pub(super) fn slot(&mut self, number: u32) -> Option<&mut Slot> {
        self.slots().find(|slot| slot.number == number)
    }

    /// Takes a helper out of the pool.
    pub(super) fn take_helper(&mut self, number: u32) -> Option<Slot> {
        let mut helpers = self.helpers.iter();
        let place = helpers.position(|slot| slot.number == number)?;
        Some(self.helpers.remove(place))
    }

    /// Asks the active worker for a whole run.
    pub(super) fn request_run(
        &mut self,
        id: u32,
        setup: Setup,
        done: Vec<Ran>,
        beginning: Beginning,
    ) {
        if let Some(slot) = &mut self.active {
            slot.supply(&self.files, &mut self.commands);
            let setup = Box::new(setup);
            let request = Request::Run {
                id,
                setup,
                done,
                beginning,
            };
            let post = slot.post(Message::Request(request), Vec::new());
            self.commands.push(post);
        }
    }
}
