//! The preview of a table that somebody gave to the page: the use of each column, and the open questions.

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::{document, window};
use report::Scaled;
use report::number::{fixed, short};
use report::words::capital;
use session::action::Action;
use session::import::{
    Asked, Import, ImportAction, OfTable, Role, Stage, Unit, has_unit, in_words,
};
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Element};
use yew::prelude::*;

use crate::components::{Button, Select, nothing};
use crate::driver::Driver;
use crate::traces;

/// The most columns that are shown one by one.
const SHOWN: usize = 48;

/// Properties of the preview.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The table.
    pub(crate) import: Rc<Import>,
    /// Whether the notice has offers, which replace the button “Use these traces”.
    pub(crate) offered: bool,
    /// Receives the actions.
    pub(crate) act: Callback<Action>,
}

/// The preview.
#[component]
pub(crate) fn Preview(props: &Props) -> Html {
    let Props {
        import,
        offered,
        act,
    } = props;
    let whole = use_node_ref();
    // Scrolls to the preview of a new file.
    {
        let whole = whole.clone();
        use_effect_with((), move |()| {
            let below = |whole: &Element| {
                let height = window()
                    .inner_height()
                    .ok()
                    .and_then(|height| height.as_f64());
                whole.get_bounding_client_rect().top() > height.unwrap_or_default()
            };
            if let Some(whole) = whole.cast::<Element>().filter(below) {
                whole.scroll_into_view_with_bool(false);
            }
        });
    }
    let say = act.reform(Action::Import);
    html! {
        <div ref={whole} class="import" aria-busy={import.differs().to_string()}>
            if !import.sentence.is_empty() {
                <p class="import-sentence">{ &import.sentence }</p>
            }
            if !import.questions.is_empty() {
                <ol class="import-questions" aria-label="Questions">
                    { for import.questions.iter().map(|question| ask(question, &say)) }
                </ol>
            }
            if !import.columns.is_empty() {
                { units(import, &say) }
                { table(import, &say) }
            }
            { ways(import, *offered, &say) }
        </div>
    }
}

/// Takes a table that is pasted outside the fields, like a file.
#[hook]
pub(crate) fn use_paste(driver: &Driver) {
    let driver = driver.clone();
    use_effect_with((), move |()| {
        let listener = EventListener::new(&document(), "paste", move |event| {
            let typing = event
                .target()
                .and_then(|target| target.dyn_into::<Element>().ok());
            let typing = typing.is_some_and(|element| {
                element
                    .closest("input, textarea, select, [contenteditable]")
                    .ok()
                    .flatten()
                    .is_some()
            });
            let data = event
                .dyn_ref::<ClipboardEvent>()
                .and_then(ClipboardEvent::clipboard_data);
            let Some(data) = data.filter(|_| !typing) else {
                return;
            };
            if let Some(files) = data.files().filter(|files| files.length() > 0) {
                return traces::take(Some(files), &driver);
            }
            let text = data.get_data("text/plain").unwrap_or_default();
            // A single line, such as a word or a link, is no table of traces.
            if text.trim().lines().count() > 1 {
                traces::take_text(PASTED, &text, &driver);
            }
        });
        move || drop(listener)
    });
}

/// The name of a pasted table.
const PASTED: &str = "pasted.csv";

/// Properties of the chip.
#[derive(Properties, PartialEq)]
pub(crate) struct ChipProps {
    /// The scaling of the result's traces, where they were scaled.
    pub(crate) scaled: Option<Scaled>,
    /// The parameter that scales them.
    pub(crate) parameter: Option<&'static str>,
    /// Receives the change that uses them as measured.
    pub(crate) act: Callback<Action>,
}

/// Tells the scaling of a file's runtimes, and undoes it.
#[component]
pub(crate) fn Chip(props: &ChipProps) -> Html {
    let Some((scaled, parameter)) = props.scaled.zip(props.parameter) else {
        return nothing();
    };
    let undo = props
        .act
        .reform(move |_| Action::Set(parameter.to_owned(), String::new()));
    html! {
        <p class="import-chip" role="note">
            <span>{ format!("Runtimes of your file are {}", in_words(scaled)) }</span>
            <Button id="unscale" onclick={undo}>{ "Use them as measured" }</Button>
        </p>
    }
}

/// A question with its answers.
fn ask(question: &Asked, say: &Callback<ImportAction>) -> Html {
    let assumed = capital(&question.assumed);
    let stop = if assumed.ends_with('?') { "" } else { "." };
    let answers = question.answers.iter().cloned().map(|answer| {
        let words = answer.words.clone();
        let label = format!("{assumed} {words}");
        let onclick = say.reform(move |_| ImportAction::Answer(answer.clone()));
        html! { <Button {onclick} {label}>{ words }</Button> }
    });
    html! {
        <li>
            <p>{ &assumed }{ stop }</p>
            <div class="row">{ for answers }</div>
        </li>
    }
}

/// The unit of all runtimes, where there are several columns of them.
fn units(import: &Import, say: &Callback<ImportAction>) -> Html {
    let timed = import.columns.iter().zip(1..);
    let timed = timed.filter(|(column, number)| has_unit(import.shown(*number, column).0));
    if timed.count() < 2 {
        return Html::default();
    }
    let on_choose =
        say.reform(|symbol: String| ImportAction::Units(Unit::named(&symbol).unwrap_or_default()));
    let value = import.unit().map_or("", Unit::symbol);
    html! {
        <p class="import-unit">
            <label for="import-unit">{ "All runtimes are in" }</label>
            <Select id="import-unit" {value} otherwise="different units" choices={unit_choices()} described_by="import-title"
                {on_choose} />
        </p>
    }
}

fn unit_choices() -> Vec<(AttrValue, AttrValue)> {
    Unit::ALL
        .map(|unit| (unit.symbol().into(), unit.symbol().into()))
        .to_vec()
}

/// The columns, one a row.
fn table(import: &Import, say: &Callback<ImportAction>) -> Html {
    let columns = import.columns.iter().zip(1..).take(SHOWN);
    let more = import.columns.len().saturating_sub(SHOWN);
    html! {
        <>
            <div class="import-columns scroll" tabindex="0" role="region" aria-label="Columns of the file">
                <table>
                    <caption class="unseen">{ "The use of each column of the file" }</caption>
                    <thead><tr>
                        <th scope="col">{ "Column" }</th>
                        <th scope="col">{ "Used as" }</th>
                        <th scope="col">{ "Unit" }</th>
                        <th scope="col" class="number">{ "Values" }</th>
                        <th scope="col" class="number">{ "Missing" }</th>
                        <th scope="col" class="number">{ "Mean (ms)" }</th>
                        <th scope="col">{ "First values" }</th>
                    </tr></thead>
                    <tbody>{ for columns.map(|(column, number)| row(import, column, number, say)) }</tbody>
                </table>
            </div>
            if more > 0 {
                <p class="import-more">{ format!("and {} more columns", fixed(more as f64, 0)) }</p>
            }
        </>
    }
}

fn row(import: &Import, column: &OfTable, number: usize, say: &Callback<ImportAction>) -> Html {
    let (role, unit) = import.shown(number, column);
    let name = if column.name == number.to_string() {
        format!("column {number}")
    } else {
        column.name.clone()
    };
    let (head, use_id, unit_id) = (
        format!("import-column-{number}"),
        format!("import-use-{number}"),
        format!("import-unit-{number}"),
    );
    let on_role = say.reform(move |name: String| {
        let role = Role::ALL.into_iter().find(|role| role.name() == name);
        ImportAction::Column(number, role.unwrap_or(Role::Ignore), None)
    });
    let on_unit =
        say.reform(move |symbol: String| ImportAction::Column(number, role, Unit::named(&symbol)));
    let roles: Vec<(AttrValue, AttrValue)> = Role::ALL
        .map(|role| (role.name().into(), role.words().into()))
        .to_vec();
    html! {
        <tr key={number} class={classes!(role.name())}>
            <th scope="row" id={head.clone()}><bdi>{ &name }</bdi></th>
            <td data-label="Used as">
                <label class="unseen" for={use_id.clone()}>{ format!("Use of {name}") }</label>
                <Select id={use_id} value={role.name()} otherwise="" choices={roles} described_by={head.clone()} on_choose={on_role} />
            </td>
            <td data-label="Unit">
                if has_unit(role) {
                    <label class="unseen" for={unit_id.clone()}>{ format!("Unit of {name}") }</label>
                    <Select id={unit_id} value={unit.symbol()} otherwise="" choices={unit_choices()} described_by={head}
                        on_choose={on_unit} />
                } else {
                    { "–" }
                }
            </td>
            <td data-label="Values" class="number">{ fixed(column.count as f64, 0) }</td>
            <td data-label="Missing" class={classes!("number", (column.missing > 0).then_some("some"))}>{ fixed(column.missing as f64, 0) }</td>
            <td data-label="Mean (ms)" class="number">{ column.mean.map_or_else(|| "–".into(), short) }</td>
            <td data-label="First values" class="import-first"><bdi>{ column.first.join(" · ") }</bdi></td>
        </tr>
    }
}

/// The buttons that use or cancel the table.
fn ways(import: &Import, offered: bool, say: &Callback<ImportAction>) -> Html {
    let cancel = say.reform(|_| ImportAction::Cancel);
    let ready = import.ready();
    html! {
        <div class="row import-ways">
            if import.stage == Stage::Used {
                <Button id="import-cancel" onclick={cancel}>{ "Back to the previous traces" }</Button>
            } else {
                if !offered {
                    <Button id="import-use" class="primary" idle={!ready} onclick={say.reform(|_| ImportAction::Use)}>{ "Use these traces" }</Button>
                }
                <Button id="import-cancel" onclick={cancel}>{ "Cancel" }</Button>
            }
        </div>
    }
}
