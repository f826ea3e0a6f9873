//! Doing what the host asks.

use std::cell::RefCell;
use std::rc::Rc;

use playground::{Scenario, Setup, link, presets};
use serde_json::{Map, Value, json};
use wasm_bindgen_futures::spawn_local;
use yew::{Callback, UseReducerHandle, UseStateHandle};

use super::export;
use super::host::{Asked, Host};
use super::protocol::{Ask, Problem};
use crate::gantt::Seek;
use crate::message;
use crate::runner::Runner;
use crate::state::{Action, Entry, Phase, State};

/// All that it takes.
#[derive(Clone)]
pub(super) struct Commands {
    pub(super) state: UseReducerHandle<State>,
    pub(super) act: Callback<Action>,
    pub(super) runner: Runner,
    pub(super) host: Host,
    pub(super) started: UseStateHandle<bool>,
    pub(super) seek: UseStateHandle<Option<Seek>>,
    pub(super) authors: Rc<RefCell<Rc<Scenario>>>,
}

impl Commands {
    /// Does it, and answers.
    pub(super) fn take(&self, asked: Asked) {
        match &asked.ask {
            Ask::Ready {} => {
                let version = env!("CARGO_PKG_VERSION");
                self.host
                    .answer(&asked, "ready", json!({"version": version}));
                if self.state.phase == Phase::Done {
                    self.host.tell(&outcome(&self.state));
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
                let view = (*self.state.view).clone();
                let changed = self.state.scenario.having(values);
                match changed.and_then(|scenario| Setup::new(scenario, view)) {
                    Ok(setup) => self.open(setup.with(self.state.extras.elsewhere()), asked),
                    Err(rejected) => self
                        .host
                        .refuse(&asked, &Problem::new("refused", rejected.to_string())),
                }
            }
            Ask::Run {} if !*self.started => {
                self.host.answer_after(self.state.run, asked);
                self.started.set(true);
            }
            Ask::Run {} => {
                self.host.answer_after(self.state.run + 1, asked);
                self.act.emit(Action::Again);
            }
            Ask::Cancel {} => {
                if *self.started && self.state.busy() {
                    self.runner.cancel();
                    self.act.emit(Action::Cancel);
                }
                self.host.answer(&asked, "done", json!({}));
            }
            Ask::Seek { time } => {
                let number = self.seek.map_or(0, |seek| seek.number + 1);
                self.seek.set(Some(Seek { at: *time, number }));
                self.host.answer(&asked, "done", json!({}));
            }
            Ask::Export { what, key } => {
                let (host, state) = (self.host.clone(), self.state.clone());
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

    /// Opens a scenario and runs it, whatever waits for a click: who asks in a script wants a result.
    fn open(&self, setup: Setup, asked: Asked) {
        // The state counts each scenario that it opens as one more run.
        self.host.answer_after(self.state.run + 1, asked);
        self.act.emit(Action::Open(Box::new(setup), Entry::Given));
        self.started.set(true);
    }
}

/// What is to be loaded.
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

/// What the newest run came to, for the host. Numbers are those of the command, to the bit.
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
        }));
    }
    let code = match &state.phase {
        Phase::Cancelled => "cancelled",
        Phase::Refused(_) => "refused",
        Phase::FileNeeded(_) => "file-needed",
        Phase::Stopped(_) => "stopped",
        Phase::Outdated => "outdated",
        Phase::Running { .. } | Phase::Done | Phase::Failed(_) => "failed",
    };
    let text = match (&state.phase, message::about(state)) {
        (Phase::Refused(text) | Phase::Failed(text) | Phase::Stopped(text), _) => text.clone(),
        (_, Some((_, title, _))) => title,
        _ => "there is no result".to_owned(),
    };
    Err(Problem::new(code, text))
}
