//! A step function of time, drawn with the pointer or with keys: the factor of a speed from each date on. The text is the
//! truth: "date:factor, date:factor"; before the first date the factor is 1.

pub(super) mod plane;

use gloo::utils::document;
use parameters::table::StepsText;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, PointerEvent, SvgElement};
use yew::prelude::*;

use crate::appearance::touch;
use crate::components::Button;
use plane::{HEIGHT, Plane, WIDTH};

/// What the drawing needs.
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// How the text holds the steps.
    pub(super) of: &'static StepsText,
    /// What ids begin with.
    pub(super) id: String,
    /// Its name.
    pub(super) title: String,
    /// The steps as text.
    pub(super) text: String,
    /// The ids of what describes it.
    pub(super) described_by: String,
    /// Gets the text anew.
    pub(super) set: Callback<String>,
    /// The drawing was left.
    pub(super) leave: Callback<()>,
}

/// A step as it stands in the text, right or wrong.
#[derive(Clone, Debug, PartialEq)]
struct Item {
    date: String,
    factor: String,
}

impl Item {
    fn of(date: f64, factor: f64) -> Self {
        Self {
            date: date.to_string(),
            factor: factor.to_string(),
        }
    }

    fn numbers(&self) -> Option<(f64, f64)> {
        Some((self.date.parse().ok()?, self.factor.parse().ok()?))
    }
}

/// The steps of a text.
fn items(text: &str) -> Vec<Item> {
    text.split(|c: char| c == ',' || c == ';' || c.is_whitespace())
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (date, factor) = part.split_once(':').unwrap_or((part, ""));
            Item {
                date: date.into(),
                factor: factor.into(),
            }
        })
        .collect()
}

/// The text of steps.
fn written(items: &[Item]) -> String {
    let parts: Vec<_> = items
        .iter()
        .map(|item| format!("{}:{}", item.date, item.factor))
        .collect();
    parts.join(", ")
}

/// A step function of time.
#[component]
pub(super) fn Steps(props: &Props) -> Html {
    // The step that is dragged, and the plane that it is dragged on, which stays while it is.
    let dragged = use_state(|| None::<(usize, Plane)>);
    let picture = use_node_ref();
    let turn = use_mut_ref(|| None::<String>);
    {
        let turn = turn.clone();
        use_effect(move || {
            if let Some(id) = turn.borrow_mut().take() {
                focus(&id);
            }
        });
    }
    let items = items(&props.text);
    let wrong = (props.of.wrong)(&props.text);
    let numbers: Vec<_> = items.iter().map(Item::numbers).collect();
    let plane = match *dragged {
        Some((_, plane)) => plane,
        None => Plane::around(numbers.iter().flatten().copied()),
    };
    let editor = Editor {
        props,
        items: &items,
        plane,
        again: Callback::from(move |id| *turn.borrow_mut() = Some(id)),
    };
    let set = {
        let (set, items) = (props.set.clone(), items.clone());
        move |at: usize, to: (f64, f64)| {
            let mut items = items.clone();
            if let Some(item) = items.get_mut(at) {
                *item = Item::of(to.0, to.1);
                set.emit(written(&items));
            }
        }
    };
    let place = {
        let picture = picture.clone();
        move |event: &PointerEvent| -> Option<(f64, f64)> {
            let frame = picture.cast::<Element>()?.get_bounding_client_rect();
            let part = |at: i32, start: f64, length: f64| (f64::from(at) - start) / length.max(1.0);
            Some((
                part(event.client_x(), frame.left(), frame.width()) * WIDTH,
                part(event.client_y(), frame.top(), frame.height()) * HEIGHT,
            ))
        }
    };
    let onpointerdown = {
        let (dragged, picture, place, numbers, add) = (
            dragged.clone(),
            picture.clone(),
            place.clone(),
            numbers.clone(),
            editor.adder(),
        );
        Callback::from(move |event: PointerEvent| {
            let Some(at) = place(&event).filter(|_| event.button() == 0) else {
                return;
            };
            match plane.near(&numbers, at) {
                Some(step) => {
                    if let Some(picture) = picture.cast::<Element>() {
                        let _ = picture.set_pointer_capture(event.pointer_id());
                    }
                    dragged.set(Some((step, plane)));
                }
                None if event.pointer_type() == "mouse" => add.emit(plane.value(at)),
                // With a finger, a place where nothing is scrolls the page.
                None => {}
            }
        })
    };
    let onpointermove = {
        let (dragged, place, numbers) = (dragged.clone(), place, numbers.clone());
        let most = props.of.most;
        Callback::from(move |event: PointerEvent| {
            if let (Some((step, plane)), Some(at)) = (*dragged, place(&event)) {
                set(step, plane.between(&numbers, step, plane.value(at), most));
            }
        })
    };
    let end = {
        let (dragged, leave, id) = (dragged.clone(), props.leave.clone(), props.id.clone());
        Callback::from(move |_: PointerEvent| {
            if let Some((step, _)) = *dragged {
                dragged.set(None);
                leave.emit(());
                focus(&handle_id(&id, step));
            }
        })
    };
    html! {
        <fieldset class="steps" aria-describedby={props.described_by.clone()}>
            <legend>{ &props.title }</legend>
            <svg ref={picture} viewBox={format!("0 0 {WIDTH} {HEIGHT}")} role="group" aria-label={format!("{}, drawn", props.title)}
                class={classes!(dragged.is_some().then_some("dragged"))}
                {onpointerdown} {onpointermove} onpointerup={end.clone()} onpointercancel={end}>
                { plane.axes() }
                { plane.course(numbers.iter().flatten().copied()) }
                { for numbers.iter().enumerate().filter_map(|(at, step)| Some(editor.handle(at, (*step)?))) }
            </svg>
            <p class="preset-help">{ if touch() { "Drag a step, or tap where a new one begins. " } else { "Drag a step, or click where a new one begins. " } }{ "Arrow keys move the focused step, with Shift further; Insert adds a step after it, Delete removes it." }</p>
            { editor.table(wrong.as_ref()) }
            <div class="row">
                <Button id={format!("{}-add", props.id)} onclick={editor.add_last()}>{ "Add a step" }</Button>
            </div>
        </fieldset>
    }
}

struct Editor<'a> {
    props: &'a Props,
    items: &'a [Item],
    plane: Plane,
    /// Gives the focus to an element when the drawing is there in its new form.
    again: Callback<String>,
}

impl Editor<'_> {
    /// Puts a step where its date belongs, and turns to it.
    fn adder(&self) -> Callback<(f64, f64)> {
        let (items, set) = (self.items.to_vec(), self.props.set.clone());
        let (again, leave, id) = (
            self.again.clone(),
            self.props.leave.clone(),
            self.props.id.clone(),
        );
        Callback::from(move |(date, factor): (f64, f64)| {
            let mut items = items.clone();
            let later = |item: &Item| item.numbers().is_some_and(|(other, _)| other > date);
            let at = items.iter().position(later).unwrap_or(items.len());
            if items
                .iter()
                .any(|item| item.numbers().is_some_and(|(other, _)| other == date))
            {
                return;
            }
            items.insert(at, Item::of(date, factor));
            again.emit(handle_id(&id, at));
            set.emit(written(&items));
            leave.emit(());
        })
    }

    fn removed(&self, at: usize) -> Callback<()> {
        let left = self.items.len().saturating_sub(2).min(at);
        let to = match self.items.len() {
            0 | 1 => format!("{}-add", self.props.id),
            _ => handle_id(&self.props.id, left),
        };
        let (again, leave) = (self.again.clone(), self.props.leave.clone());
        let (mut items, set) = (self.items.to_vec(), self.props.set.clone());
        if at < items.len() {
            items.remove(at);
        }
        Callback::from(move |()| {
            again.emit(to.clone());
            set.emit(written(&items));
            leave.emit(());
        })
    }

    /// A step after another one: half way to the next, or as far again.
    fn after(&self, at: Option<usize>) -> (f64, f64) {
        let numbers: Vec<_> = self.items.iter().map(Item::numbers).collect();
        self.plane.after(&numbers, at)
    }

    fn add_last(&self) -> Callback<MouseEvent> {
        let to = self.after(self.items.len().checked_sub(1));
        self.adder().reform(move |_| to)
    }

    /// What a step is moved by.
    fn handle(&self, at: usize, (date, factor): (f64, f64)) -> Html {
        let (x, y) = self.plane.place((date, factor));
        let (plane, numbers): (Plane, Vec<_>) =
            (self.plane, self.items.iter().map(Item::numbers).collect());
        let (items, set) = (self.items.to_vec(), self.props.set.clone());
        let most = self.props.of.most;
        let (add, after, remove) = (self.adder(), self.after(Some(at)), self.removed(at));
        let onkeydown = Callback::from(move |event: KeyboardEvent| {
            let far = if event.shift_key() { 5.0 } else { 1.0 };
            let by = match event.key().as_str() {
                "ArrowLeft" => (-far, 0.0),
                "ArrowRight" => (far, 0.0),
                "ArrowUp" => (0.0, far),
                "ArrowDown" => (0.0, -far),
                "PageUp" => (0.0, 5.0),
                "PageDown" => (0.0, -5.0),
                "Insert" | "+" => {
                    event.prevent_default();
                    return add.emit(after);
                }
                "Delete" | "Backspace" => {
                    event.prevent_default();
                    return remove.emit(());
                }
                _ => return,
            };
            event.prevent_default();
            let mut items = items.clone();
            if let Some(item) = items.get_mut(at) {
                let to = plane.between(&numbers, at, plane.moved((date, factor), by), most);
                *item = Item::of(to.0, to.1);
                set.emit(written(&items));
            }
        });
        let leave = self.props.leave.clone();
        html! {
            <g key={at} id={handle_id(&self.props.id, at)} class="handle" role="slider" tabindex="0"
                aria-label={format!("Step {}", at + 1)} aria-valuemin="0" aria-valuemax={plane.most().to_string()}
                aria-valuenow={factor.to_string()} aria-valuetext={format!("from {date} s on, factor {factor}")}
                transform={format!("translate({x:.1} {y:.1})")} {onkeydown} onblur={leave.reform(|_| ())}>
                <circle class="reach" r="14" />
                <circle class="knob" r="6" />
            </g>
        }
    }

    /// The numbers.
    fn table(&self, wrong: Option<&(usize, String)>) -> Html {
        if self.items.is_empty() {
            return html! { <p class="preset-help">{ "No step: the factor is 1 all the time." }</p> };
        }
        html! {
            <table>
                <thead><tr>
                    <th scope="col">{ "From" }<small>{ " s" }</small></th><th scope="col">{ "Factor" }</th>
                    <th scope="col"><span class="unseen">{ "Remove" }</span></th>
                </tr></thead>
                <tbody>{ for self.items.iter().enumerate().map(|(at, item)| self.row(at, item, wrong)) }</tbody>
            </table>
        }
    }

    fn row(&self, at: usize, item: &Item, wrong: Option<&(usize, String)>) -> Html {
        let problem = wrong.filter(|(step, _)| *step == at + 1);
        let problem_id = format!("{}-fault", self.props.id);
        let remove = self.removed(at);
        let cell = |name: &'static str, value: &str, change: fn(&mut Item, String)| {
            let (items, set) = (self.items.to_vec(), self.props.set.clone());
            let oninput = Callback::from(move |event: InputEvent| {
                let Some(input) = event.target_dyn_into::<HtmlInputElement>() else {
                    return;
                };
                // What would end the number ends the step; a decimal comma is a point.
                let text: String = input
                    .value()
                    .replace(',', ".")
                    .chars()
                    .filter(|c| !c.is_whitespace() && *c != ':' && *c != ';')
                    .collect();
                let mut items = items.clone();
                if let Some(item) = items.get_mut(at) {
                    change(item, text);
                    set.emit(written(&items));
                }
            });
            html! {
                <td><input type="text" inputmode="decimal" autocomplete="off" value={value.to_owned()} aria-label={format!("{name} of step {}", at + 1)}
                    aria-invalid={problem.is_some().then_some("true")} aria-describedby={problem.is_some().then(|| problem_id.clone())}
                    {oninput} onblur={self.props.leave.reform(|_| ())} /></td>
            }
        };
        html! {
            <>
                <tr key={at}>
                    { cell("Date", &item.date, |item, text| item.date = text) }
                    { cell("Factor", &item.factor, |item, text| item.factor = text) }
                    <td class="sheet-order">
                        <Button class="link" label={format!("Remove step {}", at + 1)} onclick={remove.reform(|_| ())}>{ "×" }</Button>
                    </td>
                </tr>
                if let Some((_, why)) = problem {
                    <tr class="sheet-faults"><td colspan="3"><p class="problem" id={problem_id.clone()}>{ why }</p></td></tr>
                }
            </>
        }
    }
}

fn handle_id(id: &str, step: usize) -> String {
    format!("{id}-step-{}", step + 1)
}

fn focus(id: &str) {
    let Some(element) = document().get_element_by_id(id) else {
        return;
    };
    let _ = match element.dyn_ref::<SvgElement>() {
        Some(handle) => handle.focus(),
        None => element
            .dyn_ref::<HtmlElement>()
            .map_or(Ok(()), HtmlElement::focus),
    };
}
