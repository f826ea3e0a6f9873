//! A step function of time, drawn with the pointer or with keys: the factor of a speed from each date on. The text is the
//! truth: "date:factor, date:factor"; before the first date the factor is 1.

pub(super) mod plane;

use parameters::table::StepsText;
use web_sys::PointerEvent;
use yew::prelude::*;

use super::editor::{Cell, Props, capture, faults, moves, one_word, place, remover, use_turn};
use crate::appearance::touch;
use crate::components::Button;
use plane::{HEIGHT, Plane, WIDTH};

/// A step in the text, right or wrong.
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
pub(super) fn Steps(props: &Props<StepsText>) -> Html {
    // The dragged step, and its plane, which stays the same during the drag.
    let dragged = use_state(|| None::<(usize, Plane)>);
    let picture = use_node_ref();
    let again = use_turn();
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
        again,
    };
    let set = editor.change(|items, (at, to): (usize, (f64, f64))| {
        if let Some(item) = items.get_mut(at) {
            *item = Item::of(to.0, to.1);
        }
    });
    let onpointerdown = {
        let (dragged, picture) = (dragged.clone(), picture.clone());
        let (numbers, add) = (numbers.clone(), editor.adder());
        Callback::from(move |event: PointerEvent| {
            let at = place(&picture, (WIDTH, HEIGHT), &event);
            let Some(at) = at.filter(|_| event.button() == 0) else {
                return;
            };
            match plane.near(&numbers, at) {
                Some(step) => {
                    capture(&picture, &event);
                    dragged.set(Some((step, plane)));
                }
                None if event.pointer_type() == "mouse" => add.emit(plane.value(at)),
                // A finger on an empty place scrolls the page.
                None => {}
            }
        })
    };
    let onpointermove = {
        let (dragged, picture, numbers) = (dragged.clone(), picture.clone(), numbers.clone());
        let most = props.of.most;
        Callback::from(move |event: PointerEvent| {
            let at = place(&picture, (WIDTH, HEIGHT), &event);
            if let (Some((step, plane)), Some(at)) = (*dragged, at) {
                set.emit((step, plane.between(&numbers, step, plane.value(at), most)));
            }
        })
    };
    let end = props.dropped(&dragged, handle_id);
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
    props: &'a Props<StepsText>,
    items: &'a [Item],
    plane: Plane,
    /// Gives the focus to an element after the drawing has rendered its change.
    again: Callback<String>,
}

impl Editor<'_> {
    /// Passes on the new text after a change of the steps.
    fn change<E: 'static>(&self, change: impl Fn(&mut Vec<Item>, E) + 'static) -> Callback<E> {
        let write = |items: &Vec<Item>| written(items);
        self.props.change(&self.items.to_vec(), write, change)
    }

    /// Puts a step at the place of its date, and gives it the focus; does nothing where a step has that date.
    fn adder(&self) -> Callback<(f64, f64)> {
        let dates: Vec<_> = self.items.iter().map(Item::numbers).collect();
        let (again, leave, id) = (
            self.again.clone(),
            self.props.leave.clone(),
            self.props.id.clone(),
        );
        let put = self.change(|items: &mut Vec<Item>, (at, to): (usize, (f64, f64))| {
            items.insert(at, Item::of(to.0, to.1));
        });
        Callback::from(move |to: (f64, f64)| {
            let mut known = dates.iter().flatten();
            if known.any(|(date, _)| *date == to.0) {
                return;
            }
            let later = |step: &Option<(f64, f64)>| step.is_some_and(|(date, _)| date > to.0);
            let at = dates.iter().position(later).unwrap_or(dates.len());
            again.emit(handle_id(&id, at));
            put.emit((at, to));
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
        let remove = self.change(move |items: &mut Vec<Item>, ()| {
            if at < items.len() {
                items.remove(at);
            }
        });
        Callback::from(move |()| {
            again.emit(to.clone());
            remove.emit(());
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

    /// The handle that moves a step.
    fn handle(&self, at: usize, (date, factor): (f64, f64)) -> Html {
        let (x, y) = self.plane.place((date, factor));
        let (plane, numbers): (Plane, Vec<_>) =
            (self.plane, self.items.iter().map(Item::numbers).collect());
        let most = self.props.of.most;
        let set = self.change(move |items: &mut Vec<Item>, by| {
            if let Some(item) = items.get_mut(at) {
                let to = plane.between(&numbers, at, plane.moved((date, factor), by), most);
                *item = Item::of(to.0, to.1);
            }
        });
        let (add, after, remove) = (self.adder(), self.after(Some(at)), self.removed(at));
        let onkeydown = Callback::from(move |event: KeyboardEvent| {
            match event.key().as_str() {
                "Insert" | "+" => add.emit(after),
                "Delete" | "Backspace" => remove.emit(()),
                _ => match moves(&event) {
                    Some(by) => set.emit(by),
                    None => return,
                },
            }
            event.prevent_default();
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
            <table onfocusout={self.props.leave.reform(|_: FocusEvent| ())}>
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
        let cell = |name: &'static str, value: &str, change: fn(&mut Item, String)| {
            let put = self.change(move |items: &mut Vec<Item>, text: String| {
                if let Some(item) = items.get_mut(at) {
                    change(item, one_word(&text, &[':', ';']));
                }
            });
            let cell = Cell {
                value: value.to_owned(),
                label: format!("{name} of step {}", at + 1),
                fault: problem.map(|_| problem_id.clone()),
                decimal: true,
                put,
                ..Cell::default()
            };
            cell.view()
        };
        html! {
            <>
                <tr key={at}>
                    { cell("Date", &item.date, |item, text| item.date = text) }
                    { cell("Factor", &item.factor, |item, text| item.factor = text) }
                    <td class="sheet-order">{ remover(&format!("step {}", at + 1), false, self.removed(at).reform(|_| ())) }</td>
                </tr>
                { faults(3, problem.into_iter().map(|(_, why)| (problem_id.clone(), why.clone()))) }
            </>
        }
    }
}

fn handle_id(id: &str, step: usize) -> String {
    format!("{id}-step-{}", step + 1)
}
