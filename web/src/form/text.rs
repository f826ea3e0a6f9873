//! Controls for texts: plain, or with an editor of their content.

use parameters::Editor;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::code;
use super::field::Props;
use super::matrix::Cells;
use super::steps::Steps;
use super::timeline::Timeline;
use super::workers::Workers;
use session::action::Action;

/// The fewest lines of the field.
const LEAST: usize = 6;

/// The editor that suits a text; below it the text itself, folded.
pub(crate) fn view(props: &Props, editor: Editor) -> Html {
    let (id, title) = (props.id(""), props.parameter.title);
    let text = props.text.clone().unwrap_or_else(|| props.value.clone());
    let (described_by, set) = (props.described_by(), props.set());
    let leave = {
        let name = props.parameter.name;
        props.act.reform(move |()| Action::Leave(name.to_owned()))
    };
    let pictured = match editor {
        Editor::Table(of) => {
            let may_be_empty = props.parameter.default_value() == "";
            html! { <Workers {of} {id} {title} {text} {described_by} {may_be_empty} {set} {leave} /> }
        }
        Editor::Steps(of) => {
            html! { <Steps {of} {id} {title} {text} {described_by} {set} {leave} /> }
        }
        Editor::Matrix(of) => {
            html! { <Cells {of} {id} {title} {text} {described_by} {set} {leave} /> }
        }
        Editor::Events(of) => {
            html! { <Timeline {of} {id} {title} {text} {described_by} {set} {leave} /> }
        }
        Editor::Strategy(hook) => return code::view(props, hook, lines(props, title.to_owned())),
        Editor::Plain => return lines(props, props.parameter.title.to_owned()),
    };
    html! {
        <>
            { pictured }
            <details class="rare">
                <summary>{ "As text" }<span class="unseen">{ format!(": {}", props.parameter.title) }</span></summary>
                { lines(props, format!("{} as text", props.parameter.title)) }
            </details>
        </>
    }
}

/// A label and a field of several lines.
fn lines(props: &Props, title: String) -> Html {
    let set = props.set();
    let oninput = Callback::from(move |event: InputEvent| {
        if let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() {
            set.emit(area.value());
        }
    });
    let onblur = {
        let name = props.parameter.name;
        props.act.reform(move |_| Action::Leave(name.to_owned()))
    };
    let text = props.text.clone().unwrap_or_else(|| props.value.clone());
    let rows = (text.matches('\n').count() + 1).max(LEAST);
    html! {
        <>
            <label class={classes!("title", props.quiet_label.then_some("unseen"))} for={props.id("text")}>
                { title }
            </label>
            <textarea id={props.id("text")} class="lines" rows={rows.to_string()} value={text} spellcheck="false" wrap="off"
                aria-invalid={props.invalid()} aria-describedby={props.described_by()} {oninput} {onblur} />
        </>
    }
}
