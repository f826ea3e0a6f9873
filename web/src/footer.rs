//! The line below the result: fingerprint, seed and time.

use std::rc::Rc;

use report::figure::Unit;
use report::number::with_unit;
use yew::prelude::*;

use session::outcome::Outcome;

/// The line below the result.
pub(crate) fn view(outcome: Option<&Rc<Outcome>>) -> Html {
    html! {
        <footer class="bottom">
            if let Some(outcome) = outcome {
                <dl>
                    <div><dt>{ "Fingerprint" }</dt><dd><code id="fingerprint">{ &outcome.fingerprint }</code></dd></div>
                    <div><dt>{ "Seed" }</dt><dd><code id="seed">{ outcome.seed }</code></dd></div>
                    <div><dt>{ "Computed in" }</dt><dd>{ with_unit(outcome.took.max(1.0), Unit::Milliseconds, None) }</dd></div>
                </dl>
            }
            <p>{ "The same link gives the same fingerprint on every machine. Your files stay on this device. " }<a href="docs/licences.html">{ "Licences" }</a>{ " · " }<a href="docs/benchmarks.html">{ "Measurements" }</a></p>
        </footer>
    }
}
