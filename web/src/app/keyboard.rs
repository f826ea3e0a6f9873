//! The keys that the whole page listens to.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::window;
use session::action::Action;
use session::outcome::Phase;
use session::state::State;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::panel::Panel;
use crate::{share, shortcuts};

/// Listens as long as the page is there; `shown` holds the page's present state.
#[hook]
pub(super) fn use_shortcuts(act: &Callback<Action>, shown: &Rc<RefCell<Rc<State>>>) {
    let (act, shown) = (act.clone(), shown.clone());
    use_effect_with((), move |()| {
        // The place of the focus does not matter, so the whole window listens.
        let listener = EventListener::new_with_options(
            &window(),
            "keydown",
            EventListenerOptions::enable_prevent_default(),
            move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                    return;
                };
                if let Some(action) = shortcuts::action(event) {
                    event.prevent_default();
                    act.emit(action);
                }
                // The browser waits for no pictures: the handout is made first, and then printed.
                let state = shown.borrow().clone();
                if shortcuts::prints(event) && state.phase == Phase::Done {
                    event.prevent_default();
                    act.emit(Action::Share(Box::new(state.given(None))));
                    share::paper(&state);
                }
            },
        );
        move || drop(listener)
    });
}

/// Folds the panel of parameters with Escape: beside the result only from within, over the result (`sheet`) from everywhere.
pub(super) fn folds(panel: &Panel, sheet: bool) -> Callback<KeyboardEvent> {
    let (show, open) = (panel.show.clone(), panel.open);
    Callback::from(move |event: KeyboardEvent| {
        if !open || event.key() != "Escape" || event.default_prevented() {
            return;
        }
        if sheet || within(&event, "parameters") {
            show.emit(false);
        }
    })
}

/// Whether an event happens within the element with this id.
fn within(event: &KeyboardEvent, id: &str) -> bool {
    let target = event.target_dyn_into::<Element>();
    let found = target.and_then(|target| target.closest(&format!("#{id}")).ok().flatten());
    found.is_some()
}
