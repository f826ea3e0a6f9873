//! Where requests are worked off, one after the other.

use std::ops::ControlFlow;

use js_sys::{Array, Date};
use playground::laboratory::{self, Picture};
use playground::{Error, Outcome, Ran, Scenario, Setup, resume_setup};
use report::{Observer, Report, Silent};
use schedule::Schedule;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, File};
use worker::shelf::Trouble;
use worker::{Beside, Reply, Request, parcel};

use crate::files::{Files, shelf};
use crate::{exchange, export, measure, store};

/// The least time between two reports of progress, ms.
const BETWEEN_PROGRESS: f64 = 1000.0 / 30.0;

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

pub(crate) fn deliver(parcel: &Array, buffers: &Array) {
    if let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
        let _ = scope.post_message_with_transfer(parcel, buffers);
    }
}

/// Where requests arrive. Clones are the same desk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Desk {
    files: Files,
}

impl Desk {
    /// Works off what the page posted.
    pub(crate) async fn take(&self, parcel: JsValue) {
        match parcel::unpack(&parcel) {
            Ok(request) => self.answer(request, &parcel).await,
            Err(message) => post(&Reply::Stopped { message }),
        }
    }

    async fn answer(&self, request: Request, parcel: &JsValue) {
        let file = beside(parcel);
        match request {
            Request::Run { id, scenario, done } => match Setup::from_text(&scenario) {
                Ok(setup) => self.run(id, setup, &done).await,
                Err(rejected) => post(&Reply::Refused { id, rejected }),
            },
            Request::Preview { id, scenario } => preview(id, &scenario),
            Request::Read { id, scenario } => {
                exchange::read(id, &self.files, file, &scenario).await
            }
            Request::Use {
                id,
                digest,
                name,
                scenario,
            } => exchange::reuse(id, &self.files, &digest, &name, &scenario).await,
            Request::Open { id } => exchange::open(id, &self.files, file).await,
            Request::Supply { digest } => {
                if let Ok(file) = file {
                    self.files.offer(digest, file);
                }
            }
            Request::Write(what) => exchange::write(&self.files, what, file).await,
            Request::Keep => exchange::keep(&self.files, file).await,
            Request::Export { header, form } => {
                let answer = parcel::pack(&Reply::Exported);
                if let Some(file) = export::write(header, &form, parcel) {
                    answer.push(&file);
                }
                deliver(&answer, &Array::new());
            }
            Request::List => post_shelf(Ok(())).await,
            Request::Rename { digest, name } => {
                post_shelf(store::rename(&digest, &name).await).await;
            }
            Request::Delete { digest } => post_shelf(store::delete(&digest).await).await,
            Request::Calibrate { job_ms } => measure::answer_calibrate(job_ms),
            Request::Prepare { iterations } => measure::answer_prepare(iterations),
            Request::Measure {
                iterations,
                jobs,
                ms,
            } => measure::answer_measure(iterations, jobs, ms),
        }
    }

    async fn run(&self, id: u32, mut setup: Setup, done: &[Ran]) {
        if let Some(own) = setup.scenario.missing_file()
            && let Some(set) = self.files.find(&own.digest).await
        {
            setup.scenario = setup.scenario.supplied(&set);
        }
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
}

/// Says what is kept, after something was done.
async fn post_shelf(done: Result<(), Trouble>) {
    let (about, shelf) = (None, shelf(done).await);
    post(&Reply::Shelf { about, shelf });
}

/// Makes the picture of a small scenario.
fn preview(id: u32, scenario: &str) {
    let made = Scenario::from_text(scenario).ok().and_then(|scenario| {
        let report = playground::run(&scenario, &mut Silent).ok()?;
        Some((laboratory::of(&scenario).picture, report))
    });
    let (schedule, chart) = match made {
        // A topic without a schedule is known by its first chart.
        Some((Picture::Schedule, report)) if report.schedule.is_some() => (report.schedule, None),
        Some((_, report)) => (None, report.charts.into_iter().next()),
        None => (None, None),
    };
    let header = schedule.as_ref().map(Schedule::header);
    post_with(&Reply::Preview { id, header, chart }, schedule.as_ref());
}

/// The file beside a request.
fn beside(parcel: &JsValue) -> Result<File, String> {
    let array = parcel.dyn_ref::<Array>();
    let file = array.and_then(|array| array.get(1).dyn_into().ok());
    file.ok_or_else(|| "no file came with the request".into())
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
