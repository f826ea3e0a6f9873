//! Requests to the file worker: files to read and write, and the library of traces that this device keeps.

use playground::{Scenario, Setup};
use trace::read::Columns;

use super::Pool;
use crate::command::{Command, Content, Message};
use crate::event::Payload;
use crate::file_name;
use crate::import::When;
use crate::library::About;
use crate::message::{File, Order, Reply};
use crate::notification::Notification;
use crate::program::FILES;
use crate::resume::Kept;

const CSV: &str = "text/csv;charset=utf-8";
const JSON: &str = "application/json";

/// A request to the file worker.
#[derive(Clone, Debug)]
pub(super) struct FileRequest<B> {
    order: Order,
    /// The file beside it.
    file: Option<B>,
    gives: Gives,
}

/// The result of a request.
#[derive(Clone, Debug)]
enum Gives {
    /// The kept traces.
    Library,
    /// Whether a run can be resumed later.
    Run,
    /// A file of this name and media type.
    File(String, &'static str),
    /// A source of a scenario.
    Reading(Reading),
}

/// A source of a scenario; the user waits for it.
#[derive(Clone, Debug)]
enum Reading {
    /// Traces in a file of this name, the corrections of its columns, and the time of their use.
    Traces(String, Box<Columns>, When),
    /// Traces that are kept under this name.
    Kept(String),
    /// A scenario in a file of this name.
    Scenario(String),
}

impl<B> FileRequest<B> {
    fn is_reading(&self) -> bool {
        matches!(self.gives, Gives::Reading(_))
    }
}

impl<B: Clone> Pool<B> {
    /// Reads a file of traces for a scenario, with the corrections of its columns.
    pub(crate) fn read(
        &mut self,
        name: String,
        file: B,
        scenario: &Scenario,
        said: &Columns,
        when: When,
    ) {
        let (scenario, said) = (Box::new(scenario.clone()), Box::new(said.clone()));
        let reading = Reading::Traces(name, said.clone(), when);
        let order = Order::Read {
            scenario,
            said,
            when,
        };
        self.begin_reading(order, Some(file), reading);
    }

    /// Gives a scenario traces that are kept.
    pub(crate) fn reuse(&mut self, about: About, scenario: &Scenario) {
        let About { digest, name, .. } = about;
        let order = Order::Use {
            digest,
            name: name.clone(),
            scenario: Box::new(scenario.clone()),
        };
        self.begin_reading(order, None, Reading::Kept(name));
    }

    /// Opens a scenario file.
    pub(crate) fn open(&mut self, name: String, file: B) {
        self.begin_reading(Order::Open, Some(file), Reading::Scenario(name));
    }

    /// Begins a reading in place of any other; a run goes on meanwhile.
    fn begin_reading(&mut self, order: Order, file: Option<B>, reading: Reading) {
        self.forget_readings();
        self.ask(order, file, Gives::Reading(reading));
    }

    /// Whether a reading waits or is under way.
    pub(crate) fn reads(&self) -> bool {
        let mut requests = self.file_requests.iter().chain(&self.under_way);
        requests.any(FileRequest::is_reading)
    }

    /// Forgets the readings: the user wants them no longer.
    pub(crate) fn forget_readings(&mut self) {
        self.file_requests.retain(|request| !request.is_reading());
        let is_reading = |request: &mut FileRequest<B>| request.is_reading();
        if self.under_way.take_if(is_reading).is_some() {
            self.end_file_worker();
        }
        self.send();
    }

    /// Lists the kept traces.
    pub(crate) fn list(&mut self) {
        self.ask(Order::List, None, Gives::Library);
    }

    /// Keeps the traces of a file.
    pub(crate) fn keep(&mut self, file: B) {
        self.ask(Order::Keep, Some(file), Gives::Library);
    }

    /// Saves the traces of a file of this name as CSV.
    pub(crate) fn give_table(&mut self, name: &str, file: B) {
        let name = format!("{name}.csv");
        self.ask(
            Order::Write(File::Table),
            Some(file),
            Gives::File(name, CSV),
        );
    }

    /// Renames kept traces.
    pub(crate) fn rename(&mut self, digest: String, name: String) {
        self.ask(Order::Rename { digest, name }, None, Gives::Library);
    }

    /// Deletes kept traces.
    pub(crate) fn delete(&mut self, digest: String) {
        self.files.retain(|(kept, _)| *kept != digest);
        // Some workers get traces twice, which does no harm.
        self.slots().for_each(|slot| slot.supplied = 0);
        self.ask(Order::Delete { digest }, None, Gives::Library);
    }

    /// Saves traces as CSV.
    pub(crate) fn give_traces(&mut self, about: About) {
        let About { digest, name, .. } = about;
        let name = name.trim_end_matches(".gz");
        let name = format!("{}.csv", name.trim_end_matches(".csv"));
        let order = Order::Write(File::Traces { digest });
        self.ask(order, None, Gives::File(name, CSV));
    }

    /// Saves a scenario as a file, with the values of its traces.
    pub(crate) fn give_scenario(&mut self, setup: Box<Setup>) {
        let name = file_name::scenario_name(&setup.scenario);
        let order = Order::Write(File::Scenario(setup));
        self.ask(order, None, Gives::File(name, JSON));
    }

    /// Keeps the state of a run: `over` any kept state, or unless a further one is kept. It replaces a state of the run that
    /// still waits to be kept.
    pub(super) fn keep_run(&mut self, digest: String, kept: Kept, over: bool) {
        let over = self.drop_run(&digest) || over;
        let order = Order::KeepRun { digest, kept, over };
        self.ask(order, None, Gives::Run);
    }

    /// Deletes the kept state of a run, unless it is further than `most`.
    pub(super) fn forget_run(&mut self, digest: String, most: Option<u64>) {
        let over = self.drop_run(&digest);
        let most = most.filter(|_| !over);
        self.ask(Order::ForgetRun { digest, most }, None, Gives::Run);
    }

    /// Forgets the waiting state of a run; returns whether it was to replace any kept state.
    fn drop_run(&mut self, run: &str) -> bool {
        let mut dropped_over = false;
        self.file_requests.retain(|request| match &request.order {
            Order::KeepRun { digest, over, .. } if digest == run => {
                dropped_over |= over;
                false
            }
            _ => true,
        });
        dropped_over
    }

    fn ask(&mut self, order: Order, file: Option<B>, gives: Gives) {
        self.file_requests
            .push_back(FileRequest { order, file, gives });
        self.send();
    }

    /// Gives the file worker its next request; one at a time.
    pub(super) fn send(&mut self) {
        if self.under_way.is_some() || self.file_requests.is_empty() {
            return;
        }
        let Some(slot) = &mut self.file_worker else {
            self.file_worker = Some(self.start(FILES));
            return;
        };
        if !slot.ready {
            return;
        }
        if let Some(request) = self.file_requests.pop_front() {
            slot.supply(&self.files, &mut self.commands);
            let file = request.file.clone().into_iter().collect();
            let post = slot.post(Message::Order(request.order.clone()), file);
            self.commands.push(post);
            self.under_way = Some(request);
        }
    }

    /// Ends the file worker; the request under way is still wanted.
    pub(super) fn end_file_worker(&mut self) {
        let under_way = self.under_way.take();
        under_way
            .into_iter()
            .for_each(|request| self.file_requests.push_front(request));
        let file_worker = self.file_worker.take();
        self.end(file_worker);
    }

    /// Takes in the reply to the request under way.
    pub(super) fn served(&mut self, reply: Reply, payload: Payload<B>) {
        let Some(request) = self.under_way.take() else {
            return;
        };
        let notification = match (reply, request.gives) {
            (Reply::Library { about, library }, _) => {
                self.remember(about.as_ref(), payload);
                Some(Notification::Library { about, library })
            }
            (Reply::RunKept { trouble }, Gives::Run) => Some(Notification::RunKept(trouble)),
            (Reply::Written { lacks }, Gives::File(name, media_type)) => {
                let bytes = payload.one();
                let saved = bytes.is_some();
                self.commands.extend(bytes.map(|bytes| Command::Save {
                    name: name.clone(),
                    media_type,
                    content: Content::Bytes(bytes),
                }));
                lacks.map(|lacks| Notification::Lacking { name, lacks, saved })
            }
            (
                Reply::Read {
                    outcome,
                    about,
                    library,
                },
                Gives::Reading(reading),
            ) => {
                self.remember(about.as_ref(), payload);
                let (name, said, when) = match reading {
                    Reading::Traces(name, said, when) => (name, said, when),
                    Reading::Kept(name) => (name, Box::default(), When::Now),
                    Reading::Scenario(name) => (name, Box::default(), When::Clear),
                };
                Some(Notification::Read {
                    name,
                    outcome,
                    when,
                    said,
                    about,
                    library,
                })
            }
            (
                Reply::Opened {
                    outcome,
                    about,
                    library,
                },
                Gives::Reading(Reading::Scenario(name)),
            ) => {
                self.remember(about.as_ref(), payload);
                Some(Notification::Opened {
                    name,
                    outcome,
                    about,
                    library,
                })
            }
            _ => None,
        };
        self.notifications.extend(notification);
        self.send();
    }

    /// Whether the broken worker is the file worker. The request that broke it is not tried again, and a user who waits for a
    /// file is told.
    pub(super) fn file_worker_broken(&mut self, number: u32, message: Option<&String>) -> bool {
        let is_it = |slot: &mut super::Slot| slot.number == number;
        let Some(slot) = self.file_worker.take_if(is_it) else {
            return false;
        };
        let mut lost: Vec<_> = self.under_way.take().into_iter().collect();
        if !slot.ready {
            // The next worker would not start either.
            lost.extend(self.file_requests.drain(..));
        }
        let message = slot.last_words(message.cloned());
        self.end([slot]);
        for request in lost {
            let message = message.clone();
            self.notifications.extend(match request.gives {
                Gives::Library | Gives::Run => None,
                Gives::File(name, _) => Some(Notification::Lacking {
                    name,
                    lacks: message,
                    saved: false,
                }),
                Gives::Reading(_) => Some(Notification::Stopped(message)),
            });
        }
        self.send();
        true
    }

    /// Remembers the content of traces, which travelled beside a reply.
    fn remember(&mut self, about: Option<&About>, payload: Payload<B>) {
        let Some((about, content)) = about.zip(payload.one()) else {
            return;
        };
        if !self.files.iter().any(|(digest, _)| *digest == about.digest) {
            self.files.push((about.digest.clone(), content));
        }
    }
}
