//! Commands of the host.

use std::cell::RefCell;
use std::rc::Rc;

use playground::{Scenario, Setup, link, presets};
use serde_json::{Map, Value, json};
use wasm_bindgen_futures::spawn_local;
use yew::UseStateHandle;

use super::export;
use super::host::{Asked, Host};
use super::limits;
use super::options::Options;
use super::protocol::{Ask, Problem};
use crate::driver::Driver;
use crate::gantt::Seek;
use crate::status::asks;
use session::action::{Action, Entry};
use session::notice::{Notice, Topic};
use session::outcome::Phase;
use session::state::State;
use session::status;

/// The objects that the commands change.
#[derive(Clone)]
pub(super) struct Commands {
    pub(super) driver: Driver,
    pub(super) host: Host,
    pub(super) seek: UseStateHandle<Option<Seek>>,
    pub(super) authors: Rc<RefCell<Rc<Scenario>>>,
    pub(super) options: UseStateHandle<Rc<Options>>,
}

impl Commands {
    /// Carries out a request, and answers it.
    pub(super) fn take(&self, asked: Asked) {
        let state = self.driver.state();
        let runs = matches!(asked.ask, Ask::Load { .. } | Ask::Set { .. } | Ask::Run {});
        if runs && !self.host.has_room(&asked) {
            return;
        }
        match &asked.ask {
            Ask::Ready {} => {
                let version = env!("CARGO_PKG_VERSION");
                self.host
                    .answer(&asked, "ready", json!({"version": version}));
                if state.phase == Phase::Done {
                    self.host.tell(&outcome(&state));
                }
            }
            Ask::Load {
                link,
                preset,
                scenario,
            } => match setup(link.as_deref(), preset.as_deref(), scenario.as_ref()) {
                Ok(setup) => {
                    *self.authors.borrow_mut() = Rc::new(setup.scenario.clone());
                    self.open(setup, asked);
                }
                Err(problem) => self.host.refuse(&asked, &problem),
            },
            Ask::Set { values } => {
                let limits = &self.options.parameters;
                if let Some((name, why)) = limits::refusal(limits, &state.parameters, values) {
                    let problem = Problem::new("refused", format!("{name}: {why}"));
                    return self.host.refuse(&asked, &problem);
                }
                let view = (*state.view).clone();
                let changed = state.scenario.having(values);
                match changed.and_then(|scenario| Setup::new(scenario, view)) {
                    Ok(setup) => self.open(setup.with(state.extras.elsewhere()), asked),
                    Err(rejected) => self
                        .host
                        .refuse(&asked, &Problem::new("refused", rejected.to_string())),
                }
            }
            Ask::Run {} if !state.started => {
                self.host.answer_after(state.run, asked);
                self.driver.act(Action::Start);
            }
            Ask::Run {} if asks(&state.phase) => {
                self.host.answer_after(state.run, asked);
                self.driver.act(Action::GoOn);
            }
            Ask::Run {} => {
                self.host.answer_after(state.run + 1, asked);
                self.driver.act(Action::Again);
            }
            Ask::Cancel {} => {
                if state.started && state.busy() {
                    self.driver.act(Action::Cancel);
                }
                self.host.answer(&asked, "done", json!({}));
            }
            Ask::Seek { time } => {
                let number = self.seek.map_or(0, |seek| seek.number + 1);
                self.seek.set(Some(Seek { at: *time, number }));
                self.host.answer(&asked, "done", json!({}));
            }
            Ask::Show { show, params } => {
                match self.options.showing(show.as_deref(), params.as_deref()) {
                    Ok(options) => {
                        self.options.set(Rc::new(options));
                        self.host.answer(&asked, "done", json!({}));
                    }
                    Err(message) => self.host.refuse(&asked, &Problem::new("refused", message)),
                }
            }
            Ask::Export { what, key } => {
                let host = self.host.clone();
                let (what, key) = (*what, key.clone());
                spawn_local(async move {
                    match export::of(&state, what, key.as_deref()).await {
                        Ok(file) => host.answer(&asked, "export", file),
                        Err(problem) => host.refuse(&asked, &problem),
                    }
                });
            }
        }
    }

    /// Opens a scenario and runs it without a click: a script that asks wants a result.
    fn open(&self, setup: Setup, asked: Asked) {
        // The state counts each scenario that it opens as one more run.
        self.host.answer_after(self.driver.state().run + 1, asked);
        self.driver.act(Action::Open(Box::new(setup), Entry::Asked));
        self.driver.act(Action::Start);
    }
}

/// The scenario to load.
fn setup(
    link: Option<&str>,
    preset: Option<&str>,
    scenario: Option<&Map<String, Value>>,
) -> Result<Setup, Problem> {
    let read = |text: &str| {
        link::decode(text)
            .map(Setup::from)
            .map_err(|error| Problem::new("link", error.to_string()))
    };
    match (link, preset, scenario) {
        (Some(text), ..) => read(text),
        (_, Some(name), _) => match presets::find(name) {
            Some(preset) => Ok(preset.scenario().into()),
            None => read(&format!("#p={}", name.replace(['&', '='], " "))),
        },
        (.., Some(map)) => {
            let read = Setup::from_json(&Value::Object(map.clone()));
            read.map_err(|rejected| Problem::new("refused", rejected.to_string()))
        }
        (None, None, None) => Err(Problem::new("shape", "nothing to load")),
    }
}

/// Notices for the host about the scenario: parts of its address or of its settings that are invalid.
fn notes(state: &State) -> Vec<String> {
    let about = |notice: &&Notice| matches!(notice.topic, Topic::Link | Topic::Embed);
    let notices = state.notices.iter().filter(about);
    notices
        .map(|notice| format!("{}: {}", notice.title, notice.text.join(" ")))
        .collect()
}

/// The outcome of the newest run, for the host. Its numbers equal those of the command, to the bit.
pub(super) fn outcome(state: &State) -> Result<Value, Problem> {
    if let (Phase::Done, Some(result)) = (&state.phase, &state.result) {
        let report = &result.report;
        return Ok(json!({
            "laboratory": state.scenario.laboratory(),
            "headline": report.headline,
            "why": report.why,
            "figures": report.figures,
            "fingerprint": result.fingerprint,
            "seed": result.seed.to_string(),
            "took": result.took,
            "link": link::encode(state.setup()).ok(),
            "notes": notes(state),
        }));
    }
    let code = match &state.phase {
        Phase::OutOfTime(_) => "asking",
        // Nothing pauses a figure.
        Phase::Cancelled | Phase::Paused { .. } => "cancelled",
        Phase::Refused(_) => "refused",
        Phase::FileNeeded(_) => "file-needed",
        Phase::Stopped(_) => "stopped",
        Phase::Outdated => "outdated",
        Phase::Running { .. } | Phase::Done | Phase::Failed(_) => "failed",
    };
    let text = match (&state.phase, status::about(state)) {
        (Phase::Refused(text) | Phase::Failed(text) | Phase::Stopped(text), _) => text.clone(),
        (Phase::OutOfTime(pace), _) => {
            format!(
                "nobody answered whether this run should go on: {}",
                pace.words()
            )
        }
        (_, Some((_, title, _))) => title,
        _ => "there is no result".to_owned(),
    };
    Err(Problem::new(code, text))
}
