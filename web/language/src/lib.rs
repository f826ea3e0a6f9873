//! The language of own strategies, which the programs with models ask: a program of its own, so that none of them grows by it. It is
//! fetched when a scenario has a strategy.

use std::cell::RefCell;

use language::serve::Served;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static SERVED: RefCell<Served> = RefCell::default();
}

/// Answers a request: bytes of `strategy::wire`.
#[must_use]
#[wasm_bindgen]
pub fn answer(request: &[u8]) -> Vec<u8> {
    SERVED.with_borrow_mut(|served| served.answer(request))
}
