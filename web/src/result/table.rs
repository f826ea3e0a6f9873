//! Tables.

use report::Table;
use report::table::Cell;
use yew::prelude::*;

/// A table whose first column names the rows.
pub(crate) fn view(table: &Table) -> Html {
    linked(table, &[])
}

/// The same table with a link for each of its rows, as far as there are links.
pub(crate) fn linked(table: &Table, links: &[AttrValue]) -> Html {
    html! {
        <section key={table.key.clone()} class="card table" data-key={table.key.clone()}>
            <div class="scroll" tabindex="0" role="region" aria-label={table.title.clone()}>
                <table>
                    <caption>{ &table.title }</caption>
                    <thead><tr>
                        { for table.columns.iter().enumerate().map(|(place, column)| html! {
                            <th scope="col" class={class(table, place)}>{ column }</th>
                        }) }
                    </tr></thead>
                    <tbody>
                        { for table.rows.iter().enumerate().map(|(number, row)| html! {
                            <tr>{ for row.iter().enumerate().map(|(place, cell)| self::cell(table, place, cell, links.get(number))) }</tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </section>
    }
}

/// The class of a column: words stand at the left, numbers at the right; long words have several lines.
fn class(table: &Table, place: usize) -> Option<&'static str> {
    /// A text of so many letters or more is long.
    const LONG: usize = 28;
    let mut texts = table.rows.iter().map(|row| match row.get(place) {
        Some(Cell::Text(text)) => Some(text.as_str()),
        _ => None,
    });
    let long = |text: Option<&str>| text.is_some_and(|text| text.chars().count() > LONG);
    if texts.clone().any(long) {
        return Some("words long");
    }
    let word = |text: Option<&str>| text.is_some_and(|text| text.starts_with(char::is_alphabetic));
    texts.all(word).then_some("words")
}

fn cell(table: &Table, place: usize, cell: &Cell, link: Option<&AttrValue>) -> Html {
    match (place, cell) {
        (0, cell) => html! {
            <th scope="row">
                if let Some(link) = link {
                    <a href={link.clone()} title="Open this scenario">{ cell.text() }</a>
                } else {
                    { cell.text() }
                }
            </th>
        },
        (_, Cell::Figure(figure)) => html! {
            <td>
                { figure.text() }
                if let Some(half) = figure.uncertainty_text() {
                    { " " }<small>{ half }</small>
                }
                if let Some(beside) = &figure.beside {
                    { " " }<strong class="beside">{ beside }</strong>
                }
            </td>
        },
        (_, cell) => html! { <td class={class(table, place)}>{ cell.text() }</td> },
    }
}
