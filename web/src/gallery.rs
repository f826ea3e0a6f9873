//! The laboratories and their presets, as cards with live thumbnails.

mod miniature;
mod near;

use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::utils::document;
use laboratory::About as Laboratory;
use playground::laboratories;
use playground::presets::{self, Preset, topic};
use playground::search::search;
use playground::{Scenario, link};
use report::miniature::Miniature as Paths;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::components::Button;
use crate::header::{focus, plain};
pub(crate) use miniature::Miniature;
use near::use_near;
use session::action::{Action, Entry};

/// Properties of the gallery.
#[derive(Properties)]
pub(crate) struct Props {
    /// The running scenario.
    pub(crate) scenario: Rc<Scenario>,
    /// Whether it stands above the result, because somebody asked for it.
    pub(crate) above: bool,
    /// The laboratory whose presets are shown.
    pub(crate) tab: &'static str,
    /// Receives the name of another laboratory.
    pub(crate) on_tab: Callback<&'static str>,
    /// The small pictures, by the preset's place.
    pub(crate) previews: Rc<BTreeMap<u32, Rc<Paths>>>,
    /// Receives the actions.
    pub(crate) act: Callback<Action>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.scenario, &other.scenario)
            && self.above == other.above
            && self.tab == other.tab
            && self.on_tab == other.on_tab
            && Rc::ptr_eq(&self.previews, &other.previews)
            && self.act == other.act
    }
}

/// The laboratories as tabs, and the presets of the shown laboratory.
#[component]
pub(crate) fn Gallery(props: &Props) -> Html {
    let current = use_memo(Rc::as_ptr(&props.scenario) as usize, |_| {
        presets::all()
            .iter()
            .position(|preset| preset.is(&props.scenario))
    });
    let close = props.act.reform(|_| Action::Gallery(false));
    let laboratory = laboratories().iter().find(|one| one.name == props.tab);
    let wanted = use_state_eq(String::new);
    let oninput = {
        let (wanted, act) = (wanted.clone(), props.act.clone());
        Callback::from(move |event: InputEvent| {
            let input: Option<HtmlInputElement> = event.target_dyn_into();
            let text = input.map(|input| input.value()).unwrap_or_default();
            // The search finds presets of any laboratory.
            if !text.trim().is_empty() {
                for one in laboratories() {
                    act.emit(Action::Preview(one.name));
                }
            }
            wanted.set(text);
        })
    };
    let section = use_node_ref();
    // Nothing is drawn out of sight.
    let near = use_near(&section);
    {
        let act = props.act.clone();
        use_effect_with((near, props.tab), move |(near, tab)| {
            if *near {
                act.emit(Action::Preview(tab));
            }
        });
    }
    // On a phone the tabs take more than its width.
    use_effect_with((props.above, props.tab), |(_, tab)| bring_into_sight(tab));
    // The focus moves to the beginning of a gallery that was asked for.
    use_effect_with(props.above, |above| {
        if *above {
            focus("gallery-search");
        }
    });
    let onkeydown = {
        let (close, above) = (props.act.clone(), props.above);
        Callback::from(move |event: KeyboardEvent| {
            if above && event.key() == "Escape" {
                close.emit(Action::Gallery(false));
                focus("to-gallery");
            }
        })
    };
    html! {
        <section ref={section} id="gallery" class={classes!("gallery", if props.above { "above" } else { "below" })} aria-label="Gallery" {onkeydown}>
            <div class="tabs">
                <div role="tablist" aria-label="Laboratories">
                    { for laboratories().iter().map(|one| tab(one, one.name == props.tab, &props.on_tab)) }
                </div>
                <label class="gallery-search"><span class="unseen">{ "Search by title, topic or figure number" }</span>
                    <input id="gallery-search" type="search" placeholder="Search: title, topic, figure 6.2 …" value={(*wanted).clone()} {oninput} />
                </label>
                <Button class="quiet" label="Close the gallery" onclick={close}>{ "Close" }</Button>
            </div>
            if wanted.trim().is_empty() {
                { for laboratory.into_iter().map(|laboratory| cards(props, laboratory, *current)) }
            } else {
                { found(props, &wanted, *current) }
            }
            <p class="gallery-more"><a href="reproduce/index.html">{ "Figures and tables of the documents: printed beside computed" }</a></p>
            <p class="gallery-more"><a href="challenge/index.html">{ "Challenges: let a strategy of your own compete" }</a></p>
        </section>
    }
}

/// The presets of all laboratories that match every word of the search.
fn found(props: &Props, wanted: &str, current: Option<usize>) -> Html {
    let places = search(wanted);
    let matching = |laboratory: &'static Laboratory| {
        let presets = presets::all().iter().enumerate();
        let presets = presets.filter(|(place, preset)| {
            preset.laboratory() == laboratory.name && places.contains(place)
        });
        presets.collect::<Vec<_>>()
    };
    let all: Vec<_> = laboratories()
        .iter()
        .map(|one| (*one, matching(one)))
        .filter(|(_, presets)| !presets.is_empty())
        .collect();
    let number: usize = all.iter().map(|(_, presets)| presets.len()).sum();
    let said = match number {
        0 => "Nothing found. Search for a word of a title, a topic, or the number of a figure."
            .into(),
        1 => "1 example found".to_owned(),
        many => format!("{many} examples found"),
    };
    html! {
        <div class="laboratory" role="tabpanel" id={PANEL} aria-labelledby={tab_id(props.tab)}>
            <p role="status">{ said }</p>
            { for all.into_iter().map(|(laboratory, presets)| html! {
                <>{ for groups(presets.into_iter()).into_iter().map(|(name, presets)| {
                    let title = format!("{} · {name}", laboratory.title);
                    group(props, laboratory, &title, presets, current)
                }) }</>
            }) }
        </div>
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

/// Scrolls the tabs until this one is in sight.
fn bring_into_sight(name: &str) {
    let Some(tab) = document().get_element_by_id(&tab_id(name)) else {
        return;
    };
    if let Some(list) = tab.parent_element() {
        let (own, all) = (
            tab.get_bounding_client_rect(),
            list.get_bounding_client_rect(),
        );
        let by = (own.right() - all.right()).max(0.0) + (own.left() - all.left()).min(0.0);
        list.set_scroll_left(list.scroll_left() + by as i32);
    }
}

/// The id of the panel that the tabs show.
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
        .filter(|(_, preset)| preset.laboratory() == laboratory.name);
    html! {
        <div key={laboratory.name} class="laboratory" role="tabpanel" id={PANEL} aria-labelledby={tab_id(laboratory.name)}>
            <h2>{ laboratory.question }</h2>
            { for groups(presets).into_iter().map(|(name, presets)| group(props, laboratory, &name, presets, current)) }
        </div>
    }
}

/// Presets of one topic.
fn group(
    props: &Props,
    laboratory: &Laboratory,
    title: &str,
    presets: Vec<(usize, &'static Preset)>,
    current: Option<usize>,
) -> Html {
    let id = format!("gallery-{}-{}", laboratory.name, title.replace(' ', "-"));
    html! {
        <div key={title.to_owned()} class="topic" role="group" aria-labelledby={id.clone()}>
            <h3 {id}>{ title.to_owned() }</h3>
            <ul>
                { for presets.into_iter().map(|(place, preset)| card(props, preset, place, current == Some(place))) }
            </ul>
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

fn card(props: &Props, preset: &'static Preset, place: usize, is_current: bool) -> Html {
    let preview = u32::try_from(place)
        .ok()
        .and_then(|place| props.previews.get(&place).cloned());
    let onclick = props.act.reform(move |event: MouseEvent| {
        event.prevent_default();
        Action::Open(Box::new(preset.scenario().into()), Entry::Push)
    });
    let href = link::to(preset);
    html! {
        <li key={preset.name}>
            <a class="stamp" {href} data-preset={preset.name} aria-current={is_current.then_some("true")} onclick={plain(onclick)}>
                <Miniature {preview} />
                <b>{ preset.title }</b>
                <span>{ preset.help }</span>
            </a>
        </li>
    }
}
