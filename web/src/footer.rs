//! What is needed to see the same again.

use std::rc::Rc;

use report::figure::Unit;
use report::number::with_unit;
use yew::prelude::*;

use crate::appearance::Appearance;
use crate::components::Button;
use session::outcome::Outcome;

/// The line below the result.
pub(crate) fn view(outcome: Option<&Rc<Outcome>>, on_more: Option<&Callback<MouseEvent>>) -> Html {
    html! {
        <footer class="bottom">
            if let Some(outcome) = outcome {
                <dl>
                    <div><dt>{ "Fingerprint" }</dt><dd><code id="fingerprint">{ &outcome.fingerprint }</code></dd></div>
                    <div><dt>{ "Seed" }</dt><dd><code id="seed">{ outcome.seed }</code></dd></div>
                    <div><dt>{ "Computed in" }</dt><dd>{ with_unit(outcome.took.max(1.0), Unit::Milliseconds, None) }</dd></div>
                </dl>
            }
            if let Some(on_more) = on_more {
                <Button id="cite" onclick={on_more.clone()}>{ "Cite or share this run" }</Button>
            }
            <Appearance />
            <p>{ "The same link gives the same fingerprint on every machine. Your files stay on this device." }</p>
        </footer>
    }
}
