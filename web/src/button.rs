//! A button.

use yew::prelude::*;

/// What a button needs.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// Its words.
    pub(crate) children: Html,
    /// What it does.
    pub(crate) onclick: Callback<MouseEvent>,
    /// How it looks: `primary`, `quiet`, or as others.
    #[prop_or_default]
    pub(crate) class: Classes,
    /// Its name where its words alone do not say enough.
    #[prop_or_default]
    pub(crate) label: Option<AttrValue>,
    /// Its id.
    #[prop_or_default]
    pub(crate) id: Option<AttrValue>,
    /// Keeps its place but is neither seen nor reached.
    #[prop_or_default]
    pub(crate) absent: bool,
}

/// A button.
#[component]
pub(crate) fn Button(props: &Props) -> Html {
    let absent = props.absent.then_some("absent");
    html! {
        <button type="button" class={classes!("button", props.class.clone(), absent)} id={props.id.clone()}
            aria-label={props.label.clone()} onclick={props.onclick.clone()}>
            { props.children.clone() }
        </button>
    }
}
