//! The way to the notebook: pinned runs, plans and results, a program that comes when somebody asks for it.

use js_sys::Promise;
use session::action::Action;
use session::notice::{Notice, Tone, Topic};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::Callback;

#[wasm_bindgen]
extern "C" {
    /// Defined in the document, whose address the program's is relative to.
    #[wasm_bindgen(js_name = makespanNotebook, catch)]
    fn fetch() -> Result<Promise, JsValue>;

    type Program;

    #[wasm_bindgen(method, catch)]
    fn open(this: &Program, file: &JsValue) -> Result<(), JsValue>;
}

/// Opens the notebook, with a file for it where there is one.
pub(crate) fn open(file: JsValue, act: Callback<Action>) {
    spawn_local(async move {
        let opened = async {
            let program: Program = JsFuture::from(fetch()?).await?.unchecked_into();
            program.open(&file)
        };
        if opened.await.is_err() {
            let title = "The notebook could not be loaded";
            let notice = Notice::new(Topic::File, Tone::Bad, title);
            act.emit(Action::Say(notice.with("Its host may be out of reach.")));
        }
    });
}
