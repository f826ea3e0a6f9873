//! The page: a scenario on the left, its result on the right. The page runs no scenario itself; the worker does.
//!
//! It is a library, because two programs show its parts: the page's own, and `design.html`, which shows each component in its states.

mod address;
mod app;
mod appearance;
#[cfg(feature = "bench")]
mod bench;
mod charts;
mod compare;
mod components;
mod design;
mod driver;
mod embed;
mod explanation;
mod footer;
mod form;
mod gallery;
mod gantt;
mod header;
mod import;
mod kept;
mod key_parameters;
mod lesson;
mod library;
mod markup;
mod measure;
mod memory;
mod message;
mod notebook;
mod panel;
mod picture;
mod presets;
mod recent;
mod result;
mod save;
mod share;
mod shortcuts;
mod slide;
mod starters;
mod status;
mod title;
mod traces;
mod two_worlds;
mod worker_handle;

use driver::{Begun, Driver};
use gloo::timers::callback::Timeout;
use session::Place;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Has the document fetch the files of the first run.
    #[wasm_bindgen(js_name = makespanHere)]
    fn here();
}

/// Begins the page.
pub fn begin() {
    here();
    playground::install(playground::Installed::WITHOUT_MODELS);
    #[cfg(feature = "bench")]
    if address::fragment() == bench::FRAGMENT {
        return bench::open();
    }
    // The first worker starts loading before the page is rendered, so that the rendering does not delay it.
    if embed::asked() {
        let driver = embed::begin();
        Timeout::new(0, || show::<embed::Embed>(Begun { driver })).forget();
    } else {
        let driver = Driver::new(Place::Page);
        Timeout::new(0, || show::<app::App>(Begun { driver })).forget();
    }
}

/// Shows every component of the page.
pub fn begin_design() {
    playground::install(playground::Installed::WITHOUT_MODELS);
    show::<design::Design>(());
}

fn show<Page: yew::BaseComponent>(properties: Page::Properties) {
    // The document shows a picture of the page until now; the page takes its place, and keeps the result in it.
    kept::save();
    match gloo::utils::document().get_element_by_id("app") {
        Some(root) => yew::Renderer::<Page>::with_root_and_props(root, properties).render(),
        None => yew::Renderer::<Page>::with_props(properties).render(),
    };
}
