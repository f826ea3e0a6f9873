//! The moment that goes through the visible part, while it plays.

use gloo::timers::callback::Interval;
use gloo::utils::window;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The duration of playing the visible part, and of one step, ms.
const PLAYED: f64 = 9_000.0;
const STEP: u32 = 40;

/// Moves `at` up to `length` while it plays and the plot is in sight.
#[hook]
pub(super) fn use_play(
    playing: &UseStateHandle<bool>,
    at: &UseStateHandle<Option<f64>>,
    plot: &NodeRef,
    length: f64,
) {
    let on = **playing;
    let (at, playing, plot) = (at.clone(), playing.clone(), plot.clone());
    use_effect_with(on, move |on| {
        let begin = at.filter(|at| *at < length).unwrap_or(0.0);
        let ticks = std::cell::Cell::new(0_u32);
        let interval = on.then(|| {
            Interval::new(STEP, move || {
                // Playing stops out of sight.
                if !plot
                    .cast::<HtmlElement>()
                    .is_some_and(|plot| in_view(&plot))
                {
                    return playing.set(false);
                }
                ticks.set(ticks.get() + 1);
                let now = begin + f64::from(ticks.get() * STEP) / PLAYED * length;
                at.set(Some(now.min(length)));
                if now >= length {
                    playing.set(false);
                }
            })
        });
        move || drop(interval)
    });
}

/// Whether a part of an element is in the browser's window.
fn in_view(element: &HtmlElement) -> bool {
    let edges = element.get_bounding_client_rect();
    let height = window()
        .inner_height()
        .ok()
        .and_then(|height| height.as_f64());
    edges.bottom() > 0.0 && edges.top() < height.unwrap_or(0.0)
}
