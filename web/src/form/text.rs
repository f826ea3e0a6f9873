//! Controls for texts.

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::field::Props;
use crate::state::Action;

/// A label and a field of several lines.
pub(crate) fn view(props: &Props) -> Html {
    let set = props.set();
    let oninput = Callback::from(move |event: InputEvent| {
        if let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() {
            set.emit(area.value());
        }
    });
    let onblur = {
        let name = props.parameter.name.clone();
        props.act.reform(move |_| Action::Leave(name.clone()))
    };
    let text = props.text.clone().unwrap_or_else(|| props.value.clone());
    html! {
        <>
            <label class={classes!("title", props.quiet_label.then_some("unseen"))} for={props.id("")}>
                { &props.parameter.title }
            </label>
            <textarea id={props.id("")} class="lines" rows="5" value={text} spellcheck="false" wrap="off"
                aria-invalid={props.invalid()} aria-describedby={props.described_by()} {oninput} {onblur} />
        </>
    }
}
