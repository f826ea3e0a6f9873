//! A lesson beside the page: cards whose figure is the page itself, a program that loads when somebody opens it.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::utils::window;
use js_sys::Promise;
use session::state::State;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};

use crate::embed;

#[wasm_bindgen]
extern "C" {
    /// Defined in the document, whose address the program's is relative to.
    #[wasm_bindgen(js_name = makespanCards, catch)]
    fn fetch() -> Result<Promise, JsValue>;

    type Program;

    /// Opens the cards of a laboratory; `outcome` is the page's present outcome, `schedule` returns the schedule in sight as CSV.
    #[wasm_bindgen(method, catch)]
    fn open(
        this: &Program,
        laboratory: &str,
        outcome: &JsValue,
        schedule: &JsValue,
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(method)]
    fn hear(this: &Program, outcome: &JsValue);
}

thread_local! {
    /// The program, once it is loaded.
    static PROGRAM: RefCell<Option<Program>> = const { RefCell::new(None) };
}

/// Opens the cards of a laboratory's lessons; where they cannot be loaded, goes to the page of lessons.
pub(crate) fn open(laboratory: &'static str, shown: Rc<RefCell<Rc<State>>>, otherwise: String) {
    spawn_local(async move {
        let opened = async {
            let program: Program = JsFuture::from(fetch()?).await?.unchecked_into();
            let outcome = embed::told(&shown.borrow());
            let schedule = Closure::<dyn FnMut() -> Promise>::new(move || {
                let state = shown.borrow().clone();
                future_to_promise(async move {
                    let text = embed::schedule(&state).await;
                    text.map(JsValue::from).map_err(JsValue::from)
                })
            });
            program.open(laboratory, &outcome, &schedule.into_js_value())?;
            PROGRAM.set(Some(program));
            Ok::<_, JsValue>(())
        };
        if opened.await.is_err() {
            let _ = window().location().set_href(&otherwise);
        }
    });
}

/// Tells the cards the outcome of a run.
pub(crate) fn tell(state: &State) {
    PROGRAM.with_borrow(|program| {
        if let Some(program) = program {
            program.hear(&embed::told(state));
        }
    });
}
