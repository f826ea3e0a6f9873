//! Giving files to the user.

use gloo::timers::callback::Timeout;
use gloo::utils::document;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlElement, Url};

/// How long the browser has to take a file, ms.
const TAKEN: u32 = 1_000;

/// Gives bytes as a file of a kind (a media type) under a name that the browser may change.
pub(crate) fn file(name: &str, kind: &str, bytes: &[u8]) {
    self::bytes(name, kind, &Uint8Array::from(bytes));
}

/// Gives bytes that are JavaScript's as a file.
pub(crate) fn bytes(name: &str, kind: &str, bytes: &Uint8Array) {
    if let Some(blob) = blob(kind, bytes) {
        give(name, &blob);
    }
}

/// Bytes as a blob of a kind (a media type), for a later [`give`].
pub(crate) fn blob(kind: &str, bytes: &Uint8Array) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    Blob::new_with_u8_array_sequence_and_options(&Array::of1(bytes), &options).ok()
}

/// Gives a blob that the browser holds already, such as a picture of a canvas.
pub(crate) fn give(name: &str, blob: &Blob) {
    let Ok(address) = Url::create_object_url_with_blob(blob) else {
        return;
    };
    let anchor = document().create_element("a").ok();
    if let Some(anchor) = anchor.and_then(|anchor| anchor.dyn_into::<HtmlElement>().ok()) {
        let _ = anchor.set_attribute("href", &address);
        let _ = anchor.set_attribute("download", name);
        anchor.click();
    }
    Timeout::new(TAKEN, move || {
        let _ = Url::revoke_object_url(&address);
    })
    .forget();
}
