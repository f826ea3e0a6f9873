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
    /// What it does in a word more, and by which keys.
    #[prop_or_default]
    pub(crate) title: Option<AttrValue>,
    /// Whether what it shows and hides is shown.
    #[prop_or_default]
    pub(crate) expanded: Option<bool>,
    /// Whether what it switches is on.
    #[prop_or_default]
    pub(crate) pressed: Option<bool>,
    /// The id of what it shows and hides.
    #[prop_or_default]
    pub(crate) controls: Option<AttrValue>,
    /// There is nothing to do for it now; it keeps the focus that it has.
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
