//! “Your traces”: the list.

use std::rc::Rc;

use js_sys::Date;
use report::number::{fixed, short};
use session::library::About;
use wasm_bindgen::JsValue;
use web_sys::{HtmlInputElement, KeyboardEvent, SubmitEvent};
use yew::prelude::*;

use crate::components::Button;
use crate::header::focus;
use session::action::LibraryAction;
use session::kept::KeptTraces;
use session::status::{nodes_by_jobs, weight};

/// The id of the element that unfolds the list.
const SUMMARY: &str = "kept";

/// Properties of the list.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The kept traces.
    pub(crate) kept: Rc<KeptTraces>,
    /// The digest of the traces that the scenario runs on.
    pub(crate) used: Option<String>,
    /// Receives the actions.
    pub(crate) on_action: Callback<LibraryAction>,
}

/// The open question about an entry, by its digest.
#[derive(Clone, PartialEq)]
enum Asked {
    /// Its new name.
    Name(String),
    /// Whether to delete it.
    Delete(String),
}

/// All traces that were opened or measured here, with the actions on them.
#[component]
pub(crate) fn Library(props: &Props) -> Html {
    let asked = use_state_eq(|| None::<Asked>);
    // The focus goes to the question, and back to its button or, where the button has gone, to the whole list.
    {
        let before = use_mut_ref(|| None::<Asked>);
        let there = props.kept.clone();
        use_effect_with((*asked).clone(), move |now| {
            let before = before.replace(now.clone());
            match (now, before) {
                (Some(_), _) => focus("kept-asked"),
                (None, Some(Asked::Name(digest))) => focus(&id("rename", &digest)),
                (None, Some(Asked::Delete(digest))) => {
                    let still = there.all().any(|(about, _)| about.digest == digest);
                    focus(&if still {
                        id("delete", &digest)
                    } else {
                        SUMMARY.into()
                    });
                }
                (None, None) => {}
            }
        });
    }
    let on_action = &props.on_action;
    let bytes: usize = props.kept.all().map(|(about, _)| about.bytes).sum();
    let number = props.kept.all().count();
    let ontoggle = on_action.reform(|_: Event| LibraryAction::List);
    html! {
        <details class="kept" open={number > 0} {ontoggle}>
            <summary id={SUMMARY}>
                { "Your traces" }
                if number > 0 {
                    <span>{ format!("{number} · {}", weight(bytes as f64)) }</span>
                }
            </summary>
            if number == 0 {
                <p>{ "Traces that you open or measure are kept here, on this device only." }</p>
            }
            if props.kept.blocked {
                <p>{ "This browser does not let the page store anything: traces last until the page is closed." }</p>
            }
            <ul>
                { for props.kept.all().map(|(about, stored)| {
                    let used = props.used.as_ref() == Some(&about.digest);
                    let below = match &*asked {
                        Some(Asked::Name(digest)) if *digest == about.digest => name(about, &asked, on_action),
                        Some(Asked::Delete(digest)) if *digest == about.digest => delete(about, &asked, on_action),
                        _ => actions(about, used, &asked, on_action),
                    };
                    html! {
                        <li key={about.digest.clone()} aria-current={used.then_some("true")}>
                            <p><b>{ &about.name }</b></p>
                            <p class="kept-about">{ words(about, stored) }</p>
                            { below }
                        </li>
                    }
                }) }
            </ul>
        </details>
    }
}

/// A set of traces in words.
fn words(about: &About, stored: bool) -> String {
    let since = Date::new(&JsValue::from_f64(about.since));
    let (year, month, day) = (
        since.get_full_year(),
        since.get_month() + 1,
        since.get_date(),
    );
    let mut words = format!(
        "{} · mean {}\u{202f}ms",
        nodes_by_jobs(about.nodes, about.jobs),
        short(about.mean)
    );
    if let Some(variation) = about.variation {
        words += &format!(", variation {}", fixed(variation, 2));
    }
    words += &format!(" · {}", weight(about.bytes as f64));
    match stored {
        true => words + format!(" · {year}-{month:02}-{day:02}").as_str(),
        false => words + " · until this page is closed",
    }
}

fn id(what: &str, digest: &str) -> String {
    format!("{what}-{}", digest.get(..12).unwrap_or(digest))
}

fn actions(
    about: &About,
    used: bool,
    asked: &UseStateHandle<Option<Asked>>,
    on_action: &Callback<LibraryAction>,
) -> Html {
    let label = |what: &str| Some(AttrValue::from(format!("{what} “{}”", about.name)));
    let (one, other) = (about.clone(), about.clone());
    let ask = |asking: Asked| {
        let asked = asked.setter();
        Callback::from(move |_| asked.set(Some(asking.clone())))
    };
    html! {
        <div class="row">
            if used {
                <span class="kept-used">{ "In use" }</span>
            } else {
                <Button class="link" label={label("Use")} onclick={on_action.reform(move |_| LibraryAction::Use(one.clone()))}>{ "Use" }</Button>
            }
            <Button class="link" label={label("Rename")} id={id("rename", &about.digest)}
                onclick={ask(Asked::Name(about.digest.clone()))}>{ "Rename" }</Button>
            <Button class="link" label={label("Save as CSV:")} onclick={on_action.reform(move |_| LibraryAction::Give(other.clone()))}>{ "CSV" }</Button>
            <Button class="link" label={label("Delete")} id={id("delete", &about.digest)}
                onclick={ask(Asked::Delete(about.digest.clone()))}>{ "Delete" }</Button>
        </div>
    }
}

/// Ends the question where Escape is pressed, and nothing else.
fn on_escape(asked: &UseStateHandle<Option<Asked>>) -> Callback<KeyboardEvent> {
    let asked = asked.setter();
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            asked.set(None);
        }
    })
}

/// Properties of the field of a name.
#[derive(Properties, PartialEq)]
struct NameProps {
    /// The present name.
    name: String,
}

/// A field that keeps the typed text, also where the list is drawn anew meanwhile.
#[component]
fn NameField(props: &NameProps) -> Html {
    let typed = use_state(|| props.name.clone());
    let oninput = {
        let typed = typed.setter();
        Callback::from(move |event: InputEvent| {
            typed.set(event.target_unchecked_into::<HtmlInputElement>().value());
        })
    };
    html! {
        <input id="kept-asked" class="kept-name" type="text" value={(*typed).clone()} {oninput} maxlength="200" required=true
            autocomplete="off" spellcheck="false" aria-label={format!("New name of “{}”", props.name)} />
    }
}

fn name(
    about: &About,
    asked: &UseStateHandle<Option<Asked>>,
    on_action: &Callback<LibraryAction>,
) -> Html {
    let (setter, on_action, old) = (asked.setter(), on_action.clone(), about.clone());
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let field = gloo::utils::document().get_element_by_id("kept-asked");
        let field =
            field.and_then(|field| wasm_bindgen::JsCast::dyn_into::<HtmlInputElement>(field).ok());
        let name = field.map(|field| field.value().trim().to_owned());
        if let Some(name) = name.filter(|name| !name.is_empty() && *name != old.name) {
            on_action.emit(LibraryAction::Rename(old.clone(), name));
        }
        setter.set(None);
    });
    let setter = asked.setter();
    html! {
        <form class="row" {onsubmit} onkeydown={on_escape(asked)}>
            <NameField name={about.name.clone()} />
            <button type="submit" class="button primary">{ "Rename" }</button>
            <Button onclick={move |_| setter.set(None)}>{ "Cancel" }</Button>
        </form>
    }
}

fn delete(
    about: &About,
    asked: &UseStateHandle<Option<Asked>>,
    on_action: &Callback<LibraryAction>,
) -> Html {
    let (setter, on_action, gone) = (asked.setter(), on_action.clone(), about.clone());
    let onclick = Callback::from(move |_| {
        on_action.emit(LibraryAction::Delete(gone.clone()));
        setter.set(None);
    });
    let setter = asked.setter();
    html! {
        <div class="row" role="group" aria-label={format!("Delete “{}”?", about.name)} onkeydown={on_escape(asked)}>
            <Button id="kept-asked" {onclick}>{ "Delete for good" }</Button>
            <Button onclick={move |_| setter.set(None)}>{ "Keep" }</Button>
        </div>
    }
}
