//! The worker that reads and writes files, keeps traces, and measures the device.

use js_sys::Array;
use session::library::Trouble;
use session::message::{Order, Reply};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::File;

use crate::files::{Files, library};
use crate::server::{deliver, post};
use crate::{envelope, exchange, export, measure, notebook, store};

/// Carries out orders. Clones share the same files.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileWorker {
    files: Files,
}

impl FileWorker {
    /// Carries out an order of the page.
    pub(crate) async fn answer(&self, order: Order, envelope: &JsValue) {
        let file = || beside(envelope);
        match order {
            Order::Read {
                scenario,
                said,
                when,
            } => exchange::read(&self.files, file(), &scenario, &said, when).await,
            Order::Use {
                digest,
                name,
                scenario,
            } => exchange::reuse(&self.files, &digest, &name, &scenario).await,
            Order::Open => exchange::open(&self.files, file()).await,
            Order::Supply { digest } => self.files.offer(digest, envelope),
            Order::Write(what) => exchange::write(&self.files, what, file()).await,
            Order::Keep => exchange::keep(&self.files, file()).await,
            Order::Export { header, form } => {
                let answer = envelope::pack(&Reply::Exported);
                if let Some(file) = export::write(*header, &form, envelope) {
                    answer.push(&file);
                }
                deliver(&answer, &Array::new());
            }
            Order::List => post_library(Ok(())).await,
            Order::Rename { digest, name } => {
                post_library(store::rename(&digest, &name).await).await;
            }
            Order::Delete { digest } => post_library(store::delete(&digest).await).await,
            Order::KeepRun { digest, kept, over } => {
                post_kept(store::keep_run(&digest, &kept, over).await);
            }
            Order::ForgetRun { digest, most } => {
                post_kept(store::forget_run(&digest, most).await);
            }
            Order::Notebook(question) => {
                let answer = notebook::answer(question).await;
                deliver(&envelope::pack(&answer), &Array::new());
            }
            Order::Calibrate { job_ms } => measure::answer_calibrate(job_ms),
            Order::Prepare { iterations } => measure::answer_prepare(iterations),
            Order::Echo => measure::answer_echo(envelope),
            Order::Ping { messages } => measure::answer_ping(messages, envelope),
            Order::Measure {
                iterations,
                jobs,
                ms,
            } => measure::answer_measure(iterations, jobs, ms),
        }
    }
}

/// Posts the list of kept traces, after a change.
async fn post_library(done: Result<(), Trouble>) {
    let (about, library) = (None, library(done).await);
    post(&Reply::Library { about, library });
}

/// Posts whether a run is kept.
fn post_kept(done: Result<(), Trouble>) {
    post(&Reply::RunKept {
        trouble: done.err(),
    });
}

/// The file beside an order.
fn beside(envelope: &JsValue) -> Result<File, String> {
    let array = envelope.dyn_ref::<Array>();
    let file = array.and_then(|array| array.get(1).dyn_into().ok());
    file.ok_or_else(|| "no file came with the request".into())
}
