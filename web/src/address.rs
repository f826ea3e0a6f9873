//! The address bar.

use gloo::utils::window;
use wasm_bindgen::JsValue;

/// The fragment of the address, `#` included; empty where there is none.
pub(crate) fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Loads the page anew.
pub(crate) fn reload() {
    // Only a page that may not navigate refuses, and that one has no address bar to change.
    let _ = window().location().reload();
}

/// Writes the fragment, as a new entry of the browser's history or in the place of the present one; whether the browser let
/// it.
pub(crate) fn write(link: &str, push: bool) -> bool {
    let Ok(history) = window().history() else {
        return false;
    };
    let written = if push {
        history.push_state_with_url(&JsValue::NULL, "", Some(link))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(link))
    };
    written.is_ok()
}
