//! Controls for choices.

use parameters::Choice;
use yew::prelude::*;

use super::field::Props;
use crate::components::{Named, Segment, Segments, Select};

/// Titles of up to so many letters together stand side by side.
const SIDE_BY_SIDE: usize = 34;

/// Buttons side by side, one of them pressed; below each other where their words are long.
pub(crate) fn segments(props: &Props, choices: &[&Choice]) -> Html {
    let letters: usize = choices
        .iter()
        .map(|choice| choice.title.chars().count())
        .sum();
    let group = Segments {
        name: props.id("").into(),
        named: Named::Legend,
        class: (letters > SIDE_BY_SIDE).then_some("stacked"),
        hidden: false,
    };
    let segment = |choice: &&Choice| {
        let value = choice.value;
        let refusal = props.refusal(value);
        Segment {
            words: choice.title.into(),
            value: value.into(),
            refused: refusal.is_some(),
            title: Some(refusal.map_or(choice.help.into(), AttrValue::from)),
            taken: props.value == value,
            take: props.set().reform(move |_| value.to_owned()),
        }
    };
    html! {
        <fieldset class="choice" role="radiogroup" aria-describedby={props.described_by()}>
            <legend class={classes!(props.quiet_label.then_some("unseen"))}>{ &props.parameter.title }</legend>
            { group.view(choices.iter().map(segment)) }
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
