//! The same work in several schedules, one above the other on one time axis: two worlds, without and with the subject of the headline,
//! and the reasons why one is ahead of the other; or compared variants.

mod around;
mod drawn;
mod lanes;
mod play;
mod telling;

use std::rc::Rc;

use playground::extras::Focus;
use schedule::{LaneId, Schedule};
use session::outcome::Outcome;
use session::same_work::{Seen, Subject, of, units};
use yew::prelude::*;

use crate::components::{nothing, unique};
use crate::gantt::Sight;

use around::Around;
use drawn::node;
use lanes::Lanes;
use play::use_play;
use telling::use_telling;

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
    let telling = use_telling(props);
    let now = telling.now();
    let plot = use_node_ref();
    let length = telling
        .drawn()
        .map_or(0.0, |drawn| drawn.scene.figure.length);
    use_play(&telling.playing, &telling.at, &plot, length);
    let keys = use_memo((), |()| unique("worlds-keys"));
    let parts = use_memo((), |()| unique("worlds-parts"));
    let Some(drawn) = telling.drawn() else {
        return nothing();
    };
    let (subject, scene) = (&props.work.0.0, &drawn.scene);
    let lanes = Lanes::of(&telling.made, drawn, &telling.said, &telling.playing, now);
    let around = Around {
        props,
        telling: &telling,
        drawn,
        parts: &parts,
    };
    let label = if subject.paired {
        "Without and with"
    } else {
        "Compared schedules"
    };
    html! {
        <section class="card worlds" aria-label={label} style={format!("--lanes:{};--worlds:{}", scene.lanes(), drawn.worlds.len())}>
            { around.bar() }
            { node(&drawn.definitions) }
            <div ref={plot} class="worlds-plot" role="img" tabindex="0" aria-label={scene.alternative(subject, *telling.seen)} aria-describedby={(*keys).clone()}
                onkeydown={telling.key()} onpointerleave={telling.leave()}>
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
            { around.foot() }
            if *props.unfolded {
                { around.others() }
            }
        </section>
    }
}
