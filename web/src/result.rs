//! The result of a run. Nothing here computes a result.

mod asked;
pub(crate) mod claims;
pub(crate) mod figures;
mod notes;
pub(crate) mod points;
mod scene;
pub(crate) mod table;

use std::rc::Rc;

use gloo::utils::window;
use playground::extras::Focus;
use report::Offer;
use schedule::Schedule;
use web_sys::Node;
use yew::prelude::*;

use crate::charts::{ChartCard, Holds, Looks, presser};
use crate::components::{Button, Later};
use crate::gantt::{Gantt, Seek, Sight, Together};
use crate::kept;
use crate::key_parameters::{self, KeyParameters};
use crate::two_worlds::TwoWorlds;
use session::action::Action;
use session::outcome::Outcome;

/// Properties of the result.
#[derive(Properties)]
pub(crate) struct Props {
    /// The outcome; nothing before the first run has ended.
    pub(crate) outcome: Option<Rc<Outcome>>,
    /// Whether it belongs to a former scenario.
    pub(crate) stale: bool,
    /// Whether nothing was changed yet: the result is the address's.
    pub(crate) opening: bool,
    /// The reason why the scenario cannot run, where the result belongs to another one.
    #[prop_or_default]
    pub(crate) refused: Option<AttrValue>,
    /// The parameters above the picture.
    #[prop_or_default]
    pub(crate) keys: Option<key_parameters::Props>,
    /// The first view of the schedule, where a link or a host asks for one.
    #[prop_or_default]
    pub(crate) focus: Focus,
    /// Shares the present view.
    #[prop_or_default]
    pub(crate) sight: Sight,
    /// Carries out an offer of the report.
    #[prop_or_default]
    pub(crate) on_offer: Callback<Offer>,
    /// The parameters that lines across charts set.
    #[prop_or_default]
    pub(crate) holds: Option<Holds>,
    /// The points of a sweep that were run.
    #[prop_or_default]
    pub(crate) points: Rc<points::Points>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        self.stale == other.stale
            && self.refused == other.refused
            && self.opening == other.opening
            && self.focus == other.focus
            && self.keys == other.keys
            && self.holds == other.holds
            && self.points == other.points
            && match (&self.outcome, &other.outcome) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                (None, None) => true,
                _ => false,
            }
    }
}

/// The result; before the first one the document's picture, or grey placeholders.
#[component]
pub(crate) fn Result(props: &Props) -> Html {
    let together = use_memo((), |()| Together::default());
    let narrow = use_memo((), |()| narrow());
    let picture = use_mut_ref(kept::take);
    let details = use_mut_ref(|| None::<Node>);
    let seek = use_state_eq(|| None::<Seek>);
    // A partial first result shows less than the picture.
    let waits =
        |outcome: &Rc<Outcome>| props.opening && outcome.partial && outcome.schedule.is_none();
    if props.outcome.as_ref().is_none_or(waits) {
        if let Some(picture) = &*picture.borrow() {
            // The picture belongs to the address, until somebody changes something.
            let stale = props.stale && !props.opening;
            let class = classes!("kept", "result", stale.then_some("stale"));
            return html! { <div {class}>{ Html::VRef(picture.clone()) }</div> };
        }
    } else if let Some(picture) = picture.borrow_mut().take() {
        *details.borrow_mut() = kept::details(&picture);
    }
    match &props.outcome {
        Some(outcome) => html! {
            <div class={classes!("result", props.stale.then_some("stale"))}>{ view(outcome, props, &together, *narrow, &seek, details.borrow().clone()) }</div>
        },
        None => {
            // The details belong to the first result.
            details.borrow_mut().take();
            html! { <div class="result skeleton" aria-hidden="true">{ places() }</div> }
        }
    }
}

/// Whether the page opens on a phone: there everything but the answer is folded.
fn narrow() -> bool {
    let list = window().match_media("(max-width: 560px)");
    list.ok().flatten().is_some_and(|list| list.matches())
}

fn view(
    outcome: &Rc<Outcome>,
    props: &Props,
    together: &Together,
    narrow: bool,
    seek: &UseStateHandle<Option<Seek>>,
    details: Option<Node>,
) -> Html {
    let (report, points) = (&outcome.report, &props.points);
    let looking = Looking {
        focus: props.focus,
        sight: Some(props.sight.clone()),
        seek: **seek,
    };
    let two = html! { <TwoWorlds key="worlds" outcome={outcome.clone()} focus={props.focus} sight={props.sight.clone()} /> };
    let schedule = match outcome.partial && outcome.schedule.is_none() {
        true => {
            html! { <div key="schedule" class="card schedule awaited" aria-hidden="true"></div> }
        }
        false => {
            html! { <div key="schedules" class="schedules">{ schedules(outcome, together, &looking) }</div> }
        }
    };
    let seen = report.seen();
    let looks = Looks::of(seen.all());
    let placed = |chart: &report::Card, opening: bool| {
        html! {
            <ChartCard key={chart.key.clone()} chart={chart.clone()} looks={looks.clone()} stem={outcome.stem.clone()}
                note={outcome.imprint()} on_choose={points.chooser(chart).or_else(|| presser(chart, |_| true, &props.on_offer))}
                holds={props.holds.clone()} {opening} />
        }
    };
    let card = |chart: &&report::Card| placed(chart, false);
    let first = report.layout.charts_first;
    let charts = html! {
        <div key="charts" class={classes!("charts", first.then_some("first"))}>{ for seen.charts.iter().map(card) }</div>
    };
    let figures = figures::view(&report.figures);
    // The picture that answers is not folded with the others.
    let answered = session::same_work::of(outcome).is_some() || !seen.opening.is_empty();
    let awaited = outcome.partial && outcome.schedule.is_none();
    let [one, other] = match first || (outcome.schedule.is_none() && !awaited) {
        false => [schedule, charts],
        true => [charts, schedule],
    };
    let (answer, rest) = match answered {
        false => (one, vec![other]),
        true => (Html::default(), vec![one, other]),
    };
    // The picture's details stand until the live ones are rendered, so that nothing flickers and the scroll position stays.
    let details = details.map(Html::VRef);
    let place =
        html! { <div class="picture rest-place" data-wanted="" data-awaited="">{ details }</div> };
    // Yew matches siblings by their place: their number must not change, or a control is made anew under the hand. Optional
    // parts stand in a list of their own.
    html! {
        <>
            <div class="said">
                <h1 id="headline" tabindex="-1">{ &report.headline }</h1>
                <p class="why">
                    // The reason for a refusal stands in the place of the result's cause.
                    if let Some(refused) = &props.refused {
                        <span class="absent">{ &report.why }</span><span class="refused" role="alert">{ refused }</span>
                    } else {
                        { &report.why }
                    }
                </p>
            </div>
            if let Some(keys) = &props.keys {
                <KeyParameters key="keys" ..keys.clone() />
            }
            if !report.offers.is_empty() {
                <div class="row offers">{ for report.offers.iter().filter_map(|offer| Some(html! {
                    <Button onclick={pressed(offer, props)?}>{ &offer.title }</Button>
                })) }</div>
            }
            <>{ for report.scene.as_ref().map(|scene| scene::view(scene, &props.on_offer)) }</>
            <>{ for (!seen.opening.is_empty()).then(|| html! {
                <div key="opening" class="charts opening">{ for seen.opening.iter().map(|chart| placed(chart, true)) }</div>
            }) }</>
            // Two worlds are the answer: figures of merit would push them out of sight.
            if report.worlds.is_none() {
                { figures.clone() }
            }
            { two }
            <>{ for (!report.asked.is_empty()).then(|| {
                let seek = seek.clone();
                let seek = Callback::from(move |to| seek.set(Some(to)));
                html! { <asked::Questions key="asked" outcome={outcome.clone()} sight={props.sight.clone()} {seek} /> }
            }) }</>
            <>{ for (!seen.beneath.is_empty()).then(|| html! {
                <div key="beneath" class="charts opening">{ for seen.beneath.iter().map(|chart| placed(chart, true)) }</div>
            }) }</>
            if report.worlds.is_some() {
                { figures }
            }
            { answer }
            <details key="rest" class="rest" open={!narrow}>
                <summary>{ "Details: schedule, charts, tables, notes" }</summary>
                <Later {place}>
                    <div class="contents">{ for rest }</div>
                    if !seen.folded.is_empty() {
                        <details key="more-charts" class="more-charts">
                            <summary>{ report::words::count(seen.folded.len(), "more chart", "more charts") }</summary>
                            <div class="charts">{ for seen.folded.iter().map(card) }</div>
                        </details>
                    }
                    if !seen.constant.is_empty() {
                        <p class="constant">{ seen.constant.join(" ") }</p>
                    }
                    { claims::view(&report.claims) }
                    <>{ for seen.tables.iter().map(|table| table::linked(table, points.links_of(table))) }</>
                    { notes::view(&report.notes) }
                </Later>
            </details>
        </>
    }
}

/// The callback of an offer; only a page of its own can measure the device.
fn pressed(offer: &Offer, props: &Props) -> Option<Callback<MouseEvent>> {
    if offer.measures {
        let act = &props.keys.as_ref()?.act;
        return Some(act.reform(|_| Action::Measure(true)));
    }
    let offer = offer.clone();
    Some(props.on_offer.reform(move |_| offer.clone()))
}

/// The view of the schedule.
#[derive(Default)]
pub(crate) struct Looking {
    /// The first view, where a link or a host asks for one.
    pub(crate) focus: Focus,
    /// Shares the present view.
    pub(crate) sight: Option<Sight>,
    /// The requested place of the time cursor.
    pub(crate) seek: Option<Seek>,
}

/// The schedule beside the schedules of variants, all with one time axis and one cursor.
pub(crate) fn schedules(outcome: &Outcome, together: &Together, looking: &Looking) -> Html {
    let Looking { focus, seek, .. } = *looking;
    let sight = &looking.sight;
    let caption = &outcome.report.headline;
    let note = AttrValue::from(outcome.imprint());
    let card = |place: usize, title: &str, schedule: &Rc<Schedule>, together: Option<Together>| {
        let stem = match place {
            0 => outcome.stem.clone(),
            place => format!("{}-variant-{place}", outcome.stem),
        };
        html! {
            // The first keeps its place, and with it its view, when variants appear and disappear.
            <section key={place} class="card schedule" aria-label={format!("Schedule: {title}")}>
                <Gantt schedule={schedule.clone()} title={title.to_owned()} {stem} caption={caption.clone()} note={note.clone()} {together} seek={seek.filter(|_| place == 0)}
                    focus={if place == 0 { focus } else { Focus::default() }} sight={sight.clone().filter(|_| place == 0)} />
            </section>
        }
    };
    let Some(schedule) = &outcome.schedule else {
        return Html::default();
    };
    // Two worlds have a card of their own.
    let beside = outcome
        .beside
        .as_ref()
        .filter(|_| outcome.report.worlds.is_none());
    match beside {
        None => html! {
            <section key=0 class="card schedule" aria-label="Schedule">
                <Gantt schedule={schedule.clone()} title="Schedule" stem={outcome.stem.clone()} caption={caption.clone()} note={note.clone()} {seek} {focus} sight={sight.clone()} />
            </section>
        },
        Some(beside) => {
            let works = session::same_work::works(outcome);
            let titled = |place: usize, name: &str| match works.get(place) {
                Some(work) => format!("{name}: {work}"),
                None => name.to_owned(),
            };
            html! {
                <>
                    { card(0, &titled(0, &beside.base), schedule, Some(together.clone())) }
                    { for (1..).zip(&beside.variants).map(|(place, (name, schedule))| {
                        card(place, &titled(place, name), schedule, Some(together.clone()))
                    }) }
                </>
            }
        }
    }
}

/// The placeholders of a result, so that nothing jumps when it comes.
fn places() -> Html {
    html! {
        <>
            <div class="said"><div class="place headline"></div><div class="place why"></div></div>
            <div class="place keys-place"></div>
            <div class="merit">{ for (0..5).map(|_| html! { <div><i class="place"></i><i class="place"></i></div> }) }</div>
            <div class="card schedule"></div>
            <div class="charts"><div class="card chart"></div><div class="card chart"></div></div>
        </>
    }
}
