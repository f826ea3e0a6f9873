//! The page's handle of a worker of our program.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use gloo::utils::{document, window};
use js_sys::{Array, Float64Array, Object, Reflect, Uint8Array};
use schedule::Columns;
use serde::Serialize;
use serde_json::json;
use session::event::{Heard, Payload};
use session::message::Reply;
use session::program::{BARE, VERSION};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{MessageEvent, MessagePort, Url, Worker, WorkerOptions};
use worker::envelope;

use crate::{embed, save};

#[wasm_bindgen]
extern "C" {
    /// The compiled program at an address; defined in the document, which fetches the first one before this program is loaded.
    #[wasm_bindgen(js_name = makespanProgram, catch)]
    fn compiled(address: &str) -> Result<js_sys::Promise, JsValue>;

    /// A unique name, where the browser makes one.
    #[wasm_bindgen(js_namespace = crypto, js_name = randomUUID, catch)]
    fn unique() -> Result<String, JsValue>;

    /// Asks for a lock; where there are none, it fails at once or later.
    #[wasm_bindgen(js_namespace = ["navigator", "locks"], js_name = request, catch)]
    fn lock(name: &str, options: &JsValue, granted: &JsValue) -> Result<js_sys::Promise, JsValue>;
}

/// A worker; dropping the handle ends it.
pub(crate) struct WorkerHandle {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(JsValue)>,
    /// Whether the page still wants the worker.
    wanted: Rc<Cell<bool>>,
}

impl WorkerHandle {
    /// A worker on its way, with the program of this name: a laboratory's or [`FILES`](session::program::FILES). It listens from its
    /// [`Reply::Ready`] on.
    ///
    /// # Errors
    /// Where the browser starts no worker, in its words.
    pub(crate) fn new(
        program: &str,
        listener: impl Fn(Heard<JsValue>) + Clone + 'static,
    ) -> Result<Self, String> {
        let bare = if embed::asked() { BARE } else { "" };
        let life = unique().map(|unique| format!("life-{unique} "));
        let life = life.unwrap_or_default();
        let options = WorkerOptions::new();
        options.set_name(&format!("{bare}{life}{program}"));
        let worker = Worker::new_with_options(&address()?, &options)
            .map_err(|error| envelope::words(&error))?;
        let (hear, on_failure) = (listener.clone(), listener.clone());
        let wanted = Rc::new(Cell::new(true));
        let still = wanted.clone();
        let on_message = Closure::new(move |event: MessageEvent| {
            let data = event.data();
            let reply = envelope::unpack::<Reply>(&data);
            let beside = reply
                .as_ref()
                .map_or(Payload::Nothing, |reply| payload(reply, &data));
            if matches!(reply, Ok(Reply::Ready { .. })) && !life.is_empty() {
                let (hear, still) = (hear.clone(), still.clone());
                spawn_local(watch(life.trim_end().to_owned(), move || {
                    if still.get() {
                        hear(Heard::Broken(None));
                    }
                }));
            }
            hear(Heard::of(reply, beside));
        });
        let on_error = Closure::new(move |event: JsValue| {
            let message = Reflect::get(&event, &"message".into());
            listener(Heard::Broken(
                message.ok().and_then(|message| message.as_string()),
            ));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let program = compiled(&format!("makespan-worker-{program}_bg.wasm?v={VERSION}"))
            .map_err(|error| envelope::words(&error))?;
        spawn_local(hand_over(program, worker.clone(), on_failure));
        Ok(Self {
            worker,
            _on_message: on_message,
            _on_error: on_error,
            wanted,
        })
    }

    /// Posts a request, with the columns of a schedule beside it.
    pub(crate) fn post_columns<'a, M: Serialize>(
        &self,
        request: &M,
        columns: impl IntoIterator<Item = Columns<'a>>,
    ) {
        let envelope = envelope::pack(request);
        let buffers = columns
            .into_iter()
            .fold(js_sys::Array::new(), |buffers, columns| {
                buffers.concat(&envelope::enclose(&envelope, columns))
            });
        let _ = self.worker.post_message_with_transfer(&envelope, &buffers);
    }

    /// Posts a request, with files or bytes beside it; bytes that are `moved` change hands.
    pub(crate) fn post<M: Serialize>(&self, request: &M, beside: &[JsValue], moved: bool) {
        let envelope = envelope::pack(request);
        let buffers = Array::new();
        for one in beside {
            envelope.push(one);
            if let Some(bytes) = one.dyn_ref::<Uint8Array>().filter(|_| moved) {
                buffers.push(&bytes.buffer());
            }
            if one.has_type::<MessagePort>() {
                buffers.push(one);
            }
        }
        // Posting fails only for values that cannot be cloned; texts, bytes and files can.
        let _ = self.worker.post_message_with_transfer(&envelope, &buffers);
    }
}

/// Sends a worker its program, once that is compiled.
async fn hand_over(program: js_sys::Promise, worker: Worker, on_failure: impl Fn(Heard<JsValue>)) {
    let sent = match JsFuture::from(program).await {
        Ok(program) => worker.post_message(&program),
        Err(error) => Err(error),
    };
    // Nobody waits for a worker that was ended meanwhile.
    if let (Err(error), Some(_)) = (sent, worker.onmessage()) {
        let why = envelope::words(&error);
        on_failure(Heard::Broken(Some(format!(
            "its program could not be loaded ({why})"
        ))));
    }
}

/// Waits for the end of a worker that listens: from then on no other holds its lock. That also reports a worker that a browser out of
/// memory ends without an event, and a worker that computes and cannot answer.
async fn watch(life: String, ended: impl FnOnce() + 'static) {
    let ask = async |if_available: bool, granted: JsValue| {
        let options = Object::new();
        Reflect::set(&options, &"ifAvailable".into(), &if_available.into())?;
        JsFuture::from(lock(&life, &options, &granted)?).await
    };
    // Where the worker holds no lock, its end stays unknown.
    let held = Rc::new(Cell::new(false));
    let found = held.clone();
    let look = Closure::once_into_js(move |lock: JsValue| found.set(lock.is_null()));
    if ask(true, look).await.is_ok() && held.get() {
        let _ = ask(false, Closure::once_into_js(ended)).await;
    }
}

/// The payload beside a reply.
fn payload(reply: &Reply, data: &JsValue) -> Payload<JsValue> {
    let one = data
        .dyn_ref::<Array>()
        .map_or(JsValue::UNDEFINED, |envelope| envelope.get(1));
    match reply {
        Reply::Done { .. } => {
            let columns = (0..).map_while(|nth| envelope::columns(data, nth));
            Payload::Schedules(columns.collect())
        }
        Reply::Measured { .. } => match one.dyn_into::<Float64Array>() {
            Ok(numbers) => Payload::Numbers(numbers.to_vec()),
            Err(_) => Payload::Nothing,
        },
        _ if one.is_undefined() => Payload::Nothing,
        _ => Payload::One(one),
    }
}

/// The address of the script that starts a worker's program: relative to the page, so that it works under any path.
///
/// A sealed page (a frame with `sandbox` and without `allow-same-origin`) has an origin of its own. No file has that
/// origin, but a blob of the page has: the blob fetches the program.
fn address() -> Result<String, String> {
    thread_local! {
        static SEALED: OnceCell<String> = const { OnceCell::new() };
    }
    let (loader, search) = ("makespan-worker_loader.js", format!("?v={VERSION}"));
    if window().origin() != "null" {
        return Ok(format!("./{loader}{search}"));
    }
    SEALED.with(|sealed| {
        if let Some(address) = sealed.get() {
            return Ok(address.clone());
        }
        let words = |error| envelope::words(&error);
        let base = document().base_uri().map_err(words)?.unwrap_or_default();
        let base = Url::new_with_base(".", &base).map_err(words)?.href();
        let told = json!({"base": base, "search": search});
        let script =
            format!("self.makespan={told};importScripts(makespan.base+\"{loader}{search}\");");
        let blob = save::blob("text/javascript", &script.as_bytes().into());
        let blob = blob.ok_or("this browser makes no blob")?;
        let address = Url::create_object_url_with_blob(&blob).map_err(words)?;
        Ok(sealed.get_or_init(|| address).clone())
    })
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.wanted.set(false);
        self.worker.terminate();
    }
}
