//! The worker: takes requests, runs the models, keeps traces, posts replies.

mod desk;
mod exchange;
mod export;
mod files;
mod measure;
mod parts;
mod store;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};
use worker::{Reply, VERSION};

use crate::desk::{Desk, post};

fn main() {
    std::panic::set_hook(Box::new(|info| {
        post(&Reply::Stopped {
            message: info.to_string(),
        })
    }));
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let desk = Desk::default();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let desk = desk.clone();
        spawn_local(async move { desk.take(event.data()).await });
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // What was posted before the handler was set is lost: the page waits for this.
    post(&Reply::Ready {
        version: VERSION.into(),
    });
}
