//! The form, made from the scenario's table of parameters.

mod choice;
mod code;
mod editor;
mod field;
mod idle;
mod matrix;
mod number;
mod steps;
mod text;
pub(crate) mod timeline;
mod workers;

use std::collections::BTreeMap;
use std::rc::Rc;

use parameters::person::shown;
use parameters::{Kind, Parameter};
use playground::Scenario;
use serde_json::{Map, Value};
use yew::prelude::*;

use crate::components::Later;
use field::Field;
use session::action::Action;
use session::key_parameters;
use session::refusal::Complaint;

/// Properties of the form.
#[derive(Properties)]
pub(crate) struct Props {
    /// The scenario, whose laboratory knows which choices go together.
    pub(crate) scenario: Rc<Scenario>,
    /// The parameters.
    pub(crate) parameters: Rc<Vec<Rc<Parameter>>>,
    /// Their values.
    pub(crate) values: Rc<Map<String, Value>>,
    /// The typed texts, where they say more than the values.
    pub(crate) texts: BTreeMap<String, String>,
    /// The complaints about the values.
    pub(crate) complaints: BTreeMap<String, Complaint>,
    /// Whether folded fields may be rendered: they wait for more urgent content.
    #[prop_or(true)]
    pub(crate) calm: bool,
    /// The values for a reset, where they are not the defaults.
    #[prop_or_default]
    pub(crate) defaults: Option<Rc<Map<String, Value>>>,
    /// Receives the actions.
    pub(crate) act: Callback<Action>,
}

impl PartialEq for Props {
    // Traces of one's own are large: their values are compared by address.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.parameters, &other.parameters)
            && Rc::ptr_eq(&self.values, &other.values)
            && self.texts == other.texts
            && self.complaints == other.complaints
            && self.calm == other.calm
            && self.defaults == other.defaults
            && self.act == other.act
    }
}

/// Neighbouring parameters of one group.
fn groups<'a>(parameters: &[&'a Rc<Parameter>]) -> Vec<(&'a str, Vec<&'a Rc<Parameter>>)> {
    parameters
        .chunk_by(|a, b| a.group == b.group)
        .filter_map(|chunk| Some((chunk.first()?.group, chunk.to_vec())))
        .collect()
}

/// The form: the parameters with an effect now, and the set parameters without one.
#[component]
pub(crate) fn Form(props: &Props) -> Html {
    let onsubmit = Callback::from(|event: SubmitEvent| event.prevent_default());
    let shown = |parameter: &&Rc<Parameter>| {
        parameter.matters(&props.values) || props.complaints.contains_key(parameter.name)
    };
    let (shown, idle): (Vec<_>, Vec<_>) = props.parameters.iter().partition(shown);
    let idle = idle
        .into_iter()
        .filter(|parameter| changed(props, parameter));
    html! {
        <form class="form" {onsubmit} autocomplete="off" novalidate=true>
            { for groups(&shown).into_iter().map(|(name, group)| html! {
                <fieldset key={name.to_owned()} class="group">
                    <legend>{ name }</legend>
                    { for group.iter().filter(|parameter| !parameter.rare).map(|parameter| field(props, name, parameter)) }
                    { rare(props, name, &group) }
                </fieldset>
            }) }
            { idle::view(&idle.map(|parameter| (parameter, value(props, parameter))).collect::<Vec<_>>(), &props.act) }
        </form>
    }
}

/// The parameters that are rarely used, folded.
fn rare(props: &Props, name: &str, group: &[&Rc<Parameter>]) -> Html {
    let rare: Vec<_> = group.iter().filter(|parameter| parameter.rare).collect();
    if rare.is_empty() {
        return Html::default();
    }
    let changed = rare
        .iter()
        .filter(|parameter| changed(props, parameter))
        .count();
    let wrong = rare
        .iter()
        .any(|parameter| props.complaints.contains_key(parameter.name));
    let all = rare.len() == group.len();
    let words = match (all, rare.len()) {
        (false, 1) => "1 more".into(),
        (false, number) => format!("{number} more"),
        (true, number) => report::words::count(number, "setting", "settings"),
    };
    html! {
        <details class="rare" open={wrong}>
            <summary>
                { words }<span class="unseen">{ format!(" of {}", name.to_ascii_lowercase()) }</span>
                if changed > 0 { <span class="changed">{ format!(" · {changed} changed") }</span> }
            </summary>
            <Later after={props.calm || wrong}>
                { for rare.into_iter().map(|parameter| field(props, name, parameter)) }
            </Later>
        </details>
    }
}

fn changed(props: &Props, parameter: &Parameter) -> bool {
    props
        .values
        .get(parameter.name)
        .is_some_and(|value| *value != default(props, parameter))
}

fn field(props: &Props, group: &str, parameter: &Rc<Parameter>) -> Html {
    let about = props.scenario.about();
    let also = parameters::typed(&shown(&default(props, parameter)));
    let stops = match parameter.kind {
        Kind::Integer { .. } | Kind::Number { .. } => {
            key_parameters::stops(&props.scenario, parameter, &props.values, also.as_slice())
        }
        _ => Vec::new(),
    };
    let offers = key_parameters::ruled(about, parameter)
        .then(|| key_parameters::choices(about, parameter, &props.values));
    html! {
        <Field
            key={parameter.name}
            {stops}
            {offers}
            parameter={parameter.clone()}
            value={value(props, parameter)}
            default={shown(&default(props, parameter))}
            changed={changed(props, parameter)}
            text={props.texts.get(parameter.name).cloned()}
            complaint={props.complaints.get(parameter.name).cloned()}
            quiet_label={parameter.title == group}
            act={props.act.clone()}
        />
    }
}

/// The value of a parameter after a reset.
fn default(props: &Props, parameter: &Parameter) -> Value {
    let own = props.defaults.as_ref();
    let own = own.and_then(|defaults| defaults.get(parameter.name).cloned());
    own.unwrap_or_else(|| parameter.default_value())
}

/// The value of a parameter as a person types it.
fn value(props: &Props, parameter: &Parameter) -> String {
    let value = props.values.get(parameter.name);
    value.map_or_else(String::new, shown)
}
