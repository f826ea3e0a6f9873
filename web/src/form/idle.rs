//! Set values without an effect now: they are kept, listed, and take effect again with their topic or method.

use std::rc::Rc;

use parameters::{Kind, Parameter};
use yew::prelude::*;

use crate::components::Button;
use session::action::Action;
use session::key_parameters::said;

/// Parameters with their values, which are not the defaults.
pub(crate) fn view(set: &[(&Rc<Parameter>, String)], act: &Callback<Action>) -> Html {
    if set.is_empty() {
        return Html::default();
    }
    html! {
        <section class="also-set" aria-labelledby="also-set">
            <h2 id="also-set" class="section">{ "Also set" }</h2>
            <p>{ "These values are kept, but have no effect on the current view." }</p>
            <ul>
                { for set.iter().map(|(parameter, value)| one(parameter, value, act)) }
            </ul>
        </section>
    }
}

fn one(parameter: &Parameter, value: &str, act: &Callback<Action>) -> Html {
    let (name, default) = (
        parameter.name,
        parameters::person::shown(&parameter.default_value()),
    );
    let reset = act.reform(move |_| Action::Set(name.to_owned(), default.clone()));
    html! {
        <li key={parameter.name} data-name={parameter.name}>
            <span>{ parameter.title }{ " " }<b>{ words(parameter, value) }</b></span>
            <Button class="link reset" onclick={reset} label={format!("Reset {}", parameter.title)}>{ "Reset" }</Button>
        </li>
    }
}

/// A value as its field would show it.
fn words(parameter: &Parameter, value: &str) -> String {
    match &parameter.kind {
        Kind::Choice(choices) => {
            let chosen = choices.iter().find(|choice| choice.value == value);
            chosen.map_or_else(|| value.to_owned(), |choice| choice.title.to_owned())
        }
        Kind::Flag if value == "true" => "on".into(),
        Kind::Flag => "off".into(),
        _ => said(parameter, value),
    }
}
