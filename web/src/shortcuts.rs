//! The actions of keys for any focus.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement, KeyboardEvent};

use session::action::Action;

/// The page's action for a key, if it has one.
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

/// The actions of keys for a lecture hall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Hall {
    /// Shows the projector view, or the page again.
    Switch,
    /// Tells the next reason.
    Next,
    /// Shows the page again.
    Leave,
}

/// The action of a key for a lecture hall, if it has one.
pub(crate) fn hall(event: &KeyboardEvent) -> Option<Hall> {
    let other = event.ctrl_key() || event.meta_key() || event.alt_key();
    if other || event.default_prevented() || types(event) || dialog() {
        return None;
    }
    match event.key().as_str() {
        "p" | "P" => Some(Hall::Switch),
        // An element that Space presses keeps that key.
        " " if !on(event, "button, select, summary, a, [role=\"button\"]") => Some(Hall::Next),
        "Escape" => Some(Hall::Leave),
        _ => None,
    }
}

/// Whether a dialog is open above the page.
fn dialog() -> bool {
    let open = document().query_selector("dialog[open]");
    open.is_ok_and(|open| open.is_some())
}

/// Whether the focus is on an element that matches.
fn on(event: &KeyboardEvent, selector: &str) -> bool {
    let target = event.target();
    let element = target
        .as_ref()
        .and_then(|target| target.dyn_ref::<HtmlElement>());
    element.is_some_and(|element| element.matches(selector).unwrap_or(false))
}

/// Whether the focus is in a text field or a list: there the browser undoes letters, and a list finds entries by them.
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
    target.dyn_ref::<HtmlElement>().is_some_and(|element| {
        let tag = element.tag_name();
        element.is_content_editable() || tag == "TEXTAREA" || tag == "SELECT"
    })
}
