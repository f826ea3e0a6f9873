//! A button and the panel that it opens.

use gloo::events::EventListener;
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};
use yew::prelude::*;

use super::{Button, unique};

/// Properties of a panel.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The words on its button, and its name.
    pub(crate) name: AttrValue,
    /// The class that tells it from other panels.
    pub(crate) class: Classes,
    /// Its content; rendered while it is open.
    pub(crate) children: Html,
}

/// A button and the panel that it opens, whose first control then has the focus. The panel stays open while other
/// elements are used, closes with Escape or when another panel gets the focus, and gives the focus back.
#[component]
pub(crate) fn Panel(props: &Props) -> Html {
    let open = use_state(|| false);
    let whole = use_node_ref();
    let id = use_memo((), |()| unique("panel"));
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    {
        let (whole, set) = (whole.clone(), open.setter());
        use_effect_with(*open, move |open| {
            let listener = open.then(|| {
                focus(&whole, ".panel :is(input, select, button)");
                EventListener::new(&document(), "focusin", move |event| {
                    if in_another(&whole, event) {
                        set.set(false);
                    }
                })
            });
            move || drop(listener)
        });
    }
    let onkeydown = {
        let (open, whole) = (open.clone(), whole.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" && *open {
                event.stop_propagation();
                open.set(false);
                focus(&whole, ".button");
            }
        })
    };
    html! {
        <div ref={whole} class={classes!("panelled", props.class.clone())} {onkeydown}>
            <Button expanded={*open} controls={open.then(|| AttrValue::from(id.to_string()))} onclick={toggle}>{ props.name.clone() }</Button>
            if *open {
                <div id={id.to_string()} class="panel" role="group" aria-label={props.name.clone()}>{ props.children.clone() }</div>
            }
        </div>
    }
}

/// Gives the focus to the first element that matches the selector.
fn focus(whole: &NodeRef, selector: &str) {
    let element = whole
        .cast::<Element>()
        .and_then(|whole| whole.query_selector(selector).ok().flatten());
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Whether an event happens in a panel other than this one.
fn in_another(whole: &NodeRef, event: &Event) -> bool {
    let panel = event
        .target_dyn_into::<Element>()
        .and_then(|target| target.closest(".panelled").ok().flatten());
    panel.is_some() && panel != whole.cast::<Element>()
}
