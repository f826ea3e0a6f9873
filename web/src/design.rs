//! The page that shows every component, `design.html`. A component that is missing here has no look of its own.

mod events;
mod schedule;
mod tokens;

use std::rc::Rc;

use parameters::{Editor, Kind, Parameter};
use playground::{Scenario, laboratories, link};
use report::miniature::Miniature as Paths;
use report::{Card, Report};
use serde_json::Value;
use session::traces::Feed;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::appearance::Appearance;
use crate::charts::ChartCard;
use crate::components::{Button, Select, nothing};
use crate::explanation::fetched;
use crate::form::Form;
use crate::gallery::Miniature;
use crate::gantt::{Gantt, Together};
use crate::library::Library;
use crate::measure::Measure;
use crate::message::Notices;
use crate::result::{claims, figures, table};
use events::SomeEvents;
use session::action::Action;
use session::notice::{Notice, Tone, Topic};
use session::state::State;

/// Every component, in its states.
#[component]
pub(crate) fn Design() -> Html {
    html! {
        <div class="page design">
            <header class="top"><div class="logo">{ "Makespan" }</div><nav aria-label="Back"><a href="./">{ "To the playground" }</a></nav></header>
            <main id="main">
                <h1>{ "The parts of this page" }</h1>
                <p class="why">{ "Every component in its states, in the colours chosen below." }</p>
                <Appearance />
                { section("Colours", html! { <tokens::Colours /> }) }
                { section("Type and space", tokens::sizes()) }
                { section("Buttons and lists", html! { <Pressed /> }) }
                { section("Fields", html! { <Fields /> }) }
                { section("Editors of texts", html! { <Editors /> }) }
                { section("Events", html! { <SomeEvents /> }) }
                { section("Messages", html! { <Messages /> }) }
                { section("Kept traces", html! { <div class="narrow"><div class="drop"><Library kept={session::kept::some()} used={None} on_action={Callback::noop()} /></div></div> }) }
                { section("Measuring this device", html! { <Measure on_measured={Callback::noop()} on_close={Callback::noop()} /> }) }
                { section("Schedule", html! { <Timelines /> }) }
                { section("Schedules compared", html! { <Compared /> }) }
                <Reported />
            </main>
        </div>
    }
}

fn section(title: &'static str, content: Html) -> Html {
    html! { <section key={title} aria-label={title}><h2 class="section">{ title }</h2>{ content }</section> }
}

/// A report with one of everything: the build of the page writes its file, so that the program carries no invented numbers.
#[component]
fn Reported() -> Html {
    let sample = use_state(|| None::<(Report<Card>, Rc<Paths>)>);
    {
        let sample = sample.setter();
        use_effect_with((), move |()| {
            spawn_local(async move {
                let text = fetched("./design.json").await;
                let value = text.and_then(|text| serde_json::from_str::<Value>(&text).ok());
                let read = |value| serde_json::from_value::<(Report<Card>, Paths)>(value).ok();
                let sampled = value.and_then(read);
                sample.set(sampled.map(|(report, paths)| (report, Rc::new(paths))));
            });
        });
    }
    let Some((report, paths)) = &*sample else {
        return nothing();
    };
    html! {
        <>
            { section("Figures of merit", figures::view(&report.figures)) }
            { section("Miniature", html! { <div class="narrow"><Miniature preview={paths.clone()} /></div> }) }
            { section("Charts", html! {
                <div class="charts">{ for report.charts.iter().map(|chart| html! {
                    <ChartCard key={chart.key.clone()} chart={chart.clone()} stem="makespan-chart" />
                }) }</div>
            }) }
            { section("Claims", claims::view(&report.claims)) }
            { section("Tables", report.tables.iter().map(table::view).collect()) }
        </>
    }
}

#[component]
fn Pressed() -> Html {
    let pressed = use_state(|| 0_u32);
    let chosen = use_state(|| "b".to_owned());
    let onclick = {
        let pressed = pressed.clone();
        Callback::from(move |_| pressed.set(*pressed + 1))
    };
    let on_choose = {
        let chosen = chosen.setter();
        Callback::from(move |name| chosen.set(name))
    };
    let choices: Vec<(AttrValue, AttrValue)> = ["a", "b", "c"]
        .map(|name| (name.into(), format!("Choice {name}").into()))
        .to_vec();
    html! {
        <div class="row">
            <Button class="primary" onclick={onclick.clone()}>{ format!("Primary, pressed {} times", *pressed) }</Button>
            <Button onclick={onclick.clone()}>{ "Usual" }</Button>
            <Button class="quiet" onclick={onclick.clone()}>{ "Quiet" }</Button>
            <Button class="link" onclick={onclick.clone()}>{ "Like a link" }</Button>
            <Button idle=true {onclick}>{ "Nothing to do" }</Button>
            <label for="design-select" id="design-select-label">{ "List" }</label>
            <div><Select id="design-select" value={(*chosen).clone()} otherwise="None of these" {choices} described_by="design-select-label" {on_choose} /></div>
        </div>
    }
}

/// A state by itself, without workers.
struct Local(State);

impl Reducible for Local {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut state = self.0.clone();
        state.act(action);
        Rc::new(Self(state))
    }
}

/// The form of the first preset: every kind of field, with all its manners.
#[component]
fn Fields() -> Html {
    let state = use_reducer(|| Local(State::new("", true)));
    let act = {
        let dispatcher = state.dispatcher();
        use_callback((), move |action, ()| dispatcher.dispatch(action))
    };
    let state = &state.0;
    html! {
        <div class="narrow">
            <Form scenario={state.scenario.clone()} parameters={state.parameters.clone()} values={state.values.clone()} texts={state.texts.clone()}
                complaints={state.complaints.clone()} {act} />
        </div>
    }
}

/// A scenario of the laboratory that has an editor of a table.
fn with_editors() -> Option<Scenario> {
    let is_table = |parameter: &Parameter| {
        matches!(
            parameter.kind,
            Kind::Text {
                editor: Editor::Table(_),
                ..
            }
        )
    };
    let mut all = laboratories().iter();
    let found = all.find(|one| one.table.parameters.iter().any(is_table))?;
    Scenario::of(found.name)
}

/// The editors that texts have, right and wrong.
#[component]
fn Editors() -> Html {
    let state = use_reducer(|| {
        let shown = [
            ("platform", "own"),
            ("variation", "steps"),
            (
                "table",
                "name,F,f,BD,bD,BR,bR\nfast,10,0.1,100,0.1,100,0.1\nslow,-5,0.1,100,0.1,100,0.1\n",
            ),
            ("steps", "300:0.5, 900:1"),
        ];
        let scenario = shown.into_iter().try_fold(
            with_editors().unwrap_or_default(),
            |scenario, (name, text)| scenario.with(name, text),
        );
        let link = scenario
            .ok()
            .and_then(|scenario| link::encode(scenario).ok());
        Local(State::new(&link.unwrap_or_default(), true))
    });
    let act = {
        let dispatcher = state.dispatcher();
        use_callback((), move |action, ()| dispatcher.dispatch(action))
    };
    let state = &state.0;
    let texts = state
        .parameters
        .iter()
        .filter(|parameter| matches!(parameter.kind, Kind::Text { .. }));
    html! {
        <div class="narrow">
            <Form scenario={state.scenario.clone()} parameters={Rc::new(texts.cloned().collect::<Vec<_>>())} values={state.values.clone()} texts={state.texts.clone()}
                complaints={state.complaints.clone()} {act} />
        </div>
    }
}

#[component]
fn Messages() -> Html {
    let mut bad = Notice::new(Topic::File, Tone::Bad, "Something was refused")
        .with("Why, where, and what is allowed instead.");
    bad.problems = (vec!["line 3, column 2: “x” is no number".to_owned()], 4);
    let mut good = Notice::new(Topic::Share, Tone::Good, "Something is done")
        .with("And what follows from it.");
    let feed = |view: &str, can, why: &str| Feed {
        view: view.to_owned(),
        can,
        why: why.to_owned(),
    };
    good.feeds = vec![
        feed("One view", true, "two series"),
        feed("Another", false, "it takes several series"),
    ];
    html! { <Notices notices={vec![good, bad]} act={Callback::noop()} on_save={Callback::noop()} /> }
}

#[component]
fn Timelines() -> Html {
    let sample = use_memo((), |()| schedule::every_role());
    match &*sample {
        Some(schedule) => html! {
            <section class="card schedule" aria-label="A schedule with every kind of phase">
                <Gantt schedule={schedule.clone()} title="Every kind of phase"
                    stem="makespan-every-kind-of-phase" caption="Every kind of phase" />
            </section>
        },
        None => nothing(),
    }
}

/// Two schedules with one time axis and one cursor.
#[component]
fn Compared() -> Html {
    let together = use_memo((), |()| Together::default());
    let samples = use_memo((), |()| [schedule::short(1.0), schedule::short(0.6)]);
    let one = |(schedule, title): (&Option<std::rc::Rc<::schedule::Schedule>>, &'static str)| {
        let schedule = schedule.clone()?;
        Some(html! {
            <section key={title} class="card schedule" aria-label={title}>
                <Gantt {schedule} {title} stem={title} caption={title} together={(*together).clone()} />
            </section>
        })
    };
    samples
        .iter()
        .zip(["longer", "shorter"])
        .filter_map(one)
        .collect()
}
