//! A browser and its workers, as far as a session can tell.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use playground::need::BUDGET;
use playground::{Scenario, Setup};
use session::action::Action;
use session::command::{Command, Content, Message};
use session::event::{Event, Given, Heard, Payload, Timer};
use session::library::{About, Trouble};
use session::message::{Order, Reply, Request};
use session::outcome::Phase;
use session::program::{FILES, VERSION};
use session::resume::Kept;
use session::state::State;
use session::{Place, Session};

use crate::answers::{progress, searches};

/// Files and bytes are texts here.
pub(crate) type Bytes = String;

/// The number of cores of the device.
pub(crate) const CORES: u32 = 3;

pub(crate) struct World {
    pub(crate) session: Session<Bytes>,
    pub(crate) now: f64,
    /// The workers that were started and not ended.
    pub(crate) workers: BTreeMap<u32, Fake>,
    /// The workers that were ended, with their work.
    pub(crate) ended: Vec<(u32, Fake)>,
    timers: BTreeMap<Timer, f64>,
    /// The browser's history, and the place in it.
    pub(crate) entries: Vec<String>,
    pub(crate) at: usize,
    /// Whether the user went to another entry, which the page has not heard yet.
    pub(crate) gone: bool,
    /// The names of the files that the user was given.
    pub(crate) saved: Vec<String>,
    /// The digests of the traces whose content the session was given.
    pub(crate) remembered: BTreeSet<String>,
    /// The traces that the device keeps.
    pub(crate) kept: Vec<About>,
    /// The runs that the device keeps.
    pub(crate) runs_kept: BTreeMap<String, Kept>,
    /// The furthest state that a run of this tab told or ended with, by the digest of its setup.
    pub(crate) came: BTreeMap<String, u64>,
    /// Whether other tabs keep runs on the device, too.
    pub(crate) shares: bool,
    /// The reason why the device keeps no runs.
    pub(crate) trouble: Option<Trouble>,
    /// The time at which each run began.
    pub(crate) begun: BTreeMap<u32, f64>,
}

/// A worker.
#[derive(Clone, Debug)]
pub(crate) struct Fake {
    pub(crate) program: &'static str,
    pub(crate) listens: bool,
    pub(crate) inbox: VecDeque<Work>,
    supplied: BTreeSet<String>,
}

/// A message and its payload.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    pub(crate) message: Message,
    pub(crate) beside: Vec<Bytes>,
    pub(crate) progress: bool,
    /// The further replies of a run that can be resumed, its end last.
    pub(crate) script: Option<VecDeque<Reply>>,
}

impl Work {
    /// The run of the message.
    pub(crate) fn run(&self) -> Option<u32> {
        match &self.message {
            Message::Request(
                Request::Run { id, .. } | Request::Part { id, .. } | Request::Finish { id, .. },
            ) => Some(*id),
            _ => None,
        }
    }

    /// Whether no more replies will come: some runs that never end tell nothing at all, others stop in their progress.
    fn hangs(&self) -> bool {
        let scenario = match &self.message {
            Message::Request(Request::Run { setup, .. }) => &setup.scenario,
            Message::Request(Request::Part { scenario, .. } | Request::Finish { scenario, .. }) => {
                scenario
            }
            _ => return false,
        };
        let silent = scenario.seed().is_multiple_of(20);
        verdict(scenario) == Verdict::Endless && (silent || self.progress)
    }
}

/// The verdict on a scenario.
#[derive(Debug, PartialEq)]
pub(crate) enum Verdict {
    Done,
    Refused,
    Failed,
    Endless,
}

/// Some seeds are refused, some fail, and some never end.
pub(crate) fn verdict(scenario: &Scenario) -> Verdict {
    match scenario.seed() % 10 {
        8 => Verdict::Refused,
        9 => Verdict::Failed,
        0 => Verdict::Endless,
        _ => Verdict::Done,
    }
}

pub(crate) fn about(name: &str) -> About {
    About {
        digest: format!("digest of {name}"),
        name: name.to_owned(),
        nodes: 1,
        jobs: 1,
        mean: 1.0,
        variation: None,
        bytes: 8,
        since: 0.0,
    }
}

impl World {
    pub(crate) fn new(address: &str) -> Self {
        Self::at(Place::Page, address)
    }

    pub(crate) fn at(place: Place, address: &str) -> Self {
        let mut world = Self {
            session: Session::new(place, address, CORES),
            now: 0.0,
            workers: BTreeMap::new(),
            ended: Vec::new(),
            timers: BTreeMap::new(),
            entries: vec![address.to_owned()],
            at: 0,
            gone: false,
            saved: Vec::new(),
            remembered: BTreeSet::new(),
            kept: Vec::new(),
            runs_kept: BTreeMap::new(),
            came: BTreeMap::new(),
            shares: false,
            trouble: None,
            begun: BTreeMap::new(),
        };
        let commands = world.session.begin(0.0);
        world.carry_out(commands);
        world
    }

    /// Loads the page again: only the address and the device's storage remain.
    pub(crate) fn reload(self) -> Self {
        let mut world = Self::new(&self.entries[self.at]);
        world.kept = self.kept;
        world.runs_kept = self.runs_kept;
        world.trouble = self.trouble;
        world.shares = self.shares;
        world
    }

    pub(crate) fn state(&self) -> &State {
        self.session.state()
    }

    pub(crate) fn act(&mut self, action: Action) {
        self.happen(Event::Act(action));
    }

    pub(crate) fn open(&mut self, scenario: &Scenario) {
        let setup = Box::new(Setup::from(scenario));
        self.act(Action::Open(setup, session::action::Entry::Push));
    }

    /// Gives the page a file; its name tells whether it is a scenario.
    pub(crate) fn give(&mut self, name: &str) {
        let given = Given {
            name: name.to_owned(),
            size: 10.0,
            head: String::new(),
            file: format!("content of {name}"),
        };
        self.happen(Event::File(given));
    }

    pub(crate) fn happen(&mut self, event: Event<Bytes>) {
        let by_clock = matches!(event, Event::Timer(Timer::Clock));
        let (result, ran) = (self.state().result.clone(), self.state().ran.len());
        let commands = self.session.handle(self.now, event);
        self.carry_out(commands);
        if by_clock {
            let state = self.state();
            assert_eq!(
                state.result.as_ref().map(Rc::as_ptr),
                result.as_ref().map(Rc::as_ptr)
            );
            assert_eq!(state.ran.len(), ran, "the clock takes nothing away");
        }
    }

    pub(crate) fn carry_out(&mut self, commands: Vec<Command<Bytes>>) {
        for command in commands {
            match command {
                Command::Start { worker, program } => {
                    let fake = Fake {
                        program,
                        listens: false,
                        inbox: VecDeque::new(),
                        supplied: BTreeSet::new(),
                    };
                    assert!(self.workers.insert(worker, fake).is_none());
                    assert!(self.ended.iter().all(|(number, _)| *number != worker));
                }
                Command::Terminate { worker } => {
                    let fake = self.workers.remove(&worker);
                    self.ended.push((worker, fake.expect("it was there")));
                }
                Command::Post {
                    worker,
                    message,
                    beside,
                    ..
                } => self.post(worker, message, beside),
                Command::SetTimer { timer, after } => {
                    self.timers.insert(timer, self.now + after);
                }
                Command::StopTimer(timer) => drop(self.timers.remove(&timer)),
                Command::WriteAddress {
                    link,
                    push,
                    expected,
                } => {
                    if expected.is_none_or(|expected| expected == self.entries[self.at]) {
                        if push {
                            self.entries.truncate(self.at + 1);
                            self.entries.push(link);
                            self.at += 1;
                        } else {
                            self.entries[self.at] = link;
                        }
                    }
                }
                Command::Save { name, content, .. } => {
                    assert!(
                        matches!(content, Content::Text(text) | Content::Bytes(text) if !text.is_empty())
                    );
                    self.saved.push(name);
                }
            }
        }
    }

    fn post(&mut self, worker: u32, message: Message, beside: Vec<Bytes>) {
        let fake = self.workers.get_mut(&worker).expect("it is there");
        assert!(
            fake.listens,
            "what is posted before a worker listens is lost"
        );
        match &message {
            Message::Request(Request::Supply { digest })
            | Message::Order(Order::Supply { digest }) => {
                assert_eq!(beside.len(), 1);
                fake.supplied.insert(digest.clone());
                return;
            }
            Message::Request(request) => {
                assert_ne!(fake.program, FILES);
                if let Request::Run { id, .. } | Request::Part { id, .. } = request {
                    self.begun.entry(*id).or_insert(self.now);
                }
                if matches!(request, Request::Run { .. } | Request::Part { .. }) {
                    assert!(self.remembered.is_subset(&fake.supplied));
                }
            }
            Message::Order(_) => {
                assert_eq!(fake.program, FILES);
                assert!(self.remembered.is_subset(&fake.supplied));
            }
        }
        let progress = false;
        fake.inbox.push_back(Work {
            message,
            beside,
            progress,
            script: None,
        });
    }

    /// The numbers of the workers that have a reply to send.
    pub(crate) fn eager(&self) -> Vec<u32> {
        let says = |fake: &Fake| {
            let works = fake.inbox.front().is_some_and(|work| !work.hangs());
            !fake.listens || works
        };
        let eager = self.workers.iter().filter(|(_, fake)| says(fake));
        eager.map(|(number, _)| *number).collect()
    }

    /// Lets a worker send its next reply.
    pub(crate) fn work(&mut self, worker: u32) {
        let Some(fake) = self.workers.get_mut(&worker) else {
            return;
        };
        let (reply, payload) = if fake.listens {
            if let Some(work) = fake.inbox.front_mut()
                && let Some((reply, ends)) = searches(work, &self.runs_kept)
            {
                if ends {
                    fake.inbox.pop_front();
                }
                match &reply {
                    Reply::Kept { digest, work, .. } => {
                        let came = self.came.entry(digest.clone()).or_default();
                        *came = *work.max(came);
                    }
                    Reply::Done { digest, .. } => {
                        self.came.insert(digest.clone(), u64::MAX);
                    }
                    _ => {}
                }
                return self.say(worker, reply, Payload::Schedules(Vec::new()));
            }
            let Some(said) = fake.inbox.front_mut().and_then(progress) else {
                let Some(work) = fake.inbox.pop_front() else {
                    return;
                };
                let (reply, payload) = self.answer(work);
                return self.say(worker, reply, payload);
            };
            said
        } else {
            fake.listens = true;
            let version = VERSION.to_owned();
            (Reply::Ready { version }, Payload::Nothing)
        };
        self.say(worker, reply, payload);
    }

    pub(crate) fn say(&mut self, worker: u32, reply: Reply, payload: Payload<Bytes>) {
        let heard = Heard::of(Ok(reply), payload);
        self.happen(Event::Worker { worker, heard });
    }

    /// Lets a worker break down.
    pub(crate) fn break_down(&mut self, worker: u32) {
        let heard = Heard::Broken(Some("it broke".into()));
        self.happen(Event::Worker { worker, heard });
        assert!(!self.workers.contains_key(&worker));
    }

    /// Lets time pass, and timers fire.
    pub(crate) fn wait(&mut self, ms: f64) {
        let until = self.now + ms;
        while let Some((timer, due)) = self.next_timer().filter(|(_, due)| *due <= until) {
            self.now = self.now.max(due);
            self.timers.remove(&timer);
            self.happen(Event::Timer(timer));
        }
        self.now = until;
    }

    /// Lets the device sleep: page and workers stand still, and the clock goes on.
    pub(crate) fn sleep(&mut self, ms: f64) {
        self.now += ms;
        self.begun.values_mut().for_each(|begun| *begun += ms);
    }

    /// Whether a run goes on because the user wants it, long after others are ended.
    fn let_go_on(&self) -> bool {
        match &self.state().phase {
            Phase::Running {
                clock: Some(clock), ..
            } => !clock.asks && clock.pace.elapsed > 3.0 * BUDGET,
            _ => false,
        }
    }

    fn next_timer(&self) -> Option<(Timer, f64)> {
        let timers = self.timers.iter().map(|(timer, due)| (*timer, *due));
        timers.min_by(|(_, one), (_, other)| one.total_cmp(other))
    }

    /// Tells the page the entry that the user went to.
    pub(crate) fn arrive(&mut self) {
        if std::mem::take(&mut self.gone) {
            self.happen(Event::Address(self.entries[self.at].clone()));
        }
    }

    /// Lets all workers work until none has anything to do, and all timers fire.
    pub(crate) fn drain(&mut self) {
        for _ in 0..10_000 {
            if !self.advance() {
                return;
            }
        }
        panic!("it never ends");
    }

    /// Lets a worker work, or else a timer fire; returns whether there was one.
    pub(crate) fn advance(&mut self) -> bool {
        self.arrive();
        if let Some(worker) = self.eager().first() {
            self.now += 1.0;
            self.work(*worker);
        } else if let Some((_, due)) = self.next_timer() {
            self.wait((due - self.now).max(0.0));
            self.check();
            if self.let_go_on() {
                // A user who lets an endless run go on can still end it.
                self.act(Action::Cancel);
            }
        } else {
            return false;
        }
        true
    }
}

/// A scenario with these values.
pub(crate) fn scenario(preset: &str, seed: u64) -> Scenario {
    let preset = playground::presets::find(preset).expect("a preset");
    preset.scenario().with("seed", &seed.to_string()).unwrap()
}

/// A preset whose run has several parts.
pub(crate) const PARTED: &str = "best-copies-two";

/// A run that can be paused and resumed.
pub(crate) const SEARCH: &str = "search-jobs";

pub(crate) fn same(one: &Rc<State>, other: &Rc<State>) -> bool {
    Rc::ptr_eq(one, other)
}
