//! A session: the state, the pool of workers and the address, as one machine. Events go in, commands come out.

use std::rc::Rc;

use playground::link;

use crate::action::{Action, Entry, LibraryAction};
use crate::address::Address;
use crate::command::{Command, Content};
use crate::event::{Event, Given, Timer, Want};
use crate::file_name;
use crate::import::{ImportAction, Said, When};
use crate::kept::Change;
use crate::lead::Search;
use crate::notice::{Notice, Tone, Topic};
use crate::pool::{self, Next, Pool};
use crate::program::{LARGEST_FILE, LARGEST_SCENARIO};
use crate::state::State;
use crate::status::weight;
use crate::traces::is_scenario;

/// The time after which a run is shown to be under way, ms.
pub const SLOW: f64 = 100.0;

/// The place of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A page of its own, with an address, and a library of traces on the device.
    Page,
    /// A figure in another page, which leaves address and device alone.
    Figure {
        /// Whether the first run waits until somebody asks for it.
        waits: bool,
    },
}

/// A session. `B` is the page's type of files and bytes.
#[derive(Debug)]
pub struct Session<B> {
    place: Place,
    state: Rc<State>,
    pool: Pool<B>,
    address: Address,
    /// The run that the pool got last.
    posted: u32,
    /// The scenario that the address got last.
    shown: Option<u32>,
    /// The file of traces that was read last, to be read again with other corrections.
    given: Option<B>,
    /// Whether the library was asked for.
    listed: bool,
    /// The laboratories whose previews were asked for.
    previewed: Vec<&'static str>,
    commands: Vec<Command<B>>,
}

impl<B: Clone> Session<B> {
    /// A session that opens with an address, on a device with so many cores. [`begin`](Self::begin) returns its first commands.
    #[must_use]
    pub fn new(place: Place, address: &str, cores: u32) -> Self {
        let started = place != Place::Figure { waits: true };
        let state = State::new(address, started);
        Self {
            place,
            pool: Pool::new(state.scenario.laboratory(), cores),
            state: Rc::new(state),
            address: Address::default(),
            posted: 0,
            shown: None,
            given: None,
            listed: false,
            previewed: Vec::new(),
            commands: Vec::new(),
        }
    }

    /// The page's state.
    #[must_use]
    pub fn state(&self) -> &Rc<State> {
        &self.state
    }

    /// Returns the first commands, at this time in ms.
    pub fn begin(&mut self, now: f64) -> Vec<Command<B>> {
        self.pool.at(now);
        self.settle()
    }

    /// Handles an event at this time in ms; returns the resulting commands, in order.
    pub fn handle(&mut self, now: f64, event: Event<B>) -> Vec<Command<B>> {
        self.pool.at(now);
        match event {
            Event::Act(action) => self.act(action),
            Event::File(given) => self.take(given),
            Event::Measured { want, name, file } => match want {
                Want::Use => {
                    self.change(|state| state.act(Action::Measure(false)));
                    self.read(name, file);
                }
                Want::Keep => self.pool.keep(file),
                Want::Give => self.pool.give_table(&name, file),
            },
            Event::Worker { worker, heard } => self.pool.hear(worker, heard),
            Event::Timer(Timer::Slow) => self.change(State::slow),
            Event::Timer(Timer::Patience) => self.pool.lose_patience(),
            Event::Timer(Timer::Clock) => self.pool.look_at_clock(),
            Event::Timer(Timer::Lead) => self.pool.give_up_lead(),
            Event::Timer(Timer::Address) => self.address.fired(&mut self.commands),
            Event::Address(fragment) => self.go(fragment),
            Event::AddressKept(fragment) => self.address.found(fragment),
        }
        self.settle()
    }

    fn change(&mut self, change: impl FnOnce(&mut State)) {
        change(Rc::make_mut(&mut self.state));
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Share(setup) => {
                let pushes = self.state.pushes;
                self.address
                    .show(*setup, Entry::Replace, pushes, &mut self.commands);
                self.address.flush(&mut self.commands);
            }
            Action::Save(setup) => {
                if setup.scenario.missing_file().is_some() {
                    return self.pool.give_scenario(setup);
                }
                let text = serde_json::to_string_pretty(&setup.to_json()).unwrap_or_default();
                self.commands.push(Command::Save {
                    name: file_name::scenario_name(&setup.scenario),
                    media_type: "application/json",
                    content: Content::Text(text),
                });
            }
            Action::Preview(laboratory) => {
                if !self.previewed.contains(&laboratory) {
                    self.previewed.push(laboratory);
                    self.pool.preview(pool::miniatures(laboratory));
                }
            }
            Action::Library(action) => self.library(action),
            Action::Import(action) => self.import(&action),
            Action::Hold(scale) if self.state.holds(&scale) => {}
            action => {
                let state = self.state.clone();
                match &action {
                    Action::Cancel => {
                        self.pool.cancel();
                        if state.busy() {
                            self.pool.forget(&state.scenario);
                        }
                    }
                    Action::GoOn => self.pool.let_go_on(state.run),
                    Action::Pause if self.resumes() && state.busy() => self.pool.pause(state.run),
                    // A run that cannot be resumed goes on.
                    Action::Pause => return,
                    Action::Resume => self.pool.unpause(&state.scenario),
                    Action::Again => self.pool.forget(&state.scenario),
                    Action::Restart => self.pool.restart(),
                    _ => {}
                }
                self.change(|state| state.act(action));
            }
        }
    }

    /// Whether the scenario's run can be paused and resumed; a figure in another page keeps nothing.
    fn resumes(&self) -> bool {
        self.place == Place::Page && self.state.resumes()
    }

    fn library(&mut self, action: LibraryAction) {
        match action {
            LibraryAction::List => self.pool.list(),
            LibraryAction::Use(about) => {
                self.change(|state| state.read(about.name.clone()));
                self.pool.reuse(about, &self.state.for_file());
            }
            LibraryAction::Rename(about, name) => {
                let digest = about.digest;
                let change = Change::Rename(digest.clone(), name.clone());
                self.change(|state| state.change_kept(change));
                self.pool.rename(digest, name);
            }
            LibraryAction::Give(about) => self.pool.give_traces(about),
            LibraryAction::Delete(about) => {
                let digest = about.digest;
                let change = Change::Delete(digest.clone());
                self.change(|state| state.change_kept(change));
                self.pool.delete(digest);
            }
        }
    }

    /// Reads a file of traces for the scenario, or opens a scenario; a file that is too large is refused.
    fn take(&mut self, given: Given<B>) {
        let Given {
            name,
            size,
            head,
            file,
        } = given;
        let whole = is_scenario(&name, &head);
        let (what, most) = match whole {
            false => ("file of traces", LARGEST_FILE as f64),
            true => ("scenario file", LARGEST_SCENARIO as f64),
        };
        if size > most {
            let why = format!(
                "It has {}; a {what} may have at most {}. It was not read, and nothing has changed.",
                weight(size),
                weight(most)
            );
            let title = format!("“{name}” cannot be used");
            let notice = Notice::new(Topic::File, Tone::Bad, title).with(why);
            return self.change(|state| state.say(notice));
        }
        if whole {
            self.change(|state| state.read(name.clone()));
            self.pool.open(name, file);
        } else {
            self.read(name, file);
        }
    }

    fn read(&mut self, name: String, file: B) {
        self.change(|state| state.read(name.clone()));
        self.given = Some(file.clone());
        let (scenario, said) = (self.state.for_file(), Said::default());
        self.pool.read(name, file, &scenario, &said, When::Clear);
    }

    /// Applies an action of the user on the table that was read last, and reads it again if the action asks for that.
    fn import(&mut self, action: &ImportAction) {
        if *action == ImportAction::Cancel {
            self.pool.forget_readings();
            return self.change(State::cancel_import);
        }
        let heard = Rc::make_mut(&mut self.state).change_import(|import| {
            let again = import.hear(action);
            let when = match action {
                ImportAction::Use => When::Now,
                _ => import.when(),
            };
            let due = again || *action == ImportAction::Use && import.ready();
            due.then(|| (import.name.clone(), import.wanted.clone(), when))
        });
        if let Some((name, said, when)) = heard.flatten()
            && let Some(file) = self.given.clone()
        {
            self.change(|state| state.read_again(name.clone()));
            self.pool
                .read(name, file, &self.state.for_file(), &said, when);
        }
    }

    /// Follows the user to another address.
    fn go(&mut self, fragment: String) {
        if self.place == Place::Page && !self.address.is_foreign(&fragment) {
            return;
        }
        let action = match link::decode(&fragment) {
            Ok(decoded) => Action::Open(Box::new(decoded.into()), Entry::Given),
            Err(error) => Action::BadLink(fragment.clone(), error),
        };
        self.address.found(fragment);
        self.change(|state| state.act(action));
    }

    /// Settles all consequences of an event, until none is left.
    fn settle(&mut self) -> Vec<Command<B>> {
        let commands = self.settled();
        // A file without a reading and a preview is not held.
        if !self.pool.reads() && self.state.import().is_none() {
            self.given = None;
        }
        commands
    }

    fn settled(&mut self) -> Vec<Command<B>> {
        loop {
            let notifications = self.pool.notifications();
            for notification in notifications {
                self.change(|state| state.hear(notification));
            }
            self.commands.extend(self.pool.commands());
            if !self.follow() {
                break;
            }
        }
        std::mem::take(&mut self.commands)
    }

    /// Searches the scale that the user holds, and no other one.
    fn seek(&mut self) -> bool {
        let state = self.state.clone();
        let wanted = state.wonders();
        if self.pool.sought().is_some() && self.pool.sought() != wanted {
            self.pool.stop_seeking();
            return true;
        }
        let (Some(key), None, true) = (wanted, self.pool.sought(), state.may_search()) else {
            return false;
        };
        let search = state
            .held
            .as_ref()
            .and_then(|(scale, _)| Search::of(&state.scenario, scale));
        match search {
            Some(search) => self.pool.seek(key.to_owned(), search),
            None => self.change(|state| state.learn(key.to_owned(), None)),
        }
        true
    }

    /// Tells pool and address of changes of the state; returns whether the pool had any.
    fn follow(&mut self) -> bool {
        let state = &self.state;
        if self.place == Place::Page && self.shown != Some(state.revision) {
            self.shown = Some(state.revision);
            let (setup, entry, pushes) = (state.setup(), state.entry, state.pushes);
            self.address.show(setup, entry, pushes, &mut self.commands);
        }
        if state.started && state.run != self.posted {
            self.posted = state.run;
            let (id, setup, done) = (state.run, state.setup(), state.ran.clone());
            let (resumes, anew) = (self.resumes(), state.anew);
            let wanted = state.wanted == Some(id);
            self.pool.run(Next {
                id,
                setup,
                done,
                resumes,
                anew,
                wanted,
            });
            self.commands.push(Command::SetTimer {
                timer: Timer::Slow,
                after: SLOW,
            });
            return true;
        }
        if self.seek() {
            return true;
        }
        // The library is asked for once nobody waits for anything else.
        if self.place == Place::Page && !self.listed && !self.state.busy() {
            self.listed = true;
            self.pool.list();
            return true;
        }
        false
    }
}
