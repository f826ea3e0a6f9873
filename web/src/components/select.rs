//! A list that unfolds.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Properties of a list.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// Its id.
    pub(crate) id: AttrValue,
    /// The chosen value.
    pub(crate) value: AttrValue,
    /// The shown text where the value is none of the choices; it cannot be chosen again.
    pub(crate) otherwise: AttrValue,
    /// Values and their names for people.
    pub(crate) choices: Vec<(AttrValue, AttrValue)>,
    /// The choices that are refused now.
    #[prop_or_default]
    pub(crate) refused: Vec<AttrValue>,
    /// The ids of the texts that describe it.
    pub(crate) described_by: AttrValue,
    /// Whether it is marked as wrong.
    #[prop_or_default]
    pub(crate) invalid: Option<AttrValue>,
    /// Receives the chosen value.
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
    // The document does not hold the choice: the element keeps it, and a person may have changed it since.
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
