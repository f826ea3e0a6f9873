//! The page for a lecture hall: one slide in place of all parts.

use report::Offer;
use session::action::Action;
use session::state::State;
use yew::prelude::*;

use super::name;
use crate::charts::{Holds, presser};
use crate::gantt::Together;
use crate::key_parameters;
use crate::slide::{self, Slide};
use crate::status::{self, Ways};

/// The slide's content and callbacks.
pub(super) struct Projector<'p> {
    pub(super) state: &'p State,
    pub(super) act: &'p Callback<Action>,
    pub(super) ways: &'p Ways,
    /// Whether the page is projected, and the number of reasons told so far.
    pub(super) hall: &'p (UseStateHandle<bool>, UseStateHandle<u32>),
    pub(super) together: &'p Together,
    pub(super) holds: &'p Option<Holds>,
    pub(super) on_offer: &'p Callback<Offer>,
}

impl Projector<'_> {
    pub(super) fn view(&self) -> Html {
        let state = self.state;
        let (hall, told) = self.hall;
        let slide = state.result.as_ref().map(|outcome| {
            let control = state.keys.first();
            let slide = Slide {
                outcome,
                control: control
                    .map_or_else(Html::default, |key| key_parameters::one(key, self.act)),
                focus: state.focus(),
                told: Some(**told),
                together: self.together,
                holds: &|_| self.holds.clone(),
                presses: &|chart| presser(chart, |_| true, self.on_offer),
            };
            slide.view()
        });
        let (hall, told, count) = (hall.setter(), told.setter(), **told);
        let on_next = Callback::from(move |_| told.set(count + 1));
        html! {
            <main id="main" class={classes!("projector", state.stale().then_some("stale"))} tabindex="-1" aria-busy={state.busy().to_string()} data-phase={name(&state.phase)}>
                { status::announcement(state) }
                { status::card(state, self.ways) }
                { slide.unwrap_or_default() }
                { slide::foot(on_next, Callback::from(move |_| hall.set(false))) }
            </main>
        }
    }
}
