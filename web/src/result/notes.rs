//! Notes for a careful reader.

use yew::prelude::*;

/// The notes.
pub(super) fn view(notes: &[String]) -> Html {
    if notes.is_empty() {
        return Html::default();
    }
    html! {
        <section class="card notes">
            <h2>{ "How to read this" }</h2>
            <ul>{ for notes.iter().map(|note| html! { <li>{ note }</li> }) }</ul>
        </section>
    }
}
