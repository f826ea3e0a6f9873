//! A button.

use yew::prelude::*;

/// Properties of a button.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// Its words.
    pub(crate) children: Html,
    /// Its action.
    pub(crate) onclick: Callback<MouseEvent>,
    /// Its look: `primary`, `quiet`, or the usual one.
    #[prop_or_default]
    pub(crate) class: Classes,
    /// Its name where its words alone are not clear.
    #[prop_or_default]
    pub(crate) label: Option<AttrValue>,
    /// Its id.
    #[prop_or_default]
    pub(crate) id: Option<AttrValue>,
    /// A longer description, and its keys.
    #[prop_or_default]
    pub(crate) title: Option<AttrValue>,
    /// Whether the controlled element is shown.
    #[prop_or_default]
    pub(crate) expanded: Option<bool>,
    /// Whether the switch is on.
    #[prop_or_default]
    pub(crate) pressed: Option<bool>,
    /// The id of the controlled element.
    #[prop_or_default]
    pub(crate) controls: Option<AttrValue>,
    /// A press has no effect now; the button keeps the focus that it has.
    #[prop_or_default]
    pub(crate) idle: bool,
    /// Keeps its place but is neither seen nor reached.
    #[prop_or_default]
    pub(crate) absent: bool,
}

/// A button.
#[component]
pub(crate) fn Button(props: &Props) -> Html {
    let absent = props.absent.then_some("absent");
    let onclick = if props.idle {
        Callback::noop()
    } else {
        props.onclick.clone()
    };
    html! {
        <button type="button" class={classes!("button", props.class.clone(), absent)} id={props.id.clone()}
            aria-label={props.label.clone()} title={props.title.clone()} aria-disabled={props.idle.then_some("true")}
            aria-expanded={props.expanded.map(|expanded| expanded.to_string())} aria-controls={props.controls.clone()}
            aria-pressed={props.pressed.map(|pressed| pressed.to_string())} {onclick}>
            { props.children.clone() }
        </button>
    }
}
