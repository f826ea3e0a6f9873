//! Scenarios worth starting from.

use playground::{Scenario, View, presets};
use yew::prelude::*;

use crate::components::Button;
use crate::components::Select;
use crate::recent::Recents;
use crate::traces::Picker;
use session::action::{Action, Entry};

/// What the panel needs.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// What runs now.
    pub(crate) scenario: std::rc::Rc<Scenario>,
    /// What is seen of it.
    pub(crate) view: std::rc::Rc<View>,
    /// What came out of it, once it has.
    pub(crate) headline: Option<AttrValue>,
    /// Whether there is something to undo, and to redo.
    pub(crate) ways: (bool, bool),
    /// The step of the history that led here.
    pub(crate) step: u64,
    /// What was chosen.
    pub(crate) act: Callback<Action>,
    /// Saves the scenario as a file.
    pub(crate) on_save: Callback<MouseEvent>,
    /// Gets files that are opened.
    pub(crate) on_files: Callback<Option<web_sys::FileList>>,
}

/// The choice of a preset, and the scenario as a file.
#[component]
pub(crate) fn Panel(props: &Props) -> Html {
    let (preset, changes) = &*use_memo(std::rc::Rc::as_ptr(&props.scenario) as usize, |_| {
        nearest(&props.scenario)
    });
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
        .filter(|preset| preset.scenario().laboratory() == laboratory)
        .map(|preset| (preset.name.into(), preset.title.into()))
        .collect();
    let reset = {
        let (act, preset) = (props.act.clone(), *preset);
        Callback::from(move |_| {
            act.emit(Action::Open(
                Box::new(preset.scenario().into()),
                Entry::Push,
            ));
        })
    };
    let (undo, redo) = (
        props.act.reform(|_| Action::Undo),
        props.act.reform(|_| Action::Redo),
    );
    html! {
        <section class="presets" aria-labelledby="preset-title">
            <label id="preset-title" class="section" for="preset">{ "Start from" }</label>
            <Select id="preset" value={current.map_or("", |current| current.name)} otherwise="A scenario of your own"
                {choices} described_by="preset-help" {on_choose} />
            <p id="preset-help" class="preset-help">{ help(preset, changes) }</p>
            <div class="row">
                <Button id="undo" title="Undo the last change (Ctrl+Z)" idle={!props.ways.0} onclick={undo}>{ "Undo" }</Button>
                <Button id="redo" title="Redo what was undone (Ctrl+Shift+Z)" idle={!props.ways.1} onclick={redo}>{ "Redo" }</Button>
                <Button id="reset" title="Back to the preset" idle={current.is_some()} onclick={reset}>{ "Reset" }</Button>
            </div>
            <div class="row">
                <Picker words="Open scenario" id="open-scenario" accept=".json,application/json" on_files={props.on_files.clone()} />
                <Button id="save" onclick={props.on_save.clone()}>{ "Save scenario" }</Button>
            </div>
            <Recents scenario={props.scenario.clone()} view={props.view.clone()} headline={props.headline.clone()} step={props.step} />
        </section>
    }
}

/// The preset that a scenario was most likely made from, and the titles of the parameters that differ.
fn nearest(scenario: &Scenario) -> (&'static presets::Preset, Vec<String>) {
    let (preset, names) = presets::nearest(scenario);
    let parameters = scenario.parameters();
    let title = |name: &String| {
        let parameter = parameters.iter().find(|parameter| parameter.name == *name);
        parameter.map(|parameter| parameter.title.to_ascii_lowercase())
    };
    (preset, names.iter().filter_map(title).collect())
}

/// What a preset shows, or how a scenario differs from it.
fn help(preset: &presets::Preset, changes: &[String]) -> String {
    const NAMED: usize = 3;
    let named = changes.get(..NAMED.min(changes.len())).unwrap_or_default();
    match changes.len() {
        0 => preset.help.to_owned(),
        few if few <= NAMED => format!("“{}” with other {}.", preset.title, named.join(", ")),
        many => format!(
            "“{}” with other {} and {} more.",
            preset.title,
            named.join(", "),
            many - NAMED
        ),
    }
}
