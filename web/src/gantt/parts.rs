//! The elements around the canvas: legend, tooltip and help.

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::document;
use schedule::{LinkKind, Relation, Schedule};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::chart::Tip;
use super::frame::SWATCH;
use super::keys::{FINGERS, GESTURES, HELP};
use crate::appearance::touch;

/// The distance of the tooltip from the pointer or span, and from the edges of the browser window.
const AWAY: f64 = 14.0;
const EDGE: f64 = 8.0;
/// The substitute for the window's height within another page.
const FRAME: f64 = 640.0;

/// The height that the lanes share with the rest of the page, in CSS pixels: the browser window's. A frame that grows
/// with its content has no such height.
pub(super) fn window_height() -> f64 {
    if crate::embed::asked() {
        return FRAME;
    }
    let height = web_sys::window().and_then(|window| window.inner_height().ok());
    height.and_then(|height| height.as_f64()).unwrap_or(800.0)
}

#[derive(Clone, Properties)]
pub(super) struct LegendProps {
    pub(super) schedule: Rc<Schedule>,
    /// The list, whose samples the chart draws.
    pub(super) list: NodeRef,
}

impl PartialEq for LegendProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.schedule, &other.schedule)
    }
}

/// The phases that occur, each with a sample.
#[component]
pub(super) fn Legend(props: &LegendProps) -> Html {
    let mut occurs = [false; 256];
    for &phase in props.schedule.columns().phase {
        if let Some(occurs) = occurs.get_mut(usize::from(phase)) {
            *occurs = true;
        }
    }
    let phases = props
        .schedule
        .phases()
        .iter()
        .enumerate()
        .zip(occurs)
        .filter(|(_, occurs)| *occurs);
    let size = AttrValue::from(format!("width:{}px;height:{}px", SWATCH.0, SWATCH.1));
    let entry = |(phase, name): (usize, &str)| {
        html! {
            <li key={format!("{phase} {name}")}>
                <canvas data-phase={phase.to_string()} style={size.clone()} aria-hidden="true" />
                { name }
            </li>
        }
    };
    let links = props.schedule.links();
    let distances = (0_u8..)
        .zip(props.schedule.link_kinds())
        .filter(|(_, kind)| kind.relation == Relation::Distance)
        .filter(|(number, _)| links.kind.contains(number));
    let distance = |(_, kind): (u8, &LinkKind)| {
        html! {
            <li key={kind.name.clone()}>
                <svg width="16" height="11" aria-hidden="true">
                    <path d="M1.5 3v5M1.5 5.5h13M14.5 3v5" stroke="currentColor" fill="none" />
                </svg>
                { &kind.name }
            </li>
        }
    };
    html! {
        <ul ref={props.list.clone()} class="gantt-legend" aria-label="Phases">
            { for phases.map(|((number, phase), _)| entry((number, &phase.name))) }
            { for distances.map(distance) }
        </ul>
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(super) struct TooltipProps {
    pub(super) tip: Option<Tip>,
}

/// A span's figures beside it, within the browser window. A screen reader tells them when the span
/// is selected.
#[component]
pub(super) fn Tooltip(props: &TooltipProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(props.tip.clone(), move |tip| {
            if let (Some(tip), Some(element)) = (tip, node.cast::<HtmlElement>()) {
                place(&element, tip.x, tip.y);
            }
        });
    }
    let Some(Tip { figures, .. }) = &props.tip else {
        return html! { <div ref={node} class="gantt-tip" hidden=true /> };
    };
    let row = |name: &str, value: &str| html! { <><dt>{ name }</dt><dd>{ value }</dd></> };
    html! {
        <div ref={node} class="gantt-tip" aria-hidden="true">
            <p><b>{ &figures.phase }</b>{ " on " }{ &figures.lane }</p>
            <dl>
                { for figures.job.iter().map(|job| row("job", job)) }
                { row("start", &figures.start) }
                { row("end", &figures.end) }
                { row("duration", &figures.duration) }
                { for figures.distances.iter().map(|(name, length)| row(name, length)) }
            </dl>
        </div>
    }
}

/// Puts an element right below a place, or left of or above it where there is no room.
fn place(element: &HtmlElement, x: f64, y: f64) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let side = |length: Result<wasm_bindgen::JsValue, _>| {
        length
            .ok()
            .and_then(|length| length.as_f64())
            .unwrap_or(0.0)
    };
    let (width, height) = (side(window.inner_width()), side(window.inner_height()));
    let at = |place: f64, size: f64, room: f64| {
        let place = if place + AWAY + size + EDGE > room {
            place - AWAY - size
        } else {
            place + AWAY
        };
        place.min(room - size - EDGE).max(EDGE)
    };
    let size = element.get_bounding_client_rect();
    let (left, top) = (at(x, size.width(), width), at(y, size.height(), height));
    let _ = element.style().set_property("left", &format!("{left}px"));
    let _ = element.style().set_property("top", &format!("{top}px"));
}

#[derive(Clone, PartialEq, Properties)]
pub(super) struct HelpProps {
    pub(super) id: String,
    pub(super) open: bool,
    pub(super) close: Callback<()>,
}

/// Gives the focus to the button that shows and hides an element.
pub(super) fn focus_button_of(id: &str) {
    let button = document().query_selector(&format!("[aria-controls=\"{id}\"]"));
    let button = button
        .ok()
        .flatten()
        .and_then(|button| button.dyn_into::<HtmlElement>().ok());
    if let Some(button) = button {
        let _ = button.focus();
    }
}

/// Whether an event happens outside the help and its button.
fn leaves(id: &str, event: &Event) -> bool {
    let own = format!("#{id}, [aria-controls=\"{id}\"]");
    let target = event.target_dyn_into::<Element>();
    target.is_some_and(|target| target.closest(&own).is_ok_and(|within| within.is_none()))
}

/// The help on keys and pointer. It closes with Escape, or when another element is used.
#[component]
pub(super) fn Help(props: &HelpProps) -> Html {
    {
        let (id, close) = (props.id.clone(), props.close.clone());
        use_effect_with(props.open, move |open| {
            let listeners = open.then(|| {
                ["pointerdown", "focusin"].map(|kind| {
                    let (id, close) = (id.clone(), close.clone());
                    EventListener::new(&document(), kind, move |event| {
                        if leaves(&id, event) {
                            close.emit(());
                        }
                    })
                })
            });
            move || drop(listeners)
        });
    }
    let rows = |pairs: &[(&'static str, &'static str)]| -> Html {
        pairs
            .iter()
            .map(|(keys, does)| html! { <><dt>{ *keys }</dt><dd>{ *does }</dd></> })
            .collect()
    };
    html! {
        <div id={props.id.clone()} class="gantt-help" hidden={!props.open}>
            if touch() {
                <h3>{ "Fingers" }</h3>
                <dl>{ rows(&FINGERS) }</dl>
            } else {
                <h3>{ "Pointer" }</h3>
                <dl>{ rows(&GESTURES) }</dl>
            }
            <h3>{ "Keys, while the schedule has the focus" }</h3>
            <dl>{ rows(&HELP) }</dl>
        </div>
    }
}
