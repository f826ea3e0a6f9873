//! The state of a card: the visible part, the moment, and the text below the figure; and the callbacks that change it.

use std::rc::Rc;

use session::same_work::Seen;
use yew::prelude::*;

use super::drawn::Drawn;
use super::{CardProps, Said};

/// The state of a card. Clones share the same one.
#[derive(Clone)]
pub(super) struct Telling {
    /// The visible part of the work.
    pub(super) seen: UseStateHandle<Seen>,
    /// The drawing of that part.
    pub(super) made: Rc<Option<Drawn>>,
    /// The moment, where no reason is told.
    pub(super) at: UseStateHandle<Option<f64>>,
    pub(super) said: UseStateHandle<Said>,
    pub(super) playing: UseStateHandle<bool>,
}

/// The text for a reason by its number, which counts from 1.
fn said(reason: Option<u32>) -> Said {
    let place = reason.and_then(|reason| (reason as usize).checked_sub(1));
    place.map_or(Said::Nothing, Said::Reason)
}

/// The state of the card with these properties.
#[hook]
pub(super) fn use_telling(props: &CardProps) -> Telling {
    let (work, sight) = (&props.work, &props.sight);
    let (subject, _, opening) = &*work.0;
    let compared = !subject.paired;
    let asked = (props.focus.part, props.focus.reason);
    let seen = use_state_eq(|| {
        let kept = work
            .part(props.focus.part)
            .or_else(|| work.part(sight.kept(compared)));
        kept.unwrap_or(*opening)
    });
    let made = use_memo((work.clone(), *seen), |(work, seen)| {
        Drawn::new(work, *seen)
    });
    let telling = Telling {
        seen,
        made,
        at: use_state_eq(|| None),
        said: use_state_eq(|| said(asked.1)),
        playing: use_state_eq(|| false),
    };
    {
        // The view that came with a shared scenario may arrive after its result.
        let (telling, work) = (telling.clone(), work.clone());
        use_effect_with(asked, move |(part, reason)| {
            if let Some(part) = work.part(*part) {
                telling.seen.set(part);
                telling.said.set(said(*reason));
            }
        });
    }
    {
        let (sight, number, opening) = (sight.clone(), subject.number, *opening);
        use_effect_with((*telling.seen, *telling.said), move |(seen, said)| {
            let reason = match said {
                Said::Reason(place) => Some(*place as u32 + 1),
                Said::Nothing | Said::Span(..) => None,
            };
            let part = seen.numbers(number);
            let moved = *seen != opening;
            let told = moved || reason.is_some();
            sight.see(
                moved.then_some(part),
                compared,
                (told.then_some(part), reason),
            );
        });
    }
    {
        let telling = telling.clone();
        use_effect_with(props.reasons, move |reasons| {
            let drawn = telling.drawn();
            let known = drawn.map_or(0, |drawn| drawn.scene.reasons.len());
            let place = (*reasons as usize).checked_sub(1);
            if let Some(place) = place.and_then(|place| place.checked_rem(known)) {
                telling.playing.set(false);
                telling.at.set(None);
                telling.said.set(Said::Reason(place));
            }
        });
    }
    telling
}

impl Telling {
    /// The drawing, if the schedules have the part.
    pub(super) fn drawn(&self) -> Option<&Drawn> {
        (*self.made).as_ref()
    }

    /// The moment that the figure shows.
    pub(super) fn now(&self) -> Option<f64> {
        let told = match (*self.said, self.drawn()) {
            (Said::Reason(place), Some(drawn)) => {
                drawn.scene.reasons.get(place).map(|told| told.at)
            }
            _ => None,
        };
        told.or(*self.at)
    }

    /// The text below the figure.
    pub(super) fn text(&self, drawn: &Drawn) -> String {
        let scene = &drawn.scene;
        let text = match *self.said {
            Said::Nothing => None,
            Said::Reason(place) => scene.reasons.get(place).map(|told| told.text.clone()),
            Said::Span(world, lane, time, _) => scene.tell(world, lane, time),
        };
        text.unwrap_or_else(|| drawn.caption.clone())
    }

    /// Shows the part that begins with a unit.
    pub(super) fn go(&self) -> Callback<usize> {
        let telling = self.clone();
        Callback::from(move |first: usize| {
            let count = telling.seen.count;
            telling.seen.set(Seen { first, count });
            telling.at.set(None);
            telling.said.set(Said::Nothing);
            telling.playing.set(false);
        })
    }

    /// The reasons before and after the one that is told, or before and after the moment.
    pub(super) fn around(&self, drawn: &Drawn) -> (Option<usize>, usize) {
        match *self.said {
            Said::Reason(place) => (place.checked_sub(1), place + 1),
            _ => {
                let now = self.now().unwrap_or(-1.0);
                let reasons = &drawn.scene.reasons;
                let next = reasons.partition_point(|told| told.at <= now);
                (next.checked_sub(1), next)
            }
        }
    }

    /// Tells the reason at a place; none where there is no such reason.
    pub(super) fn reason(&self, place: usize) -> Option<Callback<MouseEvent>> {
        let time = self.drawn()?.scene.reasons.get(place)?.at;
        let telling = self.clone();
        Some(Callback::from(move |_: MouseEvent| {
            telling.playing.set(false);
            telling.at.set(Some(time));
            telling.said.set(Said::Reason(place));
        }))
    }

    /// Plays the part from the present moment on, or stops.
    pub(super) fn play(&self) -> Callback<MouseEvent> {
        let (telling, now) = (self.clone(), self.now());
        Callback::from(move |_: MouseEvent| {
            telling.at.set(now);
            telling.said.set(Said::Nothing);
            telling.playing.set(!*telling.playing);
        })
    }

    /// Answers a key on the figure.
    pub(super) fn key(&self) -> Callback<KeyboardEvent> {
        let telling = self.clone();
        Callback::from(move |event: KeyboardEvent| {
            let key = event.key();
            let here = match *telling.said {
                Said::Span(world, lane, at, _) => Some((world, lane, at)),
                Said::Nothing | Said::Reason(_) => None,
            };
            let to = match key.as_str() {
                "Escape" if *telling.said != Said::Nothing => Said::Nothing,
                "Enter" => match *telling.said {
                    Said::Span(world, lane, at, pinned) => Said::Span(world, lane, at, !pinned),
                    Said::Nothing | Said::Reason(_) => return,
                },
                "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" => {
                    match telling.drawn().and_then(|drawn| drawn.beside(&key, here)) {
                        Some((world, lane, at)) => Said::Span(world, lane, at, false),
                        None => return event.prevent_default(),
                    }
                }
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            telling.playing.set(false);
            telling.said.set(to);
        })
    }

    /// Takes the text of a span away when the pointer leaves the figure, unless the text stays.
    pub(super) fn leave(&self) -> Callback<PointerEvent> {
        let said = self.said.clone();
        Callback::from(move |_: PointerEvent| {
            if let Said::Span(_, _, _, false) = *said {
                said.set(Said::Nothing);
            }
        })
    }
}
