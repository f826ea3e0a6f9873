//! All that the page knows, in one place.

use std::collections::BTreeMap;
use std::rc::Rc;

use parameters::{Parameter, Rejected};
use playground::extras::{Focus, Recorded};
use playground::{Extras, Ran, Scenario, Setup, View, presets};
use report::{Report, Traces};
use schedule::Schedule;
use serde_json::{Map, Value};
use worker::library::{About, Library};
use yew::Reducible;

use crate::gallery::Stamp;
use crate::history::History;
use crate::library::{Change, KeptTraces};
use crate::message::{Notice, Tone, Topic};
use crate::reading;
use crate::runner::Event;

/// What came out of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// What the laboratory says, without the schedule.
    pub(crate) report: Report,
    /// The schedule.
    pub(crate) schedule: Option<Rc<Schedule>>,
    /// The schedules of variants, where variants are compared.
    pub(crate) beside: Option<Beside>,
    /// Some points of a sweep are still to come, and the schedule; or some runs.
    pub(crate) partial: bool,
    /// The digest of what was run; empty while it is partial.
    pub(crate) digest: String,
    /// The fingerprint of report and schedule.
    pub(crate) fingerprint: String,
    /// The seed that the run used.
    pub(crate) seed: u64,
    /// What the names of its files begin with.
    pub(crate) stem: String,
    /// How long it took, ms.
    pub(crate) took: f64,
}

/// The schedules of variants, and what tells them apart.
#[derive(Debug)]
pub(crate) struct Beside {
    /// What the schedule of the scenario itself is called.
    pub(crate) base: String,
    /// Names and schedules.
    pub(crate) variants: Vec<(String, Rc<Schedule>)>,
}

/// The file that a scenario cannot run without.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Needed {
    /// Name, nodes and jobs.
    pub(crate) described: Traces,
    /// The digest of its content.
    pub(crate) digest: String,
}

/// Where the newest run is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase {
    /// Under way.
    Running {
        /// Long enough to be shown.
        slow: bool,
        /// The part that is done, 0 to 1.
        done: f64,
    },
    /// Its result is shown.
    Done,
    /// Ended by hand.
    Cancelled,
    /// Its parameters do not go together.
    Refused(String),
    /// It needs a file.
    FileNeeded(Needed),
    /// It could not be made, for another reason.
    Failed(String),
    /// The worker broke down.
    Stopped(String),
    /// The worker is of another version than the page.
    Outdated,
}

/// How a new scenario enters the browser's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// It is what the address says already.
    Given,
    /// In place of the one before.
    Replace,
    /// So that Back leads to the one before.
    Push,
}

/// A scenario, what was seen of it, and what travelled with it.
pub(crate) type Seen = (Rc<Scenario>, Rc<View>, Rc<Extras>);

/// All that the page knows.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// What is to run.
    pub(crate) scenario: Rc<Scenario>,
    /// What is to be seen of it.
    pub(crate) view: Rc<View>,
    /// What travels with it.
    pub(crate) extras: Rc<Extras>,
    /// Its parameters' values.
    pub(crate) values: Rc<Map<String, Value>>,
    /// Its parameters.
    pub(crate) parameters: Rc<Vec<Rc<Parameter>>>,
    /// What was typed into a field, as it was typed.
    pub(crate) texts: BTreeMap<String, String>,
    /// What is wrong with a field.
    pub(crate) complaints: BTreeMap<String, String>,
    /// The field that was changed last.
    edited: Option<String>,
    /// How the scenario enters the browser's history.
    pub(crate) entry: Entry,
    /// Counts the scenarios that Back is to lead away from: the page may be drawn once for several changes.
    pub(crate) pushes: u32,
    /// The scenarios before this one, and those that were undone.
    pub(crate) history: History<Seen>,
    /// Counts the scenarios.
    pub(crate) revision: u32,
    /// Counts the runs.
    pub(crate) run: u32,
    /// The points of the sweep that were run.
    pub(crate) ran: Vec<Ran>,
    /// Where the newest run is.
    pub(crate) phase: Phase,
    /// The last good result.
    pub(crate) result: Option<Rc<Outcome>>,
    /// The last run of which some runs were seen before the others.
    seen_in_part: Option<u32>,
    /// What the page has to say.
    pub(crate) notices: Vec<Notice>,
    /// The traces that this device keeps.
    pub(crate) kept: Rc<KeptTraces>,
    /// The file that is being read.
    pub(crate) reading: Option<String>,
    /// A file hovers over the page.
    pub(crate) dragging: bool,
    /// The cards of laboratories and presets are shown.
    pub(crate) gallery: bool,
    /// The small pictures on them, by the preset's place.
    pub(crate) previews: Rc<BTreeMap<u32, Stamp>>,
    /// The parameters are shown where there is no room beside the result.
    pub(crate) sheet: bool,
    /// What measures this device is shown.
    pub(crate) measuring: bool,
}

/// What can happen.
pub(crate) enum Action {
    /// A field was given a text.
    Set(String, String),
    /// A field was left.
    Leave(String),
    /// A whole scenario replaces the one that is there.
    Open(Box<Setup>, Entry),
    /// Something else is to be seen of the scenario.
    View(View),
    /// A link could not be read; what runs instead is the first preset.
    BadLink(String),
    /// Back to the scenario before.
    Undo,
    /// The scenario that was undone.
    Redo,
    /// The worker says something.
    Worker(Box<Event>),
    /// A run takes long enough to be shown.
    Slow(u32),
    /// The run in flight was ended by hand.
    Cancel,
    /// Run the same once more.
    Again,
    /// A file is being read.
    Reading(String),
    /// Something is done with kept traces.
    Keep(Change),
    /// The page has something to say.
    Say(Notice),
    /// It was read.
    Dismiss(Topic),
    /// A file hovers over the page, or no longer.
    Drag(bool),
    /// Show or hide the gallery.
    Gallery(bool),
    /// Show or hide the parameters.
    Sheet(bool),
    /// Show or hide what measures this device.
    Measure(bool),
}

impl State {
    /// What the page opens with: what the address says, or the first preset.
    pub(crate) fn new(address: &str) -> Self {
        let (setup, notice) = match playground::link::decode(address) {
            Ok(decoded) => {
                let setup = Setup::from(decoded);
                let notice = Notice::newer_link(&setup.extras);
                (setup, notice)
            }
            Err(error) => (
                presets::first().scenario().into(),
                Some(Notice::bad_link(&error.to_string())),
            ),
        };
        let Setup {
            scenario,
            view,
            extras,
        } = setup;
        let parameters = scenario.parameters().into_iter().map(Rc::new).collect();
        Self {
            values: Rc::new(scenario.values()),
            scenario: Rc::new(scenario),
            view: Rc::new(view),
            extras: Rc::new(extras),
            parameters: Rc::new(parameters),
            texts: BTreeMap::new(),
            complaints: BTreeMap::new(),
            edited: None,
            entry: Entry::Replace,
            pushes: 0,
            history: History::default(),
            revision: 0,
            run: 1,
            ran: Vec::new(),
            phase: Phase::Running {
                slow: false,
                done: 0.0,
            },
            result: None,
            seen_in_part: None,
            notices: notice.into_iter().collect(),
            kept: Rc::default(),
            reading: None,
            dragging: false,
            gallery: matches!(address, "" | "#"),
            previews: Rc::default(),
            sheet: false,
            measuring: false,
        }
    }

    /// Whether the result that is shown is not that of the scenario.
    pub(crate) fn stale(&self) -> bool {
        // What was made of some runs is good as long as the others are on their way.
        if self.busy() && self.seen_in_part == Some(self.run) {
            return false;
        }
        // Points arrive one by one, and stay when the sweep is stopped.
        if self.result.as_ref().is_some_and(|result| result.partial) && !self.ran.is_empty() {
            return false;
        }
        !matches!(self.phase, Phase::Done | Phase::Running { slow: false, .. })
    }

    /// Whether a run is under way.
    pub(crate) fn busy(&self) -> bool {
        matches!(self.phase, Phase::Running { .. })
    }

    /// Puts a notice in the place of the one on the same topic.
    pub(crate) fn say(&mut self, notice: Notice) {
        self.notices.retain(|kept| kept.topic != notice.topic);
        self.notices.push(notice);
    }

    /// Starts a run of the scenario.
    pub(crate) fn start(&mut self) {
        self.run += 1;
        self.complaints.clear();
        let done = 0.0;
        let slow = matches!(self.phase, Phase::Running { slow: true, .. });
        self.phase = Phase::Running { slow, done };
    }

    /// Replaces the scenario and runs it; the one before can be had again.
    pub(crate) fn adopt(&mut self, scenario: Scenario, entry: Entry) {
        self.see(Rc::new(scenario), self.view.clone(), entry);
    }

    fn see(&mut self, scenario: Rc<Scenario>, view: Rc<View>, entry: Entry) {
        if *scenario != *self.scenario || *view != *self.view {
            self.history.record(self.seen());
        }
        self.view = view;
        self.replace(scenario, entry);
    }

    /// The scenario and what is seen of it.
    fn seen(&self) -> Seen {
        (
            self.scenario.clone(),
            self.view.clone(),
            self.extras.clone(),
        )
    }

    /// The same, to be run, written or sent.
    pub(crate) fn setup(&self) -> Setup {
        Setup {
            scenario: (*self.scenario).clone(),
            view: (*self.view).clone(),
            extras: (*self.extras).clone(),
        }
    }

    fn replace(&mut self, scenario: Rc<Scenario>, entry: Entry) {
        self.values = Rc::new(scenario.values());
        let parameters = scenario.parameters();
        if parameters != self.scenario.parameters() {
            self.parameters = Rc::new(parameters.into_iter().map(Rc::new).collect());
        }
        self.scenario = scenario;
        self.extras = Rc::new(self.extras.elsewhere());
        self.entry = entry;
        self.pushes += u32::from(entry == Entry::Push);
        self.revision += 1;
        self.ran.clear();
        self.start();
    }

    /// What was typed belongs to a scenario that is there no longer.
    fn forget_texts(&mut self) {
        self.texts.clear();
        self.edited = None;
    }

    /// Another scenario of the history; the browser's own keeps its length.
    fn travel(&mut self, to: Option<Seen>) {
        if let Some((scenario, view, extras)) = to {
            self.view = view;
            self.forget_texts();
            self.notices.retain(|notice| notice.topic.stays());
            self.replace(scenario, Entry::Replace);
            self.extras = extras;
        }
    }

    fn set(&mut self, name: String, text: String) {
        match self.scenario.with(&name, &text) {
            Ok(scenario) => {
                if scenario != *self.scenario {
                    if self.edited.as_deref() == Some(&name) {
                        // A slider that is dragged takes one step.
                        self.history.amend();
                        self.replace(Rc::new(scenario), Entry::Replace);
                    } else {
                        self.adopt(scenario, Entry::Push);
                    }
                    self.edited = Some(name.clone());
                }
                self.complaints.remove(&name);
                self.texts.insert(name, text);
            }
            Err(rejected) => {
                self.complain(&rejected);
                self.texts.insert(name, text);
            }
        }
    }

    /// Puts each complaint beside its field, and returns all of them in words.
    fn complain(&mut self, rejected: &Rejected) -> String {
        let laboratory = self.scenario.laboratory();
        for problem in &rejected.problems {
            let place = problem
                .place
                .strip_prefix(laboratory)
                .unwrap_or(&problem.place)
                .trim_start_matches('.');
            let text = match problem.value.as_str() {
                "" => problem.expected.clone(),
                value => format!("{value} is refused; {}", problem.expected),
            };
            self.complaints.insert(place.to_owned(), text);
        }
        rejected.to_string()
    }

    /// Opens a scenario; what was typed and said belongs to the one before.
    pub(crate) fn open(&mut self, setup: Setup, entry: Entry) {
        self.forget_texts();
        self.notices.retain(|notice| notice.topic.stays());
        let Setup {
            scenario,
            view,
            extras,
        } = setup;
        self.notices.extend(Notice::newer_link(&extras));
        self.see(Rc::new(scenario), Rc::new(view), entry);
        self.extras = Rc::new(extras);
    }

    /// Where somebody looked who passed the scenario on, once its result is there.
    pub(crate) fn focus(&self) -> Focus {
        match self.phase {
            Phase::Done => self.extras.focus,
            _ => Focus::default(),
        }
    }

    /// The same set-up with what its run came to and where one looks now, to be given away.
    pub(crate) fn given(&self, focus: Option<Focus>) -> Setup {
        let done = self.result.as_ref().filter(|_| self.phase == Phase::Done);
        let recorded = done.map(|result| Recorded::now(&result.fingerprint));
        let focus = match done {
            Some(_) => focus.unwrap_or(self.extras.focus),
            None => self.extras.focus,
        };
        let extras = Extras {
            focus,
            recorded,
            ..(*self.extras).clone()
        };
        self.setup().with(extras)
    }

    /// Says whether the result is that of the file that the scenario came from.
    fn judge(&mut self, fingerprint: &str) {
        if let Some(recorded) = &self.extras.recorded {
            let judgement = recorded.judge(fingerprint);
            let tone = if judgement.same {
                Tone::Good
            } else {
                Tone::Bad
            };
            let notice = Notice::new(Topic::File, tone, judgement.said);
            self.say(notice);
        }
    }

    fn keep(&mut self, library: Library, about: Option<About>) {
        if let Some(notice) = Rc::make_mut(&mut self.kept).hear(library, about) {
            self.say(notice);
        }
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Progress { id, done } if id == self.run => {
                if let Phase::Running { slow, .. } = self.phase {
                    self.phase = Phase::Running { slow, done };
                }
            }
            Event::Point { id, ran, outcome } if id == self.run => {
                self.ran.push(ran);
                self.result = Some(outcome);
            }
            Event::Partial { id, outcome } => {
                if id == self.run || self.busy() {
                    self.result = Some(outcome);
                    self.seen_in_part = Some(id);
                }
            }
            Event::Done { id, outcome } => {
                // A run that newer ones overtook is still the newest result there is.
                if id == self.run {
                    self.phase = Phase::Done;
                    self.judge(&outcome.fingerprint);
                }
                if id == self.run || self.busy() {
                    self.result = Some(outcome);
                }
            }
            Event::Refused { id, rejected } if id == self.run => {
                let text = self.complain(&rejected);
                self.phase = Phase::Refused(text);
            }
            Event::Preview { id, stamp } => {
                Rc::make_mut(&mut self.previews).insert(id, stamp);
            }
            Event::FileNeeded { id, needed } if id == self.run => {
                self.phase = Phase::FileNeeded(needed)
            }
            Event::Failed { id, message } if id == self.run => self.phase = Phase::Failed(message),
            Event::Read {
                name,
                outcome,
                chosen,
                about,
                library,
            } => {
                self.reading = None;
                reading::finish(self, &name, outcome, chosen);
                self.keep(library, about);
            }
            Event::Opened {
                name,
                outcome,
                about,
                library,
            } => {
                self.reading = None;
                reading::opened(self, &name, outcome);
                self.keep(library, about);
            }
            Event::Library { about, library } => self.keep(library, about),
            Event::Lacking { name, lacks, saved } => {
                self.say(reading::lacking(&name, &lacks, saved));
            }
            Event::Stopped(message) => {
                self.reading = None;
                self.phase = Phase::Stopped(message);
            }
            Event::Outdated => self.phase = Phase::Outdated,
            Event::Progress { .. }
            | Event::Point { .. }
            | Event::Refused { .. }
            | Event::FileNeeded { .. }
            | Event::Failed { .. } => {}
        }
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut state = (*self).clone();
        match action {
            Action::Set(name, text) => state.set(name, text),
            Action::Leave(name) => {
                state.edited = None;
                if !state.complaints.contains_key(&name) {
                    state.texts.remove(&name);
                }
            }
            Action::View(view) => {
                let scenario = state.scenario.clone();
                state.see(scenario, Rc::new(view), Entry::Push);
            }
            Action::Open(setup, entry) => state.open(*setup, entry),
            Action::BadLink(message) => {
                state.forget_texts();
                state.say(Notice::bad_link(&message));
                let first = presets::first().scenario();
                state.see(Rc::new(first), Rc::default(), Entry::Replace);
            }
            Action::Undo => {
                let before = state.history.undo(state.seen());
                state.travel(before);
            }
            Action::Redo => {
                let after = state.history.redo(state.seen());
                state.travel(after);
            }
            Action::Worker(event) => state.hear(*event),
            Action::Slow(run) => {
                if let Phase::Running { done, .. } = state.phase
                    && run == state.run
                {
                    state.phase = Phase::Running { slow: true, done };
                }
            }
            Action::Cancel => {
                state.reading = None;
                if state.busy() {
                    state.phase = Phase::Cancelled;
                }
            }
            Action::Again => state.start(),
            Action::Keep(change) => Rc::make_mut(&mut state.kept).change(change),
            Action::Reading(name) => {
                state.notices.retain(|notice| notice.topic != Topic::File);
                state.reading = Some(name);
            }
            Action::Say(notice) => state.say(notice),
            Action::Dismiss(topic) => state.notices.retain(|notice| notice.topic != topic),
            Action::Drag(dragging) => state.dragging = dragging,
            Action::Gallery(gallery) => state.gallery = gallery,
            Action::Sheet(sheet) => state.sheet = sheet,
            Action::Measure(measuring) => {
                state.measuring = measuring;
                state.sheet = false;
            }
        }
        Rc::new(state)
    }
}
