//! What goes to the worker, and what its answers mean for the page.

use std::rc::Rc;

use js_sys::Date;
use report::Traces;
use schedule::{Header, Schedule};
use serde::Serialize;
use wasm_bindgen::JsValue;
use web_sys::Blob;
use worker::{Reply, Request, envelope};

use super::painter::Painter;
use super::pool::Shared;
use super::{Busy, Event, Inner, Slot};
use crate::save;
use crate::state::{Beside, Needed, Outcome};

impl Inner {
    /// Ends the worker; the spare one takes its place.
    pub(super) fn replace(&mut self) {
        self.patience = None;
        self.release();
        self.active = self.spare.take();
    }

    /// Ends all workers of the laboratory, and what they do.
    pub(super) fn dismiss_all(&mut self) {
        (self.active, self.spare, self.shared) = (None, None, None);
        self.helpers.clear();
        (self.busy, self.patience) = (None, None);
    }

    /// All workers.
    pub(super) fn slots(&mut self) -> impl Iterator<Item = &mut Slot> {
        let pair = self.active.iter_mut().chain(&mut self.spare);
        let painter = self.painter.as_mut().map(Painter::slot);
        pair.chain(&mut self.helpers)
            .chain(&mut self.file_worker)
            .chain(painter)
    }

    pub(super) fn ready(&mut self, number: u32) {
        for slot in self.slots() {
            slot.ready |= slot.number == number;
        }
    }

    /// Posts the run that waits.
    pub(super) fn post(&mut self) {
        let Some(slot) = self.active.as_mut().filter(|slot| slot.ready) else {
            return;
        };
        if let Some((id, setup, done)) = self.next_run.take() {
            let scenario = &setup.scenario;
            let parts = playground::parts(&setup);
            if parts > 1 {
                self.shared = Some(Shared::new(id, scenario.clone(), parts));
            } else {
                slot.supply(&self.files);
                let scenario = setup.to_json().to_string();
                slot.post(&Request::Run { id, scenario, done }, None);
            }
            self.busy = Some(Busy {
                since: Date::now(),
                seed: scenario.seed(),
                stem: save::stem(scenario),
                parted: parts > 1,
            });
        }
    }

    /// Something ended, or is the report of some of the runs; what it means for the page.
    pub(super) fn finish(&mut self, reply: Reply, data: &JsValue, partial: bool) -> Option<Event> {
        let busy = if partial {
            self.busy.clone()
        } else {
            self.patience = None;
            self.busy.take()
        };
        Some(match (reply, busy) {
            (
                Reply::Done {
                    id,
                    report,
                    digest,
                    fingerprint,
                    header,
                    beside,
                    took,
                },
                Some(Busy {
                    seed,
                    stem,
                    since,
                    parted,
                }),
            ) => {
                let (schedule, beside) = match schedules(header, beside, data) {
                    Ok(schedules) => schedules,
                    Err(error) => {
                        return Some(Event::Failed {
                            id,
                            message: error.to_string(),
                        });
                    }
                };
                let outcome = Outcome {
                    beside,
                    report: *report,
                    schedule,
                    partial,
                    digest,
                    fingerprint,
                    seed,
                    stem,
                    took: if parted { Date::now() - since } else { took },
                };
                let outcome = Rc::new(outcome);
                match partial {
                    true => Event::Partial { id, outcome },
                    false => Event::Done { id, outcome },
                }
            }
            (Reply::Refused { id, rejected }, _) => Event::Refused { id, rejected },
            (
                Reply::FileNeeded {
                    id,
                    name,
                    digest,
                    nodes,
                    jobs,
                },
                _,
            ) => {
                let described = Traces { name, nodes, jobs };
                Event::FileNeeded {
                    id,
                    needed: Needed { described, digest },
                }
            }
            (Reply::Failed { id, message }, _) => Event::Failed { id, message },
            _ => return None,
        })
    }
}

/// The schedule that a message holds, and those of variants.
fn schedules(
    header: Option<Header>,
    beside: Option<worker::Beside>,
    data: &JsValue,
) -> Result<(Option<Rc<Schedule>>, Option<Beside>), schedule::Error> {
    let nth = |nth, header| -> Result<Option<Rc<Schedule>>, schedule::Error> {
        let Some(columns) = envelope::columns(data, nth) else {
            return Ok(None);
        };
        Ok(Some(Rc::new(Schedule::from_columns(header, columns)?)))
    };
    let first = header.map_or(Ok(None), |header| nth(0, header))?;
    let Some(worker::Beside { base, variants }) = beside else {
        return Ok((first, None));
    };
    let mut others = Vec::new();
    for (place, (name, header)) in (1..).zip(variants) {
        if let Some(schedule) = nth(place, header)? {
            others.push((name, schedule));
        }
    }
    let beside = Beside {
        base,
        variants: others,
    };
    Ok((first, Some(beside)))
}

impl Slot {
    /// Gives the worker the traces that it misses; it reads none before.
    pub(super) fn supply(&mut self, files: &[(String, Blob)]) {
        for (digest, content) in files.iter().skip(self.supplied) {
            let digest = digest.clone();
            self.post(&Request::Supply { digest }, Some(content));
        }
        self.supplied = files.len();
    }

    pub(super) fn post<M: Serialize>(&self, request: &M, file: Option<&Blob>) {
        self.handle.post(request, file);
    }

    /// What is said of a worker that broke down.
    pub(super) fn last_words(&self, message: Option<String>) -> String {
        let unsaid = if self.ready {
            "it ended without a word"
        } else {
            "its program could not be loaded"
        };
        message
            .filter(|message| !message.is_empty())
            .unwrap_or_else(|| unsaid.into())
    }
}
