//! What keys mean wherever the focus is.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement, KeyboardEvent};

use session::action::Action;

/// What a key does to the page, if anything.
pub(crate) fn action(event: &KeyboardEvent) -> Option<Action> {
    let control = event.ctrl_key() || event.meta_key();
    if !control || event.alt_key() || event.default_prevented() || types(event) {
        return None;
    }
    match (event.key().to_ascii_lowercase().as_str(), event.shift_key()) {
        ("z", false) => Some(Action::Undo),
        ("z", true) | ("y", false) => Some(Action::Redo),
        _ => None,
    }
}

/// Whether a key prints the page, wherever the focus is.
pub(crate) fn prints(event: &KeyboardEvent) -> bool {
    let control = event.ctrl_key() || event.meta_key();
    let alone = control && !event.alt_key() && !event.shift_key() && !event.default_prevented();
    alone && event.key().eq_ignore_ascii_case("p")
}

/// Whether the focus is where one types: the browser undoes letters there.
fn types(event: &KeyboardEvent) -> bool {
    let Some(target) = event.target() else {
        return false;
    };
    if let Some(input) = target.dyn_ref::<HtmlInputElement>() {
        return !matches!(
            input.type_().as_str(),
            "range" | "radio" | "checkbox" | "file"
        );
    }
    target
        .dyn_ref::<HtmlElement>()
        .is_some_and(|element| element.is_content_editable() || element.tag_name() == "TEXTAREA")
}
