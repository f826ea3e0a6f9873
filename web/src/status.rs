//! Where the newest run is: under way, or without a result.

use web_sys::FileList;
use yew::prelude::*;

use crate::components::Button;
use crate::traces::{ACCEPT, Picker};
use session::notice::Tone;
use session::outcome::Phase;
use session::state::State;
use session::status::about;

/// What can be done about a run without a result.
pub(crate) struct Ways {
    /// Run the same once more.
    pub(crate) again: Callback<MouseEvent>,
    /// Go on with a run that was paused.
    pub(crate) resume: Callback<MouseEvent>,
    /// Run it with a fresh worker.
    pub(crate) restart: Callback<MouseEvent>,
    /// Copy the link.
    pub(crate) share: Callback<MouseEvent>,
    /// Load the page again.
    pub(crate) reload: Callback<MouseEvent>,
    /// Gets the files.
    pub(crate) on_files: Callback<Option<FileList>>,
}

/// How much of a run is done that takes long.
pub(crate) fn progress(state: &State) -> Option<f64> {
    match state.phase {
        Phase::Running { slow: true, done } => Some(done),
        _ => None,
    }
}

/// The card that says why there is no result, and what to do.
pub(crate) fn card(state: &State, ways: &Ways) -> Html {
    let Some((tone, title, text)) = about(state) else {
        return Html::default();
    };
    let button = |words: &'static str, way: &Callback<MouseEvent>, primary: bool| {
        html! { <Button class={classes!(primary.then_some("primary"))} onclick={way.clone()}>{ words }</Button> }
    };
    let actions = match &state.phase {
        Phase::Asking(_) => button("Run it", &ways.again, true),
        Phase::Cancelled if !state.ran.is_empty() => button("Go on", &ways.again, true),
        Phase::Cancelled | Phase::Failed(_) => button("Run again", &ways.again, true),
        Phase::Paused { .. } => html! {
            <>
                <Button id="resume" class="primary" onclick={ways.resume.clone()}>{ "Resume" }</Button>
                { button("Start again", &ways.again, false) }
            </>
        },
        Phase::Stopped(_) => html! {
            <>{ button("Restart", &ways.restart, true) }{ button("Copy link", &ways.share, false) }</>
        },
        Phase::Outdated => button("Load again", &ways.reload, true),
        Phase::FileNeeded(_) => html! {
            <Picker words={html! { "Open the file" }} id="open-needed" class={classes!("primary")} accept={ACCEPT}
                on_files={ways.on_files.clone()} />
        },
        _ => Html::default(),
    };
    let text = match (&state.phase, &state.result) {
        (Phase::Cancelled, None) => String::new(),
        _ => text,
    };
    let role = match (&state.phase, tone) {
        // It is announced, and the focus goes there.
        (Phase::Paused { .. }, _) => None,
        (_, Tone::Bad) => Some("alert"),
        (_, Tone::Good) => Some("status"),
    };
    html! {
        <section class={classes!("status", tone.class())} id="status" {role}>
            if state.result.is_none() {
                <h1>{ title }</h1>
            } else {
                <p class="status-title">{ title }</p>
            }
            <p>{ text }</p>
            <div class="row">{ actions }</div>
        </section>
    }
}

/// What a screen reader is told when a run ends or is paused.
pub(crate) fn announcement(state: &State) -> String {
    match (&state.phase, &state.result) {
        (Phase::Paused { .. }, _) => about(state).map_or(String::new(), |(_, title, _)| title),
        (Phase::Done, Some(result)) => result.report.headline.clone(),
        _ => String::new(),
    }
}
