//! The schedule as a table of spans: for readers who do not see the chart, and for readers who look
//! for numbers. `place` computes the rows in the document.

mod place;

use std::ops::Range;
use std::rc::Rc;

use schedule::number::fixed;
use schedule::order::{self, Key};
use schedule::{Schedule, Span};
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::Same;
use super::describe::Figures;
use crate::components::{Button, Named, Segment, Segments, unique};
use place::{Place, ROW};

/// The least height of the table, in CSS pixels.
const LEAST: f64 = 320.0;

#[derive(Clone, Properties)]
pub(super) struct TableProps {
    pub(super) schedule: Rc<Schedule>,
    /// The visible time of the chart, from and to, in the schedule's unit; none where all is visible.
    pub(super) window: Option<(f64, f64)>,
    /// The schedule in sentences.
    pub(super) summary: AttrValue,
    /// The height of the chart, in CSS pixels.
    pub(super) height: f64,
    /// Shows the span of a row in the chart.
    pub(super) show: Callback<usize>,
}

impl PartialEq for TableProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.schedule, &other.schedule)
            && (self.window, self.height) == (other.window, other.height)
            && self.summary == other.summary
    }
}

/// The order of the rows, and the choice of the whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct View {
    key: Key,
    descending: bool,
    whole: bool,
}

/// The position in the table: the first visible row, and the row that keys move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct At {
    first: usize,
    active: Option<usize>,
}

/// A column's name.
fn name(key: Key) -> &'static str {
    match key {
        Key::Lane => "Lane",
        Key::Phase => "Phase",
        Key::Start => "Start",
        Key::End => "End",
        Key::Duration => "Duration",
        Key::Job => "Job",
    }
}

/// The rows in their order, as places of spans in the schedule.
type Rows = Rc<Vec<u32>>;

/// The rows of the visible part or of the whole run.
#[hook]
fn use_rows(schedule: &Rc<Schedule>, window: Option<(f64, f64)>, view: View) -> Rows {
    use_memo(
        (Same(schedule.clone()), window, view.key, view.descending),
        |(schedule, window, key, descending)| order::rows(&schedule.0, *window, *key, *descending),
    )
}

/// The scrolled rows, and the row that keys move.
struct Cursor {
    at: UseStateHandle<At>,
    place: Place,
    scroller: NodeRef,
    table: NodeRef,
    /// The place in the schedule of the span of the active row.
    active: Option<u32>,
    show: Callback<usize>,
}

/// The position in these rows; it is the top wherever the schedule, its part or the order is another one.
#[hook]
fn use_cursor(props: &TableProps, window: Option<(f64, f64)>, view: View, rows: &Rows) -> Cursor {
    let at = use_state_eq(At::default);
    let (scroller, table) = (use_node_ref(), use_node_ref());
    {
        let (at, scroller) = (at.setter(), scroller.clone());
        use_effect_with((Same(props.schedule.clone()), window, view), move |_| {
            at.set(At::default());
            if let Some(scroller) = scroller.cast::<Element>() {
                scroller.set_scroll_top(0);
            }
        });
    }
    // The height is a whole number of rows.
    let height = (props.height.max(LEAST) / ROW).floor() * ROW;
    Cursor {
        place: Place::new(rows.len(), height),
        active: at.active.and_then(|place| rows.get(place)).copied(),
        at,
        scroller,
        table,
        show: props.show.clone(),
    }
}

impl Cursor {
    fn scrolled(&self) -> Callback<Event> {
        let (at, place) = (self.at.clone(), self.place);
        Callback::from(move |event: Event| {
            if let Some(scroller) = event.target_dyn_into::<Element>() {
                let first = place.first(f64::from(scroller.scroll_top()));
                at.set(At { first, ..*at });
            }
        })
    }

    /// Makes a row the active one, and brings it into view.
    fn go(&self) -> Callback<usize> {
        let (at, place, scroller) = (self.at.clone(), self.place, self.scroller.clone());
        Callback::from(move |row: usize| {
            let first = place.showing(row, at.first);
            at.set(At {
                first,
                active: Some(row),
            });
            if let Some(scroller) = scroller.cast::<Element>() {
                scroller.set_scroll_top(place.scrolled(first) as i32);
            }
        })
    }

    /// Shows the span of the active row in the chart.
    fn show(&self) -> Callback<()> {
        let (show, active) = (self.show.clone(), self.active);
        Callback::from(move |()| {
            if let Some(row) = active {
                show.emit(row as usize);
            }
        })
    }

    /// Answers a key on the table.
    fn key(&self) -> Callback<KeyboardEvent> {
        let (go, show, table) = (self.go(), self.show(), self.table.clone());
        let (active, place) = (self.at.active, self.place);
        Callback::from(move |event: KeyboardEvent| {
            let other =
                event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key();
            // The buttons in the header have keys of their own.
            let element = event.target_dyn_into::<Element>();
            if other || element.is_none() || element != table.cast() {
                return;
            }
            match event.key().as_str() {
                "Enter" => show.emit(()),
                key => match place::key(key, active, place) {
                    Some(row) => go.emit(row),
                    None => return,
                },
            }
            event.prevent_default();
        })
    }

    /// The rows in the document.
    fn shown(&self) -> Range<usize> {
        let first = self.at.first;
        first..(first + self.place.page()).min(self.place.rows)
    }

    /// The row at a position, with the span that it shows.
    fn row(&self, schedule: &Schedule, id: &str, position: usize, span: Option<Span>) -> Html {
        let Some(span) = span else {
            return Html::default();
        };
        let figures = Figures::of(schedule, span);
        let pick = self.go().reform(move |_: MouseEvent| position);
        let ondblclick = self.show().reform(|_: MouseEvent| ());
        html! {
            <tr id={format!("{id}-{position}")} aria-rowindex={(position + 2).to_string()}
                aria-selected={(self.at.active == Some(position)).to_string()} onclick={pick} {ondblclick}>
                <th scope="row">{ figures.lane }</th>
                <td>{ figures.phase }</td>
                <td>{ figures.start }</td>
                <td>{ figures.end }</td>
                <td>{ figures.duration }</td>
                <td>{ figures.job.unwrap_or_default() }</td>
            </tr>
        }
    }
}

/// The table, and the choices about it.
#[component]
pub(super) fn Table(props: &TableProps) -> Html {
    let view = use_state_eq(View::default);
    let id = use_memo((), |()| unique("gantt-table"));
    let schedule = &props.schedule;
    let window = props.window.filter(|_| !view.whole);
    let rows = use_rows(schedule, window, *view);
    let cursor = use_cursor(props, window, *view, &rows);
    let (place, shown) = (cursor.place, cursor.shown());
    let is_shown = cursor.at.active.filter(|row| shown.contains(row));
    let row = |position: usize| {
        let row = rows.get(position);
        let span = row.and_then(|&row| schedule.span(row as usize));
        cursor.row(schedule, &id, position, span)
    };
    let count = fixed(rows.len() as f64, 0);
    let caption = format!("Spans of the schedule. {}", props.summary);
    html! {
        <div class="gantt-table">
            <div class="gantt-table-bar">
                { parts(&view, props.window.is_some(), &id) }
                <p role="status">{ format!("{count} spans, by {}{}", name(view.key).to_ascii_lowercase(),
                    if view.descending { ", greatest first" } else { "" }) }</p>
                <Button idle={cursor.active.is_none()} onclick={cursor.show().reform(|_| ())} title="Enter, or a double click on the row">{ "Show in chart" }</Button>
            </div>
            <div ref={&cursor.scroller} class="gantt-table-frame" style={format!("height:{}px", place.view)} onscroll={cursor.scrolled()} tabindex="-1">
                <div class="gantt-table-all" style={format!("height:{}px", place.height())}>
                    <table ref={&cursor.table} role="grid" tabindex="0" aria-label={caption} aria-rowcount={(rows.len() + 1).to_string()}
                        aria-colcount="6" aria-activedescendant={is_shown.map(|row| format!("{id}-{row}"))}
                        style={format!("--row:{ROW}px")} onkeydown={cursor.key()}>
                        <thead><tr aria-rowindex="1">{ for Key::ALL.map(|key| header(key, &view)) }</tr></thead>
                        <tbody>{ for shown.map(row) }</tbody>
                    </table>
                </div>
            </div>
        </div>
    }
}

/// A column's header, whose button sorts by it, and in the other direction the next time.
fn header(key: Key, view: &UseStateHandle<View>) -> Html {
    let sorted = view.key == key;
    let (direction, arrow) = match (sorted, view.descending) {
        (false, _) => ("none", ""),
        (true, false) => ("ascending", "↑"),
        (true, true) => ("descending", "↓"),
    };
    let onclick = {
        let view = view.clone();
        Callback::from(move |_: MouseEvent| {
            let descending = sorted && !view.descending;
            view.set(View {
                key,
                descending,
                ..*view
            });
        })
    };
    html! {
        <th scope="col" aria-sort={direction}>
            <button type="button" {onclick}>{ name(key) }<span aria-hidden="true">{ arrow }</span></button>
        </th>
    }
}

/// The choice between the visible part of the chart and the whole run.
fn parts(view: &UseStateHandle<View>, differ: bool, id: &str) -> Html {
    let group = Segments {
        name: format!("{id}-part").into(),
        named: Named::Words("Part"),
        class: None,
        hidden: !differ,
    };
    let part = |whole: bool, words: &'static str| {
        let chosen = view.clone();
        Segment {
            words: words.into(),
            value: words.into(),
            title: None,
            taken: view.whole == whole,
            refused: false,
            take: Callback::from(move |_| chosen.set(View { whole, ..*chosen })),
        }
    };
    group.view([part(false, "The visible part"), part(true, "Whole run")])
}
