//! The small pictures of presets: a worker of their laboratory makes them. It comes when nothing else is to be done, and
//! goes when there are no more to make.

use playground::{Scenario, presets};
use report::miniature::Miniature;

use super::Pool;
use super::worker::Slot;
use crate::command::Message;
use crate::message::Request;
use crate::notification::Notification;

/// The worker that makes previews.
#[derive(Debug)]
pub(super) struct Previewer {
    laboratory: &'static str,
    pub(super) slot: Slot,
    /// The one that is being made.
    making: Option<(u32, Scenario)>,
}

/// The small scenarios of the presets of a laboratory, by the preset's place.
pub(crate) fn miniatures(laboratory: &str) -> Vec<(u32, Scenario)> {
    (0..)
        .zip(presets::all())
        .filter(|(_, preset)| preset.laboratory() == laboratory)
        .map(|(place, preset)| (place, preset.scenario()))
        .collect()
}

impl<B: Clone> Pool<B> {
    /// Makes the pictures of small scenarios, in this order, when nothing else is to be done.
    pub(crate) fn preview(&mut self, scenarios: Vec<(u32, Scenario)>) {
        self.previews.extend(scenarios.into_iter().rev());
        self.pump();
    }

    /// Has the next preview made, if nothing else is to be done.
    pub(super) fn preview_next(&mut self) {
        if self.busy.is_some() || self.next_run.is_some() {
            return;
        }
        if let Some(previewer) = &mut self.previewer {
            if previewer.making.is_some() {
                return;
            }
            let own =
                |(_, scenario): &(u32, Scenario)| scenario.laboratory() == previewer.laboratory;
            match self.previews.iter().rposition(own) {
                Some(_) if !previewer.slot.ready => return,
                Some(place) => {
                    let (id, scenario) = self.previews.remove(place);
                    previewer.making = Some((id, scenario.clone()));
                    let scenario = Box::new(scenario);
                    let request = Message::Request(Request::Preview { id, scenario });
                    let post = previewer.slot.post(request, Vec::new());
                    return self.commands.push(post);
                }
                None => self.end_previewer(),
            }
        }
        if let Some((_, scenario)) = self.previews.last() {
            let laboratory = scenario.laboratory();
            let slot = self.start(laboratory);
            self.previewer = Some(Previewer {
                laboratory,
                slot,
                making: None,
            });
        }
    }

    /// A preview was made.
    pub(super) fn previewed(&mut self, id: u32, preview: Option<Miniature>) {
        if let Some(previewer) = &mut self.previewer {
            previewer.making = None;
        }
        if let Some(preview) = preview {
            let preview = preview.into();
            self.notifications
                .push(Notification::Preview { id, preview });
        }
        self.pump();
    }

    /// Ends the worker; the preview that it was making is still wanted.
    pub(super) fn end_previewer(&mut self) {
        if let Some(previewer) = self.previewer.take() {
            self.previews.extend(previewer.making);
            self.end([previewer.slot]);
        }
    }

    /// Whether the worker that broke down is the one that makes previews: the one that broke it is not tried again.
    pub(super) fn previewer_broken(&mut self, number: u32) -> bool {
        let Some(previewer) = self.previewer.take_if(|it| it.slot.number == number) else {
            return false;
        };
        if !previewer.slot.ready {
            // Nor would the next worker come.
            let others =
                |(_, scenario): &(u32, Scenario)| scenario.laboratory() != previewer.laboratory;
            self.previews.retain(others);
        }
        self.end([previewer.slot]);
        self.pump();
        true
    }
}
