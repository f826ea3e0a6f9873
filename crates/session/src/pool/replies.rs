//! The meaning of workers' replies for the pool and for the page.

use std::rc::Rc;

use report::{Card, Report, Traces};
use schedule::{Header, OwnedColumns, Schedule};

use super::{Busy, Pool};
use crate::event::Payload;
use crate::message::{self, Reply};
use crate::notification::Notification;
use crate::outcome::{Beside, Needed, Outcome};
use crate::resume::Kept;

impl<B: Clone> Pool<B> {
    /// The outcome of a run before its end.
    fn so_far(&self, report: Report<Card>, fingerprint: String) -> Option<Rc<Outcome>> {
        let busy = self.busy.as_ref()?;
        Some(Rc::new(Outcome {
            beside: None,
            report,
            schedule: None,
            partial: true,
            digest: String::new(),
            fingerprint,
            seed: busy.seed,
            stem: busy.stem.clone(),
            scenario: busy.named.clone(),
            took: self.now - busy.timing.since,
        }))
    }

    /// Takes in a reply of a worker.
    pub(super) fn reply(&mut self, number: u32, reply: Reply, payload: Payload<B>) {
        match reply {
            Reply::Ready { .. } => {
                if let Some(slot) = self.slot(number) {
                    slot.ready = true;
                }
                self.follow();
                self.pump();
                self.hand_out();
                self.send();
            }
            reply @ (Reply::Library { .. }
            | Reply::Written { .. }
            | Reply::Read { .. }
            | Reply::Opened { .. }
            | Reply::RunKept { .. }) => self.served(reply, payload),
            Reply::Preview { id, preview } => self.previewed(id, preview),
            Reply::Ahead { id, winner } => self.tell_ahead(id, winner),
            Reply::Progress { id, done, total } => {
                let done = if total > 0 {
                    done as f64 / total as f64
                } else {
                    0.0
                };
                let done = match &mut self.shared {
                    Some(shared) => shared.progress(number, done),
                    None => done,
                };
                if let Some(busy) = &mut self.busy {
                    busy.timing.progress(done);
                }
                self.notifications.push(Notification::Progress { id, done });
            }
            Reply::Part { id, part } => self.made(number, id, part, payload.one()),
            Reply::Point {
                id,
                ran,
                report,
                fingerprint,
            } => {
                if let Some(outcome) = self.so_far(*report, fingerprint) {
                    let point = Notification::Point { id, ran, outcome };
                    self.notifications.push(point);
                }
            }
            Reply::Early {
                id,
                report,
                fingerprint,
            } => {
                if let Some(outcome) = self.so_far(*report, fingerprint) {
                    let partial = Notification::Partial { id, outcome };
                    self.notifications.push(partial);
                }
            }
            Reply::Kept {
                id,
                digest,
                state,
                work,
                found,
                over,
            } => {
                let paused = false;
                let kept = Kept {
                    state,
                    paused,
                    work,
                };
                self.stands(id, digest, kept, found, over);
            }
            Reply::Unreadable { id, why } => {
                self.notifications
                    .push(Notification::Unreadable { id, why });
            }
            done @ Reply::Done { .. } if self.has_told(number) => {
                let busy = self.busy.clone();
                let notification = self.outcome(done, payload, busy, true);
                self.go_on();
                self.notifications.extend(notification);
                self.pump();
            }
            reply => {
                self.give_up(number);
                self.stop_waiting();
                let busy = self.busy.take();
                if let Some(course) = busy.as_ref().and_then(|busy| busy.course.as_ref()) {
                    self.ends(course, &reply);
                }
                let notification = self.outcome(reply, payload, busy, false);
                self.notifications.extend(notification);
                self.pump();
                // Only now, so that the first picture does not wait for a spare worker.
                self.refill();
            }
        }
    }

    /// The outcome of a run that ended, or of some of its parts.
    fn outcome(
        &self,
        reply: Reply,
        payload: Payload<B>,
        busy: Option<Busy>,
        partial: bool,
    ) -> Option<Notification> {
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
                Some(busy),
            ) => {
                let (schedule, beside) = match schedules(header, beside, columns(payload)) {
                    Ok(schedules) => schedules,
                    Err(error) => {
                        let message = error.to_string();
                        return Some(Notification::Failed { id, message });
                    }
                };
                let outcome = Rc::new(Outcome {
                    beside,
                    report: *report,
                    schedule,
                    partial,
                    digest,
                    fingerprint,
                    seed: busy.seed,
                    stem: busy.stem,
                    scenario: busy.named,
                    took: if busy.parted {
                        self.now - busy.timing.since
                    } else {
                        took
                    },
                });
                match partial {
                    true => Notification::Partial { id, outcome },
                    false => Notification::Done { id, outcome },
                }
            }
            (Reply::Refused { id, rejected }, _) => Notification::Refused { id, rejected },
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
                let described = Traces {
                    name,
                    nodes,
                    jobs,
                    scaled: None,
                };
                let needed = Needed { described, digest };
                Notification::FileNeeded { id, needed }
            }
            (Reply::Paused { id }, _) => Notification::Paused { id },
            (Reply::Failed { id, message }, _) => Notification::Failed { id, message },
            _ => return None,
        })
    }
}

fn columns<B>(payload: Payload<B>) -> Vec<OwnedColumns> {
    match payload {
        Payload::Schedules(columns) => columns,
        Payload::Nothing | Payload::One(_) | Payload::Numbers(_) => Vec::new(),
    }
}

type Schedules = (Option<Rc<Schedule>>, Option<Beside>);

/// The schedule of a message, and those of variants, whose columns come after it.
fn schedules(
    header: Option<Header>,
    beside: Option<message::Beside>,
    columns: Vec<OwnedColumns>,
) -> Result<Schedules, schedule::Error> {
    let mut columns = columns.into_iter();
    let mut next = |header| -> Result<Option<Rc<Schedule>>, schedule::Error> {
        let Some(columns) = columns.next() else {
            return Ok(None);
        };
        Ok(Some(Rc::new(Schedule::from_columns(header, columns)?)))
    };
    let first = header.map_or(Ok(None), &mut next)?;
    let Some(message::Beside {
        base,
        variants,
        work,
        stated,
    }) = beside
    else {
        return Ok((first, None));
    };
    let mut others = Vec::new();
    for (name, header) in variants {
        if let Some(schedule) = next(header)? {
            others.push((name, schedule));
        }
    }
    let beside = Beside {
        base,
        variants: others,
        work,
        stated,
    };
    Ok((first, Some(beside)))
}
