//! The fields of the selected event.

use parameters::events::{Argument, Fault, Kind, Line, Need, Part, Takes};
use yew::prelude::*;

use super::{Editor, mark_id};
use crate::components::{Button, Select};
use crate::form::editor::{focus, one_word, typed};

/// The id of a field by its name.
pub(super) fn field_id(id: &str, field: &str) -> String {
    format!("{id}-field-{field}")
}

/// A field to type in.
struct Typed<'a> {
    /// Its name among the fields.
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    value: &'a str,
    /// The allowed values, in words.
    allowed: String,
    faults: Vec<String>,
    /// Changes the line by the typed text.
    put: Callback<(Line, String), Line>,
}

impl Editor<'_> {
    /// The fields of the selected event.
    pub(super) fn fields(&self) -> Html {
        let chosen = self
            .selected
            .and_then(|at| Some((at, self.events.lines.get(at)?)));
        let Some((at, line)) = chosen else {
            let words = match self.marks.is_empty() {
                true => "No event: nothing changes during the run.",
                false => "Select an event to see its fields.",
            };
            return html! { <p class="preset-help">{ words }</p> };
        };
        let faults = match self.checked.get(at) {
            Some(Some(Err(faults))) => faults.as_slice(),
            _ => &[],
        };
        let of = |part: Part| -> Vec<String> {
            let here = |fault: &&Fault| fault.part() == part;
            faults
                .iter()
                .filter(here)
                .map(|fault| fault.what.to_string())
                .collect()
        };
        let (props, kinds) = (self.props, self.props.of.kinds);
        let kind = kinds.iter().find(|kind| kind.name == line.kind);
        let time = Typed {
            name: "time",
            title: "Time",
            unit: props.of.unit,
            value: &line.time,
            allowed: Takes::Number {
                minimum: 0.0,
                maximum: props.of.latest,
            }
            .allowed(),
            faults: of(Part::Time),
            put: Callback::from(|(mut line, text): (Line, String)| {
                // A line without a time would be no event.
                if !text.trim().is_empty() {
                    line.time = one_word(&text, &['#']);
                }
                line
            }),
        };
        let arguments = kind.into_iter().flat_map(|kind| {
            let faults = |argument: &Argument| of(Part::Argument(argument.name));
            let arguments = kind.arguments.iter();
            arguments.map(move |argument| argument_field(kind, argument, line, faults(argument)))
        });
        let arguments: Vec<_> = arguments.map(|field| self.typed(at, field)).collect();
        let remove = self.remover(at).reform(|_: MouseEvent| ());
        let back = {
            let id = mark_id(&props.id, at);
            Callback::from(move |event: KeyboardEvent| {
                if event.key() == "Escape" {
                    event.prevent_default();
                    focus(&id);
                }
            })
        };
        let onfocusout = props.left(self.drafts);
        html! {
            <div class="timeline-fields" role="group" aria-label={format!("Event: {}", self.name(at))} onkeydown={back} {onfocusout}>
                { self.typed(at, time) }
                { self.kind(at, kind.map_or("", |kind| kind.name), &of(Part::Kind)) }
                { for arguments }
                <div class="timeline-remove">
                    <Button onclick={remove}>{ "Remove event" }</Button>
                </div>
            </div>
        }
    }

    /// The list of kinds.
    fn kind(&self, at: usize, kind: &'static str, faults: &[String]) -> Html {
        let id = field_id(&self.props.id, "kind");
        let kinds = self.props.of.kinds;
        let choices: Vec<(AttrValue, AttrValue)> = kinds
            .iter()
            .map(|kind| (kind.name.into(), kind.title.into()))
            .collect();
        let (leave, again, to) = (self.props.leave.clone(), self.again.clone(), id.clone());
        let change = self.change(move |events, name: String| {
            let kind = kinds.iter().find(|kind| kind.name == name);
            if let (Some(line), Some(kind)) = (events.lines.get_mut(at), kind) {
                line.turn(kind);
            }
        });
        let on_choose = Callback::from(move |name: String| {
            again.emit(to.clone());
            change.emit(name);
            leave.emit(());
        });
        let problem = format!("{id}-fault");
        let wrong = !faults.is_empty();
        html! {
            <div class="timeline-field" key="kind">
                <label for={id.clone()}>{ "Event" }</label>
                <Select {id} value={kind} otherwise="Choose" {choices} described_by={if wrong { problem.clone() } else { String::new() }}
                    invalid={wrong.then_some(AttrValue::from("true"))} {on_choose} />
                { told(&problem, faults) }
            </div>
        }
    }

    /// A field to type in.
    fn typed(&self, at: usize, field: Typed<'_>) -> Html {
        let Typed {
            name,
            title,
            unit,
            value,
            allowed,
            faults,
            put,
        } = field;
        let id = field_id(&self.props.id, name);
        let value = self.drafts.text(&name, value);
        let drafts = self.drafts.clone();
        let oninput = typed(self.change(move |events, text: String| {
            if let Some(line) = events.lines.get_mut(at) {
                *line = put.emit((line.clone(), text.clone()));
            }
            drafts.keep(name, text);
        }));
        let (problem, hint) = (format!("{id}-fault"), format!("{id}-hint"));
        let wrong = !faults.is_empty();
        let described = if wrong { &problem } else { &hint }.clone();
        html! {
            <div class="timeline-field" key={name}>
                <label for={id.clone()}>
                    { title }
                    if !unit.is_empty() { <small>{ " " }{ unit }</small> }
                </label>
                <input {id} type="text" {value} spellcheck="false" autocomplete="off"
                    aria-invalid={wrong.then_some("true")} aria-describedby={described} {oninput} />
                if wrong {
                    { told(&problem, &faults) }
                } else {
                    <p class="hint" id={hint}>{ allowed }</p>
                }
            </div>
        }
    }
}

/// The field of an argument; a value for one of several exclusive arguments leaves the others out.
fn argument_field<'a>(
    kind: &'static Kind,
    argument: &'static Argument,
    line: &'a Line,
    faults: Vec<String>,
) -> Typed<'a> {
    let others: Vec<_> = kind
        .arguments
        .iter()
        .filter(|other| other.name != argument.name && other.need == argument.need)
        .map(|other| other.title.to_lowercase())
        .collect();
    let allowed = argument.takes.allowed();
    let allowed = match argument.need {
        Need::Always => allowed,
        Need::Optional => format!("{allowed}, or empty"),
        Need::Either(_) => format!("{allowed}, instead of {}", others.join(" or ")),
    };
    let number = !matches!(argument.takes, Takes::Ranges { .. });
    Typed {
        name: argument.name,
        title: argument.title,
        unit: argument.unit,
        value: line.value(argument.name).unwrap_or_default(),
        allowed,
        faults,
        put: Callback::from(move |(mut line, text): (Line, String)| {
            let text = if number {
                one_word(&text, &['#'])
            } else {
                text
            };
            line.choose(kind, argument, &text);
            line
        }),
    }
}

/// The faults of a field.
fn told(id: &str, faults: &[String]) -> Html {
    html! {
        <div id={id.to_owned()}>{ for faults.iter().map(|fault| html! { <p class="problem">{ fault }</p> }) }</div>
    }
}
