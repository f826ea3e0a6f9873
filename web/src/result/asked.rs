//! The questions to an own strategy: one at a time, with its arguments, answer and printed lines. The schedule's time cursor goes
//! with the questions, and they with it.

use std::rc::Rc;

use report::Asked;
use report::asked::Handed;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::components::Button;
use crate::gantt::{Seek, Sight};
use session::outcome::Outcome;

#[derive(Properties)]
pub(super) struct Props {
    /// The outcome of a run with such a strategy.
    pub(super) outcome: Rc<Outcome>,
    /// Shares the present view, with the time cursor.
    pub(super) sight: Sight,
    /// Moves the time cursor.
    pub(super) seek: Callback<Seek>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.outcome, &other.outcome)
    }
}

/// The questions, one of them in sight.
#[component]
pub(super) fn Questions(props: &Props) -> Html {
    let chosen = use_state(|| 0_usize);
    let counted = use_mut_ref(|| 0_u32);
    let all = &props.outcome.report.asked;
    let last = all.len().saturating_sub(1);
    let at = (*chosen).min(last);
    let Some(one) = all.get(at) else {
        return Html::default();
    };
    let ms = props
        .outcome
        .schedule
        .as_ref()
        .map(|schedule| schedule.unit().milliseconds());
    let go = {
        let (chosen, seek, outcome) = (chosen.clone(), props.seek.clone(), props.outcome.clone());
        Callback::from(move |to: usize| {
            let to = to.min(last);
            chosen.set(to);
            let when = outcome.report.asked.get(to).and_then(|one| one.at);
            // A schedule can begin after the first questions.
            if let (Some(at), Some(ms)) = (when.filter(|at| *at >= 0.0), ms) {
                *counted.borrow_mut() += 1;
                let number = *counted.borrow();
                seek.emit(Seek {
                    at: Some(at * ms),
                    number,
                });
            }
        })
    };
    let step = |to: usize| go.reform(move |_: MouseEvent| to);
    let oninput = {
        let go = go.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(slider) = event.target_dyn_into::<HtmlInputElement>() {
                go.emit((slider.value_as_number() as usize).saturating_sub(1));
            }
        })
    };
    // The last question until the time of the cursor.
    let here = ms
        .filter(|_| all.iter().any(|one| one.at.is_some()))
        .map(|ms| {
            let (chosen, sight, outcome) =
                (chosen.clone(), props.sight.clone(), props.outcome.clone());
            Callback::from(move |_: MouseEvent| {
                let Some(cursor) = sight.focus().and_then(|focus| focus.cursor) else {
                    return;
                };
                let before = |one: &Asked| one.at.is_some_and(|at| at <= cursor / ms);
                chosen.set(outcome.report.asked.iter().rposition(before).unwrap_or(0));
            })
        });
    html! {
        <section class="card asked" aria-labelledby="asked-title">
            <header class="row">
                <h2 id="asked-title">{ "Questions to your strategy" }</h2>
                <Button label="The question before" idle={at == 0} onclick={step(at.saturating_sub(1))}>{ "‹" }</Button>
                <input id="asked-at" class="slider" type="range" min="1" max={all.len().to_string()} value={(at + 1).to_string()}
                    aria-label="Question" aria-valuetext={title(one)} {oninput} />
                <Button label="The next question" idle={at == last} onclick={step(at + 1)}>{ "›" }</Button>
                if let Some(here) = here {
                    <Button class="link" onclick={here}>{ "At the time cursor" }</Button>
                }
            </header>
            <p class="asked-about">{ title(one) }</p>
            <dl>
                { for one.handed.iter().map(|handed| html! { <><dt><code>{ &handed.name }</code>{ unit(handed) }</dt><dd>{ &handed.value }</dd></> }) }
                <dt>{ "answered" }</dt><dd class="asked-answer">{ &one.answered }</dd>
                if !one.printed.is_empty() {
                    <dt>{ "printed" }</dt><dd>{ for one.printed.iter().map(|line| html! { <div>{ line }</div> }) }</dd>
                }
            </dl>
        </section>
    }
}

/// The unit beside a name, such as " (ms)"; for a list, the unit of each number.
fn unit(handed: &Handed) -> Html {
    match handed.unit.as_str() {
        "" => html! {},
        unit => html! { { format!(" ({unit})") } },
    }
}

/// The title of a question, such as "Question 12: value 12 of node 1".
fn title(one: &Asked) -> String {
    match one.about.as_str() {
        "" => format!("Question {}", one.number),
        about => format!("Question {}: {about}", one.number),
    }
}
