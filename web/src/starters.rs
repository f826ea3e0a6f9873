//! For new visitors: a scenario of each laboratory to start from, with a sentence on what is seen.

use playground::presets::{self, Preset};
use playground::{Scenario, laboratories};
use session::action::{Action, Entry};
use yew::prelude::*;

/// What they need.
#[derive(Clone, Properties)]
pub(crate) struct Props {
    /// What runs now.
    pub(crate) scenario: std::rc::Rc<Scenario>,
    /// What was chosen.
    pub(crate) act: Callback<Action>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        std::rc::Rc::ptr_eq(&self.scenario, &other.scenario) && self.act == other.act
    }
}

/// The starters, folded, so that the first screen is one result; one of them is chosen. Arrows lead from one to the next, so that
/// they are one stop of the Tab key.
#[component]
pub(crate) fn Starters(props: &Props) -> Html {
    html! {
        <section class="starters" aria-labelledby="starters-title">
            <details>
                <summary id="starters-title">{ "Larger effects to start with" }</summary>
                <div class="starter-list" role="radiogroup" aria-labelledby="starters-title">
                    { for presets::starters().map(|preset| one(preset, props)) }
                </div>
            </details>
        </section>
    }
}

fn one(preset: &'static Preset, props: &Props) -> Html {
    let scenario = preset.scenario();
    let mut known = laboratories().iter();
    let laboratory = known.find(|one| one.name == scenario.laboratory());
    let checked = scenario == *props.scenario;
    let onchange = props
        .act
        .reform(move |_| Action::Open(Box::new(preset.scenario().into()), Entry::Push));
    html! {
        <label key={preset.name} class="starter">
            <input type="radio" name="starter" value={preset.name} {checked} {onchange} />
            <span><b>{ laboratory.map_or("", |one| one.title) }</b>{ " " }{ preset.starter.unwrap_or_default() }</span>
        </label>
    }
}
