//! The measured sets and the language of own strategies, which load when a scenario needs them.

use js_sys::{Promise, Uint8Array};
use playground::Error;
use strategy::wire::Remote;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

use crate::envelope::words;

#[wasm_bindgen]
extern "C" {
    /// Defined by the loader, which knows the place of the page's files.
    #[wasm_bindgen(js_name = makespanMeasured)]
    fn fetch(key: &str) -> Promise;

    /// Defined by the loader: loads the language.
    #[wasm_bindgen(js_name = makespanLanguage)]
    fn load_language() -> Promise;

    /// Defined once the language is loaded; nothing where it broke down.
    #[wasm_bindgen(js_name = makespanAsk)]
    fn make_ask(request: &[u8]) -> Option<Vec<u8>>;
}

/// Runs `work`, and again after loading each set or language that it needs.
pub(crate) async fn complete<T>(mut work: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
    loop {
        match work() {
            Err(Error::MeasuredNeeded { key }) => give(key).await?,
            Err(Error::LanguageNeeded) => give_language().await?,
            done => return done,
        }
    }
}

async fn give_language() -> Result<(), Error> {
    let refuse = |error: JsValue| {
        let why = words(&error);
        Error::Other(format!(
            "the language of strategies could not be loaded ({why}): run it again when the network is back"
        ))
    };
    JsFuture::from(load_language()).await.map_err(refuse)?;
    strategy::give(Box::new(Remote {
        exchange: |request| make_ask(request),
    }));
    Ok(())
}

async fn give(key: &'static str) -> Result<(), Error> {
    let refuse = |error: JsValue| {
        let why = words(&error);
        Error::Other(format!(
            "the measured traces “{key}” could not be loaded ({why}): run it again when the network is back"
        ))
    };
    let packed = JsFuture::from(fetch(key)).await.map_err(refuse)?;
    trace::measured::give(key, Uint8Array::new(&packed).to_vec())?;
    Ok(())
}
