//! The server of runs, one after the other.

use std::cell::RefCell;
use std::mem;
use std::ops::ControlFlow;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use laboratory::Picture;
use playground::{Cache, Error, Outcome, Ran, Scenario, Setup, resume_setup};
use report::miniature::Miniature;
use report::state::{self, Refused};
use report::{Observer, Report, Silent};
use schedule::Schedule;
use session::message::{Beside, Reply, Request};
use session::resume::{BETWEEN_STATES, Beginning, Kept};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DedicatedWorkerGlobalScope;

use crate::clock::now;
use crate::envelope;
use crate::files::Files;
use crate::measured::complete;
use crate::store;

/// The least time between two early reports of a run, ms.
const BETWEEN_REPORTS: f64 = 250.0;

/// The least time between two reports of progress, ms.
const BETWEEN_PROGRESS: f64 = 1000.0 / 30.0;

/// A time before all others: a worker's clock begins with the worker.
const NEVER: f64 = f64::NEG_INFINITY;

/// Posts a reply; where that fails, no page is left to hear of it.
pub(crate) fn post(reply: &Reply) {
    deliver(&envelope::pack(reply), &Array::new());
}

/// Posts a reply with the columns of schedules beside it.
fn post_with<'a>(reply: &Reply, schedules: impl IntoIterator<Item = &'a Schedule>) {
    let envelope = envelope::pack(reply);
    let buffers = schedules.into_iter().fold(Array::new(), |all, schedule| {
        all.concat(&envelope::enclose(&envelope, schedule.columns()))
    });
    deliver(&envelope, &buffers);
}

pub(crate) fn deliver(envelope: &Array, buffers: &Array) {
    if let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
        let _ = scope.post_message_with_transfer(envelope, buffers);
    }
}

/// Answers requests. Clones share the same server.
#[derive(Clone, Debug, Default)]
pub(crate) struct Server {
    files: Files,
    /// Values that make the next run of nearly the same scenario quick.
    cache: Rc<RefCell<Cache>>,
}

impl Server {
    /// Answers a request of the page.
    pub(crate) async fn answer(&self, request: Request, envelope: &JsValue) {
        match request {
            Request::Run {
                id,
                setup,
                done,
                beginning,
            } => self.run(id, *setup, &done, beginning).await,
            Request::Part {
                id,
                scenario,
                part,
                parts,
            } => self.part(id, *scenario, part, parts).await,
            Request::Finish { id, scenario } => self.finish(id, *scenario, envelope).await,
            Request::Preview { id, scenario } => self.preview(id, *scenario).await,
            Request::Ahead { id, scenario } => self.ahead(id, *scenario).await,
            Request::Supply { digest } => self.files.offer(digest, envelope),
        }
    }

    /// The scenario with its traces, where the worker has them.
    async fn supplied(&self, scenario: Scenario) -> Scenario {
        let set = match scenario.missing_file() {
            Some(own) => self.files.find(&own.digest).await,
            None => None,
        };
        set.map_or(scenario.clone(), |set| scenario.with_at_hand(set))
    }

    /// Computes a part of a run.
    async fn part(&self, id: u32, scenario: Scenario, part: u32, parts: u32) {
        let scenario = self.supplied(scenario).await;
        let mut progress = Progress::of(id);
        let run = || {
            let cache = &mut self.cache.borrow_mut();
            playground::run_part(&scenario, part, parts, cache, &mut progress)
        };
        match complete(run).await {
            Ok(bytes) => {
                let envelope = envelope::pack(&Reply::Part { id, part });
                let bytes = Uint8Array::from(bytes.as_slice());
                envelope.push(&bytes);
                deliver(&envelope, &Array::of1(&bytes.buffer()));
            }
            Err(error) => post_error(id, error),
        }
    }

    /// Computes the report of a run whose parts came with the request.
    async fn finish(&self, id: u32, scenario: Scenario, envelope: &JsValue) {
        let start = now();
        let scenario = self.supplied(scenario).await;
        let beside = envelope.dyn_ref::<Array>().map(Array::iter);
        let parts: Vec<Vec<u8>> = beside
            .into_iter()
            .flatten()
            .skip(1)
            .filter_map(|part| Some(part.dyn_into::<Uint8Array>().ok()?.to_vec()))
            .collect();
        let finish = || {
            let cache = &mut self.cache.borrow_mut();
            playground::finish(&scenario, &parts, cache, &mut Progress::of(id))
        };
        match complete(finish).await {
            Ok(report) => {
                let beside = None;
                let digest = Setup::from(&scenario).digest();
                let outcome = Outcome { report, beside };
                post_outcome(id, digest, outcome, now() - start);
            }
            Err(error) => post_error(id, error),
        }
    }

    /// Draws the thumbnail of a scenario.
    async fn preview(&self, id: u32, scenario: Scenario) {
        let run = || {
            let cache = &mut self.cache.borrow_mut();
            let small = playground::miniature(&scenario, cache)?;
            resume_setup(&small.into(), &[], &mut |_, _| {}, cache, &mut Silent)
        };
        let outcome = complete(run).await.ok();
        let made = outcome.map(|outcome| (scenario.about().picture, outcome.report));
        let preview = made.and_then(|(picture, report)| match (picture, report.schedule) {
            // The thumbnail of a topic without a schedule shows its first chart.
            (Picture::Schedule, Some(schedule)) => Some(Miniature::of_schedule(&schedule)),
            _ => report.charts.first().map(Miniature::of_chart),
        });
        post(&Reply::Preview { id, preview });
    }

    /// Finds the way that is ahead in a scenario; an empty winner where the report compares none.
    async fn ahead(&self, id: u32, scenario: Scenario) {
        let setup = Setup::from(self.supplied(scenario).await);
        let run = || {
            let cache = &mut self.cache.borrow_mut();
            resume_setup(&setup, &[], &mut |_, _| {}, cache, &mut Silent)
        };
        let outcome = complete(run).await.ok();
        let winner = outcome.map(|outcome| outcome.report.winner.unwrap_or_default());
        post(&Reply::Ahead { id, winner });
    }

    async fn run(&self, id: u32, setup: Setup, done: &[Ran], beginning: Beginning) {
        let scenario = self.supplied(setup.scenario).await;
        let setup = Setup { scenario, ..setup };
        let digest = setup.digest();
        let start = now();
        let device = match beginning {
            Beginning::Start => None,
            // Where the device cannot be read, there is no kept run.
            Beginning::Kept | Beginning::At(_) => store::run(&digest).await.ok().flatten(),
        };
        let found = device.is_some();
        let states = beginning.states(device);
        let mut done = done.to_vec();
        let run = || {
            let mut fresh = Vec::new();
            let mut arrived = |ran: Ran, report: Report| {
                fresh.push(ran.clone());
                let fingerprint = report.fingerprint();
                post(&Reply::Point {
                    id,
                    ran,
                    report: Box::new(report.carded()),
                    fingerprint,
                });
            };
            let cache = &mut self.cache.borrow_mut();
            let observer = &mut Progress {
                states: states.clone(),
                digest: digest.clone(),
                found,
                ..Progress::of(id)
            };
            let outcome = resume_setup(&setup, &done, &mut arrived, cache, observer);
            done.append(&mut fresh);
            outcome
        };
        match complete(run).await {
            Ok(outcome) => post_outcome(id, digest, outcome, now() - start),
            Err(Error::Stopped(report)) => {
                let (report, beside) = (*report, None);
                let outcome = Outcome { report, beside };
                post_outcome(id, digest, outcome, now() - start);
            }
            Err(error) => post_error(id, error),
        }
    }
}

/// Posts the outcome of a run.
fn post_outcome(id: u32, digest: String, outcome: Outcome, took: f64) {
    let Outcome { mut report, beside } = outcome;
    // Both worlds travel like the schedules of variants.
    let other = report.worlds.as_mut().and_then(|worlds| {
        let names = [worlds.without.clone(), worlds.with.clone()];
        let variants = names.into_iter().zip(*worlds.schedules.take()?).collect();
        let base = String::new();
        Some(playground::Beside {
            base,
            variants,
            work: None,
            stated: None,
        })
    });
    let beside = beside.or(other);
    let fingerprint = report.fingerprint();
    let schedule = report.schedule.take();
    let header = schedule.as_ref().map(Schedule::header);
    let report = Box::new(report.carded());
    let others: Vec<_> = beside.iter().flat_map(|beside| &beside.variants).collect();
    let variant = |(name, schedule): &&(String, Schedule)| (name.clone(), schedule.header());
    let named = beside.as_ref().map(|beside| Beside {
        base: beside.base.clone(),
        variants: others.iter().map(variant).collect(),
        work: beside.work.clone(),
        stated: beside.stated.clone(),
    });
    let reply = Reply::Done {
        id,
        report,
        digest,
        fingerprint,
        header,
        beside: named,
        took,
    };
    let others = others.into_iter().map(|(_, schedule)| schedule);
    post_with(&reply, schedule.iter().chain(others));
}

/// Posts the reason why a run failed.
fn post_error(id: u32, error: Error) {
    match error.without_beginning() {
        Error::Rejected(rejected) => post(&Reply::Refused { id, rejected }),
        Error::FileNeeded {
            name,
            digest,
            nodes,
            jobs,
        } => {
            post(&Reply::FileNeeded {
                id,
                name,
                digest,
                nodes,
                jobs,
            });
        }
        // Only a paused run stops.
        Error::Cancelled(_) => post(&Reply::Paused { id }),
        error @ (Error::Other(_)
        | Error::Stopped(_)
        | Error::MeasuredNeeded { .. }
        | Error::LanguageNeeded
        | Error::Elsewhere { .. }) => {
            post(&Reply::Failed {
                id,
                message: error.to_string(),
            });
        }
    }
}

/// Reports the progress of a run to the page. The page stops a run by ending the worker.
struct Progress {
    id: u32,
    last: f64,
    /// The time of the last early report.
    seen: f64,
    /// The digest of the run.
    digest: String,
    /// The kept states of the run, the furthest first.
    states: Vec<Kept>,
    /// Whether the device has a kept state.
    found: bool,
    /// Whether the kept state cannot be read, or led to a wrong result.
    over: bool,
    /// The time of the last posted state.
    stood: f64,
    /// Whether the run was paused: then it only shows its results so far.
    paused: bool,
}

impl Progress {
    fn of(id: u32) -> Self {
        let last = now();
        Self {
            id,
            last,
            seen: last,
            digest: String::new(),
            states: Vec::new(),
            found: false,
            over: false,
            stood: NEVER,
            paused: false,
        }
    }
}

impl Observer for Progress {
    fn progress(&mut self, done: u64, total: u64) -> ControlFlow<()> {
        let now = now();
        // The page has seen the results of the former run.
        let ends = self.paused && self.seen > NEVER;
        if ends || now - self.last >= BETWEEN_PROGRESS {
            self.last = now;
            post(&Reply::Progress {
                id: self.id,
                done,
                total,
            });
        }
        match ends {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn early(&mut self, report: &dyn Fn() -> Report) {
        let now = now();
        if now - self.seen >= BETWEEN_REPORTS {
            self.seen = now;
            let report = report();
            post(&Reply::Early {
                id: self.id,
                fingerprint: report.fingerprint(),
                report: Box::new(report.carded()),
            });
        }
    }

    fn keep(&mut self, work: u64, state: &dyn Fn() -> String) {
        let now = now();
        if now - self.stood >= BETWEEN_STATES {
            self.stood = now;
            let state = state();
            // A longer state would not be kept.
            if state.len() <= state::LARGEST {
                post(&Reply::Kept {
                    id: self.id,
                    digest: self.digest.clone(),
                    state,
                    work,
                    found: self.found,
                    over: mem::take(&mut self.over),
                });
            }
        }
    }

    fn astray(&mut self) {
        self.over = true;
        self.stood = NEVER;
    }

    fn resume(&mut self, read: &mut dyn FnMut(&str) -> Result<(), Refused>) {
        let mut refused = None;
        for kept in mem::take(&mut self.states) {
            match read(&kept.state) {
                Ok(()) => {
                    self.paused = kept.paused;
                    // The results of the former run are shown at once.
                    self.seen = NEVER;
                    return;
                }
                Err(why) => refused = Some(why),
            }
            self.over = self.found;
        }
        if let Some(why) = refused {
            post(&Reply::Unreadable {
                id: self.id,
                why: why.to_string(),
            });
        }
    }
}
