//! The row below the schedule: playing, stepping, measuring, and the pinned span.

use yew::prelude::*;

use super::keys::{Action, Step};
use super::time::{Details, SPEEDS, Told};
use crate::appearance::touch;
use crate::components::{Button, Select};

#[derive(Clone, PartialEq, Properties)]
pub(super) struct TransportProps {
    pub(super) clock: Told,
    /// Whether a drag measures.
    pub(super) armed: bool,
    pub(super) range: Option<String>,
    pub(super) pinned: Option<Details>,
    /// An id for the list of speeds that no other element has.
    pub(super) id: AttrValue,
    pub(super) act: Callback<Action>,
}

/// Play, step, speed, the state at the cursor; the range and the pinned span.
#[component]
pub(super) fn Transport(props: &TransportProps) -> Html {
    let act = |action: Action| props.act.reform(move |_: MouseEvent| action);
    let clock = &props.clock;
    let speeds: Vec<(AttrValue, AttrValue)> = SPEEDS
        .iter()
        .enumerate()
        .map(|(place, speed)| (place.to_string().into(), format!("{speed} ×").into()))
        .collect();
    let on_choose = props
        .act
        .reform(|place: String| Action::Speed(place.parse().unwrap_or(0)));
    html! {
        <div class="gantt-transport">
            <div class="gantt-clock" role="group" aria-label="Time">
                <Button class="gantt-play" title="Play or stop (Space)" onclick={act(Action::Play)}>{ if clock.playing { "Stop" } else { "Play" } }</Button>
                <Button label="Previous event" title="To the previous event (comma)" onclick={act(Action::Event(Step::Previous))}>{ "‹ Event" }</Button>
                <Button label="Next event" title="To the next event (full stop)" onclick={act(Action::Event(Step::Next))}>{ "Event ›" }</Button>
                <label class="unseen" for={props.id.clone()} id={format!("{}-label", props.id)}>{ "Speed" }</label>
                <Select id={props.id.clone()} value={clock.speed.to_string()} otherwise="" choices={speeds}
                    described_by={format!("{}-label", props.id)} {on_choose} />
                <Button class="gantt-measure" title="Drag to measure a range, as with Shift held" pressed={props.armed}
                    onclick={act(Action::Arm)}>{ "Measure" }</Button>
                <p class="gantt-state">
                    if clock.time.is_empty() {
                        { if touch() { "Tap the time axis, or play." } else { "Click the time axis, or play." } }
                    } else {
                        <b>{ &clock.time }</b>{ ": " }{ &clock.lanes }
                    }
                </p>
            </div>
            <div class="gantt-kept">
                if let Some(range) = &props.range {
                    <p class="gantt-measured"><b>{ "Range " }</b>{ range }</p>
                    <div class="row">
                        <Button class="link" onclick={act(Action::ZoomToRange)}>{ "Zoom to it" }</Button>
                        <Button class="link" onclick={act(Action::ClearRange)}>{ "Clear" }</Button>
                    </div>
                }
                { pinned(props) }
                if props.range.is_none() && props.pinned.is_none() {
                    <p>{ if touch() {
                        "Tap a span to keep its details here; press Measure and drag to measure a range."
                    } else {
                        "Click a span to keep its details here; drag with Shift held to measure a range."
                    } }</p>
                }
            </div>
        </div>
    }
}

fn pinned(props: &TransportProps) -> Html {
    let Some(details) = &props.pinned else {
        return Html::default();
    };
    let act = |action: Action| props.act.reform(move |_: MouseEvent| action);
    let figures = &details.figures;
    let row = |name: &str, value: &str| html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> };
    html! {
        <>
            <dl class="gantt-pinned" aria-label="The selected span">
                <div><dt>{ &figures.phase }</dt><dd>{ "on " }{ &figures.lane }</dd></div>
                { for figures.job.iter().map(|job| row("job", job)) }
                { row("start", &figures.start) }
                { row("end", &figures.end) }
                { row("duration", &format!("{} ({} of the run)", figures.duration, details.share)) }
                { for figures.distances.iter().map(|(name, length)| row(name, length)) }
                if !details.ending.is_empty() {
                    { row("reason of its end", &details.ending) }
                }
            </dl>
            <div class="row">
                if details.same > 1 {
                    <Button class="link" onclick={act(Action::SameJob(Step::Previous))}>{ "Previous of this job" }</Button>
                    <Button class="link" onclick={act(Action::SameJob(Step::Next))}>{ format!("Next of {} spans of this job", details.same) }</Button>
                }
                <Button class="link" onclick={act(Action::Unpin)}>{ "Clear selection" }</Button>
            </div>
        </>
    }
}
