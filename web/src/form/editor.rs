//! Shared parts of the editors of a text: changes of the content, cells with faults beside them, the focus after a change,
//! and the pointer on a picture. The text is the truth; its faults stay, with messages beside their places.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, PointerEvent, SvgElement};
use yew::prelude::*;

use crate::components::Button;

/// Properties of an editor.
#[derive(Properties, PartialEq)]
pub(crate) struct Props<Of: PartialEq + 'static> {
    /// The form of the content in the text.
    pub(crate) of: &'static Of,
    /// The first part of ids.
    pub(crate) id: String,
    /// Its name.
    pub(crate) title: String,
    /// The text.
    pub(crate) text: String,
    /// The ids of the texts that describe it.
    pub(crate) described_by: String,
    /// Whether the empty text is allowed.
    #[prop_or_default]
    pub(crate) may_be_empty: bool,
    /// Receives the new text.
    pub(crate) set: Callback<String>,
    /// Called when the focus leaves the editor.
    pub(crate) leave: Callback<()>,
}

impl<Of: PartialEq + 'static> Props<Of> {
    /// Passes on the new text after a change of its content.
    pub(super) fn change<Content: Clone + 'static, E: 'static>(
        &self,
        content: &Content,
        write: impl Fn(&Content) -> String + 'static,
        change: impl Fn(&mut Content, E) + 'static,
    ) -> Callback<E> {
        let (content, set) = (content.clone(), self.set.clone());
        Callback::from(move |event| {
            let mut content = content.clone();
            change(&mut content, event);
            set.emit(write(&content));
        })
    }

    /// The callback for the focus that leaves the fields: it has the typed text read.
    pub(super) fn left<Place: 'static>(&self, drafts: &Drafts<Place>) -> Callback<FocusEvent> {
        let (leave, drafts) = (self.leave.clone(), drafts.clone());
        Callback::from(move |_: FocusEvent| {
            drafts.clear();
            leave.emit(());
        })
    }

    /// Ends the dragging of a handle, which keeps the focus.
    pub(super) fn dropped<Ground: Copy + 'static>(
        &self,
        dragged: &UseStateHandle<Option<(usize, Ground)>>,
        handle: fn(&str, usize) -> String,
    ) -> Callback<PointerEvent> {
        let (dragged, leave, id) = (dragged.clone(), self.leave.clone(), self.id.clone());
        Callback::from(move |_: PointerEvent| {
            if let Some((at, _)) = *dragged {
                dragged.set(None);
                leave.emit(());
                focus(&handle(&id, at));
            }
        })
    }
}

/// The text that somebody types in a place: it stays, however the content reads it.
#[derive(PartialEq)]
pub(super) struct Drafts<Place: 'static>(UseStateHandle<Option<(Place, String)>>);

impl<Place: 'static> Clone for Drafts<Place> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Place: PartialEq + 'static> Drafts<Place> {
    /// The text of a place.
    pub(super) fn text(&self, place: &Place, otherwise: &str) -> String {
        match &*self.0 {
            Some((own, text)) if own == place => text.clone(),
            _ => otherwise.to_owned(),
        }
    }

    pub(super) fn keep(&self, place: Place, text: String) {
        self.0.set(Some((place, text)));
    }
}

impl<Place: 'static> Drafts<Place> {
    pub(super) fn clear(&self) {
        self.0.set(None);
    }
}

/// The drafts, empty at first.
#[hook]
pub(super) fn use_drafts<Place: 'static>() -> Drafts<Place> {
    Drafts(use_state(|| None))
}

/// The callback that gives the focus to an element after the editor has rendered its change.
#[hook]
pub(super) fn use_turn() -> Callback<String> {
    let turn = use_mut_ref(|| None::<String>);
    {
        let turn = turn.clone();
        use_effect(move || {
            if let Some(id) = turn.borrow_mut().take() {
                focus(&id);
            }
        });
    }
    Callback::from(move |id| *turn.borrow_mut() = Some(id))
}

/// A cell of a table to type in.
#[derive(Default)]
pub(super) struct Cell {
    pub(super) id: Option<String>,
    pub(super) value: String,
    pub(super) label: String,
    /// The id of its fault.
    pub(super) fault: Option<String>,
    pub(super) class: Classes,
    pub(super) style: Option<String>,
    /// Whether it takes numbers only.
    pub(super) decimal: bool,
    /// Receives the typed text.
    pub(super) put: Callback<String>,
    pub(super) onkeydown: Callback<KeyboardEvent>,
    pub(super) onpaste: Callback<Event>,
}

impl Cell {
    pub(super) fn view(self) -> Html {
        html! {
            <td>
                <input id={self.id} type="text" inputmode={self.decimal.then_some("decimal")} value={self.value} spellcheck="false"
                    autocomplete="off" class={self.class} style={self.style} aria-label={self.label}
                    aria-invalid={self.fault.is_some().then_some("true")} aria-describedby={self.fault}
                    oninput={typed(self.put)} onkeydown={self.onkeydown} onpaste={self.onpaste} />
            </td>
        }
    }
}

/// The id of a cell.
pub(super) fn cell_id(id: &str, row: usize, column: usize) -> String {
    format!("{id}-{row}-{column}")
}

/// Passes on the typed text.
pub(super) fn typed(put: Callback<String>) -> Callback<InputEvent> {
    Callback::from(move |event: InputEvent| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            put.emit(input.value());
        }
    })
}

/// The faults of a row, below it, with their ids; nothing where there are none.
pub(super) fn faults(width: usize, faults: impl Iterator<Item = (String, String)>) -> Html {
    let mut faults = faults.peekable();
    if faults.peek().is_none() {
        return Html::default();
    }
    html! {
        <tr class="sheet-faults"><td colspan={width.to_string()}>
            { for faults.map(|(id, fault)| html! { <p class="problem" {id}>{ fault }</p> }) }
        </td></tr>
    }
}

/// A button that removes a row or a column.
pub(super) fn remover(what: &str, idle: bool, onclick: Callback<MouseEvent>) -> Html {
    html! { <Button class="link" label={format!("Remove {what}")} {idle} {onclick}>{ "×" }</Button> }
}

/// A number as one word: a decimal comma becomes a point, and signs that end a number are left out.
pub(super) fn one_word(text: &str, ends: &[char]) -> String {
    let text = text.replace(',', ".");
    text.chars()
        .filter(|sign| !sign.is_whitespace() && !ends.contains(sign))
        .collect()
}

/// The place of the pointer on a picture of this size.
pub(super) fn place(
    picture: &NodeRef,
    (width, height): (f64, f64),
    event: &PointerEvent,
) -> Option<(f64, f64)> {
    let frame = picture.cast::<Element>()?.get_bounding_client_rect();
    let part = |at: i32, start: f64, length: f64| (f64::from(at) - start) / length.max(1.0);
    Some((
        part(event.client_x(), frame.left(), frame.width()) * width,
        part(event.client_y(), frame.top(), frame.height()) * height,
    ))
}

/// Keeps the pointer on a picture while it drags.
pub(super) fn capture(picture: &NodeRef, event: &PointerEvent) {
    if let Some(picture) = picture.cast::<Element>() {
        let _ = picture.set_pointer_capture(event.pointer_id());
    }
}

/// The distance that a key moves a handle, to the right and up; nothing for other keys.
pub(super) fn moves(event: &KeyboardEvent) -> Option<(f64, f64)> {
    let far = if event.shift_key() { 5.0 } else { 1.0 };
    match event.key().as_str() {
        "ArrowLeft" => Some((-far, 0.0)),
        "ArrowRight" => Some((far, 0.0)),
        "ArrowUp" => Some((0.0, far)),
        "ArrowDown" => Some((0.0, -far)),
        "PageUp" => Some((0.0, 5.0)),
        "PageDown" => Some((0.0, -5.0)),
        _ => None,
    }
}

/// Gives the focus to an element.
pub(super) fn focus(id: &str) {
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
