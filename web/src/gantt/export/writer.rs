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
    write_all(vec![schedule.clone()], form).await
}

/// Schedules as one file.
pub(super) async fn write_all(schedules: Vec<Rc<Schedule>>, form: Form) -> Option<Blob> {
    let handle = Rc::new(OnceCell::<WorkerHandle>::new());
    let answer = Promise::new(&mut |resolve, _| {
        let (writer, schedules, form) = (Rc::downgrade(&handle), schedules.clone(), form.clone());
        let end = resolve.clone();
        let started = WorkerHandle::new(FILES, move |heard| match heard {
            Heard::Says(reply, _) if matches!(*reply, Reply::Ready { .. }) => {
                let first = schedules.first().map(|schedule| schedule.header());
                let writer = writer.upgrade();
                let writer = writer.as_deref().and_then(OnceCell::get);
                if let (Some(header), Some(writer)) = (first, writer) {
                    writer.post_columns(
                        &Order::Export {
                            header: Box::new(header),
                            form: form.clone(),
                        },
                        schedules.iter().map(|schedule| schedule.columns()),
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
