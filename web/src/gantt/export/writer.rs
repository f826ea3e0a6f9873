//! Files are written by a worker of their own: the page draws on meanwhile, and carries no writers.

use std::cell::OnceCell;
use std::rc::Rc;

use js_sys::Promise;
use schedule::Schedule;
use session::event::Heard;
use session::message::{Form, Order, Reply};
use session::program::FILES;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use crate::worker_handle::WorkerHandle;

/// The schedule as a file; nothing where there is no room for it, or no worker.
pub(crate) async fn write(schedule: &Rc<Schedule>, form: Form) -> Option<Blob> {
    let handle = Rc::new(OnceCell::<WorkerHandle>::new());
    let answer = Promise::new(&mut |resolve, _| {
        let (writer, schedule, form) = (Rc::downgrade(&handle), schedule.clone(), form.clone());
        let end = resolve.clone();
        let started = WorkerHandle::new(FILES, move |heard| match heard {
            Heard::Says(reply, _) if matches!(*reply, Reply::Ready { .. }) => {
                let (header, form) = (schedule.header(), form.clone());
                if let Some(writer) = writer.upgrade().as_deref().and_then(OnceCell::get) {
                    writer.post_columns(
                        &Order::Export {
                            header: Box::new(header),
                            form,
                        },
                        schedule.columns(),
                    );
                }
            }
            Heard::Says(_, answer) => {
                let file = answer.one().unwrap_or_default();
                drop(end.call1(&JsValue::NULL, &file));
            }
            Heard::Outdated | Heard::Unreadable(_) | Heard::Broken(_) => {
                drop(end.call0(&JsValue::NULL));
            }
        });
        match started {
            Ok(writer) => drop(handle.set(writer)),
            Err(_) => drop(resolve.call0(&JsValue::NULL)),
        }
    });
    JsFuture::from(answer).await.ok()?.dyn_into().ok()
}
