//! The same work in several schedules, one above the other on one time axis: two worlds, without and with the subject of the headline,
//! and the reasons why one is ahead of the other; or compared variants.

mod drawn;
mod lanes;
mod play;

use std::rc::Rc;

use playground::extras::Focus;
use schedule::{LaneId, Schedule};
use session::outcome::Outcome;
use session::same_work::{Seen, Subject, of, units};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::components::{Button, nothing, unique};
use crate::gantt::{ExportPair, Sight};

use drawn::{Drawn, node};
use lanes::Lanes;
use play::use_play;

/// Properties of the card.
#[derive(Clone, Debug, Properties)]
pub(crate) struct Props {
    /// The outcome, with all schedules.
    pub(crate) outcome: Rc<Outcome>,
    /// The first view, where a link or a host asks for one.
    #[prop_or_default]
    pub(crate) focus: Focus,
    /// Shares the present view.
    #[prop_or_default]
    pub(crate) sight: Sight,
    /// The number of reasons told so far; after the last one comes the first.
    #[prop_or_default]
    pub(crate) reasons: u32,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.outcome, &other.outcome)
            && self.focus == other.focus
            && self.reasons == other.reasons
    }
}

/// The schedules and their shared work, equal where they are the same in memory.
#[derive(Clone)]
struct Work(Rc<(Subject, Vec<Rc<Schedule>>, Seen)>);

impl PartialEq for Work {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Work {
    fn schedules(&self) -> Vec<&Schedule> {
        self.0.1.iter().map(Rc::as_ref).collect()
    }

    /// The units of a former view, where the schedules have them.
    fn part(&self, units_seen: Option<(u32, u32)>) -> Option<Seen> {
        let (first, count) = units_seen?;
        let all = units(&self.schedules(), count as usize);
        Seen::part((first, count), self.0.0.number, all)
    }
}

/// The text below the figure.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Said {
    Nothing,
    /// The reason at this place.
    Reason(usize),
    /// The span of a lane of a world at a moment, and whether its text stays when the pointer goes.
    Span(usize, LaneId, f64, bool),
}

/// The card; where compared schedules are not of the same work, a sentence that says so.
#[component]
pub(crate) fn TwoWorlds(props: &Props) -> Html {
    let work = use_memo(props.outcome.fingerprint.clone(), |_| {
        of(&props.outcome).map(|work| Work(Rc::new(work)))
    });
    // The state outlives the card, which is made anew for each result.
    let unfolded = use_state_eq(|| false);
    let Some(work) = (*work).clone() else {
        props.sight.see_none();
        return apart(&props.outcome);
    };
    html! { <Card key={props.outcome.fingerprint.clone()} {work} outcome={props.outcome.clone()} focus={props.focus} sight={props.sight.clone()} reasons={props.reasons} {unfolded} /> }
}

/// The sentence why compared schedules are not cut to the same work.
fn apart(outcome: &Outcome) -> Html {
    let others = outcome
        .beside
        .as_ref()
        .map_or(0, |beside| beside.variants.len());
    if others == 0 || outcome.schedule.is_none() {
        return nothing();
    }
    html! {
        <p class="constant">
            { "These schedules share a time axis, but do not show the same work: they begin later in the run, or count their work in different units." }
        </p>
    }
}

#[derive(Clone, Properties)]
struct CardProps {
    work: Work,
    /// The outcome, to be saved as a figure.
    outcome: Rc<Outcome>,
    focus: Focus,
    sight: Sight,
    reasons: u32,
    /// Whether the controls for other parts of the run, and for files, are shown.
    unfolded: UseStateHandle<bool>,
}

impl PartialEq for CardProps {
    fn eq(&self, other: &Self) -> bool {
        self.work == other.work
            && self.focus == other.focus
            && self.reasons == other.reasons
            && self.unfolded == other.unfolded
    }
}

#[component]
fn Card(props: &CardProps) -> Html {
    let (work, sight) = (&props.work, &props.sight);
    let (subject, _, opening) = &*work.0;
    let compared = !subject.paired;
    let asked = (props.focus.part, props.focus.reason);
    let seen = use_state_eq(|| {
        let kept = work
            .part(props.focus.part)
            .or_else(|| work.part(sight.kept(compared)));
        kept.unwrap_or(*opening)
    });
    let made = use_memo((work.clone(), *seen), |(work, seen)| {
        Drawn::new(work, *seen)
    });
    let first = asked.1.and_then(|reason| (reason as usize).checked_sub(1));
    let (at, said, playing) = (
        use_state_eq(|| None::<f64>),
        use_state_eq(|| first.map_or(Said::Nothing, Said::Reason)),
        use_state_eq(|| false),
    );
    {
        // The view that came with a shared scenario may arrive after its result.
        let (seen, said, work) = (seen.clone(), said.clone(), work.clone());
        use_effect_with(asked, move |(part, reason)| {
            if let Some(part) = work.part(*part) {
                seen.set(part);
                let reason = reason.and_then(|reason| (reason as usize).checked_sub(1));
                said.set(reason.map_or(Said::Nothing, Said::Reason));
            }
        });
    }
    {
        let (sight, number, opening) = (sight.clone(), subject.number, *opening);
        use_effect_with((*seen, *said), move |(seen, said)| {
            let reason = match said {
                Said::Reason(place) => Some(*place as u32 + 1),
                Said::Nothing | Said::Span(..) => None,
            };
            let part = seen.numbers(number);
            let moved = *seen != opening;
            let told = moved || reason.is_some();
            sight.see(
                moved.then_some(part),
                compared,
                (told.then_some(part), reason),
            );
        });
    }
    {
        let (at, said, playing, made) = (at.clone(), said.clone(), playing.clone(), made.clone());
        use_effect_with(props.reasons, move |reasons| {
            let known = (*made)
                .as_ref()
                .map_or(0, |drawn| drawn.scene.reasons.len());
            let place = (*reasons as usize).checked_sub(1);
            if let Some(place) = place.and_then(|place| place.checked_rem(known)) {
                playing.set(false);
                at.set(None);
                said.set(Said::Reason(place));
            }
        });
    }
    let told_at = match (*said, (*made).as_ref()) {
        (Said::Reason(place), Some(drawn)) => drawn.scene.reasons.get(place).map(|told| told.at),
        _ => None,
    };
    let now = told_at.or(*at);
    let plot = use_node_ref();
    let length = (*made)
        .as_ref()
        .map_or(0.0, |drawn| drawn.scene.figure.length);
    use_play(&playing, &at, &plot, length);
    let keys = use_memo((), |()| unique("worlds-keys"));
    let parts = use_memo((), |()| unique("worlds-parts"));
    let Some(drawn) = (*made).as_ref() else {
        return nothing();
    };
    let scene = &drawn.scene;
    let all = units(&work.schedules(), seen.count);
    let last = all.saturating_sub(seen.count);
    let go = {
        let (seen, at, said, playing) = (seen.clone(), at.clone(), said.clone(), playing.clone());
        Callback::from(move |first: usize| {
            let count = seen.count;
            seen.set(Seen { first, count });
            at.set(None);
            said.set(Said::Nothing);
            playing.set(false);
        })
    };
    let step = |first: usize, words: &'static str| {
        let idle = first == seen.first;
        let onclick = go.reform(move |_: MouseEvent| first);
        html! { <Button {idle} {onclick}>{ words }</Button> }
    };
    let reason = |place: Option<usize>, absent: bool, class: &'static str, words: &'static str| {
        let (at, said, playing) = (at.clone(), said.clone(), playing.clone());
        let time = place.and_then(|place| scene.reasons.get(place).map(|told| told.at));
        let onclick = Callback::from(move |_: MouseEvent| {
            if let (Some(place), Some(time)) = (place, time) {
                playing.set(false);
                at.set(Some(time));
                said.set(Said::Reason(place));
            }
        });
        html! { <Button class={classes!(class)} idle={time.is_none()} {absent} {onclick}>{ words }</Button> }
    };
    let unfolded = *props.unfolded;
    let turn_over = {
        let unfolded = props.unfolded.clone();
        Callback::from(move |_: MouseEvent| unfolded.set(!*unfolded))
    };
    let (before, after) = match *said {
        Said::Reason(place) => (place.checked_sub(1), Some(place + 1)),
        _ => {
            let now = now.unwrap_or(-1.0);
            let next = scene.reasons.partition_point(|told| told.at <= now);
            (next.checked_sub(1), Some(next))
        }
    };
    let play = {
        let (playing, said, at) = (playing.clone(), said.clone(), at.clone());
        Callback::from(move |_: MouseEvent| {
            at.set(now);
            said.set(Said::Nothing);
            playing.set(!*playing);
        })
    };
    let told = match *said {
        Said::Nothing => None,
        Said::Reason(place) => scene.reasons.get(place).map(|told| told.text.clone()),
        Said::Span(world, lane, time, _) => scene.tell(world, lane, time),
    };
    let onkeydown = {
        let (said, playing, made) = (said.clone(), playing.clone(), made.clone());
        Callback::from(move |event: KeyboardEvent| {
            let key = event.key();
            let here = match *said {
                Said::Span(world, lane, at, _) => Some((world, lane, at)),
                Said::Nothing | Said::Reason(_) => None,
            };
            let to = match key.as_str() {
                "Escape" if *said != Said::Nothing => Said::Nothing,
                "Enter" => match *said {
                    Said::Span(world, lane, at, pinned) => Said::Span(world, lane, at, !pinned),
                    Said::Nothing | Said::Reason(_) => return,
                },
                "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" => {
                    match (*made).as_ref().and_then(|drawn| drawn.beside(&key, here)) {
                        Some((world, lane, at)) => Said::Span(world, lane, at, false),
                        None => return event.prevent_default(),
                    }
                }
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            playing.set(false);
            said.set(to);
        })
    };
    let onpointerleave = {
        let said = said.clone();
        Callback::from(move |_: PointerEvent| {
            if let Said::Span(_, _, _, false) = *said {
                said.set(Said::Nothing);
            }
        })
    };
    let lanes = Lanes::of(&made, drawn, &said, &playing, now);
    let legend = drawn.legend.iter().map(|(sample, name)| {
        html! { <li key={name.clone()}>{ node(sample) }{ name }</li> }
    });
    let oninput = go.reform(|event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.value_as_number() as usize
    });
    let label = if compared {
        "Compared schedules"
    } else {
        "Without and with"
    };
    html! {
        <section class="card worlds" aria-label={label} style={format!("--lanes:{};--worlds:{}", scene.lanes(), drawn.worlds.len())}>
            <div class="worlds-bar">
                <h2 class="worlds-title">{ seen.title(subject) }</h2>
                <p class="worlds-range">{ seen.range(subject) }</p>
                <ul class="worlds-legend" aria-label="Phases">
                    { for legend }
                    <li><i class="end-sample"></i>{ subject.mark() }</li>
                    if scene.has_remainders() {
                        <li><i class="ghost-sample"></i>{ "would have taken" }</li>
                    }
                </ul>
            </div>
            { node(&drawn.definitions) }
            <div ref={plot} class="worlds-plot" role="img" tabindex="0" aria-label={scene.alternative(subject, *seen)} aria-describedby={(*keys).clone()}
                {onkeydown} {onpointerleave}>
                { for subject.titles.iter().enumerate().map(|(place, title)| lanes.view(place, title)) }
                <div class="time" aria-hidden="true">{ node(&drawn.axis) }</div>
                if let Some(fewer) = scene.fewer() {
                    <p class="worlds-fewer">{ fewer }</p>
                }
                if let Some(fewest) = scene.fewest() {
                    <p class="worlds-fewest">{ fewest }</p>
                }
            </div>
            // Screen readers hear the reasons in words.
            if !scene.reasons.is_empty() {
                <ol class="unseen" aria-label="Reasons">
                    { for scene.read_out().into_iter().map(|text| html! { <li>{ text }</li> }) }
                </ol>
            }
            <p id={(*keys).clone()} class="unseen">{ "Arrow keys go from span to span and from lane to lane; Enter keeps the details, Escape clears the selection." }</p>
            <div class="worlds-foot">
                <Button class="worlds-play" onclick={play}>{ if *playing { "Stop" } else { "Play" } }</Button>
                if !compared {
                    { reason(after, false, "primary", "Next reason ›") }
                    // At the beginning there is no earlier reason. The button comes last, so that its place is no gap until then.
                    { reason(before, before.is_none() && !matches!(*said, Said::Reason(_)), "", "‹ Reason") }
                }
                <p class="worlds-said" aria-live="polite">{ told.unwrap_or_else(|| drawn.caption.clone()) }</p>
                <p class="worlds-gained">{ scene.balance(subject, now) }</p>
                <Button class="quiet worlds-more" expanded={unfolded} controls={unfolded.then(|| AttrValue::from((*parts).clone()))} onclick={turn_over}>
                    { if last > 0 { "Other parts and files" } else { "Files" } }
                </Button>
            </div>
            if unfolded {
                <div id={(*parts).clone()} class="worlds-parts">
                    if last > 0 {
                        { step(seen.first.saturating_sub(seen.count), "‹ Earlier") }
                        <div class="worlds-strip">
                            { node(&drawn.strip) }
                            <input type="range" min="0" max={last.to_string()} value={seen.first.to_string()} aria-label="Part of the run"
                                aria-valuetext={seen.range(subject)} {oninput} />
                        </div>
                        { step((seen.first + seen.count).min(last), "Later ›") }
                    }
                    <ExportPair outcome={props.outcome.clone()} units={(seen.first, seen.count)} />
                </div>
            }
        </section>
    }
}
