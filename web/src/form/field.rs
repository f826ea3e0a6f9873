//! One parameter: its label, its control, its range, its complaint.

use std::rc::Rc;

use parameters::{Kind, Parameter};
use yew::prelude::*;

use super::{choice, number, text};
use crate::components::Button;
use session::action::Action;
use session::key_parameters::Offer;
use session::refusal::Complaint;

/// Properties of a field.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The parameter.
    pub(crate) parameter: Rc<Parameter>,
    /// Its value, as it is typed.
    pub(crate) value: String,
    /// Its default, as it is typed.
    pub(crate) default: String,
    /// Whether its value is not the default.
    pub(crate) changed: bool,
    /// The typed text, where it says more than the value.
    pub(crate) text: Option<String>,
    /// The complaint about the value.
    pub(crate) complaint: Option<Complaint>,
    /// The stops of its slider; none for a parameter that is no number.
    #[prop_or_default]
    pub(crate) stops: Vec<f64>,
    /// Its choices, where some of them may not go with other parameters.
    #[prop_or_default]
    pub(crate) offers: Option<Vec<Offer>>,
    /// The label repeats the group's.
    pub(crate) quiet_label: bool,
    /// Receives the actions.
    pub(crate) act: Callback<Action>,
}

impl Props {
    /// The id of a part.
    pub(crate) fn id(&self, part: &str) -> String {
        match part {
            "" => format!("p-{}", self.parameter.name),
            part => format!("p-{}-{part}", self.parameter.name),
        }
    }

    /// The ids of the texts that describe the control.
    pub(crate) fn described_by(&self) -> String {
        let mut ids = vec![self.id("range"), self.id("help")];
        if self.complaint.is_some() {
            ids.insert(0, self.id("problem"));
        }
        ids.join(" ")
    }

    /// Sets the parameter to a text.
    pub(crate) fn set(&self) -> Callback<String> {
        let name = self.parameter.name;
        self.act
            .reform(move |text| Action::Set(name.to_owned(), text))
    }

    /// The reason why a choice cannot be chosen now; nothing where it can.
    pub(crate) fn refusal(&self, value: &str) -> Option<String> {
        let mut offers = self.offers.iter().flatten();
        let offer = offers.find(|offer| offer.refused && offer.value == value)?;
        Some(offer.help.clone())
    }

    /// Whether the control is marked as wrong.
    pub(crate) fn invalid(&self) -> Option<&'static str> {
        self.complaint.is_some().then_some("true")
    }
}

/// A parameter.
#[component]
pub(crate) fn Field(props: &Props) -> Html {
    let help = use_state(|| false);
    let control = match &props.parameter.kind {
        Kind::Integer { .. } | Kind::Number { .. } => number::view(props),
        Kind::Choice(_) => {
            let choices: Vec<_> = props.parameter.offered().collect();
            if choices.len() <= 4 {
                choice::segments(props, &choices)
            } else {
                choice::list(props, &choices)
            }
        }
        Kind::Flag => choice::flag(props),
        Kind::List { .. } => number::list(props),
        Kind::Text { editor, .. } => text::view(props, *editor),
    };
    let ask = {
        let help = help.clone();
        Callback::from(move |_| help.set(!*help))
    };
    let reset = {
        let (set, default) = (props.set(), props.default.clone());
        Callback::from(move |_| set.emit(default.clone()))
    };
    let title = &props.parameter.title;
    // A parameter without a range has its help beside its title.
    let above = matches!(props.parameter.kind, Kind::Choice(_));
    html! {
        <div class={classes!("field", props.complaint.is_some().then_some("wrong"), above.then_some("above"), props.quiet_label.then_some("quiet"))} data-name={props.parameter.name}>
            { control }
            <div class="hint">
                <span id={props.id("range")}>{ range(&props.parameter) }</span>
                <span class="hint-actions">
                    <Button class="link reset" onclick={reset} absent={!props.changed}
                        label={format!("Reset {title} to {}", words(&props.default))}>{ "Reset" }</Button>
                    <button type="button" class="button link" aria-expanded={help.to_string()}
                        aria-controls={props.id("help")} aria-label={format!("What is this? {title}")} onclick={ask}>
                        { "What is this?" }
                    </button>
                </span>
            </div>
            <p class="problem" id={props.id("problem")} hidden={props.complaint.is_none()}>
                { props.complaint.as_ref().map(|complaint| complaint.text.clone()) }
            </p>
            <div class="help" id={props.id("help")} hidden={!*help}>{ explanation(&props.parameter) }</div>
        </div>
    }
}

fn words(default: &str) -> &str {
    if default.is_empty() { "empty" } else { default }
}

/// The range of a number, in words; the choices of a choice are in sight.
fn range(parameter: &Parameter) -> String {
    let unit = match parameter.unit {
        "" => String::new(),
        unit => format!("\u{202f}{unit}"),
    };
    match &parameter.kind {
        Kind::Integer {
            maximum: u64::MAX, ..
        } => "any whole number".into(),
        Kind::Integer { .. } => format!("{}{unit}", parameter.range()),
        Kind::Number {
            minimum,
            maximum,
            optional,
        } => {
            let empty = if *optional { ", or empty" } else { "" };
            format!("{minimum} to {maximum}{unit}{empty}")
        }
        Kind::List { .. } => parameter.range(),
        Kind::Text { .. } => String::new(),
        Kind::Choice(_) | Kind::Flag => String::new(),
    }
}

fn explanation(parameter: &Parameter) -> Html {
    let choices: Vec<_> = parameter.offered().collect();
    html! {
        <>
            <p>{ parameter.help }</p>
            if choices.iter().any(|choice| !choice.help.is_empty()) {
                <dl>
                    { for choices.iter().map(|choice| html! {
                        <div><dt>{ choice.title }</dt><dd>{ choice.help }</dd></div>
                    }) }
                </dl>
            }
        </>
    }
}
