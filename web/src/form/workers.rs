//! A table of workers: cells to type in, rows to add, move and remove, blocks to paste from a spreadsheet. The text is the
//! truth; its faults stay, with messages beside their cells.

use parameters::sheet::{Absent, Column, Fault, Header, Row, Sheet, What};
use parameters::table::TableText;
use wasm_bindgen::JsCast;
use web_sys::ClipboardEvent;
use yew::prelude::*;

use super::editor::{self, Cell, Drafts, Props, cell_id, focus, remover, use_drafts, use_turn};
use crate::components::Button;

/// The most rows that have cells of their own; further rows are edited as text.
const ROWS: usize = 200;

/// A table of workers.
#[component]
pub(super) fn Workers(props: &Props<TableText>) -> Html {
    let drafts = use_drafts();
    let again = use_turn();
    let sheet = props.of.read(&props.text);
    let mut faults = sheet.faults(props.of.columns);
    faults.retain(|fault| !props.may_be_empty || fault.what != What::Empty);
    let table = Table {
        props,
        sheet: &sheet,
        faults: &faults,
        drafts: &drafts,
    };
    let [one, _] = props.of.row;
    html! {
        <fieldset class="sheet" aria-describedby={props.described_by.clone()}>
            <legend>{ &props.title }</legend>
            { table.view(&again) }
            <p class="sheet-sum" role="status">{ sum(&sheet, &faults, props.of) }</p>
            <div class="row">
                <Button id={format!("{}-add", props.id)} onclick={table.add(&again)}>{ format!("Add a {one}") }</Button>
            </div>
            { table.columns() }
        </fieldset>
    }
}

/// The number of rows, and the number of problems.
fn sum(sheet: &Sheet, faults: &[Fault], of: &TableText) -> String {
    let [one, many] = of.row;
    let rows = match sheet.rows.len() {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    };
    match faults.len() {
        0 => rows,
        1 => format!("{rows}, 1 problem to solve"),
        number => format!("{rows}, {number} problems to solve"),
    }
}

struct Table<'a> {
    props: &'a Props<TableText>,
    sheet: &'a Sheet,
    faults: &'a [Fault],
    drafts: &'a Drafts<(usize, usize)>,
}

impl Table<'_> {
    fn cell_id(&self, row: usize, column: usize) -> String {
        cell_id(&self.props.id, row, column)
    }

    /// A callback that a control uses to change the sheet.
    fn change<E: 'static>(&self, change: impl Fn(&mut Sheet, &E) + 'static) -> Callback<E> {
        let drafts = self.drafts.clone();
        self.props
            .change(self.sheet, Sheet::write, move |sheet, event| {
                change(sheet, &event);
                drafts.clear();
            })
    }

    /// A callback that adds a row: the last one again, under a name of its own.
    fn add(&self, again: &Callback<String>) -> Callback<MouseEvent> {
        let (again, id) = (again.clone(), self.cell_id(self.sheet.rows.len(), 0));
        let of = self.props.of;
        self.change(move |sheet, _| {
            if sheet.headers.is_empty() {
                *sheet = of.read("name\tF\n");
            }
            let mut row = sheet.rows.last().cloned().unwrap_or_else(|| Row {
                line: 0,
                cells: vec!["1".into(); sheet.headers.len()],
            });
            if let Some(name) = sheet.place(0).and_then(|place| row.cells.get_mut(place)) {
                *name = format!("w{}", sheet.rows.len());
            }
            sheet.rows.push(row);
            again.emit(id.clone());
        })
    }

    fn view(&self, again: &Callback<String>) -> Html {
        let columns = self.props.of.columns;
        let named = |header: &Header| header.column.and_then(|at| columns.get(at));
        let width = self.sheet.headers.len() + 1;
        let onfocusout = self.props.left(self.drafts);
        // Keys reach a frame that may scroll: by its cells, or without any by itself.
        let tabindex = self.sheet.rows.is_empty().then_some("0");
        html! {
            <div class="sheet-frame" {tabindex} {onfocusout}>
                <table>
                    <thead>
                        <tr>
                            { for self.sheet.headers.iter().map(|header| html! {
                                <th scope="col" title={named(header).map(|column| column.name)}>
                                    { &header.text }
                                    if let Some(column) = named(header).filter(|column| !column.unit.is_empty()) {
                                        <small>{ " " }{ column.unit }</small>
                                    }
                                </th>
                            }) }
                            <th scope="col"><span class="unseen">{ "Order" }</span></th>
                        </tr>
                        { self.faulty(self.sheet.line, width, true) }
                    </thead>
                    <tbody>
                        { for self.sheet.rows.iter().take(ROWS).enumerate().map(|(at, row)| html! {
                            <>
                                { self.row(at, row, again) }
                                { self.faulty(row.line, width, false) }
                            </>
                        }) }
                    </tbody>
                </table>
                if self.sheet.rows.len() > ROWS {
                    <p class="preset-help">{ format!("The first {ROWS} rows; all of them are in the text below.") }</p>
                }
            </div>
        }
    }

    /// The faults of a line, below it.
    fn faulty(&self, line: usize, width: usize, head: bool) -> Html {
        let here = |fault: &&Fault| {
            let whole = head && (fault.line == 0 || fault.column == 0);
            fault.line == line && fault.column > 0 || whole
        };
        // Without headers, the first line is a row.
        let is_row = head && !self.sheet.headed && !self.sheet.rows.is_empty();
        let faults = self.faults.iter().filter(|_| !is_row).filter(here);
        let told = faults.map(|fault| (fault_id(&self.props.id, fault), fault.to_string()));
        editor::faults(width, told)
    }

    fn row(&self, at: usize, row: &Row, again: &Callback<String>) -> Html {
        let worker = match self.sheet.text(self.props.of.columns, at, 0) {
            name if name.is_empty() => format!("{} {}", self.props.of.row[0], at + 1),
            name => name,
        };
        let last = self.sheet.rows.len().saturating_sub(1);
        let column = 0;
        let to = |row: usize| cell_id(&self.props.id, row, column);
        let up = moved(
            self,
            at,
            at.saturating_sub(1),
            again,
            to(at.saturating_sub(1)),
        );
        let down = moved(self, at, at + 1, again, to(at + 1));
        let remove = {
            let (again, to) = (again.clone(), to(at.min(last.saturating_sub(1))));
            self.change(move |sheet, _: &MouseEvent| {
                if at < sheet.rows.len() {
                    sheet.rows.remove(at);
                }
                again.emit(to.clone());
            })
        };
        html! {
            <tr key={at}>
                { for row.cells.iter().enumerate().map(|(column, cell)| self.cell(at, column, cell, &worker)) }
                <td class="sheet-order">
                    <Button class="link" label={format!("Move {worker} up")} idle={at == 0} onclick={up}>{ "↑" }</Button>
                    <Button class="link" label={format!("Move {worker} down")} idle={at == last} onclick={down}>{ "↓" }</Button>
                    { remover(&worker, false, remove) }
                </td>
            </tr>
        }
    }

    fn cell(&self, row: usize, column: usize, cell: &str, worker: &str) -> Html {
        let header = self.sheet.headers.get(column);
        let known = header
            .and_then(|header| header.column)
            .and_then(|at| self.props.of.columns.get(at));
        let line = self.sheet.rows.get(row).map_or(0, |row| row.line);
        let fault = self
            .faults
            .iter()
            .find(|fault| fault.line == line && fault.column == column + 1);
        let value = self.drafts.text(&(row, column), cell);
        let name = known.map_or("a cell without a column", |column| column.name);
        let width = value.chars().count().clamp(4, 12) + 1;
        let cell = Cell {
            id: Some(self.cell_id(row, column)),
            value,
            label: format!("{name} of {worker}"),
            fault: fault.map(|fault| fault_id(&self.props.id, fault)),
            class: classes!((name == "name").then_some("words")),
            style: Some(format!("width:{width}ch")),
            put: self.typed(row, column),
            onkeydown: self.pressed(row, column),
            onpaste: self.pasted(row, column),
            ..Cell::default()
        };
        cell.view()
    }

    fn typed(&self, row: usize, column: usize) -> Callback<String> {
        let (sheet, set, drafts) = (
            self.sheet.clone(),
            self.props.set.clone(),
            self.drafts.clone(),
        );
        Callback::from(move |text: String| {
            let mut sheet = sheet.clone();
            put(&mut sheet, row, column, &text);
            drafts.keep((row, column), text);
            // A row of empty cells would be no row.
            let blank = |row: &Row| row.cells.iter().all(|cell| cell.trim().is_empty());
            if !sheet.rows.get(row).is_some_and(blank) {
                set.emit(sheet.write());
            }
        })
    }

    /// A block from a spreadsheet: with headers it is a new table; without, it fills cells from this one on.
    fn pasted(&self, row: usize, column: usize) -> Callback<Event> {
        let (sheet, set, drafts) = (
            self.sheet.clone(),
            self.props.set.clone(),
            self.drafts.clone(),
        );
        let of = self.props.of;
        Callback::from(move |event: Event| {
            let Some(text) = event
                .dyn_ref::<ClipboardEvent>()
                .and_then(ClipboardEvent::clipboard_data)
                .and_then(|data| data.get_data("text").ok())
            else {
                return;
            };
            if !text.trim_end().contains(['\n', '\t', ';']) {
                return;
            }
            event.prevent_default();
            drafts.clear();
            let block = of.read(&text);
            if block.headed {
                set.emit(text);
                return;
            }
            let mut sheet = sheet.clone();
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            for (at, line) in lines.enumerate() {
                for (place, cell) in line.split(block.separator).enumerate() {
                    // The separator of the block's cells decides the meaning of its commas.
                    let cell = match block.separator {
                        ',' => cell.trim().to_owned(),
                        _ => cell.trim().replace(',', "."),
                    };
                    put(&mut sheet, row + at, column + place, &cell);
                }
            }
            set.emit(sheet.write());
        })
    }

    /// The up and down keys lead to the cell above and below.
    fn pressed(&self, row: usize, column: usize) -> Callback<KeyboardEvent> {
        let id = self.props.id.clone();
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                "ArrowUp" => row.checked_sub(1),
                "ArrowDown" | "Enter" => Some(row + 1),
                _ => return,
            };
            event.prevent_default();
            if let Some(to) = to {
                focus(&cell_id(&id, to, column));
            }
        })
    }

    /// The choice of columns.
    fn columns(&self) -> Html {
        let columns = self.props.of.columns;
        let known = columns.iter().enumerate().map(|(at, column)| {
            let there = self.sheet.place(at);
            let needed = column.absent == Absent::Refused && there.is_some();
            let onchange = self.change(move |sheet, _: &Event| match sheet.place(at) {
                Some(place) => leave_out(sheet, place),
                None => put_in(sheet, columns, at),
            });
            html! {
                <label class="flag" key={column.symbol}>
                    <input type="checkbox" checked={there.is_some()} disabled={needed} {onchange} />
                    <span>{ column.name }</span>
                </label>
            }
        });
        let unknown = |(place, header): (usize, &Header)| {
            if header.column.is_some() && self.sheet.place(header.column?) == Some(place) {
                return None;
            }
            let onclick = self.change(move |sheet, _: &MouseEvent| leave_out(sheet, place));
            Some(html! { <Button {onclick}>{ format!("Leave out “{}”", header.text) }</Button> })
        };
        html! {
            <>
                <div class="row">{ for self.sheet.headers.iter().enumerate().filter_map(unknown) }</div>
                <details class="rare">
                    <summary>{ "Columns" }<span class="unseen">{ format!(" of {}", self.props.title) }</span></summary>
                    { for known }
                </details>
            </>
        }
    }
}

/// Moves a row, and the focus with it.
fn moved(
    table: &Table<'_>,
    from: usize,
    to: usize,
    again: &Callback<String>,
    id: String,
) -> Callback<MouseEvent> {
    let again = again.clone();
    table.change(move |sheet, _| {
        if from.max(to) < sheet.rows.len() {
            sheet.rows.swap(from, to);
        }
        again.emit(id.clone());
    })
}

/// Sets a cell, and makes room for it.
fn put(sheet: &mut Sheet, row: usize, column: usize, text: &str) {
    let width = sheet.headers.len();
    while sheet.rows.len() <= row {
        let cells = vec![String::new(); width];
        sheet.rows.push(Row { line: 0, cells });
    }
    if let Some(row) = sheet.rows.get_mut(row) {
        let length = row.cells.len().max(column + 1);
        row.cells.resize(length, String::new());
        if let Some(cell) = row.cells.get_mut(column) {
            *cell = text.into();
        }
    }
}

/// Removes a column.
fn leave_out(sheet: &mut Sheet, place: usize) {
    if place < sheet.headers.len() {
        sheet.headers.remove(place);
    }
    for row in &mut sheet.rows {
        if place < row.cells.len() {
            row.cells.remove(place);
        }
    }
}

/// Adds a column in its usual place, with the values that it has when it is left out.
fn put_in(sheet: &mut Sheet, columns: &[Column], column: usize) {
    let Some(symbol) = columns.get(column).map(|column| column.symbol) else {
        return;
    };
    let cells: Vec<_> = (0..sheet.rows.len())
        .map(|row| sheet.text(columns, row, column))
        .collect();
    let before = |header: &Header| header.column.is_some_and(|other| other < column);
    let place = sheet
        .headers
        .iter()
        .rposition(before)
        .map_or(0, |place| place + 1);
    let header = Header {
        text: symbol.into(),
        column: Some(column),
    };
    sheet.headers.insert(place, header);
    for (row, cell) in sheet.rows.iter_mut().zip(cells) {
        row.cells.insert(place.min(row.cells.len()), cell);
    }
}

fn fault_id(id: &str, fault: &Fault) -> String {
    format!("{id}-fault-{}-{}", fault.line, fault.column)
}
