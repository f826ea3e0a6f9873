//! Whether the page is projected, and how much of its slide is told.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::window;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::address;
use crate::header::focus;
use crate::shortcuts::{self, Hall};

/// Both, which keys change; the address keeps the first.
#[hook]
pub(super) fn use_hall() -> (UseStateHandle<bool>, UseStateHandle<u32>) {
    let hall = use_state_eq(address::projects);
    let told = use_state_eq(|| 0_u32);
    use_effect_with((*hall, *told), {
        let (hall, told) = (hall.clone(), told.clone());
        move |(on, count)| {
            let (on, count) = (*on, *count);
            address::project(on);
            let listener = EventListener::new_with_options(
                &window(),
                "keydown",
                EventListenerOptions::enable_prevent_default(),
                move |event| {
                    let event = event.dyn_ref::<KeyboardEvent>();
                    let (to, step) = match event.and_then(shortcuts::hall) {
                        Some(Hall::Switch) => (!on, 0),
                        Some(Hall::Next) if on => (on, count + 1),
                        Some(Hall::Leave) if on => (false, 0),
                        _ => return,
                    };
                    if let Some(event) = event {
                        event.prevent_default();
                    }
                    hall.set(to);
                    told.set(step);
                },
            );
            move || drop(listener)
        }
    });
    {
        let shown = use_mut_ref(|| false);
        use_effect_with(*hall, move |on| {
            if shown.replace(*on) != *on {
                focus("main");
            }
        });
    }
    (hall, told)
}
