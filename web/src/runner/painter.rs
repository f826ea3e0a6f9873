//! Who makes previews: a worker of the laboratory that they are of, which comes when nothing else is to be done, and goes
//! when there are no more.

use playground::Scenario;
use report::Chart;
use schedule::{Header, Schedule};
use wasm_bindgen::JsValue;
use worker::{Request, envelope};

use super::{Event, Inner, Runner, Slot};
use crate::gallery::Stamp;

/// The worker that makes previews.
pub(super) struct Painter {
    laboratory: &'static str,
    slot: Slot,
    /// One is being made.
    at_work: bool,
}

impl Painter {
    pub(super) fn slot(&mut self) -> &mut Slot {
        &mut self.slot
    }
}

impl Runner {
    /// Makes the schedules of small scenarios, in this order, when nothing else is to be done.
    pub(crate) fn preview(&self, scenarios: impl DoubleEndedIterator<Item = (u32, Scenario)>) {
        self.0.borrow_mut().previews.extend(scenarios.rev());
        self.pump();
    }

    /// Has the next preview made, if nothing else is to be done.
    pub(super) fn paint(&self) {
        let Some(laboratory) = self.0.borrow_mut().paint() else {
            return;
        };
        let painter = self.spawn(laboratory).map(|slot| Painter {
            laboratory,
            slot,
            at_work: false,
        });
        self.0.borrow_mut().painter = painter;
    }

    /// A preview was made.
    pub(super) fn painted(
        &self,
        id: u32,
        header: Option<Header>,
        chart: Option<Chart>,
        data: &JsValue,
    ) {
        if let Some(painter) = &mut self.0.borrow_mut().painter {
            painter.at_work = false;
        }
        if let Some(stamp) = stamp(header, chart, data) {
            self.emit(Event::Preview { id, stamp });
        }
        self.pump();
    }

    /// Whether the worker that broke down is the painter: what it broke down on is not tried again.
    pub(super) fn painter_stopped(&self, number: u32) -> bool {
        let mut inner = self.0.borrow_mut();
        let Some(painter) = inner.painter.take_if(|it| it.slot.number == number) else {
            return false;
        };
        if !painter.slot.ready {
            // Nor would the next one come.
            let others =
                |(_, scenario): &(u32, Scenario)| scenario.laboratory() != painter.laboratory;
            inner.previews.retain(others);
        }
        drop(inner);
        self.pump();
        true
    }
}

impl Inner {
    /// Gives the painter its next preview; of which laboratory a painter is missing.
    fn paint(&mut self) -> Option<&'static str> {
        if self.busy.is_some() || self.next_run.is_some() {
            return None;
        }
        if let Some(painter) = &mut self.painter {
            if painter.at_work {
                return None;
            }
            let own = |(_, scenario): &(u32, Scenario)| scenario.laboratory() == painter.laboratory;
            match self.previews.iter().rposition(own) {
                Some(_) if !painter.slot.ready => return None,
                Some(place) => {
                    let (id, scenario) = self.previews.remove(place);
                    let scenario = scenario.to_json().to_string();
                    painter.slot.post(&Request::Preview { id, scenario }, None);
                    painter.at_work = true;
                    return None;
                }
                None => self.painter = None,
            }
        }
        self.previews
            .last()
            .map(|(_, scenario)| scenario.laboratory())
    }
}

/// What a preview shows.
fn stamp(header: Option<Header>, chart: Option<Chart>, data: &JsValue) -> Option<Stamp> {
    match header {
        Some(header) => {
            let columns = envelope::columns(data, 0)?;
            Some(Stamp::of_schedule(
                &Schedule::from_columns(header, columns).ok()?,
            ))
        }
        None => Some(Stamp::of_chart(&chart?)),
    }
}
