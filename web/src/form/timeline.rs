//! Events on a line of time, placed and moved with the pointer or with keys; the fields of the selected event stand below. The
//! text is the truth; its faults stay, with messages below or at their fields.

mod axis;
mod fields;

use parameters::events::{Event, Events, Fault, Line};
use parameters::table::EventsText;
use web_sys::PointerEvent;
use yew::prelude::*;

use super::editor::{Drafts, Props, capture, moves, place, use_drafts, use_turn};
use crate::appearance::touch;
use crate::components::Button;
use axis::{Axis, Mark, WIDTH};

/// The most events that have marks of their own; more events are edited as text.
const MOST: usize = 200;

/// Events on a line of time.
#[component]
pub(crate) fn Timeline(props: &Props<EventsText>) -> Html {
    // The dragged event, and its line of time, which stays the same during the drag.
    let dragged = use_state(|| None::<(usize, Axis)>);
    let selected = use_state(|| None::<usize>);
    let drafts = use_drafts();
    let picture = use_node_ref();
    let again = use_turn();
    let events = Events::read(&props.text);
    let all = events.lines.iter().filter(|line| line.is_event()).count();
    if all > MOST {
        let words = format!("{all} events are edited as text; up to {MOST} have marks.");
        return html! { <p class="preset-help">{ words }</p> };
    }
    let kinds = props.of.kinds;
    let marks = axis::marks(&events, kinds);
    let axis = match *dragged {
        Some((_, axis)) => axis,
        None => Axis::around(&marks, kinds.len(), props.of.latest),
    };
    let checked = |line: &Line| line.is_event().then(|| line.event(props.of));
    let checked: Vec<_> = events.lines.iter().map(checked).collect();
    let is_event = |at: &usize| checked.get(*at).is_some_and(Option::is_some);
    let editor = Editor {
        props,
        events: &events,
        checked: &checked,
        marks: &marks,
        axis,
        selected: (*selected).filter(is_event),
        select: Callback::from({
            let (selected, drafts) = (selected.setter(), drafts.clone());
            move |at| {
                selected.set(at);
                drafts.clear();
            }
        }),
        drafts: &drafts,
        again,
    };
    let size = (WIDTH, axis.height());
    let onpointerdown = {
        let (dragged, picture, marks) = (dragged.setter(), picture.clone(), marks.clone());
        let (select, add) = (editor.select.clone(), editor.adder());
        Callback::from(move |event: PointerEvent| {
            let at = place(&picture, size, &event);
            let Some((x, y)) = at.filter(|_| event.button() == 0) else {
                return;
            };
            match (axis.near(&marks, (x, y)), axis.row(y)) {
                (Some(at), _) => {
                    capture(&picture, &event);
                    select.emit(Some(at));
                    dragged.set(Some((at, axis)));
                }
                (None, Some(row)) if event.pointer_type() == "mouse" => {
                    add.emit((row, axis.time(x)));
                }
                // A finger on an empty place scrolls the page.
                _ => {}
            }
        })
    };
    let onpointermove = {
        let (dragged, picture, mover) = (dragged.clone(), picture.clone(), editor.mover());
        Callback::from(move |event: PointerEvent| {
            let to = place(&picture, size, &event);
            if let (Some((at, axis)), Some((x, _))) = (*dragged, to) {
                mover.emit((at, axis.time(x)));
            }
        })
    };
    let end = props.dropped(&dragged, mark_id);
    let how = if touch() {
        "Drag an event. "
    } else {
        "Drag an event, or click in a row where a new one happens. "
    };
    html! {
        <fieldset class="steps timeline" aria-describedby={props.described_by.clone()}>
            <legend>{ &props.title }</legend>
            <svg ref={picture} viewBox={format!("0 0 {WIDTH} {}", axis.height())} role="group"
                aria-label={format!("{}, drawn over time in {}", props.title, props.of.unit)}
                class={classes!(dragged.is_some().then_some("dragged"))}
                {onpointerdown} {onpointermove} onpointerup={end.clone()} onpointercancel={end}>
                { axis.view(kinds, props.of.unit) }
                { editor.marks() }
            </svg>
            <p class="preset-help">{ how }{ "Arrow keys move the focused event, with Shift further; Enter opens its fields, Delete removes it." }</p>
            { editor.faults() }
            { editor.fields() }
            <div class="row">
                <Button id={format!("{}-add", props.id)} onclick={editor.add()}>{ "Add event" }</Button>
            </div>
        </fieldset>
    }
}

/// The content of a line: nothing, an event, or its faults.
type Checked = Option<Result<Event, Vec<Fault>>>;

struct Editor<'a> {
    props: &'a Props<EventsText>,
    events: &'a Events,
    checked: &'a [Checked],
    marks: &'a [Mark],
    axis: Axis,
    /// The event whose fields are shown, by its place among the lines.
    selected: Option<usize>,
    /// Shows the fields of another event, or of none.
    select: Callback<Option<usize>>,
    drafts: &'a Drafts<&'static str>,
    /// Gives the focus to an element after the line of time has rendered its change.
    again: Callback<String>,
}

impl Editor<'_> {
    /// Passes on the new text after a change of the events.
    fn change<E: 'static>(&self, change: impl Fn(&mut Events, E) + 'static) -> Callback<E> {
        let of = self.props.of;
        let write = move |events: &Events| events.write(of);
        self.props.change(self.events, write, change)
    }

    /// Puts a new event of a kind, by its row, at the place of its time, and gives it the focus.
    fn adder(&self) -> Callback<(usize, f64)> {
        let (again, leave, select) = (
            self.again.clone(),
            self.props.leave.clone(),
            self.select.clone(),
        );
        let (id, kinds) = (self.props.id.clone(), self.props.of.kinds);
        let put = self.change(move |events, (row, time): (usize, f64)| {
            if let Some(kind) = kinds.get(row) {
                let at = events.insert(Line::new(time, kind));
                select.emit(Some(at));
                again.emit(mark_id(&id, at));
            }
        });
        Callback::from(move |new| {
            put.emit(new);
            leave.emit(());
        })
    }

    /// A new event after the selected one, or after the last, of the same kind.
    fn add(&self) -> Callback<MouseEvent> {
        let last = || {
            let marks = self.marks.iter().copied();
            marks.max_by(|one, other| one.time.total_cmp(&other.time))
        };
        let chosen = self.selected.and_then(|at| self.mark(at)).or_else(last);
        let time = self
            .axis
            .after(self.marks, chosen.map(|mark| mark.time))
            .min(self.props.of.latest);
        let row = chosen.map_or(0, |mark| mark.row);
        self.adder().reform(move |_| (row, time))
    }

    /// Moves an event to a time.
    fn mover(&self) -> Callback<(usize, f64)> {
        self.change(|events, (at, time): (usize, f64)| {
            if let Some(line) = events.lines.get_mut(at) {
                line.time = time.to_string();
            }
        })
    }

    /// Removes an event and gives the focus to its neighbour.
    fn remover(&self, at: usize) -> Callback<()> {
        let others = self.marks.iter().filter(|mark| mark.at != at);
        let time = self.mark(at).map_or(0.0, |mark| mark.time);
        let far = |mark: &Mark| (mark.time - time).abs();
        let next = others.min_by(|one, other| far(one).total_cmp(&far(other)));
        let next = next.map(|next| next.at - usize::from(next.at > at));
        let to = match next {
            Some(next) => mark_id(&self.props.id, next),
            None => format!("{}-add", self.props.id),
        };
        let (again, leave, select) = (
            self.again.clone(),
            self.props.leave.clone(),
            self.select.clone(),
        );
        let remove = self.change(move |events, ()| {
            if at < events.lines.len() {
                events.lines.remove(at);
            }
        });
        Callback::from(move |()| {
            select.emit(next);
            again.emit(to.clone());
            remove.emit(());
            leave.emit(());
        })
    }

    fn mark(&self, at: usize) -> Option<Mark> {
        self.marks.iter().find(|mark| mark.at == at).copied()
    }

    /// The label of an event at its mark: its first argument, such as "cluster 2".
    fn label(&self, at: usize) -> String {
        let Some(Ok(event)) = self.checked.get(at).and_then(Option::as_ref) else {
            return "?".to_owned();
        };
        let argument = event.kind.arguments.iter().find_map(|argument| {
            let value = event.value(argument.name)?;
            Some(argument.says.replace("{}", &value.said()))
        });
        argument.unwrap_or_default().trim().to_owned()
    }

    /// An event in words, or the text of its line.
    fn name(&self, at: usize) -> String {
        match self.checked.get(at).and_then(Option::as_ref) {
            Some(Ok(event)) => event.said(self.props.of.unit),
            _ => {
                let line = self.events.lines.get(at);
                let text = line.map(|line| line.write(self.props.of));
                format!("Wrong: {}", text.unwrap_or_default())
            }
        }
    }

    /// The marks, with the labels that have room.
    fn marks(&self) -> Html {
        let named = self.marks.iter();
        let named: Vec<_> = named.map(|mark| (*mark, self.label(mark.at))).collect();
        let labels = self.axis.labels(&named, self.selected);
        let marks = named.iter().map(|(mark, label)| {
            let place = labels.iter().find(|(at, _)| *at == mark.at);
            self.marked(*mark, place.map(|(_, middle)| (*middle, label.as_str())))
        });
        marks.collect()
    }

    /// The handle that moves an event.
    fn marked(&self, mark: Mark, label: Option<(f64, &str)>) -> Html {
        let Mark { at, time, .. } = mark;
        let (x, y) = (self.axis.x(time), self.axis.depth(&mark));
        let (axis, latest) = (self.axis, self.props.of.latest);
        let (mover, remover) = (self.mover(), self.remover(at));
        let (select, again, id) = (
            self.select.clone(),
            self.again.clone(),
            self.props.id.clone(),
        );
        let onkeydown = Callback::from(move |event: KeyboardEvent| {
            match event.key().as_str() {
                "Delete" | "Backspace" => remover.emit(()),
                "Enter" | " " => {
                    again.emit(fields::field_id(&id, "time"));
                    select.emit(Some(at));
                }
                _ => match moves(&event) {
                    Some((right, up)) => mover.emit((at, axis.moved(time, right + up, latest))),
                    None => return,
                },
            }
            event.prevent_default();
        });
        let wrong = !matches!(self.checked.get(at), Some(Some(Ok(_))));
        let onfocus = {
            let select = self.select.clone();
            let other = self.selected != Some(at);
            Callback::from(move |_: FocusEvent| {
                if other {
                    select.emit(Some(at));
                }
            })
        };
        let leave = self.props.leave.reform(|_: FocusEvent| ());
        let unit = self.props.of.unit;
        let chosen = self.selected == Some(at);
        html! {
            <g key={at} id={mark_id(&self.props.id, at)} role="slider" tabindex="0"
                class={classes!("handle", wrong.then_some("wrong"), chosen.then_some("chosen"))}
                aria-label={self.name(at)} aria-valuemin="0" aria-valuemax={axis.last().max(time).to_string()}
                aria-valuenow={time.to_string()} aria-valuetext={format!("{time} {unit}")}
                transform={format!("translate({x:.1} {y:.1})")} {onkeydown} {onfocus} onblur={leave}>
                if let Some((middle, label)) = label {
                    <text x={format!("{:.1}", middle - x)} y={format!("{:.1}", self.axis.y(mark.row) - y - 12.0)} text-anchor="middle">{ label }</text>
                }
                <circle class="reach" r="14" />
                <circle class="ring" r="9.5" />
                <circle class="knob" r="6" />
            </g>
        }
    }

    /// The faults of events whose fields are not shown.
    fn faults(&self) -> Html {
        let lines = self.checked.iter().enumerate();
        let faulty = lines.filter_map(|(at, line)| match line {
            Some(Err(faults)) if Some(at) != self.selected => Some((at, faults)),
            _ => None,
        });
        let items: Vec<Html> = faulty
            .map(|(at, faults)| {
                let (select, again) = (self.select.clone(), self.again.clone());
                let to = fields::field_id(&self.props.id, "time");
                let onclick = Callback::from(move |_: MouseEvent| {
                    again.emit(to.clone());
                    select.emit(Some(at));
                });
                let number = self.events.lines.get(at).map_or(0, |line| line.number);
                html! {
                    <li key={at}>
                        { for faults.iter().map(|fault| html! { <p class="problem">{ fault.to_string() }</p> }) }
                        <Button class="link" label={format!("Edit the event in line {number}")} {onclick}>{ "Edit" }</Button>
                    </li>
                }
            })
            .collect();
        if items.is_empty() {
            return Html::default();
        }
        html! { <ul class="timeline-faults">{ for items }</ul> }
    }
}

fn mark_id(id: &str, at: usize) -> String {
    format!("{id}-event-{}", at + 1)
}
