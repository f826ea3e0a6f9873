//! The bar at the top.

use gloo::events::EventListener;
use gloo::utils::document;
use laboratory::About as Laboratory;
use playground::laboratories;
use playground::presets;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, FileList, HtmlElement, Node};
use yew::prelude::*;

use crate::app::lessons;
use crate::appearance::{Appearance, touch};
use crate::components::Button;
use crate::notebook;
use crate::recent::{self, Recents};
use crate::traces::Picker;
use session::action::{Action, Entry};

/// Properties of the header.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The present laboratory.
    pub(crate) laboratory: &'static str,
    /// Whether the gallery is shown.
    pub(crate) gallery: bool,
    /// A new visitor has doors to lessons and laboratories below the bar; their buttons keep their places in it, so that none moves later.
    pub(crate) welcome: bool,
    /// Receives the actions.
    pub(crate) act: Callback<Action>,
    /// The finished share of a run, 0 to 1, where the run takes long enough to be shown.
    pub(crate) progress: Option<f64>,
    /// Whether some work takes long enough to be cancelled.
    pub(crate) cancellable: bool,
    /// Ends the run.
    pub(crate) on_cancel: Callback<MouseEvent>,
    /// Ends the run so that it can be resumed; none where it cannot.
    pub(crate) on_pause: Option<Callback<MouseEvent>>,
    /// Whether there is something to undo, and to redo.
    pub(crate) ways: (bool, bool),
    /// Saves the scenario as a file.
    pub(crate) on_save: Callback<MouseEvent>,
    /// Receives opened files.
    pub(crate) on_files: Callback<Option<FileList>>,
    /// Opens the lessons of the laboratory beside the page.
    pub(crate) on_learn: Callback<MouseEvent>,
    /// The properties of the list of recent scenarios.
    pub(crate) recent: recent::Props,
}

/// The bar at the top: name, laboratories, tools of the whole page. Rare tools are behind “More”; where the bar is narrow,
/// everything but the gallery is a menu.
#[component]
pub(crate) fn Header(props: &Props) -> Html {
    let gallery = props.gallery;
    let (open, more) = (use_state_eq(|| false), use_state_eq(|| false));
    let turn_over = |one: &UseStateHandle<bool>| {
        let one = one.clone();
        Callback::from(move |_: MouseEvent| one.set(!*one))
    };
    let close = {
        let open = open.setter();
        Callback::from(move |_: MouseEvent| open.set(false))
    };
    let on_learn = {
        let (open, on_learn) = (open.setter(), props.on_learn.clone());
        Callback::from(move |event: MouseEvent| {
            open.set(false);
            on_learn.emit(event);
        })
    };
    let onkeydown = {
        let (open, more) = (open.clone(), more.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" && (*open || *more) {
                event.stop_propagation();
                focus(if *more { "more" } else { "menu" });
                open.set(false);
                more.set(false);
            }
        })
    };
    let within = use_node_ref();
    use_leave(&within, &more);
    // A choice in the list of scenarios, and an opened file, close the menus.
    let on_recent = {
        let (open, more) = (open.setter(), more.setter());
        Callback::from(move |event: MouseEvent| {
            let target = event.target_dyn_into::<Element>();
            if target.is_some_and(|target| target.closest("a").ok().flatten().is_some()) {
                open.set(false);
                more.set(false);
            }
        })
    };
    let on_files = {
        let (open, more) = (open.setter(), more.setter());
        props.on_files.reform(move |files| {
            open.set(false);
            more.set(false);
            files
        })
    };
    let on_notebook = {
        let (open, more, act) = (open.setter(), more.setter(), props.act.clone());
        Callback::from(move |_: MouseEvent| {
            open.set(false);
            more.set(false);
            notebook::open(JsValue::UNDEFINED, act.clone());
        })
    };
    let (undo, redo) = (
        props.act.reform(|_: MouseEvent| Action::Undo),
        props.act.reform(|_: MouseEvent| Action::Redo),
    );
    let keys = |words: &str, keys: &str| match touch() {
        true => words.to_owned(),
        false => format!("{words} ({keys})"),
    };
    // Before the first change there is nothing to undo.
    let unused = (props.ways == (false, false)).then_some("unused");
    html! {
        <header class={classes!("top", (props.cancellable && props.on_pause.is_some()).then_some("pausable"))} {onkeydown}>
            <div class="logo">{ logo() }{ "Makespan" }</div>
            <Button id="to-gallery" class="quiet" absent={props.welcome} expanded={gallery} controls={gallery.then_some("gallery")}
                onclick={props.act.reform(move |_| Action::Gallery(!gallery))}>{ "Gallery" }</Button>
            <Button id="menu" class="menu" expanded={*open} controls="tools" onclick={turn_over(&open)}>{ "Menu" }</Button>
            <div id="tools" class={classes!("tools", open.then_some("open"))}>
                <a id="learn" class={classes!("button", "quiet", props.welcome.then_some("absent"))} href={lessons(props.laboratory)} onclick={on_learn}>{ "Learn" }</a>
                <nav id="laboratories" aria-label="Laboratories" onclick={close}>
                    { for laboratories().iter().map(|laboratory| link(props, laboratory)) }
                </nav>
                <Button id="undo" class={classes!(unused)} title={keys("Undo the last change", "Ctrl+Z")} idle={!props.ways.0} onclick={undo}>{ turn(false) }<span class="spare">{ "Undo" }</span></Button>
                <Button id="redo" class={classes!(unused)} title={keys("Redo the last undone change", "Ctrl+Shift+Z")} idle={!props.ways.1} onclick={redo}>{ turn(true) }<span class="spare">{ "Redo" }</span></Button>
                <div ref={within} class="more">
                    <Button id="more" class="quiet" expanded={*more} controls="more-tools" onclick={turn_over(&more)}>{ "More" }</Button>
                    <div id="more-tools" class={classes!("more-tools", more.then_some("open"))}>
                        <Picker words={html! { "Open scenario" }} id="open-scenario" accept=".json,application/json" {on_files} />
                        <Button id="save" onclick={props.on_save.clone()}>{ "Save scenario" }</Button>
                        <Button id="notebook" onclick={on_notebook}>{ "Notebook" }</Button>
                        <div onclick={on_recent}><Recents ..props.recent.clone() /></div>
                        <Appearance />
                    </div>
                </div>
            </div>
            if let Some(on_pause) = &props.on_pause {
                <Button id="pause" onclick={on_pause.clone()} absent={!props.cancellable}>{ "Pause" }</Button>
            }
            <Button id="cancel" onclick={props.on_cancel.clone()} absent={!props.cancellable}>{ "Cancel" }</Button>
            { bar(props.progress) }
        </header>
    }
}

/// Closes an open menu when another element is pressed or gets the focus.
#[hook]
fn use_leave(within: &NodeRef, open: &UseStateHandle<bool>) {
    let (within, set) = (within.clone(), open.setter());
    use_effect_with(**open, move |open| {
        let listeners = open.then(|| {
            ["focusin", "pointerdown"].map(|kind| {
                let (within, set) = (within.clone(), set.clone());
                EventListener::new(&document(), kind, move |event| {
                    let target = event.target_dyn_into::<Node>();
                    let whole = within.cast::<Node>();
                    if whole.is_some_and(|whole| !whole.contains(target.as_ref())) {
                        set.set(false);
                    }
                })
            })
        });
        move || drop(listeners)
    });
}

/// The link to a laboratory: its first preset; the present laboratory has no link.
fn link(props: &Props, laboratory: &Laboratory) -> Html {
    if laboratory.name == props.laboratory {
        return html! { <span aria-current="page">{ laboratory.title }</span> };
    }
    let mut presets = presets::all().iter();
    let Some(first) = presets.find(|preset| preset.laboratory() == laboratory.name) else {
        return Html::default();
    };
    let href = playground::link::to(first);
    let open = props.act.reform(move |event: MouseEvent| {
        event.prevent_default();
        Action::Open(Box::new(first.scenario().into()), Entry::Push)
    });
    html! { <a {href} onclick={plain(open)}>{ laboratory.title }</a> }
}

/// The callback for a plain click on a link; with a key held, the browser opens the link in a tab of its own.
pub(crate) fn plain(act: Callback<MouseEvent>) -> Callback<MouseEvent> {
    Callback::from(move |event: MouseEvent| {
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            act.emit(event);
        }
    })
}

/// Moves the focus to the result: the fragment of the address is the scenario's, so a link cannot do that.
pub(crate) fn to_result() -> Callback<MouseEvent> {
    Callback::from(|event: MouseEvent| {
        event.prevent_default();
        focus("main");
    })
}

/// Moves the focus to the bar at the top, which stands after the result in the document.
pub(crate) fn to_laboratories() -> Callback<MouseEvent> {
    Callback::from(|event: MouseEvent| {
        event.prevent_default();
        let _ = focus_first("#to-gallery:not(.absent), .top nav a");
    })
}

/// Moves the focus to the element with this id.
pub(crate) fn focus(id: &str) {
    let _ = focus_first(&format!("#{id}"));
}

/// Moves the focus to the first element that the selectors find; tells whether there is one.
pub(crate) fn focus_first(selectors: &str) -> bool {
    let element = document().query_selector(selectors).ok().flatten();
    let element = element.and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = &element {
        let _ = element.focus();
    }
    element.is_some()
}

/// A thin bar at the very top. It is always there, so that its neighbours keep their places in the document: a
/// button that became another one between press and release would not be pressed.
pub(crate) fn bar(progress: Option<f64>) -> Html {
    let done = progress.unwrap_or_default();
    html! {
        <div class="progress" hidden={progress.is_none()} role="progressbar" aria-label="Run" aria-valuemin="0"
            aria-valuemax="100" aria-valuenow={format!("{:.0}", 100.0 * done)} style={format!("--done:{done:.4}")}></div>
    }
}

/// An arrow that turns back (undo), or forth (redo).
fn turn(forth: bool) -> Html {
    html! {
        <svg class={classes!("turn", forth.then_some("forth"))} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7" />
        </svg>
    }
}

fn logo() -> Html {
    html! {
        <svg width="24" height="20" viewBox="0 0 24 20" aria-hidden="true">
            <rect class="compute" x="0" y="1" width="15" height="4.4" rx="1.4" />
            <rect class="wait" x="16" y="1" width="8" height="4.4" rx="1.4" />
            <rect class="compute" x="0" y="7.8" width="24" height="4.4" rx="1.4" />
            <rect class="message" x="0" y="14.6" width="9" height="4.4" rx="1.4" />
            <rect class="wait" x="10" y="14.6" width="14" height="4.4" rx="1.4" />
        </svg>
    }
}
