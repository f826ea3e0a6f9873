//! Tables.

use report::Table;
use report::table::Cell;
use yew::prelude::*;

/// A table whose first column names the rows.
pub(crate) fn view(table: &Table) -> Html {
    html! {
        <section key={table.key.clone()} class="card table" data-key={table.key.clone()}>
            <div class="scroll" tabindex="0" role="region" aria-label={table.title.clone()}>
                <table>
                    <caption>{ &table.title }</caption>
                    <thead><tr>
                        { for table.columns.iter().map(|column| html! { <th scope="col">{ column }</th> }) }
                    </tr></thead>
                    <tbody>
                        { for table.rows.iter().map(|row| html! {
                            <tr>{ for row.iter().enumerate().map(|(place, cell)| self::cell(place, cell)) }</tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </section>
    }
}

fn cell(place: usize, cell: &Cell) -> Html {
    match (place, cell) {
        (0, cell) => html! { <th scope="row">{ cell.text() }</th> },
        (_, Cell::Figure(figure)) => html! {
            <td>
                { figure.text() }
                if let Some(half) = figure.uncertainty_text() {
                    { " " }<small>{ half }</small>
                }
            </td>
        },
        (_, cell) => html! { <td>{ cell.text() }</td> },
    }
}
