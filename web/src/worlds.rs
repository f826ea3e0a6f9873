//! Two worlds: the same work without and with what the headline speaks of, one above the other on one time axis, and why one
//! is ahead of the other.

use std::rc::Rc;

use gloo::timers::callback::Interval;
use gloo::utils::window;
use schedule::{LaneId, Schedule};
use session::outcome::Outcome;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::components::Button;
use session::worlds::{Scene, Seen, units};

/// On a narrow screen so many lanes are seen, the deciding ones.
const DECIDING: usize = 6;
/// How long it takes to play what is seen, and how long a step of it takes, ms.
const PLAYED: f64 = 9_000.0;
const STEP: u32 = 40;

/// What it needs.
#[derive(Clone, Debug, Properties)]
pub(crate) struct Props {
    /// What came out, with both schedules.
    pub(crate) outcome: Rc<Outcome>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.outcome, &other.outcome)
    }
}

/// The units of work that are seen, equal where the same outcome is.
#[derive(Clone, PartialEq)]
struct Of(Props, Seen);

/// What is told below the figure.
#[derive(Clone, Debug, PartialEq)]
enum Said {
    Nothing,
    /// The reason at this place.
    Reason(usize),
    /// What a lane does at a moment in a world.
    Span(usize, LaneId, f64),
}

/// The card; nothing where there are no two worlds.
#[component]
pub(crate) fn TwoWorlds(props: &Props) -> Html {
    let outcome = &props.outcome;
    let (Some(worlds), Some([without, with])) = (&outcome.report.worlds, both(outcome)) else {
        return Html::default();
    };
    let opening = Seen::opening(worlds);
    html! { <Card key={outcome.fingerprint.clone()} outcome={outcome.clone()} {opening} all={units(&without, &with)} /> }
}

#[derive(Clone, PartialEq, Properties)]
struct CardProps {
    outcome: Rc<Outcome>,
    opening: Seen,
    all: usize,
}

#[component]
fn Card(props: &CardProps) -> Html {
    let outcome = Props {
        outcome: props.outcome.clone(),
    };
    let seen = use_state_eq(|| props.opening);
    let scene = use_memo(Of(outcome, *seen), |Of(props, seen)| {
        let [without, with] = both(&props.outcome)?;
        Scene::new(
            props.outcome.report.worlds.as_ref()?,
            &without,
            &with,
            *seen,
        )
    });
    let (at, said, playing) = (
        use_state_eq(|| None::<f64>),
        use_state_eq(|| Said::Nothing),
        use_state_eq(|| false),
    );
    let root = use_node_ref();
    {
        let (at, playing, root) = (at.clone(), playing.clone(), root.clone());
        let length = (*scene).as_ref().map_or(0.0, |scene| scene.pair.length);
        use_effect_with(*playing, move |on| {
            let begin = at.filter(|at| *at < length).unwrap_or(0.0);
            let ticks = std::cell::Cell::new(0_u32);
            let interval = on.then(|| {
                Interval::new(STEP, move || {
                    // What nobody sees does not go on.
                    if !root
                        .cast::<HtmlElement>()
                        .is_some_and(|root| in_view(&root))
                    {
                        return playing.set(false);
                    }
                    ticks.set(ticks.get() + 1);
                    let now = begin + f64::from(ticks.get() * STEP) / PLAYED * length;
                    at.set(Some(now.min(length)));
                    if now >= length {
                        playing.set(false);
                    }
                })
            });
            move || drop(interval)
        });
    }
    let (Some(scene), Some(worlds)) = (&*scene, &props.outcome.report.worlds) else {
        return Html::default();
    };
    let share = |time: f64| scene.share(time);
    let go = |first: usize| {
        let (seen, at, said, playing) = (seen.clone(), at.clone(), said.clone(), playing.clone());
        let to = Seen {
            first,
            count: seen.count,
        };
        move || {
            seen.set(to);
            at.set(None);
            said.set(Said::Nothing);
            playing.set(false);
        }
    };
    let last = props.all.saturating_sub(seen.count);
    let step = |first: usize, words: &'static str| {
        let idle = first == seen.first;
        let go = go(first);
        html! { <Button {idle} onclick={Callback::from(move |_: MouseEvent| go())}>{ words }</Button> }
    };
    let reason = |place: Option<usize>, class: &'static str, words: &'static str| {
        let (at, said, playing) = (at.clone(), said.clone(), playing.clone());
        let time = place
            .and_then(|place| scene.reasons.get(place))
            .map(|told| told.at);
        let onclick = Callback::from(move |_: MouseEvent| {
            if let (Some(place), Some(time)) = (place, time) {
                playing.set(false);
                at.set(Some(time));
                said.set(Said::Reason(place));
            }
        });
        html! { <Button class={classes!(class)} idle={time.is_none()} {onclick}>{ words }</Button> }
    };
    let (before, after) = match *said {
        Said::Reason(place) => (place.checked_sub(1), Some(place + 1)),
        _ => {
            let now = at.unwrap_or(-1.0);
            let next = scene.reasons.partition_point(|told| told.at <= now);
            (next.checked_sub(1), Some(next))
        }
    };
    let play = {
        let (playing, said) = (playing.clone(), said.clone());
        Callback::from(move |_: MouseEvent| {
            said.set(Said::Nothing);
            playing.set(!*playing);
        })
    };
    let told = match &*said {
        Said::Nothing => None,
        Said::Reason(place) => scene.reasons.get(*place).map(|told| told.text.clone()),
        Said::Span(world, lane, time) => scene.tell(*world, *lane, *time),
    };
    let ghost = match &*said {
        Said::Nothing => None,
        Said::Reason(place) => scene.reasons.get(*place).and_then(|told| {
            let before = told.at - 1e-9 * scene.pair.length;
            let link = scene.remainder(told.world, told.lane, before, before)?;
            Some((told.world, told.lane, link))
        }),
        Said::Span(world, lane, time) => {
            let since = scene
                .schedules
                .get(*world)
                .and_then(|one| one.span_at(*lane, *time));
            since
                .and_then(|span| scene.remainder(*world, *lane, span.start, *time))
                .map(|link| (*world, *lane, link))
        }
    };
    let (verb, all) = scene.balance();
    let now = scene.balance_at((*at).unwrap_or(scene.pair.length));
    let minor: Vec<usize> = scene.deciding().into_iter().skip(DECIDING).collect();
    let world = |place: usize, title: &str| {
        let Some((schedule, (lanes, over))) =
            scene.schedules.get(place).zip(scene.pair.worlds.get(place))
        else {
            return Html::default();
        };
        let class = |lane: usize| minor.contains(&lane).then_some("minor");
        let rows = lanes.iter().enumerate().map(|(lane, svg)| {
            let ghost = ghost.filter(|(world, of, _)| *world == place && of.0 as usize == lane);
            let told = {
                let (said, playing, length) = (said.clone(), playing.clone(), scene.pair.length);
                move |x: f64, width: f64| {
                    if !*playing && width > 0.0 {
                        said.set(Said::Span(place, LaneId(lane as u32), (x / width).clamp(0.0, 1.0) * length));
                    }
                }
            };
            let onpointermove = Callback::from(move |event: PointerEvent| {
                if let Some(row) = event.current_target().and_then(|row| wasm_bindgen::JsCast::dyn_into::<HtmlElement>(row).ok()) {
                    let edges = row.get_bounding_client_rect();
                    told(f64::from(event.client_x()) - edges.left(), edges.width());
                }
            });
            let onpointerdown = onpointermove.clone();
            html! {
                <div key={lane} class={classes!("world-row", class(lane))} {onpointermove} {onpointerdown}>
                    { raw(svg) }
                    if let Some((.., link)) = ghost {
                        <span class="ghost" style={format!("left:{:.3}%;width:{:.3}%", 100.0 * share(link.start), 100.0 * (share(link.end) - share(link.start)))}></span>
                    }
                </div>
            }
        });
        let end = schedule.makespan();
        html! {
            <>
                <h3 class="world-title">{ title }<span>{ scene.words(end) }</span></h3>
                <ul class="names">{ for schedule.lanes().iter().enumerate().map(|(lane, name)| html! { <li key={lane} class={classes!(class(lane))}>{ name }</li> }) }</ul>
                <div class="lanes">
                    { for rows }
                    { raw(over) }
                    if let Some(gap) = scene.gap(place) {
                        { raw(&gap) }
                    }
                    if let Some(at) = *at {
                        <i class="world-cursor" style={format!("left:{:.3}%", 100.0 * share(at))}></i>
                    }
                </div>
            </>
        }
    };
    let legend = scene.pair.legend.iter().map(|(sample, name)| {
        html! { <li key={name.clone()}>{ raw(&format!("{sample}{name}")) }</li> }
    });
    html! {
        <section ref={root} class="card worlds" aria-label="Without and with" style={format!("--lanes:{}", scene.lanes())}>
            <div class="worlds-bar">
                <h2 class="worlds-title">{ seen.title(worlds) }</h2>
                <ul class="worlds-legend" aria-label="Phases">
                    { for legend }
                    if scene.has_remainders() {
                        <li><i class="ghost-sample"></i>{ "would have taken" }</li>
                    }
                </ul>
                <div class="worlds-side">
                    <crate::gantt::ExportPair outcome={props.outcome.clone()} units={(seen.first, seen.count)} />
                    <p class="worlds-range">{ seen.range(worlds) }</p>
                    { step(seen.first.saturating_sub(seen.count), "‹ Earlier") }
                    { step((seen.first + seen.count).min(last), "Later ›") }
                </div>
            </div>
            { raw(&scene.pair.definitions) }
            <div class="worlds-plot" role="group" aria-label={scene.alternative(worlds, *seen)}>
                { world(0, &worlds.without) }
                { world(1, &worlds.with) }
                <div class="time">{ raw(&scene.pair.axis) }</div>
            </div>
            <div class="worlds-foot">
                <Button class="worlds-play" onclick={play}>{ if *playing { "Stop" } else { "Play" } }</Button>
                { reason(before, "", "‹ Reason") }
                { reason(after, "primary", "Next reason ›") }
                <p class="worlds-said" aria-live="polite">{ told.unwrap_or_else(|| worlds.caption.clone()) }</p>
                <p class="worlds-gained">{ verb }{ if at.is_some() { " so far " } else { " " } }<b>{ scene.words(now) }</b>{ format!(" of {}", scene.words(all)) }</p>
            </div>
        </section>
    }
}

/// Both schedules of an outcome with two worlds.
fn both(outcome: &Outcome) -> Option<[Rc<Schedule>; 2]> {
    outcome.report.worlds.as_ref()?;
    match outcome.beside.as_ref()?.variants.as_slice() {
        [(_, without), (_, with)] => Some([without.clone(), with.clone()]),
        _ => None,
    }
}

/// What a renderer of this project made.
fn raw(html: &str) -> Html {
    Html::from_html_unchecked(AttrValue::from(html.to_owned()))
}

/// Whether some of an element is in the browser's window.
fn in_view(element: &HtmlElement) -> bool {
    let edges = element.get_bounding_client_rect();
    let height = window()
        .inner_height()
        .ok()
        .and_then(|height| height.as_f64());
    edges.bottom() > 0.0 && edges.top() < height.unwrap_or(0.0)
}
