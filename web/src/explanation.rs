//! The explanation of a laboratory: question, model, formulas, errors of the document, limits, suggestions. The text
//! is a file of its own, which loads when somebody opens it.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{HtmlDetailsElement, Node, Response};
use yew::prelude::*;

use crate::components::Button;
use crate::markup::passage;

/// Properties of the explanation.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The laboratory's name.
    pub(crate) laboratory: AttrValue,
    /// Its title.
    pub(crate) title: AttrValue,
}

/// The state of the text.
#[derive(Clone, PartialEq)]
enum Text {
    Closed,
    Coming,
    Here(Node),
    Missing,
}

/// The text of a file beside the page.
pub(crate) async fn fetched(address: &str) -> Option<String> {
    let request = gloo::utils::window().fetch_with_str(address);
    let answer = JsFuture::from(request).await.ok()?;
    let answer: Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

/// The explanation, folded until a reader opens it.
#[component]
pub(crate) fn Explanation(props: &Props) -> Html {
    let text = use_state_eq(|| Text::Closed);
    let load = {
        let (text, laboratory) = (text.clone(), props.laboratory.clone());
        Callback::from(move |()| {
            let (text, laboratory) = (text.clone(), laboratory.clone());
            text.set(Text::Coming);
            spawn_local(async move {
                // Relative to the page, so that it works under any path.
                let address = format!("./explanations/{laboratory}.html");
                let words = fetched(&address).await;
                let here = words.and_then(|words| passage(&words, "explanation-text"));
                text.set(here.map_or(Text::Missing, Text::Here));
            });
        })
    };
    let ontoggle = {
        let (text, load) = (text.clone(), load.clone());
        Callback::from(move |event: Event| {
            let open = event
                .target_dyn_into::<HtmlDetailsElement>()
                .is_some_and(|details| details.open());
            if open && matches!(*text, Text::Closed | Text::Missing) {
                load.emit(());
            }
        })
    };
    let content = match &*text {
        Text::Closed | Text::Coming => html! { <div class="explanation-text"><p>{ "…" }</p></div> },
        Text::Here(passage) => Html::VRef(passage.clone()),
        Text::Missing => html! {
            <div class="explanation-text">
                <p>{ "The explanation could not be loaded. " }<Button class="link" onclick={load.reform(|_| ())}>{ "Try again" }</Button></p>
            </div>
        },
    };
    html! {
        <details id="explanation" class="card explanation" {ontoggle}>
            <summary>{ "About " }<q>{ props.title.clone() }</q>{ ": question, model, formulas, limits" }</summary>
            { content }
        </details>
    }
}
