//! The picture in the document before the program comes: it stays until the first result is drawn.

use std::cell::Cell;

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

thread_local! {
    static PICTURE: Cell<Option<Node>> = const { Cell::new(None) };
}

/// Takes the picture out of the document, before the page takes its place.
pub(crate) fn save() {
    // Only a visible picture: a link to another scenario has none.
    let picture = document().query_selector("#app .picture[data-wanted]");
    PICTURE.set(picture.ok().flatten().map(Node::from));
}

/// The details of a picture: everything but the answer.
pub(crate) fn details(picture: &Node) -> Option<Node> {
    let picture: &Element = picture.dyn_ref()?;
    let details = picture.query_selector(".rest").ok()??;
    Some(details.into())
}

/// The picture, for the part of the page that shows it first.
pub(crate) fn take() -> Option<Node> {
    PICTURE.take()
}
