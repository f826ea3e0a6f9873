//! Events on a line of time, placed and moved with the pointer or with keys; the fields of the selected event stand below. The
//! text is the truth; whatever is wrong with it stays as it is and is told below, or at its field.

mod axis;
mod fields;

use gloo::utils::document;
use parameters::events::{Event, Events, Fault, Line};
use parameters::table::EventsText;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, PointerEvent, SvgElement};
use yew::prelude::*;

use crate::appearance::touch;
use crate::components::Button;
use axis::{Axis, Mark, WIDTH};

/// The most events that have marks of their own; what has more is edited as text.
const MOST: usize = 200;

/// What the line of time needs.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// How the text holds the events.
    pub(crate) of: &'static EventsText,
    /// What ids begin with.
    pub(crate) id: String,
    /// Its name.
    pub(crate) title: String,
    /// The events as text.
    pub(crate) text: String,
    /// The ids of what describes it.
    pub(crate) described_by: String,
    /// Gets the text anew.
    pub(crate) set: Callback<String>,
    /// The line of time was left.
    pub(crate) leave: Callback<()>,
}

/// The field in which somebody types: what is typed there stays, however the text reads it.
#[derive(Clone, PartialEq)]
struct Draft {
    field: &'static str,
    text: String,
}

/// Events on a line of time.
#[component]
pub(crate) fn Timeline(props: &Props) -> Html {
    // The event that is dragged, and the line of time that it is dragged on, which stays while it is.
    let dragged = use_state(|| None::<(usize, Axis)>);
    let selected = use_state(|| None::<usize>);
    let draft = use_state(|| None::<Draft>);
    let picture = use_node_ref();
    // Where the focus goes when the line of time is there in its new form.
    let turn = use_mut_ref(|| None::<String>);
    {
        let turn = turn.clone();
        use_effect(move || {
            if let Some(id) = turn.borrow_mut().take() {
                focus(&id);
            }
        });
    }
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
            let (selected, draft) = (selected.setter(), draft.setter());
            move |at| {
                selected.set(at);
                draft.set(None);
            }
        }),
        draft: &draft,
        again: Callback::from(move |id| *turn.borrow_mut() = Some(id)),
    };
    let place = {
        let picture = picture.clone();
        move |event: &PointerEvent| -> Option<(f64, f64)> {
            let frame = picture.cast::<Element>()?.get_bounding_client_rect();
            let part = |at: i32, start: f64, length: f64| (f64::from(at) - start) / length.max(1.0);
            Some((
                part(event.client_x(), frame.left(), frame.width()) * WIDTH,
                part(event.client_y(), frame.top(), frame.height()) * axis.height(),
            ))
        }
    };
    let onpointerdown = {
        let (dragged, picture, place, marks) = (
            dragged.setter(),
            picture.clone(),
            place.clone(),
            marks.clone(),
        );
        let (select, add) = (editor.select.clone(), editor.adder());
        Callback::from(move |event: PointerEvent| {
            let Some((x, y)) = place(&event).filter(|_| event.button() == 0) else {
                return;
            };
            match (axis.near(&marks, (x, y)), axis.row(y)) {
                (Some(at), _) => {
                    if let Some(picture) = picture.cast::<Element>() {
                        let _ = picture.set_pointer_capture(event.pointer_id());
                    }
                    select.emit(Some(at));
                    dragged.set(Some((at, axis)));
                }
                (None, Some(row)) if event.pointer_type() == "mouse" => {
                    add.emit((row, axis.time(x)));
                }
                // With a finger, a place where nothing is scrolls the page.
                _ => {}
            }
        })
    };
    let onpointermove = {
        let (dragged, mover) = (dragged.clone(), editor.mover());
        Callback::from(move |event: PointerEvent| {
            if let (Some((at, axis)), Some((x, _))) = (*dragged, place(&event)) {
                mover.emit((at, axis.time(x)));
            }
        })
    };
    let end = {
        let (dragged, leave, id) = (dragged.clone(), props.leave.clone(), props.id.clone());
        Callback::from(move |_: PointerEvent| {
            if let Some((at, _)) = *dragged {
                dragged.set(None);
                leave.emit(());
                focus(&mark_id(&id, at));
            }
        })
    };
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

/// What stands in a line: nothing, an event, or what is wrong with it.
type Checked = Option<Result<Event, Vec<Fault>>>;

struct Editor<'a> {
    props: &'a Props,
    events: &'a Events,
    checked: &'a [Checked],
    marks: &'a [Mark],
    axis: Axis,
    /// The event whose fields are shown, by its place among the lines.
    selected: Option<usize>,
    /// Shows the fields of another event, or of none.
    select: Callback<Option<usize>>,
    draft: &'a UseStateHandle<Option<Draft>>,
    /// Gives the focus to an element when the line of time is there in its new form.
    again: Callback<String>,
}

impl Editor<'_> {
    /// Gives the text anew after a change of the events.
    fn change<E: 'static>(&self, change: impl Fn(&mut Events, E) + 'static) -> Callback<E> {
        let (events, of, set) = (self.events.clone(), self.props.of, self.props.set.clone());
        Callback::from(move |event| {
            let mut events = events.clone();
            change(&mut events, event);
            set.emit(events.write(of));
        })
    }

    /// Puts a new event of a kind, by its row, where its time belongs, and turns to it.
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
            let mut marks = self.marks.to_vec();
            marks.sort_by(|one, other| one.time.total_cmp(&other.time));
            marks.last().copied()
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

    /// Removes an event and turns to its neighbour.
    fn remover(&self, at: usize) -> Callback<()> {
        let mut others: Vec<_> = self.marks.iter().filter(|mark| mark.at != at).collect();
        let time = self.mark(at).map_or(0.0, |mark| mark.time);
        others.sort_by(|one, other| {
            let far = |mark: &Mark| (mark.time - time).abs();
            far(one).total_cmp(&far(other))
        });
        let next = others.first();
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

    /// What is said of an event at its mark: its first argument, such as "cluster 2".
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

    /// An event in words, or what stands in its line.
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

    /// What an event is moved by.
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
            let far = if event.shift_key() { 5.0 } else { 1.0 };
            let by = match event.key().as_str() {
                "ArrowLeft" | "ArrowDown" => -far,
                "ArrowRight" | "ArrowUp" => far,
                "PageDown" => -5.0,
                "PageUp" => 5.0,
                "Delete" | "Backspace" => {
                    event.prevent_default();
                    return remover.emit(());
                }
                "Enter" | " " => {
                    event.prevent_default();
                    again.emit(fields::field_id(&id, "time"));
                    return select.emit(Some(at));
                }
                _ => return,
            };
            event.prevent_default();
            mover.emit((at, axis.moved(time, by, latest)));
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

    /// What is wrong with events whose fields are not shown.
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
