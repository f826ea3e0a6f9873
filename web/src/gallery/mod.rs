//! The laboratories and what there is to start from in each, as cards with live miniatures.

mod miniature;

use std::collections::BTreeMap;
use std::rc::Rc;

use playground::laboratory::{self, Laboratory};
use playground::presets::{self, Preset};
use playground::{Scenario, link};
use yew::prelude::*;

use crate::components::Button;
use crate::header::plain;
use crate::state::{Action, Entry};
pub(crate) use miniature::{Miniature, Stamp};

/// What the cards need.
#[derive(Properties)]
pub(crate) struct Props {
    /// What runs now.
    pub(crate) scenario: Rc<Scenario>,
    /// The small pictures, by the preset's place.
    pub(crate) previews: Rc<BTreeMap<u32, Stamp>>,
    /// What was chosen.
    pub(crate) act: Callback<Action>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.scenario, &other.scenario)
            && Rc::ptr_eq(&self.previews, &other.previews)
            && self.act == other.act
    }
}

/// The small scenarios of all cards, by the preset's place.
pub(crate) fn previews() -> impl DoubleEndedIterator<Item = (u32, Scenario)> {
    let places = 0..u32::try_from(presets::all().len()).unwrap_or(u32::MAX);
    places
        .zip(presets::all())
        .map(|(place, preset)| (place, preset.scenario().miniature()))
        .collect::<Vec<_>>()
        .into_iter()
}

/// All laboratories.
#[component]
pub(crate) fn Gallery(props: &Props) -> Html {
    let current = use_memo(Rc::as_ptr(&props.scenario) as usize, |_| {
        presets::all()
            .iter()
            .position(|preset| preset.scenario() == *props.scenario)
    });
    let close = props.act.reform(|_| Action::Gallery(false));
    html! {
        <section id="gallery" class="gallery" aria-label="Laboratories">
            { for laboratory::all().iter().map(|laboratory| cards(props, laboratory, *current)) }
            <Button class="quiet" label="Close the gallery" onclick={close}>{ "Close" }</Button>
        </section>
    }
}

/// A laboratory and its presets.
fn cards(props: &Props, laboratory: &Laboratory, current: Option<usize>) -> Html {
    let presets = presets::all()
        .iter()
        .enumerate()
        .filter(|(_, preset)| preset.scenario().laboratory() == laboratory.name);
    html! {
        <div key={laboratory.name} class="laboratory">
            <div class="laboratory-words">
                <h2>{ laboratory.title }</h2>
                <p>{ laboratory.question }</p>
            </div>
            <ul tabindex="-1">
                { for presets.map(|(place, preset)| card(props, preset, place, current == Some(place))) }
            </ul>
        </div>
    }
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
                <Miniature stamp={preview} />
                <span>{ preset.title }</span>
            </a>
        </li>
    }
}
