//! The panel of parameters beside the result.

use std::rc::Rc;

use serde_json::{Map, Value};
use session::action::Action;
use session::state::State;
use web_sys::FileList;
use yew::prelude::*;

use crate::components::{Button, Later};
use crate::form::Form;
use crate::library::{self, Library};
use crate::panel::Panel;
use crate::{compare, presets, traces};

/// The panel's content and callbacks.
pub(super) struct Aside<'p> {
    pub(super) state: &'p State,
    pub(super) act: &'p Callback<Action>,
    pub(super) panel: &'p Panel,
    /// The preset to go back to, and the parameters that differ from it.
    pub(super) base: &'p (&'static str, Vec<String>),
    /// The values of that preset.
    pub(super) defaults: &'p Rc<Map<String, Value>>,
    pub(super) on_files: &'p Callback<Option<FileList>>,
    /// Whether the first answer is there, or takes long.
    pub(super) calm: bool,
}

impl Aside<'_> {
    pub(super) fn view(&self) -> Html {
        let Self {
            state, act, panel, ..
        } = *self;
        let measuring = state.measuring;
        let uses_traces = state.scenario.uses_traces();
        html! {
            <aside id="parameters" aria-label="Parameters" tabindex="-1">
                <div class="panel-head">
                    <span class="section">{ "Parameters" }</span>
                    <Button id="hide-parameters" class="link" label="Hide the parameters" onclick={panel.show.reform(|_| false)}>{ "Hide" }</Button>
                </div>
                <Later after={self.calm || panel.open}>
                    <presets::Panel scenario={state.scenario.clone()} base={self.base.clone()} act={act.clone()} />
                    <details class="used-traces" open={uses_traces}>
                        <summary class="section">{ "Traces" }
                            if !uses_traces {
                                <span>{ ": none are needed here" }</span>
                            }
                        </summary>
                        <traces::Panel known={traces::known(state)} reading={state.reading.clone()} on_files={self.on_files.clone()}
                            {measuring} on_measure={act.reform(move |_| Action::Measure(!measuring))}>
                            <Library kept={state.kept.clone()} used={library::used(&state.values)} on_action={act.reform(Action::Library)} />
                        </traces::Panel>
                    </details>
                    <compare::Panel scenario={state.scenario.clone()} view={state.view.clone()} parameters={state.parameters.clone()}
                        values={state.values.clone()} act={act.clone()} />
                    <Form scenario={state.scenario.clone()} parameters={state.parameters.clone()} values={state.values.clone()} texts={state.texts.clone()}
                        complaints={state.complaints.clone()} defaults={self.defaults.clone()} calm={self.calm} act={act.clone()} />
                </Later>
            </aside>
        }
    }
}
