//! The panel of all parameters: folded until somebody opens it, beside the result where there is room, else a sheet over it.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{document_element, window};
use session::action::Action;
use yew::prelude::*;

use crate::header::{focus, focus_first};
use crate::memory;

/// The key of the open or folded state beside the result in the browser's storage; the document reads it before it draws anything.
const KEY: &str = "makespan.panel";
const OPEN: &str = "open";
const FOLDED: &str = "folded";
/// The time between two looks for an element, in ms, and the most looks: the panel's parts are rendered one a frame.
const FRAME: u32 = 16;
const FRAMES: u32 = 120;
/// The media query for room beside the result.
const WIDE: &str = "(min-width: 901px)";

/// Whether the panel is open, and the ways to open and fold it.
pub(crate) struct Panel {
    /// Whether it is open.
    pub(crate) open: bool,
    /// Opens it, where it is folded, and gives it the focus; or folds it and gives the focus back.
    pub(crate) show: Callback<bool>,
    /// Opens it, where it is folded, and gives one of its places the focus.
    pub(crate) reach: Callback<Place>,
}

/// A place in the panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// The choice of one run, a comparison or a sweep.
    Compare,
    /// The editor of a text.
    Parameter(&'static str),
}

impl Place {
    /// The element that gets the focus. A program that edits code takes the place of the field, which is hidden then.
    fn selectors(self) -> String {
        match self {
            Self::Compare => "#parameters .compare input:checked".into(),
            Self::Parameter(name) => {
                let field = format!("#parameters [data-name=\"{name}\"]");
                format!("{field} .cm-content, {field} textarea:not([hidden])")
            }
        }
    }
}

/// The panel; `sheet` tells whether it lies over the result, where there is no room beside it.
#[hook]
pub(crate) fn use_panel(sheet: bool, act: &Callback<Action>) -> Panel {
    let beside = use_state_eq(|| memory::get(KEY).as_deref() == Some(OPEN));
    let wide = use_state_eq(is_wide);
    {
        let wide = wide.setter();
        use_effect_with((), move |()| {
            let query = window().match_media(WIDE).ok().flatten();
            let listener = query
                .map(|query| EventListener::new(&query, "change", move |_| wide.set(is_wide())));
            move || drop(listener)
        });
    }
    // The styles change before the focus moves: a hidden element takes no focus.
    use_effect_with(*beside, |open| {
        let _ = document_element().set_attribute("data-panel", if *open { OPEN } else { FOLDED });
    });
    let wanted = use_mut_ref(|| None);
    use_moves(*beside, "all-parameters", &wanted);
    use_moves(sheet, "sheet", &wanted);
    let open = if *wide { *beside } else { sheet };
    let show = use_callback(
        (act.clone(), open, *wide),
        move |to: bool, (act, open, wide)| {
            if to && *open {
                focus("parameters");
            } else if *wide {
                // Where nothing is kept, the choice lasts as long as the page.
                memory::set(KEY, if to { OPEN } else { FOLDED });
                beside.set(to);
            } else {
                act.emit(Action::Sheet(to));
            }
        },
    );
    let reach = use_callback((show.clone(), open), move |place: Place, (show, open)| {
        if *open {
            focus_soon(place.selectors(), FRAMES);
        } else {
            wanted.replace(Some(place));
            show.emit(true);
        }
    });
    Panel { open, show, reach }
}

/// Moves the focus into the panel when it opens, to the wanted place if there is one, and back to its button when it is folded.
#[hook]
fn use_moves(open: bool, button: &'static str, wanted: &Rc<RefCell<Option<Place>>>) {
    let (opened, wanted) = (use_mut_ref(|| open), wanted.clone());
    use_effect_with(open, move |open| {
        if opened.replace(*open) == *open {
            return;
        }
        match (open, wanted.take()) {
            (true, Some(place)) => focus_soon(place.selectors(), FRAMES),
            (true, None) => focus("parameters"),
            (false, _) => focus(button),
        }
    });
}

/// Gives the focus to an element that may be rendered within the next frames; nothing if it does not come.
fn focus_soon(selectors: String, frames: u32) {
    if !focus_first(&selectors) && frames > 0 {
        Timeout::new(FRAME, move || focus_soon(selectors, frames - 1)).forget();
    }
}

fn is_wide() -> bool {
    let query = window().match_media(WIDE).ok().flatten();
    query.is_some_and(|query| query.matches())
}
