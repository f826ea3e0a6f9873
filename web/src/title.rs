//! The title of the browser's window.

use gloo::utils::document;
use session::outcome::Phase;
use session::state::State;
use yew::prelude::*;

/// Names the finding of each finished run in the title; returns the finding.
#[hook]
pub(crate) fn use_title(state: &State) -> Option<AttrValue> {
    let result = state.result.as_ref();
    let headline = result
        .filter(|_| state.phase == Phase::Done)
        .map(|result| AttrValue::from(result.report.headline.clone()));
    use_effect_with(headline.clone(), |headline| {
        if let Some(headline) = headline {
            document().set_title(&format!("{headline} – Makespan"));
        }
    });
    headline
}
