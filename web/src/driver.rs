//! Carries out the commands of a session, and passes events to it.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use gloo::utils::window;
use js_sys::Uint8Array;
use session::action::Action;
use session::command::{Command, Content, Message};
use session::event::{Event, Heard, Timer};
use session::state::State;
use session::{Place, Session};
use wasm_bindgen::{JsCast, JsValue};
use yew::prelude::*;

use crate::worker_handle::WorkerHandle;
use crate::{address, save};

/// A session in a browser. Clones share one session.
#[derive(Clone)]
pub(crate) struct Driver(Rc<Inner>);

struct Inner {
    session: RefCell<Session<JsValue>>,
    workers: RefCell<BTreeMap<u32, WorkerHandle>>,
    timers: RefCell<BTreeMap<Timer, Timeout>>,
    /// Events that wait.
    waiting: RefCell<VecDeque<Event<JsValue>>>,
    /// Whether an event is being handled.
    at_work: Cell<bool>,
    /// The setter of the shown state, once a component shows it.
    shown: RefCell<Option<UseStateSetter<Rc<State>>>>,
}

/// Properties of the page's root.
#[derive(Properties, PartialEq)]
pub(crate) struct Begun {
    /// Its session, whose first worker is on its way.
    pub(crate) driver: Driver,
}

impl PartialEq for Driver {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// A session for a component: its state, and the callback that changes it.
#[hook]
pub(crate) fn use_session(driver: &Driver) -> (Rc<State>, Callback<Action>) {
    let state = use_state(|| driver.state());
    let act = {
        let driver = driver.clone();
        use_callback((), move |action: Action, ()| driver.act(action))
    };
    {
        let (driver, setter) = (driver.clone(), state.setter());
        use_memo((), move |()| driver.0.shown.replace(Some(setter)));
    }
    ((*state).clone(), act)
}

impl Driver {
    /// A session that opens the address's scenario; its first worker is on its way.
    pub(crate) fn new(place: Place) -> Self {
        let cores = window().navigator().hardware_concurrency() as u32;
        let mut session = Session::new(place, &address::fragment(), cores);
        let commands = session.begin(worker::clock::now());
        let driver = Self(Rc::new(Inner {
            session: RefCell::new(session),
            workers: RefCell::default(),
            timers: RefCell::default(),
            waiting: RefCell::default(),
            at_work: Cell::new(false),
            shown: RefCell::default(),
        }));
        for command in commands {
            driver.carry_out(command);
        }
        driver.work_off();
        driver
    }

    /// The present state.
    pub(crate) fn state(&self) -> Rc<State> {
        self.0.session.borrow().state().clone()
    }

    /// Handles an action of the user.
    pub(crate) fn act(&self, action: Action) {
        self.handle(Event::Act(action));
    }

    /// Handles an event.
    pub(crate) fn handle(&self, event: Event<JsValue>) {
        self.0.waiting.borrow_mut().push_back(event);
        self.work_off();
    }

    fn work_off(&self) {
        if self.0.at_work.replace(true) {
            return;
        }
        let before = self.state();
        loop {
            let event = self.0.waiting.borrow_mut().pop_front();
            let Some(event) = event else {
                break;
            };
            let commands = self
                .0
                .session
                .borrow_mut()
                .handle(worker::clock::now(), event);
            for command in commands {
                self.carry_out(command);
            }
        }
        self.0.at_work.set(false);
        let now = self.state();
        if let Some(shown) = &*self.0.shown.borrow()
            && !Rc::ptr_eq(&before, &now)
        {
            shown.set(now);
        }
    }

    fn carry_out(&self, command: Command<JsValue>) {
        match command {
            Command::Start { worker, program } => self.start(worker, program),
            Command::Terminate { worker } => drop(self.0.workers.borrow_mut().remove(&worker)),
            Command::Post {
                worker,
                message,
                beside,
                moved,
            } => {
                if let Some(handle) = self.0.workers.borrow().get(&worker) {
                    match &message {
                        Message::Request(request) => handle.post(request, &beside, moved),
                        Message::Order(order) => handle.post(order, &beside, moved),
                    }
                }
            }
            Command::SetTimer { timer, after } => {
                let driver = self.clone();
                let timeout = Timeout::new(after as u32, move || {
                    drop(driver.0.timers.borrow_mut().remove(&timer));
                    driver.handle(Event::Timer(timer));
                });
                drop(self.0.timers.borrow_mut().insert(timer, timeout));
            }
            Command::StopTimer(timer) => drop(self.0.timers.borrow_mut().remove(&timer)),
            Command::WriteAddress {
                link,
                push,
                expected,
            } => {
                let there = address::fragment();
                let moved = expected.is_some_and(|expected| expected != there);
                if !moved && !address::write(&link, push) {
                    let kept = Event::AddressKept(there);
                    self.0.waiting.borrow_mut().push_back(kept);
                }
            }
            Command::Save {
                name,
                media_type,
                content,
            } => match content {
                Content::Text(text) => save::file(&name, media_type, text.as_bytes()),
                Content::Bytes(bytes) => {
                    if let Some(bytes) = bytes.dyn_ref::<Uint8Array>() {
                        save::bytes(&name, media_type, bytes);
                    }
                }
            },
        }
    }

    fn start(&self, worker: u32, program: &'static str) {
        let driver = self.clone();
        let hear = move |heard| driver.handle(Event::Worker { worker, heard });
        match WorkerHandle::new(program, hear) {
            Ok(handle) => drop(self.0.workers.borrow_mut().insert(worker, handle)),
            Err(message) => {
                let heard = Heard::Broken(Some(message));
                let broken = Event::Worker { worker, heard };
                self.0.waiting.borrow_mut().push_back(broken);
            }
        }
    }
}
