//! Schedules as files.

use std::io::Write as _;

use schedule::{Header, Schedule, csv, svg, trace_events};
use session::message::Form;
use wasm_bindgen::JsValue;
use web_sys::Blob;

use crate::envelope;
use crate::parts::Parts;

/// Writes the schedule whose columns a request brought; nothing where there is no room for it.
pub(crate) fn write(header: Header, form: &Form, request: &JsValue) -> Option<Blob> {
    let schedule = Schedule::from_columns(header, envelope::columns(request, 0)?).ok()?;
    let mut parts = Parts::default();
    match form {
        Form::Svg(options) => parts.write_all(svg::render(&schedule, options).as_bytes()),
        Form::Pair(header, [one, other], options) => {
            let with = Schedule::from_columns((**header).clone(), envelope::columns(request, 1)?);
            let with = with.ok()?;
            let world = |title, schedule| svg::World { title, schedule };
            let figure = svg::pair([world(one, &schedule), world(other, &with)], options);
            parts.write_all(figure.as_bytes())
        }
        Form::Csv(window) => csv::write(&schedule, *window, &mut parts),
        Form::TraceEvents(window, title) => {
            trace_events::write(&schedule, *window, title, &mut parts)
        }
    }
    .ok()?;
    parts.blob(form.media_type())
}
