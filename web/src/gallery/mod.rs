//! The laboratories and what there is to start from in each, as cards with live miniatures.

mod miniature;

use std::collections::BTreeMap;
use std::rc::Rc;

use laboratory::About as Laboratory;
use playground::laboratories;
use playground::presets::{self, Preset};
use playground::{Scenario, link};
use yew::prelude::*;

use crate::components::Button;
use crate::header::{focus, plain};
pub(crate) use miniature::Miniature;
use session::action::{Action, Entry};
use session::outcome::Preview;

/// What the cards need.
#[derive(Properties)]
pub(crate) struct Props {
    /// What runs now.
    pub(crate) scenario: Rc<Scenario>,
    /// The laboratory whose presets are shown.
    pub(crate) tab: &'static str,
    /// Another one is wanted.
    pub(crate) on_tab: Callback<&'static str>,
    /// The small pictures, by the preset's place.
    pub(crate) previews: Rc<BTreeMap<u32, Preview>>,
    /// What was chosen.
    pub(crate) act: Callback<Action>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.scenario, &other.scenario)
            && self.tab == other.tab
            && self.on_tab == other.on_tab
            && Rc::ptr_eq(&self.previews, &other.previews)
            && self.act == other.act
    }
}

/// The laboratories as tabs; what there is to start from in the one that is shown.
#[component]
pub(crate) fn Gallery(props: &Props) -> Html {
    let current = use_memo(Rc::as_ptr(&props.scenario) as usize, |_| {
        presets::all()
            .iter()
            .position(|preset| preset.scenario() == *props.scenario)
    });
    let close = props.act.reform(|_| Action::Gallery(false));
    let laboratory = laboratories().iter().find(|one| one.name == props.tab);
    html! {
        <section id="gallery" class="gallery" aria-label="Laboratories">
            <div class="tabs">
                <div role="tablist" aria-label="Laboratories">
                    { for laboratories().iter().map(|one| tab(one, one.name == props.tab, &props.on_tab)) }
                </div>
                <Button class="quiet" label="Close the gallery" onclick={close}>{ "Close" }</Button>
            </div>
            { for laboratory.into_iter().map(|laboratory| cards(props, laboratory, *current)) }
        </section>
    }
}

/// A laboratory by its name. Arrows lead from one to the next, so that the tabs are one stop of the Tab key.
fn tab(laboratory: &Laboratory, is_shown: bool, show: &Callback<&'static str>) -> Html {
    let name = laboratory.name;
    let onkeydown = {
        let show = show.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(name) = reached(name, &event.key()) {
                event.prevent_default();
                show.emit(name);
                focus(&tab_id(name));
            }
        })
    };
    html! {
        <button key={name} type="button" role="tab" class="tab" id={tab_id(name)} aria-selected={is_shown.to_string()}
            aria-controls={PANEL} tabindex={if is_shown { "0" } else { "-1" }} onclick={show.reform(move |_| name)} {onkeydown}>
            { laboratory.title }
        </button>
    }
}

/// The id of what the tabs show.
const PANEL: &str = "gallery-presets";

fn tab_id(name: &str) -> String {
    format!("gallery-tab-{name}")
}

/// The laboratory that a key leads to from another.
fn reached(name: &str, key: &str) -> Option<&'static str> {
    let all = laboratories();
    let place = all.iter().position(|one| one.name == name)?;
    let to = match key {
        "ArrowRight" => (place + 1) % all.len(),
        "ArrowLeft" => (place + all.len() - 1) % all.len(),
        "Home" => 0,
        "End" => all.len() - 1,
        _ => return None,
    };
    all.get(to).map(|one| one.name)
}

/// A laboratory's question and its presets.
fn cards(props: &Props, laboratory: &Laboratory, current: Option<usize>) -> Html {
    let presets = presets::all()
        .iter()
        .enumerate()
        .filter(|(_, preset)| preset.scenario().laboratory() == laboratory.name);
    html! {
        <div key={laboratory.name} class="laboratory" role="tabpanel" id={PANEL} aria-labelledby={tab_id(laboratory.name)}>
            <h2>{ laboratory.question }</h2>
            <div class="strip" tabindex="-1">
                { for groups(presets).into_iter().map(|(topic, presets)| {
                    let id = format!("gallery-{}-{topic}", laboratory.name);
                    html! {
                        <div key={topic.clone()} class="topic" role="group" aria-labelledby={id.clone()}>
                            <h3 {id}>{ &topic }</h3>
                            <ul>
                                { for presets.into_iter().map(|(place, preset)| card(props, preset, place, current == Some(place))) }
                            </ul>
                        </div>
                    }
                }) }
            </div>
        </div>
    }
}

/// Presets by their topic, in the order of the topics' first presets.
fn groups(
    presets: impl Iterator<Item = (usize, &'static Preset)>,
) -> Vec<(String, Vec<(usize, &'static Preset)>)> {
    let mut out: Vec<(String, Vec<_>)> = Vec::new();
    for (place, preset) in presets {
        let topic = topic(&preset.scenario());
        match out.iter_mut().find(|(known, _)| *known == topic) {
            Some((_, group)) => group.push((place, preset)),
            None => out.push((topic, vec![(place, preset)])),
        }
    }
    out
}

/// What a scenario's report is about, for people.
fn topic(scenario: &Scenario) -> String {
    let value = scenario.get("topic");
    let parameters = scenario.parameters();
    let mut choices = parameters
        .iter()
        .filter(|parameter| parameter.name == "topic")
        .flat_map(|parameter| parameter.choices());
    let chosen = choices.find(|choice| value == *choice.value);
    chosen.map_or_else(String::new, |choice| choice.title.to_owned())
}

fn card(props: &Props, preset: &'static Preset, place: usize, is_current: bool) -> Html {
    let preview = u32::try_from(place)
        .ok()
        .and_then(|place| props.previews.get(&place).cloned());
    let onclick = props.act.reform(move |event: MouseEvent| {
        event.prevent_default();
        Action::Open(Box::new(preset.scenario().into()), Entry::Push)
    });
    let href = link::encode(preset.scenario()).unwrap_or_default();
    html! {
        <li key={preset.name}>
            <a class="stamp" {href} data-preset={preset.name} aria-current={is_current.then_some("true")} title={preset.help} onclick={plain(onclick)}>
                <Miniature {preview} />
                <span>{ preset.title }</span>
            </a>
        </li>
    }
}
