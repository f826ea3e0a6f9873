//! Scenarios worth starting from.

use playground::{Scenario, presets};
use yew::prelude::*;

use crate::button::Button;
use crate::select::Select;
use crate::state::{Action, Entry};
use crate::traces::{Picker, save};

/// What the panel needs.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// What runs now.
    pub(crate) scenario: std::rc::Rc<Scenario>,
    /// What was chosen.
    pub(crate) act: Callback<Action>,
    /// Gets files that are opened.
    pub(crate) on_files: Callback<Option<web_sys::FileList>>,
}

/// The choice of a preset, and the scenario as a file.
#[component]
pub(crate) fn Panel(props: &Props) -> Html {
    let current = presets::all()
        .iter()
        .find(|preset| preset.scenario() == *props.scenario);
    let act = props.act.clone();
    let on_choose = Callback::from(move |name: String| {
        if let Some(preset) = presets::find(&name) {
            act.emit(Action::Open(Box::new(preset.scenario()), Entry::Push));
        }
    });
    let choices: Vec<(AttrValue, AttrValue)> = presets::all()
        .iter()
        .map(|preset| (preset.name.into(), preset.title.into()))
        .collect();
    let on_save = {
        let scenario = props.scenario.clone();
        Callback::from(move |_| save(&scenario))
    };
    html! {
        <section class="presets" aria-labelledby="preset-title">
            <label id="preset-title" class="section" for="preset">{ "Start from" }</label>
            <Select id="preset" value={current.map_or("", |current| current.name)} otherwise="A scenario of your own"
                {choices} described_by="preset-help" {on_choose} />
            <p id="preset-help" class="preset-help">
                { current.map_or("Changed from a preset, opened from a link or a file.", |preset| preset.help) }
            </p>
            <div class="row">
                <Picker words="Open scenario" id="open-scenario" accept=".json,application/json" on_files={props.on_files.clone()} />
                <Button id="save" onclick={on_save}>{ "Save scenario" }</Button>
            </div>
        </section>
    }
}
