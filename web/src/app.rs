//! The page as a whole: the order of events, and the places of all parts.

mod aside;
mod back;
mod drag;
mod driven;
mod hall;
mod keyboard;
mod projector;
mod sharing;
mod ways;

use std::cell::RefCell;
use std::rc::Rc;

use parameters::AnyName;
use report::Offer;
use session::action::Action;
use session::outcome::Phase;
use session::state::{Gallery as Shown, State};
use session::status::told_by_fields;
use yew::prelude::*;

use self::aside::Aside;
use self::back::use_back;
use self::drag::Drag;
use self::hall::use_hall;
use self::keyboard::{folds, use_shortcuts};
use self::projector::Projector;
use self::sharing::{save, use_share};
use self::ways::use_ways;
use crate::address::use_address;
use crate::charts::Holds;
use crate::components::Later;
use crate::driver::{Begun, use_session};
use crate::explanation::Explanation;
use crate::gallery::Gallery;
use crate::gantt::{Sight, Together};
use crate::header::{Header, focus, to_laboratories, to_result};
use crate::import::{self, Chip};
use crate::measure::Measure;
use crate::message::Notices;
use crate::panel::{Panel, use_panel};
use crate::result::Result;
use crate::result::points::Points;
use crate::starters::Starters;
use crate::title::use_title;
use crate::{footer, key_parameters, lesson, recent, status, traces};

/// The page.
#[component]
pub(crate) fn App(Begun { driver }: &Begun) -> Html {
    let (state, act) = use_session(driver);
    let sight = use_memo((), |()| Sight::default());
    let together = use_memo((), |()| Together::default());
    use_address(driven::follow(driver));
    import::use_paste(driver);
    let headline = use_title(&state);

    let shown = use_mut_ref(|| state.clone());
    shown.replace(state.clone());
    use_shortcuts(&act, &shown);
    let hall = use_hall();
    use_back(state.gallery == Shown::Above, &act);

    let on_learn = use_lesson(&state, &shown);
    let on_files = driven::files(driver);
    let on_share = use_share(&act, &shown, &sight, hall.0.setter());
    let on_save = save(&act, &state, &sight).reform(|_: MouseEvent| ());
    let (ways, on_pause) = use_ways(&state, &act, &on_share, &on_files);
    let (tab, on_tab) = use_tab(state.scenario.laboratory());
    let on_offer = act.reform(|offer: Offer| Action::Take(offer.changes));
    let points = use_memo((state.run, state.ran.len()), |_| {
        Points::of(&state.setup(), &state.ran)
    });
    let base = use_memo((state.scenario.clone(), state.opened()), |_| {
        let (preset, changes) = state.base();
        (preset.name, changes)
    });
    // A field is reset to the preset's value, like all of them by the preset's button.
    let defaults = use_memo(base.0, |name| {
        let preset = playground::presets::find(name);
        preset
            .map(|preset| preset.scenario().values())
            .unwrap_or_default()
    });
    let refused = told_by_fields(&state).map(AttrValue::from);
    let measuring = state.measuring;
    use_focus_on_measuring(measuring);
    let about = state.scenario.about();
    let recent = recent(&state, headline);
    // All parts but the answer wait for the first answer, unless it takes long.
    let quick = matches!(state.phase, Phase::Running { clock: None, .. });
    let calm = state.result.is_some() || !quick;
    let sheet = state.sheet;
    let panel = use_panel(sheet, &act);
    let keys = use_keys(&state, &act, &panel, &on_share);
    let holds = holds(&state, &act);
    let progress = status::progress(&state);
    let onkeydown = folds(&panel, sheet);
    let to_parameters = panel.show.reform(|event: MouseEvent| {
        event.prevent_default();
        true
    });
    let drag = Drag {
        act: act.clone(),
        dragging: state.dragging,
        on_files: on_files.clone(),
    };
    let aside = Aside {
        state: &state,
        act: &act,
        panel: &panel,
        base: &base,
        defaults: &defaults,
        on_files: &on_files,
        calm,
    };
    let (ondragover, ondragleave, ondrop) = (drag.over(), drag.leave(), drag.drop());
    if *hall.0 {
        let projector = Projector {
            state: &state,
            act: &act,
            ways: &ways,
            hall: &hall,
            together: &together,
            holds: &holds,
            on_offer: &on_offer,
        };
        return projector.view();
    }
    html! {
        <div class={classes!("page", sheet.then_some("sheet-open"))} {onkeydown} {ondragover} {ondragleave} {ondrop}>
            <a class="skip" href="#main" onclick={to_result()}>{ "Skip to the result" }</a>
            <a class="skip" href="#parameters" onclick={to_parameters}>{ "Skip to the parameters" }</a>
            <a class="skip" href="#laboratories" onclick={to_laboratories()}>{ "Skip to the gallery and the laboratories" }</a>
            { status::announcement(&state) }
            // The headline and its parameters come first in the document; the style sheet places the parts.
            <div class="columns">
                <main id="main" tabindex="-1" aria-busy={state.busy().to_string()} data-phase={name(&state.phase)}>
                    if measuring {
                        <Measure on_measured={driven::measured(driver)} on_close={act.reform(|_| Action::Measure(false))} />
                    }
                    <Notices notices={state.notices.clone()} act={act.clone()} on_save={on_save.clone()} />
                    if refused.is_none() {
                        { status::card(&state, &ways) }
                    }
                    <Chip scaled={traces::scaled(&state)} parameter={about.traces.and_then(|traces| traces.scale).map(AnyName::text)} act={act.clone()} />
                    if state.result.is_some() || state.busy() {
                        <Result outcome={state.result.clone()} stale={state.stale()} {refused} {on_offer} points={points} {holds}
                            opening={state.revision == 0 && !matches!(state.phase, Phase::Paused { .. })} {keys}
                            focus={state.focus()} sight={(*sight).clone()} />
                    }
                    <Later after={calm}>
                        <Explanation key={state.scenario.laboratory()} laboratory={state.scenario.laboratory()} title={about.title} />
                    </Later>
                    { footer::view(state.result.as_ref()) }
                </main>
                if state.welcome {
                    <Starters scenario={state.scenario.clone()} act={act.clone()} />
                }
                { aside.view() }
            </div>
            <Header laboratory={state.scenario.laboratory()} gallery={state.gallery == Shown::Above} welcome={state.welcome} act={act.clone()} {progress}
                cancellable={progress.is_some() || state.reading.is_some()} on_cancel={act.reform(|_| Action::Cancel)} {on_pause} ways={state.history.ways()}
                {on_save} {on_files} {on_learn} {recent} />
            if state.gallery != Shown::Hidden {
                <Later after={calm || state.gallery == Shown::Above}>
                    <Gallery scenario={state.scenario.clone()} above={state.gallery == Shown::Above} tab={*tab} {on_tab}
                        previews={state.previews.clone()} act={act.clone()} />
                </Later>
            }
            { sheet_button(sheet, &act) }
            if state.dragging {
                { drag::here() }
            }
        </div>
    }
}

/// The laboratory whose presets the gallery shows, and the callback that chooses it.
#[hook]
fn use_tab(there: &'static str) -> (UseStateHandle<&'static str>, Callback<&'static str>) {
    let tab = use_state_eq(|| there);
    // Another laboratory's scenario brings its presets.
    use_effect_with(there, {
        let tab = tab.setter();
        move |there| tab.set(there)
    });
    let on_tab = {
        let tab = tab.setter();
        use_callback((), move |name, ()| tab.set(name))
    };
    (tab, on_tab)
}

/// The run for the list of recent scenarios.
fn recent(state: &State, headline: Option<AttrValue>) -> recent::Props {
    recent::Props {
        scenario: state.scenario.clone(),
        view: state.view.clone(),
        headline,
        step: state.history.step(),
    }
}

/// The key parameters beside the result.
#[hook]
fn use_keys(
    state: &State,
    act: &Callback<Action>,
    panel: &Panel,
    on_share: &Callback<MouseEvent>,
) -> key_parameters::Props {
    // The callback stays the same while the panel does, because it stands within the result.
    let on_all = use_callback(
        (panel.show.clone(), panel.open),
        |_: MouseEvent, (show, open)| show.emit(!open),
    );
    key_parameters::Props {
        keys: Rc::new(session::key_parameters::beside(&state.keys, &state.view)),
        all: session::key_parameters::number(&state.scenario),
        strategy: session::key_parameters::strategy(&state.scenario).map(|one| one.name),
        act: act.clone(),
        open: panel.open,
        on_all,
        on_place: panel.reach.clone(),
        on_share: on_share.clone(),
    }
}

/// The parameters that the charts of the result set.
fn holds(state: &State, act: &Callback<Action>) -> Option<Holds> {
    let charts = state.result.as_ref()?.report.charts.iter();
    let holds = Holds::of(
        charts,
        &state.scenario,
        &state.parameters,
        &state.values,
        act,
    );
    Some(holds.led(state.lead()))
}

/// The button that shows the parameters over the result, or the result again, on a small screen.
fn sheet_button(sheet: bool, act: &Callback<Action>) -> Html {
    html! {
        <button type="button" id="sheet" class="button primary sheet-toggle" aria-expanded={sheet.to_string()}
            aria-controls="parameters" onclick={act.reform(move |_| Action::Sheet(!sheet))}>
            { "Parameters" }<span class="sheet-way">{ if sheet { "– show the result" } else { "" } }</span>
        </button>
    }
}

/// Tells each run to the lesson beside the page; the callback opens the laboratory's lessons there.
#[hook]
fn use_lesson(state: &Rc<State>, shown: &Rc<RefCell<Rc<State>>>) -> Callback<MouseEvent> {
    use_effect_with((state.run, name(&state.phase)), {
        let state = state.clone();
        move |_| {
            if !matches!(state.phase, Phase::Running { .. }) {
                lesson::tell(&state);
            }
        }
    });
    let shown = shown.clone();
    use_callback(
        state.scenario.laboratory(),
        move |event: MouseEvent, laboratory| {
            // Another tab has the lessons alone.
            if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
                event.prevent_default();
                lesson::open(laboratory, shown.clone(), lessons(laboratory));
            }
        },
    )
}

/// Moves the focus into the panel that measures when it opens, and back to its button when it closes.
#[hook]
fn use_focus_on_measuring(measuring: bool) {
    let opened = use_mut_ref(|| false);
    use_effect_with(measuring, move |measuring| {
        if opened.replace(*measuring) != *measuring {
            focus(if *measuring { "measure" } else { "to-measure" });
        }
    });
}

/// The address of a laboratory's lessons.
pub(crate) fn lessons(laboratory: &str) -> String {
    format!("lesson/#laboratory/{laboratory}")
}

/// The phase in a word.
pub(crate) fn name(phase: &Phase) -> &'static str {
    match phase {
        Phase::Running { .. } => "running",
        Phase::Done => "done",
        Phase::Cancelled => "cancelled",
        Phase::Paused { .. } => "paused",
        Phase::OutOfTime(_) => "out-of-time",
        Phase::Refused(_) => "refused",
        Phase::FileNeeded(_) => "file-needed",
        Phase::Failed(_) => "failed",
        Phase::Stopped(_) => "stopped",
        Phase::Outdated => "outdated",
    }
}
