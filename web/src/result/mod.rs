//! What came out of a run. Nothing here computes a result.

pub(crate) mod figures;
mod notes;
pub(crate) mod table;

use std::rc::Rc;

use yew::prelude::*;

use crate::charts::ChartCard;
use crate::gantt::Gantt;
use crate::state::Outcome;

/// What the result needs.
#[derive(Properties)]
pub(crate) struct Props {
    /// What came out; nothing before the first run has ended.
    pub(crate) outcome: Option<Rc<Outcome>>,
    /// Whether it belongs to a scenario that is there no longer.
    pub(crate) stale: bool,
    /// Whether the schedule unfolds when it first appears.
    pub(crate) unfolds: bool,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        self.stale == other.stale
            && self.unfolds == other.unfolds
            && match (&self.outcome, &other.outcome) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                (None, None) => true,
                _ => false,
            }
    }
}

/// The result; grey places where it will be.
#[component]
pub(crate) fn Result(props: &Props) -> Html {
    match &props.outcome {
        Some(outcome) => html! {
            <div class={classes!("result", props.stale.then_some("stale"))}>{ view(outcome, props.unfolds) }</div>
        },
        None => html! { <div class="result skeleton" aria-hidden="true">{ places() }</div> },
    }
}

fn view(outcome: &Outcome, unfolds: bool) -> Html {
    let report = &outcome.report;
    html! {
        <>
            <h1 id="headline" tabindex="-1">{ &report.headline }</h1>
            <p class="why">{ &report.why }</p>
            { figures::view(&report.figures) }
            if let Some(schedule) = &outcome.schedule {
                <section class="card schedule" aria-label="Schedule">
                    <Gantt schedule={schedule.clone()} title="Schedule" stem={outcome.stem.clone()}
                        caption={report.headline.clone()} {unfolds} />
                </section>
            }
            <div class="charts">{ for report.charts.iter().map(|chart| html! {
                <ChartCard key={chart.key.clone()} chart={chart.clone()} stem={outcome.stem.clone()} />
            }) }</div>
            { for report.tables.iter().map(table::view) }
            { notes::view(&report.notes) }
        </>
    }
}

/// The shape of a result, so that nothing jumps when it comes.
fn places() -> Html {
    html! {
        <>
            <div class="place headline"></div>
            <div class="place why"></div>
            <div class="merit">{ for (0..5).map(|_| html! { <div><i class="place"></i><i class="place"></i></div> }) }</div>
            <div class="card schedule"></div>
            <div class="charts"><div class="card chart"></div><div class="card chart"></div></div>
        </>
    }
}
