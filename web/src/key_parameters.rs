//! The two or three parameters that decide most, above the picture: a change and its effect are in sight together. The panel has
//! them, too, with field, range and help: both show the scenario's one value, and the panel keeps its order for any key
//! parameters.

use std::rc::Rc;

use parameters::Kind;
use session::action::Action;
use session::key_parameters::{Control, Key, Offer, said};
use session::lead::{Lead, Scale};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::components::{Button, Named, Segment, Segments, Select};
use crate::panel::Place;

/// Properties of the key parameters.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The parameters, the most telling first.
    pub(crate) keys: Rc<Vec<Key>>,
    /// The number of parameters in the panel.
    pub(crate) all: usize,
    /// The parameter that holds the strategy of one's own, where the scenario asks one.
    pub(crate) strategy: Option<&'static str>,
    /// Receives the actions.
    pub(crate) act: Callback<Action>,
    /// Whether the panel of all parameters is open.
    pub(crate) open: bool,
    /// Opens that panel, or folds it.
    pub(crate) on_all: Callback<MouseEvent>,
    /// Opens that panel at a place.
    pub(crate) on_place: Callback<Place>,
    /// Shares the result.
    pub(crate) on_share: Callback<MouseEvent>,
}

/// The key parameters, the buttons that lead into the panel of all parameters, and the button that shares the result.
#[component]
pub(crate) fn KeyParameters(props: &Props) -> Html {
    html! {
        <section id="keys" class="keys" aria-label="Key parameters">
            <>{ for groups(&props.keys).into_iter().flat_map(|group| group_of(group, &props.act)) }</>
            { lead(&props.keys) }
            <div class="key-ways">
                if let Some(name) = props.strategy {
                    <Button id="edit-strategy" class="to-strategy" onclick={props.on_place.reform(move |_| Place::Parameter(name))}>{ "Edit strategy" }</Button>
                }
                <Button id="to-compare" class="to-compare" onclick={props.on_place.reform(|_| Place::Compare)}>{ "Compare or sweep" }</Button>
                <Button id="all-parameters" class="to-all" expanded={props.open} controls="parameters"
                    onclick={props.on_all.clone()}>{ format!("All {} parameters", props.all) }</Button>
            </div>
            // The button stands beside the headline where there is room.
            <Button id="share" class="to-share" onclick={props.on_share.clone()}>{ "Share" }</Button>
        </section>
    }
}

/// The way that is ahead along the scale of the held key, in words. The element exists before its text, so that screen readers hear it.
fn lead(keys: &[Key]) -> Html {
    let place = keys.iter().position(|key| key.lead.is_some());
    let lead = place.and_then(|place| keys.get(place)?.lead.as_ref());
    // On a phone the first key stands apart from the others.
    let later = place.is_some_and(|place| place > 0).then_some("later");
    html! { <p class={classes!("key-lead", later)} role="status">{ lead.map_or("", |lead| &lead.said) }</p> }
}

/// A pair is one element; other keys are one element each.
fn group_of(keys: &[Key], act: &Callback<Action>) -> Vec<Html> {
    match keys {
        [low, high] => vec![html! {
            <div key={low.parameter.name} class="key-pair">{ one(low, act) }{ one(high, act) }</div>
        }],
        keys => keys.iter().map(|key| one(key, act)).collect(),
    }
}

/// Pairs that share a scale, and the others one by one.
fn groups(keys: &[Key]) -> Vec<&[Key]> {
    keys.chunk_by(|low, _| low.paired).collect()
}

/// A key parameter with its control.
pub(crate) fn one(key: &Key, act: &Callback<Action>) -> Html {
    let name = key.parameter.name;
    let set = act.reform(move |text| Action::Set(name.to_owned(), text));
    let (id, title) = (format!("k-{name}"), format!("k-{name}-title"));
    let control = match &key.control {
        Control::Segments(offers) => {
            let group = Segments {
                name: id.clone().into(),
                named: Named::By(title.clone().into()),
                class: None,
                hidden: false,
            };
            group.view(offers.iter().map(|offer| segment(key, offer, &set)))
        }
        Control::List(offers) => list(key, offers, &id, &set),
        Control::Slider { stops, at, beyond } => slider(key, stops, (*at, *beyond), &id, &set),
        Control::Swept(values) => html! {
            <output class="key-swept" aria-labelledby={title.clone()}>{ format!("sweep: {values}") }</output>
        },
    };
    // A group has no control of this id: its name is read with the group.
    let alone = matches!(key.control, Control::Segments(_) | Control::Swept(_));
    let control_id = (!alone).then_some(id);
    let number = matches!(
        key.parameter.kind,
        Kind::Integer { .. } | Kind::Number { .. }
    );
    let hold = number.then(|| act.reform(move |()| Action::Hold(Scale::slider(name))));
    html! {
        // The help stands at the name, so that it covers no control.
        <div key={name} class="key" data-name={name} onfocusin={hold.clone().map(|hold| hold.reform(|_: FocusEvent| ()))}
            onpointerdown={hold.map(|hold| hold.reform(|_: PointerEvent| ()))}>
            if let Some(id) = control_id {
                <label class="key-title" for={id} title={key.parameter.help}>{ key.parameter.title }</label>
            } else {
                <span class="key-title" id={title} title={key.parameter.help}>{ key.parameter.title }</span>
            }
            { control }
        </div>
    }
}

fn segment(key: &Key, offer: &Offer, set: &Callback<String>) -> Segment {
    let value = offer.value.clone();
    Segment {
        words: said(&key.parameter, &offer.title).into(),
        value: value.clone().into(),
        title: Some(offer.help.clone().into()),
        taken: key.value == value,
        refused: offer.refused,
        take: set.reform(move |_| value.clone()),
    }
}

fn list(key: &Key, offers: &[Offer], id: &str, set: &Callback<String>) -> Html {
    let choices: Vec<_> = offers
        .iter()
        .map(|offer| (offer.value.clone().into(), offer.title.clone().into()))
        .collect();
    let refused: Vec<AttrValue> = offers
        .iter()
        .filter(|offer| offer.refused)
        .map(|offer| offer.value.clone().into())
        .collect();
    html! {
        <Select id={id.to_owned()} value={key.value.clone()} otherwise={key.value.clone()} {choices} {refused}
            described_by="" on_choose={set.clone()} />
    }
}

fn slider(
    key: &Key,
    stops: &[String],
    (at, (below, above)): (usize, (usize, usize)),
    id: &str,
    set: &Callback<String>,
) -> Html {
    let last = (below + stops.len() + above).saturating_sub(1);
    let at = below + at;
    let part = if last > 0 {
        at as f64 / last as f64
    } else {
        0.0
    };
    let (set, all) = (set.clone(), stops.to_vec());
    let oninput = Callback::from(move |event: InputEvent| {
        let Some(input) = event.target_dyn_into::<HtmlInputElement>() else {
            return;
        };
        let Ok(place) = input.value().parse::<usize>() else {
            return;
        };
        // A thumb stops at the other thumb of its scale.
        let within = place.clamp(below, below + all.len().saturating_sub(1));
        if within != place {
            input.set_value(&within.to_string());
        }
        if let Some(stop) = all.get(within - below) {
            set.emit(stop.clone());
        }
    });
    let said = said(&key.parameter, &key.value);
    let turns = key
        .lead
        .as_ref()
        .map(|lead| turns(lead, stops, (below, last)));
    let style = format!("--part:{part:.4}{}", turns.unwrap_or_default());
    let why = format!("{id}-lead");
    html! {
        <div class="key-slide">
            <input id={id.to_owned()} class="slider" type="range" min="0" max={last.to_string()} step="1" value={at.to_string()}
                {style} aria-valuetext={said.clone()} aria-describedby={key.lead.is_some().then(|| why.clone())} {oninput} />
            <output for={id.to_owned()}>{ said }</output>
            if let Some(lead) = &key.lead {
                <span class="unseen" id={why}>{ &lead.said }</span>
            }
        </div>
    }
}

/// The marks where another way takes the lead, half-way between two stops, as a property of the slider.
fn turns(lead: &Lead, stops: &[String], (below, last): (usize, usize)) -> String {
    let mark = |(_, above): &(f64, f64)| {
        let at = stops.iter().position(|stop| *stop == above.to_string())?;
        let part = (below as f64 + at as f64 - 0.5) / last.max(1) as f64;
        // The mark keeps the same distance from the track's ends as a thumb.
        Some(format!(
            "linear-gradient(var(--ink) 0 0) calc(7px + (100% - 14px) * {part:.4}) 50% / 2px 20px no-repeat"
        ))
    };
    let marks: Vec<_> = lead.changes.iter().filter_map(mark).collect();
    match marks.is_empty() {
        true => String::new(),
        false => format!(";--turns:{}", marks.join(",")),
    }
}
