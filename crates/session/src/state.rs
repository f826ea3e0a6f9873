//! The page's state, in one place.

mod act;
mod hear;

use std::collections::BTreeMap;
use std::rc::Rc;

use parameters::{Parameter, Rejected};
use playground::extras::{Focus, Recorded};
use playground::{Extras, Ran, Scenario, Setup, View, presets};
use report::miniature::Miniature;
use serde_json::{Map, Value};

use crate::action::Entry;
use crate::history::History;
use crate::kept::KeptTraces;
use crate::key_parameters::{self, Key, Refused};
use crate::lead::{Lead, Scale};
use crate::library::{About, Library, Trouble};
use crate::notice::{Notice, Tone, Topic};
use crate::outcome::{Outcome, Phase};
use crate::refusal::{self, Complaint};

/// The longest run that a search for the lead repeats, ms.
const QUICK: f64 = 500.0;
/// The most searched scales that are remembered.
const MOST_LEADS: usize = 64;

/// A scenario, its view, its extras, and the preset that it was made from.
pub type Seen = (
    Rc<Scenario>,
    Rc<View>,
    Rc<Extras>,
    Option<&'static presets::Preset>,
);

/// The place of the cards of laboratories and presets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gallery {
    /// Nowhere.
    #[default]
    Hidden,
    /// Below the result, for a new visitor.
    Below,
    /// Above the result, because somebody asked for them.
    Above,
}

/// The page's state.
#[derive(Clone, Debug)]
pub struct State {
    /// The scenario to run.
    pub scenario: Rc<Scenario>,
    /// Its view.
    pub view: Rc<View>,
    /// Its extras.
    pub extras: Rc<Extras>,
    /// The preset that was opened last, if the scenario was made from it.
    opened: Option<&'static presets::Preset>,
    /// Its parameters' values.
    pub values: Rc<Map<String, Value>>,
    /// Its parameters.
    pub parameters: Rc<Vec<Rc<Parameter>>>,
    /// The parameters above the picture.
    pub keys: Rc<Vec<Key>>,
    /// The texts of fields, as typed.
    pub texts: BTreeMap<String, String>,
    /// The values that a file could not carry, by name: the value before, and the lowered one.
    pub(crate) lowered: BTreeMap<String, (Value, Value)>,
    /// The complaints about fields.
    pub complaints: BTreeMap<String, Complaint>,
    /// The field that was changed last.
    edited: Option<String>,
    /// How the scenario enters the browser's history.
    pub entry: Entry,
    /// The number of scenarios with an entry of their own in the history: the page may be drawn once for several changes.
    pub pushes: u32,
    /// The scenarios before this one, and the undone ones.
    pub history: History<Seen>,
    /// The number of scenarios so far.
    pub revision: u32,
    /// The number of runs so far.
    pub run: u32,
    /// The last run that the user wanted however long it takes.
    pub(crate) wanted: Option<u32>,
    /// Whether the newest run must start from its beginning.
    pub(crate) anew: bool,
    /// The reason why the device does not keep the state of a run.
    pub unkept: Option<Trouble>,
    /// The points of the sweep that were run.
    pub ran: Vec<Ran>,
    /// The phase of the newest run.
    pub phase: Phase,
    /// The last good result.
    pub result: Option<Rc<Outcome>>,
    /// Whether runs start; otherwise the first one waits until somebody asks for it.
    pub started: bool,
    /// The last run that showed its first runs before the others.
    seen_in_part: Option<u32>,
    /// The page's notices.
    pub notices: Vec<Notice>,
    /// The traces that this device keeps.
    pub kept: Rc<KeptTraces>,
    /// The scale that the user held last, and its key.
    pub(crate) held: Option<(Scale, String)>,
    /// The leads along searched scales, by their keys; none if the search gave up.
    leads: BTreeMap<String, Option<Rc<Lead>>>,
    /// The file that is being read.
    pub reading: Option<String>,
    /// Whether a file hovers over the page.
    pub dragging: bool,
    /// The place of the cards of laboratories and presets.
    pub gallery: Gallery,
    /// Whether a new visitor is offered scenarios to start from.
    pub welcome: bool,
    /// The previews of presets, by the preset's place.
    pub previews: Rc<BTreeMap<u32, Rc<Miniature>>>,
    /// Whether the parameters are shown if there is no room beside the result.
    pub sheet: bool,
    /// Whether the panel that measures this device is shown.
    pub measuring: bool,
}

impl State {
    /// The state of a page that opens with an address, or with the first preset. Unless `started`, the first run waits for
    /// [`Action::Start`](crate::action::Action::Start).
    #[must_use]
    pub fn new(address: &str, started: bool) -> Self {
        let (setup, notice, opened) = match playground::link::decode(address) {
            Ok(decoded) => {
                let opened = decoded.preset.and_then(presets::find);
                let setup = Setup::from(decoded);
                let notice = Notice::newer_link(&setup.extras);
                (setup, notice, opened)
            }
            Err(error) => (
                presets::first().scenario().into(),
                Some(Notice::bad_link(address, &error)),
                Some(presets::first()),
            ),
        };
        let (setup, refused) = key_parameters::runnable(setup);
        let Setup {
            scenario,
            view,
            extras,
        } = setup;
        let refused = refused.as_ref();
        let parameters = scenario.parameters().into_iter().map(Rc::new).collect();
        let first = matches!(address, "" | "#");
        Self {
            values: Rc::new(scenario.values()),
            keys: Rc::new(key_parameters::of(&scenario, &[])),
            scenario: Rc::new(scenario),
            view: Rc::new(view),
            extras: Rc::new(extras),
            opened,
            parameters: Rc::new(parameters),
            texts: refused.map(Refused::text).into_iter().collect(),
            lowered: BTreeMap::new(),
            complaints: refused.map(Refused::complaint).into_iter().collect(),
            edited: None,
            entry: Entry::Replace,
            pushes: 0,
            history: History::default(),
            revision: 0,
            run: 1,
            wanted: None,
            anew: false,
            unkept: None,
            ran: Vec::new(),
            phase: Phase::Running {
                slow: false,
                done: 0.0,
                clock: None,
            },
            result: None,
            started,
            seen_in_part: None,
            notices: notice
                .into_iter()
                .chain(refused.map(Refused::notice))
                .collect(),
            kept: Rc::default(),
            held: None,
            leads: BTreeMap::new(),
            reading: None,
            dragging: false,
            gallery: if first {
                Gallery::Below
            } else {
                Gallery::Hidden
            },
            welcome: first,
            previews: Rc::default(),
            sheet: false,
            measuring: false,
        }
    }

    /// Whether the shown result is not the scenario's.
    #[must_use]
    pub fn stale(&self) -> bool {
        // The report of some runs, or of findings so far, is the scenario's own, however the run ended.
        if self.found_so_far() {
            return false;
        }
        // Points arrive one by one, and stay when the sweep is stopped.
        if self.result.as_ref().is_some_and(|result| result.partial) && !self.ran.is_empty() {
            return false;
        }
        !matches!(self.phase, Phase::Done | Phase::Running { slow: false, .. })
    }

    /// Whether the shown result has the findings so far of the scenario's own run.
    #[must_use]
    pub fn found_so_far(&self) -> bool {
        let ended = matches!(
            self.phase,
            Phase::Paused { .. } | Phase::Cancelled | Phase::OutOfTime(_) | Phase::Stopped(_)
        );
        (ended || self.busy()) && self.seen_in_part == Some(self.run)
    }

    /// Whether a run is under way.
    #[must_use]
    pub fn busy(&self) -> bool {
        matches!(self.phase, Phase::Running { .. })
    }

    /// Whether the scenario's run can be paused and resumed.
    #[must_use]
    pub fn resumes(&self) -> bool {
        self.scenario.resumes(&self.view)
    }

    /// Puts a notice in the place of the one on the same topic.
    pub(crate) fn say(&mut self, notice: Notice) {
        self.notices.retain(|kept| kept.topic != notice.topic);
        self.notices.push(notice);
    }

    /// Starts a run of the scenario.
    pub(crate) fn start(&mut self) {
        self.run += 1;
        self.anew = false;
        self.complaints.clear();
        let slow = matches!(self.phase, Phase::Running { slow: true, .. });
        self.phase = Phase::Running {
            slow,
            done: 0.0,
            clock: None,
        };
    }

    /// Replaces the scenario and runs it; undo brings the previous one back.
    pub(crate) fn adopt(&mut self, scenario: Scenario, entry: Entry) {
        self.see(Rc::new(scenario), self.view.clone(), entry);
    }

    fn see(&mut self, scenario: Rc<Scenario>, view: Rc<View>, entry: Entry) {
        if *scenario != *self.scenario || *view != *self.view {
            self.history.record(self.seen());
        }
        self.view = view;
        self.replace(scenario, &[], entry);
    }

    /// Whether the user last held this scale.
    pub(crate) fn holds(&self, scale: &Scale) -> bool {
        self.held
            .as_ref()
            .is_some_and(|(held, _)| held.is(&scale.parameter, scale.first()))
    }

    /// Notes that the user holds a scale.
    fn hold(&mut self, scale: Scale) {
        let key = scale.key(&self.scenario);
        self.held = Some((scale, key));
        self.tell_lead();
    }

    /// The lead along the scale that the user holds, if known.
    #[must_use]
    pub fn lead(&self) -> Option<&Rc<Lead>> {
        let (_, key) = self.held.as_ref()?;
        self.leads.get(key)?.as_ref()
    }

    /// The key of the scale to search.
    pub(crate) fn wonders(&self) -> Option<&str> {
        let (_, key) = self.held.as_ref()?;
        let unknown = !self.leads.contains_key(key) && *self.view == View::One;
        unknown.then_some(key.as_str())
    }

    /// Whether a search may begin now: the run compares ways, and is short enough to be repeated.
    pub(crate) fn may_search(&self) -> bool {
        let mut result = self.result.iter();
        self.phase == Phase::Done
            && result.any(|one| one.took <= QUICK && one.report.winner.is_some())
    }

    /// Takes in the result of a search.
    pub(crate) fn learn(&mut self, key: String, lead: Option<Rc<Lead>>) {
        if self.leads.len() >= MOST_LEADS {
            self.leads.clear();
        }
        self.leads.insert(key, lead);
        self.tell_lead();
    }

    /// Gives the key parameter that the user holds the lead along its scale.
    fn tell_lead(&mut self) {
        let lead = self.lead().cloned();
        let of = |key: &Key| {
            lead.clone()
                .filter(|lead| lead.scale.is(key.parameter.name, None))
        };
        if self.keys.iter().any(|key| key.lead != of(key)) {
            for key in Rc::make_mut(&mut self.keys) {
                key.lead = of(key);
            }
        }
    }

    /// The scenario, its view, its extras and its preset.
    fn seen(&self) -> Seen {
        (
            self.scenario.clone(),
            self.view.clone(),
            self.extras.clone(),
            self.opened,
        )
    }

    /// The name of the preset that was opened last, if the scenario was made from it.
    #[must_use]
    pub fn opened(&self) -> Option<&'static str> {
        self.opened.map(|preset| preset.name)
    }

    /// The preset to go back to, and the names of the parameters that differ from it: the preset that was opened last, if the
    /// scenario was made from it, else the nearest.
    #[must_use]
    pub fn base(&self) -> (&'static presets::Preset, Vec<String>) {
        let (nearest, changes) = presets::nearest(&self.scenario);
        let laboratory = self.scenario.laboratory();
        match self.opened {
            Some(opened) if !changes.is_empty() && opened.laboratory() == laboratory => {
                (opened, opened.changes(&self.scenario))
            }
            _ => (nearest, changes),
        }
    }

    /// The setup, to be run, written or sent.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            scenario: (*self.scenario).clone(),
            view: (*self.view).clone(),
            extras: (*self.extras).clone(),
        }
    }

    /// Runs another scenario; the key parameters in use stay where they are.
    fn replace(&mut self, scenario: Rc<Scenario>, in_use: &[Key], entry: Entry) {
        self.values = Rc::new(scenario.values());
        let parameters = scenario.parameters();
        if parameters != self.scenario.parameters() {
            self.parameters = Rc::new(parameters.into_iter().map(Rc::new).collect());
        }
        if scenario != self.scenario {
            self.keys = Rc::new(key_parameters::of(&scenario, in_use));
        }
        self.scenario = scenario;
        // A line of a text has other stops once the rest of the text has changed.
        let held = self.held.take().map(|(scale, _)| scale);
        if let Some(scale) = held.filter(|scale| scale.holds(&self.scenario)) {
            self.hold(scale);
        }
        self.extras = Rc::new(self.extras.elsewhere());
        self.entry = entry;
        self.pushes += u32::from(entry == Entry::Push);
        self.revision += 1;
        self.ran.clear();
        self.start();
    }

    /// Forgets the typed texts, which belong to a previous scenario.
    fn forget_texts(&mut self) {
        self.texts.clear();
        self.edited = None;
    }

    /// Goes to another scenario of the history; the browser's own history keeps its length.
    fn travel(&mut self, to: Option<Seen>) {
        if let Some((scenario, view, extras, opened)) = to {
            self.view = view;
            self.forget_texts();
            self.notices.retain(|notice| notice.topic.stays());
            self.replace(scenario, &[], Entry::Replace);
            self.extras = extras;
            self.opened = opened;
        }
    }

    fn set(&mut self, name: String, text: String) {
        match self.scenario.with(&name, &text) {
            Ok(scenario) if scenario != *self.scenario => {
                // A value that does not fit the others changes nothing; its field tells the complaint.
                if let Some(refusal) = key_parameters::refusal(&scenario, &name) {
                    self.complaints.insert(name.clone(), refusal.into());
                    self.texts.insert(name, text);
                    return;
                }
                // Texts that were refused in other fields are given up.
                for other in self.complaints.keys() {
                    self.texts.remove(other);
                }
                let keys = self.keys.clone();
                let in_use = match keys.iter().any(|key| key.parameter.name == name) {
                    true => keys.as_slice(),
                    false => &[],
                };
                let entry = match self.edited.as_deref() == Some(&name) {
                    // Dragging a slider is one step.
                    true => {
                        self.history.amend();
                        Entry::Replace
                    }
                    false => {
                        self.history.record(self.seen());
                        Entry::Push
                    }
                };
                self.replace(Rc::new(scenario), in_use, entry);
                self.edited = Some(name.clone());
                self.texts.insert(name, text);
            }
            Ok(_) => {
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
            self.complaints
                .insert(place.to_owned(), refusal::beside_field(problem));
        }
        refusal::of_scenario(rejected, laboratory)
    }

    /// The scenario for another file: with the values that the previous file could not carry, unless they were changed since.
    pub(crate) fn for_file(&self) -> Scenario {
        let lowered = self.lowered.iter();
        let before = lowered
            .filter(|(name, (_, after))| self.values.get(*name) == Some(after))
            .map(|(name, (before, _))| (name.clone(), before.clone()));
        let restored = self.scenario.having(&before.collect());
        restored.unwrap_or_else(|_| (*self.scenario).clone())
    }

    /// Uses a scenario that was made for a file, and remembers the values that the file could not carry.
    pub(crate) fn adopt_for_file(&mut self, scenario: Scenario) {
        let (before, after) = (self.for_file().values(), scenario.values());
        let lowered = before.into_iter().filter_map(|(name, before)| {
            let after = after.get(&name)?.clone();
            let numbers = before.is_number() && after.is_number();
            (numbers && before != after).then_some((name, (before, after)))
        });
        self.lowered = lowered.collect();
        self.adopt(scenario, Entry::Push);
    }

    /// Opens a scenario that was made from the present one.
    pub(crate) fn open_next(&mut self, setup: Setup, entry: Entry) {
        let opened = self.opened;
        self.open(setup, entry);
        self.opened = opened;
    }

    /// Opens a scenario; texts and notices of the previous one go.
    pub(crate) fn open(&mut self, setup: Setup, entry: Entry) {
        self.forget_texts();
        self.lowered.clear();
        self.notices.retain(|notice| notice.topic.stays());
        let (setup, refused) = match entry {
            Entry::Asked => (setup, None),
            _ => key_parameters::runnable(setup),
        };
        let Setup {
            scenario,
            view,
            extras,
        } = setup;
        self.notices.extend(Notice::newer_link(&extras));
        let mut begins = presets::starters().chain([presets::first()]);
        self.welcome &= begins.any(|preset| preset.is(&scenario));
        let opened = presets::all().iter().find(|preset| preset.is(&scenario));
        self.see(Rc::new(scenario), Rc::new(view), entry);
        self.extras = Rc::new(extras);
        self.opened = opened;
        self.texts.extend(refused.as_ref().map(Refused::text));
        self.complaints
            .extend(refused.as_ref().map(Refused::complaint));
        self.notices.extend(refused.as_ref().map(Refused::notice));
    }

    /// The focus of the user who passed the scenario on, once its result is there.
    #[must_use]
    pub fn focus(&self) -> Focus {
        match self.phase {
            Phase::Done => self.extras.focus,
            _ => Focus::default(),
        }
    }

    /// The setup to share, with the fingerprint of its result and the present focus.
    #[must_use]
    pub fn given(&self, focus: Option<Focus>) -> Setup {
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

    /// Tells whether the result is that of the file that the scenario came from.
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

    pub(crate) fn keep(&mut self, library: Library, about: Option<About>) {
        if let Some(notice) = Rc::make_mut(&mut self.kept).hear(library, about) {
            self.say(notice);
        }
    }
}
