//! Controls for numbers: typed as well as dragged.

use parameters::{Kind, Parameter};
use yew::prelude::*;

use super::field::Props;
use crate::components::Button;
use session::action::Action;
use session::key_parameters::said;
use session::stops;

/// A label, a field to type in, and a slider or, for seeds, a button.
pub(crate) fn view(props: &Props) -> Html {
    let parameter = &props.parameter;
    let seed = matches!(
        parameter.kind,
        Kind::Integer {
            maximum: u64::MAX,
            ..
        }
    );
    html! {
        <>
            <div class={classes!("head", seed.then_some("wide"))}>
                <label for={props.id("")} class={classes!(props.quiet_label.then_some("unseen"))}>{ parameter.title }</label>
                { entry(props) }
            </div>
            if seed {
                <Button class="new-seed" onclick={new_seed(props)}>{ "New seed" }</Button>
            } else {
                { slider(props) }
            }
        </>
    }
}

/// A field for a list of numbers.
pub(crate) fn list(props: &Props) -> Html {
    html! {
        <div class="head wide">
            <label for={props.id("")}>{ &props.parameter.title }</label>
            { entry(props) }
        </div>
    }
}

fn entry(props: &Props) -> Html {
    let set = props.set();
    let oninput = Callback::from(move |event: InputEvent| set.emit(typed(&event)));
    let onblur = {
        let name = props.parameter.name;
        props.act.reform(move |_| Action::Leave(name.to_owned()))
    };
    let mode = match props.parameter.kind {
        Kind::Integer { .. } => "numeric",
        Kind::Number { .. } => "decimal",
        _ => "text",
    };
    let text = props.text.clone().unwrap_or_else(|| props.value.clone());
    html! {
        <span class="entry">
            <input id={props.id("")} type="text" inputmode={mode} value={text} spellcheck="false"
                placeholder={if optional(&props.parameter) { "none" } else { "" }}
                aria-invalid={props.invalid()} aria-describedby={props.described_by()} {oninput} {onblur} />
            if !props.parameter.unit.is_empty() {
                <span class="unit">{ &props.parameter.unit }</span>
            }
        </span>
    }
}

fn slider(props: &Props) -> Html {
    let stops = props.stops.clone();
    let position = stops::nearest(&stops, parameters::typed(&props.value));
    let (set, last) = (props.set(), stops.len().saturating_sub(1));
    let said = said(&props.parameter, &props.value);
    let part = if last > 0 {
        position as f64 / last as f64
    } else {
        0.0
    };
    let oninput = Callback::from(move |event: InputEvent| {
        if let Some(stop) = typed(&event)
            .parse()
            .ok()
            .and_then(|at: usize| stops.get(at))
        {
            set.emit(stop.to_string());
        }
    });
    html! {
        <input class="slider" type="range" min="0" max={last.to_string()} step="1" value={position.to_string()}
            style={format!("--part:{part:.4}")} aria-label={format!("{}, slider", props.parameter.title)}
            aria-valuetext={said} {oninput} />
    }
}

/// The present text of the field.
fn typed(event: &InputEvent) -> String {
    let input: Option<web_sys::HtmlInputElement> = event.target_dyn_into();
    input.map(|input| input.value()).unwrap_or_default()
}

fn optional(parameter: &Parameter) -> bool {
    matches!(parameter.kind, Kind::Number { optional: true, .. })
}

/// A random seed, short enough to be read aloud.
fn new_seed(props: &Props) -> Callback<MouseEvent> {
    let set = props.set();
    Callback::from(move |_| {
        if let Ok(seed) = getrandom::u32() {
            set.emit(seed.to_string());
        }
    })
}
