//! The parts above and below the figure: title and legend, buttons and text, other parts of the run and files.

use session::same_work::{Seen, Subject, units};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::drawn::{Drawn, node};
use super::telling::Telling;
use super::{CardProps, Said};
use crate::components::Button;
use crate::gantt::ExportPair;

/// The content of these parts.
pub(super) struct Around<'c> {
    pub(super) props: &'c CardProps,
    pub(super) telling: &'c Telling,
    pub(super) drawn: &'c Drawn,
    /// The id of the foldable part.
    pub(super) parts: &'c str,
}

impl Around<'_> {
    fn subject(&self) -> &Subject {
        &self.props.work.0.0
    }

    fn seen(&self) -> Seen {
        *self.telling.seen
    }

    /// The unit with which the last part begins.
    fn last(&self) -> usize {
        let count = self.seen().count;
        units(&self.props.work.schedules(), count).saturating_sub(count)
    }

    /// The title and the legend.
    pub(super) fn bar(&self) -> Html {
        let (subject, seen, drawn) = (self.subject(), self.seen(), self.drawn);
        let legend = drawn.legend.iter().map(|(sample, name)| {
            html! { <li key={name.clone()}>{ node(sample) }{ name }</li> }
        });
        html! {
            <div class="worlds-bar">
                <h2 class="worlds-title">{ seen.title(subject) }</h2>
                <p class="worlds-range">{ seen.range(subject) }</p>
                <ul class="worlds-legend" aria-label="Phases">
                    { for legend }
                    <li><i class="end-sample"></i>{ subject.mark() }</li>
                    if drawn.scene.has_remainders() {
                        <li><i class="ghost-sample"></i>{ "would have taken" }</li>
                    }
                </ul>
            </div>
        }
    }

    /// The buttons and the text.
    pub(super) fn foot(&self) -> Html {
        let (telling, drawn, parts) = (self.telling, self.drawn, self.parts);
        let subject = self.subject();
        let (before, after) = telling.around(drawn);
        // At the beginning there is no earlier reason. The button comes last, so that its place is no gap until then.
        let absent = before.is_none() && !matches!(*telling.said, Said::Reason(_));
        let earlier = before.and_then(|place| telling.reason(place));
        let unfolded = *self.props.unfolded;
        let turn_over = {
            let unfolded = self.props.unfolded.clone();
            Callback::from(move |_: MouseEvent| unfolded.set(!*unfolded))
        };
        html! {
            <div class="worlds-foot">
                <Button class="worlds-play" onclick={telling.play()}>{ if *telling.playing { "Stop" } else { "Play" } }</Button>
                if subject.paired {
                    { reason(telling.reason(after), false, "primary", "Next reason ›") }
                    { reason(earlier, absent, "", "‹ Reason") }
                }
                <p class="worlds-said" aria-live="polite">{ telling.text(drawn) }</p>
                <p class="worlds-gained">{ drawn.scene.balance(subject, telling.now()) }</p>
                <Button class="quiet worlds-more" expanded={unfolded} controls={unfolded.then(|| AttrValue::from(parts.to_owned()))} onclick={turn_over}>
                    { if self.last() > 0 { "Other parts and files" } else { "Files" } }
                </Button>
            </div>
        }
    }

    /// Other parts of the run, and files.
    pub(super) fn others(&self) -> Html {
        let (seen, last, go) = (self.seen(), self.last(), self.telling.go());
        let step = |first: usize, words: &'static str| {
            let idle = first == seen.first;
            let onclick = go.reform(move |_: MouseEvent| first);
            html! { <Button {idle} {onclick}>{ words }</Button> }
        };
        let oninput = go.reform(|event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            input.value_as_number() as usize
        });
        html! {
            <div id={self.parts.to_owned()} class="worlds-parts">
                if last > 0 {
                    { step(seen.first.saturating_sub(seen.count), "‹ Earlier") }
                    <div class="worlds-strip">
                        { node(&self.drawn.strip) }
                        <input type="range" min="0" max={last.to_string()} value={seen.first.to_string()} aria-label="Part of the run"
                            aria-valuetext={seen.range(self.subject())} {oninput} />
                    </div>
                    { step((seen.first + seen.count).min(last), "Later ›") }
                }
                <ExportPair outcome={self.props.outcome.clone()} units={(seen.first, seen.count)} />
            </div>
        }
    }
}

/// A button that tells a reason, idle where there is none.
fn reason(
    tell: Option<Callback<MouseEvent>>,
    absent: bool,
    class: &'static str,
    words: &'static str,
) -> Html {
    let idle = tell.is_none();
    let onclick = tell.unwrap_or_else(Callback::noop);
    html! { <Button class={classes!(class)} {idle} {absent} {onclick}>{ words }</Button> }
}
