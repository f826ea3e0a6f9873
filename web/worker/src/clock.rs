//! The time that no user sets: in a page or a worker, since that was begun.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The time in ms. It never falls: the time of day may, and would keep a run silent until it has caught up.
    #[wasm_bindgen(js_namespace = performance)]
    pub fn now() -> f64;
}
