//! The settings of a measurement.

use web_sys::{HtmlInputElement, SubmitEvent};
use yew::prelude::*;

use crate::components::{Button, Named, Segment, Segments};
use session::measure::course::{Plan, Until};

/// A number among the settings.
#[derive(Clone, Copy)]
struct Asked {
    id: &'static str,
    label: &'static str,
    unit: &'static str,
    least: f64,
    most: f64,
}

const JOB: Asked = Asked {
    id: "measure-job",
    label: "Length of a job",
    unit: "ms",
    least: 1.0,
    most: 1_000.0,
};
const SECONDS: Asked = Asked {
    id: "measure-seconds",
    label: "Duration",
    unit: "s",
    least: 1.0,
    most: 600.0,
};
const JOBS: Asked = Asked {
    id: "measure-jobs",
    label: "Jobs of each worker",
    unit: "",
    least: 10.0,
    most: 100_000.0,
};
const WORKERS: Asked = Asked {
    id: "measure-workers",
    label: "Workers at once",
    unit: "",
    least: 1.0,
    most: 1.0,
};

impl Asked {
    /// The number in a text.
    fn read(self, text: &str, whole: bool) -> Result<f64, String> {
        let number: Option<f64> = text.trim().parse().ok();
        number
            .filter(|number| (self.least..=self.most).contains(number))
            .filter(|number| !whole || number.fract() == 0.0)
            .ok_or_else(|| {
                let kind = if whole { "a whole number" } else { "a number" };
                format!("Allowed: {kind} from {} to {}.", self.least, self.most)
            })
    }
}

/// Properties of the form.
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// Whether a measurement is under way.
    pub(super) running: bool,
    /// The most workers at once.
    pub(super) most: usize,
    /// Receives the plan of a measurement.
    pub(super) on_begin: Callback<Plan>,
    /// Stops the measurement.
    pub(super) on_stop: Callback<MouseEvent>,
}

/// The form.
#[component]
pub(super) fn Form(props: &Props) -> Html {
    /// The most workers that are proposed: a phone stays a phone.
    const PROPOSED: usize = 4;
    let job = use_state_eq(|| "20".to_owned());
    let seconds = use_state_eq(|| "10".to_owned());
    let jobs = use_state_eq(|| "500".to_owned());
    let workers = use_state_eq(|| props.most.min(PROPOSED).to_string());
    let timed = use_state_eq(|| true);
    let workers_asked = Asked {
        most: props.most as f64,
        ..WORKERS
    };
    let until = match *timed {
        true => SECONDS.read(&seconds, false).map(Until::Seconds),
        false => JOBS.read(&jobs, true).map(|jobs| Until::Jobs(jobs as u32)),
    };
    let plan = JOB.read(&job, false).and_then(|job| {
        Ok(Plan {
            job,
            until: until?,
            workers: workers_asked.read(&workers, true)? as usize,
        })
    });
    let onsubmit = {
        let (plan, on_begin, running) = (plan.clone().ok(), props.on_begin.clone(), props.running);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let (Some(plan), false) = (plan, running) {
                on_begin.emit(plan);
            }
        })
    };
    let ends = Segments {
        name: "measure-until".into(),
        named: Named::Legend,
        class: None,
        hidden: false,
    };
    let end = |words: &'static str, by_time: bool| {
        let set = timed.setter();
        Segment {
            words: words.into(),
            value: words.into(),
            title: None,
            taken: *timed == by_time,
            refused: props.running,
            take: Callback::from(move |_| set.set(by_time)),
        }
    };
    html! {
        <form class="measure-form" {onsubmit} novalidate=true>
            { field(JOB, &job, false, props.running) }
            <div class="field">
                <fieldset class="choice" role="radiogroup">
                    <legend class="unseen">{ "Measure for" }</legend>
                    { ends.view([end("For a time", true), end("Number of jobs", false)]) }
                </fieldset>
            </div>
            if *timed {
                { field(SECONDS, &seconds, false, props.running) }
            } else {
                { field(JOBS, &jobs, true, props.running) }
            }
            { field(workers_asked, &workers, true, props.running) }
            <div class="row">
                if props.running {
                    <Button id="measure-stop" onclick={props.on_stop.clone()}>{ "Stop" }</Button>
                } else {
                    <button type="submit" id="measure-start" class="button primary" aria-disabled={plan.is_err().then_some("true")}>{ "Start" }</button>
                }
            </div>
        </form>
    }
}

fn field(asked: Asked, text: &UseStateHandle<String>, whole: bool, running: bool) -> Html {
    let complaint = asked.read(text, whole).err();
    let problem = format!("{}-problem", asked.id);
    let oninput = {
        let text = text.setter();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                text.set(input.value());
            }
        })
    };
    html! {
        <div class="field" key={asked.id}>
            <div class="head">
                <label for={asked.id}>{ asked.label }</label>
                <span class="entry">
                    <input id={asked.id} type="text" inputmode={if whole { "numeric" } else { "decimal" }} value={(**text).clone()}
                        readonly={running} autocomplete="off" aria-invalid={complaint.is_some().then_some("true")}
                        aria-describedby={complaint.is_some().then(|| problem.clone())} {oninput} />
                    if !asked.unit.is_empty() {
                        <span class="unit">{ asked.unit }</span>
                    }
                </span>
            </div>
            if let Some(complaint) = &complaint {
                <p class="problem" id={problem}>{ complaint }</p>
            }
        </div>
    }
}
