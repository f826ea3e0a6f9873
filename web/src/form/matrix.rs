//! A matrix of numbers: cells to type in, rows and columns to add and remove. The text is the truth; whatever is wrong with it
//! stays as it is and is told below.

use gloo::utils::document;
use parameters::matrix::Matrix;
use parameters::table::MatrixText;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use crate::components::Button;

/// The most rows and columns that have cells of their own; what has more is edited as text.
const ROWS: usize = 100;
const COLUMNS: usize = 20;

/// What the matrix needs.
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// How the text holds the matrix.
    pub(super) of: &'static MatrixText,
    /// What ids begin with.
    pub(super) id: String,
    /// Its name.
    pub(super) title: String,
    /// The matrix as text.
    pub(super) text: String,
    /// The ids of what describes it.
    pub(super) described_by: String,
    /// Gets the text anew.
    pub(super) set: Callback<String>,
    /// The matrix was left.
    pub(super) leave: Callback<()>,
}

/// The cell in which somebody types: what is typed there stays, however the matrix reads it.
#[derive(Clone, PartialEq)]
struct Draft {
    place: (usize, usize),
    text: String,
}

/// A matrix of numbers.
#[component]
pub(super) fn Cells(props: &Props) -> Html {
    let draft = use_state(|| None::<Draft>);
    // Where the focus goes when the matrix is there in its new form.
    let turn = use_mut_ref(|| None::<String>);
    {
        let turn = turn.clone();
        use_effect(move || {
            if let Some(id) = turn.borrow_mut().take() {
                focus(&id);
            }
        });
    }
    let matrix = Matrix::read(&props.text);
    let (rows, columns) = (matrix.rows.len(), matrix.columns());
    if rows > ROWS || columns > COLUMNS {
        let words = format!(
            "{rows} rows and {columns} columns are edited as text; up to {ROWS} and {COLUMNS} have cells."
        );
        return html! { <p class="preset-help">{ words }</p> };
    }
    let editor = Editor {
        props,
        matrix: &matrix,
        draft: &draft,
        again: Callback::from(move |id| *turn.borrow_mut() = Some(id)),
    };
    let MatrixText {
        row, column, stem, ..
    } = props.of;
    let leave = {
        let (leave, draft) = (props.leave.clone(), draft.setter());
        Callback::from(move |_: FocusEvent| {
            draft.set(None);
            leave.emit(());
        })
    };
    let heads = (0..columns).map(|at| {
        html! { <th key={at} scope="col">{ format!("{stem}{}", at + 1) }</th> }
    });
    let without = |at: usize| {
        let to = editor.cell_id(0, at.min(columns.saturating_sub(2)));
        let onclick = editor.change(to, move |matrix| matrix.remove_column(at));
        let label = format!("Remove {column} {}", at + 1);
        html! { <td key={at} class="sheet-order"><Button class="link" {label} idle={columns < 2} {onclick}>{ "×" }</Button></td> }
    };
    let add_row = editor.change(editor.cell_id(rows, 0), move |matrix| {
        matrix.put(rows, 0, "0");
    });
    let add_column = editor.change(editor.cell_id(0, columns), move |matrix| {
        matrix.put(0, columns, "0");
    });
    html! {
        <fieldset class="sheet matrix" aria-describedby={props.described_by.clone()}>
            <legend>{ &props.title }</legend>
            <div class="sheet-frame" onfocusout={leave}>
                <table>
                    <thead><tr>
                        <th scope="col">{ row }</th>
                        { for heads }
                        <th scope="col"><span class="unseen">{ "Remove" }</span></th>
                    </tr></thead>
                    <tbody>
                        { for matrix.rows.iter().enumerate().map(|(at, cells)| editor.row(at, cells, columns)) }
                    </tbody>
                    <tfoot><tr><th scope="row"><span class="unseen">{ "Remove" }</span></th>{ for (0..columns).map(without) }<td></td></tr></tfoot>
                </table>
            </div>
            <div class="row">
                <Button onclick={add_row} idle={rows >= ROWS}>{ format!("Add a {row}") }</Button>
                <Button onclick={add_column} idle={columns >= COLUMNS}>{ format!("Add a {column}") }</Button>
            </div>
            <p class="preset-help">{ "Arrow keys go from cell to cell; the space bar switches between 0 and 1." }</p>
        </fieldset>
    }
}

struct Editor<'a> {
    props: &'a Props,
    matrix: &'a Matrix,
    draft: &'a UseStateHandle<Option<Draft>>,
    /// Gives the focus to an element when the matrix is there in its new form.
    again: Callback<String>,
}

impl Editor<'_> {
    fn cell_id(&self, row: usize, column: usize) -> String {
        cell_id(&self.props.id, row, column)
    }

    /// A change of the matrix, as what a button does; then the focus goes to an element.
    fn change(&self, to: String, change: impl Fn(&mut Matrix) + 'static) -> Callback<MouseEvent> {
        let (matrix, set, draft) = (
            self.matrix.clone(),
            self.props.set.clone(),
            self.draft.setter(),
        );
        let (again, leave) = (self.again.clone(), self.props.leave.clone());
        Callback::from(move |_: MouseEvent| {
            let mut matrix = matrix.clone();
            change(&mut matrix);
            draft.set(None);
            again.emit(to.clone());
            set.emit(matrix.write());
            leave.emit(());
        })
    }

    fn row(&self, at: usize, cells: &[String], columns: usize) -> Html {
        let row = self.props.of.row;
        let to = self.cell_id(at.min(self.matrix.rows.len().saturating_sub(2)), 0);
        let remove = self.change(to, move |matrix| matrix.remove_row(at));
        let wrong: Vec<usize> = (0..columns)
            .filter(|column| {
                let cell = cells.get(*column);
                cell.is_none_or(|cell| !(self.props.of.takes)(cell))
            })
            .collect();
        let problem = wrong.first().map(|column| {
            let cell = cells.get(*column).map_or("", String::as_str);
            let (kind, allowed) = (self.props.of.column, self.props.of.allowed);
            format!(
                "{row} {}, {kind} {}: “{cell}” must be {allowed}",
                at + 1,
                column + 1
            )
        });
        let problem_id = format!("{}-fault-{at}", self.props.id);
        html! {
            <>
                <tr key={at}>
                    <th scope="row">{ at + 1 }</th>
                    { for (0..columns).map(|column| {
                        let cell = cells.get(column).map_or("", String::as_str);
                        let fault = wrong.contains(&column).then(|| problem_id.clone());
                        self.cell((at, column), cell, fault)
                    }) }
                    <td class="sheet-order">
                        <Button class="link" label={format!("Remove {row} {}", at + 1)} idle={self.matrix.rows.len() < 2} onclick={remove}>{ "×" }</Button>
                    </td>
                </tr>
                if let Some(problem) = problem {
                    <tr class="sheet-faults"><td colspan={(columns + 2).to_string()}><p class="problem" id={problem_id}>{ problem }</p></td></tr>
                }
            </>
        }
    }

    fn cell(&self, place: (usize, usize), cell: &str, fault: Option<String>) -> Html {
        let (row, column) = place;
        let MatrixText { row: of, stem, .. } = self.props.of;
        let typed = (**self.draft)
            .clone()
            .filter(|draft| draft.place == place)
            .map(|draft| draft.text);
        let value = typed.unwrap_or_else(|| cell.to_owned());
        let put = {
            let (matrix, set, draft) = (
                self.matrix.clone(),
                self.props.set.clone(),
                self.draft.setter(),
            );
            move |text: String| {
                let mut matrix = matrix.clone();
                matrix.put(row, column, &text);
                draft.set(Some(Draft { place, text }));
                set.emit(matrix.write());
            }
        };
        let oninput = {
            let put = put.clone();
            Callback::from(move |event: InputEvent| {
                if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                    put(input.value());
                }
            })
        };
        let (id, now) = (self.props.id.clone(), value.clone());
        let onkeydown = Callback::from(move |event: KeyboardEvent| {
            let input = event.target_dyn_into::<HtmlInputElement>();
            // Within a number, left and right go from digit to digit.
            let at = |end: bool| {
                let input = input.as_ref();
                let place = input.and_then(|input| input.selection_start().ok().flatten());
                let length = input.map_or(0, |input| input.value().len());
                place.is_none_or(|place| place as usize == if end { length } else { 0 })
            };
            let to = match event.key().as_str() {
                "ArrowUp" => row.checked_sub(1).map(|row| (row, column)),
                "ArrowDown" | "Enter" => Some((row + 1, column)),
                "ArrowLeft" if at(false) => column.checked_sub(1).map(|column| (row, column)),
                "ArrowRight" if at(true) => Some((row, column + 1)),
                " " => {
                    event.prevent_default();
                    return put(if now == "1" { "0" } else { "1" }.to_owned());
                }
                _ => return,
            };
            event.prevent_default();
            if let Some((row, column)) = to {
                focus(&cell_id(&id, row, column));
            }
        });
        html! {
            <td key={column}>
                <input id={self.cell_id(row, column)} type="text" inputmode="decimal" {value} spellcheck="false" autocomplete="off"
                    class={classes!((cell == "0").then_some("zero"))}
                    aria-label={format!("{stem}{} in {of} {}", column + 1, row + 1)}
                    aria-invalid={fault.is_some().then_some("true")} aria-describedby={fault} {oninput} {onkeydown} />
            </td>
        }
    }
}

fn cell_id(id: &str, row: usize, column: usize) -> String {
    format!("{id}-{row}-{column}")
}

fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
