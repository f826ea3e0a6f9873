//! A list that unfolds.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// What a list needs.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// Its id.
    pub(crate) id: AttrValue,
    /// The value that is chosen.
    pub(crate) value: AttrValue,
    /// What it is where it is none of the choices; it cannot be chosen again.
    pub(crate) otherwise: AttrValue,
    /// Values and their names for people.
    pub(crate) choices: Vec<(AttrValue, AttrValue)>,
    /// Of these, those that cannot be chosen now.
    #[prop_or_default]
    pub(crate) refused: Vec<AttrValue>,
    /// The ids of what describes it.
    pub(crate) described_by: AttrValue,
    /// Whether it is marked as wrong.
    #[prop_or_default]
    pub(crate) invalid: Option<AttrValue>,
    /// Gets the value that was chosen.
    pub(crate) on_choose: Callback<String>,
}

/// A list that unfolds.
#[component]
pub(crate) fn Select(props: &Props) -> Html {
    let select = use_node_ref();
    let known = props.choices.iter().any(|(value, _)| *value == props.value);
    let shown = if known {
        props.value.clone()
    } else {
        AttrValue::default()
    };
    // What is chosen is not in the document: the element keeps it, and a person may have changed it since.
    use_effect_with(
        (select.clone(), shown, props.choices.len()),
        |(select, shown, _)| {
            if let Some(select) = select.cast::<HtmlSelectElement>() {
                select.set_value(shown);
            }
        },
    );
    let onchange = props.on_choose.reform(|event: Event| {
        event
            .target_dyn_into::<HtmlSelectElement>()
            .map(|select| select.value())
            .unwrap_or_default()
    });
    html! {
        <select ref={select} class="select" id={props.id.clone()} aria-describedby={Some(props.described_by.clone()).filter(|ids| !ids.is_empty())}
            aria-invalid={props.invalid.clone()} {onchange}>
            if !known {
                <option key="" value="" disabled=true>{ &props.otherwise }</option>
            }
            { for props.choices.iter().map(|(value, name)| html! {
                <option key={value.to_string()} value={value} disabled={props.refused.contains(value)}>{ name }</option>
            }) }
        </select>
    }
}
