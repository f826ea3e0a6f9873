//! The address bar.

use gloo::events::EventListener;
use gloo::utils::{document_element, window};
use wasm_bindgen::JsValue;
use web_sys::UrlSearchParams;
use yew::prelude::*;

/// The fragment of the address, `#` included; empty where there is none.
pub(crate) fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Follows the address: `on_fragment` gets the fragment of another link in the same tab, and of Back and Forward.
#[hook]
pub(crate) fn use_address(on_fragment: Callback<String>) {
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), "hashchange", move |_| {
            on_fragment.emit(fragment());
        });
        move || drop(listener)
    });
}

/// Loads the page anew.
pub(crate) fn reload() {
    // Only a page that may not navigate refuses, and that one has no address bar to change.
    let _ = window().location().reload();
}

/// Writes the fragment, as a new entry of the browser's history or in the place of the present one; whether the browser let
/// it. The entry of the open gallery becomes that of the scenario chosen there.
pub(crate) fn write(link: &str, push: bool) -> bool {
    let Ok(history) = window().history() else {
        return false;
    };
    let written = match (push, at_gallery()) {
        (true, false) => history.push_state_with_url(&JsValue::NULL, "", Some(link)),
        (true, true) => history.replace_state_with_url(&JsValue::NULL, "", Some(link)),
        (false, _) => {
            let state = history.state().unwrap_or(JsValue::NULL);
            history.replace_state_with_url(&state, "", Some(link))
        }
    };
    written.is_ok()
}

/// The state of the history's entry for the open gallery.
const GALLERY: &str = "gallery";

/// Whether the present entry of the history is that of the open gallery.
pub(crate) fn at_gallery() -> bool {
    let history = window().history();
    let state = history.and_then(|history| history.state());
    state.is_ok_and(|state| state.as_string().as_deref() == Some(GALLERY))
}

/// Adds an entry for the open gallery, with the same address.
pub(crate) fn enter_gallery() {
    if let Ok(history) = window().history() {
        // A browser that refuses only lacks the way back.
        let _ = history.push_state_with_url(&GALLERY.into(), "", None);
    }
}

/// Goes back from the entry of the gallery to that before it.
pub(crate) fn leave_gallery() {
    if let Ok(history) = window().history() {
        let _ = history.back();
    }
}

/// The name in the query that asks for the projector view.
const PROJECTOR: &str = "projector";

/// Whether the address asks for the projector view.
pub(crate) fn projects() -> bool {
    let query = window().location().search().unwrap_or_default();
    UrlSearchParams::new_with_str(&query).is_ok_and(|query| query.has(PROJECTOR))
}

/// Makes the address ask for the projector view, or no longer, in the same entry of the history.
pub(crate) fn project(on: bool) {
    // The document hid parts for the projector before the program came; from now on the page decides.
    let _ = document_element().remove_attribute("data-projector");
    if on == projects() {
        return;
    }
    let path = window().location().pathname().unwrap_or_default();
    let query = if on {
        format!("?{PROJECTOR}")
    } else {
        String::new()
    };
    write(&format!("{path}{query}{}", fragment()), false);
}
