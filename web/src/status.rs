//! The state of the newest run: under way, or without a result.

use gloo::timers::callback::Timeout;
use web_sys::FileList;
use yew::prelude::*;

use crate::components::Button;
use crate::traces::{ACCEPT, Picker};
use session::notice::Tone;
use session::outcome::Phase;
use session::state::State;
use session::status::about;

/// The callbacks of a run without a result.
pub(crate) struct Ways {
    /// Go on with a run that takes long.
    pub(crate) go_on: Callback<MouseEvent>,
    /// End the run.
    pub(crate) stop: Callback<MouseEvent>,
    /// Run the same once more.
    pub(crate) again: Callback<MouseEvent>,
    /// Go on with a run that was paused.
    pub(crate) resume: Callback<MouseEvent>,
    /// Run it with a fresh worker.
    pub(crate) restart: Callback<MouseEvent>,
    /// Share the scenario.
    pub(crate) share: Callback<MouseEvent>,
    /// Load the page again.
    pub(crate) reload: Callback<MouseEvent>,
    /// Receives the files.
    pub(crate) on_files: Callback<Option<FileList>>,
}

/// The finished share of a slow run.
pub(crate) fn progress(state: &State) -> Option<f64> {
    match state.phase {
        Phase::Running {
            slow: true, done, ..
        } => Some(done),
        _ => None,
    }
}

/// The card with the reason why there is no result, and the next step.
pub(crate) fn card(state: &State, ways: &Ways) -> Html {
    let Some((tone, title, text)) = about(state) else {
        return Html::default();
    };
    let button = |words: &'static str, way: &Callback<MouseEvent>, primary: bool| {
        html! { <Button class={classes!(primary.then_some("primary"))} onclick={way.clone()}>{ words }</Button> }
    };
    let actions = match &state.phase {
        Phase::Running {
            clock: Some(clock), ..
        } if clock.silent => html! {
            <>{ button("Restart", &ways.restart, true) }{ button("Stop", &ways.stop, false) }</>
        },
        phase if asks(phase) => html! {
            <>
                <Button id="go-on" class="primary" onclick={ways.go_on.clone()}>{ "Go on" }</Button>
                { button("Stop", &ways.stop, false) }
            </>
        },
        Phase::OutOfTime(_) if state.ran.is_empty() => {
            button("Run without a limit of time", &ways.again, true)
        }
        Phase::Cancelled | Phase::OutOfTime(_) if !state.ran.is_empty() => {
            button("Go on", &ways.again, true)
        }
        Phase::Cancelled | Phase::Failed(_) => button("Run again", &ways.again, true),
        Phase::Paused { .. } => html! {
            <>
                <Button id="resume" class="primary" onclick={ways.resume.clone()}>{ "Resume" }</Button>
                { button("Start again", &ways.again, false) }
            </>
        },
        Phase::Stopped(_) => html! {
            <>{ button("Restart", &ways.restart, true) }{ button("Share", &ways.share, false) }</>
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
        // The card is announced once, while the clock goes on; or the focus goes there.
        (Phase::Running { .. } | Phase::Paused { .. }, _) => None,
        (_, Tone::Bad) => Some("alert"),
        (_, Tone::Good) => Some("status"),
    };
    let under_way = matches!(state.phase, Phase::Running { .. }).then_some("under-way");
    html! {
        <section class={classes!("status", tone.class(), under_way)} id="status" {role}>
            // While a run goes on, the place of the result has a headline.
            if state.result.is_none() && !state.busy() {
                <h1>{ title }</h1>
            } else {
                <p class="status-title">{ title }</p>
            }
            <p>{ text }</p>
            <div class="row">{ actions }</div>
        </section>
    }
}

/// Whether a run asks if it should go on.
pub(crate) fn asks(phase: &Phase) -> bool {
    matches!(phase, Phase::Running { clock: Some(clock), .. } if clock.asks)
}

fn title(state: &State) -> String {
    about(state).map_or(String::new(), |(_, title, _)| title)
}

/// The time that a headline stands before its announcement, ms: of headlines that pass under a dragged slider, only the last is announced.
const STANDS: u32 = 500;

/// The announcements to a screen reader when a run asks, ends or is paused.
#[derive(PartialEq, Properties)]
struct Said {
    /// The text to announce at once.
    now: String,
    /// The text to announce once it stands.
    headline: String,
}

#[component]
fn Announcement(said: &Said) -> Html {
    let told = use_state_eq(String::new);
    let setter = told.setter();
    use_effect_with(said.headline.clone(), move |headline| {
        setter.set(String::new());
        let headline = headline.clone();
        let standing = Timeout::new(STANDS, move || setter.set(headline));
        move || drop(standing)
    });
    let words = match said.now.is_empty() {
        true => &*told,
        false => &said.now,
    };
    html! { <p class="unseen" role="status">{ words }</p> }
}

/// The place of the announcements about the run.
pub(crate) fn announcement(state: &State) -> Html {
    let (now, headline) = match (&state.phase, &state.result) {
        (Phase::Paused { .. }, _) => (title(state), String::new()),
        (phase, _) if asks(phase) => (title(state), String::new()),
        (Phase::Done, Some(result)) => (String::new(), result.report.headline.clone()),
        _ => (String::new(), String::new()),
    };
    html! { <Announcement {now} {headline} /> }
}
