//! A door for `cargo xtask bench gantt`: the Gantt view by itself, with a schedule that a script
//! hands over as the worker does. Only builds with the feature `bench` have it.

use std::rc::Rc;

use schedule::{Header, Schedule};
use wasm_bindgen::prelude::*;
use worker::envelope;
use yew::prelude::*;

use crate::gantt::Gantt;

/// The fragment of the address that opens this door.
pub(crate) const FRAGMENT: &str = "#bench";

#[derive(Clone, Properties)]
struct Props {
    schedule: Rc<Schedule>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.schedule, &other.schedule)
    }
}

#[component]
fn Bench(props: &Props) -> Html {
    html! {
        <section class="card schedule" aria-label="Schedule">
            <Gantt schedule={props.schedule.clone()} title="Schedule" stem="makespan-bench" caption="A synthetic schedule" />
        </section>
    }
}

/// Gives the script two names: `mount`, which takes an envelope (an array of the header as JSON and
/// the columns of spans and links) and shows it, and `memory`, the memory of this program.
pub(crate) fn open() {
    let mount = Closure::<dyn FnMut(JsValue) -> Result<(), JsError>>::new(|given: JsValue| {
        let (header, columns) = envelope::unpack::<Header>(&given)
            .ok()
            .zip(envelope::columns(&given, 0))
            .ok_or_else(|| JsError::new("not a header and its columns"))?;
        drop(given);
        let schedule = Schedule::from_columns(header, columns)?;
        let root = gloo::utils::document()
            .get_element_by_id("app")
            .ok_or_else(|| JsError::new("no place for it"))?;
        let schedule = Rc::new(schedule);
        yew::Renderer::<Bench>::with_root_and_props(root, Props { schedule }).render();
        Ok(())
    });
    for (name, value) in [
        ("memory", wasm_bindgen::memory()),
        ("mount", mount.into_js_value()),
    ] {
        let _ = js_sys::Reflect::set(&js_sys::global(), &JsValue::from_str(name), &value);
    }
}
