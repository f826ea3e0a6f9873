//! Figures of merit.

use report::Figure;
use yew::prelude::*;

/// A strip of figures, each with its uncertainty and its reference.
pub(crate) fn view(figures: &[Figure]) -> Html {
    html! {
        <dl class="merit">
            { for figures.iter().map(|figure| html! {
                <div key={figure.key.clone()} data-key={figure.key.clone()}>
                    <dt>{ &figure.name }</dt>
                    <dd>
                        <span class="value">{ figure.text() }</span>
                        if let Some(half) = figure.uncertainty_text() {
                            { " " }<small title="95 % confidence interval">{ half }</small>
                        }
                        if let Some(beside) = &figure.beside {
                            { " " }<small>{ beside }</small>
                        }
                    </dd>
                </div>
            }) }
        </dl>
    }
}
