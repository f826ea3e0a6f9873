//! Controls for choices.

use parameters::Choice;
use yew::prelude::*;

use super::field::Props;
use crate::components::Select;

/// Titles of up to so many letters together stand side by side.
const SIDE_BY_SIDE: usize = 34;

/// Buttons side by side, one of them pressed; below each other where their words are long.
pub(crate) fn segments(props: &Props, choices: &[&Choice]) -> Html {
    let letters: usize = choices
        .iter()
        .map(|choice| choice.title.chars().count())
        .sum();
    let name = props.id("");
    html! {
        <fieldset class="choice" aria-describedby={props.described_by()}>
            <legend class={classes!(props.quiet_label.then_some("unseen"))}>{ &props.parameter.title }</legend>
            <div class={classes!("segments", (letters > SIDE_BY_SIDE).then_some("stacked"))}>
                { for choices.iter().map(|choice| {
                    let (set, value) = (props.set(), choice.value);
                    let refusal = props.refusal(value);
                    let disabled = refusal.is_some();
                    html! {
                        <label key={choice.value} title={refusal.unwrap_or_else(|| choice.help.to_owned())}>
                            <input type="radio" name={name.clone()} value={choice.value}
                                checked={props.value == choice.value} {disabled}
                                onchange={move |_| set.emit(value.to_owned())} />
                            <span>{ choice.title }</span>
                        </label>
                    }
                }) }
            </div>
        </fieldset>
    }
}

/// A list that unfolds. A value outside the choices, such as a file of one's own, is shown too.
pub(crate) fn list(props: &Props, choices: &[&Choice]) -> Html {
    let refused: Vec<AttrValue> = choices
        .iter()
        .filter(|choice| props.refusal(choice.value).is_some())
        .map(|choice| choice.value.into())
        .collect();
    let choices: Vec<_> = choices
        .iter()
        .map(|choice| (choice.value.into(), choice.title.into()))
        .collect();
    html! {
        <>
            <label class={classes!("title", props.quiet_label.then_some("unseen"))} for={props.id("")}>
                { &props.parameter.title }
            </label>
            <Select id={props.id("")} value={props.value.clone()} otherwise={props.value.clone()} {choices} {refused}
                described_by={props.described_by()} invalid={props.invalid().map(AttrValue::from)} on_choose={props.set()} />
        </>
    }
}

/// Yes or no.
pub(crate) fn flag(props: &Props) -> Html {
    let set = props.set();
    let on = props.value == "true";
    html! {
        <label class="flag">
            <input id={props.id("")} type="checkbox" checked={on} aria-describedby={props.described_by()}
                onchange={move |_| set.emit((!on).to_string())} />
            <span>{ &props.parameter.title }</span>
        </label>
    }
}
