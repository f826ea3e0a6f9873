//! The schedule as a table of spans: for readers who do not see the chart, and for readers who look
//! for numbers. `place` computes the rows in the document.

mod place;

use std::rc::Rc;

use schedule::Schedule;
use schedule::number::fixed;
use schedule::order::{self, Key};
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::Same;
use super::describe::Figures;
use crate::components::{Button, unique};
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

/// The table, and the choices about it.
#[component]
pub(super) fn Table(props: &TableProps) -> Html {
    let view = use_state_eq(View::default);
    let at = use_state_eq(At::default);
    let (scroller, table) = (use_node_ref(), use_node_ref());
    let id = use_memo((), |()| unique("gantt-table"));
    let schedule = &props.schedule;
    let window = props.window.filter(|_| !view.whole);
    let rows = use_memo(
        (Same(schedule.clone()), window, view.key, view.descending),
        |(schedule, window, key, descending)| order::rows(&schedule.0, *window, *key, *descending),
    );
    // A table with other rows, or in another order, begins at the top.
    {
        let (at, scroller) = (at.clone(), scroller.clone());
        use_effect_with((Same(schedule.clone()), window, *view), move |_| {
            at.set(At::default());
            if let Some(scroller) = scroller.cast::<Element>() {
                scroller.set_scroll_top(0);
            }
        });
    }
    // The height is a whole number of rows.
    let height = (props.height.max(LEAST) / ROW).floor() * ROW;
    let place = Place::new(rows.len(), height);

    let onscroll = {
        let at = at.clone();
        Callback::from(move |event: Event| {
            if let Some(scroller) = event.target_dyn_into::<Element>() {
                let first = place.first(f64::from(scroller.scroll_top()));
                at.set(At { first, ..*at });
            }
        })
    };
    let go = {
        let (at, scroller) = (at.clone(), scroller.clone());
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
    };
    let active = at.active.and_then(|place| rows.get(place)).copied();
    let show = {
        let show = props.show.clone();
        Callback::from(move |()| {
            if let Some(row) = active {
                show.emit(row as usize);
            }
        })
    };
    let onkeydown = {
        let (at, go, show, table) = (at.clone(), go.clone(), show.clone(), table.clone());
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
                key => match place::key(key, at.active, place) {
                    Some(row) => go.emit(row),
                    None => return,
                },
            }
            event.prevent_default();
        })
    };
    let shown = at.first..(at.first + place.page()).min(rows.len());
    let is_shown = at.active.filter(|row| shown.contains(row));
    let row = |position: usize| {
        let Some(span) = rows
            .get(position)
            .and_then(|&row| schedule.span(row as usize))
        else {
            return Html::default();
        };
        let figures = Figures::of(schedule, span);
        let pick = go.reform(move |_: MouseEvent| position);
        let ondblclick = show.reform(|_: MouseEvent| ());
        html! {
            <tr id={format!("{id}-{position}")} aria-rowindex={(position + 2).to_string()}
                aria-selected={(at.active == Some(position)).to_string()} onclick={pick} {ondblclick}>
                <th scope="row">{ figures.lane }</th>
                <td>{ figures.phase }</td>
                <td>{ figures.start }</td>
                <td>{ figures.end }</td>
                <td>{ figures.duration }</td>
                <td>{ figures.job.unwrap_or_default() }</td>
            </tr>
        }
    };
    let count = fixed(rows.len() as f64, 0);
    let caption = format!("Spans of the schedule. {}", props.summary);
    let frame = format!("height:{height}px");
    html! {
        <div class="gantt-table">
            <div class="gantt-table-bar">
                { parts(&view, props.window.is_some(), &id) }
                <p role="status">{ format!("{count} spans, by {}{}", name(view.key).to_ascii_lowercase(),
                    if view.descending { ", greatest first" } else { "" }) }</p>
                <Button idle={active.is_none()} onclick={show.reform(|_| ())} title="Enter, or a double click on the row">{ "Show in chart" }</Button>
            </div>
            <div ref={scroller} class="gantt-table-frame" style={frame} {onscroll} tabindex="-1">
                <div class="gantt-table-all" style={format!("height:{}px", place.height())}>
                    <table ref={table} role="grid" tabindex="0" aria-label={caption} aria-rowcount={(rows.len() + 1).to_string()}
                        aria-colcount="6" aria-activedescendant={is_shown.map(|row| format!("{id}-{row}"))}
                        style={format!("--row:{ROW}px")} {onkeydown}>
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
    let part = |whole: bool, words: &'static str| {
        let onchange = {
            let view = view.clone();
            Callback::from(move |_: Event| view.set(View { whole, ..*view }))
        };
        html! {
            <label><input type="radio" name={format!("{id}-part")} checked={view.whole == whole} {onchange} /><span>{ words }</span></label>
        }
    };
    html! {
        <div class="segments" role="radiogroup" aria-label="Part" hidden={!differ}>
            { part(false, "The visible part") }
            { part(true, "Whole run") }
        </div>
    }
}
