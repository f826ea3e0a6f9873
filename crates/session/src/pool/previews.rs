//! The previews of presets: a worker of their laboratory makes them. It starts when the pool is idle, and ends when all are
//! made.

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
    /// The preview under way.
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
    /// Makes the previews of small scenarios, in this order, while the pool is idle.
    pub(crate) fn preview(&mut self, scenarios: Vec<(u32, Scenario)>) {
        self.previews.extend(scenarios.into_iter().rev());
        self.pump();
    }

    /// Asks for the next preview if the pool is idle.
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

    /// Takes in a preview.
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

    /// Ends the worker; the preview under way is still wanted.
    pub(super) fn end_previewer(&mut self) {
        if let Some(previewer) = self.previewer.take() {
            self.previews.extend(previewer.making);
            self.end([previewer.slot]);
        }
    }

    /// Whether the broken worker is the one that makes previews. The preview that broke it is not tried again.
    pub(super) fn previewer_broken(&mut self, number: u32) -> bool {
        let Some(previewer) = self.previewer.take_if(|it| it.slot.number == number) else {
            return false;
        };
        if !previewer.slot.ready {
            // The next worker would not start either.
            let others =
                |(_, scenario): &(u32, Scenario)| scenario.laboratory() != previewer.laboratory;
            self.previews.retain(others);
        }
        self.end([previewer.slot]);
        self.pump();
        true
    }
}
