//! A matrix of numbers: cells to type in, rows and columns to add and remove. The text is the truth; its faults stay, with
//! messages below.

use parameters::matrix::Matrix;
use parameters::table::MatrixText;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::editor::{Cell, Drafts, Props, cell_id, faults, focus, remover, use_drafts, use_turn};
use crate::components::Button;

/// The most rows and columns that have cells of their own; a larger matrix is edited as text.
const ROWS: usize = 100;
const COLUMNS: usize = 20;

/// A matrix of numbers.
#[component]
pub(super) fn Cells(props: &Props<MatrixText>) -> Html {
    let drafts = use_drafts();
    let again = use_turn();
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
        drafts: &drafts,
        again,
    };
    let MatrixText {
        row, column, stem, ..
    } = props.of;
    let heads = (0..columns).map(|at| {
        html! { <th key={at} scope="col">{ format!("{stem}{}", at + 1) }</th> }
    });
    let without = |at: usize| {
        let to = editor.cell_id(0, at.min(columns.saturating_sub(2)));
        let onclick = editor.change(to, move |matrix| matrix.remove_column(at));
        let what = format!("{column} {}", at + 1);
        html! { <td key={at} class="sheet-order">{ remover(&what, columns < 2, onclick) }</td> }
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
            <div class="sheet-frame" onfocusout={props.left(&drafts)}>
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
    props: &'a Props<MatrixText>,
    matrix: &'a Matrix,
    drafts: &'a Drafts<(usize, usize)>,
    /// Gives the focus to an element after the matrix has rendered its change.
    again: Callback<String>,
}

impl Editor<'_> {
    fn cell_id(&self, row: usize, column: usize) -> String {
        cell_id(&self.props.id, row, column)
    }

    /// A callback that a button uses to change the matrix; then the focus goes to an element.
    fn change(&self, to: String, change: impl Fn(&mut Matrix) + 'static) -> Callback<MouseEvent> {
        let (drafts, again, leave) = (
            self.drafts.clone(),
            self.again.clone(),
            self.props.leave.clone(),
        );
        let change = self
            .props
            .change(self.matrix, Matrix::write, move |matrix, ()| change(matrix));
        Callback::from(move |_: MouseEvent| {
            drafts.clear();
            again.emit(to.clone());
            change.emit(());
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
                        { remover(&format!("{row} {}", at + 1), self.matrix.rows.len() < 2, remove) }
                    </td>
                </tr>
                { faults(columns + 2, problem.into_iter().map(|problem| (problem_id.clone(), problem))) }
            </>
        }
    }

    fn cell(&self, place: (usize, usize), cell: &str, fault: Option<String>) -> Html {
        let (row, column) = place;
        let MatrixText { row: of, stem, .. } = self.props.of;
        let value = self.drafts.text(&place, cell);
        let drafts = self.drafts.clone();
        let put = self.props.change(
            self.matrix,
            Matrix::write,
            move |matrix: &mut Matrix, text: String| {
                matrix.put(row, column, &text);
                drafts.keep(place, text);
            },
        );
        let switch = put.clone();
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
                    return switch.emit(if now == "1" { "0" } else { "1" }.to_owned());
                }
                _ => return,
            };
            event.prevent_default();
            if let Some((row, column)) = to {
                focus(&cell_id(&id, row, column));
            }
        });
        let cell = Cell {
            id: Some(self.cell_id(row, column)),
            value,
            label: format!("{stem}{} in {of} {}", column + 1, row + 1),
            fault,
            class: classes!((cell == "0").then_some("zero")),
            decimal: true,
            put,
            onkeydown,
            ..Cell::default()
        };
        cell.view()
    }
}
