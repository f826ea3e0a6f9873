//! The page as a whole: the order of events, and the places of all parts.

mod aside;
mod drag;
mod hall;
mod keyboard;

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::{document, window};
use parameters::AnyName;
use report::Offer;
use session::action::Action;
use session::event::{Event, Want};
use session::outcome::Phase;
use session::state::Gallery as Shown;
use session::status::told_by_fields;
use web_sys::{Element, File, FileList, KeyboardEvent};
use yew::prelude::*;

use self::aside::Aside;
use self::drag::Drag;
use self::hall::use_hall;
use self::keyboard::use_shortcuts;
use crate::address;
use crate::charts::{Holds, presser};
use crate::components::Later;
use crate::driver::{Begun, use_session};
use crate::explanation::Explanation;
use crate::gallery::Gallery;
use crate::gantt::{Sight, Together};
use crate::header::{Header, focus, to_laboratories, to_result};
use crate::import::{self, Chip};
use crate::measure::Measure;
use crate::message::Notices;
use crate::panel::use_panel;
use crate::result::Result;
use crate::result::points::Points;
use crate::slide::Slide;
use crate::starters::Starters;
use crate::status::{self, Ways};
use crate::{footer, key_parameters, lesson, recent, share, slide, traces};

/// The page.
#[component]
pub(crate) fn App(Begun { driver }: &Begun) -> Html {
    let (state, act) = use_session(driver);
    let sight = use_memo((), |()| Sight::default());
    let together = use_memo((), |()| Together::default());

    // Another link in the same tab, Back and Forward.
    {
        let driver = driver.clone();
        use_effect_with((), move |()| {
            let listener = EventListener::new(&window(), "hashchange", move |_| {
                driver.handle(Event::Address(address::fragment()));
            });
            move || drop(listener)
        });
    }
    import::use_paste(driver);
    let headline = state
        .result
        .as_ref()
        .filter(|_| state.phase == Phase::Done)
        .map(|result| AttrValue::from(result.report.headline.clone()));
    use_effect_with(headline.clone(), |headline| {
        if let Some(headline) = headline {
            document().set_title(&format!("{headline} – Makespan"));
        }
    });

    let shown = use_mut_ref(|| state.clone());
    shown.replace(state.clone());
    use_shortcuts(&act, &shown);
    let (hall, told) = use_hall();

    // A lesson beside the page hears of each run.
    use_effect_with((state.run, name(&state.phase)), {
        let state = state.clone();
        move |_| {
            if !matches!(state.phase, Phase::Running { .. }) {
                lesson::tell(&state);
            }
        }
    });
    let on_learn = {
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
    };

    let on_files = {
        let driver = driver.clone();
        Callback::from(move |files: Option<FileList>| traces::take(files, &driver))
    };
    let on_cancel = act.reform(|_| Action::Cancel);
    // The pressed button disappears: the focus moves to the button in its place, or to the result.
    let moves = use_mut_ref(|| false);
    let moved = |action: Action| {
        let (act, moves) = (act.clone(), moves.clone());
        Callback::from(move |_: MouseEvent| {
            moves.replace(true);
            act.emit(action.clone());
        })
    };
    let on_pause = state.resumes().then(|| moved(Action::Pause));
    let on_resume = moved(Action::Resume);
    let paused = matches!(state.phase, Phase::Paused { .. });
    use_effect_with(
        (paused, state.busy(), status::progress(&state).is_some()),
        {
            let moves = moves.clone();
            move |(paused, busy, slow)| {
                // The button that pauses comes with the bar of progress.
                let waits = *busy && !slow;
                if !waits && moves.replace(false) {
                    focus(match (paused, busy) {
                        (true, _) => "resume",
                        (false, true) => "pause",
                        (false, false) => "main",
                    });
                }
            }
        },
    );
    // The callback stays the same, because it stands within the result.
    let on_share = {
        let (act, shown, sight) = (act.clone(), shown.clone(), sight.clone());
        let hall = hall.setter();
        use_callback((), move |_: MouseEvent, ()| {
            let state = shown.borrow().clone();
            // The copied address holds the present view.
            act.emit(Action::Share(Box::new(state.given(sight.focus()))));
            let save = act.reform({
                let (state, sight) = (state.clone(), sight.clone());
                move |()| Action::Save(Box::new(state.given(sight.focus())))
            });
            let hall = hall.clone();
            let project = Callback::from(move |()| hall.set(true));
            share::open(act.clone(), &state, &share::Ways { save, project });
        })
    };
    let on_save = {
        let (act, state, sight) = (act.clone(), state.clone(), sight.clone());
        Callback::from(move |_| act.emit(Action::Save(Box::new(state.given(sight.focus())))))
    };
    let ways = Ways {
        // The pressed button disappears; the focus moves to the button that still ends the run.
        go_on: act.reform(|_| {
            focus("cancel");
            Action::GoOn
        }),
        stop: moved(Action::Cancel),
        again: act.reform(|_| Action::Again),
        resume: on_resume,
        restart: act.reform(|_| Action::Restart),
        share: on_share.clone(),
        reload: Callback::from(|_| address::reload()),
        on_files: on_files.clone(),
    };
    let there = state.scenario.laboratory();
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
    let on_offer = act.reform(|offer: Offer| Action::Take(offer.changes));
    let points = use_memo((state.run, state.ran.len()), |_| {
        Points::of(&state.setup(), &state.ran)
    });
    let base = use_memo((state.scenario.clone(), state.opened()), |_| {
        let (preset, changes) = state.base();
        (preset.name, changes)
    });
    let refused = told_by_fields(&state).map(AttrValue::from);
    let measuring = state.measuring;
    let on_measured = {
        let driver = driver.clone();
        Callback::from(move |(want, file): (Want, File)| {
            let (name, file) = (file.name(), file.into());
            driver.handle(Event::Measured { want, name, file });
        })
    };
    {
        let opened = use_mut_ref(|| false);
        use_effect_with(measuring, move |measuring| {
            if opened.replace(*measuring) != *measuring {
                focus(if *measuring { "measure" } else { "to-measure" });
            }
        });
    }
    let about = state.scenario.about();
    let recent = recent::Props {
        scenario: state.scenario.clone(),
        view: state.view.clone(),
        headline: headline.clone(),
        step: state.history.step(),
    };
    // All parts but the answer wait for the first answer, unless it takes long.
    let quick = matches!(state.phase, Phase::Running { clock: None, .. });
    let calm = state.result.is_some() || !quick;
    let sheet = state.sheet;
    let panel = use_panel(sheet, &act);
    // The callback stays the same while the panel does, because it stands within the result.
    let on_all = use_callback(
        (panel.show.clone(), panel.open),
        |_: MouseEvent, (show, open)| show.emit(!open),
    );
    let keys = key_parameters::Props {
        keys: Rc::new(session::key_parameters::beside(&state.keys, &state.view)),
        all: session::key_parameters::number(&state.scenario),
        act: act.clone(),
        open: panel.open,
        on_all,
        on_share: on_share.clone(),
    };
    let holds = state.result.as_ref().map(|result| {
        let charts = result.report.charts.iter();
        let parameters = &state.parameters;
        Holds::of(charts, &state.scenario, parameters, &state.values, &act).led(state.lead())
    });
    let progress = status::progress(&state);
    let onkeydown = {
        let (show, open) = (panel.show.clone(), panel.open);
        Callback::from(move |event: KeyboardEvent| {
            if !open || event.key() != "Escape" || event.default_prevented() {
                return;
            }
            // Beside the result, Escape folds the panel only from within; over the result, from everywhere.
            if sheet || within(&event, "parameters") {
                show.emit(false);
            }
        })
    };
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
        on_files: &on_files,
        calm,
    };
    let (ondragover, ondragleave, ondrop) = (drag.over(), drag.leave(), drag.drop());
    if *hall {
        let slide = state.result.as_ref().map(|outcome| {
            let slide = Slide {
                outcome,
                control: state
                    .keys
                    .first()
                    .map_or_else(Html::default, |key| key_parameters::one(key, &act)),
                focus: state.focus(),
                told: Some(*told),
                together: &together,
                holds: &|_| holds.clone(),
                presses: &|chart| presser(chart, |_| true, &on_offer),
            };
            slide.view()
        });
        let (hall, count) = (hall.setter(), *told);
        let on_next = Callback::from(move |_| told.set(count + 1));
        return html! {
            <main id="main" class={classes!("projector", state.stale().then_some("stale"))} tabindex="-1" aria-busy={state.busy().to_string()} data-phase={name(&state.phase)}>
                { status::announcement(&state) }
                { status::card(&state, &ways) }
                { slide.unwrap_or_default() }
                { slide::foot(on_next, Callback::from(move |_| hall.set(false))) }
            </main>
        };
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
                        <Measure {on_measured} on_close={act.reform(|_| Action::Measure(false))} />
                    }
                    <Notices notices={state.notices.clone()} act={act.clone()} on_save={on_save.clone()} />
                    if refused.is_none() {
                        { status::card(&state, &ways) }
                    }
                    <Chip scaled={traces::scaled(&state)} parameter={about.traces.and_then(|traces| traces.scale).map(AnyName::text)} act={act.clone()} />
                    if state.result.is_some() || state.busy() {
                        <Result outcome={state.result.clone()} stale={state.stale()} {refused} {on_offer} points={points} {holds}
                            opening={state.revision == 0 && !paused} {keys}
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
                cancellable={progress.is_some() || state.reading.is_some()} {on_cancel} {on_pause} ways={state.history.ways()}
                {on_save} {on_files} {on_learn} {recent} />
            if state.gallery != Shown::Hidden {
                <Later after={calm || state.gallery == Shown::Above}>
                    <Gallery scenario={state.scenario.clone()} above={state.gallery == Shown::Above} tab={*tab} {on_tab}
                        previews={state.previews.clone()} act={act.clone()} />
                </Later>
            }
            <button type="button" id="sheet" class="button primary sheet-toggle" aria-expanded={sheet.to_string()}
                aria-controls="parameters" onclick={act.reform(move |_| Action::Sheet(!sheet))}>
                { "Parameters" }<span class="sheet-way">{ if sheet { "– show the result" } else { "" } }</span>
            </button>
            if state.dragging {
                <div class="drop-here" aria-hidden="true"><p>{ "Drop a file of job runtimes, or a scenario" }</p></div>
            }
        </div>
    }
}

/// Whether an event happens within the element with this id.
fn within(event: &KeyboardEvent, id: &str) -> bool {
    let target = event.target_dyn_into::<Element>();
    let found = target.and_then(|target| target.closest(&format!("#{id}")).ok().flatten());
    found.is_some()
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
