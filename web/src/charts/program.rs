//! The program that draws charts, `web/charts`: loaded when the first chart is shown, with Observable Plot in it.

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

#[wasm_bindgen]
extern "C" {
    /// Defined in the document, whose address the program's is relative to.
    #[wasm_bindgen(js_name = makespanCharts, catch)]
    fn fetch() -> Result<js_sys::Promise, JsValue>;

    type Program;

    #[wasm_bindgen(method)]
    fn mount(this: &Program, host: &HtmlElement) -> Drawing;

    /// A chart in an element.
    pub(super) type Drawing;

    /// Draws a chart with these settings; both are JSON.
    #[wasm_bindgen(method, catch)]
    pub(super) fn draw(this: &Drawing, drawing: &str, sight: &str) -> Result<(), JsValue>;

    /// The drawing as a file, with a note at its foot; as wide as on the screen, or so many millimetres.
    #[wasm_bindgen(method)]
    pub(super) fn svg(this: &Drawing, note: &str, millimetres: &str) -> String;

    /// Removes the drawing.
    #[wasm_bindgen(method)]
    pub(super) fn end(this: &Drawing);
}

/// A place to draw in, once the program is there; nothing if it cannot be loaded.
pub(super) async fn mount(host: &HtmlElement) -> Option<Drawing> {
    let program = JsFuture::from(fetch().ok()?).await.ok()?;
    Some(program.unchecked_into::<Program>().mount(host))
}
