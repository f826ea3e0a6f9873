//! Light, dark or with more contrast: as in the system, or as chosen here.

use gloo::events::EventListener;
use gloo::utils::{document_element, window};
use yew::prelude::*;

use crate::components::Select;
use crate::memory;

/// The key of the choice in the browser's storage; the document reads it before it draws anything.
const KEY: &str = "makespan.theme";
/// The choices, with their names for people.
const CHOICES: [(&str, &str); 4] = [
    ("system", "As the system"),
    ("light", "Light"),
    ("dark", "Dark"),
    ("contrast", "High contrast"),
];
/// Whether the system asks for more contrast.
const MORE: &str = "(prefers-contrast: more)";

/// The choice of the page's colours.
#[component]
pub(crate) fn Appearance() -> Html {
    let chosen = use_state_eq(kept);
    {
        let chosen = (*chosen).clone();
        use_effect_with(chosen, |chosen| {
            show(chosen);
            let (query, chosen) = (window().match_media(MORE).ok().flatten(), chosen.clone());
            let listener =
                query.map(|query| EventListener::new(&query, "change", move |_| show(&chosen)));
            move || drop(listener)
        });
    }
    let on_choose = {
        let chosen = chosen.setter();
        Callback::from(move |name: String| {
            // Where nothing is kept, the choice lasts as long as the page.
            memory::set(KEY, &name);
            chosen.set(name);
        })
    };
    let choices = CHOICES.map(|(value, name)| (value.into(), name.into()));
    html! {
        <div class="appearance">
            <label for="appearance" id="appearance-label">{ "Colours" }</label>
            <Select id="appearance" value={(*chosen).clone()} otherwise="" choices={choices.to_vec()}
                described_by="appearance-label" {on_choose} />
        </div>
    }
}

fn kept() -> String {
    memory::get(KEY)
        .filter(|name| CHOICES.iter().any(|(value, _)| value == name))
        .unwrap_or_else(|| "system".to_owned())
}

/// Tells the styles the choice.
pub(crate) fn show(chosen: &str) {
    let asks = || window().match_media(MORE).ok().flatten();
    let more =
        chosen == "contrast" || chosen == "system" && asks().is_some_and(|query| query.matches());
    let root = document_element();
    let _ = root.set_attribute("data-theme", chosen);
    let _ = root.set_attribute("data-contrast", if more { "more" } else { "" });
}

/// Whether this device is touched rather than clicked, so that words can say so.
pub(crate) fn touch() -> bool {
    let coarse = window().match_media("(pointer: coarse)").ok().flatten();
    coarse.is_some_and(|list| list.matches())
}
