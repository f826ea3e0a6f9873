//! The part of this program that nothing needs before the first picture stands: a release build parts it, and the
//! document says how it is loaded (`web/split`). What is called before it is there waits for it.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = makespanRest, catch)]
    fn makespan_rest() -> Result<JsValue, JsValue>;
}

/// Begins to load it; where the program is whole there is nothing to load.
pub(crate) fn fetch() {
    let _ = makespan_rest();
}
