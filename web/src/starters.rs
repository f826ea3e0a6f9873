//! For new visitors: three ways to begin, one of them a scenario of each laboratory with a sentence on its effect.

use playground::presets::{self, Preset};
use playground::{Scenario, laboratories};
use session::action::{Action, Entry};
use yew::prelude::*;

use crate::components::Button;

/// Properties of the starters.
#[derive(Clone, Properties)]
pub(crate) struct Props {
    /// The running scenario.
    pub(crate) scenario: std::rc::Rc<Scenario>,
    /// Receives the actions.
    pub(crate) act: Callback<Action>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        std::rc::Rc::ptr_eq(&self.scenario, &other.scenario) && self.act == other.act
    }
}

/// Doors to lessons, laboratories and printed figures. The starters are folded, so that the first screen is one result; one of them
/// is chosen. Arrows lead from one to the next, so that they are one stop of the Tab key.
#[component]
pub(crate) fn Starters(props: &Props) -> Html {
    let open = use_state_eq(|| false);
    let turn_over = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    html! {
        <section class="starters" aria-label="Three ways to begin">
            <p class="doors">
                <a id="door-learn" class="button link" href="lesson/"><b>{ "Learn" }</b><span>{ " in lessons" }</span></a>
                <Button id="door-play" class="link" expanded={*open} controls={open.then_some("starters")} onclick={turn_over}>
                    <b>{ "Play" }</b><span>{ " with larger effects" }</span>
                </Button>
                <a id="door-reproduce" class="button link" href="reproduce/"><b>{ "Reproduce" }</b><span>{ " printed figures" }</span></a>
            </p>
            if *open {
                <div id="starters" class="starter-list" role="radiogroup" aria-label="Larger effects to start with">
                    { for presets::starters().map(|preset| one(preset, props)) }
                </div>
            }
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
