//! Where requests are worked off, one after the other.

use std::ops::ControlFlow;

use js_sys::{Array, Date, Uint8Array};
use playground::{Error, Outcome, Ran, Scenario, Setup, resume_setup};
use report::parameters::Rejected;
use report::{Observer, Report, Silent};
use schedule::Schedule;
use trace::TraceSet;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, File, FileReaderSync};
use worker::traces::Understood;
use worker::{Beside, Reply, Request, parcel};

/// The least time between two reports of progress, ms.
const BETWEEN_PROGRESS: f64 = 1000.0 / 30.0;

/// How many files are kept in memory.
const KEPT_FILES: usize = 2;

/// Posts a reply; nobody is left to be told where that fails.
pub(crate) fn post(reply: &Reply) {
    deliver(&parcel::pack(reply), &Array::new());
}

/// Posts a reply with the columns of schedules beside it.
fn post_with<'a>(reply: &Reply, schedules: impl IntoIterator<Item = &'a Schedule>) {
    let parcel = parcel::pack(reply);
    let buffers = schedules.into_iter().fold(Array::new(), |all, schedule| {
        all.concat(&parcel::enclose(&parcel, schedule.columns()))
    });
    deliver(&parcel, &buffers);
}

fn deliver(parcel: &Array, buffers: &Array) {
    if let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
        let _ = scope.post_message_with_transfer(parcel, buffers);
    }
}

/// The state of the worker: the files that were read with their digests, the newest last.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    sets: Vec<(String, TraceSet)>,
}

impl Desk {
    /// Works off what the page posted.
    pub(crate) fn take(&mut self, parcel: &JsValue) {
        match parcel::unpack(parcel) {
            Ok(Request::Run { id, scenario, done }) => match Setup::from_text(&scenario) {
                Ok(setup) => self.run(id, setup, &done),
                Err(rejected) => post(&Reply::Refused { id, rejected }),
            },
            Ok(Request::Preview { id, scenario }) => preview(id, &scenario),
            Ok(Request::Read { id, name, scenario }) => {
                let outcome = self.read(&name, &scenario, &beside(parcel)).map(Box::new);
                post(&Reply::Read { id, outcome });
            }
            Ok(Request::Supply { name }) => {
                let set = bytes(&beside(parcel)).and_then(|bytes| {
                    trace::read::read(&name, &bytes).map_err(|error| error.to_string())
                });
                if let Ok(set) = set {
                    self.keep(set.set);
                }
            }
            Err(message) => post(&Reply::Stopped { message }),
        }
    }

    fn run(&self, id: u32, mut setup: Setup, done: &[Ran]) {
        let supplied = setup.scenario.missing_file().and_then(|own| {
            let (_, set) = self.sets.iter().find(|(digest, _)| *digest == own.digest)?;
            Some(setup.scenario.supplied(set))
        });
        setup.scenario = supplied.unwrap_or(setup.scenario);
        let start = Date::now();
        let mut arrived = |ran, report: Report| {
            let fingerprint = report.fingerprint();
            post(&Reply::Point {
                id,
                ran,
                report: Box::new(report),
                fingerprint,
            });
        };
        let mut progress = Progress { id, last: start };
        let outcome = resume_setup(&setup, done, &mut arrived, &mut progress);
        let took = Date::now() - start;
        match outcome {
            Ok(Outcome { mut report, beside }) => {
                let fingerprint = report.fingerprint();
                let schedule = report.schedule.take();
                let header = schedule.as_ref().map(Schedule::header);
                let report = Box::new(report);
                let others: Vec<_> = beside.iter().flat_map(|beside| &beside.variants).collect();
                let variant =
                    |(name, schedule): &&(String, Schedule)| (name.clone(), schedule.header());
                let named = beside.as_ref().map(|beside| Beside {
                    base: beside.base.clone(),
                    variants: others.iter().map(variant).collect(),
                });
                let reply = Reply::Done {
                    id,
                    report,
                    fingerprint,
                    header,
                    beside: named,
                    took,
                };
                let others = others.into_iter().map(|(_, schedule)| schedule);
                post_with(&reply, schedule.iter().chain(others));
            }
            Err(Error::Rejected(rejected)) => post(&Reply::Refused { id, rejected }),
            Err(Error::FileNeeded {
                name,
                digest,
                nodes,
                jobs,
            }) => {
                post(&Reply::FileNeeded {
                    id,
                    name,
                    digest,
                    nodes,
                    jobs,
                });
            }
            Err(error @ (Error::Cancelled(_) | Error::Other(_))) => {
                post(&Reply::Failed {
                    id,
                    message: error.to_string(),
                });
            }
        }
    }

    fn read(&mut self, name: &str, scenario: &str, file: &JsValue) -> Result<Understood, String> {
        let scenario =
            Scenario::from_text(scenario).map_err(|rejected: Rejected| rejected.to_string())?;
        let reading = trace::read::read(name, &bytes(file)?).map_err(|error| error.to_string())?;
        let understood = Understood::of(&reading, &scenario);
        self.keep(reading.set);
        Ok(understood)
    }

    fn keep(&mut self, set: Option<TraceSet>) {
        let Some(set) = set else { return };
        let digest = set.digest();
        self.sets.retain(|(kept, _)| *kept != digest);
        if self.sets.len() >= KEPT_FILES {
            self.sets.remove(0);
        }
        self.sets.push((digest, set));
    }
}

/// Makes the schedule of a small scenario.
fn preview(id: u32, scenario: &str) {
    let report = Scenario::from_text(scenario)
        .ok()
        .and_then(|scenario| playground::run(&scenario, &mut Silent).ok());
    let schedule = report.and_then(|report| report.schedule);
    let header = schedule.as_ref().map(Schedule::header);
    post_with(&Reply::Preview { id, header }, schedule.as_ref());
}

/// The file beside a request.
fn beside(parcel: &JsValue) -> JsValue {
    parcel
        .dyn_ref::<Array>()
        .map_or(JsValue::UNDEFINED, |array| array.get(1))
}

fn bytes(file: &JsValue) -> Result<Vec<u8>, String> {
    let file = file
        .dyn_ref::<File>()
        .ok_or("no file came with the request")?;
    let words = |error: JsValue| format!("the file cannot be read: {}", parcel::words(&error));
    let reader = FileReaderSync::new().map_err(words)?;
    let buffer = reader.read_as_array_buffer(file).map_err(words)?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// Tells the page how far a run is. A worker that is to stop is ended from outside.
struct Progress {
    id: u32,
    last: f64,
}

impl Observer for Progress {
    fn progress(&mut self, done: u64, total: u64) -> ControlFlow<()> {
        let now = Date::now();
        if now - self.last >= BETWEEN_PROGRESS {
            self.last = now;
            post(&Reply::Progress {
                id: self.id,
                done,
                total,
            });
        }
        ControlFlow::Continue(())
    }
}
