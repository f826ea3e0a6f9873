//! The choice of a scenario to start from.

use playground::{Scenario, presets};
use yew::prelude::*;

use crate::components::Button;
use crate::components::Select;
use session::action::{Action, Entry};

/// Properties of the panel.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The running scenario.
    pub(crate) scenario: std::rc::Rc<Scenario>,
    /// The name of the preset to go back to, and the parameters that differ from it, by name.
    pub(crate) base: (&'static str, Vec<String>),
    /// Receives the actions.
    pub(crate) act: Callback<Action>,
}

/// The choice of a preset.
#[component]
pub(crate) fn Panel(props: &Props) -> Html {
    let (name, changes) = &props.base;
    let preset = presets::find(name).unwrap_or_else(presets::first);
    let current = changes.is_empty().then_some(preset);
    let act = props.act.clone();
    let on_choose = Callback::from(move |name: String| {
        if let Some(preset) = presets::find(&name) {
            act.emit(Action::Open(
                Box::new(preset.scenario().into()),
                Entry::Push,
            ));
        }
    });
    let laboratory = props.scenario.laboratory();
    let choices: Vec<(AttrValue, AttrValue)> = presets::all()
        .iter()
        .filter(|preset| preset.laboratory() == laboratory)
        .map(|preset| (preset.name.into(), preset.title.into()))
        .collect();
    let reset = {
        let act = props.act.clone();
        Callback::from(move |_| {
            act.emit(Action::Open(
                Box::new(preset.scenario().into()),
                Entry::Push,
            ));
        })
    };
    html! {
        <section class="presets" aria-labelledby="preset-title">
            <label id="preset-title" class="section" for="preset">{ "Start from" }</label>
            <Select id="preset" value={current.map_or("", |current| current.name)} otherwise="A scenario of your own"
                {choices} described_by="preset-help" {on_choose} />
            <p id="preset-help" class="preset-help">{ preset.help_for(&props.scenario, changes) }</p>
            <div class="row">
                <Button id="reset" title="Back to the preset" idle={current.is_some()} onclick={reset}>{ "Reset" }</Button>
            </div>
        </section>
    }
}
