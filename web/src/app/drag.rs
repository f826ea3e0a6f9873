//! Files that are dragged over the page.

use session::action::Action;
use web_sys::{DragEvent, FileList};
use yew::prelude::*;

/// Files over the page.
pub(super) struct Drag {
    pub(super) act: Callback<Action>,
    pub(super) dragging: bool,
    pub(super) on_files: Callback<Option<FileList>>,
}

impl Drag {
    pub(super) fn over(&self) -> Callback<DragEvent> {
        let (act, dragging) = (self.act.clone(), self.dragging);
        Callback::from(move |event: DragEvent| {
            let holds_files = event
                .data_transfer()
                .is_some_and(|data| data.types().includes(&"Files".into(), 0));
            if holds_files {
                event.prevent_default();
                if !dragging {
                    act.emit(Action::Drag(true));
                }
            }
        })
    }

    pub(super) fn leave(&self) -> Callback<DragEvent> {
        let act = self.act.clone();
        Callback::from(move |event: DragEvent| {
            // Only where the pointer leaves the page, not where it goes from one of its parts to another.
            if event.related_target().is_none() {
                act.emit(Action::Drag(false));
            }
        })
    }

    pub(super) fn drop(&self) -> Callback<DragEvent> {
        let (act, on_files) = (self.act.clone(), self.on_files.clone());
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            act.emit(Action::Drag(false));
            on_files.emit(event.data_transfer().and_then(|data| data.files()));
        })
    }
}

/// The words over the page while a file is dragged above it.
pub(super) fn here() -> Html {
    html! { <div class="drop-here" aria-hidden="true"><p>{ "Drop a file of job runtimes, or a scenario" }</p></div> }
}
