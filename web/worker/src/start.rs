//! The start of a worker: it begins to listen to the page.

use std::future::Future;

use js_sys::global;
use serde::de::DeserializeOwned;
use session::message::Reply;
use session::program::VERSION;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::envelope;
use crate::file_worker::FileWorker;
use crate::server::{Server, post};

/// Takes requests from now on, and runs the program's installed models.
pub fn models() {
    let server = Server::default();
    listen(move |request, envelope| {
        let server = server.clone();
        async move { server.answer(request, &envelope).await }
    });
}

/// Takes orders from now on.
pub fn files() {
    let file_worker = FileWorker::default();
    listen(move |order, envelope| {
        let file_worker = file_worker.clone();
        async move { file_worker.answer(order, &envelope).await }
    });
}

fn listen<M, F>(answer: impl Fn(M, JsValue) -> F + 'static)
where
    M: DeserializeOwned + 'static,
    F: Future<Output = ()> + 'static,
{
    std::panic::set_hook(Box::new(|info| {
        post(&Reply::Stopped {
            message: info.to_string(),
        })
    }));
    let Ok(scope) = global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let envelope = event.data();
        match envelope::unpack(&envelope) {
            Ok(message) => spawn_local(answer(message, envelope)),
            Err(message) => post(&Reply::Stopped { message }),
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // Messages before the handler was set are lost: the page waits for this reply.
    post(&Reply::Ready {
        version: VERSION.into(),
    });
}
