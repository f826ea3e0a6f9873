//! One headline, one control, one picture: the view for a lecture hall, and an embedded slide.

use std::rc::Rc;

use playground::extras::Focus;
use report::Card;
use session::outcome::Outcome;
use yew::prelude::*;

use crate::charts::{ChartCard, Holds};
use crate::components::Button;
use crate::gantt::Together;
use crate::result::{Looking, schedules};
use crate::two_worlds::TwoWorlds;

/// The callback for a click on a mark of a chart, with the places of its series and of the mark.
pub(crate) type Press = Callback<(usize, usize)>;

/// The content of a slide.
pub(crate) struct Slide<'a> {
    /// The outcome.
    pub(crate) outcome: &'a Rc<Outcome>,
    /// The control that changes the scenario.
    pub(crate) control: Html,
    /// The first view of the picture.
    pub(crate) focus: Focus,
    /// The number of reasons told so far: the cause, then each decision. None for an embedded slide, which has all of them.
    pub(crate) told: Option<u32>,
    pub(crate) together: &'a Together,
    /// The parameters that lines across a chart set.
    pub(crate) holds: &'a dyn Fn(&Card) -> Option<Holds>,
    /// The callback for a click on a chart.
    pub(crate) presses: &'a dyn Fn(&Card) -> Option<Press>,
}

impl Slide<'_> {
    /// The slide.
    pub(crate) fn view(&self) -> Html {
        let report = &self.outcome.report;
        // A hidden cause keeps its place, so that nothing moves when it is told.
        let hidden = self.told == Some(0);
        html! {
            <div class="slide">
                <h1 id="headline" tabindex="-1">{ &report.headline }</h1>
                <p class={classes!("why", hidden.then_some("absent"))}>{ &report.why }</p>
                <div class="keys">{ self.control.clone() }</div>
                { self.picture() }
            </div>
        }
    }

    /// The picture that tells most: the same work without and with, else the first picture of the result.
    fn picture(&self) -> Html {
        let (outcome, report) = (self.outcome, &self.outcome.report);
        if session::same_work::of(outcome).is_some() {
            let reasons = self.told.unwrap_or_default().saturating_sub(1);
            return html! { <TwoWorlds outcome={outcome.clone()} focus={self.focus} {reasons} /> };
        }
        let seen = report.seen();
        let charts_first = report.layout.charts_first || outcome.schedule.is_none();
        let first = seen.charts.first().filter(|_| charts_first);
        match seen.opening.first().or(first) {
            Some(chart) => html! {
                <ChartCard key={chart.key.clone()} chart={(*chart).clone()} stem={outcome.stem.clone()} note={outcome.imprint()}
                    on_choose={(self.presses)(chart)} holds={(self.holds)(chart)} opening=true />
            },
            None => {
                let looking = Looking {
                    focus: self.focus,
                    ..Looking::default()
                };
                html! { <div class="schedules">{ schedules(outcome, self.together, &looking) }</div> }
            }
        }
    }
}

/// The buttons below a slide in a lecture hall.
pub(crate) fn foot(on_next: Callback<MouseEvent>, on_leave: Callback<MouseEvent>) -> Html {
    html! {
        <footer class="projector-foot">
            <Button id="next-reason" onclick={on_next}>{ "Next reason (Space)" }</Button>
            <Button id="leave" onclick={on_leave}>{ "Leave (Escape)" }</Button>
        </footer>
    }
}
