//! The parts of the figure, in the order that the author picked.

use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::utils::window;
use laboratory::Picture;
use playground::{Scenario, link};
use report::{Card, Offer};
use yew::prelude::*;

use super::options::{Options, Part};
use crate::charts::{ChartCard, Holds, Looks, presser};
use crate::components::Button;
use crate::form::Form;
use crate::gantt::{Seek, Together};
use crate::key_parameters::one;
use crate::result::{Looking, claims, figures, schedules, table};
use crate::slide::Slide;
use crate::status::asks;
use crate::two_worlds::TwoWorlds;
use session::action::Action;
use session::notice::Tone;
use session::outcome::{Outcome, Phase};
use session::state::State;
use session::status::about;
use session::status::size;

/// The state and settings that the parts show.
pub(super) struct View<'a> {
    pub(super) state: &'a State,
    pub(super) options: &'a Options,
    pub(super) act: &'a Callback<Action>,
    /// The messages about refused values, by parameter.
    pub(super) refused: &'a BTreeMap<String, String>,
    /// The author's scenario.
    pub(super) authors: &'a Rc<Scenario>,
    pub(super) together: &'a Together,
    pub(super) seek: Option<Seek>,
    /// Whether the first run waits no longer.
    pub(super) started: bool,
}

impl View<'_> {
    /// All parts; placeholders until there is a result.
    pub(super) fn parts(&self, picture: Picture, on_run: &Callback<bool>) -> Html {
        let result = self.state.result.as_ref();
        let usual = Part::usual(picture, result.map(Rc::as_ref));
        let parts = self.options.show.as_deref().unwrap_or(&usual);
        let titled = parts.contains(&Part::Headline) || parts.contains(&Part::Slide);
        let headline = match &self.state.result {
            Some(outcome) => outcome.report.headline.clone(),
            None => "Makespan".to_owned(),
        };
        let mut waits = Some(self.waiting(on_run)).filter(|_| !self.started);
        html! {
            <>
                if !titled || self.state.result.is_none() {
                    <h1 class="unseen">{ headline }</h1>
                }
                { for parts.iter().enumerate().map(|(place, part)| html! {
                    <div key={format!("{place} {part:?}")} class={classes!("part", self.state.stale().then_some("stale"), (*part != Part::Controls).then_some("result"))}>{
                        match (part, &self.state.result) {
                            (Part::Controls, _) => self.controls(),
                            (part, Some(outcome)) => self.part(part, outcome),
                            (part, None) if self.started => place_of(part),
                            (_, None) => waits.take().unwrap_or_default(),
                        }
                    }</div>
                }) }
            </>
        }
    }

    fn part(&self, part: &Part, outcome: &Rc<Outcome>) -> Html {
        let report = &outcome.report;
        let looking = Looking {
            focus: self.state.focus(),
            seek: self.seek,
            ..Looking::default()
        };
        match part {
            Part::Slide => {
                let slide = Slide {
                    outcome,
                    control: self.key(),
                    focus: looking.focus,
                    told: None,
                    together: self.together,
                    holds: &|chart| Some(self.holds(chart)),
                    presses: &|chart| self.presser(chart),
                };
                slide.view()
            }
            Part::Headline => html! {
                <>
                    <h1 id="headline">{ &report.headline }</h1>
                    <p class="why">{ &report.why }</p>
                </>
            },
            Part::Figures => figures::view(&report.figures),
            Part::Claims if report.claims.is_empty() => html! {
                <p class="embed-none">{ "There are no claims about this run." }</p>
            },
            Part::Claims => claims::view(&report.claims),
            Part::Gantt if outcome.schedule.is_none() => html! {
                <p class="embed-none">{ "There is no schedule to show here." }</p>
            },
            Part::Gantt => html! {
                <div class="schedules">{ schedules(outcome, self.together, &looking) }</div>
            },
            Part::Worlds if session::same_work::of(outcome).is_none() => html! {
                <p class="embed-none">{ "There are no schedules of the same work to show here." }</p>
            },
            Part::Worlds => {
                html! { <TwoWorlds outcome={outcome.clone()} focus={looking.focus} /> }
            }
            Part::Charts => {
                let seen = report.seen();
                let looks = Looks::of(seen.all());
                html! {
                    <div class="charts">{ for seen.all().map(|chart| html! {
                        <ChartCard key={chart.key.clone()} chart={chart.clone()} looks={looks.clone()} stem={outcome.stem.clone()}
                            note={outcome.imprint()} on_choose={self.presser(chart)} holds={self.holds(chart)} />
                    }) }</div>
                }
            }
            Part::Chart(key) => match report.charts.iter().find(|chart| chart.key == *key) {
                Some(chart) => {
                    html! { <ChartCard chart={chart.clone()} stem={outcome.stem.clone()} note={outcome.imprint()} on_choose={self.presser(chart)} holds={self.holds(chart)} /> }
                }
                None => {
                    let keys: Vec<_> = report
                        .charts
                        .iter()
                        .map(|chart| chart.key.as_str())
                        .collect();
                    html! { <p class="embed-none">{ format!("There is no chart “{key}”; there are: {}.", keys.join(", ")) }</p> }
                }
            },
            Part::Tables if report.tables.is_empty() => html! {
                <p class="embed-none">{ "There is no table to show here." }</p>
            },
            Part::Tables => report.tables.iter().map(table::view).collect(),
            Part::Controls => Html::default(),
        }
    }

    /// The parameters that the lines of a chart set, among those that a reader may change.
    fn holds(&self, chart: &Card) -> Holds {
        let (chosen, _) = self.options.chosen(&self.state.parameters);
        let (scenario, values) = (&self.state.scenario, &self.state.values);
        Holds::of(std::iter::once(chart), scenario, &chosen, values, self.act)
            .led(self.state.lead())
    }

    /// The callback for a click on a graph: it changes parameters that a reader may change.
    fn presser(&self, chart: &Card) -> Option<Callback<(usize, usize)>> {
        let (chosen, _) = self.options.chosen(&self.state.parameters);
        let (act, values) = (self.act.clone(), self.state.values.clone());
        let may = {
            let values = values.clone();
            move |offer: &Offer| {
                offer.changes.iter().all(|(name, value)| {
                    values.get(name) == Some(value) || chosen.iter().any(|one| one.name == name)
                })
            }
        };
        let make = Callback::from(move |offer: Offer| {
            for (name, value) in offer.changes {
                if values.get(&name) != Some(&value) {
                    let text = value
                        .as_str()
                        .map_or_else(|| value.to_string(), str::to_owned);
                    act.emit(Action::Set(name, text));
                }
            }
        });
        presser(chart, may, &make)
    }

    /// The parameters that a reader may change, as key parameters where all of them are key parameters.
    fn key(&self) -> Html {
        let keys = &self.state.keys;
        let free = self.options.parameters.iter();
        let known: Option<Vec<_>> = free
            .map(|free| {
                let mut keys = keys.iter().filter(|_| free.unlimited());
                keys.find(|key| key.parameter.name == free.name)
            })
            .collect();
        match known {
            Some(known) => known.iter().map(|key| one(key, self.act)).collect(),
            None => self.controls(),
        }
    }

    /// The parameters that a reader may change.
    fn controls(&self) -> Html {
        let (chosen, _) = self.options.chosen(&self.state.parameters);
        if chosen.is_empty() {
            return Html::default();
        }
        let mut complaints = self.state.complaints.clone();
        let refused = self.refused.iter();
        complaints.extend(refused.map(|(name, why)| (name.clone(), why.clone().into())));
        html! {
            <Form scenario={self.state.scenario.clone()} parameters={Rc::new(chosen)} values={self.state.values.clone()} texts={self.state.texts.clone()}
                {complaints} defaults={Rc::new(self.authors.values())} act={self.act.clone()} />
        }
    }

    /// The button in place of the result, until somebody asks for it.
    fn waiting(&self, on_run: &Callback<bool>) -> Html {
        html! {
            <section class="card embed-start">
                <Button id="run" class="primary" onclick={on_run.reform(|_| false)}>{ "Run" }</Button>
                <p>{ "Your browser computes this figure when you press Run." }</p>
            </section>
        }
    }

    /// The reason why there is no result, and the next step.
    pub(super) fn card(
        &self,
        on_run: &Callback<bool>,
        on_go_on: &Callback<MouseEvent>,
        on_restart: &Callback<MouseEvent>,
    ) -> Html {
        let Some((tone, title, text)) = about(self.state) else {
            return Html::default();
        };
        let text = match &self.state.phase {
            Phase::FileNeeded(needed) => format!(
                "It has {} and is too large for a link. Open the scenario in Makespan and give the file there.",
                size(&needed.described)
            ),
            Phase::Cancelled if self.state.result.is_none() => String::new(),
            _ => text,
        };
        let again = match &self.state.phase {
            // “Cancel” stands beside it, in the corner.
            phase if asks(phase) => Some(("Go on", on_go_on.clone())),
            Phase::OutOfTime(_) => Some(("Run without a limit of time", on_run.reform(|_| true))),
            // Nothing pauses a figure.
            Phase::Cancelled | Phase::Paused { .. } | Phase::Failed(_) => {
                Some(("Run again", on_run.reform(|_| true)))
            }
            Phase::Stopped(_) => Some(("Restart", on_restart.clone())),
            Phase::Outdated => Some(("Load again", Callback::from(|_| crate::address::reload()))),
            _ => None,
        };
        let role = match (self.state.busy(), tone) {
            // The card is announced once, while the clock goes on.
            (true, _) => None,
            (false, Tone::Bad) => Some("alert"),
            (false, Tone::Good) => Some("status"),
        };
        html! {
            <section class={classes!("status", tone.class())} id="status" {role}>
                <p class="status-title">{ title }</p>
                <p>{ text }</p>
                <div class="row">
                    if let Some((words, onclick)) = again {
                        <Button class="primary" {onclick}>{ words }</Button>
                    }
                </div>
            </section>
        }
    }

    /// The corner: the way to the whole page, and the end of a long run.
    pub(super) fn foot(&self, running: bool, on_cancel: &Callback<MouseEvent>) -> Html {
        html! {
            <footer class="embed-foot">
                <Button id="cancel" onclick={on_cancel.clone()} absent={!running}>{ "Cancel" }</Button>
                if let Ok(link) = link::short(self.state.setup()) {
                    <a id="open" href={format!("{}{link}", place())} target="_blank" rel="noopener">{ "Open in Makespan" }<span class="unseen">{ ", in a new tab" }</span></a>
                } else {
                    <span>{ "Too large for a link to Makespan" }</span>
                }
            </footer>
        }
    }
}

/// The address of the whole page.
fn place() -> String {
    let address = window().location().href().unwrap_or_default();
    address
        .split(['?', '#'])
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// The placeholder of a part.
fn place_of(part: &Part) -> Html {
    match part {
        Part::Headline => {
            html! { <><div class="place headline"></div><div class="place why"></div></> }
        }
        Part::Figures => html! {
            <div class="merit">{ for (0..5).map(|_| html! { <div><i class="place"></i><i class="place"></i></div> }) }</div>
        },
        Part::Slide => html! {
            <><div class="place headline"></div><div class="place why"></div><div class="card schedule awaited"></div></>
        },
        Part::Gantt | Part::Worlds => html! { <div class="card schedule awaited"></div> },
        Part::Charts => {
            html! { <div class="charts"><div class="card chart"></div><div class="card chart"></div></div> }
        }
        Part::Claims | Part::Chart(_) | Part::Tables => html! { <div class="card chart"></div> },
        Part::Controls => Html::default(),
    }
}
