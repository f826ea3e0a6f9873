//! Who reads and writes files, keeps traces, and measures the device.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::File;

use crate::desk::{deliver, post};
use crate::files::{Files, shelf};
use crate::shelf::Trouble;
use crate::{Order, Reply, exchange, export, measure, parcel, store};

/// Where orders arrive. Clones are the same clerk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clerk {
    files: Files,
}

impl Clerk {
    /// Works off what the page posted.
    pub(crate) async fn answer(&self, order: Order, parcel: &JsValue) {
        let file = || beside(parcel);
        match order {
            Order::Read { scenario } => exchange::read(&self.files, file(), &scenario).await,
            Order::Use {
                digest,
                name,
                scenario,
            } => exchange::reuse(&self.files, &digest, &name, &scenario).await,
            Order::Open => exchange::open(&self.files, file()).await,
            Order::Supply { digest } => self.files.offer(digest, parcel),
            Order::Write(what) => exchange::write(&self.files, what, file()).await,
            Order::Keep => exchange::keep(&self.files, file()).await,
            Order::Export { header, form } => {
                let answer = parcel::pack(&Reply::Exported);
                if let Some(file) = export::write(*header, &form, parcel) {
                    answer.push(&file);
                }
                deliver(&answer, &Array::new());
            }
            Order::List => post_shelf(Ok(())).await,
            Order::Rename { digest, name } => {
                post_shelf(store::rename(&digest, &name).await).await;
            }
            Order::Delete { digest } => post_shelf(store::delete(&digest).await).await,
            Order::Calibrate { job_ms } => measure::answer_calibrate(job_ms),
            Order::Prepare { iterations } => measure::answer_prepare(iterations),
            Order::Measure {
                iterations,
                jobs,
                ms,
            } => measure::answer_measure(iterations, jobs, ms),
        }
    }
}

/// Says what is kept, after something was done.
async fn post_shelf(done: Result<(), Trouble>) {
    let (about, shelf) = (None, shelf(done).await);
    post(&Reply::Shelf { about, shelf });
}

/// The file beside an order.
fn beside(parcel: &JsValue) -> Result<File, String> {
    let array = parcel.dyn_ref::<Array>();
    let file = array.and_then(|array| array.get(1).dyn_into().ok());
    file.ok_or_else(|| "no file came with the request".into())
}
