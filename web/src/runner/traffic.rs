//! What goes to the worker, and what its answers mean for the page.

use std::rc::Rc;

use js_sys::Date;
use playground::{Scenario, Setup};
use report::Traces;
use schedule::{Header, Schedule};
use wasm_bindgen::JsValue;
use web_sys::File;
use worker::shelf::About;
use worker::{Reply, Request, parcel};

use super::crew::Shared;
use super::{Busy, Event, Inner, Slot, Take};
use crate::gallery::Stamp;
use crate::save;
use crate::state::{Beside, Needed, Outcome};

impl Inner {
    /// Ends the worker; the spare one takes its place.
    pub(super) fn replace(&mut self) {
        self.patience = None;
        self.release();
        self.active = self.spare.take();
    }

    pub(super) fn ready(&mut self, number: u32) {
        let pair = self.active.iter_mut().chain(&mut self.spare);
        for slot in pair.chain(&mut self.helpers) {
            slot.ready |= slot.number == number;
        }
    }

    /// Posts what waits: a file first, because a run may need it.
    pub(super) fn post(&mut self) {
        let Some(slot) = self.active.as_mut().filter(|slot| slot.ready) else {
            return;
        };
        if let Some(take) = self.next_take.take() {
            let text = |scenario: &Scenario| scenario.to_json().to_string();
            match &take {
                Take::Read(file, scenario) => {
                    let scenario = text(scenario);
                    slot.post(&Request::Read { id: 0, scenario }, Some(file));
                }
                Take::Use(about, scenario) => {
                    slot.supply(&self.files);
                    let (digest, name) = (about.digest.clone(), about.name.clone());
                    let scenario = text(scenario);
                    let request = Request::Use {
                        id: 0,
                        digest,
                        name,
                        scenario,
                    };
                    slot.post(&request, None);
                }
                Take::Open(file) => slot.post(&Request::Open { id: 0 }, Some(file)),
            }
            self.busy = Some(Busy::Take(take));
        } else if let Some((id, setup, done)) = self.next_run.take() {
            let scenario = &setup.scenario;
            let parts = playground::parts(&setup);
            if parts > 1 {
                self.shared = Some(Shared::new(id, scenario.clone(), parts));
            } else {
                slot.supply(&self.files);
                let scenario = setup.to_json().to_string();
                slot.post(&Request::Run { id, scenario, done }, None);
            }
            self.busy = Some(Busy::Run {
                since: Date::now(),
                seed: scenario.seed(),
                stem: save::stem(scenario),
                parted: parts > 1,
            });
        } else if let Some((id, scenario)) = self.previews.pop() {
            let text = scenario.to_json().to_string();
            slot.post(&Request::Preview { id, scenario: text }, None);
            self.busy = Some(Busy::Preview);
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
                Some(Busy::Run {
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
            (Reply::Preview { id, header, chart }, _) => {
                let stamp = match (header, chart) {
                    (Some(header), _) => {
                        let columns = parcel::columns(data, 0)?;
                        Stamp::of_schedule(&Schedule::from_columns(header, columns).ok()?)
                    }
                    (None, chart) => Stamp::of_chart(&chart?),
                };
                Event::Preview { id, stamp }
            }
            (Reply::Failed { id, message }, _) => Event::Failed { id, message },
            (
                Reply::Read {
                    outcome,
                    about,
                    shelf,
                    ..
                },
                Some(Busy::Take(take)),
            ) => {
                let (name, chosen) = match &take {
                    Take::Read(file, _) | Take::Open(file) => {
                        if let Some(about) = &about {
                            self.remember(file, about);
                        }
                        (file.name(), false)
                    }
                    Take::Use(about, _) => (about.name.clone(), true),
                };
                Event::Read {
                    name,
                    outcome,
                    chosen,
                    about,
                    shelf,
                }
            }
            (
                Reply::Opened {
                    outcome,
                    about,
                    shelf,
                    ..
                },
                Some(Busy::Take(Take::Open(file))),
            ) => {
                if let Some(about) = &about {
                    self.remember(&file, about);
                }
                let setup = outcome.and_then(|text| {
                    Setup::from_text(&text).map_err(|rejected| rejected.to_string())
                });
                Event::Opened {
                    name: file.name(),
                    outcome: setup.map(Box::new),
                    about,
                    shelf,
                }
            }
            _ => return None,
        })
    }
}

impl Inner {
    /// Remembers which file holds traces.
    pub(super) fn remember(&mut self, file: &File, about: &About) {
        if !self.files.iter().any(|(digest, _)| *digest == about.digest) {
            self.files.push((about.digest.clone(), file.clone()));
        }
    }
}

/// The schedule that a message holds, and those of variants.
fn schedules(
    header: Option<Header>,
    beside: Option<worker::Beside>,
    data: &JsValue,
) -> Result<(Option<Rc<Schedule>>, Option<Beside>), schedule::Error> {
    let nth = |nth, header| -> Result<Option<Rc<Schedule>>, schedule::Error> {
        let Some(columns) = parcel::columns(data, nth) else {
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
    /// Says which files hold traces, should the worker miss some; it reads none before.
    pub(super) fn supply(&mut self, files: &[(String, File)]) {
        for (digest, file) in files.iter().skip(self.supplied) {
            let digest = digest.clone();
            self.post(&Request::Supply { digest }, Some(file));
        }
        self.supplied = files.len();
    }

    pub(super) fn post(&self, request: &Request, file: Option<&File>) {
        self.hand.post(request, file);
    }
}
